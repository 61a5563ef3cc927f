//! From records to events. A record can be told again: with the same id when something is added to it, and in a list
//! that replaces the whole conversation. What was told before is only marked then, so that nothing counts twice.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use super::super::dialect::{About, Dialect, Told};
use super::super::reads::Known;
use super::super::shell;
use super::called::{self, Called};
use super::given;
use crate::event::{
    AssistantMessage, Compaction, Reasoning, Subagent, ToolCall, ToolError, ToolResult, TurnFailed, Usage,
    UserMessage, Viewed,
};
use crate::index::Flags;
use crate::members::Members;
use crate::{Activator, EventKind};

/// What later lines need of earlier ones.
#[derive(Debug, Clone, Default)]
pub(in super::super) struct GeminiCli {
    about: About,
    /// In which record each thing was told first.
    told: HashMap<String, u32>,
    /// The messages of the conversation as it is, with their first record.
    history: BTreeMap<String, u32>,
    /// Where a list leaves messages out: up to which record they are gone, by the record that says so.
    cuts: HashMap<u32, Cut>,
    /// Where the conversation goes on from, by the record that takes back what stands behind it.
    back_to: HashMap<u32, u32>,
    /// The records of activations.
    given: BTreeSet<u32>,
    called: Called,
    skills: Known,
}

#[derive(Debug, Clone)]
struct Cut {
    to: u32,
    summary: Option<String>,
}

/// An event, and by what it is known when it is told again.
struct Atom {
    key: String,
    told: Told,
}

impl Dialect for GeminiCli {
    fn learn(&mut self, first: u32, line: &Members<'_>) {
        self.learn_about(line);
        let set = line.object("$set").unwrap_or_default();
        let is_list = set.raw("messages").is_some();
        if let Some(id) = line.text("$rewindTo") {
            self.rewind(first, &id);
        } else if is_list {
            self.learn_list(first, &set.objects("messages"));
        } else if let Some(id) = line.text("id") {
            let is_context = is_context(line);
            if !is_context {
                self.history.entry(id).or_insert(first);
            }
        }
        self.called.learn(first, line);
        for (number, atom) in (first..).zip(self.atoms(line)) {
            if let EventKind::SkillActivation(activation) = &atom.told.kind
                && let (Some(name), Some(path)) = (&activation.name, &activation.path)
            {
                self.skills.activate(name, path);
            }
            if matches!(atom.told.kind, EventKind::SkillActivation(_)) {
                self.given.insert(number);
            }
            self.told.entry(atom.key).or_insert(number);
        }
    }

    fn events(&self, first: u32, line: &Members<'_>) -> Vec<Told> {
        let again = || EventKind::Other { name: "told before".to_owned() };
        let told = |(number, atom): (u32, Atom)| {
            let is_new = atom.key.is_empty() || self.told.get(&atom.key).is_none_or(|known| *known == number);
            if is_new { atom.told } else { Told { kind: again(), flags: Flags::default(), ..atom.told } }
        };
        let mut events: Vec<Told> = (first..).zip(self.atoms(line)).map(told).collect();
        if self.called.is_prompt(first)
            && let Some(prompt) = events.first_mut()
        {
            prompt.flags = prompt.flags.and(Flags::BY_USER);
        }
        if let (Some(cut), Some(mark)) = (self.cuts.get(&first), events.first_mut()) {
            mark.kind = EventKind::Compaction(Compaction {
                settles: true,
                to_seq: Some(i64::from(cut.to)),
                summary: cut.summary.clone(),
                ..Compaction::default()
            });
        }
        if let (Some(from), Some(mark)) = (self.back_to.get(&first), events.first_mut()) {
            mark.goes_on_from = Some(*from);
            mark.flags = mark.flags.and(Flags::TURNS_BACK);
        }
        events
    }

    fn about(&self) -> &About {
        &self.about
    }
}

impl GeminiCli {
    fn learn_about(&mut self, line: &Members<'_>) {
        let about = &mut self.about;
        if let Some(session) = line.text("sessionId") {
            about.session = Some(session);
            about.is_subagent |= line.text("kind").as_deref() == Some("subagent");
            let folder = line.texts("directories").into_iter().next();
            about.folder = about.folder.take().or(folder.map(Into::into));
        }
        about.model = line.text("model").or(about.model.take());
        about.title = line.text("summary").or(about.title.take());
        if about.folder.is_none() {
            let set = line.object("$set").unwrap_or_default().objects("messages");
            let context = set.iter().chain([line]).find(|message| is_context(message));
            about.folder = context.and_then(|message| folder_in(&text_of(message))).map(Into::into);
        }
    }

    /// A list that leaves out what the conversation had stands for it. One that has nothing but the context begins a
    /// resumed session, whose list follows.
    fn learn_list(&mut self, first: u32, messages: &[Members<'_>]) {
        let own: Vec<&Members<'_>> = messages.iter().filter(|message| !is_context(message)).collect();
        let ids: HashSet<String> = own.iter().filter_map(|message| message.text("id")).collect();
        if ids.is_empty() {
            return;
        }
        let (kept, gone): (Vec<_>, Vec<_>) = self.history.iter().partition(|(known, _)| ids.contains(*known));
        let first_kept = kept.iter().map(|(_, at)| **at).min();
        // What is left out behind something that stays was never sent, such as a command to the program.
        if gone.iter().any(|(_, at)| first_kept.is_none_or(|kept| **at < kept)) {
            let is_new = |message: &&&Members<'_>| {
                message.text("id").is_some_and(|id| !self.history.contains_key(&id)) && is_users(message)
            };
            let summary = own.iter().find(is_new).map(|message| text_of(message));
            self.cuts.insert(first, Cut { to: first_kept.map_or(first, |kept| kept - 1), summary });
        }
        let last_kept = kept.iter().map(|(_, at)| **at).max().unwrap_or(0);
        let taken = gone.iter().map(|(_, at)| **at).filter(|at| *at > last_kept).min();
        // What a person typed to the program was never sent; a text of a skill was.
        let is_taken =
            |from: &u32| !self.cuts.contains_key(&first) && self.given.range(from..).next().is_some();
        if let Some(from) = taken.filter(is_taken) {
            self.back_to.insert(first, from - 1);
            self.given.retain(|record| *record < from);
        }
        self.history.retain(|known, _| ids.contains(known));
        for id in ids {
            self.history.entry(id).or_insert(first);
        }
    }

    /// Takes a message and what came after it out of the conversation.
    fn rewind(&mut self, first: u32, id: &str) {
        if let Some(from) = self.history.get(id).copied() {
            self.history.retain(|_, at| *at < from);
            self.given.retain(|record| *record < from);
            self.back_to.insert(first, from.saturating_sub(1));
        }
    }

    /// What a line tells, each with what it is known by. How many there are depends on the line alone.
    fn atoms(&self, line: &Members<'_>) -> Vec<Atom> {
        if let Some(set) = line.object("$set") {
            let mark = Told::of(EventKind::Other { name: "$set".to_owned() });
            let mut atoms = vec![Atom { key: String::new(), told: mark.at(set.text("lastUpdated"), None) }];
            // Of a list only the words are new ones: what is in it was told by its own record, or made for the list.
            atoms.extend(set.objects("messages").iter().flat_map(|message| self.message(message, true)));
            return atoms;
        }
        if line.raw("$rewindTo").is_some() {
            let rewound = EventKind::Other { name: "$rewindTo".to_owned() };
            return vec![Atom { key: String::new(), told: Told::of(rewound).with(Flags::STOPS_TURN) }];
        }
        if line.raw("type").is_none()
            && (line.raw("sessionId").is_some() || line.raw("projectHash").is_some())
        {
            let begins = Told::of(EventKind::Other { name: "session".to_owned() });
            return vec![Atom { key: String::new(), told: begins.at(line.text("startTime"), None) }];
        }
        self.message(line, false)
    }

    fn message(&self, message: &Members<'_>, is_listed: bool) -> Vec<Atom> {
        let (id, ts) = (message.text("id").unwrap_or_default(), message.text("timestamp"));
        let text = text_of(message);
        let mut atoms = Vec::new();
        let mut add = |key: String, told: Told| {
            atoms.push(Atom { key: format!("{id} {key}"), told: told.at(ts.clone(), Some(id.clone())) });
        };
        match message.text("type").as_deref() {
            Some("user") if !text.is_empty() => {
                let is_injected = is_listed || is_runtime(&text);
                let said = UserMessage {
                    author: is_injected.then(|| "runtime".to_owned()),
                    // A command's words stand in its place as the user typed them.
                    text: Some(called::displayed(message).unwrap_or_else(|| text.clone())),
                    ..UserMessage::default()
                };
                let flags = Flags::RUNTIME.when(is_injected);
                add(format!("said {text}"), Told::of(EventKind::UserMessage(said)).with(flags));
            }
            Some("user") => {}
            Some("gemini") => {
                for number in 0..message.objects("thoughts").len() {
                    add(format!("thought {number}"), Told::of(EventKind::Reasoning(Reasoning::default())));
                }
                if !text.is_empty() {
                    let said = AssistantMessage { text: Some(text.clone()), ..AssistantMessage::default() };
                    add(format!("said {text}"), Told::of(EventKind::AssistantMessage(said)));
                }
                if let Some(usage) = usage(message) {
                    add("tokens".to_owned(), Told::of(EventKind::ProviderUsage(usage)));
                }
                for (number, call) in message.objects("toolCalls").iter().enumerate() {
                    let named = call.text("id").unwrap_or_else(|| number.to_string());
                    for (key, kind) in self.tool(call) {
                        add(format!("{key} {named}"), Told::of(kind));
                    }
                }
            }
            Some("error") => {
                let failed = TurnFailed { error_message: Some(text), ..TurnFailed::default() };
                add("error".to_owned(), Told::of(EventKind::TurnFailed(failed)));
            }
            Some("info") if text.starts_with("Request cancelled") => {
                let stopped = EventKind::Other { name: "info".to_owned() };
                add("stopped".to_owned(), Told::of(stopped).with(Flags::STOPS_TURN));
            }
            Some("info" | "warning") => {}
            kind => {
                let name = kind.unwrap_or("record").to_owned();
                add("unknown".to_owned(), Told::of(EventKind::Unknown { name }));
            }
        }
        atoms
    }

    fn tool(&self, call: &Members<'_>) -> Vec<(&'static str, EventKind)> {
        let (call_id, name) = (call.text("id"), call.text("name"));
        let status = call.text("status");
        let args = call.object("args").unwrap_or_default();
        let mut told = vec![(
            "call",
            EventKind::ToolCall(ToolCall {
                call_id: call_id.clone(),
                name: name.clone(),
                args: call.raw("args").map(str::to_owned),
                viewed: self.viewed(&args),
                ..ToolCall::default()
            }),
        )];
        let ok = match status.as_deref() {
            Some("success") => Some(true),
            Some("error" | "cancelled") => Some(false),
            _ => None,
        };
        if ok.is_none() && call.objects("result").is_empty() {
            return told;
        }
        let (output, error) = answer(call);
        let error = error.map(|message| ToolError { kind: None, message: Some(message), reason: None });
        let result = ToolResult { call_id, ok, output: output.clone(), error, ..ToolResult::default() };
        told.push(("result", EventKind::ToolResult(result)));
        let is_given = ok != Some(false) && name.as_deref() == Some("activate_skill");
        if let Some(output) = output.filter(|_| is_given) {
            let mut activation = given::activation(&output, call.text("resultDisplay").as_deref());
            activation.name = activation.name.or_else(|| args.text("name"));
            let by_user = call.text("id").and_then(|id| self.called.by_user(&id));
            activation.activated_by =
                Some(if by_user.is_some() { Activator::User } else { Activator::Model });
            activation.arguments = by_user.flatten();
            told.push(("skill", EventKind::SkillActivation(activation)));
        }
        if let Some(child) = call.text("agentId") {
            let subagent = Subagent {
                event: Some(if ok == Some(false) { "failed" } else { "finished" }.to_owned()),
                subagent_id: Some(child.clone()),
                child_session_id: Some(child),
                agent: args.text("agent_name"),
                task: args.text("prompt"),
                ..Subagent::default()
            };
            told.push(("agent", EventKind::Subagent(subagent)));
        }
        told
    }

    /// The file of a skill that a call reads, of the skills that were given before it.
    fn viewed(&self, args: &Members<'_>) -> Option<Viewed> {
        let folder = self.about.folder.as_deref().and_then(|folder| folder.to_str()).unwrap_or_default();
        if let Some(command) = args.text("command") {
            let folder =
                args.text("dir_path").map_or(folder.to_owned(), |below| shell::resolve(folder, &below));
            let shown = shell::files(&command, &folder);
            let file = shown.files.iter().find_map(|file| self.skills.resource(&file.path));
            return file.or_else(|| self.skills.named_in(&command));
        }
        let path = args.text("file_path").or_else(|| args.text("absolute_path"))?;
        self.skills.resource(&shell::resolve(folder, &path))
    }
}

/// What the tool answered, and what went wrong.
fn answer(call: &Members<'_>) -> (Option<String>, Option<String>) {
    let responses = call.objects("result");
    let response = responses.iter().find_map(|part| part.object("functionResponse")?.object("response"));
    let shown = call.text("resultDisplay").filter(|shown| !shown.is_empty());
    match response {
        Some(response) => (response.text("output"), response.text("error")),
        None => (shown, None),
    }
}

/// The words of a message: a text, or the texts among its parts.
fn text_of(message: &Members<'_>) -> String {
    if let Some(text) = message.text("content") {
        return text;
    }
    let parts = message.objects("content");
    parts.iter().filter_map(|part| part.text("text")).collect::<Vec<_>>().join("\n")
}

fn usage(message: &Members<'_>) -> Option<Usage> {
    let tokens = message.object("tokens")?;
    let count = |key: &str| tokens.count(key).unwrap_or(0);
    Some(Usage {
        model: message.text("model"),
        input_tokens: Some(count("input").saturating_add(count("tool"))),
        cached_tokens: Some(count("cached")),
        // Thoughts are counted beside the answer.
        output_tokens: Some(count("output").saturating_add(count("thoughts"))),
        reasoning_tokens: Some(count("thoughts")),
        ..Usage::default()
    })
}

fn is_users(message: &Members<'_>) -> bool {
    message.text("type").as_deref() == Some("user")
}

/// The first message of every conversation, which the program writes.
fn is_context(message: &Members<'_>) -> bool {
    is_users(message) && text_of(message).starts_with("<session_context>")
}

/// What the program says in the user's place.
fn is_runtime(text: &str) -> bool {
    const BEGINNINGS: [&str; 2] = ["<session_context>", "You have stopped calling tools without finishing."];
    BEGINNINGS.iter().any(|beginning| text.starts_with(beginning))
}

/// The workspace as the context names it.
fn folder_in(context: &str) -> Option<String> {
    let (_, rest) = context.split_once("**Workspace Directories:**\n")?;
    Some(rest.lines().next()?.trim().strip_prefix("- ")?.to_owned())
}
