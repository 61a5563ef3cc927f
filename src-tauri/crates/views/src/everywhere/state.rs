//! What is remembered of the index, of searches, and of how recorded texts stand in other workspaces.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex};

use ::index::{Go, Hit, LiveIndex, Searched, Trouble};
use ::sessions::Source;
use ::workspace::{Presents, Verdicts, Workspace, locked};

use super::WorkspaceMark;

/// The index, and what was last made of it.
pub struct IndexLook {
    /// The index of this process.
    pub live: LiveIndex,
    pub(super) standings: Mutex<Standings>,
    pub(super) search: Mutex<Option<Arc<Running>>>,
    /// A search for workspaces that goes on.
    pub finding: Mutex<Option<Finding>>,
    // Workspaces this process was asked about that are not on the list.
    pub(super) also: Mutex<Vec<PathBuf>>,
    // What was found not to be what was written while an answer was made of it.
    pub(super) damage: Mutex<Option<Trouble>>,
}

impl IndexLook {
    /// The index below Assay's own folder.
    pub fn new(kept: Option<&Path>) -> Self {
        Self {
            live: LiveIndex::new(kept),
            standings: Mutex::default(),
            search: Mutex::default(),
            finding: Mutex::default(),
            also: Mutex::default(),
            damage: Mutex::default(),
        }
    }

    /// Ends with the process: closes the file of the index and leaves what it holds in memory to the system.
    pub fn leave(self) {
        std::mem::forget(self.standings);
        self.live.leave();
    }

    /// Logs may have changed: the next step looks at them, and a search that ended may have more to tell.
    pub fn heard(&self) {
        self.live.heard();
        if let Some(running) = &*locked(&self.search) {
            running.age();
        }
    }

    /// Ends the search that goes on; what it found stays.
    pub fn stop_search(&self) {
        if let Some(running) = &*locked(&self.search) {
            running.stop.store(true, Ordering::Relaxed);
        }
    }
}

/// A search that goes on or has ended.
pub(super) struct Running {
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
    fn age(&self) {
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
pub struct Finding {
    /// Folders looked at so far.
    pub folders: u32,
    /// Whether it is to go on.
    pub go: Go,
}

/// Each workspace, with the verdicts that hold as long as its skills do.
#[derive(Default)]
pub(super) struct Standings {
    // How often the index had been made anew: what was judged of texts that could not be read is judged again.
    pub(super) remade: u64,
    pub(super) beside: HashMap<PathBuf, Arc<Mutex<Beside>>>,
}

pub(super) struct Beside {
    pub(super) workspace: Workspace,
    pub(super) presents: Presents,
    pub(super) verdicts: Verdicts,
}
