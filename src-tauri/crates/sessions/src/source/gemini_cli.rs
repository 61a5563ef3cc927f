//! Gemini CLI: `tmp/<project>/chats/session-*.jsonl`, and a whole file of JSON before 0.40. Proven with 0.61.0; what
//! is said of earlier releases was read in its source and in logs of them.

mod called;
mod events;
mod given;

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use disk::{Fault, Kind, LogFile, Stamp};

use super::homes::{Homes, Trace, entries};
use super::laid::{LIMIT, Line};
use super::{Laying, Reading, Rules, Tells};
use crate::members::Members;
use crate::{FOREIGN_ROW_LIMIT, Spot};

pub(super) const RULES: Rules = Rules {
    name: "gemini-cli",
    label: "Gemini CLI",
    convention: "gemini-cli",
    tells: Tells { permissions: false, live: false, requests: false },
    reading: Reading::Laid(
        || Box::<events::GeminiCli>::default(),
        Laying { is_laid: is_whole_file, stamp, lines, stands, folder, faults: |_| Vec::new() },
    ),
    find: Some(find),
};

/// Bytes of a log that hold its session's id.
const HEAD: usize = 4 << 10;
/// Bytes of a log that is looked through for a conversation.
const SHORT: u64 = 1 << 20;

/// `${GEMINI_CLI_HOME:-~}/.gemini/tmp/<project>/chats/`, a sub-agent's log in a folder there that has the name of the
/// session that asked for it.
fn find(homes: &Homes) -> Vec<Trace> {
    let Some(home) = homes.variable("GEMINI_CLI_HOME").or(homes.home.as_ref()) else {
        return Vec::new();
    };
    let tmp = home.join(".gemini/tmp");
    let (mut traces, mut known) = (Vec::new(), HashSet::new());
    for project in entries(&tmp).into_iter().filter(|entry| entry.kind == Kind::Folder) {
        let chats = tmp.join(project.name).join("chats");
        for entry in entries(&chats) {
            let path = chats.join(&entry.name);
            match entry.kind {
                Kind::File => traces.extend(trace(path, None, &mut known)),
                Kind::Folder => {
                    let parent = entry.name.to_str();
                    let files = entries(&path).into_iter().filter(|entry| entry.kind == Kind::File);
                    traces.extend(files.filter_map(|entry| trace(path.join(entry.name), parent, &mut known)));
                }
                _ => {}
            }
        }
    }
    traces
}

fn trace(path: PathBuf, parent: Option<&str>, known: &mut HashSet<String>) -> Option<Trace> {
    let stem = path.file_stem()?.to_str()?;
    let is_log = path.extension().is_some_and(|kind| kind == "jsonl" || kind == "json");
    if !is_log || (parent.is_none() && !stem.starts_with("session-")) {
        return None;
    }
    let own = session_of(&path);
    let id = match own {
        Some(own) if known.insert(own.clone()) => own,
        // Resuming makes a file of the same session that stays without a conversation; the first one goes on.
        Some(_) if !has_conversation(&path) => return None,
        _ => stem.to_owned(),
    };
    Some(Trace { id, path, parent: parent.map(str::to_owned) })
}

/// The session a log names in its first line; a whole file names it among its first members.
fn session_of(path: &Path) -> Option<String> {
    let mut bytes = vec![0; HEAD];
    let read = LogFile::open(path).and_then(|file| file.read_at(&mut bytes, 0)).ok()?;
    let text = String::from_utf8_lossy(&bytes[..read]).into_owned();
    let (_, rest) = text.split_once("\"sessionId\"")?;
    let rest = rest.trim_start().strip_prefix(':')?.trim_start().strip_prefix('"')?;
    Some(rest.split_once('"')?.0.to_owned())
}

fn has_conversation(path: &Path) -> bool {
    let Ok(read) = disk::read(path, SHORT) else { return true };
    memchr::memmem::find(&read.bytes, b"\"gemini\"").is_some()
}

fn is_whole_file(path: &Path) -> bool {
    path.extension().is_some_and(|kind| kind == "json")
}

fn stamp(path: &Path) -> Result<Stamp, Fault> {
    Ok(disk::look(path)?.stamp)
}

/// The members beside the messages as a line, then each message as one.
fn lines(path: &Path) -> Result<Vec<u8>, Fault> {
    let bytes = disk::read(path, LIMIT)?.bytes;
    let mut lines = Vec::with_capacity(bytes.len());
    let whole = Members::of_line(&bytes).ok().flatten();
    let messages = whole.as_ref().and_then(|whole| whole.items("messages"));
    let (Some(whole), Some(messages)) = (whole, messages) else {
        Line::whole(&bytes, &mut lines);
        return Ok(lines);
    };
    let mut head = Line::default();
    for (name, value) in whole.entries().filter(|(name, _)| *name != "messages") {
        head = head.raw(name, value.as_bytes());
    }
    head.end(&mut lines);
    // One more than is read, so that the log tells that it has more.
    for message in messages.into_iter().take(FOREIGN_ROW_LIMIT + 1) {
        Line::whole(message.as_bytes(), &mut lines);
    }
    Ok(lines)
}

/// The first line is what stands beside the messages.
fn stands(path: &Path, line: u32, _: &Members<'_>) -> (PathBuf, Spot) {
    (path.to_owned(), line.checked_sub(2).map_or(Spot::Whole, |before| Spot::Message(before + 1)))
}

/// The folder of the project, as it stands beside the chats (since the projects have names instead of hashes).
fn folder(path: &Path) -> Option<PathBuf> {
    let project =
        path.ancestors().find(|above| above.file_name().is_some_and(|name| name == "chats"))?.parent()?;
    let read = disk::read(&project.join(".project_root"), HEAD as u64).ok()?;
    let text = String::from_utf8(read.bytes).ok()?;
    let text = text.trim_end_matches(['\n', '\r']);
    (!text.is_empty()).then(|| PathBuf::from(text))
}
