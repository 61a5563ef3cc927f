//! What Pixir sends a provider at a point of a session, item by item, and what another
//! host would send that lets the texts of skills outlive a compaction ([`SkillTexts`]).
//!
//! [`compose`] is a pure function of the events before the point. An item names the event it is made from; its
//! text is read from the log when somebody looks at it ([`write()`]), so the items of the longest log fit into
//! memory. Before the last user message the items of a growing session only gain at the end, until a
//! checkpoint replaces them; the facts of the turn stand last and leave with it.

mod item;
mod send;
#[cfg(test)]
mod tests;
mod words;
mod write;

use serde::{Deserialize, Serialize};

use crate::call::call_positions;
use crate::context::{Checkpoints, Context};
use crate::event::Posture;
use crate::index::Kind;
use crate::{Companion, EventKind, Log, facts, fold_before};

pub use item::{Form, Item, Told};
pub(crate) use send::{closes_calls, send};
pub use write::{Piece, Reading, Written, write};

/// A point at which a request is made: everything before `end`, for a model in a mode.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Point {
    /// The first position that is not known yet.
    pub end: usize,
    /// The first position before which the request may have been made; `end` where the log fixes the order.
    pub earliest: usize,
    /// The model that is asked; its reasoning is given back to it, that of others is not.
    pub model: Option<String>,
    /// `build` or `plan`.
    pub mode: Option<String>,
}

/// What becomes of the text of a skill once a checkpoint takes the place of the events before it. What a text
/// of a skill is, the events say; words in a message make nothing one (S4-82). The log is the same in all three.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum SkillTexts {
    /// It goes with the events, as Pixir does it; the summary may name it. This alone was ever sent by Pixir.
    #[default]
    AsRecorded,
    /// It stays to the byte, behind the summary, in the order it had (S3-40, S4-81).
    Protect,
    /// A line behind the summary names it in its place, so that the skill can be taken in again (S3-41).
    Reference,
}

impl Point {
    /// Returns the point of a call that succeeded, by the position of its usage event; `None` if that is none.
    pub fn of_call(log: &Log, position: usize) -> Option<Self> {
        match log.event(position)?.kind {
            EventKind::ProviderUsage(usage) => {
                let (earliest, end) = call_positions(log, position, &usage).into_inner();
                Some(Self { end, earliest, model: usage.model, mode: usage.mode })
            }
            _ => None,
        }
    }

    /// Returns whether the request may have been made before an event, although that stands before `end`.
    pub fn may_precede(&self, position: usize) -> bool {
        (self.earliest..self.end).contains(&position)
    }

    /// The point after an event. Which model would be asked is not recorded yet: the last one that was.
    pub fn after(log: &Log, position: usize) -> Self {
        let end = position.saturating_add(1).min(log.len());
        let last = |kind: Kind| (0..end).rev().find(|at| log.at(*at).is_some_and(|row| row.kind() == kind));
        let call = last(Kind::ProviderUsage).and_then(|at| Self::of_call(log, at));
        // A fork copies reasoning, but no usage.
        let thought = || match log.event(last(Kind::Reasoning)?)?.kind {
            EventKind::Reasoning(reasoning) => reasoning.model,
            _ => None,
        };
        match call {
            Some(call) => Self { end, earliest: end, ..call },
            None => Self { end, earliest: end, model: thought(), mode: None },
        }
    }
}

/// The items of a request made at a point, in the order they are sent. A companion is given for a session
/// whose host sends what the companion records; Pixir sends none of it.
pub fn compose(log: &Log, companion: Option<&Companion>, point: &Point, texts: SkillTexts) -> Vec<Item> {
    let end = point.end.min(log.len());
    let mut items: Vec<Item> = surroundings(log, end, point).into_iter().collect();
    let history = Checkpoints::read(log).history(log, end);
    let mut sent = send(log, history, point.model.as_deref());
    let behind = sent.iter().position(|item| item.form == Form::Checkpoint).map_or(0, |summary| summary + 1);
    sent.splice(behind..behind, outliving(log, end, texts));
    items.extend(sent);
    items.extend(late(log, companion, end));
    items
}

/// How many of the items a later request of the same turn would begin with, unless a checkpoint comes between:
/// all but the facts.
pub fn lasting(items: &[Item]) -> usize {
    items.iter().position(|item| matches!(item.form, Form::Fact { .. })).unwrap_or(items.len())
}

/// The posture a session records of itself, and where.
pub(crate) fn posture(log: &Log, end: usize) -> Option<(usize, Posture)> {
    let told = log.folded(0).take(end).filter(|(_, row)| row.kind() == Kind::SubagentEvent);
    told.map(|(position, _)| position).find_map(|position| match log.event(position)?.kind {
        EventKind::Posture(posture) => Some((position, posture)),
        _ => None,
    })
}

fn surroundings(log: &Log, end: usize, point: &Point) -> Option<Item> {
    let (position, posture) = posture(log, end)?;
    posture.workspace.as_ref()?;
    let is_plan = point.mode.as_deref() == Some("plan");
    let refuses = posture.permission_mode.as_deref() == Some("read_only") && !is_plan;
    let posture = if refuses { Told::Yes } else { Told::No };
    Some(Item { position, form: Form::Surroundings { posture } })
}

/// What is left of the texts of skills that the checkpoint in force covers.
fn outliving(log: &Log, end: usize, texts: SkillTexts) -> Vec<Item> {
    let form = match texts {
        SkillTexts::AsRecorded => return Vec::new(),
        SkillTexts::Protect => Form::Activation,
        SkillTexts::Reference => Form::Reference,
    };
    let covered = Context::read(log).covered(log, end).into_iter();
    covered.map(|position| Item { position, form }).collect()
}

// The facts of the turn that is open at the end; a turn that is closed gives none to the next.
fn late(log: &Log, companion: Option<&Companion>, end: usize) -> Vec<Item> {
    let turns = fold_before(log, end);
    let Some(turn) = turns.turns().last().filter(|turn| turn.outcome == crate::Outcome::Open) else {
        return Vec::new();
    };
    let found = facts(log, companion, turn).into_iter();
    let item = |fact: crate::Fact| Item {
        position: fact.after,
        form: Form::Fact { part: fact.part, line: fact.line },
    };
    found.filter(|fact| fact.after < end).map(item).collect()
}
