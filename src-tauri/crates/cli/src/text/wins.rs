//! Who wins, name by name.

use std::collections::BTreeMap;

use serde_json::Value;

use super::{list, say, shown};

/// A name, then the agents that come to the same, with the files behind it.
pub(super) fn wins(answer: &Value) -> String {
    let mut text = String::new();
    for row in list(&answer["rows"]) {
        let differs = if row["differs"] == true { "  (agents differ)" } else { "" };
        say(&mut text, &format!("{}{differs}", shown(&row["name"])));
        let mut alike: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for (convention, cell) in row["cells"].as_object().into_iter().flatten() {
            let label = shown(&answer["conventions"][convention]["label"]);
            alike.entry(told(cell)).or_default().push(label);
        }
        for (words, agents) in &alike {
            say(&mut text, &format!("  {}", agents.join(", ")));
            words.lines().for_each(|line| say(&mut text, &format!("      {line}")));
        }
    }
    if text.is_empty() { "no agent knows a skill here\n".to_owned() } else { text }
}

/// What one agent makes of a name: the outcome, then each file with the reason why it does not win.
fn told(cell: &Value) -> String {
    let mut lines = Vec::new();
    let verdict = match cell["verdict"].as_str() {
        Some("wins") => None,
        Some("all_kept") => Some("all stay listed"),
        Some("not_fixed") => Some("one of these, the order is not fixed"),
        Some("held_back") => Some("held back until the project is trusted"),
        Some("barred") => Some("not allowed"),
        _ => Some("no skill to it"),
    };
    lines.extend(verdict.map(str::to_owned));
    if cell["if_trusted"] == true {
        lines.push("once the project is trusted".to_owned());
    }
    for file in list(&cell["files"]) {
        let mark = match file["state"].as_str() {
            Some("wins" | "kept") => "*",
            Some("unsettled") => "?",
            _ => "-",
        };
        let why = if file["why"].is_null() { String::new() } else { format!("  {}", shown(&file["why"])) };
        lines.push(format!("{mark} {} {}{why}", shown(&file["scope"]), shown(&file["path"])));
    }
    lines.join("\n")
}
