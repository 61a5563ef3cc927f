//! The turn of a session that facts are for, as its log says.

use ::hydration::{ForActivation, ForTurn, SkillFacts};
use ::sessions::{Lease, SessionId};
use ::workspace::{Activated, ActivatedBy, Read, Session, Workspace};
use message::message;

use super::keeping::keeping;
use crate::{Code, Failure};
use views::window::turn_count;

/// The session and turn that facts are wanted for.
pub(crate) struct Purpose<'a> {
    pub session: &'a Session,
    /// Its number; the last turn when nothing is said.
    pub turn: Option<u32>,
}

/// The turn that facts of a skill are for. What the session took in under that name must be the very file, with the
/// bytes it has now: facts that one file declares are never handed out under the name of another.
pub(crate) fn for_facts(
    workspace: &Workspace,
    purpose: &Purpose<'_>,
    skill: &SkillFacts,
) -> Result<ForTurn, Failure> {
    let is_same = |one: &Activated| {
        // A workspace may have moved since, and not every log tells the place.
        let fits = one.path.as_os_str().is_empty() || one.short_path == skill.short_path;
        let is_equal = one.hash == skill.content_hash.to_string();
        one.name == skill.name && (one.path == skill.path || fits && is_equal)
    };
    let session = &purpose.session.id;
    let (turn, found) = turn_of(workspace, purpose, &is_same)?;
    let Some(found) = found else {
        let (_, namesake) = turn_of(workspace, purpose, &|one: &Activated| one.name == skill.name)?;
        let Some(namesake) = namesake else { return Ok(turn) };
        let words = message!(
            "session {session} activated {name} from {path}, which is not {other}.",
            session,
            name = skill.name,
            path = namesake.path.display(),
            other = skill.path.display()
        );
        return Err(Failure::new(Code::Refused, words).hint(message!("Activate this one, then retry.")));
    };
    if !found.hash.is_empty() && found.hash != skill.content_hash.to_string() {
        return Err(changed(&skill.path));
    }
    Ok(turn)
}

/// Why a file that is not what it was gives no facts.
pub(crate) fn changed(path: &std::path::Path) -> Failure {
    let words = message!("{path} changed since it was activated; nothing was run.", path = path.display());
    Failure::new(Code::Refused, words).hint(message!("Activate the skill again, then retry."))
}

/// The last turn of a session, for a decision about the skill whose file this is.
pub(crate) fn last_turn(
    workspace: &Workspace,
    session: &Session,
    skill: &std::path::Path,
) -> Result<ForTurn, Failure> {
    turn_of(workspace, &Purpose { session, turn: None }, &|one: &Activated| one.path == skill)
        .map(|(turn, _)| turn)
}

fn turn_of(
    workspace: &Workspace,
    purpose: &Purpose<'_>,
    is_meant: &dyn Fn(&Activated) -> bool,
) -> Result<(ForTurn, Option<Activated>), Failure> {
    let (session, number) = (purpose.session, purpose.turn);
    let read = session.read();
    let turns = read.turns.turns();
    let turn = match number {
        Some(number) => Some(turns.iter().find(|turn| turn.number == number).ok_or_else(|| {
            Failure::not_found(message!("session {id} has no turn {number}.", id = session.id, number))
                .hint(message!("It has {count}.", count => turn_count(turns.len())))
        })?),
        None => turns.last(),
    };
    let last = turn.map_or(read.log.len(), |turn| turn.positions.end).checked_sub(1);
    let id = SessionId::parse(session.id.as_bytes()).map_err(|bad| {
        Failure::new(Code::Damaged, message!("the session’s id cannot be used: {bad}.", bad))
    })?;
    let writer = match ::sessions::lease(&session.place.workspace, &id, workspace.now()) {
        Ok(Lease::Active(holder)) => Some(holder.id),
        _ => None,
    };
    let activated = activated(read, turn.map(|turn| turn.number), is_meant);
    let turn = ForTurn {
        session: id,
        workspace: session.place.workspace.clone(),
        keeping: keeping(workspace, session),
        after_seq: last.and_then(|at| seq(read, at)),
        turn: turn.map(|turn| turn.number.into()),
        user_message: turn.and_then(|turn| read.log.event(turn.opened)).and_then(|event| event.id),
        activation: activated.map(|one| mark_of(read, one)),
        writer,
    };
    Ok((turn, activated.cloned()))
}

// The last activation up to the end of that turn; of a session without turns the last one.
fn activated<'a>(
    read: &'a Read,
    turn: Option<u32>,
    is_meant: &dyn Fn(&Activated) -> bool,
) -> Option<&'a Activated> {
    let until = |at: Option<u32>| at.zip(turn).is_none_or(|(at, turn)| at <= turn);
    read.activations.iter().rev().find(|one| is_meant(one) && until(one.turn))
}

fn mark_of(read: &Read, found: &Activated) -> ForActivation {
    let by = match found.by {
        ActivatedBy::User => message!("the user"),
        ActivatedBy::Model => message!("the model"),
        ActivatedBy::Agent => message!("the agent"),
        ActivatedBy::NotRecorded => message!("an unknown caller"),
    };
    let words = match found.turn {
        Some(turn) => message!("activated by {by} in turn {turn}", by => by, turn),
        None => message!("activated by {by}", by => by),
    };
    ForActivation {
        event: read.log.event(found.position).and_then(|event| event.id),
        seq: seq(read, found.position),
        content_hash: (!found.hash.is_empty()).then(|| found.hash.clone()),
        words,
    }
}

fn seq(read: &Read, position: usize) -> Option<u64> {
    read.log.at(position).and_then(|row| read.log.seq(row).number())
}
