//! Gemini CLI: `skills.disabled` of the user and of the workspace together, in any case, and `skills.enabled` for all.
//! Observed in 0.61.0.

use super::selector::Selector;
use super::setting::{Group, OpenSettings, Switch, SwitchEffect};
use crate::jsonc;

pub(super) fn read(settings: &OpenSettings<'_>) -> Result<Vec<Switch>, u32> {
    let object = jsonc::object(settings.text)?;
    let Some(skills) = object.as_ref().and_then(|object| jsonc::object_in(object, "skills")) else {
        return Ok(Vec::new());
    };
    let disabled = jsonc::texts_in(skills, "disabled").into_iter();
    let named = |(name, byte): (&str, usize)| {
        settings.switch(Selector::NameInAnyCase(name.to_owned()), SwitchEffect::Off, byte)
    };
    let mut switches: Vec<Switch> = disabled.map(named).collect();
    if let Some((enabled, byte)) = jsonc::flag(skills, "enabled") {
        let effect = if enabled { SwitchEffect::On } else { SwitchEffect::Off };
        switches.push(Switch { group: Group::Tool, ..settings.switch(Selector::All, effect, byte) });
    }
    Ok(switches)
}
