/// One agent's rules: its roots, who wins, how frontmatter is read, what the catalog looks like.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Convention {
    /// The Pixir harness, as its version 0.1.12 behaves.
    #[default]
    Pixir,
}

impl Convention {
    /// The convention of that name, if there is one.
    pub fn named(name: &str) -> Option<Self> {
        (name == "pixir").then_some(Self::Pixir)
    }

    /// Its name, as [`Convention::named`] takes it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Pixir => "pixir",
        }
    }
}
