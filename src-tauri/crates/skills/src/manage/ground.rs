//! The folders that a change writes below, held open from its beginning to its end, so that no link that is put in
//! their way, and no folder that is put in their place, is ever written to.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use disk::{Cause, Fault, FolderHandle, FolderId, Imprint, Kind};
use message::message;

use super::change::Pin;
use super::change::{Plan, Step, Trouble};
use super::foresee::settled_roots;
use crate::Ruling;

/// Pins what the steps will be written below. Links on the way have been resolved: whether a root is one was the
/// person's choice, and stays as it was seen.
pub(super) fn pins(ruling: &Ruling, steps: &[Step]) -> Vec<Pin> {
    let roots = settled_roots(ruling);
    let mut pins: BTreeMap<PathBuf, Pin> = BTreeMap::new();
    let mut pin = |path: &Path, is_ground: bool| {
        if let Some(known) = pins.get_mut(path) {
            known.is_ground |= is_ground;
            return true;
        }
        match disk::look_at_entry(path) {
            Ok(look) if look.kind == Kind::Folder => {
                let pin = Pin { path: path.to_owned(), id: FolderId::of(&look), is_ground };
                pins.insert(path.to_owned(), pin);
                true
            }
            _ => false,
        }
    };
    for step in steps {
        let Some(above) = step.path.parent() else { continue };
        pin(above, false);
        let inside = roots.iter().map(|(_, root)| root).filter(|root| above.starts_with(root));
        let root = inside.max_by_key(|root| root.as_os_str().len()).map_or(above, PathBuf::as_path);
        let _ = root.ancestors().any(|folder| pin(folder, true));
    }
    pins.into_values().collect()
}

/// Folders held open. Without any, as for a change that another process has begun, every place is found by its own
/// path, on which no link may lie.
#[derive(Debug, Default)]
pub(super) struct Grounds {
    held: Vec<FolderHandle>,
    pins: HashMap<PathBuf, FolderId>,
    /// Folders above places that were opened before, so that a place stays reachable when its folder is moved.
    opened: RefCell<HashMap<PathBuf, Rc<FolderHandle>>>,
}

/// Most folders that are held open at once; a process may open some thousand files. Those beyond are found anew from
/// their ground every time.
const OPENED: usize = 300;

impl Grounds {
    /// Opens what a plan has pinned; [`Trouble::Moved`] when another folder, or a link, stands there by now.
    pub fn of(plan: &Plan) -> Result<Self, Trouble> {
        let mut grounds = Self::default();
        for pin in &plan.pins {
            if pin.is_ground {
                let moved = || {
                    let below = plan.steps.iter().filter(|step| step.path.starts_with(&pin.path));
                    Trouble::Moved(below.map(|step| step.path.clone()).collect())
                };
                let held = FolderHandle::real(&pin.path).map_err(|fault| displaced(fault, moved))?;
                if held.id() != pin.id {
                    return Err(moved());
                }
                grounds.held.push(held);
            }
            grounds.pins.insert(pin.path.clone(), pin.id);
        }
        Ok(grounds)
    }

    /// The folder that a place lies in, and the name of the place there.
    pub fn above<'p>(&self, place: &'p Path) -> Result<(Rc<FolderHandle>, &'p OsStr), Trouble> {
        let (Some(above), Some(name)) = (place.parent(), place.file_name()) else {
            return Trouble::refused(message!(
                "{place} is not a valid path for a skill.",
                place = place.display()
            ));
        };
        if let Some(opened) = self.opened.borrow().get(above) {
            return Ok((Rc::clone(opened), name));
        }
        let moved = || Trouble::Moved(vec![place.to_owned()]);
        let holds = |held: &&FolderHandle| above.starts_with(held.path());
        let held = self.held.iter().filter(holds).max_by_key(|held| held.path().as_os_str().len());
        let opened = match held {
            None => FolderHandle::real(above),
            Some(held) => held.folder(above.strip_prefix(held.path()).unwrap_or(Path::new(""))),
        };
        let opened = opened.map_err(|fault| displaced(fault, moved))?;
        if self.pins.get(above).is_some_and(|id| *id != opened.id()) {
            return Err(moved());
        }
        let (opened, mut known) = (Rc::new(opened), self.opened.borrow_mut());
        if known.len() < OPENED {
            known.insert(above.to_owned(), Rc::clone(&opened));
        }
        Ok((opened, name))
    }

    /// What stands at a place; nothing when not even its folder is there.
    pub fn imprint(&self, place: &Path) -> Result<Imprint, Trouble> {
        match self.above(place) {
            Ok((above, name)) => Ok(above.imprint(name)?),
            Err(_) if place.parent().is_some_and(is_missing) => Ok(Imprint::default()),
            Err(trouble) => Err(trouble),
        }
    }

    /// Makes what was done to places outlast a crash: each folder above one is flushed, once.
    pub fn flush<'p>(&self, places: impl Iterator<Item = &'p Path>) -> Result<(), Trouble> {
        let mut above: Vec<(&Path, &Path)> =
            places.filter_map(|place| Some((place.parent()?, place))).collect();
        above.sort_unstable();
        above.dedup_by_key(|(above, _)| *above);
        for (folder, place) in above {
            match self.above(place) {
                Ok((above, _)) => above.flush()?,
                Err(_) if is_missing(folder) => {}
                Err(trouble) => return Err(trouble),
            }
        }
        Ok(())
    }
}

fn is_missing(folder: &Path) -> bool {
    matches!(disk::look_at_entry(folder), Err(Fault { cause: Cause::Missing, .. }))
}

/// What is no longer the folder it was has been moved, or has a link in its way.
fn displaced(fault: Fault, moved: impl FnOnce() -> Trouble) -> Trouble {
    match fault.cause {
        Cause::NotAFolder | Cause::Missing | Cause::Outside => moved(),
        _ => fault.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::is_missing;

    #[test]
    fn a_folder_is_missing_where_nothing_stands() {
        let room = tempfile::tempdir().expect("a temporary folder");
        assert!(!is_missing(room.path()) && is_missing(&room.path().join("none")));
    }
}
