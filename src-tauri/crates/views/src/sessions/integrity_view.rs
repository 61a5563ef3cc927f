//! What the page sees of a session's integrity.

use ::sessions::{LogBytes, Reason};
use serde::Serialize;

use super::witness_text::{NotProven, WitnessText};
use crate::wire::{Integrity, IntegrityFact, Millis};

/// Everything that can be checked about one log.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct IntegrityView {
    /// Its events have numbers of their own.
    pub numbers: bool,
    /// The log, absolute.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
    pub path: String,
    /// Its bytes.
    pub bytes: u64,
    /// What these bytes are; absent where they are those of the file.
    pub bytes_are: Option<LogBytes>,
    /// Its whole lines.
    pub lines: u32,
    /// What recomputing the hashes of skill texts says.
    pub hashes: IntegrityFact,
    /// Activations whose text is not proven by a hash, the first 100.
    pub doubtful: Vec<DoubtfulRow>,
    /// How the log ends.
    pub ending: EndingFact,
    /// Sequence numbers that are missing, in all.
    pub missing: u32,
    /// Places where numbers are missing, the first 100.
    pub gaps: Vec<GapRow>,
    /// Events that carry a number an earlier one has.
    pub repeated: u32,
    /// These numbers with the lines they stand on, the first 100.
    pub repeats: Vec<RepeatRow>,
    /// Events without a whole number.
    pub unnumbered: u32,
    /// The first line that stands behind a line with a larger number; absent when file order and the order of
    /// the numbers agree.
    pub out_of_order: Option<u32>,
    /// What a fork copied into this log.
    pub copied: Option<CopiedFact>,
    /// Lines that cannot be read.
    pub unread: u32,
    /// The first 100 of them.
    pub unread_rows: Vec<UnreadRow>,
    /// What Assay saw of the log before.
    pub witness: WitnessFact,
    /// What all this does not prove.
    pub not_proven: Vec<NotProven>,
    /// When the log was read.
    pub read_at: Millis,
}

/// An activation whose text no hash proves.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct DoubtfulRow {
    /// The skill.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
    pub name: String,
    /// Its line.
    pub line: u32,
    /// The recorded hash; empty when none was.
    pub hash: String,
    /// What recomputing it says.
    pub integrity: Integrity,
}

/// How a log ends.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "is", rename_all = "snake_case")]
pub enum EndingFact {
    /// With a line feed, or empty.
    Whole,
    /// With a complete event that has no line feed yet.
    NoLineFeed,
    /// Inside a line.
    Cut {
        /// Bytes of the cut line.
        bytes: u64,
    },
}

/// Numbers that are missing between two events.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct GapRow {
    /// The first missing number.
    pub from: u64,
    /// The last missing number.
    pub to: u64,
    /// The line of the event behind them.
    pub line: u32,
}

/// A number that comes again.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct RepeatRow {
    /// The number.
    pub seq: u64,
    /// The line it stands on again.
    pub line: u32,
}

/// Events that a fork copied from its parent.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct CopiedFact {
    /// The session they were copied from, by this log's own word.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
    pub from: String,
    /// The key of that session's row, when its log is here.
    pub key: Option<String>,
    /// How many events were copied, by this log's own word.
    pub events: u32,
    /// Turns among them.
    pub turns: u32,
}

/// How a log stands to what Assay saw of it before.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct WitnessFact {
    /// What comparing said.
    pub state: WitnessState,
    /// The same with its facts.
    pub text: WitnessText,
    /// The same in a sentence.
    #[cfg_attr(feature = "typescript", ts(skip))]
    pub words: String,
    /// When Assay first saw the log.
    pub since: Option<Millis>,
    /// When it last took something down.
    pub until: Option<Millis>,
    /// Bytes that were seen.
    pub bytes: u64,
    /// Whole lines that were seen.
    pub lines: u32,
    /// The running digest at the end of what was seen.
    pub digest: Option<String>,
    /// The first line that is not what was seen, when it is known.
    pub line: Option<u32>,
    /// The lines among which the difference stands.
    pub among: Option<(u32, u32)>,
    /// When the lines that differ were seen.
    pub seen: Option<Millis>,
    /// The log is another file than the one seen last, whatever it holds.
    pub another_file: bool,
}

/// What comparing a log with its witness says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum WitnessState {
    /// Assay keeps nothing here, or could not read what it kept.
    NotKept,
    /// Nothing of the log was seen before.
    Unseen,
    /// All that was seen still stands there.
    Same,
    /// The log ends before the end of what was seen.
    Shorter,
    /// Something else stands where a line was seen.
    Rewritten,
}

/// A line that cannot be read.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct UnreadRow {
    /// The line, counted from 1.
    pub line: u32,
    /// Its first byte in the file.
    pub offset: u64,
    /// Its bytes.
    pub bytes: u64,
    /// The reason.
    pub reason: Reason,
}

impl UnreadRow {
    pub(super) fn of(log: &::sessions::Log, unread: &::sessions::Unread) -> Self {
        Self {
            line: log.line_of(unread.line),
            offset: unread.offset,
            bytes: unread.length,
            reason: unread.reason.clone(),
        }
    }
}
