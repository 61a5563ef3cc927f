use std::fmt::Write as _;

use api::settings::FoldersReport;
use api::wire::SwitchWord;

use crate::screen::visible_text;

/// Where skills of this project are looked for as well.
pub fn folders(report: &FoldersReport) -> String {
    let mut text = format!("{}\n", visible_text(&report.project));
    let claude = if report.claude_folders == SwitchWord::On { "on" } else { "off" };
    let _ = writeln!(text, "Claude's folders: {claude}");
    for folder in &report.named {
        let gone = if folder.found { "" } else { " (not found)" };
        let _ = writeln!(text, "{}{gone}", visible_text(&folder.path));
    }
    let conventions: Vec<String> = report.conventions.iter().map(visible_text).collect();
    let _ = writeln!(text, "Used by: {}.", conventions.join(", "));
    if let Some(problem) = &report.problem {
        let _ = writeln!(text, "{}", visible_text(problem));
    }
    text
}
