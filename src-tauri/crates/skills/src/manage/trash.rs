//! Assay's own trash: every state that a change replaced or removed, until a person empties it.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use disk::{Cause, Fault, Imprint};
use serde::{Deserialize, Serialize};

use super::Trouble;
use super::journal::{Entry, EntryStep, Ledger, Mark, Writing};
use super::recover::recover;

/// Something in the trash.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TrashItem {
    /// Its id: the change that put it there, and its number in it.
    pub id: String,
    /// Where it stood.
    pub origin: PathBuf,
    /// When it was put there, in milliseconds since 1970 (UTC).
    pub at_ms: i64,
    /// Why: what the change did.
    pub reason: String,
    /// What it is, with its digest and size.
    pub mark: Mark,
    /// Where it lies.
    pub kept: PathBuf,
}

/// What is written beside the old states of a change, so that the trash explains itself.
#[derive(Debug, Serialize, Deserialize)]
struct Origin {
    v: u32,
    id: String,
    at_ms: i64,
    reason: String,
    steps: Vec<EntryStep>,
}

const ORIGIN: &str = "origin.json";
/// Most bytes of an origin.
const ORIGIN_LIMIT: u64 = 16 << 20;

pub(crate) fn write_origin(slot: &Path, entry: &Entry) -> Result<(), Trouble> {
    let origin = Origin {
        v: 1,
        id: entry.id.clone(),
        at_ms: entry.at_ms,
        reason: entry.words.clone(),
        steps: entry.steps.clone(),
    };
    let bytes = serde_json::to_vec_pretty(&origin)
        .or_else(|_| Trouble::refused("a path of this change is not UTF-8; nothing was written"))?;
    Ok(disk::write_private(&slot.join(ORIGIN), &bytes)?)
}

/// Everything in the trash, latest first, and the slots that cannot be read.
pub fn trash(ledger: &Ledger) -> Result<(Vec<TrashItem>, Vec<Fault>), Fault> {
    let slots = match disk::list(&ledger.trash_path()) {
        Ok(slots) => slots,
        Err(Fault { cause: Cause::Missing, .. }) => Vec::new(),
        Err(fault) => return Err(fault),
    };
    let (mut items, mut faults) = (Vec::new(), Vec::new());
    for slot in slots.iter().rev() {
        let slot = ledger.trash_path().join(&slot.name);
        match origin(&slot) {
            Ok(origin) => items.extend(items_of(&slot, &origin)),
            Err(fault) => faults.push(fault),
        }
    }
    Ok((items, faults))
}

/// Removes a slot that holds nothing but its own origin.
pub(crate) fn forget_empty(slot: &Path) {
    let is_empty = |entries: Vec<disk::Entry>| entries.iter().all(|entry| entry.name == ORIGIN);
    if disk::list(slot).is_ok_and(is_empty) && disk::clear(&slot.join(ORIGIN)).is_ok() {
        disk::remove_empty_folder(slot);
    }
}

fn origin(slot: &Path) -> Result<Origin, Fault> {
    let path = slot.join(ORIGIN);
    let read = disk::read(&path, ORIGIN_LIMIT)?;
    serde_json::from_slice(&read.bytes).map_err(|error| Fault {
        path,
        cause: Cause::Other(format!("is not what Assay writes there: {error}")),
    })
}

fn items_of(slot: &Path, origin: &Origin) -> Vec<TrashItem> {
    let item = |(step, number): (&EntryStep, usize)| {
        let kept = slot.join(number.to_string());
        let is_there = !step.seen.is_nothing() && disk::look_at_entry(&kept).is_ok();
        is_there.then(|| TrashItem {
            id: format!("{}.{number}", origin.id),
            origin: step.path.clone(),
            at_ms: origin.at_ms,
            reason: origin.reason.clone(),
            mark: step.seen.clone(),
            kept,
        })
    };
    origin.steps.iter().zip(0..).filter_map(item).collect()
}

/// The imprint of what the trash holds of a change's place; refused when it is not what was put there.
pub(crate) fn kept_imprint(item: &Path, mark: &Mark) -> Result<Imprint, Trouble> {
    let found = Imprint::of(item)?;
    if Mark::of(&found) == *mark {
        return Ok(found);
    }
    if found.is_nothing() {
        return Trouble::refused(format!(
            "{} is no longer in Assay’s trash, so it cannot come back from there",
            item.display()
        ));
    }
    Trouble::refused(format!("{} is no longer what was put into the trash", item.display()))
}

/// The text that a change wrote at a place, as the trash has it for comparing.
pub fn wrote(ledger: &Ledger, id: &str, step: usize) -> Option<Vec<u8>> {
    disk::read(&ledger.slot(id).join(format!("wrote-{step}")), crate::SKILL_LIMIT).ok().map(|read| read.bytes)
}

/// Removes items for good, on a person's word: those of these ids, or all. Returns how many and their bytes.
pub fn empty_trash(
    ledger: &Ledger,
    ids: Option<&[String]>,
    now: SystemTime,
) -> Result<(usize, u64), Trouble> {
    let mut writing = Writing::open(ledger, now)?;
    // An interrupted change still needs what it put there.
    recover(ledger, &mut writing)?;
    let (items, _) = trash(ledger)?;
    let gone: Vec<TrashItem> =
        items.into_iter().filter(|item| ids.is_none_or(|ids| ids.contains(&item.id))).collect();
    let bytes = gone.iter().map(|item| item.mark.bytes).sum();
    writing.emptied(gone.iter().map(|item| item.id.clone()).collect(), bytes)?;
    for item in &gone {
        disk::clear(&item.kept)?;
    }
    Ok((gone.len(), bytes))
}
