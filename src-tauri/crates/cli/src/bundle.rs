//! `assay bundle`: a session's evidence into a file, and whether such a file is what it says.

use std::path::PathBuf;

use api::export::{BundleReport, TurnRange, bundle_into};
use api::signers::verify_file;
use api::{App, Code, Failure};
use clap::Args;
use message::message;

use crate::screen::visible_text;
use crate::telling::{current_folder, tell};
use crate::text::counted;

/// A bundle to create or to verify.
#[derive(Debug, Args)]
pub struct Bundle {
    /// Session id
    session: Option<String>,
    /// File to create; existing files are not overwritten
    #[arg(long, value_name = "FILE")]
    to: Option<PathBuf>,
    /// Include only these turns, such as 3-8
    #[arg(long, value_name = "A-B", value_parser = turns)]
    turns: Option<TurnRange>,
    /// Redact likely secrets, home folders and e-mail addresses
    #[arg(long)]
    redact: bool,
    /// Verify this bundle
    #[arg(long, value_name = "FILE", conflicts_with_all = ["session", "to", "turns", "redact"])]
    verify: Option<PathBuf>,
}

impl Bundle {
    /// Returns the session to pack.
    pub fn session(&self) -> Option<&str> {
        self.session.as_deref()
    }
}

/// Packs or verifies. 0 fine, 1 something is not as it should be, 4 no bundle.
pub fn bundle(app: &App, wanted: &Bundle, as_json: bool) -> Result<u8, Failure> {
    let report = match (&wanted.verify, &wanted.session, &wanted.to) {
        (Some(file), ..) => verify_file(&app.workspace, file),
        (None, Some(session), Some(to)) => {
            bundle_into(&app.workspace, session, wanted.turns, wanted.redact, &current_folder()?.join(to))
        }
        _ => Err(Failure::new(Code::WrongUse, message!("missing session or file."))
            .hint(message!("Usage: assay bundle SESSION --to FILE, or assay bundle --verify FILE."))),
    }?;
    tell(as_json, &report, told)?;
    Ok(u8::from(!report.findings.is_empty()))
}

/// Reads `3-8`, or `3`.
pub fn turns(text: &str) -> Result<TurnRange, String> {
    let (from, to) = text.split_once('-').unwrap_or((text, text));
    match (from.parse(), to.parse()) {
        (Ok(from), Ok(to)) if from > 0 && from <= to => Ok(TurnRange { from, to }),
        _ => Err("expected turns such as 3-8, counted from 1".to_owned()),
    }
}

fn told(report: &BundleReport) -> String {
    let mut text = format!(
        "session {}: {}, {}\n",
        visible_text(&report.session),
        counted(report.parts, "part"),
        visible_text(&report.made_by)
    );
    for row in &report.removed {
        text.push_str(&format!(
            "  redacted in {}: {} × {}\n",
            visible_text(&row.part),
            row.count,
            visible_text(&row.rule)
        ));
    }
    for words in &report.findings {
        text.push_str(&format!("  FAILED {}\n", visible_text(words)));
    }
    for words in report.proved.iter().chain(&report.limits) {
        text.push_str(&format!("  {}\n", visible_text(words)));
    }
    text
}
