//! A command while it is judged.

use std::path::PathBuf;

use message::{Message, message};

use crate::links::Links;
use crate::place::Places;

/// Most bytes of a command that are judged: 8 KiB. What is longer is asked about.
pub(crate) const LONGEST: usize = 8 << 10;

/// Most reasons that are given; the first one decides.
pub(crate) const MOST_REASONS: usize = 32;

/// Why a command is not proven to read only.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reason {
    /// The kind of reason: `option`, `operand`, `program`, `outside`, `guarded`, `repository`, `pixir`, `size`, or what
    /// of the shell was met (`pipe`, `list`, `variable`, …). Words for a person are in `words`.
    pub rule: &'static str,
    /// A sentence that names the argument.
    pub words: Message,
}

/// What is asked of one command on the way, and what was found.
pub(crate) struct Inquiry<'a> {
    pub(crate) places: &'a Places<'a>,
    pub(crate) links: Links<'a>,
    /// The workspace by its real name.
    pub(crate) root: PathBuf,
    /// A shell reads the command, and looks for its programs.
    pub(crate) by_shell: bool,
    /// The command prints what stands in the files it reads; not only their names, sizes or times.
    pub(crate) prints_contents: bool,
    pub(crate) reasons: Vec<Reason>,
}

impl Inquiry<'_> {
    /// Notes why the command is not proven, once.
    pub(crate) fn note(&mut self, rule: &'static str, words: Message) {
        let reason = Reason { rule, words };
        if self.reasons.len() < MOST_REASONS && !self.reasons.contains(&reason) {
            self.reasons.push(reason);
        }
    }
}

/// Returns the reason that a word is asked about, `name` being what it may read.
pub fn unasked(word: &str, name: &str) -> Reason {
    Reason {
        rule: "guarded",
        words: message!("`{word}` may read {name}, which nothing reads unasked", word, name),
    }
}
