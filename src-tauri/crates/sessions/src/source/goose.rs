//! Goose: the tables of `sessions.db`. Read in its source only, where the schema has versions 9 to 15; not recorded: no
//! rule here was seen to hold with the agent itself. Before the database a session was a file of lines beside it; the
//! first release with one took those over and left them where they are.

mod events;
mod given;
mod rows;

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use disk::{Fault, Stamp};

use super::database;
use super::dialect::Dialect;
use super::homes::{FoundTraces, Homes, Trace};
use super::{Laying, Reading, Rules, Tells};

pub(super) const RULES: Rules = Rules {
    name: "goose",
    label: "Goose",
    // Which folders it looks in is told by no convention here.
    convention: "agent-skills",
    tells: Tells { permissions: false, live: false, requests: false },
    reading: Reading::Laid(dialect, Laying { is_laid, stamp, lines, stands: rows::stands, folder, faults }),
    find: Some(find),
};

/// How the sessions of the database are listed.
const LIST: database::List = database::List { tables: &["sessions", "messages"], sessions: rows::list };

fn dialect() -> Box<dyn Dialect> {
    Box::<events::Goose>::default()
}

/// Whether a session lies in the database, and in no file of its own.
fn is_laid(path: &Path) -> bool {
    path.extension().is_none_or(|kind| kind != "jsonl")
}

/// `$GOOSE_PATH_ROOT/data/sessions`, else where each system keeps data. A folder of another system does no harm, so
/// every place is looked at.
fn places(homes: &Homes) -> Vec<PathBuf> {
    let root = homes.variable("GOOSE_PATH_ROOT").filter(|root| root.is_absolute());
    let folders = match root {
        Some(root) => vec![root.join("data")],
        None => {
            let data = homes.folder("XDG_DATA_HOME", ".local/share").map(|data| data.join("goose"));
            let windows =
                homes.folder("APPDATA", "AppData/Roaming").map(|data| data.join("Block/goose/data"));
            data.into_iter().chain(windows).collect()
        }
    };
    folders.into_iter().map(|folder| folder.join("sessions")).collect()
}

fn databases(homes: &Homes) -> Vec<PathBuf> {
    let is_there = |path: &PathBuf| disk::look_at_entry(path).is_ok();
    places(homes).into_iter().map(|folder| folder.join("sessions.db")).filter(is_there).collect()
}

fn find(homes: &Homes) -> FoundTraces {
    let mut found = FoundTraces::default();
    let traces = &mut found.traces;
    for path in databases(homes) {
        // One that cannot be read is told with the faults.
        let Ok(sessions) = database::listed(&path, LIST) else { continue };
        let trace = |(id, one): (&String, &database::Listed)| Trace {
            path: path.join(id),
            id: id.clone(),
            parent: one.parent.clone(),
        };
        traces.extend(sessions.listing.iter().map(trace));
    }
    let known: HashSet<String> = traces.iter().map(|trace| trace.id.clone()).collect();
    places(homes).iter().for_each(|folder| files(folder, &known, &mut found));
    found
}

/// Finds the files of lines, each with the session's id for a name, of sessions that no database has.
fn files(folder: &Path, known: &HashSet<String>, found: &mut FoundTraces) {
    for entry in found.entries(folder) {
        let id = entry.name.to_str().and_then(|name| name.strip_suffix(".jsonl")).map(str::to_owned);
        let Some(id) = id.filter(|id| !known.contains(id)) else { continue };
        found.take(Some(Trace { path: folder.join(&entry.name), id, parent: None }), entry.kind);
    }
}

fn faults(homes: &Homes) -> Vec<Fault> {
    databases(homes).iter().filter_map(|path| database::fault(path, LIST)).collect()
}

fn stamp(path: &Path) -> Result<Stamp, Fault> {
    database::stamp(path, LIST)
}

fn lines(path: &Path) -> Result<Vec<u8>, Fault> {
    database::lines(path, LIST, rows::lines)
}

fn folder(path: &Path) -> Option<PathBuf> {
    database::folder(path, LIST)
}
