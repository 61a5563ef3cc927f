//! What the page sees of imports and of where skills came from.

use ::import::Stage;
use message::Message;
use serde::Serialize;

use views::wire::{Millis, SignatureFact};

/// An import that was begun.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct BegunImport {
    /// Names it to [`super::ImportAsk`]; nothing when the person chose nothing.
    pub import: Option<String>,
}

/// How far an import is, and what it found.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ImportView {
    /// The source, in words.
    pub source: Message,
    /// How far it is.
    pub stage: Stage,
    /// The reason that it ended without skills; absent otherwise.
    pub why: Option<Message>,
    /// Files laid into quarantine so far.
    pub files: u32,
    /// Bytes of them.
    pub bytes: u64,
    /// The commit it was taken from.
    pub commit: Option<String>,
    /// SHA-256 of the archive it was taken from.
    pub archive: Option<String>,
    /// What is odd about the source as a whole; when one refuses, nothing of it lands.
    pub doubts: Vec<DoubtRow>,
    /// Its skills, at most 500.
    pub skills: Vec<ImportSkillRow>,
    /// Skills beyond those.
    pub omitted: u32,
    /// What an update would do; absent for a first import.
    pub update: Option<UpdateView>,
}

/// Something odd about what comes in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct DoubtRow {
    /// Whether a person may go on.
    pub weight: DoubtWeight,
    /// The rule, one word for programs.
    pub rule: String,
    /// The thing, by its path; empty for the whole.
    #[cfg_attr(test, ts(type = "Foreign"))]
    pub at: String,
    /// The line, counted from 1.
    pub line: Option<u32>,
    /// One sentence.
    pub message: Message,
}

/// Whether a person may go on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum DoubtWeight {
    /// It cannot land.
    Refuses,
    /// A person decides.
    Warns,
}

/// A skill in quarantine.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ImportSkillRow {
    /// Its number, counted from 0.
    pub skill: u32,
    /// The name it would be called by.
    #[cfg_attr(test, ts(type = "Foreign"))]
    pub name: String,
    /// What it is for.
    #[cfg_attr(test, ts(type = "Foreign"))]
    pub description: String,
    /// Its folder in the source; empty when the source itself is the skill.
    #[cfg_attr(test, ts(type = "Foreign"))]
    pub rel: String,
    /// The folder it would get.
    #[cfg_attr(test, ts(type = "Foreign"))]
    pub folder: String,
    /// Files and links in it.
    pub files: u32,
    /// Bytes of them.
    pub bytes: u64,
    /// What is odd about it.
    pub doubts: Vec<DoubtRow>,
    /// What its signature comes to; nothing where it has none.
    pub signature: Option<SignatureFact>,
    /// Each of its files as its server told of it; none where it comes from no server.
    pub served: Vec<ServedFileRow>,
    /// It cannot land.
    pub refused: bool,
    /// Short paths of skills here that have its name.
    #[cfg_attr(test, ts(type = "Array<Foreign>"))]
    pub holders: Vec<String>,
    /// Scopes in which its folder is taken.
    pub taken: Vec<views::wire::SkillScope>,
}

/// A file as the server that serves it told of it; it came as it was told.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ServedFileRow {
    /// Its address there.
    pub uri: String,
    /// SHA-256 of its bytes.
    pub sha256: String,
    /// Bytes of it.
    pub size: u64,
}

/// What an update would do.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct UpdateView {
    /// The row of the skill that is updated.
    pub skill: String,
    /// Its name.
    #[cfg_attr(test, ts(type = "Foreign"))]
    pub name: String,
    /// Who changed it since it was imported.
    pub state: OriginState,
    /// Every file that is not everywhere the same, at most 500.
    pub files: Vec<DivergenceRow>,
    /// Files beyond those.
    pub omitted: u32,
}

/// Who changed a skill since it was imported.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum OriginState {
    /// Nobody.
    Neither,
    /// The person, here.
    Here,
    /// Its source.
    There,
    /// Both.
    Both,
}

/// A file that is not everywhere the same.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct DivergenceRow {
    /// Its path from the skill's folder.
    #[cfg_attr(test, ts(type = "Foreign"))]
    pub rel: String,
    /// Who changed it.
    pub by: DivergenceWho,
    /// It is here.
    pub is_here: bool,
    /// It is at the source.
    pub is_there: bool,
}

/// Who changed a file since it was imported.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum DivergenceWho {
    /// The person, here; an update leaves it.
    Here,
    /// The source; an update follows it.
    There,
    /// Both, differently; the person decides.
    Both,
    /// Both, to the same bytes.
    Alike,
}

/// Where a skill came from.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct OriginView {
    /// Assay imported it: from where, in words.
    pub source: Option<Message>,
    /// The skill's folder in the source; empty when the source itself is the skill.
    #[cfg_attr(test, ts(type = "Foreign"))]
    pub rel: String,
    /// The commit it was taken from.
    pub commit: Option<String>,
    /// SHA-256 of the archive it was taken from.
    pub archive: Option<String>,
    /// When.
    pub at: Option<Millis>,
    /// Files that are not as they were imported, at most 100.
    pub changed: Vec<OriginFileRow>,
    /// Files beyond those.
    pub omitted: u32,
    /// What other tools' lock files say of it; Assay reads them and never writes them.
    pub locks: Vec<LockRow>,
}

/// A file that is not as it was imported.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct OriginFileRow {
    /// Its path from the skill's folder.
    #[cfg_attr(test, ts(type = "Foreign"))]
    pub rel: String,
    /// `changed`, `added` or `removed`.
    pub change: String,
}

/// What a lock file of another tool says of a skill.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LockRow {
    /// The lock file, shortened.
    #[cfg_attr(test, ts(type = "Foreign"))]
    pub path: String,
    /// Where the skill came from, as it stands there.
    #[cfg_attr(test, ts(type = "Foreign"))]
    pub source: String,
    /// The hash it was installed with, as it stands there; empty when there is none.
    pub hash: String,
}
