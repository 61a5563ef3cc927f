//! Codex's lines. When they cost more than there is, each description grows by a character in turn until nothing is
//! left; when the names alone cost more, the last ones are left out.

use std::path::Path;

use super::shown::Shown;
use crate::{Listed, Scope};

/// Longest description; a longer one ends in three points.
const DESCRIPTION: usize = 1_024;
const POINTS: &str = "...";
/// The skills 0.169.0 brings along, where they do not lie on the disk yet: bytes of the line without a description,
/// and of the description.
const OWN: [(usize, usize); 4] = [(41, 570), (47, 624), (51, 106), (55, 225)];

pub(super) fn table(entries: &[Listed<'_>]) -> String {
    let roots = entries.first().map(|entry| entry.table).unwrap_or_default();
    let lines: String =
        roots.iter().enumerate().map(|(at, root)| format!("- `r{at}` = `{}`\n", root.display())).collect();
    format!("### Skill roots\n{lines}### Available skills\n")
}

pub(super) fn line(entry: &Listed<'_>) -> String {
    drawn(entry, &bounded(entry.description))
}

fn bounded(text: &str) -> String {
    if text.chars().count() <= DESCRIPTION {
        return text.to_owned();
    }
    beginning(text, DESCRIPTION - POINTS.len()) + POINTS
}

/// The skills that Codex brings along, where they are not among the entries.
fn own(entries: &[Listed<'_>]) -> impl Iterator<Item = Growing> + Clone {
    let brings_own = entries.iter().all(|entry| entry.scope != Scope::BuiltIn);
    OWN.iter().filter(move |_| brings_own).map(|(bytes, chars)| Growing::plain(*bytes, *chars))
}

/// Tokens that its own skills take.
pub(super) fn own_cost(entries: &[Listed<'_>]) -> usize {
    own(entries).map(|line| line.cost(line.sizes.len())).sum()
}

/// Tokens of a line.
pub(super) fn cost(entry: &Listed<'_>) -> usize {
    tokens(line(entry).len())
}

pub(super) fn lines(entries: &[Listed<'_>], budget: usize) -> Vec<(String, Shown)> {
    let texts: Vec<String> = entries.iter().map(|entry| bounded(entry.description)).collect();
    let own = own(entries);
    let of_entries =
        entries.iter().zip(&texts).map(|(entry, text)| Growing::of(drawn(entry, "").len(), text));
    let own_count = own.clone().count();
    let mut growing: Vec<Growing> = own.chain(of_entries).collect();
    let whole: usize = growing.iter().map(|line| line.cost(line.sizes.len())).sum();
    if whole > budget {
        let least: usize = growing.iter().map(|line| line.cost(0)).sum();
        grow(&mut growing, budget.saturating_sub(least));
    } else {
        growing.iter_mut().for_each(|line| line.kept = line.sizes.len());
    }
    let kept = growing[own_count..].iter().map(|line| line.kept);
    let mut used: usize = growing[..own_count].iter().map(|line| line.cost(line.kept)).sum();
    let one = |((entry, text), kept): ((&Listed<'_>, &String), usize)| {
        let description = beginning(text, kept);
        let line = drawn(entry, &description);
        used += tokens(line.len());
        let shown = match kept {
            _ if used > budget && kept == 0 => return (String::new(), Shown::LeftOut),
            _ if description == entry.description => Shown::Whole,
            0 => Shown::Nothing,
            _ => Shown::Beginning(description),
        };
        (line, shown)
    };
    entries.iter().zip(&texts).zip(kept).map(one).collect()
}

/// A line whose description grows.
struct Growing {
    /// Bytes without one.
    bytes: usize,
    /// Bytes of its first characters, so many of them.
    sizes: Vec<usize>,
    kept: usize,
}

impl Growing {
    fn of(bytes: usize, description: &str) -> Self {
        let mut size = 0;
        let sizes = description.chars().map(|character| {
            size += character.len_utf8();
            size
        });
        Self { bytes, sizes: sizes.collect(), kept: 0 }
    }

    fn plain(bytes: usize, characters: usize) -> Self {
        Self { bytes, sizes: (1..=characters).collect(), kept: 0 }
    }

    /// What the line costs with so many characters of the description and the blank before it.
    fn cost(&self, characters: usize) -> usize {
        let described = characters.checked_sub(1).and_then(|last| self.sizes.get(last));
        tokens(self.bytes + described.map_or(0, |size| size + 1))
    }
}

/// Gives each line one character in turn, as long as there is something left.
fn grow(lines: &mut [Growing], mut left: usize) {
    loop {
        let mut has_grown = false;
        for line in lines.iter_mut().filter(|line| line.kept < line.sizes.len()) {
            let more = line.cost(line.kept + 1) - line.cost(line.kept);
            if more <= left {
                left -= more;
                line.kept += 1;
                has_grown = true;
            }
        }
        if !has_grown {
            return;
        }
    }
}

/// Four bytes a token.
fn tokens(bytes: usize) -> usize {
    bytes.div_ceil(4)
}

fn beginning(text: &str, characters: usize) -> String {
    text.chars().take(characters).collect()
}

fn drawn(entry: &Listed<'_>, description: &str) -> String {
    let path = Path::new(&entry.location);
    // A root may lie in another.
    let inner = entry.table.iter().enumerate().filter(|(_, root)| path.starts_with(root));
    let inner = inner.max_by_key(|(_, root)| root.components().count());
    let short =
        inner.and_then(|(at, root)| Some(format!("r{at}/{}", path.strip_prefix(root).ok()?.display())));
    let path = short.unwrap_or_else(|| entry.location.clone());
    let blank = if description.is_empty() { "" } else { " " };
    format!("- {}: {description}{blank}(file: {path})\n", entry.key)
}
