//! From the lines of a task to events.

use std::collections::HashSet;

use skills::ReadStep;

use super::super::dialect::{About, Dialect, Told};
use crate::event::{
    Activation, AssistantMessage, Compaction, Reasoning, TextKept, ToolCall, ToolResult, Usage, UserMessage,
};
use crate::index::Flags;
use crate::members::Members;
use crate::{Activator, EventKind};

const INSTRUCTIONS: &str = "\n\n--- Skill Instructions ---\n\n";
/// What a person says, in the tags that releases have put around it.
const TAGS: [(&str, &str); 4] = [
    ("<task>", "</task>"),
    ("<user_message>", "</user_message>"),
    ("<feedback>", "</feedback>"),
    ("<answer>", "</answer>"),
];

/// What later lines need of earlier ones.
#[derive(Debug, Clone, Default)]
pub(in super::super) struct RooCode {
    about: About,
    /// The calls of the tool for skills.
    asked: HashSet<String>,
}

impl Dialect for RooCode {
    fn learn(&mut self, _first: u32, line: &Members<'_>) {
        let about = &mut self.about;
        if line.text("type").as_deref() == Some("task") {
            about.session = line.text("id").or(about.session.take());
            about.folder = line.text("workspace").map(Into::into).or(about.folder.take());
            about.parent = line.text("parent").or(about.parent.take());
            about.is_subagent = about.parent.is_some();
        }
        for block in blocks(&line.object("data").unwrap_or_default()) {
            if let Some(text) = block.text.filter(|text| is_environment(text)) {
                about.folder = about.folder.take().or_else(|| folder_in(&text).map(Into::into));
                let model = between(&text, "<model>", "</model>");
                about.model = model.map(str::to_owned).or(about.model.take());
            }
            if block.own.text("name").as_deref() == Some("skill") {
                self.asked.extend(block.own.text("id"));
            }
        }
    }

    fn events(&self, first: u32, line: &Members<'_>) -> Vec<Told> {
        let data = line.object("data").unwrap_or_default();
        let own = match line.text("type").as_deref() {
            Some("task") => Vec::new(),
            Some("message") => self.message(first, line, &data),
            Some("spent") => vec![Told::of(EventKind::ProviderUsage(self.usage(&data)))],
            kind => vec![Told::of(EventKind::Unknown { name: kind.unwrap_or_default().to_owned() })],
        };
        let ts = line.text("timestamp");
        own.into_iter().map(|told| told.at(ts.clone(), None)).collect()
    }

    fn about(&self) -> &About {
        &self.about
    }
}

impl RooCode {
    fn message(&self, first: u32, line: &Members<'_>, data: &Members<'_>) -> Vec<Told> {
        let is_cut = data.flag("isTruncationMarker") == Some(true);
        if is_cut || data.flag("isSummary") == Some(true) {
            let texts: Vec<String> = blocks(data).into_iter().filter_map(|block| block.text).collect();
            return vec![Told::of(EventKind::Compaction(Compaction {
                strategy: is_cut.then(|| "the oldest messages are omitted".to_owned()),
                to_seq: Some(i64::from(first)),
                summary: Some(texts.join("\n")).filter(|_| !is_cut),
                ..Compaction::default()
            }))];
        }
        if data.text("type").as_deref() == Some("reasoning") {
            return vec![Told::of(EventKind::Reasoning(Reasoning::default()))];
        }
        let is_users = data.text("role").as_deref() == Some("user");
        let is_first = line.flag("first") == Some(true);
        blocks(data).into_iter().flat_map(|block| self.block(block, is_users, is_first)).collect()
    }

    fn block(&self, block: Block<'_>, is_users: bool, is_first: bool) -> Vec<Told> {
        let Block { kind, text, own } = block;
        let event = match kind.as_str() {
            "text" if is_users => return vec![said(text.unwrap_or_default(), is_first)],
            "text" => EventKind::AssistantMessage(AssistantMessage { text, ..AssistantMessage::default() }),
            "thinking" | "redacted_thinking" | "reasoning" => EventKind::Reasoning(Reasoning::default()),
            "tool_use" => EventKind::ToolCall(ToolCall {
                call_id: own.text("id"),
                name: own.text("name"),
                args: own.raw("input").map(str::to_owned),
                ..ToolCall::default()
            }),
            "tool_result" => return self.answer(&own),
            "image" => return Vec::new(),
            _ => EventKind::Unknown { name: kind },
        };
        vec![Told::of(event)]
    }

    fn answer(&self, block: &Members<'_>) -> Vec<Told> {
        let call_id = block.text("tool_use_id");
        let output = block.text("content").unwrap_or_else(|| {
            let texts = block.objects("content");
            texts.iter().filter_map(|text| text.text("text")).collect::<Vec<_>>().join("\n")
        });
        let is_skill = call_id.as_ref().is_some_and(|call| self.asked.contains(call));
        let given = if is_skill { activation(&output) } else { None };
        // What a person answers stands in the answer of the tool that asked.
        let answered = own_words(&output).map(str::to_owned);
        let result = ToolResult {
            call_id,
            ok: Some(block.flag("is_error") != Some(true)),
            output: Some(output),
            ..ToolResult::default()
        };
        let answered = answered.map(|text| {
            Told::of(EventKind::UserMessage(UserMessage { text: Some(text), ..UserMessage::default() }))
        });
        let given = given.map(EventKind::SkillActivation).map(Told::of);
        std::iter::once(Told::of(EventKind::ToolResult(result))).chain(answered).chain(given).collect()
    }

    /// What a call spent. Cached tokens are counted apart there, unless the protocol is that of OpenAI.
    fn usage(&self, call: &Members<'_>) -> Usage {
        let count = |key: &str| call.count(key).unwrap_or(0);
        let (read, write) = (count("cacheReads"), count("cacheWrites"));
        let is_whole = call.text("apiProtocol").as_deref() == Some("openai");
        let apart = if is_whole { 0 } else { read.saturating_add(write) };
        Usage {
            model: self.about.model.clone(),
            input_tokens: Some(count("tokensIn").saturating_add(apart)),
            cached_tokens: Some(read),
            output_tokens: Some(count("tokensOut")),
            ..Usage::default()
        }
    }
}

/// A text in the person's place: the task, what was said later in a tag, and what the program adds.
fn said(text: String, is_first: bool) -> Told {
    let own = own_words(&text).map(str::to_owned);
    let is_own = own.is_some() || (is_first && !is_environment(&text));
    let message = UserMessage {
        text: Some(own.unwrap_or(text)),
        author: (!is_own).then(|| "runtime".to_owned()),
        ..UserMessage::default()
    };
    Told::of(EventKind::UserMessage(message)).with(Flags::RUNTIME.when(!is_own))
}

/// What stands in a tag that is put around a person's words, where a text begins with one.
fn own_words(text: &str) -> Option<&str> {
    let text = text.trim_start();
    TAGS.iter().find_map(|(open, close)| Some(text.strip_prefix(open)?.split_once(close)?.0.trim()))
}

fn between<'t>(text: &'t str, open: &str, close: &str) -> Option<&'t str> {
    let (_, rest) = text.split_once(open)?;
    Some(rest.split_once(close)?.0)
}

fn is_environment(text: &str) -> bool {
    text.trim_start().starts_with("<environment_details>")
}

/// The workspace as what is told of the surroundings names it.
fn folder_in(text: &str) -> Option<&str> {
    between(text, "# Current Workspace Directory (", ") Files")
}

/// The skill that an answer of its tool gave. No path is recorded, only whether it is the project's.
fn activation(output: &str) -> Option<Activation> {
    let (head, text) = output.split_once(INSTRUCTIONS)?;
    let head = head.strip_prefix("Skill: ")?;
    let (head, scope) = head.rsplit_once("\nSource: ")?;
    let (head, arguments) = match head.rsplit_once("\nProvided arguments: ") {
        Some((head, arguments)) => (head, Some(arguments.to_owned())),
        None => (head, None),
    };
    let (name, description) = match head.split_once("\nDescription: ") {
        Some((name, description)) => (name, Some(description.to_owned())),
        None => (head, None),
    };
    Some(Activation {
        name: Some(name.to_owned()),
        description,
        scope: Some(scope.to_owned()),
        content: Some(text.to_owned()),
        kept: TextKept::TrimmedBody,
        activated_by: Some(Activator::Model),
        arguments,
        steps: vec![ReadStep::DescriptionLines],
        ..Activation::default()
    })
}

/// A part of a message.
struct Block<'a> {
    kind: String,
    text: Option<String>,
    own: Members<'a>,
}

/// The parts of a message; one that is a text is a part.
fn blocks<'a>(message: &Members<'a>) -> Vec<Block<'a>> {
    if let Some(text) = message.text("content") {
        return vec![Block { kind: "text".to_owned(), text: Some(text), own: Members::default() }];
    }
    let block = |own: Members<'a>| Block {
        kind: own.text("type").unwrap_or_else(|| "block".to_owned()),
        text: own.text("text"),
        own,
    };
    message.objects("content").into_iter().map(block).collect()
}
