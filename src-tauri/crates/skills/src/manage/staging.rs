//! Where what a change needs lies for a moment: a folder beside its places, on the same file system.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use disk::{Cause, Fault, FolderHandle, Kind, Matter};
use message::message;

use super::change::{Source, Step, Trouble};
use super::ground::Grounds;
use super::journal::{Entry, Mark};

/// What the folder is called that a change makes beside its places.
pub(super) fn staging_name(id: &str) -> OsString {
    format!("{STAGING}{id}").into()
}

/// How such folders begin. Nothing else may be called so: see the names of what comes in, and of new files.
pub(crate) const STAGING: &str = ".assay-";

pub(super) fn numbered(what: &str, number: usize) -> OsString {
    format!("{what}-{number}").into()
}

/// Lays the new state of a place beside it. Under its final name there it is whole. `made` are the folders in which
/// this change has made its own already.
pub(super) fn stage(
    grounds: &Grounds,
    step: &Step,
    number: usize,
    id: &str,
    made: &mut Vec<PathBuf>,
) -> Result<(), Trouble> {
    let (above, _) = grounds.above(&step.path)?;
    let name = staging_name(id);
    // Several places of a change may lie in one folder.
    let is_made = made.last().is_some_and(|known| known == above.path())
        || made.iter().any(|known| known == above.path());
    let beside = if is_made {
        above.folder(Path::new(&name))?
    } else {
        match above.make_folder(&name) {
            Err(Fault { cause: Cause::Denied | Cause::ReadOnly, .. }) => {
                return Trouble::refused(message!(
                    "{path} is not writable; nothing was changed. Check its permissions.",
                    path = above.path().display()
                ));
            }
            made => made?,
        }
    };
    if !is_made {
        made.push(above.path().to_owned());
    }
    if step.after.is_nothing() {
        return Ok(());
    }
    let making = numbered("making", number);
    build(step, &beside, &making)?;
    if beside.imprint(&making)? != step.after {
        return changed_while_copied(step);
    }
    Ok(beside.place(&making, &beside, &numbered("new", number))?)
}

fn changed_while_copied<T>(step: &Step) -> Result<T, Trouble> {
    Trouble::refused(message!(
        "The source of {path} changed during the copy; nothing was written. Try again.",
        path = step.path.display()
    ))
}

fn build(step: &Step, beside: &FolderHandle, making: &OsStr) -> Result<(), Trouble> {
    let mode_of =
        |rel: &Path| step.after.parts.iter().find(|part| part.rel == rel).map_or(0o644, |part| part.mode);
    match &step.source {
        Source::Nothing => Ok(()),
        Source::File(bytes) => Ok(beside.write_new(making, bytes, mode_of(Path::new("")))?),
        Source::Folder { folders, files } => {
            let top = beside.make_folder(making)?;
            for rel in folders {
                let (above, name) = below(&top, rel)?;
                let made = above.make_folder(name)?;
                made.set_mode(mode_of(rel))?;
                made.flush()?;
            }
            write_files(&top, files, &mode_of)?;
            top.set_mode(mode_of(Path::new("")))?;
            Ok(top.flush()?)
        }
        Source::Copy { from, instead } => {
            let (Some(above), Some(name)) = (from.parent(), from.file_name()) else {
                return changed_while_copied(step);
            };
            // A link here would be copied as one, and what is written below it would be written elsewhere.
            let is_seen = |kind: Option<Kind>| match step.after.parts.first().map(|part| &part.matter) {
                Some(Matter::Folder) => kind == Some(Kind::Folder),
                Some(Matter::File { .. }) => kind == Some(Kind::File),
                Some(Matter::Link(_)) => kind == Some(Kind::Link) && instead.is_empty(),
                None => false,
            };
            let source = match FolderHandle::real(above) {
                Ok(source) => source,
                Err(Fault { cause: Cause::NotAFolder | Cause::Missing, .. }) => {
                    return changed_while_copied(step);
                }
                Err(fault) => return Err(fault.into()),
            };
            if !is_seen(source.look(name)?) {
                return changed_while_copied(step);
            }
            let without: Vec<&Path> = instead.iter().map(|(rel, _)| rel.as_path()).collect();
            match source.copy(name, beside, making, &without) {
                Err(Fault { cause: Cause::NotAFolder | Cause::Missing, .. }) => {
                    return changed_while_copied(step);
                }
                copied => copied?,
            }
            if instead.is_empty() {
                return Ok(());
            }
            // A link has taken the folder's place while it was copied, or this is no link.
            match beside.folder(Path::new(making)) {
                Ok(top) => write_files(&top, instead, &mode_of),
                Err(_) => changed_while_copied(step),
            }
        }
    }
}

fn write_files(
    top: &FolderHandle,
    files: &[(PathBuf, Vec<u8>)],
    mode_of: &dyn Fn(&Path) -> u32,
) -> Result<(), Trouble> {
    for (rel, bytes) in files {
        let (above, name) = below(top, rel)?;
        above.write_new(name, bytes, mode_of(rel))?;
        above.flush()?;
    }
    Ok(())
}

fn below<'r>(top: &FolderHandle, rel: &'r Path) -> Result<(FolderHandle, &'r OsStr), Trouble> {
    let above = top.folder(rel.parent().unwrap_or(Path::new("")))?;
    Ok((above, rel.file_name().unwrap_or_default()))
}

/// Clears what lies beside the places of a change. What is neither an old nor a new state of it came from someone
/// else in between, and is laid into the change's slot of the trash instead; what cannot be laid there stays.
pub(super) fn tidy(grounds: &Grounds, trash: &FolderHandle, entry: &Entry) {
    // A disk that refuses once may not do so twice.
    let _ = tidy_once(grounds, trash, entry) || tidy_once(grounds, trash, entry);
}

/// Says whether nothing is left.
fn tidy_once(grounds: &Grounds, trash: &FolderHandle, entry: &Entry) -> bool {
    let (name, mut is_gone) = (staging_name(&entry.id), true);
    let mut done: Vec<PathBuf> = Vec::new();
    for step in &entry.steps {
        let Ok((above, _)) = grounds.above(&step.path) else { continue };
        if done.iter().any(|known| known == above.path()) {
            continue;
        }
        done.push(above.path().to_owned());
        let Ok(beside) = above.folder(Path::new(&name)) else { continue };
        for name in beside.names().unwrap_or_default() {
            // What stays keeps its folder there.
            let _ = tidy_one(&beside, &name, trash, entry);
        }
        is_gone &= above.remove_empty_folder(&name);
    }
    is_gone
}

fn tidy_one(beside: &FolderHandle, name: &OsStr, trash: &FolderHandle, entry: &Entry) -> Result<(), Fault> {
    let text = name.to_string_lossy();
    let Some((what, number)) = text.trim_end_matches(".aside").split_once('-') else { return Ok(()) };
    let Some(step) = number.parse::<usize>().ok().and_then(|number| entry.steps.get(number)) else {
        return Ok(());
    };
    match what {
        // A copy that was not finished.
        "making" => return beside.clear(name),
        "new" | "old" | "back" => {}
        _ => return Ok(()),
    }
    let found = beside.imprint(name)?;
    let mark = Mark::of(&found);
    if mark != step.seen && mark != step.after {
        let slot = trash.made_folder(OsStr::new(&entry.id))?;
        let mut rescued = OsString::from("found-");
        rescued.push(name);
        beside.copy(name, &slot, &rescued, &[])?;
        slot.flush()?;
    }
    beside.remove(name, &found)
}
