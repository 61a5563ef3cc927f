use std::fmt;

use disk::Kind;

use crate::template::{is_id, load};
use crate::view::winner;
use crate::{Ruling, SkillError, Template, TemplateWarning, templates};

/// Why a workflow template cannot be found or filled in (pixir-contract §5.9).
#[derive(Debug, Clone, PartialEq)]
pub enum TemplateError {
    /// The skill named before the `/` or `:` does not exist.
    Skill(SkillError),
    /// The skill has no such file.
    NoSuchFile {
        /// `<skill>/<id>`.
        template_id: String,
        /// The file from the skill's folder.
        path: String,
    },
    /// No template has that id.
    Unknown {
        /// The id.
        template_id: String,
        /// The template ids there are.
        known: Vec<String>,
    },
    /// Several skills have a template with that id.
    Ambiguous {
        /// The id.
        template_id: String,
        /// The template ids that fit.
        matches: Vec<String>,
    },
    /// The id has characters that no id has.
    BadId {
        /// The id.
        id: String,
    },
    /// The file is there and is not a template.
    Invalid {
        /// `<skill>/<id>`.
        template_id: String,
        /// What is wrong with it.
        warning: TemplateWarning,
    },
    /// Arguments were given that the template does not declare.
    UnknownArguments {
        /// The template.
        template_id: String,
        /// The arguments it does not know.
        unknown: Vec<String>,
        /// Those it knows.
        known: Vec<String>,
    },
    /// A required argument is missing.
    MissingArgument {
        /// The template.
        template_id: String,
        /// The argument.
        argument: String,
    },
    /// An argument or its default has the wrong type.
    WrongType {
        /// The template.
        template_id: String,
        /// The argument.
        argument: String,
        /// The declared type.
        expected: String,
    },
    /// The workflow has placeholders that are not declared.
    Unresolved {
        /// Their names.
        missing: Vec<String>,
    },
}

/// The template a reference means: `skill/id`, `skill:id`, or an id that only one skill has.
pub fn resolve(ruling: &Ruling, reference: &str) -> Result<Template, TemplateError> {
    match split(reference) {
        (Some(skill), id) => of_skill(ruling, skill, id),
        (None, id) => by_id(ruling, id),
    }
}

/// The part before the first `/`, else before the first `:`, and the rest.
fn split(reference: &str) -> (Option<&str>, &str) {
    match reference.split_once('/').or_else(|| reference.split_once(':')) {
        Some((skill, id)) => (Some(skill.trim()).filter(|skill| !skill.is_empty()), id),
        None => (None, reference),
    }
}

fn of_skill(ruling: &Ruling, name: &str, id: &str) -> Result<Template, TemplateError> {
    if !is_id(id) {
        return Err(TemplateError::BadId { id: id.to_owned() });
    }
    let skill = winner(ruling, name).map_err(TemplateError::Skill)?;
    let template_id = format!("{name}/{id}");
    let rel = format!("workflows/{id}.json");
    let path = skill.dir.join(&rel);
    if !disk::look(&path).is_ok_and(|look| look.kind == Kind::File) {
        return Err(TemplateError::NoSuchFile { template_id, path: rel });
    }
    load(skill, &path).map_err(|warning| TemplateError::Invalid { template_id, warning })
}

fn by_id(ruling: &Ruling, reference: &str) -> Result<Template, TemplateError> {
    // Pixir splits a second time here: `/skill/id` reaches the same template as `skill/id`.
    let (skill, id) = split(reference);
    let ids = |templates: &[Template]| -> Vec<String> {
        templates.iter().map(|template| template.template_id.clone()).collect()
    };
    let (all, _) = templates(ruling);
    let known = ids(&all);
    let mut matches: Vec<Template> = all
        .into_iter()
        .filter(|template| template.id == id && skill.is_none_or(|skill| template.skill == skill))
        .collect();
    let template_id = reference.to_owned();
    match matches.len() {
        0 => Err(TemplateError::Unknown { template_id, known }),
        1 => Ok(matches.remove(0)),
        _ => Err(TemplateError::Ambiguous { template_id, matches: ids(&matches) }),
    }
}

impl TemplateError {
    /// The kind a session records for it.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Skill(error) => error.kind(),
            Self::NoSuchFile { .. } | Self::Unknown { .. } => "not_found",
            _ => "invalid_args",
        }
    }

    /// The short text a session records for it, which is Pixir's.
    pub fn recorded(&self) -> &'static str {
        match self {
            Self::Skill(error) => error.recorded(),
            Self::NoSuchFile { .. } | Self::Unknown { .. } => "workflow template not found",
            Self::Ambiguous { .. } => "workflow template id is ambiguous",
            Self::BadId { .. } => "workflow template id is invalid",
            Self::Invalid { .. } => "workflow template is invalid",
            Self::UnknownArguments { .. } => "unknown workflow template arguments",
            Self::MissingArgument { .. } => "missing required workflow template argument",
            Self::WrongType { .. } => "workflow template argument has the wrong type",
            Self::Unresolved { .. } => "workflow template has unresolved placeholders",
        }
    }
}

impl fmt::Display for TemplateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Skill(error) => write!(f, "{error}"),
            Self::NoSuchFile { template_id, path } => {
                write!(f, "There is no workflow template {template_id:?}: the skill has no {path}.")
            }
            Self::Unknown { template_id, known } => write!(
                f,
                "There is no workflow template {template_id:?}. The templates are: {}.",
                known.join(", ")
            ),
            Self::Ambiguous { template_id, matches } => write!(
                f,
                "Several skills have a template {template_id:?}. Name one of: {}.",
                matches.join(", ")
            ),
            Self::BadId { id } => {
                write!(f, "{id:?} is no template id. An id has letters, digits, dots, - and _.")
            }
            Self::Invalid { template_id, warning } => {
                write!(f, "{template_id} cannot be used: {} ({}).", warning.message, warning.path)
            }
            Self::UnknownArguments { template_id, unknown, known } => write!(
                f,
                "{template_id} has no argument {}. It takes: {}.",
                unknown.join(", "),
                known.join(", ")
            ),
            Self::MissingArgument { template_id, argument } => {
                write!(f, "{template_id} needs the argument {argument}.")
            }
            Self::WrongType { template_id, argument, expected } => {
                write!(f, "The argument {argument} of {template_id} must be of type {expected}.")
            }
            Self::Unresolved { missing } => {
                write!(f, "The workflow uses {} without declaring it.", missing.join(", "))
            }
        }
    }
}

impl std::error::Error for TemplateError {}
