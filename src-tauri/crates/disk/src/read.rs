#![allow(clippy::disallowed_methods, reason = "this crate is the door to files")]

use std::fs::{File, OpenOptions};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use crate::{Cause, Fault, Kind, Look, Stamp};

/// A whole file with the state it was read in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contents {
    /// The bytes as they stand on disk.
    pub bytes: Vec<u8>,
    /// The state of the file when it was opened.
    pub stamp: Stamp,
}

/// Reads a regular file of at most `limit` bytes. Links are followed; a pipe is refused, never waited for.
pub fn read(path: &Path, limit: u64) -> Result<Contents, Fault> {
    read_file(&open(path)?, limit).map_err(|cause| Fault::new(path, cause))
}

/// Reads what was already opened.
pub(crate) fn read_file(file: &File, limit: u64) -> Result<Contents, Cause> {
    let found = Look::of(&file.metadata().map_err(|error| Cause::of(&error))?);
    match found.kind {
        Kind::File => {}
        Kind::Folder => return Err(Cause::NotAFile("folder")),
        Kind::Link => return Err(Cause::NotAFile("link")),
        Kind::Other(what) => return Err(Cause::NotAFile(what)),
    }
    let too_large = |size| Cause::TooLarge { size, limit };
    if found.stamp.size > limit {
        return Err(too_large(found.stamp.size));
    }
    let mut bytes = Vec::with_capacity(usize::try_from(found.stamp.size).unwrap_or(0));
    file.take(limit + 1).read_to_end(&mut bytes).map_err(|error| Cause::of(&error))?;
    // The file may have grown since it was looked at.
    if bytes.len() as u64 > limit {
        return Err(too_large(bytes.len() as u64));
    }
    Ok(Contents { bytes, stamp: found.stamp })
}

#[cfg(unix)]
fn open(path: &Path) -> Result<File, Fault> {
    use std::os::unix::fs::OpenOptionsExt;
    // Without O_NONBLOCK a pipe named SKILL.md would hang the reader for ever.
    let flags = rustix::fs::OFlags::NONBLOCK.bits().cast_signed();
    let opened = OpenOptions::new().read(true).custom_flags(flags).open(path);
    opened.map_err(|error| Fault::from_io(path, &error))
}

#[cfg(not(unix))]
fn open(path: &Path) -> Result<File, Fault> {
    OpenOptions::new().read(true).open(path).map_err(|error| Fault::from_io(path, &error))
}

/// A large file that grows, read piece by piece.
///
/// Positional reads, no memory map: a map of a file that somebody truncates ends the process.
#[derive(Debug)]
pub struct LogFile {
    path: PathBuf,
    file: File,
}

impl LogFile {
    /// Opens a regular file for reading. Nothing here can write to it.
    pub fn open(path: &Path) -> Result<Self, Fault> {
        let file = open(path)?;
        let opened = Self { path: path.to_owned(), file };
        match opened.look()?.kind {
            Kind::File => Ok(opened),
            Kind::Folder => Err(Fault::new(path, Cause::NotAFile("folder"))),
            Kind::Link => Err(Fault::new(path, Cause::NotAFile("link"))),
            Kind::Other(what) => Err(Fault::new(path, Cause::NotAFile(what))),
        }
    }

    /// The path it was opened by.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The state of the open file, even when its name has since been given to another.
    pub fn stamp(&self) -> Result<Stamp, Fault> {
        Ok(self.look()?.stamp)
    }

    /// Fills `buffer` from `offset` as far as the file reaches; returns the bytes read.
    pub fn read_at(&self, buffer: &mut [u8], offset: u64) -> Result<usize, Fault> {
        let mut filled = 0;
        while filled < buffer.len() {
            match read_some(&self.file, &mut buffer[filled..], offset + filled as u64) {
                Ok(0) => break,
                Ok(count) => filled += count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(Fault::from_io(&self.path, &error)),
            }
        }
        Ok(filled)
    }

    fn look(&self) -> Result<Look, Fault> {
        let found = self.file.metadata().map_err(|error| Fault::from_io(&self.path, &error))?;
        Ok(Look::of(&found))
    }
}

#[cfg(unix)]
fn read_some(file: &File, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
    std::os::unix::fs::FileExt::read_at(file, buffer, offset)
}

#[cfg(windows)]
fn read_some(file: &File, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
    std::os::windows::fs::FileExt::seek_read(file, buffer, offset)
}
