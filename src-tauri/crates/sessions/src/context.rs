//! What the model sees of the skills a session took in.
//!
//! Every activation is sent again with every later call until a checkpoint covers it, twice if it was
//! activated twice. [`Context`] answers for any position which activations are sent, in which order, and
//! which checkpoint took the others away.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::compose::{Form, closes_calls, send};
use crate::event::{Activation, Compaction};
use crate::index::{Flags, Kind};
use crate::take_back::StandingPlaces;
use crate::{Change, EventKind, Log, Row, Seq};

/// The checkpoints and activations of a log.
#[derive(Debug, Clone, Default)]
pub struct Context {
    checkpoints: Checkpoints,
    activations: Vec<usize>,
    // Positions where somebody went back.
    turnings: Vec<usize>,
    // Activations that are no part of the conversation any more from a position on.
    taken_back: BTreeMap<usize, usize>,
    // Stretches in which activations may be sent in another order than they were recorded.
    tangled: Vec<Range<usize>>,
    // First position that was not looked at.
    next: usize,
}

/// How long the text of one activation stays with the model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Band {
    /// Position of the activation.
    pub position: usize,
    /// Positions after which a call would carry the text. One stretch in all logs Pixir writes itself.
    pub spans: Vec<Range<usize>>,
    /// The checkpoint that took it away, if one did in the end.
    pub dropped: Option<Dropped>,
}

/// An activation the model no longer sees.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Dropped {
    /// Position of the activation.
    pub position: usize,
    /// Position of the checkpoint that took it away, which need not be the one in force.
    pub checkpoint: usize,
    /// Whether the text of the checkpoint in force still gives its name, path and hash.
    pub is_named: bool,
}

impl Context {
    /// Reads the checkpoints of a log and finds its activations.
    pub fn read(log: &Log) -> Self {
        let mut context = Self::default();
        context.advance(log);
        context
    }

    /// Takes in what a log has gained since it was read.
    pub fn follow(&mut self, log: &Log, change: Change) {
        if !log.keeps(change, self.next) {
            *self = Self::default();
        }
        self.advance(log);
    }

    fn advance(&mut self, log: &Log) {
        let known = self.activations.len();
        // What a helper was given, the session's own model never saw.
        let is_own = |(kind, flags): (Kind, Flags)| kind == Kind::SkillActivation && !flags.has(Flags::ASIDE);
        self.activations.extend(marked(log, self.next, is_own));
        if log.dialect.is_some() {
            // Other agents record a text where they send it.
        } else if self.activations.len() > known {
            self.tangled = tangled(log, &self.activations);
        } else if let Some(last) = self.tangled.last_mut().filter(|last| last.end == self.next) {
            last.end = end_of_stretch(log, self.next);
        }
        self.checkpoints.extend(log, self.next);
        self.turn_back(log);
        self.next = log.len();
    }

    /// Takes what was gone back before out of the conversation.
    fn turn_back(&mut self, log: &Log) {
        let (mut activations, mut checkpoints) = (StandingPlaces::default(), StandingPlaces::default());
        for position in marked(log, self.next, |(_, flags)| flags.has(Flags::TURNS_BACK)) {
            let Some(from) = log.event(position).and_then(|event| event.goes_on_from) else { continue };
            let is_behind = |at: usize| log.at(at).is_some_and(|row| row.line() > from);
            let before = self.activations.partition_point(|at| *at < position);
            for at in activations.take_back(before, |at| is_behind(self.activations[at])) {
                self.taken_back.entry(self.activations[at]).or_insert(position);
            }
            let before = self.checkpoints.0.partition_point(|one| one.position < position);
            for at in checkpoints.take_back(before, |at| is_behind(self.checkpoints.0[at].position)) {
                let checkpoint = &mut self.checkpoints.0[at];
                checkpoint.undone = checkpoint.undone.or(Some(position));
            }
            self.turnings.push(position);
        }
    }

    /// Whether an activation is part of the conversation before a position.
    fn is_part(&self, activation: usize, end: usize) -> bool {
        self.taken_back.get(&activation).is_none_or(|from| *from >= end)
    }

    /// What is sent after each position before `end` at which that changes.
    fn views(&self, log: &Log, end: usize) -> Vec<View<'_>> {
        let checkpoints = self.checkpoints.0.iter().map(|checkpoint| checkpoint.position);
        let mut changes: Vec<usize> = checkpoints.chain(self.turnings.iter().copied()).collect();
        changes.retain(|at| *at < end);
        changes.sort_unstable();
        changes.into_iter().map(|at| self.checkpoints.view(log, at + 1)).collect()
    }

    /// Positions of all activations.
    pub fn activations(&self) -> &[usize] {
        &self.activations
    }

    /// The activations a call made just after this position would send, in the order they are sent.
    pub fn visible_at(&self, log: &Log, position: usize) -> Vec<usize> {
        self.visible(log, position, |since| self.in_order(log, since))
    }

    /// The same activations as they were recorded. Which ones they are follows from the index alone; their order may take
    /// reading lines.
    pub fn visible_as_recorded(&self, log: &Log, position: usize) -> Vec<usize> {
        self.visible(log, position, |since| self.activations_in(since).to_vec())
    }

    /// What the checkpoint in force keeps of the activations that it covers, and those since.
    fn visible(&self, log: &Log, position: usize, since: impl Fn(Range<usize>) -> Vec<usize>) -> Vec<usize> {
        let end = (position + 1).min(log.len());
        let view = self.checkpoints.view(log, end);
        let before = self.activations_in(0..view.start).iter().copied();
        let mut sent: Vec<usize> = before.filter(|at| view.sends(log, *at)).collect();
        sent.extend(since(view.start..end));
        sent.retain(|at| self.is_part(*at, end));
        sent
    }

    /// The activations that the checkpoint in force before `end` covers, in the order they were sent. A checkpoint
    /// settles their order: a result that is recorded behind it moves none of them. One that a checkpoint covered before
    /// it was recorded was never sent, and stands as it was recorded.
    pub(crate) fn covered(&self, log: &Log, end: usize) -> Vec<usize> {
        let start = self.checkpoints.start(log, end);
        let was_never_sent = |at: &usize| self.checkpoints.start(log, at + 1) > *at;
        let alone = self.activations_in(0..start).iter().copied().filter(was_never_sent);
        let mut cuts: Vec<usize> = self.views(log, end).into_iter().map(|view| view.start).collect();
        cuts.extend(alone.flat_map(|at| [at, at + 1]));
        cuts.retain(|cut| *cut < start);
        cuts.extend([0, start]);
        cuts.sort_unstable();
        cuts.dedup();
        cuts.windows(2).flat_map(|cut| self.in_order(log, cut[0]..cut[1])).collect()
    }

    /// The activations before this position that the model no longer sees, each with the checkpoint that took it
    /// away: of several that cover it, the one after which it was gone for good.
    pub fn dropped_at(&self, log: &Log, position: usize) -> Vec<Dropped> {
        let end = (position + 1).min(log.len());
        let Some(in_force) = self.checkpoints.latest(end) else { return Vec::new() };
        let views = self.views(log, end);
        let dropped = |at: usize| Dropped {
            position: at,
            checkpoint: self.taken_away_by(log, &views, at).unwrap_or(in_force.position),
            is_named: in_force.names(log, at),
        };
        self.gone_at(log, position).into_iter().map(dropped).collect()
    }

    /// The activations of [`Context::dropped_at`] by themselves. What took each away takes longer to tell.
    pub fn gone_at(&self, log: &Log, position: usize) -> Vec<usize> {
        let end = (position + 1).min(log.len());
        let view = self.checkpoints.view(log, end);
        let covered = self.activations_in(0..view.start.min(end)).iter().copied();
        covered.filter(|at| !view.sends(log, *at) && self.is_part(*at, end)).collect()
    }

    /// Whether nothing at these positions changes which texts are sent.
    pub fn is_steady(&self, positions: Range<usize>) -> bool {
        let mut changes = self.checkpoints().chain(self.turnings.iter().copied());
        self.activations_in(positions.clone()).is_empty() && !changes.any(|at| positions.contains(&at))
    }

    /// Positions of all checkpoints.
    pub fn checkpoints(&self) -> impl Iterator<Item = usize> + '_ {
        self.checkpoints.0.iter().map(|checkpoint| checkpoint.position)
    }

    /// The compaction at a position.
    pub fn compaction_at(&self, position: usize) -> Option<&Compaction> {
        self.checkpoints
            .0
            .iter()
            .find(|checkpoint| checkpoint.position == position)
            .map(|one| &one.compaction)
    }

    /// The checkpoint in force after a position, by its own position.
    pub fn checkpoint_at(&self, position: usize) -> Option<usize> {
        self.checkpoints.latest(position.saturating_add(1)).map(|checkpoint| checkpoint.position)
    }

    /// The first checkpoint behind a position, by its own position.
    pub fn checkpoint_behind(&self, position: usize) -> Option<usize> {
        let behind =
            self.checkpoints.0.iter().map(|checkpoint| checkpoint.position).filter(|at| *at > position);
        behind.min()
    }

    /// How long each activation stays with the model.
    pub fn bands(&self, log: &Log) -> Vec<Band> {
        // The view changes at checkpoints, and where somebody went back.
        let views = self.views(log, log.len());
        let mut dropped: BTreeMap<usize, Dropped> = BTreeMap::new();
        if let Some(last) = log.len().checked_sub(1) {
            dropped.extend(self.dropped_at(log, last).into_iter().map(|dropped| (dropped.position, dropped)));
        }
        let band = |position: usize| {
            let mut spans: Vec<Range<usize>> = Vec::new();
            let later = views.iter().filter(|view| view.end > position + 1);
            let mut begun = (position >= self.checkpoints.start(log, position + 1)).then_some(position);
            for view in later {
                match (begun, view.sends(log, position) && self.is_part(position, view.end)) {
                    (Some(from), false) => {
                        spans.push(from..view.end - 1);
                        begun = None;
                    }
                    (None, true) => begun = Some(view.end - 1),
                    _ => {}
                }
            }
            spans.extend(begun.map(|from| from..log.len()));
            Band { position, spans, dropped: dropped.get(&position).copied() }
        };
        self.activations.iter().map(|position| band(*position)).collect()
    }

    /// The activations of some positions in the order they are sent when a history is these.
    fn in_order(&self, log: &Log, positions: Range<usize>) -> Vec<usize> {
        let mut found: Vec<usize> = self.activations_in(positions.clone()).to_vec();
        for stretch in &self.tangled {
            let stretch = stretch.start.max(positions.start)..stretch.end.min(positions.end);
            if !stretch.is_empty() {
                let from = found.partition_point(|at| *at < stretch.start);
                let to = found.partition_point(|at| *at < stretch.end);
                found.splice(from..to, sent(log, stretch));
            }
        }
        found
    }

    /// The checkpoint after which an activation was never sent again; for one that a checkpoint before it covers
    /// already, that checkpoint.
    fn taken_away_by(&self, log: &Log, views: &[View<'_>], activation: usize) -> Option<usize> {
        let later = &views[views.partition_point(|view| view.end <= activation + 1)..];
        let last_sent = later.iter().rposition(|view| view.sends(log, activation));
        if last_sent.is_none() && self.checkpoints.start(log, activation + 1) > activation {
            return self.checkpoints.latest(activation + 1).map(|checkpoint| checkpoint.position);
        }
        later.get(last_sent.map_or(0, |at| at + 1)).map(|view| view.end - 1)
    }

    fn activations_in(&self, positions: Range<usize>) -> &[usize] {
        let from = self.activations.partition_point(|at| *at < positions.start);
        let to = self.activations.partition_point(|at| *at < positions.end);
        &self.activations[from..to.max(from)]
    }
}

/// The activation at a position.
pub fn activation_at(log: &Log, position: usize) -> Option<Activation> {
    match log.event(position)?.kind {
        EventKind::SkillActivation(activation) => Some(activation),
        _ => None,
    }
}

/// A compaction and where it stands.
#[derive(Debug, Clone)]
pub(crate) struct Checkpoint {
    position: usize,
    seq: Seq,
    compaction: Compaction,
    // Where somebody went back to before it.
    undone: Option<usize>,
}

/// What is sent before a position: what stands at or behind `start`, and what the checkpoint in force keeps.
struct View<'c> {
    end: usize,
    start: usize,
    keeps: &'c [i64],
}

impl View<'_> {
    fn sends(&self, log: &Log, activation: usize) -> bool {
        let number = || log.at(activation).and_then(|row| log.seq(row).number());
        let is_kept = || {
            number().is_some_and(|number| {
                self.keeps.iter().any(|kept| u64::try_from(*kept).is_ok_and(|kept| kept == number))
            })
        };
        activation >= self.start || (!self.keeps.is_empty() && is_kept())
    }
}

/// The compactions of a log in fold order.
#[derive(Debug, Clone, Default)]
pub(crate) struct Checkpoints(Vec<Checkpoint>);

impl Checkpoints {
    pub fn read(log: &Log) -> Self {
        let mut checkpoints = Self::default();
        checkpoints.extend(log, 0);
        checkpoints
    }

    fn extend(&mut self, log: &Log, from: usize) {
        let read = |position: usize| {
            let event = log.event(position)?;
            let EventKind::Compaction(compaction) = event.kind else { return None };
            Some(Checkpoint { position, seq: event.seq, compaction, undone: None })
        };
        let compactions = marked(log, from, |(kind, _)| kind == Kind::HistoryCompaction);
        self.0.extend(compactions.into_iter().filter_map(read));
    }

    /// The one in force before a position: the largest number, the first of equal ones.
    fn latest(&self, end: usize) -> Option<&Checkpoint> {
        let before = self.0.iter().take_while(|checkpoint| checkpoint.position < end);
        let in_force = before.filter(|checkpoint| checkpoint.undone.is_none_or(|at| at >= end));
        in_force.reduce(|best, next| if next.key().fold_order(&best.key()).is_gt() { next } else { best })
    }

    /// The first position that is still sent as it is. What a checkpoint covers is always a prefix, because
    /// positions are ordered by number.
    fn start(&self, log: &Log, end: usize) -> usize {
        let Some(checkpoint) = self.latest(end) else { return 0 };
        let to_seq = checkpoint.compaction.to_seq.map(i128::from);
        let (mut low, mut high) = (0, end);
        while low < high {
            let middle = low.midpoint(high);
            let after = log.at(middle).is_some_and(|row| log.seq(row).is_after(to_seq));
            if after { high = middle } else { low = middle + 1 }
        }
        low
    }

    /// What is sent before a position.
    fn view(&self, log: &Log, end: usize) -> View<'_> {
        let keeps = self.latest(end).map_or(&[][..], |checkpoint| &checkpoint.compaction.keeps);
        View { end, start: self.start(log, end), keeps }
    }

    /// The positions Pixir builds a request from, in its order: the checkpoint in force, then the rest.
    pub fn history(&self, log: &Log, end: usize) -> Vec<usize> {
        let rest = self.start(log, end)..end;
        // What a turn was given beside the history is no part of it (requirement S1-28).
        let is_aside = |kind| matches!(kind, Kind::HistoryCompaction | Kind::SkillContextHydration);
        let kept = |at: &usize| log.at(*at).is_some_and(|row| !is_aside(row.kind()));
        self.latest(end).map(|checkpoint| checkpoint.position).into_iter().chain(rest.filter(kept)).collect()
    }
}

impl Checkpoint {
    fn key(&self) -> Seq {
        if self.seq == Seq::Absent { Seq::Whole(-1) } else { self.seq.clone() }
    }

    /// Whether its text still gives name, path and hash of an activation.
    fn names(&self, log: &Log, position: usize) -> bool {
        let Some(seq) = log.at(position).and_then(|row| log.seq(row).number()) else { return false };
        let seq = i64::try_from(seq).ok();
        self.compaction.named.iter().any(|named| named.seq.is_some() && named.seq == seq)
    }
}

/// The numbers of the events Pixir would build a request from after the last event, in its order.
pub fn provider_history(log: &Log) -> Vec<Seq> {
    let positions = Checkpoints::read(log).history(log, log.len());
    positions.into_iter().filter_map(|at| log.at(at)).map(|row| log.seq(row)).collect()
}

/// The positions from one on of rows with a kind and flags that are wanted.
fn marked(log: &Log, from: usize, is_it: impl Fn((Kind, Flags)) -> bool) -> Vec<usize> {
    let mut positions = Vec::new();
    let found = log.marks(from).filter(|(_, mark)| is_it(*mark));
    found.for_each(|(position, _)| positions.push(position));
    positions
}

/// The stretches that hold two activations with no call between them. A call sends everything that waits, so
/// anywhere else activations are sent as they were recorded.
fn tangled(log: &Log, activations: &[usize]) -> Vec<Range<usize>> {
    let kind = |at: usize| log.at(at).map_or(Kind::Unread, Row::kind);
    let mut stretches: Vec<Range<usize>> = Vec::new();
    for pair in activations.windows(2) {
        // Nothing closes calls before the end of a stretch, so this pair is of the same.
        if stretches.last().is_some_and(|last| pair[0] < last.end) {
            continue;
        }
        let mut between = pair[0] + 1..pair[1];
        if between.any(|at| kind(at) == Kind::ToolCall || closes_calls(kind(at))) {
            continue;
        }
        let start = (0..pair[0]).rev().find(|at| closes_calls(kind(*at))).map_or(0, |at| at + 1);
        stretches.push(start..end_of_stretch(log, pair[1]));
    }
    stretches
}

/// The first position from `from` on that closes all calls.
fn end_of_stretch(log: &Log, from: usize) -> usize {
    let closes = log.marks(from).find(|(_, (kind, _))| closes_calls(*kind));
    closes.map_or(log.len(), |(position, _)| position)
}

/// The activations of one stretch in the order they are sent.
fn sent(log: &Log, stretch: Range<usize>) -> impl Iterator<Item = usize> {
    let items = send(log, stretch.collect(), None).into_iter();
    items.filter(|item| item.form == Form::Activation).map(|item| item.position)
}
