//! Every recorded text of every known workspace against the disk.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use ::workspace::{Joined, Snapshot};
use serde::Serialize;

use super::report::{DriftReport, DriftReportAsk, report_of};
use crate::{App, Failure};

/// The drift of every known workspace.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct DriftEverywhereReport {
    /// The workspaces in which a session recorded a skill, and those whose folder is gone, by path.
    pub workspaces: Vec<WorkspaceDrift>,
    /// Skills that are drifted, in all of them.
    pub drifted: u32,
}

/// The drift of one workspace.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct WorkspaceDrift {
    /// Its folder.
    pub workspace: String,
    /// The folder is gone: what is left of it are the sessions, and no skill of its own can be compared.
    pub gone: bool,
    /// What is recorded in it. A session belongs to the innermost workspace it was begun in.
    pub drift: DriftReport,
}

/// The snapshots that were asked for, of every known workspace.
pub(crate) fn drift_everywhere_report(
    app: &App,
    ask: &DriftReportAsk,
) -> Result<DriftEverywhereReport, Failure> {
    let known: BTreeSet<PathBuf> = app.known_workspaces().into_iter().collect();
    let mut workspaces = Vec::new();
    for folder in &known {
        let workspace = app.workspace.beside(folder);
        let gone = disk::look(folder).is_err();
        let joined = workspace.joined();
        let own = |snapshot: &Snapshot| is_of(&joined, snapshot, folder, &known);
        let drift = report_of(&workspace, &joined, ask, &own)?;
        if gone || drift.total > 0 {
            workspaces.push(WorkspaceDrift { workspace: folder.display().to_string(), gone, drift });
        }
    }
    let drifted = workspaces.iter().map(|one| one.drift.drifted).sum();
    Ok(DriftEverywhereReport { workspaces, drifted })
}

/// Whether a session recorded a snapshot that was begun in a folder, and in no known one inside it.
fn is_of(joined: &Joined, snapshot: &Snapshot, folder: &Path, known: &BTreeSet<PathBuf>) -> bool {
    snapshot.records().any(|used| {
        let session = joined.session_of(&used.key).map(|(_, session)| session.place.workspace.as_path());
        let innermost = session.and_then(|begun| {
            known.iter().filter(|known| begun.starts_with(known)).max_by_key(|known| known.as_os_str().len())
        });
        innermost.is_some_and(|innermost| innermost == folder)
    })
}
