//! A plan carried out, so that at any moment the old state or the new one stands, and the journal says which.
//!
//! In this order: everything is compared with what was seen; the journal says what begins; every old state is
//! copied into the trash and compared; every new state is laid beside its place and compared; the places are
//! swapped one by one, and what was displaced is compared once more; the journal says that it is done.
//!
//! What a later step relies on is flushed to the disk before it: the trash before the first swap, the swaps before
//! what was displaced goes, and that before the journal says that it is done.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use disk::{Cause, Displaced, Fault, FolderHandle};
use message::message;

use super::change::{Plan, Step, Trouble};
use super::ground::Grounds;
use super::journal::{Entry, Journal, Ledger, Outcome, Writing, journal};
use super::recover::{recover, take_back};
use super::staging::{numbered, stage, staging_name, tidy};

/// Carries a plan out and returns its entry in the journal.
///
/// Waits for other processes that change something. Refused, with nothing written, when a place is not as the
/// plan has seen it, when a line of the journal is damaged, or when journal or trash cannot be written. What is
/// interrupted is taken back, at the latest by the next change or by [`recovered`].
///
/// # Errors
///
/// [`Trouble::Moved`] when a place is not as the plan has seen it, [`Trouble::Refused`] when the change was
/// taken back already or the journal is damaged, [`Trouble::Disk`] when it could not be written and all was
/// taken back, and [`Trouble::Left`] when not all could be.
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
///
/// # Errors
///
/// [`Trouble::Refused`] when a line of the journal is damaged, and [`Trouble::Disk`] when journal or trash
/// cannot be read or written.
pub fn recovered(ledger: &Ledger, now: SystemTime) -> Result<Vec<Entry>, Trouble> {
    if journal(ledger)?.open().next().is_none() {
        return Ok(Vec::new());
    }
    let (mut writing, mut known) = Writing::open(ledger, now)?;
    recover(&mut writing, &mut known)
}

/// As [`carry_out`], telling somebody how far it is, who may end it.
///
/// # Errors
///
/// As [`carry_out`], and [`Trouble::Refused`] when `tell` ends it before all of it stands; what was begun is
/// taken back.
pub fn carry_out_watched(
    ledger: &Ledger,
    plan: &Plan,
    by: &str,
    now: SystemTime,
    tell: Tell<'_>,
) -> Result<Entry, Trouble> {
    let mut watch = Watch { progress: Progress { done: 0, of: plan.steps.len() * 3 }, tell };
    let (mut writing, mut known) = Writing::open(ledger, now).map_err(|trouble| match trouble {
        Trouble::Disk(fault) => unwritable(&fault),
        other => other,
    })?;
    recover(&mut writing, &mut known)?;
    let grounds = Grounds::of(plan)?;
    compare_all(plan, &grounds)?;
    refuse_undone(plan, &known)?;
    let id = writing.new_id(&known, plan)?;
    let makes = missing_folders(plan);
    watch.now()?;
    let mut entry = writing.begin(&id, plan, by, &makes)?;
    let mut swapped = 0;
    match apply_all(&writing, plan, &entry, &grounds, &mut swapped, &mut watch) {
        Ok(()) => {
            watch.too_late();
            // All of it stands. Without this line the next to write finds that out for itself.
            let _ = writing.end(&id, &Outcome::Done);
            entry.outcome = Outcome::Done;
            Ok(entry)
        }
        Err(trouble) => {
            let outcome = take_back(&writing, &entry, &grounds, swapped, &trouble.cause());
            let _ = writing.end(&id, &outcome);
            match outcome {
                Outcome::Left(why) => Err(Trouble::Left(why)),
                _ => match trouble {
                    Trouble::Left(why) => {
                        Err(Trouble::Refused(message!("{why}; everything was rolled back.", why => why)))
                    }
                    other => Err(other),
                },
            }
        }
    }
}

fn unwritable(fault: &Fault) -> Trouble {
    Trouble::Refused(
        message!("Cannot write Assay’s history and trash, so nothing was changed: {fault}.", fault => fault.message()),
    )
}

/// The same bytes may stand there again, put there by another change, which would be undone unnamed.
fn refuse_undone(plan: &Plan, known: &Journal) -> Result<(), Trouble> {
    let undone = plan.undoes.as_deref().and_then(|id| known.entry(id));
    if undone.is_some_and(|entry| entry.undone_by.is_some()) {
        return Trouble::refused(message!("This change was undone meanwhile; nothing was written."));
    }
    Ok(())
}

fn compare_all(plan: &Plan, grounds: &Grounds) -> Result<(), Trouble> {
    let mut moved = Vec::new();
    for step in &plan.steps {
        match grounds.imprint(&step.path) {
            Ok(now) if now == step.seen => {}
            // A link that has since been put into the way leads elsewhere.
            Ok(_) | Err(Trouble::Moved(_)) => moved.push(step.path.clone()),
            Err(trouble) => return Err(trouble),
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

fn apply_all(
    writing: &Writing,
    plan: &Plan,
    entry: &Entry,
    grounds: &Grounds,
    swapped: &mut usize,
    watch: &mut Watch<'_>,
) -> Result<(), Trouble> {
    watch.now()?;
    keep_all(writing, plan, entry, grounds, watch).map_err(|trouble| match trouble {
        Trouble::Disk(fault) if fault.path.starts_with(writing.trash.path()) => unwritable(&fault),
        other => other,
    })?;
    for folder in &entry.makes {
        let (above, name) = grounds.above(folder)?;
        above.make_folder(name)?.set_mode(0o755)?;
        above.flush()?;
        watch.now()?;
    }
    let mut made = Vec::new();
    for (step, number) in plan.steps.iter().zip(0..) {
        stage(grounds, step, number, &entry.id, &mut made)?;
        watch.next()?;
    }
    for (step, number) in plan.steps.iter().zip(0..) {
        let first = watch.progress.done;
        let applied = apply(grounds, step, number, &entry.id);
        // A place that may hold what was laid out for it is brought back with those that do.
        if matches!(applied, Ok(()) | Err(Trouble::Left(_))) {
            *swapped = number + 1;
        }
        applied?;
        watch.progress.done = first + 1;
        if *swapped == plan.steps.len() {
            watch.too_late();
        } else {
            watch.now()?;
        }
    }
    let name = staging_name(&entry.id);
    let places = || plan.steps.iter().map(|step| step.path.as_path());
    let beside: Vec<PathBuf> = made.iter().map(|above| above.join(&name).join("new")).collect();
    grounds.flush(beside.iter().map(PathBuf::as_path))?;
    grounds.flush(places())?;
    watch.too_late();
    tidy(grounds, &writing.trash, entry);
    watch.too_late();
    for folder in plan.unmakes.iter().rev() {
        // Somebody may have put something into it; then it stays.
        if let Ok((above, name)) = grounds.above(folder) {
            above.remove_empty_folder(name);
        }
        watch.too_late();
    }
    // All of it stands; that what lay beside it has gone need only be so before the journal says it is done.
    let _ = grounds.flush(places().chain(plan.unmakes.iter().map(PathBuf::as_path)));
    Ok(())
}

/// Copies every old state into the trash. The texts that are written are kept too, for a later comparison.
fn keep_all(
    writing: &Writing,
    plan: &Plan,
    entry: &Entry,
    grounds: &Grounds,
    watch: &mut Watch<'_>,
) -> Result<(), Trouble> {
    let slot = writing.trash.make_folder(OsStr::new(&entry.id))?;
    super::trash::write_origin(&slot, entry)?;
    super::origin::write_origins(writing, &entry.id, &plan.origins)?;
    watch.now()?;
    for (step, number) in plan.steps.iter().zip(0_usize..) {
        if !step.seen.is_nothing() {
            let kept = number.to_string();
            keep(grounds, step, &slot, OsStr::new(&kept))?;
            watch.now()?;
        }
        if let Some(text) = &step.text_after {
            slot.write_new(&numbered("wrote", number), text, 0o600)?;
        }
        watch.next()?;
    }
    slot.flush()?;
    Ok(writing.trash.flush()?)
}

fn keep(grounds: &Grounds, step: &Step, slot: &FolderHandle, kept: &OsStr) -> Result<(), Trouble> {
    let moved = || Trouble::Moved(vec![step.path.clone()]);
    let (above, name) = grounds.above(&step.path)?;
    match above.copy(name, slot, kept, &[]) {
        Err(Fault { cause: Cause::Missing | Cause::NotAFolder | Cause::Loop, .. }) => return Err(moved()),
        copied => copied?,
    }
    if slot.imprint(kept)? == step.seen { Ok(()) } else { Err(moved()) }
}

/// Swaps one place. What comes out of it is compared with what was seen, and put back when it differs.
fn apply(grounds: &Grounds, step: &Step, number: usize, id: &str) -> Result<(), Trouble> {
    let (above, name) = grounds.above(&step.path)?;
    let beside = above.folder(Path::new(&staging_name(id)))?;
    let (new, old) = (numbered("new", number), numbered("old", number));
    let moved = || Trouble::Moved(vec![step.path.clone()]);
    let or_moved = |fault: Fault| match fault.cause {
        Cause::Exists | Cause::Missing => moved(),
        _ => fault.into(),
    };
    if step.seen.is_nothing() {
        return beside.place(&new, &above, name).map_err(or_moved);
    }
    if step.after.is_nothing() {
        above.place(name, &beside, &old).map_err(or_moved)?;
        if beside.imprint(&old).as_ref() == Ok(&step.seen) {
            return Ok(());
        }
        // What cannot go back, since something else stands there by now, is laid into the trash with the rest.
        let _ = beside.place(&old, &above, name);
        return Err(moved());
    }
    if beside.exchange(&new, &above, name).map_err(or_moved)? == Displaced::Gone
        || beside.imprint(&new).as_ref() == Ok(&step.seen)
    {
        return Ok(());
    }
    beside.exchange(&new, &above, name).map_err(or_moved)?;
    if beside.imprint(&new).as_ref() == Ok(&step.after) {
        return Err(moved());
    }
    // Another program put something else there between the two: what stands there by now is its doing and ours.
    let path = step.path.display();
    Err(Trouble::Left(message!("{path} was replaced by another program at the same moment", path)))
}
