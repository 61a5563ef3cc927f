//! Every distinct text of one skill that a session recorded.

use std::collections::BTreeMap;

use crate::{Snapshot, Use};
use ::sessions::TextIntegrity;

/// One distinct text: the snapshots that are of the same bytes, whatever path they were recorded under.
pub struct Version<'j> {
    /// In order of first activation, from 1.
    pub number: u32,
    /// The snapshots of these bytes.
    pub snapshots: Vec<&'j Snapshot>,
}

/// Snapshots of the same bytes as one version each, in order of first activation.
pub fn merged(mut snapshots: Vec<&Snapshot>) -> Vec<Version<'_>> {
    snapshots.sort_by_key(|snapshot| snapshot.records().filter_map(|used| used.at).min());
    let mut versions: Vec<Version<'_>> = Vec::new();
    let mut places: BTreeMap<(String, bool), usize> = BTreeMap::new();
    for snapshot in snapshots {
        // A hash that does not fit its text says nothing about the text, and no hash says nothing at all.
        let is_sure = matches!(snapshot.integrity, TextIntegrity::Verified | TextIntegrity::Computed);
        let hash = if is_sure { snapshot.hash.clone() } else { snapshot.id() };
        let at = *places.entry((hash, is_sure)).or_insert_with(|| {
            let number = versions.len() as u32 + 1;
            versions.push(Version { number, snapshots: Vec::new() });
            versions.len() - 1
        });
        versions[at].snapshots.push(snapshot);
    }
    versions
}

impl<'j> Version<'j> {
    /// Every use of the text.
    pub fn uses(&self) -> impl Iterator<Item = &'j Use> + Clone {
        self.snapshots.iter().flat_map(|snapshot| &snapshot.uses)
    }

    /// Every place where the text is recorded.
    pub fn records(&self) -> impl Iterator<Item = &'j Use> + Clone {
        self.snapshots.iter().flat_map(|snapshot| snapshot.records())
    }

    /// The last use; where there is none, the last copy in a fork.
    pub fn latest(&self) -> Option<&'j Use> {
        let latest = self.uses().max_by_key(|used| used.at);
        latest.or_else(|| self.records().max_by_key(|used| used.at))
    }
}
