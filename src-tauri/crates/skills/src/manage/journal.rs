//! What was done, line by line: versioned JSON, only ever added to, in Assay's own folder.
//!
//! A change has a line before anything is touched and a line for how it ended. A begun one without an end was
//! interrupted; whoever opens the journal to write next finishes it or takes it back.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use disk::{Appender, Cause, Digest, Fault, FolderHandle, Imprint, Matter};
use message::{Message, message};
use serde::{Deserialize, Serialize};

use super::change::{Plan, Trouble};
use super::checked::{CHECKED, Unread, checked, read_checked};

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
    /// Lines that are damaged, counted from 1. While there is one nothing is changed: what was done before cannot
    /// be told rightly.
    pub damaged: Vec<u32>,
    /// Where an unfinished last line begins, which a process left that ended while it wrote; in bytes. Nothing was
    /// changed because of it, and the next to write takes it away.
    unfinished: Option<u64>,
    /// The last line is whole and only its end is missing.
    is_unclosed: bool,
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
    pub words: Message,
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
    /// The folder of the skill that was copied here; `None` if nothing was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub copy_of: Option<PathBuf>,
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
    TakenBack(Message),
    /// Some of it could be neither finished nor taken back.
    Left(Message),
}

/// Most bytes of the journal that are read: 64 MiB, some fifty thousand changes.
const JOURNAL_LIMIT: u64 = 64 << 20;
/// The name of its file.
const FILE: &str = "journal.jsonl";
/// The folder beside it that keeps what was replaced or removed.
const TRASH: &str = "trash";
/// Digits of an id that are its time; one that needs more comes from no clock.
const DIGITS: usize = 13;

fn read_line(line: &[u8]) -> Result<Line, Unread> {
    let line: Line = read_checked(line, |line: &Line| line.v)?;
    Ok(line)
}

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
        /// The same words as the page translates them; absent in entries of older releases.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        said: Option<Message>,
        undoes: Option<String>,
        steps: Vec<EntryStep>,
        makes: Vec<PathBuf>,
    },
    Done,
    TakenBack {
        why: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        said: Option<Message>,
    },
    Left {
        why: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        said: Option<Message>,
    },
    Emptied {
        items: Vec<String>,
        bytes: u64,
    },
}

/// Returns the words of a line as a message; entries of older releases have them in English only.
pub(super) fn message_of(words: &str, said: Option<&Message>) -> Message {
    said.cloned().unwrap_or_else(|| Message::verbatim(words))
}

impl Ledger {
    /// Below the folder in which Assay keeps what is its own. Nothing is made yet.
    pub fn below(kept: &Path) -> Self {
        Self { folder: kept.join("changes") }
    }

    /// The journal's file.
    pub fn journal_path(&self) -> PathBuf {
        self.folder.join(FILE)
    }

    /// The folder of everything that was replaced or removed.
    pub fn trash_path(&self) -> PathBuf {
        self.folder.join(TRASH)
    }

    /// The folder of what is known of where imported skills came from.
    pub(crate) fn origins_path(&self) -> PathBuf {
        self.folder.join(super::origin::FOLDER)
    }

    /// Where the old states of one change lie.
    pub(crate) fn slot(&self, id: &str) -> PathBuf {
        self.trash_path().join(id)
    }
}

/// Reads the journal. None yet is an empty one. Damaged lines are named and passed over.
///
/// # Errors
///
/// When the file is there and cannot be read, or has more than 64 MiB.
pub fn journal(ledger: &Ledger) -> Result<Journal, Fault> {
    match disk::read(&ledger.journal_path(), JOURNAL_LIMIT) {
        Ok(read) => Ok(Journal::of(&read.bytes)),
        Err(fault) if fault.cause == Cause::Missing => match disk::look_at_entry(&fault.path) {
            // A new journal would be written somewhere else, and the old one is not there to be read.
            Ok(_) => Err(Fault { cause: Cause::NotAFile("broken link"), ..fault }),
            Err(_) => Ok(Journal::default()),
        },
        Err(fault) => Err(fault),
    }
}

/// Reads the journal for a change; refused when a line of it is damaged.
pub(super) fn whole_journal(ledger: &Ledger) -> Result<Journal, Trouble> {
    journal(ledger)?.whole(ledger)
}

impl Journal {
    fn of(bytes: &[u8]) -> Self {
        let mut journal = Self::default();
        let mut at = 0;
        for (line, number) in bytes.split_inclusive(|byte| *byte == b'\n').zip(1_u32..) {
            let closed = line.strip_suffix(b"\n");
            match read_line(closed.unwrap_or(line)) {
                _ if closed.is_some_and(<[u8]>::is_empty) => {}
                Ok(line) => {
                    journal.is_unclosed = closed.is_none();
                    if !journal.take_in(line) {
                        journal.damaged.push(number);
                    }
                }
                // Zeroes alone are what a damaged disk gives; no line of a change was ever begun with them.
                Err(Unread::Unfinished)
                    if closed.is_none() && (at > 0 || line.iter().any(|byte| *byte != 0)) =>
                {
                    journal.unfinished = Some(at);
                }
                Err(_) => journal.damaged.push(number),
            }
            at += line.len() as u64;
        }
        journal
    }

    fn whole(self, ledger: &Ledger) -> Result<Self, Trouble> {
        let Some(line) = self.damaged.first() else { return Ok(self) };
        Trouble::refused(message!(
            "Line {line} of {journal_path} is corrupt, so nothing was changed. Restore the history file from a backup, or \
             move it away to start a new one; {trash_path} keeps every old state.",
            line,
            journal_path = ledger.journal_path().display(),
            trash_path = ledger.trash_path().display()
        ))
    }

    /// The change of that id.
    pub fn entry(&self, id: &str) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.id == id)
    }

    /// Changes that were begun and not ended: under way, or interrupted.
    pub fn open(&self) -> impl Iterator<Item = &Entry> {
        self.entries.iter().filter(|entry| entry.outcome == Outcome::Open)
    }

    /// Says whether the line fits those before it.
    fn take_in(&mut self, line: Line) -> bool {
        let (id, at_ms) = (line.id, line.at_ms);
        let outcome = match line.what {
            What::Begun { by, act, words, said, undoes, steps, makes } => {
                // Ids sort by time, so that of one thing after the other nothing need be looked for.
                let is_later = self.entries.last().is_none_or(|last| last.id < id);
                let is_new = is_id(&id)
                    && (is_later || self.entry(&id).is_none())
                    && steps.iter().all(EntryStep::is_plain);
                let outcome = Outcome::Open;
                if is_new {
                    let (words, undone_by) = (message_of(&words, said.as_ref()), None);
                    let entry = Entry { id, at_ms, by, act, words, undoes, steps, makes, outcome, undone_by };
                    self.entries.push(entry);
                }
                return is_new;
            }
            What::Emptied { .. } => return true,
            What::Done => Outcome::Done,
            What::TakenBack { why, said } => Outcome::TakenBack(message_of(&why, said.as_ref())),
            What::Left { why, said } => Outcome::Left(message_of(&why, said.as_ref())),
        };
        self.ended(&id, outcome)
    }

    /// Ends a change; says whether there is one that was open.
    pub(super) fn ended(&mut self, id: &str, outcome: Outcome) -> bool {
        let Some(at) = self.entries.iter().rposition(|entry| entry.id == id) else { return false };
        let was_open = self.entries[at].outcome == Outcome::Open;
        if let (Outcome::Done, Some(undone)) = (&outcome, self.entries[at].undoes.clone()) {
            for entry in self.entries.iter_mut().filter(|entry| entry.id == undone) {
                entry.undone_by = Some(id.to_owned());
            }
        }
        self.entries[at].outcome = outcome;
        was_open
    }
}

impl EntryStep {
    fn is_plain(&self) -> bool {
        let is_absolute = |path: &PathBuf| path.is_absolute();
        self.path.is_absolute()
            && self.copy_of.as_ref().is_none_or(is_absolute)
            && self.seen.is_plain()
            && self.after.is_plain()
    }
}

/// Thirteen digits of time and eight of what is changed.
fn is_id(id: &str) -> bool {
    let is_hex = |text: &str| text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    let Some((time, short)) = id.split_once('-') else { return false };
    let is_time = time.len() == DIGITS && time.bytes().all(|byte| byte.is_ascii_digit());
    is_time && short.len() == 8 && is_hex(short)
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

    fn is_plain(&self) -> bool {
        ["nothing", "file", "link", "folder"].contains(&self.kind.as_str())
            && Digest::parse(&self.digest).is_some()
            && self.content.as_deref().is_none_or(|content| Digest::parse(content).is_some())
    }
}

/// The right to change: while it is held no other process changes anything of this ledger.
pub(crate) struct Writing {
    file: Appender,
    clock_ms: i64,
    /// The folder that holds all of it, held open.
    pub(super) changes: FolderHandle,
    /// The trash, held open.
    pub(super) trash: FolderHandle,
}

impl Writing {
    /// Waits for its turn, and reads what was done before. An unfinished last line, left by an interrupted process,
    /// is taken away first. Refused when a line is damaged.
    pub(crate) fn open(ledger: &Ledger, now: SystemTime) -> Result<(Self, Journal), Trouble> {
        let changes = FolderHandle::made_private(&ledger.folder)?;
        let trash = changes.made_folder(OsStr::new(TRASH))?;
        let mut file = changes.append(OsStr::new(FILE))?;
        let mut known = Journal::of(&changes.read(OsStr::new(FILE), JOURNAL_LIMIT)?.bytes).whole(ledger)?;
        if let Some(size) = known.unfinished.take() {
            file.cut(size)?;
        } else if known.is_unclosed {
            file.add(b"\n")?;
        }
        Ok((Self { file, clock_ms: millis(now), changes, trash }, known))
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
                copy_of: plan.copy_of(step).map(Path::to_owned),
            })
            .collect();
        let what = What::Begun {
            by: by.to_owned(),
            act: plan.act.name().to_owned(),
            words: plan.deed.done.text.clone(),
            said: Some(plan.deed.done.clone()),
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
            words: plan.deed.done.clone(),
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
            Outcome::TakenBack(why) => What::TakenBack { why: why.text.clone(), said: Some(why.clone()) },
            Outcome::Left(why) => What::Left { why: why.text.clone(), said: Some(why.clone()) },
        };
        self.add(id, what)
    }

    pub(crate) fn emptied(&mut self, items: Vec<String>, bytes: u64) -> Result<(), Trouble> {
        self.add("", What::Emptied { items, bytes })
    }

    /// An id no entry has yet, and no slot of the trash; ids sort by time.
    pub(crate) fn new_id(&self, known: &Journal, plan: &Plan) -> Result<String, Trouble> {
        let first = plan.steps.first().map(|step| step.path.as_os_str().as_encoded_bytes());
        let short = Digest::of(first.unwrap_or_default()).short();
        // The clock may stand still, or go back: the order of ids is that of the changes.
        let time = |entry: &Entry| entry.id.get(..DIGITS).and_then(|time| time.parse::<i64>().ok());
        let last = known.entries.iter().filter_map(time).max();
        let mut at = self.clock_ms.max(last.map_or(0, |last| last.saturating_add(1)));
        loop {
            let id = format!("{at:013}-{short}");
            if !is_id(&id) {
                return Trouble::refused(message!(
                    "The history file {self_} has a change with an invalid time. Move the file away to start a new \
                     one.",
                    self_ = self.changes.path().join(FILE).display()
                ));
            }
            // A journal that was moved away leaves its slots behind.
            if self.trash.look(OsStr::new(&id))?.is_none() {
                return Ok(id);
            }
            at += 1;
        }
    }

    fn add(&mut self, id: &str, what: What) -> Result<(), Trouble> {
        let line = Line { v: CHECKED, id: id.to_owned(), at_ms: self.clock_ms, what };
        let bytes = serde_json::to_vec(&line).or_else(|_| {
            Trouble::refused(message!(
                "A path of this change is not UTF-8, so it cannot be recorded; nothing was written."
            ))
        })?;
        let mut bytes = checked(bytes);
        bytes.push(b'\n');
        Ok(self.file.add(&bytes)?)
    }
}

fn millis(now: SystemTime) -> i64 {
    now.duration_since(UNIX_EPOCH).map_or(0, |since| i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_has_a_known_kind_and_digests() {
        let digest = Digest::of(b"a").to_string();
        let mark = |kind: &str, digest: &str, content: Option<&str>| Mark {
            kind: kind.to_owned(),
            digest: digest.to_owned(),
            content: content.map(str::to_owned),
            files: 0,
            bytes: 0,
        };
        for kind in ["nothing", "file", "link", "folder"] {
            assert!(mark(kind, &digest, None).is_plain() && mark(kind, &digest, Some(&digest)).is_plain());
            assert_eq!(mark(kind, &digest, None).is_nothing(), kind == "nothing");
        }
        assert!(!mark("pipe", &digest, None).is_plain());
        assert!(!mark("file", "a", Some(&digest)).is_plain());
        assert!(!mark("file", &digest, Some("a")).is_plain());
    }

    #[test]
    fn a_time_is_told_in_milliseconds() {
        assert_eq!(millis(UNIX_EPOCH + std::time::Duration::from_micros(2_500)), 2);
    }
}
