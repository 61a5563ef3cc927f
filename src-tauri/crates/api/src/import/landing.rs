//! What lies in quarantine as a plan: an import, or an update.

use std::path::PathBuf;
use std::sync::Arc;

use ::skills::incoming::Weight;
use ::skills::manage::{self, Arrival, Origin, Plan, Taken, Trouble};
use ::workspace::{MANAGED, locked};

use super::quarantine::{Found, Import, Updated};
use super::view::ImportStage;
use crate::{App, Failure};
use views::wire::{ImportPick, Occupied, SkillScope};

/// Plans to land skills of an import.
pub(crate) fn import_plan(
    app: &App,
    id: &str,
    scope: SkillScope,
    picks: &[ImportPick],
) -> Result<Result<Plan, Trouble>, Failure> {
    let import = app.import(id)?;
    let skills = ready(&import)?;
    let mut chosen: Vec<(Arc<Found>, String, Taken, Origin)> = Vec::new();
    for pick in picks {
        let Some(found) = skills.get(pick.skill as usize) else {
            return Err(Failure::not_found("this import has no such skill; nothing was written"));
        };
        let taken = match pick.occupied {
            Occupied::Replaced => Taken::Replaced,
            Occupied::Refused | Occupied::Beside => Taken::Refused,
        };
        let folder = pick.folder.clone().unwrap_or_else(|| found.folder.clone());
        if let Some(refused) = refused(found) {
            return Ok(Err(refused));
        }
        chosen.push((Arc::clone(found), folder, taken, origin_of(&import, found)));
    }
    let arrivals: Vec<Arrival<'_>> = chosen
        .iter()
        .map(|(found, folder, taken, origin)| Arrival { from: &found.dir, folder, taken: *taken, origin })
        .collect();
    Ok(manage::import(&app.workspace.ruling(MANAGED), scope.scope(), &arrivals))
}

/// Plans to bring a skill up to what its source has now.
pub(crate) fn update_plan(app: &App, id: &str, theirs: &[String]) -> Result<Result<Plan, Trouble>, Failure> {
    let import = app.import(id)?;
    let (updated, found) = upstream(&import)?;
    if let Some(refused) = refused(&found) {
        return Ok(Err(refused));
    }
    let ruling = app.workspace.ruling(MANAGED);
    let skill = ruling.skill(&updated.skill).ok_or_else(Failure::skill_gone)?;
    let now = origin_of(&import, &found);
    let theirs: Vec<PathBuf> = theirs.iter().map(PathBuf::from).collect();
    Ok(manage::update(&ruling, skill, (&updated.origin, &now), &found.dir, &theirs))
}

/// What was refused when it was laid out is not in quarantine, so what lies there would be let in without it.
fn refused(found: &Found) -> Option<Trouble> {
    let doubt = found.inspected.doubts.iter().find(|doubt| doubt.weight == Weight::Refuses)?;
    Some(Trouble::Refused(format!("`{}` is refused: {}: {}", found.inspected.name, doubt.at, doubt.words)))
}

/// The skill that is updated, and what its source has of it now.
pub(super) fn upstream(import: &Import) -> Result<(&Updated, Arc<Found>), Failure> {
    let Some(updated) = &import.updates else {
        return Err(Failure::not_found("this import updates nothing"));
    };
    let skills = ready(import)?;
    // At the same place, else the one of the same name, which may have moved there.
    let same_place = skills.iter().find(|found| found.rel == updated.origin.rel);
    let same_name = || skills.iter().find(|found| found.inspected.name == updated.name);
    let found = same_place.or_else(same_name).map(Arc::clone);
    let found = found.ok_or_else(|| {
        let words = format!("{} no longer has `{}`", import.origin.source.words(), updated.name);
        Failure::not_found(words).hint("nothing was changed here")
    })?;
    Ok((updated, found))
}

fn ready(import: &Import) -> Result<Vec<Arc<Found>>, Failure> {
    let state = locked(&import.state);
    match state.stage {
        ImportStage::Ready => Ok(state.skills.clone()),
        _ => Err(Failure::not_found("this import has no skills to land").hint("wait until it is ready")),
    }
}

fn origin_of(import: &Import, found: &Found) -> Origin {
    let state = locked(&import.state);
    Origin {
        rel: found.rel.clone(),
        commit: state.commit.clone(),
        archive: state.archive.clone(),
        ..import.origin.clone()
    }
}
