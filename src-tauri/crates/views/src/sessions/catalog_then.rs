//! The catalog a call was shown, as far as it can be known. Pixir records only a hash of it, so catalogs that
//! could have been are made from today's skills and recorded snapshots until one has that hash.

use std::collections::BTreeMap;
use std::path::Path;

use ::sessions::{EventKind, Source};
use ::skills::{Quote, Root, Ruling, Scope, Skill};
use ::workspace::{Drawn, Listing, Logs, Read, Workspace, convention_of};
use disk::Digest;

use super::{CatalogDifference, CatalogFound, CatalogThen};
use crate::wire::{Known, Millis};

/// Catalogs that are tried for one hash.
const TRIES: usize = 2_000;
/// Skills in all of them together; bounds the work where there are many skills.
const SKILLS: usize = 100_000;
/// Distinct snapshots that are read.
const SNAPSHOTS: usize = 400;

/// What a call recorded of its catalog, and when.
pub(crate) fn recorded_of(read: &Read, call: Option<usize>) -> Option<(String, Option<Millis>)> {
    let position = call?;
    let event = read.log.event(position)?;
    let at = read.at(position, event.ts.as_deref()).map(Millis);
    match event.kind {
        EventKind::ProviderUsage(usage) => Some((usage.skill_index_hash?, at)),
        _ => None,
    }
}

/// The catalog with a recorded hash.
pub(crate) fn catalog_then(
    workspace: &Workspace,
    source: Source,
    recorded: Option<(String, Option<Millis>)>,
) -> CatalogThen {
    let Some((hash, at)) = recorded else { return told(None, CatalogFound::NotRecorded, None, 0) };
    let ruling = workspace.ruling(convention_of(source));
    if ruling.catalog.index_hash.as_ref() == Some(&hash) {
        return told(Some(hash), CatalogFound::Today, Some(&ruling.catalog), 1);
    }
    let variants = variants(&workspace.logs(), ruling.skills(), at);
    let (fits, tried) = search(&variants, &hash);
    match fits {
        Some(fits) => {
            let found = CatalogFound::Snapshots;
            let differences: Vec<_> =
                fits.iter().zip(&variants).filter_map(|(pick, one)| one.difference(*pick)).collect();
            let differs = differences.iter().map(ToString::to_string).collect();
            let catalog = drawn(picked(&variants, &fits));
            CatalogThen { differences, differs, ..told(Some(hash), found, Some(&catalog), tried) }
        }
        None => told(Some(hash), CatalogFound::Nowhere, None, tried),
    }
}

fn told(hash: Option<String>, found: CatalogFound, catalog: Option<&Drawn>, tried: usize) -> CatalogThen {
    CatalogThen {
        hash,
        known: match found {
            // Equal hashes of two texts are as good as equal texts.
            CatalogFound::Today | CatalogFound::Snapshots => Known::Reconstructed,
            CatalogFound::NotRecorded | CatalogFound::Nowhere => Known::Unknown,
        },
        found,
        skills: catalog.map(|catalog| catalog.entries.len() as u32),
        left_out: catalog.map(not_whole).unwrap_or_default(),
        differences: Vec::new(),
        differs: Vec::new(),
        tried: u32::try_from(tried).unwrap_or(u32::MAX),
    }
}

/// The skills that a catalog of Pixir's has not, or not wholly.
fn not_whole(catalog: &Drawn) -> Vec<String> {
    [Listing::Part, Listing::Cut].into_iter().flat_map(|listing| catalog.named(listing)).collect()
}

/// What one `SKILL.md` may have been. The first is the best guess.
struct Variants {
    all: Vec<Variant>,
}

struct Variant {
    skill: Option<Skill>,
    /// How it differs from today; none where it does not.
    difference: Option<CatalogDifference>,
}

impl Variants {
    fn difference(&self, pick: usize) -> Option<CatalogDifference> {
        self.all.get(pick)?.difference.clone()
    }
}

/// The variants of every file that is a skill today or was recorded as one, by scope and folder: absolute paths
/// break when a workspace moves. First the snapshot in force at the time: the latest before it, else the
/// earliest after.
fn variants<'s>(logs: &Logs, today: impl Iterator<Item = &'s Skill>, at: Option<Millis>) -> Vec<Variants> {
    let mut files: BTreeMap<String, Vec<(bool, i64, Variant)>> = BTreeMap::new();
    let mut budget = SNAPSHOTS;
    for session in &logs.sessions {
        let read = session.read();
        for one in &read.activations {
            let known = files.entry(one.short_path.clone()).or_default();
            let mark = |variant: &Variant| variant.skill.as_ref().map(|skill| skill.content_hash);
            let digest = Digest::parse(&one.hash);
            if budget == 0 || digest.is_none() || known.iter().any(|(.., it)| mark(it) == digest) {
                continue;
            }
            budget -= 1;
            let Some(skill) = recorded(read, one.position, &one.path, &one.root, &one.scope) else {
                continue;
            };
            let (own, then) = (one.at.unwrap_or(0), at.map_or(i64::MAX, |at| at.0));
            let (name, recorder) = (Quote::whole(&skill.name), Quote::whole(&session.id));
            let difference = CatalogDifference::AsRecorded { name, session: recorder, turn: one.turn };
            // Before the time: the later the nearer; after it: the earlier the nearer.
            let key = (own > then, if own > then { own } else { -own });
            known.push((key.0, key.1, Variant { skill: Some(skill), difference: Some(difference) }));
        }
    }
    let now: BTreeMap<&str, &Skill> = today.map(|skill| (skill.short_path.as_str(), skill)).collect();
    for path in now.keys() {
        files.entry((*path).to_owned()).or_default();
    }
    files.into_iter().map(|(path, found)| of_file(found, now.get(path.as_str()).copied())).collect()
}

fn of_file(mut found: Vec<(bool, i64, Variant)>, now: Option<&Skill>) -> Variants {
    found.sort_by_key(|(after, distance, _)| (*after, *distance));
    let mut all: Vec<Variant> = Vec::new();
    let listed = |skill: &Option<Skill>| {
        skill
            .as_ref()
            .map(|skill| (skill.name.clone(), skill.description.clone(), skill.disable_model_invocation))
    };
    let today = Variant { skill: now.cloned(), difference: None };
    let missing = |skill: &Skill| CatalogDifference::Missing { name: Quote::whole(&skill.name) };
    let gone = Variant { skill: None, difference: now.map(missing) };
    for (.., variant) in found {
        let same_as_today = now.is_some() && listed(&variant.skill) == listed(&today.skill);
        let variant = if same_as_today { Variant { difference: None, ..variant } } else { variant };
        if !all.iter().any(|known| listed(&known.skill) == listed(&variant.skill)) {
            all.push(variant);
        }
    }
    for other in [today, gone] {
        if !all.iter().any(|known| listed(&known.skill) == listed(&other.skill)) {
            all.push(other);
        }
    }
    Variants { all }
}

fn recorded(read: &Read, position: usize, path: &Path, root: &Path, scope: &str) -> Option<Skill> {
    let scope = [Scope::Repo, Scope::User, Scope::PixirGlobal].into_iter().find(|one| one.name() == scope)?;
    let content = ::sessions::activation_at(&read.log, position)?.content?;
    Some(Skill::recorded(&Root { scope, path: root.to_owned() }, path, content.as_bytes()))
}

/// The catalog if exactly these skills lay in the roots.
fn drawn(skills: Vec<Skill>) -> Drawn {
    Drawn::of(&Ruling::of_recorded(skills))
}

fn picked(variants: &[Variants], picks: &[usize]) -> Vec<Skill> {
    let pick = |(one, pick): (&Variants, &usize)| one.all.get(*pick)?.skill.clone();
    variants.iter().zip(picks).filter_map(pick).collect()
}

/// The picks whose catalog has the hash, and how many were tried: the best guess first, then with one file
/// another than guessed, then two, then three.
fn search(variants: &[Variants], hash: &str) -> (Option<Vec<usize>>, usize) {
    let limit = TRIES.min(SKILLS / variants.len().max(1)).max(1);
    let others: Vec<(usize, usize)> = variants
        .iter()
        .enumerate()
        .flat_map(|(file, one)| (1..one.all.len()).map(move |pick| (file, pick)))
        .collect();
    let mut tried = 0;
    for changed in 0..=3 {
        let mut search = Search { variants, others: &others, hash, limit, tried };
        let mut picks = vec![0; variants.len()];
        let found = search.go(&mut picks, 0, changed);
        tried = search.tried;
        if found {
            return (Some(picks), tried);
        }
        if tried >= limit {
            break;
        }
    }
    (None, tried)
}

struct Search<'a> {
    variants: &'a [Variants],
    others: &'a [(usize, usize)],
    hash: &'a str,
    limit: usize,
    tried: usize,
}

impl Search<'_> {
    fn go(&mut self, picks: &mut [usize], from: usize, changes: usize) -> bool {
        if self.tried >= self.limit {
            return false;
        }
        if changes == 0 {
            self.tried += 1;
            let hash = drawn(picked(self.variants, picks)).index_hash;
            return hash.as_deref() == Some(self.hash);
        }
        for (number, (file, pick)) in self.others.iter().enumerate().skip(from) {
            if picks[*file] != 0 {
                continue;
            }
            picks[*file] = *pick;
            if self.go(picks, number + 1, changes - 1) {
                return true;
            }
            picks[*file] = 0;
        }
        false
    }
}
