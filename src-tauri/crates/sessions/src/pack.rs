//! Rows as bytes: about seven each, because a row mostly follows from the one before it.

use crate::index::{Flags, Kind, Place, Row};

/// Bytes of a [`Row`] in memory.
pub const ROW_BYTES: usize = size_of::<Row>();

/// Bits of a packed row's first number that are its kind; its flags stand above them.
const KIND_BITS: u32 = 5;

/// Rows as bytes. [`unpack`] gives back the same rows.
pub fn pack(rows: &[Row]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(rows.len() * 8);
    let mut last = START;
    for row in rows {
        let (foretold, offset) = (next(last), row.offset());
        let parts = [
            u64::from(row.flags().bits()) << KIND_BITS | row.kind() as u64,
            unsigned(offset.wrapping_sub(foretold.offset).cast_signed()),
            u64::from(row.line().wrapping_sub(foretold.line)),
            u64::from(row.length()),
            step(last.raw_seq().wrapping_add(1), row.raw_seq()),
            step(last.raw_seconds(), row.raw_seconds()),
        ];
        for part in parts {
            write(part, &mut bytes);
        }
        last = *row;
    }
    bytes
}

/// The rows of [`pack`]; none where the bytes are not of its making.
pub fn unpack(mut bytes: &[u8]) -> Option<Vec<Row>> {
    let mut rows = Vec::with_capacity(bytes.len() / 7);
    let mut last = START;
    while !bytes.is_empty() {
        let mut part = || read(&mut bytes);
        let mark = part()?;
        let foretold = next(last);
        let place = Place {
            offset: foretold.offset.wrapping_add_signed(signed(part()?)),
            line: foretold.line.wrapping_add(u32::try_from(part()?).ok()?),
            length: u32::try_from(part()?).ok()?,
        };
        let seq = stepped(last.raw_seq().wrapping_add(1), part()?)?;
        let seconds = stepped(last.raw_seconds(), part()?)?;
        let kind = Kind::from_byte((mark & ((1 << KIND_BITS) - 1)) as u8);
        let flags = Flags::from_bits(u16::try_from(mark >> KIND_BITS).ok()?);
        last = Row::new(place, kind, flags).with(seq, seconds);
        rows.push(last);
    }
    Some(rows)
}

/// What stands before the first row.
const START: Row = Row::before_all();

/// Where the next line begins when nothing lies between.
fn next(last: Row) -> Place {
    let offset = last.offset().wrapping_add(u64::from(last.length())).wrapping_add(1);
    Place { offset, length: 0, line: last.line().wrapping_add(1) }
}

fn step(from: u32, to: u32) -> u64 {
    unsigned(i64::from(to.wrapping_sub(from).cast_signed()))
}

fn stepped(from: u32, step: u64) -> Option<u32> {
    Some(from.wrapping_add_signed(i32::try_from(signed(step)).ok()?))
}

// Small numbers of either sign become small numbers without one.
fn unsigned(number: i64) -> u64 {
    (number << 1 ^ number >> 63).cast_unsigned()
}

fn signed(number: u64) -> i64 {
    (number >> 1).cast_signed() ^ -(number & 1).cast_signed()
}

// Seven bits to a byte, the lowest first; the eighth says that more follow.
fn write(mut number: u64, bytes: &mut Vec<u8>) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

fn read(bytes: &mut &[u8]) -> Option<u64> {
    // Most numbers are small.
    match bytes {
        [first @ 0..0x80, rest @ ..] => {
            let number = u64::from(*first);
            *bytes = rest;
            Some(number)
        }
        _ => read_long(bytes),
    }
}

fn read_long(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0_u64;
    for shift in (0..64).step_by(7) {
        let (byte, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u64::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return Some(number);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{pack, unpack};
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
        fn what_was_packed_is_what_comes_out(rows in prop::collection::vec(row(), 0..40)) {
            prop_assert_eq!(unpack(&pack(&rows)), Some(rows));
        }

        #[test]
        fn bytes_of_another_making_are_rows_or_nothing(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let _ = unpack(&bytes);
        }
    }

    #[test]
    fn a_row_that_follows_from_the_one_before_it_takes_seven_bytes() {
        let row = |at: u32| {
            let place = Place { offset: u64::from(at) * 1001, length: 1000, line: at + 1 };
            Row::new(place, Kind::ToolCall, Flags::CHECKED).with(at, 1_777_630_830 + at / 4)
        };
        let rows: Vec<_> = (0..512).map(row).collect();
        let bytes = pack(&rows).len();
        assert!(bytes < 512 * 7 + 16, "{bytes}");
        assert_eq!(unpack(&pack(&rows)[..bytes - 1]), None);
    }
}
