//! Plugins of agents that bring skills along: which are enabled, and where the version is that the agent loads.
//!
//! Every file is read as its agent reads it. What the agent would not load, such as a plugin that is enabled and not
//! installed, is left out.

mod claude_code;
mod codex;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::Value;

use crate::switches::{PLUGINS, Settings, SettingsFile};
use crate::{Convention, Places, Plugin};

/// Largest file of plugins that is read, in bytes.
const LIMIT: u64 = 8 << 20;
/// Most folders that the manifest of one plugin adds.
const ROOTS: usize = 20;

/// The plugins whose skills agents read, in the order in which each names them.
pub(crate) fn plugins(settings: &Settings, places: &Places) -> Vec<Plugin> {
    let of = |(convention, files): (&Convention, &Vec<Arc<SettingsFile>>)| {
        let keys = enabled(files);
        let mut found = match convention {
            _ if keys.is_empty() => Vec::new(),
            Convention::ClaudeCode => claude_code::plugins(&keys, places),
            Convention::Codex => codex::plugins(&keys, places),
            _ => Vec::new(),
        };
        found.truncate(PLUGINS);
        found
    };
    settings.iter().flat_map(of).collect()
}

/// The keys of the enabled plugins, in the order in which the settings name them first. A later file decides.
fn enabled(files: &[Arc<SettingsFile>]) -> Vec<&str> {
    if files.iter().rev().find_map(|file| file.uses_plugins) == Some(false) {
        return Vec::new();
    }
    let mut keys: Vec<(&str, bool)> = Vec::new();
    for (key, is_on) in files.iter().flat_map(|file| &file.plugins) {
        match keys.iter_mut().find(|(known, _)| known == key) {
            Some((_, enabled)) => *enabled = *is_on,
            None => keys.push((key, *is_on)),
        }
    }
    keys.into_iter().filter_map(|(key, is_on)| is_on.then_some(key)).collect()
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
