//! What a comment or a document refers to is in this repository, or is named as somebody else's.

use std::path::Path;

use tests::checkout;

use super::{Source, none, read, some, sources};

/// Documents that are no code, beside those of `docs`, and what they lead to.
const DOCUMENTS: &[&str] =
    &["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "src-tauri/crates/hydration/SOURCES.md"];

/// Where the pictures of the documents lie.
const PICTURES: &str = "docs/manual/pictures";

/// Words of one letter and a number that name no paragraph: a version and a key.
const KNOWN: &[&str] = &["V1", "F6"];

/// What a comment refers to and is not there. `ids` are the rows of the table of requirements, `files` the documents
/// by their names.
fn nowhere(file: &Source, ids: &[String], files: &[String]) -> Vec<String> {
    let mut found = Vec::new();
    for (line, number) in file.text.lines().zip(1..) {
        let Some(comment) = comment(line) else { continue };
        let mut complain = |what: &str| found.push(format!("{}:{number}: {what} leads nowhere", file.path));
        if comment.contains('§') && !comment.contains("RFC ") {
            complain("a § without its document");
        }
        for word in words(comment) {
            let is_lost = is_paragraph(word)
                || is_requirement(word) && !ids.iter().any(|id| id == word)
                || is_document(word) && !files.iter().any(|name| word.ends_with(name.as_str()));
            if is_lost {
                complain(word);
            }
        }
    }
    found
}

/// What stands behind `//`, of a line of its own or behind code, and in `/** … */`.
fn comment(line: &str) -> Option<&str> {
    let line = line.trim_start();
    if line.starts_with("//") || line.starts_with("/*") || line.starts_with("* ") {
        return Some(line);
    }
    line.find(" // ").map(|at| &line[at..])
}

/// The words outside of backticks: what stands in them is code, except the name of a document.
fn words(comment: &str) -> Vec<&str> {
    let ends = |c: char| !c.is_alphanumeric() && !"._-/".contains(c);
    let mut found = Vec::new();
    for (part, is_code) in comment.split('`').zip([false, true].into_iter().cycle()) {
        let words = part.split(ends).map(|word| word.trim_matches(['.', '-', '/']));
        found.extend(words.filter(|word| !is_code || word.ends_with(".md")));
    }
    found
}

/// `D5`, `T25`: a paragraph of something that has numbers.
fn is_paragraph(word: &str) -> bool {
    let (letter, number) = word.split_at(word.chars().next().map_or(0, char::len_utf8));
    let is_number = (1..=2).contains(&number.len()) && number.bytes().all(|byte| byte.is_ascii_digit());
    letter.chars().all(char::is_uppercase) && is_number && !KNOWN.contains(&word)
}

/// `S2-16`, `U-07`: a row of the table of requirements, if there is one.
fn is_requirement(word: &str) -> bool {
    let Some((letters, number)) = word.split_once('-') else { return false };
    let mut letters = letters.chars();
    letters.next().is_some_and(char::is_uppercase)
        && letters.as_str().len() < 2
        && letters.all(|c| c.is_ascii_digit())
        && number.len() == 2
        && number.bytes().all(|byte| byte.is_ascii_digit())
}

/// A document by its name. Those in capitals, such as `SKILL.md`, are what agents look for.
fn is_document(word: &str) -> bool {
    let name = word.rsplit('/').next().unwrap_or_default();
    name.strip_suffix(".md").is_some_and(|stem| !stem.is_empty() && stem.to_lowercase() == stem)
}

fn documents() -> Vec<Source> {
    let named = DOCUMENTS.iter().map(|path| Source::named(path, &read(path)));
    named.chain(sources("docs", &["md"])).collect()
}

/// What a document links to and shows, but for addresses of the network.
fn targets(text: &str) -> impl Iterator<Item = &str> {
    let after = |mark, end| text.split(mark).skip(1).filter_map(move |rest: &str| rest.split(end).next());
    after("](", ')')
        .chain(after("src=\"", '"'))
        .chain(after("srcset=\"", '"'))
        .filter(|target| !target.contains("://"))
}

/// Links of a document to files that are not there, and to headings that their files do not have. `text` is what a
/// file holds; nothing where there is none.
fn lost_links(file: &Source, text: impl Fn(&Path) -> Option<String>) -> Vec<String> {
    let folder = Path::new(&file.path).parent().unwrap_or(Path::new(""));
    let is_lost = |target: &&str| {
        let (path, heading) = target.split_once('#').unwrap_or((target, ""));
        let held = if path.is_empty() { Some(file.text.clone()) } else { text(&folder.join(path)) };
        !held.is_some_and(|held| heading.is_empty() || headings(&held).any(|one| one == heading))
    };
    targets(&file.text)
        .filter(is_lost)
        .map(|target| format!("{}: {target} is not there", file.path))
        .collect()
}

/// The addresses that GitHub gives the headings of a document.
fn headings(text: &str) -> impl Iterator<Item = String> {
    let heads =
        text.lines().filter(|line| line.starts_with('#')).map(|line| line.trim_start_matches('#').trim());
    heads.map(|head| {
        let kept = head.chars().filter(|sign| sign.is_alphanumeric() || " -_".contains(*sign));
        kept.flat_map(char::to_lowercase).map(|sign| if sign == ' ' { '-' } else { sign }).collect()
    })
}

/// Pictures that no document shows, and those that lack one of the themes or the words they show.
fn odd_pictures(files: &[String], shown: &[String]) -> Vec<String> {
    let stem = |name: &String| name.split('.').next().unwrap_or_default().to_owned();
    let has = |name: &str, end: &str| files.iter().any(|file| *file == format!("{name}{end}"));
    let idle = files.iter().filter(|file| file.ends_with(".png") && !shown.contains(file));
    let mut found: Vec<String> = idle.map(|file| format!("{file}: no document shows it")).collect();
    for name in files.iter().map(stem).collect::<std::collections::BTreeSet<_>>() {
        let lacks = [".light.png", ".dark.png", ".txt"].into_iter().filter(|end| !has(&name, end));
        found.extend(lacks.map(|end| format!("{name}{end} is missing: cargo xtask shots makes it")));
    }
    found
}

#[test]
fn no_reference_leads_nowhere() {
    let table = read("tests/requirements.tsv");
    let ids: Vec<String> =
        table.lines().filter_map(|line| line.split('\t').next()).map(str::to_owned).collect();
    let documents = sources("", &["md"]).into_iter().map(|file| file.path);
    let documents: Vec<String> =
        documents.map(|path| path.rsplit('/').next().unwrap_or_default().to_owned()).collect();
    let files = ["src-tauri", "tests", "ui/src"].into_iter();
    let files = files.flat_map(|folder| sources(folder, &["rs", "ts", "tsx"]));
    // What breaks the rule stands in it.
    let files = files.filter(|file| file.path != "tests/tidy/references.rs");
    none(&files.flat_map(|file| nowhere(&file, &ids, &documents)).collect::<Vec<_>>());
    let check = |text: &str| nowhere(&Source::named("a.rs", text), &["S2-16".into()], &["sources.md".into()]);
    some(&check("/// Turns (contract §4.1)."), "§");
    some(&check("let a = 1; // as it was decided (D5)"), "D5");
    some(&check("//! Reads it (reliability T25)."), "T25");
    some(&check("    // It is so (S2-45)."), "S2-45");
    some(&check("/// See `architecture.md`."), "architecture.md");
    some(&check("/** See docs/product.md. */"), "docs/product.md");
    none(&check("/// RFC 1951 §3.2.4, `L12`, FTS5, `SKILL.md`, sources.md, S2-16, Skill Pipeline V1."));
    none(&check("let d5 = \"D5\"; let of = \"https://a.example/b.md\";"));
}

#[test]
fn no_document_links_to_what_is_not_there() {
    let text = |path: &Path| {
        let path = checkout().join(path);
        // Of what is no text only that it is there is of interest.
        path.exists().then(|| std::fs::read_to_string(&path).unwrap_or_default())
    };
    none(&documents().iter().flat_map(|file| lost_links(file, text)).collect::<Vec<_>>());
    let page =
        "[a](b/c.md) [d](https://e.example/f) [g](#h) [i](j.md#k) [l](j.md#m) <img src=\"n.png\">\n# H";
    let text = |path: &Path| (path == Path::new("docs/j.md")).then(|| "## `K`\n".to_owned());
    let found = lost_links(&Source::named("docs/a.md", page), text);
    let lost = ["b/c.md", "j.md#m", "n.png"].map(|target| format!("docs/a.md: {target} is not there"));
    assert_eq!(found, lost);
}

#[test]
fn every_picture_is_shown_and_whole() {
    let folder = std::fs::read_dir(checkout().join(PICTURES)).expect("pictures are there");
    let files: Vec<String> =
        folder.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
    assert!(!files.is_empty(), "there is no picture");
    let documents = documents();
    let shown = documents.iter().flat_map(|file| targets(&file.text));
    let shown: Vec<String> =
        shown.map(|target| target.rsplit('/').next().unwrap_or_default().to_owned()).collect();
    none(&odd_pictures(&files, &shown));
    let files = ["a.light.png", "a.dark.png", "a.txt", "b.light.png"].map(str::to_owned);
    let odd = odd_pictures(&files, &files[..3]);
    some(&odd, "b.light.png: no document shows it");
    some(&odd, "b.dark.png is missing");
    some(&odd, "b.txt is missing");
    assert_eq!(odd.len(), 3);
}
