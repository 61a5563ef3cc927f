//! What stands before an agent unasked: the catalog, the skills its user may call by name, and recorded texts.

use disk::Digest;
use engine::{Call, Refusal, Via};
use skills::{Convention, Discovery, Ruling, instruction, listed, render};

use super::offered::{for_user, ruling};
use super::tools::{AgentTool, tools};
use super::unseen::Unseen;
use super::{Conversation, Denied};
use crate::built_ins::{SwitchWord, Switches};
use crate::drift::Snapshot;
use crate::visibility::in_force;
use crate::{App, Failure};

/// What an agent is offered, by one look at the skills: several questions of one moment are one ruling.
#[derive(Debug)]
pub struct Offering {
    convention: Convention,
    ruling: Ruling,
}

impl Offering {
    /// As of now, by the rules of a convention.
    pub fn of(app: &App, convention: Convention) -> Self {
        Self { convention, ruling: ruling(app, convention) }
    }

    /// The tools that are offered; none while a person keeps tools switched off (S4-09). `built_ins` names the skills
    /// made of code that this agent was given.
    pub fn tools(&self, app: &App, built_ins: &[String]) -> Vec<AgentTool> {
        tools(app, self.convention, &self.ruling, built_ins)
    }

    /// The skills a user may call by name, those hidden from the model among them (S3-35).
    pub fn prompts(&self) -> Vec<(String, String)> {
        for_user(&self.ruling).into_iter().map(|skill| (skill.id, skill.description)).collect()
    }

    /// The catalog with the sentence that says what to do with it; empty without a skill (S3-26), and without tools,
    /// with which alone a skill could be taken in (S4-09). It has no bodies.
    pub fn catalog(&self, app: &App) -> String {
        if Switches::of(app).tools == SwitchWord::Off {
            return String::new();
        }
        if self.convention == Convention::Pixir {
            let seen = in_force(app);
            let mut discovery = Discovery::clone(&app.discovery());
            discovery.skills.retain(|skill| seen.bars(&skill.name).is_none());
            return skills::catalog(&discovery).text;
        }
        let rules = self.convention.rules();
        let text = render(rules.renderer, &listed(&self.ruling), rules.room()).text;
        if text.is_empty() { text } else { format!("{}\n\n{text}", instruction(self.convention)) }
    }
}

/// The skills that the catalog names: what each is called by, and what it is for.
pub fn agent_skills(app: &App, convention: Convention) -> Vec<(String, String)> {
    let ruling = ruling(app, convention);
    let mut found: Vec<(String, String)> = Vec::new();
    for claim in ruling.claims.iter().filter(|claim| claim.is_listed()) {
        if found.last().is_none_or(|(last, _)| *last != claim.key) {
            found.push((claim.key.clone(), claim.description.clone()));
        }
    }
    found
}

/// The text of a `SKILL.md` as a session of this workspace recorded it, by its SHA-256 in hexadecimal. What does
/// not have the hash that was recorded with it is not told, nor that of a skill agents may not see.
pub fn agent_snapshot(app: &App, convention: Convention, hash: &str) -> Result<String, Failure> {
    let (joined, unseen) = (app.joined(), Unseen::of(app, convention));
    let is_asked = |snapshot: &&Snapshot| snapshot.hash == hash && !unseen.hides(&snapshot.name);
    let uses = joined.snapshots.iter().filter(is_asked).flat_map(Snapshot::records);
    for used in uses {
        let session = app.session(&used.key)?;
        let Some(activated) = session.activation(used.line) else { continue };
        let recorded = session.recorded(activated.position).and_then(|activation| activation.content);
        if let Some(content) = recorded.filter(|text| Digest::of(text.as_bytes()).to_string() == hash) {
            return Ok(content);
        }
    }
    let words = format!("no session of {} recorded a skill of the hash {hash}", app.workspace().display());
    Err(Failure::not_found(words).hint("skill_drift tells which hashes there are"))
}

impl Conversation {
    /// The user calls a skill by its name. That opens a turn as if it had been typed: `/name arguments` (S0-21).
    pub fn called(&self, app: &App, name: &str, arguments: &str) -> Result<String, Denied> {
        let visible = for_user(&ruling(app, self.convention));
        if !visible.iter().any(|skill| skill.id == name) {
            let visible = visible.into_iter().map(|skill| skill.id).collect();
            return Err(Refusal::Unknown { name: name.to_owned(), visible }.into());
        }
        let arguments = Some(arguments.trim()).filter(|text| !text.is_empty());
        let words = arguments.map_or(format!("/{name}"), |arguments| format!("/{name} {arguments}"));
        let call = Call { arguments: arguments.map(str::to_owned), ..Call::of(name, Via::Slash) };
        // It has a turn of its own also when it is the first that is heard of the user.
        let mut running = self.running();
        running.said.get_or_insert_default();
        let mut texts = self.begin_turn(app, &mut running, &words, (&visible, vec![call]))?;
        Ok(texts.pop().ok_or_else(|| Failure::broken("a turn was opened without its skill"))??)
    }
}
