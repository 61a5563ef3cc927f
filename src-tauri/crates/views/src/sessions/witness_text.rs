//! What comparing a log with what Assay saw before says, and what integrity does not prove, as codes.

use serde::Serialize;
use skills::Quote;
use thiserror::Error;

use crate::window::counted;

/// What comparing a log with what Assay saw of it before says.
#[derive(Debug, Clone, PartialEq, Eq, Error, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "code", content = "args", rename_all = "snake_case")]
pub enum WitnessText {
    /// The agent rewrites its logs.
    #[error("{agent} rewrites its logs, so Assay records nothing to compare with.")]
    Rewrites {
        /// The agent.
        agent: String,
    },
    /// Assay has no data directory.
    #[error("Assay has no data directory, so there is nothing to compare with.")]
    NoDataDirectory,
    /// What Assay recorded cannot be read.
    #[error("Cannot compare with earlier: {}.", fault.as_str())]
    Unreadable {
        /// The message of the system.
        fault: Quote,
    },
    /// Nothing of the log was seen before. It may have been, and what was seen deleted.
    #[error("First seen now; there is nothing earlier to compare with.")]
    FirstSeen,
    /// What was seen is unchanged.
    #[error("The first {} are unchanged since Assay first saw them.", lines_of(*lines))]
    Same {
        /// Lines that were seen.
        lines: u32,
    },
    /// The log ends before the end of what was seen.
    #[error(
        "Assay had seen {}, but the log now ends in or before line {line}, after {}. The rest is unchanged.",
        lines_of(*lines),
        counted(*bytes, "byte")
    )]
    Shorter {
        /// Lines that were seen.
        lines: u32,
        /// The line in or before which it ends.
        line: u32,
        /// The bytes it has.
        bytes: u64,
    },
    /// A line changed.
    #[error("Line {line} changed since Assay saw it.")]
    LineChanged {
        /// The line.
        line: u32,
    },
    /// Some of several lines changed.
    #[error(
        "Lines {from} to {to} changed in part since Assay saw them; the log is too long to name the line."
    )]
    LinesChanged {
        /// The first of these lines.
        from: u32,
        /// The last of them.
        to: u32,
    },
}

/// Something that the integrity of a log does not prove.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum NotProven {
    /// A matching hash does not show who wrote the text.
    Author,
    /// Numbers without gaps do not prove that every event was logged.
    EveryEvent,
    /// Earlier changes cannot be detected.
    NothingEarlier,
    /// Changes before the log was first seen cannot be detected, and later lines were not compared.
    BeforeFirstSeen,
    /// The record of Assay is a file of the same user.
    OwnRecord,
}

fn lines_of(lines: u32) -> String {
    counted(lines.into(), "line")
}
