//! What is asked for in a plan by more than one feature.

use serde::{Deserialize, Serialize};

/// Which findings to make good. Those without a quick fix stay.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct FixAsk {
    /// The ids of skill rows; every skill of the agent when empty.
    pub skills: Vec<String>,
    /// The agent; Pixir when absent.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub convention: Option<String>,
    /// Only findings of these rules; of any when empty.
    pub rules: Vec<String>,
    /// Only findings in this file, by its path from the skill's folder.
    pub rel: Option<String>,
    /// Only the one finding in this line, counted from 1.
    pub line: Option<u32>,
}

/// What happens when something stands where a thing from the trash belongs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Occupied {
    /// It is not put back.
    Refused,
    /// What stands there goes into the trash.
    Replaced,
    /// It is put beside it, under another name.
    Beside,
}

/// A skill of an import that shall land.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ImportPick {
    /// The number of its [`crate::import::ImportSkillRow`].
    pub skill: u32,
    /// The name of its folder; the one it has when absent.
    pub folder: Option<String>,
    /// What happens when a skill stands there: `refused` or `replaced`.
    pub occupied: Occupied,
}

/// What was saved.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SavedView {
    /// The file; nothing when the person chose none.
    pub path: Option<String>,
    /// Its bytes.
    pub bytes: u32,
    /// Its SHA-256.
    pub sha256: String,
    /// How many places something was taken out of.
    pub removed: u32,
}
