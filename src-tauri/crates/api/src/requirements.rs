//! What is asked of Assay, row by row, and what proves each row: the table `requirements.tsv`.
//!
//! A line of the table is an id, the requirement in a few words, and then, with tabs between, `test` and the names
//! of tests, or `open` and a reason, or `not here` and a reason. `tests/requirements.rs` keeps the table true.

/// One requirement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Requirement {
    /// Its document and number: `S2-16`, `U-07`.
    pub id: String,
    /// What is asked, in a sentence.
    pub says: String,
    /// How it stands.
    pub standing: Standing,
}

/// How a requirement stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Standing {
    /// Held by these tests: names of functions, or titles of tests of the page.
    Held(Vec<String>),
    /// Not true yet, or not proven, and why.
    Open(String),
    /// No matter of Assay's, and why.
    NotHere(String),
}

const TABLE: &str = include_str!("requirements.tsv");

/// Every requirement, in the order of the documents. The error names a line that cannot be read; the tests see to
/// it that there is none.
pub fn requirements() -> Result<Vec<Requirement>, String> {
    read_requirements(TABLE)
}

/// Reads such a table. The error names the first line that is none of it.
pub fn read_requirements(table: &str) -> Result<Vec<Requirement>, String> {
    let line = |(number, line): (usize, &str)| {
        row(line).ok_or_else(|| format!("line {number} of the requirements is no row: {line:?}"))
    };
    (1..).zip(table.lines()).map(line).collect()
}

fn row(line: &str) -> Option<Requirement> {
    let mut cells = line.split('\t').map(str::to_owned);
    let (id, says, word) = (cells.next()?, cells.next()?, cells.next()?);
    let rest: Vec<String> = cells.collect();
    let standing = match (word.as_str(), rest.as_slice()) {
        ("test", _) => Standing::Held(rest),
        ("open", [why]) => Standing::Open(why.clone()),
        ("not here", [why]) => Standing::NotHere(why.clone()),
        _ => return None,
    };
    Some(Requirement { id, says, standing })
}
