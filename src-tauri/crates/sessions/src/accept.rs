//! Whether the real Pixir would take a log.
//!
//! Assay reads more than Pixir does; where Pixir would refuse, the user's session cannot be resumed, and that
//! is worth more than a reader that copes.

use std::fmt;

use serde::Serialize;
use skills::Quote;

use crate::context::Checkpoints;
use crate::index::Flags;
use crate::{EventKind, Hydration, Log, Oddity, Reason, Seq};

/// Pixir's answer to a log.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "typescript", ts(rename = "LogVerdict"))]
#[serde(tag = "code", content = "args", rename_all = "snake_case")]
pub enum Verdict {
    /// The session opens and its history reaches the provider.
    Accepted,
    /// Pixir opens the session, and every turn fails: no request can be built from this history.
    HistoryRefused {
        /// The first event that stands in the way.
        line: u32,
        /// What is odd about it.
        oddity: Oddity,
    },
    /// Pixir refuses the whole log at its first bad line.
    LogRefused {
        /// That line.
        line: u32,
        /// What is wrong with it.
        refusal: Refusal,
    },
    /// A line was too long to be read, and none before it is bad.
    NotKnown {
        /// That line.
        line: u32,
    },
}

/// Why Pixir refuses a line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "code", content = "args", rename_all = "snake_case")]
pub enum Refusal {
    /// It is no event.
    Unread(Reason),
    /// Its type is none of the fourteen.
    UnknownType(Quote),
    /// It is not complete yet. Pixir itself sees this while it writes; it matters when nobody does.
    Unfinished,
}

impl Verdict {
    /// Whether Pixir would open the session.
    pub fn opens(&self) -> bool {
        matches!(self, Self::Accepted | Self::HistoryRefused { .. })
    }

    /// The line that decides, if one does.
    pub fn line(&self) -> Option<u32> {
        match self {
            Self::Accepted => None,
            Self::HistoryRefused { line, .. } | Self::LogRefused { line, .. } | Self::NotKnown { line } => {
                Some(*line)
            }
        }
    }
}

/// What Pixir would say to a log. Right once [`Log::validate`] has run; before, bad lines that look right
/// from their ends are taken for right.
pub fn accept(log: &Log) -> Verdict {
    let unread = log.unread().first().map(|unread| (unread.line, Refusal::Unread(unread.reason.clone())));
    let unknown = log.first_unknown().map(|row| {
        let name = match log.decode(row).ok().map(|event| event.kind) {
            Some(EventKind::Unknown { name }) => name,
            Some(EventKind::Hydration(_)) => Hydration::TYPE.to_owned(),
            _ => String::new(),
        };
        (row.line(), Refusal::UnknownType(Quote::whole(name)))
    });
    let unfinished = log.unfinished().map(|last| (last.line, Refusal::Unfinished));
    let first = [unread, unknown, unfinished].into_iter().flatten().min_by_key(|(line, _)| *line);
    match first {
        Some((line, Refusal::Unread(Reason::TooLong | Reason::TooMany | Reason::OverBudget))) => {
            Verdict::NotKnown { line }
        }
        Some((line, refusal)) => Verdict::LogRefused { line, refusal },
        None => history(log),
    }
}

fn history(log: &Log) -> Verdict {
    if !log.may_be_odd() {
        return Verdict::Accepted;
    }
    let checkpoints = Checkpoints::read(log);
    let positions = checkpoints.history(log, log.len());
    let odd = |position: &usize| log.at(*position).is_some_and(|row| row.flags().has(Flags::ODD));
    let refused = positions.into_iter().find(odd).and_then(|position| log.event(position));
    match refused.and_then(|event| Some((event.line, event.oddity?))) {
        Some((line, oddity)) => Verdict::HistoryRefused { line, oddity },
        None => Verdict::Accepted,
    }
}

/// The number Pixir would give the next event: one more than the last in fold order, else the count.
pub fn next_seq(log: &Log) -> Seq {
    let last = log.len().checked_sub(1).and_then(|position| log.at(position)).map(|row| log.seq(row));
    match last {
        Some(Seq::Whole(last)) => Seq::Whole(last + 1),
        _ => Seq::Whole(log.len() as i128),
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Accepted => f.write_str("Pixir accepts this log."),
            Self::HistoryRefused { line, oddity } => {
                write!(f, "Pixir opens this session, but every turn fails: in line {line}, {oddity}.")
            }
            Self::LogRefused { line, refusal } => {
                write!(f, "Pixir refuses this log at line {line}: {refusal}.")
            }
            Self::NotKnown { line } => {
                write!(f, "Unknown if Pixir accepts this log: line {line} was too long to read.")
            }
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unread(reason) => reason.fmt(f),
            Self::UnknownType(name) => write!(f, "the event type {:?} is not a Pixir type", name.as_str()),
            Self::Unfinished => f.write_str("the last line is not complete"),
        }
    }
}

impl fmt::Display for Oddity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Id => "its id is not a text",
            Self::SessionId => "its session_id is not a text",
            Self::Time => "its ts is not a text",
            Self::Seq => "its seq is not a whole number from 0 on",
            Self::Body => "its data is not an object",
        })
    }
}
