//! Tasks and skills from their files, in a room of their own.
#![allow(clippy::disallowed_methods, reason = "a test lays its files out by hand")]

#[cfg(test)]
mod activating;
#[cfg(test)]
mod coded;
#[cfg(test)]
mod firing;
#[cfg(test)]
mod limits;
#[cfg(test)]
mod mounting;
#[cfg(test)]
mod planning;
#[cfg(test)]
mod previewing;
#[cfg(test)]
mod reading;
#[cfg(test)]
mod serving;

use std::fs;
use std::path::{Path, PathBuf};

use execution::Mode;
use hydration::Ground;
use tempfile::TempDir;

use crate::{
    Activation, Asked, Call, Consent, Offered, Outcome, PathsKey, Platform, Refusal, Task, TaskId, Via, Would,
};

/// Skills, a place for tasks, a workspace, and something outside.
pub struct Room(TempDir);

impl Room {
    pub fn new() -> Self {
        let room = Self(TempDir::new().unwrap());
        for folder in ["skills", "tasks", "workspace", "outside"] {
            fs::create_dir(room.path(folder)).unwrap();
        }
        room.put("outside/secret", "SECRET");
        room
    }

    pub fn path(&self, rel: &str) -> PathBuf {
        fs::canonicalize(self.0.path()).unwrap().join(rel)
    }

    pub fn put(&self, rel: &str, text: impl AsRef<[u8]>) {
        let path = self.path(rel);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// A skill with these lines in its frontmatter, this body, and a reference and a script.
    pub fn skill(&self, id: &str, lines: &str, body: &str) -> Offered {
        let dir = format!("skills/{id}");
        let content = format!("---\nname: {id}\ndescription: About {id}.\n{lines}---\n{body}");
        self.put(&format!("{dir}/SKILL.md"), content);
        self.put(&format!("{dir}/references/note.md"), format!("note of {id}\n"));
        self.put(&format!("{dir}/scripts/run.py"), "print('x')\n");
        Offered {
            id: id.to_owned(),
            name: id.to_owned(),
            description: format!("About {id}."),
            scope: "repo".to_owned(),
            root: self.path("skills"),
            dir: self.path(&dir),
            path: self.path(&dir).join("SKILL.md"),
            short_path: format!("repo:{id}/SKILL.md"),
            paths: PathsKey::Guards,
        }
    }

    pub fn task(&self, id: &str) -> Task {
        let id = TaskId::parse(id).unwrap();
        Task::begin(id, "session-1", &self.path("tasks"), Platform::Unix).unwrap()
    }

    pub fn ground(&self, mode: Mode) -> Ground {
        Ground {
            workspace: self.path("workspace"),
            home: None,
            mode,
            mode_from: "a test".to_owned(),
            environment: vec![
                ("PATH".to_owned(), "/usr/bin:/bin".to_owned()),
                ("SECRET".to_owned(), "1".to_owned()),
            ],
            helper: PathBuf::from("/nowhere/helper"),
        }
    }

    /// Everything below a folder: paths, and what the files hold.
    pub fn listed(&self, rel: &str) -> Vec<(String, Vec<u8>)> {
        let top = self.path(rel);
        let (mut found, mut folders) = (Vec::new(), vec![top.clone()]);
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
                let (path, kind) = (entry.path(), entry.file_type().unwrap());
                let name = path.strip_prefix(&top).unwrap().to_string_lossy().into_owned();
                if kind.is_dir() {
                    folders.push(path);
                } else {
                    found.push((name, fs::read(path).unwrap_or_default()));
                }
            }
        }
        found.sort();
        found
    }
}

/// Takes a skill in, whatever the mode would ask.
pub fn take(task: &mut Task, visible: &[Offered], name: &str) -> Activation {
    let call = Call::of(name, Via::ActivateSkill);
    match task.activate(visible, &call, Mode::Auto, Consent::NotAsked) {
        Ok(Outcome::Activated(activation)) => *activation,
        other => panic!("{other:?}"),
    }
}

/// Whether mode `ask` would want a person before it takes a skill in. What is no skill needs nobody: it fails.
pub fn would_ask(task: &Task, visible: &[Offered], name: &str) -> bool {
    let call = Call::of(name, Via::ActivateSkill);
    let would = task.would_activate(visible, &call, Mode::Ask, Consent::NotAsked);
    would == Ok(Would::Activate(Asked::Person))
}

/// What an agent is refused.
pub fn refused<T: std::fmt::Debug>(result: Result<T, Refusal>) -> Refusal {
    result.unwrap_err()
}

#[cfg(unix)]
pub fn link(to: &str, at: &Path) {
    std::os::unix::fs::symlink(to, at).unwrap();
}
