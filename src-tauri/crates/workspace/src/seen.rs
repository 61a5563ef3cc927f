//! A ruling with what every answer needs of it and what is dear to find again.

use std::collections::HashMap;
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use skills::{Claim, Ruling, Skill};

use crate::{Drawn, Listing};

/// A ruling, its rows' ids, and its catalog.
pub struct Seen {
    ruling: Ruling,
    /// The id of each claim, in their order.
    pub ids: Vec<String>,
    /// The catalog within what the agent gives it.
    pub catalog: Drawn,
    // Which entry of the catalog is a claim's, in their order.
    entries: Vec<Option<usize>>,
    // Whose claim is a path's, once somebody asked: the join asks for every recorded text.
    by_path: OnceLock<HashMap<PathBuf, usize>>,
}

impl Seen {
    /// A file that is known by another ruling has its id from there, so that one file is one skill. `room` is what the
    /// agent gives its catalog, in the unit of its limit.
    pub fn of(ruling: Ruling, known: Option<&Self>, room: usize) -> Self {
        let known: HashMap<&Path, &String> = known
            .iter()
            .flat_map(|known| known.claims.iter().zip(&known.ids))
            .map(|(claim, id)| (claim.skill.path.as_path(), id))
            .collect();
        let id = |claim: &Claim| known.get(claim.skill.path.as_path()).map(|id| (*id).clone());
        let ids =
            ruling.claims.iter().map(|claim| id(claim).unwrap_or_else(|| skill_id(&claim.skill))).collect();
        let catalog = Drawn::within(&ruling, room);
        let mut entries = vec![None; ruling.claims.len()];
        for (entry, number) in catalog.entries.iter().zip(0..) {
            entries[entry.claim] = Some(number);
        }
        Self { ids, catalog, entries, ruling, by_path: OnceLock::new() }
    }

    /// The skill of a row.
    pub fn skill(&self, id: &str) -> Option<&Skill> {
        let at = self.ids.iter().position(|known| known == id)?;
        self.claims.get(at).map(|claim| &claim.skill)
    }

    /// The skill at a path.
    pub fn at(&self, path: &Path) -> Option<&Skill> {
        self.claims.get(self.place_of(path)?).map(|claim| &claim.skill)
    }

    /// The id of the skill at a path.
    pub fn id_at(&self, path: &Path) -> Option<&String> {
        self.ids.get(self.place_of(path)?)
    }

    /// The place of a path among the claims; of several at one path the first.
    fn place_of(&self, path: &Path) -> Option<usize> {
        let all = || {
            // What is put in last stays.
            let last_first = self.claims.iter().enumerate().rev();
            last_first.map(|(at, claim)| (claim.skill.path.clone(), at)).collect()
        };
        self.by_path.get_or_init(all).get(path).copied()
    }

    /// Exactly what the catalog says of a skill after the cut; nothing when it says nothing.
    pub fn entry(&self, at: usize) -> Option<&str> {
        self.catalog.text_of(self.catalog.entries.get((*self.entries.get(at)?)?)?)
    }

    /// How much that is.
    pub fn listing(&self, at: usize) -> Listing {
        let entry = self.entries.get(at).copied().flatten().and_then(|at| self.catalog.entries.get(at));
        entry.map(|entry| entry.listing).unwrap_or_default()
    }
}

/// Names a skill to the page: made of its scope and path, so that it outlives a rescan.
pub fn skill_id(skill: &Skill) -> String {
    format!("{}-{}", skill.scope.name(), id_of(&skill.path))
}

/// Names a file to the page, by its path.
pub fn id_of(path: &Path) -> String {
    disk::Digest::of(path.as_os_str().as_encoded_bytes()).to_string()[..16].to_owned()
}

impl Deref for Seen {
    type Target = Ruling;

    fn deref(&self) -> &Ruling {
        &self.ruling
    }
}
