//! Findings of rules in the files of a skill.

mod hook;
mod quote;
mod source;
mod text;

use serde::{Deserialize, Serialize};

pub use hook::{AllowedFlaw, HookFlaw, InertHook};
pub use quote::Quote;
pub use source::{EntryFlaw, PathFlaw, SourceFlaw, SourceName};
pub use text::{CommandRisk, FindingText, InvisibleKind, NoFieldsCause, WantedType};

use crate::lint_rule;

/// Something in a `SKILL.md` that its author may want to know.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The rule, one word for programs.
    pub rule: &'static str,
    /// How much it matters.
    pub severity: Severity,
    /// Where, counted from 1 in the file.
    pub line: Option<u32>,
    /// The text.
    pub text: FindingText,
}

impl Finding {
    /// A finding with the severity of its rule.
    pub fn by_rule(rule: &'static str, line: Option<u32>, text: FindingText) -> Self {
        let severity = lint_rule(rule).map_or(Severity::Warning, |rule| rule.severity);
        Self { rule, severity, line, text }
    }

    /// Returns what to do; empty where the text says it.
    pub fn fix(&self) -> &'static str {
        match self.text {
            FindingText::OfPlace { .. } => "",
            _ => lint_rule(self.rule).map_or("", |rule| rule.fix),
        }
    }
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
