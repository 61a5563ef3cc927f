//! Tool calls that name a path in a folder of skills: weaker evidence than a recorded view of a file.

use ::sessions::{EventKind, Kind};
use serde_json::Value;

use super::Read;
use crate::wire::Millis;

/// Bytes of one call's arguments that are looked at.
const LOOKED_AT: usize = 64 << 10;
/// Bytes of text that are kept of one call.
const KEPT: usize = 4 << 10;
/// Calls of one session that are kept.
const CALLS: usize = 20_000;

/// What a call said, when it named a folder of skills.
#[derive(Debug, Clone)]
pub(crate) struct Mention {
    pub turn: u32,
    pub at: Option<Millis>,
    /// The texts among its arguments, a blank between them.
    pub text: String,
}

/// The calls of a log, but those of Pixir's own way to view a skill's file, that name a folder of skills.
pub(crate) fn mentions(read: &Read) -> Vec<Mention> {
    let turns = read.turns.turns().iter();
    let calls = turns.flat_map(|turn| turn.positions.clone().map(move |position| (turn.number, position)));
    calls
        .filter(|(_, position)| read.log.at(*position).is_some_and(|row| row.kind() == Kind::ToolCall))
        .filter_map(|(turn, position)| {
            let event = read.log.event(position)?;
            let EventKind::ToolCall(call) = event.kind else { return None };
            let args = call.args.filter(|args| call.viewed.is_none() && args.len() <= LOOKED_AT)?;
            // Every root of every scope ends in `skills` (pixir-contract §5.1).
            if !args.contains("skills/") {
                return None;
            }
            let text = words(&args);
            Some(Mention { turn, at: read.at(position, event.ts.as_deref()), text })
        })
        .take(CALLS)
        .collect()
}

fn words(args: &str) -> String {
    let Ok(value) = serde_json::from_str::<Value>(args) else { return String::new() };
    let mut text = String::new();
    gather(&value, &mut text);
    text.truncate(crate::window::floor(text.as_bytes(), KEPT));
    text
}

fn gather(value: &Value, text: &mut String) {
    match value {
        Value::String(words) => {
            text.push_str(words);
            text.push(' ');
        }
        Value::Array(items) => items.iter().for_each(|item| gather(item, text)),
        Value::Object(members) => members.values().for_each(|item| gather(item, text)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

impl Mention {
    /// Whether it names a file by its path: one of the ways its folder is written, a `/`, and its path from
    /// there, with nothing of a name before or behind.
    pub(crate) fn names(&self, folders: &[String], rel: &str) -> bool {
        folders.iter().any(|folder| {
            let path = format!("{folder}/{rel}");
            self.text.match_indices(&path).any(|(at, _)| {
                let before = self.text[..at].chars().next_back();
                let behind = self.text[at + path.len()..].chars().next();
                !before.is_some_and(is_of_a_path) && !behind.is_some_and(is_of_a_name)
            })
        })
    }
}

// `./` and `"` may stand before a path that begins at the workspace; another folder's name may not.
fn is_of_a_path(char: char) -> bool {
    char.is_alphanumeric() || matches!(char, '_' | '-' | '.')
}

fn is_of_a_name(char: char) -> bool {
    char.is_alphanumeric() || matches!(char, '_' | '-' | '/')
}

#[cfg(test)]
mod tests {
    use super::{Mention, words};

    #[test]
    fn a_call_names_a_file_by_its_whole_path() {
        let folders = ["/w/.agents/skills/a".to_owned(), ".agents/skills/a".to_owned()];
        let check = |args: &str, rel: &str, named: bool| {
            let mention = Mention { turn: 1, at: None, text: words(args) };
            assert_eq!(mention.names(&folders, rel), named, "{args} {rel}");
        };
        check(r#"{"path":".agents/skills/a/x.md"}"#, "x.md", true);
        check(r#"{"path":"./.agents/skills/a/x.md"}"#, "x.md", true);
        check(r#"{"command":"cat /w/.agents/skills/a/x.md | head"}"#, "x.md", true);
        check(r#"{"command":"cat '/w/.agents/skills/a/x.md';"}"#, "x.md", true);
        check(r#"{"edits":[{"path":"/w/.agents/skills/a/b/x.md"}]}"#, "b/x.md", true);
        check(r#"{"path":".agents/skills/a/x.md2"}"#, "x.md", false);
        check(r#"{"path":".agents/skills/a/x.md/y"}"#, "x.md", false);
        check(r#"{"path":"/other.agents/skills/a/x.md"}"#, "x.md", false);
        check(r#"{"path":"x.md"}"#, "x.md", false);
        check("not json", "x.md", false);
    }
}
