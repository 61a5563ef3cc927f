//! What is remembered of the index, of searches, and of how recorded texts stand in other workspaces.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::time::SystemTime;

use ::index::{Go, Hit, Index, Listed, Pending, Searched};
use ::sessions::Source;
use ::workspace::{Presents, Verdicts, Workspace, locked};

use super::{IndexingView, WorkspaceMark};

/// The index, and what was last made of it.
#[derive(Default)]
pub(crate) struct IndexLook {
    pub(super) following: Mutex<Following>,
    pub(super) listed: Mutex<Option<Arc<Listed>>>,
    pub(crate) standings: Mutex<Standings>,
    pub(crate) search: Mutex<Option<Arc<Running>>>,
    pub(crate) finding: Mutex<Option<Finding>>,
    // Workspaces this process was asked about that are not on the list.
    pub(crate) also: Mutex<Vec<PathBuf>>,
    pub(super) held: AtomicBool,
    // The file was opened by this process, and looked at as only the one who writes it does.
    pub(super) opened: AtomicBool,
    pub(super) stale: AtomicBool,
    // The file could not be written: what it says is old.
    pub(super) in_memory: AtomicBool,
    pub(super) told: Mutex<Told>,
    // What was found not to be what was written while an answer was made of it.
    pub(super) damage: Mutex<Option<String>>,
}

#[derive(Default)]
pub(super) struct Following {
    pub(super) index: Option<Index>,
    pub(super) pending: Option<Pending>,
    pub(super) looked: Option<SystemTime>,
    // Its pages were found whole since it was opened.
    pub(super) checked: bool,
}

/// What a page is told without waiting for a step to end.
#[derive(Default)]
pub(super) struct Told {
    pub(super) view: Option<IndexingView>,
    pub(super) notes: Vec<String>,
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

impl IndexLook {
    // What was judged of texts that could not be read is judged again.
    pub(super) fn forget_standings(&self) {
        *locked(&self.standings) = Standings::default();
    }
}

/// A search that goes on or has ended.
pub(crate) struct Running {
    pub(super) asked: String,
    pub(super) logs: Vec<Target>,
    pub(super) found: Mutex<Found>,
    pub(super) ended: Condvar,
    pub(super) stop: AtomicBool,
    // Logs may have changed since it began.
    pub(super) aged: AtomicBool,
}

/// A log to search.
pub(super) struct Target {
    pub(super) path: PathBuf,
    pub(super) source: Source,
    pub(super) key: String,
    pub(super) session: String,
    pub(super) title: String,
    pub(super) started: Option<i64>,
    pub(super) mark: WorkspaceMark,
}

#[derive(Default)]
pub(super) struct Found {
    pub(super) hits: Vec<Hit>,
    pub(super) logs_done: u32,
    pub(super) end: Option<Searched>,
}

impl Running {
    pub(crate) fn age(&self) {
        self.aged.store(true, Ordering::Relaxed);
    }

    pub(super) fn goes_on(&self) -> bool {
        locked(&self.found).end.is_none()
    }

    /// A search that has ended and is out of date, or knew of other logs, is made again.
    pub(super) fn is_good(&self, logs: &[Target]) -> bool {
        let is_same = || self.logs.iter().map(|log| &log.path).eq(logs.iter().map(|log| &log.path));
        self.goes_on() || (!self.aged.load(Ordering::Relaxed) && is_same())
    }
}

/// A search for workspaces that goes on.
pub(crate) struct Finding {
    pub(super) folders: u32,
    pub(super) go: Go,
}

impl Finding {
    /// Folders looked at so far.
    pub(crate) fn folders(&self) -> u32 {
        self.folders
    }
}

/// Each workspace, with the verdicts that hold as long as its skills do.
#[derive(Default)]
pub(crate) struct Standings {
    pub(super) beside: HashMap<PathBuf, Beside>,
}

pub(super) struct Beside {
    pub(super) workspace: Workspace,
    pub(super) presents: Presents,
    pub(super) verdicts: Verdicts,
}
