use std::path::PathBuf;

use crate::frontmatter::FrontmatterChange;
use crate::template::Hole;
use crate::whitespace::Whitespace;

/// What a snapshot is compared with, by name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The skill's name.
    pub name: String,
    /// The name of its scope.
    pub scope: String,
    /// Its `SKILL.md`.
    pub path: PathBuf,
}

/// What the comparison rests on: how much of the file the session kept, and what vouches for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Basis {
    /// The whole file, and the hash that was recorded with it fits.
    Digest,
    /// The whole file.
    WholeText,
    /// What stands behind the frontmatter, without the blanks it begins with.
    Body,
    /// The same, without the blanks at its end too.
    TrimmedBody,
    /// Some lines.
    Part,
    /// A body into which the agent filled in what its placeholders stand for.
    Template,
    /// Nothing was compared.
    Nothing,
}

/// Why nothing can be said about a snapshot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Why {
    /// The session kept no text.
    NoText,
    /// The digest of the recorded text is not the recorded digest.
    Mismatch,
    /// The file on disk is there and could not be read.
    Unreadable(String),
    /// The recorded path is one of another machine, and its bytes are not here.
    OtherMachine,
    /// No path was recorded, and its bytes are not here.
    NoPlace,
    /// Only lines were recorded, and too few of them are left in the file to say that they were of it; or they stand
    /// among others, and do not hold all of it.
    PartUnknown,
    /// The file has more placeholders than are looked at.
    TooManyPlaces,
}

/// What became of a snapshot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum State {
    /// The recorded path holds what was recorded; of how much of the file that is said, the [`Basis`] tells.
    Identical,
    /// The recorded path holds the recorded words; the list says what differs.
    WhitespaceOnly(Vec<Whitespace>),
    /// The body is the same to the byte.
    FrontmatterOnly(FrontmatterChange),
    /// The body has other bytes.
    BodyChanged {
        /// Body lines that only the disk has.
        added: usize,
        /// Body lines that only the record has.
        removed: usize,
        /// What changed in the frontmatter beside it.
        frontmatter: Option<FrontmatterChange>,
    },
    /// The recorded path is gone; the same bytes stand at another path or answer to another name.
    Renamed {
        /// Where they were.
        from: Place,
        /// Where they are.
        to: Place,
    },
    /// The recorded path is gone; the same bytes answer to the same name in another scope.
    MovedScope {
        /// The scope they were in.
        from: String,
        /// Where they are.
        to: Place,
    },
    /// The recorded path holds the recorded bytes, but another skill answers to the name.
    ShadowedNow {
        /// The skill that answers.
        by: Place,
    },
    /// The recorded path is gone or no longer loaded, and another version of what it belonged to holds the same text at
    /// the same place.
    InAnotherVersion {
        /// Where it is.
        to: Place,
    },
    /// The recorded path is gone and the bytes are nowhere.
    Deleted,
    /// The recorded body is the file's, with these places filled in by the agent.
    Filled(Vec<Hole>),
    /// The same, and the agent took away some that nothing was given for: the model saw another text, and nobody
    /// edited the file.
    ChangedByAgent(Vec<Hole>),
    /// Nothing can be said.
    Unverifiable(Why),
}

impl Basis {
    /// Whether it is the whole file; only of this can be said that the file is identical.
    pub fn is_whole(self) -> bool {
        matches!(self, Self::Digest | Self::WholeText)
    }
}

impl State {
    /// Whether the disk has another text than the recorded one. What stands elsewhere, is shadowed, differs in white
    /// space alone, or has only its places filled in, has the same.
    pub fn differs(&self) -> bool {
        match self {
            Self::FrontmatterOnly(_) | Self::BodyChanged { .. } => true,
            Self::Identical
            | Self::WhitespaceOnly(_)
            | Self::Renamed { .. }
            | Self::MovedScope { .. }
            | Self::ShadowedNow { .. }
            | Self::InAnotherVersion { .. }
            | Self::Deleted
            | Self::Filled(_)
            | Self::ChangedByAgent(_)
            | Self::Unverifiable(_) => false,
        }
    }

    /// The state's fixed name on the command line and in JSON.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Identical => "identical",
            Self::WhitespaceOnly(_) => "whitespace_only",
            Self::FrontmatterOnly(_) => "frontmatter_only",
            Self::BodyChanged { .. } => "body_changed",
            Self::Renamed { .. } => "renamed",
            Self::MovedScope { .. } => "moved_scope",
            Self::ShadowedNow { .. } => "shadowed_now",
            Self::InAnotherVersion { .. } => "in_another_version",
            Self::Deleted => "deleted",
            Self::Filled(_) => "filled",
            Self::ChangedByAgent(_) => "changed_by_agent",
            Self::Unverifiable(_) => "unverifiable",
        }
    }
}
