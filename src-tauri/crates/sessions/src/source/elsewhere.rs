//! Which logs of other agents there are, and which of them belong to a folder.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use disk::{Cause, Fault, Stamp};

use super::homes::{FoundTraces, Homes};
use super::shared::{Families, find_families};
use super::{About, Dialect, Source};
use crate::find::{Found, LogPlace, Problem, Trouble};
use crate::members::Members;
use crate::mend::mend;
use crate::{EventKind, SessionId};

/// Logs of one source that are listed at the most.
const LIMIT: usize = 100_000;

/// Where a log was started, where its head says so; else why it cannot be read.
type Known = Result<Option<Head>, Fault>;

/// Bytes of a log that are read to learn where it was started: more only where fewer do not say it, as most logs do in
/// their first line.
const HEADS: [usize; 6] = [8 << 10, 64 << 10, 256 << 10, 2 << 20, 16 << 20, 65 << 20];
/// Lines of a log that are read to learn it, where they are longer than 256 KiB together.
const LINES: u32 = 50;
/// The folder below which sessions are listed that name none of this system: no folder has this name.
const ELSEWHERE: &str = "/?";

/// The heads of logs, each read once for every state of its file, and the families found last.
#[derive(Debug, Default)]
pub struct Heads {
    known: HashMap<PathBuf, (Stamp, Known)>,
    families: Families,
}

/// Where a log was started.
#[derive(Debug, Clone)]
struct Head {
    /// As the log names it; `None` if it has a conversation and names no folder.
    folder: Option<PathBuf>,
    /// The session whose sub-agent's it is.
    parent: Option<String>,
    /// The keys of the first line of its conversation.
    starts: Vec<u64>,
}

impl Heads {
    /// What the head of a log says.
    fn of(&mut self, source: Source, path: &Path) -> Known {
        if let Some(folder) = source.folder_of(path) {
            return Ok(Some(Head { folder: Some(folder), parent: None, starts: Vec::new() }));
        }
        let stamp = source.look(path)?;
        match self.known.get(path) {
            // A log only grows: once its head has said where it was started, it says so for ever.
            Some((known, head)) if *known == stamp || is_settled(head) => head.clone(),
            _ => {
                let head = head(source, path);
                self.known.insert(path.to_owned(), (stamp, head.clone()));
                head
            }
        }
    }
}

/// Returns whether a head names a folder.
fn is_settled(head: &Known) -> bool {
    matches!(head, Ok(Some(Head { folder: Some(_), .. })))
}

/// The folder that a session is listed in: that of another system, or none, stands below a name that no folder has.
fn listed_below(folder: Option<PathBuf>) -> PathBuf {
    match folder {
        Some(folder) if folder.is_absolute() => folder,
        Some(folder) => Path::new(ELSEWHERE).join(folder),
        None => Path::new(ELSEWHERE).join("no folder recorded"),
    }
}

/// Finds the logs of other agents. Nothing is followed through a link, and of a log only its beginning is read.
pub fn find_elsewhere(homes: &Homes, heads: &mut Heads) -> Found {
    let (mut found, mut starts, mut families) = (Found::default(), HashMap::new(), Families::new());
    for source in Source::ALL {
        let Some(find) = source.rules().find else { continue };
        let unread = |fault: Fault| Problem { path: fault.path.clone(), what: Trouble::Unread(fault) };
        found.problems.extend(source.faults(homes).into_iter().map(unread));
        let mut logs = Vec::new();
        let FoundTraces { traces, faults } = find(homes);
        found.problems.extend(faults.into_iter().map(unread));
        let left_out = traces.get(LIMIT).map(|trace| trace.path.clone());
        found.problems.extend(left_out.map(|path| Problem { path, what: Trouble::TooMany }));
        for trace in traces.into_iter().take(LIMIT) {
            let id = match SessionId::parse(trace.id.as_bytes()) {
                Ok(id) => id,
                Err(bad) => {
                    found.problems.push(Problem { path: trace.path, what: Trouble::BadId(bad) });
                    continue;
                }
            };
            let head = match heads.of(*source, &trace.path) {
                Ok(head) => head,
                Err(fault) => {
                    found.problems.extend((fault.cause != Cause::Missing).then(|| unread(fault)));
                    None
                }
            };
            // A sub-agent's log begins with a task of its own.
            if let Some(head) = head.as_ref().filter(|head| !head.starts.is_empty() && trace.parent.is_none())
            {
                starts.insert(trace.path.clone(), head.starts.clone());
            }
            let listed = |head: Head| (listed_below(head.folder), head.parent);
            let (folder, parent) = head.map_or_else(Default::default, listed);
            logs.push(LogPlace {
                id,
                path: trace.path,
                workspace: folder,
                subagent: trace.parent.or(parent),
                live: false,
                family: None,
                source: *source,
            });
        }
        families.extend(find_families(&mut logs, &starts, &heads.families));
        longest_first(&mut logs);
        found.logs.extend(logs);
    }
    heads.families = families;
    found
}

/// Puts the longest of several files of one session first, so that its id leads to that. They begin alike, so they are
/// of one family.
fn longest_first(logs: &mut [LogPlace]) {
    let mut by_id: HashMap<&str, Vec<usize>> = HashMap::new();
    for (at, place) in logs.iter().enumerate().filter(|(_, place)| place.family.is_some()) {
        by_id.entry(place.id.as_str()).or_default().push(at);
    }
    let size = |at: &usize| logs[*at].source.look(&logs[*at].path).map_or(0, |stamp| stamp.size);
    let mut swaps = Vec::new();
    for (first, others) in by_id.values().filter_map(|files| files.split_first()) {
        let same = others.iter().filter(|other| logs[**other].family == logs[*first].family);
        let longest = same.copied().max_by_key(size);
        swaps.extend(longest.filter(|longest| size(longest) > size(first)).map(|longest| (*first, longest)));
    }
    swaps.into_iter().for_each(|(first, longest)| logs.swap(first, longest));
}

/// What the first lines of a log say about it.
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
        if said.head.as_ref().is_some_and(|head| head.folder.is_some()) || read < size || is_long {
            return Ok(said.head);
        }
    }
    Ok(None)
}

/// The facts in the first bytes of a log.
#[derive(Debug, Default)]
struct Said {
    head: Option<Head>,
    /// Lines that were read.
    lines: u32,
}

/// What the first bytes of a log say about it. A line that reaches beyond them says nothing.
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

    use std::path::Path;

    use super::{Heads, Homes, Source, find_elsewhere, head};

    #[test]
    fn log_says_where_it_was_started_however_long_its_first_line_is() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("log.jsonl");
        for before in [0, 9_000, 70_000, 240_000, 270_000, 3_000_000] {
            let summary = format!(r#"{{"type":"summary","summary":"{}"}}"#, "a".repeat(before));
            let prompt = r#"{"type":"user","cwd":"/w","message":{"role":"user","content":"b"}}"#;
            let log = format!("{summary}\n{prompt}\n{}", "{}\n".repeat(10_000));
            std::fs::write(&path, log).expect("a file");
            let head = head(Source::ClaudeCode, &path).expect("it can be read");
            assert_eq!(head.and_then(|head| head.folder).as_deref(), Some(Path::new("/w")), "{before}");
        }
    }

    /// A folder, link, pipe or socket in the place of a log was left out without a word.
    #[cfg(unix)]
    #[test]
    fn log_that_is_no_file_is_named_with_its_reason_for_every_agent() {
        use std::fs;
        use std::os::unix::fs::symlink;

        let folder = tempfile::tempdir().expect("a folder");
        let home = folder.path();
        let roo = ".config/Code/User/globalStorage/rooveterinaryinc.roo-cline/tasks/a";
        let logs = [
            (".claude/projects/p", "a.jsonl"),
            (".claude/projects/p/s/subagents", "a.jsonl"),
            (".codex/sessions/2026/11/27", "rollout-a.jsonl"),
            (".copilot/session-state", "a.jsonl"),
            (".copilot/session-state/a", "events.jsonl"),
            (".gemini/tmp/p/chats", "session-a.json"),
            (".gemini/tmp/p/chats/s", "a.jsonl"),
            (".local/share/goose/sessions", "a.jsonl"),
            (".local/share/opencode", "opencode.db"),
            (".local/share/opencode/storage/session/p", "a.json"),
            (".pi/agent/sessions", "t_a.jsonl"),
            (".pi/agent/sessions/p", "t_a.jsonl"),
            (".qwen/projects/p/chats", "a.jsonl"),
            (roo, "api_conversation_history.json"),
        ];
        let homes = Homes { home: Some(home.to_owned()), ..Homes::default() };
        for (parent, name) in logs {
            let path = home.join(parent).join(name);
            let check = |words: &str| {
                let found = find_elsewhere(&homes, &mut Heads::default());
                let told: Vec<String> = found.problems.iter().map(ToString::to_string).collect();
                assert_eq!(told, [format!("`{}` is a {words}, not a file", path.display())]);
                assert_eq!((found.problems[0].code(), found.logs.len()), ("unreadable_sessions", 0));
            };
            fs::create_dir_all(&path).expect("a folder");
            check("folder");
            fs::remove_dir(&path).expect("gone");
            symlink("nowhere", &path).expect("a link");
            check("broken link");
            fs::remove_file(&path).expect("gone");
            symlink("/etc/hostname", &path).expect("a link");
            check("link, which is not followed");
            fs::remove_file(&path).expect("gone");
            let made = std::process::Command::new("mkfifo").arg(&path).status().expect("mkfifo is there");
            assert!(made.success());
            check("pipe (fifo)");
            fs::remove_file(&path).expect("gone");
            let short = tempfile::tempdir().expect("a folder");
            let socket = short.path().join("s");
            let _listener = std::os::unix::net::UnixListener::bind(&socket).expect("a socket");
            fs::rename(&socket, &path).expect("in its place");
            check("socket");
            fs::remove_file(&path).expect("gone");
        }
        assert_eq!(find_elsewhere(&homes, &mut Heads::default()).problems, []);
    }

    #[cfg(unix)]
    #[test]
    fn folder_of_logs_that_is_none_is_named() {
        use std::fs;
        use std::os::unix::fs::symlink;

        let folder = tempfile::tempdir().expect("a folder");
        let home = folder.path();
        let told = |prepare: &dyn Fn()| {
            prepare();
            let homes = Homes { home: Some(home.to_owned()), ..Homes::default() };
            let found = find_elsewhere(&homes, &mut Heads::default());
            found.problems.iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        assert_eq!(told(&|| {}), Vec::<String>::new());
        fs::create_dir(home.join(".claude")).expect("made");
        let projects = home.join(".claude/projects");
        let dangling = told(&|| symlink("nowhere", &projects).expect("linked"));
        assert_eq!(dangling, [format!("`{}`: expected a folder, found a broken link", projects.display())]);
        fs::remove_file(&projects).expect("gone");
        assert_eq!(told(&|| fs::write(&projects, "x").expect("written")).len(), 1, "a file");
        fs::remove_file(&projects).expect("gone");
        fs::create_dir(&projects).expect("made");
        let linked = told(&|| symlink("/tmp", projects.join("p")).expect("linked"));
        assert_eq!(
            linked,
            [format!(
                "`{}`: expected a folder, found a link, which is not followed",
                projects.join("p").display()
            )]
        );
    }
}
