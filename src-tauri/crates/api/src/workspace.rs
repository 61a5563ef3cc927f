//! Which workspace is open.

mod doctor;
mod settings_problems;

pub(crate) use doctor::doctor_report;

pub use doctor::{DoctorReport, RootReport};

use std::path::{Path, PathBuf};

use ::sessions::{Heads, Homes, LogPlace, find_elsewhere};
use ::workspace::{MANAGED, Workspace, locked};
use message::{Message, message};
use serde::{Deserialize, Serialize};

use crate::app::RULES;
use crate::{App, Code, Failure, Surroundings, Tag};
use views::markdown;
pub use views::remembered::SwitchAsk;
use views::remembered::{FILE, id, name, remembered, remembered_in};
use views::wire::{Millis, Nothing, PlaceRow, ProblemRow};

/// An address to hand to the system.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LinkAsk {
    /// An http, https or mailto address; anything else is refused.
    pub to: String,
}

/// Whose sessions are shown.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ScopeAsk {
    /// Those of every known workspace, not of the open one alone.
    pub everywhere: bool,
}

/// The open workspace and the counts every screen shows.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct WorkspaceView {
    /// Its folder's name, with the folder above it.
    #[cfg_attr(test, ts(type = "Foreign"))]
    pub name: String,
    /// Its path, absolute.
    #[cfg_attr(test, ts(type = "Foreign"))]
    pub path: String,
    /// Whether one is open; otherwise a person has to choose, and nothing else is said here but what was opened before.
    pub open: bool,
    /// Why it cannot be read, in a sentence; nothing is counted then.
    pub problem: Option<Message>,
    /// Settings files of Assay's own that cannot be read; each counts as its strictest value until it is fixed.
    pub settings_problems: Vec<ProblemRow>,
    /// Its folder is gone, and sessions of other agents that were started in it are still here.
    pub gone: bool,
    /// The sessions of every known workspace are shown together, not those of the open one alone.
    pub everywhere: bool,
    /// Sessions.
    pub sessions: u32,
    /// Events in all sessions.
    pub events: u32,
    /// Skills that are drifted: the disk has another text than the last one recorded.
    pub drifted: u32,
    /// Sessions with a live writer.
    pub live: u32,
    /// Logs with lines that cannot be read.
    pub damaged: u32,
    /// Whose rules decide, such as `Pixir 0.1.12`.
    pub rules: String,
    /// The agent whose rules lists follow until the user selects another; absent if no workspace is open.
    pub agent: Option<String>,
    /// Everywhere that is looked at.
    pub places: Vec<PlaceRow>,
    /// Workspaces opened before, latest first, this one included.
    pub recents: Vec<RecentRow>,
    /// When everything was last looked at.
    pub read_at: Millis,
}

/// A workspace opened before.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RecentRow {
    /// Names it to [`SwitchAsk`].
    pub id: String,
    /// Its folder's name.
    #[cfg_attr(test, ts(type = "Foreign"))]
    pub name: String,
    /// Its path, absolute.
    #[cfg_attr(test, ts(type = "Foreign"))]
    pub path: String,
    /// It is the open one.
    pub current: bool,
    /// The folder is still there.
    pub exists: bool,
}

/// Most workspaces that are remembered.
const REMEMBERED: usize = 12;

/// The open workspace.
pub(crate) fn workspace(app: &App, _: &Nothing) -> Result<WorkspaceView, Failure> {
    let path = app.workspace.folder();
    let problem = app.problem();
    if !app.workspace.is_open() || problem.is_some() {
        return Ok(WorkspaceView {
            open: app.workspace.is_open(),
            problem: problem.filter(|_| app.workspace.is_open()),
            ..nothing_of(app, &path)
        });
    }
    let (ruling, logs, joined) =
        (app.workspace.ruling(MANAGED), app.workspace.logs(), app.workspace.joined());
    let mut places = views::wire::log_places(&logs);
    places.extend(views::wire::skill_places(&ruling));
    Ok(WorkspaceView {
        sessions: logs.count(),
        events: logs.events(),
        drifted: joined.drifted(),
        live: logs.live(),
        damaged: logs.damaged(),
        agent: Some(views::convention::default_agent(&app.workspace).convention.name().to_owned()),
        places,
        ..nothing_of(app, &path)
    })
}

/// A workspace of which nothing was read.
fn nothing_of(app: &App, path: &Path) -> WorkspaceView {
    WorkspaceView {
        name: name(path),
        path: path.display().to_string(),
        open: true,
        problem: None,
        settings_problems: app.settings_problems(),
        gone: app.workspace.is_open() && problem(path).is_some(),
        everywhere: app.is_everywhere(),
        sessions: 0,
        events: 0,
        drifted: 0,
        live: 0,
        damaged: 0,
        rules: RULES.to_owned(),
        agent: None,
        places: Vec::new(),
        recents: recents(&app.workspace, path),
        read_at: app.read_at(),
    }
}

/// The workspace a window begins with: the one that was typed; the folder it was started in, unless that is the root
/// of the machine or the home folder, where programs are started that nobody started in a folder; the one that was
/// open last; the one another agent worked in last; or none, and a person chooses.
pub fn first_workspace(typed: Option<&Path>, folder: &Path, surroundings: &Surroundings) -> Option<PathBuf> {
    let Surroundings { home, kept, .. } = surroundings;
    if let Some(typed) = typed {
        return Some(typed_folder(folder, typed));
    }
    let home = home.as_ref().map(|home| disk::canonical(home).unwrap_or_else(|_| home.clone()));
    let is_meant = |path: &Path| {
        let real = disk::canonical(path).unwrap_or_else(|_| path.to_owned());
        real.parent().is_some() && Some(&real) != home.as_ref()
    };
    if is_meant(folder) {
        return Some(folder.to_owned());
    }
    let is_there = |path: &Path| disk::look(path).is_ok_and(|look| look.kind == disk::Kind::Folder);
    let is_good = |path: &PathBuf| is_meant(path) && is_there(path);
    let remembered = remembered_in(kept.as_deref()).into_iter().find(is_good);
    remembered.or_else(|| {
        let worked_in = worked_in(&surroundings.homes());
        // Sessions outlive their folder.
        let gone = || worked_in.iter().find(|path| path.is_absolute() && is_meant(path)).cloned();
        worked_in.iter().find(|path| is_good(path)).cloned().or_else(gone)
    })
}

/// The folder that somebody typed in another. Keys of sessions are made of its path, so there is one way to write it:
/// `.` and doubled slashes are left out. `..` stays, which may lead over a link.
pub fn typed_folder(folder: &Path, typed: &Path) -> PathBuf {
    let path = folder.join(typed);
    std::path::absolute(&path).unwrap_or(path)
}

/// The folders in which other agents were started, those whose logs were written last first.
fn worked_in(homes: &Homes) -> Vec<PathBuf> {
    let logs = find_elsewhere(homes, &mut Heads::default()).logs;
    let written = |place: &LogPlace| place.source.look(&place.path).ok().map(|stamp| stamp.modified_ns);
    let mut found: Vec<_> = logs.into_iter().map(|place| (written(&place), place.workspace)).collect();
    found.sort_by(|a, b| b.cmp(a));
    found.into_iter().map(|(_, folder)| folder).collect()
}

/// Whether a window that nobody started in a folder, and that was never open before, begins with the sessions of every
/// workspace: where other agents worked and no folder is meant.
pub fn begins_everywhere(typed: Option<&Path>, folder: &Path, surroundings: &Surroundings) -> bool {
    let nothing_kept = Surroundings { kept: None, ..surroundings.clone() };
    let is_first = surroundings.kept.as_ref().is_none_or(|kept| disk::look(&kept.join(FILE)).is_err());
    let found = first_workspace(typed, folder, &nothing_kept);
    is_first && typed.is_none() && found.is_some_and(|found| found != folder)
}

/// Chooses whose sessions are shown, and remembers it.
pub(crate) fn set_scope(app: &App, ask: &ScopeAsk) -> Result<WorkspaceView, Failure> {
    app.show_everywhere(ask.everywhere);
    workspace(app, &Nothing {})
}

/// Opens a workspace that was open before.
pub(crate) fn switch_workspace(app: &App, ask: &SwitchAsk) -> Result<WorkspaceView, Failure> {
    open(app, &known(app, ask)?)
}

/// Opens a workspace that was open before in a window of its own.
pub(crate) fn open_window(app: &App, ask: &SwitchAsk) -> Result<Nothing, Failure> {
    in_window(app, &known(app, ask)?)
}

/// Lets the person choose a folder and opens it in a window of its own.
pub(crate) fn choose_window(app: &App, _: &Nothing) -> Result<Nothing, Failure> {
    app.host.choose_folder()?.map_or(Ok(Nothing {}), |path| in_window(app, &path))
}

/// Opens the example in a window of its own, where it meets nothing of the person's.
pub(crate) fn open_example(app: &App, _: &Nothing) -> Result<Nothing, Failure> {
    app.host.open_example().map(|()| Nothing {})
}

fn in_window(app: &App, path: &Path) -> Result<Nothing, Failure> {
    app.opens(path)?;
    app.host.open_window(path).map(|()| Nothing {})
}

/// The folder of a workspace that was open before, or in which sessions are known.
fn known(app: &App, ask: &SwitchAsk) -> Result<PathBuf, Failure> {
    let mut known = remembered(&app.workspace);
    known.extend(app.everywhere().known_workspaces());
    known.into_iter().find(|path| id(path) == ask.id).ok_or_else(|| {
        Failure::not_found(message!("this workspace is not listed anymore."))
            .hint(message!("Open its folder instead."))
    })
}

/// Lets the person choose a folder and opens it; the open one stays when none is chosen.
pub(crate) fn choose_workspace(app: &App, _: &Nothing) -> Result<WorkspaceView, Failure> {
    match app.host.choose_folder()? {
        Some(path) => open(app, &path),
        None => workspace(app, &Nothing {}),
    }
}

/// Looks at everything again.
pub(crate) fn look_again(app: &App, _: &Nothing) -> Result<WorkspaceView, Failure> {
    app.heard(&[Tag::Skills, Tag::Sessions]);
    workspace(app, &Nothing {})
}

/// Hands an address to the system. Skill and session text is hostile: only three kinds of address leave.
pub(crate) fn open_link(app: &App, ask: &LinkAsk) -> Result<Nothing, Failure> {
    if !markdown::opens(&ask.to) {
        let words =
            message!("cannot open {to}: only http, https and mailto addresses are allowed.", to = ask.to);
        return Err(Failure::new(Code::WrongUse, words));
    }
    app.host.open_link(&ask.to).map(|()| Nothing {})
}

/// With what somebody came to the window.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ArrivedView {
    /// An address, as it was written, by whomever; absent when nobody came with one since this was last asked.
    pub address: Option<String>,
    /// Something was dropped onto the window, or opened with it, and waits to be opened.
    pub dropped: bool,
}

/// Tells the address once. The page goes to the place, and does nothing else with it.
#[allow(clippy::unnecessary_wraps, reason = "every request may fail")]
pub(crate) fn arrived(app: &App, _: &Nothing) -> Result<ArrivedView, Failure> {
    Ok(ArrivedView { address: app.host.take_address(), dropped: app.host.has_dropped() })
}

fn open(app: &App, path: &Path) -> Result<WorkspaceView, Failure> {
    app.open_workspace(path)?;
    workspace(app, &Nothing {})
}

impl App {
    /// Why nothing can be said of the open workspace, if nothing can.
    pub(crate) fn stands(&self) -> Result<(), Failure> {
        if !self.workspace.is_open() {
            return Err(Failure::new(Code::NoWorkspace, message!("no workspace is open.")));
        }
        match self.problem() {
            Some(words) => Err(Failure::new(Code::NoWorkspace, words)),
            None => Ok(()),
        }
    }

    /// Why the open workspace cannot be read. A folder that is gone is no reason while other agents keep sessions that
    /// were started in it.
    fn problem(&self) -> Option<Message> {
        let path = self.workspace.folder();
        let words = problem(&path)?;
        let is_gone = disk::look(&path).is_err_and(|fault| is_missing(&fault));
        (!is_gone || self.workspace.logs().sessions.is_empty()).then_some(words)
    }

    /// Whether the sessions of every known workspace are shown together.
    fn is_everywhere(&self) -> bool {
        let is_remembered = || {
            let kept = self.workspace.surroundings().kept.as_ref();
            kept.is_some_and(|kept| disk::look(&kept.join(EVERYWHERE)).is_ok())
        };
        locked(&self.is_everywhere).unwrap_or_else(is_remembered)
    }

    /// Remembers whether they are. A place that cannot be written is no reason to fail: it is a convenience.
    pub fn show_everywhere(&self, everywhere: bool) {
        *locked(&self.is_everywhere) = Some(everywhere);
        let Some(kept) = &self.workspace.surroundings().kept else { return };
        let _ = match everywhere {
            true => {
                disk::make_folder(kept).and_then(|()| disk::write_atomic(&kept.join(EVERYWHERE), b"[]\n"))
            }
            false => disk::remove(&kept.join(EVERYWHERE)),
        };
    }

    /// Opens another workspace, when its folder can be listed, and remembers it.
    ///
    /// # Errors
    ///
    /// What the disk says when the folder cannot be listed. One that is gone is opened all the same where
    /// sessions of another agent name it.
    pub fn open_workspace(&self, path: &Path) -> Result<(), Failure> {
        self.opens(path)?;
        self.open(path);
        self.remember_workspace();
        Ok(())
    }

    /// Whether an address names a session of the open workspace; in no other one it leads anywhere.
    pub fn knows_place(&self, address: &str) -> bool {
        let mut parts = address.strip_prefix("assay://").unwrap_or_default().split('/');
        let is_of_a_session = matches!(parts.next(), Some("session" | "diff"));
        let key = parts.next().filter(|_| is_of_a_session && self.is_open());
        key.is_some_and(|key| self.workspace.logs().sessions.iter().any(|session| session.key == key))
    }

    /// Whether a folder can be opened.
    ///
    /// # Errors
    ///
    /// As [`App::open_workspace`].
    pub fn opens(&self, path: &Path) -> Result<(), Failure> {
        let is_known = || self.workspace.logs_elsewhere().has_folder(path);
        match disk::list(path) {
            Err(fault) if !is_missing(&fault) || !is_known() => Err(fault.into()),
            _ => Ok(()),
        }
    }

    /// Puts the open workspace at the head of those remembered. A place that cannot be written is no
    /// reason to fail: the list is a convenience.
    pub fn remember_workspace(&self) {
        let Some(kept) = self.workspace.surroundings().kept.as_ref().filter(|_| self.workspace.is_open())
        else {
            return;
        };
        let path = self.workspace.folder();
        self.know_workspaces(std::slice::from_ref(&path));
        // A list that cannot be read is not overwritten.
        if self.recents_fault().is_some() {
            return;
        }
        let mut paths = remembered(&self.workspace);
        paths.retain(|known| *known != path);
        paths.insert(0, path);
        paths.truncate(REMEMBERED);
        let text: Vec<_> = paths.iter().filter_map(|path| path.to_str()).collect();
        if let Ok(json) = serde_json::to_vec_pretty(&text) {
            let _ = disk::make_folder(kept).and_then(|()| disk::write_atomic(&kept.join(FILE), &json));
        }
    }
}

/// There as long as the sessions of every workspace are shown together.
const EVERYWHERE: &str = "everywhere.json";

fn recents(workspace: &Workspace, current: &Path) -> Vec<RecentRow> {
    let mut paths = remembered(workspace);
    if workspace.is_open() && !paths.iter().any(|path| path == current) {
        paths.insert(0, current.to_owned());
    }
    paths
        .iter()
        .map(|path| RecentRow {
            id: id(path),
            name: name(path),
            path: path.display().to_string(),
            current: path == current,
            exists: disk::look(path).is_ok_and(|look| look.kind == disk::Kind::Folder),
        })
        .collect()
}

fn is_missing(fault: &disk::Fault) -> bool {
    matches!(fault.cause, disk::Cause::Missing)
}

fn problem(path: &Path) -> Option<Message> {
    disk::list(path).err().map(|fault| message!("{fault}.", fault => fault.message()))
}
