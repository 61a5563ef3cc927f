//! The reasons for which an agent does not use a file that has the name of a skill.

use std::fmt;

use ::skills::{Barred, Claim, Defect, Precedence, Skip, State};
use serde::Serialize;
use workspace::Workspace;

use super::SwitchFact;

/// Why an agent does not use a file. The page says it in the language of the window, the terminal in English.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "code", content = "args", rename_all = "snake_case")]
pub enum WhyUnused {
    /// Another file of the name takes precedence.
    Outranked {
        /// The rule that decided.
        rule: Precedence,
    },
    /// It is a file that another path leads to as well.
    SameFile {
        /// That path, shortened.
        #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
        path: String,
    },
    /// The project is not trusted.
    NeedsTrust,
    /// It is disabled in this project.
    Disabled,
    /// It is denied in this project.
    Denied,
    /// It is not on the list of allowed skills.
    NotAllowed,
    /// A setting of the agent disables it.
    Off(SwitchFact),
    /// It is not a valid skill to the agent.
    Invalid {
        /// What is wrong with it.
        defect: DefectCode,
    },
}

/// What makes a file no skill.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum DefectCode {
    /// It is larger than 512 KiB.
    TooLarge,
    /// It is not UTF-8.
    NotUtf8,
    /// It has no frontmatter.
    NoFrontmatter,
    /// Its frontmatter is never closed.
    Unclosed,
    /// Its frontmatter cannot be read.
    Unreadable,
    /// It has no description.
    NoDescription,
    /// It has no name.
    NoName,
    /// Its name has no letter or digit.
    EmptyId,
    /// Its name is too long.
    LongName,
    /// Its name has characters that are not allowed.
    OddName,
    /// Its description is too long.
    LongDescription,
}

impl WhyUnused {
    /// Returns why a file is not used; `None` where it is, or may be.
    pub(crate) fn of(workspace: &Workspace, claim: &Claim) -> Option<Self> {
        match &claim.state {
            State::Wins | State::Kept | State::Unsettled => None,
            State::Shadowed { rule, .. } => Some(Self::Outranked { rule: rule.clone() }),
            State::SameFile { through } => Some(Self::SameFile { path: workspace.shown(through) }),
            State::HeldBack => Some(Self::NeedsTrust),
            State::Barred(Barred::Disabled) => Some(Self::Disabled),
            State::Barred(Barred::Denied) => Some(Self::Denied),
            State::Barred(Barred::NotAllowed) => Some(Self::NotAllowed),
            State::Off => SwitchFact::of(workspace, claim).map(Self::Off),
            State::Invalid(defect) => Some(Self::Invalid { defect: (*defect).into() }),
        }
    }
}

impl From<Defect> for DefectCode {
    fn from(defect: Defect) -> Self {
        match defect {
            Defect::TooLarge => Self::TooLarge,
            Defect::Skipped(Skip::NotUtf8) => Self::NotUtf8,
            Defect::Skipped(Skip::NoFrontmatter) => Self::NoFrontmatter,
            Defect::Skipped(Skip::Unclosed) => Self::Unclosed,
            Defect::Skipped(Skip::Unreadable) => Self::Unreadable,
            Defect::Skipped(Skip::NoDescription) => Self::NoDescription,
            Defect::Skipped(Skip::NoName) => Self::NoName,
            Defect::Skipped(Skip::EmptyId) => Self::EmptyId,
            Defect::Skipped(Skip::LongName) => Self::LongName,
            Defect::Skipped(Skip::OddName) => Self::OddName,
            Defect::Skipped(Skip::LongDescription) => Self::LongDescription,
        }
    }
}

impl fmt::Display for WhyUnused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Outranked { rule } => rule.fmt(f),
            Self::SameFile { path } => write!(f, "the same file as {path}"),
            Self::NeedsTrust => f.write_str("this project is not trusted"),
            Self::Disabled => f.write_str("disabled"),
            Self::Denied => f.write_str("denied"),
            Self::NotAllowed => f.write_str("not on the list of allowed skills"),
            Self::Off(switched) => switched.fmt(f),
            Self::Invalid { defect } => f.write_str(defect.words()),
        }
    }
}

impl DefectCode {
    fn words(self) -> &'static str {
        match self {
            Self::TooLarge => "larger than 512 KiB",
            Self::NotUtf8 => "not UTF-8",
            Self::NoFrontmatter => "no frontmatter",
            Self::Unclosed => "frontmatter is not closed",
            Self::Unreadable => "frontmatter cannot be read",
            Self::NoDescription => "no description",
            Self::NoName => "no name",
            Self::EmptyId => "the name has no letter or digit",
            Self::LongName => "the name is too long",
            Self::OddName => "the name has characters that are not allowed",
            Self::LongDescription => "the description is too long",
        }
    }
}
