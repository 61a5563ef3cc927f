//! The turn of a session that facts are for, as its log says.

use ::hydration::{ForActivation, ForTurn};
use ::sessions::{Lease, SessionId};

use super::TurnMark;
use super::keeping::keeping;
use crate::logs::{Read, Session};
use crate::{App, Code, Failure};

/// The turn of that number, or the last one.
pub(crate) fn for_turn(
    app: &App,
    session: &Session,
    number: Option<u32>,
    skill: &str,
) -> Result<ForTurn, Failure> {
    let read = session.read();
    let turns = read.turns.turns();
    let turn = match number {
        Some(number) => Some(turns.iter().find(|turn| turn.number == number).ok_or_else(|| {
            Failure::not_found(format!("session {} has no turn {number}", session.id))
                .hint(format!("it has {} turns", turns.len()))
        })?),
        None => turns.last(),
    };
    let last = turn.map_or(read.log.len(), |turn| turn.positions.end).checked_sub(1);
    let id = SessionId::parse(session.id.as_bytes())
        .map_err(|bad| Failure::new(Code::Damaged, format!("the session’s id cannot be used: {bad}")))?;
    let writer = match ::sessions::lease(&session.place.workspace, &id, app.now()) {
        Ok(Lease::Active(holder)) => Some(holder.id),
        _ => None,
    };
    Ok(ForTurn {
        session: id,
        workspace: session.place.workspace.clone(),
        keeping: keeping(app, session),
        after_seq: last.and_then(|at| seq(&read, at)),
        turn: turn.map(|turn| turn.number.into()),
        user_message: turn.and_then(|turn| read.log.event(turn.opened)).and_then(|event| event.id),
        activation: activation(&read, turn.map(|turn| turn.number), skill),
        writer,
    })
}

// The skill's last activation up to the end of that turn; of a session without turns the last one.
fn activation(read: &Read, turn: Option<u32>, skill: &str) -> Option<ForActivation> {
    let until = |at: Option<u32>| at.zip(turn).is_none_or(|(at, turn)| at <= turn);
    let found = read.activations.iter().rev().find(|one| one.name == skill && until(one.turn))?;
    let words = match found.turn {
        Some(turn) => format!("activated by {} in turn {turn}", found.by),
        None => format!("activated by {}", found.by),
    };
    Some(ForActivation {
        event: read.log.event(found.position).and_then(|event| event.id),
        seq: seq(read, found.position),
        content_hash: (!found.hash.is_empty()).then(|| found.hash.clone()),
        words,
    })
}

fn seq(read: &Read, position: usize) -> Option<u64> {
    read.log.at(position).and_then(|row| read.log.seq(row).number())
}

/// A session and turn, with what leads to them on screen.
pub(crate) fn mark(app: &App, session: &str, turn: Option<u32>) -> TurnMark {
    let logs = app.look_at_logs();
    let found = logs.sessions.iter().find(|known| known.id == session);
    let row = found.zip(turn).and_then(|(session, number)| {
        let read = session.read();
        let turn = read.turns.turns().iter().find(|turn| turn.number == number)?;
        u32::try_from(read.timeline().row_of(turn.opened)?).ok()
    });
    TurnMark { session: session.to_owned(), key: found.map(|session| session.key.clone()), turn, row }
}
