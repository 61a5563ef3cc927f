//! A log of `tests/fixtures/agents`, told one line an event, so that a whole log is compared at once.

use std::fs;
use std::path::Path;

use sessions::{Activation, Activator, EventKind, Log, Source, TextKept};

/// Opens a fixture.
#[allow(dead_code, reason = "not every test opens a log by its name")]
pub fn open(source: Source, name: &str) -> Log {
    let folder =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/agents").join(source.rules().name);
    let path = folder.join(name);
    Log::of_bytes(&path, source, fs::read(&path).unwrap()).unwrap()
}

/// What its events say, bookkeeping left out.
#[allow(dead_code, reason = "not every test asks for it")]
pub fn story(log: &Log) -> Vec<String> {
    let told = log.events(0..log.len()).into_iter().flat_map(|event| {
        let back = event.goes_on_from.map(|from| format!("back to {from}"));
        back.into_iter().chain(line(event.kind))
    });
    told.collect()
}

/// What the model has of skills after the last event, by name and how much of each.
#[allow(dead_code, reason = "not every test asks for it")]
pub fn visible(log: &Log) -> Vec<String> {
    let visible = sessions::Context::read(log).visible_at(log, log.len());
    visible.into_iter().filter_map(|at| sessions::activation_at(log, at)).map(|text| skill(&text)).collect()
}

#[allow(dead_code, reason = "not every test asks for it")]
fn line(kind: EventKind) -> Option<String> {
    let first = |text: Option<String>| text.unwrap_or_default().lines().next().unwrap_or_default().to_owned();
    Some(match kind {
        EventKind::UserMessage(message) if message.author.is_some() => {
            format!("context: {}", first(message.text))
        }
        EventKind::UserMessage(message) => format!("user: {}", message.text.unwrap_or_default()),
        EventKind::AssistantMessage(message) => format!("answer: {}", message.text.unwrap_or_default()),
        EventKind::Reasoning(_) => "reasoning".to_owned(),
        EventKind::SkillActivation(activation) => format!("skill {}", skill(&activation)),
        EventKind::SkillListing(list) => {
            let skills = list.names.iter().zip(&list.paths).map(|(name, path)| format!("{name} {path}"));
            let skills = if list.paths.is_empty() { list.names.clone() } else { skills.collect() };
            format!("list: {}", skills.join(", "))
        }
        EventKind::ToolCall(call) => {
            let viewed =
                call.viewed.map(|file| format!(" of {}: {}", file.skill.unwrap(), file.path.unwrap()));
            format!("call {}{}", call.name.unwrap_or_default(), viewed.unwrap_or_default())
        }
        EventKind::ToolResult(result) => match result.ok {
            Some(true) => "result".to_owned(),
            Some(false) => "result: failed".to_owned(),
            None => "result: unknown".to_owned(),
        },
        EventKind::Compaction(one) => {
            let why = one.trigger.or(one.strategy).map(|why| format!(", {why}")).unwrap_or_default();
            format!("compaction up to {}{why}: {}", one.to_seq.unwrap(), first(one.summary))
        }
        EventKind::ProviderUsage(usage) => {
            let counts = [usage.input_tokens, usage.cached_tokens, usage.output_tokens];
            format!("tokens {:?}", counts.map(|count| count.unwrap_or(0)))
        }
        EventKind::TurnFailed(failed) => {
            format!("failed: {} {}", failed.error_kind.unwrap_or_default(), first(failed.error_message))
        }
        EventKind::Subagent(agent) => {
            format!("sub-agent {}: {}", agent.agent.unwrap_or_default(), agent.task.unwrap_or_default())
        }
        EventKind::SessionFork(fork) => {
            format!(
                "fork of {}, {} copied",
                fork.parent_session_id.unwrap(),
                fork.replay_event_count.unwrap()
            )
        }
        EventKind::BranchSummary(branch) => format!("branch: {}", first(branch.summary)),
        EventKind::Unknown { name } => format!("unknown {name}"),
        EventKind::Other { .. } => return None,
        other => format!("{other:?}"),
    })
}

fn skill(activation: &Activation) -> String {
    let by = match activation.activated_by {
        Some(Activator::User) => "user",
        Some(Activator::Model) => "model",
        None => "nobody",
    };
    let kept = match activation.kept {
        TextKept::Whole => "whole",
        TextKept::Body => "body",
        TextKept::TrimmedBody => "trimmed body",
        TextKept::Part => "part",
        TextKept::Mixed => "mixed",
        TextKept::Nothing => "nothing",
    };
    let again = if activation.given_again { ", again" } else { "" };
    format!("{} by {by}, {kept}{again}", activation.name.as_deref().unwrap_or_default())
}
