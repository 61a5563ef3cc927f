//! What was begun and not ended: finished when all of it stands, else taken back from the trash.

use std::path::{Path, PathBuf};

use disk::{Fault, Imprint};

use super::Trouble;
use super::carry_out::staging;
use super::journal::{Entry, EntryStep, Ledger, Mark, Outcome, Writing, journal};

/// Ends every open change of the journal.
pub(crate) fn recover(ledger: &Ledger, writing: &mut Writing) -> Result<Vec<Entry>, Trouble> {
    let mut ended = Vec::new();
    let known = journal(ledger)?;
    for mut entry in known.entries.clone() {
        if entry.outcome != Outcome::Open {
            continue;
        }
        let stands = |step: &EntryStep| is(&step.path, &step.after);
        entry.outcome = if entry.steps.iter().all(stands) {
            clear_all(ledger, &entry);
            let undone = entry.undoes.as_deref().and_then(|id| known.entry(id));
            for folder in undone.iter().flat_map(|undone| undone.makes.iter().rev()) {
                disk::remove_empty_folder(folder);
            }
            Outcome::Done
        } else {
            take_back(ledger, &entry, "Assay ended while it was under way")
        };
        writing.end(&entry.id, &entry.outcome)?;
        ended.push(entry);
    }
    Ok(ended)
}

fn is(path: &Path, mark: &Mark) -> bool {
    Imprint::of(path).is_ok_and(|found| Mark::of(&found) == *mark)
}

/// Brings every place back to what was seen there. A place that somebody else has changed since is left alone.
pub(crate) fn take_back(ledger: &Ledger, entry: &Entry, why: &str) -> Outcome {
    let mut left = Vec::new();
    for (number, step) in entry.steps.iter().enumerate().rev() {
        if let Err(words) = take_back_step(ledger, entry, step, number) {
            left.push(format!("{}: {words}", step.path.display()));
        }
    }
    clear_all(ledger, entry);
    for folder in entry.makes.iter().rev() {
        disk::remove_empty_folder(folder);
    }
    if left.is_empty() {
        let_go(ledger, entry);
        return Outcome::TakenBack(why.to_owned());
    }
    let kept = ledger.slot(&entry.id);
    Outcome::Left(format!("{why}. {}. The old states lie in {}", left.join("; "), kept.display()))
}

/// What was kept for a change that did not come about stands in its place, so the trash need not have it as well.
fn let_go(ledger: &Ledger, entry: &Entry) {
    let slot = ledger.slot(&entry.id);
    for (step, number) in entry.steps.iter().zip(0_usize..) {
        if is(&step.path, &step.seen) {
            let _ = disk::clear(&slot.join(number.to_string()));
            let _ = disk::clear(&slot.join(format!("wrote-{number}")));
        }
    }
    super::trash::forget_empty(&slot);
}

fn take_back_step(ledger: &Ledger, entry: &Entry, step: &EntryStep, number: usize) -> Result<(), String> {
    let words = |fault: Fault| fault.to_string();
    let now = Mark::of(&Imprint::of(&step.path).map_err(words)?);
    if now == step.seen {
        return Ok(());
    }
    // Nothing at all is what a swap in two steps leaves for a moment.
    if now != step.after && !now.is_nothing() {
        return Err("it has been changed by someone else meanwhile and is left as it is".to_owned());
    }
    let beside = staging(&step.path, &entry.id);
    if disk::look_at_entry(&beside).is_err() {
        disk::make_new_folder(&beside, 0o700).map_err(words)?;
    }
    let back = beside.join(format!("back-{number}"));
    disk::clear(&back).map_err(words)?;
    if step.seen.is_nothing() {
        return disk::place(&step.path, &back).map_err(words);
    }
    disk::copy(&ledger.slot(&entry.id).join(number.to_string()), &back).map_err(words)?;
    if !is(&back, &step.seen) {
        return Err("the trash does not hold its old state whole".to_owned());
    }
    if now.is_nothing() {
        return disk::place(&back, &step.path).map_err(words);
    }
    disk::exchange(&back, &step.path).map(|_| ()).map_err(words)
}

/// Clears what lay beside the places for a moment. What is neither an old nor a new state of the change came
/// from someone else in between, and is laid into the trash instead.
fn clear_all(ledger: &Ledger, entry: &Entry) {
    for (step, number) in entry.steps.iter().zip(0_usize..) {
        let beside = staging(&step.path, &entry.id);
        for name in ["new", "old", "back"] {
            let path = beside.join(format!("{name}-{number}"));
            let Ok(found) = Imprint::of(&path) else { return };
            let mark = Mark::of(&found);
            let is_known = mark.is_nothing() || mark == step.seen || mark == step.after;
            let rescued: PathBuf = ledger.slot(&entry.id).join(format!("found-{number}-{name}"));
            if !is_known && disk::copy(&path, &rescued).is_err() {
                // It stays where it is rather than being lost.
                return;
            }
        }
    }
    for step in &entry.steps {
        // What cannot be cleared now does no harm; it is empty of anything that is not in the trash.
        let _ = disk::clear(&staging(&step.path, &entry.id));
    }
}
