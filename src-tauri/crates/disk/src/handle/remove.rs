//! Removing what Assay itself put somewhere.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::io;
use std::path::Path;

use crate::ops;
use crate::{Cause, Fault, FolderHandle, Imprint, Kind};

impl FolderHandle {
    /// Removes a folder or file that Assay itself put there, with all in it; locked folders in it are unlocked.
    /// Links are removed, not followed. Nothing there is as good as removed.
    ///
    /// # Errors
    ///
    /// [`Cause::Outside`] when the name is not one plain name, and what the system says when it refuses to
    /// remove something. What was removed before that is gone.
    pub fn clear(&self, name: &OsStr) -> Result<(), Fault> {
        self.check(name)?;
        self.clear_below(name, Path::new(""), None)
    }

    /// Removes what an imprint was taken of. What has come into it since stays, and is an error; the bytes are not
    /// compared once more.
    ///
    /// # Errors
    ///
    /// [`Cause::Exists`] at the first thing that the imprint does not name, [`Cause::Outside`] when the name
    /// is not one plain name, and what the system says when it refuses to remove something. What was removed
    /// before that is gone.
    pub fn remove(&self, name: &OsStr, imprint: &Imprint) -> Result<(), Fault> {
        self.check(name)?;
        let known = imprint.parts.iter().map(|part| part.rel.as_path()).collect();
        self.clear_below(name, Path::new(""), Some(&known))
    }

    fn clear_below(&self, name: &OsStr, rel: &Path, known: Option<&HashSet<&Path>>) -> Result<(), Fault> {
        let Some(kind) = self.look(name)? else { return Ok(()) };
        if known.is_some_and(|known| !known.contains(rel)) {
            return Err(Fault::new(&self.path.join(name), Cause::Exists));
        }
        let is_ours = !rel.as_os_str().is_empty();
        if kind != Kind::Folder {
            return self.gone(name, is_ours, |dir| ops::remove_file(dir, name));
        }
        let inside = match self.folder(Path::new(name)) {
            Err(Fault { cause: Cause::Denied, .. }) => {
                ops::unlock(&self.dir, name).map_err(|error| self.fault(name, &error))?;
                self.folder(Path::new(name))?
            }
            opened => opened?,
        };
        for below in inside.names()? {
            inside.clear_below(&below, &rel.join(&below), known)?;
        }
        self.gone(name, is_ours, |dir| ops::remove_folder(dir, name))
    }

    fn gone(
        &self,
        name: &OsStr,
        is_ours: bool,
        remove: impl Fn(&cap_std::fs::Dir) -> io::Result<()>,
    ) -> Result<(), Fault> {
        let removed = match remove(&self.dir) {
            // A folder that goes as well, and was locked.
            Err(error) if error.kind() == io::ErrorKind::PermissionDenied && is_ours => {
                self.set_mode(0o700)?;
                remove(&self.dir)
            }
            done => done,
        };
        match removed {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            done => done.map_err(|error| self.fault(name, &error)),
        }
    }

    /// Removes a folder if nothing is in it; says whether it did.
    pub fn remove_empty_folder(&self, name: &OsStr) -> bool {
        self.check(name).is_ok() && ops::remove_folder(&self.dir, name).is_ok()
    }
}
