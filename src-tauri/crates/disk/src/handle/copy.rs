//! Copying from one folder held open to another.

use std::ffi::OsStr;
use std::fs::{File, FileTimes};
use std::io::{self, Read};
use std::path::Path;

use crate::folder::{kind_of, mode_of};
use crate::ops::{self, Mode};
use crate::{Cause, Fault, FolderHandle, Kind};

/// Bytes that are copied at once.
const PIECE: usize = 128 << 10;

impl FolderHandle {
    /// Copies a file, a link or a folder with all in it to a name that is free: bytes, permission bits and times;
    /// links as links. Files `without` names, by their path from what is copied, are left out.
    ///
    /// All below `to` is flushed, the new name in it is not. A pipe, socket or device is [`Cause::NotAFile`]; what
    /// was copied before an error stays for the caller to [`FolderHandle::clear`].
    ///
    /// # Errors
    ///
    /// [`Cause::Exists`] when the new name is taken, [`Cause::Outside`] when either name is not one plain
    /// name, [`Cause::NotAFile`] as said above, and what the system says when it cannot read or write.
    pub fn copy(&self, name: &OsStr, to: &Self, new_name: &OsStr, without: &[&Path]) -> Result<(), Fault> {
        self.check(name)?;
        to.check(new_name)?;
        self.copy_entry(name, to, new_name, Path::new(""), without)
    }

    fn copy_entry(
        &self,
        name: &OsStr,
        to: &Self,
        new_name: &OsStr,
        rel: &Path,
        without: &[&Path],
    ) -> Result<(), Fault> {
        let read = |error: &io::Error| self.fault(name, error);
        let written = |error: &io::Error| to.fault(new_name, error);
        let found = self.dir.symlink_metadata(name).map_err(|error| read(&error))?;
        match kind_of(found.file_type()) {
            Kind::File => {
                let source = ops::open_file(&self.dir, name).map_err(|error| read(&error))?;
                let target = ops::create(&to.dir, new_name, Mode::PRIVATE);
                let copied = target.and_then(|target| {
                    copy_bytes(&source, &target)?;
                    keep_looks(&target, &found)?;
                    ops::flush_file(&target)
                });
                copied.map_err(|error| written(&error))
            }
            Kind::Folder => {
                let inside = self.folder(Path::new(name))?;
                let made = to.make_folder(new_name)?;
                for name in inside.names()? {
                    let rel = rel.join(&name);
                    if !without.contains(&rel.as_path()) {
                        inside.copy_entry(&name, &made, &name, &rel, without)?;
                    }
                }
                let own = made.dir.try_clone().map_err(|error| written(&error))?.into_std_file();
                keep_looks(&own, &found).map_err(|error| written(&error))?;
                made.flush()
            }
            Kind::Link => {
                let target = self.dir.read_link_contents(name).map_err(|error| read(&error))?;
                ops::link(&to.dir, new_name, &target).map_err(|error| written(&error))
            }
            Kind::Other(what) => Err(Fault::new(&self.path.join(name), Cause::NotAFile(what))),
        }
    }
}

fn copy_bytes(mut source: &File, target: &File) -> io::Result<()> {
    let size = source.metadata()?.len();
    let mut piece = vec![0; usize::try_from(size).unwrap_or(PIECE).clamp(1, PIECE)];
    loop {
        match source.read(&mut piece) {
            Ok(0) => return Ok(()),
            Ok(count) => ops::write_all(target, &piece[..count])?,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

// Times and permissions last: writing changes the one and may need the other.
pub(crate) fn keep_looks(target: &File, found: &cap_std::fs::Metadata) -> io::Result<()> {
    if let Ok(modified) = found.modified() {
        // Not every file system keeps times; bytes are what counts.
        let _ = target.set_times(FileTimes::new().set_modified(modified.into_std()));
    }
    ops::set_mode(target, mode_of(found))
}
