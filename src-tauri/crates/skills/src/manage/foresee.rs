//! What follows from a plan before it is carried out: who will win, and what the checks will say.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::{Path, PathBuf};

use disk::{Matter, Part, Stamp};
use message::{Message, message};

use super::change::{Shift, Step, settled};
use crate::convention::Key;
use crate::skill::FILE_NAME;
use crate::{Claim, Content, Finding, Ruling, SKILL_LIMIT, Scope, Skill, checks};

/// What follows.
#[derive(Debug, PartialEq)]
pub(crate) struct Foreseen {
    pub shifts: Vec<Shift>,
    pub shadowed: Vec<String>,
    pub findings: Vec<(String, Finding)>,
}

/// The roots of a look with every link resolved, also where they do not exist yet.
pub(crate) fn settled_roots(ruling: &Ruling) -> Vec<(Scope, PathBuf)> {
    let looks = ruling.roots.iter();
    looks.filter_map(|look| Some((look.scope, settled_root(look.path.as_deref()?)?))).collect()
}

/// The root itself may be a link: what lies in it settles below its target.
fn settled_root(path: &Path) -> Option<PathBuf> {
    settled(&path.join(FILE_NAME)).ok()?.parent().map(Path::to_owned)
}

/// Returns the root that a new skill of a scope goes into; `None` where the scope has none.
pub(crate) fn root_for_new(ruling: &Ruling, scope: Scope) -> Option<PathBuf> {
    settled_root(ruling.root_for_new(scope)?)
}

/// The look after the steps, without taking them.
pub(crate) fn foresee(ruling: &Ruling, steps: &[Step]) -> Foreseen {
    // One key says nothing of another, but where a file has a key from each folder that leads to it.
    let is_whole = ruling.convention.rules().key == Key::Folder;
    foreseen(ruling, steps, is_whole)
}

/// The same. Unless it is `whole`, only skills with a key that the steps are about are settled anew.
fn foreseen(ruling: &Ruling, steps: &[Step], is_whole: bool) -> Foreseen {
    let mut touched = Vec::new();
    let depth = ruling.convention.rules().depth;
    let roots: Vec<(usize, &Path, PathBuf)> = ruling
        .roots
        .iter()
        .enumerate()
        .filter_map(|(rank, look)| {
            let path = look.path.as_deref()?;
            Some((rank, path, settled_root(path)?))
        })
        .collect();
    let mut claims = Claims { before: &ruling.claims, changed: BTreeMap::new() };
    let mut places = Whereabouts::of(ruling, steps);
    for step in steps {
        // A folder that goes or is replaced takes its skill with it.
        places.in_folder(&step.path).iter().for_each(|at| claims.put(*at, None));
        let Some(text) = &step.text_after else { continue };
        let same_file = places.of_file(&step.path);
        let same_file: Vec<usize> =
            same_file.iter().copied().filter(|at| claims.get(*at).is_some()).collect();
        for at in &same_file {
            let after = claims
                .get(*at)
                .and_then(|Claim { rank, skill, .. }| ruling.claim_of(*rank, &skill.dir, text, skill.stamp));
            if let Some(after) = after {
                touched.push((after.skill.clone(), text.clone()));
                claims.put(*at, Some(after));
            }
        }
        // A folder, or the file of a folder that had none.
        let folder = match step.path.file_name() {
            Some(name) if name == FILE_NAME => step.path.parent(),
            _ => Some(step.path.as_path()).filter(|_| is_folder(step)),
        };
        let placed = folder.filter(|_| same_file.is_empty()).and_then(|folder| {
            roots.iter().find_map(|(rank, root, settled)| {
                let below = folder.strip_prefix(settled).ok()?;
                let is_reached = (1..=depth).contains(&below.components().count());
                is_reached.then(|| ruling.claim_of(*rank, &root.join(below), text, Stamp::default()))?
            })
        });
        if let Some(claim) = placed {
            touched.push((claim.skill.clone(), text.clone()));
            places.add(claims.next(), &claim.skill);
            claims.put(claims.next(), Some(claim));
        }
    }
    let keys = (!is_whole).then(|| claims.keys());
    let is_about = |claim: &&Claim| keys.as_ref().is_none_or(|keys| keys.contains(claim.key_bytes()));
    let before: Vec<&Claim> = ruling.claims.iter().filter(is_about).collect();
    let after = ruling.among(claims.all().filter(is_about).cloned().collect());
    let said = |(skill, text): &(Skill, Vec<u8>)| {
        let found = checks(skill, &Content::of(text));
        found.into_iter().map(|one| (skill.short_path.clone(), one)).collect::<Vec<_>>()
    };
    let findings = touched.iter().flat_map(said).collect();
    let shifts = shifts(ruling.convention.name(), &before, &after);
    Foreseen { shifts, shadowed: shadowed(ruling, &after), findings }
}

/// Returns whether a folder will stand at the place of a step.
fn is_folder(step: &Step) -> bool {
    matches!(step.after.parts.first(), Some(Part { matter: Matter::Folder, .. }))
}

/// The claims of a ruling as steps leave them.
struct Claims<'r> {
    before: &'r [Claim],
    /// Those that are other ones, come or go, by their place; what comes stands behind the others.
    changed: BTreeMap<usize, Option<Claim>>,
}

impl Claims<'_> {
    fn get(&self, at: usize) -> Option<&Claim> {
        self.changed.get(&at).map_or_else(|| self.before.get(at), Option::as_ref)
    }

    fn put(&mut self, at: usize, claim: Option<Claim>) {
        self.changed.insert(at, claim);
    }

    /// The place of one that comes.
    fn next(&self) -> usize {
        let last = self.changed.last_key_value().map_or(0, |(at, _)| at + 1);
        last.max(self.before.len())
    }

    fn all(&self) -> impl Iterator<Item = &Claim> {
        (0..self.next()).filter_map(|at| self.get(at))
    }

    /// Every key that one of them had or gets.
    fn keys(&self) -> HashSet<&[u8]> {
        let had = self.changed.keys().filter_map(|at| self.before.get(*at));
        had.chain(self.changed.values().flatten()).map(Claim::key_bytes).collect()
    }
}

/// Where skills lie once links are resolved: there may be as many steps as skills, and each asks.
#[derive(Default)]
struct Whereabouts {
    by_dir: HashMap<PathBuf, Vec<usize>>,
    by_file: HashMap<PathBuf, Vec<usize>>,
    /// Folders of skills, once their links are resolved: most skills lie in the same few.
    above: HashMap<PathBuf, Option<PathBuf>>,
}

impl Whereabouts {
    /// Those of all skills, as far as the steps can be about them.
    fn of(ruling: &Ruling, steps: &[Step]) -> Self {
        let mut places = Self::default();
        let looks = steps.iter().filter_map(|step| disk::look(&step.path).ok());
        let numbers: HashSet<(u64, u64)> = looks.map(|look| (look.stamp.device, look.stamp.inode)).collect();
        for (at, skill) in ruling.skills().enumerate() {
            let dir = places.settled_dir(skill);
            // Of another number it is another file, however its path is written.
            let stamp = &skill.stamp;
            let may_be_it = stamp.inode == 0 || numbers.contains(&(stamp.device, stamp.inode));
            let file = match (may_be_it, &dir) {
                (false, Some(dir)) => Some(dir.join(skill.path.file_name().unwrap_or_default())),
                _ => disk::canonical(&skill.path).ok(),
            };
            places.put(at, dir, file);
        }
        places
    }

    fn add(&mut self, at: usize, skill: &Skill) {
        let dir = self.settled_dir(skill);
        self.put(at, dir, disk::canonical(&skill.path).ok());
    }

    fn put(&mut self, at: usize, dir: Option<PathBuf>, file: Option<PathBuf>) {
        dir.into_iter().for_each(|dir| self.by_dir.entry(dir).or_default().push(at));
        file.into_iter().for_each(|file| self.by_file.entry(file).or_default().push(at));
    }

    /// As [`settled`], which asks the disk for every part of the path.
    fn settled_dir(&mut self, skill: &Skill) -> Option<PathBuf> {
        let (above, name) = (skill.dir.parent()?, skill.dir.file_name()?);
        let settle = || settled(&skill.dir).ok()?.parent().map(Path::to_owned);
        let above = self.above.entry(above.to_owned()).or_insert_with(settle);
        above.as_ref().map(|above| above.join(name))
    }

    fn in_folder(&self, path: &Path) -> &[usize] {
        self.by_dir.get(path).map_or(&[], Vec::as_slice)
    }

    fn of_file(&self, path: &Path) -> &[usize] {
        self.by_file.get(path).map_or(&[], Vec::as_slice)
    }
}

fn shifts(convention: &'static str, before: &[&Claim], after: &[Claim]) -> Vec<Shift> {
    let mut names: BTreeMap<&[u8], (Option<&Claim>, Option<&Claim>)> = BTreeMap::new();
    for claim in before.iter().filter(|claim| claim.is_visible()) {
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
            convention,
            name: before.or(after).map(|claim| claim.key.clone()).unwrap_or_default(),
            before: path(before),
            after: path(after),
        })
        .collect()
}

fn shadowed(before: &Ruling, after: &[Claim]) -> Vec<String> {
    let unseen = before.claims.iter().filter(|known| !known.is_visible());
    let was: HashSet<&str> = unseen.map(|known| known.skill.short_path.as_str()).collect();
    let now =
        after.iter().filter(|claim| !claim.is_visible() && !was.contains(claim.skill.short_path.as_str()));
    now.map(|claim| claim.skill.short_path.clone()).collect()
}

/// Most skills that are named as mentioning another.
const NAMED: usize = 20;

/// Where the texts of other skills mention a name, one sentence for each skill.
pub(crate) fn references(ruling: &Ruling, of: &Skill) -> Vec<Message> {
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
            let (path, name, first) = (&skill.short_path, &of.name, lines[..lines.len().min(5)].join(", "));
            found.push(if lines.len() > 5 {
                message!("{path} mentions `{name}` in line {first} and more.", path, name, first)
            } else {
                message!("{path} mentions `{name}` in line {first}.", path, name, first)
            });
        }
    }
    if found.len() > NAMED {
        let more = found.len() - NAMED;
        found.truncate(NAMED);
        found.push(message!("{more} more skills mention `{name}`.", more, name = of.name));
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
    use proptest::prelude::*;

    use super::{foreseen, has_word};
    use crate::convention::Key;
    use crate::manage::Step;
    use crate::survey::drawn::{Deed, deed, lie, places, room, step};
    use crate::{Convention, Trust, Visibility, rule, survey, survey_for};

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn what_the_steps_are_not_about_stays_as_it_is(
            lies in prop::collection::vec(lie(), 1..12),
            deeds in prop::collection::vec(deed(), 1..5),
            is_trusted in any::<bool>(),
        ) {
            let (_room, top) = room(&lies);
            let steps: Vec<Step> = deeds
                .iter()
                .filter_map(|(at, deed)| {
                    let text_after = match deed {
                        Deed::Write(text) | Deed::Make(text) => Some(text.clone()),
                        Deed::Remove | Deed::Copy(_) => None,
                    };
                    Some(Step { text_after, ..step(&top, at, deed)? })
                })
                .collect();
            let visibility = Visibility::whole(if is_trusted { Trust::Trusted } else { Trust::Untrusted });
            let (all, flat) = (survey(&places(&top)), survey_for(Convention::Pixir, &places(&top)));
            for convention in Convention::ALL.iter().filter(|one| one.rules().key != Key::Folder) {
                let seen = if *convention == Convention::Pixir { &flat } else { &all };
                let ruling = rule(*convention, seen, &visibility);
                prop_assert_eq!(
                    foreseen(&ruling, &steps, false),
                    foreseen(&ruling, &steps, true),
                    "{}",
                    convention.name()
                );
            }
        }
    }

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
