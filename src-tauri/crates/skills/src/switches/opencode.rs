//! OpenCode: permissions of the tool `skill`, by patterns of names; the last that fits counts. Observed in 1.18.33.
//! Permissions of single agents of its own are not read.

use jsonc_parser::ast::{Object, Value};
use jsonc_parser::common::Ranged;

use super::selector::{Pattern, Selector};
use super::setting::{OpenSettings, Switch, SwitchEffect};
use crate::jsonc;

/// Members of an object that are looked at: more than a settings file may have.
const MOST: usize = 2_000;
/// The tool that a permission has to mean.
const TOOL: &str = "skill";

pub(super) fn read(settings: &OpenSettings<'_>) -> Result<Vec<Switch>, u32> {
    let Some(object) = jsonc::object(settings.text)? else { return Ok(Vec::new()) };
    let mut switches = Vec::new();
    // A permission that allows everything goes before it, so it comes first.
    if let Some((false, byte)) = jsonc::object_in(&object, "tools").and_then(|tools| jsonc::flag(tools, TOOL))
    {
        switches.push(settings.switch(Selector::All, SwitchEffect::UserOnly, byte));
    }
    if let Some(permissions) = jsonc::object_in(&object, "permission") {
        switches.extend(permitted(settings, permissions));
    }
    Ok(switches)
}

fn permitted(settings: &OpenSettings<'_>, permissions: &Object<'_>) -> Vec<Switch> {
    let is_pattern = |name: &str| name.contains(['*', '?']);
    let is_of_tool = |name: &str| match is_pattern(name) {
        true => Pattern::of_name(name).is_some_and(|pattern| pattern.fits(TOOL)),
        false => name == TOOL,
    };
    let selector = |name: &str| match is_pattern(name) {
        true => Pattern::of_name(name).map(Selector::NamePattern),
        false => Some(Selector::Name(name.to_owned())),
    };
    let mut switches = Vec::new();
    let members = permissions.properties.iter().take(MOST);
    for member in members.filter(|member| is_of_tool(member.name.as_str())) {
        if switches.len() > MOST {
            break;
        }
        match &member.value {
            Value::StringLit(action) => {
                let effect = effect(&action.value);
                switches.extend(effect.map(|effect| settings.switch(Selector::All, effect, member.start())));
            }
            Value::Object(names) => switches.extend(names.properties.iter().take(MOST).filter_map(|name| {
                let effect = effect(&name.value.as_string_lit()?.value)?;
                Some(settings.switch(selector(name.name.as_str())?, effect, name.start()))
            })),
            _ => {}
        }
    }
    switches
}

/// A skill that is asked about is listed.
fn effect(action: &str) -> Option<SwitchEffect> {
    match action {
        "allow" | "ask" => Some(SwitchEffect::On),
        "deny" => Some(SwitchEffect::UserOnly),
        _ => None,
    }
}
