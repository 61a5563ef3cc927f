use serde::{Deserialize, Serialize};

/// Something in a `SKILL.md` that its author may want to know.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The rule, one word for programs.
    pub rule: &'static str,
    /// How much it matters.
    pub severity: Severity,
    /// Where, counted from 1 in the file.
    pub line: Option<u32>,
    /// What is wrong, in one sentence.
    pub message: String,
    /// What to do.
    pub fix: String,
}

/// How much a finding matters; the order is worst first.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    strum::EnumString,
    strum::IntoStaticStr,
    Serialize,
    Deserialize,
)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Severity {
    /// The skill does not work.
    Error,
    /// It works differently from what its author may think, or not everywhere.
    Warning,
    /// Worth knowing.
    Note,
}

impl Severity {
    /// Reads `error`, `warning` or `note`.
    pub fn named(word: &str) -> Option<Self> {
        word.parse().ok()
    }

    /// The word for it.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// The number of the line that holds byte `at`.
pub(crate) fn line_at(content: &[u8], at: usize) -> u32 {
    let before = content[..at].iter().filter(|&&byte| byte == b'\n').count();
    u32::try_from(before + 1).unwrap_or(u32::MAX)
}

/// A finding in one line of code.
pub(crate) fn finding(
    rule: &'static str,
    severity: Severity,
    line: Option<u32>,
    message: String,
    fix: &str,
) -> Finding {
    Finding { rule, severity, line, message, fix: fix.to_owned() }
}

/// A value for a sentence: on one line and short.
pub(crate) fn shown(value: &str) -> String {
    let one_line = value.split_whitespace().collect::<Vec<_>>().join(" ");
    let short: String = one_line.chars().take(60).collect();
    let more = if short.len() < one_line.len() { "…" } else { "" };
    if one_line.is_empty() { "nothing".into() } else { format!("`{short}{more}`") }
}
