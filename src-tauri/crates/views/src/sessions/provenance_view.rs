//! What the page sees of what shaped a turn.

use serde::Serialize;

use crate::sessions::{AfterDrop, ContextNote, HydratedCard, Letter, ListedThen, NamedFact, TimelineRow};
use crate::wire::{DriftFact, Integrity, StaleFact, StandsFact};

/// What shaped one timeline row.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ProvenanceView {
    /// The row.
    pub row: TimelineRow,
    /// Oddities, such as two versions of one skill in context.
    pub notes: Vec<ContextNote>,
    /// Skills that the agent itself named behind its answers in this row.
    pub named: Vec<NamedFact>,
    /// Activated in this row.
    pub activated: Vec<ProvenanceCard>,
    /// Activated earlier and still sent in full.
    pub replayed: Vec<ProvenanceCard>,
    /// Dropped by a compaction; only the name is left.
    pub name_only: Vec<DroppedCard>,
    /// Workflow templates of skills that ran in it.
    #[cfg_attr(feature = "typescript", ts(type = "Array<Foreign>"))]
    pub templates: Vec<String>,
    /// Files of skills the model viewed in it, as `skill: path`.
    #[cfg_attr(feature = "typescript", ts(type = "Array<Foreign>"))]
    pub opened: Vec<String>,
    /// Reads of a SKILL.md in it that are no activation.
    pub weak_traces: Vec<WeakTrace>,
    /// Fresh facts hydrated in it.
    pub hydrated: Vec<HydratedCard>,
    /// The catalog the model was shown.
    pub listing: ListingEvidence,
    /// Decisions in it.
    pub decisions: DecisionFact,
}

/// One activation with its evidence.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ProvenanceCard {
    /// Its letter.
    pub letter: Letter,
    /// `user` or `model`.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
    pub by: String,
    /// The turn it was activated in.
    pub turn: Option<u32>,
    /// Its sequence number as written.
    pub seq: String,
    /// Its record.
    pub line: u32,
    /// Where it stands in the files of its agent.
    pub stands: StandsFact,
    /// What recomputing the hash says.
    pub integrity: Integrity,
    /// How it differs from the disk.
    pub drift: DriftFact,
    /// What proves that its text was older than the skill's file.
    pub stale: Option<Box<StaleFact>>,
}

/// A read of a `SKILL.md` where nothing in the log tells of an activation; it counts as no use.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct WeakTrace {
    /// The file, as the call names it.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
    pub path: String,
    /// Where the call stands in the files of its agent.
    pub stands: StandsFact,
}

/// An activation of which only the name is left.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct DroppedCard {
    /// Its letter.
    pub letter: Letter,
    /// The turn it was activated in.
    pub turn: Option<u32>,
    /// The compaction's sequence number.
    pub dropped_at: String,
    /// The line of the file the compaction stands in.
    pub dropped_on: u32,
    /// What became of it behind the compaction.
    pub after: AfterDrop,
    /// Its log line.
    pub line: u32,
}

/// What is known of the catalog at a time.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ListingEvidence {
    /// Hashes recorded by the row's provider calls, in order, each once.
    pub hashes: Vec<String>,
    /// The last of them is the hash of today's catalog; absent when none was recorded.
    pub same_as_now: Option<bool>,
    /// The list itself, where the log holds it.
    pub listed: Option<ListedThen>,
}

/// Permission decisions of a row.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct DecisionFact {
    /// The session's recorded mode.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign | null"))]
    pub mode: Option<String>,
    /// Allowed, those of hydrations included.
    pub allowed: u32,
    /// Denied.
    pub denied: u32,
}
