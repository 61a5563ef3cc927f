//! What was found where.

use ::workspace::MANAGED;
use message::message;
use serde::Serialize;

use crate::{App, Failure};
use views::wire::{Nothing, PlaceRow, ProblemRow};

/// What was found where, and by which rules.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct DoctorReport {
    /// This program's version.
    pub version: String,
    /// Whose rules decide.
    pub rules: String,
    /// The workspace.
    pub workspace: String,
    /// The home folder, when one is known.
    pub home: Option<String>,
    /// The value of PIXIR_HOME, when it is set.
    pub pixir_home: Option<String>,
    /// Where Assay keeps what is its own.
    pub kept: Option<String>,
    /// The skill roots.
    pub roots: Vec<RootReport>,
    /// Where logs were looked for.
    pub places: Vec<PlaceRow>,
    /// Sessions found.
    pub sessions: u32,
    /// Logs with lines that cannot be read.
    pub damaged: u32,
    /// Everything odd.
    pub problems: Vec<ProblemRow>,
}

/// One skill root.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RootReport {
    /// Whose skills lie there.
    pub scope: String,
    /// The folder.
    pub path: String,
    /// What was found, in words.
    pub found: String,
}

/// Looks at everything.
pub(crate) fn doctor_report(app: &App, _: &Nothing) -> Result<DoctorReport, Failure> {
    let folder = app.workspace.folder();
    let (ruling, logs) = (app.workspace.ruling(MANAGED), app.workspace.logs());
    let roots = ruling.roots.iter().zip(views::wire::skill_places(&ruling));
    let odd = views::wire::problems(&app.workspace, &ruling);
    Ok(DoctorReport {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        rules: crate::app::RULES.to_owned(),
        home: app.workspace.surroundings().home.as_ref().map(|home| home.display().to_string()),
        pixir_home: app
            .workspace
            .surroundings()
            .pixir_home
            .as_ref()
            .map(|home| home.to_string_lossy().into_owned()),
        kept: app.workspace.surroundings().kept.as_ref().map(|kept| kept.display().to_string()),
        roots: roots
            .map(|(root, place)| RootReport {
                scope: root.scope.name().to_owned(),
                path: place.path,
                found: place.found,
            })
            .collect(),
        places: views::wire::log_places(&logs),
        sessions: logs.count(),
        damaged: logs.damaged(),
        problems: odd
            .into_iter()
            .chain(views::wire::log_problems(&logs))
            .chain(lost(&folder))
            .chain(app.settings_problems())
            .collect(),
        workspace: folder.display().to_string(),
    })
}

fn lost(workspace: &std::path::Path) -> Option<ProblemRow> {
    let fault = disk::list(workspace).err()?;
    Some(ProblemRow {
        path: workspace.display().to_string(),
        code: "workspace".to_owned(),
        message: message!("{fault}.", fault),
    })
}
