//! Skills that come from elsewhere, looked at before anything of them lands.
//!
//! A source is a list of [`Entry`]s: the names of an archive, or of a folder. [`survey`] says which of them are
//! skills, and what forbids or warns, from the names alone. What the survey lets through is laid into a
//! quarantine by the caller, and [`inspect`] reads it there. Nothing of it is run, and nothing is written here.
//!
//! A [`Doubt`] that refuses cannot be overruled; one that warns is for the person to decide.

mod commands;
mod entry;
mod inspect;
mod links;
mod mark;
mod met;
mod names;
mod risks;
mod spoken;
mod survey;
#[cfg(test)]
mod tests;

use std::path::PathBuf;

use message::Message;

pub use entry::{Entry, EntryKind};
pub use inspect::{Inspected, inspect};
pub(crate) use inspect::{Met, READ, of_bytes, of_place};
pub use links::{End, Links};
pub use mark::FileMark;
pub(crate) use risks::{Risk, by_kind, each};
pub use survey::{Candidate, Survey, skill_folders, survey};

/// Most entries of a source that are taken in.
pub const MOST_ENTRIES: usize = 10_000;
/// Most bytes of a source that are taken in: 64 MiB.
pub const MOST_BYTES: u64 = 64 << 20;
/// Most times that an archive may grow when it is unpacked. Small things may grow more: see [`SMALL`].
pub const MOST_GROWTH: u64 = 100;
/// What unpacks to less than this is no bomb, however small it was: 1 MiB.
pub const SMALL: u64 = 1 << 20;
/// Most folders deep that a file may lie.
pub const DEEPEST: usize = 16;

/// What a look at a source found odd.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Doubt {
    /// Whether a person may go on.
    pub weight: Weight,
    /// The rule, one word for programs.
    pub rule: &'static str,
    /// The thing, by its path from the top of the source; empty for the source itself. Hostile text.
    pub at: String,
    /// The line, counted from 1.
    pub line: Option<u32>,
    /// One sentence.
    pub words: Message,
}

/// Whether a person may go on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Weight {
    /// It cannot land.
    Refuses,
    /// A person decides.
    Warns,
}

impl Doubt {
    /// One that cannot be overruled.
    pub fn refuses(rule: &'static str, at: impl Into<String>, words: Message) -> Self {
        Self { weight: Weight::Refuses, rule, at: at.into(), line: None, words }
    }

    /// One for the person to decide.
    pub fn warns(rule: &'static str, at: impl Into<String>, words: Message) -> Self {
        Self { weight: Weight::Warns, ..Self::refuses(rule, at, words) }
    }

    /// The same, in a line.
    pub fn in_line(self, line: u32) -> Self {
        Self { line: Some(line), ..self }
    }
}

/// A path as text; what is not UTF-8 shows as U+FFFD.
pub(crate) fn shown(path: &std::path::Path) -> String {
    path.to_string_lossy().into_owned()
}

/// Whether a folder of this name is no part of a skill: what git and npm keep for themselves.
pub fn is_passed_over(name: &str) -> bool {
    name.eq_ignore_ascii_case(".git") || name == "node_modules"
}

/// A list of parts as a path.
pub(crate) fn joined(parts: &[&str]) -> PathBuf {
    parts.iter().collect()
}
