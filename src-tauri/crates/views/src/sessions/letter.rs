//! What a snapshot goes by in its session, and what becomes of its text.

use serde::{Deserialize, Serialize};

/// A snapshot's letter. Colour is the skill's name, the letter its snapshot.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Letter {
    /// `A` to `Z`, then `AA`, …
    pub letter: String,
    /// 1 to 6.
    pub colour: u32,
    /// The skill's name.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
    pub name: String,
    /// The snapshot's recorded hash.
    pub hash: String,
    /// Which snapshot of that name in this session, from 1.
    pub version: u32,
    /// Snapshots of that name in this session.
    pub versions: u32,
}

impl From<&::workspace::Letter> for Letter {
    fn from(letter: &::workspace::Letter) -> Self {
        Self {
            letter: letter.letter.clone(),
            colour: letter.colour,
            name: letter.name.clone(),
            hash: letter.hash.clone(),
            version: letter.version,
            versions: letter.versions,
        }
    }
}

/// What became of a text behind the compaction that dropped it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum AfterDrop {
    /// The agent gave it again without anybody asking.
    GivenAgain,
    /// It was not given again; the log would tell.
    NotGivenAgain,
    /// The log does not tell whether it was given again.
    Unknown,
}
