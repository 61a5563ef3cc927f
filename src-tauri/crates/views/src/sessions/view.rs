//! What the page sees of one session.

use ::sessions::Verdict as LogVerdict;
use serde::Serialize;

use super::integrity_view::UnreadRow;
use super::letter::Letter;
use super::unfinished::UnfinishedReport;
use crate::sessions::{AfterDrop, CompanionFact, OriginText, RelativeFact, WitnessState};
use crate::wire::{HexRow, Integrity, Millis, SessionRow, TellsFact};

/// One session without its events.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SessionView {
    /// Its row.
    pub row: SessionRow,
    /// What the logs of its agent can tell.
    pub tells: TellsFact,
    /// The release of the agent that wrote it last, where the log says it.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign | null"))]
    pub release: Option<String>,
    /// The log, absolute.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
    pub path: String,
    /// Bytes of the log.
    pub bytes: u64,
    /// Lines of the log.
    pub lines: u32,
    /// Lines that cannot be read, the first 100.
    pub unread: Vec<UnreadRow>,
    /// Lines that cannot be read.
    pub unread_total: u32,
    /// The last line, as long as no line feed ends it and it is no event.
    pub unfinished: Option<UnfinishedReport>,
    /// What the real Pixir would do with the log; none for what another agent or Assay wrote.
    pub pixir: Option<PixirVerdict>,
    /// The recorded permission mode and where it stands.
    pub posture: Option<PostureFact>,
    /// Models named by its usage events.
    #[cfg_attr(feature = "typescript", ts(type = "Array<Foreign>"))]
    pub models: Vec<String>,
    /// Rows of its timeline.
    pub timeline_rows: u32,
    /// Snapshots by letter, in order of first activation.
    pub letters: Vec<Letter>,
    /// How long each snapshot stays in context, in timeline rows.
    pub bands: Vec<Band>,
    /// Bands not drawn because there are more than 8 lanes at once.
    pub folded_lanes: u32,
    /// Parents, forks and subagents, this session included.
    pub tree: Vec<TreeRow>,
    /// Where it comes from; absent for a session of its own.
    pub origin: Option<OriginFact>,
    /// Sessions that begin at events of this one, the first 200.
    pub branches: Vec<BranchMark>,
    /// Versions side by side and texts sent twice, the first 100.
    pub notices: Vec<Notice>,
    /// Missing sequence numbers.
    pub seq_gaps: u32,
    /// Sequence numbers that occur more than once.
    pub seq_duplicates: u32,
    /// What stands around the first line that cannot be read.
    pub damage: Option<DamageView>,
    /// Assay's companion log, once there is one.
    pub companion: Option<CompanionFact>,
    /// What comparing the log with what Assay saw before said last; absent before the first comparison.
    pub witness: Option<WitnessState>,
}

/// What the real Pixir would do with a log.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PixirVerdict {
    /// It opens the log.
    pub accepts: bool,
    /// The line it stops at.
    pub line: Option<u32>,
    /// Its error kind, such as `corrupt_log_line`.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign | null"))]
    pub code: Option<String>,
    /// Its verdict.
    pub verdict: LogVerdict,
    /// The verdict in words; absent if it accepts the log.
    #[cfg_attr(feature = "typescript", ts(skip))]
    pub reason: Option<String>,
}

/// The recorded permission mode.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PostureFact {
    /// `auto`, `ask` or `read_only`.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
    pub mode: String,
    /// `root` or `child`.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
    pub lineage: String,
    /// The line it stands on.
    pub line: u32,
}

/// How long one snapshot stays in context.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Band {
    /// The lane from the left, from 0.
    pub lane: u32,
    /// Its letter.
    pub letter: Letter,
    /// Timeline rows in which it was activated.
    pub tiles: Vec<u32>,
    /// First timeline row.
    pub from: u32,
    /// Last timeline row with its full text.
    pub full_to: u32,
    /// The timeline row of the compaction that dropped it.
    pub dropped_at: Option<u32>,
    /// What became of it behind that compaction; absent where no compaction dropped it.
    pub after: Option<AfterDrop>,
    /// Last timeline row in which its name is still known; absent when it was not dropped, and where the agent's
    /// compactions name no texts.
    pub name_to: Option<u32>,
}

/// One session of a family.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TreeRow {
    /// Levels below the eldest.
    pub depth: u32,
    /// Its key when its log is there.
    pub key: Option<String>,
    /// Its session id; empty for a subagent that never started.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
    pub id: String,
    /// `root`, `fork`, `subagent`.
    pub relation: String,
    /// What is recorded of it, to be listed: role and state of an agent, the event of a fork, …
    pub facts: Vec<RelativeFact>,
    /// The facts in words.
    #[cfg_attr(feature = "typescript", ts(skip))]
    pub label: String,
    /// It is the session shown.
    pub current: bool,
    /// Events it copied from its parent; 0 for what is no fork.
    pub copied: u32,
    /// The workspace recorded for it, where it is not its parent's.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign | null"))]
    pub place: Option<String>,
    /// The key of the session it hangs on, when its log is there.
    pub parent: Option<String>,
    /// The line there of the event it hangs on.
    pub parent_line: Option<u32>,
    /// When it began: the first event of its own, or what its parent's log says of it first.
    pub started: Option<Millis>,
    /// Time of its last event; absent for what only its parent's log tells of.
    pub ended: Option<Millis>,
}

/// Where a session comes from.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct OriginFact {
    /// `fork` or `subagent`.
    pub relation: String,
    /// The parent's id.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
    pub parent_id: String,
    /// Its key when its log is there.
    pub parent: Option<String>,
    /// The line there of the event this session hangs on.
    pub parent_line: Option<u32>,
    /// The line in this log that says so.
    pub line: u32,
    /// Events copied from the parent; 0 for a subagent.
    pub copied: u32,
    /// What is recorded of it.
    pub text: OriginText,
}

/// A session that begins at an event of this one.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct BranchMark {
    /// The timeline row of that event.
    pub row: u32,
    /// Its line.
    pub line: u32,
    /// `fork` or `subagent`.
    pub relation: String,
    /// The key of the other session when its log is there.
    pub key: Option<String>,
    /// Its id; empty for a subagent that never started.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
    pub id: String,
    /// What is recorded of it, to be listed.
    pub facts: Vec<RelativeFact>,
}

/// Texts in context together that an auditor should know of.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Notice {
    /// What it is.
    pub kind: NoticeKind,
    /// The snapshots, in the order they came.
    pub letters: Vec<Letter>,
    /// First timeline row.
    pub from: u32,
    /// Last timeline row.
    pub to: u32,
    /// The first and the last turn; absent if there is none.
    pub turns: Option<(u32, u32)>,
}

/// What a notice is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum NoticeKind {
    /// Two or more versions of one skill.
    Versions,
    /// The same bytes more than once.
    Repeated,
}

/// What stands around a line that cannot be read.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct DamageView {
    /// The line.
    pub unread: UnreadRow,
    /// The line before, shortened.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign | null"))]
    pub before: Option<String>,
    /// The line itself around the fault, at most 400 characters.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
    pub text: String,
    /// Where in `text` the fault stands, in characters.
    pub at: u32,
    /// The line after, shortened.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign | null"))]
    pub after: Option<String>,
    /// Bytes around the fault.
    pub hex: Vec<HexRow>,
    /// The byte in the file at which reading stopped.
    pub byte: u64,
    /// The timeline row it falls into.
    pub row: u32,
    /// Sequence numbers missing at the break.
    pub missing_seq: Option<String>,
    /// Events after it that could be read.
    pub readable_after: u32,
    /// Activations of the whole log, with what each is worth.
    pub activations: Vec<DamagedActivation>,
}

/// An activation of a damaged log.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct DamagedActivation {
    /// The skill's name.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
    pub name: String,
    /// Its turn, when it belongs to one.
    pub turn: Option<u32>,
    /// Its line.
    pub line: u32,
    /// The recorded hash.
    pub hash: String,
    /// What recomputing the hash says.
    pub integrity: Integrity,
    /// It stands after the break, so that its turn is reconstructed.
    pub after_break: bool,
}
