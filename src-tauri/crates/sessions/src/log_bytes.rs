//! What the bytes of a log are, where they are not those of its file.

use serde::Serialize;
use thiserror::Error;

/// What the bytes of a log are, where they are not those of its file.
#[derive(Debug, Clone, PartialEq, Eq, Error, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "code", content = "args", rename_all = "snake_case")]
pub enum LogBytes {
    /// Those of the unpacked log.
    #[error("This log is compressed; lines and bytes are those of the unpacked log.{}", unsure(*unchecked))]
    Unpacked {
        /// It was compressed without a checksum.
        unchecked: bool,
    },
    /// Derived from a database or a file that is rewritten.
    #[error(
        "{agent} stores this session in a database or in a file that it rewrites. Assay derived the lines and bytes \
         here from it; they differ if {agent} changes earlier entries."
    )]
    Derived {
        /// The agent.
        agent: String,
    },
}

fn unsure(unchecked: bool) -> &'static str {
    if unchecked { " It was compressed without a checksum, so later changes cannot be detected." } else { "" }
}
