use std::fmt::Write as _;

use serde_json::Value;

use super::{list, shown};

/// The skills that come with Assay, and whether each is on.
pub fn built_ins(answer: &Value) -> String {
    let mut text = String::new();
    for key in ["problem", "without_tools"] {
        if answer[key].is_string() {
            let _ = writeln!(text, "{}\n", shown(&answer[key]));
        }
    }
    for row in list(&answer["rows"]) {
        let _ = writeln!(
            text,
            "{} ({})  {}",
            shown(&row["name"]),
            shown(&row["switch"]),
            shown(&row["description"])
        );
        for key in ["why_off", "shadowed"] {
            if row[key].is_string() {
                let _ = writeln!(text, "  {}", shown(&row[key]));
            }
        }
        for tool in list(&row["tools"]) {
            let names: Vec<String> = list(&tool["parameters"]).iter().map(parameter).collect();
            let _ = writeln!(
                text,
                "  {}({})  {}  {}",
                shown(&tool["name"]),
                names.join(", "),
                shown(&tool["reach"]),
                shown(&tool["description"])
            );
        }
    }
    let _ = writeln!(text, "{} skills of both kinds under merged", shown(&answer["skill_count"]));
    text
}

fn parameter(parameter: &Value) -> String {
    let name = shown(&parameter["name"]);
    if parameter["required"] == true { name } else { format!("{name}?") }
}
