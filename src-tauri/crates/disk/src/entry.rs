#![allow(clippy::disallowed_methods, reason = "this crate is the door to files")]

use std::ffi::OsString;
use std::fs::{self, FileType, Metadata};
use std::path::{Path, PathBuf};

use crate::Fault;

/// What stands at a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A regular file.
    File,
    /// A folder.
    Folder,
    /// A symbolic link, not followed.
    Link,
    /// Something that is never opened; the word names it.
    Other(&'static str),
}

/// What tells one state of a file from another without reading it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Stamp {
    /// The file system's number; 0 where the platform has none.
    pub device: u64,
    /// The file's number on it; 0 where the platform has none.
    pub inode: u64,
    /// Size in bytes.
    pub size: u64,
    /// Last change of the content, nanoseconds since 1970 (UTC).
    pub modified_ns: i128,
    /// Last change of content, name or permissions, nanoseconds since 1970 (UTC).
    pub changed_ns: i128,
}

/// A look at a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Look {
    /// What stands there.
    pub kind: Kind,
    /// Its state.
    pub stamp: Stamp,
    /// Unix permission bits; 0 where the platform has none.
    pub mode: u32,
    /// The number of the user who owns it; 0 where the platform has none.
    pub owner: u32,
    /// The number of its names: hard links; 1 where the platform tells none.
    pub names: u64,
}

/// One name in a folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The name, in the system's own bytes.
    pub name: OsString,
    /// What it is itself; a link is a link.
    pub kind: Kind,
}

/// Looks at what a path leads to; links are followed.
///
/// # Errors
///
/// When nothing is there, a link on the way is broken or circular, or a folder on the way may not be entered.
pub fn look(path: &Path) -> Result<Look, Fault> {
    fs::metadata(path).map(|found| Look::of(&found)).map_err(|error| Fault::from_io(path, &error))
}

/// Looks at the entry itself; a link is a link.
///
/// # Errors
///
/// When nothing is there, or a folder on the way may not be entered.
pub fn look_at_entry(path: &Path) -> Result<Look, Fault> {
    fs::symlink_metadata(path).map(|found| Look::of(&found)).map_err(|error| Fault::from_io(path, &error))
}

/// Where a link points, as it is written in the link.
///
/// # Errors
///
/// When nothing is there, or what is there is no link.
pub fn link_target(path: &Path) -> Result<PathBuf, Fault> {
    fs::read_link(path).map_err(|error| Fault::from_io(path, &error))
}

/// The path with every link resolved.
///
/// # Errors
///
/// When any part of the path is missing, is a circular link, or may not be entered.
pub fn canonical(path: &Path) -> Result<PathBuf, Fault> {
    fs::canonicalize(path).map_err(|error| Fault::from_io(path, &error))
}

/// The names in a folder, sorted by their bytes, so that no answer depends on the disk's own order.
///
/// # Errors
///
/// When it is missing, is no folder, or may not be read.
pub fn list(folder: &Path) -> Result<Vec<Entry>, Fault> {
    let fault = |error: &std::io::Error| Fault::from_io(folder, error);
    let mut entries = Vec::new();
    for entry in fs::read_dir(folder).map_err(|error| fault(&error))? {
        let entry = entry.map_err(|error| fault(&error))?;
        let kind = entry.file_type().map_or(Kind::Other("unreadable entry"), Kind::of);
        entries.push(Entry { name: entry.file_name(), kind });
    }
    entries.sort_by(|a, b| a.name.as_encoded_bytes().cmp(b.name.as_encoded_bytes()));
    Ok(entries)
}

impl Kind {
    pub(crate) fn of(file_type: FileType) -> Self {
        if file_type.is_file() {
            Self::File
        } else if file_type.is_dir() {
            Self::Folder
        } else if file_type.is_symlink() {
            Self::Link
        } else {
            Self::Other(odd_kind(file_type))
        }
    }
}

#[cfg(unix)]
fn odd_kind(file_type: FileType) -> &'static str {
    use std::os::unix::fs::FileTypeExt;
    if file_type.is_fifo() {
        FIFO
    } else if file_type.is_socket() {
        SOCKET
    } else {
        DEVICE
    }
}

#[cfg(unix)]
const FIFO: &str = "pipe (fifo)";
#[cfg(unix)]
const SOCKET: &str = "socket";
const DEVICE: &str = "device";

#[cfg(not(unix))]
fn odd_kind(_: FileType) -> &'static str {
    DEVICE
}

impl Look {
    pub(crate) fn of(found: &Metadata) -> Self {
        Self {
            kind: Kind::of(found.file_type()),
            stamp: Stamp::of(found),
            mode: mode(found),
            owner: owner(found),
            names: names(found),
        }
    }

    /// The same from the system's own record.
    #[cfg(unix)]
    #[allow(clippy::unnecessary_cast, reason = "Unix systems give these numbers different widths")]
    pub(crate) fn of_stat(found: &rustix::fs::Stat) -> Self {
        let kind = match rustix::fs::FileType::from_raw_mode(found.st_mode) {
            rustix::fs::FileType::RegularFile => Kind::File,
            rustix::fs::FileType::Directory => Kind::Folder,
            rustix::fs::FileType::Symlink => Kind::Link,
            rustix::fs::FileType::Fifo => Kind::Other(FIFO),
            rustix::fs::FileType::Socket => Kind::Other(SOCKET),
            _ => Kind::Other(DEVICE),
        };
        let stamp = Stamp {
            device: found.st_dev as u64,
            inode: found.st_ino as u64,
            size: found.st_size as u64,
            modified_ns: nanoseconds(found.st_mtime as i64, found.st_mtime_nsec as i64),
            changed_ns: nanoseconds(found.st_ctime as i64, found.st_ctime_nsec as i64),
        };
        let mode = found.st_mode as u32 & 0o7777;
        Self { kind, stamp, mode, owner: found.st_uid, names: found.st_nlink as u64 }
    }
}

#[cfg(unix)]
fn mode(found: &Metadata) -> u32 {
    use std::os::unix::fs::PermissionsExt;
    found.permissions().mode() & 0o7777
}

#[cfg(not(unix))]
fn mode(_: &Metadata) -> u32 {
    0
}

#[cfg(unix)]
fn owner(found: &Metadata) -> u32 {
    use std::os::unix::fs::MetadataExt;
    found.uid()
}

#[cfg(unix)]
fn names(found: &Metadata) -> u64 {
    use std::os::unix::fs::MetadataExt;
    found.nlink()
}

#[cfg(not(unix))]
fn names(_: &Metadata) -> u64 {
    1
}

#[cfg(not(unix))]
fn owner(_: &Metadata) -> u32 {
    0
}

impl Stamp {
    #[cfg(unix)]
    pub(crate) fn of(found: &Metadata) -> Self {
        use std::os::unix::fs::MetadataExt;
        Self {
            device: found.dev(),
            inode: found.ino(),
            size: found.size(),
            modified_ns: nanoseconds(found.mtime(), found.mtime_nsec()),
            changed_ns: nanoseconds(found.ctime(), found.ctime_nsec()),
        }
    }

    #[cfg(not(unix))]
    pub(crate) fn of(found: &Metadata) -> Self {
        let modified_ns = found
            .modified()
            .ok()
            .and_then(|time| time.duration_since(std::time::UNIX_EPOCH).ok())
            .map_or(0, |since| since.as_nanos() as i128);
        Self { device: 0, inode: 0, size: found.len(), modified_ns, changed_ns: modified_ns }
    }
}

#[cfg(unix)]
fn nanoseconds(seconds: i64, rest: i64) -> i128 {
    i128::from(seconds) * 1_000_000_000 + i128::from(rest)
}
