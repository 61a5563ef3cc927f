//! The tree of a Pi session. Every entry names the one it follows. One that follows another than the last begins a
//! branch, and the model then sees the path from the root to it alone: somebody went back, or over to another branch.
//! No branch was recorded: the rules are those of Pi's sources and documents (`/tree`, formats 2 and 3).

use std::collections::{HashMap, HashSet};

use super::super::dialect::Told;
use crate::EventKind;
use crate::event::{Activation, Compaction};
use crate::index::Flags;
use crate::members::Members;

#[derive(Debug, Clone, Default)]
pub(super) struct Tree {
    entries: HashMap<String, Entry>,
    /// The number of the first event of each line, by its place in the file: format 1 names lines so.
    lines: Vec<u32>,
    last: Option<String>,
    texts: Vec<Text>,
    /// The numbers that the conversation goes on from, by that of the first event of the line.
    back_to: HashMap<u32, u32>,
    /// Somebody went over to another branch, so that a path is no stretch of the file without what was gone back
    /// before.
    has_crossed: bool,
    /// The texts on the path of lines that another branch went on with, and of compactions behind such, by the number
    /// of the line's first event.
    paths: HashMap<u32, Path>,
}

#[derive(Debug, Clone)]
struct Entry {
    first: u32,
    /// The number of its last event.
    last: u32,
    parent: Option<String>,
    /// The first entry that a compaction kept.
    kept: Option<String>,
}

#[derive(Debug, Clone)]
struct Text {
    entry: Option<String>,
    activation: Activation,
}

#[derive(Debug, Clone)]
struct Path {
    /// Another branch goes on; else the line is a compaction.
    is_crossing: bool,
    texts: Vec<Activation>,
}

impl Tree {
    /// Every line has a place, the head too.
    pub fn place(&mut self, first: u32) {
        self.lines.push(first);
    }

    pub fn enter(&mut self, first: u32, line: &Members<'_>) {
        let Some(id) = line.text("id") else { return };
        let parent = line.text("parentId");
        // Entries of format 1 name no parent; one that is not in the file tells nothing.
        let is_known =
            line.raw("parentId").is_some() && parent.as_ref().is_none_or(|id| self.entries.contains_key(id));
        let kept = line.text("firstKeptEntryId");
        let is_compaction = line.text("type").as_deref() == Some("compaction");
        let mut is_crossing = false;
        if is_known && self.last.is_some() && parent != self.last {
            let before =
                parent.as_ref().and_then(|parent| self.entries.get(parent)).map_or(0, |entry| entry.last);
            let last = self.last.as_deref();
            if parent.as_deref().is_none_or(|parent| self.path(last).contains(&parent)) {
                self.back_to.insert(first, before);
            } else {
                is_crossing = true;
                self.has_crossed = true;
            }
        }
        self.entries.insert(id.clone(), Entry { first, last: first, parent, kept });
        if is_crossing || (is_compaction && self.has_crossed) {
            self.paths.insert(first, Path { is_crossing, texts: self.on_path(&id) });
        }
        self.last = Some(id);
    }

    /// The last entry has so many events, and gave these texts.
    pub fn fill(&mut self, count: usize, texts: impl Iterator<Item = Activation>) {
        let entry = self.last.clone();
        if let Some(entry) = entry.as_ref().and_then(|id| self.entries.get_mut(id)) {
            entry.last = entry.first + u32::try_from(count.saturating_sub(1)).unwrap_or(0);
        }
        self.texts.extend(texts.map(|activation| Text { entry: entry.clone(), activation }));
    }

    /// The entries from one up to the root.
    fn path<'t>(&'t self, leaf: Option<&'t str>) -> Vec<&'t str> {
        let (mut path, mut seen): (Vec<&str>, HashSet<&str>) = (Vec::new(), HashSet::new());
        let mut at = leaf;
        while let Some((id, entry)) = at.and_then(|id| self.entries.get_key_value(id)) {
            if !seen.insert(id) {
                break;
            }
            path.push(id);
            at = entry.parent.as_deref();
        }
        path
    }

    /// The texts that the model sees at an entry.
    fn on_path(&self, leaf: &str) -> Vec<Activation> {
        let mut path = self.path(Some(leaf));
        // What is behind the last compaction, then what that one kept.
        let compaction =
            path.iter().position(|id| self.entries.get(*id).is_some_and(|entry| entry.kept.is_some()));
        if let Some(compaction) = compaction {
            let kept = self.entries.get(path[compaction]).and_then(|entry| entry.kept.as_deref());
            let end = path.iter().rposition(|id| Some(*id) == kept).unwrap_or(compaction);
            path.truncate(end.max(compaction) + 1);
        }
        let path: HashSet<&str> = path.into_iter().collect();
        let texts =
            self.texts.iter().filter(|text| text.entry.as_deref().is_some_and(|id| path.contains(id)));
        texts.map(|text| Activation { given_again: true, ..text.activation.clone() }).collect()
    }

    /// What a compaction stands for: the numbers up to this one.
    pub fn compacted_to(&self, first: u32, line: &Members<'_>) -> u32 {
        if self.paths.contains_key(&first) {
            return first;
        }
        let by_id = line.text("firstKeptEntryId").and_then(|id| Some(self.entries.get(&id)?.first));
        let by_line = || {
            let line = line.count("firstKeptEntryIndex").and_then(|line| usize::try_from(line).ok())?;
            self.lines.get(line).copied()
        };
        by_id.or_else(by_line).map_or(first, |kept| kept.saturating_sub(1).min(first))
    }

    /// The events of a line with what it does to the context beside what it says: the conversation goes on from an
    /// older entry, or from another branch with the texts on its path.
    pub fn place_of(&self, first: u32, mut own: Vec<Told>) -> Vec<Told> {
        if let Some(from) = self.back_to.get(&first) {
            if own.is_empty() {
                own.push(Told::of(EventKind::Other { name: "branch".to_owned() }));
            }
            own[0].flags = own[0].flags.and(Flags::TURNS_BACK);
            own[0].goes_on_from = Some(*from);
        }
        let Some(path) = self.paths.get(&first) else { return own };
        if path.is_crossing {
            own.push(Told::of(EventKind::Compaction(Compaction {
                settles: true,
                trigger: Some("another branch".to_owned()),
                to_seq: Some(i64::from(first) - 1),
                ..Compaction::default()
            })));
        }
        own.extend(path.texts.iter().map(|text| Told::of(EventKind::SkillActivation(text.clone()))));
        own
    }
}
