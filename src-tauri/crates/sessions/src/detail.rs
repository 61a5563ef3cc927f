//! What one turn holds: its words, its tokens, and every way in which a skill shaped it.

use std::collections::BTreeMap;

use crate::event::{Activation, Template, Usage};
use crate::index::Kind;
use crate::{Event, EventKind, Log, Turn};

/// One turn, decoded.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Detail {
    /// What the user said.
    pub prompt: Option<String>,
    /// Tokens of all its calls together; none where no call has a count.
    pub tokens: Option<Tokens>,
    /// The model of its last call.
    pub model: Option<String>,
    /// How skills shaped it, in the order of events.
    pub shaped: Vec<Shaped>,
    /// What `turn_failed` says: kind and words.
    pub failure: Option<(String, String)>,
}

/// Tokens as the provider counted them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tokens {
    /// Sent, cached ones included.
    pub input: u64,
    /// Of them, read from a cache.
    pub cached: u64,
    /// Received, reasoning included.
    pub output: u64,
    /// Of them, spent on reasoning.
    pub reasoning: u64,
}

/// One way in which a skill shaped a turn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shaped {
    /// Position of the event that shows it.
    pub position: usize,
    /// Line of that event.
    pub line: u32,
    /// The way.
    pub by: Shaping,
}

/// The ways in which a skill shapes a turn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Shaping {
    /// Its whole text was taken in.
    Activation(Box<Activation>),
    /// A file of it was read without activating it.
    Resource(Opened),
    /// A workflow was made from one of its templates.
    Workflow(Template),
}

/// A file of a skill that the model opened with `skill_view`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Opened {
    /// The skill.
    pub skill: String,
    /// The file as the model asked for it.
    pub path: String,
    /// Whether it got it; absent where no answer was recorded.
    pub ok: Option<bool>,
}

impl Tokens {
    /// These and those of one more call, which stay as they are where it counted nothing.
    fn and(known: Option<Self>, usage: &Usage) -> Option<Self> {
        let counts = [usage.input_tokens, usage.cached_tokens, usage.output_tokens, usage.reasoning_tokens];
        if counts.iter().all(Option::is_none) {
            return known;
        }
        let [input, cached, output, reasoning] = counts.map(|count| count.unwrap_or(0));
        let known = known.unwrap_or_default();
        Some(Self {
            input: known.input + input,
            cached: known.cached + cached,
            output: known.output + output,
            reasoning: known.reasoning + reasoning,
        })
    }
}

/// Decodes what a turn holds. Costs as much as its events are long; ask for the turns in sight only.
pub fn detail(log: &Log, turn: &Turn) -> Detail {
    let mut detail = Detail::default();
    // Answers are decoded only where a viewed file waits for one.
    let mut waiting: BTreeMap<String, usize> = BTreeMap::new();
    for position in turn.positions.clone() {
        let skip = log.at(position).is_none_or(|row| match row.kind() {
            Kind::ToolResult => waiting.is_empty(),
            Kind::UserMessage => position != turn.opened,
            Kind::ProviderUsage
            | Kind::SkillActivation
            | Kind::ToolCall
            | Kind::WorkflowEvent
            | Kind::TurnFailed => false,
            _ => true,
        });
        if !skip && let Some(event) = log.event(position) {
            detail.take(position, event, &mut waiting);
        }
    }
    detail
}

impl Detail {
    fn take(&mut self, position: usize, event: Event, waiting: &mut BTreeMap<String, usize>) {
        let shaped = |by| Shaped { position, line: event.line, by };
        match event.kind {
            EventKind::UserMessage(message) => self.prompt = message.text,
            EventKind::ProviderUsage(usage) => {
                self.tokens = Tokens::and(self.tokens, &usage);
                self.model = usage.model.or(self.model.take());
            }
            EventKind::SkillActivation(activation) => {
                self.shaped.push(shaped(Shaping::Activation(Box::new(activation))));
            }
            EventKind::Workflow(workflow) => {
                self.shaped.extend(workflow.template.map(|template| shaped(Shaping::Workflow(template))));
            }
            EventKind::TurnFailed(failed) => {
                let words = failed.error_message.unwrap_or_default();
                self.failure = Some((failed.error_kind.unwrap_or_default(), words));
            }
            EventKind::ToolCall(call) => {
                let Some(viewed) = call.viewed.filter(|viewed| !viewed.is_main_file()) else { return };
                let (Some(skill), Some(path)) = (viewed.skill, viewed.path) else { return };
                if let Some(id) = call.call_id {
                    waiting.insert(id, self.shaped.len());
                }
                self.shaped.push(shaped(Shaping::Resource(Opened { skill, path, ok: None })));
            }
            EventKind::ToolResult(result) => {
                let answered = result.call_id.and_then(|id| waiting.remove(&id));
                if let Some(Shaping::Resource(opened)) = answered.map(|at| &mut self.shaped[at].by) {
                    opened.ok = result.ok;
                }
            }
            _ => {}
        }
    }
}
