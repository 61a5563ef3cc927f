//! What is said of where logs were looked for.

use std::collections::BTreeMap;
use std::path::Path;

use ::sessions::{Outlook, Problem, Source};
use ::workspace::{Logs, Session, Workspace};
use disk::Fault;
use message::message;

use crate::wire::{PlaceFound, PlaceKind, PlaceRow, ProblemRow};

/// Where logs were looked for, and what was found there; of other agents' only where some lie.
pub fn log_places(logs: &Logs) -> Vec<PlaceRow> {
    // The folder of isolated children matters only when it is there.
    let told = |looked: &&::sessions::Looked| {
        looked.folder.ends_with("sessions") || looked.outcome != Outlook::Missing
    };
    let own = logs.found.looked.iter().filter(told).map(|looked| {
        let is_logs = looked.folder.ends_with("sessions");
        let agent = Source::Pixir.to_string();
        let kind = if is_logs { PlaceKind::Sessions { agent } } else { PlaceKind::Subagents { agent } };
        PlaceRow::new(
            looked.folder.display().to_string(),
            kind,
            PlaceFound::of_logs(&looked.outcome, is_logs),
        )
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
    folders.into_iter().map(|(source, (folder, count))| {
        let kind = PlaceKind::Sessions { agent: source.to_string() };
        PlaceRow::new(folder.display().to_string(), kind, PlaceFound::of_logs(&Outlook::Logs(count), true))
    })
}

/// What holds sessions of the workspace, or of every workspace, and cannot be read or not to its end.
pub fn unread_sessions(workspace: &Workspace, everywhere: bool) -> Vec<ProblemRow> {
    if everywhere {
        return workspace.logs_elsewhere().problems.iter().map(found_problem).collect();
    }
    let unread = ["unreadable_sessions", "unreadable_log", "log_over_budget"];
    log_problems(&workspace.logs()).into_iter().filter(|row| unread.contains(&row.code.as_str())).collect()
}

fn found_problem(problem: &Problem) -> ProblemRow {
    ProblemRow {
        path: problem.path.display().to_string(),
        code: problem.code().to_owned(),
        message: message!("{problem}.", problem => problem.message()),
    }
}

/// Places and logs that cannot be read, or not to their end.
pub fn log_problems(logs: &Logs) -> Vec<ProblemRow> {
    let found = logs.found.problems.iter().map(found_problem);
    let cut = logs.sessions.iter().filter_map(|session| {
        let unread = session.read().log.over_budget()?;
        let path = session.path.display().to_string();
        let message = message!(
            "{path}: from byte {offset} on not read: of other agents’ logs Assay reads at most 512 MiB, 200,000 events \
             and lines of 64 MiB.",
            path,
            offset = unread.offset
        );
        Some(ProblemRow { path, code: "log_over_budget".to_owned(), message })
    });
    let faults = logs.faults.iter().map(|fault| ProblemRow {
        path: fault.path.display().to_string(),
        code: "unreadable_log".to_owned(),
        message: message!("{fault}.", fault => fault.message()),
    });
    let read = found.chain(faults).chain(cut);
    read.chain(logs.sessions.iter().flat_map(|session| companion_problems(session))).collect()
}

fn companion_problems(session: &Session) -> Vec<ProblemRow> {
    let problem = |fault: &Fault| ProblemRow {
        path: fault.path.display().to_string(),
        code: "unreadable_companion".to_owned(),
        message: message!(
            "{fault}. Assay's records of session {id} are not shown.",
            fault => fault.message(),
            id = session.id
        ),
    };
    session.read().evidence.faults().map(problem).collect()
}
