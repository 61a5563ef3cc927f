#![allow(clippy::disallowed_methods, reason = "this crate is the door to files")]

use std::fs::{File, OpenOptions};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use message::message;

use crate::{Cause, Digest, Fault, Kind, Look, Stamp};

/// A whole file with the state it was read in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contents {
    /// The bytes as they stand on disk.
    pub bytes: Vec<u8>,
    /// The state of the file when it was opened.
    pub stamp: Stamp,
}

/// Reads a regular file of at most `limit` bytes. Links are followed; a pipe is refused, never waited for.
///
/// # Errors
///
/// [`Cause::TooLarge`] when it has more than `limit` bytes, [`Cause::NotAFile`] when it is anything but a
/// file, and what the system says when it is missing or may not be read.
pub fn read(path: &Path, limit: u64) -> Result<Contents, Fault> {
    read_file(&open(path)?, limit).map_err(|cause| Fault::new(path, cause))
}

/// Reads what was already opened.
pub(crate) fn read_file(file: &File, limit: u64) -> Result<Contents, Cause> {
    let mut bytes = Vec::new();
    let (length, stamp) = fill(file, limit, &mut bytes)?;
    bytes.truncate(length);
    Ok(Contents { bytes, stamp })
}

/// Fills `buffer` from its start with a whole file; returns the bytes read. What lies behind them is left
/// from earlier: a buffer that is used again need not be cleared.
pub(crate) fn fill(mut file: &File, limit: u64, buffer: &mut Vec<u8>) -> Result<(usize, Stamp), Cause> {
    let found = Look::of(&file.metadata().map_err(|error| Cause::of(&error))?);
    match found.kind {
        Kind::File => {}
        Kind::Folder => return Err(Cause::NotAFile("folder")),
        Kind::Link => return Err(Cause::NotAFile("link")),
        Kind::Other(what) => return Err(Cause::NotAFile(what)),
    }
    let size = found.stamp.size;
    if size > limit {
        return Err(Cause::TooLarge { size, limit });
    }
    let (size, most) = (usize::try_from(size).unwrap_or(0), usize::try_from(limit).unwrap_or(usize::MAX - 1));
    // A byte more than the file had: a read that leaves it free has met the end, and need not be repeated.
    let (mut filled, mut wanted) = (0, size + 1);
    loop {
        if buffer.len() < wanted {
            buffer.resize(wanted, 0);
        }
        match file.read(&mut buffer[filled..wanted]) {
            Ok(count) => {
                filled += count;
                if count == 0 || filled == size {
                    return Ok((filled, found.stamp));
                }
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(Cause::of(&error)),
        }
        // It has grown since it was looked at.
        if filled > most {
            return Err(Cause::TooLarge { size: filled as u64, limit });
        }
        if filled == wanted {
            wanted = (wanted * 2).max(STEP).min(most + 1);
        }
    }
}

/// Least bytes by which a buffer grows for a file that says it is shorter than it is.
const STEP: usize = 8 << 10;

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
    // Which file it is; another one under the same name is not read by mistake.
    identity: (u64, u64),
    source: Source,
    read: AtomicU64,
}

#[derive(Debug)]
enum Source {
    /// None while it rests.
    File(Held<File>),
    /// No file at all: bytes that came in another way, such as a part of an archive.
    Bytes(Vec<u8>),
    Made(Box<Made>),
}

/// What makes the bytes that stand for a path.
pub type Make = fn(&Path) -> Result<Vec<u8>, Fault>;

/// Bytes that are made of something else and can be made again.
#[derive(Debug)]
struct Made {
    make: Make,
    stamp: Stamp,
    size: u64,
    digest: Digest,
    /// None while it rests.
    bytes: Held<Vec<u8>>,
}

/// What may be given back to the system and had again. Whoever reads keeps what they got until they are done.
type Held<T> = Mutex<Option<Arc<T>>>;

fn held<T>(held: &Held<T>) -> MutexGuard<'_, Option<Arc<T>>> {
    held.lock().unwrap_or_else(PoisonError::into_inner)
}

impl LogFile {
    /// Opens a regular file for reading. Nothing here can write to it.
    ///
    /// # Errors
    ///
    /// When it is missing, may not be read, or is anything but a file.
    pub fn open(path: &Path) -> Result<Self, Fault> {
        let (file, found) = open_regular(path)?;
        let identity = (found.stamp.device, found.stamp.inode);
        let source = Source::File(Mutex::new(Some(Arc::new(file))));
        Ok(Self { path: path.to_owned(), identity, source, read: AtomicU64::new(0) })
    }

    /// Bytes that are read as a file would be; `name` is what they are called where something is wrong with them.
    pub fn of_bytes(name: &Path, bytes: Vec<u8>) -> Self {
        let (identity, read) = ((0, 0), AtomicU64::new(0));
        Self { path: name.to_owned(), identity, source: Source::Bytes(bytes), read }
    }

    /// Bytes that are made of something else, such as rows of a database, and that are made again when they are read
    /// after a rest; `stamp` is the state of what they are made of.
    ///
    /// # Errors
    ///
    /// When `make` fails, with its own fault.
    pub fn made(name: &Path, stamp: Stamp, make: Make) -> Result<Self, Fault> {
        let bytes = make(name)?;
        let (size, digest) = (bytes.len() as u64, Digest::of(&bytes));
        let made = Made { make, stamp, size, digest, bytes: Mutex::new(Some(Arc::new(bytes))) };
        let identity = (stamp.device, stamp.inode);
        Ok(Self {
            path: name.to_owned(),
            identity,
            source: Source::Made(Box::new(made)),
            read: AtomicU64::new(0),
        })
    }

    /// The path it was opened by.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns whether its bytes are made of something else.
    pub fn is_made(&self) -> bool {
        matches!(self.source, Source::Made(_))
    }

    /// Bytes read of it since it was opened.
    pub fn bytes_read(&self) -> u64 {
        self.read.load(Ordering::Relaxed)
    }

    /// Gives the file's handle back to the system. It is opened again for each read, and only if it still
    /// is the same file.
    pub fn rest(&self) {
        match &self.source {
            Source::File(file) => drop(held(file).take()),
            Source::Made(made) => drop(held(&made.bytes).take()),
            Source::Bytes(_) => {}
        }
    }

    /// The state of the file, even when its name has since been given to another.
    ///
    /// # Errors
    ///
    /// When the file rests and cannot be opened again, such as when another has taken its place.
    pub fn stamp(&self) -> Result<Stamp, Fault> {
        match &self.source {
            Source::File(file) => Ok(self.look_at(&*self.file(file)?)?.stamp),
            Source::Bytes(bytes) => Ok(Stamp { size: bytes.len() as u64, ..Stamp::default() }),
            Source::Made(made) => Ok(made.stamp),
        }
    }

    /// How many bytes there are to read, which of made ones is not what their stamp says.
    ///
    /// # Errors
    ///
    /// As [`LogFile::stamp`].
    pub fn size(&self) -> Result<u64, Fault> {
        match &self.source {
            Source::Made(made) => Ok(made.size),
            _ => Ok(self.stamp()?.size),
        }
    }

    /// Whether the first bytes of made ones are all those of others.
    pub fn begins_with(&self, earlier: &Self) -> bool {
        let (Source::Made(now), Source::Made(earlier)) = (&self.source, &earlier.source) else {
            return false;
        };
        let Some(bytes) = held(&now.bytes).clone() else { return false };
        let old = usize::try_from(earlier.size).ok().and_then(|size| bytes.get(..size));
        old.is_some_and(|old| Digest::of(old) == earlier.digest)
    }

    /// Fills `buffer` from `offset` as far as the file reaches; returns the bytes read.
    ///
    /// # Errors
    ///
    /// When the system cannot read, and after a rest when the file cannot be opened again, another has taken
    /// its place, or bytes that are made again have changed.
    pub fn read_at(&self, buffer: &mut [u8], offset: u64) -> Result<usize, Fault> {
        match &self.source {
            Source::File(file) => self.fill(&*self.file(file)?, buffer, offset),
            Source::Bytes(bytes) => Ok(self.copy(bytes, buffer, offset)),
            Source::Made(made) => Ok(self.copy(&self.bytes_of(made)?, buffer, offset)),
        }
    }

    fn copy(&self, bytes: &[u8], buffer: &mut [u8], offset: u64) -> usize {
        let from = usize::try_from(offset).unwrap_or(usize::MAX).min(bytes.len());
        let count = buffer.len().min(bytes.len() - from);
        buffer[..count].copy_from_slice(&bytes[from..from + count]);
        self.read.fetch_add(count as u64, Ordering::Relaxed);
        count
    }

    fn bytes_of(&self, made: &Made) -> Result<Arc<Vec<u8>>, Fault> {
        if let Some(bytes) = &*held(&made.bytes) {
            return Ok(Arc::clone(bytes));
        }
        let bytes = (made.make)(&self.path)?;
        if Digest::of(&bytes) != made.digest {
            let why = message!("it changed since it was read");
            return Err(Fault::new(&self.path, Cause::Other(why)));
        }
        Ok(Arc::clone(held(&made.bytes).get_or_insert_with(|| Arc::new(bytes))))
    }

    /// The open file, or one that is opened for this once while it rests.
    fn file(&self, file: &Held<File>) -> Result<Arc<File>, Fault> {
        let open = held(file).clone();
        open.map_or_else(|| self.reopened().map(Arc::new), Ok)
    }

    fn fill(&self, file: &File, buffer: &mut [u8], offset: u64) -> Result<usize, Fault> {
        let mut filled = 0;
        while filled < buffer.len() {
            match read_some(file, &mut buffer[filled..], offset + filled as u64) {
                Ok(0) => break,
                Ok(count) => filled += count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(Fault::from_io(&self.path, &error)),
            }
        }
        self.read.fetch_add(filled as u64, Ordering::Relaxed);
        Ok(filled)
    }

    fn look_at(&self, file: &File) -> Result<Look, Fault> {
        let found = file.metadata().map_err(|error| Fault::from_io(&self.path, &error))?;
        Ok(Look::of(&found))
    }

    fn reopened(&self) -> Result<File, Fault> {
        let (file, found) = open_regular(&self.path)?;
        if (found.stamp.device, found.stamp.inode) != self.identity {
            let why = message!("it was replaced since it was read");
            return Err(Fault::new(&self.path, Cause::Other(why)));
        }
        Ok(file)
    }
}

pub(crate) fn open_regular(path: &Path) -> Result<(File, Look), Fault> {
    let file = open(path)?;
    let found = Look::of(&file.metadata().map_err(|error| Fault::from_io(path, &error))?);
    match found.kind {
        Kind::File => Ok((file, found)),
        Kind::Folder => Err(Fault::new(path, Cause::NotAFile("folder"))),
        Kind::Link => Err(Fault::new(path, Cause::NotAFile("link"))),
        Kind::Other(what) => Err(Fault::new(path, Cause::NotAFile(what))),
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
