#![allow(clippy::disallowed_methods, reason = "this crate is the door to files")]

use std::path::{Path, PathBuf};

use crate::{Entry, Fault, Look, Stamp, list};

/// A folder that was listed and stays open: what it names is found from there, without walking down from
/// the top of the disk for every one of ten thousand names.
///
/// Links are followed wherever they lead. For names given by a stranger there is [`crate::Folder`].
#[derive(Debug)]
pub struct Listing {
    path: PathBuf,
    entries: Vec<Entry>,
    #[cfg(unix)]
    opened: std::fs::File,
}

impl Listing {
    /// Lists a folder and keeps it open; a link to a folder is followed.
    ///
    /// # Errors
    ///
    /// When it is missing, is no folder, or may not be read.
    pub fn of(path: &Path) -> Result<Self, Fault> {
        Ok(Self {
            path: path.to_owned(),
            entries: list(path)?,
            #[cfg(unix)]
            opened: std::fs::File::open(path).map_err(|error| Fault::from_io(path, &error))?,
        })
    }

    /// The names in it, sorted by their bytes.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }
}

#[cfg(unix)]
impl Listing {
    /// As [`crate::look`], for a path from this folder.
    ///
    /// # Errors
    ///
    /// When nothing is there, a link on the way is broken or circular, or a folder on the way may not be
    /// entered.
    pub fn look(&self, rel: &Path) -> Result<Look, Fault> {
        let found = rustix::fs::statat(&self.opened, rel, rustix::fs::AtFlags::empty());
        found.map(|found| Look::of_stat(&found)).map_err(|error| self.fault(rel, error))
    }

    /// As [`crate::read`], for a path from this folder, into a buffer that may serve for many files.
    ///
    /// # Errors
    ///
    /// When it is missing, may not be read, is anything but a file, or has more than `limit` bytes.
    pub fn read<'b>(
        &self,
        rel: &Path,
        limit: u64,
        buffer: &'b mut Vec<u8>,
    ) -> Result<(&'b [u8], Stamp), Fault> {
        use rustix::fs::{Mode, OFlags};
        // Without O_NONBLOCK a pipe named SKILL.md would hang the reader for ever.
        let flags = OFlags::RDONLY | OFlags::NONBLOCK | OFlags::CLOEXEC;
        let opened = rustix::fs::openat(&self.opened, rel, flags, Mode::empty());
        let file = std::fs::File::from(opened.map_err(|error| self.fault(rel, error))?);
        match crate::read::fill(&file, limit, buffer) {
            Ok((length, stamp)) => Ok((&buffer[..length], stamp)),
            Err(cause) => Err(Fault::new(&self.path.join(rel), cause)),
        }
    }

    fn fault(&self, rel: &Path, error: rustix::io::Errno) -> Fault {
        Fault::from_io(&self.path.join(rel), &error.into())
    }
}

#[cfg(not(unix))]
impl Listing {
    /// As [`crate::look`], for a path from this folder.
    ///
    /// # Errors
    ///
    /// When nothing is there, a link on the way is broken or circular, or a folder on the way may not be
    /// entered.
    pub fn look(&self, rel: &Path) -> Result<Look, Fault> {
        crate::look(&self.path.join(rel))
    }

    /// As [`crate::read`], for a path from this folder, into a buffer that may serve for many files.
    ///
    /// # Errors
    ///
    /// When it is missing, may not be read, is anything but a file, or has more than `limit` bytes.
    pub fn read<'b>(
        &self,
        rel: &Path,
        limit: u64,
        buffer: &'b mut Vec<u8>,
    ) -> Result<(&'b [u8], Stamp), Fault> {
        let read = crate::read(&self.path.join(rel), limit)?;
        *buffer = read.bytes;
        Ok((buffer, read.stamp))
    }
}
