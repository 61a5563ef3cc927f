//! The entries of a Pi session.

use skills::ReadStep;

use super::super::available;
use super::super::dialect::Told;
use super::super::reads::Read;
use super::super::shell::Lines;
use super::{Pi, listed};
use crate::EventKind;
use crate::event::{
    Activation, AssistantMessage, BranchSummary, Compaction, Listing, Reasoning, ToolCall, ToolResult,
    TurnFailed, Usage, UserMessage,
};
use crate::index::Flags;
use crate::members::Members;

/// Entries that say nothing of the conversation.
const BOOKKEEPING: [&str; 6] =
    ["model_change", "thinking_level_change", "custom", "label", "session_info", "active_tools_change"];

impl Pi {
    /// What an entry says by itself, with what calls before it had asked for.
    pub(super) fn told(&self, first: u32, line: &Members<'_>) -> Vec<Told> {
        match line.text("type").unwrap_or_default().as_str() {
            "session" => self.forked(line).into_iter().collect(),
            "message" => self.message(first, line),
            "compaction" => self.compaction(first, line),
            "branch_summary" => {
                let summary = BranchSummary { summary: line.text("summary"), ..BranchSummary::default() };
                let told = Told::of(EventKind::BranchSummary(summary));
                std::iter::once(told).chain(self.usage(line, line)).collect()
            }
            "custom_message" => vec![injected(text(line))],
            kind if BOOKKEEPING.contains(&kind) => Vec::new(),
            "" => vec![unknown("record")],
            kind => vec![unknown(kind)],
        }
    }

    fn message(&self, first: u32, line: &Members<'_>) -> Vec<Told> {
        let message = line.object("message").unwrap_or_default();
        match message.text("role").unwrap_or_default().as_str() {
            "user" => user(text(&message)),
            "assistant" => self.assistant(line, &message),
            "toolResult" => self.result(first, &message),
            "system" => system(&message),
            "bashExecution" => {
                let command = message.text("command").unwrap_or_default();
                vec![injected(format!("$ {command}\n{}", message.text("output").unwrap_or_default()))]
            }
            "custom" | "hookMessage" => vec![injected(text(&message))],
            "branchSummary" | "compactionSummary" => {
                vec![injected(message.text("summary").unwrap_or_default())]
            }
            "" => vec![unknown("message")],
            role => vec![unknown(&format!("message of {role}"))],
        }
    }

    fn assistant(&self, line: &Members<'_>, message: &Members<'_>) -> Vec<Told> {
        let mut told = Vec::new();
        for part in message.objects("content") {
            told.extend(match part.text("type").as_deref() {
                Some("thinking") => Some(EventKind::Reasoning(Reasoning {
                    model: message.text("model"),
                    ..Reasoning::default()
                })),
                Some("text") => part.text("text").filter(|text| !text.is_empty()).map(|text| {
                    EventKind::AssistantMessage(AssistantMessage {
                        text: Some(text),
                        ..AssistantMessage::default()
                    })
                }),
                Some("toolCall") => Some(EventKind::ToolCall(ToolCall {
                    call_id: part.text("id"),
                    name: part.text("name"),
                    args: part.raw("arguments").map(str::to_owned),
                    viewed: self.files(&part).files.iter().find_map(|file| self.skills.resource(&file.path)),
                    ..ToolCall::default()
                })),
                _ => None,
            });
        }
        let mut told: Vec<Told> = told.into_iter().map(Told::of).collect();
        told.extend(self.usage(line, message));
        match message.text("stopReason").as_deref() {
            Some("error") => told.push(Told::of(EventKind::TurnFailed(TurnFailed {
                terminal_status: None,
                error_kind: None,
                error_message: message.text("errorMessage"),
            }))),
            Some("aborted") => {
                told.push(Told::of(EventKind::Other { name: "aborted".to_owned() }).with(Flags::STOPS_TURN));
            }
            _ => {}
        }
        told
    }

    /// Tokens of a call; none of one that failed. What a fork has copied was counted in its parent.
    fn usage(&self, line: &Members<'_>, told: &Members<'_>) -> Option<Told> {
        let usage = told.object("usage")?;
        if ["input", "output", "cacheRead", "cacheWrite"]
            .iter()
            .all(|name| usage.count(name).unwrap_or(0) == 0)
        {
            return None;
        }
        let count = |name: &str| if self.is_copy(line) { Some(0) } else { usage.count(name) };
        let sent = ["input", "cacheRead", "cacheWrite"].map(count);
        Some(Told::of(EventKind::ProviderUsage(Usage {
            model: told.text("model"),
            input_tokens: sent.iter().any(Option::is_some).then(|| sent.iter().flatten().sum()),
            cached_tokens: count("cacheRead"),
            output_tokens: count("output"),
            reasoning_tokens: count("reasoning"),
            ..Usage::default()
        })))
    }

    fn result(&self, first: u32, message: &Members<'_>) -> Vec<Told> {
        let (output, failed) = (text(message), message.flag("isError"));
        let reads = self.answered.get(&first).into_iter().flatten();
        let given = reads.filter_map(|read| given(read, &output, failed == Some(true)));
        let given: Vec<Told> = given.map(|text| Told::of(EventKind::SkillActivation(text))).collect();
        let result = ToolResult {
            call_id: message.text("toolCallId"),
            ok: failed.map(|failed| !failed),
            output: Some(output),
            ..ToolResult::default()
        };
        std::iter::once(Told::of(EventKind::ToolResult(result))).chain(given).collect()
    }

    fn compaction(&self, first: u32, line: &Members<'_>) -> Vec<Told> {
        let by_extension = line.flag("fromHook") == Some(true);
        let compaction = Compaction {
            settles: true,
            trigger: by_extension.then(|| "an extension".to_owned()),
            to_seq: Some(i64::from(self.tree.compacted_to(first, line))),
            summary: line.text("summary"),
            ..Compaction::default()
        };
        let mut told = vec![Told::of(EventKind::Compaction(compaction))];
        told.extend(self.usage(line, line));
        told.extend(line.object("systemMessage").and_then(|message| listing(&message)));
        told
    }
}

/// The text of a skill in an answer, where the call did not fail before it printed it.
fn given(read: &Read, output: &str, failed: bool) -> Option<Activation> {
    let is_named = read.lines == Lines::None;
    if failed || output.is_empty() || (is_named && !read.begins(output)) {
        return None;
    }
    let (content, note) = noted(output);
    let steps = note.then_some(ReadStep::MoreLines).into_iter().collect();
    Some(read.activation(content.to_owned(), note, steps))
}

/// A text without the note about lines that were left out, and whether there was one.
fn noted(text: &str) -> (&str, bool) {
    match text.rsplit_once("\n\n[") {
        Some((before, note))
            if note.ends_with("to continue.]")
                && (note.starts_with("Showing lines ") || note.contains(" more lines in file. ")) =>
        {
            (before, true)
        }
        _ => (text, text.starts_with("[Line ") && text.contains(" limit. Use bash: ")),
    }
}

fn user(text: String) -> Vec<Told> {
    let message =
        |text| Told::of(EventKind::UserMessage(UserMessage { text: Some(text), ..UserMessage::default() }));
    let Some(called) = listed::called(&text) else { return vec![message(text)] };
    // What was typed: Pi puts the skill in its place.
    let mut typed = format!("/skill:{}", called.name.as_deref().unwrap_or_default());
    if let Some(arguments) = &called.arguments {
        typed.push(' ');
        typed.push_str(arguments);
    }
    vec![message(typed), Told::of(EventKind::SkillActivation(called))]
}

/// The list of skills, and what else the system message says.
fn system(message: &Members<'_>) -> Vec<Told> {
    let sections = message.object("sections").unwrap_or_default();
    let mut texts: Vec<String> =
        message.text("content").filter(|text| !text.is_empty()).into_iter().collect();
    let other = sections.entries().filter(|(name, _)| *name != "skills");
    texts.extend(other.filter_map(|(_, raw)| serde_json::from_str::<String>(raw).ok()));
    let listing = listing(message);
    if texts.is_empty() && listing.is_some() {
        return listing.into_iter().collect();
    }
    std::iter::once(injected(texts.join("\n\n"))).chain(listing).collect()
}

fn listing(message: &Members<'_>) -> Option<Told> {
    let text = listed::list(message)?;
    let skills = available::skills(&text);
    Some(Told::of(EventKind::SkillListing(Listing {
        names: skills.iter().map(|skill| skill.name.clone()).collect(),
        paths: skills.into_iter().map(|skill| skill.location).collect(),
        text: Some(text),
        adds: false,
    })))
}

fn unknown(name: &str) -> Told {
    Told::of(EventKind::Unknown { name: name.to_owned() })
}

fn injected(text: String) -> Told {
    let author = Some("runtime".to_owned());
    Told::of(EventKind::UserMessage(UserMessage { text: Some(text), author, ..UserMessage::default() }))
        .with(Flags::RUNTIME)
}

/// The parts of a message that are of a kind.
pub(super) fn parts<'a>(message: &Members<'a>, kind: &str) -> Vec<Members<'a>> {
    let mut parts = message.objects("content");
    parts.retain(|part| part.text("type").as_deref() == Some(kind));
    parts
}

/// The texts of a message.
fn text(message: &Members<'_>) -> String {
    match message.text("content") {
        Some(text) => text,
        None => {
            parts(message, "text").iter().filter_map(|part| part.text("text")).collect::<Vec<_>>().join("\n")
        }
    }
}
