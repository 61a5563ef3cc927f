//! Looking for workspaces below a folder: wherever `.pixir/sessions` is.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};

use disk::Kind;
use ignore::gitignore::{Gitignore, GitignoreBuilder};

use crate::sync::Go;

/// Folders that are listed at the most.
pub const FOLDER_LIMIT: usize = 50_000;
/// How deep below the chosen folder is looked.
const DEPTH_LIMIT: usize = 8;
/// Workspaces that are taken at the most.
const FOUND_LIMIT: usize = 1_000;
/// Most bytes of one `.gitignore`.
const RULES_LIMIT: u64 = 256 << 10;

/// What was found.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Looked {
    /// Folders with sessions, sorted.
    pub workspaces: Vec<PathBuf>,
    /// Folders listed.
    pub folders: usize,
    /// A limit was reached, or it was told to stop: there may be more.
    pub cut: bool,
}

/// A folder to look into, with the rules that hold in it, from the outside in.
struct Step {
    folder: PathBuf,
    depth: usize,
    rules: Vec<std::sync::Arc<Gitignore>>,
}

/// Looks below a folder, nearest first. Links are not followed. What git ignores is not looked into, but a
/// workspace whose `.pixir` is ignored, as it mostly is, is found.
pub fn workspaces_below(root: &Path, told: &mut dyn FnMut(usize) -> Go) -> Looked {
    let mut looked = Looked::default();
    let mut steps = VecDeque::from([Step { folder: root.to_owned(), depth: 0, rules: Vec::new() }]);
    while let Some(mut step) = steps.pop_front() {
        if looked.folders >= FOLDER_LIMIT
            || looked.workspaces.len() >= FOUND_LIMIT
            || (looked.folders.is_multiple_of(64) && told(looked.folders) == Go::Stop)
        {
            looked.cut = true;
            break;
        }
        looked.folders += 1;
        let Ok(entries) = disk::list(&step.folder) else { continue };
        let has = |name: &str| entries.iter().any(|entry| entry.name == name);
        let is_folder = |path: &Path| disk::look_at_entry(path).is_ok_and(|look| look.kind == Kind::Folder);
        if has(".pixir")
            && is_folder(&step.folder.join(".pixir"))
            && is_folder(&step.folder.join(".pixir/sessions"))
        {
            looked.workspaces.push(step.folder.clone());
        }
        if has(".gitignore") {
            step.rules.extend(rules(&step.folder).map(std::sync::Arc::new));
        }
        for entry in entries.iter().filter(|entry| entry.kind == Kind::Folder) {
            let folder = step.folder.join(&entry.name);
            if entry.name == ".git" || entry.name == ".pixir" || is_ignored(&step.rules, &folder) {
                continue;
            }
            if step.depth + 1 > DEPTH_LIMIT {
                looked.cut = true;
                continue;
            }
            steps.push_back(Step { folder, depth: step.depth + 1, rules: step.rules.clone() });
        }
    }
    looked.workspaces.sort();
    looked
}

fn rules(folder: &Path) -> Option<Gitignore> {
    let contents = disk::read(&folder.join(".gitignore"), RULES_LIMIT).ok()?;
    let mut builder = GitignoreBuilder::new(folder);
    for line in String::from_utf8_lossy(&contents.bytes).lines() {
        // A line that is no rule is none for git either.
        let _ = builder.add_line(None, line);
    }
    builder.build().ok()
}

/// The innermost rule that says anything decides.
fn is_ignored(rules: &[std::sync::Arc<Gitignore>], folder: &Path) -> bool {
    let said = rules.iter().rev().map(|rules| rules.matched(folder, true)).find(|said| !said.is_none());
    said.is_some_and(|said| said.is_ignore())
}
