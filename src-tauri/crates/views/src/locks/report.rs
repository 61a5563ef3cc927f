//! What scripts see of locks.

use std::path::PathBuf;

use ::locks::{Difference, LockState, Proof};
use serde::Serialize;

use crate::wire::SourceFact;

/// Every entry of every lock.
#[derive(Debug, Clone, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct LocksReport {
    /// The locks that were read.
    pub locks: Vec<LockFile>,
    /// A row for each place that an entry is installed in.
    pub rows: Vec<LockRow>,
    /// Locks that were not read. Nothing in them was checked.
    pub errors: Vec<LockErrorRow>,
    /// The skills of the workspace that stand in no lock; absent where it was not asked for.
    pub required: Option<LockRequirement>,
}

/// The skills of a workspace against the locks that were read.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct LockRequirement {
    /// Whether a lock of the project was read.
    pub has_lock: bool,
    /// Skills that stand in no lock.
    pub unlocked: Vec<UnlockedSkill>,
    /// Places that may hold a skill and cannot be looked at.
    pub unread: Vec<UnlockedSkill>,
}

/// A skill that stands in no lock, or a place that may hold one.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct UnlockedSkill {
    /// Its path, as people write it.
    pub path: String,
    /// What is wrong, in a whole sentence.
    pub message: String,
}

/// A lock that was read.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct LockFile {
    /// Its path, as people write it.
    pub path: String,
    /// Who wrote it: `skills`, `gh-skill`, `apm` or `well-known`.
    pub tool: String,
    /// Its entries.
    pub entries: u32,
}

/// A lock that was not read.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct LockErrorRow {
    /// Its path, as people write it.
    pub path: String,
    /// Where in it, counted from 1.
    pub line: Option<u32>,
    /// What is wrong, and what to do.
    pub message: String,
    /// The lock, absolute.
    #[serde(skip)]
    pub(crate) file: PathBuf,
}

/// One place that an entry is installed in.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct LockRow {
    /// The name of the entry. Hostile text, as everything from a lock.
    pub name: String,
    /// Its lock.
    pub lock: String,
    /// Where in it, counted from 1.
    pub line: Option<u32>,
    /// Who wrote the lock.
    pub tool: String,
    /// Where it came from; empty when the lock does not say.
    pub source: String,
    /// Other places from which a release of the tool may install it, by other fields of the lock; mostly none.
    pub other_sources: Vec<String>,
    /// The branch, tag or commit it was taken at.
    pub reference: Option<String>,
    /// The folder, or of a published skill the file; absent when it is installed nowhere.
    pub place: Option<String>,
    /// How the place stands to the lock.
    pub state: LockState,
    /// The files that are not as locked, the first 200.
    pub differences: Vec<LockDifference>,
    /// How many more there are.
    pub differences_omitted: u32,
    /// What else there is to say.
    pub why: String,
    /// What sessions recorded of the skill in this place.
    pub uses: Vec<LockUse>,
    /// The lock and the place, absolute.
    #[serde(skip)]
    pub(crate) paths: (PathBuf, Option<PathBuf>),
    /// What the place is compared with; absent when there is none.
    #[serde(skip)]
    pub(crate) proof: Option<Proof>,
}

/// A file that is not as locked.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct LockDifference {
    /// Its path from the place.
    pub path: String,
    /// How it is not.
    pub how: Difference,
}

/// A text of the skill that sessions recorded.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct LockUse {
    /// Whether it is the locked one.
    pub state: LockUseState,
    /// What that rests on, or why it cannot be told.
    pub why: String,
    /// What names the text; empty when nothing does.
    pub content_hash: String,
    /// Distinct turns it shaped.
    pub turns: u32,
    /// Distinct sessions it shaped.
    pub sessions: u32,
    /// The agents of these sessions.
    pub agents: Vec<SourceFact>,
    /// The session of the latest use.
    pub last_in: Option<String>,
    /// When that was, as recorded.
    pub last_used: Option<String>,
}

/// Whether a text that sessions recorded is the locked one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum LockUseState {
    /// It is.
    AsLocked,
    /// It is not.
    Other,
    /// That cannot be told.
    Unknown,
}
