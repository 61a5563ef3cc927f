#![allow(clippy::disallowed_methods, reason = "this crate is the door to files")]

use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use crate::Fault;
use crate::append::flush_folder;

/// Who may read a new file.
#[derive(Clone, Copy)]
enum Readers {
    /// Whoever the user lets read new files.
    Usual,
    /// The user alone: mode 0600.
    OnlyUser,
}

/// Makes a folder and those above it.
///
/// # Errors
///
/// When something on the path is no folder, or the system refuses to make one.
pub fn make_folder(path: &Path) -> Result<(), Fault> {
    fs::create_dir_all(path).map_err(|error| Fault::from_io(path, &error))
}

/// Makes a folder and those above it that are missing, for this user's eyes only (mode 0700).
///
/// # Errors
///
/// When something on the path is no folder, or the system refuses to make one.
pub fn make_private_folder(path: &Path) -> Result<(), Fault> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::DirBuilderExt;
        builder.mode(0o700);
    }
    builder.create(path).map_err(|error| Fault::from_io(path, &error))
}

/// Replaces a file at once: a reader sees the old bytes or the new ones, also after a crash.
///
/// Written beside the target, flushed to the disk, then renamed over it; the folder is flushed too.
///
/// # Errors
///
/// When the folder is missing, the path is that of a folder, or the system cannot write, flush or rename. The
/// old file stands as it was unless the last flush alone failed.
pub fn write_atomic(path: &Path, bytes: &[u8]) -> Result<(), Fault> {
    replace(path, bytes, Readers::Usual)
}

/// As [`write_atomic`], for this user's eyes only (mode 0600).
///
/// # Errors
///
/// As [`write_atomic`].
pub fn write_private(path: &Path, bytes: &[u8]) -> Result<(), Fault> {
    replace(path, bytes, Readers::OnlyUser)
}

/// Makes a file that was not there, with all its bytes at once: of two who try, one succeeds, and no reader
/// sees half of it. The other is told [`crate::Cause::Exists`].
///
/// # Errors
///
/// [`Cause::Exists`](crate::Cause::Exists) when something is there, and what the system says when it cannot
/// write or flush.
pub fn create_whole(path: &Path, bytes: &[u8]) -> Result<(), Fault> {
    let written = write_beside(path, bytes, Readers::Usual).and_then(|beside| {
        // A second name for the finished file; unlike a rename it never takes the place of another.
        let linked = fs::hard_link(&beside, path);
        let _ = fs::remove_file(&beside);
        linked
    });
    let made = match written {
        // Some file systems know no second names. Then a reader may meet the file while it is empty.
        Err(error) if is_unsupported(&error) => create_and_fill(path, bytes),
        other => other,
    };
    made.and_then(|()| flush_folder(path)).map_err(|error| Fault::from_io(path, &error))
}

/// Removes a file whose only use was to be there, such as a lease that is given back.
///
/// # Errors
///
/// When nothing is there, it is a folder, or the system refuses.
pub fn remove(path: &Path) -> Result<(), Fault> {
    fs::remove_file(path).and_then(|()| flush_folder(path)).map_err(|error| Fault::from_io(path, &error))
}

fn replace(path: &Path, bytes: &[u8], readers: Readers) -> Result<(), Fault> {
    let renamed = write_beside(path, bytes, readers).and_then(|beside| {
        fs::rename(&beside, path).inspect_err(|_| {
            // Created exclusively a moment ago, so it is ours and nobody else's.
            let _ = fs::remove_file(&beside);
        })
    });
    renamed.and_then(|()| flush_folder(path)).map_err(|error| Fault::from_io(path, &error))
}

/// Writes a new file beside another, flushed to the disk; nothing is left of it when that fails.
fn write_beside(path: &Path, bytes: &[u8], readers: Readers) -> io::Result<PathBuf> {
    let beside = name_beside(path);
    let mut file = exclusively(readers).open(&beside)?;
    match file.write_all(bytes).and_then(|()| file.sync_all()) {
        Ok(()) => Ok(beside),
        Err(error) => {
            let _ = fs::remove_file(&beside);
            Err(error)
        }
    }
}

fn create_and_fill(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file: File = exclusively(Readers::Usual).open(path)?;
    file.write_all(bytes).and_then(|()| file.sync_all()).inspect_err(|_| {
        let _ = fs::remove_file(path);
    })
}

fn exclusively(readers: Readers) -> OpenOptions {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    if let Readers::OnlyUser = readers {
        use std::os::unix::fs::OpenOptionsExt;
        options.mode(0o600);
    }
    #[cfg(not(unix))]
    let _ = readers;
    options
}

fn is_unsupported(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::Unsupported
        || cfg!(unix)
            && [rustix::io::Errno::PERM, rustix::io::Errno::MLINK]
                .iter()
                .any(|refused| error.raw_os_error() == Some(refused.raw_os_error()))
}

pub(crate) fn name_beside(path: &Path) -> PathBuf {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let mut name = path.file_name().unwrap_or_default().to_owned();
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    name.push(format!(".tmp-{}-{count}", std::process::id()));
    path.with_file_name(name)
}
