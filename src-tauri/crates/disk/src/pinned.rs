#![allow(clippy::disallowed_methods, reason = "this crate is the door to files")]

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use crate::read::open_regular;
use crate::{Cause, Digest, Fault, Hashing, Look};

/// Something held open, so that what was looked at is what is used: no rename or link in between counts.
#[derive(Debug)]
pub struct Pinned {
    path: PathBuf,
    file: File,
    look: Look,
    owner: u32,
}

impl Pinned {
    /// Opens a regular file for reading. Links are followed; a pipe is refused, never waited for.
    ///
    /// # Errors
    ///
    /// When it is missing, may not be read, or is anything but a file.
    pub fn file(path: &Path) -> Result<Self, Fault> {
        let (file, look) = open_regular(path)?;
        let owner = owner(&file).map_err(|error| Fault::from_io(path, &error))?;
        Ok(Self { path: path.to_owned(), file, look, owner })
    }

    /// What it was when it was opened.
    pub fn look(&self) -> &Look {
        &self.look
    }

    /// The number of the user who owns it; 0 where the platform has none.
    pub fn owner(&self) -> u32 {
        self.owner
    }

    /// Hands all bytes of the file to `each` in pieces and returns their digest; at most `limit` bytes.
    /// Reads from where the last reading ended: one file is read through once.
    ///
    /// # Errors
    ///
    /// [`Cause::TooLarge`] as soon as more than `limit` bytes were read; `each` has had up to `limit` of them
    /// by then. What `each` or the system fails with ends it too.
    pub fn read_through(
        &self,
        limit: u64,
        mut each: impl FnMut(&[u8]) -> io::Result<()>,
    ) -> Result<Digest, Fault> {
        let (mut hashing, mut piece, mut total) = (Hashing::default(), vec![0; PIECE], 0);
        loop {
            match (&self.file).read(&mut piece) {
                Ok(0) => return Ok(hashing.digest()),
                Ok(count) => {
                    total += count as u64;
                    if total > limit {
                        let size = total.max(self.look.stamp.size);
                        return Err(Fault::new(&self.path, Cause::TooLarge { size, limit }));
                    }
                    hashing.add(&piece[..count]);
                    each(&piece[..count]).map_err(|error| Fault::from_io(&self.path, &error))?;
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(Fault::from_io(&self.path, &error)),
            }
        }
    }
}

/// Bytes that are read at once.
const PIECE: usize = 128 << 10;

#[cfg(unix)]
fn owner(file: &File) -> io::Result<u32> {
    use std::os::unix::fs::MetadataExt;
    file.metadata().map(|found| found.uid())
}

#[cfg(not(unix))]
fn owner(_: &File) -> io::Result<u32> {
    Ok(0)
}

#[cfg(target_os = "linux")]
impl Pinned {
    /// Opens a folder by name alone, not to be read: enough to enter it or to say where it stands.
    ///
    /// # Errors
    ///
    /// When it is missing, is no folder, or a folder on the way may not be entered.
    pub fn folder(path: &Path) -> Result<Self, Fault> {
        Self::place(path, rustix::fs::OFlags::DIRECTORY)
    }

    /// Opens whatever stands at a path by name alone; a link at its end is opened itself.
    ///
    /// # Errors
    ///
    /// When nothing is there, or a folder on the way may not be entered.
    pub fn entry(path: &Path) -> Result<Self, Fault> {
        Self::place(path, rustix::fs::OFlags::NOFOLLOW)
    }

    fn place(path: &Path, flags: rustix::fs::OFlags) -> Result<Self, Fault> {
        let opened = rustix::fs::open(path, by_name() | flags, rustix::fs::Mode::empty());
        Self::of(path, opened)
    }

    /// Opens a folder beneath this one by name alone; no link on the way is followed.
    ///
    /// # Errors
    ///
    /// When it is missing, is no folder, has `..` or a link on the way, or the kernel has no `openat2` (Linux
    /// before 5.6).
    pub fn folder_beneath(&self, rel: &Path) -> Result<Self, Fault> {
        use rustix::fs::{Mode, OFlags, ResolveFlags, openat2};
        let rel = if rel.as_os_str().is_empty() { Path::new(".") } else { rel };
        let resolve = ResolveFlags::BENEATH | ResolveFlags::NO_SYMLINKS | ResolveFlags::NO_MAGICLINKS;
        let opened = openat2(&self.file, rel, by_name() | OFlags::DIRECTORY, Mode::empty(), resolve);
        Self::of(&self.path.join(rel), opened)
    }

    fn of(path: &Path, opened: rustix::io::Result<std::os::fd::OwnedFd>) -> Result<Self, Fault> {
        let fault = |error: rustix::io::Errno| match error {
            rustix::io::Errno::XDEV => Fault::new(path, Cause::Outside),
            error => Fault::from_io(path, &error.into()),
        };
        let file = opened.map_err(fault)?;
        let found = rustix::fs::fstat(&file).map_err(fault)?;
        Ok(Self {
            path: path.to_owned(),
            file: file.into(),
            look: Look::of_stat(&found),
            owner: found.st_uid,
        })
    }
}

#[cfg(target_os = "linux")]
fn by_name() -> rustix::fs::OFlags {
    rustix::fs::OFlags::PATH | rustix::fs::OFlags::CLOEXEC
}

#[cfg(unix)]
impl std::os::fd::AsFd for Pinned {
    fn as_fd(&self) -> std::os::fd::BorrowedFd<'_> {
        self.file.as_fd()
    }
}
