//! Undo, and putting back from the trash: what was kept comes back as it was. Nothing is computed.

use std::path::Path;

use disk::{Imprint, Kind};
use message::message;

use super::change::{Act, Plan, Source, Step, Trouble, deed};
use super::foresee::settled_roots;
use super::journal::{Ledger, Mark, Outcome, whole_journal};
use super::plan::{check_folder, check_free, check_name, finish};
use super::trash::{kept_imprint, trash};
use crate::skill::FILE_NAME;
use crate::{Ruling, SKILL_LIMIT};

/// What happens when something stands where a thing from the trash belongs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Meeting {
    /// It is not put back.
    Refused,
    /// What stands there goes into the trash.
    Replaced,
    /// It is put beside it, in a folder of this name.
    Named(String),
}

/// Takes a change of the journal back. Refused when one of its places is not as the change left it; then
/// [`Trouble::Moved`] names what moved.
///
/// # Errors
///
/// [`Trouble::Unknown`] when the journal has no such change, [`Trouble::Moved`] when a place is not as the
/// change left it, [`Trouble::Refused`] when it was taken back already, was never carried out, or the journal
/// is damaged, and [`Trouble::Disk`] when the trash cannot be read.
pub fn undo(ledger: &Ledger, ruling: &Ruling, id: &str) -> Result<Plan, Trouble> {
    let journal = whole_journal(ledger)?;
    let Some(entry) = journal.entry(id) else {
        return Err(Trouble::Unknown(message!("Change `{id}` not found.", id)));
    };
    if let Some(by) = &entry.undone_by {
        return Trouble::refused(message!("This change is already undone; undo {by} to redo it.", by));
    }
    if entry.outcome != Outcome::Done {
        return Trouble::refused(message!("This change was not applied, so there is nothing to undo."));
    }
    let mut moved = Vec::new();
    let mut steps = Vec::new();
    for (step, number) in entry.steps.iter().zip(0_usize..) {
        check_inside(ruling, &step.path)?;
        let now = Imprint::of(&step.path)?;
        if Mark::of(&now) != step.after {
            moved.push(step.path.clone());
            continue;
        }
        let kept = ledger.slot(id).join(number.to_string());
        steps.push(brought_back(&step.path, now, &kept, &step.seen)?);
    }
    if !moved.is_empty() {
        return Err(Trouble::Moved(moved));
    }
    // What comes back comes before what goes, so that at no moment there is neither.
    steps.sort_by_key(|step| step.after.is_nothing());
    let deed = deed!("Would undo: {deed}.", "undid: {deed}", deed => entry.words.clone());
    let plan = finish(ruling, Act::Undo, deed, steps, Vec::new())?;
    Ok(Plan { undoes: Some(id.to_owned()), unmakes: entry.makes.clone(), ..plan })
}

/// Puts something from the trash back where it stood; the trash keeps its copy.
///
/// # Errors
///
/// [`Trouble::Unknown`] when it is no longer in the trash, [`Trouble::Refused`] when the place is taken,
/// holds exactly this already, or lies outside every root, and [`Trouble::Disk`] when trash or place cannot
/// be read.
pub fn put_back(ledger: &Ledger, ruling: &Ruling, item: &str, meeting: &Meeting) -> Result<Plan, Trouble> {
    let (items, _) = trash(ledger)?;
    let Some(item) = items.into_iter().find(|known| known.id == item) else {
        return Err(Trouble::Unknown(message!("`{item}` is not in the trash.", item)));
    };
    let mut path = item.origin.clone();
    if let Meeting::Named(name) = meeting {
        check_name(name)?;
        if item.mark.kind != "folder" {
            return Trouble::refused(message!("Only a folder can be restored under another name."));
        }
        path.set_file_name(name);
        check_folder(ruling, &path)?;
        check_free(&path)?;
    }
    check_inside(ruling, &path)?;
    let now = Imprint::of(&path)?;
    if Mark::of(&now) == item.mark {
        return Trouble::refused(message!("{path} already has this content.", path = path.display()));
    }
    if !now.is_nothing() && *meeting != Meeting::Replaced {
        return Trouble::refused(message!(
            "`{path}` already exists. Replace it (it moves to the trash) or use another name.",
            path = path.display()
        ));
    }
    let step = brought_back(&path, now, &item.kept, &item.mark)?;
    let deed = deed!(
        "Would restore {path} from the trash.",
        "restored {path} from the trash",
        path = path.display()
    );
    finish(ruling, Act::PutBack, deed, vec![step], Vec::new())
}

fn brought_back(path: &Path, now: Imprint, kept: &Path, mark: &Mark) -> Result<Step, Trouble> {
    let text_before = text_at(path);
    if mark.is_nothing() {
        let (after, source) = (Imprint::default(), Source::Nothing);
        return Ok(Step { path: path.to_owned(), seen: now, after, text_before, text_after: None, source });
    }
    Ok(Step {
        path: path.to_owned(),
        seen: now,
        after: kept_imprint(kept, mark)?,
        text_before,
        text_after: text_at(kept),
        source: Source::Copy { from: super::settled(kept)?, instead: Vec::new() },
    })
}

/// The text of a file, or of the `SKILL.md` in a folder.
fn text_at(path: &Path) -> Option<Vec<u8>> {
    let file = match disk::look(path).ok()?.kind {
        Kind::Folder => path.join(FILE_NAME),
        _ => path.to_owned(),
    };
    disk::read(&file, SKILL_LIMIT).ok().map(|read| read.bytes)
}

/// Only what lies in a skill root of the open workspace is written.
fn check_inside(ruling: &Ruling, path: &Path) -> Result<(), Trouble> {
    let inside = settled_roots(ruling).iter().any(|(_, root)| path.starts_with(root) && path != root);
    if inside && super::settled(path)? == path {
        return Ok(());
    }
    Trouble::refused(message!(
        "{path} is outside the skill roots of this workspace. Open its own workspace.",
        path = path.display()
    ))
}

#[allow(clippy::disallowed_methods, reason = "a test lays out files of its own")]
#[cfg(test)]
mod tests {
    use super::{FILE_NAME, text_at};

    #[test]
    fn the_text_of_a_skill_is_that_of_its_file() {
        let room = tempfile::tempdir().expect("a temporary folder");
        let file = room.path().join(FILE_NAME);
        assert_eq!(text_at(room.path()), None);
        std::fs::write(&file, "text").expect("it can be written");
        assert_eq!(text_at(room.path()).as_deref(), Some(&b"text"[..]));
        assert_eq!(text_at(&file).as_deref(), Some(&b"text"[..]));
        assert_eq!(text_at(&room.path().join("none")), None);
    }
}
