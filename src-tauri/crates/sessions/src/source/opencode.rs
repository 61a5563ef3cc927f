//! OpenCode: `opencode.db`, and before 1.2 a folder of JSON files below `storage/`. Proven with 1.18.33; the files of
//! earlier releases and what is said of them here was read in its source.

mod events;
mod files;
mod given;
mod later;
mod lines;
mod rows;
mod texts;

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use disk::{Fault, Stamp};

use super::database;
use super::dialect::Dialect;
use super::homes::{FoundTraces, Homes, Trace};
use super::{Laying, Reading, Rules, Tells};
use crate::Spot;
use crate::members::Members;

pub(super) const RULES: Rules = Rules {
    name: "opencode",
    label: "OpenCode",
    convention: "opencode",
    tells: TELLS,
    reading: Reading::Laid(dialect, Laying { faults: |homes| faults_below(homes, "opencode"), ..LAYING }),
    find: Some(|homes| find_below(homes, "opencode")),
};

/// A fork that kept the tables and the parts (read in its source; not recorded).
pub(super) const KILO: Rules = Rules {
    name: "kilo",
    label: "Kilo Code",
    convention: "opencode",
    tells: TELLS,
    reading: Reading::Laid(dialect, Laying { faults: |homes| faults_below(homes, "kilo"), ..LAYING }),
    find: Some(|homes| find_below(homes, "kilo")),
};

const TELLS: Tells = Tells { permissions: false, live: false, requests: false };

const LAYING: Laying = Laying { is_laid: |_| true, stamp, lines, stands, folder, faults: |_| Vec::new() };

/// How the sessions of the database are listed.
const LIST: database::List =
    database::List { tables: &["session", "message", "part", "session_message"], sessions: rows::list };

fn dialect() -> Box<dyn Dialect> {
    Box::<events::OpenCode>::default()
}

/// `${XDG_DATA_HOME:-~/.local/share}/opencode`, on every system; a fork has its own name there.
fn home(homes: &Homes, name: &str) -> Option<PathBuf> {
    homes.folder("XDG_DATA_HOME", ".local/share").map(|data| data.join(name))
}

/// The database of a release, and those of its channels, such as `opencode-dev.db`.
fn databases(data: &Path, name: &str, found: &mut FoundTraces) -> Vec<PathBuf> {
    let is_one = |file: &str| file.starts_with(name) && file.ends_with(".db");
    let mut databases = Vec::new();
    for entry in found.entries(data) {
        let path = data.join(&entry.name);
        match entry.kind {
            _ if !entry.name.to_str().is_some_and(is_one) => {}
            disk::Kind::File => databases.push(path),
            other => found.refuse(&path, other),
        }
    }
    databases
}

fn find_below(homes: &Homes, name: &str) -> FoundTraces {
    let (mut found, mut known) = (FoundTraces::default(), HashSet::new());
    let Some(data) = home(homes, name) else { return found };
    for path in databases(&data, name, &mut found) {
        // One that cannot be read is told with the faults.
        let Ok(sessions) = database::listed(&path, LIST) else { continue };
        for (id, one) in sessions.listing.iter().filter(|(id, _)| known.insert((*id).clone())) {
            found.traces.push(Trace { path: path.join(id), id: id.clone(), parent: one.parent.clone() });
        }
    }
    // 1.2 took the files over into the database and left them where they are.
    files::find(&data.join("storage"), &known, &mut found);
    found
}

fn faults_below(homes: &Homes, name: &str) -> Vec<Fault> {
    let Some(data) = home(homes, name) else { return Vec::new() };
    // What is no file is told by the search.
    databases(&data, name, &mut FoundTraces::default())
        .iter()
        .filter_map(|path| database::fault(path, LIST))
        .collect()
}

fn stamp(path: &Path) -> Result<Stamp, Fault> {
    match database::parts(path) {
        Some(_) => database::stamp(path, LIST),
        None => files::stamp(path),
    }
}

fn lines(path: &Path) -> Result<Vec<u8>, Fault> {
    match database::parts(path) {
        Some(_) => database::lines(path, LIST, rows::lines),
        None => files::lines(path),
    }
}

fn stands(path: &Path, _: u32, line: &Members<'_>) -> (PathBuf, Spot) {
    match database::parts(path) {
        Some((database, _)) => (database.to_owned(), rows::stands(line)),
        None => files::stands(path, line),
    }
}

fn folder(path: &Path) -> Option<PathBuf> {
    match database::parts(path) {
        Some(_) => database::folder(path, LIST),
        None => files::folder(path),
    }
}
