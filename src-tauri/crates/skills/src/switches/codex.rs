//! Codex: `[[skills.config]]` in the user's `config.toml`, and the switches for all skills there and in that of a trusted
//! project. Observed in 0.169.0 and 0.171.0.

use std::path::{Path, PathBuf};

use toml_edit::{Document, Item, TableLike};

use super::selector::Selector;
use super::setting::{Group, Settings, Switch, SwitchEffect, line_at};
use crate::Scope;
use crate::codex_config::is_trusted;
use crate::expand::expand;

pub(super) fn read(settings: &Settings<'_>) -> Result<Vec<Switch>, u32> {
    let document = Document::parse(settings.text)
        .map_err(|error| line_at(settings.text, error.span().map_or(0, |span| span.start)))?;
    let Some(skills) = document.get("skills").and_then(Item::as_table_like) else { return Ok(Vec::new()) };
    // Of a project only the switches for all skills count, and only where the user trusts it.
    let is_project = settings.scope == Scope::Repo;
    if is_project && !is_trusted(settings.places) {
        return Ok(Vec::new());
    }
    let single = entries(skills).filter(|_| !is_project);
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
    Ok(switches)
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
fn switch(settings: &Settings<'_>, entry: &dyn TableLike) -> Option<Switch> {
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
fn file(settings: &Settings<'_>, path: &str) -> PathBuf {
    let folder = settings.path.parent().unwrap_or(settings.path);
    let path = expand(Path::new(path), folder, settings.places.home.as_deref());
    disk::canonical(&path).unwrap_or(path)
}

fn start(item: Option<&Item>) -> usize {
    item.and_then(Item::span).map_or(0, |span| span.start)
}
