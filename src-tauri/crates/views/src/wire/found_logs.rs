//! What is said of where logs were looked for.

use std::collections::BTreeMap;
use std::path::Path;

use ::sessions::{Outlook, Source};
use ::workspace::{Logs, Session};
use disk::Fault;

use crate::wire::{PlaceRow, ProblemRow};

/// Where logs were looked for, and what was found there; of other agents' only where some lie.
pub fn log_places(logs: &Logs) -> Vec<PlaceRow> {
    // The folder of isolated children matters only when it is there.
    let told = |looked: &&::sessions::Looked| {
        looked.folder.ends_with("sessions") || looked.outcome != Outlook::Missing
    };
    let own = logs.found.looked.iter().filter(told).map(|looked| {
        let is_logs = looked.folder.ends_with("sessions");
        PlaceRow {
            path: looked.folder.display().to_string(),
            source: if is_logs { "Pixir sessions" } else { "Pixir, isolated subagents" }.to_owned(),
            found: found_words(&looked.outcome, if is_logs { "log" } else { "workspace" }),
            readable: !matches!(looked.outcome, Outlook::Closed(_)),
            exists: looked.outcome != Outlook::Missing,
        }
    });
    own.chain(places_elsewhere(logs)).collect()
}

/// The innermost folder of each other agent that holds all its logs of this workspace.
fn places_elsewhere(logs: &Logs) -> impl Iterator<Item = PlaceRow> {
    let mut folders: BTreeMap<Source, (&Path, usize)> = BTreeMap::new();
    for place in logs.found.logs.iter().filter(|place| !place.source.is_envelope()) {
        let Some(folder) = place.source.folder_around(&place.path) else { continue };
        let (whole, count) = folders.entry(place.source).or_insert((folder, 0));
        *whole = folder.ancestors().find(|above| whole.starts_with(above)).unwrap_or(folder);
        *count += 1;
    }
    folders.into_iter().map(|(source, (folder, count))| PlaceRow {
        path: folder.display().to_string(),
        source: format!("{source} sessions"),
        found: found_words(&Outlook::Logs(count), "log"),
        readable: true,
        exists: true,
    })
}

/// Places and logs that cannot be read.
pub fn log_problems(logs: &Logs) -> Vec<ProblemRow> {
    let found = logs.found.problems.iter().map(|problem| ProblemRow {
        path: problem.path.display().to_string(),
        code: problem.code().to_owned(),
        message: format!("{problem}."),
    });
    let faults = logs.faults.iter().map(|fault| ProblemRow {
        path: fault.path.display().to_string(),
        code: "unreadable_log".to_owned(),
        message: format!("{fault}."),
    });
    found.chain(faults).chain(logs.sessions.iter().flat_map(|session| companion_problems(session))).collect()
}

fn companion_problems(session: &Session) -> Vec<ProblemRow> {
    let problem = |fault: &Fault| ProblemRow {
        path: fault.path.display().to_string(),
        code: "unreadable_companion".to_owned(),
        message: format!("{fault}. What Assay recorded about session {} is not shown.", session.id),
    };
    session.read().evidence.faults().map(problem).collect()
}

fn found_words(outcome: &Outlook, what: &str) -> String {
    match outcome {
        Outlook::Logs(0) => "empty folder".to_owned(),
        Outlook::Logs(1) => format!("1 {what}"),
        Outlook::Logs(count) => format!("{count} {what}s"),
        Outlook::Missing => "folder does not exist".to_owned(),
        Outlook::Closed(words) => words.clone(),
    }
}
