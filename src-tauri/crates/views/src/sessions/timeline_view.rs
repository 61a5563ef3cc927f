//! What the page sees of a session's timeline.

use ::sessions::Reason;
use serde::Serialize;

use crate::sessions::{AfterDrop, Letter, NamedFact};
use crate::wire::{Millis, Outcome};

/// Rows of a timeline.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TimelineView {
    /// All rows.
    pub total: u32,
    /// The first row's number.
    pub from: u32,
    /// The rows of the window.
    pub rows: Vec<TimelineRow>,
}

/// One row of a timeline.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TimelineRow {
    /// Its number in the timeline, counted from 0.
    pub row: u32,
    /// What it is.
    pub what: Segment,
    /// Time of its first event.
    pub at: Option<Millis>,
    /// First log line.
    pub from_line: u32,
    /// Last log line.
    pub to_line: u32,
    /// `130–141`, or empty without numbers.
    pub seqs: String,
    /// It stands after a line that cannot be read.
    pub after_break: bool,
    /// Snapshots in context in full at its end.
    pub in_full: u32,
    /// Snapshots of which only the name is left at its end.
    pub by_name: u32,
    /// Hydrations in it, those of companion logs included.
    pub hydrations: u32,
}

/// What a timeline row is.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Segment {
    /// One turn.
    Turn {
        /// Its number, from 1.
        number: u32,
        /// The first 200 characters of the prompt.
        #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
        prompt: String,
        /// How it ended.
        outcome: Outcome,
        /// Why it failed, in words.
        #[cfg_attr(feature = "typescript", ts(type = "Foreign | null"))]
        failure: Option<String>,
        /// Activations in it.
        activations: Vec<ActivationChip>,
        /// Skills that the agent named behind its answers.
        named: Vec<NamedFact>,
        /// Workflow templates of skills run in it.
        #[cfg_attr(feature = "typescript", ts(type = "Array<Foreign>"))]
        templates: Vec<String>,
        /// Tool calls.
        tools: u32,
        /// Input and output tokens of its provider calls; absent when none was recorded.
        tokens: Option<u32>,
        /// From first to last event in milliseconds; absent when the clock moved back.
        duration_ms: Option<u32>,
        /// It was copied from the parent of a fork.
        copied: bool,
    },
    /// Events before the first turn.
    Opening {
        /// What they are.
        events: EventKinds,
    },
    /// A compaction between or inside turns.
    Compaction {
        /// The compaction's sequence number.
        seq: String,
        /// Full texts it dropped.
        dropped: u32,
        /// The first 20 of them, each text once, with what became of it.
        texts: Vec<DroppedText>,
        /// Its trigger.
        #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
        trigger: String,
    },
    /// Events of a subagent between turns.
    Subagent {
        /// The agent role.
        #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
        agent: String,
        /// Its state.
        #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
        status: String,
        /// Its key when its log is there.
        key: Option<String>,
    },
    /// Other events between turns.
    Between {
        /// What they are.
        events: EventKinds,
    },
    /// A line that cannot be read.
    Break {
        /// The line.
        line: u32,
        /// Lines that cannot be read here.
        lines: u32,
        /// The reason.
        reason: Reason,
    },
}

/// The types of some events.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct EventKinds {
    /// Types as the log names them, each once.
    #[cfg_attr(feature = "typescript", ts(type = "Array<Foreign>"))]
    pub types: Vec<String>,
    /// Bookkeeping lines among them.
    pub bookkeeping: u32,
}

/// A text that a compaction dropped.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct DroppedText {
    /// Its letter.
    pub letter: Letter,
    /// What became of it.
    pub after: AfterDrop,
}

/// An activation in a row.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ActivationChip {
    /// Its letter.
    pub letter: Letter,
    /// `user` or `model`.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
    pub by: String,
    /// Its log line.
    pub line: u32,
}

/// Where a place of a session is in its timeline.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PlaceView {
    /// The number of its row; nothing when there is no such place.
    pub row: Option<u32>,
    /// Its record, where a line of the file was looked for.
    pub line: Option<u32>,
}
