//! A plan carried out, so that at any moment the old state or the new one stands, and the journal says which.
//!
//! In this order: everything is compared with what was seen; the journal says what begins; every old state is
//! copied into the trash and compared; every new state is laid beside its place and compared; the places are
//! swapped one by one, and what was displaced is compared once more; the journal says that it is done.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use disk::{Cause, Displaced, Fault, Imprint};

use super::journal::{Entry, Ledger, Outcome, Writing, journal};
use super::recover::{recover, take_back};
use super::{Plan, Source, Step, Trouble, settled};

/// Carries a plan out and returns its entry in the journal.
///
/// Waits for other processes that change something. Refused, with nothing written, when a place is not as the
/// plan has seen it, or when journal or trash cannot be written. What is interrupted is taken back, at the
/// latest by the next change or by [`recovered`].
pub fn carry_out(ledger: &Ledger, plan: &Plan, by: &str, now: SystemTime) -> Result<Entry, Trouble> {
    carry_out_watched(ledger, plan, by, now, &mut |_| Ok(()))
}

/// How far a change is: every place is kept, laid out and swapped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Progress {
    /// What was done.
    pub done: usize,
    /// What there is to do.
    pub of: usize,
}

/// Who is told between any two steps on the disk. An error ends the change, and what had been begun is taken back;
/// once all places are swapped it ends nothing any more.
pub type Tell<'a> = &'a mut dyn FnMut(Progress) -> Result<(), Trouble>;

struct Watch<'a> {
    progress: Progress,
    tell: Tell<'a>,
}

impl Watch<'_> {
    fn now(&mut self) -> Result<(), Trouble> {
        (self.tell)(self.progress)
    }

    fn next(&mut self) -> Result<(), Trouble> {
        self.progress.done += 1;
        self.now()
    }

    fn too_late(&mut self) {
        let _ = self.now();
    }
}

/// Finishes or takes back what an ended process left open; returns the entries that had been open.
pub fn recovered(ledger: &Ledger, now: SystemTime) -> Result<Vec<Entry>, Trouble> {
    let is_open = |entry: &Entry| entry.outcome == Outcome::Open;
    if !journal(ledger)?.entries.iter().any(is_open) {
        return Ok(Vec::new());
    }
    let mut writing = Writing::open(ledger, now)?;
    recover(ledger, &mut writing)
}

/// As [`carry_out`], telling somebody how far it is, who may end it.
pub fn carry_out_watched(
    ledger: &Ledger,
    plan: &Plan,
    by: &str,
    now: SystemTime,
    tell: Tell<'_>,
) -> Result<Entry, Trouble> {
    let mut watch = Watch { progress: Progress { done: 0, of: plan.steps.len() * 3 }, tell };
    let mut writing = Writing::open(ledger, now).map_err(|fault| unwritable(&fault))?;
    recover(ledger, &mut writing)?;
    let known = journal(ledger)?;
    compare_all(plan)?;
    // The same bytes may stand there again, put there by another change, which would be undone unnamed.
    let undone =
        plan.undoes.as_deref().and_then(|id| known.entry(id)).and_then(|entry| entry.undone_by.as_ref());
    if undone.is_some() {
        return Trouble::refused("this change was taken back meanwhile; nothing was written");
    }
    let id = writing.new_id(&known, plan);
    let makes = missing_folders(plan);
    watch.now()?;
    let mut entry = writing.begin(&id, plan, by, &makes)?;
    match apply_all(ledger, plan, &entry, &mut watch) {
        Ok(()) => {
            watch.too_late();
            // All of it stands. Without this line the next to write finds that out for itself.
            let _ = writing.end(&id, &Outcome::Done);
            entry.outcome = Outcome::Done;
            Ok(entry)
        }
        Err(trouble) => {
            let outcome = take_back(ledger, &entry, &trouble.to_string());
            let _ = writing.end(&id, &outcome);
            match outcome {
                Outcome::Left(why) => Err(Trouble::Left(why)),
                _ => Err(trouble),
            }
        }
    }
}

fn unwritable(fault: &Fault) -> Trouble {
    Trouble::Refused(format!("Assay’s journal and trash cannot be written, so nothing is changed: {fault}"))
}

fn compare_all(plan: &Plan) -> Result<(), Trouble> {
    let mut moved = Vec::new();
    for step in &plan.steps {
        // A link that has since been put into the way leads elsewhere.
        let same_place = settled(&step.path).is_ok_and(|path| path == step.path);
        if !same_place || Imprint::of(&step.path)? != step.seen {
            moved.push(step.path.clone());
        }
    }
    if moved.is_empty() { Ok(()) } else { Err(Trouble::Moved(moved)) }
}

/// Folders that do not exist yet, uppermost first.
fn missing_folders(plan: &Plan) -> Vec<PathBuf> {
    let mut missing = Vec::new();
    for step in plan.steps.iter().filter(|step| !step.after.is_nothing()) {
        let above = step.path.ancestors().skip(1);
        missing.extend(above.take_while(|folder| disk::look_at_entry(folder).is_err()).map(Path::to_owned));
    }
    missing.sort();
    missing.dedup();
    missing
}

/// Where what a change needs lies for a moment, on the file system of the place itself.
pub(crate) fn staging(path: &Path, id: &str) -> PathBuf {
    path.with_file_name(format!(".assay-{id}"))
}

fn apply_all(ledger: &Ledger, plan: &Plan, entry: &Entry, watch: &mut Watch<'_>) -> Result<(), Trouble> {
    watch.now()?;
    keep_all(ledger, plan, entry, watch).map_err(|trouble| match trouble {
        Trouble::Disk(fault) if fault.path.starts_with(ledger.trash_path()) => unwritable(&fault),
        other => other,
    })?;
    for folder in &entry.makes {
        disk::make_new_folder(folder, 0o755)?;
        watch.now()?;
    }
    for (step, number) in plan.steps.iter().zip(0..) {
        stage(step, number, &entry.id, watch)?;
    }
    for (step, number) in plan.steps.iter().zip(0..) {
        apply(step, number, &entry.id)?;
        if number + 1 == plan.steps.len() {
            watch.progress.done += 1;
            watch.too_late();
        } else {
            watch.next()?;
        }
    }
    for step in &plan.steps {
        disk::clear(&staging(&step.path, &entry.id))?;
        watch.too_late();
    }
    for folder in plan.unmakes.iter().rev() {
        // Somebody may have put something into it; then it stays.
        disk::remove_empty_folder(folder);
        watch.too_late();
    }
    Ok(())
}

/// Copies every old state into the trash. The texts that are written are kept too, for a later comparison.
fn keep_all(ledger: &Ledger, plan: &Plan, entry: &Entry, watch: &mut Watch<'_>) -> Result<(), Trouble> {
    let slot = ledger.slot(&entry.id);
    disk::make_private_folder(&slot)?;
    super::trash::write_origin(&slot, entry)?;
    super::origin::write_origins(ledger, &entry.id, &plan.origins)?;
    watch.now()?;
    for (step, number) in plan.steps.iter().zip(0_usize..) {
        if !step.seen.is_nothing() {
            let kept = slot.join(number.to_string());
            disk::copy(&step.path, &kept)?;
            watch.now()?;
            if Imprint::of(&kept)? != step.seen {
                return Err(Trouble::Moved(vec![step.path.clone()]));
            }
        }
        if let Some(text) = &step.text_after {
            disk::write_new(&slot.join(format!("wrote-{number}")), text, 0o600)?;
        }
        watch.next()?;
    }
    Ok(())
}

/// Lays the new state beside its place. Under its final name there it is whole.
fn stage(step: &Step, number: usize, id: &str, watch: &mut Watch<'_>) -> Result<(), Trouble> {
    let beside = staging(&step.path, id);
    // Several places of a change may lie in one folder.
    match disk::make_new_folder(&beside, 0o700) {
        Err(Fault { cause: Cause::Exists, .. }) => {}
        Err(Fault { cause: Cause::Denied | Cause::ReadOnly, .. }) => {
            let folder = beside.parent().unwrap_or(&beside);
            return Trouble::refused(format!(
                "{} may not be written by this user; nothing was changed. Give your user the right to write there",
                folder.display()
            ));
        }
        made => made?,
    }
    watch.now()?;
    if step.after.is_nothing() {
        return watch.next();
    }
    let making = beside.join(format!("making-{number}"));
    build(step, &making)?;
    watch.now()?;
    if Imprint::of(&making)? != step.after {
        return Trouble::refused(format!(
            "What was to be copied to {} changed while it was copied; nothing was changed. Look again.",
            step.path.display()
        ));
    }
    disk::place(&making, &beside.join(format!("new-{number}")))?;
    watch.next()
}

fn build(step: &Step, at: &Path) -> Result<(), Trouble> {
    let mode_of =
        |rel: &Path| step.after.parts.iter().find(|part| part.rel == rel).map_or(0o644, |part| part.mode);
    match &step.source {
        Source::Nothing => {}
        Source::File(bytes) => disk::write_new(at, bytes, mode_of(Path::new("")))?,
        Source::Folder { folders, files } => {
            disk::make_new_folder(at, mode_of(Path::new("")))?;
            for rel in folders {
                disk::make_new_folder(&at.join(rel), mode_of(rel))?;
            }
            for (rel, bytes) in files {
                disk::write_new(&at.join(rel), bytes, mode_of(rel))?;
            }
        }
        Source::Copy { from, instead } => {
            disk::copy(from, at)?;
            for (rel, bytes) in instead {
                disk::clear(&at.join(rel))?;
                disk::write_new(&at.join(rel), bytes, mode_of(rel))?;
            }
        }
    }
    Ok(())
}

/// Swaps one place. What comes out of it is compared with what was seen, and put back when it differs.
fn apply(step: &Step, number: usize, id: &str) -> Result<(), Trouble> {
    let beside = staging(&step.path, id);
    let (new, old) = (beside.join(format!("new-{number}")), beside.join(format!("old-{number}")));
    let moved = || Trouble::Moved(vec![step.path.clone()]);
    if step.seen.is_nothing() {
        return disk::place(&new, &step.path).map_err(|fault| match fault.cause {
            Cause::Exists => moved(),
            _ => fault.into(),
        });
    }
    if step.after.is_nothing() {
        disk::place(&step.path, &old)?;
        if Imprint::of(&old).as_ref() == Ok(&step.seen) {
            return Ok(());
        }
        disk::place(&old, &step.path)?;
        return Err(moved());
    }
    if disk::exchange(&new, &step.path)? == Displaced::Gone || Imprint::of(&new).as_ref() == Ok(&step.seen) {
        return Ok(());
    }
    disk::exchange(&new, &step.path)?;
    Err(moved())
}
