use std::fs::File;
use std::io::{Seek, Write};
use std::os::fd::{AsFd, BorrowedFd};
use std::path::Path;

use rustix::fs::{MemfdFlags, SealFlags, fcntl_add_seals, memfd_create};
use rustix::io::Errno;

use crate::{Digest, Fault, Pinned};

/// Bytes in memory under a descriptor, which nobody can change any more, not even who opens it anew.
#[derive(Debug)]
pub struct Sealed(File);

impl Sealed {
    /// Seals some bytes.
    ///
    /// # Errors
    ///
    /// When the kernel gives no memory for it, or still holds a page of it after eight tries to seal.
    pub fn of(bytes: &[u8]) -> Result<Self, Fault> {
        let mut file = make()?;
        file.write_all(bytes).map_err(|error| Fault::from_io(Path::new(NAME), &error))?;
        Self::seal(file)
    }

    /// Seals a copy of a file of at most `limit` bytes; returns the digest of what was copied.
    ///
    /// # Errors
    ///
    /// As [`Sealed::of`], and when the file cannot be read or has more than `limit` bytes.
    pub fn copy(of: &Pinned, limit: u64) -> Result<(Self, Digest), Fault> {
        let mut file = make()?;
        let digest = of.read_through(limit, |piece| file.write_all(piece))?;
        Ok((Self::seal(file)?, digest))
    }

    fn seal(mut file: File) -> Result<Self, Fault> {
        let all = SealFlags::WRITE | SealFlags::GROW | SealFlags::SHRINK | SealFlags::SEAL;
        // Nobody else has the file yet. "Busy" means that the kernel itself held a page, as it does while it
        // moves memory about; it has waited over a second for that already, and lets go.
        let mut tries = 0;
        while let Err(error) = fcntl_add_seals(&file, all) {
            tries += 1;
            if error != Errno::BUSY || tries == MOST_TRIES {
                return Err(fault(error));
            }
        }
        // Whoever is given the descriptor reads from the beginning.
        file.rewind().map_err(|error| Fault::from_io(Path::new(NAME), &error))?;
        Ok(Self(file))
    }
}

const MOST_TRIES: u32 = 8;

/// What the system calls it.
const NAME: &str = "a sealed copy";

fn make() -> Result<File, Fault> {
    let flags = MemfdFlags::CLOEXEC | MemfdFlags::ALLOW_SEALING;
    let made = match memfd_create(NAME, flags | MemfdFlags::EXEC) {
        // Linux before 6.3 does not know the flag, and needs none to execute it.
        Err(Errno::INVAL) => memfd_create(NAME, flags),
        made => made,
    };
    made.map(File::from).map_err(fault)
}

fn fault(error: Errno) -> Fault {
    Fault::from_io(Path::new(NAME), &error.into())
}

impl AsFd for Sealed {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.0.as_fd()
    }
}
