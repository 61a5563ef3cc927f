//! What the page sees of who wins.

use message::Message;
use serde::Serialize;

use crate::wins::WinsVerdict;
use crate::wire::{Known, Millis, PlaceFound, SwitchFact, WhyUnused};

/// Names against agents.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct WhoWinsView {
    /// The agents, in the order of each row's cells.
    pub conventions: Vec<ConventionView>,
    /// Names that some agent knows.
    pub names: u32,
    /// Paths that lead to a skill of some agent, and skills that come with Assay.
    pub entries: u32,
    /// Names that the filter takes.
    pub matching: u32,
    /// Of these, names that several paths claim. They stand first.
    pub contested: u32,
    /// Number of the first row here.
    pub from: u32,
    /// The rows.
    pub rows: Vec<WinsRow>,
    /// When the disk was read.
    pub read_at: Millis,
}

/// Every agent whose rules are known.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ConventionsView {
    /// In the order of the matrix.
    pub rows: Vec<ConventionRow>,
}

/// One agent in short.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ConventionRow {
    /// Names it to programs.
    #[cfg_attr(feature = "typescript", ts(type = "ConventionName"))]
    pub name: String,
    /// Names it to people.
    pub label: String,
    /// Who wins, in three words or so. The page says it by the name.
    #[cfg_attr(feature = "typescript", ts(skip))]
    pub rule: String,
    /// The same in sentences.
    #[cfg_attr(feature = "typescript", ts(skip))]
    pub words: String,
    /// How well that is known.
    pub confidence: Known,
    /// Rows that the skill list by its rules has here.
    pub skills: u32,
}

/// The rules of one agent.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ConventionView {
    /// Names it to programs.
    #[cfg_attr(feature = "typescript", ts(type = "ConventionName"))]
    pub name: String,
    /// Names it to people.
    pub label: String,
    /// Who wins, in three words or so. The page says it by the name.
    #[cfg_attr(feature = "typescript", ts(skip))]
    pub rule: String,
    /// The same in sentences.
    #[cfg_attr(feature = "typescript", ts(skip))]
    pub words: String,
    /// How well that is known.
    pub confidence: Known,
    /// Where it is known from.
    pub source: Message,
    /// Where it looks, the place that wins first.
    pub roots: Vec<WinsRoot>,
}

/// One place where an agent looks.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct WinsRoot {
    /// Whose skills lie there.
    pub scope: String,
    /// The folder, shortened.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
    pub path: String,
    /// What was found.
    pub found: PlaceFound,
}

/// One name.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct WinsRow {
    /// What at least one agent calls a skill by.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
    pub name: String,
    /// Distinct files behind it.
    pub files: u32,
    /// Paths that lead to them.
    pub doors: u32,
    /// Agents that know the name do not all use one and the same file.
    pub differs: bool,
    /// One for each agent.
    pub cells: Vec<WinsCell>,
}

/// What one agent makes of one name.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct WinsCell {
    /// The outcome.
    pub verdict: WinsVerdict,
    /// How well it is known.
    pub confidence: Known,
    /// It holds once the agent trusts the project; whether it does, Assay cannot see.
    pub if_trusted: bool,
    /// What the agent found under the name, the winner first.
    pub files: Vec<WinsFile>,
}

/// One file that an agent found under a name.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct WinsFile {
    /// The file, shortened.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
    pub path: String,
    /// Whose it is.
    pub scope: String,
    /// How it stands.
    pub state: WinsState,
    /// Why the agent does not use it.
    pub why: Option<WhyUnused>,
    /// The setting of the agent that keeps it from the skill, wholly or in part.
    pub switched: Option<SwitchFact>,
    /// SHA-256 of its bytes.
    pub hash: String,
    /// Where the links on its path lead, shortened; absent when there are none.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign | null"))]
    pub real: Option<String>,
    /// The model is not shown it.
    pub hidden: bool,
    /// The id of its row in the skill list, when Pixir reads it as well.
    pub skill: Option<String>,
}

/// How a file stands among those of its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum WinsState {
    /// It is the one the agent uses.
    Wins,
    /// It is one of several that stay.
    Kept,
    /// It may be the one.
    Unsettled,
    /// Another goes before it.
    Shadowed,
    /// It is there already by another path.
    SameFile,
    /// It waits until the project is trusted.
    HeldBack,
    /// It may not be seen.
    Barred,
    /// A setting of the agent disables it.
    Off,
    /// It is no skill to the agent.
    Invalid,
}

impl From<&::skills::State> for WinsState {
    fn from(state: &::skills::State) -> Self {
        use ::skills::State;
        match state {
            State::Wins => Self::Wins,
            State::Kept => Self::Kept,
            State::Unsettled => Self::Unsettled,
            State::Shadowed { .. } => Self::Shadowed,
            State::SameFile { .. } => Self::SameFile,
            State::HeldBack => Self::HeldBack,
            State::Barred(_) => Self::Barred,
            State::Off => Self::Off,
            State::Invalid(_) => Self::Invalid,
        }
    }
}
