//! Which texts of skills the model still has when answers are cleared: a checkpoint covers everything before it, but for
//! what it leaves in place.

use std::collections::HashMap;

use crate::EventKind;
use crate::event::Compaction;

/// The texts that were given, by the records of their activations, with the part that each stands in.
#[derive(Debug, Clone, Default)]
pub(super) struct Texts {
    in_place: Vec<(u32, Option<String>)>,
    /// What the records that say that texts were cleared leave in place.
    kept: HashMap<u32, Vec<i64>>,
}

impl Texts {
    /// A text was given.
    pub fn give(&mut self, record: u32, part: Option<String>) {
        self.in_place.push((record, part));
    }

    /// A summary stands for everything up to a record.
    pub fn cover(&mut self, to: u32) {
        self.in_place.retain(|(record, _)| *record > to);
    }

    /// The answers in some parts were cleared; told by a record.
    pub fn clear(&mut self, first: u32, parts: &[String]) {
        let before = self.in_place.len();
        self.in_place.retain(|(_, part)| part.as_ref().is_none_or(|part| !parts.contains(part)));
        if self.in_place.len() < before {
            self.kept.insert(first, self.in_place.iter().map(|(record, _)| i64::from(*record)).collect());
        }
    }

    /// What a record is that says that answers were cleared: a checkpoint, unless a summary stood for their texts
    /// already.
    pub fn told(&self, first: u32) -> EventKind {
        match self.kept.get(&first) {
            Some(keeps) => EventKind::Compaction(Compaction {
                strategy: Some("old answers of tools were cleared".to_owned()),
                to_seq: Some(i64::from(first)),
                keeps: keeps.clone(),
                ..Compaction::default()
            }),
            None => EventKind::Other { name: "cleared".to_owned() },
        }
    }
}
