use api::export::{TablesView, TelemetryView};

use super::{counted, say, table};
use crate::screen::visible_text;

/// The tables that were written.
pub fn tables(view: &TablesView) -> String {
    let mut rows = vec![["TABLE", "ROWS"].map(str::to_owned)];
    rows.extend(view.tables.iter().map(|row| [row.name.clone(), row.rows.to_string()]));
    let mut text = table(&rows);
    let from = if view.since.is_empty() { String::new() } else { format!(" since {}", view.since) };
    let kept = if view.kept == 0 {
        String::new()
    } else {
        format!(", {} already there", counted(view.kept, "file"))
    };
    say(
        &mut text,
        &format!(
            "Wrote {}{from} of {} to {}{kept}, {}",
            counted(view.files, "file"),
            counted(u64::from(view.workspaces), "workspace"),
            visible_text(&view.folder),
            counted(view.bytes, "byte")
        ),
    );
    text
}

/// The signals that were written.
pub fn telemetry(view: &TelemetryView) -> String {
    let mut text = String::new();
    let untimed = if view.untimed == 0 {
        String::new()
    } else {
        format!("; skipped {} without a recorded time", counted(view.untimed, "turn"))
    };
    say(
        &mut text,
        &format!(
            "Wrote {}: {}, {}, {}, {}{untimed}",
            visible_text(&view.path),
            counted(view.traces, "trace"),
            counted(view.spans, "span"),
            counted(view.records, "log record"),
            counted(view.bytes, "byte")
        ),
    );
    text
}
