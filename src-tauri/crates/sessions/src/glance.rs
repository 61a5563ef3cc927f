//! What follows from rows for the log as a whole, a piece at a time, from two of their columns.

use crate::index::{Flags, Kind, Row, SEQ_ASIDE};
use crate::pack;
use crate::pieces::{Pieces, Stretch};

/// What some neighbouring rows come to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Glance {
    /// The place of the first of them.
    pub from: usize,
    /// How many of them have an [`crate::Oddity`].
    pub odd: usize,
    /// Whether Pixir refuses a log for the type of one of them.
    pub is_refused: bool,
    /// Whether one of them says less than its line: it is no event, or its number does not fit.
    pub is_apart: bool,
    /// Whether their numbers are in order.
    pub is_sorted: bool,
    /// The first number and the last one.
    pub seqs: (u32, u32),
}

impl Glance {
    /// Of rows by their marks and numbers; there is at least one.
    pub fn of(from: usize, marks: &[u64], seqs: &[u32]) -> Option<Self> {
        let is_apart = seqs.contains(&SEQ_ASIDE);
        Some(Self::told(from, marks, (*seqs.first()?, *seqs.last()?), seqs.is_sorted(), is_apart))
    }

    /// Of rows whose numbers rise by one.
    pub fn of_rising(from: usize, marks: &[u64], seqs: (u32, u32)) -> Self {
        Self::told(from, marks, seqs, true, seqs.1 >= SEQ_ASIDE)
    }

    fn told(from: usize, marks: &[u64], seqs: (u32, u32), is_sorted: bool, is_apart: bool) -> Self {
        let (mut odd, mut kinds) = (0, 0_u32);
        for mark in marks {
            let (kind, flags) = pack::parts(*mark);
            odd += usize::from(flags.has(Flags::ODD));
            kinds |= 1 << kind;
        }
        let has = |kind: u8| kinds >> kind & 1 == 1;
        Self {
            from,
            odd,
            is_refused: (0..32).any(|kind| has(kind) && is_refused(Kind::from_byte(kind))),
            is_apart: is_apart || (0..32).any(|kind| has(kind) && Kind::from_byte(kind) == Kind::Unread),
            is_sorted,
            seqs,
        }
    }
}

impl Pieces<Row> {
    /// Places, kinds and flags of the rows from a place on.
    pub(crate) fn marks(&self, from: usize) -> impl Iterator<Item = (usize, (Kind, Flags))> {
        self.stretches(from).flat_map(|(from, stretch)| {
            let marks = match stretch {
                Stretch::Packed(bytes, range) => pack::marks(bytes, range).unwrap_or_default(),
                Stretch::Plain(rows) => rows.iter().map(|row| (row.kind(), row.flags())).collect(),
            };
            (from..).zip(marks)
        })
    }

    /// The rows from a place on, in pieces.
    pub(crate) fn glances(&self, from: usize) -> impl Iterator<Item = Glance> {
        self.stretches(from).filter_map(|(from, stretch)| match stretch {
            Stretch::Packed(bytes, range) => pack::glance(from, bytes, range),
            Stretch::Plain(rows) => {
                let marks: Vec<_> = rows.iter().map(|row| pack::mark(*row)).collect();
                let seqs: Vec<_> = rows.iter().map(|row| row.raw_seq()).collect();
                Glance::of(from, &marks, &seqs)
            }
        })
    }
}

/// An event all right, but of a type for which Pixir refuses the whole log.
pub(crate) fn is_refused(kind: Kind) -> bool {
    kind != Kind::Unread && !kind.is_pixirs()
}

#[cfg(test)]
mod tests {
    use super::Glance;
    use crate::index::{Flags, Kind, Place, Row, SEQ_ASIDE};
    use crate::pack;
    use crate::pieces::{PIECE, Pieces};

    #[test]
    fn packed_rows_are_seen_as_those_that_are_not() {
        let row = |at: usize| {
            let place = Place { offset: at as u64 * 10, length: 9, line: at as u32 + 1 };
            let kind = match at {
                700 => Kind::Unread,
                1100 => Kind::Unknown,
                _ => Kind::ToolCall,
            };
            let seq = if at == 1300 { SEQ_ASIDE } else { at as u32 + 2 * u32::from(at == 20) };
            Row::new(place, kind, Flags::ODD.when(at % 300 == 5)).with(seq, 0)
        };
        let rows: Vec<_> = (0..3 * PIECE + 40).map(row).collect();
        let mut pieces = Pieces::default();
        pieces.extend(rows.iter().copied());
        for from in [0, 1, 21, 511, 512, 800, 1300, 1540, 1576] {
            let ends = (from / PIECE..).map(|piece| (piece + 1) * PIECE).scan(from, |start, end| {
                let stretch = (*start, end.min(rows.len()));
                *start = end;
                (stretch.0 < stretch.1).then_some(stretch)
            });
            let plain = ends.filter_map(|(from, to)| {
                let rows = &rows[from..to];
                let marks: Vec<_> = rows.iter().map(|row| pack::mark(*row)).collect();
                let seqs: Vec<_> = rows.iter().map(|row| row.raw_seq()).collect();
                Glance::of(from, &marks, &seqs)
            });
            assert!(pieces.glances(from).eq(plain), "from {from}");
        }
        let all: Vec<_> = pieces.glances(0).collect();
        assert_eq!(all.iter().map(|glance| glance.odd).collect::<Vec<_>>(), [2, 2, 2, 0]);
        assert_eq!(all.iter().map(|glance| glance.is_apart).collect::<Vec<_>>(), [false, true, true, false]);
        assert_eq!(
            all.iter().map(|glance| glance.is_refused).collect::<Vec<_>>(),
            [false, false, true, false]
        );
        assert_eq!(all.iter().map(|glance| glance.is_sorted).collect::<Vec<_>>(), [false, true, false, true]);
    }
}
