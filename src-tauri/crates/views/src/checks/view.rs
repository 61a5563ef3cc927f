//! What the page sees of findings.

use serde::Serialize;

use crate::wire::{FindingRow, Millis, ProblemRow, Severity};

/// The findings of all skills: counts of everything, rows of the window asked for.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ChecksView {
    /// All findings.
    pub total: u32,
    /// Files that were checked.
    pub checked: u32,
    /// Skills, or files that should be one, with a finding.
    pub skills: u32,
    /// How many of each severity, the worst first.
    pub severities: Vec<SeverityCount>,
    /// The rules that found something, the worst first.
    pub rules: Vec<RuleCount>,
    /// Findings that the filter takes.
    pub matching: u32,
    /// Groups of these.
    pub groups_total: u32,
    /// The groups, at most 2,000.
    pub groups: Vec<CheckGroup>,
    /// Number of the first row here.
    pub from: u32,
    /// The rows.
    pub rows: Vec<CheckRow>,
    /// What is odd about changes that were made.
    pub problems: Vec<ProblemRow>,
    /// When the disk was read.
    pub read_at: Millis,
}

/// How many findings of one severity there are.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SeverityCount {
    /// Which.
    pub severity: Severity,
    /// How many.
    pub count: u32,
}

/// What one rule found.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct RuleCount {
    /// The rule's name.
    pub rule: String,
    /// How bad it is here.
    pub severity: Severity,
    /// Its findings.
    pub count: u32,
    /// Skills with one.
    pub skills: u32,
    /// Some of its findings may have a quick fix.
    pub has_fix: bool,
}

/// Findings that stand together.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct CheckGroup {
    /// The rule, the skill's short path, or the path of a file that should be a skill.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
    pub label: String,
    /// What the rule found of what the filter takes, where rules are put together.
    pub rule: Option<RuleCount>,
    /// The id of the skill's row, where skills are put together.
    pub skill: Option<String>,
    /// Some of them may have a quick fix.
    pub has_fix: bool,
    /// Findings in it.
    pub count: u32,
    /// The number of its first row.
    pub from: u32,
}

/// One finding of the list.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct CheckRow {
    /// What is so.
    pub finding: FindingRow,
    /// The id of the skill's row, or of the file's that should be one; absent where no row stands for it.
    pub skill: Option<String>,
    /// The skill's name; empty for what is none.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
    pub name: String,
    /// Whose it is.
    pub scope: String,
}
