//! The index of this process, as requests ask it.

use std::sync::Arc;
use std::time::SystemTime;

use ::index::{Anew, Listed, LogPlaces, Logs, Ranked, Trouble};
use ::workspace::locked;

use super::state::Finding;
use super::{IndexingAct, IndexingView, SetIndexingAsk};
use crate::{App, Code, Failure};
use views::wire::Nothing;

/// How often an answer is made for one question; a file that is damaged again and again is not used.
const TRIES: usize = 3;

impl Logs for App {
    fn places(&self) -> LogPlaces {
        let elsewhere = self.workspace.logs_elsewhere(None);
        LogPlaces { workspaces: self.known_with(&elsewhere), elsewhere }
    }

    fn now(&self) -> SystemTime {
        App::now(self)
    }
}

impl App {
    /// One step of bringing the index up to date: one session, or a few megabytes of words. Nothing when it is up
    /// to date or was told to hold; otherwise whether a list may have changed.
    pub fn index_some(&self) -> Option<bool> {
        self.workspace.is_open().then(|| self.index.live.step(self)).flatten()
    }

    /// Brings lists up to date at once, for a door that asks once and ends; words are left to those that stay.
    ///
    /// # Errors
    ///
    /// When the index cannot be read or written, such as while another process writes it for longer than five
    /// seconds. A log that cannot be read is noted and stops nothing.
    pub fn index_sessions(&self) -> Result<(), Failure> {
        self.index.live.take_in_lists(self).map_err(failure)
    }

    /// As [`App::index_sessions`], and the words too.
    pub(crate) fn index_words(&self) -> Result<(), Failure> {
        self.index.live.take_in_words(self).map_err(failure)
    }

    /// An answer made of what the index says, and made again where a part of that was damaged.
    pub(crate) fn unless_damaged<T>(&self, answer: &dyn Fn() -> Result<T, Failure>) -> Result<T, Failure> {
        for _ in 1..TRIES {
            let made = answer()?;
            let damage = locked(&self.index.damage).take();
            match damage {
                None => return Ok(made),
                Some(trouble) => self.index.live.make_anew(&trouble, Anew::Lists, self).map_err(failure)?,
            }
        }
        answer()
    }

    /// How far the index is, without waiting for it.
    pub(crate) fn indexing(&self) -> IndexingView {
        let following = self.index.live.following();
        IndexingView {
            stage: following.stage,
            done: following.done,
            total: following.total,
            bytes: following.bytes,
            size: following.size,
            file: following.file.map(|file| file.display().to_string()),
            looked_for: locked(&self.index.finding).as_ref().map(Finding::folders),
            notes: following.notes,
        }
    }

    /// All sessions as of the index.
    pub(crate) fn listed(&self) -> Result<Arc<Listed>, Failure> {
        self.index.live.listed(self).map_err(failure)
    }

    /// The recorded text of a snapshot. What is damaged is told to [`App::unless_damaged`].
    pub(crate) fn recorded_text(&self, content: &str) -> Option<String> {
        match self.index.live.snapshot(content, self) {
            Ok(text) => text,
            Err(trouble @ Trouble::Broken(_)) => {
                *locked(&self.index.damage) = Some(trouble);
                None
            }
            Err(_) => None,
        }
    }

    pub(crate) fn ranked(
        &self,
        words: &str,
        limit: usize,
        takes: &dyn Fn(&str) -> bool,
        anew: Anew,
    ) -> Result<Ranked, Failure> {
        let live = &self.index.live;
        let found = live.ranked(words, limit, takes, anew, self).map_err(failure)?;
        if found.hits.is_empty() && live.is_in_memory() {
            // An index in memory has no words: that nothing is found says nothing.
            let words = "ranked search needs the index, and its file cannot be written";
            return Err(Failure::new(Code::Failed, words).hint("search for the exact words instead"));
        }
        Ok(found)
    }
}

#[allow(clippy::needless_pass_by_value, reason = "it is handed to map_err")]
pub(crate) fn failure(trouble: Trouble) -> Failure {
    Failure::new(Code::Failed, trouble.to_string()).hint("ask again; the index is made anew by itself")
}

/// How far the index is.
pub(crate) fn indexing(app: &App, _: &Nothing) -> Result<IndexingView, Failure> {
    Ok(app.indexing())
}

/// Holds the index, lets it go on, or has it made anew.
pub(crate) fn set_indexing(app: &App, ask: &SetIndexingAsk) -> Result<IndexingView, Failure> {
    app.index.live.hold(ask.act == IndexingAct::Hold);
    if ask.act == IndexingAct::Rebuild {
        app.index.live.rebuild();
    }
    Ok(app.indexing())
}
