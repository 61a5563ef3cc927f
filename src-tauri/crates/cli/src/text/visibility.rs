use std::fmt::Write as _;

use api::permission::{VisibilityView, VisibleName};
use api::wire::SwitchWord;

use crate::screen::visible_text;

/// What agents may see of this project's skills.
pub fn visibility(view: &VisibilityView) -> String {
    let mut text = format!("{}\n", visible_text(&view.project));
    let _ = match &view.allowed {
        None => writeln!(text, "allowed: all skills"),
        Some(allowed) if allowed.is_empty() => writeln!(text, "allowed: none"),
        Some(allowed) => writeln!(text, "allowed: {}", names(allowed)),
    };
    for (rows, word) in [(&view.disabled, "disabled"), (&view.denied, "denied")] {
        if !rows.is_empty() {
            let _ = writeln!(text, "{word}: {}", names(rows));
        }
    }
    if view.file_reads == SwitchWord::On {
        text.push_str("Reading the SKILL.md of a visible skill activates the skill.\n");
    }
    text.push_str("Applies to agents connected through `assay mcp`.\n");
    if let Some(problem) = &view.problem {
        let _ = writeln!(text, "{}", visible_text(problem));
    }
    text
}

fn names(rows: &[VisibleName]) -> String {
    let name = |row: &VisibleName| {
        let unknown = if row.found { "" } else { " (not found)" };
        format!("{}{unknown}", visible_text(&row.name))
    };
    rows.iter().map(name).collect::<Vec<_>>().join(", ")
}
