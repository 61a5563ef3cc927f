//! The last look at a workspace's logs: which there are, and what is known of each.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::time::SystemTime;

use disk::Fault;
use sessions::{Found, LogPlace};

use crate::Session;
use crate::locked::{is_fresh, locked};

/// The last look, and what the next one begins with.
#[derive(Default)]
pub struct LogsLook {
    /// Held no longer than it takes to copy a pointer.
    pub(crate) last: Mutex<Last>,
    /// Held while the disk is looked at: whoever comes meanwhile takes what was found.
    pub(crate) looking: Mutex<Looking>,
    /// Large logs of other agents are left to whoever reads them in the background.
    pub(crate) leaves_large: AtomicBool,
    /// Logs that are not looked at.
    pub(crate) left_out: Mutex<Arc<HashSet<PathBuf>>>,
}

#[derive(Default)]
pub(crate) struct Last {
    /// When it was, which it was, and what was seen; nothing once something may have changed since.
    pub(crate) look: Option<(SystemTime, u64, Arc<Logs>)>,
    /// How often something may have changed. A look that was under way then may have missed it.
    pub(crate) changes: u64,
}

#[derive(Default)]
pub(crate) struct Looking {
    pub(crate) open: HashMap<PathBuf, Arc<Session>>,
    /// Large logs that could not be read, with the size they had; they are tried again when they have another.
    pub(crate) failed: HashMap<PathBuf, (u64, Fault)>,
    pub(crate) looks: u64,
    /// What was seen last, also before something changed: when nothing has changed, it still holds.
    pub(crate) seen: Option<Arc<Logs>>,
}

/// All logs of a workspace as of one look. It never changes, nor does a session in it.
pub struct Logs {
    /// Where logs were looked for, and which there are.
    pub found: Found,
    /// In the order they were found.
    pub sessions: Vec<Arc<Session>>,
    /// Logs that could not be opened.
    pub faults: Vec<Fault>,
    /// Large logs that are still to be read in the background, with their size in bytes.
    pub reading: Vec<(LogPlace, u64)>,
    // The logs that a writer held; asked for every session, often by those who walk over all of them.
    pub(crate) live: HashSet<PathBuf>,
}

impl LogsLook {
    pub fn forget_look(&self) {
        let mut last = locked(&self.last);
        last.look = None;
        last.changes += 1;
    }

    pub fn close(&self) {
        *locked(&self.looking) = Looking::default();
        self.forget_look();
    }

    pub(crate) fn fresh(&self, now: SystemTime) -> Option<(Arc<Logs>, u64)> {
        let last = locked(&self.last);
        let (_, look, logs) = last.look.as_ref().filter(|(at, ..)| is_fresh(*at, now))?;
        Some((Arc::clone(logs), *look))
    }

    /// Puts what is known better of a session in its place, unless that was taken already.
    pub(crate) fn replace(&self, session: &Arc<Session>, better: &Arc<Session>) {
        let mut looking = locked(&self.looking);
        let open = looking.open.get_mut(&session.path);
        if let Some(open) = open.filter(|open| Arc::ptr_eq(open, session)) {
            *open = Arc::clone(better);
        }
        drop(looking);
        self.forget_look();
    }
}

impl Logs {
    /// Sessions.
    pub fn count(&self) -> u32 {
        self.sessions.len() as u32
    }

    /// Events in all sessions.
    pub fn events(&self) -> u32 {
        self.sessions.iter().map(|session| session.read().log.len() as u32).sum()
    }

    /// Sessions that a writer holds.
    pub fn live(&self) -> u32 {
        self.live.len() as u32
    }

    /// Sessions with lines that cannot be read.
    pub fn damaged(&self) -> u32 {
        let is_damaged =
            |session: &&Arc<Session>| !session.read().log.unread().is_empty() || self.is_torn(session);
        self.sessions.iter().filter(is_damaged).count() as u32
    }

    /// Whether the last line of a log was left unfinished. One that somebody may still write is no damage, which only
    /// a lease can rule out.
    pub fn is_torn(&self, session: &Session) -> bool {
        session.place.source.is_envelope()
            && session.read().log.unfinished().is_some()
            && !self.is_live(&session.path)
    }

    /// The folders in which logs, leases and, below `kept`, companion logs lie.
    pub fn folders(&self, kept: Option<&Path>) -> Vec<PathBuf> {
        let mut workspaces: Vec<&Path> =
            self.found.logs.iter().map(|place| place.workspace.as_path()).collect();
        workspaces.dedup();
        let own = kept.into_iter().flat_map(|kept| {
            let folders = [sessions::companion_folder, sessions::hosted_folder];
            workspaces.iter().flat_map(move |workspace| folders.map(|folder| folder(kept, workspace)))
        });
        let elsewhere = self.found.logs.iter().filter(|place| !place.source.is_envelope());
        let elsewhere =
            elsewhere.filter_map(|place| place.source.folder_around(&place.path)).map(Path::to_owned);
        self.found.folders().into_iter().chain(own).chain(elsewhere).collect()
    }

    pub(crate) fn same_as(&self, other: &Self) -> bool {
        let revisions = |logs: &Self| logs.sessions.iter().map(|one| one.revision).collect::<Vec<_>>();
        self.found == other.found
            && self.faults == other.faults
            && self.reading == other.reading
            && revisions(self) == revisions(other)
    }

    /// Whether a writer holds the log at a path.
    pub fn is_live(&self, path: &Path) -> bool {
        self.live.contains(path)
    }
}
