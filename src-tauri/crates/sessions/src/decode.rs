//! From the bytes of one line to an event. Exact and slower than [`crate::header`], which only guesses well.

use std::fmt;

use serde::Serialize;

use crate::event::*;
use crate::evidence;
use crate::index::Kind;
use crate::json::Flaw;
use crate::members::Members;
use crate::{Event, EventKind, Oddity, Seq};

/// Why a line is no event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "typescript", ts(rename = "UnreadReason"))]
#[serde(tag = "code", content = "args", rename_all = "snake_case")]
pub enum Reason {
    /// The line is not JSON.
    NotJson(Flaw),
    /// The line is JSON, but no object.
    NotAnObject,
    /// `type` is missing or no text.
    NoType,
    /// The line is longer than [`crate::LINE_LIMIT`]; what it says is not known.
    TooLong,
    /// The file has more than [`crate::ROW_LIMIT`] lines; the rest was not read.
    TooMany,
    /// A line of another agent's log is longer than [`crate::FOREIGN_LINE_LIMIT`], or the log has more than
    /// [`crate::FOREIGN_LOG_LIMIT`] bytes or [`crate::FOREIGN_ROW_LIMIT`] events; the line or the rest was not read.
    OverBudget,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotJson(flaw) => flaw.fmt(f),
            Self::NotAnObject => f.write_str("valid JSON, but not an object"),
            Self::NoType => f.write_str("the event has no type"),
            Self::TooLong => f.write_str("the line is longer than 256 MiB and was not read"),
            Self::TooMany => f.write_str("the file has too many lines; the rest was not read"),
            Self::OverBudget => f.write_str(
                "not read: of other agents’ logs Assay reads at most 512 MiB, 200,000 events and lines of 64 MiB",
            ),
        }
    }
}

/// The six keys of a line, with `data` unread.
pub(crate) struct Envelope<'a> {
    pub kind: Kind,
    pub type_name: String,
    pub seq: Seq,
    pub ts: Option<String>,
    pub oddity: Option<Oddity>,
    pub body: Members<'a>,
    members: Members<'a>,
}

/// Reads a line's envelope.
pub(crate) fn envelope(line: &[u8]) -> Result<Envelope<'_>, Reason> {
    let members = Members::of_line(line).map_err(Reason::NotJson)?.ok_or(Reason::NotAnObject)?;
    let type_name = members.text("type").ok_or(Reason::NoType)?;
    let seq = Seq::read(members.raw("seq"));
    let body = members.raw("data").unwrap_or("null");
    let empty = matches!(body, "null" | "false");
    let oddity = [
        (members.text("id").is_none(), Oddity::Id),
        (members.text("session_id").is_none(), Oddity::SessionId),
        (members.text("ts").is_none(), Oddity::Time),
        (!seq.is_right(), Oddity::Seq),
        (!empty && !body.starts_with('{'), Oddity::Body),
    ];
    Ok(Envelope {
        kind: Kind::of(&type_name),
        type_name,
        seq,
        ts: members.text("ts"),
        oddity: oddity.into_iter().find_map(|(odd, what)| odd.then_some(what)),
        body: members.object("data").unwrap_or_default(),
        members,
    })
}

/// Reads a whole event.
pub(crate) fn event(line: &[u8], number: u32, offset: u64) -> Result<Event, Reason> {
    let read = envelope(line)?;
    Ok(Event {
        line: number,
        offset,
        length: u32::try_from(line.len()).unwrap_or(u32::MAX),
        id: read.members.text("id"),
        session_id: read.members.text("session_id"),
        kind: kind(&read),
        seq: read.seq,
        ts: read.ts,
        oddity: read.oddity,
        goes_on_from: None,
    })
}

pub(crate) fn kind(read: &Envelope<'_>) -> EventKind {
    let body = &read.body;
    match read.kind {
        Kind::UserMessage => EventKind::UserMessage(user_message(body)),
        Kind::AssistantMessage => EventKind::AssistantMessage(assistant_message(body)),
        Kind::Reasoning => EventKind::Reasoning(Reasoning {
            model: body.text("model"),
            dialect: body.text("dialect"),
            attributed: None,
        }),
        Kind::SkillActivation => EventKind::SkillActivation(activation(body)),
        Kind::SubagentEvent if body.text("event").as_deref() == Some("permission_posture") => {
            EventKind::Posture(posture(body))
        }
        Kind::SubagentEvent => EventKind::Subagent(subagent(body)),
        Kind::WorkflowEvent => EventKind::Workflow(workflow(body)),
        Kind::SessionFork => EventKind::SessionFork(fork(body)),
        Kind::BranchSummary => EventKind::BranchSummary(BranchSummary {
            parent_session_id: body.text("parent_session_id"),
            strategy: body.text("strategy"),
            summary: body.text("summary"),
        }),
        Kind::HistoryCompaction => EventKind::Compaction(compaction(body)),
        Kind::ProviderUsage => EventKind::ProviderUsage(usage(body)),
        Kind::TurnFailed => EventKind::TurnFailed(TurnFailed {
            terminal_status: body.text("terminal_status"),
            error_kind: body.text("error_kind"),
            error_message: body.text("error_message"),
        }),
        Kind::ToolCall => EventKind::ToolCall(tool_call(body)),
        Kind::ToolResult => EventKind::ToolResult(tool_result(body)),
        Kind::PermissionDecision => EventKind::PermissionDecision(Decision {
            call_id: call_id(body),
            decision: body.text("decision"),
            gate: body.text("gate"),
            matched_rule: body.text("matched_rule"),
            tool: body.text("tool"),
            anchor: evidence::anchor(body),
            context_source_id: body.text("context_source_id"),
            skill: body.object("skill").and_then(|skill| skill.text("name")),
            by: body.text("by"),
            note: body.text("note"),
            argv: body.texts("argv"),
        }),
        Kind::SkillContextHydration => EventKind::Hydration(Box::new(evidence::hydration(body))),
        Kind::Unknown | Kind::Unread | Kind::Other | Kind::SkillListing => {
            EventKind::Unknown { name: read.type_name.clone() }
        }
    }
}

fn user_message(body: &Members<'_>) -> UserMessage {
    UserMessage {
        text: body.text("text"),
        resources: body.objects("resources").iter().map(resource_mark).collect(),
        author: body.text("author"),
    }
}

pub(crate) fn resource_mark(item: &Members<'_>) -> ResourceMark {
    ResourceMark {
        resource_id: item.text("resource_id"),
        kind: item.text("kind"),
        name: item.text("name"),
        mime_type: item.text("mime_type"),
        size: item.count("size_bytes"),
        content_hash: item.text("content_sha256"),
        extension: item.text("extension"),
        uri: item.text("uri"),
    }
}

fn assistant_message(body: &Members<'_>) -> AssistantMessage {
    let metadata = body.object("metadata").unwrap_or_default();
    let cut = metadata.object("output_truncation").unwrap_or_default();
    let truncated = cut.text("status").as_deref() == Some("truncated");
    AssistantMessage {
        text: body.text("text"),
        partial: metadata.flag("partial") == Some(true),
        error_kind: metadata.text("error_kind"),
        cut_off: truncated.then(|| cut.text("reason").unwrap_or_default()),
        attributed: None,
    }
}

fn activation(body: &Members<'_>) -> Activation {
    Activation {
        name: body.text("name"),
        description: body.text("description"),
        scope: body.text("scope"),
        source: body.text("source"),
        root: body.text("root"),
        path: body.text("path"),
        short_path: body.text("short_path"),
        content_hash: body.text("content_hash"),
        content: body.text("content"),
        activated_by: match body.text("activated_by").as_deref() {
            Some("user") => Some(Activator::User),
            Some("model") => Some(Activator::Model),
            _ => None,
        },
        ..Activation::default()
    }
}

fn posture(body: &Members<'_>) -> Posture {
    Posture {
        lineage: body.text("lineage"),
        source: body.text("source"),
        permission_mode: body.text("permission_mode"),
        workspace_mode: body.text("workspace_mode"),
        workspace: body.text("workspace"),
        subagent_id: body.text("subagent_id"),
        parent_session_id: body.text("parent_session_id"),
        write_policy: body.object("write_policy").is_some(),
    }
}

fn subagent(body: &Members<'_>) -> Subagent {
    Subagent {
        event: body.text("event"),
        subagent_id: body.text("subagent_id"),
        child_session_id: body.text("child_session_id"),
        agent: body.text("agent"),
        task: body.text("task"),
        status: body.text("status"),
        summary: body.text("summary"),
        reason: body.text("reason"),
        workspace: body.text("workspace"),
        workspace_mode: body.text("workspace_mode"),
        failed_child_session_id: body.text("failed_child_session_id"),
    }
}

fn workflow(body: &Members<'_>) -> Workflow {
    let template = |found: Members<'_>| Template {
        template_id: found.text("template_id"),
        skill: found.text("skill"),
        scope: found.text("scope"),
        path: found.text("path"),
    };
    Workflow {
        kind: body.text("kind"),
        workflow_id: body.text("workflow_id"),
        workflow_name: body.text("workflow_name"),
        step_id: body.text("step_id"),
        status: body.text("status").or_else(|| body.text("checkpoint_status")),
        template: body.object("template").map(template),
    }
}

fn fork(body: &Members<'_>) -> Fork {
    Fork {
        parent_session_id: body.text("parent_session_id"),
        root_session_id: body.text("fork_root_session_id"),
        forked_to_seq: body.whole("forked_to_seq"),
        replay_event_count: body.count("replay_event_count"),
        from_seq: body.whole("from_seq"),
        strategy: body.text("strategy"),
        child_workspace: body.text("child_workspace"),
        source: body.text("source"),
    }
}

fn compaction(body: &Members<'_>) -> Compaction {
    let range = body.object("range").unwrap_or_default();
    let named = |item: &Members<'_>| NamedActivation {
        seq: item.whole("seq"),
        name: item.text("name"),
        path: item.text("path"),
        content_hash: item.text("content_hash"),
    };
    Compaction {
        settles: true,
        trigger: body.text("trigger"),
        strategy: body.text("strategy"),
        from_seq: range.whole("from_seq"),
        to_seq: range.whole("to_seq"),
        keeps: Vec::new(),
        source_event_count: body.count("source_event_count"),
        activation_count: body.count("compacted_skill_activation_count"),
        named: body.objects("compacted_skill_activations").iter().map(named).collect(),
        summary: body.text("summary"),
    }
}

fn usage(body: &Members<'_>) -> Usage {
    // Where the provider gave no counts, Pixir fills the summary with zeros.
    let is_counted = body.flag("usage_available") != Some(false);
    let summary = body.object("usage_summary").filter(|_| is_counted).unwrap_or_default();
    Usage {
        model: body.text("model"),
        mode: body.text("mode"),
        iteration: body.count("iteration"),
        input_tokens: summary.count("input_tokens"),
        cached_tokens: summary.count("cached_tokens"),
        output_tokens: summary.count("output_tokens"),
        reasoning_tokens: summary.count("reasoning_tokens"),
        skill_index_hash: body.text("skill_index_hash"),
        pressure: body.text("context_pressure_tier"),
        attributed: None,
        answer: AnswerPlace::AtCount,
    }
}

fn tool_call(body: &Members<'_>) -> ToolCall {
    let name = body.text("name");
    let args = body.object("args");
    let viewed = args.filter(|_| name.as_deref() == Some("skill_view")).map(|args| Viewed {
        skill: args.text("name"),
        path: if args.raw("path").is_some() { args.text("path") } else { Some("SKILL.md".to_owned()) },
    });
    ToolCall {
        call_id: call_id(body),
        name,
        args: body.raw("args").map(str::to_owned),
        viewed,
        attributed: None,
    }
}

fn tool_result(body: &Members<'_>) -> ToolResult {
    let error = |found: Members<'_>| ToolError {
        kind: found.text("kind"),
        message: found.text("message"),
        reason: found.object("details").and_then(|details| details.text("reason")),
    };
    ToolResult {
        call_id: call_id(body),
        ok: body.flag("ok"),
        output: body.text("output"),
        exit_code: body.whole("exit_code"),
        error: body.object("error").map(error),
        activated: body.flag("activated"),
    }
}

pub(crate) fn call_id(body: &Members<'_>) -> Option<String> {
    body.text("call_id").or_else(|| body.raw("call_id").map(str::to_owned))
}
