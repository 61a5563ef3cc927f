use serde_json::{Value, json};

use crate::{PathFault, Refusal};

/// Why a tool of a skill made of code does not do what it was called for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unable {
    /// One of the kinds an agent can act on (S0-11): `invalid_args`, `not_found`, `outside_workspace`,
    /// `permission_denied`, `read_failed`, `too_large`, `binary`, `not_run`.
    pub kind: &'static str,
    /// What is wrong, in a sentence.
    pub words: String,
    /// What belongs to the kind, for programs; an object.
    pub details: Value,
}

impl Unable {
    /// A reason without details.
    pub fn new(kind: &'static str, words: impl Into<String>) -> Self {
        Self { kind, words: words.into(), details: json!({}) }
    }

    /// A path that is not below the workspace.
    pub(crate) fn outside(path: &str, fault: PathFault) -> Self {
        let words = match fault {
            PathFault::Odd => format!("{path:?} is not a path. Name a file of the workspace."),
            _ => {
                format!(
                    "{path:?} is or may be outside the workspace. Name a path below the workspace, such as \
                     a/b.txt."
                )
            }
        };
        let details = json!({ "path": path, "reason": fault.word() });
        Self { details, ..Self::new(fault.kind(), words) }
    }
}

impl From<Unable> for Refusal {
    fn from(unable: Unable) -> Self {
        Self::Unable(Box::new(unable))
    }
}
