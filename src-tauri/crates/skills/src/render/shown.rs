//! How much of an entry is shown, and how its words are written.

use crate::catalog::escaped;

/// What a catalog has of a skill's description.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Shown {
    /// All of it.
    Whole,
    /// Its beginning.
    Beginning(String),
    /// Nothing: the name alone.
    Nothing,
    /// The skill is not named.
    LeftOut,
}

/// As the reference tool escapes: quotes as well.
pub(super) fn escaped_whole(text: &str) -> String {
    escaped(text).replace('"', "&quot;").replace('\'', "&#x27;")
}

/// The same with a name for the apostrophe.
pub(super) fn escaped_named(text: &str) -> String {
    escaped(text).replace('"', "&quot;").replace('\'', "&apos;")
}

/// On one line, so that no description can begin an entry of its own.
pub(super) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
