//! What differs, read out of what the kit and the tests print.

/// One thing that Assay says otherwise than an agent did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    pub agent: String,
    pub case: String,
    pub sort: Sort,
    /// What it is about.
    pub what: String,
    /// What the agent did, then what Assay says.
    pub sides: Vec<String>,
}

/// Where it shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sort {
    /// The agent did not run the case.
    NotRun,
    /// Its session files are read otherwise than what it sent.
    Read,
    /// Skills are told otherwise than it showed them.
    Found,
    /// The catalog has other words around its list, or skills that the agent brings along: `assay catalog` prints the
    /// list alone, and says so. What stands in the list is compared by itself.
    Around,
}

/// The runs that came to nothing: `CASE AGENT TROUBLE WHAT`.
pub fn not_run(said: &str) -> Vec<Difference> {
    let run = |line: &str| {
        let (label, trouble) = line.split_once(" TROUBLE ")?;
        let (case, agent) = label.trim().split_once(char::is_whitespace)?;
        Some(difference(agent.trim(), case, Sort::NotRun, trouble))
    };
    said.lines().filter_map(run).collect()
}

/// What the laws of the recordings found, in the words of the test program: below the name of the law `CASE AGENT`
/// with both sides in lines of their own, or `CASE AGENT: WHAT` where it could go no further.
pub fn read_otherwise(said: &str, agents: &[&str]) -> Vec<Difference> {
    let mut found: Vec<Difference> = Vec::new();
    let mut law = None;
    for line in said.lines() {
        if let Some(name) = line.strip_prefix("---- ").and_then(|rest| rest.strip_suffix(" stdout ----")) {
            law = Some(name.replace('_', " "));
            continue;
        }
        let Some(law) = &law else { continue };
        let side = line.strip_prefix("  sent ").or_else(|| line.strip_prefix("  read "));
        if let (Some(_), Some(last)) = (side, found.last_mut()) {
            last.sides.push(line.trim().to_owned());
        } else if let Some((case, agent, why)) = labelled(line, agents) {
            let what = if why.is_empty() { law.clone() } else { format!("{law}: {why}") };
            found.push(difference(agent, case, Sort::Read, &what));
        }
    }
    found
}

fn labelled<'a>(line: &'a str, agents: &[&str]) -> Option<(&'a str, &'a str, &'a str)> {
    let (case, rest) = line.split_once(' ')?;
    let (agent, why) = rest.split_once(": ").unwrap_or((rest, ""));
    agents.contains(&agent).then_some((case, agent, why))
}

/// What the kit found in the skills and the catalog: `AGENT CASE WHAT`, and both sides indented below.
pub fn found_otherwise(said: &str) -> Vec<Difference> {
    let mut found: Vec<Difference> = Vec::new();
    for line in said.lines() {
        match (line.strip_prefix("    "), found.last_mut()) {
            (Some(side), Some(last)) => last.sides.push(side.to_owned()),
            (None, _) if !line.contains(" runs compared, ") => found.extend(told(line)),
            _ => {}
        }
    }
    found
}

fn told(line: &str) -> Option<Difference> {
    let (agent, rest) = line.split_once(char::is_whitespace)?;
    let (case, what) = rest.trim_start().split_once(char::is_whitespace)?;
    let what = what.trim_start();
    let sort = if what == "catalog text" { Sort::Around } else { Sort::Found };
    Some(difference(agent, case, sort, what))
}

fn difference(agent: &str, case: &str, sort: Sort, what: &str) -> Difference {
    Difference {
        agent: agent.to_owned(),
        case: case.to_owned(),
        sort,
        what: what.to_owned(),
        sides: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn short(found: &[Difference]) -> Vec<String> {
        let one = |one: &Difference| format!("{} {} {} {:?}", one.agent, one.case, one.what, one.sides);
        found.iter().map(one).collect()
    }

    #[test]
    fn a_run_that_came_to_nothing_is_told() {
        let said = "crlf      pi        2.1s  ok\nbom       pi      TROUBLE KeyError: 'x'\n";
        assert_eq!(short(&not_run(said)), ["pi bom KeyError: 'x' []"]);
    }

    #[test]
    fn what_a_law_found_stands_with_its_law() {
        let said = "running 2 tests\ncrlf pi\n\n---- tokens_are_counted_once stdout ----\ncrlf pi\n  sent 5\n  read 10\n\
                    bom gemini\n2 recordings compared, 1 differ\n---- every_list stdout ----\n\
                    thread 'every_list' panicked at x.rs:1:1:\nbom pi: record 3 is odd\n";
        assert_eq!(
            short(&read_otherwise(said, &["pi"])),
            [
                r#"pi crlf tokens are counted once ["sent 5", "read 10"]"#,
                "pi bom every list: record 3 is odd []"
            ]
        );
    }

    #[test]
    fn what_the_kit_found_has_both_sides() {
        let said = "pi           crlf                       order\n    agent: ['a']\n    assay: ['b']\n\
                    pi           crlf                       catalog text\n3 runs compared, 2 differences\n";
        let found = found_otherwise(said);
        assert_eq!(
            short(&found),
            [r#"pi crlf order ["agent: ['a']", "assay: ['b']"]"#, "pi crlf catalog text []"]
        );
        assert_eq!(found.iter().map(|one| one.sort).collect::<Vec<_>>(), [Sort::Found, Sort::Around]);
    }
}
