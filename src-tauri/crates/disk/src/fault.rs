use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

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
    /// Anything else, in the system's own words.
    Other(String),
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
            _ => Self::Other(error.to_string()),
        }
    }
}

// `io::ErrorKind::FilesystemLoop` is not stable; the system's number is.
fn is_loop(error: &io::Error) -> bool {
    cfg!(unix) && error.raw_os_error() == Some(rustix::io::Errno::LOOP.raw_os_error())
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = self.path.display();
        match &self.cause {
            Cause::Missing => write!(f, "`{path}`: no such file or directory"),
            Cause::Denied => write!(f, "`{path}`: permission denied; check its permissions"),
            Cause::NotAFolder => write!(f, "`{path}` is not a folder"),
            Cause::NotAFile(what) => write!(f, "`{path}` is a {what}, not a file"),
            Cause::TooLarge { size, limit } => {
                write!(f, "`{path}` has {size} bytes; Assay reads at most {limit} of such a file")
            }
            Cause::Exists => write!(f, "`{path}` already exists"),
            Cause::Loop => write!(f, "`{path}` is a link to itself"),
            Cause::Outside => write!(f, "`{path}` leads outside its folder"),
            Cause::Full => write!(f, "`{path}` was not written: no space left on the device"),
            Cause::ReadOnly => write!(f, "`{path}` was not written: read-only file system"),
            Cause::Other(words) => write!(f, "`{path}`: {words}"),
        }
    }
}

impl std::error::Error for Fault {}
