//! The list of skills that the model was last given before a point, where the log holds it.

use ::sessions::event::Listing;
use ::sessions::{EventKind, Kind};
use ::workspace::{Read, names_only};
use serde::Serialize;

/// Names told of one list.
const NAMES: usize = 500;

/// A recorded list of skills.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ListedThen {
    /// The first 500 names in the order of the list, then those that were added to it.
    #[cfg_attr(feature = "typescript", ts(type = "Array<Foreign>"))]
    pub names: Vec<String>,
    /// Names in all.
    pub total: u32,
    /// Of them, added by later lists.
    pub added: u32,
    /// Of those in the list's own text, names that stand there without a description, the first 500.
    #[cfg_attr(feature = "typescript", ts(type = "Array<Foreign>"))]
    pub bare: Vec<String>,
    /// The record of the list.
    pub line: u32,
    /// The line of the file it stands on.
    pub file_line: u32,
}

/// The list in force before a position; nothing where none was recorded before it.
pub(crate) fn listed(read: &Read, end: usize) -> Option<ListedThen> {
    let is = |at: &usize| read.log.at(*at).is_some_and(|row| row.kind() == Kind::SkillListing);
    let mut later: Vec<Listing> = Vec::new();
    for at in (0..end).rev().filter(is) {
        let event = read.log.event(at)?;
        let EventKind::SkillListing(listing) = event.kind else { continue };
        if listing.adds {
            later.push(listing);
            continue;
        }
        return Some(told(&listing, later, event.line, read.log.line_of(event.line)));
    }
    None
}

fn told(first: &Listing, later: Vec<Listing>, line: u32, file_line: u32) -> ListedThen {
    let mut names = first.names.clone();
    for name in later.into_iter().rev().flat_map(|listing| listing.names) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let (total, added) = (names.len(), names.len() - first.names.len());
    names.truncate(NAMES);
    let mut bare = first.text.as_deref().map(|text| names_only(text, &first.names)).unwrap_or_default();
    bare.truncate(NAMES);
    ListedThen { names, total: total as u32, added: added as u32, bare, line, file_line }
}
