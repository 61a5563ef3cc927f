//! Gemini CLI: `tmp/<project>/chats/session-*.jsonl`, and a whole file of JSON before 0.40. Proven with 0.61.0; what
//! is said of earlier releases was read in its source and in logs of them.

mod called;
mod events;
mod given;

use std::collections::HashSet;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use disk::{Fault, Kind, LogFile, Stamp};

use super::homes::{FoundTraces, Homes, Trace};
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
fn find(homes: &Homes) -> FoundTraces {
    let (mut found, mut known) = (FoundTraces::default(), HashSet::new());
    let Some(home) = homes.variable("GEMINI_CLI_HOME").or(homes.home.as_ref()) else {
        return found;
    };
    for project in found.folders(&home.join(".gemini/tmp")) {
        let chats = project.join("chats");
        for entry in found.entries(&chats) {
            let path = chats.join(&entry.name);
            take(&path, None, entry.kind, &mut known, &mut found);
            if entry.kind == Kind::Folder {
                let parent = entry.name.to_str();
                for entry in found.entries(&path) {
                    take(&path.join(entry.name), parent, entry.kind, &mut known, &mut found);
                }
            }
        }
    }
    found
}

/// Takes what is named as a log is.
fn take(path: &Path, parent: Option<&str>, kind: Kind, known: &mut HashSet<String>, found: &mut FoundTraces) {
    let stem = path.file_stem().and_then(OsStr::to_str).unwrap_or_default();
    let is_log = path.extension().is_some_and(|kind| kind == "jsonl" || kind == "json");
    if !is_log || (parent.is_none() && !stem.starts_with("session-")) {
        return;
    }
    if kind == Kind::File {
        found.traces.extend(trace(path.to_owned(), stem, parent, known));
    } else {
        found.refuse(path, kind);
    }
}

fn trace(path: PathBuf, stem: &str, parent: Option<&str>, known: &mut HashSet<String>) -> Option<Trace> {
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
