//! Pi: `skills` in the settings of the user and of the project, each for skills of its own scope. Observed in 0.87.1.

use std::path::Path;

use super::selector::{Pattern, Selector};
use super::setting::{OpenSettings, Switch, SwitchEffect};
use crate::expand::expand;
use crate::jsonc;

/// Entries that are looked at: more than a settings file may have.
const MOST: usize = 2_000;

/// Patterns behind `!` exclude, paths behind `+` bring back, and paths behind `-` exclude again, in this order. Entries
/// without a sign add folders and exclude nothing.
pub(super) fn read(settings: &OpenSettings<'_>) -> Result<Vec<Switch>, u32> {
    let Some(object) = jsonc::object(settings.text)? else { return Ok(Vec::new()) };
    let base = settings.path.parent().unwrap_or(settings.path);
    let home = settings.places.home.as_deref();
    let entries = jsonc::texts_in(&object, "skills");
    let mut switches = Vec::new();
    for (sign, effect) in
        [('!', SwitchEffect::Ignored), ('+', SwitchEffect::On), ('-', SwitchEffect::Ignored)]
    {
        for (text, byte) in entries.iter().take(MOST) {
            // With a slash at its end a path means nothing.
            let Some(text) = text.strip_prefix(sign).filter(|text| !text.ends_with('/')) else { continue };
            let selector = match sign {
                '!' => {
                    let expanded = expanded_home(text, home);
                    let Some(pattern) = Pattern::of_path(&expanded) else { continue };
                    Selector::PathPattern(pattern, base.to_owned())
                }
                _ => Selector::Path(expand(Path::new(text), base, home)),
            };
            let only = Some(settings.scope);
            switches.push(Switch { only, ..settings.switch(selector, effect, *byte) });
        }
    }
    Ok(switches)
}

fn expanded_home(text: &str, home: Option<&Path>) -> String {
    match (text.strip_prefix("~/"), home) {
        (Some(rest), Some(home)) => home.join(rest).to_string_lossy().into_owned(),
        _ => text.to_owned(),
    }
}
