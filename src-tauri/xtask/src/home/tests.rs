//! The home as it is on disk.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use super::*;

/// A folder of the system's temporary folder, removed when the test ends.
struct TestFolder(PathBuf);

impl TestFolder {
    fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("xtask home {} {number}", std::process::id());
        Self(std::env::temp_dir().join(name))
    }
}

impl Drop for TestFolder {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.0).ok();
    }
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("the folder is there").flatten() {
        let path = entry.path();
        if path.is_dir() { found.extend(files(&path)) } else { found.push(path) }
    }
    found.sort();
    found
}

fn logs(home: &AgentHome) -> Vec<(PathBuf, String)> {
    let is_log = |path: &PathBuf| path.extension().is_some_and(|end| end == "jsonl");
    let logs = files(&home.home).into_iter().filter(is_log);
    logs.map(|path| (path.clone(), fs::read_to_string(path).expect("a log is text"))).collect()
}

#[test]
fn layout_has_skills_a_repository_a_plugin_and_sessions() {
    let folder = TestFolder::new();
    let laid = lay_out(&folder.0).expect("it is laid out");
    for path in [
        "project/.git/HEAD",
        "project/.claude/skills/migrations/SKILL.md",
        "project/.agents/skills/queue-worker/SKILL.md",
        "home/.claude/skills/sketch/references/shapes.md",
        "home/.claude/plugins/installed_plugins.json",
        "home/.claude/plugins/cache/workbench/planner/1.2.0/skills/split-work/SKILL.md",
        "home/.claude/plugins/cache/workbench/planner/1.3.0/skills/split-work/SKILL.md",
        "home/.codex/skills/changelog/SKILL.md",
    ] {
        assert!(folder.0.join(path).is_file(), "{path}");
    }
    assert!(!laid.home.join(".claude/skills/old-deploy").exists(), "a deleted skill is on disk");
    assert!(!laid.project.join(".claude/worktrees").exists(), "the worktree is there");
    assert_eq!(laid.sessions.len(), logs(&laid).len(), "each log is a session");
    assert_eq!(laid.sessions.len(), 12);
}

#[test]
fn layout_refuses_a_folder_that_is_not_empty() {
    let folder = TestFolder::new();
    fs::create_dir_all(&folder.0).expect("a folder");
    fs::write(folder.0.join("mine.txt"), "mine").expect("a file");
    let error = lay_out(&folder.0).expect_err("the folder is not empty");
    assert_eq!(error.kind(), io::ErrorKind::AlreadyExists);
    assert_eq!(files(&folder.0).len(), 1, "something was written");
}

#[test]
fn every_path_in_a_log_lies_below_the_folder() {
    let folder = TestFolder::new();
    let laid = lay_out(&folder.0).expect("it is laid out");
    let top = fs::canonicalize(&folder.0).expect("it is there");
    let top = top.to_str().expect("it is UTF-8");
    for (path, text) in logs(&laid) {
        for (at, _) in text.match_indices("\"cwd\":\"") {
            let folder = &text[at + 7..];
            assert!(folder.starts_with(top), "{}: {}", path.display(), &folder[..40]);
        }
    }
}

#[test]
fn copies_share_lines_with_the_first_session() {
    let folder = TestFolder::new();
    let laid = lay_out(&folder.0).expect("it is laid out");
    let text = |id: &str| {
        let (_, text) =
            logs(&laid).into_iter().find(|(path, _)| path.ends_with(format!("{id}.jsonl"))).expect(id);
        text
    };
    let of_claude: Vec<&String> = laid.sessions.iter().filter(|id| id.starts_with("3c0a51f2")).collect();
    let [first, resumed, fresh] = [0, 1, 2].map(|at| text(of_claude[at]));
    let values = |text: &str, member: &str| -> Vec<String> {
        let after = text.split(member).skip(1);
        after.filter_map(|rest| rest.split('"').next()).map(str::to_owned).collect()
    };
    let shared = |one: &str, two: &str, member: &str| {
        let known = values(one, member);
        values(two, member).iter().filter(|value| known.contains(value)).count()
    };
    let (uuid, message) = ("\"uuid\":\"", "\"message\":{\"id\":\"");
    assert!(shared(&first, &resumed, uuid) > 10);
    assert_eq!(shared(&first, &fresh, uuid), 0);
    assert!(shared(&first, &fresh, message) > 5);
}
