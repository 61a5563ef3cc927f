//! The index of this process: opened when it is first wanted, brought up to date a step at a time.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use ::index::{Go, Index, Listed, Pending, Ranked, Reader, Trouble, Wanted};
use ::workspace::locked;

use super::state::{Finding, Following};
use super::{IndexingAct, IndexingStage, IndexingView, SetIndexingAsk};
use crate::{App, Code, Failure};
use views::wire::Nothing;

/// Bytes of logs whose words are taken in at one step.
const WORDS: u64 = 2 << 20;
/// Notes that are kept.
const NOTES: usize = 20;

/// What an index that had to be made anew is to hold again before a question is answered from it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Anew {
    /// The lists; words follow while nothing else happens.
    Lists,
    /// The words too, for a door that asks once and ends.
    Words,
}

/// How often the index is made anew for one question; a file that is damaged again and again is not used.
const TRIES: usize = 3;

/// A connection that waits for no step, or the index itself where it lives in memory.
enum Asked<'a> {
    Reader(Reader),
    Writer(std::sync::MutexGuard<'a, Following>),
}

impl Following {
    fn index(&mut self, app: &App) -> &mut Index {
        self.index.get_or_insert_with(|| Index::open(app.index_file().as_deref()))
    }
}

impl App {
    /// Where the index lies: among what Assay keeps, and never in `.pixir`.
    pub fn index_file(&self) -> Option<PathBuf> {
        self.workspace.surroundings().kept.as_ref().map(|kept| kept.join("index/index.sqlite"))
    }

    /// One step of bringing the index up to date: one session, or a few megabytes of words. Nothing when it is up
    /// to date or was told to hold; otherwise whether a list may have changed.
    pub fn index_some(&self) -> Option<bool> {
        if self.index.held.load(Ordering::Relaxed) || !self.workspace.is_open() {
            return None;
        }
        let mut following = locked(&self.index.following);
        let step = self.step(&mut following);
        self.tell(&mut following, step.as_ref().ok().copied().unwrap_or(Step::Nothing));
        match step {
            Ok(Step::Session) => Some(true),
            Ok(Step::Words) => Some(false),
            Ok(Step::Nothing) => None,
            Err(trouble) => {
                following.pending = None;
                let mended = following.index(self).mend(&trouble);
                if !mended {
                    self.note(trouble.to_string());
                }
                self.tell(&mut following, Step::Nothing);
                mended.then_some(true)
            }
        }
    }

    fn step(&self, following: &mut Following) -> Result<Step, Trouble> {
        let kept = self.workspace.surroundings().kept.clone();
        let is_fresh = following.looked.is_some_and(|at| ::workspace::is_fresh(at, self.now()));
        let is_stale = self.index.stale.swap(false, Ordering::Relaxed);
        if following.pending.as_ref().is_none_or(|pending| pending.is_empty() && (is_stale || !is_fresh)) {
            let elsewhere = self.workspace.logs_elsewhere(None);
            let workspaces = self.known_with(&elsewhere);
            let wanted = Wanted {
                workspaces: &workspaces,
                elsewhere: &elsewhere,
                kept: kept.as_deref(),
                now: self.now(),
            };
            let pending = following.index(self).pending(&wanted)?;
            following.looked = Some(self.now());
            following.pending = Some(pending);
        }
        following.index(self);
        if let (Some(index), Some(pending)) = (&mut following.index, &mut following.pending)
            && !pending.is_empty()
        {
            index.step(pending, kept.as_deref())?;
            return Ok(Step::Session);
        }
        match following.index(self).fill_words(WORDS)? {
            Some(_) => Ok(Step::Words),
            None => {
                // There is nothing else to do, so that the time it takes keeps nobody waiting.
                if !following.checked {
                    following.index(self).check()?;
                    following.checked = true;
                }
                Ok(Step::Nothing)
            }
        }
    }

    /// Brings lists up to date at once, for a door that asks once and ends; words are left to those that stay.
    ///
    /// # Errors
    ///
    /// When the index cannot be read or written, such as while another process writes it for longer than five
    /// seconds. A log that cannot be read is noted and stops nothing.
    pub fn index_sessions(&self) -> Result<(), Failure> {
        let mut following = locked(&self.index.following);
        let elsewhere = self.workspace.logs_elsewhere(None);
        let workspaces = self.known_with(&elsewhere);
        let wanted = Wanted {
            workspaces: &workspaces,
            elsewhere: &elsewhere,
            kept: self.workspace.surroundings().kept.as_deref(),
            now: self.now(),
        };
        let work = following.index(self).sync(&wanted, &mut |_| Go::On);
        self.tell(&mut following, Step::Nothing);
        let work = work.map_err(failure)?;
        for fault in work.faults {
            self.note(format!("{fault}. What stood in the index before is shown."));
        }
        Ok(())
    }

    /// As [`App::index_sessions`], and the words too.
    pub(crate) fn index_words(&self) -> Result<(), Failure> {
        self.index_sessions()?;
        let mut tries = 0;
        loop {
            let mut following = locked(&self.index.following);
            match following.index(self).fill_words(WORDS) {
                Ok(Some(_)) => {}
                Ok(None) => return Ok(()),
                Err(trouble) => {
                    tries += 1;
                    if tries == TRIES || !following.index(self).mend(&trouble) {
                        return Err(failure(trouble));
                    }
                    drop(following);
                    self.index_sessions()?;
                }
            }
        }
    }

    /// Puts a damaged index aside and makes it anew, so that the question can be answered.
    fn make_anew(&self, trouble: &Trouble, anew: Anew) -> Result<(), Failure> {
        {
            let mut following = locked(&self.index.following);
            if !following.index(self).mend(trouble) {
                return Err(failure(trouble.clone()));
            }
            (following.pending, following.looked, following.checked) = (None, None, false);
            *locked(&self.index.listed) = None;
            self.index.forget_standings();
            self.tell(&mut following, Step::Session);
        }
        match anew {
            Anew::Lists => self.index_sessions(),
            Anew::Words => self.index_words(),
        }
    }

    /// Asks the index; where what it says is not what was written, it is made anew and asked again.
    fn ask_index<T>(&self, anew: Anew, ask: &dyn Fn(&Asked<'_>) -> Result<T, Trouble>) -> Result<T, Failure> {
        for _ in 1..TRIES {
            match self.asked().and_then(|asked| ask(&asked)) {
                Err(trouble @ (Trouble::Broken(_) | Trouble::Outdated(_))) => {
                    self.make_anew(&trouble, anew)?;
                }
                other => return other.map_err(failure),
            }
        }
        self.asked().and_then(|asked| ask(&asked)).map_err(failure)
    }

    /// An answer made of what the index says, and made again where a part of that was damaged.
    pub(crate) fn unless_damaged<T>(&self, answer: &dyn Fn() -> Result<T, Failure>) -> Result<T, Failure> {
        for _ in 1..TRIES {
            let made = answer()?;
            let damage = locked(&self.index.damage).take();
            match damage {
                None => return Ok(made),
                Some(words) => self.make_anew(&Trouble::Broken(words), Anew::Lists)?,
            }
        }
        answer()
    }

    fn note(&self, words: String) {
        let mut told = locked(&self.index.told);
        if !told.notes.contains(&words) {
            told.notes.push(words);
            let more = told.notes.len().saturating_sub(NOTES);
            told.notes.drain(..more);
        }
    }

    fn tell(&self, following: &mut Following, step: Step) {
        let notes = following.index(self).notes();
        notes.into_iter().for_each(|note| self.note(note));
        let progress = following.pending.as_ref().map(Pending::progress).unwrap_or_default();
        let index = following.index(self);
        let (stage, done, total) = match step {
            Step::Session => (IndexingStage::Sessions, progress.done, progress.total),
            Step::Words => {
                let (done, total) = index.worded().unwrap_or_default();
                (IndexingStage::Words, done, total)
            }
            Step::Nothing => (IndexingStage::Complete, progress.total, progress.total),
        };
        self.index.in_memory.store(index.file().is_none(), Ordering::Relaxed);
        let (size, file) = (index.bytes(), index.file().map(|file| file.display().to_string()));
        let view = IndexingView {
            stage,
            done,
            total,
            bytes: progress.bytes,
            size,
            file,
            looked_for: None,
            notes: Vec::new(),
        };
        locked(&self.index.told).view = Some(view);
    }

    /// How far the index is, without waiting for it.
    pub(crate) fn indexing(&self) -> IndexingView {
        let told = locked(&self.index.told);
        let mut view = told.view.clone().unwrap_or(IndexingView {
            stage: IndexingStage::NotStarted,
            done: 0,
            total: 0,
            bytes: 0,
            size: 0,
            file: self.index_file().map(|file| file.display().to_string()),
            looked_for: None,
            notes: Vec::new(),
        });
        view.looked_for = locked(&self.index.finding).as_ref().map(Finding::folders);
        view.notes.clone_from(&told.notes);
        if self.index.held.load(Ordering::Relaxed) && view.stage != IndexingStage::Complete {
            view.stage = IndexingStage::Held;
        }
        view
    }

    /// Opens the index before it is first asked. Where it was damaged, lists are made before they are told.
    fn open_index(&self) {
        if self.index.opened.swap(true, Ordering::Relaxed) {
            return;
        }
        let is_anew = locked(&self.index.following).index(self).has_notes();
        if is_anew && let Err(failure) = self.index_sessions() {
            self.note(failure.to_string());
        }
    }

    fn asked(&self) -> Result<Asked<'_>, Trouble> {
        self.open_index();
        // A reader is opened from the path, so that a long step does not keep a page waiting.
        let file = self.index_file().filter(|_| !self.index.in_memory.load(Ordering::Relaxed));
        match file.map(|file| Reader::open(&file)) {
            Some(Ok(reader)) => return Ok(Asked::Reader(reader)),
            Some(Err(trouble @ Trouble::Broken(_))) => return Err(trouble),
            Some(Err(_)) | None => {}
        }
        let mut following = locked(&self.index.following);
        following.index(self);
        Ok(Asked::Writer(following))
    }

    /// All sessions as of the index.
    pub(crate) fn listed(&self) -> Result<Arc<Listed>, Failure> {
        let revision = self.ask_index(Anew::Lists, &|asked| asked.revision())?;
        if let Some(listed) = locked(&self.index.listed).as_ref().filter(|listed| listed.revision == revision)
        {
            return Ok(Arc::clone(listed));
        }
        let listed = Arc::new(self.ask_index(Anew::Lists, &|asked| asked.listed())?);
        *locked(&self.index.listed) = Some(Arc::clone(&listed));
        Ok(listed)
    }

    /// The recorded text of a snapshot. What is damaged is told to [`App::unless_damaged`].
    pub(crate) fn recorded_text(&self, content: &str) -> Option<String> {
        match self.asked().and_then(|asked| asked.snapshot(content)) {
            Ok(text) => text,
            Err(Trouble::Broken(words)) => {
                *locked(&self.index.damage) = Some(words);
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
        let found = self.ask_index(anew, &|asked| asked.ranked(words, limit, takes))?;
        if found.hits.is_empty() && self.index.in_memory.load(Ordering::Relaxed) {
            // An index in memory has no words: that nothing is found says nothing.
            let words = "ranked search needs the index, and its file cannot be written";
            return Err(Failure::new(Code::Failed, words).hint("search for the exact words instead"));
        }
        Ok(found)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Step {
    Session,
    Words,
    Nothing,
}

macro_rules! either {
    ($($name:ident($($value:ident: $kind:ty),*) -> $answer:ty;)*) => {
        impl Asked<'_> {
            $(fn $name(&self $(, $value: $kind)*) -> Result<$answer, Trouble> {
                match self {
                    Self::Reader(reader) => reader.$name($($value),*),
                    Self::Writer(following) => match &following.index {
                        Some(index) => index.$name($($value),*),
                        None => Ok(Default::default()),
                    },
                }
            })*
        }
    };
}

either! {
    revision() -> i64;
    listed() -> Listed;
    snapshot(content: &str) -> Option<String>;
    ranked(words: &str, limit: usize, takes: &dyn Fn(&str) -> bool) -> Ranked;
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
    app.index.held.store(ask.act == IndexingAct::Hold, Ordering::Relaxed);
    if ask.act == IndexingAct::Rebuild {
        let mut following = locked(&app.index.following);
        following.index(app).start_over("it was asked for");
        (following.pending, following.looked) = (None, None);
        *locked(&app.index.listed) = None;
        app.tell(&mut following, Step::Session);
    }
    Ok(app.indexing())
}
