//! Where other agents keep their logs, and which of them belong to a folder.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};

use disk::{Cause, Fault, Stamp};

use super::{About, Source};
use crate::find::{Found, LogPlace, Problem, Trouble};
use crate::members::Members;
use crate::{SessionId, json};

/// Bytes of a log that are read to learn where it was started.
const HEAD: usize = 256 << 10;
/// Logs of one source that are listed at the most.
const LIMIT: usize = 100_000;

/// The user's home and the variables that move what agents keep there.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Homes {
    /// The user's home.
    pub home: Option<PathBuf>,
    /// The values of [`Homes::VARIABLES`] that are set, by name.
    pub variables: BTreeMap<&'static str, PathBuf>,
}

/// A log that was found by its name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Trace {
    /// The file.
    pub path: PathBuf,
    /// The session's id.
    pub id: String,
    /// The session whose sub-agent it is, where its place says so.
    pub parent: Option<String>,
}

/// What the heads of logs said, so that each is read once for every state of its file.
#[derive(Debug, Default)]
pub struct Heads(HashMap<PathBuf, (Stamp, Known)>);

/// Where a log was started, where its head says so; else why it cannot be read.
type Known = Result<Option<Head>, Fault>;

/// Where a log was started.
#[derive(Debug, Clone)]
struct Head {
    folder: PathBuf,
    /// The session whose sub-agent's it is.
    parent: Option<String>,
}

impl Homes {
    /// The variables that move what agents keep.
    pub const VARIABLES: [&'static str; 11] = [
        "APPDATA",
        "CLAUDE_CONFIG_DIR",
        "CODEX_HOME",
        "COPILOT_HOME",
        "GEMINI_CLI_HOME",
        "GOOSE_PATH_ROOT",
        "PI_CODING_AGENT_DIR",
        "PI_CODING_AGENT_SESSION_DIR",
        "QWEN_HOME",
        "XDG_CONFIG_HOME",
        "XDG_DATA_HOME",
    ];

    /// The folder a variable names, else one below the home.
    pub(crate) fn folder(&self, variable: &str, below_home: &str) -> Option<PathBuf> {
        match self.variables.get(variable) {
            Some(folder) => Some(folder.clone()),
            None => self.home.as_ref().map(|home| home.join(below_home)),
        }
    }
}

/// Finds the logs of other agents that were started in `workspace` or below it; all of them where none is given.
/// Nothing is followed through a link, and of a log only its beginning is read.
pub fn find_elsewhere(homes: &Homes, workspace: Option<&Path>, heads: &mut Heads) -> Found {
    let mut found = Found::default();
    for source in Source::ALL {
        let Some(find) = source.rules().find else { continue };
        let unread = |fault: Fault| Problem { path: fault.path.clone(), what: Trouble::Unread(fault) };
        found.problems.extend(source.faults(homes).into_iter().map(unread));
        for trace in find(homes).into_iter().take(LIMIT) {
            let Ok(id) = SessionId::parse(trace.id.as_bytes()) else { continue };
            let head = match heads.of(*source, &trace.path) {
                Ok(head) => head,
                Err(fault) => {
                    found.problems.extend((fault.cause != Cause::Missing).then(|| unread(fault)));
                    None
                }
            };
            let (folder, parent) = head.map_or_else(Default::default, |head| (head.folder, head.parent));
            if workspace.is_none_or(|workspace| folder.starts_with(workspace)) {
                found.logs.push(LogPlace {
                    id,
                    path: trace.path,
                    workspace: folder,
                    subagent: trace.parent.or(parent),
                    live: false,
                    source: *source,
                });
            }
        }
    }
    found
}

impl Heads {
    /// What the head of a log says.
    fn of(&mut self, source: Source, path: &Path) -> Known {
        if let Some(folder) = source.folder_of(path) {
            return Ok(Some(Head { folder, parent: None }));
        }
        let stamp = source.look(path)?;
        match self.0.get(path) {
            // A log only grows: once its head has said where it was started, it says so for ever.
            Some((known, head)) if *known == stamp || matches!(head, Ok(Some(_))) => head.clone(),
            _ => {
                let head = head(source, path);
                self.0.insert(path.to_owned(), (stamp, head.clone()));
                head
            }
        }
    }
}

/// What the first lines of a log say about it.
fn head(source: Source, path: &Path) -> Known {
    let Some(mut dialect) = source.dialect() else { return Ok(None) };
    let mut bytes = vec![0; HEAD];
    let read = source.file(path)?.read_at(&mut bytes, 0)?;
    bytes.truncate(read);
    let mut number = 1;
    for line in bytes.split(|byte| *byte == b'\n') {
        let Some(members) = json::check(line).ok().and_then(Members::of_json) else { continue };
        dialect.learn(number, &members);
        number += 1;
        if dialect.about().folder.is_some() {
            break;
        }
    }
    let About { folder, parent, is_subagent, .. } = dialect.about().clone();
    Ok(folder.map(|folder| Head { folder, parent: parent.filter(|_| is_subagent) }))
}

/// What is in a folder; nothing where there is none.
pub(crate) fn entries(folder: &Path) -> Vec<disk::Entry> {
    disk::list(folder).unwrap_or_default()
}
