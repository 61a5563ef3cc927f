//! Rows as bytes: six each where a line follows the one before it, and any row is read without the others.

use std::ops::Range;

use crate::PIECE;
use crate::columns::{self, Column, signed, unsigned};
use crate::glance::{GLANCE, Glance};
use crate::index::{Flags, Kind, Place, Row};
use crate::pieces::Entry;

/// Bytes of a [`Row`] that is not packed.
pub const ROW_BYTES: usize = size_of::<Row>();

/// Bits of a row's mark that are its kind; its flags stand above them.
const KIND_BITS: u32 = 5;

/// Rows as bytes, at most [`PIECE`] of them.
fn pack(rows: &[Row]) -> Vec<u8> {
    debug_assert!(rows.len() <= PIECE);
    let Some(((first, last), glance)) = rows.first().zip(rows.last()).zip(Glance::of(rows)) else {
        return Vec::new();
    };
    let head = Head {
        count: rows.len(),
        offset: first.offset(),
        end: next(*last),
        line: first.line(),
        seq: first.raw_seq(),
        seconds: first.raw_seconds(),
    };
    let mut numbers = [[0; PIECE]; COLUMNS];
    let [marks, offsets, lengths, lines, seqs, seconds] = &mut numbers;
    for (at, row) in rows.iter().enumerate() {
        marks[at] = mark(*row);
        offsets[at] = unsigned(row.offset().wrapping_sub(head.offset).cast_signed());
        let follows = rows.get(at + 1).map_or(head.end, |row| row.offset());
        lengths[at] = step(foretold_length(row.offset(), follows), row.length());
        lines[at] = step(head.line.wrapping_add(at as u32), row.line());
        seqs[at] = step(head.seq.wrapping_add(at as u32), row.raw_seq());
        seconds[at] = step(head.seconds, row.raw_seconds());
    }
    let mut bytes = Vec::with_capacity(HEAD + GLANCE + COLUMNS + rows.len() * 8);
    head.write(&mut bytes);
    bytes.extend(glance.to_bytes());
    columns::write(&numbers.each_ref().map(|column| &column[..rows.len()]), &mut bytes);
    bytes
}

/// The rows of a piece of [`crate::Pieces::packed`]; none where the bytes are no such piece.
pub fn unpack(bytes: &[u8]) -> Option<Vec<Row>> {
    Row::unpack(bytes, 0..Row::count(bytes)?)
}

impl Entry for Row {
    fn pack(entries: &[Self]) -> Vec<u8> {
        pack(entries)
    }

    fn count(bytes: &[u8]) -> Option<usize> {
        if bytes.is_empty() {
            return Some(0);
        }
        Packed::of(bytes).map(|packed| packed.head.count)
    }

    fn at(bytes: &[u8], at: usize) -> Option<Self> {
        Packed::of(bytes)?.row(at)
    }

    fn unpack(bytes: &[u8], range: Range<usize>) -> Option<Vec<Self>> {
        if range.is_empty() {
            return Some(Vec::new());
        }
        Packed::of(bytes)?.rows(range)
    }
}

/// The kinds and flags of some rows of a piece.
pub(crate) fn marks(bytes: &[u8], range: Range<usize>) -> Option<Vec<(Kind, Flags)>> {
    let packed = Packed::of(bytes).filter(|packed| range.end <= packed.head.count)?;
    let mut numbers = [0; PIECE];
    let numbers = &mut numbers[..range.len()];
    packed.columns[MARKS].copy(range, numbers);
    Some(numbers.iter().map(|mark| marked(*mark)).collect())
}

/// What the rows of a piece come to.
pub(crate) fn glance(bytes: &[u8]) -> Option<Glance> {
    let packed = Packed::of(bytes)?;
    let last = packed.head.count - 1;
    Some(Glance::from_bytes(
        packed.glance,
        (packed.head.seq, packed.seq(last, packed.columns[SEQS].at(last))),
    ))
}

/// Columns of a piece: marks, offsets, lengths, lines, numbers, times.
const COLUMNS: usize = 6;
const MARKS: usize = 0;
const OFFSETS: usize = 1;
const SEQS: usize = 4;
/// Bytes of a [`Head`].
const HEAD: usize = 30;

/// What the numbers of a piece are told from: its first row, and where the line behind its last one begins.
#[derive(Clone, Copy)]
struct Head {
    count: usize,
    offset: u64,
    end: u64,
    line: u32,
    seq: u32,
    seconds: u32,
}

impl Head {
    fn write(&self, bytes: &mut Vec<u8>) {
        bytes.extend((self.count as u16).to_le_bytes());
        bytes.extend(self.offset.to_le_bytes());
        bytes.extend(self.end.to_le_bytes());
        for number in [self.line, self.seq, self.seconds] {
            bytes.extend(number.to_le_bytes());
        }
    }

    fn read(bytes: &[u8; HEAD]) -> Self {
        let number = |from: usize| bytes[from..].first_chunk().map_or(0, |four| u32::from_le_bytes(*four));
        let long = |from: usize| bytes[from..].first_chunk().map_or(0, |eight| u64::from_le_bytes(*eight));
        Self {
            count: usize::from(u16::from_le_bytes([bytes[0], bytes[1]])),
            offset: long(2),
            end: long(10),
            line: number(18),
            seq: number(22),
            seconds: number(26),
        }
    }
}

/// A piece as it was packed.
struct Packed<'a> {
    head: Head,
    glance: [u8; GLANCE],
    columns: [Column<'a>; COLUMNS],
}

impl<'a> Packed<'a> {
    fn of(bytes: &'a [u8]) -> Option<Self> {
        let (head, rest) = bytes.split_first_chunk::<HEAD>()?;
        let (glance, rest) = rest.split_first_chunk::<GLANCE>()?;
        let head = Head::read(head);
        let is_one = (1..=PIECE).contains(&head.count);
        let columns = columns::read(head.count, rest).filter(|_| is_one)?;
        Some(Self { head, glance: *glance, columns })
    }

    fn row(&self, at: usize) -> Option<Row> {
        if at >= self.head.count {
            return None;
        }
        let [marks, offsets, lengths, lines, seqs, seconds] = self.columns;
        let is_last = at + 1 == self.head.count;
        let follows = if is_last { self.head.end } else { self.offset(offsets.at(at + 1)) };
        let numbers =
            [marks.at(at), offsets.at(at), lengths.at(at), lines.at(at), seqs.at(at), seconds.at(at)];
        Some(self.made(at, follows, numbers))
    }

    fn rows(&self, range: Range<usize>) -> Option<Vec<Row>> {
        if range.end > self.head.count {
            return None;
        }
        let mut numbers = [[0; PIECE]; COLUMNS];
        for (column, numbers) in self.columns.iter().zip(&mut numbers) {
            column.copy(range.clone(), &mut numbers[..range.len()]);
        }
        let is_to_the_end = range.end == self.head.count;
        let end =
            if is_to_the_end { self.head.end } else { self.offset(self.columns[OFFSETS].at(range.end)) };
        let [marks, offsets, lengths, lines, seqs, seconds] = &numbers;
        let row = |at: usize| {
            let is_last = at + 1 == range.len();
            let follows = if is_last { end } else { self.offset(offsets[at + 1]) };
            let numbers = [marks[at], offsets[at], lengths[at], lines[at], seqs[at], seconds[at]];
            self.made(range.start + at, follows, numbers)
        };
        Some((0..range.len()).map(row).collect())
    }

    fn offset(&self, number: u64) -> u64 {
        self.head.offset.wrapping_add_signed(signed(number))
    }

    /// The row at a place, by its numbers; the next one begins at `follows`.
    fn made(&self, at: usize, follows: u64, numbers: [u64; COLUMNS]) -> Row {
        let [mark, offset, length, line, seq, seconds] = numbers;
        let offset = self.offset(offset);
        let place = Place {
            offset,
            length: stepped(foretold_length(offset, follows), length),
            line: stepped(self.head.line.wrapping_add(at as u32), line),
        };
        let (kind, flags) = marked(mark);
        Row::new(place, kind, flags).with(self.seq(at, seq), stepped(self.head.seconds, seconds))
    }

    fn seq(&self, at: usize, step: u64) -> u32 {
        stepped(self.head.seq.wrapping_add(at as u32), step)
    }
}

/// What a row is, in one number.
fn mark(row: Row) -> u64 {
    u64::from(row.flags().bits()) << KIND_BITS | row.kind() as u64
}

/// The kind and the flags of a mark.
fn marked(mark: u64) -> (Kind, Flags) {
    let kind = Kind::from_byte((mark & ((1 << KIND_BITS) - 1)) as u8);
    (kind, Flags::from_bits((mark >> KIND_BITS) as u16))
}

/// Where the next line begins when nothing lies between.
fn next(row: Row) -> u64 {
    row.offset().wrapping_add(u64::from(row.length())).wrapping_add(1)
}

/// How long a line is when nothing lies between it and the next one.
fn foretold_length(offset: u64, follows: u64) -> u32 {
    follows.wrapping_sub(offset).wrapping_sub(1) as u32
}

fn step(from: u32, to: u32) -> u64 {
    unsigned(i64::from(to.wrapping_sub(from).cast_signed()))
}

fn stepped(from: u32, step: u64) -> u32 {
    from.wrapping_add(signed(step) as u32)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Entry, pack, unpack};
    use crate::index::{Flags, Kind, OFFSET_LIMIT, Place, Row};

    prop_compose! {
        fn row()(
            offset in prop_oneof![0_u64..5000, 0..OFFSET_LIMIT],
            (length, line) in (any::<u32>(), any::<u32>()),
            (seq, seconds) in (any::<u32>(), any::<u32>()),
            (kind, flags) in (0_u8..17, any::<u16>()),
        ) -> Row {
            Row::new(Place { offset, length, line }, Kind::from_byte(kind), Flags::from_bits(flags))
                .with(seq, seconds)
        }
    }

    proptest! {
        #[test]
        fn what_was_packed_is_what_comes_out(
            rows in prop::collection::vec(row(), 0..40),
            ends in (0..40_usize, 0..40_usize),
        ) {
            let bytes = pack(&rows);
            prop_assert_eq!(unpack(&bytes), Some(rows.clone()));
            let singly: Vec<_> = (0..rows.len()).filter_map(|at| Row::at(&bytes, at)).collect();
            prop_assert_eq!(&singly, &rows);
            prop_assert!(rows.is_empty() || Row::at(&bytes, rows.len()).is_none());
            let range = ends.0.min(rows.len())..ends.1.clamp(ends.0.min(rows.len()), rows.len());
            prop_assert_eq!(Row::unpack(&bytes, range.clone()), Some(rows[range].to_vec()));
        }

        #[test]
        fn bytes_of_another_making_are_rows_or_nothing(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let _ = unpack(&bytes);
        }
    }

    #[test]
    fn a_row_that_follows_from_the_one_before_it_takes_six_bytes() {
        let row = |at: u32| {
            let place = Place { offset: u64::from(at) * 1001, length: 1000, line: at + 1 };
            Row::new(place, Kind::ToolCall, Flags::CHECKED).with(at, 1_777_630_830 + at / 4)
        };
        let rows: Vec<_> = (0..512).map(row).collect();
        let bytes = pack(&rows).len();
        assert!(bytes < 512 * 6, "{bytes}");
        assert_eq!(unpack(&pack(&rows)[..bytes - 1]), None);
    }
}
