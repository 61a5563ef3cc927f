//! Attachments: what the program tells the model beside the conversation. On file from 2.1.101 on; what the model read
//! word for word (`rendered`) from some release after 2.1.219 on.

use super::super::dialect::Told;
use super::blocks::{by_program, in_between};
use super::notified::notified;
use super::skill_text::{given_again, main_file};
use crate::EventKind;
use crate::event::Listing;
use crate::members::Members;

pub(super) fn attached(line: &Members<'_>) -> Vec<Told> {
    let attachment = line.object("attachment").unwrap_or_default();
    let kind = attachment.text("type").unwrap_or_default();
    let rendered = rendered(line);
    match kind.as_str() {
        "skill_listing" => vec![Told::of(EventKind::SkillListing(listing(&attachment, rendered)))],
        "dynamic_skill" => vec![Told::of(EventKind::SkillListing(found_on_the_way(&attachment)))],
        "invoked_skills" => {
            let skills = attachment.objects("skills");
            skills.iter().map(|skill| Told::of(given_again(skill))).collect()
        }
        "queued_command" => {
            let text = super::blocks::text_in(&attachment, "prompt");
            let end = text.as_deref().and_then(notified).map(Told::of);
            std::iter::once(queued(&attachment, text)).chain(end).collect()
        }
        _ if rendered.is_some() => vec![by_program(rendered)],
        kind if is_known(kind) => Vec::new(),
        kind => vec![Told::of(EventKind::Unknown { name: format!("attachment {kind}") })],
    }
}

/// The words that the model read.
fn rendered(line: &Members<'_>) -> Option<String> {
    let parts: Vec<String> =
        line.objects("rendered").iter().filter_map(|part| super::blocks::text_in(part, "content")).collect();
    (!parts.is_empty()).then(|| parts.join("\n"))
}

/// `names` is whole and in the order of the list (from some release between 2.1.145 and 2.1.156 on); the text is what
/// fitted, with descriptions shortened.
fn listing(attachment: &Members<'_>, rendered: Option<String>) -> Listing {
    let text = attachment.text("content");
    let mut names = attachment.texts("names");
    if names.is_empty() {
        names = text.as_deref().map(names_in).unwrap_or_default();
    }
    let text = rendered.map(|text| without_reminder(&text).to_owned()).or(text);
    Listing { names, text, adds: attachment.flag("isInitial") == Some(false), paths: Vec::new() }
}

/// The names of a list that only its text tells. A description may go over several lines.
fn names_in(text: &str) -> Vec<String> {
    let name = |line: &str| {
        let line = line.strip_prefix("- ")?;
        let end = line.find(": ").unwrap_or(line.len());
        Some(line[..end].to_owned())
    };
    text.lines().filter_map(name).collect()
}

/// A folder of skills that came up because a file near it was touched (read in documents and fixtures).
fn found_on_the_way(attachment: &Members<'_>) -> Listing {
    let names = attachment.texts("skillNames");
    let path = |name: &String| Some(main_file(&format!("{}/{name}", attachment.text("skillDir")?)));
    let paths = names.iter().filter_map(path).collect();
    Listing { names, text: None, adds: true, paths }
}

pub(super) fn without_reminder(text: &str) -> &str {
    let inner =
        text.strip_prefix("<system-reminder>\n").and_then(|text| text.strip_suffix("</system-reminder>"));
    inner.unwrap_or(text)
}

/// What was typed or reported while the model worked.
fn queued(attachment: &Members<'_>, text: Option<String>) -> Told {
    let is_report = attachment.text("commandMode").as_deref() == Some("task-notification");
    let is_program = text.as_deref().is_some_and(|text| text.starts_with("<task-notification>"));
    if is_report || is_program { by_program(text) } else { in_between(text) }
}

/// Attachments that say nothing of skills and whose words are not on file where they are not rendered.
fn is_known(kind: &str) -> bool {
    const KINDS: [&str; 60] = [
        "agent_listing_delta",
        "agent_mention",
        "already_read_file",
        "async_hook_response",
        "auto_mode",
        "auto_mode_exit",
        "batching_reminder_sent",
        "budget_usd",
        "command_permissions",
        "compact_file_reference",
        "compaction_reminder",
        "context_efficiency",
        "critical_system_reminder",
        "date",
        "date_change",
        "deferred_tools_delta",
        "diagnostics",
        "directory",
        "edited_image_file",
        "edited_text_file",
        "environment",
        "file",
        "hook_additional_context",
        "hook_blocking_error",
        "hook_cancelled",
        "hook_error_during_execution",
        "hook_non_blocking_error",
        "hook_permission_decision",
        "hook_stopped_continuation",
        "hook_success",
        "hook_system_message",
        "image",
        "mcp_instructions_delta",
        "mcp_resource",
        "memory",
        "model",
        "nested_memory",
        "opened_file_in_ide",
        "output_style",
        "output_token_usage",
        "pdf_reference",
        "plan_file_reference",
        "plan_mode",
        "plan_mode_exit",
        "plan_mode_reentry",
        "prompt_snapshot",
        "read_truncation_notice",
        "relevant_memories",
        "remote_session_change",
        "selected_lines_in_ide",
        "session_context",
        "silent_turn_reminder",
        "task_reminder",
        "task_status",
        "todo_reminder",
        "token_usage",
        "total_tokens_reminder",
        "ultra_effort_enter",
        "ultra_effort_exit",
        "unknown_command_fallback",
    ];
    KINDS.contains(&kind)
}
