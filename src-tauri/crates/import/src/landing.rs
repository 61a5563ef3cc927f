//! What lies in quarantine as a plan: an import, or an update.

use std::path::PathBuf;
use std::sync::Arc;

use message::{Message, message};
use skills::Ruling;
use skills::incoming::Weight;
use skills::manage::{self, Arrival, Origin, Plan, Taken, Trouble};

use crate::{Found, Import, Stage, Updated};

/// A skill of an import that was chosen to land.
pub struct Pick {
    /// Its number among the skills found, counted from 0.
    pub skill: usize,
    /// The folder it gets; the one it would get when absent.
    pub folder: Option<String>,
    /// What becomes of a skill that stands there.
    pub taken: Taken,
}

/// Why an import has nothing to land.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotLanded {
    /// It is not ready, or ended without skills.
    NotReady,
    /// A number was picked that it does not have.
    NoSuchSkill,
    /// It brings new skills.
    NoUpdate,
    /// The skill that it would update is not there any more.
    GoneAtSource {
        /// The source, in words.
        origin: Message,
        /// The name of the skill.
        name: String,
    },
}

impl NotLanded {
    /// Returns the reason as a sentence.
    pub fn message(&self) -> Message {
        match self {
            Self::NotReady => message!("this import has no skills to install."),
            Self::NoSuchSkill => message!("this import has no such skill; nothing was written."),
            Self::NoUpdate => message!("this import updates nothing."),
            Self::GoneAtSource { origin, name, .. } => {
                message!("{origin} does not have `{name}` anymore.", origin => origin.clone(), name)
            }
        }
    }
}

impl std::fmt::Display for NotLanded {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message().text)
    }
}

impl std::error::Error for NotLanded {}

/// Plans to land skills of an import.
///
/// # Errors
///
/// [`NotLanded`] when it is not ready or has no such skill; what a plan may refuse is in its own result.
pub fn plan(
    import: &Import,
    ruling: &Ruling,
    scope: skills::Scope,
    picks: Vec<Pick>,
) -> Result<Result<Plan, Trouble>, NotLanded> {
    let skills = ready(import)?;
    let mut chosen: Vec<(Arc<Found>, String, Taken, Origin)> = Vec::new();
    for pick in picks {
        let found = skills.get(pick.skill).ok_or(NotLanded::NoSuchSkill)?;
        if let Some(refused) = refused(found) {
            return Ok(Err(refused));
        }
        let folder = pick.folder.unwrap_or_else(|| found.folder.clone());
        chosen.push((Arc::clone(found), folder, pick.taken, import.origin_of(found)));
    }
    let arrivals: Vec<Arrival<'_>> = chosen
        .iter()
        .map(|(found, folder, taken, origin)| Arrival { from: &found.dir, folder, taken: *taken, origin })
        .collect();
    Ok(manage::import(ruling, scope, &arrivals))
}

/// Plans to bring a skill up to what its source has now; of the files named in `theirs` the source's version is taken
/// although they were changed here.
///
/// # Errors
///
/// [`NotLanded`] when it updates nothing, is not ready, or its source no longer has the skill.
pub fn plan_update(
    import: &Import,
    ruling: &Ruling,
    skill: &skills::Skill,
    theirs: &[PathBuf],
) -> Result<Result<Plan, Trouble>, NotLanded> {
    let (updated, found) = upstream(import)?;
    if let Some(refused) = refused(&found) {
        return Ok(Err(refused));
    }
    let now = import.origin_of(&found);
    Ok(manage::update(ruling, skill, (&updated.origin, &now), &found.dir, theirs))
}

/// What was refused when it was laid out is not in quarantine, so what lies there would be let in without it.
fn refused(found: &Found) -> Option<Trouble> {
    let doubt = found.inspected.doubts.iter().find(|doubt| doubt.weight == Weight::Refuses)?;
    Some(Trouble::Refused(message!(
        "`{name}` is refused: {at}: {words}.",
        name = found.inspected.name,
        at = doubt.at,
        words = doubt.words
    )))
}

/// The skill that is updated, and what its source has of it now.
///
/// # Errors
///
/// As [`plan_update`].
pub fn upstream(import: &Import) -> Result<(&Updated, Arc<Found>), NotLanded> {
    let updated = import.updates.as_ref().ok_or(NotLanded::NoUpdate)?;
    let skills = ready(import)?;
    // At the same place, else the one of the same name, which may have moved there.
    let same_place = skills.iter().find(|found| found.rel == updated.origin.rel);
    let same_name = || skills.iter().find(|found| found.inspected.name == updated.name);
    let found = same_place.or_else(same_name).map(Arc::clone);
    let gone =
        || NotLanded::GoneAtSource { origin: import.origin.source.message(), name: updated.name.clone() };
    Ok((updated, found.ok_or_else(gone)?))
}

fn ready(import: &Import) -> Result<Vec<Arc<Found>>, NotLanded> {
    let state = import.state();
    match state.stage {
        Stage::Ready => Ok(state.skills.clone()),
        _ => Err(NotLanded::NotReady),
    }
}
