//! What Assay itself recorded about a session, beside its log and never in it.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use disk::Fault;
use sessions::event::Fork;
use sessions::{Companion, Event, Kind, Log, LogPlace, SessionId, Turns};

use crate::Timeline;

/// The companion logs that tell of a session.
#[derive(Clone)]
pub struct Evidence {
    /// Its own.
    own: Option<Arc<Side>>,
    /// That of the session it was forked from, whose first turns it shares.
    parent: Option<(Arc<Side>, Fork)>,
}

struct Side {
    kept: PathBuf,
    workspace: PathBuf,
    id: SessionId,
    companion: Result<Companion, Fault>,
}

/// In which log an event stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum LogPart {
    /// The session's own.
    Log,
    /// Assay's companion log of the session.
    Companion,
    /// Assay's companion log of the session it was forked from.
    Inherited,
}

/// An event of a companion log, and where it stands in the session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Noted {
    /// Which log it is in.
    pub part: LogPart,
    /// Its position there.
    pub position: usize,
    /// The session's position it stands after; none before the first.
    pub after: Option<usize>,
}

/// The events of companion logs by the timeline row they stand in.
#[derive(Default)]
pub struct Placement {
    by_row: std::collections::BTreeMap<usize, Vec<Noted>>,
}

impl Evidence {
    pub fn open(kept: Option<&Path>, place: &LogPlace, fork: Option<&Fork>) -> Self {
        let side = |id: &SessionId| Some(Arc::new(Side::open(kept?, &place.workspace, id)));
        let parent = fork.and_then(|fork| {
            let id = SessionId::parse(fork.parent_session_id.as_ref()?.as_bytes()).ok()?;
            Some((side(&id)?, fork.clone()))
        });
        Self { own: side(&place.id), parent }
    }

    /// What there is now; nothing while it is as it was.
    pub fn next(&self) -> Option<Self> {
        let own = self.own.as_deref().and_then(Side::next);
        let parent = self.parent.as_ref().and_then(|(side, _)| side.next());
        if own.is_none() && parent.is_none() {
            return None;
        }
        let parent_now = |(side, fork): &(Arc<Side>, Fork)| {
            (parent.map_or_else(|| Arc::clone(side), Arc::new), fork.clone())
        };
        Some(Self {
            own: own.map(Arc::new).or_else(|| self.own.clone()),
            parent: self.parent.as_ref().map(parent_now),
        })
    }

    pub fn rest(&self) {
        let parent = self.parent.iter().map(|(side, _)| side);
        self.own
            .iter()
            .chain(parent)
            .filter_map(|side| side.companion.as_ref().ok())
            .for_each(Companion::rest);
    }

    /// The session's own companion, once it has events.
    pub fn companion(&self) -> Option<&Companion> {
        let companion = self.own.as_ref()?.companion.as_ref().ok()?;
        companion.log().is_some().then_some(companion)
    }

    /// The log that holds a part of the evidence; the session's own is not in here.
    pub fn log(&self, part: LogPart) -> Option<&Log> {
        let side = match part {
            LogPart::Log => None,
            LogPart::Companion => self.own.as_ref(),
            LogPart::Inherited => self.parent.as_ref().map(|(side, _)| side),
        };
        side?.companion.as_ref().ok()?.log()
    }

    /// The events of one kind among some that were noted.
    pub fn of_kind<'a>(
        &'a self,
        noted: &'a [Noted],
        kind: Kind,
    ) -> impl Iterator<Item = (LogPart, Event)> + 'a {
        noted.iter().filter_map(move |one| {
            let log = self.log(one.part)?;
            log.at(one.position).filter(|row| row.kind() == kind)?;
            Some((one.part, log.event(one.position)?))
        })
    }

    /// Companion logs that are there and cannot be read.
    pub fn faults(&self) -> impl Iterator<Item = &Fault> {
        // That of a parent is told with the parent.
        self.own.iter().filter_map(|side| side.companion.as_ref().err())
    }

    pub fn place(&self, log: &Log, turns: &Turns, timeline: &Timeline) -> Placement {
        let mut placement = Placement::default();
        let own = self.own.iter().filter_map(|side| side.companion.as_ref().ok());
        let own = own.flat_map(|companion| companion.placed(log)).map(|one| (LogPart::Companion, one));
        let parent =
            self.parent.iter().filter_map(|(side, fork)| Some((side.companion.as_ref().ok()?, fork)));
        let copied = parent.flat_map(|(companion, fork)| companion.placed_in_fork(log, fork));
        for (part, one) in copied.map(|one| (LogPart::Inherited, one)).chain(own) {
            let noted = Noted { part, position: one.position, after: one.after };
            let row = row_of(noted.after, turns, timeline);
            placement.by_row.entry(row).or_default().push(noted);
        }
        // Stable: events after one position stay in the order they were recorded.
        placement.by_row.values_mut().for_each(|noted| noted.sort_by_key(|one| one.after));
        placement
    }
}

// In its turn where it has one: a compaction inside a turn has a row of its own, evidence has not.
fn row_of(after: Option<usize>, turns: &Turns, timeline: &Timeline) -> usize {
    let Some(after) = after else { return 0 };
    let turn = turns.turn_at(after).and_then(|turn| timeline.row_of(turn.opened));
    turn.or_else(|| timeline.row_of(after)).unwrap_or(timeline.rows.len().saturating_sub(1))
}

impl Placement {
    /// The events of a row, in the order they stand.
    pub fn of_row(&self, row: u32) -> &[Noted] {
        self.by_row.get(&(row as usize)).map_or(&[], Vec::as_slice)
    }
}

impl Side {
    fn open(kept: &Path, workspace: &Path, id: &SessionId) -> Self {
        Self {
            kept: kept.to_owned(),
            workspace: workspace.to_owned(),
            id: id.clone(),
            companion: Companion::open(kept, workspace, id),
        }
    }

    /// What there is now; nothing while it is as it was.
    fn next(&self) -> Option<Self> {
        let companion = match &self.companion {
            Ok(companion) => companion.next().transpose()?,
            Err(before) => match Companion::open(&self.kept, &self.workspace, &self.id) {
                Err(now) if now == *before => return None,
                again => again,
            },
        };
        let (kept, workspace) = (self.kept.clone(), self.workspace.clone());
        Some(Self { kept, workspace, id: self.id.clone(), companion })
    }
}
