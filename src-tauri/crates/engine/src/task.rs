//! One agent's run and what it may rely on: what is active ends with the turn, consent and copies with the
//! task, and only the event of an activation stays.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use disk::{Digest, Fault, Presence};

use crate::confine::normalised;
use crate::mount::folder_name;
use crate::offered::find;
use crate::{Allowed, HookSet, Hooks, Mount, Offered, Platform, Ready, Refusal, Unable, mount};

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
    /// The words that filled its variables.
    pub arguments: Vec<String>,
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
    workspace: Option<PathBuf>,
    is_over: bool,
    // The sign that it runs, let go of once the folder is gone: until then nobody else clears it.
    presence: Option<Presence>,
}

/// How long a folder is left alone of which no sign tells whose it is: a month. Earlier versions left no sign.
const UNSIGNED: Duration = Duration::from_secs(30 * 24 * 60 * 60);

/// Clears what tasks left in `place` that ended without a word, killed or with the machine. A task that still runs, in
/// whatever process, holds a sign, and its folder stays. `now` is the clock, handed in.
pub fn clear_ended_tasks(place: &Path, now: SystemTime) {
    for entry in disk::list(place).unwrap_or_default() {
        let Some(id) = entry.name.to_str().and_then(TaskId::parse) else { continue };
        let (folder, sign) = (place.join(&id.0), sign(place, &id));
        let is_ended = match disk::look(&sign) {
            Ok(_) => !disk::is_present(&sign),
            Err(_) => disk::look(&folder).is_ok_and(|look| is_old(&look, now)),
        };
        // The sign goes last: where the folder stays, the next start finds both.
        if is_ended && disk::clear(&folder).is_ok() {
            let _ = disk::remove(&sign);
        }
    }
}

fn is_old(look: &disk::Look, now: SystemTime) -> bool {
    let now_ns = now.duration_since(SystemTime::UNIX_EPOCH).map_or(0, |since| since.as_nanos() as i128);
    now_ns - look.stamp.modified_ns.max(look.stamp.changed_ns) > UNSIGNED.as_nanos() as i128
}

// Beside the folders, so that a task's own has nothing in it but its copies.
fn sign(place: &Path, id: &TaskId) -> PathBuf {
    signs(place).join(&id.0)
}

fn signs(place: &Path) -> PathBuf {
    let name = place.file_name().unwrap_or_default().to_string_lossy();
    place.with_file_name(format!("{name}-running"))
}

impl Task {
    /// Begins a task of a session in its first turn. `place` is a folder for the user alone, in which the task
    /// gets one; what an earlier task of that name left there is cleared. An error when a task of that name runs.
    ///
    /// # Errors
    ///
    /// When a task of that name runs, here or in another process, or the folder cannot be made or cleared.
    pub fn begin(id: TaskId, session: &str, place: &Path, platform: Platform) -> Result<Self, Fault> {
        let folder = place.join(&id.0);
        disk::make_private_folder(place)?;
        disk::make_private_folder(&signs(place))?;
        // Before there is a folder, so that nobody ever finds one without it.
        let presence = Presence::hold(&sign(place, &id))?;
        disk::clear(&folder)?;
        disk::make_private_folder(&folder)?;
        Ok(Self {
            id,
            session: session.to_owned(),
            folder,
            platform,
            turn: 1,
            held: BTreeMap::new(),
            workspace: None,
            is_over: false,
            presence: Some(presence),
        })
    }

    /// Sets the workspace, whose files that hold secrets are no files of a skill by another name.
    #[must_use]
    pub fn of_workspace(mut self, workspace: PathBuf) -> Self {
        self.workspace = Some(workspace);
        self
    }

    /// Checks that a file of a skill is not also a file of the workspace whose name says that it holds secrets.
    ///
    /// # Errors
    ///
    /// [`Refusal::Unable`] with the name if it is one, or if the workspace cannot be looked through.
    pub fn check_no_twin(&self, skill: &Offered, path: &str) -> Result<(), Refusal> {
        let (Some(workspace), Ok(rel)) = (&self.workspace, normalised(path)) else { return Ok(()) };
        let Some(name) = execution::guarded_twin(workspace, &skill.dir.join(rel)) else { return Ok(()) };
        let words =
            format!("{path:?} may read {name}, which is read only with approval. It is not read here.");
        let details = serde_json::json!({ "path": path });
        Err(Unable { details, ..Unable::new("permission_denied", words) }.into())
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

    /// The hooks of every skill this task took in, by id, and whether they may do anything now. `trusted` says
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

    /// Whether the active skills together let a tool be used: one that says nothing lets all.
    pub fn permits(&self, tool: &str) -> bool {
        let mut active = self.active().peekable();
        active.peek().is_none() || active.any(|held| held.allowed.permits(tool))
    }

    /// Ends the task, however it ended: completed, failed, cancelled, or stopped with the program. Consent,
    /// copies and what is active are gone (S2-41), and nothing is taken in any more. Without this call they go when it
    /// is dropped, and after a kill with [`clear_ended_tasks`].
    ///
    /// # Errors
    ///
    /// When the task's folder cannot be removed; the task is over all the same.
    pub fn end(&mut self) -> Result<(), Fault> {
        self.is_over = true;
        self.held.clear();
        disk::clear(&self.folder)?;
        self.presence = None;
        Ok(())
    }

    pub(crate) fn holds(&self, skill: &Offered) -> bool {
        self.held_bytes(skill).is_some()
    }

    /// The bytes of this very file as they were last taken in.
    pub(crate) fn held_bytes(&self, skill: &Offered) -> Option<Digest> {
        let held = self.held.get(&skill.id).filter(|held| held.skill.path == skill.path);
        held.map(|held| held.content_hash)
    }

    /// A fresh copy of a skill. A copy that the task had of it is gone, whether or not this succeeds.
    pub(crate) fn copy(&self, skill: &Offered) -> Result<Mount, Refusal> {
        if self.is_over {
            return Err(Refusal::NotRun("the task has ended".to_owned()));
        }
        let name = folder_name(&skill.id, self.platform).ok_or_else(|| Refusal::no_folder(&skill.id))?;
        let to = self.folder.join(".skills").join(name);
        mount(&skill.dir, &to, &skill.id, self.workspace.as_deref()).map_err(Refusal::Unreadable)
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
        // What cannot go is cleared by the next start, which finds the sign and nobody who holds it.
        if disk::clear(&self.folder).is_err()
            && let Some(presence) = self.presence.take()
        {
            std::mem::forget(presence);
        }
    }
}
