//! How a skill is asked for.

use disk::Digest;
use skills::ActivatedBy;

/// How a skill is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Via {
    /// `skill_view` of the main file (S0-13).
    SkillView,
    /// `activate_skill` (S3-28).
    ActivateSkill,
    /// `activateSkill` (S2-03).
    PipelineTool,
    /// `$name` in the user's text (S0-20).
    Mention,
    /// `/name args` at its start (S0-21).
    Slash,
    /// A plain read of the file whose place the catalog tells (S3-27).
    FileRead,
    /// A read of it by its address, `resources/read`.
    Resource,
}

impl Via {
    /// The word that is recorded.
    pub fn word(self) -> &'static str {
        match self {
            Self::SkillView => "skill_view",
            Self::ActivateSkill => "activate_skill",
            Self::PipelineTool => "activateSkill",
            Self::Mention => "$",
            Self::Slash => "/",
            Self::FileRead => "file_read",
            Self::Resource => "resource",
        }
    }

    /// Who asks in this way.
    pub fn by(self) -> ActivatedBy {
        match self {
            Self::Mention | Self::Slash => ActivatedBy::User,
            Self::SkillView | Self::ActivateSkill | Self::PipelineTool | Self::FileRead | Self::Resource => {
                ActivatedBy::Model
            }
        }
    }
}

/// What is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Call {
    /// The skill.
    pub name: String,
    /// What fills its variables, as one text.
    pub arguments: Option<String>,
    /// The file at hand (S4-64).
    pub context_path: Option<String>,
    /// What is wanted where the skill is active already.
    pub repeated: Repeated,
    /// How it is asked for.
    pub via: Via,
}

/// What is wanted of a skill that is active in this turn already (S0-33).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Repeated {
    /// A line that says so; its text stands above.
    #[default]
    Note,
    /// Its text once more, as an activation of its own: the one above is gone, after a compaction perhaps.
    Text,
}

impl Call {
    /// A call with a name alone.
    pub fn of(name: &str, via: Via) -> Self {
        Self { name: name.to_owned(), arguments: None, context_path: None, repeated: Repeated::Note, via }
    }

    // Pixir takes a skill in anew each time it is viewed.
    pub(crate) fn wants_text(&self) -> bool {
        self.via == Via::SkillView || self.repeated == Repeated::Text
    }
}

/// What a person said, if anybody was asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Consent {
    /// Nobody was asked.
    NotAsked,
    /// Somebody wants a person asked, whatever the mode and whatever was said before (S4-28).
    Wanted,
    /// Yes, to a skill of these bytes.
    Given(Digest),
    /// No.
    Denied,
}
