//! What the page sees of changes.

use message::Message;
use serde::Serialize;

use super::PlanSide;
use views::wins::FlipRow;
use views::wire::{FindingRow, Millis, ProblemRow, SkillScope};

/// A plan, or why there is none.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PlanAnswer {
    /// The plan; nothing was written.
    pub plan: Option<PlanView>,
    /// Why there is none.
    pub refused: Option<RefusedView>,
    /// For a restore: where the text may go.
    pub places: Vec<RestorePlace>,
}

/// What will be done, in full.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PlanView {
    /// Names it to [`super::CarryOutAsk`].
    pub id: String,
    /// What is done: `restore`, `hide`, `rename`, …
    pub act: String,
    /// The same with the skill's name, as a proposal.
    pub words: Message,
    /// Every touched place, in order.
    pub steps: Vec<StepRow>,
    /// What else one should know.
    pub notes: Vec<Message>,
    /// The agent by whose rules the change was planned.
    pub agent: String,
    /// What changes about who wins, one sentence each; empty when nothing does.
    pub effects: Vec<Message>,
    /// What the checks say of the files as they will be.
    pub findings: Vec<FindingRow>,
    /// The cells of the matrix of who wins that it turns over, in any agent.
    pub flips: Vec<FlipRow>,
    /// Agents whose rules are known.
    pub agents: u32,
    /// When the disk was read.
    pub read_at: Millis,
}

/// One touched place.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct StepRow {
    /// Its number, counted from 0.
    pub step: u32,
    /// The place, shortened.
    #[cfg_attr(test, ts(type = "Foreign"))]
    pub path: String,
    /// What happens to it.
    pub does: StepDoes,
    /// The size before the change.
    pub before: Size,
    /// The size after it.
    pub after: Size,
    /// The texts there are: those of the file, or of the `SKILL.md` in the folder.
    pub texts: Vec<PlanText>,
}

/// The size of what stands at a place.
#[derive(Debug, Clone, Copy, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Size {
    /// Files and links.
    pub files: u32,
    /// Bytes of the files.
    pub bytes: u64,
}

impl Size {
    pub(super) fn of(imprint: &disk::Imprint) -> Self {
        Self { files: imprint.files() as u32, bytes: imprint.bytes() }
    }
}

/// What happens to a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum StepDoes {
    /// Nothing is there, something will be.
    Makes,
    /// Something else will stand there; what does now goes to the trash.
    Replaces,
    /// What stands there goes to the trash.
    Trashes,
}

/// One text of a place.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PlanText {
    /// Which.
    pub side: PlanSide,
    /// SHA-256 of its bytes.
    pub hash: String,
    /// Lines.
    pub lines: u32,
    /// Bytes.
    pub bytes: u64,
}

/// Why there is no plan.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RefusedView {
    /// The reason.
    pub why: Message,
    /// What would make it possible.
    pub way: Option<Way>,
    /// What is not as it was, with all texts.
    pub moved: Option<MovedView>,
}

/// What would make a refused plan possible.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Way {
    /// The person accepts a text that nothing proves.
    Accept,
    /// The person names a scope.
    Scope,
}

/// Places that are not as they were.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct MovedView {
    /// Names the texts to [`super::PlanTextAsk`].
    pub id: String,
    /// The places, with the texts there are.
    pub steps: Vec<MovedRow>,
}

/// A place that is not as it was.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct MovedRow {
    /// Its number.
    pub step: u32,
    /// The place, shortened.
    #[cfg_attr(test, ts(type = "Foreign"))]
    pub path: String,
    /// The texts there are.
    pub texts: Vec<PlanText>,
}

/// Where a recorded text may be put.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RestorePlace {
    /// The scope.
    pub scope: SkillScope,
    /// The file, shortened.
    #[cfg_attr(test, ts(type = "Foreign"))]
    pub path: String,
    /// It goes there when nothing else is chosen.
    pub chosen: bool,
}

/// What became of a plan.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct CarriedOutView {
    /// Its entry in the journal; absent when it was refused.
    pub entry: Option<JournalRow>,
    /// The row of the skill that now stands where something was written.
    pub skill: Option<String>,
    /// Why nothing was written.
    pub refused: Option<RefusedView>,
}

/// The journal, latest first.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct JournalView {
    /// All entries.
    pub total: u32,
    /// The first row's number.
    pub from: u32,
    /// The rows of the window.
    pub rows: Vec<JournalRow>,
    /// Where it lies.
    pub path: String,
    /// Lines that cannot be read.
    pub problems: Vec<ProblemRow>,
}

/// One change that was carried out or taken back.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct JournalRow {
    /// Names it to [`super::UndoAsk`].
    pub id: String,
    /// When.
    pub at: Millis,
    /// Which door asked: `window`, `terminal`.
    pub by: String,
    /// What was done: `restore`, `hide`, `rename`, …
    pub act: String,
    /// The same with the skill's name.
    pub words: Message,
    /// How it ended.
    pub state: JournalState,
    /// The reason that it was taken back or left; absent if it was done.
    pub why: Option<Message>,
    /// The touched places, shortened.
    #[cfg_attr(test, ts(type = "Array<Foreign>"))]
    pub places: Vec<String>,
    /// It took back another.
    pub undoes: Option<String>,
}

/// How a change ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum JournalState {
    /// It stands and may be taken back.
    Done,
    /// It was undone later.
    Undone,
    /// It did not come to an end and was taken back.
    TakenBack,
    /// Some of it could be neither finished nor taken back.
    Left,
    /// It is under way.
    Open,
}

/// The trash, latest first.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TrashView {
    /// All items.
    pub total: u32,
    /// Bytes of all items.
    pub bytes: u64,
    /// Where it lies.
    pub path: String,
    /// The first row's number.
    pub from: u32,
    /// The rows of the window.
    pub rows: Vec<TrashRow>,
    /// Folders in it that cannot be read.
    pub problems: Vec<ProblemRow>,
}

/// Something in the trash.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TrashRow {
    /// Names it to [`super::PlanAsk`].
    pub id: String,
    /// Where it stood, shortened.
    #[cfg_attr(test, ts(type = "Foreign"))]
    pub origin: String,
    /// When it was put there.
    pub at: Millis,
    /// The change that put it there.
    pub reason: Message,
    /// `file`, `folder` or `link`.
    pub kind: String,
    /// SHA-256: of a file's bytes, else over everything in it.
    pub hash: String,
    /// Files and links in it.
    pub files: u32,
    /// Bytes.
    pub bytes: u64,
    /// Something stands where it stood.
    pub occupied: bool,
}
