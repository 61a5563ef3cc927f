//! OpenCode: permissions of the tool `skill`, by patterns of names; the last that fits counts. Observed in 1.18.33.
//! Permissions of single agents of its own are not read.

use jsonc_parser::ast::{Object, Value};
use jsonc_parser::common::Ranged;

use super::selector::{Pattern, Selector};
use super::setting::{Settings, Switch, SwitchEffect};
use crate::jsonc;

/// The tool that a permission has to mean.
const TOOL: &str = "skill";

pub(super) fn read(settings: &Settings<'_>) -> Result<Vec<Switch>, u32> {
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

fn permitted(settings: &Settings<'_>, permissions: &Object<'_>) -> Vec<Switch> {
    let is_of_tool = |name: &str| Pattern::of_name(name).is_some_and(|pattern| pattern.fits(TOOL));
    let mut switches = Vec::new();
    for member in permissions.properties.iter().filter(|member| is_of_tool(member.name.as_str())) {
        match &member.value {
            Value::StringLit(action) => {
                let effect = effect(&action.value);
                switches.extend(effect.map(|effect| settings.switch(Selector::All, effect, member.start())));
            }
            Value::Object(names) => switches.extend(names.properties.iter().filter_map(|name| {
                let effect = effect(&name.value.as_string_lit()?.value)?;
                let pattern = Selector::NamePattern(Pattern::of_name(name.name.as_str())?);
                Some(settings.switch(pattern, effect, name.start()))
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
