//! The last line of a log, as long as it is no event.

use serde::Serialize;

/// A last line that is being written, or was cut off.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct UnfinishedReport {
    /// The line, counted from 1.
    pub line: u32,
    /// Its bytes so far.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub bytes: u64,
    /// Why it is no event yet, in a sentence.
    #[cfg_attr(feature = "typescript", ts(skip))]
    pub why: String,
}

/// The last line of a log, where it is no event yet.
pub(crate) fn unfinished(log: &::sessions::Log) -> Option<UnfinishedReport> {
    let why = "The last line has no line feed and is not a complete event.";
    log.unfinished().map(|one| UnfinishedReport { line: one.line, bytes: one.length, why: why.to_owned() })
}
