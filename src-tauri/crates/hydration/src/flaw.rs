//! What is said of a declaration that cannot be taken as it stands.

use skills::{Finding, Severity};

/// A finding in one line of code.
pub(crate) fn finding(
    rule: &'static str,
    severity: Severity,
    line: u32,
    message: String,
    fix: &str,
) -> Finding {
    Finding { rule, severity, line: Some(line), message, fix: fix.to_owned() }
}

/// The finding that blocks a command, `what` being the beginning of a sentence.
pub(crate) fn unseen(what: &str, character: char, line: u32) -> Finding {
    let message = format!(
        "{what} has a character that no screen shows (U+{:04X}), so it cannot be approved.",
        u32::from(character)
    );
    finding("source-unseen", Severity::Error, line, message, "Remove characters that are not intended.")
}
