//! The last skill list that a session of an agent recorded, which goes before any reconstruction.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::path::PathBuf;
use std::sync::Arc;

use sessions::{EventKind, Kind, Log, LogPlace, Row, SessionId};
use skills::{Convention, Unit};

use crate::ruling::convention_of;
use crate::seen::id_of;

/// Logs that are read at most to find a list, the newest first.
const LOGS: usize = 8;

/// A skill list as a session recorded it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordedCatalog {
    /// The session's key in the window.
    pub key: String,
    /// The session, as its agent calls it.
    pub session: SessionId,
    /// When the list was recorded, in milliseconds since 1970 (UTC).
    pub at: Option<i64>,
    /// The record of the log that holds it, counted from 1.
    pub line: u32,
    /// The names of the skills, in the order of the list.
    pub names: Vec<String>,
    /// Of them, those that stand there without a description.
    pub names_only: Vec<String>,
    /// The entries as the model read them, the first line of each; empty where the log holds names alone.
    entries: Vec<String>,
}

/// The lists that were found, and the search for logs they belong to.
#[derive(Default)]
pub(crate) struct RecordedCatalogs {
    pub(crate) logs: Option<Arc<[LogPlace]>>,
    pub(crate) by_convention: HashMap<Convention, Option<Arc<RecordedCatalog>>>,
    /// A session's list does not change once it is there, so its log is not read again for it.
    pub(crate) by_path: HashMap<PathBuf, Arc<RecordedCatalog>>,
}

impl RecordedCatalog {
    /// Returns the size of the entries in a unit; `None` where the log holds names alone.
    pub fn size(&self, unit: Unit) -> Option<usize> {
        (!self.entries.is_empty()).then(|| self.entries.iter().map(|entry| unit.size_of(entry) + 1).sum())
    }
}

/// Returns the logs of an agent's own sessions, the one that was written last first, and no more than are read.
pub(crate) fn newest<'l>(
    places: &[&'l LogPlace],
    convention: Convention,
) -> impl Iterator<Item = &'l LogPlace> {
    let own = places.iter().copied();
    let own = own.filter(|place| place.subagent.is_none() && convention_of(place.source) == convention);
    let mut own: Vec<(i128, &LogPlace)> =
        own.filter_map(|place| Some((place.source.look(&place.path).ok()?.modified_ns, place))).collect();
    own.sort_by_key(|(modified, _)| Reverse(*modified));
    own.into_iter().take(LOGS).map(|(_, place)| place)
}

/// Reads the last whole list of a log; `None` where it has none, or cannot be read, which other looks report.
pub(crate) fn read(place: &LogPlace) -> Option<RecordedCatalog> {
    let log = Log::open_place(place).ok()?;
    let lists =
        (0..log.len()).rev().filter(|at| log.at(*at).is_some_and(|row| row.kind() == Kind::SkillListing));
    lists.into_iter().find_map(|at| {
        let event = log.event(at)?;
        let EventKind::SkillListing(list) = event.kind else { return None };
        if list.adds {
            return None;
        }
        let text = list.text.unwrap_or_default();
        let entries = text.lines().filter(|line| line.starts_with("- "));
        Some(RecordedCatalog {
            key: id_of(&place.path),
            session: place.id.clone(),
            at: log.at(at).and_then(Row::seconds).map(|seconds| i64::from(seconds) * 1000),
            line: event.line,
            entries: entries.map(str::to_owned).collect(),
            names_only: names_only(&text, &list.names),
            names: list.names,
        })
    })
}

/// Returns the names that stand in a list with nothing behind them but the place of their file.
pub fn names_only(text: &str, names: &[String]) -> Vec<String> {
    let items = text.lines().filter_map(|line| line.strip_prefix("- "));
    let alone =
        items.map(|item| item.split(" (file: ").next().unwrap_or(item).trim_end().trim_end_matches(':'));
    let alone: HashSet<&str> = alone.collect();
    names.iter().filter(|name| alone.contains(name.as_str())).cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::names_only;

    #[test]
    fn a_name_without_a_description_is_found() {
        let text = "- notes: Notes.\n- long\n- kit:tour\n- far (file: r0/far/SKILL.md)\n- near: N (file: r0/near/SKILL.md)";
        let names = ["notes", "long", "kit:tour", "far", "near"].map(str::to_owned);
        assert_eq!(names_only(text, &names), ["long", "kit:tour", "far"]);
    }
}
