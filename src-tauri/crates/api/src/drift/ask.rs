//! What may be asked about drift.

use serde::{Deserialize, Serialize};

use crate::drift::DriftState;

/// Which rows of the drift table.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct DriftAsk {
    /// Only skill names that contain this, without regard to case; empty takes all.
    pub text: String,
    /// Only snapshots in one of these states; empty takes all.
    pub states: Vec<DriftState>,
    /// The order.
    pub sort: DriftSort,
    /// First row wanted, counted from 0.
    pub from: u32,
    /// How many rows, at most 500.
    pub count: u32,
}

/// The order of the drift table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum DriftSort {
    /// The furthest from the disk first.
    State,
    /// By skill name.
    Name,
    /// Most turns first.
    Turns,
    /// Latest used first.
    LastUsed,
}

/// One recorded snapshot, by the id of its row.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SnapshotAsk {
    /// The id of a [`DriftRow`].
    pub id: String,
}

/// Rows of one difference.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct DiffAsk {
    /// The key of a session row.
    pub key: String,
    /// The log line of an activation, counted from 1.
    pub line: u32,
    /// What counts as equal.
    pub whitespace: Whitespace,
    /// Which unchanged lines are shown.
    pub context: Context,
    /// First row wanted, counted from 0.
    pub from: u32,
    /// How many rows, at most 2,000.
    pub count: u32,
}

/// What counts as equal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Whitespace {
    /// Every byte counts.
    Exact,
    /// Lines that differ only in white space are equal, and counted.
    Ignored,
}

/// Which unchanged lines are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Context {
    /// Three around each change; the rest is folded, with a count.
    Folded,
    /// All.
    Whole,
}
