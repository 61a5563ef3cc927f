//! The code map of the architecture page names every folder and no other.

use super::{folders, none, read, some};
use tests::checkout;

/// The page with the map.
const PAGE: &str = "docs/architecture.md";

/// Folders whose folders must be on the map.
const WALKED: &[&str] = &["", "src-tauri/", "src-tauri/crates/", "ui/", "ui/src/"];

/// The paths on the map: the first word of each line of the block below the heading `## Code map`.
fn map(page: &str) -> Vec<&str> {
    let (_, below) = page.split_once("## Code map").unwrap_or_default();
    let block = below.split("```").nth(1).unwrap_or_default();
    block
        .lines()
        .skip(1)
        .filter_map(|line| line.split_whitespace().next())
        .map(|path| path.trim_end_matches('/'))
        .collect()
}

fn complaints(page: &str, real: &[String], exists: impl Fn(&str) -> bool) -> Vec<String> {
    let map = map(page);
    let lost = map.iter().filter(|path| !exists(path)).map(|path| format!("{PAGE}: {path} does not exist"));
    let missing = real.iter().filter(|path| !map.contains(&path.as_str()));
    lost.chain(missing.map(|path| format!("{PAGE}: {path} is not on the map"))).collect()
}

#[test]
fn the_map_is_the_house() {
    let real: Vec<String> = WALKED
        .iter()
        .flat_map(|top| folders(top).into_iter().map(move |name| format!("{top}{name}")))
        .collect();
    assert!(real.len() > 15, "the walk found {real:?}");
    none(&complaints(&read(PAGE), &real, |path| checkout().join(path).is_dir()));
}

#[test]
fn a_map_that_lies_is_found() {
    let page = "# A\n## Code map\n```text\nui/     the page\nold/    gone\n```\n";
    let real = ["ui".to_owned(), "tests".to_owned()];
    let found = complaints(page, &real, |path| path == "ui");
    some(&found, "old does not exist");
    some(&found, "tests is not on the map");
    assert_eq!(found.len(), 2);
}
