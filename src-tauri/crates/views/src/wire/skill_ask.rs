//! What may be asked about skills.

use serde::{Deserialize, Serialize};

/// Which rows of the skill list.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SkillsAsk {
    /// Only names and descriptions that contain this, without regard to case; empty takes all.
    pub text: String,
    /// Only rows in this state.
    pub state: SkillFilter,
    /// The order inside each scope.
    pub sort: SkillSort,
    /// The agent whose rules decide; Pixir when absent.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub convention: Option<String>,
    /// First row wanted, counted from 0.
    pub from: u32,
    /// How many rows, at most 500.
    pub count: u32,
}

/// A state that the list can be narrowed to; the parts of the banner.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum SkillFilter {
    /// Every row.
    Any,
    /// Winners that the listing names, in full or not.
    Listed,
    /// Winners whose entry in the listing is not whole.
    Shortened,
    /// Winners that the listing has no room for.
    Cut,
    /// Winners that are so only where the agent trusts the project.
    IfTrusted,
    /// Losers of a collision.
    Shadowed,
    /// Files that cannot be read as a skill.
    Invalid,
    /// Winners hidden from the model.
    Hidden,
    /// Skills that wait until the project is trusted.
    HeldBack,
    /// Skills that are switched off, denied or not allowed in this project.
    Barred,
    /// Skills with a recorded snapshot that differs from the disk.
    Drifted,
    /// Skills no recorded session has activated.
    NeverUsed,
    /// Skills whose `SKILL.md` has the same bytes as another file of the list.
    Duplicate,
}

/// The order of the skill list inside each scope.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum SkillSort {
    /// By name, bytewise, as Pixir lists.
    Name,
    /// Latest activation first.
    LastUsed,
    /// Most tokens when activated first.
    Tokens,
    /// Most differing snapshots first.
    Drift,
}

/// Whose skills.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum SkillScope {
    /// Of the repository.
    Repo,
    /// Of the user.
    User,
    /// Of Pixir on this machine.
    PixirGlobal,
}

impl SkillScope {
    /// The scope of that word.
    pub fn scope(self) -> ::skills::Scope {
        match self {
            Self::Repo => ::skills::Scope::Repo,
            Self::User => ::skills::Scope::User,
            Self::PixirGlobal => ::skills::Scope::PixirGlobal,
        }
    }
}

/// One skill, by the id of its row.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SkillAsk {
    /// The id of a [`crate::skills::SkillRow`].
    pub id: String,
}

/// One skill, by the rules of an agent.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SkillUnderAsk {
    /// The id of a [`crate::skills::SkillRow`] of the same agent's list.
    pub id: String,
    /// The agent whose rules decide; Pixir when absent.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub convention: Option<String>,
}

/// Whose catalog.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct CatalogAsk {
    /// The agent whose model is shown it; Pixir when absent.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub convention: Option<String>,
}

/// Lines of one skill's SKILL.md.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SourceAsk {
    /// The id of a [`crate::skills::SkillRow`].
    pub id: String,
    /// First line wanted, counted from 0.
    pub from: u32,
    /// How many lines, at most 2,000.
    pub count: u32,
}

/// One file of a skill.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ResourceAsk {
    /// The id of a [`crate::skills::SkillRow`].
    pub id: String,
    /// A path that [`super::ResourcesView`] lists for this skill; anything else is refused.
    pub rel: String,
    /// First line wanted of a text, counted from 0.
    pub from: u32,
    /// How many lines, at most 2,000.
    pub count: u32,
}
