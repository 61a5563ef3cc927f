//! What an agent is offered and answered, by the rules of one convention (D8). The acts themselves are those of the
//! crate `engine`; here they meet what is stored: skills, trust, the mode, a person's yes, and the log.
//!
//! A call goes through [`Conversation::open`], which takes what the user said, lets hooks stand in the way and
//! records the call; [`Conversation::carry_out`]; and [`Conversation::close`], which lets hooks see what came back
//! and records that. What cannot be recorded is not answered.

mod act;
mod asked;
mod assay_audit;
mod audit;
mod built_in;
mod denied;
mod facts;
mod file_read;
mod fires;
mod list;
mod offered;
mod offering;
mod prefix;
mod tools;
mod unseen;
mod veil;

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use engine::{Platform, Task, TaskId};
use execution::{Mode, Stop};
use serde_json::Value;

use crate::conversation::{Call, Conversation};
use crate::hydration::{PermitAsk, in_force};
use crate::{App, Failure};

pub(crate) use assay_audit::AssayAudit;
pub use denied::Denied;
pub use facts::Facts;
pub use offering::{Called, Offering, agent_skills, agent_snapshot};
pub use prefix::{IndexPlace, Offer, Prefix, agent_prefix, offered_tools, offered_tools_by};
pub use tools::{AgentTool, ReadsOnly, ToolGroup};

pub(crate) use act::given;
pub use offered::Sight;
pub(crate) use offered::{for_user, hooks_need_trust, key, listed, ruling};

/// What a call came to: text for the agent and facts beside it, or why not.
pub type Outcome = Result<(String, Value), Denied>;

/// Asks a person for a yes, and waits. An error is a no, or why nobody could be asked.
pub type Permit<'a> = dyn Fn(&PermitAsk) -> Result<(), Failure> + 'a;

/// What an agent calls.
#[derive(Debug, Clone)]
pub struct AgentCall {
    /// The tool.
    pub tool: String,
    /// Its arguments.
    pub arguments: Value,
    /// What the user said, when the agent hands it over. The same text again means the same turn.
    pub user_message: Option<String>,
    /// Who calls: name, version, connection.
    pub agent: (String, String, String),
}

/// A call under way.
pub struct Opened {
    call: AgentCall,
    // The mode in force, and the one that hooks tighten it to.
    set: Mode,
    mode: Mode,
    // Nothing of a dry run is recorded.
    recorded: Option<Call>,
    // The arguments as the agent wrote them, where a hook changed them.
    written: Option<Value>,
    said: asked::Said,
    // What goes before the answer: skills the user called, and what hooks told the model.
    before: Vec<String>,
    blocked: Option<String>,
    hooks: Vec<Value>,
}

impl Opened {
    /// The call as hooks left it.
    pub fn call(&self) -> &AgentCall {
        &self.call
    }

    /// Why it must not be carried out.
    pub fn blocked(&self) -> Option<Denied> {
        self.blocked.clone().map(Denied::Hook)
    }

    /// Whether it is only about what would happen.
    pub fn is_dry(&self) -> bool {
        is_dry(&self.call)
    }
}

fn is_dry(call: &AgentCall) -> bool {
    call.arguments["dry_run"] == true
}

/// What of a conversation is in memory (D13).
pub(crate) struct Running {
    pub task: Task,
    /// What the user said last, when the agent tells it at all.
    said: Option<String>,
    /// What was answered about commands of hooks, by the digest of what they are bound to.
    hooks: HashMap<disk::Digest, Answer>,
}

/// What a person said of a hook's command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Answer {
    Yes,
    No,
}

/// Where tasks have their copies of skills.
fn tasks(app: &App) -> Option<std::path::PathBuf> {
    Some(app.workspace.surroundings().kept.as_deref()?.join("tasks"))
}

/// Clears the copies of tasks that ended without a word. Those of a program that runs stay.
pub fn clear_left_copies(app: &App) {
    if let Some(place) = tasks(app) {
        engine::clear_ended_tasks(&place, app.now());
    }
}

impl Running {
    /// A task of the hosted session `id`.
    pub fn begin(app: &App, id: &str) -> Result<Mutex<Self>, Failure> {
        let place = tasks(app).ok_or_else(|| Failure::broken("a conversation is kept nowhere"))?;
        let name = TaskId::parse(id).ok_or_else(|| Failure::broken("a session's id makes no folder"))?;
        let task = Task::begin(name, id, &place, Platform::here())?;
        Ok(Mutex::new(Self { task, said: None, hooks: HashMap::new() }))
    }
}

impl Conversation {
    pub(crate) fn running(&self) -> std::sync::MutexGuard<'_, Running> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins a call: the user's words, hooks before the tool, the record.
    pub fn open(&self, app: &App, call: AgentCall, permit: &Permit<'_>) -> Result<Opened, Denied> {
        let mode = in_force(app.workspace.surroundings(), &app.workspace.folder()).mode;
        let mut opened = Opened {
            call,
            set: mode,
            mode,
            recorded: None,
            written: None,
            said: asked::Said::default(),
            before: Vec::new(),
            blocked: None,
            hooks: Vec::new(),
        };
        if is_dry(&opened.call) {
            return Ok(opened);
        }
        if let Some(text) = opened.call.user_message.clone() {
            opened.before = self.said(app, &text)?;
        }
        self.fire_before(app, &mut opened, permit);
        let call = &opened.call;
        opened.recorded = Some(self.call(app, &call.tool, &call.arguments, opened.written.as_ref())?);
        Ok(opened)
    }

    /// Carries a call of the engine's own tools, or of the audit tools, out.
    pub fn carry_out(&self, app: &App, opened: &Opened, permit: &Permit<'_>, stop: &Stop) -> Outcome {
        match opened.blocked() {
            Some(denied) => Err(denied),
            None => {
                self.ask_first(app, opened, permit)?;
                self.act(app, opened, permit, stop)
            }
        }
    }

    /// Ends a call: hooks after the tool, the record, and what goes with the answer.
    pub fn close(&self, app: &App, mut opened: Opened, outcome: Outcome, permit: &Permit<'_>) -> Outcome {
        let Some(call) = opened.recorded.take() else { return outcome };
        let outcome = self.fire_after(app, &mut opened, outcome, permit);
        self.result(app, &call, &outcome, &opened.hooks)?;
        let (mut text, mut facts) = outcome?;
        if !opened.before.is_empty() {
            opened.before.push(text);
            text = opened.before.join("\n");
        }
        if !opened.hooks.is_empty() && facts.is_object() {
            facts["hooks"] = opened.hooks.into();
        }
        Ok((text, facts))
    }
}
