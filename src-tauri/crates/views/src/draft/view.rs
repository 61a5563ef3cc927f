//! What the page sees of a draft.

use message::Message;
use serde::Serialize;

use crate::wire::{FindingRow, Millis, PlanDiffView};

/// A file to be edited.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct DraftView {
    /// The skill's name.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
    pub name: String,
    /// Its scope.
    pub scope: String,
    /// The name of its folder.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
    pub folder: String,
    /// The file, shortened.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
    pub path: String,
    /// SHA-256 of its bytes.
    pub hash: String,
    /// Its bytes.
    pub bytes: u64,
    /// All of it.
    pub text: String,
    /// When it was read.
    pub read_at: Millis,
}

/// What there is to say of a `SKILL.md` as it is being edited.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct DraftCheckView {
    /// Whether the file on disk is still the one that was opened.
    pub disk: DraftDisk,
    /// SHA-256 of the edited text.
    pub hash: String,
    /// Bytes of the edited text.
    pub bytes: u64,
    /// Bytes of the file on disk.
    pub bytes_on_disk: u64,
    /// The frontmatter as a form: six known fields, present or not, then all others.
    pub fields: Vec<DraftField>,
    /// Findings, worst first.
    pub findings: Vec<FindingRow>,
    /// Tokens in the listing, estimated as bytes / 4.
    pub listed: u32,
    /// Tokens when activated, likewise.
    pub activated: u32,
    /// The same against the file on disk.
    pub activated_change: i64,
    /// Characters of the description.
    pub description_characters: u32,
    /// Most that the specification allows.
    pub description_limit: u32,
    /// Advice on the description.
    pub advice: Vec<skills::DescriptionAdvice>,
    /// The agent by whose rules it would win.
    pub agent: String,
    /// What changes about who wins, one sentence each.
    pub effects: Vec<Message>,
    /// What else saving would touch.
    pub notes: Vec<Message>,
    /// The difference to the file on disk, its first 400 rows.
    pub change: PlanDiffView,
    /// When the disk was read.
    pub read_at: Millis,
}

/// Whether a file is still the one that was opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum DraftDisk {
    /// It is.
    AsSeen,
    /// Other bytes stand there.
    Changed,
    /// It cannot be read any more.
    Gone,
}

/// One field of the form.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct DraftField {
    /// Its key.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
    pub key: String,
    /// Where it stands, counted from 1.
    pub line: Option<u32>,
    /// Its text; nothing when it is missing, a list or a mapping.
    pub value: Option<String>,
    /// Its lines as written; nothing when it is missing.
    pub yaml: Option<String>,
}

/// A text with one field set, or why not.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct DraftFieldView {
    /// The whole text.
    pub text: Option<String>,
    /// Why it was not set, in one sentence.
    pub refused: Option<Message>,
}

/// What there is to say of a name and a description for a new skill.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct NameCheckView {
    /// Why it cannot have that name, in one sentence.
    pub refused: Option<Message>,
    /// Its `SKILL.md`, shortened, when it can.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign | null"))]
    pub path: Option<String>,
    /// Skills that have that name already, by rank.
    pub holders: Vec<NameHolder>,
    /// Who would win, one sentence each.
    pub effects: Vec<Message>,
    /// Characters of the description.
    pub description_characters: u32,
    /// Most that the specification allows.
    pub description_limit: u32,
    /// Advice on the description.
    pub advice: Vec<skills::DescriptionAdvice>,
}

/// A skill that has a name already.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct NameHolder {
    /// The id of its row.
    pub skill: String,
    /// Its short path.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
    pub short_path: String,
    /// Whether it wins now.
    pub wins: bool,
}
