//! A session's timeline: turns in order, and what stands between them.

use std::ops::Range;

use sessions::{Change, Context, Kind, Log, Turns};

/// The rows of a timeline, without what needs decoding.
pub struct Timeline {
    /// The rows, in order.
    pub rows: Vec<Row>,
    // First position that was not laid out.
    next: usize,
}

/// One row: what it is and which events it has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// What it is.
    pub what: What,
    // Positions of its events. The rows' starts never decrease.
    range: Range<usize>,
    // Further positions: results that were written late.
    extra: Vec<usize>,
    /// Unread lines of a break, by their index.
    pub unread: Range<usize>,
    /// It stands behind a line that cannot be read.
    pub after_break: bool,
}

/// What a row is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum What {
    /// The turn with this index.
    Turn(usize),
    /// Events before the first turn.
    Opening,
    /// A compaction.
    Compaction,
    /// Events of a subagent between turns.
    Subagent,
    /// Other events between turns.
    Between,
    /// Lines that cannot be read.
    Break,
}

impl Timeline {
    /// Lays out turns, what lies between them, compactions inside turns, and lines that cannot be read.
    pub fn of(log: &Log, turns: &Turns, context: &Context) -> Self {
        let mut rows = Vec::new();
        lay_out(log, turns, context, (0, 0), &mut rows);
        insert_breaks(log, &mut rows);
        Self { rows, next: log.len() }
    }

    /// The timeline of a log that has grown. Nothing that comes changes a row before the last turn, so these stay.
    pub fn following(&self, log: &Log, change: Change, turns: &Turns, context: &Context) -> Self {
        let last = self.rows.iter().enumerate().rev().find_map(|(at, row)| match row.what {
            What::Turn(index) => Some((at, index)),
            _ => None,
        });
        let Some((at, index)) = last.filter(|_| log.keeps(change, self.next)) else {
            return Self::of(log, turns, context);
        };
        let mut rows = self.rows[..at].to_vec();
        lay_out(log, turns, context, (index, index + 1), &mut rows);
        Self { rows, next: log.len() }
    }

    /// The row that a position stands in; a compaction stands in its own.
    pub fn row_of(&self, position: usize) -> Option<usize> {
        let after = self.rows.partition_point(|row| row.range.start <= position);
        let near = (0..after).rev().take(NEAR).find(|at| self.rows[*at].range.contains(&position));
        near.or_else(|| self.rows.iter().position(|row| row.extra.contains(&position)))
    }

    /// The row with a number.
    pub fn get(&self, row: u32) -> Option<&Row> {
        self.rows.get(row as usize)
    }
}

/// Rows that are looked at backward for a position: a turn and the compactions inside it.
const NEAR: usize = 200;

impl Row {
    fn new(what: What, range: Range<usize>) -> Self {
        Self { what, range, extra: Vec::new(), unread: 0..0, after_break: false }
    }

    /// Positions of its events in order; a break has none.
    pub fn positions(&self) -> impl DoubleEndedIterator<Item = usize> + Clone {
        self.range.clone().chain(self.extra.iter().copied())
    }

    /// Its events.
    pub fn count(&self) -> usize {
        self.range.len() + self.extra.len()
    }

    /// Whether the event at a position is one of them.
    pub fn contains(&self, position: usize) -> bool {
        self.range.contains(&position) || self.extra.contains(&position)
    }

    /// Where it begins; a break has no events, and stands before this one.
    pub fn start(&self) -> usize {
        self.range.start
    }

    /// The last position at or before the end of this row, for what is in context there.
    pub fn end(&self) -> Option<usize> {
        self.positions().max()
    }
}

// The rows from a turn on, and from the gap before a turn on.
fn lay_out(log: &Log, turns: &Turns, context: &Context, (from, gap): (usize, usize), rows: &mut Vec<Row>) {
    let mut compactions = context.checkpoints().peekable();
    let mut gaps = turns.between(gap).peekable();
    for (index, turn) in turns.turns().iter().enumerate().skip(from) {
        while let Some(gap) = gaps.next_if(|gap| gap.start < turn.positions.start) {
            between(log, turns, gap, rows);
        }
        rows.push(Row { extra: turn.late.clone(), ..Row::new(What::Turn(index), turn.positions.clone()) });
        while let Some(at) = compactions.next_if(|at| *at < turn.positions.end) {
            let is_inside = turn.positions.contains(&at);
            rows.extend(is_inside.then(|| Row::new(What::Compaction, at..at + 1)));
        }
    }
    gaps.for_each(|gap| between(log, turns, gap, rows));
}

// Neighbours of one kind share a row; every compaction has its own.
fn between(log: &Log, turns: &Turns, gap: Range<usize>, rows: &mut Vec<Row>) {
    let is_opening = gap.start == 0;
    // What belongs to a turn and stands behind its end belongs to the one before the gap.
    let before = turns.turns().partition_point(|turn| turn.positions.start <= gap.start).checked_sub(1);
    let late = before.map_or(&[][..], |turn| &turns.turns()[turn].late);
    for position in gap.filter(|at| !late.contains(at)) {
        let what = match log.at(position).map(sessions::Row::kind) {
            Some(Kind::HistoryCompaction) => What::Compaction,
            Some(Kind::SubagentEvent) if !is_opening => What::Subagent,
            _ if is_opening => What::Opening,
            _ => What::Between,
        };
        match rows.last_mut() {
            Some(row) if row.what == what && what != What::Compaction && row.range.end == position => {
                row.range.end += 1;
            }
            _ => rows.push(Row::new(what, position..position + 1)),
        }
    }
}

// A break stands behind the row that holds the last event before it.
fn insert_breaks(log: &Log, rows: &mut Vec<Row>) {
    let unread = log.unread();
    let line_of = |row: &Row| row.positions().next().and_then(|at| log.at(at)).map_or(0, sessions::Row::line);
    let starts: Vec<u32> = rows.iter().map(line_of).collect();
    // Index of the row to stand before, and the unread lines there.
    let mut breaks: Vec<(usize, Range<usize>)> = Vec::new();
    for (index, line) in unread.iter().enumerate() {
        let before = starts.partition_point(|start| *start < line.line);
        match breaks.last_mut() {
            Some((at, range)) if *at == before => range.end = index + 1,
            _ => breaks.push((before, index..index + 1)),
        }
    }
    if let Some((first, _)) = breaks.first() {
        rows[*first..].iter_mut().for_each(|row| row.after_break = true);
    }
    for (at, range) in breaks.into_iter().rev() {
        let start = rows.get(at).map_or(log.len(), |row| row.range.start);
        rows.insert(at, Row { unread: range, ..Row::new(What::Break, start..start) });
    }
}

#[cfg(test)]
mod tests;
