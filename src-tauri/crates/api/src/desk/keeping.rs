//! Where the evidence about another program's sessions goes, as a person chose for a workspace.

use std::path::Path;

use ::hydration::Keeping;
use ::sessions::Source;
use ::workspace::{Session, Workspace};
use message::message;

use crate::access::{ByProject, project};
use crate::{Code, Failure};

/// The workspaces whose evidence goes to Pixir's logs, by path.
pub(crate) const KEEPING: ByProject = ByProject {
    file: "evidence.json",
    limit: 1 << 20,
    until_then: || message!("all evidence goes to companion logs"),
    entry: |_| Ok(()),
};

/// Where the evidence about a session goes.
pub(crate) fn keeping(workspace: &Workspace, session: &Session) -> Keeping {
    let is_chosen = || {
        let chosen = KEEPING.read(workspace.surroundings()).unwrap_or_default();
        key(&workspace.folder()).is_ok_and(|key| chosen.contains_key(&key))
    };
    match session.place.source {
        Source::Assay => Keeping::OwnLog,
        Source::Pixir if is_chosen() => Keeping::PixirsLog,
        // A foreign log is never written to.
        _ => Keeping::Companion,
    }
}

/// What a workspace goes by in that file.
pub(crate) fn key(workspace: &Path) -> Result<String, Failure> {
    project(workspace).to_str().map(str::to_owned).ok_or_else(|| {
        Failure::new(
            Code::Refused,
            message!("the workspace’s path is not UTF-8, so nothing can be selected for it."),
        )
    })
}
