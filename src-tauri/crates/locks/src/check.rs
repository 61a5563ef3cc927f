//! A place against what its lock says of it.

use std::collections::BTreeMap;
use std::path::Path;

use disk::{Cause, Digest, Kind};
use serde::Serialize;

use crate::lock::{Proof, Target};
use crate::tree::{Leaf, Matter, read, with_text};
use crate::{github, hash};

/// How a place stands to its lock.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checked {
    /// In one word.
    pub state: LockState,
    /// The files that are not as locked, as far as the lock tells files from each other.
    pub files: Vec<(String, Difference)>,
    /// What else there is to say, in whole sentences; empty where the word says it all.
    pub why: String,
}

/// In one word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum LockState {
    /// The locked bytes are there, and nothing else.
    AsLocked,
    /// Files are known that are not as locked.
    Changed,
    /// The hash is another one, and which file makes it so cannot be told.
    Differs,
    /// Nothing is there.
    Missing,
    /// Nothing can be said.
    Unchecked,
}

/// How a file is not as locked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, strum::IntoStaticStr, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Difference {
    /// It has other bytes.
    Changed,
    /// It is gone.
    Missing,
    /// The lock does not know it.
    Added,
    /// The lock has no hash of it.
    Unchecked,
}

impl Difference {
    /// The word for it.
    pub fn word(self) -> &'static str {
        self.into()
    }
}

impl Checked {
    fn plain(state: LockState) -> Self {
        Self { state, files: Vec::new(), why: String::new() }
    }

    fn because(state: LockState, why: impl Into<String>) -> Self {
        Self { state, files: Vec::new(), why: why.into() }
    }

    fn unchecked(why: &str) -> Self {
        Self::because(LockState::Unchecked, format!("Cannot be checked: {}.", why.trim_end_matches('.')))
    }
}

/// Most files of a folder for which it is tried whether it is as locked without one of them, and most bytes that are
/// hashed for that.
const TRIED: usize = 200;
const HASHED: usize = 256 << 20;

/// Holds a place against its lock. `recorded` are texts of its `SKILL.md` that sessions recorded; where the folder would
/// be as locked with one of them, that file is known to be the one that changed.
pub fn check(target: &Target, recorded: &[&[u8]]) -> Checked {
    if let Proof::Nothing(why) = &target.proof {
        return Checked::unchecked(why);
    }
    match disk::look(&target.place) {
        Ok(_) => {}
        Err(fault) if fault.cause == Cause::Missing => return Checked::plain(LockState::Missing),
        Err(fault) => return Checked::unchecked(&fault.to_string()),
    }
    if let Proof::Bytes(digest) = target.proof {
        return of_bytes(target, digest);
    }
    let leaves = match read(&target.place) {
        Ok(leaves) => leaves,
        Err(why) => return Checked::unchecked(&why),
    };
    match &target.proof {
        Proof::Files(files) => of_files(target, files, &leaves),
        proof if is(proof, &leaves) == Some(true) => Checked::plain(LockState::AsLocked),
        proof => other_hash(proof, &leaves, recorded),
    }
}

/// Most bytes of a file that a site serves: 64 MiB.
const SERVED: u64 = 64 << 20;

fn of_bytes(target: &Target, digest: Digest) -> Checked {
    match disk::read(&target.place, SERVED) {
        Ok(read) if Digest::of(&read.bytes) == digest => Checked::plain(LockState::AsLocked),
        Ok(_) => Checked {
            files: vec![(file_name(&target.place), Difference::Changed)],
            ..Checked::plain(LockState::Changed)
        },
        Err(fault) => Checked::unchecked(&fault.to_string()),
    }
}

fn file_name(place: &Path) -> String {
    place.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

/// Whether these leaves are the locked ones, by one hash of all of them; nothing where that is not decided.
fn is(proof: &Proof, leaves: &[Leaf]) -> Option<bool> {
    match proof {
        Proof::Folder(digest) => Some(hash::folder(leaves)? == *digest),
        Proof::Package(digest) => Some(hash::package(leaves) == *digest),
        Proof::Tree(name) => Some(hash::tree(leaves) == *name),
        Proof::Served(digest) => {
            let is_file =
                skill(leaves).is_some_and(|bytes| Digest::of(bytes) == *digest) && leaves.len() == 1;
            Some(is_file || hash::served(leaves) == *digest)
        }
        Proof::Files(_) | Proof::Bytes(_) | Proof::Nothing(_) => None,
    }
}

fn skill(leaves: &[Leaf]) -> Option<&[u8]> {
    leaves.iter().find_map(|leaf| match &leaf.matter {
        Matter::File { bytes, .. } if leaf.rel == "SKILL.md" => Some(bytes.as_slice()),
        _ => None,
    })
}

/// Which file makes the hash another one, as far as trying tells; else what may.
fn other_hash(proof: &Proof, leaves: &[Leaf], recorded: &[&[u8]]) -> Checked {
    let changed = |rel: &str, how, why: &str| Checked {
        state: LockState::Changed,
        files: vec![(rel.to_owned(), how)],
        why: why.to_owned(),
    };
    let size: usize = leaves.iter().map(Leaf::size).sum();
    let may_try = |times: usize| times <= TRIED && times.saturating_mul(size) <= HASHED;
    if may_try(recorded.len())
        && recorded.iter().any(|text| is(proof, &with_text(leaves, text)) == Some(true))
    {
        let why = "With the SKILL.md that a session recorded, the folder matches the lock.";
        return changed("SKILL.md", Difference::Changed, why);
    }
    if may_try(leaves.len()) {
        let without = |at: usize| [&leaves[..at], &leaves[at + 1..]].concat();
        if let Some(at) = (0..leaves.len()).find(|at| is(proof, &without(*at)) == Some(true)) {
            let why = match proof {
                Proof::Folder(_) => {
                    "Without this file the folder matches the lock: it was added, or `skills` replaced a link \
                     with it."
                }
                _ => "Without this file the folder matches the lock.",
            };
            return changed(&leaves[at].rel, Difference::Added, why);
        }
    }
    let one = "The lock has one hash for the whole folder, so it does not show which file differs.";
    match proof {
        Proof::Served(_) => Checked::unchecked(
            "the lock has the digest of the download, which may be an archive that is not stored",
        ),
        Proof::Tree(name) if skill(leaves).is_some_and(|skill| github::wrote(skill, name)) => {
            Checked::unchecked(
                "gh skill rewrites the frontmatter of SKILL.md when it installs, and stores only the hash from \
                 before",
            )
        }
        Proof::Folder(_) if hash::has_ties(leaves) => Checked::unchecked(
            "the order of two of its files is not defined for `skills`, so two hashes are possible",
        ),
        Proof::Folder(_) | Proof::Tree(_) => Checked::because(
            LockState::Differs,
            format!(
                "{one} `skills` skips metadata.json, __pycache__ and links when it installs, but may have \
                 hashed them."
            ),
        ),
        _ => Checked::because(LockState::Differs, one),
    }
}

fn of_files(target: &Target, files: &BTreeMap<String, Option<Digest>>, leaves: &[Leaf]) -> Checked {
    let mut found = BTreeMap::new();
    let known: BTreeMap<&str, &Leaf> = leaves.iter().map(|leaf| (leaf.rel.as_str(), leaf)).collect();
    for (rel, locked) in files {
        let is_folder = || disk::look(&target.place.join(rel)).is_ok_and(|look| look.kind == Kind::Folder);
        let difference = match (known.get(rel.as_str()).map(|leaf| &leaf.matter), locked) {
            (Some(Matter::File { bytes, .. }), Some(digest)) if hash::file(bytes) == *digest => continue,
            (Some(_), Some(_)) => Difference::Changed,
            (Some(_), None) => Difference::Unchecked,
            (None, None) if is_folder() => continue,
            (None, _) => Difference::Missing,
        };
        found.insert(rel.clone(), difference);
    }
    // Whatever lies in the folder of a skill is part of it; a project holds much else.
    let is_skill = files.contains_key("SKILL.md");
    let strange = known.keys().filter(|rel| is_skill && !files.contains_key(**rel) && !is_within(files, rel));
    found.extend(strange.map(|rel| ((*rel).to_owned(), Difference::Added)));
    let files: Vec<_> = found.into_iter().collect();
    let state = match &files {
        files if files.iter().any(|(_, how)| *how != Difference::Unchecked) => LockState::Changed,
        files if files.is_empty() => LockState::AsLocked,
        _ => LockState::Unchecked,
    };
    let why = match state {
        LockState::Unchecked => "Cannot be checked: the lock names these files without a hash.".to_owned(),
        _ => String::new(),
    };
    Checked { state, files, why }
}

/// Whether a folder that the lock names without a hash holds the file.
fn is_within(files: &BTreeMap<String, Option<Digest>>, rel: &str) -> bool {
    rel.match_indices('/').any(|(at, _)| matches!(files.get(&rel[..at]), Some(None)))
}

/// Whether a text of a `SKILL.md`, whole, is the locked one; nothing where that cannot be told.
pub fn holds(target: &Target, text: &[u8]) -> Option<bool> {
    if let Proof::Files(files) = &target.proof {
        return Some(hash::file(text) == (*files.get("SKILL.md")?)?);
    }
    let leaves = read(&target.place).ok()?;
    if is(&target.proof, &with_text(&leaves, text))? {
        return Some(true);
    }
    // Where all the other files are as locked, it is this text that is not.
    is(&target.proof, &leaves)?.then_some(false)
}
