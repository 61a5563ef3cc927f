//! Sessions in files, as releases before 1.2 kept them (read in its source and in fixtures of other readers):
//! `session/<project>/<id>.json`, `message/<session>/<id>.json` and `part/<message>/<id>.json`.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use disk::{Fault, Kind, Stamp};

use super::super::homes::{FoundTraces, Trace};
use super::super::laid::LIMIT;
use super::lines::{Message, Part, Session, members};
use crate::Spot;
use crate::members::Members;

/// Finds the sessions below `storage/` that are not known.
pub(super) fn find(storage: &Path, known: &HashSet<String>, found: &mut FoundTraces) {
    for folder in found.folders(&storage.join("session")) {
        for (id, path, kind) in json_entries(&folder, found) {
            if known.contains(&id) {
                continue;
            }
            let is_file = kind == Kind::File;
            let parent = if is_file { read(&path).ok() } else { None };
            let parent = parent.and_then(|bytes| members(&bytes)?.text("parentID"));
            found.take(Some(Trace { path, id, parent }), kind);
        }
    }
}

/// The files a session is made of: its own, its messages' and their parts'.
fn files(path: &Path) -> Vec<(PathBuf, Vec<PathBuf>)> {
    let Some((storage, id)) = storage_and_id(path) else { return Vec::new() };
    let parts = |message: &str| json_files(&storage.join("part").join(message)).into_iter().map(|one| one.1);
    let messages = json_files(&storage.join("message").join(id)).into_iter();
    messages.map(|(id, path)| (path, parts(&id).collect())).collect()
}

/// The state of all of its files together: their sizes, the latest change, and the sum of all changes.
pub(super) fn stamp(path: &Path) -> Result<Stamp, Fault> {
    let mut stamp = disk::look(path)?.stamp;
    let parts = files(path).into_iter().flat_map(|(message, parts)| std::iter::once(message).chain(parts));
    for file in parts {
        let Ok(look) = disk::look(&file) else { continue };
        stamp.size += look.stamp.size;
        stamp.modified_ns = stamp.modified_ns.max(look.stamp.modified_ns);
        stamp.changed_ns = stamp.changed_ns.wrapping_add(look.stamp.changed_ns);
    }
    Ok(stamp)
}

pub(super) fn lines(path: &Path) -> Result<Vec<u8>, Fault> {
    let size = stamp(path)?.size;
    if size > LIMIT {
        return Err(Fault { path: path.to_owned(), cause: disk::Cause::TooLarge { size, limit: LIMIT } });
    }
    let bytes = read(path)?;
    let own = members(&bytes).unwrap_or_default();
    let session = Session {
        id: own.text("id").or_else(|| Some(storage_and_id(path)?.1.to_owned())).unwrap_or_default(),
        folder: own.text("directory"),
        parent: own.text("parentID"),
        title: own.text("title"),
        release: own.text("version"),
        project: own.text("projectID"),
        created: own.object("time").and_then(|time| time.whole("created")),
    };
    let message = |(own, parts): (PathBuf, Vec<PathBuf>)| Message {
        own: part(&own),
        parts: parts.iter().map(|file| part(file)).collect(),
    };
    let messages: Vec<Message> = files(path).into_iter().map(message).collect();
    Ok(session.lines(&messages, &[]))
}

/// The file that a line was taken from, which is all of it.
pub(super) fn stands(path: &Path, line: &Members<'_>) -> (PathBuf, Spot) {
    let named = |key: &str| line.text(key).unwrap_or_default();
    let file = |kind: &str, folder: &str| {
        let (storage, _) = storage_and_id(path)?;
        Some(storage.join(kind).join(folder).join(format!("{}.json", named("id"))))
    };
    let found = match line.text("type").as_deref() {
        Some("session") => Some(path.to_owned()),
        Some("message") => storage_and_id(path).and_then(|(_, session)| file("message", session)),
        Some("part") => file("part", &named("message")),
        _ => None,
    };
    found.map_or_else(|| (path.to_owned(), Spot::Derived), |file| (file, Spot::Whole))
}

/// The folder a session was started in.
pub(super) fn folder(path: &Path) -> Option<PathBuf> {
    members(&read(path).ok()?)?.text("directory").map(PathBuf::from)
}

/// What a file says; nothing where it cannot be read, so that its line is told to be unread.
fn part(path: &Path) -> Part {
    let data = read(path).unwrap_or_default();
    let created = members(&data).and_then(|data| {
        let time = data.object("time")?;
        time.whole("created").or_else(|| time.whole("start"))
    });
    Part { id: stem(path).unwrap_or_default().to_owned(), created, data }
}

fn read(path: &Path) -> Result<Vec<u8>, Fault> {
    Ok(disk::read(path, LIMIT)?.bytes)
}

fn storage_and_id(path: &Path) -> Option<(&Path, &str)> {
    Some((path.ancestors().nth(3)?, stem(path)?))
}

fn stem(path: &Path) -> Option<&str> {
    path.file_stem()?.to_str()
}

/// Returns the `.json` files of a folder by their stems. Ids begin with their time, so names are in order.
fn json_files(folder: &Path) -> Vec<(String, PathBuf)> {
    let entries = json_entries(folder, &mut FoundTraces::default());
    entries.into_iter().filter(|(.., kind)| *kind == Kind::File).map(|(id, path, _)| (id, path)).collect()
}

fn json_entries(folder: &Path, found: &mut FoundTraces) -> Vec<(String, PathBuf, Kind)> {
    let entry = |entry: disk::Entry| {
        let id = entry.name.to_str()?.strip_suffix(".json")?.to_owned();
        Some((id, folder.join(&entry.name), entry.kind))
    };
    found.entries(folder).into_iter().filter_map(entry).collect()
}
