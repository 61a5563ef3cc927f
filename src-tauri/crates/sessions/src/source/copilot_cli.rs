//! GitHub Copilot CLI: `session-state/<id>/events.jsonl`, one event a line. Proven with 1.0.102; read from recordings of
//! 1.0.64 on. A repeat of an unchanged skill names its text by digest, which stands in an earlier line of the same file.
//! A helper writes into the file of its session; its lines name it (`agentId`), and what it was given the session's own
//! model never saw.

mod called;
mod given;

use std::collections::{HashMap, HashSet};

use super::dialect::{About, Dialect, Told};
use super::homes::{FoundTraces, Homes, Trace};
use super::reads::Known;
use super::{Reading, Rules, Tells, available};
use crate::event::{
    Activation, AssistantMessage, Compaction, Decision, Listing, Reasoning, Subagent, TextKept, ToolCall,
    ToolError, ToolResult, TurnFailed, Usage, UserMessage,
};
use crate::index::Flags;
use crate::members::Members;
use crate::{Activator, EventKind};

pub(super) const RULES: Rules = Rules {
    name: "copilot-cli",
    label: "Copilot CLI",
    convention: "copilot",
    tells: Tells { permissions: true, live: false, requests: false },
    reading: Reading::Lines(|| Box::<CopilotCli>::default()),
    find: Some(find),
};

/// `${COPILOT_HOME:-~/.copilot}/session-state/<id>/events.jsonl`; older releases wrote `<id>.jsonl` beside it.
fn find(homes: &Homes) -> FoundTraces {
    let mut found = FoundTraces::default();
    let Some(folder) = homes.folder("COPILOT_HOME", ".copilot").map(|home| home.join("session-state")) else {
        return found;
    };
    for entry in found.entries(&folder) {
        let (Some(name), path) = (entry.name.to_str(), folder.join(&entry.name)) else { continue };
        if entry.kind == disk::Kind::Folder {
            found.take_there(Trace { path: path.join("events.jsonl"), id: name.to_owned(), parent: None });
        }
        if let Some(id) = name.strip_suffix(".jsonl") {
            found.take(Some(Trace { id: id.to_owned(), path, parent: None }), entry.kind);
        }
    }
    found
}

/// What later lines need of earlier ones.
#[derive(Debug, Clone, Default)]
struct CopilotCli {
    about: About,
    /// Texts by the digest that repeats name them by.
    texts: HashMap<String, String>,
    skills: Known,
    /// Skills that a line of their own named since the last prompt.
    invoked: HashSet<String>,
    /// Messages with a skill's text that such a line told already, by the number of their event.
    told: HashSet<u32>,
    called: called::Called,
}

impl Dialect for CopilotCli {
    fn learn(&mut self, first: u32, line: &Members<'_>) {
        let (kind, data) = kind_and_data(line);
        match kind.as_str() {
            // What a helper answers with is no fact of its session.
            "session.model_change" if is_helpers(line) => {}
            "session.start" | "session.resume" => {
                let context = data.object("context").unwrap_or_default();
                let about = &mut self.about;
                about.session = data.text("sessionId").or(about.session.take());
                about.release = data.text("copilotVersion").or(about.release.take());
                about.model = data.text("selectedModel").or(about.model.take());
                // A session that is resumed elsewhere still belongs to the folder it began in.
                about.folder = about.folder.take().or(context.text("cwd").map(Into::into));
                about.branch = context.text("branch").or(about.branch.take());
                about.commit = context.text("headCommit").or(about.commit.take());
                about.repository = context.text("repository").or(about.repository.take());
            }
            "session.model_change" => self.about.model = data.text("newModel").or(self.about.model.take()),
            "session.title_changed" => self.about.title = data.text("title").or(self.about.title.take()),
            "skill.invoked" | "skill.invoked_ref" => {
                if let Some(content) = data.text("content") {
                    self.texts.insert(digest(&content), content);
                }
                if let (Some(name), Some(path)) = (data.text("name"), data.text("path")) {
                    self.skills.activate(&name, &path);
                }
                self.invoked.extend(data.text("name"));
                self.called.invoke(first, &data);
            }
            "assistant.message" if !is_helpers(line) => self.called.answer(),
            "skill.context_delivered" | "skill.context_delivered_ref" => self.called.deliver(&data),
            "user.message" => match skill_of(&data) {
                None => {
                    self.invoked.clear();
                    if !is_helpers(line) && is_typed(&data) {
                        self.called.prompt(&data);
                    }
                }
                Some(name) if self.invoked.contains(&name) => drop(self.told.insert(first)),
                Some(_) => {
                    let given = data.text("content").as_deref().and_then(given::activation);
                    let named = given.and_then(|given| given.name.zip(given.path));
                    named.into_iter().for_each(|(name, path)| self.skills.activate(&name, &path));
                }
            },
            _ => {}
        }
    }

    fn events(&self, first: u32, line: &Members<'_>) -> Vec<Told> {
        let (kind, data) = kind_and_data(line);
        let own: Vec<Told> = match kind.as_str() {
            "user.message" => vec![self.user_message(first, &data, is_helpers(line))],
            "system.message" | "system.notification" => {
                let text = data.text("content");
                let listing = text.as_deref().and_then(listing);
                std::iter::once(injected(text)).chain(listing).collect()
            }
            "assistant.message" => assistant_message(&data),
            "assistant.reasoning" => vec![Told::of(EventKind::Reasoning(Reasoning::default()))],
            "tool.execution_start" => vec![Told::of(self.call(&data))],
            "tool.execution_complete" => vec![Told::of(tool_result(&data))],
            "skill.invoked" | "skill.invoked_ref" => {
                let by_user = Flags::BY_USER.when(self.called.comes_before_prompt(first));
                vec![Told::of(self.activation(first, &data)).with(by_user)]
            }
            "permission.completed" => vec![Told::of(decision(&data))],
            "session.usage_record" => vec![Told::of(usage(&data.object("usage").unwrap_or_default()))],
            "session.compaction_complete" if data.flag("success") != Some(false) => {
                let compaction = EventKind::Compaction(Compaction {
                    trigger: data.text("trigger"),
                    to_seq: Some(i64::from(first)),
                    summary: data.text("summaryContent"),
                    ..Compaction::default()
                });
                // What the summary cost stands in no line of its own.
                let cost = data.object("compactionTokensUsed").map(|cost| usage(&cost));
                std::iter::once(compaction).chain(cost).map(Told::of).collect()
            }
            "session.error" => vec![Told::of(EventKind::TurnFailed(TurnFailed {
                terminal_status: None,
                error_kind: data.text("errorType"),
                error_message: data.text("message"),
            }))],
            "abort" => vec![Told::of(EventKind::Other { name: kind.clone() }).with(Flags::STOPS_TURN)],
            "subagent.started" | "subagent.completed" | "subagent.failed" => {
                vec![Told::of(subagent(&kind, &data))]
            }
            kind if is_bookkeeping(kind) => Vec::new(),
            kind => vec![Told::of(EventKind::Unknown { name: kind.to_owned() })],
        };
        let (ts, id) = (line.text("timestamp"), line.text("id"));
        // That a helper begins and ends is said in the session, though its own lines say so.
        let aside = Flags::ASIDE.when(is_helpers(line) && !kind.starts_with("subagent."));
        own.into_iter().map(|told| told.at(ts.clone(), id.clone()).with(aside)).collect()
    }

    fn about(&self) -> &About {
        &self.about
    }
}

impl CopilotCli {
    /// What a person typed. What the program puts into the conversation in a user's place names its source, and a
    /// helper is asked by the session.
    fn user_message(&self, first: u32, data: &Members<'_>, is_helpers: bool) -> Told {
        let text = data.text("content");
        let given = || skill_of(data).and_then(|_| given::activation(text.as_deref()?));
        if let Some(given) = given().filter(|_| !self.told.contains(&first)) {
            return Told::of(EventKind::SkillActivation(given));
        }
        if is_helpers || !is_typed(data) {
            return injected(text);
        }
        Told::of(EventKind::UserMessage(UserMessage { text, ..UserMessage::default() }))
    }

    fn call(&self, data: &Members<'_>) -> EventKind {
        let (name, args) = (data.text("toolName"), data.raw("arguments").map(str::to_owned));
        let folder = self.about.folder.as_deref().and_then(|folder| folder.to_str()).unwrap_or_default();
        let viewed = args.as_deref().and_then(|args| self.skills.viewed(name.as_deref()?, args, folder));
        EventKind::ToolCall(ToolCall {
            call_id: data.text("toolCallId"),
            name,
            args,
            viewed,
            ..ToolCall::default()
        })
    }

    fn activation(&self, first: u32, data: &Members<'_>) -> EventKind {
        let named = data.text("contentId").map(|id| id.trim_start_matches("sha256:").to_owned());
        let content = data.text("content").or_else(|| self.texts.get(named.as_deref()?).cloned());
        let kept = match &content {
            None => TextKept::Nothing,
            Some(text) => given::kept(text),
        };
        EventKind::SkillActivation(Activation {
            name: data.text("name"),
            description: data.text("description"),
            scope: data.text("source"),
            source: data.text("source"),
            path: data.text("path"),
            content_hash: named,
            content,
            activated_by: match data.text("trigger").as_deref() {
                Some("user-invoked") => Some(Activator::User),
                Some("agent-invoked") => Some(Activator::Model),
                _ => None,
            },
            kept,
            arguments: self.called.arguments(first),
            ..Activation::default()
        })
    }
}

fn kind_and_data<'a>(line: &Members<'a>) -> (String, Members<'a>) {
    (line.text("type").unwrap_or_default(), line.object("data").unwrap_or_default())
}

fn digest(text: &str) -> String {
    disk::Digest::of(text.as_bytes()).to_string().trim_start_matches("sha256:").to_owned()
}

/// Whether a line is a helper's.
fn is_helpers(line: &Members<'_>) -> bool {
    line.raw("agentId").is_some_and(|id| id != "null")
}

/// Returns whether a message in the user's place was typed; what the program puts there names its source.
fn is_typed(data: &Members<'_>) -> bool {
    data.text("source").is_none_or(|source| source == "user")
}

/// The skill whose text a message in a user's place is.
fn skill_of(data: &Members<'_>) -> Option<String> {
    data.text("source")?.strip_prefix("skill-").map(str::to_owned)
}

fn injected(text: Option<String>) -> Told {
    let author = Some("runtime".to_owned());
    Told::of(EventKind::UserMessage(UserMessage { text, author, ..UserMessage::default() }))
        .with(Flags::RUNTIME)
}

/// The list of skills in a system message: it names no files.
fn listing(system: &str) -> Option<Told> {
    let (_, list) = system.split_once("<available_skills>")?;
    let (list, _) = list.split_once("</available_skills>")?;
    Some(Told::of(EventKind::SkillListing(Listing {
        names: available::skills(list).into_iter().map(|skill| skill.name).collect(),
        paths: Vec::new(),
        text: Some(format!("<available_skills>{list}</available_skills>")),
        adds: false,
    })))
}

/// The words; the calls of a message stand in lines of their own when they are carried out.
fn assistant_message(data: &Members<'_>) -> Vec<Told> {
    let text = data.text("content").filter(|text| !text.is_empty());
    let message = AssistantMessage { text, ..AssistantMessage::default() };
    if message.text.is_none() && !data.objects("toolRequests").is_empty() {
        return Vec::new();
    }
    vec![Told::of(EventKind::AssistantMessage(message))]
}

fn tool_result(data: &Members<'_>) -> EventKind {
    let result = data.object("result").unwrap_or_default();
    let error = data.object("error").map(|error| ToolError {
        kind: error.text("code"),
        message: error.text("message"),
        reason: None,
    });
    EventKind::ToolResult(ToolResult {
        call_id: data.text("toolCallId"),
        ok: data.flag("success"),
        output: result.text("content"),
        error,
        ..ToolResult::default()
    })
}

fn decision(data: &Members<'_>) -> EventKind {
    let result = data.object("result").unwrap_or_default();
    let kind = result.text("kind");
    let allowed = kind.as_deref().map(|kind| kind.starts_with("approved"));
    EventKind::PermissionDecision(Decision {
        call_id: data.text("toolCallId"),
        decision: allowed.map(|allowed| if allowed { "allow" } else { "deny" }.to_owned()),
        gate: kind,
        ..Decision::default()
    })
}

fn usage(usage: &Members<'_>) -> EventKind {
    EventKind::ProviderUsage(Usage {
        model: usage.text("model"),
        input_tokens: usage.count("inputTokens"),
        cached_tokens: usage.count("cacheReadTokens"),
        output_tokens: usage.count("outputTokens"),
        reasoning_tokens: usage.count("reasoningTokens"),
        ..Usage::default()
    })
}

fn subagent(kind: &str, data: &Members<'_>) -> EventKind {
    EventKind::Subagent(Subagent {
        event: Some(kind.trim_start_matches("subagent.").to_owned()),
        subagent_id: data.text("toolCallId"),
        agent: data.text("agentName"),
        summary: data.text("agentDescription"),
        ..Subagent::default()
    })
}

/// Types that are known to say nothing of the conversation.
fn is_bookkeeping(kind: &str) -> bool {
    const KINDS: [&str; 28] = [
        "session.start",
        "session.resume",
        "session.shutdown",
        "session.model_change",
        "session.permissions_changed",
        "session.compaction_start",
        "session.compaction_complete",
        "session.info",
        "session.warning",
        "session.mode_changed",
        "session.plan_changed",
        "session.title_changed",
        "session.truncation",
        "session.auto_mode_resolved",
        "session.usage_checkpoint",
        "session.usage_info",
        "session.idle",
        "session.task_complete",
        "session.context_changed",
        "session.handoff",
        "assistant.turn_start",
        "assistant.turn_end",
        "permission.requested",
        "skill.context_delivered",
        "skill.context_delivered_ref",
        "subagent.configured",
        "subagent.selected",
        "tool.user_requested",
    ];
    KINDS.contains(&kind) || kind.starts_with("hook.") || kind.starts_with("model.")
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use crate::{EventKind, Log, Source};

    #[test]
    fn a_skill_of_few_words_is_delivered_in_the_line_itself_and_told_once() {
        let lines = concat!(
            r#"{"type":"skill.invoked","data":{"name":"brief","path":"/w/brief/SKILL.md","content":"","trigger":"agent-invoked"}}"#,
            "\n",
            r#"{"type":"skill.context_delivered","data":{"source":"skill-brief","content":"<skill-context name=\"brief\">\n</skill-context>"}}"#,
            "\n"
        );
        let log = Log::of_bytes(Path::new("events.jsonl"), Source::CopilotCli, lines.into()).expect("bytes");
        let told: Vec<EventKind> = log.events(0..log.len()).into_iter().map(|event| event.kind).collect();
        assert!(matches!(&told[..], [EventKind::SkillActivation(_), EventKind::Other { .. }]), "{told:?}");
    }
}
