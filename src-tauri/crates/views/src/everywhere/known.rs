//! The workspaces whose sessions are listed together. The list is Assay's own; no folder on it is touched.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use ::workspace::locked;

use super::{Everywhere, KnownRow, KnownView, WorkspaceMark, WorkspacesFound};
use crate::Failure;
use crate::remembered::{id, name, remembered};
use crate::window::counted;
use crate::wire::{Millis, Nothing};

/// The list, below what Assay keeps.
pub const KNOWN: &str = "all-workspaces.json";
/// Most bytes of the list.
const BYTES: u64 = 4 << 20;

/// The list with what the index knows of each.
///
/// # Errors
///
/// As [`Everywhere::listed`].
pub fn known_workspaces(all: &Everywhere<'_>, _: &Nothing) -> Result<KnownView, Failure> {
    known_view(all, None)
}

/// The same, with what a search for workspaces came to.
///
/// # Errors
///
/// As [`Everywhere::listed`].
pub fn known_view(all: &Everywhere<'_>, found: Option<WorkspacesFound>) -> Result<KnownView, Failure> {
    let listed = all.listed()?;
    let marks = all.marks();
    let places = MarkPlaces::new(&marks);
    let mut own: Vec<(u32, Option<i64>)> = vec![(0, None); marks.len()];
    for session in &listed.sessions {
        for mark in places.all_of(Path::new(&session.workspace)) {
            own[mark] = (own[mark].0 + 1, own[mark].1.max(session.last));
        }
    }
    let row = |(mark, (sessions, last)): (&WorkspaceMark, (u32, Option<i64>))| KnownRow {
        exists: disk::look(Path::new(&mark.path)).is_ok_and(|look| look.kind == disk::Kind::Folder),
        sessions,
        last: last.map(Millis),
        workspace: mark.clone(),
    };
    Ok(KnownView { rows: marks.iter().zip(own).map(row).collect(), found })
}

/// The known workspaces by their paths.
pub(super) struct MarkPlaces<'a>(HashMap<&'a Path, usize>);

impl<'a> MarkPlaces<'a> {
    pub fn new(marks: &'a [WorkspaceMark]) -> Self {
        Self(marks.iter().enumerate().map(|(at, mark)| (Path::new(&mark.path), at)).collect())
    }

    /// Returns the numbers of the known workspaces that a session's workspace is, or is an isolated child's inside of,
    /// the innermost first; none once they were taken off the list.
    pub fn all_of(&self, workspace: &Path) -> impl Iterator<Item = usize> {
        let is_own = |known: &&Path| {
            let rest = workspace.strip_prefix(known);
            rest.is_ok_and(|rest| rest.as_os_str().is_empty() || rest.starts_with(".pixir/subagents"))
        };
        workspace.ancestors().filter(is_own).filter_map(|known| self.0.get(known).copied())
    }
}

impl Everywhere<'_> {
    /// The workspaces on the list, the open one among them. Before there is a list, those that were open before.
    pub fn workspaces_on_list(&self) -> Vec<PathBuf> {
        let kept = self.workspace.surroundings().kept.as_ref();
        let read = kept.and_then(|kept| disk::read(&kept.join(KNOWN), BYTES).ok());
        let listed: Option<Vec<PathBuf>> =
            read.and_then(|contents| serde_json::from_slice(&contents.bytes).ok());
        let mut known = listed.unwrap_or_else(|| remembered(self.workspace));
        let open = self.workspace.folder();
        if !known.contains(&open) {
            known.insert(0, open);
        }
        known
    }

    /// The workspaces on the list, then the folders that the sessions of other agents name themselves, then those this
    /// process was asked about.
    pub fn known_workspaces(&self) -> Vec<PathBuf> {
        let elsewhere = self.workspace.logs_elsewhere();
        let also = locked(&self.look.also);
        let named = elsewhere.folders().filter(|folder| folder.is_absolute()).map(Path::to_owned);
        let listed = self.workspaces_on_list();
        let all = listed.into_iter().chain(named).chain(also.iter().cloned());
        let mut known = HashSet::new();
        all.filter(|folder| known.insert(folder.clone())).collect()
    }

    /// Counts the logs of other agents that are in no list, as they begin with no conversation.
    pub(super) fn homeless(&self) -> Option<String> {
        let elsewhere = self.workspace.logs_elsewhere();
        let count = elsewhere.logs.iter().filter(|place| !place.workspace.is_absolute()).count() as u64;
        (count > 0).then(|| {
            let logs = counted(count, "log");
            format!("Not listed: {logs} of other agents without a conversation.")
        })
    }

    /// Takes workspaces a filter names by their paths into this process's list, and names them as the list does.
    pub(super) fn also(&self, named: &[String]) -> Vec<String> {
        if named.is_empty() {
            return Vec::new();
        }
        let known = self.known_workspaces();
        let same = |a: &Path, b: &Path| {
            a == b || disk::canonical(a).is_ok_and(|a| disk::canonical(b).is_ok_and(|b| a == b))
        };
        let name = |named: &String| {
            let path = Path::new(named);
            if !path.is_absolute() {
                return named.clone();
            }
            let listed = known.iter().find(|known| same(known, path));
            let path = listed.cloned().unwrap_or_else(|| {
                let path = disk::canonical(path).unwrap_or_else(|_| path.to_owned());
                locked(&self.look.also).push(path.clone());
                path
            });
            path.display().to_string()
        };
        named.iter().map(name).collect()
    }

    /// The known workspaces as a page names them, by name.
    pub(super) fn marks(&self) -> Vec<WorkspaceMark> {
        let open = self.workspace.folder();
        let mark = |path: &PathBuf| WorkspaceMark {
            id: id(path),
            name: name(path),
            path: path.display().to_string(),
            current: *path == open,
        };
        let mut marks: Vec<_> = self.known_workspaces().iter().map(mark).collect();
        marks.sort_by(|a, b| (&a.name, &a.path).cmp(&(&b.name, &b.path)));
        marks
    }
}
