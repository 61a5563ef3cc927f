//! Turns: what lies between one user message and the next.
//!
//! Nobody records turns as Assay counts them; they follow from the order of events, and for other agents than Pixir
//! from the flags their [`crate::Source`] sets. Folding needs the index alone, so a log of
//! half a million events folds in milliseconds; [`crate::detail`] decodes what one turn holds.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::index::{Flags, Kind, Row};
use crate::take_back::StandingPlaces;
use crate::{Change, EventKind, Log, Seq};

/// How a turn ended. Its number is kept in the index, so it is never given to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, strum::FromRepr, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum Outcome {
    /// The model gave its last word; a stop at the cap of calls looks the same.
    Answered = 1,
    /// A failure of the turn was recorded.
    Failed = 2,
    /// Stopped by the user, or the agent itself ended: no ending was recorded.
    Interrupted = 3,
    /// The log ends inside the turn: it runs, or it was cut off.
    Open = 4,
}

/// Whether a turn happened in this session. Its number is kept in the index, so it is never given to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Origin {
    /// It did.
    Here = 1,
    /// It was copied from the session this one was forked from.
    Copied = 2,
}

/// One turn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Turn {
    /// Number in the session, from 1.
    pub number: u32,
    /// Its positions; user activations just before the message belong to it.
    pub positions: Range<usize>,
    /// Position of the user message; of the first event, where no message of the user stands in it.
    pub opened: usize,
    /// Results written before the next turn for calls this one left open, where other events lie between.
    pub late: Vec<usize>,
    /// How it ended.
    pub outcome: Outcome,
    /// Whether it was copied.
    pub origin: Origin,
    /// Positions of the skill activations in it.
    pub activations: Vec<usize>,
    /// Tools called.
    pub tools: u32,
    /// Successful calls of the provider.
    pub calls: u32,
    /// Hydrations recorded in this log.
    pub hydrations: u32,
    /// Whether a text was cut by a failure.
    pub partial: bool,
    /// Somebody went back to before it, so that it is no part of the conversation any more.
    pub taken_back: bool,
}

/// The turns of a log, and where folding goes on.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Turns {
    turns: Vec<Turn>,
    // First position that was not folded.
    next: usize,
    open: bool,
    // Start of a run of user activations that may belong to the next turn.
    lead: Option<usize>,
    // Numbers from 1 to this one were copied by a fork; 0 in what is no fork.
    copied_to: u32,
    // The last turn has only an activation by the user yet: the next user message is its own.
    awaits_prompt: bool,
    // The last turn before the latest call of a tool, and before that which gave the latest text of a skill.
    before_call: Option<Before>,
    before_given: Option<Before>,
    // The user message of the last turn was copied.
    is_copied: bool,
    // The only turn has no user message: it began with the work of the model, and the first user message is its own.
    is_leading: bool,
    // The turns that nobody went back to before.
    standing: StandingPlaces,
}

/// The last turn as it was before an event.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Before {
    position: usize,
    turns: usize,
    is_open: bool,
    end: usize,
    outcome: Outcome,
    activations: usize,
    tools: u32,
    calls: u32,
    partial: bool,
}

/// Folds a whole log.
pub fn fold(log: &Log) -> Turns {
    let mut turns = Turns::default();
    turns.advance(log, log.len());
    turns
}

/// Folds the events before a position.
pub fn fold_before(log: &Log, position: usize) -> Turns {
    let mut turns = Turns::default();
    turns.advance(log, position.min(log.len()));
    turns
}

impl Turns {
    /// The turns in order.
    pub fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// The turn an event belongs to; none for events between turns.
    pub fn turn_at(&self, position: usize) -> Option<&Turn> {
        let after = self.turns.partition_point(|turn| turn.positions.start <= position);
        let turn = self.turns.get(after.checked_sub(1)?)?;
        turn.holds(position).then_some(turn)
    }

    /// Whether a fork copied this event from the session it was forked from.
    pub fn is_copy(&self, row: Row) -> bool {
        row.flags().has(Flags::COPIED) || (1..=self.copied_to).contains(&row.raw_seq())
    }

    /// Positions that belong to no turn, among those folded: before the turn with an index, before each later one, and
    /// behind the last.
    pub fn between(&self, from: usize) -> impl Iterator<Item = Range<usize>> + '_ {
        let ends = self.turns.iter().map(|turn| turn.positions.end);
        let starts = self.turns.iter().map(|turn| turn.positions.start).chain([self.next]);
        let gaps = std::iter::once(0).chain(ends).zip(starts).map(|(end, start)| end..start);
        gaps.skip(from).filter(|gap| !gap.is_empty())
    }

    /// Takes in what a log has gained since the last fold.
    pub fn follow(&mut self, log: &Log, change: Change) {
        if !log.keeps(change, self.next) {
            *self = Self::default();
        }
        self.advance(log, log.len());
    }

    fn advance(&mut self, log: &Log, end: usize) {
        if self.next == 0 {
            self.copied_to = copied_to(log);
        }
        // `for_each` goes through whole pieces, where `for` would ask each iterator for the next of every mark.
        log.marks(self.next).take(end - self.next).for_each(|(position, (kind, flags))| {
            if flags.has(Flags::TURNS_BACK) {
                self.turn_back(log, position);
            }
            self.push(log, position, kind, flags);
        });
        self.next = end;
    }

    fn push(&mut self, log: &Log, position: usize, kind: Kind, flags: Flags) {
        if flags.has(Flags::SAME_TURN) {
            match kind {
                Kind::ToolCall => self.before_call = Some(self.before(position)),
                Kind::SkillActivation => self.before_given = self.before_call.take(),
                _ => {}
            }
            // A sub-agent that was given its parent's history may work without a message of its own.
            if self.is_copied && is_work(kind) && !flags.has(Flags::COPIED) {
                self.begin(position, false);
            }
            self.go_on(position, kind, flags);
        }
        self.take(log, position, kind, flags);
    }

    fn take(&mut self, log: &Log, position: usize, kind: Kind, flags: Flags) {
        match kind {
            Kind::UserMessage if !flags.has(Flags::RUNTIME) => {
                let is_copy = log.at(position).is_some_and(|row| self.is_copy(row));
                let is_copied = flags.has(Flags::COPIED) && flags.has(Flags::SAME_TURN);
                if flags.has(Flags::BY_USER) {
                    self.begin_at_call(log, position, is_copy);
                } else if self.awaits_prompt || self.is_leading {
                    self.complete(position, is_copy);
                } else {
                    self.begin(position, is_copy);
                }
                self.is_copied = is_copied;
            }
            Kind::SkillActivation if flags.has(Flags::BY_USER) && flags.has(Flags::SAME_TURN) => {
                // The prompt that asked for it may come later, or never.
                if self.is_leading {
                    self.reopen();
                } else if !self.awaits_prompt {
                    self.begin(position, flags.has(Flags::COPIED));
                    self.awaits_prompt = true;
                }
                self.count(position, kind, flags);
            }
            Kind::SkillActivation if flags.has(Flags::BY_USER) => {
                self.end(Outcome::Interrupted);
                self.lead = self.lead.or(Some(position));
                return;
            }
            Kind::ToolResult if flags.has(Flags::LEFT_OVER) || flags.has(Flags::INTERRUPTED) => {
                self.close_call(position);
            }
            Kind::AssistantMessage if !flags.has(Flags::PARTIAL) => {
                self.extend(position);
                self.end(Outcome::Answered);
            }
            Kind::TurnFailed => {
                self.extend(position);
                self.end(Outcome::Failed);
            }
            kind => self.count(position, kind, flags),
        }
        if flags.has(Flags::STOPS_TURN) {
            self.end(Outcome::Interrupted);
        }
        self.lead = None;
    }

    /// Marks the turns that somebody went back to before.
    fn turn_back(&mut self, log: &Log, position: usize) {
        let Some(from) = log.event(position).and_then(|event| event.goes_on_from) else { return };
        let turns = &self.turns;
        let is_behind = |at: usize| log.at(turns[at].opened).is_some_and(|row| row.line() > from);
        for at in self.standing.take_back(turns.len(), is_behind) {
            self.turns[at].taken_back = true;
        }
    }

    /// Keeps what comes behind the end of the last turn in that turn, and opens it again where the model went on: after
    /// what looked like its last word, or woken after somebody stopped it. What the model did before the first prompt
    /// belongs to the first turn.
    fn go_on(&mut self, position: usize, kind: Kind, flags: Flags) {
        let opens_own = match kind {
            Kind::UserMessage => !flags.has(Flags::RUNTIME),
            Kind::SkillActivation => flags.has(Flags::BY_USER),
            _ => false,
        };
        if is_answer(kind) {
            // It is not the answer to a message that comes behind it.
            self.awaits_prompt = false;
        }
        if self.open || opens_own {
            return;
        }
        let Some(turn) = self.turns.last_mut() else {
            // Copied work belongs to a turn of another log.
            if is_work(kind) && !flags.has(Flags::COPIED) {
                self.begin(position, false);
                self.is_leading = true;
            }
            return;
        };
        turn.positions.end = position + 1;
        let is_answered = turn.outcome == Outcome::Answered;
        let goes_on = match kind {
            // What was said before somebody stopped it was not its last word.
            _ if flags.has(Flags::STOPS_TURN) => is_answered,
            Kind::ToolResult => is_answered,
            kind => is_answer(kind),
        };
        if goes_on {
            self.reopen();
            return;
        }
        match kind {
            Kind::SkillActivation => turn.activations.push(position),
            Kind::ProviderUsage if !flags.has(Flags::SAME_CALL) => turn.calls += 1,
            _ => {}
        }
    }

    /// Begins a turn with the call before a prompt that gave the skill which the prompt called.
    fn begin_at_call(&mut self, log: &Log, position: usize, is_copy: bool) {
        let before = self.before_given.take().filter(|before| self.turns.len() <= before.turns.max(1));
        let Some(before) = before else { return self.begin(position, is_copy) };
        self.turns.truncate(before.turns);
        self.standing.truncate(before.turns);
        if let Some(turn) = self.turns.last_mut() {
            turn.positions.end = before.end;
            turn.outcome = before.outcome;
            turn.activations.truncate(before.activations);
            (turn.tools, turn.calls, turn.partial) = (before.tools, before.calls, before.partial);
        }
        (self.open, self.awaits_prompt, self.is_leading) = (before.is_open, false, false);
        self.begin(before.position, is_copy);
        for at in before.position..position {
            if let Some(row) = log.at(at) {
                self.count(at, row.kind(), row.flags());
            }
        }
        self.complete(position, is_copy);
    }

    /// The last turn as it is before the event at a position.
    fn before(&self, position: usize) -> Before {
        let last = self.turns.last();
        Before {
            position,
            turns: self.turns.len(),
            is_open: self.open,
            end: last.map_or(position, |turn| turn.positions.end),
            outcome: last.map_or(Outcome::Open, |turn| turn.outcome),
            activations: last.map_or(0, |turn| turn.activations.len()),
            tools: last.map_or(0, |turn| turn.tools),
            calls: last.map_or(0, |turn| turn.calls),
            partial: last.is_some_and(|turn| turn.partial),
        }
    }

    fn reopen(&mut self) {
        if let Some(turn) = self.turns.last_mut() {
            turn.outcome = Outcome::Open;
            self.open = true;
        }
    }

    /// Makes a user message that of the last turn, which has none.
    fn complete(&mut self, position: usize, is_copy: bool) {
        (self.awaits_prompt, self.is_leading) = (false, false);
        self.reopen();
        self.extend(position);
        let Some(turn) = self.turns.last_mut() else { return };
        turn.opened = position;
        if is_copy {
            turn.origin = Origin::Copied;
        }
    }

    fn begin(&mut self, position: usize, is_copy: bool) {
        self.end(Outcome::Interrupted);
        self.is_copied = false;
        let start = self.lead.unwrap_or(position);
        let origin = if is_copy { Origin::Copied } else { Origin::Here };
        self.turns.push(Turn {
            number: u32::try_from(self.turns.len() + 1).unwrap_or(u32::MAX),
            positions: start..position + 1,
            opened: position,
            late: Vec::new(),
            outcome: Outcome::Open,
            origin,
            activations: (start..position).collect(),
            tools: 0,
            calls: 0,
            hydrations: 0,
            partial: false,
            taken_back: false,
        });
        self.open = true;
    }

    fn count(&mut self, position: usize, kind: Kind, flags: Flags) {
        self.extend(position);
        let Some(turn) = self.turns.last_mut().filter(|_| self.open) else { return };
        if flags.has(Flags::COPIED) {
            turn.origin = Origin::Copied;
        }
        match kind {
            Kind::ToolCall => turn.tools += 1,
            Kind::ProviderUsage if !flags.has(Flags::SAME_CALL) => turn.calls += 1,
            Kind::SkillContextHydration => turn.hydrations += 1,
            Kind::SkillActivation => turn.activations.push(position),
            Kind::AssistantMessage => turn.partial |= flags.has(Flags::PARTIAL),
            _ => {}
        }
    }

    fn extend(&mut self, position: usize) {
        if let Some(turn) = self.turns.last_mut().filter(|_| self.open) {
            turn.positions.end = position + 1;
        }
    }

    /// A result that closes a call of the last turn, whether or not that turn has ended.
    fn close_call(&mut self, position: usize) {
        let Some(turn) = self.turns.last_mut() else { return };
        if self.open || turn.positions.end == position {
            turn.positions.end = position + 1;
        } else {
            turn.late.push(position);
        }
        self.end(Outcome::Interrupted);
    }

    fn end(&mut self, outcome: Outcome) {
        if let Some(turn) = self.turns.last_mut().filter(|_| self.open) {
            turn.outcome = outcome;
        }
        self.open = false;
    }
}

impl Turn {
    /// Whether an event belongs to it.
    pub fn holds(&self, position: usize) -> bool {
        self.positions.contains(&position) || self.late.contains(&position)
    }

    /// Numbers of its first and last event; the smallest and the largest where its lines stand in another order.
    pub fn seqs(&self, log: &Log) -> (Seq, Seq) {
        let seq = |position: usize| log.at(position).map_or(Seq::Absent, |row| log.seq(row));
        let ends = (seq(self.positions.start), seq(self.positions.end - 1));
        if log.source().is_envelope() || ends.0.fold_order(&ends.1).is_le() {
            return ends;
        }
        let records = self.positions.clone().filter_map(|at| log.at(at)).map(|row| i128::from(row.line()));
        let (least, most) = records.fold((i128::MAX, 0), |(least, most), at| (least.min(at), most.max(at)));
        (Seq::Whole(least), Seq::Whole(most))
    }

    /// The line its user message stands in.
    pub fn opened_line(&self, log: &Log) -> Option<u32> {
        log.at(self.opened).map(Row::line)
    }

    /// What the user said, in full.
    pub fn prompt(&self, log: &Log) -> Option<String> {
        match log.event(self.opened)?.kind {
            EventKind::UserMessage(message) => message.text,
            _ => None,
        }
    }
}

/// Returns whether an event of this kind is a part of what the model answered.
fn is_answer(kind: Kind) -> bool {
    matches!(kind, Kind::AssistantMessage | Kind::Reasoning | Kind::ToolCall)
}

/// Returns whether an event of this kind says that the model worked.
fn is_work(kind: Kind) -> bool {
    const OTHERS: [Kind; 4] =
        [Kind::ToolResult, Kind::SkillActivation, Kind::ProviderUsage, Kind::TurnFailed];
    is_answer(kind) || OTHERS.contains(&kind)
}

/// In a fork of Pixir's the events with the numbers 1 to `replay_event_count` are copies.
fn copied_to(log: &Log) -> u32 {
    let mut first = log.folded(0).take_while(|(_, row)| row.raw_seq() == 0);
    let fork = first.find(|(_, row)| row.kind() == Kind::SessionFork);
    match fork.and_then(|(position, _)| log.event(position)).map(|event| event.kind) {
        Some(EventKind::SessionFork(fork)) => {
            fork.replay_event_count.map_or(0, |count| u32::try_from(count).unwrap_or(u32::MAX))
        }
        _ => 0,
    }
}
