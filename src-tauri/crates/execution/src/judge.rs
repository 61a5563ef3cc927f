//! Whether a command provably only reads. What is not proven is asked about; nothing is guessed.

use std::path::PathBuf;

use crate::links::Links;
use crate::place::{self, Places};
use crate::{pixir, rules, shell};

/// Most bytes of a command that are judged: 8 KiB. What is longer is asked about.
pub(crate) const LONGEST: usize = 8 << 10;
/// The shell that reads a text.
const SHELL: &str = "bash";
/// Most reasons that are given; the first one decides.
const MOST_REASONS: usize = 32;

/// What is to run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Command<'a> {
    /// A program with its arguments; no shell reads them.
    Argv(&'a [String]),
    /// A text that a shell reads.
    Shell(&'a str),
}

/// What is proven of a command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judgement {
    /// It provably changes nothing, runs no program but the system's own it names, reads nothing outside the
    /// workspace, and nothing in it that usually holds secrets or that agents keep (`.git`, `.pixir`).
    ///
    /// For git this holds if it runs as [`crate::harden`] says.
    pub reads_only: bool,
    /// Why that is not proven, the weightiest first, each once; none if it is. At most 32.
    pub reasons: Vec<Reason>,
}

/// Why a command is not proven to read only.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reason {
    /// The kind of reason: `option`, `operand`, `program`, `outside`, `guarded`, `repository`, `pixir`, `size`, or what
    /// of the shell was met (`pipe`, `list`, `variable`, …). Words for a person are in `words`.
    pub rule: &'static str,
    /// A sentence that names the argument.
    pub words: String,
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
    reasons: Vec<Reason>,
}

impl Inquiry<'_> {
    /// Notes why the command is not proven, once.
    pub(crate) fn note(&mut self, rule: &'static str, words: impl Into<String>) {
        let reason = Reason { rule, words: words.into() };
        if self.reasons.len() < MOST_REASONS && !self.reasons.contains(&reason) {
            self.reasons.push(reason);
        }
    }
}

/// Judges a command. It is closed: a program, an option or a mark that is not known to be harmless is a
/// reason, and so is whatever Pixir would ask about (pixir-contract §6.3, §6.4). Nothing runs; the disk is
/// looked at for links and for the settings of a git repository.
pub fn judge(command: Command<'_>, places: &Places<'_>) -> Judgement {
    let mut links = Links::new(places.home);
    let root = links.real(places.workspace);
    let by_shell = matches!(command, Command::Shell(_));
    let mut inquiry = Inquiry { places, links, root, by_shell, prints_contents: false, reasons: Vec::new() };
    let length = match command {
        Command::Argv(argv) => argv.iter().map(|word| word.len() + 1).sum(),
        Command::Shell(text) => text.len(),
    };
    if length > LONGEST {
        inquiry.note(
            "size",
            format!("a command of {length} bytes is too long to be judged; {LONGEST} is the limit"),
        );
        return judgement(inquiry);
    }
    let text = match command {
        Command::Argv(argv) => {
            rules::read(argv, &mut inquiry);
            shell_text(argv)
        }
        Command::Shell(text) => {
            inquiry.program(SHELL);
            for words in shell::read(text, &mut inquiry) {
                rules::read(&words, &mut inquiry);
            }
            text.to_owned()
        }
    };
    if let Some(token) = pixir::outside_token(&text, places.workspace, places.home) {
        inquiry.note("outside", place::words(&token));
    }
    if !pixir::is_safe(&text) {
        inquiry.note("pixir", "Pixir does not count this command among the safe ones");
    }
    judgement(inquiry)
}

fn judgement(inquiry: Inquiry<'_>) -> Judgement {
    Judgement { reads_only: inquiry.reasons.is_empty(), reasons: inquiry.reasons }
}

/// A program and its arguments as one line that a shell reads as just these: what Pixir would be given.
pub fn shell_text(argv: &[String]) -> String {
    argv.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ")
}

fn quoted(word: &str) -> String {
    let is_plain = |byte: u8| {
        byte.is_ascii_alphanumeric()
            || matches!(byte, b'_' | b'-' | b'.' | b'/' | b',' | b':' | b'+' | b'@' | b'%' | b'=')
    };
    if !word.is_empty() && word.bytes().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}
