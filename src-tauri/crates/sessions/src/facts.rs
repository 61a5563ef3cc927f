//! Which fresh facts shaped a turn (requirements S1-14, S1-15, S1-24, S1-28).

use crate::event::Fork;
use crate::index::Kind;
use crate::{Companion, EventKind, Hydration, Log, Part, Placed, Turn};

/// Whose words an item of a request is. A hydration is never the user's and never the assistant's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// The user's; Pixir sends skills and checkpoints in the same role.
    User,
    /// The model's.
    Assistant,
    /// The developer's: context that a program adds.
    Developer,
}

/// One released text, as an item of its own turn's requests and of no other's.
#[derive(Debug, Clone, PartialEq)]
pub struct Fact {
    /// Whose words it is.
    pub role: Role,
    /// The session's position it stands after: never before the user's message.
    pub after: usize,
    /// The log it is recorded in.
    pub part: Part,
    /// The line there.
    pub line: u32,
    /// The evidence.
    pub hydration: Box<Hydration>,
}

/// The facts released in a turn, in the order they stand. Compactions do not change the answer: what a turn
/// was given is recorded, whatever is sent later.
pub fn facts(log: &Log, companion: Option<&Companion>, turn: &Turn) -> Vec<Fact> {
    let placed = companion.map(|companion| companion.placed(log)).unwrap_or_default();
    let mut found = recorded(log, turn);
    found.extend(companion.and_then(Companion::log).into_iter().flat_map(|own| in_turn(own, &placed, turn)));
    in_order(found)
}

/// The facts of a copied turn in a fork, from the companion of the session it was forked from.
pub fn inherited_facts(log: &Log, fork: &Fork, parent: &Companion, turn: &Turn) -> Vec<Fact> {
    let placed = parent.placed_in_fork(log, fork);
    in_order(parent.log().map(|own| in_turn(own, &placed, turn)).unwrap_or_default())
}

fn recorded(log: &Log, turn: &Turn) -> Vec<Fact> {
    let is_hydration = |at: &usize| log.at(*at).is_some_and(|row| row.kind() == Kind::SkillContextHydration);
    let own = turn.positions.clone().filter(is_hydration);
    own.filter_map(|at| fact(log, at, turn.opened.max(at), Part::Log)).collect()
}

fn in_turn(companion: &Log, placed: &[Placed], turn: &Turn) -> Vec<Fact> {
    let own = placed.iter().filter_map(|one| Some((one.position, one.after.filter(|at| turn.holds(*at))?)));
    own.filter_map(|(at, after)| fact(companion, at, after.max(turn.opened), Part::Companion)).collect()
}

fn fact(log: &Log, position: usize, after: usize, part: Part) -> Option<Fact> {
    let event = log.event(position)?;
    let EventKind::Hydration(hydration) = event.kind else { return None };
    // What was shown and kept back shaped nothing.
    hydration.released.as_ref()?;
    Some(Fact { role: Role::Developer, after, part, line: event.line, hydration })
}

fn in_order(mut found: Vec<Fact>) -> Vec<Fact> {
    found.sort_by_key(|fact| (fact.after, fact.part, fact.line));
    found
}
