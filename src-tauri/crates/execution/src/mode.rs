/// Pixir's permission modes, from lax to strict.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
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
        match word {
            "auto" => Some(Self::Auto),
            "ask" => Some(Self::Ask),
            "read_only" => Some(Self::ReadOnly),
            _ => None,
        }
    }

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Ask => "ask",
            Self::ReadOnly => "read_only",
        }
    }
}
