//! `cargo xtask claims HOME`: claims of Assay beside those of an independent reader, which is written in Python and
//! shares no code with the product.

use std::path::{Path, PathBuf};
use std::process::Command;

use xtask::checkout;

use crate::setup::{self, Consent, Purpose, version_of};
use crate::step::{self, Failure};
use crate::test::ALL;

/// Compares claims about the sessions of some homes, and prints a table and every claim that is wrong.
///
/// # Errors
/// A word is unknown, Python is missing, Assay cannot be built, or a claim is wrong.
pub fn claims(words: &[&str], consent: Consent) -> Result<(), Failure> {
    let asked = ClaimsRequest::parse(words)?;
    if version_of("python3").is_none() {
        let words = "`python3` was not found, in which the reader is written. Install it from python.org or from the \
                     packages of your system.";
        return Err(Failure::words(words));
    }
    let program = match asked.program {
        Some(program) => program,
        None => build(consent)?,
    };
    let mut reader = independent_reader();
    reader.args(&asked.homes).arg("--assay").arg(program);
    step::aloud("claims", &mut reader)?.failure.map_or(Ok(()), Err)
}

/// The reader, which leaves no compiled files in the checkout and uses no packages of the user.
fn independent_reader() -> Command {
    let mut reader = Command::new("python3");
    reader.args(["-B", "-s", "-E"]).arg(checkout::root().join("tests/independent/claims.py"));
    reader
}

fn build(consent: Consent) -> Result<PathBuf, Failure> {
    setup::prepare(Purpose::Build, consent)?;
    step::quiet("claims: assay is built", step::cargo(&["build", "--bin", "assay"]).args(ALL))?;
    Ok(checkout::program("assay"))
}

/// The homes and the program that the command names.
#[derive(Debug, Default, PartialEq, Eq)]
struct ClaimsRequest {
    homes: Vec<PathBuf>,
    /// The program to ask; built from this checkout if `None`.
    program: Option<PathBuf>,
}

impl ClaimsRequest {
    fn parse(words: &[&str]) -> Result<Self, Failure> {
        let mut asked = Self::default();
        let mut words = words.iter();
        while let Some(word) = words.next() {
            match (*word, word.starts_with("--")) {
                ("--assay", _) => {
                    let program =
                        words.next().ok_or_else(|| Failure::words("Name a program after --assay."))?;
                    asked.program = Some(program.into());
                }
                (unknown, true) => {
                    return Err(Failure::words(format!(
                        "{unknown} is not an option. There is --assay PROGRAM."
                    )));
                }
                (home, false) => asked.homes.push(home.into()),
            }
        }
        if asked.homes.is_empty() {
            return Err(Failure::words("Name a home, such as one of `cargo xtask home claude-codex DIR`."));
        }
        if let Some(missing) = asked.homes.iter().find(|home| !is_home(home)) {
            let words = format!("{} has neither .claude nor .codex.", missing.display());
            return Err(Failure::words(words));
        }
        Ok(asked)
    }
}

fn is_home(folder: &Path) -> bool {
    [".claude", ".codex"].iter().any(|name| folder.join(name).is_dir())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// Facts of the home `claude-codex`, which follow from the code that lays it out.
    const FACTS: &[&str] = &[
        "3c0a51f2-0001-4000-8000-5d2f00000001 turns 4 copied 0 calls [4, 2, 1, 3] \
         tools {'Bash': 2, 'Read': 1, 'Skill': 3} tokens 67600 1590 parent None",
        // The same uuids, and the same message ids with fresh uuids.
        "3c0a51f2-0002-4000-8000-5d2f00000002 turns 3 copied 2 calls [4, 2, 2] tools {'Skill': 1}",
        "3c0a51f2-0003-4000-8000-5d2f00000003 turns 3 copied 2 calls [4, 2, 1] tools {}",
        "agent-a51f2c00e0000001 turns 1 copied 0 calls [2] tools {'Skill': 1} tokens 10400 100 \
         parent 3c0a51f2-0005-4000-8000-5d2f00000005",
        "019c40aa-0002-7000-8000-00000000000b turns 1 copied 0 calls [2] tools {'exec_command': 1} tokens 5100 40 \
         parent 019c40aa-0001-7000-8000-00000000000a",
    ];

    /// Texts of that home: session and line, skill, who activated it, and its state on disk.
    const TEXTS: &[(&str, &str)] = &[
        ("3c0a51f2-0001-4000-8000-5d2f00000001:7 release-notes by model ", "unchanged"),
        ("3c0a51f2-0001-4000-8000-5d2f00000001:18 review-checklist by model ", "changed"),
        ("3c0a51f2-0001-4000-8000-5d2f00000001:21 commit-message by user ", "whitespace"),
        ("3c0a51f2-0001-4000-8000-5d2f00000001:26 migrations by model ", "unchanged"),
        ("3c0a51f2-0004-4000-8000-5d2f00000004:7 old-deploy by model ", "deleted"),
        ("019c40aa-0001-7000-8000-00000000000a:18 queue-worker by user ", "changed"),
        ("019c40aa-0003-7000-8000-00000000000c:8 api-contract by model ", "unchanged"),
        ("019c40aa-0003-7000-8000-00000000000c:8 queue-worker by model ", "changed"),
        ("019c40aa-0003-7000-8000-00000000000c:8 feature-flags by model ", "unchanged"),
    ];

    #[test]
    fn request_needs_a_home_with_an_agent() {
        for words in [&[][..], &["--assay"], &["--all"], &["/nowhere"]] {
            assert!(ClaimsRequest::parse(words).is_err(), "{words:?}");
        }
    }

    #[test]
    fn reader_finds_the_facts_of_the_laid_out_home() {
        if version_of("python3").is_none() {
            eprintln!("`python3` was not found; the reader was not tried.");
            return;
        }
        let folder = std::env::temp_dir().join(format!("xtask claims {}", std::process::id()));
        let laid = xtask::home::lay_out(&folder).expect("the home is laid out");
        let mut reader = independent_reader();
        let output = reader.arg("--facts").arg(&laid.home).output().expect("the reader starts");
        fs::remove_dir_all(&folder).ok();
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{error}");
        let found = String::from_utf8(output.stdout).expect("the reader prints UTF-8");
        for fact in FACTS {
            assert!(found.contains(fact), "{fact}\n{found}");
        }
        for (text, verdict) in TEXTS {
            let line = found.lines().find(|line| line.starts_with(text));
            let said = line.and_then(|line| line.rsplit(' ').next());
            assert_eq!(said, Some(*verdict), "{text}\n{found}");
        }
    }
}
