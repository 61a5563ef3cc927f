//! How findings and the rules behind them read.

use api::checks::{CheckReport, RulesReport};

use super::{count, counted, say, table, word};
use crate::screen::visible_text;

/// A line for each finding.
pub fn check(report: &CheckReport) -> String {
    let mut text = String::new();
    super::problems(&mut text, &report.problems);
    for finding in &report.findings {
        let at = finding.line.map(|line| format!(":{line}")).unwrap_or_default();
        let [path, rule, message, fix] =
            [&finding.path, &finding.rule, &finding.message, &finding.fix].map(visible_text);
        let mend = if finding.mend.is_none() { "" } else { " (--fix)" };
        say(&mut text, &format!("{path}{at}: {} [{rule}] {message} {fix}{mend}", word(&finding.severity)));
    }
    let (checked, findings) = (counted(report.checked, "file"), count(&report.findings, "finding"));
    say(&mut text, &format!("{checked} checked, {findings}"));
    text
}

/// A line for each rule.
pub fn rules(report: &RulesReport) -> String {
    let mut rows = vec![["RULE", "SEVERITY", "REASON", "FIX", "AUTOFIX", "SOURCE"].map(str::to_owned)];
    for rule in &report.rules {
        let fix = if rule.has_fix { "if unambiguous" } else { "" };
        let [id, why, what, source] = [&rule.id, &rule.why, &rule.fix, &rule.source].map(visible_text);
        rows.push([id, word(&rule.severity), why, what, fix.to_owned(), source]);
    }
    table(&rows)
}
