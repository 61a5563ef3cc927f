use std::fmt;
use std::path::PathBuf;

use crate::frontmatter::FrontmatterChange;
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

/// Why nothing can be said about a snapshot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Why {
    /// The session kept no text.
    NoText,
    /// The session kept no digest, so the text cannot be checked.
    NoDigest,
    /// The digest of the recorded text is not the recorded digest.
    Mismatch,
    /// The file on disk is there and could not be read.
    Unreadable(String),
}

/// How a recorded body compares with the body on disk, where the frontmatter was not recorded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BodyNow {
    /// The same text, blanks at both ends aside.
    Equal,
    /// The same words.
    WhitespaceOnly,
    /// Other words.
    Changed {
        /// Lines that only the disk has.
        added: usize,
        /// Lines that only the record has.
        removed: usize,
    },
}

/// What became of a snapshot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum State {
    /// The recorded path holds the recorded bytes.
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
    /// The recorded path is gone and the bytes are nowhere.
    Deleted,
    /// Only the body was recorded, so only the body can be compared.
    BodyComparableOnly(BodyNow),
    /// Nothing can be said.
    Unverifiable(Why),
}

impl State {
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
            Self::Deleted => "deleted",
            Self::BodyComparableOnly(_) => "body_comparable_only",
            Self::Unverifiable(_) => "unverifiable",
        }
    }
}

/// What stands behind the state's name, such as `CRLF to LF` or `by repo`; empty for [`State::Identical`].
impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Identical => Ok(()),
            Self::WhitespaceOnly(kinds) => {
                f.write_str(&kinds.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "))
            }
            Self::FrontmatterOnly(change) => change.fmt(f),
            Self::BodyChanged { added, removed, .. } => write!(f, "+{added} −{removed}"),
            Self::Renamed { from, to } if from.name == to.name => write!(f, "now at {}", to.path.display()),
            Self::Renamed { to, .. } => write!(f, "now {}", to.name),
            Self::MovedScope { from, to } => write!(f, "from {from} to {}", to.scope),
            Self::ShadowedNow { by } => write!(f, "by {}", by.scope),
            Self::Deleted => f.write_str("the log holds the last copy"),
            Self::BodyComparableOnly(body) => write!(f, "{body}, frontmatter not recorded"),
            Self::Unverifiable(why) => why.fmt(f),
        }
    }
}

impl fmt::Display for BodyNow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Equal => f.write_str("body equal"),
            Self::WhitespaceOnly => f.write_str("body whitespace only"),
            Self::Changed { added, removed } => write!(f, "body +{added} −{removed}"),
        }
    }
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoText => f.write_str("no text was recorded"),
            Self::NoDigest => f.write_str("no hash was recorded"),
            Self::Mismatch => f.write_str("recorded hash does not match recorded text"),
            Self::Unreadable(fault) => f.write_str(fault),
        }
    }
}
