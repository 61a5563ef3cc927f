//! How a file compares with a recorded text, in a word or two.

use ::drift::{State, Verdict, Why};
use serde::Serialize;
use thiserror::Error;

/// How a file compares with a recorded text.
#[derive(Debug, Clone, PartialEq, Eq, Error, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "code", content = "args", rename_all = "snake_case")]
pub enum TextMatch {
    /// The same.
    #[error("same")]
    Same,
    /// The same except values that were filled in.
    #[error("same except filled-in values")]
    Filled,
    /// The same except text that the agent removed.
    #[error("same except text removed by the agent")]
    Removed,
    /// The same except whitespace.
    #[error("same except whitespace")]
    Whitespace,
    /// The same except the frontmatter.
    #[error("same except frontmatter")]
    Frontmatter,
    /// Another body.
    #[error("differs (+{added} −{removed})")]
    Differs {
        /// Body lines added.
        added: u32,
        /// Body lines removed.
        removed: u32,
    },
    /// It is at another place.
    #[error("moved")]
    Moved,
    /// It is in another version.
    #[error("in another version")]
    InAnotherVersion,
    /// It is gone.
    #[error("gone")]
    Gone,
    /// It is on another machine.
    #[error("on another machine")]
    OtherMachine,
    /// Its place was not recorded.
    #[error("not recorded")]
    NotRecorded,
    /// The recorded data does not tell.
    #[error("undecided")]
    Undecided,
}

impl TextMatch {
    pub(super) fn of(verdict: &Verdict) -> Self {
        match &verdict.state {
            State::Identical | State::ShadowedNow { .. } => Self::Same,
            State::Filled(_) => Self::Filled,
            State::ChangedByAgent(_) => Self::Removed,
            State::WhitespaceOnly(_) => Self::Whitespace,
            State::FrontmatterOnly(_) => Self::Frontmatter,
            State::BodyChanged { added, removed, .. } => {
                Self::Differs { added: *added as u32, removed: *removed as u32 }
            }
            State::Renamed { .. } | State::MovedScope { .. } => Self::Moved,
            State::InAnotherVersion { .. } => Self::InAnotherVersion,
            State::Deleted => Self::Gone,
            State::Unverifiable(Why::OtherMachine) => Self::OtherMachine,
            State::Unverifiable(Why::NoPlace) => Self::NotRecorded,
            State::Unverifiable(_) => Self::Undecided,
        }
    }
}
