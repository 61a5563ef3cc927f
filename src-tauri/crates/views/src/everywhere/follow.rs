//! The index of this process, as requests ask it.

use std::sync::Arc;
use std::time::SystemTime;

use ::index::{Anew, Listed, LogPlaces, Logs, Ranked, SnapshotTexts, Trouble};
use ::workspace::{LARGE_LOG, locked};
use message::message;

use super::{Everywhere, IndexingView};
use crate::wire::Nothing;
use crate::{Code, Failure};

/// How often an answer is made for one question; a file that is damaged again and again is not used.
const TRIES: usize = 3;

impl Logs for Everywhere<'_> {
    fn places(&self) -> LogPlaces {
        let elsewhere = self.workspace.logs_elsewhere();
        LogPlaces { workspaces: self.known_workspaces(), elsewhere: Arc::clone(&elsewhere.logs) }
    }

    fn now(&self) -> SystemTime {
        self.workspace.now()
    }
}

impl Everywhere<'_> {
    /// One step of bringing the index up to date: one session, or a few megabytes of words. Nothing when it is up
    /// to date or was told to hold; otherwise whether a list may have changed.
    pub fn index_some(&self) -> Option<bool> {
        self.workspace.is_open().then(|| self.look.live.step(self)).flatten()
    }

    /// Brings lists up to date at once, for a door that asks once and ends; words are left to those that stay.
    ///
    /// # Errors
    ///
    /// When the index cannot be read or written, such as while another process writes it for longer than five
    /// seconds. A log that cannot be read is noted and stops nothing.
    pub fn index_sessions(&self) -> Result<(), Failure> {
        self.look.live.take_in_lists(self).map_err(failure)
    }

    /// As [`Everywhere::index_sessions`], for a list that does not wait for large logs where the workspace leaves them.
    pub(super) fn index_for_a_list(&self) -> Result<(), Failure> {
        if self.workspace.leaves_large_logs() {
            return self.look.live.take_in_small_logs(self, LARGE_LOG).map_err(failure);
        }
        self.index_sessions()
    }

    /// As [`Everywhere::index_sessions`], and the words too.
    pub(super) fn index_words(&self) -> Result<(), Failure> {
        self.look.live.take_in_words(self).map_err(failure)
    }

    /// An answer made of what the index says, and made again where a part of that was damaged.
    pub(super) fn unless_damaged<T>(&self, answer: &dyn Fn() -> Result<T, Failure>) -> Result<T, Failure> {
        for _ in 1..TRIES {
            let made = answer()?;
            let damage = locked(&self.look.damage).take();
            match damage {
                None => return Ok(made),
                Some(trouble) => self.look.live.make_anew(&trouble, Anew::Lists, self).map_err(failure)?,
            }
        }
        answer()
    }

    /// How far the index is, without waiting for it.
    pub fn indexing(&self) -> IndexingView {
        let following = self.look.live.following();
        IndexingView {
            stage: following.stage,
            done: following.done,
            total: following.total,
            bytes: following.bytes,
            size: following.size,
            file: following.file.map(|file| file.display().to_string()),
            looked_for: locked(&self.look.finding).as_ref().map(|finding| finding.folders),
            notes: following.notes,
        }
    }

    /// All sessions as of the index.
    ///
    /// # Errors
    ///
    /// When the index can neither be read nor made anew.
    pub fn listed(&self) -> Result<Arc<Listed>, Failure> {
        self.look.live.listed(self).map_err(failure)
    }

    /// The recorded texts of snapshots, for one answer.
    pub fn recorded_texts(&self) -> RecordedTexts<'_> {
        RecordedTexts { all: self, texts: self.look.live.texts(self) }
    }

    pub(super) fn ranked(
        &self,
        words: &str,
        limit: usize,
        takes: &dyn Fn(&str) -> bool,
        anew: Anew,
    ) -> Result<Ranked, Failure> {
        let live = &self.look.live;
        let found = live.ranked(words, limit, takes, anew, self).map_err(failure)?;
        if found.hits.is_empty() && live.is_in_memory() {
            // An index in memory has no words: that nothing is found says nothing.
            let words = message!("ranked search needs the index, but its file is not writable.");
            return Err(
                Failure::new(Code::Failed, words).hint(message!("Search for the exact words instead."))
            );
        }
        Ok(found)
    }
}

/// The recorded texts of snapshots, for one answer.
pub struct RecordedTexts<'a> {
    all: &'a Everywhere<'a>,
    texts: SnapshotTexts<'a>,
}

impl RecordedTexts<'_> {
    /// The text with a digest. What is damaged is told to [`Everywhere::unless_damaged`].
    pub fn get(&self, content: &str) -> Option<String> {
        match self.texts.get(content) {
            Ok(text) => text,
            Err(trouble @ Trouble::Broken(_)) => {
                *locked(&self.all.look.damage) = Some(trouble);
                None
            }
            Err(_) => None,
        }
    }
}

#[allow(clippy::needless_pass_by_value, reason = "it is handed to map_err")]
fn failure(trouble: Trouble) -> Failure {
    Failure::new(Code::Failed, trouble.message()).hint(message!("Try again; the index is being rebuilt."))
}

/// How far the index is.
///
/// # Errors
///
/// None: nothing waits for it.
pub fn indexing(all: &Everywhere<'_>, _: &Nothing) -> Result<IndexingView, Failure> {
    Ok(all.indexing())
}
