//! From the lines of a session to events.

use std::collections::{HashMap, HashSet};

use super::super::dialect::{About, Dialect, Told};
use super::super::reads::Known;
use super::super::shell;
use super::given::{self, Given};
use super::lines::time;
use super::texts::Texts;
use crate::event::{
    Activation, AnswerPlace, AssistantMessage, Compaction, Reasoning, Subagent, ToolCall, ToolError,
    ToolResult, TurnFailed, Usage, UserMessage, Viewed,
};
use crate::index::Flags;
use crate::members::Members;
use crate::{Activator, EventKind};

/// What later lines need of earlier ones.
#[derive(Debug, Clone, Default)]
pub(in super::super) struct OpenCode {
    pub(super) about: About,
    /// The first record of each message.
    firsts: HashMap<String, u32>,
    /// Of the messages that ask for a compaction: the message from which on everything is kept, and whether the last
    /// prompt did not fit and is given again.
    asked: HashMap<String, (Option<String>, bool)>,
    prompt: Option<String>,
    /// The prompt that the next message is expected to repeat.
    expected: Option<String>,
    /// Records that repeat one.
    again: HashSet<u32>,
    /// Names of skills by the folders they were read from.
    pub(super) skills: HashMap<String, String>,
    pub(super) known: Known,
    pub(super) texts: Texts,
    /// The records with which steps begin, by the records of their counts.
    step_starts: HashMap<u32, u32>,
    /// The message and the record in which the latest step begins.
    step: Option<(String, u32)>,
}

/// Whether a title is what stands there until a session has one (read in documents).
fn is_placeholder(title: &str) -> bool {
    ["New session - ", "Child session - "].iter().any(|start| title.starts_with(start))
}

impl Dialect for OpenCode {
    fn learn(&mut self, first: u32, line: &Members<'_>) {
        let data = line.object("data").unwrap_or_default();
        match line.text("type").as_deref() {
            Some("session") => {
                let about = &mut self.about;
                about.session = line.text("id").or(about.session.take());
                about.folder = line.text("directory").map(Into::into).or(about.folder.take());
                about.release = line.text("version").or(about.release.take());
                about.title =
                    line.text("title").filter(|title| !is_placeholder(title)).or(about.title.take());
                about.parent = line.text("parent").or(about.parent.take());
                about.is_subagent = about.parent.is_some();
            }
            Some("part") => self.learn_part(first, line, &data),
            Some("later") => self.learn_later(first, line, &data),
            Some("cleared") => self.texts.clear(first, &line.texts("parts")),
            Some("message") => {
                if let Some(id) = line.text("id") {
                    self.firsts.entry(id).or_insert(first);
                }
                self.about.model = data.text("modelID").or(self.about.model.take());
                if is_finished_summary(&data) {
                    let to = self.compaction(first, line, &data).to_seq;
                    self.texts.cover(to.and_then(|to| u32::try_from(to).ok()).unwrap_or(first));
                    let asked = data.text("parentID").and_then(|parent| self.asked.get(&parent));
                    self.expected = asked.filter(|(_, overflows)| *overflows).and(self.prompt.clone());
                }
            }
            _ => {}
        }
    }

    fn events(&self, first: u32, line: &Members<'_>) -> Vec<Told> {
        let data = line.object("data").unwrap_or_default();
        let own = match line.text("type").as_deref() {
            Some("part") => self.part(first, line, &data),
            Some("message") => self.message(first, line, &data),
            Some("later") => self.later(first, line, &data),
            Some("cleared") => vec![Told::of(self.texts.told(first))],
            Some("session") => Vec::new(),
            kind => vec![Told::of(EventKind::Unknown { name: kind.unwrap_or_default().to_owned() })],
        };
        let (id, created) = (line.text("id"), line.text("timestamp"));
        let copied = Flags::COPIED.when(line.flag("copied") == Some(true));
        let finish = |told: Told| {
            let ts = told.ts.clone().or_else(|| created.clone());
            told.at(ts, id.clone()).with(copied)
        };
        own.into_iter().map(finish).collect()
    }

    fn about(&self) -> &About {
        &self.about
    }
}

impl OpenCode {
    fn learn_part(&mut self, first: u32, line: &Members<'_>, data: &Members<'_>) {
        let message = line.text("message").unwrap_or_default();
        self.firsts.entry(message.clone()).or_insert(first);
        match data.text("type").as_deref() {
            Some("step-start") => self.step = Some((message, first)),
            Some("step-finish") => {
                if let Some((_, start)) = self.step.take().filter(|(of, _)| *of == message) {
                    self.step_starts.insert(first, start);
                }
            }
            Some("compaction") => {
                let overflows = data.flag("overflow") == Some(true);
                self.asked.insert(message, (data.text("tail_start_id"), overflows));
            }
            Some("text") if line.flag("opens") == Some(true) => {
                let text = data.text("text");
                if self.expected.take().is_some_and(|expected| Some(&expected) == text.as_ref()) {
                    self.again.insert(first);
                }
                if let Some(folder) =
                    text.as_deref().and_then(given::by_command).and_then(|given| given.folder)
                {
                    self.known.activate(&self.name_of(&folder), &main_file(&folder));
                }
                if text.as_deref().and_then(given::by_command).is_some() {
                    // Behind the message itself.
                    self.texts.give(first + 1, None);
                }
                self.prompt = text;
            }
            Some("tool") if data.text("tool").as_deref() == Some("skill") => {
                let state = data.object("state").unwrap_or_default();
                if state.text("status").as_deref() == Some("completed") {
                    // Behind the call and its answer.
                    self.texts.give(first + 2, line.text("id"));
                }
                if let Some(Activation { name: Some(name), path: Some(path), .. }) = activation(&state) {
                    self.known.activate(&name, &path);
                    self.skills.insert(folder_of(&path).to_owned(), name);
                }
            }
            _ => {}
        }
    }

    fn part(&self, first: u32, line: &Members<'_>, data: &Members<'_>) -> Vec<Told> {
        let role = line.text("role");
        match (data.text("type").as_deref(), role.as_deref()) {
            (Some("text"), Some("user")) => self.said_by_user(first, line, data),
            (Some("text"), Some("assistant")) => {
                let text = data.text("text").filter(|text| !text.is_empty());
                // The text of a summary is told with the compaction it belongs to.
                if text.is_none() || line.flag("summary") == Some(true) {
                    return Vec::new();
                }
                let message = AssistantMessage { text, ..AssistantMessage::default() };
                vec![at(started(data), EventKind::AssistantMessage(message))]
            }
            (Some("reasoning"), _) => vec![at(started(data), EventKind::Reasoning(Reasoning::default()))],
            (Some("tool"), _) => self.tool(data),
            (Some("step-finish"), _) => {
                let start = self.step_starts.get(&first);
                let answer = start.map_or(AnswerPlace::BeforeCount, |start| AnswerPlace::From(*start));
                let usage = usage(data).map(|usage| Usage { answer, ..usage });
                usage.map(EventKind::ProviderUsage).map(Told::of).into_iter().collect()
            }
            (Some("subtask"), _) => vec![Told::of(EventKind::Subagent(Subagent {
                event: Some("asked".to_owned()),
                agent: data.text("agent"),
                task: data.text("prompt"),
                summary: data.text("description"),
                ..Subagent::default()
            }))],
            (Some(kind), _) if is_bookkeeping(kind) => Vec::new(),
            (kind, _) => vec![Told::of(EventKind::Unknown { name: kind.unwrap_or("part").to_owned() })],
        }
    }

    /// What stands in a user's message: the prompt, a skill in its place, and what the program adds.
    fn said_by_user(&self, first: u32, line: &Members<'_>, data: &Members<'_>) -> Vec<Told> {
        if data.flag("ignored") == Some(true) {
            return Vec::new();
        }
        let text = data.text("text").unwrap_or_default();
        let is_again = self.again.contains(&first);
        let is_injected = data.flag("synthetic") == Some(true) || is_again;
        let by_command = if data.flag("synthetic") == Some(true) { None } else { given::by_command(&text) };
        let said = match &by_command {
            Some(given) => given.arguments.clone(),
            None => Some(text),
        };
        let message = UserMessage {
            text: said,
            author: is_injected.then(|| "runtime".to_owned()),
            ..UserMessage::default()
        };
        let opens = line.flag("opens") == Some(true) && !is_again;
        let message = Told::of(EventKind::UserMessage(message)).with(Flags::RUNTIME.when(!opens));
        let activation = by_command.map(|given| {
            Told::of(EventKind::SkillActivation(Activation {
                // The text names no skill.
                name: given.folder.as_deref().map(|folder| self.name_of(folder)),
                activated_by: Some(Activator::User),
                given_again: is_again,
                ..activation_of(given)
            }))
        });
        std::iter::once(message).chain(activation).collect()
    }

    fn tool(&self, data: &Members<'_>) -> Vec<Told> {
        let (state, call_id, name) =
            (data.object("state").unwrap_or_default(), data.text("callID"), data.text("tool"));
        let time_of = |key: &str| time(state.object("time").and_then(|time| time.whole(key)));
        let is_skill = name.as_deref() == Some("skill");
        let call = EventKind::ToolCall(ToolCall {
            call_id: call_id.clone(),
            name,
            args: state.raw("input").map(str::to_owned),
            viewed: self.viewed(&state),
            ..ToolCall::default()
        });
        let mut told = vec![at(time_of("start"), call)];
        let ok = match state.text("status").as_deref() {
            Some("completed") => true,
            Some("error") => false,
            _ => return told,
        };
        let error = |message| ToolError { kind: None, message: Some(message), reason: None };
        let metadata = state.object("metadata").unwrap_or_default();
        told.push(at(
            time_of("end"),
            EventKind::ToolResult(ToolResult {
                call_id,
                ok: Some(ok),
                output: state.text("output"),
                exit_code: metadata.whole("exit"),
                error: state.text("error").map(error),
                ..ToolResult::default()
            }),
        ));
        if ok && is_skill {
            let given = activation(&state).unwrap_or_default();
            told.push(at(time_of("end"), EventKind::SkillActivation(given)));
        }
        if let Some(child) = metadata.text("sessionId") {
            let input = state.object("input").unwrap_or_default();
            let subagent = Subagent {
                event: Some(if ok { "finished" } else { "failed" }.to_owned()),
                subagent_id: Some(child.clone()),
                child_session_id: Some(child),
                agent: input.text("subagent_type"),
                task: input.text("prompt"),
                ..Subagent::default()
            };
            told.push(at(time_of("end"), EventKind::Subagent(subagent)));
        }
        told
    }

    /// The file of a skill that a call reads, of the skills that were given before it.
    pub(super) fn viewed(&self, state: &Members<'_>) -> Option<Viewed> {
        let input = state.object("input")?;
        let folder = self.about.folder.as_deref().and_then(|folder| folder.to_str()).unwrap_or_default();
        if let Some(command) = input.text("command") {
            let folder = input.text("workdir").unwrap_or_else(|| folder.to_owned());
            let shown = shell::files(&command, &folder);
            let file = shown.files.iter().find_map(|file| self.known.resource(&file.path));
            return file.or_else(|| self.known.named_in(&command));
        }
        self.known.resource(&shell::resolve(folder, &input.text("filePath")?))
    }

    /// The name of the skill in a folder: as the agent said it, else that of the folder, as the format asks for.
    fn name_of(&self, folder: &str) -> String {
        self.skills.get(folder).cloned().unwrap_or_else(|| last_part(folder).to_owned())
    }

    fn message(&self, first: u32, line: &Members<'_>, data: &Members<'_>) -> Vec<Told> {
        let mut told = Vec::new();
        if line.flag("opens") == Some(true) {
            told.push(Told::of(EventKind::UserMessage(UserMessage::default())));
        }
        if line.flag("counted") != Some(true) && line.text("role").as_deref() == Some("assistant") {
            told.extend(usage(data).map(EventKind::ProviderUsage).map(Told::of));
        }
        if is_finished_summary(data) {
            told.push(Told::of(EventKind::Compaction(self.compaction(first, line, data))));
        }
        if let Some(error) = data.object("error") {
            let kind = error.text("name");
            let message = error.object("data").and_then(|data| data.text("message"));
            told.push(if kind.as_deref() == Some("MessageAbortedError") {
                Told::of(EventKind::Other { name: "MessageAbortedError".to_owned() }).with(Flags::STOPS_TURN)
            } else {
                let failed = TurnFailed { terminal_status: None, error_kind: kind, error_message: message };
                Told::of(EventKind::TurnFailed(failed))
            });
        }
        let completed = time(data.object("time").and_then(|time| time.whole("completed")));
        told.into_iter().map(|one| Told { ts: completed.clone(), ..one }).collect()
    }

    /// A finished summary stands for everything before it, but for the messages that were kept with it.
    fn compaction(&self, first: u32, line: &Members<'_>, data: &Members<'_>) -> Compaction {
        let asked = data.text("parentID").and_then(|parent| self.asked.get(&parent));
        let tail = asked.and_then(|(tail, _)| self.firsts.get(tail.as_ref()?));
        Compaction {
            settles: true,
            trigger: asked
                .map(|(_, overflows)| if *overflows { "overflow" } else { "compaction" }.to_owned()),
            to_seq: Some(tail.map_or(i64::from(first), |tail| i64::from(*tail) - 1)),
            summary: line.text("said"),
            ..Compaction::default()
        }
    }
}

/// The skill that an answer of the tool `skill` gave.
pub(super) fn activation(state: &Members<'_>) -> Option<Activation> {
    let metadata = state.object("metadata").unwrap_or_default();
    let input = state.object("input").unwrap_or_default();
    let output = state.text("output")?;
    let given = given::by_tool(&output, metadata.flag("truncated") == Some(true));
    let name = metadata.text("name").or_else(|| given.name.clone());
    let folder = metadata.text("dir").or_else(|| given.folder.clone());
    Some(Activation {
        name: name.or_else(|| input.text("name")).or_else(|| input.text("id")),
        activated_by: Some(Activator::Model),
        ..activation_of(Given { folder, ..given })
    })
}

pub(super) fn activation_of(given: Given) -> Activation {
    let Given { folder, content, kept, arguments, steps, .. } = given;
    Activation {
        // A built-in skill has no folder.
        path: folder.filter(|folder| folder.contains(['/', '\\'])).map(|folder| main_file(&folder)),
        content,
        kept,
        arguments,
        steps,
        ..Activation::default()
    }
}

pub(super) fn main_file(folder: &str) -> String {
    let between = if folder.contains('/') { '/' } else { '\\' };
    format!("{}{between}SKILL.md", folder.trim_end_matches(between))
}

pub(super) fn folder_of(path: &str) -> &str {
    path.rfind(['/', '\\']).map_or(path, |at| &path[..at])
}

fn last_part(folder: &str) -> &str {
    folder.rsplit(['/', '\\']).find(|part| !part.is_empty()).unwrap_or(folder)
}

fn is_finished_summary(data: &Members<'_>) -> bool {
    let is_finished = || {
        data.text("finish").is_some()
            || data.object("time").is_some_and(|time| time.raw("completed").is_some())
    };
    data.flag("summary") == Some(true) && data.raw("error").is_none() && is_finished()
}

/// The tokens of a call; what was read from a cache and the reasoning are counted apart there.
pub(super) fn usage(data: &Members<'_>) -> Option<Usage> {
    let tokens = data.object("tokens")?;
    let cache = tokens.object("cache").unwrap_or_default();
    let count = |key: &str| tokens.count(key).unwrap_or(0);
    let (read, write) = (cache.count("read").unwrap_or(0), cache.count("write").unwrap_or(0));
    let input = count("input").saturating_add(read).saturating_add(write);
    let (output, reasoning) = (count("output"), count("reasoning"));
    if input == 0 && output == 0 {
        return None;
    }
    // Earlier releases counted reasoning in the output too; only the total tells which it is.
    let apart = input.saturating_add(output).saturating_add(reasoning);
    let is_apart = tokens.count("total").is_none_or(|total| total >= apart);
    Some(Usage {
        model: data.text("modelID"),
        input_tokens: Some(input),
        cached_tokens: Some(read),
        output_tokens: Some(if is_apart { output.saturating_add(reasoning) } else { output }),
        reasoning_tokens: Some(reasoning),
        answer: AnswerPlace::BeforeCount,
        ..Usage::default()
    })
}

fn started(data: &Members<'_>) -> Option<String> {
    time(data.object("time").and_then(|time| time.whole("start")))
}

fn at(ts: Option<String>, kind: EventKind) -> Told {
    Told { ts, ..Told::of(kind) }
}

/// Parts that are known to say nothing of the conversation that another does not say.
fn is_bookkeeping(kind: &str) -> bool {
    const KINDS: [&str; 9] =
        ["step-start", "snapshot", "patch", "agent", "file", "compaction", "retry", "text", "step-finish"];
    KINDS.contains(&kind)
}
