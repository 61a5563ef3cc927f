/// How a catalog looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Renderer {
    /// Pixir's own, by its own words and budget.
    Pixir,
    /// `<available_skills>` with one `<skill>` each.
    Xml,
    /// The same as the reference tool `to-prompt` writes it, every value on a line of its own.
    XmlRef,
    /// One line each.
    Bullets,
    /// The same tags as [`Renderer::Xml`], and nothing is escaped.
    Unescaped,
    /// The same, and quotes are escaped as well.
    Escaped,
    /// Claude Code's lines: a name and a description, no path.
    ClaudeCode,
    /// Codex's lines, whose paths begin with the short name of a root.
    Codex,
    /// Copilot's tags, with a word for the place and a last line for what did not fit.
    Copilot,
}

impl Renderer {
    /// Those that draw any convention's skills.
    pub const NAMED: [Self; 3] = [Self::Xml, Self::XmlRef, Self::Bullets];

    /// The one of these with that name, if there is one.
    pub fn named(name: &str) -> Option<Self> {
        Self::NAMED.into_iter().find(|one| one.name() == name)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Pixir => "pixir",
            Self::Xml => "xml",
            Self::XmlRef => "xml-ref",
            Self::Bullets => "bullets",
            Self::Unescaped => "unescaped",
            Self::Escaped => "escaped",
            Self::ClaudeCode => "claude-code",
            Self::Codex => "codex",
            Self::Copilot => "copilot",
        }
    }
}
