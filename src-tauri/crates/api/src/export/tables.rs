//! What Assay knows, as tables that engines read.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use ::sessions::LogPlace;
use ::workspace::{Workspace, locked};
use message::{Message, message};
use serde::{Deserialize, Serialize};
use tables::{Book, Known, Telling, Trouble};
use views::wire::Nothing;

use crate::{App, Code, Failure};

/// Tables to write.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TablesAsk {
    /// The first day, as `2026-05-01` (UTC). Without it the day of the last export into the folder; every day the first
    /// time.
    pub since: Option<String>,
    /// Every known workspace; else the one that is open.
    pub everywhere: bool,
    /// Prompts, titles and texts of skills as well, without likely secrets.
    pub texts: bool,
    /// What this machine is called there; its host name when nothing is said.
    pub machine: Option<String>,
}

/// What was written.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TablesView {
    /// The folder.
    pub folder: String,
    /// The first day that was written; empty when it was every day.
    pub since: String,
    /// Workspaces that were looked at.
    pub workspaces: u32,
    /// Rows by table.
    pub tables: Vec<TableRow>,
    /// Files that were written.
    pub files: u64,
    /// Files that were there already, byte for byte.
    pub kept: u64,
    /// Bytes of the files that were written.
    pub bytes: u64,
}

/// Rows of one table.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TableRow {
    /// The table.
    pub name: String,
    /// Its rows.
    pub rows: u64,
}

/// Tables to write below a folder that the person chooses.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SaveTablesAsk {
    /// Every known workspace; else the one that is open.
    pub everywhere: bool,
    /// Prompts, titles and texts of skills as well, without likely secrets.
    pub texts: bool,
}

/// What was written.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SavedTablesView {
    /// Nothing when the person chose no folder.
    pub written: Option<TablesView>,
}

/// What is being written.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SavingTablesView {
    /// How far it is; nothing when no tables are written now.
    pub going: Option<SavingTables>,
}

/// How far tables are.
#[derive(Debug, Clone, Copy, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SavingTables {
    /// Workspaces that are written.
    pub done: u32,
    /// Of so many.
    pub of: u32,
    /// Steps that were taken, mostly a session each.
    pub steps: u32,
    /// Somebody stopped it.
    pub stopped: bool,
}

/// The tables that are being written; one export at a time.
#[derive(Default)]
pub(crate) struct Saving(Mutex<Option<SavingTables>>);

/// A step of an export.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TablesStep {
    /// So many workspaces are written, of so many.
    Workspaces(u32, u32),
    /// A session was looked at, or a skill.
    Within,
}

/// Lets the person choose a folder and writes tables below it.
pub(crate) fn save_tables(app: &App, ask: &SaveTablesAsk) -> Result<SavedTablesView, Failure> {
    let Some(folder) = app.host.choose_folder()? else { return Ok(SavedTablesView { written: None }) };
    if locked(&app.saving_tables.0).is_some() {
        return Err(Failure::new(Code::Refused, message!("another export is running.")));
    }
    *locked(&app.saving_tables.0) = Some(SavingTables::default());
    let step = |step| {
        let mut going = locked(&app.saving_tables.0);
        let Some(going) = going.as_mut() else { return false };
        match step {
            TablesStep::Workspaces(done, of) => (going.done, going.of) = (done, of),
            TablesStep::Within => going.steps += 1,
        }
        going.stopped
    };
    let (everywhere, texts) = (ask.everywhere, ask.texts);
    let ask = TablesAsk { since: None, everywhere, texts, machine: None };
    let written = tables_into(app, &ask, &folder, &step);
    *locked(&app.saving_tables.0) = None;
    Ok(SavedTablesView { written: Some(written?) })
}

/// How far the tables are that are being written.
pub(crate) fn saving_tables(app: &App, _: &Nothing) -> Result<SavingTablesView, Failure> {
    Ok(SavingTablesView { going: *locked(&app.saving_tables.0) })
}

/// Stops writing tables. Files that were written stand.
pub(crate) fn stop_saving_tables(app: &App, _: &Nothing) -> Result<Nothing, Failure> {
    if let Some(going) = locked(&app.saving_tables.0).as_mut() {
        going.stopped = true;
    }
    Ok(Nothing {})
}

/// Writes tables below a folder, which is made where it is missing. `step` is told each step and answers whether to stop.
///
/// # Errors
///
/// [`Code::WrongUse`] when the day is none, [`Code::Failed`] when somebody stopped it, and what the disk says when a
/// file cannot be read or written. Files that were written stand.
pub fn tables_into(
    app: &App,
    ask: &TablesAsk,
    folder: &Path,
    step: &dyn Fn(TablesStep) -> bool,
) -> Result<TablesView, Failure> {
    ask.since.as_deref().map(day).transpose()?;
    let machine = ask.machine.clone().unwrap_or_else(|| gethostname::gethostname().to_string_lossy().into());
    let home = app.workspace.surroundings().home.clone();
    let mut book = Book::open(folder, &machine, ask.since.as_deref(), home.as_deref()).map_err(failure)?;
    let since = book.since().to_owned();
    let mut known = Known::default();
    let of = workspaces(app, ask.everywhere).len() as u32;
    let mut done = 0;
    each_workspace(app, ask.everywhere, &mut |workspace, is_own| {
        step(TablesStep::Workspaces(done, of));
        done += 1;
        let telling = Telling { texts: ask.texts, is_own, stop: &|| step(TablesStep::Within) };
        tables::write(workspace, &telling, &mut known, &mut book).map_err(failure).map(|()| true)
    })?;
    let written = book.close().map_err(failure)?;
    let row = |(name, rows): (&&str, &u64)| TableRow { name: (*name).to_owned(), rows: *rows };
    Ok(TablesView {
        folder: folder.display().to_string(),
        since,
        workspaces: of,
        tables: written.rows.iter().map(row).collect(),
        files: written.files,
        kept: written.kept,
        bytes: written.bytes,
    })
}

/// A day as milliseconds since 1970 (UTC).
pub(super) fn day(word: &str) -> Result<i64, Failure> {
    let words = || Failure::new(Code::WrongUse, message!("{word} is not a date.", word));
    crate::midnight(word).ok_or_else(|| words().hint(message!("Use a date such as 2026-05-01.")))
}

/// Those that are known, or the one that is open.
fn workspaces(app: &App, everywhere: bool) -> BTreeSet<PathBuf> {
    match everywhere {
        true => app.everywhere().known_workspaces().into_iter().collect(),
        false => BTreeSet::from([app.workspace.folder()]),
    }
}

/// Says whether to go on to the next workspace.
type Each<'e> = dyn FnMut(&Workspace, &dyn Fn(&LogPlace) -> bool) -> Result<bool, Failure> + 'e;

/// Goes through workspaces, with what tells whose sessions are whose: a session is of the innermost known folder that it
/// was started in.
pub(super) fn each_workspace(app: &App, everywhere: bool, each: &mut Each<'_>) -> Result<(), Failure> {
    if !everywhere {
        return each(&app.workspace, &|_| true).map(drop);
    }
    let folders = workspaces(app, everywhere);
    for folder in &folders {
        let is_own = |place: &LogPlace| {
            let inside = |one: &&PathBuf| place.workspace.starts_with(one);
            folders.iter().filter(inside).max_by_key(|one| one.as_os_str().len()) == Some(folder)
        };
        if !each(&app.workspace.beside(folder), &is_own)? {
            break;
        }
    }
    Ok(())
}

fn failure(trouble: Trouble) -> Failure {
    match trouble {
        Trouble::Disk(fault) => fault.into(),
        Trouble::Fact(failure) => failure,
        trouble => Failure::new(Code::Failed, Message::of_error(trouble)),
    }
}
