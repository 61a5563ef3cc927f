//! How findings and the rules behind them read.

use serde_json::Value;

use super::{count, list, number, say, shown, table};

/// A line for each finding.
pub(super) fn check(answer: &Value) -> String {
    let mut text = String::new();
    super::problems(&mut text, answer);
    for finding in list(&answer["findings"]) {
        let at = finding["line"].as_u64().map(|line| format!(":{line}")).unwrap_or_default();
        let head = format!(
            "{}{at}: {} [{}]",
            shown(&finding["path"]),
            shown(&finding["severity"]),
            shown(&finding["rule"])
        );
        let fix = if finding["mend"].is_null() { "" } else { " (--fix)" };
        say(&mut text, &format!("{head} {} {}{fix}", shown(&finding["message"]), shown(&finding["fix"])));
    }
    say(
        &mut text,
        &format!(
            "{} checked, {}",
            number(&answer["checked"], "file"),
            count(list(&answer["findings"]), "finding")
        ),
    );
    text
}

/// A line for each rule.
pub(super) fn rules(answer: &Value) -> String {
    let mut rows = vec![["RULE", "SEVERITY", "WHY", "WHAT TO DO", "--FIX", "FROM"].map(str::to_owned)];
    for rule in list(&answer["rules"]) {
        let fix = if rule["has_fix"] == true { "where it is certain" } else { "" };
        let [id, severity, why, what] = ["id", "severity", "why", "fix"].map(|key| shown(&rule[key]));
        rows.push([id, severity, why, what, fix.to_owned(), shown(&rule["source"])]);
    }
    table(&rows)
}
