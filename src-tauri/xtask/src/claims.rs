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
    let mut reader = Command::new("python3");
    // Neither compiled files in the checkout nor packages of the user.
    reader.args(["-B", "-s", "-E"]).arg(checkout::root().join("tests/independent/claims.py"));
    reader.args(&asked.homes).arg("--assay").arg(program);
    step::aloud("claims", &mut reader)?.failure.map_or(Ok(()), Err)
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
    use super::*;

    #[test]
    fn request_needs_a_home_with_an_agent() {
        for words in [&[][..], &["--assay"], &["--all"], &["/nowhere"]] {
            assert!(ClaimsRequest::parse(words).is_err(), "{words:?}");
        }
    }
}
