//! What can go wrong with the index; none of it concerns the logs.

use std::fmt;

use disk::Fault;
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

impl From<Fault> for Trouble {
    fn from(fault: Fault) -> Self {
        Self::Log(fault)
    }
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Outdated(words) => {
                write!(f, "the index is another ({words}); it is made anew from the logs")
            }
            Self::Broken(words) => write!(f, "the index is damaged ({words}); it is made anew from the logs"),
            Self::Unwritable(words) => write!(f, "the index cannot be written ({words})"),
            Self::Busy => f.write_str("another Assay is writing the index; ask again in a moment"),
            Self::Failed(words) => write!(f, "the index did not answer ({words})"),
            Self::Log(fault) => fault.fmt(f),
        }
    }
}

impl std::error::Error for Trouble {}
