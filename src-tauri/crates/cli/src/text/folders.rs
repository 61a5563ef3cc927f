use std::fmt::Write as _;

use serde_json::Value;

use super::{list, shown};

/// Where skills of this project are looked for as well.
pub fn folders(answer: &Value) -> String {
    let mut text = format!("{}\n", shown(&answer["project"]));
    let claude = if answer["claude_folders"] == "on" { "looked at" } else { "not looked at" };
    let _ = writeln!(text, "Claude's folders: {claude}");
    for folder in list(&answer["named"]) {
        let gone = if folder["found"] == false { " (not there)" } else { "" };
        let _ = writeln!(text, "{}{gone}", shown(&folder["path"]));
    }
    let conventions: Vec<String> = list(&answer["conventions"]).iter().map(shown).collect();
    let _ = writeln!(text, "What they are for: {}.", conventions.join(", "));
    if !answer["problem"].is_null() {
        let _ = writeln!(text, "{}", shown(&answer["problem"]));
    }
    text
}
