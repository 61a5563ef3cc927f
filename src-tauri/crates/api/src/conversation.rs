//! An agent's conversation with Assay is a session: what it asks, and what it is told, stands in a log in
//! Pixir's envelope (pixir-contract §3), in Assay's own folder.

use std::sync::{Mutex, PoisonError};

use ::sessions::{Draft, Hosted, Kind, hexadecimal, presence_path};
use disk::Presence;
use serde_json::{Map, Value, json};

use crate::hydration::in_force;
use crate::report::{ActivationReportAsk, activation_report};
use crate::{App, Code, Failure};

/// A conversation that has not ended. Its log begins with the first event.
pub struct Conversation {
    hosted: Mutex<Hosted>,
    id: String,
    // Held while it lasts, so that it is shown as live.
    _presence: Presence,
}

/// Bytes of a tool's output that are recorded with its result, as in Pixir (pixir-contract §5.7).
const OUTPUT: usize = 16_000;
/// Bytes of a call's arguments that are recorded.
const ARGUMENTS: usize = 64 << 10;

/// A call that was recorded and has no result yet.
pub struct Call {
    id: String,
    tool: String,
}

/// What a call came to: text for the agent and facts beside it, or why not.
pub type Outcome = Result<(String, Value), Failure>;

impl Conversation {
    /// Begins one with an agent of this name and version.
    pub fn begin(app: &App, agent: &str, version: &str) -> Result<Self, Failure> {
        let Some(kept) = &app.surroundings.kept else {
            return Err(Failure::new(Code::NotHere, "there is no home folder to keep a conversation in"));
        };
        let workspace = app.workspace();
        let mut hosted = Hosted::begin(kept, &workspace, app.now())?;
        if let Some(folder) = hosted.path().parent() {
            disk::make_private_folder(folder)?;
        }
        let presence = Presence::hold(&presence_path(kept, &workspace, hosted.id()))?;
        let posture = json!({
            "event": "permission_posture",
            "lineage": "root",
            "source": "assay_mcp",
            "permission_mode": in_force(&app.surroundings, &workspace).mode.word(),
            "workspace_mode": "shared",
            "workspace": workspace.display().to_string(),
            "agent": { "name": agent, "version": version },
        });
        append(app, &mut hosted, Kind::SubagentEvent, posture)?;
        Ok(Self { id: hosted.id().to_string(), hosted: Mutex::new(hosted), _presence: presence })
    }

    /// The session's id.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Records a call before it is carried out.
    pub fn call(&self, app: &App, tool: &str, arguments: &Value) -> Result<Call, Failure> {
        let call = Call { id: format!("call_{}", hexadecimal()), tool: tool.to_owned() };
        let bytes = arguments.to_string().len();
        let args = if bytes > ARGUMENTS { json!({ "left_out_bytes": bytes }) } else { arguments.clone() };
        self.append(app, Kind::ToolCall, json!({ "call_id": call.id, "name": call.tool, "args": args }))?;
        Ok(call)
    }

    /// Records what a call came to. A skill whose SKILL.md was viewed was taken in by the model.
    pub fn result(&self, app: &App, call: &Call, outcome: &Outcome) -> Result<(), Failure> {
        let data = match outcome {
            Ok((text, facts)) => {
                if facts["activated"] == true {
                    self.activated(app, facts)?;
                }
                result(call, text, facts)
            }
            Err(failure) => json!({
                "call_id": call.id,
                "ok": false,
                "error": { "kind": kind(failure), "message": failure.message, "details": { "tool": call.tool } },
            }),
        };
        self.append(app, Kind::ToolResult, data)
    }

    fn activated(&self, app: &App, facts: &Value) -> Result<(), Failure> {
        let name = facts["name"].as_str().unwrap_or_default().to_owned();
        let fields =
            activation_report(app, &ActivationReportAsk { name, by: "model".to_owned() })?.activation;
        if facts["content_hash"] != fields.content_hash {
            let words = format!("{} changed while it was read", fields.path);
            return Err(Failure::new(Code::Refused, words).hint("ask again"));
        }
        let data = serde_json::to_value(fields).map_err(|error| Failure::broken(&error.to_string()))?;
        self.append(app, Kind::SkillActivation, data)
    }

    fn append(&self, app: &App, kind: Kind, data: Value) -> Result<(), Failure> {
        append(app, &mut self.hosted.lock().unwrap_or_else(PoisonError::into_inner), kind, data)
    }
}

fn result(call: &Call, text: &str, facts: &Value) -> Value {
    let kept = (0..=OUTPUT.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    let mut data = json!({ "call_id": call.id, "ok": true, "output": text[..kept] });
    if kept < text.len() {
        data["output_truncation"] = json!({ "kept_bytes": kept, "total_bytes": text.len() });
    }
    if call.tool == "skill_view" {
        for key in ["activated", "content_hash", "name", "path"] {
            data[key] = facts[key].clone();
        }
    }
    if let Some(id) = facts["evidence"]["hydration_id"].as_str() {
        data["hydration_id"] = id.into();
    }
    data
}

fn append(app: &App, hosted: &mut Hosted, kind: Kind, data: Value) -> Result<(), Failure> {
    let data = if let Value::Object(data) = data { data } else { Map::new() };
    let appended = hosted.append(&Draft::new(kind, data), app.now());
    appended.map(drop).map_err(|why| {
        let words = format!("the conversation could not be recorded in {}: {why}", hosted.path().display());
        Failure::new(Code::Failed, words)
            .hint("nothing was answered; make room or mend the folder, then ask again")
    })
}

/// The error kinds of Pixir's tools (pixir-contract §7.3).
pub fn kind(failure: &Failure) -> &'static str {
    match failure.code {
        Code::WrongUse => "invalid_args",
        Code::Refused => "permission_denied",
        Code::NotFound => "not_found",
        Code::Damaged | Code::Failed => "command_failed",
        Code::NotHere => "detached",
    }
}
