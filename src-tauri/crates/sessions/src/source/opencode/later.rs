//! Rows of the later table, where a message has its parts in it (read in its source only; not recorded).

use super::super::dialect::Told;
use super::events::{OpenCode, activation_of, usage};
use super::given::{self, Given};
use super::lines::time;
use crate::event::{
    Activation, AnswerPlace, AssistantMessage, Compaction, Reasoning, TextKept, ToolCall, ToolError,
    ToolResult, TurnFailed, Usage, UserMessage,
};
use crate::index::Flags;
use crate::members::Members;
use crate::{Activator, EventKind};

impl OpenCode {
    pub(super) fn learn_later(&mut self, _first: u32, line: &Members<'_>, data: &Members<'_>) {
        let mut given = Vec::new();
        match line.text("kind").as_deref() {
            Some("assistant") => {
                let model = data.object("model").and_then(|model| model.text("id"));
                self.about.model = model.or(self.about.model.take());
                given.extend(data.objects("content").iter().filter_map(by_tool));
            }
            Some("skill") => given.push(by_message(data)),
            _ => {}
        }
        for activation in given {
            if let Activation { name: Some(name), path: Some(path), .. } = activation {
                self.known.activate(&name, &path);
            }
        }
    }

    pub(super) fn later(&self, first: u32, line: &Members<'_>, data: &Members<'_>) -> Vec<Told> {
        let one = |kind| vec![Told::of(kind)];
        let text = data.text("text");
        match line.text("kind").as_deref().unwrap_or_default() {
            "user" => one(EventKind::UserMessage(UserMessage { text, ..UserMessage::default() })),
            "synthetic" | "system" => {
                let author = Some("runtime".to_owned());
                let message = UserMessage { text, author, ..UserMessage::default() };
                vec![Told::of(EventKind::UserMessage(message)).with(Flags::RUNTIME)]
            }
            "skill" => one(EventKind::SkillActivation(by_message(data))),
            "assistant" => self.answered(first, data),
            "compaction" if data.text("status").is_none_or(|status| status == "completed") => {
                one(EventKind::Compaction(Compaction {
                    trigger: data.text("reason"),
                    to_seq: Some(i64::from(first)),
                    summary: data.text("summary"),
                    ..Compaction::default()
                }))
            }
            "idle" if data.text("outcome").as_deref() == Some("interrupted") => {
                let stopped = EventKind::Other { name: "idle".to_owned() };
                vec![Told::of(stopped).with(Flags::STOPS_TURN)]
            }
            "compaction" | "idle" | "shell" | "agent-switched" | "model-switched" | "location-switched" => {
                Vec::new()
            }
            kind => one(EventKind::Unknown { name: kind.to_owned() }),
        }
    }

    /// The events of one step, which is a message of its own.
    fn answered(&self, first: u32, data: &Members<'_>) -> Vec<Told> {
        let mut told = Vec::new();
        for part in data.objects("content") {
            match part.text("type").as_deref() {
                Some("text") => {
                    let message = AssistantMessage { text: part.text("text"), ..AssistantMessage::default() };
                    told.push(Told::of(EventKind::AssistantMessage(message)));
                }
                Some("reasoning") => told.push(Told::of(EventKind::Reasoning(Reasoning::default()))),
                Some("tool") => told.extend(self.later_tool(&part)),
                kind => {
                    let name = kind.unwrap_or("part").to_owned();
                    told.push(Told::of(EventKind::Unknown { name }));
                }
            }
        }
        let model = || data.object("model").and_then(|model| model.text("id"));
        told.extend(usage(data).map(|usage| {
            let answer = AnswerPlace::From(first);
            Told::of(EventKind::ProviderUsage(Usage { model: model(), answer, ..usage }))
        }));
        if let Some(error) = data.object("error") {
            told.push(Told::of(EventKind::TurnFailed(TurnFailed {
                terminal_status: None,
                error_kind: error.text("type"),
                error_message: error.text("message"),
            })));
        }
        told
    }

    fn later_tool(&self, part: &Members<'_>) -> Vec<Told> {
        let state = part.object("state").unwrap_or_default();
        let at = |key: &str| time(part.object("time").and_then(|time| time.whole(key)));
        let call = EventKind::ToolCall(ToolCall {
            call_id: part.text("id"),
            name: part.text("name"),
            args: state.raw("input").map(str::to_owned),
            viewed: self.viewed(&state),
            ..ToolCall::default()
        });
        let mut told = vec![Told { ts: at("created"), ..Told::of(call) }];
        let ok = match state.text("status").as_deref() {
            Some("completed") => true,
            Some("error") => false,
            _ => return told,
        };
        let error = state.object("error").and_then(|error| error.text("message"));
        told.push(Told::of(EventKind::ToolResult(ToolResult {
            call_id: part.text("id"),
            ok: Some(ok),
            output: Some(printed(&state)),
            error: error.map(|message| ToolError { message: Some(message), ..ToolError::default() }),
            ..ToolResult::default()
        })));
        told.extend(by_tool(part).map(EventKind::SkillActivation).map(Told::of));
        told.into_iter().map(|one| Told { ts: one.ts.or_else(|| at("completed")), ..one }).collect()
    }
}

/// The skill that a completed call of the tool `skill` gave; it is asked for by its id.
fn by_tool(part: &Members<'_>) -> Option<Activation> {
    let state = part.object("state").filter(|_| part.text("name").as_deref() == Some("skill"))?;
    (state.text("status").as_deref() == Some("completed")).then_some(())?;
    let input = state.object("input").unwrap_or_default();
    let given = given::by_tool(&printed(&state), false);
    let name = given.name.clone().or_else(|| input.text("name")).or_else(|| input.text("id"));
    Some(Activation { name, activated_by: Some(Activator::Model), ..activation_of(given) })
}

/// A skill that the user gave: a message of its own. How its text is wrapped is not told where it has no known tag.
fn by_message(data: &Members<'_>) -> Activation {
    let text = data.text("text").unwrap_or_default();
    let given = match given::by_tool(&text, false) {
        Given { content: None, .. } => {
            Given { content: Some(text), kept: TextKept::Mixed, ..Given::default() }
        }
        given => given,
    };
    let name = data.text("name").or_else(|| given.name.clone()).or_else(|| data.text("skill"));
    Activation { name, activated_by: Some(Activator::User), ..activation_of(given) }
}

/// What a tool answered: the texts among its parts.
fn printed(state: &Members<'_>) -> String {
    let texts = state.objects("content").into_iter().filter_map(|part| part.text("text"));
    texts.collect::<Vec<_>>().join("\n")
}
