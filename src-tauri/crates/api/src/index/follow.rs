//! The index of this process: opened when it is first wanted, brought up to date a step at a time.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::SystemTime;

use ::index::{Go, Index, Listed, Pending, Ranked, Reader, Trouble, Wanted};

use super::known::Finding;
use super::search::Running;
use super::standing::Standings;
use super::{IndexingAct, IndexingStage, IndexingView, SetIndexingAsk};
use crate::app::locked;
use crate::wire::Nothing;
use crate::{App, Code, Failure};

/// Bytes of logs whose words are taken in at one step.
const WORDS: u64 = 2 << 20;
/// Notes that are kept.
const NOTES: usize = 20;

/// The index, and what was last made of it.
#[derive(Default)]
pub(crate) struct IndexLook {
    following: Mutex<Following>,
    listed: Mutex<Option<Arc<Listed>>>,
    pub(crate) standings: Mutex<Standings>,
    pub(crate) search: Mutex<Option<Arc<Running>>>,
    pub(crate) finding: Mutex<Option<Finding>>,
    // Workspaces this process was asked about that are not on the list.
    pub(crate) also: Mutex<Vec<PathBuf>>,
    held: AtomicBool,
    stale: AtomicBool,
    // The file could not be written: what it says is old.
    in_memory: AtomicBool,
    told: Mutex<Told>,
}

#[derive(Default)]
struct Following {
    index: Option<Index>,
    pending: Option<Pending>,
    looked: Option<SystemTime>,
    // Its pages were found whole since it was opened.
    checked: bool,
}

/// What a page is told without waiting for a step to end.
#[derive(Default)]
struct Told {
    view: Option<IndexingView>,
    notes: Vec<String>,
}

/// A connection that waits for no step, or the index itself where it lives in memory.
enum Asked<'a> {
    Reader(Reader),
    Writer(std::sync::MutexGuard<'a, Following>),
}

impl IndexLook {
    /// Logs may have changed: the next step looks at them, and a search that ended may have more to tell.
    pub(crate) fn heard(&self) {
        self.stale.store(true, Ordering::Relaxed);
        if let Some(running) = &*locked(&self.search) {
            running.age();
        }
    }
}

impl Following {
    fn index(&mut self, app: &App) -> &mut Index {
        self.index.get_or_insert_with(|| Index::open(app.index_file().as_deref()))
    }
}

impl App {
    /// Where the index lies: among what Assay keeps, and never in `.pixir`.
    pub fn index_file(&self) -> Option<PathBuf> {
        self.surroundings.kept.as_ref().map(|kept| kept.join("index/index.sqlite"))
    }

    /// One step of bringing the index up to date: one session, or a few megabytes of words. Nothing when it is up
    /// to date or was told to hold; otherwise whether a list may have changed.
    pub fn index_some(&self) -> Option<bool> {
        if self.index.held.load(Ordering::Relaxed) {
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
        let kept = self.surroundings.kept.clone();
        let is_fresh = following.looked.is_some_and(|at| self.is_fresh(at));
        let is_stale = self.index.stale.swap(false, Ordering::Relaxed);
        if following.pending.as_ref().is_none_or(|pending| pending.is_empty() && (is_stale || !is_fresh)) {
            let workspaces = self.known_workspaces();
            let wanted = Wanted { workspaces: &workspaces, kept: kept.as_deref(), now: self.now() };
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
    pub fn index_sessions(&self) -> Result<(), Failure> {
        let mut following = locked(&self.index.following);
        let workspaces = self.known_workspaces();
        let wanted =
            Wanted { workspaces: &workspaces, kept: self.surroundings.kept.as_deref(), now: self.now() };
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
        let mut following = locked(&self.index.following);
        while following.index(self).fill_words(WORDS).map_err(failure)?.is_some() {}
        Ok(())
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

    fn asked(&self) -> Asked<'_> {
        // A reader is opened from the path, so that a long step does not keep a page waiting.
        let file = self.index_file().filter(|_| !self.index.in_memory.load(Ordering::Relaxed));
        let reader = file.and_then(|file| Reader::open(&file));
        reader.map_or_else(
            || {
                let mut following = locked(&self.index.following);
                following.index(self);
                Asked::Writer(following)
            },
            Asked::Reader,
        )
    }

    /// All sessions as of the index.
    pub(crate) fn listed(&self) -> Result<Arc<Listed>, Failure> {
        let asked = self.asked();
        let revision = asked.revision().map_err(failure)?;
        let mut last = locked(&self.index.listed);
        if let Some(listed) = last.as_ref().filter(|listed| listed.revision == revision) {
            return Ok(Arc::clone(listed));
        }
        let listed = Arc::new(asked.listed().map_err(failure)?);
        *last = Some(Arc::clone(&listed));
        Ok(listed)
    }

    pub(crate) fn recorded_text(&self, content: &str) -> Option<String> {
        self.asked().snapshot(content).ok().flatten()
    }

    pub(crate) fn ranked(
        &self,
        words: &str,
        limit: usize,
        takes: &dyn Fn(&str) -> bool,
    ) -> Result<Ranked, Failure> {
        self.asked().ranked(words, limit, takes).map_err(failure)
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
