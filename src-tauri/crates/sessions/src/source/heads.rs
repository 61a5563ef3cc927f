//! The heads of logs: where each session was started. They are read once for every log and may be kept in a file, so
//! that the next process finds the sessions of other agents without opening every log.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::{Path, PathBuf};

use disk::{Cause, Digest, Fault, Stamp};
use message::message;
use serde::{Deserialize, Serialize};

use super::homes::Trace;
use super::shared::Families;
use super::{About, Dialect, Source};
use crate::EventKind;
use crate::find::LogPlace;
use crate::members::Members;
use crate::mend::mend;

/// Begins a file of heads; what follows it changes with the version. Heads of another version are read anew.
const MAGIC: &str = concat!("assay heads 1 ", env!("CARGO_PKG_VERSION"));
/// Bytes of a file of heads that is read.
const FILE_LIMIT: u64 = 256 << 20;
/// Heads that are read anew before the file is written again: fewer are read again sooner than a long file is written.
const UNSAVED: usize = 64;

/// Bytes of a log that are read to learn where it was started: more only where fewer do not say it, as most logs do in
/// their first line.
const HEADS: [usize; 6] = [8 << 10, 64 << 10, 256 << 10, 2 << 20, 16 << 20, 65 << 20];
/// Lines of a log that are read to learn it, where they are longer than 256 KiB together.
const LINES: u32 = 50;

/// The head of a log, `None` if it is no session; else why it cannot be read.
type Known = Result<Option<Head>, Fault>;

/// The heads of logs, each read once for every state of its file, and the families found last.
#[derive(Debug, Default)]
pub struct Heads {
    known: HashMap<PathBuf, (Stamp, Known)>,
    /// Heads that were read since the file was read or written.
    unsaved: usize,
    pub(super) families: Families,
}

/// The beginning of a log: the folder it was started in, and what its lines are compared by.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Head {
    /// As the log names it; `None` if it has a conversation and names no folder.
    pub folder: Option<PathBuf>,
    /// The session whose sub-agent's it is.
    pub parent: Option<String>,
    /// The keys of the first line of its conversation.
    pub starts: Vec<u64>,
}

/// A head as the file has it: the log's name, the state that it was read in, and what it says.
type Kept = (String, [u64; 3], [i128; 2], Option<Head>);

impl Heads {
    /// Reads the heads that an earlier process kept. A file that is not as it was written says nothing.
    pub fn from_file(path: &Path) -> Self {
        let bytes = disk::read(path, FILE_LIMIT).map(|read| read.bytes).unwrap_or_default();
        Self { known: kept(&bytes).unwrap_or_default(), ..Self::default() }
    }

    /// Keeps the heads in a file of the user's own, where enough of them were read since.
    ///
    /// # Errors
    ///
    /// As [`disk::make_private_folder`] and [`disk::write_private`].
    pub fn save(&mut self, path: &Path) -> Result<(), Fault> {
        if self.unsaved <= UNSAVED.max(self.known.len() / UNSAVED) {
            return Ok(());
        }
        self.unsaved = 0;
        path.parent().map_or(Ok(()), disk::make_private_folder)?;
        let mut by_folder: BTreeMap<&str, Vec<Kept>> = BTreeMap::new();
        for (path, (stamp, head)) in &self.known {
            // A path that is no text is not kept, nor is what could not be read.
            let (Some((folder, name)), Ok(head)) = (text(path), head) else { continue };
            let Stamp { device, inode, size, modified_ns, changed_ns } = *stamp;
            let kept = (name.to_owned(), [device, inode, size], [modified_ns, changed_ns], head.clone());
            by_folder.entry(folder).or_default().push(kept);
        }
        let rows: Vec<_> = by_folder.into_iter().collect();
        let Ok(body) = serde_json::to_string(&rows) else { return Ok(()) };
        let digest = Digest::of(body.as_bytes());
        disk::write_private(path, format!("{MAGIC} {digest}\n{body}").as_bytes())
    }

    /// Returns what the head of each log says, in the order of the logs. Those that are not known are read, several at
    /// once.
    pub(super) fn of(&mut self, source: Source, traces: &[Trace]) -> Vec<Known> {
        let look = |_: usize, trace: &Trace| self.look(source, &trace.path);
        let looks = disk::in_threads(traces, 1, look);
        let mut heads = Vec::new();
        for (trace, (read, head)) in traces.iter().zip(looks) {
            if let Some(stamp) = read {
                self.unsaved += 1;
                self.known.insert(trace.path.clone(), (stamp, head.clone()));
            }
            heads.push(head);
        }
        heads
    }

    /// Returns the head of a log, with the state of the file where it had to be read.
    fn look(&self, source: Source, path: &Path) -> (Option<Stamp>, Known) {
        if let Some(folder) = source.folder_of(path) {
            return (None, Ok(Some(Head { folder: Some(folder), parent: None, starts: Vec::new() })));
        }
        let stamp = match source.look(path) {
            Ok(stamp) => stamp,
            Err(fault) => return (None, Err(fault)),
        };
        match self.known.get(path) {
            Some((known, head)) if *known == stamp || is_settled(head) && has_grown(known, &stamp) => {
                (None, head.clone())
            }
            _ => (Some(stamp), head(source, path)),
        }
    }

    /// Forgets the heads of logs that are gone, once there are more heads than logs.
    pub(super) fn retain(&mut self, logs: &[LogPlace]) {
        if self.known.len() > logs.len() {
            let there: HashSet<&Path> = logs.iter().map(|place| place.path.as_path()).collect();
            self.known.retain(|path, _| there.contains(path.as_path()));
        }
    }
}

/// Returns the folder and the name of a file; `None` if they are not UTF-8.
fn text(path: &Path) -> Option<(&str, &str)> {
    Some((path.parent()?.to_str()?, path.file_name()?.to_str()?))
}

/// Returns whether a head names a folder.
fn is_settled(head: &Known) -> bool {
    matches!(head, Ok(Some(Head { folder: Some(_), .. })))
}

/// Returns whether a file is the one that was read, with more in it. A log only grows: once its head has said where it
/// was started, it says so for ever.
fn has_grown(known: &Stamp, now: &Stamp) -> bool {
    (known.device, known.inode) == (now.device, now.inode) && known.size <= now.size
}

/// Reads the heads in a file; `None` if it is not as it was written.
fn kept(bytes: &[u8]) -> Option<HashMap<PathBuf, (Stamp, Known)>> {
    let (first, body) = std::str::from_utf8(bytes).ok()?.split_once('\n')?;
    let digest = Digest::parse(first.strip_prefix(MAGIC)?.trim_start())?;
    if digest != Digest::of(body.as_bytes()) {
        return None;
    }
    let rows: Vec<(PathBuf, Vec<Kept>)> = serde_json::from_str(body).ok()?;
    let mut known = HashMap::with_capacity(rows.iter().map(|(_, logs)| logs.len()).sum());
    for (folder, logs) in rows {
        for (name, [device, inode, size], [modified_ns, changed_ns], head) in logs {
            let stamp = Stamp { device, inode, size, modified_ns, changed_ns };
            known.insert(folder.join(name), (stamp, Ok(head)));
        }
    }
    Some(known)
}

/// Reads the first lines of a log.
fn head(source: Source, path: &Path) -> Known {
    if source.dialect().is_none() {
        return Ok(None);
    }
    let file = source.file(path)?;
    for size in HEADS {
        let mut bytes = vec![0; size];
        let read = file.read_at(&mut bytes, 0)?;
        let said = said_in(source, &bytes[..read]);
        let is_long = size >= HEADS[2] && said.lines >= LINES;
        let is_whole = said.head.as_ref().is_some_and(|head| head.folder.is_some()) || read < size || is_long;
        if is_whole || size == HEADS[HEADS.len() - 1] && said.head.is_some() {
            return Ok(said.head);
        }
    }
    let why = message!(
        "its first lines are longer than 64 MiB, so the folder of its session is unknown and no list has it"
    );
    Err(Fault { path: path.to_owned(), cause: Cause::Other(why) })
}

/// The facts in the first bytes of a log.
#[derive(Debug, Default)]
struct Said {
    head: Option<Head>,
    /// Lines that were read.
    lines: u32,
}

/// Reads the first bytes of a log. A line that reaches beyond them says nothing.
fn said_in(source: Source, bytes: &[u8]) -> Said {
    let Some(mut dialect) = source.dialect() else { return Said::default() };
    let (mut lines, mut has_conversation, mut starts) = (0, false, Vec::new());
    for line in bytes.split(|byte| *byte == b'\n') {
        let text = mend(line);
        let Some(members) = Members::of_line(&text).ok().flatten() else { continue };
        lines += 1;
        dialect.learn(lines, &members);
        if starts.is_empty() && members.raw("message").is_some() {
            starts = dialect.keys(&members);
        }
        let begins = !starts.is_empty() || source != Source::ClaudeCode || lines >= LINES;
        if dialect.about().folder.is_some() && begins {
            break;
        }
        has_conversation = has_conversation || is_conversation(&*dialect, lines, &members);
    }
    let About { folder, parent, is_subagent, .. } = dialect.about().clone();
    let is_session = folder.is_some() || has_conversation;
    let head = is_session.then(|| Head { folder, parent: parent.filter(|_| is_subagent), starts });
    Said { head, lines }
}

/// Returns whether a line is a part of a conversation.
fn is_conversation(dialect: &dyn Dialect, first: u32, line: &Members<'_>) -> bool {
    dialect.outline(first, line).iter().any(|told| {
        matches!(
            told.kind,
            EventKind::UserMessage(_)
                | EventKind::AssistantMessage(_)
                | EventKind::ToolCall(_)
                | EventKind::SkillActivation(_)
        )
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::disallowed_methods, reason = "a test may")]

    use std::fs;
    use std::path::Path;

    use super::{Heads, Source, Trace, head};

    #[test]
    fn log_says_where_it_was_started_however_long_its_first_line_is() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("log.jsonl");
        for before in [0, 9_000, 70_000, 240_000, 270_000, 3_000_000] {
            let summary = format!(r#"{{"type":"summary","summary":"{}"}}"#, "a".repeat(before));
            let prompt = r#"{"type":"user","cwd":"/w","message":{"role":"user","content":"b"}}"#;
            let log = format!("{summary}\n{prompt}\n{}", "{}\n".repeat(10_000));
            fs::write(&path, log).expect("a file");
            let head = head(Source::ClaudeCode, &path).expect("it can be read");
            assert_eq!(head.and_then(|head| head.folder).as_deref(), Some(Path::new("/w")), "{before}");
        }
    }

    #[test]
    fn kept_heads_are_those_that_were_read_and_nothing_where_the_file_was_changed() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("heads");
        let trace = |number: usize| Trace {
            path: folder.path().join(format!("{number}.jsonl")),
            id: number.to_string(),
            parent: None,
        };
        let traces: Vec<Trace> = (0..100).map(trace).collect();
        for (number, trace) in traces.iter().enumerate() {
            let line = r#"{"type":"user","cwd":"/w","message":{"role":"user","content":"b"},"uuid":"u"}"#;
            let line = line.replace("/w", &format!("/w{number}"));
            fs::write(&trace.path, if number == 7 { String::new() } else { line }).expect("written");
        }
        let mut heads = Heads::default();
        let read = heads.of(Source::ClaudeCode, &traces);
        heads.save(&file).expect("kept");
        let mut again = Heads::from_file(&file);
        assert_eq!(again.known.len(), 100);
        // Nothing is read: a log that grew says what it said, and none was opened.
        fs::write(&traces[3].path, fs::read_to_string(&traces[3].path).expect("read") + "\n{}\n")
            .expect("written");
        assert_eq!(again.of(Source::ClaudeCode, &traces), read);
        assert_eq!(again.unsaved, 0);
        // A log in the place of another, and one that is shorter now, are read.
        let other = folder.path().join("other");
        fs::write(&other, "x".repeat(1000)).expect("written");
        fs::rename(&other, &traces[4].path).expect("in its place");
        fs::write(&traces[5].path, "").expect("written");
        let differing = again.of(Source::ClaudeCode, &traces);
        assert_eq!((&differing[4], &differing[5], again.unsaved), (&Ok(None), &Ok(None), 2));
        let bytes = fs::read(&file).expect("read");
        for at in (0..bytes.len()).step_by(97) {
            let mut flipped = bytes.clone();
            flipped[at] ^= 4;
            fs::write(&file, flipped).expect("written");
            assert_eq!(Heads::from_file(&file).known.len(), 0, "byte {at}");
        }
        fs::write(&file, &bytes[..bytes.len() / 2]).expect("written");
        assert_eq!(Heads::from_file(&file).known.len(), 0);
    }
}
