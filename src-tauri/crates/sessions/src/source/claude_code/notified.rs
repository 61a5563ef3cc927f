//! Ends of helpers, as the program tells them to the model.

use super::prompts::tagged;
use crate::EventKind;
use crate::event::Subagent;

/// The end of a helper that worked in the background, as the program tells the model. Commands end in the same words, so
/// that only what calls itself an agent is taken for one.
pub(super) fn notified(text: &str) -> Option<EventKind> {
    if !text.trim_start().starts_with("<task-notification>") {
        return None;
    }
    let (id, summary) = (tagged(text, "task-id")?, tagged(text, "summary")?);
    let rest = summary.strip_prefix("Agent ")?;
    let name = rest.strip_prefix('"').and_then(|rest| rest.split_once('"')).map(|(name, _)| name.to_owned());
    let status = tagged(text, "status").map(str::to_owned);
    let event = match status.as_deref() {
        Some("completed") => "finished",
        Some("failed") => "failed",
        Some("killed" | "stopped" | "cancelled") => "cancelled",
        _ => "reported",
    };
    Some(EventKind::Subagent(Subagent {
        event: Some(event.to_owned()),
        subagent_id: Some(id.to_owned()),
        child_session_id: Some(format!("agent-{id}")),
        agent: name,
        summary: Some(summary.to_owned()),
        status,
        ..Subagent::default()
    }))
}
