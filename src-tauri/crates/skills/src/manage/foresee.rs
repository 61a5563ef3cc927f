//! What follows from a plan before it is carried out: who will win, and what the checks will say.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::change::{Shift, Step, settled};
use crate::skill::FILE_NAME;
use crate::{Claim, Finding, Ruling, SKILL_LIMIT, Scope, Skill, checks};

/// What follows.
pub(crate) struct Foreseen {
    pub shifts: Vec<Shift>,
    pub shadowed: Vec<String>,
    pub findings: Vec<(String, Finding)>,
}

/// The roots of a look with every link resolved, also where they do not exist yet.
pub(crate) fn settled_roots(ruling: &Ruling) -> Vec<(Scope, PathBuf)> {
    let settle = |path: &Path| {
        // The root itself may be a link: what lies in it settles below its target.
        settled(&path.join(FILE_NAME)).ok()?.parent().map(Path::to_owned)
    };
    let looks = ruling.roots.iter();
    looks.filter_map(|look| Some((look.scope, settle(look.path.as_deref()?)?))).collect()
}

/// The look after the steps, without taking them.
pub(crate) fn foresee(ruling: &Ruling, steps: &[Step]) -> Foreseen {
    let (mut claims, mut touched) = (ruling.claims.clone(), Vec::new());
    let roots: Vec<(usize, &Path, PathBuf)> = ruling
        .roots
        .iter()
        .enumerate()
        .filter_map(|(rank, look)| {
            let path = look.path.as_deref()?;
            Some((rank, path, settled(&path.join(FILE_NAME)).ok()?.parent()?.to_owned()))
        })
        .collect();
    // Asked once for all steps: there may be as many of these as of skills.
    let mut places: Vec<Place> = ruling.skills().map(Place::of).collect();
    for step in steps {
        // A folder that goes or is replaced takes its skill with it.
        let stays: Vec<bool> = places.iter().map(|place| place.dir.as_ref() != Some(&step.path)).collect();
        if stays.contains(&false) {
            let mut skill_stays = stays.iter();
            claims.retain(|_| skill_stays.next().copied().unwrap_or(true));
            let mut place_stays = stays.iter();
            places.retain(|_| place_stays.next().copied().unwrap_or(true));
        }
        let Some(text) = &step.text_after else { continue };
        let is_of = |at: &usize| places[*at].file.as_ref() == Some(&step.path);
        let same_file: Vec<usize> = (0..claims.len()).filter(is_of).collect();
        for at in &same_file {
            let before = &claims[*at];
            let Some(after) = ruling.claim_of(before.rank, &before.skill.dir, text, before.skill.stamp)
            else {
                continue;
            };
            touched.push((after.skill.clone(), text.clone()));
            claims[*at] = after;
        }
        // A folder, or the file of a folder that had none.
        let folder = match step.path.file_name() {
            Some(name) if name == FILE_NAME => step.path.parent(),
            _ => Some(step.path.as_path()),
        };
        let placed = folder.filter(|_| same_file.is_empty()).and_then(|folder| {
            let (rank, root, _) = roots.iter().find(|(.., settled)| folder.parent() == Some(settled))?;
            ruling.claim_of(*rank, &root.join(folder.file_name()?), text, disk::Stamp::default())
        });
        if let Some(claim) = placed {
            touched.push((claim.skill.clone(), text.clone()));
            places.push(Place::of(&claim.skill));
            claims.push(claim);
        }
    }
    let after = ruling.among(claims);
    let findings = touched
        .iter()
        .flat_map(|(skill, text)| checks(skill, text).into_iter().map(|one| (skill.short_path.clone(), one)));
    let findings = findings.collect();
    Foreseen { shifts: shifts(ruling, &after), shadowed: shadowed(ruling, &after), findings }
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

fn shifts(ruling: &Ruling, after: &[Claim]) -> Vec<Shift> {
    let mut names: BTreeMap<&[u8], (Option<&Claim>, Option<&Claim>)> = BTreeMap::new();
    for claim in ruling.winners() {
        names.entry(claim.key_bytes()).or_default().0 = Some(claim);
    }
    for claim in after.iter().filter(|claim| claim.is_visible()) {
        names.entry(claim.key_bytes()).or_default().1 = Some(claim);
    }
    let path = |claim: Option<&Claim>| claim.map(|claim| claim.skill.short_path.clone());
    names
        .into_values()
        .filter(|(before, after)| path(*before) != path(*after))
        .map(|(before, after)| Shift {
            convention: ruling.convention.name(),
            name: before.or(after).map(|claim| claim.key.clone()).unwrap_or_default(),
            before: path(before),
            after: path(after),
        })
        .collect()
}

fn shadowed(before: &Ruling, after: &[Claim]) -> Vec<String> {
    let was = |claim: &Claim| {
        before
            .claims
            .iter()
            .any(|known| known.skill.short_path == claim.skill.short_path && !known.is_visible())
    };
    let now = after.iter().filter(|claim| !claim.is_visible() && !was(claim));
    now.map(|claim| claim.skill.short_path.clone()).collect()
}

/// Most skills that are named as mentioning another.
const NAMED: usize = 20;

/// Where the texts of other skills mention a name, one sentence for each skill.
pub(crate) fn references(ruling: &Ruling, of: &Skill) -> Vec<String> {
    let name = of.name_bytes();
    let mut found = Vec::new();
    for skill in ruling.skills().filter(|skill| skill.path != of.path && skill.name != of.name) {
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

#[cfg(test)]
mod tests {
    use super::has_word;

    #[test]
    fn a_name_is_mentioned_where_it_stands_on_its_own() {
        for line in ["a", "Use a.", "`a`", "b a", "ba, a"] {
            assert!(has_word(line.as_bytes(), b"a"), "{line}");
        }
        for line in ["", "b", "ba", "ab", "a-b", "b_a", "a1"] {
            assert!(!has_word(line.as_bytes(), b"a"), "{line}");
        }
        assert!(!has_word(b"a", b""));
    }
}
