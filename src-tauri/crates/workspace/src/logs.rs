//! The last look at a workspace's logs: which there are, and what is known of each.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::SystemTime;

use disk::Fault;
use sessions::{Checked, Found, LogPlace, Source, find_elsewhere};

use crate::model::{is_fresh, locked};
use crate::{Session, Workspace};

/// Logs that keep their file open. The newest do; the others open it when they are asked, so that
/// years of sessions do not use up the system's file handles.
const HELD: usize = 64;
/// Bytes validated at once in the background; a question waits for at most one slice of its log.
const SLICE: u64 = 16 << 20;
/// Threads that read logs which are not open yet, at the most.
const THREADS: usize = 4;

/// The last look, and what the next one begins with.
#[derive(Default)]
pub struct LogsLook {
    /// Held no longer than it takes to copy a pointer.
    last: Mutex<Last>,
    /// Held while the disk is looked at: whoever comes meanwhile takes what was found.
    looking: Mutex<Looking>,
}

#[derive(Default)]
struct Last {
    /// When it was, which it was, and what was seen; nothing once something may have changed since.
    look: Option<(SystemTime, u64, Arc<Logs>)>,
    /// How often something may have changed. A look that was under way then may have missed it.
    changes: u64,
}

#[derive(Default)]
struct Looking {
    open: HashMap<PathBuf, Arc<Session>>,
    looks: u64,
    /// What was seen last, also before something changed: when nothing has changed, it still holds.
    seen: Option<Arc<Logs>>,
}

/// All logs of a workspace as of one look. It never changes, nor does a session in it.
pub struct Logs {
    /// Where logs were looked for, and which there are.
    pub found: Found,
    /// In the order they were found.
    pub sessions: Vec<Arc<Session>>,
    /// Logs that could not be opened.
    pub faults: Vec<Fault>,
    // The logs that a writer held; asked for every session, often by those who walk over all of them.
    live: HashSet<PathBuf>,
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

    fn fresh(&self, now: SystemTime) -> Option<(Arc<Logs>, u64)> {
        let last = locked(&self.last);
        let (_, look, logs) = last.look.as_ref().filter(|(at, ..)| is_fresh(*at, now))?;
        Some((Arc::clone(logs), *look))
    }

    /// Puts what is known better of a session in its place, unless that was taken already.
    fn replace(&self, session: &Arc<Session>, better: &Arc<Session>) {
        let mut looking = locked(&self.looking);
        let open = looking.open.get_mut(&session.path);
        if let Some(open) = open.filter(|open| Arc::ptr_eq(open, session)) {
            *open = Arc::clone(better);
        }
        drop(looking);
        self.forget_look();
    }
}

impl Workspace {
    /// The logs as of now, or as of less than a second ago when nothing was said to have changed since.
    pub fn logs(&self) -> Arc<Logs> {
        self.numbered_logs().0
    }

    /// As [`Workspace::logs`], and which look it was: within one, nothing known of a log changes.
    pub fn numbered_logs(&self) -> (Arc<Logs>, u64) {
        if let Some(fresh) = self.logs.fresh(self.now()) {
            return fresh;
        }
        let mut looking = locked(&self.logs.looking);
        if let Some(fresh) = self.logs.fresh(self.now()) {
            return fresh;
        }
        let changes = locked(&self.logs.last).changes;
        let workspace = self.folder();
        let elsewhere = self.found_elsewhere(Some(&workspace));
        let kept = self.surroundings().kept.as_deref();
        let found = look_at(&workspace, elsewhere, kept, &mut looking.open, self.now());
        let logs = match looking.seen.take().filter(|seen| seen.same_as(&found)) {
            Some(seen) => seen,
            None => Arc::new(found),
        };
        looking.looks += 1;
        looking.seen = Some(Arc::clone(&logs));
        let mut last = locked(&self.logs.last);
        if last.changes == changes {
            last.look = Some((self.now(), looking.looks, Arc::clone(&logs)));
        }
        drop(last);
        (logs, looking.looks)
    }

    /// The logs of other agents that were started in a folder or below it; all of them where none is given.
    pub fn logs_elsewhere(&self, folder: Option<&Path>) -> Vec<LogPlace> {
        self.found_elsewhere(folder).logs
    }

    fn found_elsewhere(&self, folder: Option<&Path>) -> Found {
        find_elsewhere(&self.surroundings().homes(), folder, &mut locked(&self.heads))
    }

    /// Reads about 16 MiB of a long log in full that was only looked at from the ends of its lines.
    /// Nothing when all logs are read in full; otherwise whether something had to be corrected.
    pub fn validate_some(&self) -> Option<bool> {
        if !self.is_open() {
            return None;
        }
        let logs = self.logs();
        let session = logs.sessions.iter().find(|session| !session.read().log.is_validated())?;
        // A log that cannot be read any more is told by the next look.
        let differs = session.read().log.check(SLICE) == Ok(Checked::Differs);
        Some(differs && self.corrected(session).is_ok())
    }

    /// A session with every line of its log read in full.
    pub fn validated(&self, session: &Arc<Session>) -> Result<Arc<Session>, Fault> {
        match session.read().log.check(u64::MAX)? {
            Checked::Differs => self.corrected(session),
            Checked::InPart | Checked::Sound => Ok(Arc::clone(session)),
        }
    }

    fn corrected(&self, session: &Arc<Session>) -> Result<Arc<Session>, Fault> {
        let better = Arc::new(session.corrected()?);
        self.logs.replace(session, &better);
        Ok(better)
    }

    /// The session with a key; nothing once its log is gone.
    pub fn session(&self, key: &str) -> Option<Arc<Session>> {
        self.logs().sessions.iter().find(|session| session.key == key).cloned()
    }
}

fn look_at(
    workspace: &Path,
    elsewhere: Found,
    kept: Option<&Path>,
    open: &mut HashMap<PathBuf, Arc<Session>>,
    now: SystemTime,
) -> Logs {
    let mut found = sessions::find(workspace, now);
    let mut faults = Vec::new();
    match kept.map_or(Ok(Vec::new()), |kept| sessions::find_hosted(kept, workspace)) {
        Ok(hosted) => found.logs.extend(hosted),
        Err(fault) => faults.push(fault),
    }
    found.logs.extend(elsewhere.logs);
    found.problems.extend(elsewhere.problems);
    let mut still = HashMap::new();
    let live = found.logs.iter().filter(|place| place.live).map(|place| place.path.clone()).collect();
    let mut logs = Logs { found, sessions: Vec::new(), faults, live };
    let resting = logs.found.logs.len().saturating_sub(HELD);
    let look = |number: usize, place: &LogPlace| {
        let session = current(open.get(&place.path), place, kept)?;
        // Ids begin with the time of their session, and logs come in their order.
        if number < resting {
            session.rest();
        }
        Ok(session)
    };
    let unread = logs.found.logs.iter().filter(|place| !open.contains_key(&place.path)).count();
    let looked = each(&logs.found.logs, if unread > 1 { THREADS } else { 1 }, look);
    for (place, session) in logs.found.logs.iter().zip(looked) {
        match session {
            Ok(session) => {
                logs.sessions.push(Arc::clone(&session));
                still.insert(place.path.clone(), session);
            }
            Err(fault) => logs.faults.push(fault),
        }
    }
    *open = still;
    logs
}

/// What comes of each log, in their order; so many threads take turns, since a long log may stand anywhere.
fn each<T: Send>(places: &[LogPlace], threads: usize, look: impl Fn(usize, &LogPlace) -> T + Sync) -> Vec<T> {
    let threads = thread::available_parallelism().map_or(1, |count| count.get().min(threads));
    let turn = |first: usize| -> Vec<(usize, T)> {
        let own = places.iter().enumerate().skip(first).step_by(threads);
        own.map(|(number, place)| (number, look(number, place))).collect()
    };
    let mut looked = thread::scope(|scope| {
        let turn = &turn;
        let others: Vec<_> = (1..threads).map(|first| scope.spawn(move || turn(first))).collect();
        let mut looked = turn(0);
        for other in others {
            match other.join() {
                Ok(more) => looked.extend(more),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        looked
    });
    looked.sort_by_key(|(number, _)| *number);
    looked.into_iter().map(|(_, looked)| looked).collect()
}

fn current(
    open: Option<&Arc<Session>>,
    place: &LogPlace,
    kept: Option<&Path>,
) -> Result<Arc<Session>, Fault> {
    match open {
        Some(session) => Ok(session.next()?.map_or_else(|| Arc::clone(session), Arc::new)),
        None => Ok(Arc::new(Session::open(place, kept)?)),
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

    /// Whose session was written last.
    pub fn newest(&self) -> Option<Source> {
        let last = |session: &&Arc<Session>| {
            let read = session.read();
            read.log.rows().last().and_then(|row| row.seconds())
        };
        self.sessions.iter().max_by_key(last).map(|session| session.place.source)
    }

    /// Sessions with lines that cannot be read.
    pub fn damaged(&self) -> u32 {
        self.sessions.iter().filter(|session| !session.read().log.unread().is_empty()).count() as u32
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

    fn same_as(&self, other: &Self) -> bool {
        let revisions = |logs: &Self| logs.sessions.iter().map(|one| one.revision).collect::<Vec<_>>();
        self.found == other.found && self.faults == other.faults && revisions(self) == revisions(other)
    }

    /// Whether a writer holds the log at a path.
    pub fn is_live(&self, path: &Path) -> bool {
        self.live.contains(path)
    }
}
