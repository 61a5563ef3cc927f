//! What follows from rows for the log as a whole, a piece at a time: worked out once, when the piece is packed.

use crate::index::{Flags, Kind, Row, SEQ_ASIDE};
use crate::pack;
use crate::pieces::{PIECE, Pieces, Stretch};

/// What some neighbouring rows come to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Glance {
    // A bit for each kind that one of them is of.
    kinds: u32,
    /// Whether one of them has an [`crate::Oddity`].
    pub is_odd: bool,
    // Whether the number of one of them does not fit its row.
    has_aside: bool,
    /// Whether their numbers are in order.
    pub is_sorted: bool,
    /// The first number and the last one.
    pub seqs: (u32, u32),
}

/// Bytes of a [`Glance`] without its two numbers, which follow from the rows.
pub(crate) const GLANCE: usize = 5;
const ODD: u8 = 1;
const ASIDE: u8 = 2;
const SORTED: u8 = 4;

impl Glance {
    /// Of some rows; there is at least one.
    pub fn of(rows: &[Row]) -> Option<Self> {
        let has = |flag: Flags| rows.iter().any(|row| row.flags().has(flag));
        Some(Self {
            kinds: rows.iter().fold(0, |kinds, row| kinds | bit(row.kind())),
            is_odd: has(Flags::ODD),
            has_aside: rows.iter().any(|row| row.raw_seq() == SEQ_ASIDE),
            is_sorted: rows.is_sorted_by_key(|row| row.raw_seq()),
            seqs: (rows.first()?.raw_seq(), rows.last()?.raw_seq()),
        })
    }

    /// Whether Pixir refuses a log for the type of one of them.
    pub fn is_refused(&self) -> bool {
        (0..u32::BITS as u8).map(Kind::from_byte).any(|kind| is_refused(kind) && self.has(kind))
    }

    /// Whether one of them says less than its line: it is no event, or its number does not fit.
    pub fn is_apart(&self) -> bool {
        self.has_aside || self.has(Kind::Unread)
    }

    fn has(&self, kind: Kind) -> bool {
        self.kinds & bit(kind) != 0
    }

    /// As bytes, without the two numbers.
    pub fn to_bytes(self) -> [u8; GLANCE] {
        let bit = |is_set: bool, bit: u8| if is_set { bit } else { 0 };
        let bits = bit(self.is_odd, ODD) | bit(self.has_aside, ASIDE) | bit(self.is_sorted, SORTED);
        let [first, second, third, fourth] = self.kinds.to_le_bytes();
        [first, second, third, fourth, bits]
    }

    /// That of [`Glance::to_bytes`], with the two numbers.
    pub fn from_bytes([kinds @ .., bits]: [u8; GLANCE], seqs: (u32, u32)) -> Self {
        let has = |bit: u8| bits & bit != 0;
        Self {
            kinds: u32::from_le_bytes(kinds),
            is_odd: has(ODD),
            has_aside: has(ASIDE),
            is_sorted: has(SORTED),
            seqs,
        }
    }
}

fn bit(kind: Kind) -> u32 {
    1 << kind as u32
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

    /// What the rows of each piece come to, from the one on that holds a place; and the place of its first row.
    pub(crate) fn glances(&self, from: usize) -> impl Iterator<Item = (usize, Glance)> {
        self.stretches(from - from % PIECE).filter_map(|(from, stretch)| {
            let glance = match stretch {
                Stretch::Packed(bytes, _) => pack::glance(bytes),
                Stretch::Plain(rows) => Glance::of(rows),
            };
            Some((from, glance?))
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
        let plain: Vec<_> = (0..).step_by(PIECE).zip(rows.chunks(PIECE).filter_map(Glance::of)).collect();
        for from in [0, 1, 511, 512, 800, 1535, 1536, 1575] {
            assert!(pieces.glances(from).eq(plain[from / PIECE..].iter().copied()), "from {from}");
        }
        let of = |what: fn(&Glance) -> bool| plain.iter().map(|(_, glance)| what(glance)).collect::<Vec<_>>();
        assert_eq!(of(|glance| glance.is_odd), [true, true, true, false]);
        assert_eq!(of(Glance::is_apart), [false, true, true, false]);
        assert_eq!(of(Glance::is_refused), [false, false, true, false]);
        assert_eq!(of(|glance| glance.is_sorted), [false, true, false, true]);
    }
}
