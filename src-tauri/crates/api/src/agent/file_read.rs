//! Taking a skill in by a plain read of its file (S3-27): where a person lets it, `read_file` of the file of a
//! visible skill is the same act as a tool that names the skill. Every other path stays behind the fence of
//! `read_file`, also the other files of that skill (S0-02), and so does the file of a skill that is not seen.

use std::path::PathBuf;

use ::workspace::Workspace;
use engine::{Call, Refusal, Via};
use serde_json::{Value, json};

use super::act::{TakenIn, page, tried};
use super::{Conversation, Opened, Outcome, Permit};
use crate::Failure;
use crate::access::{file_reads, for_model};
use views::wire::SwitchWord;

/// The tool that a skill's file may be read with.
pub(super) const READS: &str = "read_file";

impl Conversation {
    /// What a call is answered that reads the file of a skill; nothing for any other call.
    pub(super) fn file_read(
        &self,
        workspace: &Workspace,
        opened: &Opened,
        permit: &Permit<'_>,
    ) -> Option<Outcome> {
        if opened.call.tool != READS || file_reads(workspace) == SwitchWord::Off {
            return None;
        }
        // A call that is wrong in another way is told so by the tool itself.
        let arguments = opened.call.arguments.as_object().filter(|given| given.iter().all(is_known))?;
        let asked = disk::canonical(&meant(workspace, arguments.get("path")?.as_str()?)?).ok()?;
        let visible = for_model(&self.sight.ruling(workspace), &self.running().task);
        let is_asked = |file: &std::path::Path| disk::canonical(file).is_ok_and(|real| real == asked);
        let skill = visible.into_iter().find(|skill| is_asked(&skill.path))?;
        Some(self.read_main(workspace, opened, &skill.id, permit))
    }

    fn read_main(&self, workspace: &Workspace, opened: &Opened, id: &str, permit: &Permit<'_>) -> Outcome {
        let page = page(&opened.call);
        let again = match self.taken_in(workspace, opened, &Call::of(id, Via::FileRead), permit)? {
            TakenIn::Would(would) => return Ok(tried(would, Via::FileRead)),
            TakenIn::Again(again) if page.from == 0 => return Ok((again.wrapped(), again.viewed())),
            TakenIn::Again(_) => true,
            TakenIn::Now(_) => false,
        };
        let running = self.running();
        let held = running.task.held(id).ok_or_else(|| Refusal::NotActivated { name: id.to_owned() })?;
        let part = held.page(page);
        let rest = part.next.map_or_else(String::new, |next| {
            format!("\n…[bytes {} to {next} of {}; read on from {next}]", part.from, part.bytes_total)
        });
        let text = format!("{}{rest}", part.text);
        let mut facts = serde_json::to_value(&part).map_err(Failure::broken)?;
        facts["path"] = json!(held.skill.path.display().to_string());
        facts["name"] = json!(held.skill.id);
        facts["content_hash"] = json!(held.content_hash.to_string());
        facts["activated"] = Value::Bool(true);
        facts["already_active"] = Value::Bool(again);
        Ok((text, facts))
    }
}

fn is_known((name, value): (&String, &Value)) -> bool {
    match name.as_str() {
        "path" | "dry_run" => true,
        "from" => value.is_u64() || value.is_null(),
        _ => false,
    }
}

/// The file that a path means: below the home folder, below the workspace, or by itself.
fn meant(workspace: &Workspace, path: &str) -> Option<PathBuf> {
    if path.is_empty() || path.contains('\0') {
        return None;
    }
    match path.strip_prefix("~/") {
        Some(below) => Some(workspace.surroundings().home.as_ref()?.join(below)),
        None => Some(workspace.folder().join(path)),
    }
}
