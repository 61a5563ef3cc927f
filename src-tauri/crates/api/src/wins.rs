//! Requests about who wins: what only reads stands in `views`, and skills made of code join it here.

use ::skills::{Trust, Visibility};
use disk::Digest;
use engine::Roster;
use views::wire::SavedView;

use crate::agent::merged;
use crate::{App, Failure};

pub use views::wins::*;

/// Every name that some agent knows, with what each agent makes of it.
pub(crate) fn who_wins(app: &App, ask: &WhoWinsAsk) -> Result<WhoWinsView, Failure> {
    Ok(who_wins_with(&app.workspace, &roster(app), ask))
}

/// Who wins, for scripts.
pub(crate) fn wins_report(app: &App, ask: &WinsReportAsk) -> Result<WinsReport, Failure> {
    report_with(&app.workspace, &roster(app), ask)
}

/// Lets the person choose a file and writes the rows there that the filter takes, every one of them.
pub(crate) fn save_wins(app: &App, ask: &SaveWinsAsk) -> Result<SavedView, Failure> {
    let text = table_with(&app.workspace, &roster(app), ask);
    let name = match ask.form {
        WinsTableForm::Csv => "who-wins.csv",
        WinsTableForm::Markdown => "who-wins.md",
    };
    let path = app.host.choose_file(name)?;
    if let Some(path) = &path {
        // The system's dialog has asked whether a file that is there may be replaced.
        disk::write_private(path, text.as_bytes())?;
    }
    Ok(SavedView {
        path: path.map(|path| path.display().to_string()),
        bytes: u32::try_from(text.len()).unwrap_or(u32::MAX),
        sha256: Digest::of(text.as_bytes()).to_string(),
        removed: 0,
    })
}

/// Skills of both kinds as the matrix sees them: nothing is kept from anybody, and the project is trusted.
fn roster(app: &App) -> Roster {
    merged(app, &Visibility::whole(Trust::Trusted))
}
