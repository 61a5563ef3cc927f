//! Codex: `sessions/YYYY/MM/DD/rollout-<time>-<id>.jsonl`, one record a line. Proven with 0.144.0, 0.169.0 and 0.171.0;
//! read from real logs of 0.118 to 0.144. What the model saw are the `response_item`s; the events beside them tell the
//! interface the same again and are taken for counts, endings and the commands that Codex itself understood.

mod answer;
mod catalogue;
mod events;
mod fork;
mod items;
mod usage;

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use super::dialect::{About, Dialect, Told};
use super::homes::{FoundTraces, Homes, Trace};
use super::reads::{Known, Read};
use super::shell::{Lines, Seen, Shown, resolve};
use super::{Laying, Reading, Rules, Tells, commands, packed};
use crate::EventKind;
use crate::Spot;
use crate::event::{Activation, Compaction, Fork};
use crate::index::Flags;
use crate::members::Members;

pub(super) const RULES: Rules = Rules {
    name: "codex",
    label: "Codex",
    convention: "codex",
    tells: Tells { permissions: false, live: false, requests: false },
    reading: Reading::Laid(
        || Box::<Codex>::default(),
        Laying {
            is_laid: packed::is_packed,
            stamp: packed::stamp,
            lines: packed::lines,
            stands: |path, line, _| (path.to_owned(), Spot::Line(line)),
            folder: |_| None,
            faults: |_| Vec::new(),
        },
    ),
    find: Some(find),
};

/// `${CODEX_HOME:-~/.codex}/sessions/YYYY/MM/DD/` and, for sessions that were put away, `archived_sessions/`. Old logs
/// are packed, with `.zst` behind their names (read in its source).
fn find(homes: &Homes) -> FoundTraces {
    let mut found = FoundTraces::default();
    let Some(home) = homes.folder("CODEX_HOME", ".codex") else { return found };
    walk(&home.join("sessions"), 3, &mut found);
    walk(&home.join("archived_sessions"), 3, &mut found);
    // While a log is packed it lies there twice.
    let plain: HashSet<PathBuf> = found.traces.iter().map(|trace| trace.path.clone()).collect();
    found
        .traces
        .retain(|trace| !packed::is_packed(&trace.path) || !plain.contains(&trace.path.with_extension("")));
    found
}

fn walk(folder: &Path, deeper: u8, found: &mut FoundTraces) {
    for entry in found.entries(folder) {
        let path = folder.join(&entry.name);
        if entry.kind == disk::Kind::Folder && deeper > 0 {
            walk(&path, deeper - 1, found);
        }
        found.take(trace(path), entry.kind);
    }
}

/// The id stands behind the local time the session began at.
fn trace(path: PathBuf) -> Option<Trace> {
    const ID: usize = 36;
    let name = path.file_name()?.to_str()?.strip_prefix("rollout-")?;
    let name = name.strip_suffix(".zst").unwrap_or(name).strip_suffix(".jsonl")?;
    let id = name.len().checked_sub(ID).and_then(|at| name.get(at..)).unwrap_or(name).to_owned();
    Some(Trace { path, id, parent: None })
}

/// What later lines need of earlier ones.
#[derive(Debug, Clone, Default)]
struct Codex {
    about: About,
    /// The folder of the turn.
    folder: String,
    skills: Known,
    /// The reads that calls without an answer ask for, one list for every command.
    asked: HashMap<String, Vec<Vec<Read>>>,
    /// The reads that an answer belongs to, by the number of its first event.
    answered: HashMap<u32, Vec<Vec<Read>>>,
    usage: usage::Counter,
    fork: fork::Copies,
    /// The line with a sub-agent's task, where another agent sent it.
    task: Option<u32>,
    /// A prompt came that was not copied.
    has_own_prompt: bool,
    /// Where the prompts stand that were not taken back.
    prompts: Vec<u32>,
    /// The numbers before prompts that were taken back, by the number of the line that says so.
    back_to: HashMap<u32, u32>,
}

/// A line: what it is, and what it says.
struct Record<'a> {
    kind: String,
    /// The payload's own type.
    what: String,
    payload: Members<'a>,
    /// The answer to the question that a compaction put, which is no answer to the user; told from 0.149 on.
    is_summary: bool,
}

impl<'a> Record<'a> {
    /// The record of a line. Before 0.32 a line was its payload by itself.
    fn of(line: &Members<'a>) -> Self {
        let kind = line.text("type").unwrap_or_default();
        let is_summary =
            line.object("metadata").is_some_and(|metadata| metadata.flag("compaction_output") == Some(true));
        if line.raw("payload").is_some() {
            let payload = line.object("payload").unwrap_or_default();
            let message = || payload.raw("role").map(|_| "message".to_owned());
            let what = payload.text("type").or_else(message).unwrap_or_default();
            return Self { what, kind, payload, is_summary };
        }
        let is_head = kind.is_empty() && line.raw("id").is_some() && line.raw("timestamp").is_some();
        let bare = if is_head {
            "session_meta"
        } else if kind.is_empty() {
            "state"
        } else {
            "response_item"
        };
        Self { kind: bare.to_owned(), what: kind, payload: line.clone(), is_summary }
    }
}

impl Dialect for Codex {
    fn learn(&mut self, first: u32, line: &Members<'_>) {
        let record = Record::of(line);
        let payload = &record.payload;
        self.fork.learn(first, line, &record);
        match (record.kind.as_str(), record.what.as_str()) {
            ("session_meta", _) => self.begin(payload),
            ("turn_context", _) => {
                self.about.model = payload.text("model").or(self.about.model.take());
                self.folder = payload.text("cwd").unwrap_or_else(|| std::mem::take(&mut self.folder));
            }
            ("world_state", _) => self.learn_state(payload),
            ("response_item", "message") => {
                for text in items::texts(payload).iter().filter(|text| catalogue::is_catalogue(text)) {
                    self.learn_catalogue(text);
                }
                self.follow(first, line);
            }
            ("response_item", "agent_message") | ("inter_agent_communication", _)
                if self.about.is_subagent =>
            {
                let is_first = !self.has_own_prompt && !self.fork.is_copying();
                self.task = self.task.or(Some(first).filter(|_| is_first));
                self.follow(first, line);
            }
            ("response_item", "function_call" | "custom_tool_call" | "local_shell_call") => self.ask(payload),
            ("response_item", what) if what.ends_with("_output") => {
                let asked = payload.text("call_id").and_then(|call| self.asked.remove(&call));
                if let Some(asked) = asked.filter(|asked| asked.iter().any(|reads| !reads.is_empty())) {
                    self.answered.insert(first, asked);
                    self.follow(first, line);
                }
            }
            ("event_msg", "exec_command_end") => self.understood(payload.text("call_id"), payload),
            ("event_msg", "item_completed") => {
                let item = payload.object("item").unwrap_or_default();
                self.understood(item.text("id"), &item);
            }
            ("event_msg", "thread_name_updated") => {
                self.about.title = payload.text("thread_name").or(self.about.title.take());
            }
            ("event_msg", "thread_rolled_back") => self.take_back(first, payload),
            ("event_msg", "token_count") | ("token_usage_record", _) => {
                self.usage.learn(first, payload, self.fork.is_copying(), self.about.model.as_ref());
            }
            _ => {}
        }
    }

    fn events(&self, first: u32, line: &Members<'_>) -> Vec<Told> {
        let record = Record::of(line);
        let payload = &record.payload;
        let own = match record.kind.as_str() {
            "session_meta" => self.forked(payload).into_iter().collect(),
            "response_item" if record.is_summary => Vec::new(),
            "response_item" => self.item(first, &record.what, payload),
            "inter_agent_communication" => vec![self.by_agent(first, payload.text("content"))],
            "event_msg" => self.event(first, &record),
            "token_usage_record" => vec![self.usage.told(first, payload)],
            "compacted" => self.compacted(first, payload),
            "turn_context" | "world_state" | "inter_agent_communication_metadata" | "state" => Vec::new(),
            kind => vec![Told::of(EventKind::Unknown { name: kind.to_owned() })],
        };
        let (ts, id) = (line.text("timestamp"), payload.text("id"));
        let copied = Flags::COPIED.when(self.fork.is_copying());
        own.into_iter().map(|told| told.at(ts.clone(), id.clone()).with(copied)).collect()
    }

    fn about(&self) -> &About {
        &self.about
    }
}

impl Codex {
    /// The first record of a log is its own; a fork has its parent's behind it.
    fn begin(&mut self, meta: &Members<'_>) {
        if self.about.session.is_some() {
            return;
        }
        let git = meta.object("git").unwrap_or_default();
        let source = meta.object("source").unwrap_or_default();
        let spawn = source.object("subagent").and_then(|agent| agent.object("thread_spawn"));
        let spawned_by = spawn.and_then(|spawn| spawn.text("parent_thread_id"));
        let spawned_by = meta.text("parent_thread_id").or(spawned_by);
        self.folder = meta.text("cwd").unwrap_or_default();
        let base = fork::base(meta);
        let forked_from = meta.text("forked_from_id").or_else(|| Some(base.as_ref()?.session.clone()));
        self.about = About {
            session: meta.text("id").or(meta.text("session_id")),
            folder: meta.text("cwd").map(Into::into),
            release: meta.text("cli_version"),
            branch: git.text("branch"),
            commit: git.text("commit_hash"),
            repository: git.text("repository_url"),
            is_subagent: source.raw("subagent").is_some()
                || meta.text("thread_source").as_deref() == Some("subagent"),
            parent: spawned_by.or(forked_from),
            base,
            ..About::default()
        };
    }

    /// Where the session comes from; its parent's own record, copied, says where that one does.
    fn forked(&self, meta: &Members<'_>) -> Option<Told> {
        let parent = meta.text("forked_from_id").or_else(|| Some(fork::base(meta)?.session))?;
        if self.about.session.as_ref().is_some_and(|own| meta.text("id").is_some_and(|id| id != *own)) {
            return Some(Told::of(EventKind::Other { name: "session_meta".to_owned() }));
        }
        let fork = Fork {
            parent_session_id: Some(parent),
            replay_event_count: Some(u64::from(self.fork.last())),
            child_workspace: meta.text("cwd"),
            source: self.about.is_subagent.then(|| Fork::WARM_START.to_owned()),
            ..Fork::default()
        };
        Some(Told::of(EventKind::SessionFork(fork)))
    }

    fn learn_catalogue(&mut self, text: &str) {
        for entry in catalogue::entries(text) {
            if let Some(path) = entry.path {
                self.skills.list(&entry.name, &path);
            }
        }
    }

    /// What is listed stands in the state too, which the model does not read: only the paths are of use.
    fn learn_state(&mut self, payload: &Members<'_>) {
        let state = payload.object("state").unwrap_or_default();
        for member in ["host_skills", "skills"] {
            let body = state.object(member).and_then(|skills| skills.text("body"));
            body.into_iter().for_each(|body| self.learn_catalogue(&body));
        }
    }

    /// The files that a call names, for each of its commands.
    fn seen(&self, call: &Members<'_>) -> Vec<Seen> {
        let name = call.text("name").unwrap_or_default();
        commands::seen(&name, &items::arguments(call).unwrap_or_default(), &self.folder)
    }

    /// Remembers which main files a call reads.
    fn ask(&mut self, call: &Members<'_>) {
        let mut asked: Vec<Vec<Read>> = self.seen(call).iter().map(|seen| self.skills.reads(seen)).collect();
        let text = call.text("arguments").or_else(|| call.text("input")).unwrap_or_default();
        let named = self.skills.named(&text, &asked);
        match asked.first_mut() {
            Some(first) => first.extend(named),
            None if !named.is_empty() => asked.push(named),
            None => {}
        }
        if let Some(id) = call.text("call_id").or(call.text("id")).filter(|_| !asked.is_empty()) {
            self.asked.insert(id, asked);
        }
    }

    /// Adds what Codex itself understood a command to read (recorded up to 0.128 and from 0.149 on), where the words
    /// of the command did not tell.
    fn understood(&mut self, call: Option<String>, event: &Members<'_>) {
        let Some([reads]) = call.and_then(|call| self.asked.get_mut(&call)).map(Vec::as_mut_slice) else {
            return;
        };
        let folder = event.text("cwd").unwrap_or_else(|| self.folder.clone());
        let folder = resolve(&self.folder, &folder);
        for command in event.objects("parsed_cmd") {
            let path = command.text("path").filter(|_| command.text("type").as_deref() == Some("read"));
            let shown = path.map(|path| Shown { path: resolve(&folder, &path), lines: Lines::Some });
            let read = shown.and_then(|shown| self.skills.read(&shown, false));
            reads.extend(read.filter(|read| reads.iter().all(|known| known.path != read.path)));
        }
    }

    /// Keeps account of prompts, for turns that are taken back later, and of the skills in use.
    fn follow(&mut self, first: u32, line: &Members<'_>) {
        for (number, told) in (first..).zip(self.events(first, line)) {
            match told.kind {
                EventKind::UserMessage(_) if !told.flags.has(Flags::RUNTIME) => {
                    self.prompts.push(number);
                    self.has_own_prompt |= !self.fork.is_copying();
                }
                EventKind::SkillActivation(Activation { name: Some(name), path: Some(path), .. }) => {
                    self.skills.activate(&name, &path);
                }
                _ => {}
            }
        }
    }

    /// The last turns were taken back.
    fn take_back(&mut self, first: u32, payload: &Members<'_>) {
        let count = usize::try_from(payload.count("num_turns").unwrap_or(0)).unwrap_or(usize::MAX);
        let kept = self.prompts.len().saturating_sub(count);
        if let Some(from) = self.prompts.get(kept).copied() {
            self.back_to.insert(first, from.saturating_sub(1));
            self.prompts.truncate(kept);
        }
    }

    /// What a compaction left of the context: `replacement_history` is the new one, as far as it can be read.
    fn compacted(&self, first: u32, payload: &Members<'_>) -> Vec<Told> {
        let history = payload.objects("replacement_history");
        let is_opaque = history.iter().any(|item| item.raw("encrypted_content").is_some());
        let mut told = vec![Told::of(EventKind::Compaction(Compaction {
            settles: !is_opaque && !history.is_empty(),
            strategy: is_opaque.then(|| "a part of the new context is not readable".to_owned()),
            to_seq: Some(i64::from(first)),
            summary: payload.text("message").filter(|text| !text.is_empty()),
            ..Compaction::default()
        }))];
        for item in &history {
            told.extend(items::kept(item));
        }
        told
    }
}
