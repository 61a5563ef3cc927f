use std::time::Duration;

use message::{Template, template};

/// A declared way to get fresh facts for a skill (requirements S1-05, S1-09).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    /// Its id, unique in its skill: `diff`, `inline-1`, `block-2`.
    pub id: String,
    /// What it is for, in the skill's own words; may be empty.
    pub title: String,
    /// What produces the facts.
    pub surface: Surface,
    /// The author says that it changes nothing. A claim, never a proof.
    pub read_only: bool,
    /// The author wishes it to run with the activation, unasked.
    pub auto: bool,
    /// How long it may take.
    pub timeout: Duration,
    /// Most bytes of output that are kept.
    pub max_bytes: u64,
    /// The folder it runs in, below the workspace; empty for the workspace itself.
    pub cwd: String,
    /// Where it is declared.
    pub origin: Origin,
    /// The line it is declared in, from 1, in the file of its origin.
    pub line: u32,
    /// Why it may never run, whoever approves it; `None` for a source that may be asked for.
    pub blocked: Option<Blocked>,
}

/// What produces the facts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Surface {
    /// A program with its arguments; no shell reads them.
    Run(Vec<String>),
    /// A text that a shell reads.
    Shell(String),
    /// Files of the workspace: one path, or a glob.
    Read(String),
    /// One file of the skill.
    Resource(String),
}

/// Where a source is declared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Origin {
    /// `context-sources.yaml` beside the SKILL.md.
    File,
    /// `context-sources` in the frontmatter.
    Frontmatter,
    /// `` !`command` `` or a ```` ```! ```` block in the body.
    Inline,
}

/// Why a source is shown and never runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Blocked {
    /// Its command has characters that nobody sees, so nobody can approve it.
    Unseen,
    /// Its command is longer than [`Source::COMMAND_MOST`].
    TooLong,
    /// Its skill came from an MCP server (S4-31).
    Remote,
    /// The skill may have come from an MCP server: the record of imports cannot be read.
    UnknownOrigin,
}

/// The place a skill came from, as far as it decides about commands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SkillOrigin {
    /// Anywhere but an MCP server.
    Local,
    /// An MCP server, directly or as a copy of a skill that came from one.
    Server,
    /// Unknown, since the record of imports cannot be read.
    Unknown,
}

impl SkillOrigin {
    /// Returns the reason that every source of such a skill is blocked; `None` if they may be asked for.
    pub(crate) fn blocked(self) -> Option<Blocked> {
        match self {
            Self::Local => None,
            Self::Server => Some(Blocked::Remote),
            Self::Unknown => Some(Blocked::UnknownOrigin),
        }
    }
}

impl Blocked {
    /// The word for it, for programs.
    pub fn word(self) -> &'static str {
        match self {
            Self::Unseen => "unseen_characters",
            Self::TooLong => "too_long",
            Self::Remote => "remote",
            Self::UnknownOrigin => "unknown_origin",
        }
    }

    /// The reason as a sentence.
    pub fn words(self) -> Template {
        match self {
            Self::Unseen => {
                template!(
                    "It never runs: its command has characters that no screen shows, so it cannot be approved."
                )
            }
            Self::TooLong => {
                template!("It never runs: its command is longer than 8 KiB, too long to be read.")
            }
            Self::Remote => {
                template!(
                    "blocked: remote. The skill came from an MCP server, so none of its sources runs in any mode."
                )
            }
            Self::UnknownOrigin => {
                template!(
                    "blocked: unknown origin. Assay's record of imports cannot be read, so the skill may have come from an \
                 MCP server. Run `assay doctor`."
                )
            }
        }
    }
}

impl Surface {
    /// The word for it, which is also its key in a declaration.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Run(_) => "run",
            Self::Shell(_) => "shell",
            Self::Read(_) => "read",
            Self::Resource(_) => "resource",
        }
    }
}

impl Source {
    /// The most bytes of a command, its arguments together: 8 KiB.
    pub const COMMAND_MOST: usize = 8 << 10;
    /// How long a source may take that does not say: 10 seconds.
    pub const TIMEOUT: Duration = Duration::from_secs(10);
    /// The shortest a source may ask for: 100 milliseconds.
    pub const SHORTEST: Duration = Duration::from_millis(100);
    /// The longest a source may ask for: 2 minutes.
    pub const LONGEST: Duration = Duration::from_secs(120);
    /// What is kept of a source that does not say: 32 KiB.
    pub const KEEP: u64 = 32 << 10;
    /// The least a source may ask to keep: 256 bytes.
    pub const KEEP_LEAST: u64 = 256;
    /// The most a source may ask to keep: 256 KiB.
    pub const KEEP_MOST: u64 = 256 << 10;
}

#[cfg(test)]
mod tests {
    use super::Blocked;

    #[test]
    fn what_never_runs_has_a_word_and_a_sentence() {
        let all = [Blocked::Unseen, Blocked::TooLong, Blocked::Remote, Blocked::UnknownOrigin];
        let told = all.map(|why| (why.word(), why.words()));
        assert_eq!(told.map(|(word, _)| word), ["unseen_characters", "too_long", "remote", "unknown_origin"]);
        assert!(
            told[2].1.text().starts_with("blocked: remote") && told[3].1.text().contains("unknown origin"),
            "{told:?}"
        );
        assert!(
            told[0].1.text().contains("no screen shows") && told[1].1.text().contains("8 KiB"),
            "{told:?}"
        );
    }
}
