//! Whether an answer is bad news: the exit code.

use serde_json::Value;

use crate::arguments::{Command, Filter};

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
        // As grep has it: 0 found, 1 not found.
        Command::Search { .. } => u8::from(rows(answer, "hits").is_empty()),
        Command::Sessions(filter) => {
            u8::from(*filter != Filter::default() && rows(answer, "sessions").is_empty())
        }
        Command::Skills
        | Command::Sources { .. }
        | Command::Evidence { .. }
        | Command::Hydrate { .. }
        | Command::Mcp
        | Command::Skill { .. }
        | Command::Catalog { .. }
        | Command::Invoked { .. }
        | Command::Templates
        | Command::Session { .. }
        | Command::Doctor
        | Command::Ask { .. } => 0,
    }
}

/// Whether a command's exit codes are those of `grep`.
pub fn is_like_grep(command: &Command) -> bool {
    match command {
        Command::Search { .. } => true,
        Command::Sessions(filter) => *filter != Filter::default(),
        _ => false,
    }
}

fn rows<'a>(answer: &'a Value, key: &str) -> &'a [Value] {
    answer[key].as_array().map_or(&[], Vec::as_slice)
}
