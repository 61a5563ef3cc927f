//! `cargo xtask`: the two commands of the README and the chores.
//!
//! Start reading at [`USAGE`]; each chore is a module of its name. `setup` says what the machine must have,
//! `build` makes the page and the programs, `step` runs one command and keeps its output.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a chore speaks to the person at the terminal")]
#![allow(clippy::disallowed_methods, reason = "chores work on the checkout, not on a user's files")]

mod bench;
mod build;
mod claims;
mod count;
mod engines;
mod fuzz;
mod mutants;
mod oracle;
mod package;
mod peers;
mod progress;
mod run;
mod setup;
mod slow;
mod step;
mod test;

use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use xtask::checkout::records;

use count::Count;
use package::Then;
use setup::{Consent, Purpose};
use step::{Failure, seconds};
use test::Suite;

const USAGE: &str = "\
cargo xtask run [-- FOLDER]    build Assay and open it on FOLDER, on this folder if it has
                               sessions, or on the example
cargo xtask test [WORD ...]    run the tests; WORD is page, rust, fuzz, window or engines;
                               engines sets ClickHouse and Spark up and is run only by name
cargo xtask package [--try]    build deb and rpm into target/packages; --try installs, uses and removes them in
                               a Debian of their own, as root
cargo xtask fuzz READER COUNT  feed a reader of hostile bytes with COUNT inputs that libFuzzer makes from
                               what reached new code; tests/support/readers.rs lists the readers
cargo xtask mutants CRATE      plant changes in what facts rest on, one by one, and list what no test notices
cargo xtask oracle [CASE ...]  run real agents, set up by a kit beside this checkout, and print where Assay says
                               otherwise, by agent and release; --agent NAME for one of them, --kit FOLDER
                               or ASSAY_ORACLE for where the kit is
cargo xtask home claude-codex DIR
                               lay out a home with skills and sessions of Claude Code and Codex in an empty DIR
cargo xtask claims HOME ...    compare what Assay says of the sessions of Claude Code and Codex in a home with what
                               an independent reader finds there; --assay PROGRAM for one that is built
cargo xtask shots              save pictures of every screen to target/shots, and those of README and manual
cargo xtask bench [GROUP ...]  measure the engine on generated logs, beside other programs that it sets up below
                               target: all figures, or those of skills, checks, opening, sessions, index, agents,
                               folders, live, drift, execution, serving, signatures, join, tables; window for how
                               soon the window answers; --write for all of them into docs/performance.md

--yes  install missing system packages without asking; CI=true says the same";

fn main() -> ExitCode {
    let mut words: Vec<String> = std::env::args().skip(1).collect();
    let given =
        words.iter().any(|word| word == "--yes") || std::env::var("CI").is_ok_and(|value| value == "true");
    let consent = if given { Consent::Given } else { Consent::Ask };
    words.retain(|word| word != "--yes" && word != "--");
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    if matches!(words[..], ["help" | "--help" | "-h"]) {
        println!("{USAGE}");
        return ExitCode::SUCCESS;
    }
    let begun = Instant::now();
    match chore(&words, consent) {
        Ok(None) => {
            println!("done in {}", seconds(begun.elapsed()));
            ExitCode::SUCCESS
        }
        Ok(Some(count)) => {
            println!("done in {}, output of every step in {}", seconds(begun.elapsed()), records().display());
            println!("{} passed, {} failed", count.passed, count.failed);
            if count.failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
        }
        Err(failure) => {
            eprintln!("\n{failure}\nstopped after {}", seconds(begun.elapsed()));
            ExitCode::FAILURE
        }
    }
}

/// Does one chore; the tests have a count to end with.
fn chore(words: &[&str], consent: Consent) -> Result<Option<Count>, Failure> {
    match words {
        ["test", names @ ..] => return test::test(&suites(names)?, consent).map(Some),
        ["run"] => run::run(None, consent)?,
        ["run", folder] => run::run(Some(Path::new(folder)), consent)?,
        ["fuzz", reader, count] => {
            let count =
                count.parse().map_err(|_| Failure::words(format!("{count} is no number of inputs.")))?;
            fuzz::fuzz(reader, count, consent)?;
        }
        ["mutants", name, words @ ..] => mutants::mutants(name, words, consent)?,
        ["oracle", words @ ..] => oracle::oracle(words, consent)?,
        ["package"] => package::package(Then::Keep, consent)?,
        ["package", "--try"] => package::package(Then::Try, consent)?,
        ["home", "claude-codex", folder] => lay_out_home(Path::new(folder))?,
        ["claims", words @ ..] => claims::claims(words, consent)?,
        ["shots"] => shots(consent)?,
        ["bench", "window"] => bench::window(consent)?,
        ["bench", "--write"] => bench::write(consent)?,
        ["bench", groups @ ..] => bench::bench(groups)?,
        _ => return Err(Failure::words(USAGE)),
    }
    Ok(None)
}

fn suites(names: &[&str]) -> Result<Vec<Suite>, Failure> {
    if names.is_empty() {
        return Ok(Suite::ALL.to_vec());
    }
    let unknown = |name: &str| {
        Failure::words(format!("There is no suite `{name}`: page, rust, fuzz, window or engines"))
    };
    names.iter().map(|name| Suite::named(name).ok_or_else(|| unknown(name))).collect()
}

/// Lays out the home that has only Claude Code and Codex, and prints how to open it.
fn lay_out_home(folder: &Path) -> Result<(), Failure> {
    let laid = xtask::home::lay_out(&std::env::current_dir()?.join(folder))?;
    let (home, project) = (laid.home.display(), laid.project.display());
    println!(
        "Laid out {} sessions in {home}\n\n\
         HOME='{home}' assay sessions --everywhere\n\
         assay-window --home '{home}' --workspace '{project}'",
        laid.sessions.len()
    );
    Ok(())
}

fn shots(consent: Consent) -> Result<(), Failure> {
    setup::prepare(Purpose::Window, consent)?;
    test::build()?;
    let ending = step::aloud("shots", &mut test::window_tests(&["--ignored", "shots"]))?;
    ending.failure.map_or(Ok(()), Err)?;
    println!("pictures: {}", xtask::checkout::target().join("shots").display());
    Ok(())
}
