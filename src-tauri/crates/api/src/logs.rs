//! The last look at a workspace's logs: which there are, and what is known of each.

mod activated;
mod evidence;
mod held;
mod mention;
mod session;
mod witnessed;

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use ::sessions::{Found, LogPlace, Outlook, Source, find_elsewhere};
use disk::Fault;

pub(crate) use activated::{Activated, activated};
pub(crate) use evidence::Noted;
pub(crate) use session::{Read, Session, time_of};
pub(crate) use witnessed::Witnessed;

use crate::app::locked;
use crate::wire::{PlaceRow, ProblemRow};
use crate::{App, Failure, Tag};

/// Logs that keep their file open. The newest do; the others open it when they are asked, so that
/// years of sessions do not use up the system's file handles.
const HELD: usize = 64;
/// Bytes validated at once in the background; a question waits for at most one slice of its log.
const SLICE: u64 = 16 << 20;

/// The last look, and the logs that are open from it.
#[derive(Default)]
pub(crate) struct LogsLook {
    open: HashMap<PathBuf, Arc<Session>>,
    last: Option<(SystemTime, Arc<Logs>)>,
    // How often the disk was looked at.
    looks: u64,
    // What was seen last, also before a rumour: when nothing has changed, it still holds.
    seen: Option<Arc<Logs>>,
}

/// All logs of a workspace as of one look.
pub(crate) struct Logs {
    pub found: Found,
    /// In the order they were found.
    pub sessions: Vec<Arc<Session>>,
    /// Logs that could not be opened.
    pub faults: Vec<Fault>,
    // What every session was when this look was made.
    states: Vec<u64>,
    // The logs that a writer held; asked for every session, often by those who walk over all of them.
    live: HashSet<PathBuf>,
}

impl LogsLook {
    pub(crate) fn forget_look(&mut self) {
        self.last = None;
    }
}

impl App {
    /// The logs as of now, or as of less than a second ago when no rumour has come since.
    pub(crate) fn look_at_logs(&self) -> Arc<Logs> {
        let workspace = self.workspace();
        let mut look = locked(&self.logs);
        if let Some((at, logs)) = &look.last
            && self.is_fresh(*at)
        {
            return Arc::clone(logs);
        }
        let kept = self.surroundings.kept.as_deref();
        let elsewhere = self.found_elsewhere(Some(&workspace));
        let found = look_at(&workspace, elsewhere, kept, &mut look.open, self.now());
        let logs = match look.seen.take().filter(|seen| seen.same_as(&found)) {
            Some(seen) => seen,
            None => Arc::new(found),
        };
        look.looks += 1;
        look.seen = Some(Arc::clone(&logs));
        look.last = Some((self.now(), Arc::clone(&logs)));
        logs
    }

    /// The logs of other agents that were started in a folder or below it; all of them where none is given.
    pub(crate) fn logs_elsewhere(&self, folder: Option<&Path>) -> Vec<LogPlace> {
        self.found_elsewhere(folder).logs
    }

    fn found_elsewhere(&self, folder: Option<&Path>) -> Found {
        find_elsewhere(&self.surroundings.homes(), folder, &mut locked(&self.heads))
    }

    /// As [`App::look_at_logs`], and which look it was: within one, nothing known of a log changes.
    pub(crate) fn numbered_look_at_logs(&self) -> (Arc<Logs>, u64) {
        let logs = self.look_at_logs();
        (logs, locked(&self.logs).looks)
    }

    /// Reads about 16 MiB of a long log in full that was only looked at from the ends of its lines.
    /// Nothing when all logs are read in full; otherwise whether something had to be corrected.
    pub fn validate_some(&self) -> Option<bool> {
        if !self.is_open() {
            return None;
        }
        let logs = self.look_at_logs();
        let session = logs.sessions.iter().find(|session| !session.is_validated())?;
        // A log that cannot be read any more is told by the next look.
        let corrected = session.validate(SLICE).unwrap_or(false);
        if corrected {
            self.heard(&[Tag::Sessions]);
        }
        Some(corrected)
    }

    /// The session of a row.
    pub(crate) fn session(&self, key: &str) -> Result<Arc<Session>, Failure> {
        let logs = self.look_at_logs();
        let session = logs.sessions.iter().find(|session| session.key == key).ok_or_else(|| {
            Failure::not_found("this session's log is no longer there")
                .hint("the list shows what is there now")
        })?;
        Ok(Arc::clone(session))
    }
}

fn look_at(
    workspace: &Path,
    elsewhere: Found,
    kept: Option<&Path>,
    open: &mut HashMap<PathBuf, Arc<Session>>,
    now: SystemTime,
) -> Logs {
    let mut found = ::sessions::find(workspace, now);
    let mut faults = Vec::new();
    match kept.map_or(Ok(Vec::new()), |kept| ::sessions::find_hosted(kept, workspace)) {
        Ok(hosted) => found.logs.extend(hosted),
        Err(fault) => faults.push(fault),
    }
    found.logs.extend(elsewhere.logs);
    found.problems.extend(elsewhere.problems);
    let mut still = HashMap::new();
    let live = found.logs.iter().filter(|place| place.live).map(|place| place.path.clone()).collect();
    let mut logs = Logs { found, sessions: Vec::new(), faults, states: Vec::new(), live };
    let resting = logs.found.logs.len().saturating_sub(HELD);
    for (number, place) in logs.found.logs.iter().enumerate() {
        match current(open.remove(&place.path), place, kept) {
            Ok(session) => {
                // Ids begin with the time of their session, and logs come in their order.
                if number < resting {
                    session.rest();
                }
                logs.states.push(session.read().state);
                logs.sessions.push(Arc::clone(&session));
                still.insert(place.path.clone(), session);
            }
            Err(fault) => logs.faults.push(fault),
        }
    }
    *open = still;
    logs
}

fn current(open: Option<Arc<Session>>, place: &LogPlace, kept: Option<&Path>) -> Result<Arc<Session>, Fault> {
    match open {
        Some(session) => {
            session.refresh()?;
            Ok(session)
        }
        None => Ok(Arc::new(Session::open(place, kept)?)),
    }
}

impl Logs {
    pub(crate) fn count(&self) -> u32 {
        self.sessions.len() as u32
    }

    pub(crate) fn events(&self) -> u32 {
        self.sessions.iter().map(|session| session.read().log.len() as u32).sum()
    }

    pub(crate) fn live(&self) -> u32 {
        self.live.len() as u32
    }

    /// Whose session was written last.
    pub(crate) fn newest(&self) -> Option<Source> {
        let last = |session: &&Arc<Session>| {
            let read = session.read();
            read.log.rows().last().and_then(|row| row.seconds())
        };
        self.sessions.iter().max_by_key(last).map(|session| session.place.source)
    }

    pub(crate) fn damaged(&self) -> u32 {
        self.sessions.iter().filter(|session| !session.read().log.unread().is_empty()).count() as u32
    }

    /// The folders in which logs, leases and, below `kept`, companion logs lie.
    pub(crate) fn folders(&self, kept: Option<&Path>) -> Vec<PathBuf> {
        let mut workspaces: Vec<&Path> =
            self.found.logs.iter().map(|place| place.workspace.as_path()).collect();
        workspaces.dedup();
        let own = kept.into_iter().flat_map(|kept| {
            let folders = [::sessions::companion_folder, ::sessions::hosted_folder];
            workspaces.iter().flat_map(move |workspace| folders.map(|folder| folder(kept, workspace)))
        });
        let elsewhere = self.found.logs.iter().filter(|place| !place.source.is_envelope());
        let elsewhere =
            elsewhere.filter_map(|place| place.source.folder_around(&place.path)).map(Path::to_owned);
        self.found.folders().into_iter().chain(own).chain(elsewhere).collect()
    }

    fn same_as(&self, other: &Self) -> bool {
        self.states == other.states && self.found == other.found && self.faults == other.faults
    }

    pub(crate) fn is_live(&self, path: &Path) -> bool {
        self.live.contains(path)
    }

    pub(crate) fn places(&self) -> Vec<PlaceRow> {
        // The folder of isolated children matters only when it is there.
        let told = |looked: &&::sessions::Looked| {
            looked.folder.ends_with("sessions") || looked.outcome != Outlook::Missing
        };
        self.found
            .looked
            .iter()
            .filter(told)
            .map(|looked| {
                let is_logs = looked.folder.ends_with("sessions");
                PlaceRow {
                    path: looked.folder.display().to_string(),
                    source: if is_logs { "Pixir sessions" } else { "Pixir, isolated subagents" }.to_owned(),
                    found: found_words(&looked.outcome, if is_logs { "log" } else { "workspace" }),
                    readable: !matches!(looked.outcome, Outlook::Closed(_)),
                    exists: looked.outcome != Outlook::Missing,
                }
            })
            .collect()
    }

    pub(crate) fn problems(&self) -> Vec<ProblemRow> {
        let found = self.found.problems.iter().map(|problem| ProblemRow {
            path: problem.path.display().to_string(),
            code: problem.code().to_owned(),
            message: format!("{problem}."),
        });
        let faults = self.faults.iter().map(|fault| ProblemRow {
            path: fault.path.display().to_string(),
            code: "unreadable_log".to_owned(),
            message: format!("{fault}."),
        });
        found
            .chain(faults)
            .chain(self.sessions.iter().flat_map(|session| companion_problems(session)))
            .collect()
    }
}

fn companion_problems(session: &Session) -> Vec<ProblemRow> {
    let problem = |fault: &Fault| ProblemRow {
        path: fault.path.display().to_string(),
        code: "unreadable_companion".to_owned(),
        message: format!("{fault}. What Assay recorded about session {} is not shown.", session.id),
    };
    session.read().evidence.faults().map(problem).collect()
}

fn found_words(outcome: &Outlook, what: &str) -> String {
    match outcome {
        Outlook::Logs(0) => "empty folder".to_owned(),
        Outlook::Logs(1) => format!("1 {what}"),
        Outlook::Logs(count) => format!("{count} {what}s"),
        Outlook::Missing => "folder does not exist".to_owned(),
        Outlook::Closed(words) => words.clone(),
    }
}
