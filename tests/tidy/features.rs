//! The features of `api` do not import each other: what several need stands below all of them.

use std::collections::BTreeSet;

use super::circles::{edges, modules};
use super::{Source, none, some, sources};

/// Modules of `api` with requests of their own. What is none of these is what they stand on, or the list, which stands
/// on all.
const FEATURES: &[&str] = &[
    "export",
    "hooks",
    "hydration",
    "import",
    "index",
    "manage",
    "permission",
    "preview",
    "settings",
    "skills",
    "texts",
    "wins",
    "workspace",
];

/// What names them all: the list of requests with what writes the page's types from it, and what holds something of them
/// for as long as a window is open.
const ABOVE: &[&str] = &["app", "list", "start", "typescript"];

/// Who names a feature and does not stand above them all.
fn complaints(files: &[Source], root: &str) -> Vec<String> {
    let modules = modules(files, root);
    let mut found = BTreeSet::new();
    for (own, others) in edges(&modules) {
        let Some(from) = own.first().filter(|name| !ABOVE.contains(&name.as_str())) else { continue };
        for to in others.iter().filter_map(|other| other.first()) {
            if to != from && FEATURES.contains(&to.as_str()) {
                found.insert(format!("{}: names the feature {to}", own.join("::")));
            }
        }
    }
    found.into_iter().collect()
}

#[test]
fn the_features_of_api_do_not_import_each_other() {
    let files = sources("src-tauri/crates/api", &["rs"]);
    for name in FEATURES {
        let is_it = |file: &Source| file.path.ends_with(&format!("/api/src/{name}.rs"));
        assert!(files.iter().any(is_it), "the feature {name} is gone");
    }
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
    none(&with("wins", "use crate::access::One as Two;"));
    none(&with("list", "use crate::wins::One;"));
    none(&with("app", "use crate::wins::One;"));
    some(&with("wins", "use crate::skills::One;"), "wins: names the feature skills");
    some(&with("hydration", "fn one() -> crate::wins::One { todo() }"), "hydration: names the feature wins");
    some(&with("access", "use crate::wins::One;"), "access: names the feature wins");
}
