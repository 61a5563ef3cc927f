//! What an agent that asks for current facts means: the file of its task, and sources that this file declares.

use ::workspace::Workspace;
use engine::{Offered, Refusal};
use message::message;
use serde_json::{Value, json};

use super::{Conversation, Denied, Opened, Permit};
use crate::Failure;
use crate::access::for_model;
use crate::desk::{AgentAsk, AgentDoor, TakenIn, declared, of_id};

/// What is asked for.
#[derive(Debug)]
pub enum Facts {
    /// One source, by its id.
    Named(AgentAsk),
    /// Those that their author marked `auto`, as far as the rules let them run with nobody asked. At least one.
    Marked(Vec<AgentAsk>),
    /// Nothing: it is a dry run, and this is its answer.
    Tried(String, Value),
}

/// The tool by which facts are asked for.
pub const HYDRATES: &str = "hydrate_skill_context";

impl Conversation {
    /// What a call of `hydrate_skill_context` asks for; nothing for any other call, nor for one that a hook blocked.
    /// Nothing runs. Only a skill that the model may call counts, so that nothing hidden can be told from what is
    /// not there; and where the task took that skill in, only the very file it took in.
    pub fn facts(
        &self,
        workspace: &Workspace,
        opened: &Opened,
        permit: &Permit<'_>,
    ) -> Option<Result<Facts, Denied>> {
        if opened.call.tool != HYDRATES || opened.blocked.is_some() {
            return None;
        }
        Some(self.meant(workspace, opened).and_then(|facts| {
            // The mode or a permission may let a source run unasked; a hook that wants a person gets one.
            self.ask_for_call(workspace, opened, permit)?;
            Ok(if opened.is_dry() { tried(&facts) } else { facts })
        }))
    }

    fn meant(&self, workspace: &Workspace, opened: &Opened) -> Result<Facts, Denied> {
        let arguments = &opened.call.arguments;
        let name = super::audit::text(arguments, "skill")?;
        let ruling = self.sight.ruling(workspace);
        let (skill, taken_in) = {
            let running = self.running();
            let skill = called(for_model(&ruling, &running.task), &name)?;
            let taken_in = running.task.held(&skill.id).map(|held| TakenIn {
                path: held.skill.path.clone(),
                content_hash: held.content_hash.to_string(),
            });
            (skill, taken_in)
        };
        let declared = declared(workspace, &ruling, &skill)?;
        let ask = |source: &str| self.asking(workspace, opened, &skill, taken_in.clone(), source);
        if !arguments["source"].is_null() {
            let source = super::audit::text(arguments, "source")?;
            return Ok(Facts::Named(ask(&of_id(&skill.name, &declared, &source)?.id)));
        }
        let marked: Vec<AgentAsk> = declared
            .iter()
            .filter(|source| source.auto)
            .map(|source| AgentAsk { by_itself: true, ..ask(&source.id) })
            .collect();
        if marked.is_empty() {
            let ids: Vec<_> = declared.iter().map(|source| source.id.as_str()).collect();
            let failure = match ids.as_slice() {
                [] => Failure::not_found(message!("the skill declares no context source.")),
                ids => Failure::not_found(message!("the skill marks no context source as auto."))
                    .hint(message!("Name one with source: {ids}.", ids = ids.join(", "))),
            };
            return Err(failure.into());
        }
        Ok(Facts::Marked(marked))
    }

    fn asking(
        &self,
        workspace: &Workspace,
        opened: &Opened,
        skill: &Offered,
        taken_in: Option<TakenIn>,
        source: &str,
    ) -> AgentAsk {
        let (name, version, connection) = opened.call.agent.clone();
        let arguments = &opened.call.arguments;
        AgentAsk {
            workspace: workspace.folder(),
            convention: Some(self.sight.convention.name().to_owned()),
            skill: skill.id.clone(),
            taken_in,
            source: source.to_owned(),
            by_itself: false,
            session: Some(arguments["session"].as_str().unwrap_or(self.id()).to_owned()),
            turn: arguments["turn"].as_u64().and_then(|turn| u32::try_from(turn).ok()),
            mode: Some(opened.mode),
            door: AgentDoor::Mcp,
            name,
            version,
            connection: Some(connection),
        }
    }
}

fn called(visible: Vec<Offered>, name: &str) -> Result<Offered, Denied> {
    let by = |same: fn(&Offered) -> &str| visible.iter().position(|skill| same(skill) == name);
    match by(|skill| &skill.id).or_else(|| by(|skill| &skill.name)) {
        Some(at) => Ok(visible[at].clone()),
        None => {
            let mut names: Vec<String> = visible.into_iter().map(|known| known.id).collect();
            names.sort();
            Err(Refusal::Unknown { name: name.to_owned(), visible: names }.into())
        }
    }
}

/// What would be asked for.
fn tried(facts: &Facts) -> Facts {
    let (skill, source) = match facts {
        Facts::Named(ask) => (Some(&ask.skill), Some(&ask.source)),
        Facts::Marked(asks) => (asks.first().map(|ask| &ask.skill), None),
        Facts::Tried(..) => (None, None),
    };
    let told = json!({ "dry_run": true, "would": HYDRATES, "skill": skill, "source": source });
    Facts::Tried(told.to_string(), told)
}
