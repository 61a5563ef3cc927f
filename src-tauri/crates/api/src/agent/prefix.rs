//! What stands before a conversation and stays while nothing changes: rules, the schemas of tools, the index of
//! skills, in that order (S1-18, S3-42). What is said, and what changes with a turn, comes behind it.
//!
//! It is what Assay itself offers. What stood before a recorded session its log does not tell.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::built_in::agent_guidance;
use super::offering::Offering;
use super::tools::{AgentTool, ToolGroup};
use crate::App;
use crate::access::Sight;

/// What an agent is told whatever the skills.
const RULES: &str = "Agent Skills of this workspace. Some calls need the user's approval in Assay's window; \
 this can take minutes, and the user may deny them. Pass the user's message as the argument user_message of \
 the tool that activates a skill, or as assay/user_message in _meta.";

/// Tools that take a skill in.
pub(super) const TAKING_IN: [&str; 3] = ["skill_view", "activate_skill", "activateSkill"];

/// What one agent is given.
#[derive(Debug, Clone)]
pub struct Offer {
    /// How it sees skills.
    pub sight: Sight,
    /// The groups of tools it has; all of them when there is none.
    pub groups: Vec<ToolGroup>,
    /// The skills made of code that were named for it.
    pub built_ins: Vec<String>,
    /// Where it finds the index of skills.
    pub index: IndexPlace,
    /// The skills that the index of its prompt has; `None` as long as it was given none. Skills that are found later
    /// are described by the tool that activates them (S4-45).
    pub in_prompt: Option<Vec<String>>,
}

/// Where an index stands; never in both places (S3-22).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum IndexPlace {
    /// Behind the rules, in what a client puts into the prompt.
    #[default]
    Prompt,
    /// In the description of the tool that takes a skill in.
    Tool,
}

/// What stands before a conversation.
#[derive(Debug, Clone, PartialEq)]
pub struct Prefix {
    /// How to deal with Assay, the guidance of skills made of code, and why something is not offered.
    pub rules: String,
    /// The tools.
    pub tools: Vec<AgentTool>,
    /// Names and descriptions of skills; empty without one, or when a tool's description has them.
    pub index: String,
}

/// The prefix of an agent as it is now: the same bytes at each call until skills, trust, visibility or switches change.
pub fn agent_prefix(app: &App, offer: &Offer) -> Prefix {
    let guidance = agent_guidance(app, offer.sight.convention, &offer.built_ins);
    let index = match offer.index {
        IndexPlace::Prompt => Offering::of(&app.workspace, &offer.sight).catalog(app, offer),
        IndexPlace::Tool => String::new(),
    };
    Prefix { rules: joined(&[RULES, &guidance]), tools: offered_tools(app, offer), index }
}

/// The tools of its prefix.
pub fn offered_tools(app: &App, offer: &Offer) -> Vec<AgentTool> {
    offered_tools_by(app, offer, &Offering::of(&app.workspace, &offer.sight))
}

/// The same by a look that was taken.
pub fn offered_tools_by(app: &App, offer: &Offer, offering: &Offering) -> Vec<AgentTool> {
    let mut tools = offering.tools(app, &offer.built_ins);
    tools.retain(|tool| offer.groups.is_empty() || offer.groups.contains(&tool.group));
    if let Some(tool) = tools.iter_mut().find(|tool| TAKING_IN.contains(&tool.name)) {
        match (offer.index, &offer.in_prompt) {
            (IndexPlace::Tool, _) => {
                tool.description = format!("{}\n\n{}", tool.description, offering.catalog(app, offer));
            }
            (IndexPlace::Prompt, Some(known)) => {
                tool.description.push_str(&found_later(&offering.listed(), known));
            }
            (IndexPlace::Prompt, None) => {}
        }
    }
    tools
}

/// Most skills found later that a tool describes, and characters of each description.
const FOUND_LATER: (usize, usize) = (50, 300);

/// Returns the descriptions of skills that the prompt does not name; empty if it names all.
fn found_later(listed: &[(String, String)], known: &[String]) -> String {
    let new: Vec<_> = listed.iter().filter(|(id, _)| !known.contains(id)).collect();
    if new.is_empty() {
        return String::new();
    }
    let mut text = "\n\nSkills found since this conversation began:".to_owned();
    for (id, description) in new.iter().take(FOUND_LATER.0) {
        let description: String = description.chars().take(FOUND_LATER.1).collect();
        text.push_str(&format!("\n- {id}: {}", description.replace(['\n', '\r'], " ")));
    }
    if new.len() > FOUND_LATER.0 {
        text.push_str(&format!("\n- {} more, by name alone", new.len() - FOUND_LATER.0));
    }
    text
}

impl Prefix {
    /// What goes where a door has one text for all that is no tool: rules, then the index.
    pub fn instructions(&self) -> String {
        joined(&[&self.rules, &self.index])
    }

    /// The schemas of the tools as they are listed: JSON, one tool a line.
    pub fn schemas(&self) -> String {
        let lines: Vec<_> = self.tools.iter().map(|tool| schema(tool).to_string()).collect();
        format!("[{}]", lines.join(",\n"))
    }

    /// The sections, by the names they are told by, in their order.
    pub fn sections(&self) -> [(&'static str, String); 3] {
        [("rules", self.rules.clone()), ("tools", self.schemas()), ("index", self.index.clone())]
    }
}

fn schema(tool: &AgentTool) -> Value {
    json!({ "name": tool.name, "description": tool.description, "inputSchema": tool.schema })
}

/// Texts with a blank line between them; those that are empty leave none.
fn joined(texts: &[&str]) -> String {
    let texts: Vec<&str> = texts.iter().map(|text| text.trim_end()).filter(|text| !text.is_empty()).collect();
    texts.join("\n\n")
}
