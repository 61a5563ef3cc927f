//! An agent's conversation with Assay is a session: what it asks, and what it is told, stands in a log in
//! Pixir's envelope, in Assay's own folder.

use std::sync::{Mutex, PoisonError};

use ::sessions::{Draft, Hosted, Kind, hexadecimal, presence_path};
use ::workspace::Workspace;
use disk::Presence;
use message::message;
use serde_json::{Map, Value, json};
use skills::Convention;

use super::call::Running;
use super::{Call, Outcome, Sight};
use crate::access::mode_in_force;
use crate::{Code, Failure};

/// A conversation that has not ended. Its log begins with the first event.
pub struct Conversation {
    hosted: Mutex<Hosted>,
    id: String,
    pub(crate) sight: Sight,
    /// Names of the skills made of code that the agent was given.
    pub(crate) built_ins: Vec<String>,
    pub(crate) running: Mutex<Running>,
    // Held while it lasts, so that it is shown as live.
    _presence: Presence,
}

/// Bytes of a tool's output that are recorded with its result, as in Pixir.
const OUTPUT: usize = 16_000;
/// Bytes of a call's arguments that are recorded.
const ARGUMENTS: usize = 64 << 10;

impl Conversation {
    /// Begins one with an agent of this name and version, which sees skills so.
    ///
    /// # Errors
    ///
    /// [`Code::NotHere`] where there is no home folder to keep it in, and what the disk says when its log
    /// cannot be made or written.
    pub fn begin(workspace: &Workspace, sight: Sight, agent: &str, version: &str) -> Result<Self, Failure> {
        let Some(kept) = &workspace.surroundings().kept else {
            return Err(Failure::new(Code::NotHere, message!("no home folder to store the session in.")));
        };
        let folder = workspace.folder();
        let mut hosted = Hosted::begin(kept, &folder, workspace.now())?;
        if let Some(folder) = hosted.path().parent() {
            disk::make_private_folder(folder)?;
        }
        let presence = Presence::hold(&presence_path(kept, &folder, hosted.id()))?;
        let posture = json!({
            "event": "permission_posture",
            "lineage": "root",
            "source": "assay_mcp",
            "permission_mode": mode_in_force(workspace.surroundings(), &folder).mode.word(),
            "workspace_mode": "shared",
            "workspace": folder.display().to_string(),
            "convention": sight.convention.name(),
            "agent": { "name": agent, "version": version },
        });
        append(workspace, &mut hosted, Kind::SubagentEvent, posture)?;
        let id = hosted.id().to_string();
        let running = Running::begin(workspace, &id)?;
        let built_ins = Vec::new();
        Ok(Self { id, hosted: Mutex::new(hosted), sight, built_ins, running, _presence: presence })
    }

    /// The same with skills made of code, by name.
    pub fn with_built_ins(self, names: &[String]) -> Self {
        Self { built_ins: names.to_vec(), ..self }
    }

    /// The session's id.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Records a call before it is carried out.
    /// `written` has the arguments as the agent wrote them, where hooks changed them.
    pub(crate) fn call(
        &self,
        workspace: &Workspace,
        tool: &str,
        arguments: &Value,
        written: Option<&Value>,
    ) -> Result<Call, Failure> {
        let call = Call { id: format!("call_{}", hexadecimal()), tool: tool.to_owned() };
        let kept = |arguments: &Value| {
            let bytes = arguments.to_string().len();
            if bytes > ARGUMENTS { json!({ "left_out_bytes": bytes }) } else { arguments.clone() }
        };
        let mut data = json!({ "call_id": call.id, "name": call.tool, "args": kept(arguments) });
        if let Some(written) = written {
            data["args_before_hooks"] = kept(written);
        }
        self.append(workspace, Kind::ToolCall, data)?;
        Ok(call)
    }

    /// Ends it, however it came to its end: what its task had for itself is gone, and nothing is taken in any more.
    pub fn end(&self) {
        // What cannot go now is cleared by the next program that serves an agent.
        let _ = self.running().task.end();
    }

    /// The convention it goes by.
    pub fn convention(&self) -> Convention {
        self.sight.convention
    }

    /// Records what a call came to, and what hooks did around it.
    pub(crate) fn result(
        &self,
        workspace: &Workspace,
        call: &Call,
        outcome: &Outcome,
        hooks: &[Value],
    ) -> Result<(), Failure> {
        let mut data = match outcome {
            Ok((text, facts)) => result(call, text, facts),
            Err(denied) => json!({
                "call_id": call.id,
                "ok": false,
                "error": { "kind": denied.kind(), "message": denied.message(), "details": { "tool": call.tool } },
            }),
        };
        if !hooks.is_empty() {
            data["hooks"] = hooks.into();
        }
        self.append(workspace, Kind::ToolResult, data)
    }

    pub(crate) fn append(&self, workspace: &Workspace, kind: Kind, data: Value) -> Result<(), Failure> {
        append(workspace, &mut self.hosted.lock().unwrap_or_else(PoisonError::into_inner), kind, data)
    }
}

fn result(call: &Call, text: &str, facts: &Value) -> Value {
    let kept = text.floor_char_boundary(OUTPUT);
    let mut data = json!({ "call_id": call.id, "ok": true, "output": text[..kept] });
    if kept < text.len() {
        data["output_truncation"] = json!({ "kept_bytes": kept, "total_bytes": text.len() });
    }
    if call.tool == "skill_view" {
        for key in ["activated", "content_hash", "name", "path"] {
            data[key] = facts[key].clone();
        }
    }
    // What ran and what came back is proved here; the text stands above.
    for key in ["script", "tool"] {
        let Some(proof) = facts.get(key) else { continue };
        let mut proof = proof.clone();
        for stream in ["stdout", "stderr"] {
            if let Some(stream) = proof.get_mut(stream).and_then(Value::as_object_mut) {
                stream.remove("text");
            }
        }
        data[key] = proof;
    }
    if let Some(id) = facts["evidence"]["hydration_id"].as_str() {
        data["hydration_id"] = id.into();
    }
    data
}

fn append(workspace: &Workspace, hosted: &mut Hosted, kind: Kind, data: Value) -> Result<(), Failure> {
    let data = if let Value::Object(data) = data { data } else { Map::new() };
    let appended = hosted.append(&Draft::new(kind, data), workspace.now());
    appended.map(drop).map_err(|why| {
        let words =
            message!("cannot record the session in {path}: {why}.", path = hosted.path().display(), why);
        Failure::new(Code::Failed, words).hint(message!(
            "The call was not answered. Free some space or repair the folder, then try again."
        ))
    })
}
