//! Claude Code's lines. When they take more columns than there are, its own skills keep their descriptions, and of the
//! others each keeps its own that fits into what is left. Those used most would come first; here none was used.

use super::shown::Shown;
use super::width::columns;
use crate::Listed;
use crate::truncate::utf16_prefix;

/// Longest description, in UTF-16.
const DESCRIPTION: usize = 1_536;
/// How many skills 2.1.330 brings along, and the columns of their lines.
const OWN: usize = 13;
const OWN_COLUMNS: usize = 6_196;
/// The same where the descriptions of those are gone that do not keep them whatever happens.
const OWN_LEAST: usize = 6_062;

pub(super) fn line(entry: &Listed<'_>) -> String {
    if entry.name_only {
        return format!("{}\n", name(entry));
    }
    format!("{}: {}\n", name(entry), description(entry))
}

/// Columns that its own skills keep whatever happens, with the breaks between them: beyond that they give way first.
pub(super) fn own_cost() -> usize {
    OWN_LEAST + OWN - 1
}

/// Columns of a line and of the break before it.
pub(super) fn cost(entry: &Listed<'_>) -> usize {
    columns(line(entry).trim_end()) + 1
}

pub(super) fn lines(entries: &[Listed<'_>], budget: usize) -> Vec<(String, Shown)> {
    let breaks = OWN + entries.len() - 1;
    let whole: Vec<usize> = entries.iter().map(|entry| columns(line(entry).trim_end())).collect();
    let fits = whole.iter().sum::<usize>() + OWN_COLUMNS + breaks <= budget;
    let names: Vec<usize> = entries.iter().map(|entry| columns(&name(entry))).collect();
    let mut left = budget.saturating_sub(names.iter().sum::<usize>() + OWN_LEAST + breaks);
    let mut one = |at: usize, entry: &Listed<'_>| {
        let more = whole[at] - names[at];
        if entry.name_only || !fits && more > left {
            return (format!("{}\n", name(entry)), Shown::Nothing);
        }
        left = left.saturating_sub(more);
        let description = description(entry);
        let shown = if description == entry.description {
            Shown::Whole
        } else {
            Shown::Beginning(description.clone())
        };
        (format!("{}: {description}\n", name(entry)), shown)
    };
    entries.iter().enumerate().map(|(at, entry)| one(at, entry)).collect()
}

fn name(entry: &Listed<'_>) -> String {
    match entry.also {
        Some(also) => format!("- {} ({also})", entry.key),
        None => format!("- {}", entry.key),
    }
}

fn description(entry: &Listed<'_>) -> String {
    let escaped = escaped(entry.description);
    if escaped.chars().map(char::len_utf16).sum::<usize>() <= DESCRIPTION {
        return escaped;
    }
    format!("{}…", utf16_prefix(&escaped, DESCRIPTION - 1))
}

/// Without what could pass for a tag.
fn escaped(text: &str) -> String {
    text.replace('<', "&lt;").replace('>', "&gt;")
}
