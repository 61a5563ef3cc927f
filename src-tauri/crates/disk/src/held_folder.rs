#![allow(clippy::disallowed_methods, reason = "this crate is the door to files")]

use std::path::{Path, PathBuf};

use crate::{Fault, Look, Stamp};

/// A folder that stays open: what lies below it is found from there, without walking down from the top of the disk for
/// every one of ten thousand names.
///
/// Links are followed wherever they lead. For names given by a stranger there is [`crate::Folder`].
#[derive(Debug)]
pub struct HeldFolder {
    path: PathBuf,
    #[cfg(unix)]
    opened: std::os::fd::OwnedFd,
}

#[cfg(unix)]
impl HeldFolder {
    /// Opens a folder; a link to one is followed.
    ///
    /// # Errors
    ///
    /// When it is missing, is no folder, or may not be read.
    pub fn open(path: &Path) -> Result<Self, Fault> {
        use rustix::fs::{Mode, OFlags, open};
        let opened = open(path, OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC, Mode::empty());
        let opened = opened.map_err(|error| Fault::from_io(path, &error.into()))?;
        Ok(Self { path: path.to_owned(), opened })
    }

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

    /// As [`crate::look_at_entry`], for a path from this folder.
    ///
    /// # Errors
    ///
    /// When nothing is there, or a folder on the way may not be entered.
    pub fn look_at_entry(&self, rel: &Path) -> Result<Look, Fault> {
        let found = rustix::fs::statat(&self.opened, rel, rustix::fs::AtFlags::SYMLINK_NOFOLLOW);
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
impl HeldFolder {
    /// Keeps the path of a folder.
    ///
    /// # Errors
    ///
    /// When it is missing, or is no folder.
    pub fn open(path: &Path) -> Result<Self, Fault> {
        match crate::look(path)?.kind {
            crate::Kind::Folder => Ok(Self { path: path.to_owned() }),
            _ => Err(Fault::new(path, crate::Cause::NotAFolder)),
        }
    }

    /// As [`crate::look`], for a path from this folder.
    ///
    /// # Errors
    ///
    /// When nothing is there, a link on the way is broken or circular, or a folder on the way may not be
    /// entered.
    pub fn look(&self, rel: &Path) -> Result<Look, Fault> {
        crate::look(&self.path.join(rel))
    }

    /// As [`crate::look_at_entry`], for a path from this folder.
    ///
    /// # Errors
    ///
    /// When nothing is there, or a folder on the way may not be entered.
    pub fn look_at_entry(&self, rel: &Path) -> Result<Look, Fault> {
        crate::look_at_entry(&self.path.join(rel))
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
