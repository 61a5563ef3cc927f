//! Plugins of agents that bring skills along: which are enabled, and where the version is that the agent loads.
//!
//! Every file is read as its agent reads it. What the agent would not load, such as a plugin that is enabled and not
//! installed, is left out.

mod claude_code;
mod codex;

use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::{Convention, Places, Plugin};

/// Largest file of plugins that is read, in bytes.
const LIMIT: u64 = 8 << 20;
/// Most plugins that one settings file enables, and most of one agent whose skills are read.
const PLUGINS: usize = 200;
/// Most folders that the manifest of one plugin adds.
const ROOTS: usize = 20;

/// The plugins whose skills agents read, in the order in which each names them.
pub(crate) fn plugins(conventions: &[Convention], places: &Places) -> Vec<Plugin> {
    let of = |convention: &Convention| {
        let mut found = match convention {
            Convention::ClaudeCode => claude_code::plugins(places),
            Convention::Codex => codex::plugins(places),
            _ => Vec::new(),
        };
        found.truncate(PLUGINS);
        found
    };
    conventions.iter().flat_map(of).collect()
}

/// A file of JSON; `None` where it is not there or is none.
fn json(path: &Path) -> Option<Value> {
    serde_json::from_slice(&disk::read(path, LIMIT).ok()?.bytes).ok()
}

/// The folders of the skills of a plugin, as its manifest names them: `skills`, and what it adds.
fn roots(folder: &Path, manifest: Option<&Value>) -> Vec<PathBuf> {
    let added = match manifest.and_then(|manifest| manifest.get("skills")) {
        Some(Value::String(path)) => vec![path.as_str()],
        Some(Value::Array(paths)) => paths.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    };
    let mut roots = vec![folder.join("skills")];
    for path in added.into_iter().take(ROOTS) {
        let root = crate::expand::expand(Path::new(path), folder, None);
        // A manifest names folders of its own plugin.
        if root.starts_with(folder) && !roots.contains(&root) {
            roots.push(root);
        }
    }
    roots
}

/// A text in a JSON object.
fn text<'v>(value: &'v Value, name: &str) -> Option<&'v str> {
    value.get(name)?.as_str()
}
