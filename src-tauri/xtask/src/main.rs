//! `cargo xtask`: the two commands of the README and the chores.
//!
//! Start reading at [`USAGE`]; each chore is a module of its name. `setup` says what the machine must have,
//! `build` makes the page and the programs, `step` runs one command and keeps its output.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a chore speaks to the person at the terminal")]
#![allow(clippy::disallowed_methods, reason = "chores work on the checkout, not on a user's files")]

mod build;
mod count;
mod engines;
mod fuzz;
mod mutants;
mod oracle;
mod package;
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
cargo xtask shots              save pictures of every screen to target/shots, and those of README and manual
cargo xtask bench [GROUP]      measure the engine on generated logs, or one GROUP of figures: skills, sessions, index,
                               agents, drift, execution, serving, signatures, join, tables; window for how soon the window answers
cargo xtask example FOLDER     lay the example workspace out in FOLDER
cargo xtask demo FOLDER        lay a workspace of three skills out in FOLDER, with a text that leads through it

--yes  install missing system packages without asking; CI=true says the same";

fn main() -> ExitCode {
    let mut words: Vec<String> = std::env::args().skip(1).collect();
    let given =
        words.iter().any(|word| word == "--yes") || std::env::var("CI").is_ok_and(|value| value == "true");
    let consent = if given { Consent::Given } else { Consent::Ask };
    words.retain(|word| word != "--yes" && word != "--");
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
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
        ["shots"] => shots(consent)?,
        ["bench", "window"] => window_bench(consent)?,
        ["bench", groups @ ..] => bench(groups)?,
        ["demo", folder] => {
            let folder = xtask::example::lay_out_demo(&std::env::current_dir()?.join(folder))?;
            println!("workspace: {}\nread {} first", folder.display(), folder.join("README.md").display());
        }
        ["example", folder] => lay_out(&std::env::current_dir()?.join(folder))?,
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

fn shots(consent: Consent) -> Result<(), Failure> {
    setup::prepare(Purpose::Window, consent)?;
    test::build()?;
    let ending = step::aloud("shots", &mut test::window_tests(&["--ignored", "shots"]))?;
    ending.failure.map_or(Ok(()), Err)?;
    println!("pictures: {}", xtask::checkout::target().join("shots").display());
    Ok(())
}

fn bench(groups: &[&str]) -> Result<(), Failure> {
    // One of the figures is taken from the program itself.
    step::quiet("cargo build", &mut step::cargo(&["build", "--release", "--locked", "-p", "cli"]))?;
    let arguments = ["run", "--release", "--locked", "-p", "tests", "--example", "bench", "--"];
    let (others, own): (Vec<&str>, Vec<&str>) =
        groups.iter().partition(|group| !["join", "tables"].contains(group));
    if groups.is_empty() || !others.is_empty() {
        step::aloud("bench", step::cargo(&arguments).args(others))?.failure.map_or(Ok(()), Err)?;
    }
    let is_asked = |group| groups.is_empty() || own.contains(&group);
    let figures = ["--", "--ignored", "--nocapture", "figures"];
    if is_asked("join") {
        let mut join = step::cargo(&["test", "--locked", "-p", "workspace", "--lib"]);
        step::aloud("join", join.args(figures))?.failure.map_or(Ok(()), Err)?;
    }
    if is_asked("tables") {
        let mut tables = step::cargo(&["test", "--release", "--locked", "-p", "tables", "--lib"]);
        step::aloud("tables", tables.args(figures))?.failure.map_or(Ok(()), Err)?;
    }
    Ok(())
}

fn window_bench(consent: Consent) -> Result<(), Failure> {
    setup::prepare(Purpose::Window, consent)?;
    test::build()?;
    step::aloud("bench", &mut test::window_tests(&["--ignored", "figures"]))?.failure.map_or(Ok(()), Err)
}

fn lay_out(folder: &Path) -> Result<(), Failure> {
    let example = xtask::example::lay_out_whole(folder)?;
    println!("workspace: {}\nhome: {}", example.workspace.display(), example.home.display());
    Ok(())
}
