use api::texts::{SavedTextsView, Saving};

use super::{counted, problems, say, short, spaced, table};
use crate::screen::visible_text;

/// The texts of skills that sessions of other agents hold or held.
pub fn texts(view: &SavedTextsView) -> String {
    let saved = view.texts.iter().filter(|text| text.saved.is_some()).count() as u64;
    let all = counted(view.texts.len() as u64, "text");
    let mut text = String::new();
    let heads = ["TEXT", "SKILL", "AGENT", "RECORDED", "BYTES", "SAVED", "LOG", "ON DISK"].map(str::to_owned);
    let mut rows = vec![heads];
    for row in &view.texts {
        rows.push([
            short(&row.id, ""),
            visible_text(&row.name),
            visible_text(&row.source.label),
            spaced(&row.kept),
            row.bytes.to_string(),
            if row.saved.is_some() { "yes" } else { "no" }.to_owned(),
            if row.has_log { "exists" } else { "deleted" }.to_owned(),
            format!("{} {}", spaced(&row.drift.state), visible_text(&row.drift.note)).trim().to_owned(),
        ]);
    }
    if rows.len() > 1 {
        text.push_str(&table(&rows));
        text.push('\n');
    }
    say(
        &mut text,
        &format!(
            "{all} in sessions of other agents: {saved} saved ({}), {} not saved.",
            counted(view.saved_bytes, "byte"),
            counted(view.unsaved_bytes, "byte")
        ),
    );
    problems(&mut text, &view.problems);
    let folder = visible_text(&view.folder);
    say(
        &mut text,
        &match view.saving {
            Saving::On => format!("New texts are saved in {folder}, readable only by you."),
            Saving::Off => format!(
                "New texts are not saved. By default, Claude Code deletes a session and its texts after 30 \
                 days. Run `assay texts --save on` to save them in {folder}."
            ),
        },
    );
    text
}
