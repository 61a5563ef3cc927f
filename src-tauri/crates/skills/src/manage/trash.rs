//! Assay's own trash: every state that a change replaced or removed, until a person empties it.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use disk::{Cause, Fault, FolderHandle, Imprint};
use message::{Message, message};
use serde::{Deserialize, Serialize};

use super::change::Trouble;
use super::checked::{CHECKED, checked, read_checked};
use super::journal::{Entry, EntryStep, Ledger, Mark, Writing, message_of};
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
    pub reason: Message,
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
    /// The same words as the page translates them; absent in what older releases wrote.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    said: Option<Message>,
    steps: Vec<EntryStep>,
}

const ORIGIN: &str = "origin.json";
/// Most bytes of an origin.
const ORIGIN_LIMIT: u64 = 16 << 20;

pub(crate) fn write_origin(slot: &FolderHandle, entry: &Entry) -> Result<(), Trouble> {
    let origin = Origin {
        v: CHECKED,
        id: entry.id.clone(),
        at_ms: entry.at_ms,
        reason: entry.words.text.clone(),
        said: Some(entry.words.clone()),
        steps: entry.steps.clone(),
    };
    let bytes = serde_json::to_vec_pretty(&origin).or_else(|_| {
        Trouble::refused(message!("A path of this change is not UTF-8; nothing was written."))
    })?;
    Ok(slot.write_whole(OsStr::new(ORIGIN), &checked(bytes))?)
}

/// Everything in the trash, latest first, and the slots that cannot be read.
///
/// # Errors
///
/// When the trash is there and cannot be listed.
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
pub(crate) fn forget_empty(trash: &FolderHandle, slot: &FolderHandle, id: &str) {
    // An unfinished one lies beside it for a moment.
    let is_own = |name: &OsString| name.as_encoded_bytes().starts_with(ORIGIN.as_bytes());
    let names = slot.names().unwrap_or_default();
    if names.iter().all(is_own) && names.iter().all(|name| slot.clear(name).is_ok()) {
        trash.remove_empty_folder(OsStr::new(id));
        let _ = trash.flush();
    }
}

fn origin(slot: &Path) -> Result<Origin, Fault> {
    let path = slot.join(ORIGIN);
    let read = disk::read(&path, ORIGIN_LIMIT)?;
    read_checked(&read.bytes, |origin: &Origin| origin.v).map_err(|_| {
        let why = message!("is corrupt, so its files are not listed; they are kept");
        Fault { path, cause: Cause::Other(why) }
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
            reason: message_of(&origin.reason, origin.said.as_ref()),
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
        return Trouble::refused(message!(
            "{item} is not in Assay’s trash anymore, so it cannot be restored.",
            item = item.display()
        ));
    }
    Trouble::refused(message!("{item} changed since it was moved to the trash.", item = item.display()))
}

/// The text that a change wrote at a place, as the trash has it for comparing.
pub fn wrote(ledger: &Ledger, id: &str, step: usize) -> Option<Vec<u8>> {
    disk::read(&ledger.slot(id).join(format!("wrote-{step}")), crate::SKILL_LIMIT).ok().map(|read| read.bytes)
}

/// Removes items for good, on a person's word: those of these ids, or all. Returns how many and their bytes.
///
/// # Errors
///
/// [`Trouble::Refused`] when a line of the journal is damaged, and [`Trouble::Disk`] when journal or trash
/// cannot be read or written; what was removed before that is gone.
pub fn empty_trash(
    ledger: &Ledger,
    ids: Option<&[String]>,
    now: SystemTime,
) -> Result<(usize, u64), Trouble> {
    let (mut writing, mut known) = Writing::open(ledger, now)?;
    // An interrupted change still needs what it put there.
    recover(&mut writing, &mut known)?;
    let (items, _) = trash(ledger)?;
    let gone: Vec<TrashItem> =
        items.into_iter().filter(|item| ids.is_none_or(|ids| ids.contains(&item.id))).collect();
    let bytes = gone.iter().map(|item| item.mark.bytes).sum();
    writing.emptied(gone.iter().map(|item| item.id.clone()).collect(), bytes)?;
    for item in &gone {
        let Some((slot, number)) = item.id.rsplit_once('.') else { continue };
        let slot = writing.trash.folder(Path::new(slot))?;
        slot.clear(OsStr::new(number))?;
        slot.flush()?;
    }
    Ok((gone.len(), bytes))
}
