//! The imports that are remembered.

use std::sync::Arc;

use ::workspace::locked;

use super::quarantine::{Import, REMEMBERED};
use crate::{App, Failure};

impl App {
    pub(crate) fn keep_import(&self, import: Arc<Import>) -> String {
        let mut imports = locked(&self.imports);
        imports.count += 1;
        let id = format!("import-{}", imports.count);
        while imports.all.len() >= REMEMBERED {
            if let Some((_, oldest)) = imports.all.pop_front() {
                oldest.stop.now();
            }
        }
        imports.all.push_back((id.clone(), import));
        id
    }

    pub(crate) fn import(&self, id: &str) -> Result<Arc<Import>, Failure> {
        let imports = locked(&self.imports);
        let found = imports.all.iter().find(|(known, _)| known == id);
        found.map(|(_, import)| Arc::clone(import)).ok_or_else(|| {
            Failure::not_found("this import is no longer remembered; nothing was written")
                .hint("begin it again")
        })
    }

    /// Ends an import and lets its quarantine go.
    pub(crate) fn forget_import(&self, id: &str) {
        let mut imports = locked(&self.imports);
        if let Some(at) = imports.all.iter().position(|(known, _)| known == id)
            && let Some((_, import)) = imports.all.remove(at)
        {
            import.stop.now();
        }
    }
}
