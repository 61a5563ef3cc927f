//! Columns of numbers as bytes, each as wide as its largest number needs, so that any number is read without those
//! before it.

use std::ops::Range;

/// Numbers of one column, as they lie in a piece.
#[derive(Clone, Copy)]
pub(crate) struct Column<'a> {
    // Bytes of each number.
    width: usize,
    bytes: &'a [u8],
}

/// Writes the widths of columns and then their numbers.
pub(crate) fn write(columns: &[&[u64]], bytes: &mut Vec<u8>) {
    let start = bytes.len();
    bytes.extend(columns.iter().map(|column| width(column) as u8));
    for (at, column) in columns.iter().enumerate() {
        match bytes[start + at] {
            0 => {}
            1 => write_column::<1>(column, bytes),
            2 => write_column::<2>(column, bytes),
            3 => write_column::<3>(column, bytes),
            4 => write_column::<4>(column, bytes),
            _ => write_column::<8>(column, bytes),
        }
    }
}

/// The columns of so many numbers each; none where `bytes` are not what [`write`] made of as many.
pub(crate) fn read<const N: usize>(count: usize, bytes: &[u8]) -> Option<[Column<'_>; N]> {
    let (widths, mut rest) = bytes.split_first_chunk::<N>()?;
    let mut columns = [Column { width: 0, bytes: &[] }; N];
    for (column, width) in columns.iter_mut().zip(widths) {
        let width = usize::from(*width);
        if !matches!(width, 0..=4 | 8) {
            return None;
        }
        let (bytes, after) = rest.split_at_checked(width * count)?;
        (*column, rest) = (Column { width, bytes }, after);
    }
    rest.is_empty().then_some(columns)
}

impl Column<'_> {
    /// One number; it must be one of the column's.
    pub fn at(self, at: usize) -> u64 {
        match self.width {
            0 => 0,
            1 => u64::from(self.bytes[at]),
            2 => number::<2>(&self.bytes[at * 2..at * 2 + 2]),
            3 => number::<3>(&self.bytes[at * 3..at * 3 + 3]),
            4 => number::<4>(&self.bytes[at * 4..at * 4 + 4]),
            _ => number::<8>(&self.bytes[at * 8..at * 8 + 8]),
        }
    }

    /// Copies the numbers of a range, as many as `to` takes.
    pub fn copy(self, range: Range<usize>, to: &mut [u64]) {
        let bytes = &self.bytes[range.start * self.width..range.end * self.width];
        match self.width {
            0 => to.fill(0),
            1 => read_column::<1>(bytes, to),
            2 => read_column::<2>(bytes, to),
            3 => read_column::<3>(bytes, to),
            4 => read_column::<4>(bytes, to),
            _ => read_column::<8>(bytes, to),
        }
    }
}

/// A small number for a small difference of either sign.
pub(crate) fn unsigned(difference: i64) -> u64 {
    (difference << 1 ^ difference >> 63).cast_unsigned()
}

/// The difference of [`unsigned`].
pub(crate) fn signed(number: u64) -> i64 {
    (number >> 1).cast_signed() ^ -(number & 1).cast_signed()
}

/// Bytes that the largest number of a column needs.
fn width(column: &[u64]) -> usize {
    let all = column.iter().fold(0, |all, number| all | number);
    match (u64::BITS - all.leading_zeros()).div_ceil(8) {
        narrow @ 0..=4 => narrow as usize,
        _ => 8,
    }
}

fn write_column<const WIDTH: usize>(column: &[u64], bytes: &mut Vec<u8>) {
    let start = bytes.len();
    bytes.resize(start + column.len() * WIDTH, 0);
    for (to, number) in bytes[start..].chunks_exact_mut(WIDTH).zip(column) {
        to.copy_from_slice(&number.to_le_bytes()[..WIDTH]);
    }
}

fn read_column<const WIDTH: usize>(bytes: &[u8], to: &mut [u64]) {
    for (to, bytes) in to.iter_mut().zip(bytes.chunks_exact(WIDTH)) {
        *to = number::<WIDTH>(bytes);
    }
}

fn number<const WIDTH: usize>(bytes: &[u8]) -> u64 {
    let mut whole = [0; 8];
    whole[..WIDTH].copy_from_slice(bytes);
    u64::from_le_bytes(whole)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{read, signed, unsigned, write};

    proptest! {
        #[test]
        fn columns_give_back_what_they_were_given(
            first in prop::collection::vec(any::<u64>(), 40),
            (small, bits) in (prop::collection::vec(any::<u64>(), 40), 0_u32..64),
            range in (0..=40_usize, 0..=40_usize),
        ) {
            let small: Vec<_> = small.iter().map(|number| number >> bits).collect();
            let mut bytes = Vec::new();
            write(&[&first, &small], &mut bytes);
            let columns = read::<2>(40, &bytes).expect("columns");
            let range = range.0.min(range.1)..range.0.max(range.1);
            for (column, numbers) in columns.iter().zip([&first, &small]) {
                let mut copied = vec![0; range.len()];
                column.copy(range.clone(), &mut copied);
                prop_assert_eq!(&copied, &numbers[range.clone()]);
                prop_assert_eq!(column.at(7), numbers[7]);
            }
            prop_assert!(read::<2>(41, &bytes).is_none() && read::<2>(40, &bytes[1..]).is_none());
        }

        #[test]
        fn bytes_of_another_making_are_columns_or_nothing(
            bytes in prop::collection::vec(any::<u8>(), 0..60),
            count in 0..20_usize,
        ) {
            for column in read::<3>(count, &bytes).into_iter().flatten() {
                (0..count).for_each(|at| _ = column.at(at));
            }
        }

        #[test]
        fn a_difference_comes_back(difference in any::<i64>()) {
            prop_assert_eq!(signed(unsigned(difference)), difference);
        }
    }
}
