//! What was begun and not ended: finished when all of it stands, else taken back from the trash.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use disk::{Displaced, FolderHandle, Imprint};
use message::{Message, message};

use super::change::Trouble;
use super::ground::Grounds;
use super::journal::{Entry, EntryStep, Journal, Mark, Outcome, Writing};
use super::staging::{numbered, staging_name, tidy};

/// Ends every open change of the journal, and says so in `known` too.
pub(crate) fn recover(writing: &mut Writing, known: &mut Journal) -> Result<Vec<Entry>, Trouble> {
    let mut ended = Vec::new();
    let open: Vec<Entry> = known.open().cloned().collect();
    for mut entry in open {
        let grounds = Grounds::default();
        let stands = |step: &EntryStep| is(&grounds, &step.path, &step.after);
        entry.outcome = if entry.steps.iter().all(stands) {
            finish(writing, known, &entry, &grounds)?;
            Outcome::Done
        } else {
            let all = entry.steps.len();
            take_back(writing, &entry, &grounds, all, &message!("Assay was interrupted during the change."))
        };
        writing.end(&entry.id, &entry.outcome)?;
        known.ended(&entry.id, entry.outcome.clone());
        ended.push(entry);
    }
    Ok(ended)
}

/// The rest of a change of which all stands.
fn finish(writing: &Writing, known: &Journal, entry: &Entry, grounds: &Grounds) -> Result<(), Trouble> {
    let places = || entry.steps.iter().map(|step| step.path.as_path());
    // It may stand in memory alone so far.
    grounds.flush(places())?;
    tidy(grounds, &writing.trash, entry);
    let undone = entry.undoes.as_deref().and_then(|id| known.entry(id));
    let unmade = undone.map(|undone| undone.makes.as_slice()).unwrap_or_default();
    remove_empty(grounds, unmade);
    grounds.flush(places().chain(unmade.iter().map(PathBuf::as_path)))
}

/// Folders that a change had made; one that something has been put into stays.
fn remove_empty(grounds: &Grounds, folders: &[PathBuf]) {
    for folder in folders.iter().rev() {
        if let Ok((above, name)) = grounds.above(folder) {
            above.remove_empty_folder(name);
        }
    }
}

fn is(grounds: &Grounds, path: &Path, mark: &Mark) -> bool {
    grounds.imprint(path).is_ok_and(|found| Mark::of(&found) == *mark)
}

/// Brings every place back to what was seen there; those from `swapped` on were not touched. A place that somebody
/// else has changed since is left alone.
pub(crate) fn take_back(
    writing: &Writing,
    entry: &Entry,
    grounds: &Grounds,
    swapped: usize,
    why: &Message,
) -> Outcome {
    let mut left = Vec::new();
    for (step, number) in entry.steps.iter().zip(0..swapped).rev() {
        if let Err(words) = take_back_step(writing, entry, grounds, step, number) {
            left.push(message!("{path}: {why}.", path = step.path.display(), why => words));
        }
    }
    // Before anything goes that could bring it back once more.
    let places = entry.steps.iter().take(swapped).map(|step| step.path.as_path());
    if let Err(trouble) = grounds.flush(places) {
        left.push(trouble.message());
    }
    tidy(grounds, &writing.trash, entry);
    remove_empty(grounds, &entry.makes);
    let places = entry.steps.iter().map(|step| &step.path).chain(&entry.makes);
    let _ = grounds.flush(places.map(PathBuf::as_path));
    if left.is_empty() {
        let_go(writing, entry, grounds, swapped);
        return Outcome::TakenBack(why.clone());
    }
    let kept = writing.trash.path().join(&entry.id);
    Outcome::Left(message!(
        "{why} {left} The old states are in {folder}.",
        why => why.clone(),
        left => Message::in_a_row(left),
        folder = kept.display()
    ))
}

/// What was kept for a change that did not come about stands in its place, so the trash need not have it as well.
fn let_go(writing: &Writing, entry: &Entry, grounds: &Grounds, swapped: usize) {
    let Ok(slot) = writing.trash.folder(Path::new(&entry.id)) else { return };
    for (step, number) in entry.steps.iter().zip(0_usize..) {
        if number >= swapped || is(grounds, &step.path, &step.seen) {
            let _ = slot.clear(OsStr::new(&number.to_string()));
            let _ = slot.clear(&numbered("wrote", number));
        }
    }
    super::trash::forget_empty(&writing.trash, &slot, &entry.id);
}

fn take_back_step(
    writing: &Writing,
    entry: &Entry,
    grounds: &Grounds,
    step: &EntryStep,
    number: usize,
) -> Result<(), Message> {
    let now = Mark::of(&grounds.imprint(&step.path).map_err(words)?);
    if now == step.seen {
        return Ok(());
    }
    // Nothing at all is what a swap in two steps leaves for a moment.
    if now != step.after && !now.is_nothing() {
        return changed();
    }
    let (above, name) = grounds.above(&step.path).map_err(words)?;
    let beside = above.made_folder(&staging_name(&entry.id)).map_err(words)?;
    let back = numbered("back", number);
    beside.clear(&back).map_err(words)?;
    if step.seen.is_nothing() {
        above.place(name, &beside, &back).map_err(words)?;
        return match is_in(&beside, &back, &step.after) {
            true => Ok(()),
            false => beside.place(&back, &above, name).map_err(words).and_then(|()| changed()),
        };
    }
    let slot = writing.trash.folder(Path::new(&entry.id)).map_err(words)?;
    slot.copy(OsStr::new(&number.to_string()), &beside, &back, &[]).map_err(words)?;
    if !is_in(&beside, &back, &step.seen) {
        return Err(message!("the trash does not hold its complete old state"));
    }
    if now.is_nothing() {
        return beside.place(&back, &above, name).map_err(words);
    }
    let displaced = beside.exchange(&back, &above, name).map_err(words)?;
    if displaced == Displaced::Gone || is_in(&beside, &back, &step.after) {
        return Ok(());
    }
    beside.exchange(&back, &above, name).map_err(words)?;
    changed()
}

fn is_in(folder: &FolderHandle, name: &OsStr, mark: &Mark) -> bool {
    folder.imprint(name).is_ok_and(|found: Imprint| Mark::of(&found) == *mark)
}

fn changed() -> Result<(), Message> {
    Err(message!("another program changed it meanwhile, so it is not changed"))
}

#[allow(clippy::needless_pass_by_value, reason = "it is handed to map_err, which gives the error away")]
fn words(trouble: impl Into<Trouble>) -> Message {
    trouble.into().cause()
}
