//! `assay bundle`: a session's evidence into a file, and whether such a file is what it says.

use std::process::ExitCode;

use api::export::{BundleReport, TurnRange, bundle_into, verify_file};
use api::{App, Code, Failure};

use crate::arguments::{Arguments, Command};
use crate::fail;
use crate::screen::{Printed, print, visible_text};

/// Packs or verifies. 0 fine, 1 something is not as it should be, 4 no bundle.
pub fn bundle(app: &App, arguments: &Arguments, command: &Command) -> ExitCode {
    let Command::Bundle { session, to, turns, redact, verify } = command else {
        return ExitCode::FAILURE;
    };
    let done = match (verify, session, to) {
        (Some(file), ..) => verify_file(file),
        (None, Some(session), Some(to)) => bundle_into(app, session, *turns, *redact, to),
        _ => Err(Failure::new(Code::WrongUse, "name a session and a file")
            .hint("assay bundle SESSION --to FILE, or assay bundle --verify FILE")),
    };
    match done {
        Ok(report) => {
            print(&if arguments.json { json(&report) } else { Printed::Words(told(&report)) });
            ExitCode::from(u8::from(!report.findings.is_empty()))
        }
        Err(failure) => fail(&failure, arguments.json),
    }
}

/// Reads `3-8`, or `3`.
pub fn turns(text: &str) -> Result<TurnRange, String> {
    let (from, to) = text.split_once('-').unwrap_or((text, text));
    match (from.parse(), to.parse()) {
        (Ok(from), Ok(to)) if from > 0 && from <= to => Ok(TurnRange { from, to }),
        _ => Err("turns are written 3-8, counted from 1".to_owned()),
    }
}

fn json(report: &BundleReport) -> Printed {
    Printed::Json(serde_json::to_value(report).unwrap_or_default().to_string())
}

fn told(report: &BundleReport) -> String {
    let mut text = format!(
        "session {}: {} parts, {}\n",
        visible_text(&report.session),
        report.parts,
        visible_text(&report.made_by)
    );
    for row in &report.removed {
        text.push_str(&format!(
            "  taken out of {}: {} × {}\n",
            visible_text(&row.part),
            row.count,
            visible_text(&row.rule)
        ));
    }
    for words in &report.findings {
        text.push_str(&format!("  WRONG {}\n", visible_text(words)));
    }
    for words in report.proved.iter().chain(&report.limits) {
        text.push_str(&format!("  {}\n", visible_text(words)));
    }
    text
}
