//! One look at the skills, with what every answer needs of it and what is dear to find again.

use std::collections::HashMap;
use std::ops::{Deref, Range};

use ::skills::{Catalog, Discovery, Skill};

use super::skill_id;

/// A discovery, its rows' ids, and its catalog.
pub(crate) struct Seen {
    discovery: Discovery,
    /// The id of each skill, in the discovery's order.
    pub ids: Vec<String>,
    /// The catalog under Pixir's budget.
    pub catalog: Catalog,
    // The catalog without a budget, and each skill's entry in it.
    whole: String,
    entries: Vec<Option<Range<usize>>>,
}

impl Seen {
    pub(crate) fn of(discovery: Discovery) -> Self {
        let whole = ::skills::catalog_within(&discovery, usize::MAX);
        let mut ranges: HashMap<_, _> =
            whole.entries.into_iter().map(|entry| (entry.short_path, entry.range)).collect();
        let entries = discovery.skills.iter().map(|skill| ranges.remove(&skill.short_path).flatten());
        Self {
            ids: discovery.skills.iter().map(skill_id).collect(),
            catalog: ::skills::catalog(&discovery),
            entries: entries.collect(),
            whole: whole.text,
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

    /// Exactly what the catalog says of a skill when nothing is cut; nothing when it is not listed.
    pub(crate) fn entry(&self, at: usize) -> Option<&str> {
        self.whole.get(self.entries.get(at)?.clone()?)
    }
}

impl Deref for Seen {
    type Target = Discovery;

    fn deref(&self) -> &Discovery {
        &self.discovery
    }
}
