//! Where lines hang: each names the one before it, and going back in the conversation hangs a line on an older one.

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use crate::members::Members;

use super::blocks::{Block, blocks};
use super::early::Early;
use super::prompts::{Prompt, prompt};

/// The thread of a log's own conversation; helpers' lines among it are left out.
#[derive(Debug, Clone, Default)]
pub(super) struct Thread {
    /// The last record of each line, by a digest of the line's `uuid`: a log has too many to keep them whole.
    ends: HashMap<u64, u32>,
    /// The line that was read last, whose last record the next one tells.
    open: Option<u64>,
    /// The record of the latest prompt or answer since the latest checkpoint; 0 where there is none.
    last_message: u32,
    /// Whether the log is a helper's own, as its first message says.
    is_helper: Option<bool>,
    /// Lines that no line before them explains what they hang on, by what they wait for: a prompt can be written after
    /// what follows it (recorded with 2.1.197).
    waiting: HashMap<u64, u32>,
    /// Records that go on from an older one than stands before them, with that one.
    turned: HashMap<u32, u32>,
    early: Early,
    /// Lines whose `uuid` an earlier line of the log has.
    repeated: HashSet<u32>,
}

impl Thread {
    pub fn is_helper(&self) -> bool {
        self.is_helper == Some(true)
    }

    /// The record after which the conversation goes on with this one, where others stand between.
    pub fn turned_back(&self, first: u32) -> Option<u32> {
        self.turned.get(&first).copied()
    }

    /// Returns whether a line stands in the log before.
    pub fn is_repeated(&self, first: u32) -> bool {
        self.repeated.contains(&first)
    }

    /// The first records of lines that stand before the line they hang on, each with that of the line behind which it
    /// belongs.
    pub fn moved(&self) -> &[(u32, u32)] {
        self.early.moved()
    }

    pub fn learn(&mut self, first: u32, kind: &str, line: &Members<'_>) {
        if let Some(open) = self.open.take() {
            self.ends.insert(open, first.saturating_sub(1));
        }
        let Some(id) = line.word("uuid").map(|id| digest(&*id)) else { return };
        if self.ends.contains_key(&id) {
            self.repeated.insert(first);
            return;
        }
        let is_sidechain = line.flag("isSidechain") == Some(true);
        if self.is_helper.is_none() && line.raw("isSidechain").is_some() {
            self.is_helper = Some(is_sidechain);
        }
        self.open = Some(id);
        let was_awaited = self.waiting.remove(&id).is_some();
        if is_sidechain && !self.is_helper() {
            return;
        }
        let parent = line.word("parentUuid").map(|parent| digest(&*parent));
        let parent = parent.map(|parent| (parent, self.ends.contains_key(&parent)));
        self.early.learn(first, id, parent, line.word("timestamp").as_deref());
        if let Some((parent, false)) = parent {
            self.waiting.insert(parent, first);
        }
        match kind {
            "system" if line.word("subtype").as_deref() == Some("compact_boundary") => self.last_message = 0,
            "assistant" => self.last_message = first,
            "user" => self.learn_said(first, line, was_awaited),
            _ => {}
        }
    }

    /// A prompt or what the program writes in its place begins a branch where it hangs on a line before the latest
    /// message. Answers and results do not: of calls that were made together each result hangs on its own call.
    fn learn_said(&mut self, first: u32, line: &Members<'_>, was_awaited: bool) {
        let blocks = blocks(line);
        if blocks.iter().any(|block| matches!(block, Block::Result(_))) {
            return;
        }
        // A line that others were waiting for was only written late.
        if let Some(parent) = self.parent(line).filter(|_| !was_awaited)
            && parent < self.last_message
            && self.waiting.values().all(|waiting| *waiting <= parent)
        {
            self.turned.insert(first, parent);
            self.last_message = 0;
        }
        let is_prompt = |block: &Block<'_>| match block {
            Block::Text(text) => matches!(prompt(text), Prompt::Words | Prompt::Slash(_)),
            Block::Image(_) => true,
            Block::Result(_) | Block::Other => false,
        };
        let is_program = line.flag("isMeta") == Some(true) || line.flag("isCompactSummary") == Some(true);
        if !is_program && blocks.iter().any(is_prompt) {
            self.last_message = first;
        }
    }

    /// The last record of the line that a line hangs on; 0 where it says that it hangs on none. None where it hangs on
    /// a line that is not in the log, or does not say.
    fn parent(&self, line: &Members<'_>) -> Option<u32> {
        match line.raw("parentUuid")? {
            "null" => Some(0),
            _ => {
                let id = digest(&*line.word("parentUuid")?);
                let end = self.ends.get(&id).copied()?;
                Some(self.early.place_of(id).map_or(end, |place| place.max(end)))
            }
        }
    }

    /// Which of some records a checkpoint leaves in place: it names the lines (recorded with 2.1.197 and 2.1.330), or
    /// the first and the last of them.
    pub fn kept(&self, line: &Members<'_>, of: &[u32]) -> Vec<i64> {
        let about = line.object("compactMetadata").unwrap_or_default();
        let end = |id: &String| self.ends.get(&digest(id)).copied();
        if let Some(named) = about.object("preservedMessages") {
            let mut ids = named.texts("allUuids");
            ids.extend(named.texts("uuids"));
            let ends: Vec<u32> = ids.iter().filter_map(end).collect();
            return of.iter().filter(|at| ends.contains(at)).map(|at| i64::from(*at)).collect();
        }
        let named = about.object("preservedSegment").unwrap_or_default();
        let place = |key: &str| named.text(key).as_ref().and_then(end);
        match (place("headUuid"), place("tailUuid")) {
            (Some(head), Some(tail)) => {
                of.iter().filter(|at| (head..=tail).contains(at)).map(|at| i64::from(*at)).collect()
            }
            _ => Vec::new(),
        }
    }
}

/// What ids are kept as.
pub(super) fn digest<I: Hash + ?Sized>(id: &I) -> u64 {
    let mut hasher = DefaultHasher::new();
    id.hash(&mut hasher);
    hasher.finish()
}
