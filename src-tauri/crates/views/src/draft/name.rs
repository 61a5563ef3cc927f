//! A name for a new skill, checked while it is typed.

use ::skills::manage::{self, Beginning, Outline, Shift, Trouble};
use ::workspace::{MANAGED, Workspace};

use super::{NameCheckAsk, NameCheckView, NameHolder};
use crate::Failure;

/// Whether a skill of that name could be made in a scope, who has the name, and who would win.
///
/// # Errors
///
/// None: it has the form that every request has.
pub fn name_check(workspace: &Workspace, ask: &NameCheckAsk) -> Result<NameCheckView, Failure> {
    let ruling = workspace.ruling(MANAGED);
    let place = manage::place_of(&ruling, ask.scope.scope(), &ask.name);
    // Who wins does not depend on the description.
    let beginning = Beginning { name: &ask.name, description: "-", outline: Outline::Short, folders: &[] };
    let mut effects: Vec<String> = Vec::new();
    if let Ok(plan) = manage::create(&ruling, ask.scope.scope(), &beginning) {
        effects.extend(plan.shifts.iter().map(Shift::sentence));
        effects.extend(plan.shadowed.iter().map(|path| format!("{path} will be shadowed in Pixir.")));
    }
    let holders = ruling.claims.iter().zip(&ruling.ids).filter(|(claim, _)| claim.skill.name == ask.name);
    Ok(NameCheckView {
        holders: holders
            .map(|(claim, id)| NameHolder {
                skill: id.clone(),
                short_path: claim.skill.short_path.clone(),
                wins: claim.is_visible(),
            })
            .collect(),
        path: place.as_ref().ok().map(|place| workspace.shown(&place.join("SKILL.md"))),
        refused: place.err().map(|trouble| sentence(&trouble)),
        effects,
        description_characters: ask.description.trim().chars().count() as u32,
        description_limit: ::skills::DESCRIPTION_LIMIT as u32,
        advice: ::skills::advice(&ask.description),
    })
}

fn sentence(trouble: &Trouble) -> String {
    let words = trouble.to_string();
    if words.ends_with('.') { words } else { format!("{words}.") }
}
