//! Folds a history into items the way Pixir does: a result stands behind its call, an activation behind the
//! result of the call that asked for it, and what was never answered is answered by Pixir itself.

use std::collections::BTreeMap;

use super::item::{Form, Item};
use crate::event::{Subagent, Viewed};
use crate::index::Kind;
use crate::members::Members;
use crate::{EventKind, Log, decode};

/// The items of some positions, given in the order of the history, for a model.
pub(crate) fn send(log: &Log, history: Vec<usize>, model: Option<&str>) -> Vec<Item> {
    let latest = history.iter().copied().rfind(|at| is_message(log, *at));
    // Files the model looks at again are shown in the turn that is on.
    let active = history.iter().position(|at| Some(*at) == latest);
    let mut sending = Sending { model, latest, ..Sending::default() };
    for (number, position) in history.into_iter().enumerate() {
        sending.is_active = active.is_some_and(|active| number >= active);
        sending.take(log, position);
    }
    sending.close();
    sending.sent
}

/// Events after which no call is pending, whatever came before.
pub(crate) fn closes_calls(kind: Kind) -> bool {
    match kind {
        Kind::UserMessage
        | Kind::AssistantMessage
        | Kind::Reasoning
        | Kind::SessionFork
        | Kind::BranchSummary
        | Kind::TurnFailed
        | Kind::Unknown
        | Kind::Unread
        | Kind::Other
        | Kind::SkillListing => true,
        // A compaction is taken out of its place before the history is folded.
        Kind::SkillActivation
        | Kind::SubagentEvent
        | Kind::WorkflowEvent
        | Kind::HistoryCompaction
        | Kind::ProviderUsage
        | Kind::ToolCall
        | Kind::ToolResult
        | Kind::PermissionDecision => false,
        // Evidence is no part of the history; Pixir itself would refuse the log.
        Kind::SkillContextHydration => false,
    }
}

/// A call that waits for its result, and the activations that wait with it.
struct Pending {
    position: usize,
    viewed: Option<Viewed>,
    deferred: Vec<usize>,
}

#[derive(Default)]
struct Sending<'a> {
    model: Option<&'a str>,
    latest: Option<usize>,
    is_active: bool,
    pending: BTreeMap<String, Pending>,
    sent: Vec<Item>,
}

impl Sending<'_> {
    fn take(&mut self, log: &Log, position: usize) {
        let Some(row) = log.at(position) else { return };
        match row.kind() {
            Kind::ToolCall => self.call(log, position),
            Kind::ToolResult => self.result(log, position),
            Kind::SkillActivation => self.activation(log, position),
            // Unseen while a call is pending.
            Kind::SubagentEvent if self.pending.is_empty() && is_ending(log, position) => {
                self.push(position, Form::Child);
            }
            Kind::HistoryCompaction => self.push(position, Form::Checkpoint),
            kind if closes_calls(kind) => {
                self.close();
                if let Some(form) = self.closing(log, position, kind) {
                    self.push(position, form);
                }
            }
            _ => {}
        }
    }

    fn push(&mut self, position: usize, form: Form) {
        self.sent.push(Item { position, form });
    }

    fn closing(&self, log: &Log, position: usize, kind: Kind) -> Option<Form> {
        match kind {
            Kind::UserMessage if self.latest == Some(position) => Some(Form::LatestMessage),
            Kind::UserMessage => Some(Form::Message),
            Kind::AssistantMessage => is_whole(log, position).then_some(Form::Answer),
            Kind::BranchSummary => Some(Form::BranchSummary),
            Kind::Reasoning => is_own(log, position, self.model).then_some(Form::Reasoning),
            _ => None,
        }
    }

    fn call(&mut self, log: &Log, position: usize) {
        let event = log.event(position);
        let Some(EventKind::ToolCall(call)) = event.map(|event| event.kind) else { return };
        let Some(id) = call.call_id else { return self.close() };
        if self.pending.values().any(|pending| !pending.deferred.is_empty()) {
            self.close();
        }
        if call.name.is_some() {
            self.push(position, Form::Call);
        }
        let replaced = Pending { position, viewed: call.viewed, deferred: Vec::new() };
        self.pending.insert(id, replaced);
    }

    fn result(&mut self, log: &Log, position: usize) {
        let Some((id, shows)) = read(log, position, |body| {
            (
                decode::call_id(body),
                body.object("resource_view").is_some_and(|view| view.object("descriptor").is_some()),
            )
        }) else {
            return;
        };
        let Some(id) = id else { return self.close() };
        let Some(pending) = self.pending.remove(&id) else { return };
        self.push(position, Form::Output);
        if shows && self.is_active {
            self.push(position, Form::Resource);
        }
        pending.deferred.into_iter().for_each(|at| self.push(at, Form::Activation));
    }

    fn activation(&mut self, log: &Log, position: usize) {
        let name = read(log, position, |body| body.text("name")).flatten();
        match self.call_for(name.as_deref()) {
            Some(pending) => pending.deferred.push(position),
            None => {
                self.close();
                self.push(position, Form::Activation);
            }
        }
    }

    /// The one pending call that asked for this skill's main file.
    fn call_for(&mut self, name: Option<&str>) -> Option<&mut Pending> {
        name?;
        let asked = |pending: &&mut Pending| {
            let viewed = pending.viewed.as_ref();
            viewed.is_some_and(|viewed| viewed.skill.as_deref() == name && viewed.is_main_file())
        };
        let mut calls = self.pending.values_mut().filter(asked);
        let first = calls.next()?;
        calls.next().is_none().then_some(first)
    }

    fn close(&mut self) {
        for (_, pending) in std::mem::take(&mut self.pending) {
            self.push(pending.position, Form::Orphan);
            pending.deferred.into_iter().for_each(|at| self.push(at, Form::Activation));
        }
    }
}

/// Something of an event's body, without making all of it.
pub(super) fn read<T>(log: &Log, position: usize, wanted: impl FnOnce(&Members<'_>) -> T) -> Option<T> {
    let bytes = log.bytes(log.at(position)?).ok()?;
    let read = decode::envelope(&bytes).ok()?;
    Some(wanted(&read.body))
}

fn is_message(log: &Log, position: usize) -> bool {
    log.at(position).is_some_and(|row| row.kind() == Kind::UserMessage)
}

/// A text that a failure cut is not given back.
fn is_whole(log: &Log, position: usize) -> bool {
    let whole = |body: &Members<'_>| {
        let metadata = body.object("metadata").unwrap_or_default();
        body.raw("text").is_some() && metadata.flag("partial") != Some(true)
    };
    read(log, position, whole).unwrap_or(false)
}

fn is_ending(log: &Log, position: usize) -> bool {
    let ends = |told: Subagent| {
        matches!(told.event.as_deref(), Some("finished" | "failed" | "cancelled" | "timed_out"))
    };
    match log.event(position).map(|event| event.kind) {
        Some(EventKind::Subagent(told)) => ends(told),
        _ => false,
    }
}

/// Reasoning is given back to the model it came from, in the dialect it came in.
fn is_own(log: &Log, position: usize, model: Option<&str>) -> bool {
    if model.is_none() {
        return false;
    }
    let own = |body: &Members<'_>| {
        let dialect = body.raw("dialect").map_or(Some("openai".to_owned()), |_| body.text("dialect"));
        body.raw("item").is_some()
            && body.text("model").as_deref() == model
            && dialect.as_deref() == Some("openai")
    };
    read(log, position, own).unwrap_or(false)
}
