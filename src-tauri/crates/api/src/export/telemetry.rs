//! Sessions as OpenTelemetry signals.

use std::collections::BTreeSet;
use std::path::Path;

use serde::{Deserialize, Serialize};
use telemetry::{Lines, Telling};

use super::tables::each_workspace;
use crate::{App, Failure};

/// Signals to write.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct TelemetryAsk {
    /// Only turns that began on this day (UTC) or later, as `2026-05-01`.
    pub since: Option<String>,
    /// Every known workspace; else the one that is open.
    pub everywhere: bool,
}

/// What was written.
#[derive(Debug, Clone, Serialize)]
pub struct TelemetryView {
    /// The file.
    pub path: String,
    /// Turns, a trace each.
    pub traces: u64,
    /// Spans in them.
    pub spans: u64,
    /// Log records.
    pub records: u64,
    /// Turns that were left out because their log says no time.
    pub untimed: u64,
    /// Bytes of the file.
    pub bytes: u64,
}

/// Writes signals into a file that is not there yet.
///
/// # Errors
///
/// [`Code::WrongUse`](crate::Code::WrongUse) when the day is none, [`Code::Refused`](crate::Code::Refused) when the file is there already, and what the disk says when
/// it cannot be written; then there is no file.
pub fn telemetry_into(app: &App, ask: &TelemetryAsk, file: &Path) -> Result<TelemetryView, Failure> {
    let since = ask.since.as_deref().map(super::tables::day).transpose()?;
    let mut lines = Lines::begin(file).map_err(|fault| super::is_there(file, fault))?;
    let mut known = BTreeSet::new();
    each_workspace(app, ask.everywhere, &mut |workspace, is_own| {
        let telling = Telling { is_own, since, stop: &|| false };
        Ok(telemetry::write(workspace, &telling, &mut known, &mut lines)?)
    })?;
    let written = lines.close().map_err(|fault| super::is_there(file, fault))?;
    Ok(TelemetryView {
        path: file.display().to_string(),
        traces: written.traces,
        spans: written.spans,
        records: written.records,
        untimed: written.untimed,
        bytes: written.bytes,
    })
}
