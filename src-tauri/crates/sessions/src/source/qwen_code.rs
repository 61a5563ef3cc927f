//! Qwen Code: `projects/<folder>/chats/<id>.jsonl`, one record a line. Read in its source and in made-up logs of 0.21;
//! not recorded: no rule here was seen to hold with the agent itself.

use skills::ReadStep;

use super::dialect::{About, Dialect, Told};
use super::homes::{FoundTraces, Homes, Trace};
use super::reads::Known;
use super::shell;
use super::{Reading, Rules, Tells};
use crate::event::{
    Activation, AssistantMessage, Compaction, Reasoning, TextKept, ToolCall, ToolError, ToolResult, Usage,
    UserMessage, Viewed,
};
use crate::index::Flags;
use crate::members::Members;
use crate::{Activator, EventKind};

pub(super) const RULES: Rules = Rules {
    name: "qwen-code",
    label: "Qwen Code",
    // Which folders it looks in is told by no convention here.
    convention: "agent-skills",
    tells: Tells { permissions: false, live: false, requests: false },
    reading: Reading::Lines(|| Box::<QwenCode>::default()),
    find: Some(find),
};

/// `${QWEN_HOME:-~/.qwen}/projects/<folder>/chats/<id>.jsonl`.
fn find(homes: &Homes) -> FoundTraces {
    let mut found = FoundTraces::default();
    let Some(projects) = homes.folder("QWEN_HOME", ".qwen").map(|home| home.join("projects")) else {
        return found;
    };
    for project in found.folders(&projects) {
        let chats = project.join("chats");
        for entry in found.entries(&chats) {
            let Some(id) = entry.name.to_str().and_then(|name| name.strip_suffix(".jsonl")) else { continue };
            let trace = Trace { path: chats.join(&entry.name), id: id.to_owned(), parent: None };
            found.take(Some(trace), entry.kind);
        }
    }
    found
}

/// What later lines need of earlier ones.
#[derive(Debug, Clone, Default)]
struct QwenCode {
    about: About,
    skills: Known,
}

impl Dialect for QwenCode {
    fn learn(&mut self, _first: u32, line: &Members<'_>) {
        let about = &mut self.about;
        about.session = about.session.take().or(line.text("sessionId"));
        about.folder = about.folder.take().or(line.text("cwd").map(Into::into));
        about.release = line.text("version").or(about.release.take());
        about.branch = line.text("gitBranch").or(about.branch.take());
        about.model = line.text("model").or(about.model.take());
        if line.text("subtype").as_deref() == Some("custom_title") {
            let payload = line.object("systemPayload").unwrap_or_default();
            about.title = payload.text("customTitle").or(about.title.take());
        }
        for response in responses(line) {
            if let Some(Activation { name: Some(name), path: Some(path), .. }) = activation(&response) {
                self.skills.activate(&name, &path);
            }
        }
    }

    fn events(&self, first: u32, line: &Members<'_>) -> Vec<Told> {
        let subtype = line.text("subtype");
        let own = match (line.text("type").as_deref(), subtype.as_deref()) {
            (Some("user"), _) => user_message(line, subtype.is_some()),
            (Some("assistant"), _) => self.assistant_message(line),
            (Some("tool_result"), _) => {
                responses(line).iter().flat_map(|one| tool_result(line, one)).collect()
            }
            (Some("system"), Some("chat_compression")) => {
                let compaction = Compaction { to_seq: Some(i64::from(first)), ..Compaction::default() };
                vec![Told::of(EventKind::Compaction(compaction))]
            }
            (Some("system"), _) => Vec::new(),
            (kind, _) => vec![Told::of(EventKind::Unknown { name: kind.unwrap_or("record").to_owned() })],
        };
        let (ts, id) = (line.text("timestamp"), line.text("uuid"));
        own.into_iter().map(|told| told.at(ts.clone(), id.clone())).collect()
    }

    fn about(&self) -> &About {
        &self.about
    }
}

impl QwenCode {
    fn assistant_message(&self, line: &Members<'_>) -> Vec<Told> {
        let mut told = Vec::new();
        for part in parts(line) {
            if let Some(call) = part.object("functionCall") {
                told.push(Told::of(EventKind::ToolCall(ToolCall {
                    call_id: call.text("id"),
                    name: call.text("name"),
                    args: call.raw("args").map(str::to_owned),
                    viewed: self.viewed(&call.object("args").unwrap_or_default()),
                    ..ToolCall::default()
                })));
            } else if part.flag("thought") == Some(true) {
                told.push(Told::of(EventKind::Reasoning(Reasoning::default())));
            } else if let Some(text) = part.text("text").filter(|text| !text.is_empty()) {
                let message = AssistantMessage { text: Some(text), ..AssistantMessage::default() };
                told.push(Told::of(EventKind::AssistantMessage(message)));
            }
        }
        if let Some(usage) = line.object("usageMetadata") {
            let count = |key: &str| usage.count(key).unwrap_or(0);
            told.push(Told::of(EventKind::ProviderUsage(Usage {
                model: line.text("model"),
                input_tokens: Some(count("promptTokenCount")),
                cached_tokens: Some(count("cachedContentTokenCount")),
                output_tokens: Some(
                    count("candidatesTokenCount").saturating_add(count("thoughtsTokenCount")),
                ),
                reasoning_tokens: Some(count("thoughtsTokenCount")),
                ..Usage::default()
            })));
        }
        told
    }

    /// The file of a skill that a call reads, of the skills that were given before it.
    fn viewed(&self, args: &Members<'_>) -> Option<Viewed> {
        let folder = self.about.folder.as_deref().and_then(|folder| folder.to_str()).unwrap_or_default();
        if let Some(command) = args.text("command") {
            return self.skills.named_in(&command);
        }
        let path = ["file_path", "absolute_path", "path"].iter().find_map(|key| args.text(key))?;
        self.skills.resource(&shell::resolve(folder, &path))
    }
}

/// What a person typed, without the words of hooks behind it; a record with a subtype is the program's own.
fn user_message(line: &Members<'_>, is_injected: bool) -> Vec<Told> {
    let texts: Vec<String> = parts(line).iter().filter_map(|part| part.text("text")).collect();
    let is_typed = |text: &&String| !text.starts_with("<qwen:");
    let typed: Vec<&str> = texts.iter().filter(is_typed).map(String::as_str).collect();
    let message = UserMessage {
        text: Some(typed.join("\n")),
        author: is_injected.then(|| "runtime".to_owned()),
        ..UserMessage::default()
    };
    vec![Told::of(EventKind::UserMessage(message)).with(Flags::RUNTIME.when(is_injected))]
}

fn tool_result(line: &Members<'_>, response: &Members<'_>) -> Vec<Told> {
    let (output, error) = answer(response);
    let status = line.object("toolCallResult").and_then(|result| result.text("status"));
    let result = ToolResult {
        call_id: response.text("id"),
        ok: status.map(|status| status == "success").or(Some(error.is_none())),
        output,
        error: error.map(|message| ToolError { kind: None, message: Some(message), reason: None }),
        ..ToolResult::default()
    };
    let activation = activation(response).map(EventKind::SkillActivation);
    [Some(EventKind::ToolResult(result)), activation].into_iter().flatten().map(Told::of).collect()
}

/// What the tool `skill` gave: its text behind two lines, or that it was given before.
fn activation(response: &Members<'_>) -> Option<Activation> {
    if response.text("name").as_deref() != Some("skill") {
        return None;
    }
    let output = answer(response).0?;
    let by_model = Activation { activated_by: Some(Activator::Model), ..Activation::default() };
    if let Some(rest) = output.strip_prefix("Skill \"") {
        let name = rest.strip_suffix("\" is already loaded in context.")?;
        return Some(Activation { name: Some(name.to_owned()), kept: TextKept::Nothing, ..by_model });
    }
    let (folder, rest) = output.strip_prefix("Base directory for this skill: ")?.split_once('\n')?;
    let (_, text) = rest.strip_prefix("Important: ALWAYS resolve absolute paths")?.split_once("\n\n")?;
    Some(Activation {
        name: Some(folder.rsplit(['/', '\\']).next().unwrap_or(folder).to_owned()),
        path: Some(format!("{folder}/SKILL.md")),
        content: Some(text.strip_suffix('\n').unwrap_or(text).to_owned()),
        kept: TextKept::TrimmedBody,
        steps: vec![ReadStep::BaseDirectoryLines, ReadStep::TrailingLineBreak],
        ..by_model
    })
}

fn answer(response: &Members<'_>) -> (Option<String>, Option<String>) {
    let response = response.object("response").unwrap_or_default();
    (response.text("output"), response.text("error"))
}

fn responses<'a>(line: &Members<'a>) -> Vec<Members<'a>> {
    parts(line).iter().filter_map(|part| part.object("functionResponse")).collect()
}

fn parts<'a>(line: &Members<'a>) -> Vec<Members<'a>> {
    line.object("message").map(|message| message.objects("parts")).unwrap_or_default()
}
