use std::fmt::Write as _;

use api::permission::TrustView;

use super::{counted, word};
use crate::screen::visible_text;

/// Whether the project is trusted, and what waits for it.
pub fn trust(view: &TrustView) -> String {
    let mut text = format!("{} is {}.\n", visible_text(&view.project), word(&view.trust));
    for row in view.held_back.iter().filter(|row| row.skills > 0) {
        let (skills, convention) = (counted(row.skills, "skill"), visible_text(&row.convention));
        let _ = writeln!(text, "{convention}: {skills} hidden until you trust the project.");
    }
    if let Some(problem) = &view.problem {
        let _ = writeln!(text, "{}", visible_text(problem));
    }
    text
}
