//! A name for a new skill, checked while it is typed.

use ::skills::manage::{self, Beginning, Outline};
use ::workspace::Workspace;

use super::{NameCheckAsk, NameCheckView, NameHolder};
use crate::Failure;
use crate::convention::named;

/// Whether a skill of that name could be made in a scope, who has the name, and who would win.
///
/// # Errors
///
/// [`Code::WrongUse`](crate::Code::WrongUse) when no agent has that name.
pub fn name_check(workspace: &Workspace, ask: &NameCheckAsk) -> Result<NameCheckView, Failure> {
    let ruling = workspace.ruling(named(ask.convention.as_deref())?);
    let place = manage::place_of(&ruling, ask.scope.scope(), &ask.name);
    // Who wins does not depend on the description.
    let beginning = Beginning { name: &ask.name, description: "-", outline: Outline::Short, folders: &[] };
    let plan = manage::create(&ruling, ask.scope.scope(), &beginning);
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
        refused: place.err().map(|trouble| trouble.message()),
        effects: plan.map(|plan| plan.effects()).unwrap_or_default(),
        description_characters: ask.description.trim().chars().count() as u32,
        description_limit: ::skills::DESCRIPTION_LIMIT as u32,
        advice: ::skills::advice(&ask.description),
    })
}
