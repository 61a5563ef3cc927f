//! Copilot CLI: `disabledSkills` by name, and folders it does not look into. Observed in 1.0.102; the files of a
//! project count only where it runs interactively.

use std::path::PathBuf;

use super::selector::Selector;
use super::setting::{OpenSettings, Switch, SwitchEffect};
use crate::{Scope, jsonc};

pub(super) fn read(settings: &OpenSettings<'_>) -> Result<Vec<Switch>, u32> {
    let Some(object) = jsonc::object(settings.text)? else { return Ok(Vec::new()) };
    let named = jsonc::texts_in(&object, "disabledSkills").into_iter();
    let named =
        named.map(|(name, byte)| settings.switch(Selector::Name(name.to_owned()), SwitchEffect::Off, byte));
    // Only whole paths, and only the user's own, were seen to count.
    let folders = match settings.scope {
        Scope::User => jsonc::texts_in(&object, "ignoredSkillsLocations"),
        _ => Vec::new(),
    };
    let folders = folders.into_iter().map(|(path, byte)| (PathBuf::from(path), byte));
    let folders = folders.filter(|(path, _)| path.is_absolute());
    let folders =
        folders.map(|(path, byte)| settings.switch(Selector::Below(path), SwitchEffect::Ignored, byte));
    Ok(named.chain(folders).collect())
}
