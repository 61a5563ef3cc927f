//! Plugins of Codex: enabled in the user's `config.toml` or that of a trusted project, and loaded from the newest
//! version in the cache. Observed in 0.169.0 and 0.171.0.

use std::cmp::Reverse;
use std::path::{Component, Path, PathBuf};

use super::{json, roots, text};
use crate::convention::Origin;
use crate::{Convention, Places, Plugin};

pub(super) fn plugins(enabled: &[&str], places: &Places) -> Vec<Plugin> {
    let Some(home) = places.origins(Origin::CodexHome).into_iter().flatten().next() else {
        return Vec::new();
    };
    let cache = home.join("plugins/cache");
    enabled.iter().filter_map(|key| plugin(&cache, key)).collect()
}

fn plugin(cache: &Path, key: &str) -> Option<Plugin> {
    let (name, marketplace) = key.rsplit_once('@')?;
    let folder = cache.join(one_name(marketplace)?).join(one_name(name)?);
    let version = newest(&folder)?;
    let folder = folder.join(&version);
    let manifests = [".codex-plugin/plugin.json", ".claude-plugin/plugin.json"];
    let manifest = manifests.iter().find_map(|rel| json(&folder.join(rel)))?;
    Some(Plugin {
        convention: Convention::Codex,
        name: text(&manifest, "name").unwrap_or(name).to_owned(),
        roots: roots(&folder, Some(&manifest)),
        version: Some(version),
    })
}

/// The version that is loaded: one called `local`, else the highest.
fn newest(folder: &Path) -> Option<String> {
    let names = disk::list(folder).ok()?.into_iter();
    let names = names.filter_map(|entry| entry.name.into_string().ok());
    names.max_by_key(|name| (name == "local", numbers(name), Reverse(name.clone())))
}

fn numbers(version: &str) -> Vec<u64> {
    version.split(|sign: char| !sign.is_ascii_digit()).filter_map(|part| part.parse().ok()).collect()
}

/// A text that names one entry of a folder.
fn one_name(text: &str) -> Option<PathBuf> {
    let path = PathBuf::from(text);
    let mut parts = path.components();
    (matches!(parts.next(), Some(Component::Normal(_))) && parts.next().is_none()).then_some(path)
}
