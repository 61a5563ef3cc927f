//! Which turns go out, and what was taken out of them.

use serde::{Deserialize, Serialize};

/// Turns of a session, both ends included, counted from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TurnRange {
    /// The first.
    pub from: u32,
    /// The last.
    pub to: u32,
}

/// What one rule took out of one part.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct RemovedRow {
    /// The part.
    pub part: String,
    /// The rule: `home`, `e-mail`, or a rule for secrets.
    pub rule: String,
    /// How often.
    pub count: u32,
}
