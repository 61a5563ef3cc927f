//! What a source holds, told from its list of names: which skills, and what forbids that anything lands.

use std::collections::BTreeSet;
use std::path::PathBuf;

use message::message;

use super::entry::{Entry, EntryKind};
use super::names::{collisions, parts};
use super::{Doubt, MOST_BYTES, MOST_ENTRIES, MOST_GROWTH, SMALL, is_passed_over, joined};
use crate::skill::FILE_NAME;

/// What a source holds.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Survey {
    /// What forbids that anything of it lands, and what else is odd about it as a whole.
    pub doubts: Vec<Doubt>,
    /// Its skills, by path.
    pub skills: Vec<Candidate>,
}

/// A skill of a source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate {
    /// Its folder from the top; empty when the source itself is one.
    pub rel: PathBuf,
    /// What belongs to it: the number of the entry, and its path from the skill's folder.
    pub entries: Vec<(usize, PathBuf)>,
}

/// Most doubts of one rule that are told one by one.
const TOLD: usize = 20;

/// Looks at a whole source by its names.
pub fn survey(entries: &[Entry]) -> Survey {
    let mut doubts = Vec::new();
    if entries.len() > MOST_ENTRIES {
        let words = message!(
            "It has {count} entries; the limit is {most_entries}.",
            count = entries.len(),
            most_entries = MOST_ENTRIES
        );
        return Survey { doubts: vec![Doubt::refuses("too-many", "", words)], skills: Vec::new() };
    }
    let mut good = Vec::new();
    for (entry, number) in entries.iter().zip(0_usize..) {
        match parts(&entry.name) {
            Ok(parts) => good.push((number, entry, parts)),
            Err(doubt) => doubts.push(doubt),
        }
    }
    let named: Vec<(&Entry, Vec<&str>)> =
        good.iter().map(|(_, entry, parts)| (*entry, parts.clone())).collect();
    doubts.extend(collisions(&named));
    doubts.extend(good.iter().filter(|(_, entry, _)| entry.kind == EntryKind::Special).map(
        |(_, _, parts)| {
            Doubt::refuses(
                "special-file",
                parts.join("/"),
                message!("It is a device, pipe or socket, which cannot be imported."),
            )
        },
    ));
    doubts.extend(sizes(entries));
    let skills = candidates(&good);
    if skills.is_empty() && doubts.is_empty() {
        let words = message!("It contains no skills: no folder has a {file_name}.", file_name = FILE_NAME);
        doubts.push(Doubt::refuses("no-skill", "", words));
    }
    Survey { doubts: cut(doubts), skills }
}

/// Complaints about sizes as they are claimed; what is unpacked is counted again.
fn sizes(entries: &[Entry]) -> Vec<Doubt> {
    let mut doubts = Vec::new();
    let sum = |of: &dyn Fn(&Entry) -> u64| entries.iter().fold(0_u64, |sum, one| sum.saturating_add(of(one)));
    let total = sum(&|one| one.size);
    if total > MOST_BYTES {
        let words =
            message!("It has {total} bytes; the limit is {most_bytes}.", total, most_bytes = MOST_BYTES);
        doubts.push(Doubt::refuses("too-large", "", words));
    }
    let packed = sum(&|one| one.packed.unwrap_or(one.size));
    if grows(total, packed) {
        let words = message!(
            "{packed} bytes would become {total}, more than {most_growth} times as many.",
            packed,
            total,
            most_growth = MOST_GROWTH
        );
        doubts.push(Doubt::refuses("bomb", "", words));
    }
    for entry in entries.iter().filter(|one| grows(one.size, one.packed.unwrap_or(one.size))) {
        let words = message!(
            "{packed} bytes would become {size}, more than {most_growth} times as many.",
            packed = entry.packed.unwrap_or_default(),
            size = entry.size,
            most_growth = MOST_GROWTH
        );
        doubts.push(Doubt::refuses("bomb", String::from_utf8_lossy(&entry.name), words));
    }
    doubts
}

fn grows(size: u64, packed: u64) -> bool {
    size >= SMALL && size > packed.saturating_mul(MOST_GROWTH)
}

/// The outermost folders of a list of names that have a `SKILL.md`, so that of a large source only these need be
/// taken in. Empty for the top itself; names that no skill may have are passed over.
pub fn skill_folders<'a>(names: impl Iterator<Item = &'a [u8]>) -> Vec<String> {
    let folders: BTreeSet<Vec<&str>> = names
        .filter_map(|name| std::str::from_utf8(name).ok())
        .map(|name| name.split('/').collect::<Vec<_>>())
        .filter(|parts| parts.last() == Some(&FILE_NAME) && !parts.iter().any(|part| is_passed_over(part)))
        .map(|mut parts| {
            parts.pop();
            parts
        })
        .collect();
    outermost(&folders).map(|folder| folder.join("/")).collect()
}

fn outermost<'s, 'a>(folders: &'s BTreeSet<Vec<&'a str>>) -> impl Iterator<Item = &'s Vec<&'a str>> {
    folders.iter().filter(|folder| !(0..folder.len()).any(|depth| folders.contains(&folder[..depth])))
}

/// Every folder with a `SKILL.md`; what lies below one belongs to it, also another `SKILL.md`.
fn candidates(good: &[(usize, &Entry, Vec<&str>)]) -> Vec<Candidate> {
    let is_skill = |(_, entry, parts): &&(usize, &Entry, Vec<&str>)| {
        let is_file = matches!(entry.kind, EntryKind::File | EntryKind::Link);
        is_file && parts.last() == Some(&FILE_NAME) && !parts.iter().any(|part| is_passed_over(part))
    };
    let folders: BTreeSet<Vec<&str>> =
        good.iter().filter(is_skill).map(|(_, _, parts)| parts[..parts.len() - 1].to_vec()).collect();
    outermost(&folders)
        .map(|folder| {
            let own = good.iter().filter(|(_, _, parts)| {
                parts.len() > folder.len()
                    && parts.starts_with(folder)
                    && !parts[folder.len()..].iter().any(|part| is_passed_over(part))
            });
            Candidate {
                rel: joined(folder),
                entries: own.map(|(number, _, parts)| (*number, joined(&parts[folder.len()..]))).collect(),
            }
        })
        .collect()
}

/// Of many doubts of one rule the first are told, and the rest counted.
pub(crate) fn cut(doubts: Vec<Doubt>) -> Vec<Doubt> {
    let mut kept: Vec<Doubt> = Vec::new();
    let mut more: Vec<(Doubt, usize)> = Vec::new();
    for doubt in doubts {
        let same = |one: &Doubt| one.rule == doubt.rule && one.weight == doubt.weight;
        if kept.iter().filter(|one| same(one)).count() < TOLD {
            kept.push(doubt);
        } else if let Some((_, count)) = more.iter_mut().find(|(one, _)| same(one)) {
            *count += 1;
        } else {
            more.push((doubt, 1));
        }
    }
    kept.extend(more.into_iter().map(|(doubt, count)| Doubt {
        at: String::new(),
        line: None,
        words: message!("{count} more of this kind are not listed.", count),
        ..doubt
    }));
    kept
}
