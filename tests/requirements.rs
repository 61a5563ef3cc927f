//! The table of requirements beside this file is true: each row has a test that exists or a reason, and no test is left
//! out. `UPDATE=1 cargo test -p tests requirements` writes tests named after rows into the table.
//!
//! A line of the table is an id, the requirement in a few words, and then, with tabs between, `test` and the names of
//! tests, or `open` and a reason, or `not here` and a reason.
//!
//! A test proves the rows its name begins with, such as `s2_10_s3_08_folders_are_passed_over`; any other test
//! proves the rows of the table that name it.

#![allow(clippy::disallowed_methods, reason = "this test reads and writes the checkout, not a user's files")]

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;

use tests::{checkout, shared};

use crate::tidy::{Source, none, some, sources};

const TABLE: &str = "tests/requirements.tsv";

/// What rows come from: the letters of their ids, and how many there are.
const SEEDS: [(&str, usize); 6] = [
    // Skills are disclosed step by step, and activations last (Pixir, ADR 0010).
    ("S0", 40),
    // Fresh context is explicit, recorded and late (Pixir, ADR 0023).
    ("S1", 37),
    // Skill Pipeline V1.
    ("S2", 44),
    // The guide to integrating Agent Skills.
    ("S3", 44),
    // Echo's agent skill system.
    ("S4", 88),
    // The application itself.
    ("U", 12),
];

/// One requirement.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Requirement {
    /// Its document and number: `S2-16`, `U-07`.
    id: String,
    /// What is asked, in a sentence.
    says: String,
    standing: Standing,
}

/// How a requirement stands.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Standing {
    /// Held by these tests: names of functions, or titles of tests of the page.
    Held(Vec<String>),
    /// Not true yet, or not proven, and why.
    Open(String),
    /// No matter of Assay's, and why.
    NotHere(String),
}

/// Reads such a table. The error names the first line that is none of it.
fn read_requirements(table: &str) -> Result<Vec<Requirement>, String> {
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

/// Every test there is, by its name or title, with the files it stands in.
pub(crate) type Tests = BTreeMap<String, Vec<String>>;

pub(crate) fn all_tests() -> Tests {
    let mut found = Tests::new();
    for file in ["src-tauri", "tests", "ui/src"].iter().flat_map(|top| sources(top, &["rs", "ts", "tsx"])) {
        for name in tests_of(&file) {
            let files = found.entry(name).or_default();
            if !files.contains(&file.path) {
                files.push(file.path.clone());
            }
        }
    }
    found
}

fn tests_of(file: &Source) -> Vec<String> {
    match file.path.rsplit_once('.') {
        Some((_, "rs")) => functions(&file.text),
        Some((stem, _)) if stem.ends_with(".test") => titles(&file.text),
        _ => Vec::new(),
    }
}

/// The functions below `#[test]`, those in `proptest!` among them. What is ignored proves nothing.
fn functions(text: &str) -> Vec<String> {
    let (mut found, mut is_test) = (Vec::new(), false);
    for line in text.lines().map(str::trim) {
        if line == "#[test]" || line.starts_with("#[tokio::test") {
            is_test = true;
        } else if line.starts_with("#[ignore") {
            is_test = false;
        } else if let Some((_, rest)) = line.split_once("fn ").filter(|_| is_test && !line.starts_with("//"))
        {
            found.extend(rest.split(['(', '<']).next().map(str::to_owned));
            is_test = false;
        }
    }
    found
}

/// The titles of a file's tests of the page: `test("…"`, `it("…"`, and those behind `.each(…)`.
fn titles(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for opening in ["test(", "it(", ")("] {
        for (at, _) in text.match_indices(opening) {
            let is_word = text[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == '.');
            let rest = text[at + opening.len()..].trim_start();
            if let Some(title) = rest.strip_prefix('"').filter(|_| opening == ")(" || !is_word) {
                found.extend(title.split('"').next().map(str::to_owned));
            }
        }
    }
    found
}

/// The rows a test's name begins with: `s2_10_s3_08_name` is about S2-10 and S3-08.
fn rows_of(name: &str) -> Vec<String> {
    let mut rows = Vec::new();
    let mut parts = name.split('_').peekable();
    while let (Some(seed), Some(number)) = (parts.next(), parts.next()) {
        let is_seed = SEEDS.iter().any(|(letters, _)| letters.eq_ignore_ascii_case(seed));
        let is_number = number.len() == 2 && number.bytes().all(|byte| byte.is_ascii_digit());
        if !is_seed || !is_number || parts.peek().is_none() {
            break;
        }
        rows.push(format!("{}-{number}", seed.to_uppercase()));
    }
    rows
}

/// The tests whose names begin with each row, in the order of their names.
fn named_after(tests: &Tests) -> BTreeMap<String, Vec<String>> {
    let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for name in tests.keys() {
        for row in rows_of(name) {
            found.entry(row).or_default().push(name.clone());
        }
    }
    found
}

/// The ids that must be there, in their order.
fn ids() -> Vec<String> {
    let numbered = |(letters, count): &(&str, usize)| {
        (1..=*count).map(|number| format!("{letters}-{number:02}")).collect::<Vec<_>>()
    };
    SEEDS.iter().flat_map(numbered).collect()
}

/// The rows with the tests that are named after them: they take the place of a reason, and of names that are gone.
fn completed(rows: Vec<Requirement>, tests: &Tests) -> Vec<Requirement> {
    let named = named_after(tests);
    let complete = |mut row: Requirement| {
        let mut proofs = match &row.standing {
            Standing::Held(names) => names.clone(),
            Standing::Open(_) | Standing::NotHere(_) => Vec::new(),
        };
        proofs.retain(|name| tests.contains_key(name) || !rows_of(name).contains(&row.id));
        let own = named.get(&row.id).into_iter().flatten();
        proofs.extend(own.filter(|name| !proofs.contains(name)).cloned().collect::<Vec<_>>());
        if !proofs.is_empty() {
            row.standing = Standing::Held(proofs);
        }
        row
    };
    rows.into_iter().map(complete).collect()
}

/// Everything that is wrong with the table.
fn complaints(rows: &[Requirement], tests: &Tests) -> Vec<String> {
    let mut found = Vec::new();
    let (known, named) = (ids(), named_after(tests));
    let listed: Vec<&str> = rows.iter().map(|row| row.id.as_str()).collect();
    if listed != known {
        let odd = (0..).find(|at| listed.get(*at).copied() != known.get(*at).map(String::as_str));
        let at = odd.unwrap_or_default();
        found.push(format!("row {}: {:?} stands where {:?} belongs", at + 1, listed.get(at), known.get(at)));
    }
    for (row, names) in &named {
        if !known.contains(row) {
            found.push(format!("{}: there is no row {row}", names.join(", ")));
        }
    }
    for row in rows {
        let id = &row.id;
        if !row.says.ends_with('.') {
            found.push(format!("{id}: {:?} is no sentence", row.says));
        }
        let own = named.get(id).map(Vec::as_slice).unwrap_or_default();
        let proofs = match &row.standing {
            Standing::Held(names) => names.as_slice(),
            Standing::Open(why) | Standing::NotHere(why) => {
                if why.trim().is_empty() {
                    found.push(format!("{id}: neither a test nor a reason"));
                }
                &[]
            }
        };
        if proofs.is_empty() && matches!(row.standing, Standing::Held(_)) {
            found.push(format!("{id}: neither a test nor a reason"));
        }
        for name in proofs {
            match tests.get(name).map(Vec::len) {
                None => found.push(format!("{id}: there is no test {name}")),
                Some(1) => {}
                Some(files) => found.push(format!("{id}: {files} files have a test {name}; name another")),
            }
        }
        for name in own.iter().filter(|name| !proofs.contains(name)) {
            found.push(format!(
                "{id}: {name} proves it and the table says otherwise; UPDATE=1 cargo test -p tests requirements \
                 writes it"
            ));
        }
    }
    found
}

/// The table as it is kept.
fn table(rows: &[Requirement]) -> String {
    let mut text = String::new();
    for row in rows {
        let (word, rest) = match &row.standing {
            Standing::Held(names) => ("test", names.join("\t")),
            Standing::Open(why) => ("open", why.clone()),
            Standing::NotHere(why) => ("not here", why.clone()),
        };
        let line = [row.id.as_str(), &row.says, word, &rest].join("\t");
        writeln!(text, "{}", line.trim_end()).expect("writing to memory");
    }
    text
}

fn kept(path: &str) -> String {
    fs::read_to_string(checkout().join(path)).unwrap_or_default()
}

#[test]
fn every_row_has_a_test_or_a_reason_and_none_says_too_little() {
    let tests = all_tests();
    assert!(tests.len() > 400, "only {} tests were found", tests.len());
    let mut rows = read_requirements(&kept(TABLE)).expect("the table can be read");
    if std::env::var_os("UPDATE").is_some() {
        rows = completed(rows, &tests);
        fs::write(checkout().join(TABLE), table(&rows)).expect("the table can be written");
    }
    none(&complaints(&rows, &tests));
}

#[test]
fn the_rows_are_those_of_the_documents() {
    let Some(shared) = shared() else { return };
    let document = fs::read_to_string(shared.join("reference/requirements.md")).expect("a document");
    let first = |line: &str| line.strip_prefix("| ")?.split(" |").next().map(str::to_owned);
    let known = ids();
    let is_id = |id: &String| SEEDS.iter().any(|(letters, _)| id.starts_with(&format!("{letters}-")));
    let told: Vec<String> = document.lines().filter_map(first).filter(is_id).collect();
    assert_eq!(told, known);
}

#[test]
fn what_is_wrong_with_a_table_is_found() {
    let proofs = |names: &[&str]| -> Tests {
        names.iter().map(|name| ((*name).to_owned(), vec!["tests/a.rs".to_owned()])).collect()
    };
    let line = |id: &String| format!("{id}\tIt is so.\topen\tlater");
    let good = ids().iter().map(line).collect::<Vec<_>>().join("\n");
    let with = |from: &str, to: &str| read_requirements(&good.replace(from, to)).expect("a table");
    let rows = with("", "");
    let is = proofs(&["it_is"]);
    none(&complaints(&rows, &is));
    some(&complaints(&rows[1..], &is), "row 1");
    some(&complaints(&[&rows[..], &rows[..1]].concat(), &is), "row 266");
    some(
        &complaints(&with("S0-07\tIt is so.\topen\tlater", "S0-07\tIt is so.\ttest"), &is),
        "S0-07: neither",
    );
    some(
        &complaints(&with("S0-07\tIt is so.\topen\tlater", "S0-07\tIt is so.\topen\t"), &is),
        "S0-07: neither",
    );
    let held = with("S0-07\tIt is so.\topen\tlater", "S0-07\tIt is so.\ttest\tit_is");
    none(&complaints(&held, &is));
    some(&complaints(&held, &proofs(&["it_was"])), "no test it_is");
    let twice = Tests::from([("it_is".to_owned(), vec!["tests/a.rs".to_owned(), "tests/b.rs".to_owned()])]);
    some(&complaints(&held, &twice), "2 files");
    let named = proofs(&["it_is", "s0_07_s4_88_it_is_so"]);
    some(&complaints(&rows, &named), "S4-88: s0_07_s4_88_it_is_so proves it");
    some(&complaints(&held, &named), "S0-07: s0_07_s4_88_it_is_so proves it");
    let complete = completed(held.clone(), &named);
    none(&complaints(&complete, &named));
    assert_eq!(
        read_requirements(&table(&complete)).as_deref(),
        Ok(&complete[..]),
        "it is read as it is written"
    );
    assert_eq!(complete[6].standing, Standing::Held(vec!["it_is".into(), "s0_07_s4_88_it_is_so".into()]));
    assert_eq!(completed(complete, &is)[6], held[6], "a test that is gone proves nothing");
    some(&complaints(&rows, &proofs(&["s0_41_beyond_the_end"])), "no row S0-41");
    assert!(read_requirements("S0-01\tIt is so.\tperhaps").is_err_and(|words| words.contains("line 1")));
    assert!(read_requirements("S0-01\tIt is so.\topen\ta\tb").is_err());
}

#[test]
fn tests_are_found_by_their_names() {
    let text = "#[test]\n#[cfg(unix)]\n// fn not_this\nfn one() {\n    #[test]\n    fn two(a in any()) {\n#[ignore]\nfn x() {}\n\
                #[test]\n#[ignore = \"slow\"]\nfn ignored() {}\nfn plain() {}\n";
    assert_eq!(functions(text), ["one", "two"]);
    let text = "test(\"a\", () => {\n  it(\n    \"b, c\",\ntest.each([1])(\"d $e\", x);\nlatest(\"f\"); expect(g)(h)";
    assert_eq!(titles(text), ["a", "b, c", "d $e"]);
    for (name, rows) in [
        ("s2_16_the_last_wins", &["S2-16"][..]),
        ("s2_10_s3_08_u_01_name", &["S2-10", "S3-08", "U-01"]),
        ("u_2_name", &[]),
        ("s5_01_name", &[]),
        ("s0_01", &[]),
        ("names_s0_01_x", &[]),
        ("what_is_sent", &[]),
    ] {
        assert_eq!(rows_of(name), rows, "{name}");
    }
}
