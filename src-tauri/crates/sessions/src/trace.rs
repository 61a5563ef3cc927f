//! Calls of tools that touch files of skills and take no skill in: weaker evidence than an activation, and than a
//! recorded view of a file.
//!
//! Whoever reads a `SKILL.md` may follow it, write it or compare it. Where nothing in the log tells that a skill was
//! taken in, such a read is told as what it is, and counts as no use.

use std::collections::HashMap;
use std::ops::Range;
use std::path::Path;

use serde_json::Value;

use crate::event::{EventKind, ToolCall};
use crate::source::main_files;
use crate::{Event, Kind, Log, Row};

/// Bytes of one call's arguments that are looked at.
const LOOKED_AT: usize = 64 << 10;
/// Bytes of text that are kept of one call.
const KEPT: usize = 4 << 10;

/// A call that reads the main file of a skill without an activation, or names a path in a folder of skills.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trace {
    /// Where the call stands.
    pub position: usize,
    /// When, as recorded.
    pub ts: Option<String>,
    /// The main files that it read; empty where it names a path only.
    pub reads: Vec<String>,
    /// The texts among its arguments, a blank between them; empty where they name no folder of skills, and for the
    /// agent's own way to view a file of a skill.
    pub text: String,
}

/// The traces at some positions of a log whose session works in a folder. A call and its answer are joined within
/// these positions, which should be those of whole turns.
pub fn traces(log: &Log, folder: &Path, positions: Range<usize>) -> Vec<Trace> {
    let folder = folder.to_string_lossy();
    let mut found: Vec<Trace> = Vec::new();
    let mut asked: HashMap<String, usize> = HashMap::new();
    // What an answer gave of a skill stands right behind it.
    let mut answered: Option<usize> = None;
    for position in positions {
        let Some(row) = log.at(position) else { continue };
        let event = || log.event(position);
        match row.kind() {
            Kind::ToolCall if may_name_a_skill(log, row) => {
                let Some((trace, call)) = event().and_then(|event| trace(event, position, &folder)) else {
                    continue;
                };
                if let Some(call) = call.filter(|_| !trace.reads.is_empty()) {
                    asked.insert(call, found.len());
                }
                found.push(trace);
            }
            Kind::ToolResult if !asked.is_empty() => {
                let Some(EventKind::ToolResult(result)) = event().map(|event| event.kind) else { continue };
                answered = result.call_id.and_then(|call| asked.remove(&call));
                if let Some(trace) = answered.filter(|_| result.ok == Some(false)) {
                    found[trace].reads.clear();
                }
            }
            Kind::SkillActivation => {
                let Some(trace) = answered.map(|at| &mut found[at]) else { continue };
                if let Some(EventKind::SkillActivation(given)) = event().map(|event| event.kind) {
                    let given = given.path.unwrap_or_default();
                    trace.reads.retain(|read| !is_same_file(read, &given));
                }
            }
            _ => answered = None,
        }
    }
    found.retain(|trace| !trace.reads.is_empty() || !trace.text.is_empty());
    found
}

/// Whether the bytes of a row's line hold what a trace names, so that most calls need not be decoded.
fn may_name_a_skill(log: &Log, row: Row) -> bool {
    let Ok(bytes) = log.bytes(row) else { return false };
    ["SKILL.md", "skills/", r"skills\/"]
        .iter()
        .any(|name| memchr::memmem::find(&bytes, name.as_bytes()).is_some())
}

/// The trace that a call may be, and the id its answer has.
fn trace(event: Event, position: usize, folder: &str) -> Option<(Trace, Option<String>)> {
    let EventKind::ToolCall(call) = event.kind else { return None };
    let trace = Trace { position, ts: event.ts, reads: main_files(&call, folder), text: named(&call) };
    Some((trace, call.call_id))
}

/// What a call says, where it names a folder of skills otherwise than by viewing a file of one. Every root of every
/// scope ends in `skills`.
fn named(call: &ToolCall) -> String {
    let args = call.args.as_deref().filter(|args| call.viewed.is_none() && args.len() <= LOOKED_AT);
    let Some(value) = args.and_then(|args| serde_json::from_str::<Value>(args).ok()) else {
        return String::new();
    };
    let mut text = String::new();
    gather(&value, &mut text);
    if !text.contains("skills/") {
        return String::new();
    }
    text.truncate(text.floor_char_boundary(KEPT));
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

/// Whether a path that a call names is that of a file; what `~` or a variable stands for is not recorded.
fn is_same_file(named: &str, file: &str) -> bool {
    let file = file.replace('\\', "/");
    match named.strip_prefix(['~', '$']) {
        Some(rest) => rest.find('/').is_some_and(|at| file.ends_with(&rest[at..])),
        None => named == file,
    }
}

impl Trace {
    /// Whether it names a file by its path: one of the ways its folder is written, a `/`, and its path from
    /// there, with nothing of a name before or behind.
    pub fn names(&self, folders: &[String], rel: &str) -> bool {
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
    use super::{Trace, named};
    use crate::event::ToolCall;

    #[test]
    fn a_call_names_a_file_by_its_whole_path() {
        let folders = ["/w/.agents/skills/a".to_owned(), ".agents/skills/a".to_owned()];
        let check = |args: &str, rel: &str, expected: bool| {
            let call = ToolCall { args: Some(args.to_owned()), ..ToolCall::default() };
            let trace = Trace { position: 0, ts: None, reads: Vec::new(), text: named(&call) };
            assert_eq!(trace.names(&folders, rel), expected, "{args} {rel}");
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
