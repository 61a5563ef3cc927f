//! Which of Pixir's logs a workspace has.
//!
//! A shared child logs beside its parent, an isolated one in its own workspace under `.pixir/subagents`, and
//! isolated children nest. Pixir refuses a path with a link in it below the workspace; such logs are
//! reported and not read.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use disk::{Cause, Fault, Kind};
use message::{Message, message};

use crate::lease::{Lease, lease};
use crate::source::LogFamily;
use crate::{BadId, SessionId, Source};

/// How deep isolated children are looked for.
const NESTING_LIMIT: usize = 8;
/// Log files taken from one workspace at the most.
const LOG_LIMIT: usize = 100_000;

/// What a workspace holds.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Found {
    /// The logs, in the order of their folders and then of their names.
    pub logs: Vec<LogPlace>,
    /// What could not be taken for a log, and why.
    pub problems: Vec<Problem>,
    /// Every folder that was looked at.
    pub looked: Vec<Looked>,
}

/// One log file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogPlace {
    /// The session, from the file's name.
    pub id: SessionId,
    /// The file.
    pub path: PathBuf,
    /// The workspace whose `.pixir` it lies in; of another agent's, the folder it was started in.
    pub workspace: PathBuf,
    /// The child whose workspace that is, if it is an isolated child's; of another agent's, the session whose
    /// sub-agent wrote it.
    pub subagent: Option<String>,
    /// Whether a writer held it when it was found.
    pub live: bool,
    /// Whose log it is.
    pub source: Source,
    /// The logs that begin with the same line; `None` if no other does.
    pub family: Option<Arc<LogFamily>>,
}

/// A folder that was looked at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Looked {
    /// The folder.
    pub folder: PathBuf,
    /// What came of it.
    pub outcome: Outlook,
}

/// What came of looking at a folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outlook {
    /// It has this many logs.
    Logs(usize),
    /// It does not exist.
    Missing,
    /// It could not be listed, or a link stands in the way.
    Closed(Message),
}

/// A thing where a log should be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// Where.
    pub path: PathBuf,
    /// What.
    pub what: Trouble,
}

/// What is wrong with it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Trouble {
    /// Its name is no session id.
    BadId(BadId),
    /// Pixir refuses its path.
    Unsafe(Unsafe),
    /// Another log has the same id.
    SameId {
        /// That other log.
        other: PathBuf,
    },
    /// There are more logs than Assay lists.
    TooMany,
    /// A child lies deeper than children are looked for.
    TooDeep,
    /// What holds sessions of another agent cannot be read.
    Unread(Fault),
}

/// Why Pixir refuses a path below the workspace.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unsafe {
    /// A part of it is a link.
    Link(PathBuf),
    /// A part of it is no folder.
    NotAFolder(PathBuf),
    /// At its end stands something other than a file.
    NotAFile(PathBuf),
    /// A part of it cannot be looked at.
    Unseen(Fault),
}

/// Finds the logs of a workspace and of its isolated children. `now` tells a live lease from a stale one.
pub fn find(workspace: &Path, now: SystemTime) -> Found {
    let mut found = Found::default();
    found.workspace(workspace, None, 0);
    for log in &mut found.logs {
        log.live = matches!(lease(&log.workspace, &log.id, now), Ok(Lease::Active(_)));
    }
    let mut first: BTreeMap<&SessionId, &Path> = BTreeMap::new();
    let mut twice = Vec::new();
    for log in &found.logs {
        match first.get(&log.id) {
            Some(other) => twice.push(Problem {
                path: log.path.clone(),
                what: Trouble::SameId { other: (*other).to_owned() },
            }),
            None => drop(first.insert(&log.id, &log.path)),
        }
    }
    found.problems.extend(twice);
    found
}

impl Found {
    /// The folders whose changes can change what is found: of logs, of leases and of isolated children.
    pub fn folders(&self) -> Vec<PathBuf> {
        let pixir = self.looked.iter().filter_map(|looked| looked.folder.parent());
        let names = ["sessions", "session_leases", "subagents"];
        let mut folders: Vec<PathBuf> = pixir.flat_map(|pixir| names.map(|name| pixir.join(name))).collect();
        folders.sort();
        folders.dedup();
        folders
    }

    fn workspace(&mut self, workspace: &Path, subagent: Option<&str>, depth: usize) {
        self.sessions(workspace, subagent);
        let children = workspace.join(".pixir/subagents");
        let entries = match self.folder(workspace, &children) {
            Ok(entries) => entries,
            Err(Outlook::Missing) => return,
            Err(outcome) => return self.looked.push(Looked { folder: children, outcome }),
        };
        for entry in entries {
            let folder = children.join(&entry.name);
            let child = folder.join("workspace");
            let linked =
                |path: PathBuf| Problem { path: path.clone(), what: Trouble::Unsafe(Unsafe::Link(path)) };
            match (entry.kind, disk::look_at_entry(&child).map(|look| look.kind)) {
                (Kind::Link, _) => self.problems.push(linked(folder)),
                (Kind::Folder, Ok(Kind::Link)) => self.problems.push(linked(child)),
                (Kind::Folder, Ok(Kind::Folder)) if depth < NESTING_LIMIT => {
                    self.workspace(&child, entry.name.to_str(), depth + 1);
                }
                (Kind::Folder, Ok(Kind::Folder)) => {
                    self.problems.push(Problem { path: child, what: Trouble::TooDeep });
                }
                _ => {}
            }
        }
    }

    fn sessions(&mut self, workspace: &Path, subagent: Option<&str>) {
        let folder = workspace.join(".pixir/sessions");
        let entries = match self.folder(workspace, &folder) {
            Ok(entries) => entries,
            Err(outcome) => return self.looked.push(Looked { folder, outcome }),
        };
        let before = self.logs.len();
        for entry in entries {
            let Some(stem) = entry.name.as_encoded_bytes().strip_suffix(b".ndjson") else { continue };
            let path = folder.join(&entry.name);
            if self.logs.len() >= LOG_LIMIT {
                self.problems.push(Problem { path, what: Trouble::TooMany });
                break;
            }
            let refused = match entry.kind {
                Kind::File => None,
                Kind::Link => Some(Unsafe::Link(path.clone())),
                Kind::Folder | Kind::Other(_) => Some(Unsafe::NotAFile(path.clone())),
            };
            match (SessionId::parse(stem), refused) {
                (Err(bad), _) => self.problems.push(Problem { path, what: Trouble::BadId(bad) }),
                (_, Some(why)) => self.problems.push(Problem { path, what: Trouble::Unsafe(why) }),
                (Ok(id), None) => self.logs.push(LogPlace {
                    id,
                    path,
                    workspace: workspace.to_owned(),
                    subagent: subagent.map(str::to_owned),
                    live: false,
                    family: None,
                    source: Source::Pixir,
                }),
            }
        }
        self.looked.push(Looked { folder, outcome: Outlook::Logs(self.logs.len() - before) });
    }

    /// Lists a folder below the workspace, unless Pixir would refuse to go there.
    fn folder(&mut self, workspace: &Path, folder: &Path) -> Result<Vec<disk::Entry>, Outlook> {
        match safe_folders(workspace, folder) {
            Ok(true) => disk::list(folder).map_err(|fault| Outlook::Closed(fault.message())),
            Ok(false) => Err(Outlook::Missing),
            Err(refused) => {
                let closed = Outlook::Closed(refused.message());
                self.problems.push(Problem { path: folder.to_owned(), what: Trouble::Unsafe(refused) });
                Err(closed)
            }
        }
    }
}

/// Whether Pixir would open this file below the workspace; `false` if nothing is there.
pub(crate) fn safe_state_path(workspace: &Path, file: &Path) -> Result<bool, Unsafe> {
    let Some(folder) = file.parent() else { return Ok(false) };
    if !safe_folders(workspace, folder)? {
        return Ok(false);
    }
    match disk::look_at_entry(file).map(|look| look.kind) {
        Ok(Kind::File) => Ok(true),
        Ok(Kind::Link) => Err(Unsafe::Link(file.to_owned())),
        Ok(Kind::Folder | Kind::Other(_)) => Err(Unsafe::NotAFile(file.to_owned())),
        Err(fault) if fault.cause == Cause::Missing => Ok(false),
        Err(fault) => Err(Unsafe::Unseen(fault)),
    }
}

/// Whether every part below the workspace is a real folder. The workspace itself may be a link.
fn safe_folders(workspace: &Path, folder: &Path) -> Result<bool, Unsafe> {
    let Ok(below) = folder.strip_prefix(workspace) else { return Ok(false) };
    let mut part = workspace.to_owned();
    for name in below {
        part.push(name);
        match disk::look_at_entry(&part).map(|look| look.kind) {
            Ok(Kind::Folder) => {}
            Ok(Kind::Link) => return Err(Unsafe::Link(part)),
            Ok(Kind::File | Kind::Other(_)) => return Err(Unsafe::NotAFolder(part)),
            Err(fault) if fault.cause == Cause::Missing => return Ok(false),
            Err(fault) => return Err(Unsafe::Unseen(fault)),
        }
    }
    Ok(true)
}

impl Unsafe {
    /// Returns the reason as a sentence without a full stop.
    pub fn message(&self) -> Message {
        match self {
            Self::Link(path) => {
                message!("{path} is a link; Pixir refuses links below a workspace", path = path.display())
            }
            Self::NotAFolder(path) => {
                message!("{path} is not a folder; Pixir needs one there", path = path.display())
            }
            Self::NotAFile(path) => {
                message!("{path} is not a file; Pixir needs one there", path = path.display())
            }
            Self::Unseen(fault) => fault.message(),
        }
    }
}

impl fmt::Display for Unsafe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message().text)
    }
}

impl Problem {
    /// A word for each sort of problem that does not change with the sentence.
    pub fn code(&self) -> &'static str {
        match self.what {
            Trouble::BadId(_) => "invalid_session_id",
            Trouble::Unsafe(_) => "unsafe_state_path",
            Trouble::SameId { .. } => "same_session_id",
            Trouble::TooMany => "too_many_logs",
            Trouble::TooDeep => "too_deep",
            Trouble::Unread(_) => "unreadable_sessions",
        }
    }
}

impl Problem {
    /// Returns the problem as a sentence without a full stop.
    pub fn message(&self) -> Message {
        let path = self.path.display();
        match &self.what {
            Trouble::BadId(bad) => message!("{path} is not listed: {bad}; rename the file", path, bad),
            Trouble::Unsafe(why) => why.message(),
            Trouble::SameId { other } => {
                message!("{path} has the same session id as {other}", path, other = other.display())
            }
            Trouble::Unread(fault) => fault.message(),
            Trouble::TooDeep => message!(
                "{path} is not searched: it is nested more than {limit} levels deep",
                path,
                limit = NESTING_LIMIT
            ),
            Trouble::TooMany => {
                message!(
                    "{path} and later logs are not listed: more than {limit} logs",
                    path,
                    limit = LOG_LIMIT
                )
            }
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message().text)
    }
}
