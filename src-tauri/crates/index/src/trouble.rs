//! What can go wrong with the index; none of it concerns the logs.

use disk::Fault;
use rusqlite::{Error, ErrorCode};

/// Why the index did not answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Trouble {
    /// What was read is not what was written; the file is put aside and made anew.
    #[error("index is corrupt ({0}); rebuilding it from the logs")]
    Broken(String),
    /// The file has another version, or tables of somebody else; it is made anew.
    #[error("index was replaced ({0}); rebuilding it from the logs")]
    Outdated(String),
    /// The file cannot be written: the disk is full, or it may only be read.
    #[error("cannot write the index ({0})")]
    Unwritable(String),
    /// Another Assay is writing; asked again a moment later it answers.
    #[error("another Assay process is writing the index; try again in a moment")]
    Busy,
    /// SQLite refused, for a reason that lies here.
    #[error("cannot read the index ({0})")]
    Failed(String),
    /// A log cannot be read.
    #[error(transparent)]
    Log(#[from] Fault),
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
