//! The look at logs.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::SystemTime;

use disk::Fault;
use sessions::{Checked, Log, LogPlace, Source};

use crate::locked::locked;
use crate::logs::Looking;
use crate::look::elsewhere::ElsewhereLogs;
use crate::{Logs, Session, Workspace};

/// Logs that keep their file open. The newest do; the others open it when they are asked, so that
/// years of sessions do not use up the system's file handles.
const HELD: usize = 64;
/// In nanoseconds.
const MINUTE: i128 = 60_000_000_000;
/// A log of another agent that has more bytes is read in the background: the others never wait for it.
pub const LARGE_LOG: u64 = 32 << 20;
/// Bytes validated at once in the background; a question waits for at most one slice of its log.
const SLICE: u64 = 16 << 20;

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
        let elsewhere = self.logs_elsewhere();
        let kept = self.surroundings().kept.as_deref();
        let leaves_large = self.logs.leaves_large.load(Ordering::Relaxed);
        let left_out = Arc::clone(&locked(&self.logs.left_out));
        let is_wanted = |place: &LogPlace| !left_out.contains(&place.path);
        let found = look_at(&workspace, &elsewhere, kept, &mut looking, self.now(), leaves_large, &is_wanted);
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

    /// Returns whose log of this workspace was written last, by the times of the files. Where logs of several agents were
    /// written within a minute, as in a home that was copied, their last events decide; no other log is opened.
    pub fn newest_agent(&self) -> Option<Source> {
        let (folder, elsewhere) = (self.folder(), self.logs_elsewhere());
        let own = sessions::find(&folder, self.now()).logs;
        let written =
            |place: &LogPlace| place.source.look(&place.path).map_or(i128::MIN, |at| at.modified_ns);
        let places: Vec<(i128, &LogPlace)> =
            own.iter().chain(elsewhere.below(&folder)).map(|place| (written(place), place)).collect();
        let newest = places.iter().map(|(written, _)| *written).max()?;
        let near: Vec<&LogPlace> = places
            .into_iter()
            .filter_map(|(written, place)| (written >= newest.saturating_sub(MINUTE)).then_some(place))
            .collect();
        let first = near.first()?.source;
        if near.iter().all(|place| place.source == first) {
            return Some(first);
        }
        let ended = |place: &&&LogPlace| Log::open_place(place).ok()?.rows().last()?.seconds();
        near.iter().max_by_key(ended).map(|place| place.source)
    }

    /// Leaves logs of other agents with more than 32 MiB to [`Workspace::read_on`], so that the other rows of a list do
    /// not wait for them.
    pub fn leave_large_logs(&self) {
        self.logs.leaves_large.store(true, Ordering::Relaxed);
    }

    /// Returns whether large logs are left to [`Workspace::read_on`].
    pub fn leaves_large_logs(&self) -> bool {
        self.logs.leaves_large.load(Ordering::Relaxed)
    }

    /// Looks at no log at these paths, such as those that are known to hold nothing that is asked for.
    pub fn leave_out(&self, paths: Arc<HashSet<PathBuf>>) {
        *locked(&self.logs.left_out) = paths;
        self.logs.forget_look();
    }

    /// Reads a large log that a look left, the newest first; else about 16 MiB of a long log in full that was only looked
    /// at from the ends of its lines. `None` when all logs are read in full; otherwise whether lists have changed.
    pub fn read_on(&self) -> Option<bool> {
        if !self.is_open() {
            return None;
        }
        let logs = self.logs();
        if let Some((place, bytes)) = logs.reading.last() {
            self.read_large(place, *bytes);
            return Some(true);
        }
        let session = logs.sessions.iter().find(|session| !session.read().log.is_validated())?;
        // A log that cannot be read any more is told by the next look.
        let differs = session.read().log.check(SLICE) == Ok(Checked::Differs);
        Some(differs && self.corrected(session).is_ok())
    }

    /// Reads all large logs that the last look left, several at once and the newest first.
    pub fn read_large_logs(&self) {
        let logs = self.logs();
        let newest_first: Vec<_> = logs.reading.iter().rev().collect();
        disk::in_threads(&newest_first, 1, |_, (place, bytes)| self.read_large(place, *bytes));
    }

    /// Opens a large log without keeping anyone waiting, and puts it among those that are open.
    fn read_large(&self, place: &LogPlace, bytes: u64) {
        let opened = Session::open(place, self.surroundings().kept.as_deref());
        let mut looking = locked(&self.logs.looking);
        match opened {
            Ok(session) => drop(looking.open.insert(place.path.clone(), Arc::new(session))),
            Err(fault) => drop(looking.failed.insert(place.path.clone(), (bytes, fault))),
        }
        drop(looking);
        self.logs.forget_look();
    }

    /// A session with every line of its log read in full.
    ///
    /// # Errors
    ///
    /// When the log cannot be read, such as when another file has taken its place.
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

    /// The keys of the sessions whose logs lie at these paths, as of the last look; nothing where one of them is no log
    /// that was seen then. It looks at nothing, and waits for nobody who does.
    pub fn keys_at(&self, paths: &[PathBuf]) -> Option<Vec<String>> {
        let seen = self.logs.looking.try_lock().ok()?.seen.clone()?;
        let key =
            |path: &PathBuf| seen.sessions.iter().find(|one| one.path == *path).map(|one| one.key.clone());
        paths.iter().map(key).collect()
    }

    /// The session with a key; nothing once its log is gone.
    pub fn session(&self, key: &str) -> Option<Arc<Session>> {
        self.logs().sessions.iter().find(|session| session.key == key).cloned()
    }
}

fn look_at(
    workspace: &Path,
    elsewhere: &ElsewhereLogs,
    kept: Option<&Path>,
    looking: &mut Looking,
    now: SystemTime,
    leaves_large: bool,
    is_wanted: &dyn Fn(&LogPlace) -> bool,
) -> Logs {
    let mut found = sessions::find(workspace, now);
    let mut faults = Vec::new();
    match kept.map_or(Ok(Vec::new()), |kept| sessions::find_hosted(kept, workspace)) {
        Ok(hosted) => found.logs.extend(hosted),
        Err(fault) => faults.push(fault),
    }
    found.logs.extend(elsewhere.below(workspace).into_iter().cloned());
    found.problems.extend(elsewhere.problems.iter().cloned());
    found.logs.retain(is_wanted);
    let mut small = Vec::new();
    let mut reading = Vec::new();
    for place in &found.logs {
        match size_if_left(place, looking).filter(|_| leaves_large) {
            None => small.push(place.clone()),
            Some(bytes) => match looking.failed.get(&place.path).filter(|(size, _)| *size == bytes) {
                None => reading.push((place.clone(), bytes)),
                Some((_, fault)) => faults.push(fault.clone()),
            },
        }
    }
    let mut still = HashMap::new();
    let live = found.logs.iter().filter(|place| place.live).map(|place| place.path.clone()).collect();
    let mut logs = Logs { found, sessions: Vec::new(), faults, reading, live };
    let resting = small.len().saturating_sub(HELD);
    let look = |number: usize, place: &LogPlace| {
        let session = current(looking.open.get(&place.path), place, kept)?;
        // Ids begin with the time of their session, and logs come in their order.
        if number < resting {
            session.rest();
        }
        Ok(session)
    };
    let unread = small.iter().filter(|place| !looking.open.contains_key(&place.path)).count();
    // Logs that are open already are only asked whether they grew.
    let few = if unread > 1 { 1 } else { usize::MAX };
    let looked = disk::in_threads(&small, few, look);
    for (place, session) in small.iter().zip(looked) {
        match session {
            Ok(session) => {
                logs.sessions.push(Arc::clone(&session));
                still.insert(place.path.clone(), session);
            }
            Err(fault) => logs.faults.push(fault),
        }
    }
    looking.open = still;
    logs
}

/// The size of a log that is left to the background: it is another agent's, not open, and large.
fn size_if_left(place: &LogPlace, looking: &Looking) -> Option<u64> {
    if place.source.is_envelope() || looking.open.contains_key(&place.path) {
        return None;
    }
    disk::look(&place.path).ok().map(|found| found.stamp.size).filter(|size| *size > LARGE_LOG)
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
