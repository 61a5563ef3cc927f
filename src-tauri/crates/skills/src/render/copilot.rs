//! Copilot's tags. What does not fit is named in a last line.

use std::fmt::Write as _;

use super::shown::{Shown, escaped_named};
use crate::{Listed, Scope};

pub(super) fn block(entry: &Listed<'_>) -> String {
    let place = if entry.scope == Scope::Repo { "project" } else { "user" };
    let values = [("name", entry.key), ("description", entry.description), ("location", place)];
    let lines: String =
        values.iter().map(|(tag, value)| format!("  <{tag}>{}</{tag}>\n", escaped_named(value))).collect();
    format!("<skill>\n{lines}</skill>\n")
}

/// Characters of an entry, as a program counts them whose texts are UTF-16.
pub(super) fn cost(entry: &Listed<'_>) -> usize {
    block(entry).chars().map(char::len_utf16).sum()
}

/// The entries as long as they fit, and the line with the names of the others.
pub(super) fn blocks(entries: &[Listed<'_>], budget: usize) -> (Vec<(String, Shown)>, String) {
    let mut used = 0;
    let (mut blocks, mut names) = (Vec::new(), String::new());
    for entry in entries {
        let text = block(entry);
        used += cost(entry);
        if used <= budget {
            blocks.push((text, Shown::Whole));
        } else {
            let before =
                if names.is_empty() { "Additional skills available (invoke by name): " } else { ", " };
            let _ = write!(names, "{before}{}", entry.key);
            blocks.push((String::new(), Shown::Nothing));
        }
    }
    if !names.is_empty() {
        names.push('\n');
    }
    (blocks, names)
}
