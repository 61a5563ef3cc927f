//! What proves that a text was older than its file when it was given.

use ::sessions::Proof;
use ::workspace::StaleDelivery;
use serde::Serialize;

/// How a log proves that a text was older than the skill's file when it was given.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct StaleFact {
    /// What proves it.
    pub by: StaleProof,
    /// The record that does.
    pub record: u32,
    /// The line of the log it stands in.
    pub line: u32,
    /// The same in words.
    #[cfg_attr(feature = "typescript", ts(skip))]
    pub words: String,
}

/// What proves that a text was older than the skill's file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum StaleProof {
    /// The session had written to the file, and the text was from before.
    Written,
    /// The session's list had announced the skill anew, and the agent sent no text since.
    Listed,
    /// The session had been given another text since this one.
    Replaced,
}

impl StaleFact {
    /// What is said of such a proof, where there is one.
    pub(crate) fn of(stale: Option<&StaleDelivery>) -> Option<Box<Self>> {
        let stale = stale?;
        let line = stale.line;
        let (by, words) = match stale.proof {
            Proof::Written => (
                StaleProof::Written,
                format!("line {line} wrote to the file, and this is the text from before"),
            ),
            Proof::Listed => (
                StaleProof::Listed,
                format!("line {line} announced the skill again, and no text was sent since"),
            ),
            Proof::Replaced => {
                (StaleProof::Replaced, format!("line {line} sent a newer text of the same file"))
            }
        };
        Some(Box::new(Self { by, record: stale.record, line, words }))
    }
}
