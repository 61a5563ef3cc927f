//! What the page sees of one point of a session: what the model had there.

use serde::{Deserialize, Serialize};
use skills::Quote;
use thiserror::Error;

use ::sessions::SkillTexts;

use crate::sessions::{AfterDrop, Clip, ContextNote, HydratedCard, Letter, ListedThen, NamedFact};
use crate::wire::{Known, Millis};

/// A point of a session: a row of its timeline, and a step inside it.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct MomentAsk {
    /// The key of a [`crate::sessions::SessionRow`].
    pub key: String,
    /// The row's number in the timeline.
    pub row: u32,
    /// The step, from 0: its provider calls in order, then the end of the row. Without it, the last call.
    pub step: Option<u32>,
}

/// Items of the provider input at a point.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ItemsAsk {
    /// The key of a [`crate::sessions::SessionRow`].
    pub key: String,
    /// The row's number in the timeline.
    pub row: u32,
    /// The step, as in [`MomentAsk`].
    pub step: Option<u32>,
    /// First item wanted, counted from 0.
    pub from: u32,
    /// How many items, at most 500.
    pub count: u32,
    /// What becomes of the texts of skills at a compaction.
    #[serde(default)]
    pub skill_texts: SkillTexts,
}

/// More lines of an item's text.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ItemTextAsk {
    /// The key of a [`crate::sessions::SessionRow`].
    pub key: String,
    /// The row's number in the timeline.
    pub row: u32,
    /// The step, as in [`MomentAsk`].
    pub step: Option<u32>,
    /// The item, counted from 0.
    pub item: u32,
    /// First line wanted of the text, counted from 0.
    pub from: u32,
    /// How many lines, at most 2,000.
    pub count: u32,
    /// What becomes of the texts of skills at a compaction, as in [`ItemsAsk`].
    #[serde(default)]
    pub skill_texts: SkillTexts,
}

/// What the model had at a point.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct MomentView {
    /// The row.
    pub row: u32,
    /// The step, from 0.
    pub step: u32,
    /// Steps of the row; the last is its end.
    pub steps: u32,
    /// What the step is.
    pub what: Step,
    /// The turn, if the row is one.
    pub turn: Option<u32>,
    /// Number of the last event the model had, as written; empty before the first.
    pub after_seq: String,
    /// Its line; 0 before the first.
    pub after_line: u32,
    /// When the call was recorded, or that last event.
    pub at: Option<Millis>,
    /// The model that was asked.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign | null"))]
    pub model: Option<String>,
    /// `build` or `plan`.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign | null"))]
    pub mode: Option<String>,
    /// How well model and mode are known.
    pub known: Known,
    /// Texts of skills: those sent, in the order they are sent, then those a compaction dropped.
    pub texts: Vec<TextCard>,
    /// The thread whose history the session goes on from: texts of skills in that are not known here.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    #[cfg_attr(feature = "typescript", ts(type = "Foreign | null"))]
    pub inherits: Option<String>,
    /// Fresh facts of this turn so far.
    pub hydrated: Vec<HydratedCard>,
    /// The catalog of skills.
    pub catalog: CatalogThen,
    /// What was permitted.
    pub permission: PermissionThen,
    /// The summary in place of older events.
    pub summary: Option<SummaryThen>,
    /// Skills that the agent itself names behind its answers in this row, which is not what was in context.
    pub named: Vec<NamedFact>,
    /// Its events have numbers of their own; else the numbers told are of records.
    pub numbered: bool,
    /// The list of skills the model was last given, where the log holds it.
    pub listed: Option<ListedThen>,
    /// Items of the provider input; absent where what its agent sends is not known.
    pub items: Option<u32>,
    /// Items of it where a host keeps or names each text that a compaction dropped; the same number where none was.
    pub items_outliving: Option<u32>,
    /// Oddities.
    pub oddities: Vec<ContextNote>,
    /// The oddities in words.
    #[cfg_attr(feature = "typescript", ts(skip))]
    pub notes: Vec<String>,
}

/// What a step is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Step {
    /// A call the provider answered.
    Call {
        /// Its number in the row, from 1.
        number: u32,
        /// Calls of the row.
        of: u32,
    },
    /// A call that failed. Pixir records no such call, only the failure: that it was made is inferred.
    Failed,
    /// The end of the row: what a next call would be given.
    End,
}

/// The text of a skill at a point.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TextCard {
    /// Its letter.
    pub letter: Letter,
    /// `user` or `model`.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
    pub by: String,
    /// The turn it was activated in.
    pub turn: Option<u32>,
    /// Its sequence number as written.
    pub seq: String,
    /// Its log line.
    pub line: u32,
    /// What became of it.
    pub state: TextState,
    /// How well that is known.
    pub known: Known,
}

/// What became of the text of an activation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum TextState {
    /// It is sent in full.
    Full,
    /// It is sent in full, and the same bytes are sent again later.
    Repeated,
    /// It is sent in full, and so is a later version of the skill.
    Superseded {
        /// The later version's letter.
        by: Letter,
    },
    /// A compaction dropped it.
    Dropped {
        /// The compaction's sequence number.
        at: String,
        /// The summary still gives its name, path and hash.
        named: bool,
        /// What became of it behind the compaction.
        after: AfterDrop,
    },
}

/// The catalog of skills at a point, as far as it can be known.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct CatalogThen {
    /// What Pixir recorded of it; absent where no call of the turn is recorded.
    pub hash: Option<String>,
    /// How well its text is known: recorded it never is.
    pub known: Known,
    /// Where a text with that hash was found.
    pub found: CatalogFound,
    /// Skills in it, once a text was found.
    pub skills: Option<u32>,
    /// Skills the budget cut off or left out.
    #[cfg_attr(feature = "typescript", ts(type = "Array<Foreign>"))]
    pub left_out: Vec<String>,
    /// How it differs from today's.
    pub differences: Vec<CatalogDifference>,
    /// The differences in words.
    #[cfg_attr(feature = "typescript", ts(skip))]
    pub differs: Vec<String>,
    /// Catalogs that were tried.
    pub tried: u32,
}

/// A difference between a catalog and today's.
#[derive(Debug, Clone, PartialEq, Eq, Error, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "code", content = "args", rename_all = "snake_case")]
pub enum CatalogDifference {
    /// A skill was listed as a session recorded it.
    #[error("{} was listed as session {} recorded it{}", name.as_str(), session.as_str(), in_turn(*turn))]
    AsRecorded {
        /// The skill.
        name: Quote,
        /// The id of the session.
        session: Quote,
        /// The turn, if it was recorded in one.
        turn: Option<u32>,
    },
    /// A skill did not exist.
    #[error("{} did not exist", name.as_str())]
    Missing {
        /// The skill.
        name: Quote,
    },
}

fn in_turn(turn: Option<u32>) -> String {
    turn.map(|turn| format!(" in turn {turn}")).unwrap_or_default()
}

/// Where a catalog with a recorded hash was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum CatalogFound {
    /// No hash is recorded.
    NotRecorded,
    /// It is today's.
    Today,
    /// Recorded snapshots, with today's skills for what was never recorded, give exactly this hash.
    Snapshots,
    /// Nothing gives it.
    Nowhere,
}

/// What was permitted at a point.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PermissionThen {
    /// `auto`, `ask` or `read_only`, as the session recorded it of itself.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign | null"))]
    pub mode: Option<String>,
    /// The line it stands on.
    pub line: Option<u32>,
    /// How well it is known.
    pub known: Known,
    /// Allowed in this turn so far.
    pub allowed: u32,
    /// Denied in this turn so far.
    pub denied: u32,
}

/// The summary of a compaction that is sent in place of older events.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SummaryThen {
    /// The compaction's sequence number.
    pub seq: String,
    /// Its line.
    pub line: u32,
    /// What caused it.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
    pub trigger: String,
    /// The numbers it stands for, as `0–41`.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
    pub range: String,
    /// The text as recorded.
    pub text: Clip,
}

/// Items of a provider input.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ItemsView {
    /// All items.
    pub total: u32,
    /// The first item's number.
    pub from: u32,
    /// The items of the window.
    pub rows: Vec<ItemRow>,
}

/// The kind of an item of a provider input.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum ItemKind {
    /// What Pixir says of the workspace and of what is permitted.
    #[error("workspace and posture")]
    WorkspaceAndPosture,
    /// What Pixir says of the workspace.
    #[error("workspace")]
    Workspace,
    /// The latest message of the user.
    #[error("user message, the latest")]
    LatestMessage,
    /// A message of the user.
    #[error("user message")]
    Message,
    /// A message of the assistant.
    #[error("assistant message")]
    Answer,
    /// Reasoning.
    #[error("reasoning")]
    Reasoning,
    /// A tool call.
    #[error("tool call")]
    Call,
    /// A tool result.
    #[error("tool result")]
    Output,
    /// A resource that was viewed before.
    #[error("resource viewed again")]
    Resource,
    /// A placeholder for a missing result.
    #[error("placeholder for a missing result")]
    Orphan,
    /// The text of a skill.
    #[error("skill text")]
    Activation,
    /// A reference to the text of a skill.
    #[error("reference to a skill text")]
    Reference,
    /// The end of a subagent.
    #[error("end of a subagent")]
    Child,
    /// The summary of a compaction.
    #[error("compaction summary")]
    Checkpoint,
    /// The summary of a fork.
    #[error("fork summary")]
    BranchSummary,
    /// Hydrated context.
    #[error("hydrated context")]
    Fact,
}

/// One item of a provider input.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ItemRow {
    /// Its number, from 0.
    pub number: u32,
    /// What it is.
    pub kind: ItemKind,
    /// The kind in words.
    #[cfg_attr(feature = "typescript", ts(skip))]
    pub what: String,
    /// In whose name it is sent: `user`, `assistant`, `developer`; empty for calls, answers and reasoning.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
    pub role: String,
    /// The skill or tool it is about.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
    pub name: String,
    /// The number of the event it is made from.
    pub seq: String,
    /// Its line.
    pub line: u32,
    /// How well the item is known.
    pub known: Known,
    /// Its text; images are named in it.
    pub text: Clip,
}
