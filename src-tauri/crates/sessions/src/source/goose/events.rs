//! From the lines of a session to events.

use std::borrow::Cow;
use std::collections::HashMap;

use super::super::dialect::{About, Dialect, Told};
use super::super::reads::Known;
use super::{given, rows};
use crate::EventKind;
use crate::event::{
    Activation, AnswerPlace, AssistantMessage, Compaction, Reasoning, ToolCall, ToolError, ToolResult, Usage,
    UserMessage, Viewed,
};
use crate::index::Flags;
use crate::members::Members;

/// What later lines need of earlier ones.
#[derive(Debug, Clone, Default)]
pub(in super::super) struct Goose {
    about: About,
    /// The arguments that calls of the tool for skills gave, by the call.
    asked: HashMap<String, Option<String>>,
    skills: Known,
}

impl Dialect for Goose {
    fn learn(&mut self, _first: u32, line: &Members<'_>) {
        match &*kind(line) {
            "session" => {
                let about = &mut self.about;
                let folder = line.text("directory").or_else(|| line.text("working_dir"));
                let title = line.text("title").or_else(|| line.text("description"));
                about.session = line.text("id").or(about.session.take());
                about.folder = folder.map(Into::into).or(about.folder.take());
                about.title = title.filter(|title| !title.is_empty()).or(about.title.take());
                about.parent = line.text("parent").or(about.parent.take());
                about.is_subagent = about.parent.is_some();
                let model = line.object("model").and_then(|model| model.text("model_name"));
                about.model = model.or(about.model.take());
            }
            "message" => {
                for part in line.objects("content") {
                    self.learn_part(&part);
                }
            }
            _ => {}
        }
    }

    fn events(&self, first: u32, line: &Members<'_>) -> Vec<Told> {
        let own = match &*kind(line) {
            "session" => {
                let all = |of| line.count(&format!("accumulated_{of}_tokens"));
                all("input").zip(all("output")).map(|spent| self.spent(spent)).into_iter().collect()
            }
            "message" => self.message(first, line),
            "spent" => {
                let spent = (line.count("input").unwrap_or(0), line.count("output").unwrap_or(0));
                vec![self.spent(spent)]
            }
            kind => vec![Told::of(EventKind::Unknown { name: kind.to_owned() })],
        };
        let created = || rows::at(rows::in_millis(line.whole("created")?));
        let (ts, id) = (line.text("timestamp").or_else(created), line.text("id"));
        own.into_iter().map(|told| told.at(ts.clone(), id.clone())).collect()
    }

    fn about(&self) -> &About {
        &self.about
    }
}

/// What a line is. Those of a file say nothing of it: the first is the session's own, and the others are messages.
fn kind<'a>(line: &Members<'a>) -> Cow<'a, str> {
    let told = if line.raw("role").is_some() {
        "message"
    } else if line.raw("working_dir").is_some() || line.raw("description").is_some() {
        "session"
    } else {
        ""
    };
    line.word("type").unwrap_or(Cow::Borrowed(told))
}

impl Goose {
    /// What a session cost in all.
    fn spent(&self, (input, output): (u64, u64)) -> Told {
        Told::of(EventKind::ProviderUsage(Usage {
            model: self.about.model.clone(),
            input_tokens: Some(input),
            output_tokens: Some(output),
            answer: AnswerPlace::BeforeCount,
            ..Usage::default()
        }))
    }

    fn learn_part(&mut self, part: &Members<'_>) {
        match part.text("type").as_deref() {
            Some("toolRequest") => {
                let (id, call) = call(part);
                if given::is_skill_tool(&call.text("name").unwrap_or_default())
                    && let Some(id) = id
                {
                    let arguments = call.object("arguments").unwrap_or_default();
                    self.asked.insert(id, arguments.text("args"));
                }
            }
            Some("toolResponse") => {
                if let Some(Activation { name: Some(name), path: Some(path), .. }) = self.given(part) {
                    self.skills.activate(&name, &path);
                }
            }
            _ => {}
        }
    }

    fn message(&self, first: u32, line: &Members<'_>) -> Vec<Told> {
        let parts = line.objects("content");
        if line.flag("summary") == Some(true) {
            let texts: Vec<String> = parts.iter().filter_map(|part| part.text("text")).collect();
            return vec![Told::of(EventKind::Compaction(Compaction {
                to_seq: Some(i64::from(first)),
                summary: Some(texts.join("\n")),
                ..Compaction::default()
            }))];
        }
        let is_users = line.text("role").as_deref() == Some("user");
        let metadata = line.object("metadata").unwrap_or_default();
        let is_hidden =
            metadata.flag("userVisible") == Some(false) && metadata.flag("agentVisible") != Some(false);
        let is_injected = line.flag("agents") == Some(true) || is_hidden;
        parts.iter().flat_map(|part| self.part(part, is_users, is_injected)).collect()
    }

    fn part(&self, part: &Members<'_>, is_users: bool, is_injected: bool) -> Vec<Told> {
        let kind = part.text("type").unwrap_or_default();
        let event = match kind.as_str() {
            "text" if is_users => {
                let message = UserMessage {
                    text: part.text("text"),
                    author: is_injected.then(|| "runtime".to_owned()),
                    ..UserMessage::default()
                };
                let message = Told::of(EventKind::UserMessage(message));
                return vec![message.with(Flags::RUNTIME.when(is_injected))];
            }
            "text" => EventKind::AssistantMessage(AssistantMessage {
                text: part.text("text"),
                ..AssistantMessage::default()
            }),
            "thinking" | "redactedThinking" => EventKind::Reasoning(Reasoning::default()),
            "toolRequest" | "frontendToolRequest" => self.request(part),
            "toolResponse" => {
                let given = self.given(part).map(EventKind::SkillActivation).map(Told::of);
                return std::iter::once(Told::of(response(part))).chain(given).collect();
            }
            kind if is_bookkeeping(kind) => return Vec::new(),
            kind => EventKind::Unknown { name: kind.to_owned() },
        };
        vec![Told::of(event)]
    }

    fn request(&self, part: &Members<'_>) -> EventKind {
        let (call_id, call) = call(part);
        let name = call.text("name");
        let args = call.raw("arguments").map(str::to_owned);
        let viewed = self.viewed(name.as_deref().unwrap_or_default(), args.as_deref().unwrap_or_default());
        EventKind::ToolCall(ToolCall { call_id, name, args, viewed, ..ToolCall::default() })
    }

    /// The file of a skill that a call reads: by the skill's name and its path, or of a skill that was given before.
    fn viewed(&self, name: &str, args: &str) -> Option<Viewed> {
        if given::is_skill_tool(name) {
            let asked = Members::read(args)?.text("name")?;
            let (skill, path) = asked.split_once('/')?;
            return Some(Viewed { skill: Some(skill.to_owned()), path: Some(path.to_owned()) });
        }
        let folder = self.about.folder.as_deref().and_then(|folder| folder.to_str()).unwrap_or_default();
        self.skills.viewed(name, args, folder)
    }

    /// The skill that an answer gave, where its call asked for one.
    fn given(&self, part: &Members<'_>) -> Option<Activation> {
        let arguments = self.asked.get(&part.text("id")?)?.clone();
        let (ok, output) = answer(part);
        let given = given::activation(&output).filter(|_| ok)?;
        Some(Activation { arguments, ..given })
    }
}

/// The id of a call, and what it asks for.
fn call<'a>(part: &Members<'a>) -> (Option<String>, Members<'a>) {
    let call = part.object("toolCall").unwrap_or_default();
    (part.text("id"), call.object("value").unwrap_or_default())
}

/// Whether a call worked, and what it printed. Earlier releases had the list of texts itself for a value.
fn answer(part: &Members<'_>) -> (bool, String) {
    let result = part.object("toolResult").unwrap_or_default();
    let value = result.object("value");
    let texts = match &value {
        Some(value) => value.objects("content"),
        None => result.objects("value"),
    };
    let texts: Vec<String> = texts.iter().filter_map(|text| text.text("text")).collect();
    let is_error = value.is_some_and(|value| value.flag("isError") == Some(true));
    (result.text("status").as_deref() == Some("success") && !is_error, texts.join("\n"))
}

fn response(part: &Members<'_>) -> EventKind {
    let (ok, output) = answer(part);
    let error = part.object("toolResult").and_then(|result| result.text("error"));
    EventKind::ToolResult(ToolResult {
        call_id: part.text("id"),
        ok: Some(ok),
        output: Some(output),
        error: error.map(|message| ToolError { message: Some(message), ..ToolError::default() }),
        ..ToolResult::default()
    })
}

/// Parts that say nothing of the conversation.
fn is_bookkeeping(kind: &str) -> bool {
    const KINDS: [&str; 7] = [
        "image",
        "toolConfirmationRequest",
        "actionRequired",
        "systemNotification",
        "conversationCompacted",
        "contextLengthExceeded",
        "summarizationRequested",
    ];
    KINDS.contains(&kind)
}
