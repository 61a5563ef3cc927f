//! Codex: `[[skills.config]]` in the user's `config.toml`; the switches for all skills, and plugins, there and in that of
//! a trusted project. Observed in 0.169.0 and 0.171.0.

use std::path::{Path, PathBuf};

use toml_edit::{Document, Item, TableLike};

use super::selector::Selector;
use super::setting::{Group, LIMIT, OpenSettings, PLUGINS, SettingsFile, Switch, SwitchEffect, line_at};
use crate::convention::Origin;
use crate::expand::expand;
use crate::{Convention, Places, Scope};

pub(super) fn read(settings: &OpenSettings<'_>) -> Result<SettingsFile, u32> {
    let document = Document::parse(settings.text)
        .map_err(|error| line_at(settings.text, error.span().map_or(0, |span| span.start)))?;
    if settings.scope == Scope::Repo && !is_trusted(settings.places) {
        return Ok(SettingsFile::default());
    }
    let table = |key: &str| document.get(key).and_then(Item::as_table_like);
    let plugins = table("plugins").into_iter().flat_map(|all| all.iter()).take(PLUGINS);
    let plugins = plugins.filter_map(|(key, plugin)| {
        Some((key.to_owned(), plugin.as_table_like()?.get("enabled")?.as_bool()?))
    });
    Ok(SettingsFile {
        switches: table("skills").map(|skills| switches(settings, skills)).unwrap_or_default(),
        plugins: plugins.collect(),
        uses_plugins: table("features").and_then(|features| features.get("plugins")?.as_bool()),
        ..SettingsFile::default()
    })
}

/// Returns whether the user trusts the project, as the user's own file has it.
fn is_trusted(places: &Places) -> bool {
    let files = places.settings_files(Convention::Codex);
    let of_user = files.iter().find(|(_, scope)| *scope == Scope::User);
    let text = of_user.and_then(|(path, _)| String::from_utf8(disk::read(path, LIMIT).ok()?.bytes).ok());
    let Some(document) = text.and_then(|text| Document::parse(text).ok()) else { return false };
    let folders = [Origin::Workspace, Origin::Repository].map(|origin| places.origins(origin));
    folders.into_iter().flatten().flatten().any(|folder| {
        let level = document.get("projects").and_then(|projects| projects.get(&*folder.to_string_lossy()));
        level.and_then(|project| project.get("trust_level")).and_then(Item::as_str) == Some("trusted")
    })
}

/// Of a project only the switches for all skills count.
fn switches(settings: &OpenSettings<'_>, skills: &dyn TableLike) -> Vec<Switch> {
    let single = entries(skills).filter(|_| settings.scope != Scope::Repo);
    let mut switches: Vec<Switch> = single.filter_map(|entry| switch(settings, entry)).collect();
    let bundled =
        skills.get("bundled").and_then(Item::as_table_like).and_then(|bundled| bundled.get("enabled"));
    if let Some(false) = bundled.and_then(Item::as_bool) {
        let all = settings.switch(Selector::All, SwitchEffect::Ignored, start(bundled));
        switches.push(Switch { group: Group::Tool, only: Some(Scope::BuiltIn), ..all });
    }
    let listed = skills.get("include_instructions");
    if let Some(is_listed) = listed.and_then(Item::as_bool) {
        let effect = if is_listed { SwitchEffect::On } else { SwitchEffect::UserOnly };
        let all = settings.switch(Selector::All, effect, start(listed));
        switches.push(Switch { group: Group::Tool, ..all });
    }
    switches
}

/// The entries of `skills.config`, as tables or in line.
fn entries(skills: &dyn TableLike) -> impl Iterator<Item = &dyn TableLike> {
    let config = skills.get("config");
    let tables =
        config.and_then(Item::as_array_of_tables).into_iter().flatten().map(|table| table as &dyn TableLike);
    let values = config.and_then(Item::as_array).into_iter().flatten();
    tables.chain(values.filter_map(|value| value.as_inline_table().map(|table| table as &dyn TableLike)))
}

/// An entry names a skill by its name or by its file, not by both, and says whether it is used.
fn switch(settings: &OpenSettings<'_>, entry: &dyn TableLike) -> Option<Switch> {
    let text = |key: &str| entry.get(key).and_then(Item::as_str);
    let effect = if entry.get("enabled")?.as_bool()? { SwitchEffect::On } else { SwitchEffect::Ignored };
    let (selector, item) = match (text("name"), text("path")) {
        (Some(name), None) => (Selector::Name(name.trim().to_owned()), entry.get("name")),
        (None, Some(path)) => (Selector::File(file(settings, path)), entry.get("path")),
        _ => return None,
    };
    Some(settings.switch(selector, effect, start(item)))
}

/// The file that a path means, counted from the settings file's folder.
fn file(settings: &OpenSettings<'_>, path: &str) -> PathBuf {
    let folder = settings.path.parent().unwrap_or(settings.path);
    let path = expand(Path::new(path), folder, settings.places.home.as_deref());
    disk::canonical(&path).unwrap_or(path)
}

fn start(item: Option<&Item>) -> usize {
    item.and_then(Item::span).map_or(0, |span| span.start)
}
