//! What of a workspace an approved command may only read: from there things run later, or are told to agents.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};

use disk::Kind;

/// Names that are kept wherever they stand: of git and its hooks, of sessions, of skills and agents, of editors.
const NAMES: &[&str] = &[
    ".agent",
    ".agents",
    ".assay",
    ".claude",
    ".codex",
    ".continue",
    ".cursor",
    ".devcontainer",
    ".gemini",
    ".git",
    ".githooks",
    ".github",
    ".husky",
    ".idea",
    ".kiro",
    ".opencode",
    ".pixir",
    ".vscode",
    ".windsurf",
];
/// A folder with this file is a skill, and what lies beside it usually too.
const SKILL: &str = "SKILL.md";
/// Where git may be told that its hooks lie.
const CONFIG: &str = ".git/config";
/// Entries that are looked at, and folders in each other.
const MOST: usize = 20_000;
const DEEPEST: usize = 8;
/// Bytes of settings of git.
const SETTINGS: u64 = 1 << 20;

/// The paths below a workspace that stay as they are. They are looked for in the first 20,000 entries, eight folders
/// deep, and not in `node_modules`; what is not there yet can be made, but not directly in the workspace.
pub fn kept(workspace: &Path) -> Vec<PathBuf> {
    let mut found = vec![workspace.join(".git"), workspace.join("skills")];
    found.extend(hooks(workspace));
    let mut folders = VecDeque::from([(workspace.to_owned(), 0)]);
    let mut seen = 0;
    while let Some((folder, depth)) = folders.pop_front() {
        for entry in disk::list(&folder).unwrap_or_default() {
            seen += 1;
            let path = folder.join(&entry.name);
            let name = entry.name.to_string_lossy().to_ascii_lowercase();
            if NAMES.contains(&name.as_str()) {
                found.push(path);
            } else if entry.name == SKILL {
                found.push(folder.clone());
            } else if entry.kind == Kind::Folder && depth < DEEPEST && seen < MOST && name != "node_modules" {
                folders.push_back((path, depth + 1));
            }
        }
    }
    // The workspace itself may be a skill; then nothing of it is written.
    found.sort();
    found.dedup();
    found
}

/// The folder that `core.hooksPath` names in the workspace's own settings.
fn hooks(workspace: &Path) -> Option<PathBuf> {
    let settings = disk::read(&workspace.join(CONFIG), SETTINGS).ok()?.bytes;
    let settings = String::from_utf8_lossy(&settings).into_owned();
    let values = settings.lines().filter_map(|line| line.trim().split_once('='));
    let value = values
        .filter(|(key, _)| key.trim().eq_ignore_ascii_case("hookspath"))
        .map(|(_, value)| value)
        .next_back()?;
    Some(workspace.join(value.trim().trim_matches('"')))
}
