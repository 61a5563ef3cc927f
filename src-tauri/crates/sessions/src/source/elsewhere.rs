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

/// Bytes of a log that are read to learn where it was started.
const HEAD: usize = 256 << 10;

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
    let Some(mut dialect) = source.dialect() else { return Ok(None) };
    let mut bytes = vec![0; HEAD];
    let read = source.file(path)?.read_at(&mut bytes, 0)?;
    bytes.truncate(read);
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
    Ok(folder.map(|folder| Head { folder, parent: parent.filter(|_| is_subagent) }))
}
