//! `cargo xtask oracle`: real agents run once more, and what Assay says beside what they did.
//!
//! The agents, their cases and a scripted model are a kit of their own, which is no part of this project: it writes down
//! what each agent sent to its model and what it left in its session files. Here it is started, and what it wrote down
//! is compared twice: with what is read of the session files, and with what `assay` says of the skills.

mod difference;
mod kit;
mod table;

use std::fs;
use std::path::{Path, PathBuf};

use xtask::checkout;

use crate::setup::{self, Consent, Purpose};
use crate::step::{self, Failure};
use crate::test::ALL;

use difference::{found_otherwise, not_run, read_otherwise};
use kit::Kit;

/// Runs cases with real agents and prints what differs, by agent and release.
///
/// # Errors
/// Something is missing, an agent did not run, or Assay says otherwise than an agent did.
pub fn oracle(words: &[&str], consent: Consent) -> Result<(), Failure> {
    let asked = Asked::of(words)?;
    let kit = Kit::at(asked.kit)?;
    setup::prepare(Purpose::Build, consent)?;
    let agents = kit.set_up(&asked.agents)?;
    let (cases, runs) = (emptied("cases")?, emptied("runs")?);
    kit.choose(&asked.cases, &cases)?;
    let names: Vec<&str> = agents.iter().map(|agent| agent.name.as_str()).collect();
    let ran = kit.run(&names, &cases, &runs)?;
    let read = read_otherwise(&read(&runs)?, &names);
    let found = found_otherwise(&kit.compare(&program()?, &cases, &runs)?);
    table::tell(&agents, &runs, &[not_run(&ran), read, found].concat())
}

/// What the words of the command ask for.
#[derive(Debug, Default, PartialEq, Eq)]
struct Asked {
    /// Names of cases, or files; all of the kit's where none is named.
    cases: Vec<String>,
    /// Names of agents; all of the kit's where none is named.
    agents: Vec<String>,
    /// The folder of the kit.
    kit: Option<PathBuf>,
}

impl Asked {
    fn of(words: &[&str]) -> Result<Self, Failure> {
        let mut asked = Self::default();
        let mut words = words.iter();
        while let Some(word) = words.next() {
            match (*word, word.starts_with("--")) {
                ("--agent", _) => asked.agents.push(behind(word, words.next())?),
                ("--kit", _) => asked.kit = Some(behind(word, words.next())?.into()),
                (unknown, true) => {
                    return Err(Failure::words(format!("{unknown} is neither --agent nor --kit.")));
                }
                (case, false) => asked.cases.push(case.to_owned()),
            }
        }
        Ok(asked)
    }
}

fn behind(word: &str, next: Option<&&str>) -> Result<String, Failure> {
    let next = next.filter(|next| !next.starts_with("--"));
    next.map(|next| (*next).to_owned())
        .ok_or_else(|| Failure::words(format!("A name is missing behind {word}.")))
}

/// A folder of this chore's own, empty.
fn emptied(name: &str) -> Result<PathBuf, Failure> {
    let folder = checkout::target().join("oracle").join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder)?;
    Ok(folder)
}

/// What the laws of the recordings say about these.
fn read(runs: &Path) -> Result<String, Failure> {
    let mut command = step::cargo(&["test", "--no-fail-fast"]);
    command.args(ALL).args(["--test", "agents"]).env("ASSAY_AGENT_RECORDINGS", runs);
    let ending = step::kept("oracle: session files are read", &mut command)?;
    // A law that is broken is told below; what did not compile has none.
    let has_run = ending.text.contains("test result:");
    ending.failure.filter(|_| !has_run).map_or(Ok(ending.text), Err)
}

/// The program `assay`, built.
fn program() -> Result<PathBuf, Failure> {
    step::quiet("oracle: assay is built", step::cargo(&["build", "--bin", "assay"]).args(ALL))?;
    Ok(checkout::program("assay"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cases_agents_and_the_kit_are_told_apart() {
        let asked = Asked::of(&["crlf", "--agent", "pi", "mine.json", "--agent", "codex", "--kit", "there"]);
        let expected = Asked {
            cases: vec!["crlf".to_owned(), "mine.json".to_owned()],
            agents: vec!["pi".to_owned(), "codex".to_owned()],
            kit: Some("there".into()),
        };
        assert_eq!(asked.expect("words that are known"), expected);
        assert!(Asked::of(&["--agents", "pi"]).is_err());
        assert!(Asked::of(&["--agent"]).is_err());
        assert!(Asked::of(&["--agent", "--kit", "x"]).is_err());
    }
}
