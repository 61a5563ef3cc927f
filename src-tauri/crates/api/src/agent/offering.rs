//! What stands before an agent unasked: the catalog, the skills its user may call by name, and recorded texts.

use ::workspace::{Drawn, Snapshot, Workspace};
use disk::Digest;
use engine::{Call, Offered, Refusal, Via};
use message::message;
use skills::{Convention, Ruling, instruction_to_call};

use super::file_read::READS;
use super::prefix::{Offer, TAKING_IN};
use super::tools::{AgentTool, tools};
use super::unseen::Unseen;
use super::{Conversation, Denied};
use crate::access::{Sight, Switches, file_reads, for_user};
use crate::{App, Failure};
use views::wire::SwitchWord;

/// What an agent is offered, by one look at the skills: several questions of one moment are one ruling.
#[derive(Debug)]
pub struct Offering {
    sight: Sight,
    ruling: Ruling,
}

/// A skill that a user may call by its name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Called {
    /// What it is called by.
    pub id: String,
    /// What it is for.
    pub description: String,
    /// Patterns of the files it is for; mostly none, and then it is for all.
    pub paths: Vec<String>,
}

impl Offering {
    /// As of now, as an agent sees skills.
    pub fn of(workspace: &Workspace, sight: &Sight) -> Self {
        Self { sight: sight.clone(), ruling: sight.ruling(workspace) }
    }

    /// The tools that are offered; none while a person keeps tools switched off (S4-09). `built_ins` names the skills
    /// made of code that this agent was given.
    pub fn tools(&self, app: &App, built_ins: &[String]) -> Vec<AgentTool> {
        tools(app, self.sight.convention, &self.ruling, built_ins)
    }

    /// Returns the skills that the catalog names: what each is called by, and what it is for.
    pub fn listed(&self) -> Vec<(String, String)> {
        listed(&self.ruling)
    }

    /// The skills a user may call by name, those hidden from the model among them (S3-35).
    pub fn prompts(&self) -> Vec<Called> {
        let paths = |skill: &Offered| {
            let claim = self.ruling.claims.iter().find(|claim| claim.skill.path == skill.path);
            claim.map(|claim| claim.paths.clone()).unwrap_or_default()
        };
        let called =
            |skill: Offered| Called { paths: paths(&skill), id: skill.id, description: skill.description };
        for_user(&self.ruling).into_iter().map(called).collect()
    }

    /// The catalog with the sentence that says what to do with it; empty without a skill (S3-26), and without tools,
    /// with which alone a skill could be taken in (S4-09). It has no bodies. The sentence names tools that this agent
    /// is offered, whatever its convention's own are called.
    pub fn catalog(&self, app: &App, offer: &Offer) -> String {
        if Switches::of(&app.workspace).tools == SwitchWord::Off {
            return String::new();
        }
        let text = Drawn::of(&self.ruling).text;
        // Pixir's says itself what to do with it.
        if text.is_empty() || self.sight.convention == Convention::Pixir {
            return text;
        }
        let tools = self.tools(app, &offer.built_ins);
        let names = |name: &&str| tools.iter().any(|tool| tool.name == *name);
        let reads = Some(READS).filter(names).filter(|_| file_reads(&app.workspace) == SwitchWord::On);
        let takes_in = TAKING_IN.into_iter().find(names).unwrap_or_default();
        format!("{}\n\n{text}", instruction_to_call(takes_in, reads))
    }
}

/// The skills that the catalog names: what each is called by, and what it is for.
pub fn agent_skills(workspace: &Workspace, sight: &Sight) -> Vec<(String, String)> {
    Offering::of(workspace, sight).listed()
}

fn listed(ruling: &Ruling) -> Vec<(String, String)> {
    let mut found: Vec<(String, String)> = Vec::new();
    for claim in ruling.claims.iter().filter(|claim| claim.is_listed()) {
        if found.last().is_none_or(|(last, _)| *last != claim.key) {
            found.push((claim.key.clone(), claim.skill.description.clone()));
        }
    }
    found
}

/// The text of a `SKILL.md` as a session of this workspace recorded it, by its SHA-256 in hexadecimal. What does
/// not have the hash that was recorded with it is not told, nor that of a skill agents may not see.
///
/// # Errors
///
/// [`Code::NotFound`](crate::Code::NotFound) when no session recorded such a text or agents may not see its
/// skill, and what stands in the way of reading the session.
pub fn agent_snapshot(workspace: &Workspace, sight: &Sight, hash: &str) -> Result<String, Failure> {
    let (joined, unseen) = (workspace.joined(), Unseen::of(workspace, sight));
    let is_asked = |snapshot: &&Snapshot| snapshot.hash == hash && !unseen.hides(&snapshot.name);
    let uses = joined.snapshots().filter(is_asked).flat_map(Snapshot::records);
    for used in uses {
        let session = workspace.session(&used.key).ok_or_else(Failure::session_gone)?;
        let Some(activated) = session.activation(used.line) else { continue };
        let recorded = session.recorded(activated.position).and_then(|activation| activation.content);
        if let Some(content) = recorded.filter(|text| Digest::of(text.as_bytes()).to_string() == hash) {
            return Ok(content);
        }
    }
    let words = message!(
        "no session in {folder} recorded a skill with the hash {hash}.",
        folder = workspace.folder().display(),
        hash
    );
    Err(Failure::not_found(words).hint(message!("skill_drift lists the recorded hashes.")))
}

impl Conversation {
    /// The user calls a skill by its name. That opens a turn as if it had been typed: `/name arguments` (S0-21). A
    /// skill for certain files takes the one that is named, or the first of them among the arguments.
    ///
    /// # Errors
    ///
    /// [`Denied`] when no skill of that name may be called by the user, taking it in is refused, or the
    /// conversation cannot be written.
    pub fn called(
        &self,
        workspace: &Workspace,
        name: &str,
        arguments: &str,
        context_path: Option<&str>,
    ) -> Result<String, Denied> {
        let visible = for_user(&self.sight.ruling(workspace));
        if !visible.iter().any(|skill| skill.id == name) {
            let visible = visible.into_iter().map(|skill| skill.id).collect();
            return Err(Refusal::Unknown { name: name.to_owned(), visible }.into());
        }
        let arguments = Some(arguments.trim()).filter(|text| !text.is_empty());
        let words = arguments.map_or(format!("/{name}"), |arguments| format!("/{name} {arguments}"));
        let call = Call {
            arguments: arguments.map(str::to_owned),
            context_path: context_path.map(str::to_owned),
            ..Call::of(name, Via::Slash)
        };
        // It has a turn of its own also when it is the first that is heard of the user.
        let mut running = self.running();
        running.said.get_or_insert_default();
        let mut texts = self.begin_turn(workspace, &mut running, &words, (&visible, vec![call]))?;
        Ok(texts.pop().ok_or_else(|| Failure::broken("a turn was opened without its skill"))??)
    }
}
