//! What may be asked over all workspaces.

use serde::{Deserialize, Serialize};

use crate::wire::{DriftState, Millis, Outcome, SessionSort};

/// Which sessions. What is empty takes all.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(default)]
pub struct SessionFilter {
    /// Ids of known workspaces, or their absolute paths.
    pub workspaces: Vec<String>,
    /// Only titles, ids and skill names that contain this, without regard to case.
    pub text: String,
    /// Only sessions of the agent of this name, such as `copilot-cli`.
    pub agent: String,
    /// Only sessions that activated the skill of this name.
    pub skill: String,
    /// Only sessions with a snapshot in one of these states.
    pub drift: Vec<DriftState>,
    /// Only sessions whose last turn ended so.
    pub outcomes: Vec<Outcome>,
    /// Only sessions with an event at this time or later.
    pub from: Option<Millis>,
    /// Only sessions that began before this time.
    pub to: Option<Millis>,
    /// Only sessions of which all of this is so.
    pub only: Vec<Only>,
}

/// Something that is so of a session or not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Only {
    /// A hydration was released in it.
    Hydrated,
    /// A line of its log cannot be read.
    Damaged,
}

/// Rows of the list of all sessions.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct AllSessionsAsk {
    /// Which.
    pub filter: SessionFilter,
    /// Minutes that the clock on the wall is before UTC, for where days begin.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<i32>"))]
    pub zone: i32,
    /// The order.
    pub sort: SessionSort,
    /// First row wanted, counted from 0.
    pub first: u32,
    /// How many rows, at most 500.
    pub count: u32,
}

/// How words are looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum SearchWay {
    /// As they stand, anywhere in a text.
    Exact,
    /// As a regular expression.
    Pattern,
    /// As single words, the best match first; needs the index.
    Ranked,
}

/// Whether capital letters are letters of their own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum LetterCase {
    /// They are.
    Exact,
    /// They are not.
    Any,
}

/// A search through everything that was recorded.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SearchAsk {
    /// What to look for, at most 4,096 bytes.
    pub words: String,
    /// How.
    pub way: SearchWay,
    /// Whether capital letters count; a ranked search disregards them.
    pub letters: LetterCase,
    /// In which sessions.
    pub filter: SessionFilter,
    /// Minutes that the clock on the wall is before UTC, for where days begin.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<i32>"))]
    pub zone: i32,
    /// First hit wanted, counted from 0.
    pub first: u32,
    /// How many hits, at most 200.
    pub count: u32,
}
