//! The models a session's calls went to.

use std::collections::VecDeque;

use crate::index::Kind;
use crate::{Change, EventKind, Log};

/// Usage events looked at from each end of a log: reading the lines of all of them would take as long as the log.
const EACH_END: usize = 1_000;

/// The models named by the first and the last thousand usage events of a log.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Models {
    first: Vec<Option<String>>,
    last: VecDeque<Option<String>>,
    // First position that was not looked at.
    next: usize,
}

/// Reads the models of a log.
pub fn models(log: &Log) -> Models {
    let mut models = Models::default();
    models.advance(log);
    models
}

impl Models {
    /// The names, in the order in which they first appear.
    pub fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for name in self.first.iter().chain(&self.last).flatten() {
            if !names.contains(name) {
                names.push(name.clone());
            }
        }
        names
    }

    /// Takes in what a log has gained since it was read.
    pub fn follow(&mut self, log: &Log, change: Change) {
        if !log.keeps(change, self.next) {
            *self = Self::default();
        }
        self.advance(log);
    }

    fn advance(&mut self, log: &Log) {
        let usage = log.marks(self.next).filter(|(_, (kind, _))| *kind == Kind::ProviderUsage);
        let positions: Vec<usize> = usage.map(|(position, _)| position).collect();
        let (first, rest) = positions.split_at(positions.len().min(EACH_END - self.first.len()));
        self.first.extend(first.iter().map(|at| model_at(log, *at)));
        for at in &rest[rest.len().saturating_sub(EACH_END)..] {
            if self.last.len() == EACH_END {
                self.last.pop_front();
            }
            self.last.push_back(model_at(log, *at));
        }
        self.next = log.len();
    }
}

fn model_at(log: &Log, position: usize) -> Option<String> {
    match log.event(position)?.kind {
        EventKind::ProviderUsage(usage) => usage.model,
        _ => None,
    }
}
