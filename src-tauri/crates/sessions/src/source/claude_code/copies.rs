//! Lines that a fork copied from the session it was made from.
//!
//! `/branch` marks each. `--fork-session` marks answers in 2.1.330 and nothing in 2.1.197 (all recorded). But a session
//! that a prompt began opens with that prompt, put into a queue: what stands before the prompt itself and was said
//! earlier is from elsewhere.

use std::borrow::Cow;
use std::collections::HashSet;
use std::ops::Range;
use std::sync::Arc;

use crate::members::Members;

use super::blocks::text_of;
use super::prompts::{Prompt, prompt};
use super::thread::digest;

#[derive(Debug, Clone, Default)]
pub(super) struct Copies {
    /// When the first prompt was put into the queue, and its words; a prompt with a picture has none there.
    queued: Option<(String, Option<String>)>,
    has_messages: bool,
    /// The records that are copies; open while they go on.
    copied: Option<Range<u32>>,
    /// The keys of lines that another log owns.
    known: Arc<HashSet<u64>>,
}

impl Copies {
    pub fn learn(&mut self, first: u32, kind: &str, line: &Members<'_>) {
        if kind == "queue-operation" && !self.has_messages && self.queued.is_none() {
            let is_prompt = line.word("operation").as_deref() == Some("enqueue");
            self.queued =
                line.text("timestamp").filter(|_| is_prompt).map(|time| (time, line.text("content")));
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

    pub fn know(&mut self, keys: Arc<HashSet<u64>>) {
        self.known = keys;
    }

    fn is_known(&self, line: &Members<'_>) -> bool {
        !self.known.is_empty() && keys(line).iter().any(|key| self.known.contains(key))
    }

    /// Whether a line is a copy.
    pub fn hold(&self, first: u32, line: &Members<'_>) -> bool {
        origin(line).is_some()
            || self.is_known(line)
            || self.copied.as_ref().is_some_and(|copied| copied.contains(&first))
    }
}

/// Returns the keys of a line: its `uuid`, and where copies are given new ones, the ids of the answer and
/// of the calls in it, or what was said when.
pub(super) fn keys(line: &Members<'_>) -> Vec<u64> {
    let mut keys: Vec<u64> = line.word("uuid").map(|id| digest(&("uuid", &*id))).into_iter().collect();
    let Some(message) = line.object("message") else { return keys };
    keys.extend(message.word("id").map(|id| digest(&("message", &*id))));
    let results = message.objects("content").into_iter().filter_map(|block| block.text("tool_use_id"));
    keys.extend(results.map(|id| digest(&("result", id))));
    let said = line.word("timestamp").zip(message.raw("content"));
    keys.extend(said.map(|(time, content)| digest(&("said", &*time, content))));
    keys
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
