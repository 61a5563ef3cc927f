//! The skills that the agent itself names for what it did, where its log attributes any: never mixed with which texts
//! were in context.

use ::sessions::{EventKind, Kind};
use ::workspace::Read;
use serde::Serialize;

/// A skill that the agent named for its messages, tool calls or reasoning.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct NamedFact {
    /// The skill, as the log names it.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
    pub name: String,
    /// Messages it is named for.
    pub messages: u32,
    /// Tool calls it is named for.
    pub calls: u32,
    /// Pieces of reasoning it is named for.
    pub thoughts: u32,
    /// The record of the first of them.
    pub line: u32,
    /// The line of the file it stands in.
    pub file_line: u32,
}

/// The skills named for what stands at some positions, in the order they were first named.
pub(crate) fn named(read: &Read, positions: impl Iterator<Item = usize>) -> Vec<NamedFact> {
    let mut found: Vec<NamedFact> = Vec::new();
    // Pixir attributes nothing, so none of its events is decoded for this.
    if read.log.source().is_envelope() {
        return found;
    }
    let attributes = [Kind::AssistantMessage, Kind::ToolCall, Kind::Reasoning];
    for at in positions {
        if !read.log.at(at).is_some_and(|row| attributes.contains(&row.kind())) {
            continue;
        }
        let Some(event) = read.log.event(at) else { continue };
        let (name, [messages, calls, thoughts]) = match event.kind {
            EventKind::AssistantMessage(message) => (message.attributed, [1, 0, 0]),
            EventKind::ToolCall(call) => (call.attributed, [0, 1, 0]),
            EventKind::Reasoning(reasoning) => (reasoning.attributed, [0, 0, 1]),
            _ => continue,
        };
        let Some(name) = name else { continue };
        let at = found.iter().position(|one| one.name == name).unwrap_or_else(|| {
            let file_line = read.log.line_of(event.line);
            let none = NamedFact { name, messages: 0, calls: 0, thoughts: 0, line: event.line, file_line };
            found.push(none);
            found.len() - 1
        });
        found[at].messages += messages;
        found[at].calls += calls;
        found[at].thoughts += thoughts;
    }
    found
}
