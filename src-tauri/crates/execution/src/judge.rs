//! Whether a command provably only reads. What is not proven is asked about; nothing is guessed.

use message::message;

use crate::inquiry::{Inquiry, LONGEST, Reason};
use crate::links::Links;
use crate::place::{self, Places};
use crate::{pixir, rules, shell};

/// The shell that reads a text.
const SHELL: &str = "bash";

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

/// Judges a command. It is closed: a program, an option or a mark that is not known to be harmless is a
/// reason, and so is whatever Pixir would ask about. Nothing runs; the disk is
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
            message!(
                "a command of {length} bytes is too long to be judged; {longest} is the limit",
                length,
                longest = LONGEST
            ),
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
        inquiry.note("pixir", message!("Pixir does not run this command unasked"));
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
