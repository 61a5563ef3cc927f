//! Every recorded text of every known workspace against the disk.

use std::collections::{BTreeSet, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ::index::SessionFacts;
use ::workspace::{Joined, Snapshot};
use serde::Serialize;

use super::{Everywhere, WorkspaceMark};
use crate::Failure;
use crate::drift::{DriftReport, DriftReportAsk, report_of};
use crate::wire::Nothing;

/// The drift of every known workspace.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct DriftEverywhereReport {
    /// The workspaces in which a session recorded a skill, and those whose folder is gone, by path.
    pub workspaces: Vec<WorkspaceDrift>,
    /// Skills that are drifted, in all of them.
    pub drifted: u32,
}

/// The drift of one workspace.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct WorkspaceDrift {
    /// Its folder.
    pub workspace: String,
    /// The folder is gone: what is left of it are the sessions, and no skill of its own can be compared.
    pub gone: bool,
    /// What is recorded in it. A session belongs to the innermost workspace it was begun in.
    pub drift: DriftReport,
}

/// The drift of every known workspace in a few figures.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct DriftEverywhereView {
    /// The open workspace, and those in which a session recorded a skill, by name.
    pub rows: Vec<WorkspaceDriftRow>,
}

/// The drift of one workspace in a few figures.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct WorkspaceDriftRow {
    /// Which one.
    pub workspace: WorkspaceMark,
    /// Its folder is gone.
    pub gone: bool,
    /// Snapshots that were recorded in it, in every state.
    pub total: u32,
    /// Skills of it that are drifted.
    pub drifted: u32,
}

/// How many skills are drifted in every known workspace.
///
/// # Errors
///
/// As [`report_of`].
pub fn drift_everywhere(all: &Everywhere<'_>, _: &Nothing) -> Result<DriftEverywhereView, Failure> {
    let marks = all.marks();
    let known: BTreeSet<PathBuf> = marks.iter().map(|mark| PathBuf::from(&mark.path)).collect();
    let without = logs_without_skills(all);
    let mut rows = Vec::new();
    for workspace in marks {
        let folder = Path::new(&workspace.path);
        let one = drift_of(all, folder, &known, &without, &DriftReportAsk::default())?;
        if workspace.current || one.drift.total > 0 {
            let WorkspaceDrift { gone, drift, .. } = one;
            rows.push(WorkspaceDriftRow { workspace, gone, total: drift.total, drifted: drift.drifted });
        }
    }
    Ok(DriftEverywhereView { rows })
}

/// The snapshots that were asked for, of every known workspace.
///
/// # Errors
///
/// As [`report_of`].
pub fn drift_everywhere_report(
    all: &Everywhere<'_>,
    ask: &DriftReportAsk,
) -> Result<DriftEverywhereReport, Failure> {
    let known: BTreeSet<PathBuf> = all.known_workspaces().into_iter().collect();
    // Where there is no index, every log is read.
    all.index_sessions().ok();
    let without = logs_without_skills(all);
    let mut workspaces = Vec::new();
    for folder in &known {
        let one = drift_of(all, folder, &known, &without, ask)?;
        if one.gone || one.drift.total > 0 {
            workspaces.push(one);
        }
    }
    let drifted = workspaces.iter().map(|one| one.drift.drifted).sum();
    Ok(DriftEverywhereReport { workspaces, drifted })
}

fn drift_of(
    all: &Everywhere<'_>,
    folder: &Path,
    known: &BTreeSet<PathBuf>,
    without: &Arc<HashSet<PathBuf>>,
    ask: &DriftReportAsk,
) -> Result<WorkspaceDrift, Failure> {
    let workspace = all.workspace.beside(folder);
    workspace.share_roots(all.workspace);
    workspace.leave_out(Arc::clone(without));
    let joined = workspace.joined();
    let own = |snapshot: &Snapshot| is_of(&joined, snapshot, folder, known);
    let drift = report_of(&workspace, &joined, ask, &own)?;
    Ok(WorkspaceDrift { workspace: folder.display().to_string(), gone: disk::look(folder).is_err(), drift })
}

/// The logs in which the index found no skill, as far as they have the size that they had then. The others are read.
fn logs_without_skills(all: &Everywhere<'_>) -> Arc<HashSet<PathBuf>> {
    let Ok(listed) = all.listed() else { return Arc::default() };
    let is_without = |facts: &&SessionFacts| {
        let size = || facts.source.look(Path::new(&facts.path)).map(|stamp| stamp.size);
        facts.activations == 0 && size().is_ok_and(|size| size == facts.bytes)
    };
    listed
        .sessions
        .iter()
        .filter(is_without)
        .map(|facts| PathBuf::from(&facts.path))
        .collect::<HashSet<_>>()
        .into()
}

/// Whether a session recorded a snapshot that was begun in a folder, and in no known one inside it.
fn is_of(joined: &Joined, snapshot: &Snapshot, folder: &Path, known: &BTreeSet<PathBuf>) -> bool {
    snapshot.records().any(|used| {
        let session = joined.session_of(&used.key).map(|(_, session)| session.place.workspace.as_path());
        let innermost = session.and_then(|begun| begun.ancestors().find(|folder| known.contains(*folder)));
        innermost == Some(folder)
    })
}
