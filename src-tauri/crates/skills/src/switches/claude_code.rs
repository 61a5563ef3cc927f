//! Claude Code: `skillOverrides` by the folder's name, permissions that deny a skill, and enabled plugins. Observed in
//! 2.1.330 and 2.1.332.

use jsonc_parser::ast::Object;
use jsonc_parser::common::Ranged;

use super::selector::Selector;
use super::setting::{Group, OpenSettings, PLUGINS, SettingsFile, Switch, SwitchEffect};
use crate::jsonc;

pub(super) fn read(settings: &OpenSettings<'_>) -> Result<SettingsFile, u32> {
    let Some(object) = jsonc::strict_object(settings.text)? else { return Ok(SettingsFile::default()) };
    let mut switches = overrides(settings, &object);
    let permissions = jsonc::object_in(&object, "permissions");
    for (rule, byte) in permissions.map(|object| jsonc::texts_in(object, "deny")).unwrap_or_default() {
        if let Some((selector, effect)) = denied(rule) {
            switches.push(Switch { group: Group::Tool, ..settings.switch(selector, effect, byte) });
        }
    }
    let enabled = jsonc::object_in(&object, "enabledPlugins").into_iter().flat_map(|all| &all.properties);
    let plugins = enabled.take(PLUGINS).map(|member| {
        let is_on = member.value.as_boolean_lit().is_some_and(|lit| lit.value);
        (member.name.as_str().to_owned(), is_on)
    });
    Ok(SettingsFile { switches, plugins: plugins.collect(), ..SettingsFile::default() })
}

/// One value that is none of the four voids all of them.
fn overrides(settings: &OpenSettings<'_>, object: &Object<'_>) -> Vec<Switch> {
    let Some(overrides) = jsonc::object_in(object, "skillOverrides") else { return Vec::new() };
    let all: Option<Vec<Switch>> = overrides
        .properties
        .iter()
        .map(|member| {
            let effect = match member.value.as_string_lit()?.value.as_ref() {
                "on" => SwitchEffect::On,
                "name-only" => SwitchEffect::NameOnly,
                "user-invocable-only" => SwitchEffect::UserOnly,
                "off" => SwitchEffect::Off,
                _ => return None,
            };
            let folder = Selector::Folder(member.name.as_str().to_owned());
            Some(settings.switch(folder, effect, member.start()))
        })
        .collect();
    all.unwrap_or_default()
}

/// The skills that a denied tool call means. Without a skill the tool itself is denied, and nothing is listed.
fn denied(rule: &str) -> Option<(Selector, SwitchEffect)> {
    if rule == "Skill" || rule == "Skill(*)" {
        return Some((Selector::All, SwitchEffect::UserOnly));
    }
    let name = rule.strip_prefix("Skill(")?.strip_suffix(')')?;
    let name = name.strip_prefix('/').unwrap_or(name);
    let selector = match name.strip_suffix(":*").or_else(|| name.strip_suffix(" *")) {
        Some(prefix) => Selector::FolderOrNamePrefix(prefix.to_owned()),
        None => Selector::FolderOrName(name.to_owned()),
    };
    Some((selector, SwitchEffect::ModelRefused))
}
