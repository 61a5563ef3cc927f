//! Skills made of code, as an agent gets them: those that were named for it, are switched on, and are shadowed by no
//! skill of the same name.

use ::skills::{Convention, Ruling};
use ::workspace::Workspace;
use engine::{
    Approval, CodeSkill, Done, Installed, Plan, Refusal, SkillStanding, ToolCall, bounded, planned, roster,
};
use execution::{Decision, Stop};
use serde_json::{Value, json};

use super::assay_audit::AUDIT_SKILL;
use super::installed::installed;
use super::{Conversation, Denied, Opened, Outcome, Permit};
use crate::App;
use crate::access::{Switches, ruling, unseen_folders};
use crate::desk::{ActWord, PermitAsk, PermitCommand, ground};

/// Those an agent was given by name. The tools of `assay-audit` are offered to every agent, and are not told twice.
pub(super) fn given<'a>(app: &'a App, ruling: &Ruling, named: &[String]) -> Installed<'a> {
    let mut found = guiding(app, ruling, named);
    found.retain(|skill| skill.name() != AUDIT_SKILL);
    found
}

fn guiding<'a>(app: &'a App, ruling: &Ruling, named: &[String]) -> Installed<'a> {
    let mut found = installed(app);
    found.retain(|skill| named.iter().any(|name| name == skill.name()));
    // Every call of a tool comes by here, mostly with none named; to lay all skills out takes longer than the call.
    if found.skills().next().is_none() {
        return found;
    }
    let all = roster(ruling, &found, &app.workspace.visibility());
    let is_seen = |skill: &dyn CodeSkill| {
        all.rows
            .iter()
            .any(|row| row.is_of_code() && row.name == skill.name() && row.standing == SkillStanding::Seen)
    };
    found.retain(is_seen);
    found
}

/// What is said to an agent at the beginning: the guidance of the skills made of code that it has, and why it lacks
/// others or all tools (S4-09).
pub fn agent_guidance(app: &App, convention: Convention, named: &[String]) -> String {
    let switches = Switches::of(&app.workspace);
    if let Some(words) = switches.without_tools() {
        return words.text;
    }
    let mut text = guiding(app, &ruling(&app.workspace, convention), named).prompt();
    for name in named {
        if let Some(words) = switches.why_off(name) {
            text.push_str(&format!("The skill {name} is not offered. {words}\n"));
        }
    }
    text
}

impl Conversation {
    /// Carries a call of a tool of a skill made of code out; nothing for a tool that is none of theirs.
    pub(super) fn built_in(
        &self,
        app: &App,
        opened: &Opened,
        permit: &Permit<'_>,
        stop: &Stop,
    ) -> Option<Outcome> {
        let given = given(app, &self.sight.ruling(&app.workspace), &self.built_ins);
        let (skill, tool) = given.owner(&opened.call.tool)?;
        Some(self.permitted(tool.name).map_err(Denied::from).and_then(|()| {
            self.file_read(&app.workspace, opened, permit)
                .unwrap_or_else(|| self.use_tool(&app.workspace, opened, skill, permit, stop))
        }))
    }

    // Skills that are active and say what may be used leave the rest out.
    fn permitted(&self, tool: &'static str) -> Result<(), Refusal> {
        let running = self.running();
        let first = running.task.active().next();
        match first.filter(|_| !running.task.permits(tool)) {
            None => Ok(()),
            Some(held) => {
                let allowed = held.allowed.list().to_vec();
                Err(Refusal::NotPermitted { name: held.skill.id.clone(), tool, allowed })
            }
        }
    }

    fn use_tool(
        &self,
        workspace: &Workspace,
        opened: &Opened,
        skill: &dyn CodeSkill,
        permit: &Permit<'_>,
        stop: &Stop,
    ) -> Outcome {
        let call = &opened.call;
        let mut arguments = call.arguments.clone();
        if let Some(members) = arguments.as_object_mut() {
            members.remove("dry_run");
        }
        let mut ground = ground(workspace);
        ground.mode = ground.mode.max(opened.mode);
        let unseen = unseen_folders(workspace, &self.sight);
        let asked = ToolCall { tool: &call.tool, arguments: &arguments, ground: &ground, unseen: &unseen };
        let plan = planned(skill, &asked)?;
        if opened.is_dry() {
            let told = plan.payload();
            return Ok((told.to_string(), told));
        }
        let approval = match opened.said.on(plan.decision) {
            Decision::Ask => {
                permit(&self.tool_ask(workspace, opened, skill, &plan))?;
                Approval::Person(plan.bound.digest())
            }
            Decision::Allow | Decision::Refuse => Approval::Mode,
        };
        let Done { text, mut facts, evidence } = plan.carry_out(approval, stop)?;
        if let (Some(proof), Some(members)) = (evidence, facts.as_object_mut()) {
            members.insert("tool".to_owned(), with_skill(proof, skill));
        }
        Ok((bounded(&text, "ask for less at once"), facts))
    }

    fn tool_ask(
        &self,
        workspace: &Workspace,
        opened: &Opened,
        skill: &dyn CodeSkill,
        plan: &Plan<'_>,
    ) -> PermitAsk {
        let (name, version, connection) = opened.call.agent.clone();
        let place = format!("{}:{}", ::skills::Scope::BuiltIn, skill.name());
        let command = plan.command.as_ref().map(|command| PermitCommand {
            shell: command.shell.clone(),
            runs: command.runs.clone(),
            bound: plan.bound.digest().to_string(),
        });
        PermitAsk {
            workspace: workspace.folder(),
            act: ActWord::Tool,
            tool: opened.call.tool.clone(),
            skill: skill.name().to_owned(),
            scope: ::skills::Scope::BuiltIn.name().to_owned(),
            path: place.clone().into(),
            short_path: place,
            content_hash: engine::declaration_hash(skill).to_string(),
            deed: command.is_none().then(|| plan.text.clone()),
            declaration: Some(engine::declaration(skill)),
            command,
            line: None,
            rule: opened.said.rule(&plan.rule),
            session: self.id().to_owned(),
            name,
            version,
            connection,
        }
    }
}

fn with_skill(mut proof: Value, skill: &dyn CodeSkill) -> Value {
    if let Some(members) = proof.as_object_mut() {
        members.insert("skill".to_owned(), json!(skill.name()));
        members.insert("content_hash".to_owned(), json!(engine::declaration_hash(skill).to_string()));
    }
    proof
}
