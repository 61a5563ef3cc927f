//! What an import would land, and what an update would change.
//!
//! Requests stand on this; it knows none of them.

use std::path::PathBuf;
use std::sync::Arc;

use ::import::{Import, NotLanded, Pick};
use ::skills::Convention;
use ::skills::manage::{Plan, Taken, Trouble};
use ::workspace::locked;
use message::message;

use crate::{App, Failure};
use views::wire::{ImportPick, Occupied, SkillScope};

/// The import of an id.
pub(crate) fn remembered(app: &App, id: &str) -> Result<Arc<Import>, Failure> {
    locked(&app.imports).find(id).ok_or_else(|| {
        Failure::not_found(message!("this import has expired; nothing was written."))
            .hint(message!("Start it again."))
    })
}

/// Plans to land skills of an import.
pub(crate) fn import_plan(
    app: &App,
    id: &str,
    convention: Convention,
    scope: SkillScope,
    picks: &[ImportPick],
) -> Result<Result<Plan, Trouble>, Failure> {
    let picks = picks.iter().map(|pick| Pick {
        skill: pick.skill as usize,
        folder: pick.folder.clone(),
        taken: match pick.occupied {
            Occupied::Replaced => Taken::Replaced,
            Occupied::Refused | Occupied::Beside => Taken::Refused,
        },
    });
    let import = remembered(app, id)?;
    let ruling = app.workspace.ruling(convention);
    ::import::plan(&import, &ruling, scope.scope(), picks.collect()).map_err(not_landed)
}

/// Plans to bring a skill up to what its source has now.
pub(crate) fn update_plan(app: &App, id: &str, theirs: &[String]) -> Result<Result<Plan, Trouble>, Failure> {
    let import = remembered(app, id)?;
    let updated = import.updates.as_ref().ok_or(NotLanded::NoUpdate).map_err(not_landed)?;
    let ruling = app.workspace.ruling_with(&updated.skill).ok_or_else(Failure::skill_gone)?;
    let skill = ruling.skill(&updated.skill).ok_or_else(Failure::skill_gone)?;
    let theirs: Vec<PathBuf> = theirs.iter().map(PathBuf::from).collect();
    ::import::plan_update(&import, &ruling, skill, &theirs).map_err(not_landed)
}

/// The failure of an import that has nothing to land.
#[allow(clippy::needless_pass_by_value, reason = "it is handed to map_err")]
pub(crate) fn not_landed(not: NotLanded) -> Failure {
    let failure = Failure::not_found(not.message());
    match not {
        NotLanded::NotReady => failure.hint(message!("Wait until it is ready.")),
        NotLanded::GoneAtSource { .. } => failure.hint(message!("Nothing was changed here.")),
        NotLanded::NoSuchSkill | NotLanded::NoUpdate => failure,
    }
}
