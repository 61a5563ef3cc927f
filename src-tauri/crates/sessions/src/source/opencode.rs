//! OpenCode: `opencode.db`, and before 1.2 a folder of JSON files below `storage/`. Proven with 1.18.33; the files of
//! earlier releases and what is said of them here was read in its source.

mod events;
mod files;
mod given;
mod lines;
mod rows;

use std::path::{Path, PathBuf};

use disk::{Fault, Stamp};

use super::database;
use super::homes::{Homes, Trace, entries};
use super::{Laying, Reading, Rules, Tells};

pub(super) const RULES: Rules = Rules {
    name: "opencode",
    label: "OpenCode",
    convention: "opencode",
    tells: Tells { permissions: false, live: false, requests: false },
    reading: Reading::Laid(|| Box::<events::OpenCode>::default(), LAYING),
    find: Some(find),
};

pub(super) const LAYING: Laying = Laying { is_laid: |_| true, stamp, lines, folder };

/// `${XDG_DATA_HOME:-~/.local/share}/opencode`, on every system.
fn find(homes: &Homes) -> Vec<Trace> {
    find_below(homes, "opencode")
}

/// The sessions of OpenCode, or of a fork of it that has another name.
pub(super) fn find_below(homes: &Homes, name: &str) -> Vec<Trace> {
    let Some(data) = homes.folder("XDG_DATA_HOME", ".local/share").map(|data| data.join(name)) else {
        return Vec::new();
    };
    let is_database = |entry: &&disk::Entry| {
        let named = entry.name.to_str().is_some_and(|file| file.starts_with(name) && file.ends_with(".db"));
        named && entry.kind == disk::Kind::File
    };
    let mut traces = Vec::new();
    for entry in entries(&data).iter().filter(is_database) {
        let path = data.join(&entry.name);
        // What cannot be read has no sessions to list.
        let Ok(listing) = database::listed(&path, rows::list) else { continue };
        let trace = |(id, one): (&String, &database::Listed)| Trace {
            path: path.join(id),
            id: id.clone(),
            parent: one.parent.clone(),
        };
        traces.extend(listing.iter().map(trace));
    }
    // 1.2 took the files over into the database and left them where they are.
    let old = files::find(&data.join("storage"));
    traces.extend(
        old.into_iter().filter(|trace| traces.iter().all(|known| known.id != trace.id)).collect::<Vec<_>>(),
    );
    traces
}

fn stamp(path: &Path) -> Result<Stamp, Fault> {
    let Some((file, id)) = database::parts(path) else { return files::stamp(path) };
    let listing = database::listed(file, rows::list)?;
    let listed =
        listing.get(id).ok_or_else(|| Fault { path: path.to_owned(), cause: disk::Cause::Missing })?;
    Ok(listed.stamp)
}

fn lines(path: &Path) -> Result<Vec<u8>, Fault> {
    match database::parts(path) {
        Some((file, id)) => {
            let size = stamp(path)?.size;
            if size > super::laid::LIMIT {
                let cause = disk::Cause::TooLarge { size, limit: super::laid::LIMIT };
                return Err(Fault { path: path.to_owned(), cause });
            }
            database::read(file, &|db| rows::lines(db, id))
        }
        None => files::lines(path),
    }
}

fn folder(path: &Path) -> Option<PathBuf> {
    let Some((file, id)) = database::parts(path) else { return files::folder(path) };
    database::listed(file, rows::list).ok()?.get(id)?.folder.clone()
}
