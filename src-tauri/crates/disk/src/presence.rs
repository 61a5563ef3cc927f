//! A sign that a program is there: a file it holds for as long as it runs.

#![allow(clippy::disallowed_methods, reason = "this crate is the door to files")]

use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use crate::Fault;

/// A file held by this process. The system lets go of it when the process ends, however that happens.
#[derive(Debug)]
pub struct Presence {
    path: PathBuf,
    _file: File,
}

impl Presence {
    /// Makes the file, for this user's eyes only, and holds it; an error when somebody else does.
    ///
    /// # Errors
    ///
    /// [`Cause::Exists`](crate::Cause::Exists) when somebody holds it already, and what the system says when
    /// it cannot make or open the file, as where it is a link.
    pub fn hold(path: &Path) -> Result<Self, Fault> {
        let fault = |error: io::Error| Fault::from_io(path, &error);
        let mut options = OpenOptions::new();
        options.write(true).create(true).truncate(false);
        crate::append::refuse_links(&mut options);
        let file = options.open(path).map_err(fault)?;
        match file.try_lock() {
            Ok(()) => Ok(Self { path: path.to_owned(), _file: file }),
            Err(TryLockError::WouldBlock) => Err(fault(io::ErrorKind::AlreadyExists.into())),
            Err(TryLockError::Error(error)) => Err(fault(error)),
        }
    }
}

impl Drop for Presence {
    fn drop(&mut self) {
        // A file that stays behind is held by nobody and says nothing.
        let _ = std::fs::remove_file(&self.path);
    }
}

/// Whether some process holds this file now.
pub fn is_present(path: &Path) -> bool {
    let mut options = OpenOptions::new();
    options.read(true);
    crate::append::refuse_links(&mut options);
    options.open(path).is_ok_and(|file| matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock)))
}
