//! The tree of a Pi session. Every entry names the one it follows; one that follows another than the last begins a
//! branch, and the model then sees the path from the root to it alone. No branch was recorded: the rules are those of
//! Pi's sources and documents (`/tree`, formats 2 and 3).

use std::collections::{HashMap, HashSet};

use super::super::dialect::Told;
use crate::EventKind;
use crate::event::{Activation, Compaction};
use crate::members::Members;

#[derive(Debug, Default)]
pub(super) struct Tree {
    entries: HashMap<String, Entry>,
    /// The number of the first event of each line, by its place in the file: format 1 names lines so.
    lines: Vec<u32>,
    last: Option<String>,
    /// Some entry did not follow the last one, so that a path is no stretch of the file.
    has_branches: bool,
    texts: Vec<Text>,
    /// The texts on the path of lines that began a branch, or of compactions in a branched session, by the number of
    /// the line's first event.
    paths: HashMap<u32, Path>,
}

#[derive(Debug)]
struct Entry {
    first: u32,
    parent: Option<String>,
    /// The first entry that a compaction kept.
    kept: Option<String>,
}

#[derive(Debug)]
struct Text {
    entry: Option<String>,
    activation: Activation,
}

#[derive(Debug)]
struct Path {
    /// A branch begins; else the line is a compaction.
    is_new: bool,
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
        // Entries of format 1 and of copies name no parent, or one that is not in the file.
        let is_known =
            line.raw("parentId").is_some() && parent.as_ref().is_none_or(|id| self.entries.contains_key(id));
        let is_new = is_known && self.last.is_some() && parent != self.last;
        let kept = line.text("firstKeptEntryId");
        let is_compaction = line.text("type").as_deref() == Some("compaction");
        self.entries.insert(id.clone(), Entry { first, parent, kept });
        self.has_branches |= is_new;
        if is_new || (is_compaction && self.has_branches) {
            self.paths.insert(first, Path { is_new, texts: self.on_path(&id) });
        }
        self.last = Some(id);
    }

    /// A text was given by the last entry.
    pub fn give(&mut self, activation: Activation) {
        self.texts.push(Text { entry: self.last.clone(), activation });
    }

    /// The texts that the model sees at an entry.
    fn on_path(&self, leaf: &str) -> Vec<Activation> {
        let (mut path, mut seen): (Vec<&str>, HashSet<&str>) = (Vec::new(), HashSet::new());
        let mut at = Some(leaf);
        while let Some((id, entry)) =
            at.and_then(|id| self.entries.get_key_value(id)).filter(|(id, _)| seen.insert(id))
        {
            path.push(id);
            at = entry.parent.as_deref();
        }
        // From the leaf to the root: what is behind the last compaction, then what that one kept.
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
        if self.has_branches {
            return first;
        }
        let by_id = line.text("firstKeptEntryId").and_then(|id| Some(self.entries.get(&id)?.first));
        let by_line = || {
            let line = line.count("firstKeptEntryIndex").and_then(|line| usize::try_from(line).ok())?;
            self.lines.get(line).copied()
        };
        by_id.or_else(by_line).map_or(first, |kept| kept.saturating_sub(1).min(first))
    }

    /// What a line does to the context beside what it says: a new branch leaves the texts on its path alone.
    pub fn elsewhere(&self, first: u32) -> Vec<Told> {
        let Some(path) = self.paths.get(&first) else { return Vec::new() };
        let begins = path.is_new.then(|| {
            Told::of(EventKind::Compaction(Compaction {
                trigger: Some("another branch".to_owned()),
                to_seq: Some(i64::from(first) - 1),
                ..Compaction::default()
            }))
        });
        let texts = path.texts.iter().map(|text| Told::of(EventKind::SkillActivation(text.clone())));
        begins.into_iter().chain(texts).collect()
    }
}
