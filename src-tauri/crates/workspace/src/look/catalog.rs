//! The last recorded skill list of each agent, and what follows from it for the limit of its catalog.

use std::sync::Arc;

use skills::Convention;

use crate::Workspace;
use crate::locked::locked;
use crate::recorded_catalog::{RecordedCatalog, newest, read};

impl Workspace {
    /// Returns the newest skill list that a session of an agent recorded in this folder; of at most the 8 newest logs.
    pub fn recorded_catalog(&self, convention: Convention) -> Option<Arc<RecordedCatalog>> {
        let logs = self.logs_elsewhere();
        let mut known = locked(&self.recorded_catalogs);
        if !known.logs.as_ref().is_some_and(|last| Arc::ptr_eq(last, &logs.logs)) {
            known.logs = Some(Arc::clone(&logs.logs));
            known.by_convention.clear();
        }
        if let Some(found) = known.by_convention.get(&convention) {
            return found.clone();
        }
        let found = newest(&logs.below(&self.folder()), convention).find_map(|place| {
            if let Some(found) = known.by_path.get(&place.path) {
                return Some(Arc::clone(found));
            }
            let found = Arc::new(read(place)?);
            known.by_path.insert(place.path.clone(), Arc::clone(&found));
            Some(found)
        });
        known.by_convention.insert(convention, found.clone());
        found
    }

    /// Returns how much of an agent's list fits, in the unit of its limit: everything where it has no limit, and where
    /// a session recorded a list that is larger than the limit Assay knows.
    pub(crate) fn catalog_room(&self, convention: Convention) -> usize {
        if self.is_larger_than_known(convention) { usize::MAX } else { convention.rules().room() }
    }

    /// Returns whether the last recorded list is larger than the limit Assay knows for its agent, so that another one
    /// holds on this machine.
    pub fn is_larger_than_known(&self, convention: Convention) -> bool {
        let Some(limit) = convention.rules().budget.limit else { return false };
        let size = self.recorded_catalog(convention).and_then(|recorded| recorded.size(limit.unit));
        size.is_some_and(|size| size > limit.amount)
    }
}
