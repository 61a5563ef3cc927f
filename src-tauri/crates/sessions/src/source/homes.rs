//! Where other agents keep their logs.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

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

/// What is in a folder; nothing where there is none.
pub(crate) fn entries(folder: &Path) -> Vec<disk::Entry> {
    disk::list(folder).unwrap_or_default()
}
