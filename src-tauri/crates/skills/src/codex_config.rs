//! `config.toml` of Codex, of the user and of a project.

use std::path::Path;

use toml_edit::{Document, Item};

use crate::convention::Origin;
use crate::{Places, Scope};

/// Largest file that is read, in bytes.
const LIMIT: u64 = 1 << 20;

/// Reads a settings file; `None` where it is not there or cannot be read, and of a project that the user has not trusted.
pub(crate) fn config(path: &Path, scope: Scope, places: &Places) -> Option<Document<String>> {
    if scope == Scope::Repo && !is_trusted(places) { None } else { read(path) }
}

/// Returns whether the user trusts the project, as the user's own file has it.
pub(crate) fn is_trusted(places: &Places) -> bool {
    let home = places.origins(Origin::CodexHome).into_iter().flatten().next();
    let Some(document) = home.and_then(|home| read(&home.join("config.toml"))) else { return false };
    let folders = [Origin::Workspace, Origin::Repository].map(|origin| places.origins(origin));
    folders.into_iter().flatten().flatten().any(|folder| {
        let level = document.get("projects").and_then(|projects| projects.get(&*folder.to_string_lossy()));
        level.and_then(|project| project.get("trust_level")).and_then(Item::as_str) == Some("trusted")
    })
}

fn read(path: &Path) -> Option<Document<String>> {
    Document::parse(String::from_utf8(disk::read(path, LIMIT).ok()?.bytes).ok()?).ok()
}
