//! What an agent is offered and answered, by the rules of one convention. The acts themselves are those of the
//! crate `engine`; here they meet what is stored: skills, trust, the mode, a person's yes, and the log.
//!
//! A call goes through [`Conversation::open`], which takes what the user said, lets hooks stand in the way and
//! records the call; [`Conversation::carry_out`]; and [`Conversation::close`], which lets hooks see what came back
//! and records that. What cannot be recorded is not answered.

mod act;
mod arguments;
mod asked;
mod assay_audit;
mod audit;
mod built_in;
mod call;
mod conversation;
mod denied;
mod facts;
mod file_read;
mod fires;
mod installed;
mod list;
mod offering;
mod prefix;
mod prefix_report;
mod served;
mod tools;
mod unseen;

use std::collections::{HashMap, HashSet};
use std::sync::{Mutex, PoisonError};

use ::workspace::Workspace;
use engine::{Platform, Task, TaskId};
use execution::Stop;

use crate::access::mode_in_force;
use crate::{App, Failure};

pub(crate) use assay_audit::AssayAudit;
pub(crate) use call::Running;
pub use call::{AgentCall, Call, Form, Opened, Outcome, Permit};
use call::{Said, is_dry};
pub use conversation::Conversation;
pub use denied::Denied;
pub use engine::{Child, Served, ServedFile};
pub use facts::{Facts, HYDRATES};
pub use installed::check_built_ins;
pub(crate) use installed::{all_built_ins, merged};
pub use offering::{Called, Offering, agent_skills, agent_snapshot};
pub use prefix::{IndexPlace, Offer, Prefix, agent_prefix, offered_tools, offered_tools_by};
pub use served::{ServedPage, served_folder, served_skill, served_skills};
pub use tools::{AgentTool, ReadsOnly, ToolGroup};

pub use crate::access::Sight;
pub(crate) use act::given;
pub(crate) use prefix_report::prefix_report;
pub use prefix_report::{PrefixAsk, PrefixReport, PrefixSection};

/// Where tasks have their copies of skills.
fn tasks(workspace: &Workspace) -> Option<std::path::PathBuf> {
    Some(workspace.surroundings().kept.as_deref()?.join("tasks"))
}

/// Clears the copies of tasks that ended without a word. Those of a program that runs stay.
pub fn clear_left_copies(workspace: &Workspace) {
    if let Some(place) = tasks(workspace) {
        engine::clear_ended_tasks(&place, workspace.now());
    }
}

impl Running {
    /// A task of the hosted session `id`.
    pub fn begin(workspace: &Workspace, id: &str) -> Result<Mutex<Self>, Failure> {
        let place = tasks(workspace).ok_or_else(|| Failure::broken("a conversation is kept nowhere"))?;
        let name = TaskId::parse(id).ok_or_else(|| Failure::broken("a session's id makes no folder"))?;
        let task = Task::begin(name, id, &place, Platform::here())?.of_workspace(workspace.folder());
        Ok(Mutex::new(Self { task, said: None, read_with_yes: HashSet::new(), hooks: HashMap::new() }))
    }
}

impl Conversation {
    pub(crate) fn running(&self) -> std::sync::MutexGuard<'_, Running> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins a call: the user's words, hooks before the tool, the record.
    ///
    /// # Errors
    ///
    /// [`Denied`] if the tool is not offered, its arguments do not fit its schema, or a line of the conversation
    /// cannot be written. A hook that blocks the call is no error
    /// here: [`carry_out`](Self::carry_out) tells it.
    pub fn open(&self, app: &App, call: AgentCall, permit: &Permit<'_>) -> Result<Opened, Denied> {
        let call = self.checked(app, call)?;
        let mode = mode_in_force(app.workspace.surroundings(), &app.workspace.folder()).mode;
        let mut opened = Opened {
            call,
            set: mode,
            mode,
            recorded: None,
            written: None,
            said: Said::default(),
            before: Vec::new(),
            guidance: Vec::new(),
            blocked: None,
            hooks: Vec::new(),
        };
        if is_dry(&opened.call) {
            return Ok(opened);
        }
        if let Some(text) = opened.call.user_message.clone() {
            opened.before = self.said(&app.workspace, &text)?;
        }
        self.fire_before(app, &mut opened, permit);
        let call = &opened.call;
        opened.recorded =
            Some(self.call(&app.workspace, &call.tool, &call.arguments, opened.written.as_ref())?);
        Ok(opened)
    }

    /// Carries a call of the engine's own tools, or of the audit tools, out.
    ///
    /// # Errors
    ///
    /// [`Denied`] when a hook blocks the call, the tool refuses it, nobody lets it, or `stop` says so.
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
    ///
    /// # Errors
    ///
    /// The error of `outcome`, and [`Denied`] when a hook blocks what came of it or the conversation cannot
    /// be written.
    pub fn close(&self, app: &App, mut opened: Opened, outcome: Outcome, permit: &Permit<'_>) -> Outcome {
        let Some(call) = opened.recorded.take() else { return outcome };
        let outcome = self.fire_after(app, &mut opened, outcome, permit);
        self.result(&app.workspace, &call, &outcome, &opened.hooks)?;
        let guidance = opened.guidance.join("\n");
        let (mut text, mut facts) = match outcome {
            Ok(answer) => answer,
            Err(denied) if guidance.is_empty() => return Err(denied),
            Err(denied) => return Err(Denied::Guided(Box::new(denied), guidance)),
        };
        if !opened.before.is_empty() {
            opened.before.push(text);
            text = opened.before.join("\n");
        }
        if !guidance.is_empty() {
            text = format!("{text}\n{guidance}");
        }
        if !opened.hooks.is_empty() && facts.is_object() {
            facts["hooks"] = opened.hooks.into();
        }
        Ok((text, facts))
    }
}
