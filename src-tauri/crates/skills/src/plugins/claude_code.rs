//! Plugins of Claude Code: enabled in its settings, installed for the user or this project, and listed by a marketplace
//! it knows. Observed in 2.1.330 and 2.1.332.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::{json, roots, text};
use crate::convention::Origin;
use crate::expand::expand;
use crate::{Convention, Places, Plugin};

pub(super) fn plugins(enabled: &[&str], places: &Places) -> Vec<Plugin> {
    let home = places.origins(Origin::ClaudeHome).into_iter().flatten().next();
    let file = |name: &str| json(&home.as_ref()?.join("plugins").join(name));
    let (Some(installed), Some(known)) = (file("installed_plugins.json"), file("known_marketplaces.json"))
    else {
        return Vec::new();
    };
    let mut marketplaces = HashMap::new();
    enabled.iter().filter_map(|key| plugin(places, key, &installed, &known, &mut marketplaces)).collect()
}

/// The manifests of marketplaces, by their folders.
type Marketplaces = HashMap<PathBuf, Option<Value>>;

fn plugin(
    places: &Places,
    key: &str,
    installed: &Value,
    known: &Value,
    marketplaces: &mut Marketplaces,
) -> Option<Plugin> {
    let (name, marketplace) = key.rsplit_once('@')?;
    let entry = entry(places, installed.get("plugins")?.get(key)?)?;
    let marketplace = known.get(marketplace)?;
    let location = absolute(text(marketplace, "installLocation")?)?;
    let manifest = || json(&location.join(".claude-plugin/marketplace.json"));
    let listed = marketplaces.entry(location.clone()).or_insert_with(manifest).as_ref()?;
    let listed =
        listed.get("plugins")?.as_array()?.iter().find(|plugin| text(plugin, "name") == Some(name))?;
    let is_folder = marketplace.get("source").and_then(|source| text(source, "source")) == Some("directory");
    let folder = match listed.get("source").and_then(Value::as_str) {
        // A marketplace that is a folder of this machine is loaded from there and not from its copy.
        Some(source) if is_folder => {
            let folder = expand(Path::new(source), &location, None);
            folder.starts_with(&location).then_some(folder)?
        }
        _ => absolute(text(entry, "installPath")?)?,
    };
    let manifest = json(&folder.join(".claude-plugin/plugin.json"));
    let own = |member: &str| manifest.as_ref().and_then(|manifest| text(manifest, member));
    let version = own("version").filter(|_| is_folder).or_else(|| text(entry, "version"));
    Some(Plugin {
        convention: Convention::ClaudeCode,
        name: own("name").unwrap_or(name).to_owned(),
        version: version.map(str::to_owned),
        roots: roots(&folder, manifest.as_ref()),
    })
}

/// The first installation that is for the user or for this project. Of the older form there is one for everybody.
fn entry<'v>(places: &Places, installed: &'v Value) -> Option<&'v Value> {
    let Some(entries) = installed.as_array() else { return Some(installed) };
    let workspace = places.origins(Origin::Workspace).into_iter().flatten().next()?;
    entries.iter().find(|entry| match text(entry, "projectPath") {
        Some(path) => Path::new(path) == workspace,
        None => true,
    })
}

fn absolute(path: &str) -> Option<PathBuf> {
    let path = PathBuf::from(path);
    path.is_absolute().then_some(path)
}
