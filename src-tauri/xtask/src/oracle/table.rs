//! The table: what differs by agent and release, and the first differences below it.

use std::fs;
use std::path::Path;

use super::difference::{Difference, Sort};
use super::kit::Agent;
use crate::step::Failure;

/// Differences that are written out.
const FIRST: usize = 20;
/// Characters of a side that are written out.
const SIDE: usize = 300;

/// Prints both.
///
/// # Errors
/// Anything differs.
pub fn tell(agents: &[Agent], runs: &Path, found: &[Difference]) -> Result<(), Failure> {
    println!("\n{}", table(agents, found, |agent| cases(runs, agent)));
    let counted: Vec<&Difference> = found.iter().filter(|one| one.sort != Sort::Around).collect();
    for one in counted.iter().take(FIRST) {
        println!("\n{} {}: {}", one.agent, one.case, one.what);
        for side in &one.sides {
            println!("  {}", clipped(side));
        }
    }
    match counted.len() {
        0 => Ok(()),
        1 => Err(Failure::words("There is 1 difference.")),
        count => Err(Failure::words(format!("There are {count} differences."))),
    }
}

fn table(agents: &[Agent], found: &[Difference], cases: impl Fn(&str) -> usize) -> String {
    let head = format!(
        "{:<14}{:<12}{:>6}{:>10}{:>16}{:>17}{:>28}",
        "agent",
        "release",
        "cases",
        "not run",
        "read otherwise",
        "found otherwise",
        "(words around the catalog)"
    );
    let row = |agent: &Agent| {
        let count = |sort| found.iter().filter(|one| one.agent == agent.name && one.sort == sort).count();
        format!(
            "{:<14}{:<12}{:>6}{:>10}{:>16}{:>17}{:>28}",
            agent.name,
            agent.release,
            cases(&agent.name),
            count(Sort::NotRun),
            count(Sort::Read),
            count(Sort::Found),
            count(Sort::Around)
        )
    };
    [head].into_iter().chain(agents.iter().map(row)).collect::<Vec<_>>().join("\n")
}

/// How many cases an agent has run.
fn cases(runs: &Path, agent: &str) -> usize {
    let cases = fs::read_dir(runs).into_iter().flatten().flatten();
    cases.filter(|case| case.path().join(agent).join("expected.json").is_file()).count()
}

fn clipped(side: &str) -> String {
    match side.char_indices().nth(SIDE) {
        Some((end, _)) => format!("{} …", &side[..end]),
        None => side.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_agent_has_a_line_with_its_release() {
        let agents = [Agent { name: "pi".to_owned(), release: "1.2.3".to_owned() }];
        let one = |sort| Difference {
            agent: "pi".to_owned(),
            case: "crlf".to_owned(),
            sort,
            what: String::new(),
            sides: Vec::new(),
        };
        let told = table(&agents, &[one(Sort::Read), one(Sort::Read), one(Sort::Found)], |_| 7);
        let words: Vec<&str> = told.lines().last().unwrap_or_default().split_whitespace().collect();
        assert_eq!(words, ["pi", "1.2.3", "7", "0", "2", "1", "0"]);
    }

    #[test]
    fn long_sides_are_cut_between_letters() {
        assert_eq!(clipped("äb"), "äb");
        assert_eq!(clipped(&"ä".repeat(SIDE + 1)), format!("{} …", "ä".repeat(SIDE)));
    }
}
