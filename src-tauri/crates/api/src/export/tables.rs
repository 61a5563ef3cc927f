//! What Assay knows, as tables that engines read.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use ::sessions::LogPlace;
use serde::{Deserialize, Serialize};
use tables::{Book, Known, Telling, Trouble};

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

/// Writes tables below a folder, which is made where it is missing.
///
/// # Errors
///
/// [`Code::WrongUse`] when the day is none, [`Code::Failed`] when somebody stopped it, and what the disk says when a
/// file cannot be read or written. Files that were written stand.
pub fn tables_into(
    app: &App,
    ask: &TablesAsk,
    folder: &Path,
    stop: &dyn Fn() -> bool,
) -> Result<TablesView, Failure> {
    if let Some(day) = ask.since.as_deref().filter(|day| crate::midnight(day).is_none()) {
        let words = format!("{day} is no day");
        return Err(Failure::new(Code::WrongUse, words).hint("a day is written 2026-05-01"));
    }
    let machine = ask.machine.clone().unwrap_or_else(|| gethostname::gethostname().to_string_lossy().into());
    let mut book = Book::open(folder, &machine, ask.since.as_deref()).map_err(failure)?;
    let since = book.since().to_owned();
    let mut known = Known::default();
    let folders: BTreeSet<PathBuf> = match ask.everywhere {
        true => app.known_workspaces().into_iter().collect(),
        false => BTreeSet::from([app.workspace.folder()]),
    };
    for workspace in &folders {
        let is_own = |place: &LogPlace| {
            let inside = |one: &&PathBuf| place.workspace.starts_with(one);
            let innermost = folders.iter().filter(inside).max_by_key(|one| one.as_os_str().len());
            !ask.everywhere || innermost == Some(workspace)
        };
        let telling = Telling { texts: ask.texts, is_own: &is_own, stop };
        let beside;
        let workspace = match ask.everywhere {
            true => {
                beside = app.workspace.beside(workspace);
                &beside
            }
            false => &app.workspace,
        };
        tables::write(workspace, &telling, &mut known, &mut book).map_err(failure)?;
    }
    let written = book.close().map_err(failure)?;
    let row = |(name, rows): (&&str, &u64)| TableRow { name: (*name).to_owned(), rows: *rows };
    Ok(TablesView {
        folder: folder.display().to_string(),
        since,
        workspaces: folders.len() as u32,
        tables: written.rows.iter().map(row).collect(),
        files: written.files,
        kept: written.kept,
        bytes: written.bytes,
    })
}

fn failure(trouble: Trouble) -> Failure {
    match trouble {
        Trouble::Disk(fault) => fault.into(),
        Trouble::Fact(failure) => failure,
        trouble => Failure::new(Code::Failed, trouble.to_string()),
    }
}
