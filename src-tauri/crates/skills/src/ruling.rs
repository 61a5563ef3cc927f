//! What one convention makes of a look: which files are skills to it, which of them win, and why the others
//! do not. Everything comes from the convention's row and a [`Survey`]; nothing is read here.

#[cfg(test)]
mod observed;
mod settle;
mod tell;
#[cfg(test)]
mod tests;

use std::path::PathBuf;

use disk::Digest;

use crate::convention::{Dotted, Gate, Inside, Key, OwnFile, Rules, Spelling, Steps, Without};
use crate::id::{ascii_id, id};
use crate::root::{Placed, placed};
use crate::skill::FILE_NAME;
use crate::survey::{FOLDERS, Read, SURVEYED, Sighting, folder_cap};
use crate::{
    Barred, Convention, FileId, Problem, RootLook, RootOutcome, Scope, Shadowing, Skip, Stage, Survey, Trust,
    Visibility,
};

/// What one convention makes of one look.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ruling {
    /// Whose rules these are.
    pub convention: Convention,
    /// Every file that is, or should be, a skill: by key, and of one key the winner first.
    pub claims: Vec<Claim>,
    /// The keys several files claim, with paths as [`Claim::short_path`] has them.
    pub warnings: Vec<Shadowing>,
    /// What is not as its owner may think.
    pub problems: Vec<Problem>,
    /// Every root and what a look at it gave, the one that wins first.
    pub roots: Vec<RootLook>,
    /// The roots that the catalog calls by short names, where it does.
    pub(crate) table: Vec<PathBuf>,
}

/// A file that is, or should be, a skill to a convention.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claim {
    /// What the convention calls it by; the folder's name when that cannot be read.
    pub key: String,
    /// The name as it is written; the folder's when none is.
    pub name: String,
    /// What it is for; may be empty where the convention lets that pass.
    pub description: String,
    /// Whose it is.
    pub scope: Scope,
    /// The root it was found in.
    pub root: PathBuf,
    /// Its own folder, links not resolved.
    pub dir: PathBuf,
    /// The file.
    pub path: PathBuf,
    /// The scope, the root's own name, and the path from there.
    pub short_path: String,
    /// Which file it is, whatever the path.
    pub id: FileId,
    /// SHA-256 of the file's bytes.
    pub content_hash: Digest,
    /// Size of the file in bytes.
    pub size: u64,
    /// Whether catalog and enum leave it out (D6). It can still be called by name.
    pub hidden: bool,
    /// Patterns of paths it activates for (S4-21).
    pub paths: Vec<String>,
    /// The step that read its frontmatter.
    pub stage: Option<Stage>,
    /// How it stands.
    pub state: State,
    /// Which of [`Ruling::roots`], counted from 0.
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
        /// The rule that decided, in words: `repo beats user (rank)`.
        why: String,
    },
    /// The file is there already, by another path.
    SameFile {
        /// The path that counts.
        through: PathBuf,
    },
    /// It waits until the project is trusted (D5).
    HeldBack,
    /// It won and may not be seen (D6).
    Barred(Barred),
    /// It is no skill to this convention.
    Invalid(Defect),
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
    /// Whether the agent may call it: by key, and in the list an error names (S2-39). Of several of which one
    /// is used, each may be it.
    pub fn is_visible(&self) -> bool {
        matches!(self.state, State::Wins | State::Kept | State::Unsettled)
    }

    /// Whether a program other than Assay reads it only where it trusts the project, which Assay cannot see.
    pub fn is_if_trusted(&self, convention: Convention) -> bool {
        convention.rules().trust == Gate::UntilTrusted && !convention.is_assays() && self.scope == Scope::Repo
    }

    /// Whether catalog and enum name it.
    pub fn is_listed(&self) -> bool {
        self.is_visible() && !self.hidden
    }
}

impl Ruling {
    /// The keys of the catalog and of the tool's enum (S3-29), each once, sorted. Nothing that is held back, switched
    /// off, denied or not allowed is among them, nor can it be told from what does not exist (S3-25).
    pub fn listed_keys(&self) -> Vec<&str> {
        let mut keys: Vec<&str> =
            self.claims.iter().filter(|claim| claim.is_listed()).map(|claim| claim.key.as_str()).collect();
        keys.dedup();
        keys
    }
}

/// What a convention makes of a look.
pub fn rule(convention: Convention, survey: &Survey, visibility: &Visibility) -> Ruling {
    let rules = convention.rules();
    let (mut claims, mut problems, mut roots) = (Vec::new(), Vec::new(), Vec::new());
    for (rank, placed) in placed(convention, &survey.places).into_iter().enumerate() {
        let looked = placed.path.as_ref().and_then(|path| survey.roots.get(path));
        let Some(looked) = looked else {
            let outcome = RootOutcome::NoHome;
            roots.push(RootLook { scope: placed.scope, path: placed.path, outcome });
            continue;
        };
        problems.extend(looked.problems.iter().cloned());
        let before = claims.len();
        let is_itself = |sighting: &&Sighting| sighting.folders.is_empty() && sighting.file.name == FILE_NAME;
        let alone = looked.files.iter().find(is_itself).filter(|_| placed.own == OwnFile::Alone);
        for sighting in alone.map_or(looked.files.as_slice(), std::slice::from_ref) {
            match is_seen(rules, &placed, sighting) {
                Ok(()) => claims.push(claim(convention, &placed, rank, sighting)),
                Err(told) => problems.extend(told),
            }
        }
        let outcome = match &looked.outcome {
            RootOutcome::Found(_) => RootOutcome::Found(claims.len() - before),
            other => other.clone(),
        };
        roots.push(RootLook { scope: placed.scope, path: placed.path, outcome });
    }
    if rules.trust == Gate::UntilTrusted && visibility.trust == Trust::Untrusted {
        for claim in claims.iter_mut().filter(|claim| claim.scope == Scope::Repo) {
            claim.state = State::HeldBack;
        }
    }
    problems.extend(claims.iter().flat_map(|claim| tell::problems(rules, claim)));
    // A root that several rules lead to has its problems once.
    let mut told = std::collections::HashSet::new();
    problems.retain(|problem| told.insert((problem.path.clone(), problem.code)));
    let warnings = settle::settle(rules, &mut claims);
    for claim in claims.iter_mut().filter(|claim| claim.is_visible()) {
        if let Some(barred) = visibility.bars(&claim.key) {
            claim.state = State::Barred(barred);
        }
    }
    let table = table(convention, &claims, &roots);
    Ruling { convention, claims, warnings, problems, roots, table }
}

/// Codex calls the roots it has skills from by short names. It puts its own skills on the disk when it starts, so their
/// root is always among them.
fn table(convention: Convention, claims: &[Claim], roots: &[RootLook]) -> Vec<PathBuf> {
    if convention != Convention::Codex {
        return Vec::new();
    }
    let is_used = |(rank, root): &(usize, &RootLook)| {
        root.scope == Scope::BuiltIn || claims.iter().any(|claim| claim.rank == *rank && claim.is_visible())
    };
    let mut table: Vec<PathBuf> = Vec::new();
    for path in roots.iter().enumerate().filter(is_used).filter_map(|(_, root)| root.path.clone()) {
        if !table.contains(&path) {
            table.push(path);
        }
    }
    table
}

/// Whether a convention sees a file where it lies, and what there is to say when it does not.
fn is_seen(rules: &Rules, placed: &Placed, sighting: &Sighting) -> Result<(), Option<Problem>> {
    let (file, depth) = (&sighting.file, sighting.folders.len());
    let dotted = placed.dotted.unwrap_or(rules.dotted);
    let passed_over = |name: &String| {
        rules.ignored.contains(&name.as_str()) || dotted == Dotted::Skipped && name.starts_with('.')
    };
    if sighting.folders.iter().any(passed_over) {
        return Err(None);
    }
    // A folder may be a link to Codex, a file may not.
    if sighting.is_link && rules.load.steps == Steps::Codex {
        let words =
            format!("{} is a link, which {} does not follow for a file.", file.path.display(), rules.label);
        return Err(Some(Problem::new(&file.path, "linked_file", words)));
    }
    if sighting.inside && rules.inside == Inside::PassedOver {
        let words = format!(
            "{} lies inside another skill and is not read as one by {}.",
            file.path.display(),
            rules.label
        );
        return Err(Some(Problem::new(&file.path, "nested_skill", words)));
    }
    if depth == 0 && placed.own == OwnFile::Ignored {
        let words = format!(
            "{} lies in the root itself, where {} looks for no skill. Move it into a folder of its own.",
            file.path.display(),
            rules.label
        );
        return Err(Some(Problem::new(&file.path, "skill_in_root", words)));
    }
    if file.name != FILE_NAME {
        let words = match rules.spelling {
            Spelling::AnyCase => return Ok(()),
            Spelling::Exact => format!(
                "{} is not spelt {FILE_NAME}, so {} does not see it. Rename the file.",
                file.path.display(),
                rules.label
            ),
        };
        return Err(Some(Problem::new(&file.path, "file_name_case", words)));
    }
    if depth > rules.depth {
        let words = format!(
            "{} lies {depth} folders below its root; {} looks {} deep.",
            file.path.display(),
            rules.label,
            rules.depth
        );
        return Err(Some(Problem::new(&file.path, "depth_cap", words)));
    }
    // Pixir lists a root whole; all others stop.
    if sighting.ordinal >= FOLDERS && rules.load.steps != Steps::Pixir {
        let root = file.path.ancestors().nth(depth + 1).unwrap_or(&file.path);
        return Err(Some(folder_cap(root)));
    }
    Ok(())
}

fn claim(convention: Convention, placed: &Placed, rank: usize, sighting: &Sighting) -> Claim {
    let rules = convention.rules();
    let file = &sighting.file;
    let read = file.readings.by(rules.load.steps);
    let root = placed.path.clone().unwrap_or_default();
    let dir = file.path.parent().unwrap_or(&file.path).to_owned();
    let folder = dir.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let root_name = match placed.rel {
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
        Ok(key) => (key, State::Wins),
        Err(skip) => (folder.clone(), State::Invalid(Defect::Skipped(skip))),
    };
    let replaced = || match rules.load.no_description {
        Without::Skips => String::new(),
        Without::Replaced => file.readings.first_words.clone(),
    };
    Claim {
        key,
        name: read.name.clone().unwrap_or(folder),
        description: read.description.clone().unwrap_or_else(replaced),
        scope: placed.scope,
        root,
        dir,
        path: file.path.clone(),
        short_path,
        id: file.id.clone(),
        content_hash: file.hash,
        size: file.size,
        hidden: read.hidden || rules.load.steps == Steps::Codex && file.kept_from_codex,
        paths: read.paths.clone(),
        stage: read.stage,
        state,
        rank,
        root_name,
        is_above: placed.steps_up > 0,
    }
}

/// What a convention calls a file by, or why it passes it over (D4).
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
