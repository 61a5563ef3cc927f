//! What one log of Pixir says about its relatives.

use serde::Serialize;
use std::collections::BTreeMap;

use crate::event::{Fork, Posture, Subagent};
use crate::find::LogPlace;
use crate::index::Kind;
use crate::{Change, EventKind, Log, Seq, Source};

/// What a session is in its family. Its number is kept in the index, so it is never given to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, strum::FromRepr, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum Ancestry {
    /// A copy of another session up to a point, and going on from there.
    Fork = 1,
    /// Begun by another session, for a piece of its work.
    Subagent = 2,
    /// Begun by itself.
    Root = 3,
}

/// One log's relatives and size.
#[derive(Debug, Clone, PartialEq)]
pub struct Lineage {
    /// The log.
    pub place: LogPlace,
    /// Events by type.
    pub counts: BTreeMap<Kind, u32>,
    /// Times of the first and last event in fold order, as recorded.
    pub first_ts: Option<String>,
    /// See `first_ts`.
    pub last_ts: Option<String>,
    /// Where it was forked from.
    pub fork: Option<Fork>,
    /// Whether it has a summary of what it copied.
    pub has_summary: bool,
    /// Whose child it is, by its own word.
    pub parent: Option<Posture>,
    /// The children it names, by first appearance.
    pub children: Vec<Child>,
    /// The session as a child that its parent's log does not name; `None` where nothing says whose it is.
    pub as_child: Option<Child>,
    /// Lines that could not be understood.
    pub unread: u32,
    // First position that was not looked at.
    next: usize,
}

/// A child as its parent's log tells of it. Copies of such events in a fork tell of it again.
#[derive(Debug, Clone, PartialEq)]
pub struct Child {
    /// Its id.
    pub subagent_id: String,
    /// The latest word on each point.
    pub last: Subagent,
    /// The steps of its life in order; `permission_posture` in a child's own log.
    pub events: Vec<String>,
    /// Number of the first event about it.
    pub first_seq: Seq,
    /// Number of the last event about it.
    pub last_seq: Seq,
    /// Sessions of earlier attempts, oldest first.
    pub retried: Vec<String>,
}

/// The session whose sub-agent's log lies at a place; Pixir's place names the sub-agent.
fn named_parent(place: &LogPlace) -> Option<&str> {
    place.subagent.as_deref().filter(|_| !place.source.is_envelope())
}

impl Child {
    /// A child that only its own log knows of.
    fn unnamed(id: &str) -> Self {
        Self {
            subagent_id: id.to_owned(),
            last: Subagent { child_session_id: Some(id.to_owned()), ..Subagent::default() },
            events: Vec::new(),
            first_seq: Seq::Absent,
            last_seq: Seq::Absent,
            retried: Vec::new(),
        }
    }
}

/// Reads the relatives of a log.
pub fn lineage(log: &Log, place: &LogPlace) -> Lineage {
    let mut found = Lineage::nothing(place.clone());
    found.advance(log);
    found
}

impl Lineage {
    fn nothing(place: LogPlace) -> Self {
        Self {
            as_child: named_parent(&place).map(|_| Child::unnamed(place.id.as_str())),
            place,
            counts: BTreeMap::new(),
            first_ts: None,
            last_ts: None,
            fork: None,
            has_summary: false,
            parent: None,
            children: Vec::new(),
            unread: 0,
            next: 0,
        }
    }

    /// Takes in what a log has gained since it was read.
    pub fn follow(&mut self, log: &Log, change: Change) {
        if !log.keeps(change, self.next) {
            *self = Self::nothing(self.place.clone());
        }
        self.advance(log);
    }

    fn advance(&mut self, log: &Log) {
        // Most lines are counted and nothing else.
        let mut counts = [0_u32; 1 << u8::BITS];
        log.marks(self.next).for_each(|(position, (kind, _))| {
            counts[kind as usize] += 1;
            if matches!(kind, Kind::SessionFork | Kind::SubagentEvent | Kind::BranchSummary)
                && let Some(event) = log.event(position)
            {
                self.take(event.kind, event.seq, log.source());
            }
        });
        for (kind, count) in
            (0..=u8::MAX).filter_map(Kind::from_repr).zip(counts).filter(|(_, count)| *count > 0)
        {
            *self.counts.entry(kind).or_default() += count;
        }
        self.children.sort_by(|a, b| {
            a.first_seq.fold_order(&b.first_seq).then_with(|| a.subagent_id.cmp(&b.subagent_id))
        });
        self.unread = u32::try_from(log.unread().len()).unwrap_or(u32::MAX);
        let ends = log.timed_ends().map_or([None, None], |(first, last)| [Some(first), Some(last)]);
        let [first, last] = ends.map(|at| at.and_then(|at| log.event(at)).and_then(|event| event.ts));
        (self.first_ts, self.last_ts) = (first, last);
        self.next = log.len();
    }

    /// Events in all.
    pub fn events(&self) -> u32 {
        self.counts.values().sum()
    }

    /// The session that it was made from and how: a fork of a child carries a copy of its parent's posture, so the fork
    /// has the first word.
    pub fn made_from(&self) -> Option<(Ancestry, &str)> {
        let fork = self.fork.as_ref().and_then(|fork| fork.parent_session_id.as_deref());
        let child = self.parent.as_ref().and_then(|parent| parent.parent_session_id.as_deref());
        let child = child.or_else(|| named_parent(&self.place));
        fork.map(|id| (Ancestry::Fork, id)).or(child.map(|id| (Ancestry::Subagent, id)))
    }

    fn take(&mut self, kind: EventKind, seq: Seq, source: Source) {
        match kind {
            EventKind::SessionFork(fork) if fork.is_of_session(&seq, source) => {
                self.fork.get_or_insert(fork);
            }
            EventKind::BranchSummary(_) => self.has_summary = true,
            EventKind::Posture(posture) => {
                let told = Subagent {
                    event: Some("permission_posture".to_owned()),
                    subagent_id: posture.subagent_id.clone(),
                    workspace: posture.workspace.clone(),
                    workspace_mode: posture.workspace_mode.clone(),
                    ..Subagent::default()
                };
                if self.parent.is_none() && posture.lineage.as_deref() == Some("child") {
                    self.parent = Some(posture);
                }
                self.child(told, seq);
            }
            EventKind::Subagent(told) => self.child(told, seq),
            _ => {}
        }
    }

    fn child(&mut self, told: Subagent, seq: Seq) {
        let Some(id) = told.subagent_id.clone().filter(|id| !id.trim().is_empty()) else { return };
        let at = self.children.iter().position(|child| child.subagent_id == id).unwrap_or_else(|| {
            self.children.push(Child {
                subagent_id: id,
                last: Subagent::default(),
                events: Vec::new(),
                first_seq: seq.clone(),
                last_seq: seq.clone(),
                retried: Vec::new(),
            });
            self.children.len() - 1
        });
        let child = &mut self.children[at];
        child.events.extend(told.event.clone());
        child.retried.extend(told.failed_child_session_id.clone());
        if child.last_seq == Seq::Absent || child.last_seq.fold_order(&seq).is_lt() && seq != Seq::Absent {
            child.last_seq = seq;
        }
        child.last.update(told);
    }
}

impl Fork {
    /// Returns whether the session itself is this fork: Pixir says so at the number 0. A sub-agent that goes on from
    /// its parent's history is none.
    pub fn is_of_session(&self, seq: &Seq, source: Source) -> bool {
        *seq == Seq::Whole(0) || !source.is_envelope() && self.source.as_deref() != Some(Self::WARM_START)
    }

    /// The `source` of a sub-agent that begins with its parent's history.
    pub(crate) const WARM_START: &str = "delegate_warm_start";
}

impl Subagent {
    /// Later words replace earlier ones; what is not said again stays.
    fn update(&mut self, told: Self) {
        let Self {
            event,
            subagent_id,
            child_session_id,
            agent,
            task,
            status,
            summary,
            reason,
            workspace,
            workspace_mode,
            failed_child_session_id,
        } = told;
        for (old, new) in [
            (&mut self.event, event),
            (&mut self.subagent_id, subagent_id),
            (&mut self.child_session_id, child_session_id),
            (&mut self.agent, agent),
            (&mut self.task, task),
            (&mut self.status, status),
            (&mut self.summary, summary),
            (&mut self.reason, reason),
            (&mut self.workspace, workspace),
            (&mut self.workspace_mode, workspace_mode),
            (&mut self.failed_child_session_id, failed_child_session_id),
        ] {
            if new.is_some() {
                *old = new;
            }
        }
    }
}
