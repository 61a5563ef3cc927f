use std::fmt::Write as _;

use serde_json::Value;

use super::{list, shown};

/// What agents may see of this project's skills.
pub fn visibility(answer: &Value) -> String {
    let mut text = format!("{}\n", shown(&answer["project"]));
    let _ = match answer["allowed"].as_array() {
        None => writeln!(text, "allowed: every skill"),
        Some(names) if names.is_empty() => writeln!(text, "allowed: none"),
        Some(_) => writeln!(text, "allowed: {}", names(&answer["allowed"])),
    };
    for (key, word) in [("disabled", "switched off"), ("denied", "denied")] {
        if !list(&answer[key]).is_empty() {
            let _ = writeln!(text, "{word}: {}", names(&answer[key]));
        }
    }
    if answer["file_reads"] == "on" {
        text.push_str("a plain read of a visible skill's SKILL.md takes the skill in\n");
    }
    text.push_str("It holds for agents that get their skills through `assay mcp`.\n");
    if let Some(problem) = answer["problem"].as_str() {
        let _ = writeln!(text, "{}", shown(&Value::from(problem)));
    }
    text
}

fn names(rows: &Value) -> String {
    let name = |row: &Value| {
        let unknown = if row["found"] == false { " (no skill here)" } else { "" };
        format!("{}{unknown}", shown(&row["name"]))
    };
    list(rows).iter().map(name).collect::<Vec<_>>().join(", ")
}
