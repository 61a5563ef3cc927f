//! The events of a log as short lines, so that a test can say what a log is read as.

use sessions::{Activator, EventKind, Log};

/// A line for every event that is no bookkeeping.
pub fn told(log: &Log) -> Vec<String> {
    let events = log.events(0..log.len()).into_iter();
    let events = events.filter(|event| !matches!(event.kind, EventKind::Other { .. }));
    events.map(|event| line(&event.kind)).collect()
}

fn line(kind: &EventKind) -> String {
    let text = |text: &Option<String>| text.clone().unwrap_or_else(|| "-".to_owned()).replace('\n', "|");
    let count = |count: Option<u64>| count.map_or_else(|| "-".to_owned(), |count| count.to_string());
    match kind {
        EventKind::UserMessage(told) => {
            format!("{} {}", told.author.as_deref().unwrap_or("user"), text(&told.text))
        }
        EventKind::AssistantMessage(told) => format!("said {}", text(&told.text)),
        EventKind::Reasoning(_) => "thought".to_owned(),
        EventKind::ToolCall(told) => {
            let viewed = told
                .viewed
                .as_ref()
                .map(|viewed| format!(" of {}: {}", text(&viewed.skill), text(&viewed.path)));
            format!("call {}{}", text(&told.name), viewed.unwrap_or_default())
        }
        EventKind::ToolResult(told) => {
            format!("result {}", told.ok.map_or("?", |ok| if ok { "ok" } else { "failed" }))
        }
        EventKind::SkillActivation(told) => {
            let by = match told.activated_by {
                Some(Activator::User) => "user",
                Some(Activator::Model) => "model",
                None => "nobody",
            };
            let arguments = told.arguments.as_ref().map(|words| format!(" with {words}")).unwrap_or_default();
            let again = if told.given_again { " again" } else { "" };
            format!(
                "skill {} by {by}{again}{arguments} {:?} {} <{}>",
                text(&told.name),
                told.kept,
                text(&told.path),
                text(&told.content)
            )
        }
        EventKind::Compaction(told) => format!("compacted to {:?}: {}", told.to_seq, text(&told.summary)),
        EventKind::ProviderUsage(told) => format!(
            "tokens {} ({} cached) {} ({} thought)",
            count(told.input_tokens),
            count(told.cached_tokens),
            count(told.output_tokens),
            count(told.reasoning_tokens)
        ),
        EventKind::TurnFailed(told) => {
            format!("failed {}: {}", text(&told.error_kind), text(&told.error_message))
        }
        EventKind::Subagent(told) => {
            format!("helper {} {} {}", text(&told.event), text(&told.agent), text(&told.child_session_id))
        }
        EventKind::Other { name } => format!("({name})"),
        EventKind::Unknown { name } => format!("unknown {name}"),
        other => format!("{other:?}"),
    }
}
