//! What the model had at one point of a session: before each call of the provider, and at the end of each row.

use std::collections::BTreeSet;
use std::sync::Arc;

use ::sessions::{EventKind, Item, Kind, Point, SkillTexts, Source, TextIntegrity};
use ::skills::Quote;
use ::workspace::{Letters, Read, Row, Session, Workspace};
use message::message;

use super::after::after;
use super::listed::listed;
use super::named::named;
use super::timeline::row_at;
use super::{
    CatalogThen, ContextNote, MomentAsk, MomentView, PermissionThen, Step, SummaryThen, TextCard, TextState,
    catalog_then, family, hydrated, provenance, texts,
};
use crate::window::turn_count;
use crate::wire::{Known, Millis};
use crate::{Code, Failure};

/// A point of a session, found.
pub(crate) struct Moment {
    pub point: Point,
    pub what: Step,
    /// The step, from 0.
    pub step: u32,
    /// Steps of its row.
    pub steps: u32,
    /// Position of the call's usage event.
    pub call: Option<usize>,
}

/// Finds a step of a row; without one, its last call, else its end.
pub(crate) fn at(read: &Read, number: u32, row: &Row, step: Option<u32>) -> Result<Moment, Failure> {
    let calls = calls(read, row);
    let failed = failed(read, row);
    let steps = calls.len() as u32 + u32::from(failed.is_some()) + 1;
    let step = step.unwrap_or_else(|| steps.saturating_sub(2).min(steps - 1));
    if step >= steps {
        let words = message!(
            "row {number} of the timeline has no step {step}; its last is {last}.",
            number,
            step,
            last = steps - 1
        );
        return Err(Failure::not_found(words)
            .hint(message!("Steps are counted from 0; the last is the end of the row.")));
    }
    let of = calls.len() as u32;
    let (point, what) = match (calls.get(step as usize), failed) {
        (Some(call), _) => (Point::of_call(&read.log, *call), Step::Call { number: step + 1, of }),
        (None, Some(end)) if step + 1 < steps => (Some(before(read, end)), Step::Failed),
        (None, _) => (None, Step::End),
    };
    let call = calls.get(step as usize).copied();
    let point = point.unwrap_or_else(|| before(read, end_of(read, number, row)));
    Ok(Moment { point, what, step, steps, call })
}

/// The point of a request that was not answered: model and mode are those of the last that was.
fn before(read: &Read, end: usize) -> Point {
    match end.checked_sub(1) {
        Some(last) => Point::after(&read.log, last),
        None => Point { end: 0, earliest: 0, model: None, mode: None },
    }
}

// A line that cannot be read stands behind the events of the row before it.
fn end_of(read: &Read, number: u32, row: &Row) -> usize {
    let rows = (0..number).rev().filter_map(|earlier| read.timeline().get(earlier));
    std::iter::once(row).chain(rows).find_map(Row::end).map_or(0, |last| last + 1)
}

/// Positions of the usage events of a row: one for each call that succeeded.
fn calls(read: &Read, row: &Row) -> Vec<usize> {
    let counts_call = |at: &usize| {
        read.log.at(*at).is_some_and(|row| row.kind() == Kind::ProviderUsage && !row.is_same_call())
    };
    row.positions().filter(counts_call).collect()
}

/// Where a call was made that failed: before the failure, and before the text it had begun.
fn failed(read: &Read, row: &Row) -> Option<usize> {
    let kind = |at: usize| read.log.at(at).map(::sessions::Row::kind);
    let failure = row.positions().rev().find(|at| kind(*at) == Some(Kind::TurnFailed))?;
    let EventKind::TurnFailed(told) = read.log.event(failure)?.kind else { return None };
    (told.terminal_status.as_deref() == Some("provider_error")).then_some(())?;
    let begun =
        failure.checked_sub(1).filter(|at| kind(*at) == Some(Kind::AssistantMessage) && row.contains(*at));
    Some(begun.unwrap_or(failure))
}

/// What the model had at a point.
///
/// # Errors
///
/// [`Code::NotFound`](crate::Code::NotFound) when the session's log is no longer there.
pub fn moment(workspace: &Workspace, ask: &MomentAsk) -> Result<MomentView, Failure> {
    let session = workspace.session(&ask.key).ok_or_else(Failure::session_gone)?;
    let (view, _) = answer(workspace, &session, ask.row, &|read, row| at(read, ask.row, row, ask.step))?;
    Ok(view)
}

/// What the model had at a call of a turn, for a script, and the point.
pub(crate) fn moment_of_turn(
    workspace: &Workspace,
    session: &Session,
    turn: Option<u32>,
    call: Option<u32>,
) -> Result<(MomentView, Point), Failure> {
    let (row, step) = {
        let read = session.read();
        let turns = read.turns.turns();
        let wanted = turn.unwrap_or(turns.len() as u32);
        let found = turns.iter().find(|one| one.number == wanted).ok_or_else(|| {
            Failure::not_found(message!("session {id} has {count}, but no turn {wanted}.", id = session.id, count => turn_count(turns.len()), wanted))
        })?;
        let row = read.timeline().row_of(found.opened).map_or(0, |row| row as u32);
        let calls = calls(read, row_at(read.timeline(), row)?).len() as u32;
        if let Some(call) = call.filter(|call| *call == 0 || *call > calls) {
            let words = message!(
                "turn {wanted} has {calls} recorded calls, so there is no call {call}.",
                wanted,
                calls,
                call
            );
            return Err(Failure::not_found(words).hint(message!("Calls are counted from 1.")));
        }
        (row, call.map(|call| call - 1))
    };
    answer(workspace, session, row, &|read, row_of| at(read, row, row_of, step))
}

/// The same after the event with a number.
pub(crate) fn moment_at_end(
    workspace: &Workspace,
    session: &Session,
    seq: u64,
) -> Result<(MomentView, Point), Failure> {
    let (position, row) = {
        let read = session.read();
        let seq = ::sessions::Seq::Whole(i128::from(seq));
        let position = read.log.position_of(&seq).ok_or_else(|| {
            Failure::not_found(message!("session {id} has no events up to {seq}.", id = session.id, seq))
        })?;
        (position, read.timeline().row_of(position).map_or(0, |row| row as u32))
    };
    answer(workspace, session, row, &|read, _| {
        Ok(Moment {
            point: Point::after(&read.log, position),
            what: Step::End,
            step: 0,
            steps: 1,
            call: None,
        })
    })
}

type Finding<'a> = &'a dyn Fn(&Read, &Row) -> Result<Moment, Failure>;

fn answer(
    workspace: &Workspace,
    session: &Session,
    number: u32,
    find: Finding<'_>,
) -> Result<(MomentView, Point), Failure> {
    let read = session.read();
    let row = row_at(read.timeline(), number)?;
    let found = find(read, row)?;
    let recorded = catalog_then::recorded_of(read, found.call);
    let catalog = catalog_then::catalog_then(workspace, session.place.source, recorded);
    let mut view = view(read, number, row, &found, catalog);
    view.oddities.extend(not_sent(session.place.source));
    view.notes = view.oddities.iter().map(ToString::to_string).collect();
    Ok((view, found.point))
}

/// Says why what was sent is not composed for a source; `None` if it is.
fn not_sent(source: Source) -> Option<ContextNote> {
    match source {
        _ if source.rules().tells.requests => None,
        Source::Assay => Some(ContextNote::RecordedByAssay),
        other => Some(ContextNote::NoRequests { agent: other.to_string() }),
    }
}

/// The input of the provider at a point, for a source whose rules of sending are known.
pub(crate) fn composed(read: &Read, point: &Point, texts: SkillTexts) -> Result<Arc<Vec<Item>>, Failure> {
    let why = match not_sent(read.log.source()) {
        None => return Ok(read.composed(point, texts)),
        Some(ContextNote::NoRequests { agent }) => {
            message!("{agent} does not record its requests to the model.", agent)
        }
        Some(_) => {
            message!("Assay recorded this session itself; it does not know what the agent sent to the model.")
        }
    };
    let hint = message!("The skill texts in context at this point are known anyway.");
    Err(Failure::new(Code::NotHere, why).hint(hint))
}

fn view(read: &Read, number: u32, row: &Row, found: &Moment, catalog: CatalogThen) -> MomentView {
    let end = found.point.end;
    let last = end.checked_sub(1);
    let letters = read.letters();
    let visible = last.map_or(Vec::new(), |last| read.context.visible_at(&read.log, last));
    let items = composed(read, &found.point, SkillTexts::AsRecorded).ok().map(|items| items.len());
    let dropped = last.map_or(0, |last| read.context.gone_at(&read.log, last).len());
    let hydrated = hydrated::hydrated_before(read, number, row, end);
    let decided = provenance::decisions(read, number, row, &hydrated, end);
    let posture = family::posture(read);
    let timed = found.call.or(last).and_then(|at| Some((at, read.log.event(at)?)));
    MomentView {
        row: number,
        step: found.step,
        steps: found.steps,
        what: found.what,
        turn: provenance::turn_of(read, row).map(|turn| turn.number),
        after_seq: seq(read, last),
        after_line: last.and_then(|at| read.log.at(at)).map_or(0, |row| read.log.line_of(row.line())),
        at: timed.and_then(|(at, event)| read.at(at, event.ts.as_deref())).map(Millis),
        model: found.point.model.clone(),
        mode: found.point.mode.clone(),
        known: match (found.call, &found.point.model) {
            (Some(_), _) => Known::Recorded,
            (None, Some(_)) => Known::Inferred,
            (None, None) => Known::Unknown,
        },
        texts: texts_at(read, letters, &visible, &found.point),
        inherits: read.log.about().and_then(|about| Some(about.base.as_ref()?.session.clone())),
        hydrated: hydrated.iter().map(hydrated::card).collect(),
        catalog,
        permission: PermissionThen {
            known: if posture.is_some() { Known::Recorded } else { Known::Unknown },
            line: posture.as_ref().map(|posture| posture.line),
            mode: posture.map(|posture| posture.mode),
            allowed: decided.allowed,
            denied: decided.denied,
        },
        summary: last.and_then(|last| summary(read, last)),
        named: named(read, row.positions().filter(|at| *at < end)),
        numbered: read.log.source().is_envelope(),
        listed: listed(read, end),
        items: items.map(|items| items as u32),
        items_outliving: items.map(|items| (items + dropped) as u32),
        oddities: notes(read, letters, &visible)
            .into_iter()
            .chain(open_order(&found.point, &visible))
            .chain(other_history(read))
            .collect(),
        notes: Vec::new(),
    }
}

pub(crate) fn seq(read: &Read, position: Option<usize>) -> String {
    position.and_then(|at| read.log.at(at)).map(|row| read.log.seq(row).to_string()).unwrap_or_default()
}

fn texts_at(read: &Read, letters: &Letters, visible: &[usize], point: &Point) -> Vec<TextCard> {
    let last = point.end.checked_sub(1);
    let card = |position: usize, state: TextState| {
        let activated = read.activated_at(position)?;
        Some(TextCard {
            letter: letters.at(position)?.into(),
            by: activated.by.to_string(),
            turn: activated.turn,
            seq: activated.seq.clone(),
            line: activated.line,
            state,
            // Which texts are sent follows from the order of events; it stands nowhere.
            known: if point.may_precede(position) { Known::Unknown } else { Known::Reconstructed },
        })
    };
    let sent = visible.iter().enumerate().filter_map(|(at, one)| card(*one, sent(letters, &visible[at..])));
    let dropped = last.map_or(Vec::new(), |last| read.context.dropped_at(&read.log, last));
    let dropped = dropped.iter().filter_map(|one| {
        let at = seq(read, Some(one.checkpoint));
        card(one.position, TextState::Dropped { at, named: one.is_named, after: after(read, one) })
    });
    sent.chain(dropped).collect()
}

/// The state of the first of some texts that are sent, by those after it.
fn sent(letters: &Letters, texts: &[usize]) -> TextState {
    let Some((own, later)) = texts.split_first() else { return TextState::Full };
    let Some(letter) = letters.at(*own) else { return TextState::Full };
    let same = later.iter().rev().filter_map(|at| letters.at(*at)).find(|later| later.name == letter.name);
    match same {
        Some(latest) if latest == letter => TextState::Repeated,
        Some(latest) => TextState::Superseded { by: latest.into() },
        None => TextState::Full,
    }
}

fn summary(read: &Read, last: usize) -> Option<SummaryThen> {
    let position = read.context.checkpoint_at(last)?;
    let event = read.log.event(position)?;
    let EventKind::Compaction(compaction) = event.kind else { return None };
    let end = |seq: Option<i64>| seq.map_or("?".to_owned(), |seq| seq.to_string());
    Some(SummaryThen {
        seq: event.seq.to_string(),
        line: event.line,
        trigger: compaction.trigger.unwrap_or_default(),
        range: format!("{}–{}", end(compaction.from_seq), end(compaction.to_seq)),
        text: texts::clip(&compaction.summary.unwrap_or_default()),
    })
}

/// Says which history the session goes on from that its log does not hold; `None` if there is none.
fn other_history(read: &Read) -> Option<ContextNote> {
    let base = read.log.about()?.base.as_ref()?;
    Some(ContextNote::OtherHistory { thread: Quote::whole(&base.session), end: base.end })
}

/// Says that the log does not fix whether a call was made before a text; `None` if it does.
fn open_order(point: &Point, visible: &[usize]) -> Option<ContextNote> {
    let is_open = visible.iter().any(|position| point.may_precede(*position));
    is_open.then_some(ContextNote::OpenOrder)
}

/// Two versions of one skill, one text more than once, and what its hash does not prove.
fn notes(read: &Read, letters: &Letters, visible: &[usize]) -> Vec<ContextNote> {
    let mut notes = provenance::notes(read, letters, visible);
    let mut told = BTreeSet::new();
    for letter in visible.iter().filter_map(|at| letters.index_at(*at)) {
        let times = visible.iter().filter(|at| letters.index_at(**at) == Some(letter)).count();
        if times > 1 && told.insert(letter) {
            let named = &letters.all()[letter];
            let (name, letter) = (Quote::whole(&named.name), named.letter.clone());
            notes.push(if read.log.source().rules().tells.requests {
                ContextNote::SentAgain { name, letter, times }
            } else {
                ContextNote::InContextAgain { name, letter, times }
            });
        }
    }
    let unproven =
        |at: &&usize| read.activated_at(**at).is_some_and(|one| one.integrity == TextIntegrity::NoHash);
    let count = visible.iter().filter(unproven).count();
    if count > 0 && read.log.source().is_envelope() {
        notes.push(ContextNote::NoHash { count });
    }
    notes
}
