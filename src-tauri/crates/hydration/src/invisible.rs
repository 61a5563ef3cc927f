//! Characters that no screen shows, counted: the page draws them as boxes where they stand.

use std::collections::BTreeMap;

use serde::Serialize;
use thiserror::Error;

/// How many there are; line ends and tabs are seen.
pub fn invisible_count(text: &str) -> u32 {
    text.chars().filter(|char| kind(*char).is_some()).count() as u32
}

/// Characters of one kind that no screen shows.
#[derive(Debug, Clone, PartialEq, Eq, Error, Serialize)]
#[error("{count} {kind}{}, {} {line}", if *count == 1 { "" } else { "s" }, if *count == 1 { "line" } else { "from line" })]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct MadeVisible {
    /// Their kind.
    pub kind: UnseenKind,
    /// How many there are.
    pub count: u32,
    /// The first line with one, counted from 1.
    pub line: u32,
}

/// A kind of characters that no screen shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Error, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum UnseenKind {
    /// A control character.
    #[error("control character")]
    Control,
    /// A mark that turns the direction of text.
    #[error("direction mark")]
    Direction,
    /// The begin of an escape sequence.
    #[error("escape sequence")]
    Escape,
    /// Any other.
    #[error("invisible character")]
    Invisible,
}

/// Each kind with its count and the first line it stands in.
pub fn made_visible(text: &str) -> Vec<MadeVisible> {
    let mut found: BTreeMap<UnseenKind, (u32, u32)> = BTreeMap::new();
    for (line, number) in text.split('\n').zip(1..) {
        for kind in line.chars().filter_map(kind) {
            found.entry(kind).or_insert((0, number)).0 += 1;
        }
    }
    found.into_iter().map(|(kind, (count, line))| MadeVisible { kind, count, line }).collect()
}

/// Whether no screen shows it.
pub fn is_invisible(char: char) -> bool {
    kind(char).is_some()
}

fn kind(char: char) -> Option<UnseenKind> {
    match char {
        '\n' | '\t' => None,
        '\u{1b}' => Some(UnseenKind::Escape),
        '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{200e}' | '\u{200f}' | '\u{61c}' => {
            Some(UnseenKind::Direction)
        }
        _ if char.is_control() => Some(UnseenKind::Control),
        _ if skills::is_unseen(char) => Some(UnseenKind::Invisible),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{MadeVisible, invisible_count, made_visible};

    #[test]
    fn what_is_not_seen_is_counted_by_kind() {
        assert_eq!(invisible_count("a\tb\nc"), 0);
        let text = "a\u{1b}[0m\nb\u{202e}\u{200b}\nc\u{200b}\u{7}";
        assert_eq!(invisible_count(text), 5);
        let words: Vec<_> = made_visible(text).iter().map(MadeVisible::to_string).collect();
        assert_eq!(
            words,
            [
                "1 control character, line 3",
                "1 direction mark, line 2",
                "1 escape sequence, line 1",
                "2 invisible characters, from line 2"
            ]
        );
    }
}
