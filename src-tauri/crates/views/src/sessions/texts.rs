//! Texts inside events: their beginnings, and any window of them.

use ::sessions::{EventKind, Log};
use ::workspace::Workspace;
use message::message;

use super::{Clip, EventPart, EventTextAsk, LogPart, RawAsk, RawView, hydrated};
use crate::wire::TextWindow;
use crate::{Failure, window};

/// Lines of a text that stand in an event.
const LINES: usize = 12;
/// Bytes of a text that stand in an event.
const BYTES: usize = 4 << 10;
/// Most bytes of a raw line in one answer.
const RAW: u32 = 64 << 10;

/// The beginning of a text.
pub(crate) fn clip(text: &str) -> Clip {
    let by_lines = text.match_indices('\n').nth(LINES - 1).map_or(text.len(), |(at, _)| at);
    let end = window::floor(text.as_bytes(), by_lines.min(BYTES));
    Clip {
        text: text[..end].to_owned(),
        lines: window::line_count(text.as_bytes()),
        bytes: text.len() as u64,
        cut: end < text.trim_end_matches('\n').len(),
    }
}

/// The raw bytes of a line.
///
/// # Errors
///
/// [`Code::NotFound`](crate::Code::NotFound) when the session's log is no longer there, or has no such line.
pub fn event_raw(workspace: &Workspace, ask: &RawAsk) -> Result<RawView, Failure> {
    let session = workspace.session(&ask.key).ok_or_else(Failure::session_gone)?;
    let read = session.read();
    let log = read.log_of(ask.log.into()).ok_or_else(|| no_line(&session.path, ask.line))?;
    let row = log.rows().find_by_key(ask.line, ::sessions::Row::line).and_then(|at| log.rows().get(at));
    let offset = row.map(::sessions::Row::offset);
    let (bytes, offset) = log.raw(ask.line).zip(offset).ok_or_else(|| no_line(log.path(), ask.line))?;
    let bytes = bytes?;
    let from = window::floor(&bytes, ask.from as usize);
    let to = window::floor(&bytes, from + ask.count.min(RAW) as usize).max(from);
    Ok(RawView {
        line: log.line_of(ask.line),
        text: String::from_utf8_lossy(&bytes[from..to]).into_owned(),
        from: from as u32,
        bytes: bytes.len() as u64,
        offset,
        made: ask.log == LogPart::Log && session.place.source.is_made(&session.path),
        reference: reference(&session.id, log, ask),
    })
}

// A line of a companion log has a number there, and none in the session.
fn reference(id: &str, log: &Log, ask: &RawAsk) -> Option<String> {
    let row = log.at(log.position_of_record(ask.line)?).filter(|_| ask.log == LogPart::Log)?;
    Some(format!("{id}#{}", log.seq(row).number()?))
}

/// Lines of a text inside an event.
///
/// # Errors
///
/// [`Code::NotFound`](crate::Code::NotFound) when the session's log is no longer there, or has no such text.
pub fn event_text(workspace: &Workspace, ask: &EventTextAsk) -> Result<TextWindow, Failure> {
    let session = workspace.session(&ask.key).ok_or_else(Failure::session_gone)?;
    let read = session.read();
    let log = read.log_of(ask.log.into()).ok_or_else(|| no_line(&session.path, ask.line))?;
    let bytes = log.raw(ask.line).ok_or_else(|| no_line(log.path(), ask.line))??;
    let event = log.position_of_record(ask.line).and_then(|at| log.event(at));
    let text = match event.map(|event| event.kind) {
        Some(EventKind::Hydration(hydration)) => hydrated::whole_output(workspace, &hydration)?,
        Some(EventKind::Reasoning(_)) => {
            reasoning_summary(&serde_json::from_slice(&bytes).unwrap_or_default())
        }
        Some(kind) => part(kind, ask.part).unwrap_or_default(),
        None => String::from_utf8_lossy(&bytes).into_owned(),
    };
    Ok(window::lines(text.as_bytes(), ask.from, ask.count))
}

fn no_line(path: &std::path::Path, line: u32) -> Failure {
    Failure::not_found(message!("{path} has no line {line} with text.", path = path.display(), line))
}

fn part(kind: EventKind, part: EventPart) -> Option<String> {
    match (kind, part) {
        (EventKind::UserMessage(message), EventPart::Text) => message.text,
        (EventKind::AssistantMessage(message), EventPart::Text) => message.text,
        (EventKind::SkillActivation(activation), EventPart::Text) => activation.content,
        (EventKind::Compaction(compaction), EventPart::Text) => compaction.summary,
        (EventKind::BranchSummary(summary), EventPart::Text) => summary.summary,
        (EventKind::Subagent(child), EventPart::Text) => child.task,
        (EventKind::Subagent(child), EventPart::Output) => child.summary,
        (EventKind::TurnFailed(failed), EventPart::Text) => failed.error_message,
        (EventKind::ToolCall(call), EventPart::Args) => call.args.map(|args| indented(&args)),
        (EventKind::ToolResult(result), EventPart::Output) => result.output,
        _ => None,
    }
}

/// What a provider lets be read of its reasoning, from the whole line.
pub(crate) fn reasoning_summary(line: &serde_json::Value) -> String {
    let parts = line["data"]["item"]["summary"].as_array().into_iter().flatten();
    let words: Vec<_> = parts.filter_map(|part| part["text"].as_str().or(part.as_str())).collect();
    words.join("\n\n")
}

/// JSON with one member a line; as it stands when it is no JSON or nested too deep to lay out.
pub(crate) fn indented(json: &str) -> String {
    let value: Result<serde_json::Value, _> = serde_json::from_str(json);
    value.ok().and_then(|value| serde_json::to_string_pretty(&value).ok()).unwrap_or_else(|| json.to_owned())
}

#[cfg(test)]
mod tests {
    use super::clip;

    #[test]
    fn a_clip_counts_what_it_leaves_out() {
        let whole = clip("a\nb\n");
        assert_eq!((whole.text.as_str(), whole.lines, whole.cut), ("a\nb\n", 2, false));
        let long = clip(&"line\n".repeat(40));
        assert_eq!((long.text.lines().count(), long.lines, long.cut), (12, 40, true));
        assert!(clip(&"é".repeat(9_000)).cut);
        assert!(!clip("").cut);
    }
}
