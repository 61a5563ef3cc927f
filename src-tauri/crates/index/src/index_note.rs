//! Things that the index had to do without or build again, as codes.

use message::Message;
use serde::Serialize;
use thiserror::Error;

/// Something that the index had to do without or build again.
#[derive(Debug, Clone, PartialEq, Eq, Error, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "code", content = "args", rename_all = "snake_case")]
pub enum IndexNote {
    /// Its file was rebuilt from the logs.
    #[error("{file}: rebuilt from the logs ({reason})")]
    Rebuilt {
        /// The file.
        #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
        file: String,
        /// The message of the database.
        #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
        reason: String,
    },
    /// It goes on in memory.
    #[error("{file}: continuing without it ({reason})")]
    InMemory {
        /// The file.
        #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
        file: String,
        /// The message of the database.
        #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
        reason: String,
    },
    /// A log cannot be read, so what was known before is shown.
    #[error("{fault}. Showing the previous state of the index.")]
    Earlier {
        /// The message of the system.
        fault: Message,
    },
    /// The index cannot be read or written.
    #[error("{message}")]
    Trouble {
        /// The message of the database.
        message: Message,
    },
}
