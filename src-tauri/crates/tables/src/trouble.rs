//! Why tables could not be written.

use std::fmt;

use disk::Fault;
use parquet::errors::ParquetError;
use views::Failure;

/// What went wrong.
#[derive(Debug)]
pub enum Trouble {
    /// A file or folder could not be read or written.
    Disk(Fault),
    /// The library that writes Parquet refused.
    Parquet(ParquetError),
    /// A fact could not be had.
    Fact(Failure),
    /// Somebody stopped it. What was written stands.
    Stopped,
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Disk(fault) => fault.fmt(f),
            Self::Parquet(error) => error.fmt(f),
            Self::Fact(failure) => f.write_str(&failure.message),
            Self::Stopped => f.write_str("the export was stopped"),
        }
    }
}

impl std::error::Error for Trouble {}

impl From<Fault> for Trouble {
    fn from(fault: Fault) -> Self {
        Self::Disk(fault)
    }
}

impl From<ParquetError> for Trouble {
    fn from(error: ParquetError) -> Self {
        Self::Parquet(error)
    }
}

impl From<Failure> for Trouble {
    fn from(failure: Failure) -> Self {
        Self::Fact(failure)
    }
}
