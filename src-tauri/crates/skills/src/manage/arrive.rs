//! Skills out of quarantine land in a root.

use std::path::Path;

use disk::{Digest, Imprint, Matter};
use message::{Message, message};

use super::change::Origin;
use super::change::{Act, Plan, Source, Step, Trouble, deed};
use super::foresee::root_for_new;
use super::plan::{check_folder, check_free, check_name, finish, no_root};
use crate::incoming::{Doubt, Weight, inspect};
use crate::skill::FILE_NAME;
use crate::{Ruling, SKILL_LIMIT, Scope};

/// A skill that lies in quarantine and shall land.
#[derive(Debug, Clone)]
pub struct Arrival<'a> {
    /// Where it lies.
    pub from: &'a Path,
    /// The name of its folder from now on.
    pub folder: &'a str,
    /// What happens when a skill stands there.
    pub taken: Taken,
    /// Where it comes from; its path and files are filled in here.
    pub origin: &'a Origin,
}

/// What happens when a skill stands where another shall land.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Taken {
    /// It does not land.
    Refused,
    /// What stands there goes into the trash.
    Replaced,
}

/// Lands skills in the root of a scope, all of them or none. Refused when one of them has a doubt that refuses, a
/// name that is none, or a place that is taken; and when two would lie in one place.
///
/// # Errors
///
/// [`Trouble::Refused`] as said above, when no skill was chosen, and where the root of the scope is not
/// known; [`Trouble::Disk`] when the quarantine or the root cannot be read.
pub fn import(ruling: &Ruling, scope: Scope, arrivals: &[Arrival<'_>]) -> Result<Plan, Trouble> {
    if arrivals.is_empty() {
        return Trouble::refused(message!("No skill is selected."));
    }
    let (mut steps, mut origins, mut notes): (Vec<Step>, Vec<Origin>, Vec<Message>) = Default::default();
    for arrival in arrivals {
        let (step, origin) = landing(ruling, scope, arrival)?;
        if steps.iter().any(|other| other.path == step.path) {
            return Trouble::refused(message!(
                "Two of these skills would be in {path}.",
                path = step.path.display()
            ));
        }
        if !step.seen.is_nothing() {
            notes.push(message!(
                "{path} is replaced; the existing one moves to the trash.",
                path = step.path.display()
            ));
        }
        steps.push(step);
        origins.push(origin);
    }
    let names: Vec<String> = arrivals.iter().map(|arrival| format!("`{}`", arrival.folder)).collect();
    let deed = deed!(
        "Would import {skills} into {scope} from {source}.",
        "imported {skills} into {scope} from {source}",
        skills = names.join(", "),
        scope,
        source => arrivals[0].origin.source.message()
    );
    notes.push(message!("Nothing of it has been run."));
    let plan = finish(ruling, Act::Import, deed, steps, notes)?;
    Ok(Plan { origins, ..plan })
}

fn landing(ruling: &Ruling, scope: Scope, arrival: &Arrival<'_>) -> Result<(Step, Origin), Trouble> {
    check_name(arrival.folder)?;
    let Some(root) = root_for_new(ruling, scope) else { return no_root(ruling, scope) };
    let path = root.join(arrival.folder);
    check_folder(ruling, &path)?;
    let seen = Imprint::of(&path)?;
    if seen.is_nothing() || arrival.taken == Taken::Refused {
        check_free(&path)?;
    }
    refuse_doubtful(arrival.from)?;
    let after = Imprint::of(arrival.from)?;
    let origin = Origin {
        path: path.clone(),
        files: crate::incoming::FileMark::all(&after),
        ..arrival.origin.clone()
    };
    let text_before = disk::read(&path.join(FILE_NAME), SKILL_LIMIT).ok().map(|read| read.bytes);
    let step = Step {
        seen,
        text_before,
        text_after: Some(text_of(arrival.from, &after)?),
        after,
        source: Source::Copy { from: super::settled(arrival.from)?, instead: Vec::new() },
        path,
    };
    Ok((step, origin))
}

/// The `SKILL.md`, which must be what the imprint has seen: the imprint is what will be carried out.
fn text_of(from: &Path, imprint: &Imprint) -> Result<Vec<u8>, Trouble> {
    let bytes = disk::read(&from.join(FILE_NAME), SKILL_LIMIT)?.bytes;
    let seen = imprint.parts.iter().find(|part| part.rel == Path::new(FILE_NAME)).map(|part| &part.matter);
    match seen {
        Some(Matter::File { digest, .. }) if *digest != Digest::of(&bytes) => {
            Err(Trouble::Moved(vec![from.join(FILE_NAME)]))
        }
        _ => Ok(bytes),
    }
}

/// What was found when it was shown is found again when it lands: nobody else's word is taken for it.
pub(super) fn refuse_doubtful(from: &Path) -> Result<(), Trouble> {
    let refuses = |doubt: &&Doubt| doubt.weight == Weight::Refuses;
    let inspected = inspect(from, &|_| Vec::new())?;
    match inspected.doubts.iter().find(refuses) {
        Some(doubt) => Trouble::refused(message!("{at}: {words}.", at = doubt.at, words = doubt.words)),
        None => Ok(()),
    }
}
