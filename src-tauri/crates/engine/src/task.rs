//! One agent's run and what it may rely on (D13): what is active ends with the turn, consent and copies with the
//! task, and only the event of an activation stays.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};

use disk::{Digest, Fault};

use crate::confine::inside;
use crate::mount::{LOGICAL, folder_name};
use crate::offered::find;
use crate::{Allowed, HookSet, Hooks, Mount, Offered, PathFault, Platform, Ready, Refusal, mount};

/// What a task is called; also the name of its folder.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TaskId(String);

impl TaskId {
    /// Takes letters, digits, `-`, `_` and `.`, at most 100 of them, and not dots alone.
    pub fn parse(text: &str) -> Option<Self> {
        let known = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
        let is_good = (1..=100).contains(&text.len()) && text.bytes().all(known);
        (is_good && text.bytes().any(|byte| byte != b'.')).then(|| Self(text.to_owned()))
    }
}

impl fmt::Display for TaskId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Whether taking a skill in needs a person's yes when the mode is `ask` (S2-30, S2-31).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Risk {
    /// It was taken in before, or the call will fail anyhow.
    Safe,
    /// It is the first time in this task.
    Risky,
}

/// A skill that a task took in.
#[derive(Debug, Clone)]
pub struct Held {
    /// The skill.
    pub skill: Offered,
    /// SHA-256 of its `SKILL.md` as it was taken in.
    pub content_hash: Digest,
    /// What it says it may use.
    pub allowed: Allowed,
    /// Its hooks.
    pub hooks: Hooks,
    /// Its copy.
    pub mount: Mount,
    /// Its whole file as it was taken in.
    pub content: String,
    /// Its instructions as the model was given them, variables filled in.
    pub instructions: String,
    /// The turn in which it was last taken in.
    pub turn: u32,
}

/// One agent's run. Its copies lie in a folder of its own and go with it.
#[derive(Debug)]
pub struct Task {
    pub(crate) id: TaskId,
    pub(crate) session: String,
    folder: PathBuf,
    platform: Platform,
    pub(crate) turn: u32,
    pub(crate) held: BTreeMap<String, Held>,
}

impl Task {
    /// Begins a task of a session in its first turn. `place` is a folder for the user alone, in which the task
    /// gets one; what an earlier task of that name left there is cleared.
    pub fn begin(id: TaskId, session: &str, place: &Path, platform: Platform) -> Result<Self, Fault> {
        let folder = place.join(&id.0);
        disk::make_private_folder(place)?;
        disk::clear(&folder)?;
        disk::make_private_folder(&folder)?;
        Ok(Self { id, session: session.to_owned(), folder, platform, turn: 1, held: BTreeMap::new() })
    }

    /// What it is called.
    pub fn id(&self) -> &TaskId {
        &self.id
    }

    /// The session it is part of.
    pub fn session(&self) -> &str {
        &self.session
    }

    /// The number of the turn, from 1.
    pub fn turn(&self) -> u32 {
        self.turn
    }

    /// Begins the next turn: no skill is active in it until it is taken in again (S0-32). Consent stays.
    pub fn next_turn(&mut self) {
        self.turn += 1;
    }

    /// The skills taken in in this turn, by id: their hooks count, and their lists of tools.
    pub fn active(&self) -> impl Iterator<Item = &Held> {
        self.held.values().filter(|held| held.turn == self.turn)
    }

    /// The skill of that id, if this task took it in, in whatever turn.
    pub fn held(&self, id: &str) -> Option<&Held> {
        self.held.get(id)
    }

    /// Whether taking a skill in needs a yes (S2-30). A call that names no skill there is needs none: it fails.
    pub fn risk(&self, visible: &[Offered], name: &str) -> Risk {
        match find(visible, name) {
            Ok(skill) if !self.is_consented(skill) => Risk::Risky,
            _ => Risk::Safe,
        }
    }

    /// The hooks of every skill this task took in, by id, and whether they may do anything now (D20). `trusted` says
    /// whether a skill's project is.
    pub fn hook_sets<'a>(
        &'a self,
        workspace: &'a Path,
        trusted: impl Fn(&Offered) -> bool,
    ) -> Vec<HookSet<'a>> {
        let ready = |held: &Held| match held.turn == self.turn {
            _ if !trusted(&held.skill) => Ready::NotTrusted,
            true => Ready::Yes,
            false => Ready::NotActive,
        };
        let set = |held: &'a Held| HookSet {
            skill: Some(&held.skill.id),
            content_hash: held.content_hash,
            copy: Some(held.mount.digest),
            workspace,
            hooks: &held.hooks,
            ready: ready(held),
        };
        self.held.values().map(set).collect()
    }

    /// Whether the active skills together let a tool be used: one that says nothing lets all (D22).
    pub fn permits(&self, tool: &str) -> bool {
        let mut active = self.active().peekable();
        active.peek().is_none() || active.any(|held| held.allowed.permits(tool))
    }

    /// Ends the task, however it ended: completed, failed, cancelled, or stopped with the program. Consent,
    /// copies and what is active are gone (S2-41). Without this call they go when it is dropped.
    pub fn end(&mut self) -> Result<(), Fault> {
        self.held.clear();
        disk::clear(&self.folder)
    }

    /// Where a path that the model was told lies on the disk (S2-37).
    pub fn located(&self, logical: &str) -> Result<PathBuf, Refusal> {
        let outside = |fault| Refusal::Path { path: logical.to_owned(), fault };
        let rest = logical.strip_prefix(LOGICAL).ok_or_else(|| outside(PathFault::Absolute))?;
        let rel = inside(rest).map_err(outside)?;
        let mut parts = rel.iter();
        let id = parts.next().and_then(|part| part.to_str()).unwrap_or_default();
        let held = self.held.get(id).ok_or_else(|| Refusal::NotActivated { name: id.to_owned() })?;
        Ok(held.mount.path.join(parts.as_path()))
    }

    pub(crate) fn is_consented(&self, skill: &Offered) -> bool {
        self.held.get(&skill.id).is_some_and(|held| held.skill.path == skill.path)
    }

    /// A fresh copy of a skill. A copy that the task had of it is gone, whether or not this succeeds.
    pub(crate) fn copy(&self, skill: &Offered) -> Result<Mount, Refusal> {
        let name = folder_name(&skill.id, self.platform).ok_or_else(|| Refusal::no_folder(&skill.id))?;
        mount(&skill.dir, &self.folder.join(".skills").join(name), &skill.id).map_err(Refusal::Unreadable)
    }

    /// The skill this task took in, by the name an agent gives it. One that is no longer visible is not known.
    pub(crate) fn held_as(&self, visible: &[Offered], name: &str) -> Result<&Held, Refusal> {
        let skill = find(visible, name)?;
        let held = self.held.get(&skill.id).filter(|held| held.skill.path == skill.path);
        held.ok_or_else(|| Refusal::NotActivated { name: skill.id.clone() })
    }
}

impl Drop for Task {
    fn drop(&mut self) {
        // What cannot go is cleared by the next task of this name.
        let _ = disk::clear(&self.folder);
    }
}
