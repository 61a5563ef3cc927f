//! Facts about the relatives of a session, as codes.

use serde::Serialize;
use skills::Quote;
use thiserror::Error;

use crate::window::counted;

/// A fact about a relative of a session, as its label lists it.
#[derive(Debug, Clone, PartialEq, Eq, Error, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "code", content = "args", rename_all = "snake_case")]
pub enum RelativeFact {
    /// It is a fork of a session whose log is missing.
    #[error("fork of {} (log missing)", parent.as_str())]
    ForkOf {
        /// The id of that session.
        parent: Quote,
    },
    /// It is a subagent of a session whose log is missing.
    #[error("subagent of {} (log missing)", parent.as_str())]
    SubagentOf {
        /// The id of that session.
        parent: Quote,
    },
    /// It is a fork, and its first event is not recorded.
    #[error("forked")]
    Forked,
    /// It was forked at an event.
    #[error("forked at seq {seq}, {}", copied(*events))]
    ForkedAt {
        /// The number of the event.
        seq: i64,
        /// The number of copied events, if it is recorded.
        events: Option<u64>,
    },
    /// A word of the log: the role of the agent, or its last state.
    #[error("{}", word.as_str())]
    Logged {
        /// The word.
        word: Quote,
    },
    /// It has a workspace of its own.
    #[error("in its own workspace")]
    OwnWorkspace,
    /// It runs.
    #[error("running")]
    Running,
    /// Its end is not recorded, and no process writes its log.
    #[error("detached: no end recorded, and no process writes its log")]
    Detached,
    /// Its end is not recorded.
    #[error("no end recorded")]
    NoEnd,
    /// It never started.
    #[error("never started")]
    NeverStarted,
    /// Only copied events tell of it.
    #[error("by copied events")]
    ByCopiedEvents,
    /// It was tried again.
    #[error("retried")]
    Retried,
    /// Its log is missing.
    #[error("log missing")]
    LogMissing,
    /// It is its own ancestor.
    #[error("its own ancestor")]
    OwnAncestor,
    /// It has more relatives below.
    #[error("more below")]
    MoreBelow,
}

/// Where a session comes from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "code", content = "args", rename_all = "snake_case")]
pub enum OriginText {
    /// It was forked.
    Forked {
        /// The number of the event of its parent, as written; absent if it is not recorded.
        seq: Option<String>,
        /// The number of copied events, if it is recorded.
        events: Option<u64>,
    },
    /// It is a subagent.
    Subagent {
        /// The log of its parent is there and does not name it.
        unnamed: bool,
    },
}

/// Joins the facts of a label.
pub(crate) fn label(facts: &[RelativeFact]) -> String {
    facts.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

fn copied(events: Option<u64>) -> String {
    events.map_or_else(
        || "the number of copied events is not recorded".to_owned(),
        |events| format!("{} copied", counted(events, "event")),
    )
}
