//! Sessions as OpenTelemetry signals in a file (OTLP/JSON, one request a line), for whoever runs a collector already.
//!
//! A turn is a trace: `invoke_agent`, below it a span for each tool and each text of a skill that was given; compactions,
//! decisions and hydrations are log records of the turn. Names follow the GenAI conventions
//! (open-telemetry/semantic-conventions-genai 0.1.0) where they have one, what only Assay knows is `assay.*`. Ids are
//! made of what a log says, so two exports of it are the same. No text leaves: neither prompts nor answers, arguments,
//! outputs nor texts of skills.

mod lines;
mod signals;
mod turn;

use std::collections::BTreeSet;

use ::workspace::Workspace;
use disk::Fault;
use sessions::{LogPlace, Origin};

pub use lines::{Lines, Written};

/// What is told of a workspace.
pub struct Telling<'t> {
    /// Whether a session is this workspace's.
    pub is_own: &'t dyn Fn(&LogPlace) -> bool,
    /// Only turns that began at this time or later; milliseconds since 1970 (UTC).
    pub since: Option<i64>,
    /// Asked between sessions; `true` ends the export.
    pub stop: &'t dyn Fn() -> bool,
}

/// Writes the signals of every session that is not in `known` yet; whether nobody stopped it.
///
/// # Errors
///
/// What the disk says when a line cannot be written.
pub fn write(
    workspace: &Workspace,
    telling: &Telling<'_>,
    known: &mut BTreeSet<String>,
    lines: &mut Lines,
) -> Result<bool, Fault> {
    let joined = workspace.joined();
    for session in joined.logs().into_iter().flat_map(|logs| &logs.sessions) {
        if (telling.stop)() {
            return Ok(false);
        }
        if !(telling.is_own)(&session.place) || !known.insert(session.key.clone()) {
            continue;
        }
        let own = session.read().turns.turns().iter().filter(|turn| turn.origin == Origin::Here);
        for turn in own {
            turn::write(workspace, &joined, session, turn, telling.since, lines)?;
        }
    }
    Ok(true)
}
