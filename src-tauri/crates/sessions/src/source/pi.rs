//! Pi: `sessions/--<folder>--/<time>_<id>.jsonl`, one entry a line, each naming the entry it follows. Proven with
//! 0.73.1 and 0.87.1; entries of the older formats 1 and 2 read from a log of theirs and from the sources.
//!
//! From 0.87 on the log holds the system message with the list of skills. Before, no list is recorded, and a read counts
//! as a skill's where it is of a `SKILL.md` in one of the folders that Pi looks into.

mod entry;
mod listed;
mod tree;

use std::collections::HashMap;
use std::path::Path;

use super::dialect::{About, Dialect, Told};
use super::homes::{FoundTraces, Homes, Trace};
use super::reads::{Known, Read};
use super::shell::{self, Lines, Shown, resolve};
use super::{Reading, Rules, Tells, available};
use crate::EventKind;
use crate::event::{Activation, Fork, InferredBy};
use crate::index::Flags;
use crate::members::Members;

pub(super) const RULES: Rules = Rules {
    name: "pi",
    label: "Pi",
    convention: "pi",
    tells: Tells { permissions: false, live: false, requests: false },
    reading: Reading::Lines(|| Box::<Pi>::default()),
    find: Some(find),
};

/// `${PI_CODING_AGENT_DIR:-~/.pi/agent}/sessions/<folder>/`; with `PI_CODING_AGENT_SESSION_DIR` that folder itself.
fn find(homes: &Homes) -> FoundTraces {
    let sessions = match homes.variable("PI_CODING_AGENT_SESSION_DIR") {
        Some(folder) => Some(folder.clone()),
        None => homes.folder("PI_CODING_AGENT_DIR", ".pi/agent").map(|home| home.join("sessions")),
    };
    let mut found = FoundTraces::default();
    if let Some(sessions) = sessions {
        for entry in found.entries(&sessions) {
            found.take(trace(&sessions, &entry), entry.kind);
            if entry.kind == disk::Kind::Folder {
                let folder = sessions.join(&entry.name);
                for entry in found.entries(&folder) {
                    found.take(trace(&folder, &entry), entry.kind);
                }
            }
        }
    }
    found
}

fn trace(folder: &Path, entry: &disk::Entry) -> Option<Trace> {
    let name = entry.name.to_str()?;
    let id = id_of(name.strip_suffix(".jsonl")?);
    Some(Trace { path: folder.join(name), id, parent: None })
}

/// The id of a session, which stands behind its time in the name of its file.
fn id_of(stem: &str) -> String {
    stem.rsplit_once('_').map_or(stem, |(_, id)| id).to_owned()
}

/// What later lines need of earlier ones.
#[derive(Debug, Clone, Default)]
struct Pi {
    about: About,
    folder: String,
    /// When the session began, where it is a fork: older entries are copies.
    began: Option<String>,
    /// The number of the first event of the last line that was copied.
    copied: u32,
    /// The log holds system messages, and so the list of skills.
    has_lists: bool,
    skills: Known,
    /// The reads that calls without an answer ask for.
    asked: HashMap<String, Vec<Read>>,
    /// The reads that an answer belongs to, by the number of its first event.
    answered: HashMap<u32, Vec<Read>>,
    tree: tree::Tree,
}

impl Dialect for Pi {
    fn learn(&mut self, first: u32, line: &Members<'_>) {
        let kind = line.text("type").unwrap_or_default();
        if self.is_copy(line) {
            self.copied = first;
        }
        self.tree.place(first);
        match kind.as_str() {
            "session" => return self.begin(line),
            "model_change" => self.about.model = line.text("modelId").or(self.about.model.take()),
            "session_info" => self.about.title = line.text("name").or(self.about.title.take()),
            "message" => self.learn_message(first, &line.object("message").unwrap_or_default()),
            "compaction" => {
                let system = line.object("systemMessage");
                system.iter().for_each(|message| self.learn_list(message));
            }
            _ => {}
        }
        self.tree.enter(first, line);
        let own = self.told(first, line);
        for told in &own {
            if let EventKind::SkillActivation(Activation { name: Some(name), path: Some(path), .. }) =
                &told.kind
            {
                self.skills.activate(name, path);
            }
        }
        let count = self.tree.place_of(first, own.clone()).len();
        self.tree.fill(
            count,
            own.into_iter().filter_map(|told| match told.kind {
                EventKind::SkillActivation(activation) => Some(activation),
                _ => None,
            }),
        );
    }

    fn events(&self, first: u32, line: &Members<'_>) -> Vec<Told> {
        let own = self.tree.place_of(first, self.told(first, line));
        let copied = Flags::COPIED.when(self.is_copy(line));
        let (ts, id) = (line.text("timestamp"), line.text("id"));
        own.into_iter().map(|told| told.at(ts.clone(), id.clone()).with(copied)).collect()
    }

    fn about(&self) -> &About {
        &self.about
    }
}

impl Pi {
    fn begin(&mut self, head: &Members<'_>) {
        let parent = head.text("parentSession");
        self.folder = head.text("cwd").unwrap_or_default();
        self.began = head.text("timestamp").filter(|_| parent.is_some());
        self.about.session = head.text("id");
        self.about.folder = head.text("cwd").map(Into::into);
        self.about.parent = parent.as_deref().map(parent_id);
        self.about.model = head.text("modelId");
    }

    /// Whether a fork has this entry from its parent: entries keep the time they were written at.
    fn is_copy(&self, entry: &Members<'_>) -> bool {
        let time = entry.text("timestamp");
        self.began.as_ref().is_some_and(|began| time.is_some_and(|time| time < *began))
    }

    fn learn_message(&mut self, first: u32, message: &Members<'_>) {
        match message.text("role").as_deref() {
            Some("system") => self.learn_list(message),
            Some("assistant") => {
                self.about.model = message.text("model").or(self.about.model.take());
                for call in entry::parts(message, "toolCall") {
                    let reads = self.reads(&call);
                    if let Some(id) = call.text("id").filter(|_| !reads.is_empty()) {
                        self.asked.insert(id, reads);
                    }
                }
            }
            Some("toolResult") => {
                let asked = message.text("toolCallId").and_then(|call| self.asked.remove(&call));
                asked.into_iter().for_each(|reads| drop(self.answered.insert(first, reads)));
            }
            _ => {}
        }
    }

    fn learn_list(&mut self, system: &Members<'_>) {
        self.has_lists = true;
        for skill in listed::list(system).map_or_else(Vec::new, |list| available::skills(&list)) {
            self.skills.list(&skill.name, &skill.location);
        }
    }

    /// The main files of skills that a call reads.
    fn reads(&self, call: &Members<'_>) -> Vec<Read> {
        let seen = self.files(call);
        let read = |shown: &Shown| match self.skills.read(shown, seen.alone) {
            None if !self.has_lists => self.unlisted(shown, seen.alone),
            read => read,
        };
        let mut reads: Vec<Read> = seen.files.iter().filter_map(read).collect();
        let arguments = call.raw("arguments").unwrap_or_default();
        reads.extend(self.skills.named(arguments, std::slice::from_ref(&reads)));
        reads
    }

    /// The files that a call names.
    fn files(&self, call: &Members<'_>) -> shell::Seen {
        let arguments = call.object("arguments").unwrap_or_default();
        match call.text("name").as_deref() {
            Some("read") => {
                let path = arguments.text("path").or_else(|| arguments.text("file_path"));
                let from = arguments.count("offset").unwrap_or(0);
                // What is left out at the end is told below the text.
                let lines = if from > 1 { Lines::Some } else { Lines::All };
                let shown = path
                    .map(|path| Shown { path: resolve(&self.folder, path.trim_start_matches('@')), lines });
                shell::Seen { files: shown.into_iter().collect(), alone: true, whole: false }
            }
            Some("bash") => {
                let command = arguments.text("command").unwrap_or_default();
                shell::files(&command, &self.folder)
            }
            _ => shell::Seen::default(),
        }
    }

    /// A read of a `SKILL.md` in a folder that Pi looks into: its own, and `.pi/skills` and `.agents/skills` where the
    /// session runs, above it, and elsewhere than in what it works on.
    fn unlisted(&self, shown: &Shown, alone: bool) -> Option<Read> {
        let folder = shown.path.strip_suffix("/SKILL.md").filter(|_| shown.lines != Lines::None)?;
        let root = ["/.pi/agent/skills/", "/.pi/skills/", "/.agents/skills/"]
            .iter()
            .find_map(|root| folder.find(root))?;
        let root = &folder[..root];
        let is_below = root.strip_prefix(&self.folder).is_some_and(|rest| rest.starts_with('/'));
        (!is_below).then(|| Read {
            name: folder.rsplit('/').next().unwrap_or(folder).to_owned(),
            path: shown.path.clone(),
            lines: shown.lines,
            alone,
            of: 0,
            why: InferredBy::Unlisted,
        })
    }

    fn forked(&self, head: &Members<'_>) -> Option<Told> {
        let fork = Fork {
            parent_session_id: head.text("parentSession").as_deref().map(parent_id),
            replay_event_count: Some(u64::from(self.copied)),
            child_workspace: head.text("cwd"),
            ..Fork::default()
        };
        fork.parent_session_id.is_some().then(|| Told::of(EventKind::SessionFork(fork)))
    }
}

/// A fork names its parent's file.
fn parent_id(path: &str) -> String {
    let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
    id_of(name.strip_suffix(".jsonl").unwrap_or(name))
}
