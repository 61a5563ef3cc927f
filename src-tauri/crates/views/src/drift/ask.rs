//! What may be asked about drift.

use serde::{Deserialize, Serialize};

use crate::wire::DriftState;

/// Which rows of the drift table.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct DriftAsk {
    /// Only skill names that contain this, without regard to case; empty takes all.
    pub text: String,
    /// Only snapshots in one of these states; empty takes all.
    pub states: Vec<DriftState>,
    /// Only those of skills that are drifted, the last one recorded of each.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<bool>"))]
    pub drifted: bool,
    /// The order.
    pub sort: DriftSort,
    /// What rows stand together by.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<DriftGrouping>"))]
    pub group: DriftGrouping,
    /// First row wanted, counted from 0.
    pub from: u32,
    /// How many rows, at most 500.
    pub count: u32,
}

/// What rows of the drift table stand together by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum DriftGrouping {
    /// Nothing: one row for each snapshot.
    #[default]
    None,
    /// The skill's name.
    Skill,
    /// The session: one row for each snapshot in each session that recorded it.
    Session,
}

/// The order of the drift table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
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
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SnapshotAsk {
    /// The id of a [`super::DriftRow`].
    pub id: String,
}

/// Rows of one difference.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct DiffAsk {
    /// The key of a session row.
    pub key: String,
    /// The log line of an activation, counted from 1.
    pub line: u32,
    /// Another activation to compare it with; the file on disk when there is none.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub against: Option<ActivationPlace>,
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
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Whitespace {
    /// Every byte counts.
    Exact,
    /// Lines that differ only in white space are equal, and counted.
    Ignored,
}

/// Which unchanged lines are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Context {
    /// Three around each change; the rest is folded, with a count.
    Folded,
    /// All.
    Whole,
}

/// An activation, by where it was recorded.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ActivationPlace {
    /// The key of a session row.
    pub key: String,
    /// The log line, counted from 1.
    pub line: u32,
}

/// A skill whose versions are wanted.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "by", rename_all = "snake_case")]
pub enum SkillOf {
    /// The skill of a row; its snapshots are those compared with it.
    Row {
        /// The id of a [`SkillRow`](crate::skills::SkillRow).
        id: String,
    },
    /// Every skill that was ever recorded by this name, also one that is gone.
    Name {
        /// The name.
        #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
        name: String,
    },
}

/// Versions of one skill.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct VersionsAsk {
    /// Which skill.
    pub of: SkillOf,
    /// First row wanted, counted from 0.
    pub from: u32,
    /// How many rows, at most 500.
    pub count: u32,
}

/// One line of a text of a skill.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct LineAsk {
    /// In which text it stands.
    pub text: LinedText,
    /// Its number there, counted from 1.
    pub number: u32,
    /// First turn wanted, counted from 0, the latest first.
    pub from: u32,
    /// How many turns, at most 500.
    pub count: u32,
}

/// A text whose lines are counted.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "is", rename_all = "snake_case")]
pub enum LinedText {
    /// The text that an activation recorded.
    Recorded {
        /// The key of a session row.
        key: String,
        /// The log line of the activation, counted from 1.
        line: u32,
    },
    /// The SKILL.md on disk.
    Disk {
        /// The id of a [`SkillRow`](crate::skills::SkillRow).
        id: String,
    },
}
