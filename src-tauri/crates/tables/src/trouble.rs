//! Why tables could not be written.

use disk::Fault;
use parquet::errors::ParquetError;
use views::Failure;

/// What went wrong.
#[derive(Debug, thiserror::Error)]
pub enum Trouble {
    /// A file or folder could not be read or written.
    #[error(transparent)]
    Disk(#[from] Fault),
    /// The library that writes Parquet refused.
    #[error(transparent)]
    Parquet(#[from] ParquetError),
    /// A fact could not be had.
    #[error("{}", .0.message)]
    Fact(#[from] Failure),
    /// Somebody stopped it. What was written stands.
    #[error("the export was stopped")]
    Stopped,
}
