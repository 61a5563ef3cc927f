//! What a person drops onto the window: a folder, skills in a zip, a bundle, a log. The page hears that something was
//! dropped and never where it lies; it asks for it to be opened, and is told what it was.

use std::ffi::OsStr;
use std::path::Path;

use disk::Kind;
use message::message;
use serde::Serialize;

use super::{OriginSource, begin_at};
use crate::signers::verify_file;
use crate::{App, Code, Failure};
use views::export::BundleReport;
use views::wire::Nothing;

/// What was dropped, and what became of it.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "was", rename_all = "snake_case")]
pub enum DroppedView {
    /// Nothing that was not opened already.
    Nothing,
    /// A folder; it is the open workspace now.
    Workspace,
    /// Skills, which lie in quarantine.
    Import {
        /// Names the import in what is asked of it next.
        import: String,
    },
    /// An evidence bundle.
    Bundle {
        /// The name of its file.
        #[cfg_attr(test, ts(type = "Foreign"))]
        file: String,
        /// What it was found to be.
        report: BundleReport,
    },
    /// The log of a session.
    Session {
        /// The key of its row, good in the workspace that is open now.
        key: String,
    },
}

/// Opens what was dropped last.
pub(crate) fn open_dropped(app: &App, _: &Nothing) -> Result<DroppedView, Failure> {
    let Some(path) = app.host.take_dropped() else { return Ok(DroppedView::Nothing) };
    if disk::look(&path)?.kind == Kind::Folder {
        app.open_workspace(&path)?;
        return Ok(DroppedView::Workspace);
    }
    match path.extension().and_then(OsStr::to_str).unwrap_or_default().to_lowercase().as_str() {
        "zip" | "skill" => zip(app, &path),
        "ndjson" | "jsonl" | "json" => log(app, &path),
        _ => Err(nothing_for(&path)),
    }
}

/// A zip with a manifest is a bundle; any other may hold skills, and its quarantine says whether it does.
fn zip(app: &App, path: &Path) -> Result<DroppedView, Failure> {
    match verify_file(&app.workspace, path) {
        Ok(report) => Ok(DroppedView::Bundle { file: name(path), report }),
        Err(failure) if failure.code == Code::Damaged => {
            let import = begin_at(app, OriginSource::Archive { path: path.to_owned() })?;
            Ok(DroppedView::Import { import })
        }
        Err(failure) => Err(failure),
    }
}

/// A log of the open workspace is shown; one of Pixir's opens the workspace in whose `.pixir` it lies.
fn log(app: &App, path: &Path) -> Result<DroppedView, Failure> {
    let path = &disk::canonical(path)?;
    if let Some(key) = key_of(app, path) {
        return Ok(DroppedView::Session { key });
    }
    let pixir = path.ancestors().find(|folder| folder.file_name() == Some(OsStr::new(".pixir")));
    let Some(workspace) = pixir.and_then(Path::parent) else { return Err(nothing_for(path)) };
    app.open_workspace(workspace)?;
    key_of(app, path).map(|key| DroppedView::Session { key }).ok_or_else(|| nothing_for(path))
}

fn key_of(app: &App, log: &Path) -> Option<String> {
    let logs = app.workspace.logs();
    let is_it = |place: &Path| disk::canonical(place).is_ok_and(|place| place == log);
    logs.sessions.iter().find(|session| is_it(&session.place.path)).map(|session| session.key.clone())
}

fn nothing_for(path: &Path) -> Failure {
    Failure::new(Code::Refused, message!("cannot open `{path}` here.", path = name(path))).hint(message!(
        "You can drop a folder, a zip with skills, an evidence bundle or a log of this workspace."
    ))
}

fn name(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}
