use std::path::{Path, PathBuf};

use disk::{Cause, Fault};

use crate::Skill;
use crate::expand::expand;
use crate::ruling::Ruling;
use crate::skill::FILE_NAME;
use crate::survey::SKILL_LIMIT;

/// A file of a skill, as Pixir's `skill_view` would give it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct View<'a> {
    /// The skill that name calls.
    pub skill: &'a Skill,
    /// The path as Pixir writes it down, from the skill's folder.
    pub path: String,
    /// Where the file is.
    pub abs_path: PathBuf,
    /// The file.
    pub bytes: Vec<u8>,
    /// Whether looking at this path takes the skill in.
    pub activates: bool,
}

/// Why a file of a skill cannot be viewed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SkillError {
    /// No skill has that name.
    #[error("There is no skill {name:?}{}.", others(.known))]
    UnknownSkill {
        /// The name.
        name: String,
        /// The names there are.
        known: Vec<String>,
    },
    /// The path leads out of the skill's folder.
    #[error("{path:?} leads out of the skill's folder. Name a file below it.")]
    Outside {
        /// The path as it was asked for.
        path: String,
    },
    /// The skill has no such file.
    #[error("The skill {name:?} has no file {path:?}.")]
    NoSuchFile {
        /// The skill.
        name: String,
        /// The path as it was asked for.
        path: String,
    },
    /// The file is there and cannot be read.
    #[error("{0}.")]
    Unreadable(Fault),
}

/// The file `rel` of the skill `name`; an empty `rel` is its `SKILL.md`. At most [`SKILL_LIMIT`] bytes.
///
/// The path is confined by its text alone and links are followed, because Pixir does so: what this
/// returns is what a model could get to see, be it outside the skill.
///
/// # Errors
///
/// [`SkillError`] when no skill of that name wins, the path leads out of its folder, nothing is there, or
/// what is there is no file, has more than 16 MiB or may not be read.
pub fn view<'a>(ruling: &'a Ruling, name: &str, rel: &str) -> Result<View<'a>, SkillError> {
    let skill = winner(ruling, name)?;
    let home = ruling.home.as_deref();
    let asked = if rel.is_empty() { FILE_NAME } else { rel };
    let abs_path = expand(Path::new(asked), &skill.dir, home);
    if !abs_path.starts_with(&skill.dir) {
        return Err(SkillError::Outside { path: rel.to_owned() });
    }
    let path = recorded_path(asked, home);
    match disk::read(&abs_path, SKILL_LIMIT) {
        Ok(contents) => {
            let activates = path == FILE_NAME;
            Ok(View { skill, path, abs_path, bytes: contents.bytes, activates })
        }
        Err(Fault { cause: Cause::Missing, .. }) => {
            Err(SkillError::NoSuchFile { name: name.to_owned(), path: rel.to_owned() })
        }
        Err(fault) => Err(SkillError::Unreadable(fault)),
    }
}

/// Whether looking at that path of a skill takes the skill in, told by the path's text alone.
pub fn activates(rel: &str) -> bool {
    rel.is_empty() || recorded_path(rel, None) == FILE_NAME
}

fn recorded_path(rel: &str, home: Option<&Path>) -> String {
    let path = expand(Path::new(rel), Path::new("/"), home);
    path.to_string_lossy().trim_start_matches('/').to_owned()
}

/// The skill that name calls, or the error Pixir answers with.
fn winner<'a>(ruling: &'a Ruling, name: &str) -> Result<&'a Skill, SkillError> {
    ruling.winner(name).map(|claim| &claim.skill).ok_or_else(|| SkillError::UnknownSkill {
        name: name.to_owned(),
        known: ruling.winners().map(|claim| claim.skill.name.clone()).collect(),
    })
}

impl SkillError {
    /// The kind a session records for it.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::UnknownSkill { .. } | Self::NoSuchFile { .. } => "not_found",
            Self::Outside { .. } => "outside_workspace",
            Self::Unreadable(_) => "read_failed",
        }
    }

    /// The short text a session records for it, which is Pixir's.
    pub fn recorded(&self) -> &'static str {
        match self {
            Self::UnknownSkill { .. } => "skill not found",
            Self::NoSuchFile { .. } => "skill file not found",
            Self::Outside { .. } => "skill path escapes the skill directory",
            Self::Unreadable(_) => "could not read skill file",
        }
    }
}

/// The system's own word for a fault, as Pixir records it.
pub(crate) fn reason(cause: &Cause) -> &str {
    match cause {
        Cause::Missing => "enoent",
        Cause::Denied => "eacces",
        Cause::NotAFolder => "enotdir",
        Cause::NotAFile("folder") => "eisdir",
        Cause::NotAFile(what) => what,
        Cause::TooLarge { .. } => "too large",
        Cause::Exists => "eexist",
        Cause::Loop => "eloop",
        Cause::Outside => "outside",
        Cause::Full => "enospc",
        Cause::ReadOnly => "erofs",
        Cause::Other(words) => &words.text,
    }
}

impl SkillError {
    /// The reason word of an unreadable file, as Pixir records it (`eisdir`, `eacces`, …).
    pub fn reason(&self) -> Option<&str> {
        match self {
            Self::Unreadable(fault) => Some(reason(&fault.cause)),
            _ => None,
        }
    }
}

fn others(known: &[String]) -> String {
    if known.is_empty() {
        ", and no other skill either".to_owned()
    } else {
        format!(". The names are: {}", known.join(", "))
    }
}
