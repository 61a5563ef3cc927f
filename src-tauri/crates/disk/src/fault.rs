use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use message::{Message, message};

/// Why a path could not be read or written, in words for the person who owns the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The path as it was asked for.
    pub path: PathBuf,
    /// What stood in the way.
    pub cause: Cause,
}

/// What stood in the way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cause {
    /// Nothing is there, or a link leads nowhere.
    Missing,
    /// The system refuses access.
    Denied,
    /// A folder was expected.
    NotAFolder,
    /// A file was expected; the word says what is there instead.
    NotAFile(&'static str),
    /// The file is larger than the stated limit; both in bytes.
    TooLarge {
        /// What the file has.
        size: u64,
        /// What is read at the most.
        limit: u64,
    },
    /// Something is there already, where nothing may be.
    Exists,
    /// Links lead in a circle.
    Loop,
    /// The path leaves the folder it must stay in.
    Outside,
    /// No space is left to write.
    Full,
    /// The place can only be read.
    ReadOnly,
    /// Anything else: words of the system, or why the contents cannot be used.
    Other(Message),
}

impl Fault {
    pub(crate) fn new(path: &Path, cause: Cause) -> Self {
        Self { path: path.to_owned(), cause }
    }

    pub(crate) fn from_io(path: &Path, error: &io::Error) -> Self {
        Self::new(path, Cause::of(error))
    }
}

impl Cause {
    pub(crate) fn of(error: &io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::NotFound => Self::Missing,
            io::ErrorKind::PermissionDenied => Self::Denied,
            io::ErrorKind::AlreadyExists => Self::Exists,
            io::ErrorKind::NotADirectory => Self::NotAFolder,
            io::ErrorKind::IsADirectory => Self::NotAFile("folder"),
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => Self::Full,
            io::ErrorKind::ReadOnlyFilesystem => Self::ReadOnly,
            _ if is_loop(error) => Self::Loop,
            _ => Self::Other(Message::verbatim(error.to_string())),
        }
    }
}

// `io::ErrorKind::FilesystemLoop` is not stable; the system's number is.
fn is_loop(error: &io::Error) -> bool {
    cfg!(unix) && error.raw_os_error() == Some(rustix::io::Errno::LOOP.raw_os_error())
}

impl Fault {
    /// Returns the fault as a sentence without a full stop.
    pub fn message(&self) -> Message {
        let path = self.path.display();
        match &self.cause {
            Cause::Missing => message!("`{path}`: no such file or directory", path),
            Cause::Denied => message!("`{path}`: permission denied; check its permissions", path),
            Cause::NotAFolder => message!("`{path}` is not a folder", path),
            Cause::NotAFile("folder") => message!("`{path}` is a folder, not a file", path),
            Cause::NotAFile("broken link") => message!("`{path}` is a broken link, not a file", path),
            Cause::NotAFile("link, which is not followed") => {
                message!("`{path}` is a link, which is not followed, not a file", path)
            }
            Cause::NotAFile("link") => message!("`{path}` is a link, not a file", path),
            Cause::NotAFile("pipe (fifo)") => message!("`{path}` is a pipe (fifo), not a file", path),
            Cause::NotAFile("socket") => message!("`{path}` is a socket, not a file", path),
            Cause::NotAFile(_) => message!("`{path}` is a pipe, socket or device, not a file", path),
            Cause::TooLarge { size, limit } => {
                message!(
                    "`{path}` has {size} bytes; Assay reads at most {limit} of such a file",
                    path,
                    size,
                    limit
                )
            }
            Cause::Exists => message!("`{path}` already exists", path),
            Cause::Loop => message!("`{path}` is a link to itself", path),
            Cause::Outside => message!("`{path}` leads outside its folder", path),
            Cause::Full => message!("`{path}` was not written: no space left on the device", path),
            Cause::ReadOnly => message!("`{path}` was not written: read-only file system", path),
            Cause::Other(words) => message!("`{path}`: {words}", path, words => words.clone()),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message().text)
    }
}

impl std::error::Error for Fault {}
