//! A place that was looked at and what was found there, as codes.

use ::sessions::Outlook;
use ::skills::RootOutcome;
use message::Message;
use serde::Serialize;
use thiserror::Error;

/// The kind of a place that was looked at.
#[derive(Debug, Clone, PartialEq, Eq, Error, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "code", content = "args", rename_all = "snake_case")]
pub enum PlaceKind {
    /// Sessions of an agent.
    #[error("{agent} sessions")]
    Sessions {
        /// The agent.
        agent: String,
    },
    /// Isolated subagents.
    #[error("{agent}, isolated subagents")]
    Subagents {
        /// The agent.
        agent: String,
    },
    /// Skills of a scope.
    #[error("{scope} skills")]
    Skills {
        /// The scope.
        scope: String,
    },
}

/// What was found in a folder.
#[derive(Debug, Clone, PartialEq, Eq, Error, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "code", content = "args", rename_all = "snake_case")]
pub enum PlaceFound {
    /// Nothing.
    #[error("empty folder")]
    Empty,
    /// Logs.
    #[error("{}", counted(*count, "log"))]
    Logs {
        /// How many.
        count: usize,
    },
    /// Workspaces.
    #[error("{}", counted(*count, "workspace"))]
    Workspaces {
        /// How many.
        count: usize,
    },
    /// Skills.
    #[error("{}", skills(*count))]
    Skills {
        /// How many.
        count: usize,
    },
    /// The folder does not exist.
    #[error("folder does not exist")]
    Missing,
    /// The home folder is unknown.
    #[error("home folder unknown")]
    NoHome,
    /// It cannot be read.
    #[error("{message}")]
    Unreadable {
        /// The message of the system.
        message: Message,
    },
}

impl PlaceFound {
    /// Says what a look for logs found; `is_logs` is false where each folder is a workspace.
    pub(super) fn of_logs(outcome: &Outlook, is_logs: bool) -> Self {
        match outcome {
            Outlook::Logs(0) => Self::Empty,
            Outlook::Logs(count) if is_logs => Self::Logs { count: *count },
            Outlook::Logs(count) => Self::Workspaces { count: *count },
            Outlook::Missing => Self::Missing,
            Outlook::Closed(words) => Self::Unreadable { message: words.clone() },
        }
    }
}

impl From<&RootOutcome> for PlaceFound {
    fn from(outcome: &RootOutcome) -> Self {
        match outcome {
            RootOutcome::Found(count) => Self::Skills { count: *count },
            RootOutcome::Missing => Self::Missing,
            RootOutcome::Unreadable(words) => Self::Unreadable { message: words.clone() },
            RootOutcome::NoHome => Self::NoHome,
        }
    }
}

fn counted(count: usize, what: &str) -> String {
    crate::window::counted(count as u64, what)
}

fn skills(count: usize) -> String {
    if count == 0 { "no skills".to_owned() } else { counted(count, "skill") }
}
