use std::fmt;

/// Whose skills these are. The order is the rank: the first wins (pixir-contract §5.1, S0-26).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Scope {
    /// The repository the workspace lies in.
    Repo,
    /// The user's own, for every repository.
    User,
    /// Pixir's global folder.
    PixirGlobal,
}

impl Scope {
    /// The word Pixir writes for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Repo => "repo",
            Self::User => "user",
            Self::PixirGlobal => "pixir-global",
        }
    }

    /// 0 for the scope that wins over all others.
    pub fn rank(self) -> u8 {
        match self {
            Self::Repo => 0,
            Self::User => 1,
            Self::PixirGlobal => 2,
        }
    }
}

impl fmt::Display for Scope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
