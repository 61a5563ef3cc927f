//! Lines that a fork copied from the session it was made from.
//!
//! `/branch` marks each. `--fork-session` marks answers in 2.1.330 and nothing in 2.1.197 (all recorded). But a session
//! that a prompt began opens with that prompt, put into a queue: what stands before the prompt itself and was said
//! earlier is from elsewhere.

use std::borrow::Cow;
use std::ops::Range;

use crate::members::Members;

use super::blocks::text_of;
use super::prompts::{Prompt, prompt};

#[derive(Debug, Clone, Default)]
pub(super) struct Copies {
    /// When the first prompt was put into the queue, and its words; a prompt with a picture has none there.
    queued: Option<(String, Option<String>)>,
    has_messages: bool,
    /// The records that are copies; open while they go on.
    copied: Option<Range<u32>>,
}

impl Copies {
    pub fn learn(&mut self, first: u32, kind: &str, line: &Members<'_>) {
        if kind == "queue-operation" && !self.has_messages && self.queued.is_none() {
            let is_prompt = line.word("operation").as_deref() == Some("enqueue");
            self.queued = line.text("timestamp").filter(|_| is_prompt).map(|time| (time, line.text("content")));
        }
        if kind == "fork-context-ref" {
            // A helper that goes on from the session's own context begins with the answer that called it.
            self.copied = Some(first..u32::MAX);
        }
        if kind != "user" {
            return;
        }
        let is_copying =
            !self.has_messages || self.copied.as_ref().is_some_and(|copied| copied.end == u32::MAX);
        self.has_messages = true;
        let Some(queued) = self.queued.as_ref().filter(|_| is_copying) else {
            self.end(first);
            return;
        };
        let is_earlier = line.text("timestamp").is_some_and(|time| time < queued.0);
        if is_earlier && (queued.1.is_none() || typed(line) != queued.1) {
            self.copied.get_or_insert(first..u32::MAX);
        } else {
            self.queued = None;
            self.end(first);
        }
    }

    fn end(&mut self, first: u32) {
        if let Some(copied) = self.copied.as_mut().filter(|copied| copied.end == u32::MAX) {
            copied.end = first;
        }
    }

    /// Whether a line is a copy.
    pub fn hold(&self, first: u32, line: &Members<'_>) -> bool {
        origin(line).is_some() || self.copied.as_ref().is_some_and(|copied| copied.contains(&first))
    }
}

/// The session that a line says it was copied from.
pub(super) fn origin(line: &Members<'_>) -> Option<String> {
    let forked = line.object("forkedFrom").and_then(|from| from.text("sessionId"));
    let asked_by = || line.word("requestSessionId").filter(|id| line.word("sessionId").as_ref() != Some(id));
    forked.or_else(|| asked_by().map(Cow::into_owned))
}

fn typed(line: &Members<'_>) -> Option<String> {
    let text = text_of(line)?;
    match prompt(&text) {
        Prompt::Slash(slash) | Prompt::Local(slash) => Some(slash.typed()),
        _ => Some(text),
    }
}
