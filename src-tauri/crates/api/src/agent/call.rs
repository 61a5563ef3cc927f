//! A call of an agent: what it is, how far it is, and what of its conversation is in memory.

use std::collections::{HashMap, HashSet};

use engine::{Offered, Permission, Task, tightened};
use execution::{Decision, Mode};
use serde_json::Value;

use super::denied::Denied;
use crate::Failure;
use crate::desk::PermitAsk;

/// What a call came to: text for the agent and facts beside it, or why not.
pub type Outcome = Result<(String, Value), Denied>;

/// Asks a person for a yes, and waits. An error is a no, or why nobody could be asked.
pub type Permit<'a> = dyn Fn(&PermitAsk) -> Result<(), Failure> + 'a;

/// What an answer is made for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// A model, which is shown it.
    Shown,
    /// A host that compares it with a digest: the file of a skill, byte for byte.
    File,
}

/// What an agent calls.
#[derive(Debug, Clone)]
pub struct AgentCall {
    /// The tool.
    pub tool: String,
    /// Its arguments.
    pub arguments: Value,
    /// What the answer is made for.
    pub form: Form,
    /// What the user said, when the agent hands it over. The same text again means the same turn.
    pub user_message: Option<String>,
    /// Who calls: name, version, connection.
    pub agent: (String, String, String),
}

/// A call under way.
pub struct Opened {
    pub(super) call: AgentCall,
    // The mode in force, and the one that hooks tighten it to.
    pub(super) set: Mode,
    pub(super) mode: Mode,
    // Nothing of a dry run is recorded.
    pub(super) recorded: Option<Call>,
    // The arguments as the agent wrote them, where a hook changed them.
    pub(super) written: Option<Value>,
    pub(super) said: Said,
    // The skills that the user called; they go before the answer.
    pub(super) before: Vec<String>,
    // What hooks tell the model; it goes after the answer, whatever the answer is (S4-27, S4-47).
    pub(super) guidance: Vec<String>,
    pub(super) blocked: Option<String>,
    pub(super) hooks: Vec<Value>,
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

pub(super) fn is_dry(call: &AgentCall) -> bool {
    call.arguments["dry_run"] == true
}

/// What of a conversation is in memory.
pub(crate) struct Running {
    pub task: Task,
    /// What the user said last, when the agent tells it at all.
    pub(super) said: Option<String>,
    /// Texts of skills that the user let be read by their address, by digest.
    pub(super) read_with_yes: HashSet<disk::Digest>,
    /// What was answered about commands of hooks, by the digest of what they are bound to.
    pub(super) hooks: HashMap<disk::Digest, Answer>,
}

/// What a person said of a hook's command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Answer {
    Yes,
    No,
}

/// What hooks say about whether a call is let through.
#[derive(Debug, Clone, Default)]
pub(super) struct Said {
    pub permission: Option<Permission>,
    /// Why, in the skill's own words; may be empty.
    pub reason: String,
    /// Whose hook said so, and what its SKILL.md was when it was taken in.
    pub by: Option<(Offered, disk::Digest)>,
}

impl Said {
    /// What becomes of a decision: a hook only ever tightens it.
    pub fn on(&self, decision: Decision) -> Decision {
        tightened(decision, self.permission)
    }

    /// Whether a person must be asked about what would else be let through.
    pub fn wants_a_person(&self) -> bool {
        self.on(Decision::Allow) == Decision::Ask
    }

    /// A rule with what the hook adds to it.
    pub fn rule(&self, rule: &str) -> String {
        match &self.by {
            Some((skill, _)) if self.wants_a_person() => {
                let reason = if self.reason.is_empty() { "it gives no reason" } else { &self.reason };
                format!("A hook of the skill {} asks for your decision: {reason}. {rule}", skill.id)
            }
            _ => rule.to_owned(),
        }
    }
}

/// A call that was recorded and has no result yet.
pub struct Call {
    pub(crate) id: String,
    pub(crate) tool: String,
}
