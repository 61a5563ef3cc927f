//! What was done, line by line: versioned JSON, only ever added to, in Assay's own folder.
//!
//! A change has a line before anything is touched and a line for how it ended. A begun one without an end was
//! interrupted; whoever opens the journal to write next finishes it or takes it back.

use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use disk::{Appender, Cause, Fault, Imprint, Matter};
use serde::{Deserialize, Serialize};

use super::{Plan, Trouble};

/// Where journal and trash lie: `journal.jsonl` and `trash/` below this folder. For this user's eyes only.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ledger {
    folder: PathBuf,
}

/// The journal as it was read.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Journal {
    /// Every change, oldest first.
    pub entries: Vec<Entry>,
    /// Lines that cannot be read, counted from 1.
    pub unread: Vec<u32>,
}

/// One change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Its id; ids sort by time.
    pub id: String,
    /// When it was begun, in milliseconds since 1970 (UTC).
    pub at_ms: i64,
    /// Which door asked: `window`, `terminal`.
    pub by: String,
    /// The word of its [`super::Act`].
    pub act: String,
    /// What was done.
    pub words: String,
    /// The change it takes back.
    pub undoes: Option<String>,
    /// The places.
    pub steps: Vec<EntryStep>,
    /// Folders it had to make on the way.
    pub makes: Vec<PathBuf>,
    /// How it ended.
    pub outcome: Outcome,
    /// The change that took it back.
    pub undone_by: Option<String>,
}

/// One place of a change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EntryStep {
    /// The place.
    pub path: PathBuf,
    /// What stood there before; the trash has it.
    pub seen: Mark,
    /// What stood there after.
    pub after: Mark,
}

/// An imprint in short.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mark {
    /// `nothing`, `file`, `link` or `folder`.
    pub kind: String,
    /// SHA-256 over all of it; of a file, of its bytes and mode.
    pub digest: String,
    /// Of a file, SHA-256 of its bytes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub content: Option<String>,
    /// Files and links in it.
    pub files: u64,
    /// Bytes of the files.
    pub bytes: u64,
}

/// How a change ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// It has not: it is under way, or was interrupted.
    Open,
    /// All of it stands.
    Done,
    /// All of it was taken back; the words say why.
    TakenBack(String),
    /// Some of it could be neither finished nor taken back.
    Left(String),
}

/// The version of the lines.
const VERSION: u32 = 1;
/// Most bytes of the journal that are read: 64 MiB, some fifty thousand changes.
const JOURNAL_LIMIT: u64 = 64 << 20;

#[derive(Debug, Serialize, Deserialize)]
struct Line {
    v: u32,
    id: String,
    at_ms: i64,
    #[serde(flatten)]
    what: What,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(tag = "state", rename_all = "snake_case")]
enum What {
    Begun {
        by: String,
        act: String,
        words: String,
        undoes: Option<String>,
        steps: Vec<EntryStep>,
        makes: Vec<PathBuf>,
    },
    Done,
    TakenBack {
        why: String,
    },
    Left {
        why: String,
    },
    Emptied {
        items: Vec<String>,
        bytes: u64,
    },
}

impl Ledger {
    /// Below the folder in which Assay keeps what is its own. Nothing is made yet.
    pub fn below(kept: &Path) -> Self {
        Self { folder: kept.join("changes") }
    }

    /// The journal's file.
    pub fn journal_path(&self) -> PathBuf {
        self.folder.join("journal.jsonl")
    }

    /// The folder of everything that was replaced or removed.
    pub fn trash_path(&self) -> PathBuf {
        self.folder.join("trash")
    }

    /// The folder of what is known of where imported skills came from.
    pub(crate) fn origins_path(&self) -> PathBuf {
        self.folder.join("origins")
    }

    /// Where the old states of one change lie.
    pub(crate) fn slot(&self, id: &str) -> PathBuf {
        self.trash_path().join(id)
    }
}

/// Reads the journal. None yet is an empty one.
pub fn journal(ledger: &Ledger) -> Result<Journal, Fault> {
    let bytes = match disk::read(&ledger.journal_path(), JOURNAL_LIMIT) {
        Ok(read) => read.bytes,
        Err(Fault { cause: Cause::Missing, .. }) => Vec::new(),
        Err(fault) => return Err(fault),
    };
    let mut journal = Journal::default();
    for (line, number) in bytes.split(|byte| *byte == b'\n').zip(1_u32..) {
        if line.is_empty() {
            continue;
        }
        match serde_json::from_slice::<Line>(line) {
            Ok(line) if line.v == VERSION => journal.take_in(line),
            _ => journal.unread.push(number),
        }
    }
    Ok(journal)
}

impl Journal {
    /// The change of that id.
    pub fn entry(&self, id: &str) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.id == id)
    }

    fn take_in(&mut self, line: Line) {
        let (id, at_ms) = (line.id, line.at_ms);
        let outcome = match line.what {
            What::Begun { by, act, words, undoes, steps, makes } => {
                let outcome = Outcome::Open;
                self.entries.push(Entry {
                    id,
                    at_ms,
                    by,
                    act,
                    words,
                    undoes,
                    steps,
                    makes,
                    outcome,
                    undone_by: None,
                });
                return;
            }
            What::Emptied { .. } => return,
            What::Done => Outcome::Done,
            What::TakenBack { why } => Outcome::TakenBack(why),
            What::Left { why } => Outcome::Left(why),
        };
        let Some(at) = self.entries.iter().position(|entry| entry.id == id) else { return };
        if let (Outcome::Done, Some(undone)) = (&outcome, self.entries[at].undoes.clone()) {
            for entry in self.entries.iter_mut().filter(|entry| entry.id == undone) {
                entry.undone_by = Some(id.clone());
            }
        }
        self.entries[at].outcome = outcome;
    }
}

impl Mark {
    /// The mark of an imprint.
    pub fn of(imprint: &Imprint) -> Self {
        let top = imprint.parts.first().map(|part| &part.matter);
        let (kind, content) = match top {
            None => ("nothing", None),
            Some(Matter::Folder) => ("folder", None),
            Some(Matter::Link(_)) => ("link", None),
            Some(Matter::File { digest, .. }) => ("file", Some(digest.to_string())),
        };
        Self {
            kind: kind.to_owned(),
            digest: imprint.digest().to_string(),
            content,
            files: imprint.files() as u64,
            bytes: imprint.bytes(),
        }
    }

    /// Whether nothing is there.
    pub fn is_nothing(&self) -> bool {
        self.kind == "nothing"
    }
}

/// The right to change: while it is held no other process changes anything of this ledger.
pub(crate) struct Writing {
    file: Appender,
    clock_ms: i64,
}

impl Writing {
    /// Waits for its turn. An unfinished last line, left by an interrupted process, is closed first.
    pub(crate) fn open(ledger: &Ledger, now: SystemTime) -> Result<Self, Fault> {
        disk::make_private_folder(&ledger.trash_path())?;
        let file = disk::append(&ledger.journal_path())?;
        let mut writing = Self { file, clock_ms: millis(now) };
        let size = writing.file.stamp()?.size;
        if size > 0 {
            let mut last = [0];
            disk::LogFile::open(&ledger.journal_path())?.read_at(&mut last, size - 1)?;
            if last != *b"\n" {
                writing.file.add(b"\n")?;
            }
        }
        Ok(writing)
    }

    pub(crate) fn begin(
        &mut self,
        id: &str,
        plan: &Plan,
        by: &str,
        makes: &[PathBuf],
    ) -> Result<Entry, Trouble> {
        let steps: Vec<EntryStep> = plan
            .steps
            .iter()
            .map(|step| EntryStep {
                path: step.path.clone(),
                seen: Mark::of(&step.seen),
                after: Mark::of(&step.after),
            })
            .collect();
        let what = What::Begun {
            by: by.to_owned(),
            act: plan.act.name().to_owned(),
            words: plan.words.clone(),
            undoes: plan.undoes.clone(),
            steps: steps.clone(),
            makes: makes.to_owned(),
        };
        self.add(id, what)?;
        Ok(Entry {
            id: id.to_owned(),
            at_ms: self.clock_ms,
            by: by.to_owned(),
            act: plan.act.name().to_owned(),
            words: plan.words.clone(),
            undoes: plan.undoes.clone(),
            steps,
            makes: makes.to_owned(),
            outcome: Outcome::Open,
            undone_by: None,
        })
    }

    pub(crate) fn end(&mut self, id: &str, outcome: &Outcome) -> Result<(), Trouble> {
        let what = match outcome {
            Outcome::Open => return Ok(()),
            Outcome::Done => What::Done,
            Outcome::TakenBack(why) => What::TakenBack { why: why.clone() },
            Outcome::Left(why) => What::Left { why: why.clone() },
        };
        self.add(id, what)
    }

    pub(crate) fn emptied(&mut self, items: Vec<String>, bytes: u64) -> Result<(), Trouble> {
        self.add("", What::Emptied { items, bytes })
    }

    /// An id no entry has yet; ids sort by time.
    pub(crate) fn new_id(&self, known: &Journal, plan: &Plan) -> String {
        let first = plan.steps.first().map(|step| step.path.as_os_str().as_encoded_bytes());
        let short = disk::Digest::of(first.unwrap_or_default()).short();
        let last = known.entries.last().map_or("", |entry| entry.id.as_str());
        let mut at = self.clock_ms;
        loop {
            let id = format!("{at:013}-{short}");
            // The clock may stand still, or go back: the order of ids is that of the changes.
            if id.as_str() > last {
                return id;
            }
            at = last.get(..13).and_then(|last| last.parse().ok()).unwrap_or(at).max(at) + 1;
        }
    }

    fn add(&mut self, id: &str, what: What) -> Result<(), Trouble> {
        let line = Line { v: VERSION, id: id.to_owned(), at_ms: self.clock_ms, what };
        let mut bytes = serde_json::to_vec(&line).or_else(|_| {
            Trouble::refused(
                "a path of this change is not UTF-8, so the journal cannot name it; nothing was written",
            )
        })?;
        bytes.push(b'\n');
        Ok(self.file.add(&bytes)?)
    }
}

fn millis(now: SystemTime) -> i64 {
    now.duration_since(UNIX_EPOCH).map_or(0, |since| i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
}
