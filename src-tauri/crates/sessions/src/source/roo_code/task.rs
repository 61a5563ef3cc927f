//! The files of a task, laid out as lines: the task, then each message with what its call spent behind it.

use std::fmt;
use std::path::{Path, PathBuf};
use std::time::{Duration, UNIX_EPOCH};

use disk::{Fault, Stamp};
use serde::Deserializer as _;
use serde::de::{SeqAccess, Visitor};
use serde_json::value::RawValue;

use super::super::laid::{LIMIT, Line};
use crate::instant::written;
use crate::members::Members;
use crate::{FOREIGN_ROW_LIMIT, Spot, json};

/// What the model was sent.
pub(super) const CONVERSATION: &str = "api_conversation_history.json";
const SHOWN: &str = "ui_messages.json";
const ITEM: &str = "history_item.json";

/// The state of all of its files together.
pub(super) fn stamp(path: &Path) -> Result<Stamp, Fault> {
    let mut stamp = disk::look(path)?.stamp;
    for name in [SHOWN, ITEM] {
        let Ok(look) = disk::look(&path.with_file_name(name)) else { continue };
        stamp.size += look.stamp.size;
        stamp.modified_ns = stamp.modified_ns.max(look.stamp.modified_ns);
        stamp.changed_ns = stamp.changed_ns.wrapping_add(look.stamp.changed_ns);
    }
    Ok(stamp)
}

/// The folder a task was begun in, where its own file says so.
pub(super) fn folder(path: &Path) -> Option<PathBuf> {
    of_item(path, "workspace").map(PathBuf::from)
}

/// The task that this one was begun for.
pub(super) fn parent(path: &Path) -> Option<String> {
    of_item(path, "parentTaskId")
}

fn of_item(path: &Path, key: &str) -> Option<String> {
    let bytes = disk::read(&path.with_file_name(ITEM), LIMIT).ok()?.bytes;
    Members::of_line(&bytes).ok()??.text(key)
}

/// The lines. A conversation that is no list of messages is one line, which is told to be unread.
pub(super) fn lines(path: &Path) -> Result<Vec<u8>, Fault> {
    let bytes = disk::read(path, LIMIT)?.bytes;
    let mut lines = Vec::with_capacity(bytes.len());
    let id = path.parent().and_then(Path::file_name).and_then(|name| name.to_str());
    Line::of("task")
        .text_if("id", id)
        .text_if("workspace", of_item(path, "workspace").as_deref())
        .text_if("parent", parent(path).as_deref())
        .end(&mut lines);
    let Some(messages) = messages(&bytes) else {
        Line::whole(&bytes, &mut lines);
        return Ok(lines);
    };
    let shown = disk::read(&path.with_file_name(SHOWN), LIMIT).map(|read| read.bytes).unwrap_or_default();
    let mut spent = spent(&shown).into_iter().peekable();
    for (at, message) in messages.iter().enumerate() {
        let members = Members::read(message.get()).unwrap_or_default();
        let time = members.whole("ts");
        Line::of("message")
            .text_if("timestamp", at_time(time).as_deref())
            .flag("first", at == 0)
            .raw("number", (at + 1).to_string().as_bytes())
            .raw("data", message.get().as_bytes())
            .end(&mut lines);
        // A call is noted when it begins, and its answer when it has come.
        if members.text("role").as_deref() == Some("assistant") {
            while let Some((at, call)) = spent.next_if(|(began, _)| time.is_some_and(|time| *began <= time)) {
                spent_line(at, &call, &mut lines);
            }
        }
    }
    spent.for_each(|(at, call)| spent_line(at, &call, &mut lines));
    Ok(lines)
}

/// Where a line was taken from.
pub(super) fn stands(path: &Path, _: u32, line: &Members<'_>) -> (PathBuf, Spot) {
    let number = line.count("number").and_then(|number| u32::try_from(number).ok());
    match (line.text("type").as_deref(), number) {
        (Some("message"), Some(number)) => (path.to_owned(), Spot::Message(number)),
        (Some("spent"), _) => (path.with_file_name(SHOWN), Spot::Derived),
        (Some("task"), _) => (path.with_file_name(ITEM), Spot::Whole),
        _ => (path.to_owned(), Spot::Whole),
    }
}

/// The messages of a conversation, which a release of 2026 put below a version.
fn messages(bytes: &[u8]) -> Option<Vec<&RawValue>> {
    let text = json::check(bytes).ok()?;
    let list = Members::read(text).map_or(Some(text), |whole| whole.raw("messages"))?;
    elements(list)
}

/// The first elements of a list, as many as become events; `None` if it is no list. One more is left for the log to
/// tell that it has more.
fn elements(list: &str) -> Option<Vec<&RawValue>> {
    struct First;
    impl<'de> Visitor<'de> for First {
        type Value = Vec<&'de RawValue>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a list")
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
            let mut first = Vec::new();
            while let Some(element) = list.next_element::<&RawValue>()? {
                if first.len() <= FOREIGN_ROW_LIMIT {
                    first.push(element);
                }
            }
            Ok(first)
        }
    }
    serde_json::Deserializer::from_str(list).deserialize_seq(First).ok()
}

/// What calls spent, with when they began: a text of JSON in what the person saw.
fn spent(shown: &[u8]) -> Vec<(i64, String)> {
    let list = json::check(shown).ok().and_then(elements);
    let call = |shown: &RawValue| {
        let shown = Members::read(shown.get())?;
        let text = shown.text("text").filter(|_| shown.text("say").as_deref() == Some("api_req_started"))?;
        Members::read(&text)?.raw("tokensIn")?;
        Some((shown.whole("ts")?, text))
    };
    list.unwrap_or_default().into_iter().filter_map(call).collect()
}

fn spent_line(began: i64, call: &str, lines: &mut Vec<u8>) {
    Line::of("spent")
        .text_if("timestamp", at_time(Some(began)).as_deref())
        .raw("data", call.as_bytes())
        .end(lines);
}

fn at_time(millis: Option<i64>) -> Option<String> {
    let since = Duration::from_millis(u64::try_from(millis?).ok()?);
    UNIX_EPOCH.checked_add(since).map(written)
}
