//! What the page sees of a skill's usage.

use serde::{Deserialize, Serialize};

use crate::times::Times;
use crate::wire::{Millis, SnapshotRef, SourceFact};

/// Sessions of one skill.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SkillUsageAsk {
    /// The id of a [`SkillRow`](super::SkillRow).
    pub id: String,
    /// Minutes that the clock on the wall is before UTC, for where days begin.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<i32>"))]
    pub zone: i32,
    /// First session wanted, counted from 0, the latest first.
    pub from: u32,
    /// How many sessions, at most 500.
    pub count: u32,
}

/// How one skill was used. Tokens of a session belong to the session; none are credited to a skill.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SkillUsageView {
    /// The counts.
    pub counts: UsageCounts,
    /// Distinct turns in which its text was in front of the model.
    pub in_force: u32,
    /// The first row's number.
    pub from: u32,
    /// The sessions of the window, the latest first.
    pub rows: Vec<UsedRow>,
    /// When it was activated.
    pub over_time: UsedTimes,
    /// Sessions that were looked through in all.
    pub sessions_read: u32,
}

/// When a skill was activated, and in sessions of which agents.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct UsedTimes {
    /// Of all agents together.
    pub times: Times,
    /// Of each agent.
    pub agents: Vec<AgentTimes>,
    /// The latest activation in each part.
    pub latest: Vec<Option<UsedAt>>,
}

/// How often a skill was activated in sessions of one agent.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct AgentTimes {
    /// The agent.
    pub source: SourceFact,
    /// How many in each part.
    pub counts: Vec<u32>,
}

/// One activation.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct UsedAt {
    /// The key of the session's row.
    pub key: String,
    /// Its log line.
    pub line: u32,
}

/// How often a skill was activated, and by whom.
#[derive(Debug, Clone, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct UsageCounts {
    /// Distinct turns that activated it.
    pub turns: u32,
    /// Of these, turns in which the user did.
    pub by_user: u32,
    /// Of these, turns in which the model did. A turn in which both did counts in both.
    pub by_model: u32,
    /// Activations.
    pub activations: u32,
    /// Sessions that activated it.
    pub sessions: u32,
    /// Its first activation.
    pub first: Option<SnapshotRef>,
    /// Its latest activation.
    pub last: Option<SnapshotRef>,
}

/// A session that activated a skill.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct UsedRow {
    /// The key of the session's row.
    pub key: String,
    /// The session id.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
    pub session: String,
    /// The session's title.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
    pub title: String,
    /// The agent that wrote it.
    pub source: SourceFact,
    /// Turns of it in which the user activated the skill.
    pub by_user: Vec<u32>,
    /// Turns of it in which the model did.
    pub by_model: Vec<u32>,
    /// Time of the latest activation.
    pub at: Option<Millis>,
    /// The log line of the latest activation.
    pub line: u32,
}
