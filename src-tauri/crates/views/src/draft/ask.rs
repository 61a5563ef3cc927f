//! What may be asked while a file is edited.

use serde::{Deserialize, Serialize};

use crate::wire::SkillScope;

/// One file of a skill.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct DraftAsk {
    /// The id of a skill row.
    pub skill: String,
    /// The file, by its path from the skill's folder; `SKILL.md` is one too.
    pub rel: String,
}

/// A `SKILL.md` as it is being edited.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct DraftCheckAsk {
    /// The id of a skill row.
    pub skill: String,
    /// SHA-256 of the bytes that the editing began with.
    pub seen: String,
    /// The text, at most 1 MiB.
    pub text: String,
}

/// One field to be set in a text.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct DraftFieldAsk {
    /// The whole file, at most 1 MiB.
    pub text: String,
    /// The top-level key.
    pub key: String,
    /// What becomes of it.
    pub value: DraftValue,
}

/// What becomes of a field.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum DraftValue {
    /// It is this text, on one line.
    Text {
        /// The text.
        text: String,
    },
    /// These lines of YAML stand for it.
    Yaml {
        /// The lines, key included.
        lines: String,
    },
    /// It goes.
    Nothing,
}

/// A text to be drawn.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct DraftTextAsk {
    /// The whole file, at most 1 MiB.
    pub text: String,
}

/// A name and a description for a new skill.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct NameCheckAsk {
    /// The agent in whose folder it would go; Pixir when absent.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub convention: Option<String>,
    /// The root it would go into.
    pub scope: SkillScope,
    /// The name.
    pub name: String,
    /// The description.
    pub description: String,
}
