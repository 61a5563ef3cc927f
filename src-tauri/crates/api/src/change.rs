use serde::{Deserialize, Serialize};

/// What an answer is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Tag {
    /// Which workspace is open, and which were.
    Workspace,
    /// Files below the skill roots.
    Skills,
    /// Logs and leases.
    Sessions,
    /// Requests that wait, decisions, permissions and the mode.
    Approvals,
    /// What was changed, and the trash.
    Journal,
    /// Lists and searches over all workspaces, and how far they follow the logs.
    Index,
}

/// News that something may be stale. It never says what is new; whoever cares asks again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Change {
    /// What may be stale.
    pub stale: Vec<Tag>,
    /// The keys of the sessions whose logs changed, where it is known that nothing else of sessions did.
    pub sessions: Option<Vec<String>>,
}

impl Change {
    /// That everything of these may be stale.
    pub fn of(stale: &[Tag]) -> Self {
        Self { stale: stale.to_vec(), sessions: None }
    }
}
