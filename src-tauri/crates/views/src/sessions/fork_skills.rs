//! The skills a session began with against those its parent had at the event it began at.

use std::collections::BTreeMap;
use std::sync::Arc;

use ::sessions::{Kind, Point, Seq};
use ::workspace::{Read, Session, Workspace};
use message::message;
use serde::Serialize;

use super::SessionAsk;
use super::branches::{find, origin, parent_of};
use crate::Failure;

/// The skill texts of a session and of its parent where one began.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ForkSkillsView {
    /// `fork` or `subagent`.
    pub relation: String,
    /// The parent's key.
    pub parent: String,
    /// Its id.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
    pub parent_id: String,
    /// The last number the parent is taken at, as written.
    pub parent_seq: String,
    /// The last number this session is taken at, as written.
    pub own_seq: String,
    /// One row for each skill either had, by name.
    pub skills: Vec<ForkSkill>,
    /// What is to be known of the comparison.
    pub note: ForkNote,
}

/// What is to be known of a comparison with a parent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum ForkNote {
    /// The event it began at is missing from the parent's log.
    ParentUnknown,
    /// A fork copies activations that a compaction of its parent had dropped.
    CopiesDropped,
    /// A subagent is given no skill text of its parent.
    StartsEmpty,
}

/// One skill in a parent and in its child.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ForkSkill {
    /// Its name.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
    pub name: String,
    /// How the two compare.
    pub state: ForkSkillState,
    /// The texts the parent had in context, in the order they were sent.
    pub in_parent: Vec<ForkText>,
    /// The same of this session.
    pub in_child: Vec<ForkText>,
}

/// How the texts of a skill compare.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum ForkSkillState {
    /// Both had the same bytes.
    Same,
    /// Only the parent had it.
    OnlyInParent,
    /// Only this session had it.
    OnlyInChild,
    /// Both had it, in different bytes.
    OtherVersion,
}

/// A text of a skill in one of two sessions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ForkText {
    /// The recorded hash.
    pub hash: String,
    /// The turn it was activated in.
    pub turn: Option<u32>,
    /// Its line in its session's log, which a diff can be asked for.
    pub line: u32,
}

/// Compares a session with its parent where it began.
///
/// # Errors
///
/// [`Code::NotFound`](crate::Code::NotFound) when the session's log is no longer there, or it is no fork.
pub fn fork_skills(workspace: &Workspace, ask: &SessionAsk) -> Result<ForkSkillsView, Failure> {
    let session = workspace.session(&ask.key).ok_or_else(Failure::session_gone)?;
    let logs = workspace.logs();
    let parent = {
        let read = session.read();
        let (_, id) = parent_of(read).ok_or_else(|| {
            Failure::not_found(message!("session {id} is neither a fork nor a subagent.", id = session.id))
        })?;
        find(&logs, &id, &session).ok_or_else(|| {
            Failure::not_found(message!("the log of its parent {id} is not in this workspace.", id))
                .hint(message!("Only sessions with a log in this workspace can be compared."))
        })?
    };
    compare(&logs, &session, &parent)
}

fn compare(
    logs: &::workspace::Logs,
    session: &Session,
    parent: &Arc<Session>,
) -> Result<ForkSkillsView, Failure> {
    let told = origin(logs, session).ok_or_else(|| Failure::broken("a parent without an origin"))?;
    let (in_parent, parent_seq, is_there) = {
        let read = parent.read();
        let at = told.parent_line.and_then(|line| read.log.position_of_record(line));
        (texts(read, at), super::moment::seq(read, at), at.is_some())
    };
    let (in_child, own_seq) = {
        let read = session.read();
        let at = begun(read, &told);
        (texts(read, at), super::moment::seq(read, at))
    };
    let mut names: Vec<&String> = in_parent.keys().chain(in_child.keys()).collect();
    names.sort_unstable();
    names.dedup();
    let skill = |name: &&String| {
        let of = |texts: &BTreeMap<String, Vec<ForkText>>| texts.get(*name).cloned().unwrap_or_default();
        let (parent, child) = (of(&in_parent), of(&in_child));
        ForkSkill { name: (*name).clone(), state: state(&parent, &child), in_parent: parent, in_child: child }
    };
    let note = match (told.relation.as_str(), is_there) {
        (_, false) => ForkNote::ParentUnknown,
        ("fork", _) => ForkNote::CopiesDropped,
        _ => ForkNote::StartsEmpty,
    };
    Ok(ForkSkillsView {
        relation: told.relation,
        parent: parent.key.clone(),
        parent_id: parent.id.clone(),
        parent_seq,
        own_seq,
        skills: names.iter().map(skill).collect(),
        note,
    })
}

/// A fork begins with what it copied, a subagent with what its first call was given.
fn begun(read: &Read, told: &super::OriginFact) -> Option<usize> {
    if told.relation == "fork" {
        return read.log.position_of(&Seq::Whole(i128::from(told.copied)));
    }
    let is_call = |at: &usize| read.log.at(*at).is_some_and(|row| row.kind() == Kind::ProviderUsage);
    let first = (0..read.log.len()).find(is_call).and_then(|at| Point::of_call(&read.log, at));
    first.map_or(read.log.len(), |call| call.end).checked_sub(1)
}

fn state(parent: &[ForkText], child: &[ForkText]) -> ForkSkillState {
    let hashes = |texts: &[ForkText]| {
        let mut hashes: Vec<String> = texts.iter().map(|text| text.hash.clone()).collect();
        hashes.sort_unstable();
        hashes.dedup();
        hashes
    };
    match (parent, child) {
        ([], _) => ForkSkillState::OnlyInChild,
        (_, []) => ForkSkillState::OnlyInParent,
        _ if hashes(parent) == hashes(child) => ForkSkillState::Same,
        _ => ForkSkillState::OtherVersion,
    }
}

fn texts(read: &Read, position: Option<usize>) -> BTreeMap<String, Vec<ForkText>> {
    let mut found: BTreeMap<String, Vec<ForkText>> = BTreeMap::new();
    let visible = position.map_or(Vec::new(), |at| read.context.visible_at(&read.log, at));
    for one in visible.into_iter().filter_map(|at| read.activated_at(at)) {
        let text = ForkText { hash: one.hash.clone(), turn: one.turn, line: one.line };
        found.entry(one.name.clone()).or_default().push(text);
    }
    found
}
