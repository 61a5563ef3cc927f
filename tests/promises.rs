//! The table of promises is true: each sentence of SECURITY and of the page on the gate has a row with the tests that
//! hold it, or with the reason why none does.
//!
//! A line of the table is a document, the first words of a sentence, and then, with tabs between, the tests as
//! `FILE::NAME`, or `-` and a reason.

#![allow(clippy::disallowed_methods, reason = "this test reads the checkout, not a user's files")]

use std::fs;

use tests::checkout;

use crate::requirements::{Tests, all_tests};
use crate::tidy::{none, some};

const TABLE: &str = "docs/promises.tsv";

/// The documents that promise something.
const DOCUMENTS: &[&str] = &["SECURITY.md", "docs/gate.md"];

/// One row of the table.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Promise {
    document: String,
    /// The first words of a sentence, enough for it alone.
    words: String,
    proof: Proof,
}

/// The last cells of a row.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Proof {
    /// Tests that hold the sentence: the file, `::`, and the name of the function or the title of a test of the page.
    Tests(Vec<String>),
    /// No test holds it, and why.
    None(String),
}

/// Reads such a table. The error names the first line that is not a row.
fn read_promises(table: &str) -> Result<Vec<Promise>, String> {
    let line = |(number, line): (usize, &str)| {
        promise(line).ok_or_else(|| format!("line {number} of the promises is not a row: {line:?}"))
    };
    (1..).zip(table.lines()).map(line).collect()
}

fn promise(line: &str) -> Option<Promise> {
    let mut cells = line.split('\t').map(str::to_owned);
    let (document, words) = (cells.next()?, cells.next()?);
    let rest: Vec<String> = cells.collect();
    let is_named = !rest.is_empty() && rest.iter().all(|name| name.contains("::"));
    let proof = match rest.as_slice() {
        [dash, why] if dash == "-" => Proof::None(why.clone()),
        _ if is_named => Proof::Tests(rest),
        _ => return None,
    };
    Some(Promise { document, words, proof })
}

/// The sentences of a document, without headings, code blocks and table rows. A label in bold that ends with a full
/// stop counts as a heading.
fn sentences(text: &str) -> Vec<String> {
    blocks(text).iter().flat_map(|block| split(&without_label(block))).collect()
}

/// Paragraphs and items of lists, each on one line.
fn blocks(text: &str) -> Vec<String> {
    let (mut found, mut block, mut is_code) = (Vec::new(), String::new(), false);
    for line in text.lines() {
        let is_fence = line.starts_with("```");
        let is_between = is_fence || line.trim().is_empty() || line.starts_with(['#', '|']);
        if (is_between || line.starts_with("* ")) && !block.is_empty() {
            found.push(std::mem::take(&mut block));
        }
        is_code ^= is_fence;
        if is_code || is_between {
            continue;
        }
        if !block.is_empty() {
            block.push(' ');
        }
        block.push_str(line.strip_prefix("* ").unwrap_or(line).trim());
    }
    if !block.is_empty() {
        found.push(block);
    }
    found
}

/// A block without the label in bold that it begins with, or without its marks if it is part of the sentence.
fn without_label(block: &str) -> String {
    let label = block.strip_prefix("**").and_then(|rest| rest.split_once("**"));
    match label {
        Some((label, rest)) if label.ends_with('.') => rest.trim().to_owned(),
        Some((label, rest)) => format!("{label}{rest}"),
        None => block.to_owned(),
    }
}

/// The sentences of a block: each ends with a full stop before a capital letter or a mark, or at the end.
fn split(block: &str) -> Vec<String> {
    let (mut found, mut begin) = (Vec::new(), 0);
    for (at, _) in block.match_indices(". ") {
        let next = block[at + 2..].chars().next();
        if next.is_some_and(|next| next.is_ascii_uppercase() || "`*[".contains(next)) {
            found.push(block[begin..=at].to_owned());
            begin = at + 2;
        }
    }
    found.push(block[begin..].to_owned());
    found.retain(|sentence| !sentence.is_empty());
    found
}

/// Everything that is wrong with the rows of a document that has these sentences.
fn complaints(document: &str, sentences: &[String], rows: &[Promise], tests: &Tests) -> Vec<String> {
    let mut found = Vec::new();
    let rows: Vec<&Promise> = rows.iter().filter(|row| row.document == document).collect();
    for row in &rows {
        let words = &row.words;
        match sentences.iter().filter(|sentence| sentence.starts_with(words.as_str())).count() {
            0 => found.push(format!("{document}: no sentence begins with {words:?}")),
            1 => {}
            count => found.push(format!("{document}: {count} sentences begin with {words:?}")),
        }
        match &row.proof {
            Proof::None(why) if why.trim().is_empty() => {
                found.push(format!("{document}: {words:?} has neither a test nor a reason"));
            }
            Proof::None(_) => {}
            Proof::Tests(names) => found.extend(
                names
                    .iter()
                    .filter(|name| !is_there(name, tests))
                    .map(|name| format!("{document}: {words:?}: there is no test {name}")),
            ),
        }
    }
    for sentence in sentences {
        match rows.iter().filter(|row| sentence.starts_with(row.words.as_str())).count() {
            0 => found.push(format!("{document}: {TABLE} has no row for {sentence:?}")),
            1 => {}
            count => found.push(format!("{document}: {count} rows are about {sentence:?}")),
        }
    }
    found
}

/// Returns whether the file of `FILE::NAME` has a test of that name.
fn is_there(name: &str, tests: &Tests) -> bool {
    let Some((file, name)) = name.split_once("::") else { return false };
    tests.get(name).is_some_and(|files| files.iter().any(|one| one == file))
}

fn kept(path: &str) -> String {
    fs::read_to_string(checkout().join(path)).unwrap_or_default()
}

#[test]
fn promises_table_covers_every_sentence() {
    let tests = all_tests();
    let rows = read_promises(&kept(TABLE)).expect("the table can be read");
    let mut found: Vec<String> = rows
        .iter()
        .filter(|row| !DOCUMENTS.contains(&row.document.as_str()))
        .map(|row| format!("{} is not a document of promises", row.document))
        .collect();
    for document in DOCUMENTS {
        let sentences = sentences(&kept(document));
        assert!(sentences.len() > 40, "{document} has only {} sentences", sentences.len());
        found.extend(complaints(document, &sentences, &rows, &tests));
    }
    none(&found);
}

#[test]
fn sentences_leave_out_headings_code_and_labels() {
    let text = "# Title\n\nOne sentence with\n`a.b`. `Two` sentences e.g. here.\n\n```yaml\nno: sentence.\n```\n\
                **Label.** Three.\n* **Four** is an item:\n  it ends here. Five.\n* Six.\n| a | b |\n";
    let expected = [
        "One sentence with `a.b`.",
        "`Two` sentences e.g. here.",
        "Three.",
        "Four is an item: it ends here.",
        "Five.",
        "Six.",
    ];
    assert_eq!(sentences(text), expected);
}

#[test]
fn promise_without_sentence_or_test_is_named() {
    let document = ["It is so.".to_owned(), "It is not.".to_owned()];
    let tests = Tests::from([("it_is".to_owned(), vec!["tests/a.rs".to_owned()])]);
    let check = |table: &str| complaints("d.md", &document, &read_promises(table).expect("a table"), &tests);
    none(&check("d.md\tIt is so\ttests/a.rs::it_is\nd.md\tIt is not\t-\tno test can\nother.md\tX\t-\ty"));
    some(&check("d.md\tIt is so\ttests/a.rs::it_is"), "no row for \"It is not.\"");
    some(&check("d.md\tIt is\t-\twhy"), "2 sentences begin with \"It is\"");
    some(&check("d.md\tIt was\t-\twhy"), "no sentence begins with \"It was\"");
    some(&check("d.md\tIt is so\ttests/b.rs::it_is"), "there is no test tests/b.rs::it_is");
    some(&check("d.md\tIt is so\ttests/a.rs::it_was"), "there is no test tests/a.rs::it_was");
    some(&check("d.md\tIt is so\t-\t "), "neither a test nor a reason");
    some(&check("d.md\tIt is so\t-\twhy\nd.md\tIt is so.\t-\twhy"), "2 rows are about");
    assert!(read_promises("d.md\tIt is so").is_err_and(|words| words.contains("line 1")));
    assert!(read_promises("d.md\tIt is so\tit_is").is_err());
}
