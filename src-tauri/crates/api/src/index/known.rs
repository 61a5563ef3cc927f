//! The list of workspaces whose sessions are listed together, as a person changes it. The list is Assay's own; no folder
//! on it is touched.

use std::path::PathBuf;
use std::sync::Mutex;

use ::index::{Go, workspaces_below};
use ::workspace::locked;
use message::message;
use views::everywhere::{Finding, KNOWN, KnownView, WorkspacesFound, known_view};
use views::remembered::{SwitchAsk, id};
use views::wire::Nothing;

use crate::access::read_setting;
use crate::{App, Code, Failure};

/// Most workspaces on the list.
const LIMIT: usize = 1_000;

/// Lets the person choose a folder and adds it.
pub(crate) fn add_workspace(app: &App, _: &Nothing) -> Result<KnownView, Failure> {
    let Some(path) = app.host.choose_folder()? else { return known_view(&app.everywhere(), None) };
    disk::list(&path)?;
    app.know_workspaces(&[path]);
    known_view(&app.everywhere(), None)
}

/// Lets the person choose a folder and adds every workspace below it.
pub(crate) fn find_workspaces(app: &App, _: &Nothing) -> Result<KnownView, Failure> {
    let Some(path) = app.host.choose_folder()? else { return known_view(&app.everywhere(), None) };
    disk::list(&path)?;
    let looking = Looking::begin(&app.index.finding);
    let found = workspaces_below(&path, &mut |folders| looking.told(folders));
    drop(looking);
    let new = app.know_workspaces(&found.workspaces);
    let found = WorkspacesFound {
        below: path.display().to_string(),
        total: found.workspaces.len() as u32,
        new: new as u32,
        folders: found.folders as u32,
        cut: found.cut,
    };
    known_view(&app.everywhere(), Some(found))
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
    let mut known = app.everywhere().workspaces_on_list();
    let path = known.iter().find(|path| id(path) == ask.id).cloned();
    let path = path.ok_or_else(|| {
        Failure::not_found(message!("this workspace is not on the list."))
            .hint(message!("A folder named in another agent's sessions is listed as long as these exist."))
    })?;
    if path == app.workspace.folder() {
        return Err(Failure::new(Code::WrongUse, message!("{path} is open.", path = path.display()))
            .hint(message!("Open another workspace first; the open one is always listed.")));
    }
    known.retain(|other| *other != path);
    app.write_known(&known)?;
    app.index.heard();
    known_view(&app.everywhere(), None)
}

impl App {
    /// Adds workspaces to the list and says how many are new. A list that cannot be written is no reason to fail.
    pub(crate) fn know_workspaces(&self, paths: &[PathBuf]) -> usize {
        let mut known = self.everywhere().workspaces_on_list();
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

    /// Returns the fault of the list of known workspaces.
    pub(crate) fn known_fault(&self) -> Option<Failure> {
        let until_then = message!("only the open workspace and those opened before are listed");
        read_setting::<Vec<PathBuf>>(self.workspace.surroundings(), KNOWN, 1 << 20, &until_then).err()
    }

    fn write_known(&self, known: &[PathBuf]) -> Result<(), Failure> {
        let Some(kept) = &self.workspace.surroundings().kept else { return Ok(()) };
        // A list that cannot be read is not overwritten.
        self.known_fault().map_or(Ok(()), Err)?;
        let text: Vec<_> = known.iter().filter_map(|path| path.to_str()).collect();
        let json = serde_json::to_vec_pretty(&text).map_err(Failure::broken)?;
        disk::make_folder(kept)?;
        Ok(disk::write_atomic(&kept.join(KNOWN), &json)?)
    }
}
