//! An export into a file that the person chooses.

use std::path::Path;

use ::workspace::Workspace;
use disk::{Cause, Digest};
use message::message;
use serde::{Deserialize, Serialize};

use super::{BundleReport, ExportAsk, ExportForm, TurnRange, bundle_of, export_report};
use crate::{App, Code, Failure, signers};
use views::wire::SavedView;

/// A session to save.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SaveAsk {
    /// The key of a [`views::sessions::SessionRow`].
    pub key: String,
    /// Only these turns; all when nothing is said.
    pub turns: Option<TurnRange>,
    /// In which form.
    pub form: ExportForm,
    /// Without likely secrets, home folders and e-mail addresses.
    pub redact: bool,
}

/// Packs the evidence of a session into a file that is not there yet, signed with the key of this machine.
///
/// # Errors
///
/// As [`bundle_of`] and [`signers::signing_key`], [`Code::Refused`] when the file is there already, and what the disk
/// says when it cannot be written.
pub fn bundle_into(
    workspace: &Workspace,
    id: &str,
    turns: Option<TurnRange>,
    redact: bool,
    file: &Path,
) -> Result<BundleReport, Failure> {
    let key = signers::signing_key(workspace)?;
    let made = bundle_of(workspace, id, turns, redact, key.as_ref())?;
    disk::create_whole(file, &made.bytes).map_err(|fault| super::is_there(file, fault))?;
    Ok(made.report)
}

/// Lets the person choose a file and writes the export there.
pub(crate) fn save_export(app: &App, ask: &SaveAsk) -> Result<SavedView, Failure> {
    let session = app.workspace.session(&ask.key).ok_or_else(Failure::session_gone)?;
    let (name, bytes, removed) = match ask.form {
        ExportForm::Bundle => {
            let key = signers::signing_key(&app.workspace)?;
            let made = bundle_of(&app.workspace, &session.id, ask.turns, ask.redact, key.as_ref())?;
            (format!("{}.assay.zip", session.id), made.bytes, made.report.removed)
        }
        form => {
            let wanted =
                ExportAsk { session: session.id.clone(), turns: ask.turns, form, redact: ask.redact };
            let report = export_report(&app.workspace, &wanted)?;
            (report.name, report.text.into_bytes(), report.removed)
        }
    };
    let sha256 = Digest::of(&bytes).to_string();
    let path = app.host.choose_file(&name)?;
    if let Some(path) = &path {
        // The system's dialog has asked whether a file that is there may be replaced.
        disk::write_private(path, &bytes).map_err(|fault| match fault.cause {
            Cause::Missing => {
                Failure::new(Code::Failed, message!("{path} has no folder.", path = path.display()))
            }
            _ => Failure::from(fault),
        })?;
    }
    Ok(SavedView {
        path: path.map(|path| path.display().to_string()),
        bytes: u32::try_from(bytes.len()).unwrap_or(u32::MAX),
        sha256,
        removed: removed.iter().map(|row| row.count).sum(),
    })
}
