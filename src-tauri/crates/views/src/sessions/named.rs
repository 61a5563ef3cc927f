//! Which skill the agent itself named behind an answer, where its log attributes any: never mixed with which texts were
//! in context.

use ::sessions::{EventKind, Kind};
use ::workspace::Read;
use serde::Serialize;

/// A skill that the agent named behind answers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct NamedFact {
    /// The skill, as the log names it.
    pub name: String,
    /// Answers behind which it is named.
    pub answers: u32,
    /// The record of the first of them.
    pub line: u32,
    /// The line of the file it stands in.
    pub file_line: u32,
}

/// The skills named behind the answers at some positions, in the order they were first named.
pub(crate) fn named(read: &Read, positions: impl Iterator<Item = usize>) -> Vec<NamedFact> {
    let mut found: Vec<NamedFact> = Vec::new();
    // Pixir attributes nothing, so none of its answers is decoded for this.
    if read.log.source().is_envelope() {
        return found;
    }
    for at in positions {
        if read.log.at(at).map(::sessions::Row::kind) != Some(Kind::AssistantMessage) {
            continue;
        }
        let Some(event) = read.log.event(at) else { continue };
        let EventKind::AssistantMessage(message) = event.kind else { continue };
        let Some(name) = message.attributed else { continue };
        match found.iter_mut().find(|one| one.name == name) {
            Some(known) => known.answers += 1,
            None => found.push(NamedFact {
                name,
                answers: 1,
                line: event.line,
                file_line: read.log.line_of(event.line),
            }),
        }
    }
    found
}
