//! Shapes that more than one answer is made of.

mod diff;
mod drift;
mod drift_fact;
mod found_logs;
mod found_skills;
mod place_found;
mod plan_ask;
mod seq;
mod session;
mod session_drift;
mod signature;
mod skill;
mod skill_ask;
mod skill_usage;
mod source;
mod stale;
mod stands;
mod switch;
mod text_match;
mod three;
mod why_unused;

pub use ::sessions::{Ancestry, Outcome, TextKept};
pub use drift_fact::state_of;
pub use found_logs::{log_places, log_problems, unread_sessions};
pub(crate) use found_skills::unreadable_id;
pub use found_skills::{finding_row, problem, problems, skill_places};
pub(crate) use seq::seq_value;
pub use session_drift::SessionDrift;
pub(crate) use source::release;
pub use source::{SourceFact, TellsFact, agent_named, agents};
pub use three::{PlanThreeRow, PlanThreeView, ThreeLine, three_rows};

pub use crate::convention::Reconstructed;
pub use ::skills::{GivenPart, Severity, Trust};

pub use diff::{
    DiffLine, DiffPlace, DiffRow, DiffSide, DiffView, FieldChange, FieldSide, FieldState, Piece,
    PlanDiffView, ScrollMark,
};
pub use drift::{
    BundledFact, DriftBasis, DriftFact, DriftGroup, DriftRow, DriftState, DriftView, HoleFact,
    SnapshotChanges, SnapshotRef, SnapshotView, StateCount, StepsFact, TakenFact, TurnRef, UseRow,
};
pub use place_found::{PlaceFound, PlaceKind};
pub use plan_ask::{FixAsk, ImportPick, Occupied, SavedView};
pub use seq::Json;
pub use session::{Integrity, IntegrityFact, ReadingRow, SessionRow, SessionSort, SessionsView, UnreadLog};
pub use signature::{SignatureFact, SignatureVerdict, SignedChange, SignerIdentityFact};
pub use skill::{
    Banner, BodyView, DoorRow, FieldRow, FindingRow, ListingBudget, ListingFact, RecordedListing,
    ShadowingRow, SkillGroup, SkillListing, SkillRow, SkillStanding, SkillStates, SkillUsage, SkillUse,
    SkillView, SkillsView, SnapshotRow, Tiers,
};
pub use skill_ask::{
    CatalogAsk, ResourceAsk, SkillAsk, SkillFilter, SkillScope, SkillSort, SkillUnderAsk, SkillsAsk,
    SourceAsk,
};
pub use stale::{StaleFact, StaleProof};
pub use stands::StandsFact;
pub use switch::SwitchFact;
pub use text_match::TextMatch;
pub use why_unused::{DefectCode, WhyUnused};

use std::time::{SystemTime, UNIX_EPOCH};

use message::Message;
use serde::{Deserialize, Serialize};

/// Milliseconds since 1970 (UTC).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Millis(pub i64);

/// How well a claim about a session is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Known {
    /// It stands in the log.
    Recorded,
    /// It follows from the log by a stated rule.
    Reconstructed,
    /// It is a guess from weaker evidence.
    Inferred,
    /// It is not known.
    Unknown,
}

/// Most rows in one answer.
pub const ROWS: u32 = 500;

/// A switch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum SwitchWord {
    /// It is on.
    On,
    /// It is off.
    Off,
}

/// Lines of a text.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TextWindow {
    /// The first line's number, counted from 0.
    pub from: u32,
    /// The lines, without their ends. A line over 16 KiB is cut and ends in a count of what is left out.
    #[cfg_attr(feature = "typescript", ts(type = "Array<Foreign>"))]
    pub lines: Vec<String>,
    /// Lines of the whole text.
    pub total: u32,
    /// Bytes of the whole text.
    pub bytes: u64,
}

/// A place that was looked at.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PlaceRow {
    /// The path, absolute.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
    pub path: String,
    /// Its kind.
    pub kind: PlaceKind,
    /// What was found.
    pub outcome: PlaceFound,
    /// The kind in words.
    #[cfg_attr(feature = "typescript", ts(skip))]
    pub source: String,
    /// The outcome in words.
    #[cfg_attr(feature = "typescript", ts(skip))]
    pub found: String,
    /// Nothing stood in the way of looking.
    pub readable: bool,
    /// The folder exists.
    pub exists: bool,
}

impl PlaceRow {
    pub(crate) fn new(path: String, kind: PlaceKind, outcome: PlaceFound) -> Self {
        Self {
            path,
            source: kind.to_string(),
            found: outcome.to_string(),
            readable: !matches!(outcome, PlaceFound::Unreadable { .. }),
            exists: !matches!(outcome, PlaceFound::Missing | PlaceFound::NoHome),
            kind,
            outcome,
        }
    }
}

/// Something odd in somebody's file.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ProblemRow {
    /// The path, absolute.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
    pub path: String,
    /// A word for it.
    pub code: String,
    /// A sentence that names the thing and says what to do.
    pub message: Message,
}

/// Sixteen bytes as numbers and as text.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct HexRow {
    /// Offset of the first byte, in hexadecimal.
    pub offset: String,
    /// The bytes, two digits each.
    pub bytes: String,
    /// The same bytes, a dot for what does not print.
    pub text: String,
}

/// Nothing needs to be said.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Nothing {}

impl Millis {
    /// A point in time.
    pub fn at(time: SystemTime) -> Self {
        Self(time.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as i64))
    }

    /// A stamp's nanoseconds.
    pub fn of_stamp(nanoseconds: i128) -> Self {
        Self((nanoseconds / 1_000_000) as i64)
    }
}
