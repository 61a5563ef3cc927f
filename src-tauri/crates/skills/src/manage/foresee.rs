//! What follows from a plan before it is carried out: who will win, and what the checks will say.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::{Shift, Step, settled};
use crate::shadowing::settle;
use crate::skill::FILE_NAME;
use crate::{Convention, Discovery, Finding, Root, SKILL_LIMIT, Scope, Skill, checks};

/// What follows.
pub(crate) struct Foreseen {
    pub shifts: Vec<Shift>,
    pub shadowed: Vec<String>,
    pub findings: Vec<(String, Finding)>,
}

/// The roots of a look with every link resolved, also where they do not exist yet.
pub(crate) fn settled_roots(discovery: &Discovery) -> Vec<(Scope, PathBuf)> {
    let settle = |path: &Path| {
        // The root itself may be a link: what lies in it settles below its target.
        settled(&path.join(FILE_NAME)).ok()?.parent().map(Path::to_owned)
    };
    let looks = discovery.roots.iter();
    looks.filter_map(|look| Some((look.scope, settle(look.path.as_deref()?)?))).collect()
}

/// The look after the steps, without taking them.
pub(crate) fn foresee(discovery: &Discovery, steps: &[Step]) -> Foreseen {
    let (mut skills, mut touched) = (discovery.skills.clone(), Vec::new());
    let roots: Vec<(Root, PathBuf)> = discovery
        .roots
        .iter()
        .filter_map(|look| {
            let root = Root { scope: look.scope, path: look.path.clone()? };
            let settled = settled(&root.path.join(FILE_NAME)).ok()?.parent()?.to_owned();
            Some((root, settled))
        })
        .collect();
    // Asked once for all steps: there may be as many of these as of skills.
    let mut places: Vec<Place> = skills.iter().map(Place::of).collect();
    for step in steps {
        // A folder that goes or is replaced takes its skill with it.
        let stays: Vec<bool> = places.iter().map(|place| place.dir.as_ref() != Some(&step.path)).collect();
        if stays.contains(&false) {
            let mut skill_stays = stays.iter();
            skills.retain(|_| skill_stays.next().copied().unwrap_or(true));
            let mut place_stays = stays.iter();
            places.retain(|_| place_stays.next().copied().unwrap_or(true));
        }
        let Some(text) = &step.text_after else { continue };
        let is_of = |at: &usize| places[*at].file.as_ref() == Some(&step.path);
        let same_file: Vec<usize> = (0..skills.len()).filter(is_of).collect();
        for at in &same_file {
            let before = &skills[*at];
            let root = Root { scope: before.scope, path: before.root.clone() };
            let after = Skill::from_content(&root, before.dir.clone(), text, before.stamp);
            touched.push((after.short_path.clone(), after.clone(), text.clone()));
            skills[*at] = after;
        }
        // A folder, or the file of a folder that had none.
        let folder = match step.path.file_name() {
            Some(name) if name == FILE_NAME => step.path.parent(),
            _ => Some(step.path.as_path()),
        };
        let placed = folder.filter(|_| same_file.is_empty()).and_then(|folder| {
            let (root, _) = roots.iter().find(|(_, settled)| folder.parent() == Some(settled))?;
            Some((root, root.path.join(folder.file_name()?)))
        });
        if let Some((root, dir)) = placed {
            let skill = Skill::from_content(root, dir, text, disk::Stamp::default());
            touched.push((skill.short_path.clone(), skill.clone(), text.clone()));
            places.push(Place::of(&skill));
            skills.push(skill);
        }
    }
    settle(&mut skills);
    let findings = touched
        .iter()
        .flat_map(|(path, skill, text)| checks(skill, text).into_iter().map(|one| (path.clone(), one)))
        .collect();
    Foreseen { shifts: shifts(&discovery.skills, &skills), shadowed: shadowed(discovery, &skills), findings }
}

/// Where a skill lies once links are resolved.
struct Place {
    dir: Option<PathBuf>,
    file: Option<PathBuf>,
}

impl Place {
    fn of(skill: &Skill) -> Self {
        Self { dir: settled(&skill.dir).ok(), file: disk::canonical(&skill.path).ok() }
    }
}

fn shifts(before: &[Skill], after: &[Skill]) -> Vec<Shift> {
    let mut names: BTreeMap<&[u8], (Option<&Skill>, Option<&Skill>)> = BTreeMap::new();
    for skill in before.iter().filter(|skill| skill.wins()) {
        names.entry(skill.name_bytes()).or_default().0 = Some(skill);
    }
    for skill in after.iter().filter(|skill| skill.wins()) {
        names.entry(skill.name_bytes()).or_default().1 = Some(skill);
    }
    let path = |skill: Option<&Skill>| skill.map(|skill| skill.short_path.clone());
    names
        .into_values()
        .filter(|(before, after)| path(*before) != path(*after))
        .map(|(before, after)| Shift {
            convention: Convention::Pixir.name(),
            name: before.or(after).map(|skill| skill.name.clone()).unwrap_or_default(),
            before: path(before),
            after: path(after),
        })
        .collect()
}

fn shadowed(before: &Discovery, after: &[Skill]) -> Vec<String> {
    let was = |skill: &Skill| {
        before.skills.iter().any(|known| known.short_path == skill.short_path && !known.wins())
    };
    let now = after.iter().filter(|skill| !skill.wins() && !was(skill));
    now.map(|skill| skill.short_path.clone()).collect()
}

/// Most skills that are named as mentioning another.
const NAMED: usize = 20;

/// Where the texts of other skills mention a name, one sentence for each skill.
pub(crate) fn references(discovery: &Discovery, of: &Skill) -> Vec<String> {
    let name = of.name_bytes();
    let mut found = Vec::new();
    for skill in discovery.skills.iter().filter(|skill| skill.path != of.path && skill.name != of.name) {
        let Ok(read) = disk::read(&skill.path, SKILL_LIMIT) else { continue };
        let lines: Vec<String> = read
            .bytes
            .split(|byte| *byte == b'\n')
            .zip(1_u32..)
            .filter(|(line, _)| has_word(line, name))
            .map(|(_, number)| number.to_string())
            .collect();
        if !lines.is_empty() {
            let more = if lines.len() > 5 { " and more" } else { "" };
            let lines = lines[..lines.len().min(5)].join(", ");
            found.push(format!("{} mentions `{}` in line {lines}{more}.", skill.short_path, of.name));
        }
    }
    if found.len() > NAMED {
        let more = found.len() - NAMED;
        found.truncate(NAMED);
        found.push(format!("{more} more skills mention `{}`.", of.name));
    }
    found
}

/// The name on its own, not as part of a longer one.
fn has_word(line: &[u8], name: &[u8]) -> bool {
    let joins =
        |byte: Option<&u8>| byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(byte));
    !name.is_empty()
        && line.windows(name.len()).enumerate().any(|(at, window)| {
            window == name
                && !joins(at.checked_sub(1).and_then(|before| line.get(before)))
                && !joins(line.get(at + name.len()))
        })
}
