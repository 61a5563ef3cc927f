//! Where a session comes from, and which others begin at its events.

use std::sync::Arc;

use ::sessions::{Ancestry, Lineage, Seq};
use ::workspace::{Logs, Read, Session};

use super::family::{facts_of, key_of, line_of, posture};
use super::relative::{OriginText, RelativeFact};
use super::{BranchMark, OriginFact};

/// Branches in one answer.
const BRANCHES: usize = 200;

/// Where a session comes from: a fork says so in its first event, a subagent in its posture. No two logs are
/// held at once here: whoever holds one may wait for another.
pub(crate) fn origin(logs: &Logs, session: &Session) -> Option<OriginFact> {
    let (relation, parent_id, line, fork) = {
        let read = session.read();
        let (relation, parent_id) = parent_of(read)?;
        (relation, parent_id, first_line(read, relation), read.lineage.fork.clone())
    };
    let parent = find(logs, &parent_id, session);
    let at = match &fork {
        Some(fork) => fork.forked_to_seq.map(|seq| Seq::Whole(i128::from(seq))),
        None => parent.as_ref().and_then(|parent| named_at(parent, &session.id)),
    };
    let copied = fork.as_ref().and_then(|fork| fork.replay_event_count).unwrap_or(0);
    let text = match &fork {
        Some(fork) => {
            OriginText::Forked { seq: at.as_ref().map(ToString::to_string), events: fork.replay_event_count }
        }
        None => OriginText::Subagent { unnamed: at.is_none() && parent.is_some() },
    };
    Some(OriginFact {
        relation: relation.to_owned(),
        parent_line: parent.as_ref().zip(at).and_then(|(parent, seq)| line_of(parent.read(), &seq)),
        parent: parent.map(|parent| parent.key.clone()),
        parent_id,
        line,
        copied: u32::try_from(copied).unwrap_or(u32::MAX),
        text,
    })
}

/// The number of the first event in which a session names a child.
fn named_at(parent: &Session, id: &str) -> Option<Seq> {
    let read = parent.read();
    let names = |child: &&::sessions::Child| {
        child.last.child_session_id.as_deref() == Some(id)
            || child.retried.iter().any(|retried| retried == id)
    };
    read.lineage.children.iter().find(names).map(|child| child.first_seq.clone())
}

/// The relation and id of a session's parent. A fork of a child carries a copy of its parent's posture, so the
/// fork has the first word.
pub(crate) fn parent_of(read: &Read) -> Option<(&'static str, String)> {
    let (ancestry, id) = read.lineage.made_from()?;
    Some((if ancestry == Ancestry::Subagent { "subagent" } else { "fork" }, id.to_owned()))
}

/// The log of a session by its id; of two, the one in the same workspace.
pub(crate) fn find(logs: &Logs, id: &str, beside: &Session) -> Option<Arc<Session>> {
    let mut same = logs.sessions.iter().filter(|one| one.id == id && one.key != beside.key);
    let near = same.clone().find(|one| one.place.workspace == beside.place.workspace);
    near.or_else(|| same.next()).map(Arc::clone)
}

fn first_line(read: &Read, relation: &str) -> u32 {
    let fork = read.log.at(0).map_or(1, ::sessions::Row::line);
    if relation == "fork" { fork } else { posture(read).map_or(fork, |posture| posture.line) }
}

/// The forks of a session and the children it names, at the rows of their events.
pub(crate) fn branches(logs: &Logs, session: &Session) -> Vec<BranchMark> {
    let family: Vec<&Lineage> = logs.sessions.iter().map(|one| &one.read().lineage).collect();
    let read = session.read();
    let Some(own) = family.iter().copied().find(|one| one.place.path == session.path) else {
        return Vec::new();
    };
    let node = ::sessions::tree(&family, own);
    let mark = |seq: &Seq, relation: &str, id: String, key: Option<String>, facts: Vec<RelativeFact>| {
        let position = read.log.position_of(seq)?;
        let row = read.timeline().row_of(position)? as u32;
        let line = read.log.at(position).map_or(0, ::sessions::Row::line);
        Some(BranchMark { row, line, relation: relation.to_owned(), key, id, facts })
    };
    let forks = node.forks.iter().filter_map(|fork| {
        let told = fork.lineage?.fork.as_ref()?;
        let seq = told.forked_to_seq?;
        let facts = vec![RelativeFact::ForkedAt { seq, events: told.replay_event_count }];
        let key = key_of(logs, Some(&fork.id));
        mark(&Seq::Whole(i128::from(seq)), "fork", fork.id.clone(), key, facts)
    });
    let children = node.children.iter().filter_map(|branch| {
        // A session's own posture tells whose child it is itself.
        branch.child.events.iter().find(|event| *event != "permission_posture")?;
        let place = branch.session.as_ref().and_then(|node| node.lineage).map(|lineage| lineage.place.live);
        let id = branch.session.as_ref().map(|node| node.id.clone()).unwrap_or_default();
        let facts = facts_of(branch.child, branch.session.is_some(), place);
        mark(&branch.child.first_seq, "subagent", id.clone(), key_of(logs, Some(&id)), facts)
    });
    let mut marks: Vec<BranchMark> = forks.chain(children).collect();
    marks.sort_by_key(|mark| (mark.row, mark.line));
    marks.truncate(BRANCHES);
    marks
}
