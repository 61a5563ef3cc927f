//! Where the evidence about another program's sessions goes, as a person chose for a workspace.

use std::path::Path;

use ::hydration::Keeping;
use ::sessions::Source;
use ::workspace::{Session, Workspace};
use serde_json::{Map, Value};

use crate::{Code, Failure, Surroundings};

/// The file with the workspaces whose evidence goes to Pixir's logs, below what Assay keeps.
pub(crate) const FILE: &str = "evidence.json";
/// Bytes of that file.
const LIMIT: u64 = 1 << 20;

/// Where the evidence about a session goes.
pub(crate) fn keeping(workspace: &Workspace, session: &Session) -> Keeping {
    let is_chosen =
        || key(&workspace.folder()).is_ok_and(|key| choices(workspace.surroundings()).contains_key(&key));
    match session.place.source {
        Source::Assay => Keeping::OwnLog,
        Source::Pixir if is_chosen() => Keeping::PixirsLog,
        // A foreign log is never written to.
        _ => Keeping::Companion,
    }
}

/// What a workspace goes by in that file.
pub(crate) fn key(workspace: &Path) -> Result<String, Failure> {
    workspace.to_str().map(str::to_owned).ok_or_else(|| {
        Failure::new(Code::Refused, "the workspace’s path is not UTF-8, so nothing is chosen for it")
    })
}

/// The workspaces in that file. What cannot be read chooses nothing: the evidence goes to the companion logs.
pub(crate) fn choices(surroundings: &Surroundings) -> Map<String, Value> {
    let file = surroundings.kept.as_ref().map(|kept| kept.join(FILE));
    let read = file.and_then(|file| disk::read(&file, LIMIT).ok());
    read.and_then(|contents| serde_json::from_slice(&contents.bytes).ok()).unwrap_or_default()
}
