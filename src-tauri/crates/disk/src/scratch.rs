#![allow(clippy::disallowed_methods, reason = "this crate is the door to files")]

use std::fs::DirBuilder;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use crate::Fault;
use crate::handle::above;

/// A folder of our own for a while, which only this user may enter. It goes, with all in it, when it is dropped.
#[derive(Debug)]
pub struct Scratch(PathBuf);

impl Scratch {
    /// Makes one below `place`.
    ///
    /// # Errors
    ///
    /// When the system cannot make a folder there.
    pub fn below(place: &Path) -> Result<Self, Fault> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        loop {
            let count = COUNT.fetch_add(1, Ordering::Relaxed);
            let path = place.join(format!("assay-{}-{count}", std::process::id()));
            match private().create(&path) {
                Ok(()) => return Ok(Self(path)),
                // Left by a process of the same number that was killed, or laid there by a stranger.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists && count < u32::MAX => {}
                Err(error) => return Err(Fault::from_io(&path, &error)),
            }
        }
    }

    /// Makes one where the system keeps what is wanted for a moment only.
    ///
    /// # Errors
    ///
    /// When the system cannot make a folder there.
    pub fn of_the_system() -> Result<Self, Fault> {
        Self::below(&std::env::temp_dir())
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.0
    }
}

#[cfg(unix)]
fn private() -> DirBuilder {
    use std::os::unix::fs::DirBuilderExt;
    let mut builder = DirBuilder::new();
    builder.mode(0o700);
    builder
}

#[cfg(not(unix))]
fn private() -> DirBuilder {
    DirBuilder::new()
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // Made by us a moment ago; links in it are removed, not followed. What cannot go stays for the system.
        let _ = above(&self.0).and_then(|(folder, name)| folder.clear(name));
    }
}
