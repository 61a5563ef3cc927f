use std::fmt::Write as _;

use serde_json::Value;

use super::{list, shown};

/// Whether the project is trusted, and what waits for it.
pub fn trust(answer: &Value) -> String {
    let mut text = format!("{} is {}.\n", shown(&answer["project"]), shown(&answer["trust"]));
    for row in list(&answer["held_back"]) {
        if let Some(count) = row["skills"].as_u64().filter(|count| *count > 0) {
            let are = if count == 1 { "skill is" } else { "skills are" };
            let _ = writeln!(text, "{count} project {are} held back under {}.", shown(&row["convention"]));
        }
    }
    if let Some(problem) = answer["problem"].as_str() {
        let _ = writeln!(text, "{}", shown(&Value::from(problem)));
    }
    text
}
