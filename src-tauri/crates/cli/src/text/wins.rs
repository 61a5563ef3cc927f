//! Who wins, name by name.

use std::collections::BTreeMap;

use api::wins::{WinsReport, WinsReportCell};

use super::say;
use crate::screen::visible_text;

/// A name, then the agents that come to the same, with the files behind it.
pub fn wins(report: &WinsReport) -> String {
    let mut text = String::new();
    for row in &report.rows {
        let differs = if row.differs { "  (agents differ)" } else { "" };
        say(&mut text, &format!("{}{differs}", visible_text(&row.name)));
        let mut alike: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for (convention, cell) in &row.cells {
            let label = report.conventions.get(convention).map_or("-", |rules| &rules.label);
            alike.entry(told(cell)).or_default().push(visible_text(label));
        }
        for (words, agents) in &alike {
            say(&mut text, &format!("  {}", agents.join(", ")));
            words.lines().for_each(|line| say(&mut text, &format!("      {line}")));
        }
    }
    if text.is_empty() { "No agent finds a skill.\n".to_owned() } else { text }
}

/// What one agent makes of a name: the outcome, then each file with the reason why it does not win.
fn told(cell: &WinsReportCell) -> String {
    let mut lines = Vec::new();
    let verdict = match cell.verdict.as_str() {
        "wins" => None,
        "all_kept" => Some("all are listed"),
        "not_fixed" => Some("one of these, order not fixed"),
        "held_back" => Some("hidden until you trust the project"),
        "barred" => Some("not allowed"),
        "off" => Some("disabled"),
        _ => Some("not a skill"),
    };
    lines.extend(verdict.map(str::to_owned));
    if cell.if_trusted {
        lines.push("if the agent trusts the project".to_owned());
    }
    for file in &cell.files {
        let mark = match file.state.as_str() {
            "wins" | "kept" => "*",
            "unsettled" => "?",
            _ => "-",
        };
        let switched = file.switched.as_ref().map(ToString::to_string);
        let why = file.why.clone().or(switched);
        let why = why.map(|why| format!("  {}", visible_text(&why))).unwrap_or_default();
        lines.push(format!("{mark} {} {}{why}", visible_text(&file.scope), visible_text(&file.path)));
    }
    lines.join("\n")
}
