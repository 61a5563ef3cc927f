//! Everything an agent can be refused, in the forms that conventions have for it.

use disk::{Cause, Fault};
use serde_json::{Value, json};

use crate::{PathFault, Unable};

/// Why an agent does not get what it asked for. Nothing of it names a skill the agent may not see.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The call names no skill (S2-29).
    #[error("Skill name is required")]
    NameMissing,
    /// No such skill is offered to this task (S2-39, S3-25).
    #[error("Unknown or unavailable skill: {name}")]
    Unknown {
        /// What was asked for.
        name: String,
        /// The ids there are, sorted.
        visible: Vec<String>,
    },
    /// The skill is for certain files, and the call names none (S4-66).
    #[error(
        "Skill '{name}' is for certain files only. Call again with a context_path that matches one of: {}",
        .patterns.join(", ")
    )]
    ContextPathMissing {
        /// The skill.
        name: String,
        /// Its patterns.
        patterns: Vec<String>,
    },
    /// The skill is for other files (S4-67).
    #[error(
        "Skill '{name}' is not for '{path}'. Its context_path must match one of: {}",
        .patterns.join(", ")
    )]
    ContextPathOther {
        /// The skill.
        name: String,
        /// The path of the call.
        path: String,
        /// Its patterns.
        patterns: Vec<String>,
    },
    /// A person said no (S2-30).
    #[error("User rejected the request")]
    Rejected,
    /// There is nothing below the frontmatter (S2-34).
    #[error("Skill body is empty: {name}")]
    EmptyBody {
        /// The skill.
        name: String,
    },
    /// The `SKILL.md` is not UTF-8.
    #[error("Skill '{name}' cannot be read: its SKILL.md is not UTF-8. Save it as UTF-8.")]
    NotText {
        /// The skill.
        name: String,
    },
    /// The words of the arguments cannot be told apart (S4-44, S4-80).
    #[error("The arguments have unmatched quotes or escapes. Close each quote and call again.")]
    Arguments,
    /// The skill was not taken in by this task (S4-14).
    #[error("Skill '{name}' has not been activated in this task. Activate it first.")]
    NotActivated {
        /// The skill.
        name: String,
    },
    /// The skill's own list of tools lacks this one (S4-70, S4-71).
    #[error("Skill '{name}' does not permit tool '{tool}'; allowed-tools: {}", .allowed.join(", "))]
    NotPermitted {
        /// The skill.
        name: String,
        /// The tool.
        tool: &'static str,
        /// The list.
        allowed: Vec<String>,
    },
    /// The path is not one of a file below the skill (S4-79).
    #[error("'{path}' {fault}")]
    Path {
        /// As it was asked for.
        path: String,
        /// What is wrong with it.
        fault: PathFault,
    },
    /// The path is the `SKILL.md` under another name, which only an activation shows.
    #[error("'{path}' is the skill's SKILL.md. Activate the skill to see it.")]
    MainFile {
        /// As it was asked for.
        path: String,
    },
    /// There is no such file.
    #[error("Skill '{name}' has no file '{path}'.")]
    NoSuchFile {
        /// The skill.
        name: String,
        /// As it was asked for.
        path: String,
    },
    /// Something else than a file stands there.
    #[error("'{path}' is a {what}, not a file.")]
    NotAFile {
        /// As it was asked for.
        path: String,
        /// What stands there.
        what: &'static str,
    },
    /// The file is larger than is read; both in bytes.
    #[error("'{path}' has {size} bytes; at most {limit} are read of one file.")]
    TooLarge {
        /// As it was asked for.
        path: String,
        /// What it has.
        size: u64,
        /// What is read at the most.
        limit: u64,
    },
    /// The file is no text.
    #[error("'{path}' is not text: {size} bytes that are not shown.")]
    Binary {
        /// As it was asked for.
        path: String,
        /// Bytes.
        size: u64,
    },
    /// Nothing here runs such a script (S4-15, S4-77).
    #[error("{}", no_interpreter(.path, .tried))]
    NoInterpreter {
        /// The script.
        path: String,
        /// The programs that were looked for; none when the ending is not known.
        tried: Vec<&'static str>,
    },
    /// The permission mode, or a rule, does not let it run.
    #[error("{rule}")]
    Denied {
        /// The rule, in a sentence.
        rule: String,
    },
    /// Nobody has decided on it yet.
    #[error("The user has to approve this first.")]
    Undecided,
    /// It was not run, and why.
    #[error("It was not run: {0}.")]
    NotRun(String),
    /// A file or folder cannot be read or copied.
    #[error("{0}.")]
    Unreadable(Fault),
    /// A tool of a skill made of code says why.
    #[error("{}", .0.words)]
    Unable(Box<Unable>),
}

impl Refusal {
    /// One of the kinds an agent can act on.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::NameMissing
            | Self::Arguments
            | Self::ContextPathMissing { .. }
            | Self::ContextPathOther { .. }
            | Self::MainFile { .. } => "invalid_args",
            Self::Unknown { .. } | Self::NoSuchFile { .. } => "not_found",
            Self::Path { fault, .. } => fault.kind(),
            Self::Rejected | Self::NotPermitted { .. } | Self::Denied { .. } | Self::Undecided => {
                "permission_denied"
            }
            Self::NotActivated { .. } => "not_activated",
            Self::NoInterpreter { .. } => "no_interpreter",
            Self::TooLarge { .. } => "too_large",
            Self::Binary { .. } => "binary",
            Self::EmptyBody { .. } | Self::NotText { .. } | Self::NotAFile { .. } | Self::Unreadable(_) => {
                "read_failed"
            }
            Self::NotRun(_) => "not_run",
            Self::Unable(unable) => unable.kind,
        }
    }

    /// What belongs to the kind, for programs.
    pub fn details(&self) -> Value {
        match self {
            Self::Unknown { name, visible } => json!({ "name": name, "known": visible }),
            Self::ContextPathMissing { name, patterns } => json!({ "name": name, "paths": patterns }),
            Self::ContextPathOther { name, path, patterns } => {
                json!({ "name": name, "context_path": path, "paths": patterns })
            }
            Self::EmptyBody { name } | Self::NotText { name } | Self::NotActivated { name } => {
                json!({ "name": name })
            }
            Self::NotPermitted { name, tool, allowed } => {
                json!({ "name": name, "tool": tool, "allowed_tools": allowed })
            }
            Self::Path { path, fault } => json!({ "path": path, "reason": fault.word() }),
            Self::MainFile { path } => json!({ "path": path }),
            Self::NoSuchFile { name, path } => json!({ "name": name, "path": path }),
            Self::NotAFile { path, what } => json!({ "path": path, "is": what }),
            Self::TooLarge { path, size, limit } => json!({ "path": path, "size": size, "limit": limit }),
            Self::Binary { path, size } => json!({ "path": path, "size": size }),
            Self::NoInterpreter { path, tried } => json!({ "path": path, "tried": tried }),
            Self::Denied { rule } => json!({ "rule": rule }),
            Self::Rejected => json!({ "by": "user" }),
            Self::Unable(unable) => unable.details.clone(),
            Self::NameMissing | Self::Arguments | Self::Undecided | Self::NotRun(_) | Self::Unreadable(_) => {
                json!({})
            }
        }
    }

    /// The one envelope of all tools (S0-11).
    pub fn envelope(&self) -> Value {
        let error = json!({ "kind": self.kind(), "message": self.to_string(), "details": self.details() });
        json!({ "ok": false, "error": error })
    }

    /// As the pipeline says it (S2-39): the sentence, and where the skill is not known, those that are.
    pub fn payload(&self) -> Value {
        match self {
            Self::Unknown { visible, .. } => {
                json!({ "error": self.to_string(), "availableSkills": visible })
            }
            _ => json!({ "error": self.to_string() }),
        }
    }

    /// An id no copy can have.
    pub(crate) fn no_folder(id: &str) -> Self {
        Self::NotRun(format!("the id {id:?} cannot be the name of a folder"))
    }

    /// What stood in the way of a file the agent named.
    pub(crate) fn of_file(fault: Fault, name: &str, path: &str) -> Self {
        let path = path.to_owned();
        match fault.cause {
            Cause::Missing | Cause::NotAFolder => Self::NoSuchFile { name: name.to_owned(), path },
            Cause::Outside => Self::Path { path, fault: PathFault::Link },
            Cause::NotAFile(what) => Self::NotAFile { path, what },
            Cause::TooLarge { size, limit } => Self::TooLarge { path, size, limit },
            _ => Self::Unreadable(fault),
        }
    }
}

fn no_interpreter(path: &str, tried: &[&str]) -> String {
    if tried.is_empty() {
        format!("No interpreter for '{path}'; its file extension is not that of a script.")
    } else {
        format!("'{path}' needs {}, which is not on PATH here.", tried.join(" or "))
    }
}
