//! Files and names: how long, how called, what they may touch, where their tests are.

use super::{Source, none, read, some, sources};

const LONGEST: usize = 700;

/// Words that say nothing about a thing, as parts of a file's or a type's name.
const EMPTY_WORDS: &[&str] = &[
    "manager",
    "service",
    "helper",
    "helpers",
    "util",
    "utils",
    "handler",
    "processor",
    "common",
    "base",
    "info",
    "data",
    "misc",
];

fn too_long(file: &Source) -> Vec<String> {
    let lines = file.text.lines().count();
    if lines <= LONGEST || file.path.contains(".gen.") {
        return Vec::new();
    }
    vec![format!("{}: {lines} lines; {LONGEST} is the limit", file.path)]
}

fn empty_names(file: &Source) -> Vec<String> {
    let mut found = Vec::new();
    let name = file.path.rsplit('/').next().unwrap_or_default();
    let stem = name.split('.').next().unwrap_or_default();
    if name == "mod.rs" || ["index.ts", "index.tsx"].contains(&name) {
        found.push(format!("{}: an entry file carries the name of what it enters", file.path));
    }
    if has_empty_word(stem) {
        found.push(format!("{}: the name says nothing", file.path));
    }
    for (number, line) in file.text.lines().enumerate() {
        if let Some(name) = declared(line).filter(|name| has_empty_word(name)) {
            found.push(format!("{}:{}: the name {name} says nothing", file.path, number + 1));
        }
    }
    found
}

/// The type that a line declares.
fn declared(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let line = ["export ", "default ", "pub ", "pub(crate) ", "pub(super) ", "abstract "]
        .iter()
        .fold(line, |line, before| line.strip_prefix(before).unwrap_or(line));
    let (word, rest) = line.split_once(' ')?;
    if !["struct", "enum", "trait", "type", "interface", "class", "mod"].contains(&word) {
        return None;
    }
    Some(rest.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default())
}

/// Whether one of the words a name is made of is empty: `BaseDialog`, `skill_info`, but not `Database`.
fn has_empty_word(name: &str) -> bool {
    let mut words = vec![String::new()];
    let mut before = '_';
    for letter in name.chars() {
        if letter == '_' || letter == '-' || (letter.is_uppercase() && before.is_lowercase()) {
            words.push(String::new());
        }
        words.last_mut().expect("there is one from the start").extend(letter.to_lowercase());
        before = letter;
    }
    words.iter().any(|word| EMPTY_WORDS.contains(&word.trim_matches(['_', '-'])))
}

/// What a crate of the engine must leave to others. Its tests may do as they like.
fn forbidden(file: &Source) -> Vec<String> {
    let Some(rest) = file.path.strip_prefix("src-tauri/") else { return Vec::new() };
    let in_crate = rest.strip_prefix("crates/").and_then(|rest| rest.split('/').next());
    let is_test = rest.split('/').nth(2) == Some("tests");
    if is_test || rest.starts_with("xtask/") || file.path.ends_with("build.rs") {
        return Vec::new();
    }
    let mut rules = Vec::new();
    if in_crate != Some("disk") {
        rules.push((
            &["std::fs", "fs::read", "File::open", "OpenOptions", "read_dir("][..],
            "opens files past `disk`",
        ));
    }
    if in_crate.is_some_and(|name| name != "cli") {
        // Where the system keeps what is wanted for a moment is `disk`'s to ask.
        let environment: &[&str] =
            if in_crate == Some("disk") { &["env::var"] } else { &["std::env", "env::var"] };
        rules.push((environment, "reads the environment"));
        if in_crate != Some("execution") {
            rules.push((&["process::Command", "Command::new"][..], "starts programs"));
        }
    }
    if in_crate == Some("cli") && !rest.starts_with("crates/cli/src/screen") {
        rules.push((
            &["print!", "println!", "eprint!", "eprintln!", "dbg!", "stdout()", "stderr()", "error.print("][..],
            "prints past `screen.rs`, which draws what a stranger wrote",
        ));
    }
    if in_crate.is_some() {
        rules.push((&["unsafe ", "unsafe{"][..], "is unsafe"));
    }
    let mut found = Vec::new();
    for (number, line) in before_tests(&file.text).lines().enumerate() {
        let code = line.split("//").next().unwrap_or_default();
        for (words, why) in &rules {
            if words.iter().any(|word| has_word(code, word)) {
                found.push(format!("{}:{}: {why}", file.path, number + 1));
            }
        }
    }
    found
}

/// Whether the code contains this, not as the end of a longer name.
fn has_word(code: &str, word: &str) -> bool {
    let is_whole =
        |at: usize| !code[..at].ends_with(|before: char| before.is_alphanumeric() || before == '_');
    code.match_indices(word).any(|(at, _)| is_whole(at))
}

/// Modules that a file takes in for tests only, as paths.
fn test_modules(file: &Source) -> Vec<String> {
    let folder = file.path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let after = file.text.split("#[cfg(test)]\nmod ").skip(1);
    // Of the crate's own file beside it, of any other below it.
    let below = file.path.strip_suffix(".rs").unwrap_or(&file.path);
    let names = after.filter_map(|rest| rest.split_once(';')).map(|(name, _)| name);
    names.flat_map(|name| [format!("{folder}/{name}.rs"), format!("{below}/{name}.rs")]).collect()
}

pub(super) fn before_tests(text: &str) -> &str {
    text.split_once("#[cfg(test)]\nmod tests").map_or(text, |(before, _)| before)
}

/// Test files that no `mod` line names.
fn forgotten(root: &str, names: &[&str]) -> Vec<String> {
    let is_named = |name: &&&str| root.lines().any(|line| line.trim() == format!("mod {name};"));
    names
        .iter()
        .filter(|name| !is_named(name))
        .map(|name| format!("{name}.rs is in no test program"))
        .collect()
}

/// Lock files that name where a package was fetched from, beyond cargo's standard index.
fn fetched_from(file: &Source) -> Vec<String> {
    const INDEX: &str = "registry+https://github.com/rust-lang/crates.io-index";
    let named = |line: &&str| line.contains("://") && !line.contains(INDEX) && !line.contains("\"url\"");
    let lines = file.text.lines().filter(|line| line.contains("source = ") || line.contains("\"resolved\""));
    lines.filter(named).map(|line| format!("{}: {}", file.path, line.trim())).collect()
}

/// Members of JSON that are looked up by a name: a name that changed is found by no compiler.
fn looked_up(file: &Source) -> Vec<String> {
    let is_lookup = |line: &str| {
        line.match_indices("[\"").any(|(at, _)| {
            let before = line[..at].chars().next_back();
            before.is_some_and(|before| before.is_alphanumeric() || "_)]".contains(before))
        })
    };
    let lines = before_tests(&file.text).lines().zip(1..);
    lines
        .filter(|(line, _)| is_lookup(line))
        .map(|(line, number)| format!("{}:{number}: {}", file.path, line.trim()))
        .collect()
}

fn stems(folder: &str) -> Vec<String> {
    let is_direct = |path: &str| path.strip_prefix(folder).is_some_and(|rest| !rest[1..].contains('/'));
    let files = sources(folder, &["rs"]).into_iter().filter(|file| is_direct(&file.path));
    files.filter_map(|file| file.path.rsplit('/').next()?.strip_suffix(".rs").map(str::to_owned)).collect()
}

fn all_code() -> Vec<Source> {
    ["src-tauri", "tests", "ui/src"].iter().flat_map(|folder| sources(folder, &["rs", "ts", "tsx"])).collect()
}

/// Sentences that say "1 events": a number stands before a plural, and nothing in the line tells one from many.
fn wrong_plurals(file: &Source) -> Vec<String> {
    const NOUNS: &[&str] =
        &["events", "lines", "turns", "sessions", "snapshots", "findings", "texts", "steps"];
    let counts = |line: &str| {
        let is_said = line.contains('"') || line.contains('`');
        is_said && NOUNS.iter().any(|noun| follows_a_number(line, noun))
    };
    let tells = |line: &str| {
        line.contains("\"1 ") || line.contains("=>") || LIMITS.iter().any(|limit| line.contains(limit))
    };
    let lines = before_tests(&file.text).lines().zip(1..);
    lines
        .filter(|(line, _)| counts(line) && !tells(line))
        .map(|(line, number)| format!("{}:{number}: {}", file.path, line.trim()))
        .collect()
}

/// `{events} events`, `{} events`, but not `{agent} sessions` of a name nor `{a} of {b} events`.
fn follows_a_number(line: &str, noun: &str) -> bool {
    let words = format!("}} {noun}");
    line.match_indices(&words).any(|(at, _)| {
        let before = &line[..at];
        let inside = before.rfind('{').map_or("", |open| &before[open + 1..]);
        let is_number = inside.is_empty() || NUMBERS.contains(&inside) || inside.starts_with("count(");
        is_number && !before[..before.len() - inside.len() - 1].trim_end_matches('$').ends_with(" of ")
    })
}

/// What stands beside a number that is never one.
const LIMITS: &[&str] = &["advised", "larger than"];

/// Names that numbers have.
const NUMBERS: &[&str] =
    &["count", "n", "copied", "lines", "more", "steps", "total", "number", "events", "turns"];

#[test]
fn one_is_not_told_as_many() {
    let files = ["src-tauri/crates", "src-tauri/src", "ui/src"]
        .iter()
        .flat_map(|folder| sources(folder, &["rs", "ts", "tsx"]));
    // What Pixir writes is written as Pixir writes it.
    let others = [".test.", ".gen.", "/samples/", "/compose/"];
    let files = files.filter(|file| !others.iter().any(|part| file.path.contains(part)));
    none(&files.flat_map(|file| wrong_plurals(&file)).collect::<Vec<_>>());
    let check = |text: &str| wrong_plurals(&Source::named("a.rs", text));
    some(&check("format!(\"{copied} events copied\")"), "copied");
    some(&check("`${count(n)} lines`"), "lines");
    none(&check("lines => format!(\"{lines} lines\"),"));
    none(&check("format!(\"{} of {} events\", a, b)"));
    none(&check("format!(\"{agent} sessions\")"));
}

#[test]
fn no_file_is_too_long() {
    let files =
        ["src-tauri", "tests", "ui/src"].iter().flat_map(|top| sources(top, &["rs", "ts", "tsx", "css"]));
    none(&files.flat_map(|file| too_long(&file)).collect::<Vec<_>>());
    some(&too_long(&Source::named("a.rs", &"\n".repeat(701))), "701 lines");
    none(&too_long(&Source::named("a.gen.ts", &"\n".repeat(701))));
}

#[test]
fn every_name_says_something() {
    none(&all_code().iter().flat_map(empty_names).collect::<Vec<_>>());
    some(&empty_names(&Source::named("a/mod.rs", "")), "entry file");
    some(&empty_names(&Source::named("ui/src/kit/index.ts", "")), "entry file");
    some(&empty_names(&Source::named("a/skill_utils.rs", "")), "skill_utils.rs");
    some(&empty_names(&Source::named("a.rs", "pub struct SkillManager {")), "SkillManager");
    some(&empty_names(&Source::named("a.ts", "export interface BaseDialog {")), "BaseDialog");
    none(&empty_names(&Source::named("a.rs", "struct Database;\nlet data = 1;")));
}

#[test]
fn only_disk_opens_files_and_the_engine_keeps_to_itself() {
    let files = sources("src-tauri", &["rs"]);
    let tests: Vec<String> = files.iter().flat_map(test_modules).collect();
    let engine = files.iter().filter(|file| !tests.contains(&file.path));
    none(&engine.flat_map(forbidden).collect::<Vec<_>>());
    let check = |path: &str, text: &str| forbidden(&Source::named(path, text));
    some(&check("src-tauri/crates/skills/src/a.rs", "use std::fs;"), "past `disk`");
    some(&check("src-tauri/src/ask.rs", "File::open(path)"), "past `disk`");
    some(&check("src-tauri/crates/api/src/a.rs", "std::env::var(\"HOME\")"), "environment");
    some(&check("src-tauri/crates/drift/src/a.rs", "Command::new(\"git\")"), "programs");
    none(&check("src-tauri/crates/execution/src/a.rs", "Command::new(\"git\")"));
    some(&check("src-tauri/crates/cli/src/a.rs", "eprintln!(\"{name}\");"), "screen.rs");
    some(&check("src-tauri/crates/cli/src/a.rs", "std::io::stdout().write_all(name)"), "screen.rs");
    none(&check("src-tauri/crates/cli/src/screen.rs", "io::stdout().write_all(drawn)"));
    none(&check("src-tauri/crates/execution/tests/attacks/a.rs", "use std::fs;"));
    some(&check("src-tauri/crates/disk/src/a.rs", "unsafe { now() }"), "unsafe");
    none(&check("src-tauri/crates/disk/src/a.rs", "use std::fs;"));
    none(&check("src-tauri/crates/sessions/src/a.rs", "LogFile::open(path)"));
    let entry =
        Source::named("src-tauri/crates/skills/src/skills.rs", "mod scope;\n#[cfg(test)]\nmod trees;\n");
    assert!(test_modules(&entry).contains(&"src-tauri/crates/skills/src/trees.rs".to_owned()));
    let below = Source::named("src-tauri/crates/skills/src/manage.rs", "#[cfg(test)]\nmod tests;\n");
    assert!(test_modules(&below).contains(&"src-tauri/crates/skills/src/manage/tests.rs".to_owned()));
    none(&check("src-tauri/crates/skills/src/a.rs", "// std::fs\n#[cfg(test)]\nmod tests { use std::fs; }"));
}

#[test]
fn the_terminal_tells_what_is_typed() {
    none(&sources("src-tauri/crates/cli", &["rs"]).iter().flat_map(looked_up).collect::<Vec<_>>());
    some(&looked_up(&Source::named("a.rs", "shown(&answer[\"rows\"])")), "a.rs:1");
    some(&looked_up(&Source::named("a.rs", "list()[\"rows\"][0]")), "a.rs:1");
    none(&looked_up(&Source::named("a.rs", "conflicts_with_all = [\"a\"], &[\"b\"]")));
}

#[test]
fn no_test_file_is_forgotten() {
    let programs =
        [("tests", "tests/all.rs"), ("tests/tidy", "tests/tidy.rs"), ("tests/window", "tests/window.rs")];
    for (folder, root) in programs {
        let files = stems(folder);
        let names: Vec<&str> =
            files.iter().map(String::as_str).filter(|name| !["all", "window"].contains(name)).collect();
        assert!(!names.is_empty(), "nothing was found in {folder}");
        none(&forgotten(&read(root), &names));
    }
    some(&forgotten("mod laws;\n// mod doors;", &["laws", "doors"]), "doors.rs");
}

#[test]
fn no_lock_file_names_where_a_package_came_from() {
    let locks = ["Cargo.lock", "ui/package-lock.json"].map(|path| Source::named(path, &read(path)));
    none(&locks.iter().flat_map(fetched_from).collect::<Vec<_>>());
    some(&fetched_from(&Source::named("l", "\"resolved\": \"https://mirror.example/a.tgz\"")), "mirror");
    some(&fetched_from(&Source::named("l", "source = \"sparse+https://mirror.example/\"")), "mirror");
    none(&fetched_from(&Source::named(
        "l",
        "source = \"registry+https://github.com/rust-lang/crates.io-index\"",
    )));
}
