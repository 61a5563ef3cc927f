//! What can be handed on of a session: its text, its data, and a bundle that proves it.

mod cleaning;
mod excerpt;
mod markdown;
mod packed;
mod page;
mod proved;
mod range;
mod reference;
mod retold;

use ::workspace::Workspace;
use message::message;
use serde::{Deserialize, Serialize};

use crate::Failure;
use crate::sessions::{SessionReportAsk, session_report};

pub use cleaning::Cleaning;
pub use packed::{BundleReport, SignerKind, bundle_of};
pub use proved::{verify_bundle, verify_bundle_by};
pub use range::{RemovedRow, TurnRange};
pub use reference::{ReferenceAsk, ReferenceView, reference};

use excerpt::Excerpt;

/// The form of an export.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum ExportForm {
    /// For people: prompts, answers, what was activated, in Markdown.
    Markdown,
    /// For programs: the session's facts and its events as recorded.
    Json,
    /// For whoever must believe it: one zip with the lines, the snapshots, the differences and their digests.
    Bundle,
}

/// A session to hand on.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ExportAsk {
    /// The session's id.
    pub session: String,
    /// Only these turns; all when nothing is said.
    pub turns: Option<TurnRange>,
    /// Markdown or JSON.
    pub form: ExportForm,
    /// Without likely secrets, home folders and e-mail addresses.
    pub redact: bool,
}

/// A session as text.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ExportReport {
    /// A name for a file of it.
    pub name: String,
    /// The text.
    pub text: String,
    /// What was taken out of it, by rule.
    pub removed: Vec<RemovedRow>,
}

/// A session as Markdown or JSON.
///
/// # Errors
///
/// [`Code::WrongUse`](crate::Code::WrongUse) when a bundle is asked for, which is no text; else as
/// [`session_report`](crate::sessions::session_report), and when the session has no such turns.
pub fn export_report(workspace: &Workspace, ask: &ExportAsk) -> Result<ExportReport, Failure> {
    let session = crate::sessions::by_id(workspace, &ask.session)?;
    let facts = session_report(workspace, &SessionReportAsk { id: ask.session.clone() })?;
    let mut cleaning = Cleaning::new(workspace, ask.redact);
    let read = session.read();
    let excerpt = Excerpt::of(&session, read, ask.turns)?;
    let (ending, text) = match ask.form {
        ExportForm::Markdown => {
            let text = markdown::markdown(&session.id, excerpt.chosen, (excerpt.turns, 0), &read.log);
            ("md", cleaning.text("session.md", &text))
        }
        ExportForm::Json => ("json", excerpt.json(&facts, &mut cleaning)?),
        ExportForm::Bundle => {
            return Err(Failure::new(crate::Code::WrongUse, message!("a bundle is not text.")));
        }
    };
    Ok(ExportReport { name: format!("{}.{ending}", session.id), text, removed: cleaning.removed() })
}
