//! Which logs of other agents there are, and which of them belong to a folder.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use disk::{Cause, Fault, Stamp};

use super::homes::Homes;
use super::{About, Source};
use crate::SessionId;
use crate::find::{Found, LogPlace, Problem, Trouble};
use crate::members::Members;

/// Logs of one source that are listed at the most.
const LIMIT: usize = 100_000;

/// Where a log was started, where its head says so; else why it cannot be read.
type Known = Result<Option<Head>, Fault>;

/// Bytes of a log that are read to learn where it was started: more only where fewer do not say it, as most logs do in
/// their first line.
const HEADS: [usize; 3] = [8 << 10, 64 << 10, 256 << 10];

/// What the heads of logs said, so that each is read once for every state of its file.
#[derive(Debug, Default)]
pub struct Heads(HashMap<PathBuf, (Stamp, Known)>);

/// Where a log was started.
#[derive(Debug, Clone)]
struct Head {
    folder: PathBuf,
    /// The session whose sub-agent's it is.
    parent: Option<String>,
}

impl Heads {
    /// What the head of a log says.
    fn of(&mut self, source: Source, path: &Path) -> Known {
        if let Some(folder) = source.folder_of(path) {
            return Ok(Some(Head { folder, parent: None }));
        }
        let stamp = source.look(path)?;
        match self.0.get(path) {
            // A log only grows: once its head has said where it was started, it says so for ever.
            Some((known, head)) if *known == stamp || matches!(head, Ok(Some(_))) => head.clone(),
            _ => {
                let head = head(source, path);
                self.0.insert(path.to_owned(), (stamp, head.clone()));
                head
            }
        }
    }
}

/// Finds the logs of other agents that were started in `workspace` or below it; all of them where none is given.
/// Nothing is followed through a link, and of a log only its beginning is read.
pub fn find_elsewhere(homes: &Homes, workspace: Option<&Path>, heads: &mut Heads) -> Found {
    let mut found = Found::default();
    for source in Source::ALL {
        let Some(find) = source.rules().find else { continue };
        let unread = |fault: Fault| Problem { path: fault.path.clone(), what: Trouble::Unread(fault) };
        found.problems.extend(source.faults(homes).into_iter().map(unread));
        for trace in find(homes).into_iter().take(LIMIT) {
            let Ok(id) = SessionId::parse(trace.id.as_bytes()) else { continue };
            let head = match heads.of(*source, &trace.path) {
                Ok(head) => head,
                Err(fault) => {
                    found.problems.extend((fault.cause != Cause::Missing).then(|| unread(fault)));
                    None
                }
            };
            let (folder, parent) = head.map_or_else(Default::default, |head| (head.folder, head.parent));
            if workspace.is_none_or(|workspace| folder.starts_with(workspace)) {
                found.logs.push(LogPlace {
                    id,
                    path: trace.path,
                    workspace: folder,
                    subagent: trace.parent.or(parent),
                    live: false,
                    source: *source,
                });
            }
        }
    }
    found
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
        let head = said_in(source, &bytes[..read]);
        if head.is_some() || read < size {
            return Ok(head);
        }
    }
    Ok(None)
}

/// What the first bytes of a log say about it. A line that reaches beyond them says nothing.
fn said_in(source: Source, bytes: &[u8]) -> Option<Head> {
    let mut dialect = source.dialect()?;
    let mut number = 1;
    for line in bytes.split(|byte| *byte == b'\n') {
        let Some(members) = Members::of_line(line).ok().flatten() else { continue };
        dialect.learn(number, &members);
        number += 1;
        if dialect.about().folder.is_some() {
            break;
        }
    }
    let About { folder, parent, is_subagent, .. } = dialect.about().clone();
    folder.map(|folder| Head { folder, parent: parent.filter(|_| is_subagent) })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::disallowed_methods, reason = "a test may")]

    use std::path::Path;

    use super::{Source, head};

    #[test]
    fn a_log_says_where_it_was_started_in_its_first_256_kib() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("log.jsonl");
        for (before, is_read) in [(0, true), (9_000, true), (70_000, true), (240_000, true), (270_000, false)]
        {
            let summary = format!(r#"{{"type":"summary","summary":"{}"}}"#, "a".repeat(before));
            let prompt = r#"{"type":"user","cwd":"/w","message":{"role":"user","content":"b"}}"#;
            let log = format!("{summary}\n{prompt}\n{}", "{}\n".repeat(10_000));
            std::fs::write(&path, log).expect("a file");
            let head = head(Source::ClaudeCode, &path).expect("it can be read");
            assert_eq!(head.is_some_and(|head| head.folder == Path::new("/w")), is_read, "{before}");
        }
    }
}
