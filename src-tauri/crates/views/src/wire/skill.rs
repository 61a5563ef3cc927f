//! What the page sees of skills.

use ::skills::{FindingText, Over, Precedence};
use ::workspace::Listing;
use message::Message;
use serde::Serialize;

use crate::markdown::Markdown;
use crate::wire::{
    DriftFact, GivenPart, Millis, PlaceRow, ProblemRow, Severity, SignatureFact, SnapshotRef, SwitchFact,
    WhyUnused,
};

/// The skill list: counts of everything, rows of the window asked for.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SkillsView {
    /// The convention that decided, such as `pixir`.
    pub convention: String,
    /// Its name as people write it.
    pub label: String,
    /// The counts of the banner, over all rows.
    pub banner: Banner,
    /// Rows that match the ask.
    pub matching: u32,
    /// Scopes with matching rows, in precedence order.
    pub groups: Vec<SkillGroup>,
    /// The first row's number.
    pub from: u32,
    /// The rows of the window.
    pub rows: Vec<SkillRow>,
    /// Every collision, as the convention reports it.
    pub warnings: Vec<ShadowingRow>,
    /// Everything that was odd in the roots.
    pub problems: Vec<ProblemRow>,
    /// The roots that were looked at.
    pub places: Vec<PlaceRow>,
    /// The catalog's size.
    pub listing: ListingFact,
    /// When the disk was read.
    pub read_at: Millis,
}

/// Counts over all rows of the skill list.
#[derive(Debug, Clone, Copy, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Banner {
    /// All rows.
    pub total: u32,
    /// Winners that the listing names, in full or not.
    pub listed: u32,
    /// Of them, those whose entry is not whole.
    pub shortened: u32,
    /// Winners that the listing has no room for.
    pub cut: u32,
    /// Winners that are so only where the agent trusts the project, which Assay cannot see.
    pub if_trusted: u32,
    /// Losers of a collision.
    pub shadowed: u32,
    /// Files that cannot be read as a skill.
    pub invalid: u32,
    /// Winners hidden from the model.
    pub hidden: u32,
    /// Skills that wait until the project is trusted.
    pub held_back: u32,
    /// Skills that are switched off, denied or not allowed in this project.
    pub barred: u32,
    /// Skills of which the disk has another text than the last one recorded.
    pub drifted: u32,
    /// Skills no recorded session has activated.
    pub never_used: u32,
}

/// A scope's head in the list.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SkillGroup {
    /// The scope's name.
    pub scope: String,
    /// The root, shortened to the workspace or home.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
    pub root: String,
    /// Matching rows in it.
    pub count: u32,
    /// The number of its first row.
    pub from: u32,
}

/// One skill in the list.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SkillRow {
    /// Names this row to every other request; made of its path.
    pub id: String,
    /// What the agent calls it by, or the folder's name when the file cannot be read.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
    pub name: String,
    /// Whose it is: `repo`, `user`, `pixir-global`, …
    pub scope: String,
    /// As Pixir writes it in its index; for other agents with the root's name in it.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
    pub short_path: String,
    /// The description the agent reads.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
    pub description: String,
    /// Tokens of what the listing says of it, estimated as bytes / 4; 0 when it says nothing.
    pub listed_tokens: u32,
    /// Tokens when activated, by as much of the file as the agent gives its model; estimated as bytes / 4.
    pub activated_tokens: u32,
    /// Its states.
    pub states: SkillStates,
    /// Turns that activated it, by any snapshot.
    pub turns: u32,
    /// Sessions that activated it.
    pub sessions: u32,
    /// The latest activation.
    pub last_used: Option<Millis>,
    /// Assay can change it: it belongs neither to the agent itself nor to an administrator.
    pub managed: bool,
}

/// What is so about a skill, in the words of the design language.
#[derive(Debug, Clone, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SkillStates {
    /// The agent may use it: it wins its name, stays beside others of it, or may be the one.
    pub wins: bool,
    /// How it stands, in one word. What a person keeps from agents stands here although Pixir, which reads the
    /// disk by itself, uses it.
    pub standing: SkillStanding,
    /// Why the agent does not use it.
    pub why: Option<WhyUnused>,
    /// Others of its name it shadows.
    pub shadows: u32,
    /// The short path of the winner when it loses.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign | null"))]
    pub shadowed_by: Option<String>,
    /// `disable-model-invocation`, or a setting of the agent, hides it from the model.
    pub hidden: bool,
    /// The setting of the agent that keeps it from the skill, wholly or in part.
    pub switched: Option<SwitchFact>,
    /// That it wins, or that another does, holds only where the agent trusts the project, which Assay cannot see.
    pub if_trusted: bool,
    /// How much of it the listing says.
    pub listing: SkillListing,
    /// Why it cannot be read, in a sentence.
    pub invalid: Option<Message>,
    /// The disk has another text than the last one recorded.
    pub drifted: bool,
    /// Distinct recorded snapshots.
    pub snapshots: u32,
    /// What sessions say of its use.
    pub used: SkillUse,
    /// Paths that lead to this same file, itself included.
    pub doors: u32,
    /// Other files of this list with exactly its bytes.
    pub twins: u32,
}

impl From<Listing> for SkillListing {
    fn from(listing: Listing) -> Self {
        match listing {
            Listing::Whole => Self::Whole,
            Listing::Part => Self::Part,
            Listing::Cut => Self::Cut,
            Listing::Unlisted => Self::Not,
        }
    }
}

/// How much of a skill the listing says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum SkillListing {
    /// Its whole entry.
    Whole,
    /// The beginning of its entry, or its name alone.
    Part,
    /// Nothing: the budget ends before it.
    Cut,
    /// Nothing: it is not meant to be listed.
    #[default]
    Not,
}

/// What sessions say of a skill's use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum SkillUse {
    /// A recorded session activated it.
    Recorded,
    /// No session did, and all of the agent's are read.
    Never,
    /// Nothing: the agent's sessions are not read.
    #[default]
    Unknown,
}

/// How a skill stands with an agent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum SkillStanding {
    /// It is the one the agent uses.
    #[default]
    Wins,
    /// It is one of several that stay.
    Kept,
    /// It may be the one; nothing says which of several is.
    Unsettled,
    /// Another goes before it.
    Shadowed,
    /// It is there already by another path.
    SameFile,
    /// It waits until the project is trusted.
    HeldBack,
    /// A person switched it off in this project.
    Disabled,
    /// A person denies it in this project.
    Denied,
    /// It is not on the list of what is allowed in this project.
    NotAllowed,
    /// A setting of the agent disables it.
    Off,
    /// It is no skill to the agent.
    Invalid,
}

impl SkillStanding {
    /// Whether a person keeps it from agents in this project.
    pub fn is_barred(self) -> bool {
        matches!(self, Self::Disabled | Self::Denied | Self::NotAllowed)
    }
}

/// One name with several skills, as Pixir warns of it.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ShadowingRow {
    /// The contested name.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
    pub name: String,
    /// Short path of the winner.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
    pub selected: String,
    /// Short paths of the losers.
    #[cfg_attr(feature = "typescript", ts(type = "Array<Foreign>"))]
    pub shadowed: Vec<String>,
}

/// The size of the listing. What a budget is about is counted without the words that an agent puts around it.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ListingFact {
    /// What the skills take in the list before the cut, in the unit of the budget; in bytes where there is none.
    pub size: u64,
    /// What those take that the agent brings along, of the same budget.
    pub brought: u64,
    /// The most that fits; absent where all of it always does.
    pub budget: Option<ListingBudget>,
    /// Where that is known from.
    pub source: Message,
    /// Bytes of the text the model is shown: the list after the cut, and the words around it.
    pub shown: u64,
    /// Skills that are in it, in whole, in part or by name alone.
    pub listed: u32,
    /// Of them, the names of those that are not wholly in it.
    #[cfg_attr(feature = "typescript", ts(type = "Array<Foreign>"))]
    #[cfg_attr(feature = "typescript", ts(type = "Array<Foreign>"))]
    pub shortened: Vec<String>,
    /// Names that are not in it.
    #[cfg_attr(feature = "typescript", ts(type = "Array<Foreign>"))]
    pub left_out: Vec<String>,
    /// The last list that a session of the agent recorded in this folder; absent where none of the 8 newest logs holds
    /// one.
    pub recorded: Option<RecordedListing>,
}

/// A skill list that a session recorded: what the agent gave its model then.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct RecordedListing {
    /// The session's key.
    pub key: String,
    /// The session, as its agent calls it.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
    #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
    pub session: String,
    /// When it was recorded.
    pub at: Option<Millis>,
    /// The record that holds it.
    pub line: u32,
    /// Skills in it, those that come with the agent and its plugins included.
    pub total: u32,
    /// Of them, skills that it lists by name alone; absent where the log holds names alone.
    pub names_only: Option<u32>,
    /// Size of its entries in `unit`; absent where the log holds names alone.
    pub size: Option<u64>,
    /// `bytes`, `characters`, `columns` or `tokens`.
    pub unit: String,
    /// It is larger than the limit that is known for the agent, which is therefore not given as a budget.
    pub over_known_limit: bool,
}

/// How much an agent gives its list of skills.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ListingBudget {
    /// How much.
    pub amount: u32,
    /// Of what: `bytes`, `characters`, `columns` or `tokens`.
    pub unit: String,
    /// What the agent does when it is not enough, in words that go on from its name.
    pub over: Over,
}

/// Everything about one skill that is not its text.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SkillView {
    /// Its row.
    pub row: SkillRow,
    /// The file, absolute, links not resolved.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
    pub path: String,
    /// The file, shortened to the workspace or home.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
    pub shown_path: String,
    /// The root it was found in.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
    pub root: String,
    /// SHA-256 of the file's bytes; absent when it cannot be read.
    pub hash: Option<String>,
    /// Size in bytes; absent when it is no file.
    pub bytes: Option<u64>,
    /// Lines of the file; absent when it cannot be read.
    pub lines: Option<u32>,
    /// Last modified.
    pub modified: Option<Millis>,
    /// When the disk was read.
    pub read_at: Millis,
    /// Every path that leads to the same file.
    pub doors: Vec<DoorRow>,
    /// The collision it is part of.
    pub shadowing: Option<ShadowingRow>,
    /// The rule that decided the collision.
    pub rule: Option<Precedence>,
    /// Exactly the bytes of it that the listing has after the cut; absent when it has none.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign | null"))]
    pub catalog_entry: Option<String>,
    /// What disclosure costs.
    pub tiers: Tiers,
    /// Frontmatter as Pixir reads it, line by line.
    pub pixir_fields: Vec<FieldRow>,
    /// Frontmatter as YAML.
    pub yaml_fields: Vec<FieldRow>,
    /// How far the YAML reading got, in words: `read as YAML`, `read after quoting values`, …
    pub yaml_reading: String,
    /// What its signature comes to; nothing where it has none.
    pub signature: Option<SignatureFact>,
    /// Findings, worst first.
    pub checks: Vec<FindingRow>,
    /// What recorded sessions say of it.
    pub usage: SkillUsage,
}

/// A path that leads to a file.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct DoorRow {
    /// The path, shortened.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
    pub path: String,
    /// `the folder itself`, `symlink`, `symlinked root`.
    pub how: String,
}

/// Token costs of the three tiers of disclosure, estimated as bytes / 4.
#[derive(Debug, Clone, Copy, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Tiers {
    /// Tier 1, in every turn: what the listing says of it after the cut.
    pub listed: u32,
    /// Tier 2, when activated.
    pub activated: u32,
    /// What the model is given then.
    pub given: GivenPart,
    /// Tier 3, when opened: all text resources.
    pub resources: u32,
    /// Files beside SKILL.md.
    pub resource_count: u32,
}

/// One frontmatter field.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct FieldRow {
    /// The key; nested keys joined by dots.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
    pub key: String,
    /// The value as text.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
    pub value: String,
}

/// One check's answer.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct FindingRow {
    /// The file, shortened.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
    pub path: String,
    /// The same by its path from the skill's folder; absent where it lies in none.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign | null"))]
    pub rel: Option<String>,
    /// The rule's name.
    pub rule: String,
    /// Its severity.
    pub severity: Severity,
    /// The line it stands on, counted from 1.
    pub line: Option<u32>,
    /// The text. The page has the remedy by the rule.
    pub text: FindingText,
    /// The effect of the quick fix; absent where there is none, or where none is offered.
    pub mend: Option<Vec<Message>>,
}

/// What recorded sessions say of a skill.
#[derive(Debug, Clone, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SkillUsage {
    /// Turns that activated it.
    pub turns: u32,
    /// Sessions that activated it.
    pub sessions: u32,
    /// Activations.
    pub activations: u32,
    /// Of these, by the user.
    pub by_user: u32,
    /// Of these, by the model.
    pub by_model: u32,
    /// Its distinct recorded snapshots, latest used first.
    pub snapshots: Vec<SnapshotRow>,
    /// The latest activation.
    pub last: Option<SnapshotRef>,
}

/// One recorded state of a skill.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SnapshotRow {
    /// Its recorded hash.
    pub hash: String,
    /// How it differs from the disk.
    pub drift: DriftFact,
    /// Turns it shaped.
    pub turns: u32,
    /// Sessions it shaped.
    pub sessions: u32,
    /// Where it was last activated.
    pub latest: SnapshotRef,
}

/// The body as a page may draw it.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct BodyView {
    /// The body below the frontmatter.
    pub markdown: Markdown,
    /// The body's first line in the file, counted from 1.
    pub first_line: u32,
    /// Lines of the body.
    pub lines: u32,
}

impl From<&::skills::Shadowing> for ShadowingRow {
    fn from(warning: &::skills::Shadowing) -> Self {
        Self {
            name: warning.name.clone(),
            selected: warning.selected.clone(),
            shadowed: warning.shadowed.clone(),
        }
    }
}

impl From<&::skills::State> for SkillStanding {
    fn from(state: &::skills::State) -> Self {
        use ::skills::{Barred, State};
        match state {
            State::Wins => Self::Wins,
            State::Kept => Self::Kept,
            State::Unsettled => Self::Unsettled,
            State::Shadowed { .. } => Self::Shadowed,
            State::SameFile { .. } => Self::SameFile,
            State::HeldBack => Self::HeldBack,
            State::Barred(Barred::Disabled) => Self::Disabled,
            State::Barred(Barred::Denied) => Self::Denied,
            State::Barred(Barred::NotAllowed) => Self::NotAllowed,
            State::Off => Self::Off,
            State::Invalid(_) => Self::Invalid,
        }
    }
}
