use serde::{Deserialize, Serialize};

/// Pixir's permission modes, from lax to strict.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    strum::EnumString,
    strum::IntoStaticStr,
    Serialize,
    Deserialize,
)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Mode {
    /// Everything is allowed.
    Auto,
    /// What may change something is asked about.
    Ask,
    /// What may change something is refused.
    ReadOnly,
}

impl Mode {
    /// The mode a configuration or a log names.
    pub fn parse(word: &str) -> Option<Self> {
        word.parse().ok()
    }

    /// The word for it.
    pub fn word(self) -> &'static str {
        self.into()
    }
}
