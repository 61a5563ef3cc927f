//! What may be asked about findings.

use serde::{Deserialize, Serialize};

use crate::wire::Severity;

/// Which findings of all skills.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ChecksAsk {
    /// The agent whose skills are checked; Pixir when absent.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub convention: Option<String>,
    /// Only those whose rule, words or path contain this, without regard to case; empty takes all.
    pub text: String,
    /// Only these severities; all when empty.
    pub severities: Vec<Severity>,
    /// Only these rules; all when empty.
    pub rules: Vec<String>,
    /// What is put together.
    pub group: CheckGrouping,
    /// First row wanted, counted from 0.
    pub from: u32,
    /// How many rows, at most 500.
    pub count: u32,
}

/// What findings are put together by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum CheckGrouping {
    /// The rule, the worst first.
    Rule,
    /// The skill, in the order of the list of skills.
    Skill,
}
