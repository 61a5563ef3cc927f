//! A session as Markdown, for people.

use std::fmt::Write as _;

use ::sessions::{EventKind, Log, Turn};

use super::TurnRange;

/// The whole text. What was written by people, models and programs stands in fences that it cannot close. Turns are
/// numbered behind those that came `before`.
pub(super) fn markdown(
    session: &str,
    chosen: Option<TurnRange>,
    (turns, before): (&[Turn], u32),
    log: &Log,
) -> String {
    let mut text = format!("# Session {session}\n\n");
    if let Some(range) = chosen {
        let _ = write!(text, "Turns {} to {}.\n\n", range.from, range.to);
    }
    for turn in turns {
        let _ = write!(text, "## Turn {}\n\n", turn.number + before);
        let early = turn.activations.iter().copied().filter(|at| !turn.positions.contains(at));
        for position in early.chain(turn.positions.clone()) {
            if let Some(event) = log.event(position) {
                let place = if log.source().is_envelope() {
                    format!("seq {}", event.seq)
                } else {
                    format!("line {}", log.line_of(event.line))
                };
                tell(&mut text, &place, event.kind);
            }
        }
    }
    text
}

fn tell(text: &mut String, place: &str, kind: EventKind) {
    let mut say = |head: String, body: &str| {
        let _ = write!(text, "**{head}** ({place})\n\n");
        if !body.is_empty() {
            let fence = fence(body);
            let _ = write!(text, "{fence}text\n{body}\n{fence}\n\n");
        }
    };
    match kind {
        EventKind::UserMessage(message) => say("User".to_owned(), &message.text.unwrap_or_default()),
        EventKind::AssistantMessage(message) => {
            let head = if message.partial { "Assistant, cut off" } else { "Assistant" };
            say(head.to_owned(), &message.text.unwrap_or_default());
        }
        EventKind::SkillActivation(activation) => {
            let by = match activation.activated_by {
                Some(::sessions::Activator::User) => "user",
                Some(::sessions::Activator::Model) => "model",
                None => "not recorded",
            };
            let body = format!(
                "name: {}\nby: {by}\npath: {}\nsha256: {}",
                activation.name.unwrap_or_default(),
                activation.path.unwrap_or_default(),
                activation.content_hash.unwrap_or_default()
            );
            say("Skill activated".to_owned(), &body);
        }
        EventKind::ToolCall(call) => {
            let body = format!("{} {}", call.name.unwrap_or_default(), call.args.unwrap_or_default());
            say("Tool call".to_owned(), &body);
        }
        EventKind::ToolResult(result) => {
            let words = match (result.ok, &result.error) {
                (Some(true), _) => "Tool result".to_owned(),
                (_, Some(error)) => format!("Tool result, error {}", plain(error.kind.as_deref())),
                (Some(false), None) => "Tool result, not ok".to_owned(),
                // Its log does not say whether the call worked.
                (None, None) => "Tool result".to_owned(),
            };
            say(words, &result.output.unwrap_or_default());
        }
        EventKind::PermissionDecision(decision) => {
            let body = format!(
                "{} {}",
                decision.decision.unwrap_or_default(),
                decision.matched_rule.or(decision.note).unwrap_or_default()
            );
            say("Permission".to_owned(), body.trim());
        }
        EventKind::Hydration(hydration) => {
            let body = format!(
                "source: {}\nsha256: {}\n\n{}",
                hydration.context_source_id.unwrap_or_default(),
                hydration.sha256.unwrap_or_default(),
                hydration.output.or(hydration.output_excerpt).unwrap_or_default()
            );
            say("Context released".to_owned(), &body);
        }
        EventKind::Compaction(compaction) => {
            say("History compacted".to_owned(), &compaction.summary.unwrap_or_default());
        }
        EventKind::BranchSummary(branch) => {
            say("Branch summary".to_owned(), &branch.summary.unwrap_or_default());
        }
        EventKind::SessionFork(fork) => {
            let body = format!("from session {}", fork.parent_session_id.unwrap_or_default());
            say("Forked".to_owned(), &body);
        }
        EventKind::Subagent(subagent) => {
            let body = format!(
                "{} {}",
                subagent.event.unwrap_or_default(),
                subagent.task.or(subagent.summary).unwrap_or_default()
            );
            say("Subagent".to_owned(), body.trim());
        }
        EventKind::Workflow(workflow) => {
            let body = format!(
                "{} {}",
                workflow.kind.unwrap_or_default(),
                workflow.workflow_name.unwrap_or_default()
            );
            say("Workflow".to_owned(), body.trim());
        }
        EventKind::TurnFailed(failed) => {
            let body = failed.error_message.or(failed.error_kind).unwrap_or_default();
            say("Turn failed".to_owned(), &body);
        }
        EventKind::Unknown { name } => say(format!("Unknown event {}", plain(Some(&name))), ""),
        // Of no use to a reader: what the model thought is not recorded in words, and usage is counted elsewhere.
        EventKind::Reasoning(_)
        | EventKind::ProviderUsage(_)
        | EventKind::Posture(_)
        | EventKind::SkillListing(_)
        | EventKind::Other { .. } => {}
    }
}

// One word of a log in a line of ours.
fn plain(word: Option<&str>) -> String {
    let word = word.unwrap_or("of no kind");
    word.chars()
        .map(|letter| if letter.is_alphanumeric() || letter == '_' { letter } else { ' ' })
        .take(60)
        .collect()
}

// Longer than any run of backticks inside.
fn fence(body: &str) -> String {
    let longest = body.split(|letter| letter != '`').map(str::len).max().unwrap_or(0);
    "`".repeat(longest.max(2) + 1)
}

#[cfg(test)]
mod tests {
    use super::fence;

    #[test]
    fn a_fence_is_longer_than_any_inside() {
        for (body, wanted) in [("", 3), ("x `y` z", 3), ("```\nx\n```", 4), ("``````", 7)] {
            assert_eq!(fence(body).len(), wanted, "{body}");
        }
    }
}
