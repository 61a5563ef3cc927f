//! Lines of the model's.

use super::super::dialect::Told;
use super::{ClaudeCode, Wanted, is_synthetic};
use crate::EventKind;
use crate::event::{AssistantMessage, Reasoning, ToolCall, ToolResult, TurnFailed};
use crate::index::Flags;
use crate::members::Members;

use super::blocks::{self, text_in};

impl ClaudeCode {
    /// The blocks of an answer in their order, then what they cost.
    pub(super) fn answered(&self, first: u32, line: &Members<'_>, wanted: Wanted) -> Vec<Told> {
        let Some(message) = line.object("message") else {
            return vec![Told::of(EventKind::Unknown { name: "assistant without a message".to_owned() })];
        };
        if line.flag("isApiErrorMessage") == Some(true) {
            return vec![Told::of(EventKind::TurnFailed(TurnFailed {
                terminal_status: None,
                error_kind: line.text("error"),
                error_message: blocks::text_of(line),
            }))];
        }
        let model = message.word("model").unwrap_or_default();
        if is_synthetic(&model) {
            // Put there so that a prompt follows an answer; no model was asked.
            return vec![Told::of(EventKind::Other { name: "answer by the program".to_owned() })];
        }
        let mut told: Vec<Told> = match message.word("content") {
            Some(text) => {
                let text = wanted.beyond_rows(|| Some(text.into_owned()));
                vec![Told::of(words(line, &message, text))]
            }
            None => message
                .objects("content")
                .iter()
                .map(|block| self.block(first, line, &message, block, wanted))
                .collect(),
        };
        let same_call = Flags::SAME_CALL.when(self.spent.is_counted(first));
        let usage = self.spent.usage(first, line, &message);
        told.extend(usage.map(|usage| Told::of(EventKind::ProviderUsage(usage)).with(same_call)));
        told
    }

    fn block(
        &self,
        first: u32,
        line: &Members<'_>,
        message: &Members<'_>,
        block: &Members<'_>,
        wanted: Wanted,
    ) -> Told {
        let kind = block.word("type").unwrap_or_default();
        Told::of(match &*kind {
            "text" => {
                let text = wanted.beyond_rows(|| Some(block.text("text").unwrap_or_default()));
                words(line, message, text)
            }
            "thinking" | "redacted_thinking" => EventKind::Reasoning(Reasoning {
                model: message.text("model"),
                dialect: None,
                attributed: attributed(line),
            }),
            "tool_use" | "server_tool_use" | "mcp_tool_use" => {
                let args = block.raw("input").map(str::to_owned);
                EventKind::ToolCall(ToolCall {
                    call_id: block.text("id"),
                    name: block.text("name"),
                    viewed: wanted.beyond_rows(|| {
                        self.skills.viewed(first, &block.object("input").unwrap_or_default())
                    }),
                    args,
                    attributed: attributed(line),
                })
            }
            // What the provider's own tools answered stands in the answer itself.
            kind if kind.ends_with("_tool_result") => EventKind::ToolResult(ToolResult {
                call_id: block.text("tool_use_id"),
                ok: None,
                output: wanted.beyond_rows(|| text_in(block, "content")),
                ..ToolResult::default()
            }),
            "fallback" => EventKind::Other { name: "fallback to another model".to_owned() },
            kind => EventKind::Unknown { name: format!("assistant {kind}") },
        })
    }
}

/// The skill that the program names on a line, whatever the line holds.
fn attributed(line: &Members<'_>) -> Option<String> {
    line.text("attributionSkill")
}

fn words(line: &Members<'_>, message: &Members<'_>, text: Option<String>) -> EventKind {
    let stopped = message.text("stop_reason");
    EventKind::AssistantMessage(AssistantMessage {
        text,
        cut_off: stopped.filter(|reason| matches!(reason.as_str(), "max_tokens" | "refusal")),
        attributed: attributed(line),
        ..AssistantMessage::default()
    })
}
