//! Claude Code: `projects/<folder>/<session>.jsonl`, one record a line, and the helpers' logs below `<session>/subagents`.
//!
//! The vendor calls the format internal. Recorded with 2.1.197 and 2.1.330 and read in logs of 52 releases from 1.0.98
//! on; what is known from elsewhere only is marked so. Where releases differ, the shape of the line decides and not
//! the number: every release has its own member for what it added.

mod answered;
mod attached;
mod blocks;
mod copies;
mod early;
mod notified;
mod prompts;
mod said;
mod skill_text;
mod spent;
mod thread;

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::dialect::{About, Dialect, Told};
use super::homes::{FoundTraces, Homes, Trace};
use super::{Reading, Rules, Tells};
use crate::EventKind;
use crate::event::{Compaction, Fork};
use crate::index::Flags;
use crate::members::Members;
use message::message;

use copies::{Copies, origin};
use prompts::Slash;
use skill_text::Skills;
use spent::Spent;
use thread::Thread;

pub(super) const RULES: Rules = Rules {
    name: "claude-code",
    label: "Claude Code",
    convention: "claude-code",
    // Decisions stand in the log from some release after 2.1.219 on; before it nobody can tell who agreed.
    tells: Tells { permissions: false, live: false, requests: false },
    reading: Reading::Lines(|| Box::<ClaudeCode>::default()),
    find: Some(find),
};

/// How deep helpers' logs lie below a session: `subagents/workflows/wf_…/agent-….jsonl` (read in documents).
const HELPERS_DEEP: usize = 3;

/// Endings of logs that somebody packed, which Claude Code does not read itself.
const PACKED: [&str; 2] = [".jsonl.gz", ".jsonl.zst"];

/// `${CLAUDE_CONFIG_DIR:-~/.claude}/projects/<folder>/<session>.jsonl` and `<session>/subagents/…`, and the same below
/// `~/.config/claude`, where some releases kept them. The name of the folder is made from the workspace's path and
/// cannot be made back into it.
fn find(homes: &Homes) -> FoundTraces {
    let mut found = FoundTraces::default();
    let home = homes.folder("CLAUDE_CONFIG_DIR", ".claude");
    let is_moved = homes.variable("CLAUDE_CONFIG_DIR").is_some();
    let other = homes.folder("XDG_CONFIG_HOME", ".config").map(|config| config.join("claude"));
    // A link may lead from one to the other.
    let real = |folder: &PathBuf| disk::canonical(folder).ok();
    let is_same = |other: &PathBuf| home.as_ref().and_then(real) == real(other);
    let other = other.filter(|other| !is_moved && !is_same(other));
    for home in home.clone().into_iter().chain(other) {
        for project in found.folders(&home.join("projects")) {
            for entry in found.entries(&project) {
                let (Some(name), path) = (entry.name.to_str(), project.join(&entry.name)) else { continue };
                found.take(trace(name, &path, None), entry.kind);
                note_if_packed(name, &path, &mut found);
                if entry.kind == disk::Kind::Folder {
                    helpers(&path.join("subagents"), name, HELPERS_DEEP, &mut found);
                    note_logs_in(&path, &mut found);
                }
            }
        }
    }
    found
}

fn note_if_packed(name: &str, path: &Path, found: &mut FoundTraces) {
    if PACKED.iter().any(|ending| name.ends_with(ending)) {
        found.note(
            path,
            message!(
                "it is compressed, and Claude Code’s logs are read uncompressed only; unpack it beside this file"
            ),
        );
    }
}

/// Notes the logs in the folder of a session: Claude Code keeps them beside it.
fn note_logs_in(folder: &Path, found: &mut FoundTraces) {
    for entry in found.entries(folder) {
        let Some(name) = entry.name.to_str().filter(|name| name.ends_with(".jsonl")) else { continue };
        found.note(
            &folder.join(name),
            message!("it is one folder deeper than Claude Code’s logs are, so it is not read; move it up"),
        );
    }
}

fn helpers(folder: &Path, session: &str, deep: usize, found: &mut FoundTraces) {
    for entry in found.entries(folder) {
        let (Some(name), path) = (entry.name.to_str(), folder.join(&entry.name)) else { continue };
        found.take(trace(name, &path, Some(session)), entry.kind);
        if entry.kind == disk::Kind::Folder && deep > 1 {
            helpers(&path, session, deep - 1, found);
        }
    }
}

fn trace(name: &str, path: &Path, parent: Option<&str>) -> Option<Trace> {
    let id = name.strip_suffix(".jsonl")?.to_owned();
    Some(Trace { path: path.to_owned(), id, parent: parent.map(str::to_owned) })
}

/// What later lines need of earlier ones.
#[derive(Debug, Clone, Default)]
struct ClaudeCode {
    about: About,
    /// How good the title is: a person's own is not overwritten.
    title: Title,
    thread: Thread,
    skills: Skills,
    spent: Spent,
    copies: Copies,
    /// What checkpoints left in place and what they say, by the record they are.
    checkpoints: HashMap<u32, Checkpoint>,
    /// The first attachment: from the release on that writes them, a text that is given again is one.
    attaches_from: Option<u32>,
    /// The latest checkpoint, until its summary was read.
    unsummed: Option<u32>,
    /// The latest checkpoint.
    last_checkpoint: Option<u32>,
    /// Lines with a summary that no checkpoint stands before, which are checkpoints themselves.
    bare_summaries: Vec<u32>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
enum Title {
    #[default]
    None,
    Summary,
    Agent,
    Person,
}

#[derive(Debug, Clone, Default)]
struct Checkpoint {
    keeps: Vec<i64>,
    summary: Option<String>,
    /// Texts that are given again stand behind it: one that does not is left out.
    has_texts: bool,
}

impl Dialect for ClaudeCode {
    fn learn(&mut self, first: u32, line: &Members<'_>) {
        let kind = line.word("type").unwrap_or_default();
        self.thread.learn(first, &kind, line);
        if self.thread.is_repeated(first) {
            return;
        }
        self.copies.learn(first, &kind, line);
        self.learn_about(&kind, line);
        match &*kind {
            "user" if line.flag("isCompactSummary") == Some(true) => {
                match self.unsummed.take().and_then(|at| self.checkpoints.get_mut(&at)) {
                    Some(checkpoint) => checkpoint.summary = blocks::text_of(line),
                    None => self.bare_summaries.push(first),
                }
            }
            "user" => self.skills.learn_said(first, line),
            "assistant" => {
                if let Some(message) = line.object("message") {
                    let model = message.word("model").filter(|model| !is_synthetic(model));
                    keep_last(&mut self.about.model, model);
                    self.skills.learn_calls(&message);
                    self.spent.learn(first, line, &message);
                }
            }
            "attachment" => {
                self.attaches_from = self.attaches_from.or(Some(first));
                let attachment = line.object("attachment").unwrap_or_default();
                if attachment.word("type").as_deref() == Some("invoked_skills")
                    && let Some(checkpoint) =
                        self.last_checkpoint.and_then(|at| self.checkpoints.get_mut(&at))
                {
                    checkpoint.has_texts = true;
                }
                self.skills.learn_listed(first, &attachment);
            }
            "system" if line.word("subtype").as_deref() == Some("compact_boundary") => {
                let keeps = self.thread.kept(line, self.skills.taken_in());
                self.checkpoints.insert(first, Checkpoint { keeps, ..Checkpoint::default() });
                (self.unsummed, self.last_checkpoint) = (Some(first), Some(first));
            }
            _ => {}
        }
    }

    fn events(&self, first: u32, line: &Members<'_>) -> Vec<Told> {
        self.told(first, line, Wanted::Events)
    }

    fn outline(&self, first: u32, line: &Members<'_>) -> Vec<Told> {
        self.told(first, line, Wanted::Rows)
    }

    fn about(&self) -> &About {
        &self.about
    }

    fn keys(&self, line: &Members<'_>) -> Vec<u64> {
        copies::keys(line)
    }

    fn know(&mut self, keys: Arc<HashSet<u64>>) {
        self.copies.know(keys);
    }

    fn moved(&self) -> &[(u32, u32)] {
        self.thread.moved()
    }
}

/// For what a line is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Wanted {
    Events,
    /// The rows that are made of its events.
    Rows,
}

impl Wanted {
    /// What no row is made of, such as what tools put out and what the model answered.
    fn beyond_rows<T>(self, read: impl FnOnce() -> Option<T>) -> Option<T> {
        if self == Self::Events { read() } else { None }
    }
}

impl ClaudeCode {
    fn told(&self, first: u32, line: &Members<'_>, wanted: Wanted) -> Vec<Told> {
        let kind = line.word("type").unwrap_or_default();
        let mut told = match &*kind {
            _ if self.thread.is_repeated(first) => {
                vec![Told::of(EventKind::Other { name: "repeated line".to_owned() })]
            }
            "user" => self.said(first, line, wanted),
            "assistant" => self.answered(first, line, wanted),
            "attachment" => {
                let mut told = attached::attached(line);
                told.iter_mut().for_each(|told| self.skills.take_off_calls(&mut told.kind));
                told
            }
            "system" => self.system(first, line),
            "fork-context-ref" => vec![Told::of(began_with_context(line))],
            kind if is_bookkeeping(kind) => Vec::new(),
            kind => vec![Told::of(EventKind::Unknown { name: kind.to_owned() })],
        };
        let (ts, id) = (line.text("timestamp"), line.text("uuid"));
        let flags =
            Flags::ASIDE.when(self.is_aside(line)).and(Flags::COPIED.when(self.copies.hold(first, line)));
        for one in &mut told {
            (one.ts, one.id) = (ts.clone(), id.clone());
            one.flags = one.flags.and(flags);
        }
        if let Some(one) = told.first_mut() {
            one.goes_on_from = self.thread.turned_back(first);
            one.flags = one.flags.and(Flags::TURNS_BACK.when(one.goes_on_from.is_some()));
        }
        told
    }

    fn learn_about(&mut self, kind: &str, line: &Members<'_>) {
        let about = &mut self.about;
        if self.thread.is_helper() {
            about.is_subagent = true;
            let id = line.word("agentId").map(|id| format!("agent-{id}").into());
            keep_last(&mut about.session, id);
            about.parent = about.parent.take().or_else(|| line.text("sessionId"));
        } else {
            keep_last(&mut about.session, line.word("sessionId"));
            about.parent = origin(line).or(about.parent.take());
        }
        keep_last(&mut about.release, line.word("version"));
        // A session that goes on elsewhere still belongs to the folder it began in.
        about.folder = about.folder.take().or_else(|| line.text("cwd").map(Into::into));
        keep_last(&mut about.branch, line.word("gitBranch").filter(|branch| !branch.is_empty()));
        let (title, rank) = match kind {
            "custom-title" => (line.text("customTitle"), Title::Person),
            "ai-title" => (line.text("aiTitle"), Title::Agent),
            "summary" => (line.text("summary"), Title::Summary),
            _ => return,
        };
        if title.is_some() && rank >= self.title {
            (about.title, self.title) = (title, rank);
        }
    }

    /// Whether a line is a helper's that stands among the session's own, as before helpers had files.
    fn is_aside(&self, line: &Members<'_>) -> bool {
        line.flag("isSidechain") == Some(true) && !self.thread.is_helper()
    }

    fn system(&self, first: u32, line: &Members<'_>) -> Vec<Told> {
        let kind = line.word("subtype").unwrap_or_default();
        match &*kind {
            "compact_boundary" => vec![Told::of(self.checkpoint(first, line))],
            kind if is_known_notice(kind) => Vec::new(),
            kind => vec![Told::of(EventKind::Unknown { name: format!("system {kind}") })],
        }
    }

    fn checkpoint(&self, first: u32, line: &Members<'_>) -> EventKind {
        let about = line.object("compactMetadata").unwrap_or_default();
        let known = self.checkpoints.get(&first);
        EventKind::Compaction(Compaction {
            settles: self.attaches_from.is_some_and(|from| from < first)
                || known.is_some_and(|known| known.has_texts),
            trigger: about.text("trigger"),
            to_seq: Some(i64::from(first)),
            keeps: known.map(|known| known.keeps.clone()).unwrap_or_default(),
            summary: known.and_then(|known| known.summary.clone()),
            ..Compaction::default()
        })
    }
}

/// Takes what the latest line says; most say what the one before them said.
fn keep_last(known: &mut Option<String>, told: Option<Cow<'_, str>>) {
    if told.is_some() && told.as_deref() != known.as_deref() {
        *known = told.map(Cow::into_owned);
    }
}

/// A helper that was given the session's context so far, which its own log does not repeat (recorded with 2.1.330).
fn began_with_context(line: &Members<'_>) -> EventKind {
    EventKind::SessionFork(Fork {
        parent_session_id: line.text("parentSessionId"),
        source: Some(Fork::WARM_START.to_owned()),
        ..Fork::default()
    })
}

/// Whether what a model is said to have answered was put there by the program.
fn is_synthetic(model: &str) -> bool {
    model == "<synthetic>"
}

/// Types that are known to say nothing of the conversation. What a request looked like (`api-request…`, from some
/// release after 2.1.219 on) repeats lines that stand in the log anyway.
fn is_bookkeeping(kind: &str) -> bool {
    const KINDS: [&str; 29] = [
        "agent-color",
        "agent-name",
        "agent-setting",
        "ai-title",
        "api-request",
        "api-request-blob",
        "api-request-shape",
        "atis-latch",
        "attribution-snapshot",
        "bridge-session",
        "content-replacement",
        "cost-state",
        "custom-title",
        "file-history-delta",
        "file-history-snapshot",
        "frame-link",
        "last-prompt",
        "mode",
        "permission-mode",
        "pr-link",
        "progress",
        "queue-operation",
        "relocated",
        "result",
        "started",
        "summary",
        "tag",
        "tools-used",
        "worktree-state",
    ];
    KINDS.contains(&kind) || kind.starts_with("artifact-")
}

/// Notices to the person, which the model does not read. An `api_error` is tried again; one that ends the turn comes
/// as an answer.
fn is_known_notice(kind: &str) -> bool {
    const KINDS: [&str; 16] = [
        "agents_killed",
        "api_error",
        "api_refusal",
        "away_summary",
        "bridge_status",
        "error",
        "informational",
        "local_command",
        "memory_saved",
        "microcompact_boundary",
        "model_refusal_fallback",
        "permission_retry",
        "scheduled_task_fire",
        "session_start",
        "stop_hook_summary",
        "turn_duration",
    ];
    KINDS.contains(&kind)
}

/// The slash line that a text follows, by the text's own `parentUuid`.
fn slash_before<'s>(skills: &'s Skills, line: &Members<'_>) -> Option<&'s Slash> {
    skills.slash(&line.word("parentUuid")?)
}
