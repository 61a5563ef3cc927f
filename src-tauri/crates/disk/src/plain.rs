//! Files below a folder by a way on which no link stands: a name that was judged is the file that is opened.

use std::path::{Component, Path};

use cap_std::fs::Dir;

use crate::read::read_file;
use crate::{Cause, Contents, Fault, Folder, ops};

impl Folder {
    /// As [`Folder::read`], and no link is followed at all: one on the way or at its end is an error.
    ///
    /// # Errors
    ///
    /// [`Cause::NotAFile`] with the word `link` for such a link, and otherwise as [`Folder::read`].
    pub fn read_plain(&self, rel: &Path, limit: u64) -> Result<Contents, Fault> {
        let (above, name) = self.parted(rel)?;
        let dir = self.descend(above, Missing::Fails)?;
        self.refuse_link(&dir, Path::new(name), rel)?;
        let file = ops::open_file(&dir, name).map_err(|error| self.plain_fault(rel, &error))?;
        read_file(&file, limit).map_err(|cause| Fault::new(&self.path().join(rel), cause))
    }

    /// As [`Folder::list`], and no link is followed at all.
    ///
    /// # Errors
    ///
    /// [`Cause::NotAFile`] with the word `link` for a link on the way, and otherwise as [`Folder::list`].
    pub fn list_plain(&self, rel: &Path) -> Result<Vec<crate::Leaf>, Fault> {
        let dir = self.descend(rel, Missing::Fails)?;
        let below = Self::of_dir(self.path().join(rel), dir);
        let leaves = below.list(Path::new(""))?;
        Ok(leaves.into_iter().map(|leaf| crate::Leaf { rel: rel.join(&leaf.rel), ..leaf }).collect())
    }

    /// As [`Folder::write`], and no link is followed at all.
    ///
    /// # Errors
    ///
    /// [`Cause::NotAFile`] with the word `link` for a link on the way or at its end, and otherwise as
    /// [`Folder::write`].
    pub fn write_plain(&self, rel: &Path, bytes: &[u8]) -> Result<(), Fault> {
        let (above, name) = self.parted(rel)?;
        let dir = self.descend(above, Missing::IsMade)?;
        Self::of_dir(self.path().join(above), dir).write(Path::new(name), bytes)
    }

    fn parted<'a>(&self, rel: &'a Path) -> Result<(&'a Path, &'a std::ffi::OsStr), Fault> {
        self.inside(rel)?;
        let name = rel.file_name().ok_or_else(|| Fault::new(self.path(), Cause::NotAFile("folder")))?;
        Ok((rel.parent().unwrap_or(Path::new("")), name))
    }

    // One name after the other, each opened as a folder itself.
    fn descend(&self, rel: &Path, missing: Missing) -> Result<Dir, Fault> {
        self.inside(rel)?;
        let mut dir = self.dir().try_clone().map_err(|error| self.plain_fault(rel, &error))?;
        for part in rel.components() {
            let Component::Normal(name) = part else { continue };
            let name = Path::new(name);
            self.refuse_link(&dir, name, rel)?;
            let opened = match ops::open_beneath(&dir, name) {
                Err(error) if missing == Missing::IsMade && error.kind() == std::io::ErrorKind::NotFound => {
                    match dir.create_dir(name) {
                        Err(error) if error.kind() != std::io::ErrorKind::AlreadyExists => Err(error),
                        _ => ops::open_beneath(&dir, name),
                    }
                }
                opened => opened,
            };
            dir = opened.map_err(|error| self.plain_fault(rel, &error))?;
        }
        Ok(dir)
    }

    // Looked at first only so that it is called a link; one that comes after this is not followed either.
    fn refuse_link(&self, dir: &Dir, name: &Path, rel: &Path) -> Result<(), Fault> {
        match dir.symlink_metadata(name) {
            Ok(found) if found.is_symlink() => {
                Err(Fault::new(&self.path().join(rel), Cause::NotAFile("link")))
            }
            _ => Ok(()),
        }
    }

    fn plain_fault(&self, rel: &Path, error: &std::io::Error) -> Fault {
        match self.fault(rel, error) {
            Fault { cause: Cause::Loop, path } => Fault { cause: Cause::NotAFile("link"), path },
            fault => fault,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Missing {
    Fails,
    IsMade,
}

#[cfg(all(test, unix))]
mod tests {
    #![allow(clippy::disallowed_methods, reason = "the tests lay out what the door is tried on")]

    use std::fs;
    use std::os::unix::fs::symlink;
    use std::path::Path;

    use crate::{Cause, Folder};

    #[test]
    fn no_link_is_followed_wherever_it_stands() {
        let room = tempfile::tempdir().expect("a temporary folder");
        let at = |name: &str| room.path().join(name);
        fs::create_dir_all(at("a/real")).unwrap();
        fs::write(at("a/real/x"), "x").unwrap();
        symlink("real", at("a/link")).unwrap();
        symlink("real/x", at("a/file")).unwrap();
        symlink("nothing", at("a/dangling")).unwrap();
        let folder = Folder::open(room.path()).unwrap();
        let read = |rel: &str| folder.read_plain(Path::new(rel), 10).map(|read| read.bytes);
        assert_eq!(read("a/real/x").unwrap(), b"x");
        assert_eq!(read("a/real/none").unwrap_err().cause, Cause::Missing);
        for rel in ["a/link/x", "a/file", "a/dangling"] {
            assert_eq!(read(rel).unwrap_err().cause, Cause::NotAFile("link"), "{rel}");
            let written = folder.write_plain(Path::new(rel), b"y");
            assert_eq!(written.unwrap_err().cause, Cause::NotAFile("link"), "{rel}");
        }
        assert_eq!(folder.list_plain(Path::new("a/link")).unwrap_err().cause, Cause::NotAFile("link"));
        assert_eq!(fs::read(at("a/real/x")).unwrap(), b"x");
        folder.write_plain(Path::new("new/deep/y"), b"y").unwrap();
        assert_eq!(fs::read(at("new/deep/y")).unwrap(), b"y");
        assert_eq!(folder.list_plain(Path::new("new/deep")).unwrap()[0].rel, Path::new("new/deep/y"));
        assert_eq!(folder.list_plain(Path::new("")).unwrap().len(), 2);
        assert!(folder.write_plain(Path::new("../y"), b"y").is_err());
    }
}
