//! A session's timeline: turns in order, and what stands between them.

use ::sessions::{Event, EventKind, Kind, Origin, Turn};
use ::workspace::{Letters, Read, Row, Timeline, What, Workspace};
use message::message;

use super::after::dropped_by;
use super::bookkeeping::is_bookkeeping;
use super::named::named;
use super::{
    ActivationChip, EventKinds, Place, PlaceAsk, PlaceView, Segment, TimelineAsk, TimelineRow, TimelineView,
};
use crate::Failure;
use crate::wire::{Millis, ROWS};

/// Characters of a prompt in a row.
const PROMPT: usize = 200;

/// A window of the timeline.
///
/// # Errors
///
/// [`Code::NotFound`](crate::Code::NotFound) when the session's log is no longer there.
pub fn timeline(workspace: &Workspace, ask: &TimelineAsk) -> Result<TimelineView, Failure> {
    let session = workspace.session(&ask.key).ok_or_else(Failure::session_gone)?;
    let logs = workspace.logs();
    let read = session.read();
    let (timeline, letters) = (read.timeline(), read.letters());
    let window = timeline.rows.iter().enumerate().skip(ask.from as usize).take(ask.count.min(ROWS) as usize);
    let mut texts = Texts::of(read, letters);
    let rows = window.map(|(number, row)| view(&logs, &mut texts, number as u32, row)).collect();
    Ok(TimelineView { total: timeline.rows.len() as u32, from: ask.from, rows })
}

/// The row of a timeline with a number.
pub(crate) fn row_at(timeline: &Timeline, row: u32) -> Result<&Row, Failure> {
    timeline.get(row).ok_or_else(|| Failure::not_found(message!("the timeline has no row {row}.", row)))
}

/// The row that a place is in.
///
/// # Errors
///
/// [`Code::NotFound`](crate::Code::NotFound) when the session's log is no longer there.
pub fn place(workspace: &Workspace, ask: &PlaceAsk) -> Result<PlaceView, Failure> {
    let session = workspace.session(&ask.key).ok_or_else(Failure::session_gone)?;
    let read = session.read();
    let timeline = read.timeline();
    let line = match ask.place {
        Place::FileLine(line) => record_on(read, line),
        Place::Line(_) | Place::Turn(_) => None,
    };
    let found = match ask.place {
        Place::Turn(number) => timeline.rows.iter().position(
            |row| matches!(row.what, What::Turn(turn) if read.turns.turns()[turn].number == number),
        ),
        Place::Line(line) => row_with(read, line),
        Place::FileLine(_) => line.and_then(|line| row_with(read, line)),
    };
    Ok(PlaceView { row: found.map(|row| row as u32), line })
}

/// The first record on a line of the file.
fn record_on(read: &Read, line: u32) -> Option<u32> {
    let records = read.log.rows().iter().map(sessions::Row::line);
    records.filter(|record| read.log.line_of(*record) == line).min()
}

/// The row with a record.
fn row_with(read: &Read, line: u32) -> Option<usize> {
    let timeline = read.timeline();
    let stands = read.log.position_of_record(line).and_then(|at| timeline.row_of(at));
    let is_unread = |row: &Row| read.log.unread()[row.unread.clone()].iter().any(|one| one.line == line);
    stands.or_else(|| timeline.rows.iter().position(is_unread))
}

/// One row with everything that is shown of it.
pub(crate) fn view(logs: &::workspace::Logs, texts: &mut Texts<'_>, number: u32, row: &Row) -> TimelineRow {
    let (read, letters) = (texts.read, texts.letters);
    let lines = row.positions().filter_map(|at| read.log.at(at)).map(sessions::Row::line);
    let unread = &read.log.unread()[row.unread.clone()];
    let line = |pick: fn(u32, u32) -> u32| {
        lines.clone().chain(unread.iter().map(|unread| unread.line)).reduce(pick).unwrap_or(0)
    };
    let first = row.positions().next().and_then(|at| Some((at, read.log.event(at)?)));
    let (in_full, by_name) = row.end().map_or((0, 0), |end| texts.at(end));
    TimelineRow {
        row: number,
        what: what(logs, read, letters, row, first.as_ref().map(|(_, event)| event)),
        at: first.as_ref().and_then(|(at, event)| read.at(*at, event.ts.as_deref())).map(Millis),
        from_line: line(u32::min),
        to_line: line(u32::max),
        seqs: seqs(read, row),
        after_break: row.after_break,
        in_full,
        by_name,
        hydrations: super::hydrated::count(read, number, row),
    }
}

fn seqs(read: &Read, row: &Row) -> String {
    let seq = |at: Option<usize>| Some(read.log.seq(read.log.at(at?)?).number()?.to_string());
    match (seq(row.positions().next()), seq(row.positions().next_back())) {
        (Some(first), Some(last)) if first == last => first,
        (Some(first), Some(last)) => format!("{first}–{last}"),
        (Some(one), None) | (None, Some(one)) => one,
        (None, None) => String::new(),
    }
}

/// Counts the texts in context at one row after the other. They are the same at most rows as at the one before.
pub(crate) struct Texts<'a> {
    read: &'a Read,
    letters: &'a Letters,
    last: Option<(usize, (u32, u32))>,
}

impl<'a> Texts<'a> {
    pub(crate) fn of(read: &'a Read, letters: &'a Letters) -> Self {
        Self { read, letters, last: None }
    }

    /// How many are there in full after a position, and of how many others only the name is left.
    fn at(&mut self, position: usize) -> (u32, u32) {
        let is_same = |last: usize| last <= position && self.read.context.is_steady(last + 1..position + 1);
        let counts = match self.last {
            Some((last, counts)) if is_same(last) => counts,
            _ => self.counted(position),
        };
        self.last = Some((position, counts));
        counts
    }

    fn counted(&self, position: usize) -> (u32, u32) {
        let mut counted = vec![false; self.letters.all().len()];
        let mut new = |positions: Vec<usize>| {
            let found = positions.into_iter().filter_map(|at| self.letters.index_at(at));
            found.filter(|letter| !std::mem::replace(&mut counted[*letter], true)).count() as u32
        };
        let full = new(self.read.context.visible_as_recorded(&self.read.log, position));
        (full, new(self.read.context.gone_at(&self.read.log, position)))
    }
}

fn what(
    logs: &::workspace::Logs,
    read: &Read,
    letters: &Letters,
    row: &Row,
    first: Option<&Event>,
) -> Segment {
    match row.what {
        What::Turn(index) => turn(read, letters, &read.turns.turns()[index]),
        What::Opening => Segment::Opening { events: kinds(read, row) },
        What::Between => Segment::Between { events: kinds(read, row) },
        What::Compaction => {
            let position = row.start();
            let dropped = read.context.gone_at(&read.log, position).len();
            let before = position.checked_sub(1).map_or(0, |at| read.context.gone_at(&read.log, at).len());
            let trigger = match first.map(|event| &event.kind) {
                Some(EventKind::Compaction(compaction)) => compaction.trigger.clone().unwrap_or_default(),
                _ => String::new(),
            };
            let seq = first.map(|event| event.seq.to_string()).unwrap_or_default();
            let texts = dropped_by(read, letters, position);
            Segment::Compaction { seq, dropped: dropped.saturating_sub(before) as u32, texts, trigger }
        }
        What::Subagent => {
            let last = row.positions().next_back().and_then(|at| read.log.event(at));
            match last.map(|event| event.kind) {
                Some(EventKind::Subagent(child)) => Segment::Subagent {
                    agent: child.agent.unwrap_or_default(),
                    status: child.event.or(child.status).unwrap_or_default(),
                    key: super::family::key_of(logs, child.child_session_id.as_deref()),
                },
                _ => Segment::Between { events: kinds(read, row) },
            }
        }
        What::Break => {
            let unread = &read.log.unread()[row.unread.clone()];
            Segment::Break {
                line: read.log.line_of(unread[0].line),
                lines: unread.len() as u32,
                reason: unread[0].reason.clone(),
            }
        }
    }
}

fn turn(read: &Read, letters: &Letters, turn: &Turn) -> Segment {
    let detail = ::sessions::detail(&read.log, turn);
    let tokens = detail.tokens.map(|tokens| tokens.input + tokens.output);
    let failure = detail.failure.map(|(kind, _)| kind.replace('_', " "));
    let seconds = |at: usize| read.log.event(at).and_then(|event| read.at(at, event.ts.as_deref()));
    let duration = seconds(turn.positions.start).zip(seconds(turn.positions.end - 1));
    Segment::Turn {
        number: turn.number,
        prompt: ::sessions::first_words(&detail.prompt.unwrap_or_default(), PROMPT),
        outcome: turn.outcome,
        failure,
        activations: turn.activations.iter().filter_map(|at| chip(read, letters, *at)).collect(),
        named: named(read, turn.positions.clone()),
        templates: templates(&detail.shaped),
        tools: turn.tools,
        tokens: tokens.map(|tokens| u32::try_from(tokens).unwrap_or(u32::MAX)),
        duration_ms: duration.and_then(|(from, to)| u32::try_from(to - from).ok()),
        copied: turn.origin == Origin::Copied,
    }
}

/// The workflow templates of skills that ran in a turn.
pub(crate) fn templates(shaped: &[::sessions::Shaped]) -> Vec<String> {
    let template = |shaped: &::sessions::Shaped| match &shaped.by {
        ::sessions::Shaping::Workflow(template) => template.template_id.clone(),
        ::sessions::Shaping::Activation(_) | ::sessions::Shaping::Resource(_) => None,
    };
    shaped.iter().filter_map(template).collect()
}

/// The chip of the activation at a position.
pub(crate) fn chip(read: &Read, letters: &Letters, position: usize) -> Option<ActivationChip> {
    let activated = read.activated_at(position)?;
    let letter = letters.at(position)?.into();
    Some(ActivationChip { letter, by: activated.by.to_string(), line: activated.line })
}

/// The types of the events of a row in the file's own words, and its bookkeeping lines.
fn kinds(read: &Read, row: &Row) -> EventKinds {
    let (kept, rest): (Vec<usize>, Vec<usize>) = row.positions().partition(|at| is_bookkeeping(read, *at));
    let mut types: Vec<String> = Vec::new();
    for at in rest.iter().copied().take(50) {
        let name = match read.log.at(at).map(::sessions::Row::kind) {
            Some(Kind::SubagentEvent) if is_posture(read, at) => "permission_posture",
            kind => kind.map_or("", Kind::name),
        };
        let name = name.replace('_', " ");
        if !types.contains(&name) {
            types.push(name);
        }
    }
    EventKinds { types, bookkeeping: kept.len() as u32 }
}

fn is_posture(read: &Read, position: usize) -> bool {
    matches!(read.log.event(position).map(|event| event.kind), Some(EventKind::Posture(_)))
}
