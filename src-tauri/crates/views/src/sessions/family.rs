//! A session's relatives, and what its own log says of it.

use ::sessions::{Ancestry, Branch, Child, EventKind, Kind, Lineage, Node, Seq, Stop};
use ::skills::Quote;
use ::workspace::{Logs, Read, Row, Session};

use super::relative::{RelativeFact, label};
use super::{PostureFact, TreeRow, ends};
use crate::wire::Millis;

/// Rows of one family.
const ROWS: usize = 200;

/// Parents, forks and subagents of a session, the eldest first.
pub(crate) fn tree(logs: &Logs, session: &Session) -> Vec<TreeRow> {
    let family: Vec<&Lineage> = logs.sessions.iter().map(|one| &one.read().lineage).collect();
    for root in ::sessions::roots(&family) {
        let node = ::sessions::tree(&family, root);
        let mut rows = Rows { logs, session, rows: Vec::new() };
        rows.root(&node);
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
    fn root(&mut self, node: &Node<'_>) {
        // Somebody's fork or child, whose parent was not found.
        let hung = match node.lineage.and_then(Lineage::made_from) {
            Some((Ancestry::Subagent, parent)) => {
                Hung::new(0, "subagent", vec![RelativeFact::SubagentOf { parent: Quote::whole(parent) }])
            }
            Some((_, parent)) => {
                Hung::new(0, "fork", vec![RelativeFact::ForkOf { parent: Quote::whole(parent) }])
            }
            None => Hung::new(0, "root", Vec::new()),
        };
        self.node(node, hung);
    }

    fn node(&mut self, node: &Node<'_>, hung: Hung) {
        let path = node.lineage.map(|lineage| &lineage.place.path);
        let found = path.and_then(|path| self.logs.sessions.iter().find(|one| one.path == *path));
        let stop = node.stop.map(|stop| match stop {
            Stop::Missing => RelativeFact::LogMissing,
            Stop::Cycle => RelativeFact::OwnAncestor,
            Stop::Depth => RelativeFact::MoreBelow,
        });
        let facts: Vec<_> = hung.facts.into_iter().chain(stop).collect();
        let depth = hung.depth;
        let (began, ended) = found.map_or((None, None), |one| ends(one.read()));
        let started = began.map(Millis).or(hung.started);
        self.rows.push(TreeRow {
            depth,
            key: found.map(|one| one.key.clone()),
            id: node.id.clone(),
            relation: hung.relation.to_owned(),
            label: label(&facts),
            facts,
            current: path == Some(&self.session.path),
            copied: hung.copied,
            place: hung.place,
            parent: hung.parent,
            parent_line: hung.parent_line,
            started,
            ended: ended.map(Millis),
        });
        for branch in &node.children {
            self.branch(node, branch, depth + 1);
        }
        for fork in &node.forks {
            let told = fork.lineage.and_then(|lineage| lineage.fork.as_ref());
            let at = told.and_then(|fork| fork.forked_to_seq);
            let copied = told.and_then(|fork| fork.replay_event_count).unwrap_or(0);
            let facts = vec![at.map_or(RelativeFact::Forked, |seq| {
                let events = told.and_then(|fork| fork.replay_event_count);
                RelativeFact::ForkedAt { seq, events }
            })];
            let (parent, parent_line) =
                self.hangs_on(node, at.map(|seq| Seq::Whole(i128::from(seq))).as_ref());
            let copied = u32::try_from(copied).unwrap_or(u32::MAX);
            self.node(fork, Hung { copied, parent, parent_line, ..Hung::new(depth + 1, "fork", facts) });
        }
    }

    fn branch(&mut self, above: &Node<'_>, branch: &Branch<'_>, depth: u32) {
        let child = branch.child;
        if is_own_posture(child) {
            return;
        }
        let live = branch.session.as_ref().and_then(|node| node.lineage).map(|lineage| lineage.place.live);
        let facts = match is_copy(above, child) {
            // What came after the copy stands where it was copied from.
            true => told_of(child).into_iter().chain([RelativeFact::ByCopiedEvents]).collect(),
            false => facts_of(child, branch.session.is_some(), live),
        };
        // A parent that does not name its child has no event of it.
        let first = Some(&child.first_seq).filter(|seq| **seq != Seq::Absent);
        let (parent, parent_line) = self.hangs_on(above, first);
        let place = elsewhere(above, child);
        let started = first.and_then(|seq| self.time_of(above, seq));
        let hung = |facts: Vec<RelativeFact>| Hung {
            started,
            parent: parent.clone(),
            parent_line,
            place: place.clone(),
            ..Hung::new(depth, "subagent", facts)
        };
        match &branch.session {
            Some(node) => self.node(node, hung(facts)),
            None => self.rows.push(TreeRow {
                depth,
                key: None,
                id: String::new(),
                relation: "subagent".to_owned(),
                label: label(&facts),
                facts,
                current: false,
                copied: 0,
                place: place.clone(),
                parent: parent.clone(),
                parent_line,
                started,
                ended: None,
            }),
        }
        let agent = child.last.agent.clone().map(logged);
        for retried in &branch.retried {
            self.node(retried, hung(agent.iter().cloned().chain([RelativeFact::Retried]).collect()));
        }
    }

    /// When the event of a session was, by its number.
    fn time_of(&self, above: &Node<'_>, seq: &Seq) -> Option<Millis> {
        let path = above.lineage.map(|lineage| &lineage.place.path)?;
        let read = self.logs.sessions.iter().find(|one| one.path == *path)?.read();
        let position = read.log.position_of(seq)?;
        read.at(position, read.log.event(position)?.ts.as_deref()).map(Millis)
    }

    /// The session a row hangs on, and the line of the event in it.
    fn hangs_on(&self, above: &Node<'_>, seq: Option<&Seq>) -> (Option<String>, Option<u32>) {
        let path = above.lineage.map(|lineage| &lineage.place.path);
        let session = path.and_then(|path| self.logs.sessions.iter().find(|one| one.path == *path));
        (session.map(|one| one.key.clone()), session.zip(seq).and_then(|(one, seq)| line_of(one.read(), seq)))
    }
}

/// How a row hangs in the tree.
struct Hung {
    depth: u32,
    relation: &'static str,
    facts: Vec<RelativeFact>,
    copied: u32,
    place: Option<String>,
    parent: Option<String>,
    parent_line: Option<u32>,
    // What its parent's log says of when it began.
    started: Option<Millis>,
}

impl Hung {
    fn new(depth: u32, relation: &'static str, facts: Vec<RelativeFact>) -> Self {
        Self {
            depth,
            relation,
            facts,
            copied: 0,
            place: None,
            parent: None,
            parent_line: None,
            started: None,
        }
    }
}

/// What a parent's log says of a child, and what it does not say.
pub(crate) fn facts_of(child: &Child, is_started: bool, live: Option<bool>) -> Vec<RelativeFact> {
    let state = child.events.last().cloned().unwrap_or_default();
    let is_over = matches!(state.as_str(), "finished" | "failed" | "cancelled" | "timed_out" | "closed");
    // A child's own posture tells only whose it is.
    let is_told = state != "permission_posture";
    let more = match live {
        _ if is_over || !is_told => None,
        Some(true) => Some(RelativeFact::Running),
        Some(false) => Some(RelativeFact::Detached),
        None if is_started => Some(RelativeFact::NoEnd),
        None => Some(RelativeFact::NeverStarted),
    };
    told_of(child).into_iter().chain(more).collect()
}

/// What is told of a child: its agent, the last state, and whether it has a workspace of its own.
fn told_of(child: &Child) -> Vec<RelativeFact> {
    let is_isolated = child.last.workspace_mode.as_deref() == Some("isolated");
    let words = [child.last.agent.clone(), child.events.last().cloned()].into_iter().flatten();
    let words = words.filter(|word| !word.is_empty()).map(logged);
    words.chain(is_isolated.then_some(RelativeFact::OwnWorkspace)).collect()
}

fn logged(word: String) -> RelativeFact {
    RelativeFact::Logged { word: Quote::whole(word) }
}

/// Whether this is what a child's own log says of itself: the session it hangs on, and not another one.
fn is_own_posture(child: &Child) -> bool {
    child.last.child_session_id.is_none() && child.events.iter().all(|step| step == "permission_posture")
}

/// The workspace of a child, where it is not its parent's.
fn elsewhere(above: &Node<'_>, child: &Child) -> Option<String> {
    let own = child.last.workspace.clone()?;
    let parents = above.lineage.map(|lineage| lineage.place.workspace.display().to_string());
    (child.last.workspace_mode.as_deref() == Some("isolated") && Some(&own) != parents.as_ref())
        .then_some(own)
}

/// Whether a fork only repeats what its parent told of a child.
fn is_copy(above: &Node<'_>, child: &Child) -> bool {
    let fork = above.lineage.and_then(|lineage| lineage.fork.as_ref());
    let copied = fork.and_then(|fork| fork.replay_event_count).unwrap_or(0);
    child.first_seq.number().is_some_and(|seq| seq > 0 && seq <= copied)
}

/// The line of the event with a number, or of the last one before it.
pub(crate) fn line_of(read: &Read, seq: &Seq) -> Option<u32> {
    read.log.at(read.log.position_of(seq)?).map(::sessions::Row::line)
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
