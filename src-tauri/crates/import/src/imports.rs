//! The imports that are remembered.

use std::collections::VecDeque;
use std::sync::Arc;

use crate::Import;

/// Imports that are remembered; the oldest is let go for a further one.
const REMEMBERED: usize = 4;

/// The imports of one process.
#[derive(Default)]
pub struct Imports {
    count: u64,
    all: VecDeque<(String, Arc<Import>)>,
}

impl Imports {
    /// Remembers an import; returns the id under which it is found.
    pub fn keep(&mut self, import: Arc<Import>) -> String {
        self.count += 1;
        let id = format!("import-{}", self.count);
        while self.all.len() >= REMEMBERED {
            if let Some((_, oldest)) = self.all.pop_front() {
                oldest.stop.now();
            }
        }
        self.all.push_back((id.clone(), import));
        id
    }

    /// The import of an id; absent when it is no longer remembered.
    pub fn find(&self, id: &str) -> Option<Arc<Import>> {
        self.all.iter().find(|(known, _)| known == id).map(|(_, import)| Arc::clone(import))
    }

    /// Ends an import and lets its quarantine go.
    pub fn forget(&mut self, id: &str) {
        if let Some(at) = self.all.iter().position(|(known, _)| known == id)
            && let Some((_, import)) = self.all.remove(at)
        {
            import.stop.now();
        }
    }
}
