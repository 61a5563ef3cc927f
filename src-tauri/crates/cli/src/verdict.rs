//! Whether an answer is bad news: the exit code.

use serde_json::Value;

use crate::arguments::{Command, Filter};

/// 0 fine, 1 bad news, 4 the input is damaged.
pub fn exit(command: &Command, answer: &Value) -> u8 {
    match command {
        Command::Check { sarif: true, .. } => {
            let runs = rows(answer, "runs").iter();
            u8::from(runs.flat_map(|run| rows(run, "results")).any(|result| result["level"] == "error"))
        }
        Command::Check { .. } => {
            u8::from(rows(answer, "findings").iter().any(|row| row["severity"] == "error"))
        }
        Command::Drift { .. } => u8::from(rows(answer, "rows").iter().any(|row| row["state"] != "identical")),
        Command::Diff { .. } => u8::from(answer["state"] != "identical"),
        Command::Verify { all: true, .. } => {
            let faults = u8::from(!rows(answer, "faults").is_empty()) * 4;
            rows(answer, "sessions")
                .iter()
                .map(|row| verified(row, &row["witness"]))
                .max()
                .unwrap_or(0)
                .max(faults)
        }
        Command::Verify { .. } => verified(answer, &answer["witness"]["state"]),
        Command::Usage { unused } => u8::from(*unused && !rows(answer, "skills").is_empty()),
        Command::Policy { .. } => u8::from(answer["assay"]["decision"] == "deny"),
        // As grep has it: 0 found, 1 not found.
        Command::Search { .. } => u8::from(rows(answer, "hits").is_empty()),
        Command::Sessions(filter) => {
            u8::from(*filter != Filter::default() && rows(answer, "sessions").is_empty())
        }
        Command::Skills { .. }
        | Command::WhoWins { .. }
        | Command::Versions { .. }
        | Command::Sources { .. }
        | Command::Evidence { .. }
        | Command::Trust { .. }
        | Command::Visibility(_)
        | Command::Folders(_)
        | Command::Export { .. }
        | Command::Bundle { .. }
        | Command::Event { .. }
        | Command::Hydrate { .. }
        | Command::Mcp { .. }
        | Command::BuiltIns { .. }
        | Command::Manage(_)
        | Command::Import(_)
        | Command::New { .. }
        | Command::Restore { .. }
        | Command::Undo { .. }
        | Command::Trash { .. }
        | Command::Skill { .. }
        | Command::Catalog { .. }
        | Command::Prefix(_)
        | Command::Invoked { .. }
        | Command::Templates
        | Command::Session { .. }
        | Command::At { .. }
        | Command::Doctor
        | Command::Ask { .. } => 0,
    }
}

/// What a log says of itself, and what was seen of it before.
fn verified(answer: &Value, witness: &Value) -> u8 {
    let is_what_it_was = !matches!(witness.as_str(), Some("rewritten" | "shorter"));
    // One session lists its numbers, all sessions count them.
    let is_none = |key: &str| answer[key].as_u64().unwrap_or(0) == 0 && rows(answer, key).is_empty();
    let is_numbered =
        ["seq_gaps", "duplicates", "missing", "repeated", "out_of_order"].into_iter().all(is_none);
    match answer["verdict"].as_str() {
        Some("damaged") => 4,
        Some("verified") if is_what_it_was && is_numbered => 0,
        _ => 1,
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
