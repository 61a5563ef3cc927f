//! What is said of a declaration that cannot be taken as it stands.

use skills::{Finding, FindingText, Severity, SourceFlaw};

/// A finding in one line of code.
pub(crate) fn finding(rule: &'static str, severity: Severity, line: u32, flaw: SourceFlaw) -> Finding {
    Finding { rule, severity, line: Some(line), text: FindingText::Source { flaw } }
}

/// The finding that blocks a command.
pub(crate) fn unseen(line: u32, flaw: SourceFlaw) -> Finding {
    finding("source-unseen", Severity::Error, line, flaw)
}
