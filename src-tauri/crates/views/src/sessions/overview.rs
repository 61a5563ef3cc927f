//! A session at a glance: what is in context and what happened, in stretches of as many events each.

use std::ops::Range;

use ::sessions::{EventKind, Kind};
use ::workspace::{Read, Workspace};

use super::{EventSpan, Letter, OverviewAsk, OverviewLane, OverviewStretch, OverviewView};
use crate::Failure;

/// Stretches of one answer.
const STRETCHES: usize = 400;
/// Calls of one stretch whose count of tokens is read.
const CALLS: usize = 8;
/// Skill texts with a lane.
const LANES: usize = 8;

/// A session in stretches.
///
/// # Errors
///
/// [`Code::NotFound`](crate::Code::NotFound) when the session's log is no longer there.
pub fn overview(workspace: &Workspace, ask: &OverviewAsk) -> Result<OverviewView, Failure> {
    let session = workspace.session(&ask.key).ok_or_else(Failure::session_gone)?;
    let read = session.read();
    let events = read.log.len();
    let count = events.min((ask.stretches as usize).clamp(1, STRETCHES));
    let edge = |number: usize| number * events / count;
    let mut stretches: Vec<_> =
        (0..count).map(|number| stretch(read, edge(number)..edge(number + 1))).collect();
    noted(read, &mut stretches);
    let (lanes, lanes_left_out) = lanes(read);
    Ok(OverviewView { events: events as u32, stretches, lanes, lanes_left_out })
}

fn stretch(read: &Read, positions: Range<usize>) -> OverviewStretch {
    let timeline = read.timeline();
    let row = timeline.row_of(positions.start);
    let mut found = OverviewStretch {
        from: positions.start as u32,
        to: positions.end as u32,
        row: row.unwrap_or(0) as u32,
        line: read.log.at(positions.start).map_or(0, ::sessions::Row::line),
        turn: read.turns.turn_at(positions.start).map(|turn| turn.number),
        tokens: None,
        failures: 0,
        compactions: 0,
        activations: 0,
        hydrations: 0,
    };
    let mut calls = Vec::new();
    let mut telling = None;
    for (at, row) in read.log.rows_at(positions) {
        let (rank, counted) = match row.kind() {
            Kind::TurnFailed => (4, &mut found.failures),
            Kind::HistoryCompaction => (3, &mut found.compactions),
            Kind::SkillContextHydration => (2, &mut found.hydrations),
            Kind::SkillActivation if !row.is_aside() => (1, &mut found.activations),
            Kind::ProviderUsage if !row.is_aside() && !row.is_same_call() => {
                calls.push(at);
                continue;
            }
            _ => continue,
        };
        *counted += 1;
        // One is led to what weighs most in the stretch, and to the first of these.
        if telling.is_none_or(|(known, _, _)| rank > known) {
            telling = Some((rank, at, row.line()));
        }
    }
    if let Some((_, at, line)) = telling {
        (found.line, found.row) = (line, timeline.row_of(at).map_or(found.row, |row| row as u32));
    }
    let some = calls.iter().rev().step_by(calls.len().div_ceil(CALLS).max(1));
    found.tokens = some.filter_map(|at| sent(read, *at)).max();
    found
}

/// Tokens that a call sent, where it counted any.
fn sent(read: &Read, position: usize) -> Option<u32> {
    match read.log.event(position)?.kind {
        EventKind::ProviderUsage(usage) => {
            usage.input_tokens.filter(|sent| *sent > 0).map(|sent| u32::try_from(sent).unwrap_or(u32::MAX))
        }
        _ => None,
    }
}

/// Counts what Assay itself recorded of hydrations.
fn noted(read: &Read, stretches: &mut [OverviewStretch]) {
    let placement = read.placement();
    for (number, row) in read.timeline().rows.iter().enumerate() {
        for one in placement.of_row(number as u32) {
            let kind = read.evidence.log(one.part).and_then(|log| log.at(one.position));
            if kind.map(::sessions::Row::kind) != Some(Kind::SkillContextHydration) {
                continue;
            }
            let position = one.after.unwrap_or_else(|| row.start()) as u32;
            let behind = stretches.partition_point(|stretch| stretch.from <= position);
            if let Some(stretch) = behind.checked_sub(1).and_then(|at| stretches.get_mut(at)) {
                stretch.hydrations += 1;
            }
        }
    }
}

/// Where the texts of skills are in context, those that are there longest first.
fn lanes(read: &Read) -> (Vec<OverviewLane>, u32) {
    let letters = read.letters();
    let mut spans: Vec<Vec<Range<usize>>> = vec![Vec::new(); letters.all().len()];
    for band in read.context.bands(&read.log) {
        if let Some(own) = letters.index_at(band.position).and_then(|letter| spans.get_mut(letter)) {
            own.extend(band.spans);
        }
    }
    let mut lanes: Vec<(usize, usize, Vec<Range<usize>>)> = spans
        .into_iter()
        .enumerate()
        .map(|(letter, spans)| (letter, joined(spans)))
        .filter(|(_, spans)| !spans.is_empty())
        .map(|(letter, spans)| (letter, spans.iter().map(Range::len).sum(), spans))
        .collect();
    let left_out = lanes.len().saturating_sub(LANES);
    lanes.sort_by_key(|(letter, length, _)| (std::cmp::Reverse(*length), *letter));
    lanes.truncate(LANES);
    lanes.sort_by_key(|(letter, _, _)| *letter);
    let lane = |(letter, _, spans): (usize, usize, Vec<Range<usize>>)| OverviewLane {
        letter: Letter::from(&letters.all()[letter]),
        spans: spans.iter().map(|span| EventSpan { from: span.start as u32, to: span.end as u32 }).collect(),
    };
    (lanes.into_iter().map(lane).collect(), left_out as u32)
}

/// Stretches that touch are one.
fn joined(mut spans: Vec<Range<usize>>) -> Vec<Range<usize>> {
    spans.sort_by_key(|span| span.start);
    let mut joined: Vec<Range<usize>> = Vec::new();
    for span in spans.into_iter().filter(|span| !span.is_empty()) {
        match joined.last_mut() {
            Some(last) if span.start <= last.end => last.end = last.end.max(span.end),
            _ => joined.push(span),
        }
    }
    joined
}

/// From when to when a session went, without what it copied from another.
pub(crate) fn ends(read: &Read) -> (Option<i64>, Option<i64>) {
    let Some((first, last)) = read.log.timed_ends() else { return (None, None) };
    let time = |at: usize| read.at(at, read.log.event(at)?.ts.as_deref());
    let is_own = |at: &usize| read.log.at(*at).is_some_and(|row| !read.turns.is_copy(row));
    let is_timed = |at: &usize| read.log.at(*at).is_some_and(|row| row.seconds().is_some());
    let own = (first..=last).filter(is_own).find(is_timed).unwrap_or(first);
    (time(own), time(last))
}

#[cfg(test)]
mod tests {
    use super::joined;

    #[test]
    fn stretches_that_touch_are_one() {
        let whole = |from, to| from..to;
        let spans = vec![whole(8, 9), whole(0, 3), whole(3, 5), whole(4, 4)];
        assert_eq!(joined(spans), [0..5, 8..9]);
    }
}
