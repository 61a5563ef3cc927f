//! A folder held open, below which things are made, moved and removed.

mod copy;
mod remove;

#[cfg(test)]
mod tests;

use std::ffi::{OsStr, OsString};
use std::io;
use std::path::{Component, Path, PathBuf};

use cap_std::fs::Dir;

pub(crate) use copy::keep_looks;

use crate::folder::names;
use crate::ops::{self, Mode};
use crate::{Appender, Bounds, Cause, Contents, Fault, Imprint, Kind, Look};

/// A folder held open. What is done through it is done in this very folder, wherever it has been moved since and
/// whatever its path leads to by then.
///
/// A name is one name, never a path. No link is followed: one that stands under a name is looked at, moved or
/// removed itself, and one on the way to a folder below is an error. Nothing is flushed to the disk unless it is
/// said: call [`FolderHandle::flush`] once all is done.
///
/// On systems other than Unix a program that swaps a folder for a link in the same moment is not found out.
#[derive(Debug)]
pub struct FolderHandle {
    path: PathBuf,
    dir: Dir,
}

/// What a folder is known by on its disk, whatever it is called. All are equal where the platform has no such
/// numbers, and one that was removed may leave its number to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct FolderId {
    device: u64,
    inode: u64,
}

impl FolderId {
    /// Of what was looked at.
    pub fn of(look: &Look) -> Self {
        Self { device: look.stamp.device, inode: look.stamp.inode }
    }
}

/// What became of a file or folder that another took the place of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Displaced {
    /// It stands where the other came from.
    Swapped,
    /// This file system cannot swap: it is gone.
    Gone,
}

impl FolderHandle {
    /// Opens a folder by an absolute path on which no link lies, the folder itself included.
    ///
    /// # Errors
    ///
    /// [`Cause::NotAFolder`] when a link lies on the path or something other than a folder stands there,
    /// [`Cause::Missing`] when nothing does, and what the system says when it may not be entered.
    pub fn real(path: &Path) -> Result<Self, Fault> {
        let dir = ops::open_real(path).map_err(|error| no_folder(path, &error))?;
        Ok(Self { path: path.to_owned(), dir })
    }

    /// Opens a folder; links are followed here, and nowhere below.
    ///
    /// # Errors
    ///
    /// When nothing is there, it is no folder, or it may not be entered.
    pub fn following(path: &Path) -> Result<Self, Fault> {
        let real = crate::canonical(path)?;
        let dir = ops::open_real(&real).map_err(|error| Fault::from_io(path, &error))?;
        Ok(Self { path: path.to_owned(), dir })
    }

    /// Opens a folder, made if it is missing like those above it, for this user's eyes only (mode 0700) and so
    /// that a crash does not take it back. Links to the folders that are there are followed.
    ///
    /// # Errors
    ///
    /// When something other than a folder stands on the path, or the system refuses to make, open or flush
    /// one of the folders.
    pub fn made_private(path: &Path) -> Result<Self, Fault> {
        let is_missing = |folder: &&Path| crate::look_at_entry(folder).is_err();
        let missing: Vec<&Path> =
            path.ancestors().filter(|above| !above.as_os_str().is_empty()).take_while(is_missing).collect();
        let there = missing.last().map_or(Some(path), |topmost| topmost.parent());
        let there = there.filter(|above| !above.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let mut at = Self::following(there)?;
        for folder in missing.iter().rev() {
            let name = folder.file_name().ok_or_else(|| Fault::new(folder, Cause::NotAFolder))?;
            at = at.made_folder(name)?;
        }
        Ok(Self { path: path.to_owned(), ..at })
    }

    /// Where it was opened.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What it is known by.
    pub fn id(&self) -> FolderId {
        let node = ops::node(&self.dir);
        FolderId { device: node.device, inode: node.inode }
    }

    /// Opens a folder below; no link on the way is followed. An empty path is this folder.
    ///
    /// # Errors
    ///
    /// [`Cause::Outside`] when the path is absolute or has `..` in it, [`Cause::NotAFolder`] when something
    /// on it is a link or no folder, [`Cause::Missing`] when nothing is there, and what the system says when
    /// it may not be entered.
    pub fn folder(&self, rel: &Path) -> Result<Self, Fault> {
        let path = self.path.join(rel);
        if !rel.components().all(|part| matches!(part, Component::Normal(_))) {
            return Err(Fault::new(&path, Cause::Outside));
        }
        let opened = match rel.as_os_str().is_empty() {
            true => self.dir.try_clone(),
            false => ops::open_beneath(&self.dir, rel),
        };
        let dir = opened.map_err(|error| no_folder(&path, &error))?;
        Ok(Self { path, dir })
    }

    /// What stands under a name; nothing when nothing does.
    ///
    /// # Errors
    ///
    /// [`Cause::Outside`] when the name is not one plain name, and what the system says when it refuses to
    /// look.
    pub fn look(&self, name: &OsStr) -> Result<Option<Kind>, Fault> {
        self.check(name)?;
        match self.dir.symlink_metadata(name) {
            Ok(found) => Ok(Some(crate::folder::kind_of(found.file_type()))),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(self.fault(name, &error)),
        }
    }

    /// The imprint of what stands under a name.
    ///
    /// # Errors
    ///
    /// [`Cause::Outside`] when the name is not one plain name, and otherwise as [`Imprint::of`].
    pub fn imprint(&self, name: &OsStr) -> Result<Imprint, Fault> {
        self.check(name)?;
        Imprint::beneath(&self.dir, name, &self.path.join(name), Bounds::default())
    }

    /// Reads a file, at most `limit` bytes.
    ///
    /// # Errors
    ///
    /// [`Cause::Outside`] when the name is not one plain name, [`Cause::TooLarge`] when the file has more
    /// than `limit` bytes, [`Cause::NotAFile`] when it is anything but a file, [`Cause::Loop`] when it is a
    /// link, and what the system says when it is missing or may not be read.
    pub fn read(&self, name: &OsStr, limit: u64) -> Result<Contents, Fault> {
        self.check(name)?;
        let file = ops::open_file(&self.dir, name).map_err(|error| self.fault(name, &error))?;
        crate::read::read_file(&file, limit).map_err(|cause| Fault::new(&self.path.join(name), cause))
    }

    /// The names in it, sorted by their bytes.
    ///
    /// # Errors
    ///
    /// When the folder may not be read.
    pub fn names(&self) -> Result<Vec<OsString>, Fault> {
        names(&self.dir).map_err(|error| Fault::from_io(&self.path, &error))
    }

    /// Makes a folder under a name that is free, for this user alone (mode 0700), and opens it.
    ///
    /// # Errors
    ///
    /// [`Cause::Exists`] when the name is taken, [`Cause::Outside`] when it is not one plain name, and what
    /// the system says when it cannot make the folder.
    pub fn make_folder(&self, name: &OsStr) -> Result<Self, Fault> {
        self.check(name)?;
        let fault = |error: &io::Error| self.fault(name, error);
        ops::make_folder(&self.dir, name).map_err(|error| fault(&error))?;
        let made = self.folder(Path::new(name))?;
        // Another may have been put under the name in between; what was made is empty.
        match made.names()?.is_empty() {
            true => Ok(made),
            false => Err(Fault::new(&made.path, Cause::Exists)),
        }
    }

    /// Opens the folder of that name, or makes it, flushed.
    ///
    /// # Errors
    ///
    /// [`Cause::NotAFolder`] when a link or anything else but a folder has the name, [`Cause::Outside`] when
    /// it is not one plain name, and what the system says when it cannot make, open or flush the folder.
    pub fn made_folder(&self, name: &OsStr) -> Result<Self, Fault> {
        match self.folder(Path::new(name)) {
            Err(Fault { cause: Cause::Missing, .. }) => {}
            found => return found,
        }
        match self.make_folder(name) {
            Ok(made) => {
                self.flush()?;
                Ok(made)
            }
            // Another process was faster.
            Err(Fault { cause: Cause::Exists, .. }) => self.folder(Path::new(name)),
            Err(fault) => Err(fault),
        }
    }

    /// Gives this folder its permission bits.
    ///
    /// # Errors
    ///
    /// When the system refuses, as it does for a folder of another user.
    pub fn set_mode(&self, mode: u32) -> Result<(), Fault> {
        let fault = |error: &io::Error| Fault::from_io(&self.path, error);
        let own = self.dir.try_clone().map_err(|error| fault(&error))?.into_std_file();
        ops::set_mode(&own, mode).map_err(|error| fault(&error))
    }

    /// Writes a file under a name that is free, with these permission bits. Its bytes are flushed, its name is not.
    ///
    /// # Errors
    ///
    /// [`Cause::Exists`] when the name is taken, [`Cause::Outside`] when it is not one plain name, and what
    /// the system says when it cannot write. What was written before an error stays.
    pub fn write_new(&self, name: &OsStr, bytes: &[u8], mode: u32) -> Result<(), Fault> {
        self.check(name)?;
        let written = ops::create(&self.dir, name, Mode::PRIVATE).and_then(|file| {
            ops::write_all(&file, bytes)?;
            if mode != 0o600 {
                ops::set_mode(&file, mode)?;
            }
            ops::flush_file(&file)
        });
        written.map_err(|error| self.fault(name, &error))
    }

    /// Writes a file for this user's eyes only, in place of one that may be there: a reader sees the old bytes or
    /// the new ones, also after a crash.
    ///
    /// # Errors
    ///
    /// [`Cause::Outside`] when the name is not one plain name, and what the system says when it cannot write,
    /// flush or rename. The old file stands as it was unless the last flush alone failed.
    pub fn write_whole(&self, name: &OsStr, bytes: &[u8]) -> Result<(), Fault> {
        let beside = crate::write::name_beside(Path::new(name));
        let beside = beside.as_os_str();
        let written = self.write_new(beside, bytes, 0o600).and_then(|()| {
            let renamed = ops::rename_over((&self.dir, beside), (&self.dir, name));
            renamed.map_err(|error| self.fault(name, &error))?;
            self.flush()
        });
        written.inspect_err(|_| {
            // Made exclusively a moment ago, so it is ours and nobody else's.
            let _ = ops::remove_file(&self.dir, beside);
        })
    }

    /// Opens a file to add to, made if it is missing, as [`crate::append`] does.
    ///
    /// # Errors
    ///
    /// [`Cause::NotAFile`] when a folder, a link or anything else but a file has the name, [`Cause::Outside`]
    /// when it is not one plain name, and what the system says when it cannot open or lock the file.
    pub fn append(&self, name: &OsStr) -> Result<Appender, Fault> {
        self.check(name)?;
        match self.look(name)? {
            None | Some(Kind::File) => {}
            Some(Kind::Folder) => return Err(self.not_a_file(name, "folder")),
            Some(Kind::Link) => return Err(self.not_a_file(name, "link")),
            Some(Kind::Other(what)) => return Err(self.not_a_file(name, what)),
        }
        let fault = |error: &io::Error| self.fault(name, error);
        let (file, is_new) = ops::open_to_append(&self.dir, name).map_err(|error| fault(&error))?;
        if !file.metadata().is_ok_and(|found| found.is_file()) {
            return Err(self.not_a_file(name, "thing that is none"));
        }
        file.lock().map_err(|error| fault(&error))?;
        if is_new {
            self.flush()?;
        }
        Ok(Appender::of(self.path.join(name), file))
    }

    /// Gives something another place on the same file system, where nothing is: [`Cause::Exists`] when something
    /// is there after all.
    ///
    /// # Errors
    ///
    /// [`Cause::Exists`] when the new name is taken, [`Cause::Missing`] when nothing has the old one,
    /// [`Cause::Outside`] when either is not one plain name, and what the system says when it cannot move, as
    /// between two file systems.
    pub fn place(&self, name: &OsStr, to: &Self, new_name: &OsStr) -> Result<(), Fault> {
        self.check(name)?;
        to.check(new_name)?;
        let moved = ops::rename_to_nothing((&self.dir, name), (&to.dir, new_name));
        moved.map_err(|error| to.fault(new_name, &error))
    }

    /// Lets what stands under a name here and what stands under a name there change places, at once. Where the
    /// file system cannot, a file there is replaced at once, and a folder is put aside and replaced in two steps.
    ///
    /// # Errors
    ///
    /// [`Cause::Missing`] when nothing has one of the names, [`Cause::Outside`] when either is not one plain
    /// name, and what the system says when it cannot move. Where it takes two steps, an error may leave a
    /// folder put aside, beside `name` as `NAME.aside`.
    pub fn exchange(&self, name: &OsStr, there: &Self, other: &OsStr) -> Result<Displaced, Fault> {
        self.check(name)?;
        there.check(other)?;
        match ops::swap((&self.dir, name), (&there.dir, other)) {
            Ok(()) => Ok(Displaced::Swapped),
            Err(error) if ops::cannot(&error) => self.in_steps(name, there, other),
            Err(error) => Err(there.fault(other, &error)),
        }
    }

    fn in_steps(&self, name: &OsStr, there: &Self, other: &OsStr) -> Result<Displaced, Fault> {
        let (mine, theirs) = ((&self.dir, name), (&there.dir, other));
        let renamed = if there.look(other)? == Some(Kind::Folder) {
            let mut aside = name.to_owned();
            aside.push(".aside");
            let aside = (&self.dir, aside.as_os_str());
            ops::rename_to_nothing(theirs, aside)
                .and_then(|()| ops::rename_to_nothing(mine, theirs))
                .and_then(|()| ops::rename_to_nothing(aside, mine))
                .map(|()| Displaced::Swapped)
        } else {
            ops::rename_over(mine, theirs).map(|()| Displaced::Gone)
        };
        renamed.map_err(|error| there.fault(other, &error))
    }

    /// Makes the names in this folder outlast a crash.
    ///
    /// # Errors
    ///
    /// When the disk fails to take it.
    pub fn flush(&self) -> Result<(), Fault> {
        ops::flush_folder(&self.dir).map_err(|error| Fault::from_io(&self.path, &error))
    }

    fn check(&self, name: &OsStr) -> Result<(), Fault> {
        let mut parts = Path::new(name).components();
        match (parts.next(), parts.next()) {
            (Some(Component::Normal(only)), None) if only == name => Ok(()),
            _ => Err(Fault::new(&self.path.join(name), Cause::Outside)),
        }
    }

    fn fault(&self, name: &OsStr, error: &io::Error) -> Fault {
        Fault::from_io(&self.path.join(name), error)
    }

    fn not_a_file(&self, name: &OsStr, what: &'static str) -> Fault {
        Fault::new(&self.path.join(name), Cause::NotAFile(what))
    }
}

/// A link is no folder here, whatever it leads to.
fn no_folder(path: &Path, error: &io::Error) -> Fault {
    match Fault::from_io(path, error) {
        Fault { cause: Cause::Loop, path } => Fault { cause: Cause::NotAFolder, path },
        fault => fault,
    }
}

/// Opens the folder a path lies in, links followed, and says its name there.
pub(crate) fn above(path: &Path) -> Result<(FolderHandle, &OsStr), Fault> {
    let Some((above, name)) = crate::imprint::split(path) else {
        return Err(Fault::new(path, Cause::NotAFolder));
    };
    let above = if above.as_os_str().is_empty() { Path::new(".") } else { above };
    Ok((FolderHandle::following(above)?, name))
}
