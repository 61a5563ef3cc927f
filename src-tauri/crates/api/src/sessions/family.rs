//! A session's relatives, and what its own log says of it.

use ::sessions::{Branch, EventKind, Kind, Lineage, Node, Stop};

use super::timeline::Row;
use super::{PostureFact, TreeRow};
use crate::logs::{Logs, Read, Session};

/// Rows of one family.
const ROWS: usize = 200;

/// Parents, forks and subagents of a session, the eldest first.
pub(crate) fn tree(logs: &Logs, session: &Session) -> Vec<TreeRow> {
    let family: Vec<Lineage> = logs.sessions.iter().map(|one| one.read().lineage.clone()).collect();
    for root in ::sessions::roots(&family) {
        let node = ::sessions::tree(&family, root);
        let mut rows = Rows { logs, session, rows: Vec::new() };
        rows.node(&node, 0, "root", "");
        if rows.rows.iter().any(|row| row.current) {
            rows.rows.truncate(ROWS);
            return rows.rows;
        }
    }
    Vec::new()
}

struct Rows<'a> {
    logs: &'a Logs,
    session: &'a Session,
    rows: Vec<TreeRow>,
}

impl Rows<'_> {
    fn node(&mut self, node: &Node<'_>, depth: u32, relation: &str, label: &str) {
        let path = node.lineage.map(|lineage| &lineage.place.path);
        let found = path.and_then(|path| self.logs.sessions.iter().find(|one| one.path == *path));
        let stop = match node.stop {
            Some(Stop::Missing) => "its log is not here",
            Some(Stop::Cycle) => "its own ancestor",
            Some(Stop::Depth) => "more below",
            None => "",
        };
        let words: Vec<_> = [label, stop].into_iter().filter(|words| !words.is_empty()).collect();
        self.rows.push(TreeRow {
            depth,
            key: found.map(|one| one.key.clone()),
            id: node.id.clone(),
            relation: relation.to_owned(),
            label: words.join(", "),
            current: path == Some(&self.session.path),
        });
        for branch in &node.children {
            self.branch(branch, depth + 1);
        }
        for fork in &node.forks {
            let at =
                fork.lineage.and_then(|lineage| lineage.fork.as_ref()).and_then(|fork| fork.forked_to_seq);
            let label = at.map_or("forked".to_owned(), |seq| format!("forked at seq {seq}"));
            self.node(fork, depth + 1, "fork", &label);
        }
    }

    fn branch(&mut self, branch: &Branch<'_>, depth: u32) {
        let agent = branch.child.last.agent.clone().unwrap_or_default();
        let state = branch.child.events.last().cloned().unwrap_or_default();
        let label = format!("{agent}, {state}");
        match &branch.session {
            Some(node) => self.node(node, depth, "subagent", &label),
            None => self.rows.push(TreeRow {
                depth,
                key: None,
                id: String::new(),
                relation: "subagent".to_owned(),
                label,
                current: false,
            }),
        }
        for retried in &branch.retried {
            self.node(retried, depth, "subagent", &format!("{agent}, retried"));
        }
    }
}

/// The key of the session with an id, when its log is here.
pub(crate) fn key_of(logs: &Logs, id: Option<&str>) -> Option<String> {
    let id = id?;
    logs.sessions.iter().find(|session| session.id == id).map(|session| session.key.clone())
}

/// The permission mode the session recorded of itself: the first such event of its own.
pub(crate) fn posture(read: &Read) -> Option<PostureFact> {
    let near_start = (0..read.log.len().min(2_000)).filter(|at| is(read, *at, Kind::SubagentEvent));
    near_start.filter_map(|at| read.log.event(at)).find_map(|event| match event.kind {
        EventKind::Posture(posture) => Some(PostureFact {
            mode: posture.permission_mode?,
            lineage: posture.lineage.unwrap_or_default(),
            line: event.line,
        }),
        _ => None,
    })
}

/// Models named by usage events, in order; of a long log the first and last thousand.
pub(crate) fn models(read: &Read) -> Vec<String> {
    let usage: Vec<usize> = (0..read.log.len()).filter(|at| is(read, *at, Kind::ProviderUsage)).collect();
    let some = usage.iter().take(1_000).chain(usage.iter().skip(1_000).rev().take(1_000));
    let mut models: Vec<String> = Vec::new();
    for at in some {
        if let Some(model) = model_at(read, *at)
            && !models.contains(&model)
        {
            models.push(model);
        }
    }
    models
}

/// The model of the last provider call of a row.
pub(crate) fn model_of(read: &Read, row: &Row) -> Option<String> {
    row.positions().rev().filter(|at| is(read, *at, Kind::ProviderUsage)).find_map(|at| model_at(read, at))
}

fn model_at(read: &Read, position: usize) -> Option<String> {
    match read.log.event(position)?.kind {
        EventKind::ProviderUsage(usage) => usage.model,
        _ => None,
    }
}

fn is(read: &Read, position: usize, kind: Kind) -> bool {
    read.log.at(position).is_some_and(|row| row.kind() == kind)
}
