//! A file that several may claim the name of: what one convention reads in it, and how it stands.

use std::fmt;
use std::path::PathBuf;

use disk::Contents;
use serde::Serialize;

use crate::convention::{Gate, Key, Rules, Steps, Without};
use crate::id::{ascii_id, id};
use crate::read::Read;
use crate::root::Placed;
use crate::survey::{FileId, SURVEYED, Sighting};
use crate::switches::{Subject, SwitchEffect, SwitchedBy};
use crate::visibility::Barred;
use crate::{Convention, Plugin, Scope, Skill, Skip, Stage};

/// A file that is, or should be, a skill to a convention.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claim {
    /// What is in the file, as the convention reads it.
    pub skill: Skill,
    /// What the convention calls it by; the folder's name when that cannot be read.
    pub key: String,
    /// Which file it is, whatever the path.
    pub id: FileId,
    /// Whether catalog and enum leave it out. It can still be called by name.
    pub hidden: bool,
    /// Patterns of paths it activates for (S4-21).
    pub paths: Vec<String>,
    /// The step that read its frontmatter.
    pub stage: Option<Stage>,
    /// How it stands.
    pub state: State,
    /// The setting of the agent that keeps it from the skill, wholly or in part.
    pub switched: Option<SwitchedBy>,
    /// Which of [`crate::Ruling::roots`], counted from 0.
    pub rank: usize,
    /// The root as a reason names it.
    pub(crate) root_name: String,
    /// Whether the root is counted from a folder above the workspace.
    pub(crate) is_above: bool,
}

/// How a file stands among those of its key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum State {
    /// It is the one the agent uses.
    Wins,
    /// It is one of several the agent keeps.
    Kept,
    /// It is one of several of which the agent uses one, and nothing says which.
    Unsettled,
    /// Another goes before it.
    Shadowed {
        /// The one that wins.
        by: PathBuf,
        /// The rule that decided.
        rule: Precedence,
    },
    /// The file is there already, by another path.
    SameFile {
        /// The path that counts.
        through: PathBuf,
    },
    /// It waits until the project is trusted.
    HeldBack,
    /// It won and may not be seen.
    Barred(Barred),
    /// A setting of the agent switches it off.
    Off,
    /// It is no skill to this convention.
    Invalid(Defect),
}

/// The rule by which one file takes precedence over another of its name (U-02).
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "code", content = "args", rename_all = "snake_case")]
pub enum Precedence {
    /// By scope.
    Scope {
        /// The scope of the file that wins.
        winner: String,
        /// The scope of the file that loses.
        loser: String,
    },
    /// By root, in one scope.
    Root {
        /// The root of the file that wins.
        winner: String,
        /// The root of the file that loses.
        loser: String,
    },
    /// By the distance of two roots of one name from the workspace.
    NearerRoot {
        /// The name of both.
        root: String,
    },
    /// By path, in one root.
    PathOrder {
        /// The root.
        root: String,
        /// The last path wins, not the first.
        is_last: bool,
    },
}

impl Precedence {
    /// The rule by which a scope takes precedence over another.
    pub fn of_scopes(winner: Scope, loser: Scope) -> Self {
        Self::Scope { winner: winner.name().to_owned(), loser: loser.name().to_owned() }
    }
}

impl fmt::Display for Precedence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Scope { winner, loser } | Self::Root { winner, loser } => {
                write!(f, "{winner} takes precedence over {loser}")
            }
            Self::NearerRoot { root } => write!(f, "the nearer {root} takes precedence"),
            Self::PathOrder { root, is_last: false } => write!(f, "first path in {root}"),
            Self::PathOrder { root, is_last: true } => write!(f, "last path in {root}"),
        }
    }
}

/// Why a file is no skill to a convention.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Defect {
    /// Its frontmatter does not serve.
    Skipped(Skip),
    /// It is larger than the convention's readers take.
    TooLarge,
}

impl State {
    /// The word for it.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Wins => "wins",
            Self::Kept => "kept",
            Self::Unsettled => "unsettled",
            Self::Shadowed { .. } => "shadowed",
            Self::SameFile { .. } => "same_file",
            Self::HeldBack => "held_back",
            Self::Barred(Barred::Disabled) => "disabled",
            Self::Barred(Barred::Denied) => "denied",
            Self::Barred(Barred::NotAllowed) => "not_allowed",
            Self::Off => "off",
            Self::Invalid(_) => "invalid",
        }
    }
}

impl Defect {
    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Skipped(skip) => skip.name(),
            Self::TooLarge => "too_large",
        }
    }
}

impl Claim {
    /// The file of a folder in a root, as the convention reads it. It wins until compared.
    pub(super) fn of(convention: Convention, placed: &Placed, rank: usize, sighting: &Sighting) -> Self {
        let rules = convention.rules();
        let file = &sighting.file;
        let read = file.readings.by(rules.load.steps);
        let root = placed.path.clone().unwrap_or_default();
        let dir = file.path.parent().unwrap_or(&file.path).to_owned();
        let folder = dir.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let root_name = match placed.rel {
            _ if placed.plugin.is_some() => placed.plugin.as_ref().map(Plugin::label).unwrap_or_default(),
            "" => root.file_name().unwrap_or_default().to_string_lossy().into_owned(),
            rel => rel.to_owned(),
        };
        let inside: String = sighting.folders.iter().map(|name| format!("{name}/")).collect();
        let short_path = match convention {
            Convention::Pixir => format!("{}:{inside}{}", placed.scope, file.name),
            _ => format!("{}:{root_name}/{inside}{}", placed.scope, file.name),
        };
        let named = named(rules, read, &folder);
        let too_large = file.size > SURVEYED && rules.load.steps != Steps::Pixir;
        let (key, state) = match named {
            _ if too_large => (folder.clone(), State::Invalid(Defect::TooLarge)),
            Ok(key) => match &placed.plugin {
                Some(plugin) => (format!("{}:{key}", plugin.name), State::Wins),
                None => (key, State::Wins),
            },
            Err(skip) => (folder.clone(), State::Invalid(Defect::Skipped(skip))),
        };
        let replaced = || match rules.load.no_description {
            Without::Skips => String::new(),
            Without::Replaced => file.readings.first_words.clone(),
        };
        let skill = Skill {
            name: read.name.clone().unwrap_or(folder),
            description: read.description.clone().unwrap_or_else(replaced),
            disable_model_invocation: file.readings.by(Steps::Pixir).hidden,
            scope: placed.scope,
            root,
            dir,
            path: file.path.clone(),
            short_path,
            content_hash: file.hash,
            size: file.size,
            body_size: file.body_size,
            lines: file.lines,
            stamp: file.stamp,
            written: file.readings.written.clone().filter(|_| rules.load.steps == Steps::Pixir),
        };
        Self {
            skill,
            key,
            id: file.id.clone(),
            hidden: read.hidden || rules.load.steps == Steps::Codex && file.kept_from_codex,
            paths: read.paths.clone(),
            stage: read.stage,
            state,
            switched: None,
            rank,
            root_name,
            is_above: placed.steps_up > 0,
        }
    }

    /// What a session recorded, as if it lay in the root of its scope.
    pub(super) fn recorded(rules: &Rules, skill: Skill) -> Self {
        let rank = rules.roots.iter().position(|root| root.scope == skill.scope);
        Self {
            key: skill.name.clone(),
            id: FileId::new(skill.path.clone(), skill.stamp),
            hidden: skill.disable_model_invocation,
            paths: Vec::new(),
            stage: None,
            state: State::Wins,
            switched: None,
            rank: rank.unwrap_or(rules.roots.len()),
            root_name: String::new(),
            is_above: false,
            skill,
        }
    }

    /// Its skill with the bytes the file has now: what it is called and whose it is stay as the convention has them.
    pub fn skill_with(&self, contents: &Contents) -> Skill {
        Skill {
            name: self.skill.name.clone(),
            description: self.skill.description.clone(),
            scope: self.skill.scope,
            root: self.skill.root.clone(),
            short_path: self.skill.short_path.clone(),
            ..Skill::alone(&self.skill.path, contents)
        }
    }

    /// The key in the file's own bytes; equal ones are told by these.
    pub fn key_bytes(&self) -> &[u8] {
        self.skill.written.as_ref().map_or(self.key.as_bytes(), |_| self.skill.name_bytes())
    }

    /// Whether the agent may call it: by key, and in the list an error names (S2-39). Of several of which one
    /// is used, each may be it.
    pub fn is_visible(&self) -> bool {
        matches!(self.state, State::Wins | State::Kept | State::Unsettled)
    }

    /// Whether a program other than Assay reads it only where it trusts the project, which Assay cannot see.
    pub fn is_if_trusted(&self, convention: Convention) -> bool {
        convention.rules().trust == Gate::UntilTrusted
            && !convention.is_assays()
            && self.skill.scope == Scope::Repo
    }

    /// Whether catalog and enum name it.
    pub fn is_listed(&self) -> bool {
        self.is_visible() && !self.is_hidden()
    }

    /// Returns whether the agent lists its name without its description.
    pub(crate) fn is_name_only(&self) -> bool {
        self.is_switched(SwitchEffect::NameOnly)
    }

    /// The skill as settings name it.
    pub(super) fn subject(&self) -> Subject<'_> {
        let Skill { scope, dir, .. } = &self.skill;
        Subject { scope: *scope, dir, file: &self.id.real, name: self.full_name() }
    }

    /// Its name; of a plugin's skill with the plugin's in front, as sessions record it.
    pub fn full_name(&self) -> &str {
        if self.skill.scope == Scope::Plugin { &self.key } else { &self.skill.name }
    }

    /// Returns whether the file itself, or a setting of the agent, hides it from the model.
    pub fn is_hidden(&self) -> bool {
        self.hidden || self.is_switched(SwitchEffect::UserOnly)
    }

    pub(super) fn is_switched(&self, effect: SwitchEffect) -> bool {
        self.switched.as_ref().is_some_and(|by| by.effect == effect)
    }
}

/// What a convention calls a file by, or why it passes it over.
fn named(rules: &Rules, read: &Read, folder: &str) -> Result<String, Skip> {
    // Where nothing must be there, a file that says nothing has its folder's name.
    let forgiving = rules.load.no_name == Without::Replaced && rules.load.no_description == Without::Replaced;
    if let Some(skip) = read.unreadable.filter(|skip| !forgiving || *skip == Skip::NotUtf8) {
        return Err(skip);
    }
    if read.description.is_none() && rules.load.no_description == Without::Skips {
        return Err(Skip::NoDescription);
    }
    let name = match (&read.name, rules.load.no_name) {
        (Some(name), _) => name,
        (None, Without::Replaced) => folder,
        (None, Without::Skips) => return Err(Skip::NoName),
    };
    match rules.key {
        Key::Name => Ok(name.to_owned()),
        Key::FileSafeName => {
            let odd = |character: char| ":\\/<>*?\"|".contains(character);
            Ok(name.replace(odd, "-"))
        }
        Key::Id => id(name).ok_or(Skip::EmptyId),
        Key::AsciiId => ascii_id(name).ok_or(Skip::EmptyId),
        Key::Folder => Ok(folder.to_owned()),
    }
}
