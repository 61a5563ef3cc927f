//! What one convention makes of a look: which files are skills to it, which of them win, and why the others
//! do not. Everything comes from the convention's row and a [`Survey`]; nothing is read here.

#[cfg(test)]
mod by_plugins;
#[cfg(test)]
mod by_settings;
mod claim;
#[cfg(test)]
mod observed;
mod settle;
mod tell;
#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use disk::Stamp;
use message::message;

use crate::convention::{Dotted, Gate, Inside, OwnFile, Rules, Spelling, Steps};
use crate::root::{Placed, placed};
use crate::skill::FILE_NAME;
use crate::survey::{FOLDERS, FileId, Found, Readings, Sighting, Survey, folder_cap};
use crate::switches::{SwitchEffect, switched};
use crate::visibility::{Trust, Visibility};
use crate::{Convention, Plugin, Problem, RootLook, RootOutcome, Scope, Skill};

pub use claim::{Claim, Defect, Precedence, State};

/// What one convention makes of one look.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ruling {
    /// Whose rules these are.
    pub convention: Convention,
    /// Every file that is, or should be, a skill: by key, and of one key the winner first.
    pub claims: Vec<Claim>,
    /// The keys several files claim, with paths as a skill’s `short_path` has them.
    pub warnings: Vec<Shadowing>,
    /// What is not as its owner may think.
    pub problems: Vec<Problem>,
    /// Every root and what a look at it gave, the one that wins first.
    pub roots: Vec<RootLook>,
    /// The roots that the catalog calls by short names, where it does.
    pub(crate) table: Vec<PathBuf>,
    /// Where a `~` in a path leads.
    pub(crate) home: Option<PathBuf>,
    /// The roots as the rules place them.
    placed: Vec<Placed>,
    /// What may be seen.
    visibility: Visibility,
}

/// One name that several skills claim: one wins, the others are hidden (S0-28).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shadowing {
    /// The name.
    pub name: String,
    /// Short path of the winner.
    pub selected: String,
    /// Short paths of the others in rank order.
    pub shadowed: Vec<String>,
}

impl Ruling {
    /// Problems that stand for a file which should be a skill and is none.
    pub fn unreadable(&self) -> impl Iterator<Item = &Problem> {
        const CODES: [&str; 7] = [
            "not_a_file",
            "denied",
            "too_large",
            "dangling_link",
            "link_loop",
            "unreadable",
            "file_name_case",
        ];
        self.problems.iter().filter(|problem| CODES.contains(&problem.code))
    }

    /// Skills, and files that should be one.
    pub fn count(&self) -> u32 {
        (self.claims.len() + self.unreadable().count()) as u32
    }

    /// What Pixir makes of exactly these skills, as sessions recorded them: who wins is settled among them.
    pub fn of_recorded(skills: Vec<Skill>) -> Self {
        let convention = Convention::Pixir;
        let rules = convention.rules();
        let mut claims: Vec<Claim> = skills.into_iter().map(|skill| Claim::recorded(rules, skill)).collect();
        let visibility = Visibility::whole(Trust::Trusted);
        let warnings = judge(rules, &mut claims, &visibility);
        Self {
            convention,
            claims,
            warnings,
            problems: Vec::new(),
            roots: Vec::new(),
            table: Vec::new(),
            home: None,
            placed: Vec::new(),
            visibility,
        }
    }

    /// What is in each file that is, or should be, a skill.
    pub fn skills(&self) -> impl Iterator<Item = &Skill> {
        self.claims.iter().map(|claim| &claim.skill)
    }

    /// The skills the agent uses, by key.
    pub fn winners(&self) -> impl Iterator<Item = &Claim> {
        self.claims.iter().filter(|claim| claim.is_visible())
    }

    /// The skill that key calls.
    pub fn winner(&self, key: &str) -> Option<&Claim> {
        self.winners().find(|claim| claim.key_bytes() == key.as_bytes())
    }

    /// The same with other claims: who wins is settled anew among them.
    pub(crate) fn among(&self, mut claims: Vec<Claim>) -> Vec<Claim> {
        for claim in claims.iter_mut().filter(|claim| !matches!(claim.state, State::Invalid(_))) {
            claim.state = State::Wins;
        }
        judge(self.convention.rules(), &mut claims, &self.visibility);
        claims
    }

    /// What a file with these bytes would be in folder `dir` of root number `rank`; nothing where the convention does
    /// not look there. Nothing is read.
    pub(crate) fn claim_of(&self, rank: usize, dir: &Path, content: &[u8], stamp: Stamp) -> Option<Claim> {
        let placed = self.placed.get(rank)?;
        let inside = dir.strip_prefix(placed.path.as_ref()?).ok()?;
        let folders: Vec<String> = inside.iter().map(|name| name.to_string_lossy().into_owned()).collect();
        let path = dir.join(FILE_NAME);
        let folder = dir.file_name().unwrap_or_default().to_string_lossy();
        let readings = Readings::of(&folder, content);
        let file = Found::of(path.clone(), FileId::new(path, stamp), stamp, content, readings);
        let sighting = Sighting { file: Arc::new(file), folders, ordinal: 0, inside: false, is_link: false };
        is_seen(self.convention.rules(), placed, &sighting).ok()?;
        Some(Claim::of(self.convention, placed, rank, &sighting))
    }

    /// Returns the root that a new skill of a scope goes into: the first that the agent's rules name for it, else the first.
    pub fn root_for_new(&self, scope: Scope) -> Option<&Path> {
        let of_scope = || self.placed.iter().filter(|placed| placed.scope == scope && placed.path.is_some());
        let is_named = |placed: &&Placed| self.convention.rules().new_in.contains(&placed.rel);
        of_scope().find(is_named).or_else(|| of_scope().next())?.path.as_deref()
    }

    /// The plugin in whose folder a path lies, such as `planner@1.3.0`.
    pub(crate) fn plugin_at(&self, path: &Path) -> Option<String> {
        let is_below = |root: &PathBuf| {
            path.starts_with(root) || disk::canonical(root).is_ok_and(|real| path.starts_with(real))
        };
        let mut placed = self.placed.iter().filter(|placed| placed.path.as_ref().is_some_and(is_below));
        placed.find_map(|placed| placed.plugin.as_ref().map(Plugin::label))
    }

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
    let places = placed(convention, &survey.places);
    let (mut claims, mut roots) = (Vec::new(), Vec::new());
    let (mut problems, mut inner): (Vec<Problem>, Vec<Problem>) = Default::default();
    for (rank, placed) in places.iter().enumerate() {
        let look = |outcome| RootLook { scope: placed.scope, path: placed.path.clone(), outcome };
        let Some(looked) = placed.path.as_ref().and_then(|path| survey.roots.get(path)) else {
            // Of a look for all agents it would be said once for each of them.
            if survey.is_flat() {
                problems.push(homeless(placed.scope));
            }
            roots.push(look(RootOutcome::NoHome));
            continue;
        };
        problems.extend(looked.problems.iter().cloned());
        inner.extend(looked.inner.iter().cloned());
        let before = claims.len();
        let is_itself = |sighting: &&Sighting| sighting.folders.is_empty() && sighting.file.name == FILE_NAME;
        let alone = looked.files.iter().find(is_itself).filter(|_| placed.own == OwnFile::Alone);
        for sighting in alone.map_or(looked.files.as_slice(), std::slice::from_ref) {
            match is_seen(rules, placed, sighting) {
                Ok(()) => claims.push(Claim::of(convention, placed, rank, sighting)),
                Err(told) => problems.extend(told),
            }
        }
        roots.push(look(match &looked.outcome {
            RootOutcome::Found(_) => RootOutcome::Found(claims.len() - before),
            other => other.clone(),
        }));
    }
    problems.append(&mut inner);
    problems.extend(claims.iter().flat_map(|claim| tell::problems(rules, claim)));
    // A root that several rules lead to has its problems once.
    let mut told = std::collections::HashSet::new();
    problems.retain(|problem| problem.code == NO_HOME || told.insert((problem.path.clone(), problem.code)));
    let settings = survey.settings.get(&convention).map(Vec::as_slice).unwrap_or_default();
    problems.extend(settings.iter().filter_map(|file| file.problem.clone()));
    for claim in &mut claims {
        claim.switched = switched(settings, &claim.subject());
    }
    let warnings = judge(rules, &mut claims, visibility);
    let table = table(convention, &claims, &roots);
    Ruling {
        convention,
        claims,
        warnings,
        problems,
        roots,
        table,
        home: survey.places.home.clone(),
        placed: places,
        visibility: visibility.clone(),
    }
}

/// Gives every claim its standing and tells which keys several claim.
fn judge(rules: &Rules, claims: &mut [Claim], visibility: &Visibility) -> Vec<Shadowing> {
    if rules.trust == Gate::UntilTrusted && visibility.trust == Trust::Untrusted {
        for claim in claims.iter_mut().filter(|claim| claim.skill.scope == Scope::Repo) {
            claim.state = State::HeldBack;
        }
    }
    let set = |claims: &mut [Claim], effect: SwitchEffect| {
        for claim in claims.iter_mut().filter(|claim| claim.is_visible()) {
            if claim.is_switched(effect) {
                claim.state = State::Off;
            }
        }
    };
    set(claims, SwitchEffect::Ignored);
    let warnings = settle::settle(rules, claims);
    set(claims, SwitchEffect::Off);
    for claim in claims.iter_mut().filter(|claim| claim.is_visible()) {
        if let Some(barred) = visibility.bars(&claim.key) {
            claim.state = State::Barred(barred);
        }
    }
    warnings
}

fn homeless(scope: Scope) -> Problem {
    let words = message!(
        "The home folder is unknown, so the {scope} skills were not searched. Set HOME to find them.",
        scope
    );
    Problem::new(Path::new("~"), NO_HOME, words)
}

const NO_HOME: &str = "no_home";

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
    let (path, agent) = (file.path.display(), rules.label);
    let dotted = placed.dotted.unwrap_or(rules.dotted);
    let passed_over = |name: &String| {
        rules.ignored.contains(&name.as_str()) || dotted == Dotted::Skipped && name.starts_with('.')
    };
    if sighting.folders.iter().any(passed_over) {
        return Err(None);
    }
    // A folder may be a link to Codex, a file may not.
    if sighting.is_link && rules.load.steps == Steps::Codex {
        let words = message!("{path} is a link, which {agent} does not follow for a file.", path, agent);
        return Err(Some(Problem::new(&file.path, "linked_file", words)));
    }
    if sighting.inside && rules.inside == Inside::PassedOver {
        let words = message!("{path} is inside another skill, where {agent} reads no skills.", path, agent);
        return Err(Some(Problem::new(&file.path, "nested_skill", words)));
    }
    if depth == 0 && placed.own == OwnFile::Ignored {
        let words = message!(
            "{path} is directly in the root, where {agent} reads no skills. Move it into its own folder.",
            path,
            agent
        );
        return Err(Some(Problem::new(&file.path, "skill_in_root", words)));
    }
    if file.name != FILE_NAME {
        let words = match rules.spelling {
            Spelling::AnyCase => return Ok(()),
            Spelling::Exact => message!(
                "{path} is not spelled {wanted}, so {agent} does not see it. Rename the file.",
                path,
                wanted = FILE_NAME,
                agent
            ),
        };
        return Err(Some(Problem::new(&file.path, "file_name_case", words)));
    }
    if depth > rules.depth {
        let words = message!(
            "{path} is {depth} folders below its root; {agent} searches {limit} deep.",
            path,
            depth,
            agent,
            limit = rules.depth
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
