//! Where a session is known that is not one of the open workspace.

use std::path::{Path, PathBuf};

use crate::App;

impl App {
    /// The engine that answers for a session: this one where it has one with that id, else one on the folder of the
    /// first known session that has it. Its folder may be gone.
    #[must_use]
    pub fn with_session(self, id: &str) -> Self {
        let is_here = self.workspace.logs().sessions.iter().any(|session| session.id == id);
        match (!is_here).then(|| self.folder_of(id)).flatten() {
            Some(folder) => Self::with(self.workspace.beside(&folder), self.host, self.desk),
            None => self,
        }
    }

    /// Whether sessions of other agents were started in the open folder or below it, even if it is gone.
    pub fn is_named_by_sessions(&self) -> bool {
        !self.workspace.logs_elsewhere().below(&self.workspace.folder()).is_empty()
    }

    fn folder_of(&self, id: &str) -> Option<PathBuf> {
        let elsewhere = self.workspace.logs_elsewhere();
        let named = elsewhere.logs.iter().filter(|place| place.workspace.is_absolute());
        let named = named.filter(|place| place.id.as_str() == id).map(|place| place.workspace.clone()).next();
        named.or_else(|| {
            let holds = |folder: &Path| {
                let found = ::sessions::find(folder, self.now());
                found.logs.iter().any(|place| place.id.as_str() == id)
            };
            self.everywhere().known_workspaces().into_iter().find(|folder| holds(folder))
        })
    }
}
