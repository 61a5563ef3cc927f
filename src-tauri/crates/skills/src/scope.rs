use std::fmt;

/// Whose skills these are. The order is the rank: the first wins (S0-26). Pixir has
/// three of them; other conventions may rank their roots otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Scope {
    /// The repository the workspace lies in.
    Repo,
    /// The user's own, for every repository.
    User,
    /// A folder a person named.
    Custom,
    /// Pixir's global folder.
    PixirGlobal,
    /// What an agent brings along.
    BuiltIn,
    /// What an organisation puts on the machine.
    Admin,
    /// A plugin of an agent.
    Plugin,
}

impl Scope {
    /// The word for it; Pixir writes its three so.
    pub fn name(self) -> &'static str {
        match self {
            Self::Repo => "repo",
            Self::User => "user",
            Self::Custom => "custom",
            Self::PixirGlobal => "pixir-global",
            Self::BuiltIn => "built-in",
            Self::Admin => "admin",
            Self::Plugin => "plugin",
        }
    }

    /// 0 for the scope that wins over all others.
    pub fn rank(self) -> u8 {
        match self {
            Self::Repo => 0,
            Self::User => 1,
            Self::Custom => 2,
            Self::PixirGlobal => 3,
            Self::BuiltIn => 4,
            Self::Admin => 5,
            Self::Plugin => 6,
        }
    }
}

impl fmt::Display for Scope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
