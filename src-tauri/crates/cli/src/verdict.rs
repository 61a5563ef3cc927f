//! Whether an answer is bad news: the exit code.

use serde_json::Value;

use crate::arguments::Command;

/// 0 fine, 1 bad news, 4 the input is damaged.
pub fn exit(command: &Command, answer: &Value) -> u8 {
    match command {
        Command::Check { .. } => {
            u8::from(rows(answer, "findings").iter().any(|row| row["severity"] == "error"))
        }
        Command::Drift { .. } => u8::from(rows(answer, "rows").iter().any(|row| row["state"] != "identical")),
        Command::Diff { .. } => u8::from(answer["state"] != "identical"),
        Command::Verify { .. } => match answer["verdict"].as_str() {
            Some("verified") => 0,
            Some("damaged") => 4,
            _ => 1,
        },
        Command::Policy { .. } => u8::from(answer["assay"]["decision"] == "deny"),
        Command::Skills
        | Command::Sources { .. }
        | Command::Evidence { .. }
        | Command::Hydrate { .. }
        | Command::Mcp
        | Command::New { .. }
        | Command::Restore { .. }
        | Command::Undo { .. }
        | Command::Trash { .. }
        | Command::Skill { .. }
        | Command::Catalog { .. }
        | Command::Invoked { .. }
        | Command::Templates
        | Command::Sessions
        | Command::Session { .. }
        | Command::Doctor
        | Command::Ask { .. } => 0,
    }
}

fn rows<'a>(answer: &'a Value, key: &str) -> &'a [Value] {
    answer[key].as_array().map_or(&[], Vec::as_slice)
}
