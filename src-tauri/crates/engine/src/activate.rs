//! Taking a skill in: one act behind every way in. The guards stand in one order, whoever asks: the skill is
//! visible, its `paths` mean the file at hand, and a person or the mode consents. Nothing of the skill runs.

use disk::{Digest, Fault};
use execution::Mode;
use message::message;
use serde_json::{Value, json};
use skills::{ActivatedBy, mentions, read_yaml};

use crate::mount::{Shelf, logical};
use crate::offered::find;
use crate::render::{body_start, rendered};
use crate::{
    Activation, Again, Allowed, Asked, Call, Consent, Held, Hooks, Offered, PathsKey, Patterns, Refusal,
    Repeated, Task, Variables, Via, folder_structure, hooks, split,
};

/// The largest `SKILL.md` that is taken in: 512 KiB; the largest known has 294,426 bytes.
pub(crate) const LARGEST: u64 = 512 << 10;

/// What became of a call.
#[derive(Debug, Clone)]
pub enum Outcome {
    /// The skill was taken in.
    Activated(Box<Activation>),
    /// It is active in this turn already: no event, and nothing is told twice (S0-33).
    AlreadyActive(Again),
    /// A person must be asked first; the call is made again with the answer.
    Ask(Question),
}

/// What a person is asked in mode `ask`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question {
    /// The skill.
    pub id: String,
    /// Its `SKILL.md`.
    pub path: String,
    /// SHA-256 of the bytes that would be taken in.
    pub content_hash: Digest,
}

/// What a call would do (S0-10).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Would {
    /// It would take the skill in, and a person would be asked before, or not (S2-30, S2-31).
    Activate(Asked),
    /// It would show what is known, and record nothing.
    Show,
}

impl Would {
    /// As `skill_view` answers it.
    pub fn payload(self) -> Value {
        json!({ "dry_run": true, "would": "view_skill", "would_activate": self != Self::Show })
    }
}

/// A skill that passed the guards up to consent.
pub(crate) struct Loaded {
    pub skill: Offered,
    pub content: String,
    pub content_hash: Digest,
    pub allowed: Allowed,
    hooks: Hooks,
    pub arguments: Vec<String>,
}

/// When and on whose word a skill is taken in.
pub(crate) struct Moment<'a> {
    pub turn: u32,
    pub session: &'a str,
    pub held_before: bool,
    pub consent: &'static str,
}

/// A skill as it is told once it is taken in, or would be.
pub(crate) fn told(loaded: &Loaded, via: Via, shelf: &Shelf, moment: &Moment<'_>) -> Activation {
    let skill = &loaded.skill;
    let dir = skill.dir.to_string_lossy();
    let rendered = rendered(&loaded.content, &loaded.variables(&dir, moment.session));
    let shown = rendered.as_ref().unwrap_or(&loaded.content);
    let instructions = below_blanks(&shown[body_start(shown)..]).to_owned();
    let main = skill.path.file_name().map(|name| name.to_string_lossy().into_owned());
    let is_main = |file: &&String| Some(*file) != main.as_ref();
    Activation {
        via,
        turn: moment.turn,
        resources: shelf.files.iter().filter(is_main).cloned().collect(),
        omitted: shelf.omitted,
        structure: folder_structure(&skill.id, &shelf.files, shelf.omitted),
        mount_path: logical(&skill.id),
        left_out: shelf
            .left_out
            .iter()
            .map(|one| message!("{path} {why}.", path = one.path.display(), why => one.why.message()))
            .collect(),
        allowed: loaded.allowed.clone(),
        content: loaded.content.clone(),
        content_hash: loaded.content_hash,
        instructions,
        skill: skill.clone(),
        rendered,
        held_before: moment.held_before,
        consent: moment.consent,
    }
}

impl Loaded {
    /// What fills its variables.
    pub fn variables<'a>(&'a self, dir: &'a str, session: &'a str) -> Variables<'a> {
        Variables { skill_dir: dir, session_id: session, arguments: &self.arguments }
    }
}

impl Task {
    /// Takes a skill in, once per turn while its file and its arguments stay the same, and again where the text itself
    /// is wanted.
    /// Consent counts once the skill is loaded and copied, never before; a refusal leaves no trace.
    ///
    /// # Errors
    ///
    /// [`Refusal`] when the skill is not offered, is for other files than the call names, has no text below
    /// its frontmatter or is no UTF-8, is larger than 512 KiB, or cannot be copied; when the words of its
    /// arguments cannot be told apart; and when a person said no.
    pub fn activate(
        &mut self,
        visible: &[Offered],
        call: &Call,
        mode: Mode,
        consent: Consent,
    ) -> Result<Outcome, Refusal> {
        let skill = find(visible, &call.name)?;
        if !call.wants_text()
            && let Some(again) = self.again(skill, call)?
        {
            return Ok(Outcome::AlreadyActive(again));
        }
        let loaded = load(skill, call)?;
        let held_before = self.holds(skill);
        // A yes is for bytes, not for names.
        let is_known = self.held_bytes(skill) == Some(loaded.content_hash);
        let Some(consent) = consented(mode, consent, call.via, &loaded, is_known)? else {
            let path = skill.path.display().to_string();
            let (id, content_hash) = (skill.id.clone(), loaded.content_hash);
            return Ok(Outcome::Ask(Question { id, path, content_hash }));
        };
        let mount = match self.copy(skill) {
            Ok(mount) => mount,
            Err(refusal) => {
                // The earlier copy went when the new one was begun.
                self.held.remove(&skill.id);
                return Err(refusal);
            }
        };
        let shelf =
            Shelf { files: mount.files.clone(), omitted: mount.omitted, left_out: mount.left_out.clone() };
        let moment = Moment { turn: self.turn, session: &self.session, held_before, consent };
        let activation = told(&loaded, call.via, &shelf, &moment);
        let held = Held {
            skill: loaded.skill,
            content_hash: loaded.content_hash,
            allowed: loaded.allowed,
            hooks: loaded.hooks,
            arguments: loaded.arguments,
            mount,
            content: activation.content.clone(),
            instructions: activation.instructions.clone(),
            turn: self.turn,
        };
        self.held.insert(activation.skill.id.clone(), held);
        Ok(Outcome::Activated(Box::new(activation)))
    }

    /// What [`Task::activate`] would do, with nothing done and nobody asked. What would be refused is.
    ///
    /// # Errors
    ///
    /// As [`Task::activate`], apart from what the copy would meet.
    pub fn would_activate(
        &self,
        visible: &[Offered],
        call: &Call,
        mode: Mode,
        consent: Consent,
    ) -> Result<Would, Refusal> {
        let skill = find(visible, &call.name)?;
        if call.repeated == Repeated::Note && self.again(skill, call)?.is_some() {
            return Ok(Would::Show);
        }
        let loaded = load(skill, call)?;
        let is_known = self.held_bytes(skill) == Some(loaded.content_hash);
        let given = consented(mode, consent, call.via, &loaded, is_known)?;
        Ok(Would::Activate(if given.is_some() { Asked::Nobody } else { Asked::Person }))
    }

    // A file that changed within the turn is taken in anew, and so is one that is called with other arguments: the old
    // text is no answer for the new call. What cannot be read any more stays active.
    fn again(&self, skill: &Offered, call: &Call) -> Result<Option<Again>, Refusal> {
        let held = self.held.get(&skill.id).filter(|held| self.holds(skill) && held.turn == self.turn);
        let Some(held) = held else { return Ok(None) };
        let has_other_arguments = call.arguments.is_some() && words(call)? != held.arguments;
        let now = disk::read(&skill.path, LARGEST);
        let has_changed = now.is_ok_and(|contents| Digest::of(&contents.bytes) != held.content_hash);
        if has_other_arguments || has_changed {
            return Ok(None);
        }
        if skill.paths == PathsKey::Guards && call.context_path.is_some() {
            let patterns = Patterns::of(&read_yaml(held.content.as_bytes()));
            guard(skill, &patterns, call.context_path.as_deref())?;
        }
        Ok(Some(Again {
            skill: skill.clone(),
            mount_path: held.mount.logical.clone(),
            structure: folder_structure(&skill.id, &held.mount.files, held.mount.omitted),
        }))
    }
}

/// Reads the skill as it is now (S2-33) and lets it pass the guard of its `paths`.
pub(crate) fn load(skill: &Offered, call: &Call) -> Result<Loaded, Refusal> {
    let name = || skill.id.clone();
    let read = disk::read(&skill.path, LARGEST);
    let contents =
        read.map_err(|fault: Fault| Refusal::of_file(fault, &skill.id, &skill.path.display().to_string()))?;
    let content_hash = Digest::of(&contents.bytes);
    let content = String::from_utf8(contents.bytes).map_err(|_| Refusal::NotText { name: name() })?;
    let reading = read_yaml(content.as_bytes());
    if skill.paths == PathsKey::Guards {
        guard(skill, &Patterns::of(&reading), call.context_path.as_deref())?;
    }
    if content[body_start(&content)..].trim().is_empty() {
        return Err(Refusal::EmptyBody { name: name() });
    }
    Ok(Loaded {
        skill: skill.clone(),
        content_hash,
        allowed: Allowed::of(&reading),
        hooks: hooks(&reading),
        arguments: words(call)?,
        content,
    })
}

/// S4-64 to S4-67.
fn guard(skill: &Offered, patterns: &Patterns, path: Option<&str>) -> Result<(), Refusal> {
    if patterns.is_open() {
        return Ok(());
    }
    let (name, written) = (skill.id.clone(), patterns.written().to_vec());
    match path.filter(|path| !path.trim().is_empty()) {
        None => Err(Refusal::ContextPathMissing { name, patterns: written }),
        Some(path) if patterns.matches(path) => Ok(()),
        Some(path) => Err(Refusal::ContextPathOther { name, path: path.to_owned(), patterns: written }),
    }
}

fn words(call: &Call) -> Result<Vec<String>, Refusal> {
    let text = call.arguments.as_deref().unwrap_or_default();
    match split(text) {
        Ok(words) => Ok(words),
        // A person's sentence is no shell: an apostrophe in it is one.
        Err(_) if call.via.by() == ActivatedBy::User => {
            Ok(text.split_whitespace().map(str::to_owned).collect())
        }
        Err(_) => Err(Refusal::Arguments),
    }
}

/// What consents; nothing when a person must be asked.
pub(crate) fn consented(
    mode: Mode,
    consent: Consent,
    via: Via,
    loaded: &Loaded,
    is_known: bool,
) -> Result<Option<&'static str>, Refusal> {
    if via.by() == ActivatedBy::User {
        return Ok(Some("invoked"));
    }
    match (mode, consent) {
        (_, Consent::Denied) => Err(Refusal::Rejected),
        // A yes is for bytes; others are asked about again, in whatever mode it was given.
        (_, Consent::Given(to)) => Ok((to == loaded.content_hash).then_some("user")),
        (_, Consent::Wanted) => Ok(None),
        (Mode::Auto, Consent::NotAsked) => Ok(Some("automatic")),
        // It reads and tells; nothing is run or written.
        (Mode::ReadOnly, Consent::NotAsked) => Ok(Some("read_only")),
        // The same bytes were taken in before.
        (Mode::Ask, Consent::NotAsked) => Ok(is_known.then_some("earlier")),
    }
}

fn below_blanks(mut text: &str) -> &str {
    while let Some((line, rest)) = text.split_once('\n') {
        if !line.trim().is_empty() {
            break;
        }
        text = rest;
    }
    text
}

/// The calls in a user's text: `/name args` at its start and `$name` anywhere, in that order, each skill once. What
/// no visible skill is called is no call (S0-20, S0-21).
pub fn invoked(text: &str, visible: &[Offered]) -> Vec<Call> {
    let mut found: Vec<Call> = Vec::new();
    for name in mentions(text) {
        let Ok(skill) = find(visible, &name) else { continue };
        if found.iter().any(|call| call.name == skill.id) {
            continue;
        }
        let slash = text.trim_start().strip_prefix('/').and_then(|rest| rest.strip_prefix(name.as_str()));
        // The first that is named may be the slash; `$a` after it is not the same mention.
        let is_slash = found.is_empty() && slash.is_some();
        found.push(Call {
            arguments: slash.filter(|_| is_slash).map(|rest| rest.trim().to_owned()),
            ..Call::of(&skill.id, if is_slash { Via::Slash } else { Via::Mention })
        });
    }
    found
}
