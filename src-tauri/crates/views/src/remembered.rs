//! The workspaces that were opened before, the latest first, and what each goes by.

use std::path::{Path, PathBuf};

use ::workspace::Workspace;
use serde::{Deserialize, Serialize};

/// The list of them, below what Assay keeps.
pub const FILE: &str = "workspaces.json";
/// Most bytes of the list of remembered workspaces.
const REMEMBERED_BYTES: u64 = 64 << 10;

/// Another workspace, by the id of its row.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SwitchAsk {
    /// The id of its row among those that were opened before.
    pub id: String,
}

/// Those of the list; none where there is no list yet.
pub fn remembered(workspace: &Workspace) -> Vec<PathBuf> {
    remembered_in(workspace.surroundings().kept.as_deref())
}

/// The same below what Assay keeps.
pub fn remembered_in(kept: Option<&Path>) -> Vec<PathBuf> {
    let Some(kept) = kept else { return Vec::new() };
    let read = disk::read(&kept.join(FILE), REMEMBERED_BYTES).ok();
    read.and_then(|contents| serde_json::from_slice(&contents.bytes).ok()).unwrap_or_default()
}

/// What the page calls a folder by.
pub fn id(path: &Path) -> String {
    disk::Digest::of(path.as_os_str().as_encoded_bytes()).short()
}

/// What a person calls a folder by, such as `acme/payments`: two names tell most workspaces apart.
pub fn name(path: &Path) -> String {
    let names: Vec<_> = path.iter().rev().take(2).map(|part| part.to_string_lossy()).collect();
    match names.as_slice() {
        [name, above] if above != "/" => format!("{above}/{name}"),
        [name, ..] => name.to_string(),
        [] => path.display().to_string(),
    }
}
