//! What the page sees of the list of sessions.

use ::sessions::{LogPlace, Source, TextIntegrity};
use serde::{Deserialize, Serialize};

use crate::times::Times;
use crate::wire::{Ancestry, Millis, PlaceRow, ProblemRow, SessionDrift, SourceFact};

/// The session list.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SessionsView {
    /// Sessions of this workspace.
    pub total: u32,
    /// Events in all of them.
    pub events: u32,
    /// Logs with lines that cannot be read.
    pub damaged: u32,
    /// Rows that match the ask.
    pub matching: u32,
    /// When those began that are taken whenever they were.
    pub times: Times,
    /// The first row's number.
    pub from: u32,
    /// The rows of the window.
    pub rows: Vec<SessionRow>,
    /// Agents that wrote sessions of this workspace.
    pub agents: Vec<SourceFact>,
    /// Where logs were looked for.
    pub places: Vec<PlaceRow>,
    /// Everything that was odd there.
    pub problems: Vec<ProblemRow>,
    /// Large logs that are still being read, the newest last; their sessions are not among the rows yet.
    pub reading: Vec<ReadingRow>,
    /// When the logs were looked at.
    pub read_at: Millis,
}

/// A large log that is still being read.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ReadingRow {
    /// The log, shortened.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
    pub path: String,
    /// The agent that wrote it.
    pub source: SourceFact,
    /// Its size in bytes.
    pub bytes: u64,
}

/// A large log that a list was answered without.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct UnreadLog {
    /// The session's id.
    pub id: String,
    /// The log.
    pub path: String,
    /// The agent that wrote it.
    pub source: SourceFact,
    /// Its size in bytes.
    pub bytes: u64,
}

impl UnreadLog {
    pub(crate) fn of((place, bytes): &(LogPlace, u64)) -> Self {
        Self {
            id: place.id.to_string(),
            path: place.path.display().to_string(),
            source: place.source.into(),
            bytes: *bytes,
        }
    }
}

/// One session in the list.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SessionRow {
    /// Names this log to every other request; two logs of one session id have two keys.
    pub key: String,
    /// The session id.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
    pub id: String,
    /// The first words of the first user message; the id when there is none.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
    pub title: String,
    /// The agent that wrote it.
    pub source: SourceFact,
    /// Time of the first event.
    pub started: Option<Millis>,
    /// Time of the last event.
    pub last: Option<Millis>,
    /// Lines that are events.
    pub events: u32,
    /// Turns.
    pub turns: u32,
    /// Distinct skill names activated, in order of first activation.
    #[cfg_attr(feature = "typescript", ts(type = "Array<Foreign>"))]
    pub skills: Vec<String>,
    /// How the skill texts it recorded stand against the disk.
    pub drift: SessionDrift,
    /// What the hashes say.
    pub integrity: IntegrityFact,
    /// A writer holds its lease.
    pub live: bool,
    /// The real Pixir could open it; absent for what another agent wrote.
    pub readable_by_pixir: Option<bool>,
    /// What it is in its family.
    pub lineage: Ancestry,
}

/// What recomputing hashes says.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct IntegrityFact {
    /// The verdict.
    pub verdict: Integrity,
    /// The first line that cannot be read.
    pub damaged_line: Option<u32>,
    /// Activations whose text and hash agree.
    pub verified: u32,
    /// Activations.
    pub activations: u32,
}

impl IntegrityFact {
    /// The worst that the hashes of a log's skill texts say; `mismatched` are not what theirs says, `unhashed` have none.
    pub(crate) fn of_hashes(source: Source, activations: u32, mismatched: u32, unhashed: u32) -> Self {
        let verdict = if mismatched > 0 {
            Integrity::Mismatch
        } else if unhashed > 0 {
            if source.is_envelope() { Integrity::NoHash } else { Integrity::Computed }
        } else if activations == 0 {
            Integrity::None
        } else {
            Integrity::Verified
        };
        let verified = activations.saturating_sub(mismatched + unhashed);
        Self { verdict, damaged_line: None, verified, activations }
    }

    /// The same of a log that cannot be read from this line on, which is worse than any hash.
    pub(crate) fn damaged(self, line: u32) -> Self {
        Self { verdict: Integrity::Damaged, damaged_line: Some(line), ..self }
    }
}

impl From<TextIntegrity> for Integrity {
    fn from(integrity: TextIntegrity) -> Self {
        match integrity {
            TextIntegrity::Verified => Self::Verified,
            TextIntegrity::Mismatch => Self::Mismatch,
            TextIntegrity::NoHash => Self::NoHash,
            TextIntegrity::Computed => Self::Computed,
            TextIntegrity::None => Self::None,
        }
    }
}

/// Whether a recorded text still is what its recorded hash says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Integrity {
    /// Text and hash agree.
    Verified,
    /// They do not.
    Mismatch,
    /// No hash was recorded.
    NoHash,
    /// No hash was recorded, as its agent records none; the one that is shown was computed from the text, and proves
    /// nothing.
    Computed,
    /// A line of the log cannot be read.
    Damaged,
    /// There is nothing to verify.
    None,
}

/// The order of the session list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum SessionSort {
    /// Latest start first.
    Newest,
    /// Earliest start first.
    Oldest,
    /// Most turns first.
    Turns,
    /// Most changed and deleted skill texts first.
    Drift,
}
