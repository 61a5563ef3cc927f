#![allow(clippy::disallowed_methods, reason = "this crate is the door to files")]

use std::fs::{File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use crate::{Cause, Fault, Kind, Look, Stamp, ops};

/// A file that is only ever added to. While it is open no other [`Appender`] of the same file exists, in
/// this process or another that asks the same way; it is given back when this is dropped.
///
/// The lock is advisory: readers need none, and a program that does not ask for it is not kept out.
#[derive(Debug)]
pub struct Appender {
    path: PathBuf,
    file: File,
}

/// Opens a regular file for adding to it, and makes it if it was not there, for this user's eyes only
/// (mode 0600). A link is refused. Waits for whoever else has it open this way.
///
/// # Errors
///
/// When the folder is missing, something other than a file stands there, the last part of the path is a link,
/// or the system refuses to open or lock it.
pub fn append(path: &Path) -> Result<Appender, Fault> {
    open(path, OpenOptions::new().append(true).create(true))
}

/// As [`append`], for a file that must be there already.
///
/// # Errors
///
/// As [`append`], and [`Cause::Missing`](crate::Cause::Missing) when no file is there.
pub fn append_to_existing(path: &Path) -> Result<Appender, Fault> {
    open(path, OpenOptions::new().append(true))
}

fn open(path: &Path, options: &mut OpenOptions) -> Result<Appender, Fault> {
    let fault = |error: &io::Error| Fault::from_io(path, error);
    refuse_links(options);
    let was_there = match std::fs::symlink_metadata(path).map(|found| Look::of(&found).kind) {
        Ok(Kind::File) => true,
        Ok(Kind::Link) => return Err(Fault::new(path, Cause::NotAFile("link"))),
        Ok(Kind::Folder) => return Err(Fault::new(path, Cause::NotAFile("folder"))),
        Ok(Kind::Other(what)) => return Err(Fault::new(path, Cause::NotAFile(what))),
        Err(_) => false,
    };
    let file = options.open(path).map_err(|error| fault(&error))?;
    file.lock().map_err(|error| fault(&error))?;
    if !was_there {
        flush_folder(path).map_err(|error| fault(&error))?;
    }
    Ok(Appender { path: path.to_owned(), file })
}

#[cfg(unix)]
pub(crate) fn refuse_links(options: &mut OpenOptions) {
    use rustix::fs::OFlags;
    use std::os::unix::fs::OpenOptionsExt;
    // What was looked at may have become a link or a pipe since.
    options.mode(0o600).custom_flags((OFlags::NOFOLLOW | OFlags::NONBLOCK).bits().cast_signed());
}

#[cfg(not(unix))]
pub(crate) fn refuse_links(_: &mut OpenOptions) {}

/// Makes the name of a new file outlast a crash.
pub(crate) fn flush_folder(path: &Path) -> io::Result<()> {
    match path.parent() {
        Some(folder) if cfg!(unix) => File::open(folder)?.sync_all(),
        _ => Ok(()),
    }
}

impl Appender {
    pub(crate) fn of(path: PathBuf, file: File) -> Self {
        Self { path, file }
    }

    /// The state of the open file.
    ///
    /// # Errors
    ///
    /// When the system cannot look at the open file.
    pub fn stamp(&self) -> Result<Stamp, Fault> {
        let found = self.file.metadata().map_err(|error| Fault::from_io(&self.path, &error))?;
        Ok(Look::of(&found).stamp)
    }

    /// Adds these bytes at the end and flushes them to the disk: all of them, or none.
    ///
    /// What could be written of them before an error is taken back, as long as nothing stands behind it.
    ///
    /// # Errors
    ///
    /// When not all bytes could be written and flushed, such as [`Cause::Full`](crate::Cause::Full); none of
    /// them is left then, unless taking them back failed too.
    pub fn add(&mut self, bytes: &[u8]) -> Result<(), Fault> {
        let before = self.stamp()?.size;
        let done = ops::write_all(&self.file, bytes).and_then(|()| ops::flush_file(&self.file));
        let Err(error) = done else { return Ok(()) };
        let fault = Fault::from_io(&self.path, &error);
        // Whoever adds to the file holds it, so what stands behind is the beginning of these bytes.
        if self.stamp()?.size <= before + bytes.len() as u64 {
            // If even this fails, a reader meets an unfinished line, which it can tell from a whole one.
            let _ = ops::cut(&self.file, before);
        }
        Err(fault)
    }

    /// Takes an unfinished end away: the file keeps its first `size` bytes.
    ///
    /// # Errors
    ///
    /// When the system cannot shorten the file or flush it.
    pub fn cut(&mut self, size: u64) -> Result<(), Fault> {
        let cut = ops::cut(&self.file, size).and_then(|()| ops::flush_file(&self.file));
        cut.map_err(|error| Fault::from_io(&self.path, &error))
    }
}
