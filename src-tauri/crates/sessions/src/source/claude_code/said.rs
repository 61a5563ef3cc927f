//! Lines in the person's place: prompts, results of calls, texts of skills and what the program adds.

use super::super::dialect::Told;
use super::blocks::{Block, blocks_of, by_program, in_between, join, text_in};
use super::notified::notified;
use super::prompts::{Prompt, is_from_elsewhere, prompt};
use super::{ClaudeCode, Wanted, skill_text};
use crate::EventKind;
use crate::event::{Compaction, Decision, ResourceMark, Subagent, ToolError, ToolResult, UserMessage};
use crate::index::Flags;
use crate::members::Members;

/// How the task begins of a helper that was given the session's context (recorded with 2.1.330).
const FORKED: &str = "<fork-boilerplate>";

impl ClaudeCode {
    pub(super) fn said(&self, first: u32, line: &Members<'_>, wanted: Wanted) -> Vec<Told> {
        let Some(message) = line.object("message") else {
            return vec![Told::of(EventKind::Unknown { name: "user without a message".to_owned() })];
        };
        let blocks = blocks_of(&message);
        if line.flag("isCompactSummary") == Some(true) {
            return vec![self.summary(first, join(&blocks))];
        }
        let results: Vec<&Members<'_>> = blocks
            .iter()
            .filter_map(|block| match block {
                Block::Result(result) => Some(result),
                _ => None,
            })
            .collect();
        let text = join(&blocks);
        if !results.is_empty() {
            let mut told: Vec<Told> = decision(line, &results).map(Told::of).into_iter().collect();
            told.extend(results.iter().map(|result| Told::of(tool_result(result, wanted))));
            told.extend(helper(line).map(Told::of));
            // Before prompts had a queue, what was typed meanwhile went along with a result.
            told.extend(text.map(|text| match text.starts_with(FORKED) {
                true => Told::of(EventKind::UserMessage(UserMessage {
                    text: Some(text),
                    ..UserMessage::default()
                })),
                false => in_between(Some(text)),
            }));
            return told;
        }
        if line.flag("isMeta") == Some(true) {
            return self.program_said(first, line, &blocks);
        }
        let end = text.as_deref().and_then(notified).map(Told::of);
        std::iter::once(self.prompted(line, text, marks(&blocks))).chain(end).collect()
    }

    /// What a checkpoint says; where none stands before it, it is one.
    fn summary(&self, first: u32, text: Option<String>) -> Told {
        if !self.bare_summaries.contains(&first) {
            return by_program(text);
        }
        Told::of(EventKind::Compaction(Compaction {
            to_seq: Some(i64::from(first)),
            summary: text,
            ..Compaction::default()
        }))
    }

    /// A line that the program marks as its own: texts of skills first of all.
    fn program_said(&self, first: u32, line: &Members<'_>, blocks: &[Block<'_>]) -> Vec<Told> {
        let texts: Vec<&str> = blocks
            .iter()
            .filter_map(|block| match block {
                Block::Text(text) => Some(text.as_str()),
                _ => None,
            })
            .collect();
        let with_folder: Vec<&str> =
            texts.iter().copied().filter(|text| skill_text::has_folder(text)).collect();
        let mut told = Vec::new();
        if !with_folder.is_empty() {
            if skill_text::opens(line) {
                // A helper that a skill was handed to (`context: fork`) begins with the skill's text.
                let message = Told::of(EventKind::UserMessage(UserMessage::default()));
                told.push(if self.is_aside(line) { by_program(None) } else { message });
            }
            told.extend(with_folder.iter().map(|text| Told::of(self.skills.activation(line, text))));
            return told;
        }
        let text = join(blocks);
        let activation = text.as_deref().and_then(|text| self.skills.without_folder(first, line, text));
        vec![activation.map_or_else(|| by_program(text), Told::of)]
    }

    /// A line that no mark calls the program's own.
    fn prompted(&self, line: &Members<'_>, text: Option<String>, resources: Vec<ResourceMark>) -> Told {
        let kind = text.as_deref().map_or(Prompt::Words, prompt);
        let typed = match &kind {
            Prompt::Slash(slash) | Prompt::Local(slash) => {
                line.text("stackedOriginalInput").or_else(|| Some(slash.typed()))
            }
            _ => text,
        };
        if matches!(kind, Prompt::Local(_) | Prompt::Program) || self.is_aside(line) {
            return by_program(typed);
        }
        match kind {
            Prompt::Interrupt => by_program(typed).with(Flags::STOPS_TURN),
            _ if is_from_elsewhere(line) => by_program(typed),
            // `/one /two words` is one prompt in two lines, from 2.1.199 on.
            _ if line.flag("stackedExpansion") == Some(true) => in_between(typed),
            _ => {
                let flags = Flags::RESOURCES.when(!resources.is_empty());
                let message = UserMessage { text: typed, resources, author: None };
                Told::of(EventKind::UserMessage(message)).with(flags)
            }
        }
    }
}

fn marks(blocks: &[Block<'_>]) -> Vec<ResourceMark> {
    let mark = |block: &Block<'_>| match block {
        Block::Image(block) => {
            let source = block.object("source").unwrap_or_default();
            let kind = if block.word("type").as_deref() == Some("image") { "image" } else { "file" };
            Some(ResourceMark {
                kind: Some(kind.to_owned()),
                mime_type: source.text("media_type"),
                ..ResourceMark::default()
            })
        }
        _ => None,
    };
    blocks.iter().filter_map(mark).collect()
}

fn tool_result(result: &Members<'_>, wanted: Wanted) -> EventKind {
    let failed = result.flag("is_error") == Some(true);
    let output = wanted.beyond_rows(|| text_in(result, "content"));
    let error = failed.then(|| ToolError { kind: None, message: output.clone(), reason: None });
    EventKind::ToolResult(ToolResult {
        call_id: result.text("tool_use_id"),
        ok: Some(!failed),
        output,
        error,
        ..ToolResult::default()
    })
}

/// Who let a call happen: `permissionDecision` from some release after 2.1.219 on, a refusal's `toolDenialKind` from
/// 2.1.205 on.
fn decision(line: &Members<'_>, results: &[&Members<'_>]) -> Option<EventKind> {
    let call_id = results.first().and_then(|result| result.text("tool_use_id"));
    let (allowed, gate) = match (line.object("permissionDecision"), line.text("toolDenialKind")) {
        (Some(made), _) => {
            (made.text("decision")?.starts_with("accept"), made.text("source").or(made.text("reasonType")))
        }
        (None, Some(kind)) => (false, Some(kind)),
        (None, None) => return None,
    };
    let decision = Some(if allowed { "allow" } else { "deny" }.to_owned());
    Some(EventKind::PermissionDecision(Decision { call_id, decision, gate, ..Decision::default() }))
}

/// The helper that a call ran, where its result names one.
fn helper(line: &Members<'_>) -> Option<EventKind> {
    let result = line.object("toolUseResult")?;
    let id = result.text("agentId")?;
    let status = result.text("status");
    Some(EventKind::Subagent(Subagent {
        event: Some(
            if status.as_deref() == Some("async_launched") { "started" } else { "finished" }.to_owned(),
        ),
        child_session_id: Some(format!("agent-{id}")),
        subagent_id: Some(id),
        agent: result.text("agentType").or(result.text("commandName")),
        task: result.text("prompt"),
        status,
        ..Subagent::default()
    }))
}
