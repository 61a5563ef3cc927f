//! What holds of one agent stands where its rules are. Pixir came first, so its name is still elsewhere; it may become
//! rarer there, and not more frequent.

use std::collections::{BTreeMap, BTreeSet};

use super::house::before_tests;
use super::{Source, none, some, sources};

/// Lines of code of each crate that name Pixir outside of its own files, at most. One that has fewer lowers its number.
const LINES: &[(&str, usize)] = &[
    ("api", 58),
    ("cli", 26),
    ("drift", 3),
    ("engine", 2),
    ("example", 3),
    ("execution", 14),
    ("hydration", 12),
    ("index", 5),
    ("sessions", 33),
    ("skills", 153),
    ("views", 46),
    ("workspace", 6),
];

fn is_its_own(path: &str) -> bool {
    path.ends_with("/pixir.rs") || path.contains("/pixir/")
}

fn is_product(path: &str) -> bool {
    path.contains("/src/") && !path.contains("/tests/") && !path.ends_with("/tests.rs")
}

/// Lines of code that name Pixir, crate by crate.
fn naming(files: &[Source]) -> BTreeMap<&str, usize> {
    let mut found = BTreeMap::new();
    for file in files.iter().filter(|file| is_product(&file.path) && !is_its_own(&file.path)) {
        let names =
            |line: &&str| !line.trim_start().starts_with("//") && line.to_lowercase().contains("pixir");
        let lines = before_tests(&file.text).lines().filter(names).count();
        if let Some(name) = file.path.split('/').nth(2).filter(|_| lines > 0) {
            *found.entry(name).or_default() += lines;
        }
    }
    found
}

fn complaints(files: &[Source], most: &[(&str, usize)]) -> Vec<String> {
    let (most, found): (BTreeMap<&str, usize>, _) = (most.iter().copied().collect(), naming(files));
    let names: BTreeSet<&str> = most.keys().chain(found.keys()).copied().collect();
    let told = |name: &str| {
        let number = |of: &BTreeMap<&str, usize>| of.get(name).copied().unwrap_or(0);
        match (number(&found), number(&most)) {
            (lines, most) if lines > most => {
                Some(format!("{name}: {lines} lines name Pixir outside of its files, {most} may"))
            }
            (lines, most) if lines < most => {
                Some(format!("{name}: {lines} lines name Pixir now; lower its number from {most}"))
            }
            _ => None,
        }
    };
    names.into_iter().filter_map(told).collect()
}

#[test]
fn pixir_is_named_no_more_often_outside_of_its_files() {
    none(&complaints(&sources("src-tauri/crates", &["rs"]), LINES));
}

#[test]
fn a_line_more_and_a_line_fewer_are_found() {
    let file = |path: &str, text: &str| Source::named(&format!("src-tauri/crates/{path}"), text);
    let line = file(
        "drift/src/class.rs",
        "// Pixir\nlet a = Source::Pixir;\n#[cfg(test)]\nmod tests { /* pixir */ }",
    );
    none(&complaints(&[line], &[("drift", 1)]));
    none(&complaints(&[file("sessions/src/source/pixir.rs", "Source::Pixir")], &[]));
    some(
        &complaints(&[file("drift/src/class.rs", "Source::Pixir")], &[]),
        "drift: 1 lines name Pixir outside",
    );
    some(&complaints(&[file("drift/src/class.rs", "Source::Pixir")], &[("drift", 2)]), "lower its number");
    some(&complaints(&[], &[("drift", 2)]), "drift: 0 lines name Pixir now");
}
