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

#[allow(clippy::disallowed_methods, reason = "a test lays out files of its own")]
#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn what_stays_is_found_eight_folders_deep_and_not_in_node_modules() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let at = |rel: &str| folder.path().join(rel);
        let deep = "1/2/3/4/5/6/7/8";
        for made in ["a/.vscode/.vscode", "skill/below", "node_modules/x/.vscode", ".GIT", "b"] {
            fs::create_dir_all(at(made)).expect("made");
        }
        fs::create_dir_all(at(deep).join(".vscode")).expect("made");
        fs::create_dir_all(at(deep).join("9/.vscode")).expect("made");
        for file in ["skill/SKILL.md", "b/plain.txt", "b/skill.md"] {
            fs::write(at(file), "").expect("written");
        }
        let own = [".GIT", ".git", "a/.vscode", "skill", "skills"].map(at);
        let mut expected: Vec<PathBuf> = own.into_iter().chain([at(deep).join(".vscode")]).collect();
        expected.sort();
        assert_eq!(kept(folder.path()), expected);
    }

    #[test]
    fn hooks_lie_where_the_last_line_of_the_settings_says() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        assert_eq!(hooks(folder.path()), None);
        fs::create_dir(folder.path().join(".git")).expect("made");
        let said = |settings: &str| {
            fs::write(folder.path().join(CONFIG), settings).expect("written");
            hooks(folder.path())
        };
        assert_eq!(said("[core]\n\tbare = false\n"), None);
        let found = said("[core]\n\thooksPath = old\n\tHooksPath = \"my hooks\"\n[x]\n\ty = z\n");
        assert_eq!(found, Some(folder.path().join("my hooks")));
        assert!(kept(folder.path()).contains(&folder.path().join("my hooks")));
    }
}
