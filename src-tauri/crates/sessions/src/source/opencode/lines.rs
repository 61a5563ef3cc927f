//! The lines a session of OpenCode is laid out as: the session, then of each message its parts and the message itself,
//! which is complete only when its parts are.
//!
//! A line says of its message what its events depend on, so that it can be read by itself.

use std::collections::BTreeMap;
use std::time::{Duration, UNIX_EPOCH};

use super::super::laid::Line;
use crate::instant::written;
use crate::members::Members;

/// A session and what the agent knows of it.
#[derive(Debug, Default)]
pub(super) struct Session {
    pub id: String,
    pub folder: Option<String>,
    pub parent: Option<String>,
    pub title: Option<String>,
    pub release: Option<String>,
    pub project: Option<String>,
    /// Milliseconds since 1970.
    pub created: Option<i64>,
}

/// A message with its parts, in their order.
#[derive(Debug)]
pub(super) struct Message {
    pub own: Part,
    pub parts: Vec<Part>,
}

/// A message of the later table, with its parts in it.
#[derive(Debug)]
pub(super) struct Later {
    /// Its type, such as `user` or `assistant`.
    pub kind: String,
    pub own: Part,
}

/// A part of a message, or what is said of the message itself.
#[derive(Debug)]
pub(super) struct Part {
    pub id: String,
    /// Milliseconds since 1970.
    pub created: Option<i64>,
    /// JSON as it was found.
    pub data: Vec<u8>,
}

impl Session {
    /// Its lines; `left` are parts of no message.
    pub fn lines(&self, messages: &[Message], left: &[Part]) -> Vec<u8> {
        let mut lines = self.head();
        let mut cleared = cleared(messages).into_iter().peekable();
        for message in messages {
            while let Some((at, parts)) = cleared.next_if(|(at, _)| message.own.created > Some(*at)) {
                cleared_line(at, &parts, &mut lines);
            }
            // A fork gives what it copies new ids and leaves it its time (recorded with 1.18.33).
            let is_copy = message.own.created.zip(self.created).is_some_and(|(time, began)| time < began);
            message.lines(is_copy, &mut lines);
        }
        cleared.for_each(|(at, parts)| cleared_line(at, &parts, &mut lines));
        for part in left {
            part.line("part").text("message", "").raw("data", &part.data).end(&mut lines);
        }
        lines
    }

    /// The same of messages of the later table.
    pub fn later_lines(&self, messages: &[Later]) -> Vec<u8> {
        let mut lines = self.head();
        for message in messages {
            let line = message.own.line("later").text("kind", &message.kind);
            line.raw("data", &message.own.data).end(&mut lines);
        }
        lines
    }

    fn head(&self) -> Vec<u8> {
        let mut lines = Vec::new();
        Line::of("session")
            .text("id", &self.id)
            .text_if("parent", self.parent.as_deref())
            .text_if("directory", self.folder.as_deref())
            .text_if("version", self.release.as_deref())
            .text_if("title", self.title.as_deref())
            .text_if("project", self.project.as_deref())
            .text_if("timestamp", time(self.created).as_deref())
            .end(&mut lines);
        lines
    }
}

/// When answers of the tool for skills were cleared, and which: from then on the model has a placeholder in their
/// place, while the row still holds the text (read in its source).
fn cleared(messages: &[Message]) -> BTreeMap<i64, Vec<&str>> {
    let mut cleared: BTreeMap<i64, Vec<&str>> = BTreeMap::new();
    for part in messages.iter().flat_map(|message| &message.parts) {
        let data = members(&part.data).filter(|data| data.text("tool").as_deref() == Some("skill"));
        let time = data.and_then(|data| data.object("state")?.object("time")?.whole("compacted"));
        if let Some(time) = time {
            cleared.entry(time).or_default().push(&part.id);
        }
    }
    cleared
}

fn cleared_line(at: i64, parts: &[&str], lines: &mut Vec<u8>) {
    let parts = serde_json::to_string(parts).unwrap_or_default();
    Line::of("cleared")
        .text_if("timestamp", time(Some(at)).as_deref())
        .raw("parts", parts.as_bytes())
        .end(lines);
}

impl Message {
    fn lines(&self, is_copy: bool, lines: &mut Vec<u8>) {
        let own = members(&self.own.data);
        let role = own.as_ref().and_then(|own| own.text("role"));
        let is_summary = own.as_ref().is_some_and(|own| own.flag("summary") == Some(true));
        let mut is_opened = false;
        let (mut said, mut has_steps, mut is_compaction) = (Vec::new(), false, false);
        for part in &self.parts {
            let data = members(&part.data);
            let kind = data.as_ref().and_then(|data| data.text("type")).unwrap_or_default();
            let text = data.as_ref().and_then(|data| data.text("text"));
            let is_plain = data.as_ref().is_some_and(|data| data.flag("synthetic") != Some(true));
            let opens = kind == "text" && is_plain && !is_opened && role.as_deref() == Some("user");
            is_opened |= opens;
            has_steps |= kind == "step-finish";
            is_compaction |= kind == "compaction";
            if is_summary && kind == "text" {
                said.extend(text);
            }
            part.line("part")
                .text("message", &self.own.id)
                .text_if("role", role.as_deref())
                .flag("summary", is_summary)
                .flag("opens", opens)
                .flag("copied", is_copy)
                .raw("data", &part.data)
                .end(lines);
        }
        let is_user = role.as_deref() == Some("user");
        let says_nothing = self.parts.is_empty() || is_opened || is_compaction;
        let only_synthetic = self
            .parts
            .iter()
            .all(|part| members(&part.data).is_none_or(|data| data.flag("synthetic") == Some(true)));
        self.own
            .line("message")
            .text_if("role", role.as_deref())
            .flag("opens", is_user && !says_nothing && !only_synthetic)
            .flag("counted", has_steps)
            .flag("copied", is_copy)
            .text_if("said", Some(said.join("\n\n")).filter(|said| !said.is_empty()).as_deref())
            .raw("data", &self.own.data)
            .end(lines);
    }
}

impl Part {
    fn line(&self, kind: &str) -> Line {
        Line::of(kind).text("id", &self.id).text_if("timestamp", time(self.created).as_deref())
    }
}

/// Milliseconds since 1970 as text.
pub(super) fn time(millis: Option<i64>) -> Option<String> {
    let since = Duration::from_millis(u64::try_from(millis?).ok()?);
    UNIX_EPOCH.checked_add(since).map(written)
}

/// The members of JSON that is an object.
pub(super) fn members(bytes: &[u8]) -> Option<Members<'_>> {
    Members::of_line(bytes).ok().flatten()
}
