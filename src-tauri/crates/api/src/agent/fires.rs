//! Hooks around every tool call that passes through here. They are those of skills that were taken in in
//! this turn, of projects a person trusts; a command runs only once a person said yes to its text.

use ::workspace::Workspace;
use disk::Digest;
use engine::{
    Action, Firing, Held, HookEnd, HookEvent, HookOutput, HookSet, Planned, Subject, check_input, fire,
    hook_description, run_hook, what_would_run,
};
use execution::{Decision, Stop};
use hydration::Ground;
use serde_json::{Map, Value, json};

use super::call::{Answer, Said};
use super::tools::tools;
use super::{Conversation, Denied, Opened, Outcome, Permit};
use crate::access::hooks_ready;
use crate::desk::{ActWord, PermitAsk, PermitCommand, ground};
use crate::{App, Code};

impl Conversation {
    /// What hooks make of a call before it is carried out.
    pub(super) fn fire_before(&self, app: &App, opened: &mut Opened, permit: &Permit<'_>) {
        let event = HookEvent::PreToolUse;
        let Some(firing) = self.fire(app, opened, &event, None, permit) else { return };
        if let Some(input) = firing.input.clone().filter(|input| *input != opened.call.arguments) {
            opened.written = Some(std::mem::replace(&mut opened.call.arguments, input));
        }
        opened.mode = firing.mode.unwrap_or(opened.mode).max(opened.mode);
        let id = firing.permission_by.as_ref().and_then(|(skill, _)| skill.clone());
        let by = id.and_then(|id| {
            let running = self.running();
            running.task.held(&id).map(|held| (held.skill.clone(), held.content_hash))
        });
        opened.said = Said { permission: firing.permission, reason: firing.permission_reason.clone(), by };
        if opened.said.on(Decision::Allow) == Decision::Refuse {
            let reason = &firing.permission_reason;
            let words =
                if reason.is_empty() { "A hook of an active skill denied this call." } else { reason };
            opened.blocked = Some(words.to_owned());
        }
        opened.blocked = firing.blocked.clone().or_else(|| opened.blocked.take());
        note(opened, &event, &firing);
    }

    /// What hooks make of what came back. Nothing can be undone: what blocks now is an error told to the model.
    pub(super) fn fire_after(
        &self,
        app: &App,
        opened: &mut Opened,
        outcome: Outcome,
        permit: &Permit<'_>,
    ) -> Outcome {
        if opened.blocked.is_some() {
            return outcome;
        }
        let output = match &outcome {
            Ok((text, _)) => json!({ "ok": true, "output": text }),
            Err(denied) => denied.envelope(self.sight.convention),
        };
        let event = HookEvent::PostToolUse;
        let Some(firing) = self.fire(app, opened, &event, Some(output), permit) else { return outcome };
        note(opened, &event, &firing);
        match firing.blocked {
            Some(reason) => Err(Denied::Hook(reason)),
            None => outcome,
        }
    }

    // Nothing when no hook of any skill means this call.
    fn fire(
        &self,
        app: &App,
        opened: &Opened,
        event: &HookEvent,
        output: Option<Value>,
        permit: &Permit<'_>,
    ) -> Option<Firing> {
        // What runs takes its time; nobody else waits for it.
        let (held, session): (Vec<Held>, String) = {
            let running = self.running();
            let with_hooks = running.task.active().filter(|held| !held.hooks.rules.is_empty());
            (with_hooks.cloned().collect(), running.task.session().to_owned())
        };
        if held.is_empty() {
            return None;
        }
        let ground = ground(&app.workspace);
        let sets: Vec<HookSet<'_>> = held
            .iter()
            .map(|held| HookSet {
                skill: Some(&held.skill.id),
                content_hash: held.content_hash,
                copy: Some(held.mount.digest),
                workspace: &ground.workspace,
                hooks: &held.hooks,
                ready: hooks_ready(&app.workspace, &held.skill, &held.content_hash),
            })
            .collect();
        let tool = &opened.call.tool;
        let wished = what_would_run(&sets, event, tool, &|_| true);
        if wished.is_empty() {
            return None;
        }
        for one in wished.iter().filter(|one| one.inert.is_none()) {
            self.approve(&app.workspace, opened, one, &held, &ground, permit);
        }
        let approved = |digest: &Digest| self.running().hooks.get(digest) == Some(&Answer::Yes);
        let planned = what_would_run(&sets, event, tool, &approved);
        let subject = Subject { tool: tool.clone(), input: opened.call.arguments.clone(), output };
        // What the client was offered, but for what it may say of the user: a hook does not speak for the user.
        let schema = tools(app, self.sight.convention, &self.sight.ruling(&app.workspace), &self.built_ins)
            .into_iter()
            .find(|known| known.name == *tool)
            .map(|known| without_words_of_the_user(known.schema));
        let valid = |input: &Value| match &schema {
            Some(schema) => check_input(schema, input),
            None => Err("it is not among the tools that are offered".to_owned()),
        };
        let mut run = |one: &Planned<'_>, input: &[u8]| {
            let whose = held.iter().find(|held| Some(held.skill.id.as_str()) == one.skill);
            match (one.action, whose) {
                (Action::Command { command, timeout }, Some(whose)) => run_hook(
                    (command, *timeout, one.bound.as_ref()),
                    whose,
                    &session,
                    &ground,
                    input,
                    &Stop::default(),
                ),
                _ => HookOutput {
                    end: HookEnd::Failed("it is not a command of an active skill".to_owned()),
                    stdout: Vec::new(),
                    stderr: Vec::new(),
                },
            }
        };
        Some(fire(&planned, (event, &subject, opened.mode), &valid, &mut run))
    }

    // Asks once per conversation about the command of a hook. Where nobody can be asked it stays inert.
    fn approve(
        &self,
        workspace: &Workspace,
        opened: &Opened,
        one: &Planned<'_>,
        held: &[Held],
        ground: &Ground,
        permit: &Permit<'_>,
    ) {
        let (Action::Command { command, timeout }, Some(bound)) = (one.action, &one.bound) else { return };
        let digest = bound.digest();
        let Some(held) = held.iter().find(|held| Some(held.skill.id.as_str()) == one.skill) else { return };
        if self.running().hooks.contains_key(&digest) {
            return;
        }
        // Without a shell here it cannot run, and nobody need be asked.
        let session = self.running().task.session().to_owned();
        let Ok(runs) = hook_description((command, *timeout), held, &session, ground) else { return };
        let ask = PermitAsk {
            tool: format!("hook {} of {}", one.line, held.skill.id),
            line: Some(one.line),
            command: Some(PermitCommand { shell: Some(command.clone()), runs, bound: digest.to_string() }),
            rule: format!(
                "A command of a hook runs only after a yes to its text; it is for {}.",
                one.matcher
            ),
            ..self.permit_ask(workspace, &opened.call, ActWord::Hook, &held.skill, held.content_hash)
        };
        let answer = match permit(&ask) {
            Ok(()) => Answer::Yes,
            Err(why) if why.code == Code::Denied => Answer::No,
            Err(_) => return,
        };
        self.running().hooks.insert(digest, answer);
    }
}

fn without_words_of_the_user(mut schema: Map<String, Value>) -> Map<String, Value> {
    if let Some(properties) = schema.get_mut("properties").and_then(Value::as_object_mut) {
        properties.shift_remove("user_message");
    }
    schema
}

/// Keeps what hooks said, which goes after the answer, and what they did, which is told beside it.
fn note(opened: &mut Opened, event: &HookEvent, firing: &Firing) {
    for prompt in &firing.prompts {
        opened.guidance.push(prompt.wrapped(event));
        opened.hooks.push(json!({ "event": event.name(), "skill": prompt.skill, "guidance": prompt.text }));
    }
    for report in &firing.reports {
        opened.hooks.push(
            json!({ "event": event.name(), "skill": report.skill, "line": report.line, "words": report.words }),
        );
    }
    for ran in &firing.ran {
        opened.hooks.push(json!({
            "event": event.name(),
            "skill": ran.skill,
            "command": ran.command,
            "end": ran.end.words(),
            "input_sha256": ran.input.to_string(),
            "output_sha256": ran.output.to_string(),
        }));
    }
}
