//! What the model saw: messages, calls and answers.

use skills::ReadStep;

use super::super::dialect::Told;
use super::super::reads::Read;
use super::super::shell;
use super::answer::{Answer, Piece};
use super::{Codex, catalogue};
use crate::event::{
    Activation, AssistantMessage, Listing, Reasoning, TextKept, ToolCall, ToolError, ToolResult, UserMessage,
};
use crate::index::Flags;
use crate::members::Members;
use crate::{Activator, EventKind};

impl Codex {
    pub(super) fn item(&self, first: u32, what: &str, item: &Members<'_>) -> Vec<Told> {
        match what {
            "message" => message(item),
            "agent_message" => vec![self.by_agent(first, Some(texts(item).join("\n")))],
            "reasoning" => vec![Told::of(EventKind::Reasoning(Reasoning::default()))],
            "function_call"
            | "custom_tool_call"
            | "local_shell_call"
            | "web_search_call"
            | "tool_search_call"
            | "image_generation_call"
            | "mcp_tool_call" => vec![Told::of(self.call(what, item))],
            what if what.ends_with("_output") => self.answer(first, item),
            "compaction" | "compaction_summary" | "compaction_trigger" | "context_compaction"
            | "ghost_snapshot" | "additional_tools" | "other" => Vec::new(),
            what => vec![Told::of(EventKind::Unknown {
                name: format!("response_item {what}").trim_end().to_owned(),
            })],
        }
    }

    /// What another agent sent. The first of it is a sub-agent's task and opens its turn.
    pub(super) fn by_agent(&self, first: u32, text: Option<String>) -> Told {
        if self.task == Some(first) {
            return Told::of(EventKind::UserMessage(UserMessage { text, ..UserMessage::default() }));
        }
        injected(text.unwrap_or_default())
    }

    fn call(&self, what: &str, item: &Members<'_>) -> EventKind {
        let named = self.seen(item).into_iter().flat_map(|seen| seen.files);
        EventKind::ToolCall(ToolCall {
            call_id: item.text("call_id").or_else(|| item.text("id")),
            name: item.text("name").or_else(|| Some(what.trim_end_matches("_call").to_owned())),
            args: arguments(item),
            viewed: named.into_iter().find_map(|file| self.skills.resource(&file.path)),
            ..ToolCall::default()
        })
    }

    fn answer(&self, first: u32, item: &Members<'_>) -> Vec<Told> {
        let answer = Answer::of(item);
        let error = (answer.ok == Some(false) && answer.exit_code.is_none())
            .then(|| ToolError { message: Some(answer.text()), ..ToolError::default() });
        let result = ToolResult {
            call_id: item.text("call_id"),
            ok: answer.ok,
            output: Some(answer.text()),
            exit_code: answer.exit_code,
            error,
            ..ToolResult::default()
        };
        let asked = self.answered.get(&first).map_or(&[][..], Vec::as_slice);
        let read = activations(asked, &answer).into_iter();
        let read = read.map(|activation| Told::of(EventKind::SkillActivation(activation)));
        std::iter::once(Told::of(EventKind::ToolResult(result))).chain(read).collect()
    }
}

/// The arguments of a call, as JSON: a script or a patch stands as the text it is.
pub(super) fn arguments(item: &Members<'_>) -> Option<String> {
    let object = item.text("arguments").filter(|text| Members::read(text).is_some());
    object.or_else(|| {
        ["arguments", "input", "action"].iter().find_map(|name| item.raw(name)).map(str::to_owned)
    })
}

const CUT: ReadStep = ReadStep::SplitAtFrontmatter;

/// The texts of skills that an answer holds. A script's answer has a piece for every command where it printed them
/// one by one; else what was printed is mixed.
fn activations(asked: &[Vec<Read>], answer: &Answer) -> Vec<Activation> {
    let mixed = || Piece {
        text: answer.text(),
        exit_code: answer.exit_code,
        is_cut: answer.pieces.iter().any(|piece| piece.is_cut),
        steps: answer.pieces.iter().flat_map(|piece| piece.steps.clone()).collect(),
    };
    let is_apart = asked.len() == answer.pieces.len();
    let mut found = Vec::new();
    for (at, reads) in asked.iter().enumerate() {
        let piece = if is_apart { answer.pieces[at].clone() } else { mixed() };
        if let Some(texts) = Read::cut(reads, &piece.text).filter(|_| !piece.is_cut) {
            let steps: Vec<_> = piece.steps.iter().copied().chain([CUT]).collect();
            found.extend(reads.iter().zip(texts).map(|(read, text)| {
                Read { alone: true, ..read.clone() }.activation(text.to_owned(), false, steps.clone())
            }));
            continue;
        }
        for read in reads {
            let read = Read { alone: read.alone && is_apart, ..read.clone() };
            if was_printed(&read, &piece) {
                found.push(read.activation(piece.text.clone(), piece.is_cut, piece.steps.clone()));
            }
        }
    }
    found
}

/// Whether the file's text came: a command that failed, that never ran, or of which its words do not tell, printed it
/// where its frontmatter can be seen.
fn was_printed(read: &Read, piece: &Piece) -> bool {
    if read.lines == shell::Lines::None {
        return read.begins(&piece.text);
    }
    let is_seen =
        || piece.text.lines().any(|line| line.trim_start().starts_with("name:") && line.contains(&read.name));
    !piece.text.is_empty()
        && (piece.exit_code == Some(0) || (piece.is_cut && piece.exit_code.is_none()) || is_seen())
}

/// The texts of a message.
pub(super) fn texts(item: &Members<'_>) -> Vec<String> {
    match item.text("content") {
        Some(text) => vec![text],
        None => item.objects("content").iter().filter_map(|part| part.text("text")).collect(),
    }
}

fn message(item: &Members<'_>) -> Vec<Told> {
    match item.text("role").as_deref() {
        Some("assistant") => {
            let text = Some(texts(item).join("\n")).filter(|text| !text.is_empty());
            vec![Told::of(EventKind::AssistantMessage(AssistantMessage {
                text,
                ..AssistantMessage::default()
            }))]
        }
        Some("user") => user(item),
        _ => texts(item).into_iter().map(context).collect(),
    }
}

/// What stands in the user's place: the prompt, texts of skills that it named, and what Codex puts there.
fn user(item: &Members<'_>) -> Vec<Told> {
    let metadata = item.object("internal_chat_message_metadata_passthrough").unwrap_or_default();
    let kinds = metadata.texts("content_item_kinds");
    let mut told = Vec::new();
    let mut prompt: Option<String> = None;
    let parts = item.objects("content");
    let is_told = !parts.is_empty() && kinds.len() == parts.len();
    let texts = match item.text("content") {
        Some(text) => vec![(0, text)],
        None => parts.iter().enumerate().filter_map(|(at, part)| Some((at, part.text("text")?))).collect(),
    };
    for (at, text) in texts {
        let is_own = if is_told { kinds[at].starts_with("user.") } else { !is_injected(&text) };
        if is_own {
            let prompt = prompt.get_or_insert_default();
            if !prompt.is_empty() {
                prompt.push('\n');
            }
            prompt.push_str(&text);
        } else {
            told.push(context(text));
        }
    }
    let has_image = parts.iter().any(|part| part.text("type").as_deref() == Some("input_image"));
    let prompt = prompt.or_else(|| (has_image && told.is_empty()).then(String::new));
    let prompt = prompt.map(|text| {
        Told::of(EventKind::UserMessage(UserMessage { text: Some(text), ..UserMessage::default() }))
    });
    prompt.into_iter().chain(told).collect()
}

/// A text that Codex gives the model.
fn context(text: String) -> Told {
    if let Some(activation) = explicit(&text) {
        return Told::of(EventKind::SkillActivation(activation));
    }
    if catalogue::is_catalogue(&text) {
        let entries = catalogue::entries(&text);
        return Told::of(EventKind::SkillListing(Listing {
            names: entries.iter().map(|entry| entry.name.clone()).collect(),
            paths: entries.into_iter().filter_map(|entry| entry.path).collect(),
            text: Some(text),
            adds: false,
        }));
    }
    injected(text)
}

fn injected(text: String) -> Told {
    let author = Some("runtime".to_owned());
    Told::of(EventKind::UserMessage(UserMessage { text: Some(text), author, ..UserMessage::default() }))
        .with(Flags::RUNTIME)
}

/// A skill that the prompt named: its whole file in a tag.
fn explicit(text: &str) -> Option<Activation> {
    let inside = text.strip_prefix("<skill>\n<name>")?;
    let (name, inside) = inside.split_once("</name>\n<path>")?;
    let (path, inside) = inside.split_once("</path>\n")?;
    let content = inside.trim_end_matches('\n').strip_suffix("</skill>")?;
    let content = content.strip_suffix('\n').unwrap_or(content);
    Some(Activation {
        name: Some(name.to_owned()),
        path: Some(path.to_owned()),
        kept: TextKept::Whole,
        content: Some(content.to_owned()),
        activated_by: Some(Activator::User),
        steps: vec![ReadStep::NameTag],
        ..Activation::default()
    })
}

/// What of an item of a compaction's new context is said to the model again: the list of skills and texts of skills.
pub(super) fn kept(item: &Members<'_>) -> Vec<Told> {
    let told = texts(item).into_iter().map(context);
    let again = told.filter_map(|told| match told.kind {
        EventKind::SkillActivation(text) => {
            Some(EventKind::SkillActivation(Activation { given_again: true, ..text }))
        }
        kind @ EventKind::SkillListing(_) => Some(kind),
        _ => None,
    });
    again.map(Told::of).collect()
}

/// Whether Codex wrote a text that stands in the user's place. Only from 0.149 on does the log say so.
fn is_injected(text: &str) -> bool {
    const TAGS: [&str; 26] = [
        "additional_context",
        "app-context",
        "apps_instructions",
        "child_agents_instructions",
        "collaboration_mode",
        "environment_context",
        "goal_context",
        "hook_prompt",
        "js_repl_instructions",
        "model_switch",
        "permissions",
        "personality_spec",
        "pinned_notes",
        "plugins",
        "plugins_instructions",
        "reasoning_context",
        "recommended_plugins",
        "skill",
        "skills_instructions",
        "skills_section",
        "subagent_notification",
        "subagents",
        "tool_context",
        "turn_aborted",
        "user_instructions",
        "user_shell_command",
    ];
    let text = text.trim_start();
    let is_tagged = text.strip_prefix('<').is_some_and(|inside| {
        let tag = inside.split(['>', ' ', '\n']).next().unwrap_or_default();
        TAGS.contains(&tag.to_ascii_lowercase().as_str())
    });
    is_tagged || text.starts_with("# AGENTS.md instructions")
}
