//! A skill as it was taken in, in the forms that conventions have for it.

use std::fmt::Write as _;

use disk::Digest;
use message::Message;
use serde_json::{Map, Value, json};

use crate::wrap::{Content, content, neutral};
use crate::{Allowed, Frontmatter, LIMIT, Offered, Via, bounded};

/// A skill as it was taken in.
#[derive(Debug, Clone)]
pub struct Activation {
    /// The skill.
    pub skill: Offered,
    /// How it was asked for.
    pub via: Via,
    /// The turn, from 1.
    pub turn: u32,
    /// The whole file.
    pub content: String,
    /// SHA-256 of the file's bytes.
    pub content_hash: Digest,
    /// The file with its variables filled in, when it has some.
    pub rendered: Option<String>,
    /// What the model is given of it: the text below the frontmatter, variables filled in.
    pub instructions: String,
    /// What it says it may use.
    pub allowed: Allowed,
    /// What stands beside the file, by path.
    pub resources: Vec<String>,
    /// How many files are not in `resources`.
    pub omitted: usize,
    /// The tree of its folder (S2-35).
    pub structure: String,
    /// What its copy is called (S2-37).
    pub mount_path: String,
    /// What of it was not copied, in sentences.
    pub left_out: Vec<Message>,
    /// Whether this task took it in before, in an earlier turn.
    pub held_before: bool,
    /// What made it consented: `automatic`, `read_only`, `user`, `invoked`, `earlier`.
    pub consent: &'static str,
}

/// A skill that is active already.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Again {
    /// The skill.
    pub skill: Offered,
    /// What its copy is called.
    pub mount_path: String,
    /// The tree of its folder.
    pub structure: String,
}

impl Activation {
    /// SHA-256 of the rendered file, when there is one.
    pub fn rendered_hash(&self) -> Option<Digest> {
        self.rendered.as_ref().map(|text| Digest::of(text.as_bytes()))
    }

    /// What is recorded as `skill_activation` (S0-30): the ten fields of Pixir and ours.
    pub fn event(&self) -> Map<String, Value> {
        let skill = &self.skill;
        let mut event = Map::new();
        let mut set = |key: &str, value: Value| {
            event.insert(key.to_owned(), value);
        };
        set("name", json!(skill.name));
        set("description", json!(skill.description));
        set("scope", json!(skill.scope));
        set("source", json!(skill.scope));
        set("root", json!(skill.root.display().to_string()));
        set("path", json!(skill.path.display().to_string()));
        set("short_path", json!(skill.short_path));
        set("content_hash", json!(self.content_hash.to_string()));
        set("content", json!(self.content));
        set("activated_by", json!(self.via.by().name()));
        set("id", json!(skill.id));
        set("via", json!(self.via.word()));
        set("turn", json!(self.turn));
        set("consent", json!(self.consent));
        if let (Some(rendered), Some(hash)) = (&self.rendered, self.rendered_hash()) {
            set("rendered", json!(rendered));
            set("rendered_hash", json!(hash.to_string()));
        }
        event
    }

    /// As the pipeline answers it (S2-38).
    pub fn payload(&self) -> Value {
        payload(&self.skill, self.held_before, &self.mount_path, &self.structure, &self.shown_instructions())
    }

    /// As `skill_view` answers it, the whole file included (S0-12).
    pub fn viewed(&self) -> Value {
        json!({
            "output": skills::truncated(self.content.as_bytes(), LIMIT - 100),
            "name": self.skill.name,
            "path": self.skill.path.display().to_string(),
            "scope": self.skill.scope,
            "source": self.skill.scope,
            "content_hash": self.content_hash.to_string(),
            "activated": true,
        })
    }

    /// The text block of `activate_skill` (S3-37). At most [`LIMIT`] bytes; what is cut of the instructions can be
    /// read on as the resource `SKILL.md`.
    pub fn wrapped(&self, frontmatter: Frontmatter) -> String {
        let whole = self.block(self.text_for(frontmatter));
        if whole.len() <= LIMIT {
            return whole;
        }
        // The names of the files and the end stay; of the text as much as fits.
        let around = whole.len() - neutral(self.text_for(frontmatter)).len();
        let room = LIMIT.saturating_sub(around);
        self.block(&cut(self.text_for(frontmatter), room))
    }

    fn text_for(&self, frontmatter: Frontmatter) -> &str {
        match frontmatter {
            Frontmatter::Without => &self.instructions,
            Frontmatter::With => self.rendered.as_ref().unwrap_or(&self.content),
        }
    }

    fn block(&self, text: &str) -> String {
        content(&Content {
            id: &self.skill.id,
            instructions: text,
            dir: &self.skill.dir.to_string_lossy(),
            allowed: &self.allowed,
            files: &self.resources,
            omitted: self.omitted,
        })
    }

    fn shown_instructions(&self) -> String {
        bounded(&self.instructions, REST)
    }
}

const REST: &str = "the resource SKILL.md has all";

/// As much of a text as fits into `room` bytes with a line that says so. Tags that will be made harmless take more
/// room than they have here, so a quarter is held back when there are any.
fn cut(text: &str, room: usize) -> String {
    let spare = if neutral(text).len() == text.len() { 0 } else { room / 4 };
    let end = text.floor_char_boundary(room.saturating_sub(120 + spare));
    let mut kept = text[..end].to_owned();
    let _ = write!(kept, "\n…[the first {end} of {} bytes; {REST}]", text.len());
    kept
}

impl Again {
    /// As the pipeline answers it (S2-31): the instructions stand above already.
    pub fn payload(&self) -> Value {
        payload(&self.skill, true, &self.mount_path, &self.structure, "")
    }

    /// The facts beside that text.
    pub fn viewed(&self) -> Value {
        json!({ "output": "", "name": self.skill.name, "activated": true, "already_active": true })
    }

    /// As text.
    pub fn wrapped(&self) -> String {
        format!("Skill '{}' is active in this turn already; its instructions stand above.", self.skill.id)
    }
}

fn payload(skill: &Offered, already: bool, mount: &str, structure: &str, instructions: &str) -> Value {
    json!({
        "success": true,
        "skill": {
            "name": skill.id,
            "description": skill.description,
            "location": skill.path.display().to_string(),
        },
        "alreadyActivated": already,
        "mountPath": mount,
        "folderStructure": structure,
        "instructions": instructions,
    })
}
