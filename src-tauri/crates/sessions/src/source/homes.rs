//! Where other agents keep their logs.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use disk::{Cause, Fault, Kind};
use message::{Message, message};

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

    /// The variables of these that name the folder of one agent alone.
    const OF_AN_AGENT: [&'static str; 7] = [
        "CLAUDE_CONFIG_DIR",
        "CODEX_HOME",
        "COPILOT_HOME",
        "GEMINI_CLI_HOME",
        "GOOSE_PATH_ROOT",
        "PI_CODING_AGENT_DIR",
        "QWEN_HOME",
    ];

    /// Returns a fault for each variable that names no folder, so that none of that agent's sessions are found.
    pub(crate) fn faults(&self) -> Vec<Fault> {
        let unknown = |name: &&str| {
            let folder = self.variable(name)?;
            let is_none = match disk::look(folder) {
                Ok(found) => found.kind != Kind::Folder,
                Err(fault) => matches!(fault.cause, Cause::Missing | Cause::NotAFolder),
            };
            let why = if folder.starts_with("~") {
                message!(
                    "{name} starts with `~`, which only a shell replaces; set it to an absolute path",
                    name
                )
            } else {
                message!("{name} is set to this, which is not a folder; correct or unset the variable", name)
            };
            is_none.then(|| Fault { path: folder.clone(), cause: Cause::Other(why) })
        };
        Self::OF_AN_AGENT.iter().filter_map(unknown).collect()
    }

    /// The value of a variable; an empty one counts as unset.
    pub(crate) fn variable(&self, name: &str) -> Option<&PathBuf> {
        self.variables.get(name).filter(|value| !value.as_os_str().is_empty())
    }

    /// The folder a variable names, else one below the home.
    pub(crate) fn folder(&self, variable: &str, below_home: &str) -> Option<PathBuf> {
        match self.variable(variable) {
            Some(folder) => Some(folder.clone()),
            None => self.home.as_ref().map(|home| home.join(below_home)),
        }
    }
}

/// The logs of one source, and what stands where logs do and is none.
#[derive(Debug, Default)]
pub(crate) struct FoundTraces {
    /// The logs.
    pub traces: Vec<Trace>,
    /// Folders that cannot be listed, and links, pipes or folders named as logs are.
    pub faults: Vec<Fault>,
}

impl FoundTraces {
    /// Returns what is in a folder; nothing where there is none.
    pub fn entries(&mut self, folder: &Path) -> Vec<disk::Entry> {
        disk::list(folder).unwrap_or_else(|fault| {
            // A folder that is not there is no fault, a link to nothing in its place is.
            let stands = disk::look_at_entry(folder).map(|look| look.kind);
            match (fault.cause == Cause::Missing, stands) {
                (false, _) => self.faults.push(fault),
                (true, Ok(kind)) => self.refuse_folder(folder, kind),
                (true, Err(_)) => {}
            }
            Vec::new()
        })
    }

    /// Returns the folders in a folder. A link between them is a fault, since it is not followed.
    pub fn folders(&mut self, folder: &Path) -> Vec<PathBuf> {
        let mut folders = Vec::new();
        for entry in self.entries(folder) {
            match entry.kind {
                Kind::Folder => folders.push(folder.join(entry.name)),
                Kind::Link => self.refuse_folder(&folder.join(entry.name), Kind::Link),
                Kind::File | Kind::Other(_) => {}
            }
        }
        folders
    }

    /// Takes what is named as a log is, if it is a file.
    pub fn take(&mut self, trace: Option<Trace>, kind: Kind) {
        match trace {
            Some(trace) if kind == Kind::File => self.traces.push(trace),
            Some(trace) => self.refuse(&trace.path, kind),
            None => {}
        }
    }

    /// Takes a log whose folder makes it one, if it is a file; where nothing is, there is no log.
    pub fn take_there(&mut self, trace: Trace) {
        match disk::look_at_entry(&trace.path) {
            Ok(look) => self.take(Some(trace), look.kind),
            Err(fault) if matches!(fault.cause, Cause::Missing | Cause::NotAFolder) => {}
            Err(fault) => self.faults.push(fault),
        }
    }

    /// Notes that something is no file.
    pub fn refuse(&mut self, path: &Path, kind: Kind) {
        if let Some(what) = name_of(path, kind) {
            self.faults.push(Fault { path: path.to_owned(), cause: Cause::NotAFile(what) });
        }
    }

    /// Notes why a file is not read.
    pub fn note(&mut self, path: &Path, why: Message) {
        self.faults.push(Fault { path: path.to_owned(), cause: Cause::Other(why) });
    }

    fn refuse_folder(&mut self, path: &Path, kind: Kind) {
        if let Some(what) = name_of(path, kind) {
            self.note(path, message!("expected a folder, found a {what}", what));
        }
    }
}

/// Returns what something is that is no file, behind "is a".
fn name_of(path: &Path, kind: Kind) -> Option<&'static str> {
    match kind {
        Kind::Link if disk::look(path).is_err() => Some("broken link"),
        Kind::Link => Some("link, which is not followed"),
        Kind::Folder => Some("folder"),
        Kind::Other(word) => Some(word),
        Kind::File => None,
    }
}
