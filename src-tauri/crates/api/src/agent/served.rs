//! Skills as they are served over MCP: each with a manifest of all its files, which is what a host verifies and what a
//! yes is bound to. Only what the model may call is served. A list leaves no trace; a file that is read is recorded as
//! read, and activates nothing: a host reads it to verify its digest, or to show it to a model, and does not say which.

use std::path::PathBuf;

use ::workspace::Workspace;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use disk::Digest;
use engine::{
    Asked, Call, Child, Consent, Offered, Refusal, Served, Via, Would, served, served_children, served_file,
};
use message::{Message, message};
use serde_json::{Value, json};

use super::act::tried;
use super::{Conversation, Opened, Outcome, Permit, Sight};
use crate::Failure;
use crate::access::{for_model, listed, unseen_folders};

/// A page of the skills that are served, by name.
#[derive(Debug)]
pub struct ServedPage {
    /// Each with its manifest.
    pub skills: Vec<(String, Served)>,
    /// What the model may call and is not among them, and why, in words that go on from its name.
    pub left_out: Vec<(String, String)>,
    /// Behind which name the next page begins; nothing on the last one.
    pub next: Option<String>,
}

/// How many files the manifests of a page name before the next one begins.
const PAGE: usize = 1_000;

/// The skills behind a name, from the first without one.
pub fn served_skills(workspace: &Workspace, sight: &Sight, after: Option<&str>) -> ServedPage {
    let (mut offered, kept) = (listed(&sight.ruling(workspace)), unseen_folders(workspace, sight));
    offered.retain(|skill| after.is_none_or(|after| skill.id.as_str() > after));
    offered.sort_by(|a, b| a.id.cmp(&b.id));
    let mut page = ServedPage { skills: Vec::new(), left_out: Vec::new(), next: None };
    let mut files = 0;
    for skill in offered {
        if files >= PAGE {
            page.next = page.skills.last().map(|(id, _)| id.clone());
            break;
        }
        match served(&skill, &kept) {
            Ok(found) => {
                files += found.files.len();
                page.skills.push((skill.id, found));
            }
            Err(why) => page.left_out.push((skill.id, why.to_string())),
        }
    }
    page
}

/// One skill by its name.
///
/// # Errors
///
/// [`Code::NotFound`](crate::Code::NotFound) when the model may call no such skill, or it is not served as one, with
/// the reason.
pub fn served_skill(workspace: &Workspace, sight: &Sight, id: &str) -> Result<Served, Failure> {
    let (skill, kept) = of_id(workspace, sight, id)?;
    served(&skill, &kept)
        .map_err(|why| Failure::not_found(message!("{id} is not served as a skill: {why}.", id, why)))
}

/// What lies directly in a folder of a skill; an empty path means its own.
///
/// # Errors
///
/// [`Code::NotFound`](crate::Code::NotFound) when the model may call no such skill, or it has no such folder.
pub fn served_folder(
    workspace: &Workspace,
    sight: &Sight,
    id: &str,
    path: &str,
) -> Result<Vec<Child>, Failure> {
    let (skill, kept) = of_id(workspace, sight, id)?;
    served_children(&skill, &kept, path).map_err(|why| Failure::not_found(Message::of_error(why)))
}

fn of_id(workspace: &Workspace, sight: &Sight, id: &str) -> Result<(Offered, Vec<PathBuf>), Failure> {
    let found = listed(&sight.ruling(workspace)).into_iter().find(|skill| skill.id == id);
    let skill = found.ok_or_else(|| Failure::not_found(message!("skill {id} is not served.", id)))?;
    Ok((skill, unseen_folders(workspace, sight)))
}

impl Conversation {
    /// Returns a whole file of a skill, byte for byte, as its manifest promises it: as text where it is text, else in
    /// base64. A host may read it to verify its digest, so reading activates nothing; where the skill is active, its
    /// `allowed-tools` holds as for the tool that reads resources (S4-70).
    pub(super) fn whole_file(&self, workspace: &Workspace, opened: &Opened, permit: &Permit<'_>) -> Outcome {
        let given = |key: &str| opened.call.arguments[key].as_str().unwrap_or_default();
        let (id, path) = (given("name"), given("path"));
        if skills::activates(path) {
            return self.main_file(workspace, opened, permit, id);
        }
        let running = self.running();
        let visible = for_model(&self.sight.ruling(workspace), &running.task);
        let known = || Refusal::NoSuchFile { name: id.to_owned(), path: path.to_owned() };
        let skill = visible.iter().find(|skill| skill.id == id).ok_or_else(known)?;
        running.task.check_resource_read(skill)?;
        running.task.check_no_twin(skill, path)?;
        let bytes = served_file(skill, &unseen_folders(workspace, &self.sight), path)?;
        Ok(shown(id, path, &bytes))
    }

    // The text is asked about as it would be for an activation.
    fn main_file(&self, workspace: &Workspace, opened: &Opened, permit: &Permit<'_>, id: &str) -> Outcome {
        let (call, mode) = (Call::of(id, Via::Resource), self.activation_mode(opened));
        loop {
            let running = self.running();
            let visible = for_model(&self.sight.ruling(workspace), &running.task);
            let unknown = || Refusal::NoSuchFile { name: id.to_owned(), path: MAIN.to_owned() };
            let skill = visible.iter().find(|skill| skill.id == id).ok_or_else(unknown)?;
            let bytes = disk::read(&skill.path, skills::SKILL_LIMIT).map_err(Failure::from)?.bytes;
            let content_hash = Digest::of(&bytes);
            let consent = match running.read_with_yes.contains(&content_hash) {
                true => Consent::Given(content_hash),
                false if opened.said.wants_a_person() => Consent::Wanted,
                false => Consent::NotAsked,
            };
            let would = running.task.would_activate(&visible, &call, mode, consent)?;
            if opened.is_dry() {
                return Ok(tried(would, Via::Resource));
            }
            if would != Would::Activate(Asked::Person) {
                let (text, mut facts) = shown(id, MAIN, &bytes);
                facts["path"] = json!(skill.path.display().to_string());
                facts["content_hash"] = json!(content_hash.to_string());
                facts["activated"] = Value::Bool(false);
                return Ok((text, facts));
            }
            // Nobody else waits while a person thinks.
            drop(running);
            self.ask_for_text(workspace, opened, permit, (skill, content_hash))?;
            self.running().read_with_yes.insert(content_hash);
        }
    }
}

/// The main file of a skill.
const MAIN: &str = "SKILL.md";

fn shown(id: &str, path: &str, bytes: &[u8]) -> (String, Value) {
    let facts = told(id, path, bytes);
    let text = facts["text"].as_str().map_or_else(|| format!("{} bytes", bytes.len()), str::to_owned);
    (text, facts)
}

fn told(id: &str, path: &str, bytes: &[u8]) -> Value {
    let (form, content) = match std::str::from_utf8(bytes) {
        Ok(text) => ("text", text.to_owned()),
        Err(_) => ("blob", STANDARD.encode(bytes)),
    };
    json!({ "name": id, "path": path, form: content, "sha256": Digest::of(bytes).to_string(), "bytes_total": bytes.len() })
}
