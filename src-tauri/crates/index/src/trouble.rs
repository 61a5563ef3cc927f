//! What can go wrong with the index; none of it concerns the logs.

use disk::Fault;
use message::{Message, message};
use rusqlite::{Error, ErrorCode};

/// Why the index did not answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Trouble {
    /// What was read is not what was written; the file is put aside and made anew.
    Broken(String),
    /// The file has another version, or tables of somebody else; it is made anew.
    Outdated(String),
    /// The file cannot be written: the disk is full, or it may only be read.
    Unwritable(String),
    /// Another Assay is writing; asked again a moment later it answers.
    Busy,
    /// SQLite refused, for a reason that lies here.
    Failed(String),
    /// A log cannot be read.
    Log(Fault),
}

impl Trouble {
    /// Returns the reason as a sentence.
    pub fn message(&self) -> Message {
        match self {
            Self::Broken(reason) => {
                message!("index is corrupt ({reason}); rebuilding it from the logs.", reason)
            }
            Self::Outdated(reason) => {
                message!("index was replaced ({reason}); rebuilding it from the logs.", reason)
            }
            Self::Unwritable(reason) => message!("cannot write the index ({reason}).", reason),
            Self::Busy => message!("another Assay process is writing the index; try again in a moment."),
            Self::Failed(reason) => message!("cannot read the index ({reason}).", reason),
            Self::Log(fault) => message!("{fault}.", fault => fault.message()),
        }
    }
}

impl std::fmt::Display for Trouble {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message().text)
    }
}

impl std::error::Error for Trouble {}

impl From<Fault> for Trouble {
    fn from(error: Fault) -> Self {
        Self::Log(error)
    }
}

impl From<Error> for Trouble {
    fn from(error: Error) -> Self {
        let words = error.to_string();
        match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Self::Busy,
            Some(
                ErrorCode::DiskFull
                | ErrorCode::ReadOnly
                | ErrorCode::CannotOpen
                | ErrorCode::SystemIoFailure
                | ErrorCode::PermissionDenied,
            ) => Self::Unwritable(words),
            Some(ErrorCode::OutOfMemory | ErrorCode::OperationInterrupted | ErrorCode::ApiMisuse) => {
                Self::Failed(words)
            }
            // All that is asked here is asked of tables that were made here. A column that is missing, a value of
            // another type, a number that is there twice: none of it was ever written.
            _ => Self::Broken(words),
        }
    }
}
