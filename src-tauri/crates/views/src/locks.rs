//! Lock files of other tools against the disk, and against what sessions used.

mod ask;
mod junit;
mod report;
mod sarif;
mod uses;

use std::path::{Path, PathBuf};

use ::locks::{Checked, Entry, Found, Lock, Target, check, find, find_of_user};
use ::workspace::Workspace;
use message::message;

use crate::Failure;
use crate::gate::facts::Files;
use crate::gate::search::SkillSearch;
use uses::Recorded;

pub use ::locks::{Difference, LockState};
pub use ask::LocksAsk;
pub use junit::{JunitReport, lock_junit_report};
pub use report::{LockDifference, LockErrorRow, LockFile, LockRow, LockUse, LockUseState, LocksReport};
pub use report::{LockRequirement, UnlockedSkill};
pub use sarif::lock_sarif_report;
pub(crate) use sarif::row_words;

/// Every entry of every lock there is, against the disk and against what sessions used.
///
/// # Errors
///
/// [`Code::NotFound`](crate::Code::NotFound) when the folder that was named is not there.
pub fn locks_report(workspace: &Workspace, ask: &LocksAsk) -> Result<LocksReport, Failure> {
    let found = found(workspace, ask)?;
    let mut report = report_of(workspace, &found);
    if ask.require {
        report.required = Some(requirement(workspace, &found, &report.rows));
    }
    Ok(report)
}

/// The locks of the workspace and of the folders below it, for a gate: neither those above it nor the user's.
pub(crate) fn locks_below(workspace: &Workspace) -> LocksReport {
    let folder = workspace.folder();
    let below = SkillSearch::of(&folder).projects.into_iter().filter(|one| *one != folder);
    report_of(
        workspace,
        &together(std::iter::once(folder.clone()).chain(below).map(|project| find(&project))),
    )
}

fn together(each: impl Iterator<Item = Found>) -> Found {
    each.fold(Found::default(), |mut found, one| {
        found.locks.extend(one.locks);
        found.errors.extend(one.errors);
        found
    })
}

fn report_of(workspace: &Workspace, found: &Found) -> LocksReport {
    let recorded = Recorded::of(workspace);
    let mut report = LocksReport::default();
    for lock in &found.locks {
        report.locks.push(LockFile {
            path: workspace.shown(&lock.path),
            tool: lock.tool.name().to_owned(),
            entries: lock.entries.len() as u32,
        });
        for entry in &lock.entries {
            rows(workspace, lock, entry, &recorded, &mut report);
        }
    }
    report.errors = found
        .errors
        .iter()
        .map(|error| LockErrorRow {
            path: workspace.shown(error.path()),
            line: error.line(),
            message: error.to_string(),
            file: error.path().to_owned(),
        })
        .collect();
    report
}

/// Compares the skills of the workspace with what locks name.
fn requirement(workspace: &Workspace, found: &Found, rows: &[LockRow]) -> LockRequirement {
    let files = Files::of(workspace);
    let folders = projects(&workspace.folder(), workspace.surroundings().home.as_deref());
    let is_of_project = |lock: &Lock| folders.iter().any(|folder| lock.path.starts_with(folder));
    let row = |path: &Path, message: String| UnlockedSkill { path: workspace.shown(path), message };
    let unlocked = files.skills.values().filter(|one| !is_locked(rows, &one.place));
    LockRequirement {
        has_lock: found.locks.iter().any(is_of_project),
        unlocked: unlocked
            .map(|one| row(&one.skill.path, format!("{} is in no lock file.", one.skill.name)))
            .collect(),
        unread: files
            .unread
            .iter()
            .map(|(path, why)| row(path, format!("Cannot be checked: {why}")))
            .collect(),
    }
}

/// Whether the skill in the folder `place`, every link resolved, is an entry of a lock, or part of a folder whose hash it
/// goes into.
pub(crate) fn is_locked(rows: &[LockRow], place: &Path) -> bool {
    rows.iter().any(|row| {
        let locked = row.paths.1.as_deref().and_then(|place| disk::canonical(place).ok());
        match locked.as_deref().and_then(|locked| place.strip_prefix(locked).ok()) {
            Some(rel) if rel.as_os_str().is_empty() => true,
            Some(rel) => row.proof.as_ref().is_some_and(|proof| proof.covers(&rel.join("SKILL.md"))),
            None => false,
        }
    })
}

fn found(workspace: &Workspace, ask: &LocksAsk) -> Result<Found, Failure> {
    if let Some(folder) = &ask.folder {
        let folder = workspace.folder().join(folder);
        if disk::look(&folder)?.kind != disk::Kind::Folder {
            return Err(Failure::not_found(message!("{folder} is not a folder.", folder = folder.display())));
        }
        return Ok(find(&folder));
    }
    let surroundings = workspace.surroundings();
    let state = surroundings.variable("XDG_STATE_HOME").filter(|state| !state.is_empty()).map(PathBuf::from);
    let of_user = surroundings.home.as_ref().map(|home| find_of_user(home, state.as_deref()));
    let above = projects(&workspace.folder(), surroundings.home.as_deref());
    let below = SkillSearch::of(&workspace.folder()).projects.into_iter().filter(|one| !above.contains(one));
    let below: Vec<PathBuf> = below.collect();
    let of_projects = above.iter().chain(&below).map(|one| find(one));
    Ok(together(of_projects.chain(of_user)))
}

/// The folder and those above it up to the one that holds a repository; the folder alone where none does.
fn projects(folder: &Path, home: Option<&Path>) -> Vec<PathBuf> {
    let above: Vec<PathBuf> = folder.ancestors().map(Path::to_owned).collect();
    let top = above.iter().position(|one| disk::look(&one.join(".git")).is_ok()).unwrap_or(0);
    // What lies in the home folder is the user's.
    above.into_iter().take(top + 1).filter(|one| home != Some(one)).collect()
}

fn rows(workspace: &Workspace, lock: &Lock, entry: &Entry, recorded: &Recorded, report: &mut LocksReport) {
    let row = |target: Option<&Target>, checked: &Checked, uses| LockRow {
        name: entry.name.clone(),
        lock: workspace.shown(&lock.path),
        line: entry.line,
        tool: lock.tool.name().to_owned(),
        source: entry.origin.source.clone(),
        other_sources: entry.origin.other_sources.clone(),
        reference: entry.origin.reference.clone(),
        place: target.map(|target| place_shown(workspace, &target.place)),
        state: checked.state,
        differences: checked
            .files
            .iter()
            .take(FILES)
            .map(|(path, how)| LockDifference { path: path.clone(), how: *how })
            .collect(),
        differences_omitted: checked.files.len().saturating_sub(FILES) as u32,
        why: checked.why.clone(),
        uses,
        paths: (lock.path.clone(), target.map(|target| target.place.clone())),
        proof: target.map(|target| target.proof.clone()),
    };
    if entry.targets.is_empty() {
        let nowhere = Checked {
            state: LockState::Missing,
            files: Vec::new(),
            why: "It is in no folder that an agent searches.".to_owned(),
        };
        report.rows.push(row(None, &nowhere, Vec::new()));
    }
    for target in &entry.targets {
        let texts = recorded.texts_at(&target.place);
        let bytes: Vec<&[u8]> = texts.iter().filter_map(|text| text.whole.as_deref()).collect();
        let checked = check(target, &bytes);
        let uses = texts.iter().map(|text| text.told(target, &checked)).collect();
        report.rows.push(row(Some(target), &checked, uses));
    }
}

/// A place as people write it; the workspace itself is `.`.
fn place_shown(workspace: &Workspace, place: &Path) -> String {
    let shown = workspace.shown(place);
    if shown.is_empty() { ".".to_owned() } else { shown }
}

/// Most files of one place that are named.
const FILES: usize = 200;
