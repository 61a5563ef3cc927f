//! The records of Codex that tell its interface what happened, and which of them say something the model did not see.

use super::super::dialect::Told;
use super::{Codex, Record};
use crate::EventKind;
use crate::event::{Subagent, TurnFailed};
use crate::index::Flags;
use crate::members::Members;

impl Codex {
    pub(super) fn event(&self, first: u32, record: &Record<'_>) -> Vec<Told> {
        let payload = &record.payload;
        match record.what.as_str() {
            "token_count" if payload.object("info").is_some() => vec![self.usage.told(first, payload)],
            "turn_aborted" => {
                let name = record.what.clone();
                vec![Told::of(EventKind::Other { name }).with(Flags::STOPS_TURN)]
            }
            "error" => vec![failed(payload)],
            // From 0.160 on, seen in 0.169.0, the end of a turn says what it failed of.
            "task_complete" | "turn_complete" => payload.object("error").iter().map(failed).collect(),
            "thread_rolled_back" => self.taken_back(first),
            "collab_agent_spawn_end" => vec![spawned(payload, "new_thread_id", "prompt")],
            "item_completed" => {
                let item = payload.object("item").unwrap_or_default();
                let kind = item.text("type").unwrap_or_default();
                match kind.as_str() {
                    "CollabAgentToolCall" => collab(&item).into_iter().collect(),
                    kind if ITEMS.contains(&kind) => Vec::new(),
                    kind => vec![Told::of(EventKind::Unknown {
                        name: format!("item_completed {kind}").trim_end().to_owned(),
                    })],
                }
            }
            what if EVENTS.contains(&what) => Vec::new(),
            what => {
                vec![Told::of(EventKind::Unknown { name: format!("event_msg {what}").trim_end().to_owned() })]
            }
        }
    }

    /// The conversation goes on from before the turns that were taken back.
    fn taken_back(&self, first: u32) -> Vec<Told> {
        let told = Told::of(EventKind::Other { name: "thread_rolled_back".to_owned() });
        match self.back_to.get(&first) {
            Some(from) => vec![Told { goes_on_from: Some(*from), ..told.with(Flags::TURNS_BACK) }],
            None => vec![told],
        }
    }
}

fn failed(error: &Members<'_>) -> Told {
    let info = error.raw("codex_error_info");
    let kind = error.text("codex_error_info").or_else(|| {
        let object = info.and_then(Members::read)?;
        object.entries().next().map(|(name, _)| name.to_owned())
    });
    Told::of(EventKind::TurnFailed(TurnFailed {
        terminal_status: None,
        error_kind: kind,
        error_message: error.text("message"),
    }))
}

/// A sub-agent was started; what else is done with it is a tool call like others.
fn collab(item: &Members<'_>) -> Option<Told> {
    let tool = item.text("tool").unwrap_or_default();
    if !matches!(tool.as_str(), "spawn_agent" | "spawnAgent") {
        return None;
    }
    let child = item.texts("receiver_thread_ids").into_iter().next();
    let agent = item.objects("receiver_agents").first().and_then(|agent| agent.text("agent_nickname"));
    Some(Told::of(EventKind::Subagent(Subagent {
        event: Some("started".to_owned()),
        subagent_id: item.text("id"),
        child_session_id: child,
        agent,
        task: item.text("prompt"),
        status: item.text("status"),
        ..Subagent::default()
    })))
}

fn spawned(payload: &Members<'_>, child: &str, task: &str) -> Told {
    Told::of(EventKind::Subagent(Subagent {
        event: Some("started".to_owned()),
        subagent_id: payload.text("call_id"),
        child_session_id: payload.text(child),
        agent: payload.text("new_agent_nickname"),
        task: payload.text(task),
        status: payload.text("status"),
        ..Subagent::default()
    }))
}

/// What `item_completed` tells again, or tells of the interface alone.
const ITEMS: [&str; 19] = [
    "AgentMessage",
    "CommandExecution",
    "ContextCompaction",
    "DynamicToolCall",
    "EnteredReviewMode",
    "ExitedReviewMode",
    "Extension",
    "FileChange",
    "HookPrompt",
    "ImageGeneration",
    "ImageView",
    "McpToolCall",
    "Plan",
    "Reasoning",
    "Sleep",
    "SubAgentActivity",
    "UserMessage",
    "WebSearch",
    "CollabAgentToolCall",
];

/// Events that say nothing the records of the model do not say, or nothing of the conversation.
const EVENTS: [&str; 68] = [
    "agent_message",
    "agent_reasoning",
    "agent_reasoning_raw_content",
    "agent_reasoning_section_break",
    "apply_patch_approval_request",
    "background_event",
    "collab_agent_interaction_begin",
    "collab_agent_interaction_end",
    "collab_agent_spawn_begin",
    "collab_close_begin",
    "collab_close_end",
    "collab_resume_begin",
    "collab_resume_end",
    "collab_waiting_begin",
    "collab_waiting_end",
    "context_compacted",
    "deprecation_notice",
    "dynamic_tool_call_request",
    "dynamic_tool_call_response",
    "elicitation_request",
    "entered_review_mode",
    "exec_approval_request",
    "exec_command_begin",
    "exec_command_end",
    "exited_review_mode",
    "guardian_assessment",
    "guardian_warning",
    "hook_completed",
    "hook_started",
    "image_generation_begin",
    "image_generation_end",
    "item_started",
    "mcp_startup_complete",
    "mcp_startup_update",
    "mcp_tool_call_begin",
    "mcp_tool_call_end",
    "model_reroute",
    "model_verification",
    "patch_apply_begin",
    "patch_apply_end",
    "patch_apply_updated",
    "plan_delta",
    "plan_update",
    "realtime_conversation_closed",
    "realtime_conversation_started",
    "request_permissions",
    "request_user_input",
    "safety_buffering",
    "session_configured",
    "shutdown_complete",
    "stream_error",
    "sub_agent_activity",
    "task_started",
    "terminal_interaction",
    "thread_goal_updated",
    "thread_name_updated",
    "thread_settings_applied",
    "token_count",
    "turn_diff",
    "turn_moderation_metadata",
    "turn_started",
    "undo_completed",
    "undo_started",
    "user_message",
    "view_image_tool_call",
    "warning",
    "web_search_begin",
    "web_search_end",
];
