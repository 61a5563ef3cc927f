//! What the page sees of one difference.

use ::drift::Note;
use serde::Serialize;

use crate::wire::{DriftFact, Integrity, Millis};

/// A snapshot against the disk.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct DiffView {
    /// The skill's recorded name.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
    pub name: String,
    /// The recorded side.
    pub recorded: DiffSide,
    /// The side on disk; absent when there is no file to compare with.
    pub disk: Option<DiffSide>,
    /// The other snapshot, when two are compared; then the state still is that of the first against the disk.
    pub other: Option<DiffSide>,
    /// The state.
    pub drift: DriftFact,
    /// What recomputing the hash says.
    pub integrity: Integrity,
    /// When the disk was read.
    pub read_at: Millis,
    /// Frontmatter fields, changed first.
    pub fields: Vec<FieldChange>,
    /// Changes in the body.
    pub changes: u32,
    /// Body lines added.
    pub added: u32,
    /// Body lines removed.
    pub removed: u32,
    /// Lines hidden because only white space differs.
    pub whitespace_hidden: u32,
    /// Facts on line ends, a missing last line end, replaced bytes, or a coarse answer.
    pub notes: Vec<Note>,
    /// All rows.
    pub total: u32,
    /// The row each change starts at.
    pub change_rows: Vec<u32>,
    /// Where changes stand in the whole, for the marks beside the scrollbar.
    pub marks: Vec<ScrollMark>,
    /// The first row's number.
    pub from: u32,
    /// The rows of the window.
    pub rows: Vec<DiffRow>,
}

/// One side of a difference.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct DiffSide {
    /// SHA-256 of its bytes.
    pub hash: String,
    /// Its place.
    pub place: DiffPlace,
    /// Recorded or modified at.
    pub at: Option<Millis>,
    /// Lines.
    pub lines: u32,
    /// Bytes.
    pub bytes: u64,
}

/// The place of one side of a difference.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "code", content = "args", rename_all = "snake_case")]
pub enum DiffPlace {
    /// A session recorded it.
    Session {
        /// The turn; absent outside of turns.
        turn: Option<u32>,
        /// `user` or `model`.
        #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
        by: String,
    },
    /// It is a file.
    Disk {
        /// Its path, shortened.
        #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
        path: String,
    },
}

/// A frontmatter field on both sides.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct FieldChange {
    /// The key.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
    pub key: String,
    /// What happened to it.
    pub change: FieldState,
    /// Its lines in the recorded text, first line number counted from 1.
    pub left: Option<FieldSide>,
    /// Its lines on disk.
    pub right: Option<FieldSide>,
}

/// A field's lines on one side.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct FieldSide {
    /// The number of its first line.
    pub line: u32,
    /// Its text with words that changed marked.
    pub pieces: Vec<Piece>,
}

/// What happened to a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum FieldState {
    /// Nothing.
    Equal,
    /// Another value.
    Changed,
    /// Only on disk.
    Added,
    /// Only recorded.
    Removed,
}

/// A piece of a line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Piece {
    /// Its text.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
    pub text: String,
    /// It differs from the other side.
    pub changed: bool,
}

/// A line on one side.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct DiffLine {
    /// Its number in the file, counted from 1.
    pub number: u32,
    /// Its text in pieces; a line over 16 KiB is cut and says so in its last piece.
    pub pieces: Vec<Piece>,
}

/// One row of a difference.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum DiffRow {
    /// The same on both sides.
    Same {
        /// Recorded.
        left: DiffLine,
        /// On disk.
        right: DiffLine,
    },
    /// A changed line; one side is absent when the line is only on the other.
    Changed {
        /// The change it belongs to, from 0.
        change: u32,
        /// Recorded.
        left: Option<DiffLine>,
        /// On disk.
        right: Option<DiffLine>,
    },
    /// Unchanged lines that are folded.
    Fold {
        /// How many.
        lines: u32,
        /// First recorded line.
        left_from: u32,
        /// First line on disk.
        right_from: u32,
    },
}

/// A mark beside the scrollbar, in thousandths of the whole.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ScrollMark {
    /// Where it starts.
    pub from: u32,
    /// Where it ends.
    pub to: u32,
    /// Something was removed.
    pub removed: bool,
    /// Something was added.
    pub added: bool,
}

/// A window of one difference of a plan.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PlanDiffView {
    /// All rows.
    pub total: u32,
    /// Lines added.
    pub added: u32,
    /// Lines removed.
    pub removed: u32,
    /// The first row's number.
    pub from: u32,
    /// The rows of the window.
    pub rows: Vec<DiffRow>,
}
