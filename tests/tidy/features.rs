//! The features of `api` do not import each other: one that is made of others stands above them.

use std::collections::BTreeSet;

use super::circles::{edges, modules};
use super::{Source, none, some, sources};

/// Modules of `api` from below. One names those of earlier rows alone, so nothing in a row knows its neighbours; what
/// stands in no row is what all of them stand on, or the list, which stands on all.
const ROWS: &[&[&str]] = &[
    &["export", "folders", "hydration", "import", "index", "texts", "trust", "visibility", "workspace"],
    &["agent", "dropped", "manage", "settings"],
    &["built_ins", "hooks", "preview", "skills", "wins"],
    &["permission"],
];

/// What stands on every row: the list of requests, and what writes the page's types from it.
const ABOVE: &[&str] = &["list", "typescript"];

/// What holds something of a feature for as long as a window is open: the state of all of them, and how it begins.
const STATE: &[&str] = &["app", "start"];

fn row(module: &str) -> Option<usize> {
    ROWS.iter().position(|row| row.contains(&module))
}

/// Who names whom although it does not stand below.
fn complaints(files: &[Source], root: &str) -> Vec<String> {
    let modules = modules(files, root);
    let mut found = BTreeSet::new();
    for (own, others) in edges(&modules) {
        let Some(from) = own.first().filter(|name| !ABOVE.contains(&name.as_str())) else { continue };
        for to in others.iter().filter_map(|other| other.first()).filter(|to| *to != from) {
            let is_wrong = match (row(from), row(to)) {
                (Some(own), Some(other)) => other >= own,
                (None, Some(_)) => !STATE.contains(&from.as_str()),
                (_, None) => false,
            };
            if is_wrong {
                found.insert(format!("{}: names {to}, which does not stand below it", own.join("::")));
            }
        }
    }
    found.into_iter().collect()
}

#[test]
fn the_features_of_api_do_not_import_each_other() {
    let files = sources("src-tauri/crates/api", &["rs"]);
    let named: BTreeSet<&str> = ROWS.iter().flat_map(|row| row.iter().copied()).collect();
    let is_there =
        |name: &&&str| files.iter().any(|file| file.path.ends_with(&format!("/api/src/{name}.rs")));
    assert!(named.iter().all(|name| is_there(&name)), "a feature in the rows is gone: {named:?}");
    none(&complaints(&files, "src-tauri/crates/api/src/api.rs"));
}

#[test]
fn a_feature_that_knows_another_is_found() {
    let file = |name: &str, text: &str| Source::named(&format!("c/src/{name}.rs"), text);
    let with = |name: &str, text: &str| {
        let names = ["access", "wins", "skills", "hydration", "app", "list"];
        let mut files: Vec<Source> = names.iter().map(|name| file(name, "pub struct One;")).collect();
        files.push(file("c", "mod access; mod wins; mod skills; mod hydration; mod app; mod list;"));
        files.retain(|file| !file.path.ends_with(&format!("/{name}.rs")));
        files.push(file(name, text));
        complaints(&files, "c/src/c.rs")
    };
    none(&with("wins", "use crate::hydration::One; use crate::access::One as Two;"));
    none(&with("list", "use crate::wins::One;"));
    none(&with("app", "use crate::wins::One;"));
    some(&with("wins", "use crate::skills::One;"), "wins: names skills");
    some(&with("hydration", "fn one() -> crate::wins::One { todo() }"), "hydration: names wins");
    some(&with("access", "use crate::wins::One;"), "access: names wins");
}
