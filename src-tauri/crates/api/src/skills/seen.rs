//! One look at the skills, with what every answer needs of it and what is dear to find again.

use std::collections::HashMap;
use std::ops::{Deref, Range};

use ::skills::{Catalog, Discovery, Skill};

use super::{SkillListing, skill_id};

/// A discovery, its rows' ids, and its catalog.
pub(crate) struct Seen {
    discovery: Discovery,
    /// The id of each skill, in the discovery's order.
    pub ids: Vec<String>,
    /// The catalog under Pixir's budget.
    pub catalog: Catalog,
    // What the catalog has of each skill, in the discovery's order.
    entries: Vec<Entry>,
}

/// What the catalog has of a skill.
#[derive(Debug, Clone, Default)]
struct Entry {
    range: Option<Range<usize>>,
    listing: SkillListing,
}

impl Seen {
    pub(crate) fn of(discovery: Discovery) -> Self {
        let catalog = ::skills::catalog(&discovery);
        let known: HashMap<&str, Entry> =
            catalog.entries.iter().map(|entry| (entry.short_path.as_str(), Entry::of(entry))).collect();
        let entries = discovery
            .skills
            .iter()
            .map(|skill| known.get(skill.short_path.as_str()).cloned().unwrap_or_default());
        Self {
            ids: discovery.skills.iter().map(skill_id).collect(),
            entries: entries.collect(),
            catalog,
            discovery,
        }
    }

    /// The same skills and problems.
    pub(crate) fn is_of(&self, discovery: &Discovery) -> bool {
        self.discovery == *discovery
    }

    /// The skill of a row.
    pub(crate) fn skill(&self, id: &str) -> Option<&Skill> {
        let at = self.ids.iter().position(|known| known == id)?;
        self.skills.get(at)
    }

    /// Exactly what the catalog says of a skill after the cut; nothing when it says nothing.
    pub(crate) fn entry(&self, at: usize) -> Option<&str> {
        self.catalog.text.get(self.entries.get(at)?.range.clone()?)
    }

    /// How much that is.
    pub(crate) fn listing(&self, at: usize) -> SkillListing {
        self.entries.get(at).map(|entry| entry.listing).unwrap_or_default()
    }
}

impl Entry {
    fn of(entry: &::skills::CatalogEntry) -> Self {
        let listing = match (&entry.range, entry.is_whole) {
            (_, true) => SkillListing::Whole,
            (Some(_), false) => SkillListing::Part,
            (None, false) => SkillListing::Cut,
        };
        Self { range: entry.range.clone(), listing }
    }
}

impl Deref for Seen {
    type Target = Discovery;

    fn deref(&self) -> &Discovery {
        &self.discovery
    }
}
