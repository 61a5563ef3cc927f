//! What contains a command on this machine.

use execution::Level;
use serde::Serialize;

/// What contains a command.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SandboxView {
    /// How strong it is.
    pub level: Level,
    /// `namespaces, Landlock, seccomp`.
    #[cfg_attr(test, ts(skip))]
    pub words: String,
}

impl SandboxView {
    /// A level, as it is shown.
    pub(crate) fn of(level: Level) -> Self {
        Self {
            level,
            words: match level {
                Level::Full => "namespaces, Landlock, seccomp".to_owned(),
                Level::Walls => "Landlock, seccomp".to_owned(),
                Level::None => {
                    "No sandbox on this machine. The command would run with your rights.".to_owned()
                }
            },
        }
    }
}
