//! The workspaces whose sessions are listed together. The list is Assay's own; no folder on it is touched.

use std::path::{Path, PathBuf};
use std::sync::Mutex;

use ::index::{Go, workspaces_below};
use ::sessions::LogPlace;
use ::workspace::locked;

use super::state::Finding;
use super::{KnownRow, KnownView, WorkspaceMark};
use crate::remembered::{SwitchAsk, id, name, remembered};
use crate::{App, Code, Failure};
use views::window::counted;
use views::wire::{Millis, Nothing};

const FILE: &str = "all-workspaces.json";
/// Most workspaces on the list.
const LIMIT: usize = 1_000;
/// Most bytes of the list.
const BYTES: u64 = 4 << 20;

/// The list with what the index knows of each.
pub(crate) fn known_workspaces(app: &App, _: &Nothing) -> Result<KnownView, Failure> {
    view(app, None)
}

/// Lets the person choose a folder and adds it.
pub(crate) fn add_workspace(app: &App, _: &Nothing) -> Result<KnownView, Failure> {
    let Some(path) = app.host.choose_folder()? else { return view(app, None) };
    disk::list(&path)?;
    app.know_workspaces(&[path]);
    view(app, None)
}

/// Lets the person choose a folder and adds every workspace below it.
pub(crate) fn find_workspaces(app: &App, _: &Nothing) -> Result<KnownView, Failure> {
    let Some(path) = app.host.choose_folder()? else { return view(app, None) };
    disk::list(&path)?;
    let looking = Looking::begin(&app.index.finding);
    let found = workspaces_below(&path, &mut |folders| looking.told(folders));
    drop(looking);
    let new = app.know_workspaces(&found.workspaces);
    let cut = if found.cut {
        "; what lies deeper or further, or after it was stopped, was not looked at"
    } else {
        ""
    };
    let words = format!(
        "{} workspaces below {}, {new} of them new; {} folders looked at{cut}",
        found.workspaces.len(),
        path.display(),
        found.folders
    );
    view(app, Some(words))
}

/// Ends the looking for workspaces that goes on; what it found is taken.
pub(crate) fn stop_finding(app: &App, _: &Nothing) -> Result<Nothing, Failure> {
    if let Some(finding) = &mut *locked(&app.index.finding) {
        finding.go = Go::Stop;
    }
    Ok(Nothing {})
}

/// Says how far it is for as long as it lives.
struct Looking<'a>(&'a Mutex<Option<Finding>>);

impl<'a> Looking<'a> {
    fn begin(finding: &'a Mutex<Option<Finding>>) -> Self {
        *locked(finding) = Some(Finding { folders: 0, go: Go::On });
        Self(finding)
    }

    fn told(&self, folders: usize) -> Go {
        locked(self.0).as_mut().map_or(Go::Stop, |finding| {
            finding.folders = u32::try_from(folders).unwrap_or(u32::MAX);
            finding.go
        })
    }
}

impl Drop for Looking<'_> {
    fn drop(&mut self) {
        *locked(self.0) = None;
    }
}

/// Takes a workspace off the list.
pub(crate) fn forget_workspace(app: &App, ask: &SwitchAsk) -> Result<KnownView, Failure> {
    let mut known = app.workspaces_on_list();
    let path = known.iter().find(|path| id(path) == ask.id).cloned();
    let path = path.ok_or_else(|| {
        Failure::not_found("this workspace is not on the list")
            .hint("a folder that another agent's sessions name is listed as long as they are there")
    })?;
    if path == app.workspace.folder() {
        return Err(Failure::new(Code::WrongUse, format!("{} is open", path.display()))
            .hint("open another workspace first; what is open is always listed"));
    }
    known.retain(|other| *other != path);
    app.write_known(&known)?;
    app.index.heard();
    view(app, None)
}

fn view(app: &App, found: Option<String>) -> Result<KnownView, Failure> {
    let listed = app.listed()?;
    let marks = app.marks();
    let row = |mark: &WorkspaceMark| {
        let own =
            listed.sessions.iter().filter(|one| belongs(Path::new(&one.workspace), Path::new(&mark.path)));
        KnownRow {
            exists: disk::look(Path::new(&mark.path)).is_ok_and(|look| look.kind == disk::Kind::Folder),
            sessions: own.clone().count() as u32,
            last: own.filter_map(|one| one.last).max().map(Millis),
            workspace: mark.clone(),
        }
    };
    Ok(KnownView { rows: marks.iter().map(row).collect(), found })
}

/// Whether a session's workspace is a known one, or an isolated child's inside it.
pub(crate) fn belongs(workspace: &Path, known: &Path) -> bool {
    workspace
        .strip_prefix(known)
        .is_ok_and(|rest| rest.as_os_str().is_empty() || rest.starts_with(".pixir/subagents"))
}

impl App {
    /// The workspaces on the list, the open one among them. Before there is a list, those that were open before.
    fn workspaces_on_list(&self) -> Vec<PathBuf> {
        let kept = self.workspace.surroundings().kept.as_ref();
        let read = kept.and_then(|kept| disk::read(&kept.join(FILE), BYTES).ok());
        let listed: Option<Vec<PathBuf>> =
            read.and_then(|contents| serde_json::from_slice(&contents.bytes).ok());
        let mut known = listed.unwrap_or_else(|| remembered(&self.workspace));
        let open = self.workspace.folder();
        if !known.contains(&open) {
            known.insert(0, open);
        }
        known
    }

    /// The workspaces on the list, then the folders that the sessions of other agents name themselves, then those this
    /// process was asked about.
    pub(crate) fn known_workspaces(&self) -> Vec<PathBuf> {
        self.known_with(&self.workspace.logs_elsewhere(None))
    }

    /// As [`App::known_workspaces`], where the logs of other agents are known already.
    pub(crate) fn known_with(&self, elsewhere: &[LogPlace]) -> Vec<PathBuf> {
        let mut known = self.workspaces_on_list();
        let folders = elsewhere.iter().map(|place| &place.workspace).filter(|folder| folder.is_absolute());
        let also = locked(&self.index.also);
        for folder in folders.chain(also.iter()) {
            if !known.contains(folder) {
                known.push(folder.clone());
            }
        }
        known
    }

    /// How many sessions of other agents are in no list, as their logs name no folder that this system could have.
    pub(crate) fn homeless(&self) -> Option<String> {
        let logs = self.workspace.logs_elsewhere(None);
        let count = logs.iter().filter(|place| !place.workspace.is_absolute()).count() as u64;
        (count > 0).then(|| {
            let sessions = counted(count, "session");
            format!("Not listed: {sessions} of other agents, whose logs name no folder that this system could have.")
        })
    }

    /// Takes workspaces a filter names by their paths into this process's list, and names them as the list does.
    pub(crate) fn also(&self, named: &[String]) -> Vec<String> {
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
                locked(&self.index.also).push(path.clone());
                path
            });
            path.display().to_string()
        };
        named.iter().map(name).collect()
    }

    /// The known workspaces as a page names them, by name.
    pub(crate) fn marks(&self) -> Vec<WorkspaceMark> {
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

    /// Adds workspaces to the list and says how many are new. A list that cannot be written is no reason to fail.
    pub(crate) fn know_workspaces(&self, paths: &[PathBuf]) -> usize {
        let mut known = self.workspaces_on_list();
        let before = known.len();
        for path in paths {
            if !known.contains(path) && known.len() < LIMIT {
                known.push(path.clone());
            }
        }
        // The open workspace is known in any case, and stands on the list once it is written.
        let _ = self.write_known(&known);
        self.index.heard();
        known.len() - before
    }

    fn write_known(&self, known: &[PathBuf]) -> Result<(), Failure> {
        let Some(kept) = &self.workspace.surroundings().kept else { return Ok(()) };
        let text: Vec<_> = known.iter().filter_map(|path| path.to_str()).collect();
        let json = serde_json::to_vec_pretty(&text).map_err(|error| Failure::broken(&error.to_string()))?;
        disk::make_folder(kept)?;
        Ok(disk::write_atomic(&kept.join(FILE), &json)?)
    }
}
