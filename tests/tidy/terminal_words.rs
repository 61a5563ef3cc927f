//! The words that a command prints: those of the glossary, in plain sentences.

use super::house::before_tests;
use super::{Source, none, some, sources};

/// Phrases that no printed text may have, each with the word to use.
const REPLACED: &[(&str, &str)] = &[
    ("a person", "you, user"),
    ("a stranger", "untrusted"),
    ("all the same", "anyway"),
    ("anew", "again"),
    ("carried out", "applied"),
    ("carry it out", "apply"),
    ("damaged line", "corrupt"),
    ("door", "path"),
    ("doors", "paths"),
    ("for good", "permanently"),
    ("held back", "needs trust, hidden"),
    ("in force", "in context, active"),
    ("is known here", "unknown …, not found"),
    ("kept from agents", "blocked"),
    ("knows pixir", "does not support"),
    ("leads nowhere", "broken link"),
    ("lies", "is"),
    ("look again", "refresh"),
    ("looked again", "refreshed"),
    ("looked at", "searched, checked"),
    ("mend", "repair"),
    ("nobody", "no user, no process"),
    ("somebody", "a user, a process"),
    ("stands", "is"),
    ("take back", "undo, roll back"),
    ("taken back", "undone"),
    ("taken down", "recorded"),
    ("taken in", "activated"),
    ("takes it back", "undoes it"),
    ("takes the skill in", "activates the skill"),
    ("take in", "activate"),
    ("takes in", "activates"),
    ("took in", "activated"),
    ("turned over", "changed"),
    ("whoever", "the user, the process"),
];

/// Beginnings of clauses without a verb.
const NOMINAL: &[&str] = &["Whether ", "whether ", "What ", "Which "];

/// The string literals of a file before its tests, with their lines; continued lines are joined.
fn literals(text: &str) -> Vec<(usize, String)> {
    let (mut found, mut line, mut letters) = (Vec::new(), 1, before_tests(text).chars().peekable());
    let mut before = String::new();
    while let Some(letter) = letters.next() {
        match letter {
            '\n' => line += 1,
            '/' if letters.peek() == Some(&'/') => {
                while letters.next_if(|letter| *letter != '\n').is_some() {}
            }
            '\'' => {
                // A letter in quotes, which may be a quote itself, or a lifetime.
                let mut ahead = letters.clone();
                let (first, second) = (ahead.next(), ahead.next());
                if first == Some('\\') || second == Some('\'') {
                    letters.nth(1);
                }
            }
            // A raw string ends at a quote with as many `#` behind it as stand before its first.
            '"' if raw_marks(&before).is_some() => {
                let end = format!("\"{}", "#".repeat(raw_marks(&before).unwrap_or_default()));
                let (begun, mut literal) = (line, String::new());
                while !literal.ends_with(&end) {
                    let Some(letter) = letters.next() else { break };
                    line += usize::from(letter == '\n');
                    literal.push(letter);
                }
                found.push((begun, literal.trim_end_matches(&end).to_owned()));
            }
            '"' => {
                // The reason of an exception from a lint is for the reader of the code.
                let is_reason = before.ends_with("reason = ");
                let (begun, mut literal) = (line, String::new());
                while let Some(letter) = letters.next() {
                    match letter {
                        '"' => break,
                        '\\' if letters.peek() == Some(&'\n') => {
                            while letters.peek().is_some_and(|letter| letter.is_whitespace()) {
                                line += usize::from(letters.next() == Some('\n'));
                            }
                        }
                        '\\' => literal.extend(letters.next().map(|_| ' ')),
                        letter => {
                            line += usize::from(letter == '\n');
                            literal.push(letter);
                        }
                    }
                }
                if !is_reason {
                    found.push((begun, literal));
                }
            }
            _ => {}
        }
        before.push(letter);
    }
    found
}

/// The number of `#` in the opening of a raw string that ends a text; `None` if there is none.
fn raw_marks(before: &str) -> Option<usize> {
    let opening = before.trim_end_matches('#');
    let word = opening.rsplit(|letter: char| !letter.is_alphanumeric() && letter != '_').next();
    matches!(word, Some("r" | "br")).then(|| before.len() - opening.len())
}

/// A text without its placeholders.
fn without_holes(text: &str) -> String {
    let mut left = String::new();
    let mut depth = 0_usize;
    for letter in text.chars() {
        match letter {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            letter if depth == 0 => left.push(letter),
            _ => {}
        }
    }
    left
}

fn has_phrase(text: &str, phrase: &str) -> bool {
    let is_letter = |letter: char| letter.is_alphanumeric() || letter == '_';
    text.match_indices(phrase)
        .any(|(at, _)| !text[..at].ends_with(is_letter) && !text[at + phrase.len()..].starts_with(is_letter))
}

/// Says that a thing is none: `is no file` for `is not a file`.
fn is_denied_by_no(text: &str) -> bool {
    ["is no ", "are no "].iter().any(|denial| {
        text.match_indices(denial).any(|(at, _)| {
            let (before, after) = (&text[..at], &text[at + denial.len()..]);
            !before.trim_end().ends_with("there") && !after.starts_with("longer")
        })
    })
}

fn complaints(file: &Source) -> Vec<String> {
    let mut found = Vec::new();
    for (line, literal) in literals(&file.text) {
        let text = without_holes(&literal).to_lowercase();
        if !text.contains(' ') {
            continue;
        }
        let mut complain = |words: &str| found.push(format!("{}:{line}: “{literal}” {words}", file.path));
        for (phrase, word) in REPLACED.iter().filter(|(phrase, _)| has_phrase(&text, phrase)) {
            complain(&format!("has “{phrase}”; say {word}"));
        }
        if NOMINAL.iter().any(|begin| literal.starts_with(begin)) {
            complain("is a clause without a verb; write a sentence or a label");
        }
        if is_denied_by_no(&text) {
            complain("says “is no x”; say “is not an x”");
        }
        if literal.starts_with("assay: ") {
            complain("begins with the program; begin with “error: ”, “warning: ” or “note: ”");
        }
    }
    found
}

/// The files of the crates whose texts reach the terminal.
fn printing() -> Vec<Source> {
    let is_product =
        |path: &str| path.contains("/src/") && !path.contains("/tests/") && !path.ends_with("tests.rs");
    let is_test = |text: &str| before_tests(text).contains("#[test]");
    sources("src-tauri/crates", &["rs"])
        .into_iter()
        .filter(|file| is_product(&file.path) && !is_test(&file.text))
        .collect()
}

#[test]
fn terminal_prints_the_words_of_the_glossary() {
    let files = printing();
    let cli: Vec<_> = files.iter().filter(|file| file.path.starts_with("src-tauri/crates/cli/")).collect();
    let count: usize = cli.iter().map(|file| literals(&file.text).len()).sum();
    assert!(cli.len() > 40 && count > 500, "{} files, {count} texts", cli.len());
    none(&files.iter().flat_map(complaints).collect::<Vec<_>>());
}

#[test]
fn replaced_phrase_in_a_printed_text_is_found() {
    let found = |text: &str| complaints(&Source::named("a.rs", text));
    let planted = "let a = 'x';\n// nobody\nsay(\"`x` is no \\\n    skill\");\n";
    some(&found(planted), "a.rs:3: “`x` is no skill” says “is no x”");
    some(&found("tell(\"assay: not found\")"), "begins with the program");
    some(&found("tell(\"Nobody is here\")"), "has “nobody”");
    some(&found("tell(\"Whether it runs\")"), "without a verb");
    some(&found("tell('\"', \"nothing is in force\")"), "has “in force”");
    some(&found("tell(r#\"a \" in force\"#, \"x\")"), "has “in force”");
    none(&found("tell(r\"\\\", 'y'); // nobody is here\ntell(\"fine here\")"));
    none(&found("#[expect(lint, reason = \"this crate is the door to files\")]"));
    none(&found(
        "tell(\"there is no display\", \"{stands} {mend}\", \"it understands this\", \"is no longer\")",
    ));
    none(&found("fn a() {}\n#[cfg(test)]\nmod tests {\n    const A: &str = \"nobody here\";\n}"));
}
