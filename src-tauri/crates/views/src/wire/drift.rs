//! What the page sees of drift.

use ::drift::{DriftNote, Note, Step};
use serde::{Deserialize, Serialize};

use crate::wire::{Integrity, Millis, PlaceRow, SourceFact, StaleFact, StandsFact, TextMatch};

/// How a recorded snapshot differs from the disk now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum DriftState {
    /// The same, at the same place, and it wins. Of how much of the file that is said, the basis tells.
    Identical,
    /// Only white space or line ends differ.
    WhitespaceOnly,
    /// Only the frontmatter differs.
    FrontmatterOnly,
    /// The body differs.
    BodyChanged,
    /// The same bytes under another name or path.
    Renamed,
    /// The same bytes in another scope.
    MovedScope,
    /// Still there, but another skill of its name wins now.
    ShadowedNow,
    /// Its file is gone or no longer loaded, and another version of the plugin it belonged to holds the same text.
    InAnotherVersion,
    /// Gone.
    Deleted,
    /// The file's body, with its placeholders filled in by the agent.
    Filled,
    /// The same, and the agent took some away that nothing was given for: the model saw another text without an edit.
    ChangedByAgent,
    /// The recorded text is not what its hash says, or has none.
    Unverifiable,
    /// SKILL.md is the same, but files beside it are not what Assay saw there.
    ResourcesChanged,
}

/// What is known of the files beside a SKILL.md, of which sessions record nothing.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct BundledFact {
    /// When Assay first saw them; nothing is known of the time before.
    pub since: Millis,
    /// Since when they had been what they are compared with.
    pub from: Millis,
    /// Assay first saw them after the snapshot's last activation.
    pub after_use: bool,
    /// Files that differ, in all.
    pub count: u32,
    /// Files with other bytes, the first 20.
    #[cfg_attr(feature = "typescript", ts(type = "Array<Foreign>"))]
    pub changed: Vec<String>,
    /// Files that were not there, the first 20.
    #[cfg_attr(feature = "typescript", ts(type = "Array<Foreign>"))]
    pub added: Vec<String>,
    /// Files that are gone, the first 20.
    #[cfg_attr(feature = "typescript", ts(type = "Array<Foreign>"))]
    pub removed: Vec<String>,
    /// Files that were not hashed: links, or beyond 500 files or 16 MiB.
    pub unhashed: u32,
}

/// What a comparison rests on: how much of the file was recorded, and what vouches for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum DriftBasis {
    /// The whole file, and the hash that was recorded with it fits.
    Digest,
    /// The whole file.
    WholeText,
    /// What stands behind the frontmatter, without the blanks it begins with.
    Body,
    /// The same, without the blanks at its end too.
    TrimmedBody,
    /// Some lines.
    Part,
    /// A body into which the agent filled in what its placeholders stand for.
    Template,
    /// Nothing was compared.
    Nothing,
}

/// What was done to either text before they were compared, step by step.
#[derive(Debug, Clone, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct StepsFact {
    /// To the text that the log holds.
    pub recorded_steps: Vec<Step>,
    /// To the file on disk; empty where it was not compared.
    pub disk_steps: Vec<Step>,
    /// The steps of the recorded text in words.
    #[cfg_attr(feature = "typescript", ts(skip))]
    pub recorded: Vec<String>,
    /// The steps of the file in words.
    #[cfg_attr(feature = "typescript", ts(skip))]
    pub disk: Vec<String>,
}

/// A place of the file that the agent filled in.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct HoleFact {
    /// Its line in the file, counted from 1.
    pub line: u32,
    /// What stands there in the file.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
    pub placeholder: String,
    /// What stands there in the recorded text, at most 400 letters of it.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
    pub filling: String,
    /// Nothing was given for it, and the agent took it away.
    pub blanked: bool,
}

/// A state with what there is to say about it.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct DriftFact {
    /// The state.
    pub state: DriftState,
    /// Body lines added on disk.
    pub added: u32,
    /// Body lines removed.
    pub removed: u32,
    /// What else is so: the fields that changed, the new place, the winner, the reason.
    pub detail: Option<DriftNote>,
    /// The detail in words.
    #[cfg_attr(feature = "typescript", ts(skip))]
    pub note: String,
    /// The skill is drifted: this is the last text that was recorded of it, and the disk has another.
    pub drifted: bool,
    /// What the comparison rests on.
    pub basis: DriftBasis,
    /// What was done to both texts before it.
    pub steps: StepsFact,
    /// What the agent filled in, the first 20.
    pub holes: Vec<HoleFact>,
    /// The file that would be taken now under the name, where that is another one.
    pub taken: Option<Box<TakenFact>>,
    /// Other files of the name that hold the same text, shortened, the first 3; they are looked for where neither the
    /// file it came from nor the one that would be taken now does.
    #[cfg_attr(feature = "typescript", ts(type = "Array<Foreign>"))]
    pub same_at: Vec<String>,
}

/// The file that its agent would take now under the name of a snapshot, where that is another one than the file the
/// snapshot came from.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TakenFact {
    /// That file, shortened.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
    pub path: String,
    /// How the recorded text differs from it.
    pub state: DriftState,
    /// Body lines added there.
    pub added: u32,
    /// Body lines removed.
    pub removed: u32,
    /// Whose agent it is.
    pub agent: String,
    /// How the file that the snapshot came from compares.
    pub own: TextMatch,
    /// How the file that would be taken now compares.
    pub now: TextMatch,
    /// Both comparisons in one sentence without a full stop.
    #[cfg_attr(feature = "typescript", ts(skip))]
    pub words: String,
}

/// The drift table.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct DriftView {
    /// Distinct recorded snapshots.
    pub total: u32,
    /// Distinct skill names among them.
    pub skills: u32,
    /// Snapshots in each state that occurs.
    pub counts: Vec<StateCount>,
    /// Skills that are drifted: the disk has another text than the last one recorded.
    pub drifted: u32,
    /// Rows that match the ask. Grouped by session, a snapshot has a row in each session that recorded it.
    pub matching: u32,
    /// What the rows are grouped by, in their order, at most 1,000; empty when they are not.
    pub groups: Vec<DriftGroup>,
    /// Groups in all.
    pub groups_total: u32,
    /// The first row's number.
    pub from: u32,
    /// The rows of the window.
    pub rows: Vec<DriftRow>,
    /// Sessions without any activation.
    pub sessions_without: u32,
    /// Where logs were looked for.
    pub places: Vec<PlaceRow>,
    /// When the disk was read.
    pub read_at: Millis,
}

/// Rows that stand together.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct DriftGroup {
    /// The number of its first row.
    pub from: u32,
    /// Its rows.
    pub count: u32,
    /// Of these, drifted: the last text recorded of their skill, and the disk has another.
    pub drifted: u32,
    /// The skill's name, or the session's title.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
    pub label: String,
    /// The key of the session, when rows are grouped by session.
    pub key: Option<String>,
    /// The session's id; empty when rows are grouped by skill.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
    pub session: String,
}

/// How many snapshots are in a state.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct StateCount {
    /// The state.
    pub state: DriftState,
    /// Snapshots in it.
    pub count: u32,
}

/// One recorded snapshot of one skill.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct DriftRow {
    /// Names this snapshot to [`super::SnapshotAsk`].
    pub id: String,
    /// The skill's recorded name.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
    pub name: String,
    /// Its recorded scope.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
    pub scope: String,
    /// Its recorded hash; empty when none was recorded.
    pub hash: String,
    /// Its recorded path.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
    pub recorded_path: String,
    /// How it differs from the disk.
    pub drift: DriftFact,
    /// What recomputing the hash says.
    pub integrity: Integrity,
    /// Turns it shaped.
    pub turns: u32,
    /// Sessions it shaped.
    pub sessions: u32,
    /// Activations that gave it when it was older than the skill's file, as their logs prove.
    pub stale: u32,
    /// Where it was last activated.
    pub latest: SnapshotRef,
}

/// An activation in a log.
#[derive(Debug, Clone, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SnapshotRef {
    /// The key of the session's row.
    pub key: String,
    /// The session id.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
    pub session: String,
    /// The agent that wrote it.
    pub source: SourceFact,
    /// Its record, counted from 1.
    pub line: u32,
    /// Where that stands in the files of its agent.
    pub stands: StandsFact,
    /// The sequence number as written.
    pub seq: String,
    /// The turn, when it belongs to one.
    pub turn: Option<u32>,
    /// Its time.
    pub at: Option<Millis>,
}

/// A turn of a session.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TurnRef {
    /// The key of the session's row.
    pub key: String,
    /// The session id.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
    pub session: String,
    /// The agent that wrote it.
    pub source: SourceFact,
    /// The turn's number.
    pub turn: u32,
    /// Its time.
    pub at: Option<Millis>,
}

/// One snapshot in detail.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SnapshotView {
    /// Its row.
    pub row: DriftRow,
    /// The hash on disk now, of the file it is compared with.
    pub disk_hash: Option<String>,
    /// That file, shortened.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign | null"))]
    pub disk_path: Option<String>,
    /// The id of that file's skill row.
    pub skill: Option<String>,
    /// What changed.
    pub changes: SnapshotChanges,
    /// Sessions it shaped, latest first, at most 50.
    pub uses: Vec<UseRow>,
    /// Files beside SKILL.md on disk, of which nothing was recorded.
    pub bundled_files: u32,
    /// What Assay itself saw of them; absent while it has not looked.
    pub bundled: Option<BundledFact>,
}

/// Counted facts about what changed since a snapshot.
#[derive(Debug, Clone, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SnapshotChanges {
    /// Fields of the frontmatter that changed.
    #[cfg_attr(feature = "typescript", ts(type = "Array<Foreign>"))]
    pub fields: Vec<String>,
    /// Body lines added.
    pub added: u32,
    /// Body lines removed.
    pub removed: u32,
    /// Places of the body that changed.
    pub places: u32,
    /// What else is to be known of the two texts.
    pub notes: Vec<Note>,
}

/// A session shaped by a snapshot.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct UseRow {
    /// The key of the session's row.
    pub key: String,
    /// The session id.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
    pub session: String,
    /// The session's title.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
    pub title: String,
    /// The agent that wrote it.
    pub source: SourceFact,
    /// The time of the latest activation.
    pub at: Option<Millis>,
    /// The record of the latest activation.
    pub line: u32,
    /// Where that stands in the files of its agent.
    pub stands: StandsFact,
    /// The turns.
    pub turns: Vec<u32>,
    /// What proves of the latest such activation that the text was older than the skill's file.
    pub stale: Option<Box<StaleFact>>,
}
