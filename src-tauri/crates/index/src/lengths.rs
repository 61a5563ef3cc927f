//! How many words each event has, which its rank depends on: 128 lines to a piece, each piece sealed.
//!
//! FTS5 counts them as well, a row for each event; a seal on each of those would make the index a tenth larger.

use rusqlite::types::ValueRef;
use rusqlite::{Connection, OptionalExtension, params};

use crate::Trouble;
use crate::seal::{broken, lost, of_piece};
use crate::words::{Column, number};

/// Lines of one piece.
const PIECE: u32 = 128;
/// Bits of a piece's number: lines have 32.
const PIECES: i64 = 25;

/// One event: its line, where its words stand, how many they are.
pub(crate) type Length = (u32, Column, u64);

/// What FTS5 counted of an event whose words were taken in a moment ago.
pub(crate) fn written(db: &Connection, session: i64, line: u32, column: Column) -> Result<Length, Trouble> {
    let mut select = db.prepare_cached("select sz from words_docsize where id = ?")?;
    let counted = select.query_row([number(session, line)], |row| {
        Ok(row.get_ref(0)?.as_blob().map(|sizes| numbers(sizes).iter().sum()))
    })?;
    Ok((line, column, counted.map_err(|_| broken("words_docsize"))?))
}

/// Adds events of a session, in the order of their lines, behind those that are there.
pub(crate) fn add(db: &Connection, session: i64, lengths: &[Length]) -> Result<(), Trouble> {
    for piece in lengths.chunk_by(|one, other| one.0 / PIECE == other.0 / PIECE) {
        let Some(first) = piece.first() else { continue };
        let id = key(session, first.0);
        let mut bytes = read(db, id)?.unwrap_or_default();
        for (line, column, count) in piece {
            bytes.push((line % PIECE) as u8);
            put(&mut bytes, count << 2 | *column as u64);
        }
        let seal = of_piece("lengths", id, 0, &bytes);
        db.prepare_cached("insert or replace into lengths values (?, ?, ?)")?
            .execute(params![id, bytes, seal])?;
    }
    Ok(())
}

/// Removes what is known of a session.
pub(crate) fn forget(db: &Connection, session: i64) -> Result<(), Trouble> {
    db.execute("delete from lengths where id >= ? and id < ?", [key(session, 0), key(session + 1, 0)])?;
    Ok(())
}

/// Looks up events; neighbours are read together.
pub(crate) struct Lengths<'a> {
    db: &'a Connection,
    last: Option<(i64, Vec<Length>)>,
}

impl<'a> Lengths<'a> {
    pub(crate) fn new(db: &'a Connection) -> Self {
        Self { db, last: None }
    }

    /// What is known of an event that FTS5 says has words.
    pub(crate) fn of(&mut self, session: i64, line: u32) -> Result<(Column, u64), Trouble> {
        let id = key(session, line);
        if self.last.as_ref().is_none_or(|(last, _)| *last != id) {
            let bytes = read(self.db, id)?.ok_or_else(|| lost("lengths"))?;
            let piece = unpack(line / PIECE * PIECE, &bytes).ok_or_else(|| broken("lengths"))?;
            self.last = Some((id, piece));
        }
        let piece = self.last.as_ref().map(|(_, piece)| piece.as_slice()).unwrap_or_default();
        let at = piece.binary_search_by_key(&line, |length| length.0).map_err(|_| lost("lengths"))?;
        Ok((piece[at].1, piece[at].2))
    }
}

fn key(session: i64, line: u32) -> i64 {
    session << PIECES | i64::from(line / PIECE)
}

fn read(db: &Connection, id: i64) -> Result<Option<Vec<u8>>, Trouble> {
    let mut select = db.prepare_cached("select bytes, seal from lengths where id = ?")?;
    let found = select.query_row([id], |row| {
        let (bytes, seal) = (row.get_ref(0)?, row.get::<_, i64>(1)?);
        let ValueRef::Blob(bytes) = bytes else { return Ok(None) };
        Ok((of_piece("lengths", id, 0, bytes) == seal).then(|| bytes.to_vec()))
    });
    found.optional()?.map(|bytes| bytes.ok_or_else(|| broken("lengths"))).transpose()
}

fn unpack(first: u32, bytes: &[u8]) -> Option<Vec<Length>> {
    let (mut lengths, mut left) = (Vec::new(), bytes);
    while let Some((offset, rest)) = left.split_first() {
        let (value, taken) = take(rest)?;
        let column = match value & 3 {
            0 => Column::Message,
            1 => Column::Call,
            2 => Column::Result,
            _ => return None,
        };
        lengths.push((first + u32::from(*offset), column, value >> 2));
        left = &rest[taken..];
    }
    Some(lengths)
}

/// Seven bits to a byte, the lowest first.
fn put(bytes: &mut Vec<u8>, mut number: u64) {
    while number > 0x7f {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

fn take(bytes: &[u8]) -> Option<(u64, usize)> {
    let mut number = 0_u64;
    for (at, byte) in bytes.iter().enumerate().take(9) {
        number |= u64::from(byte & 0x7f) << (7 * at);
        if byte & 0x80 == 0 {
            return Some((number, at + 1));
        }
    }
    None
}

/// What FTS5 writes of lengths: numbers of seven bits to a byte, the highest first (fileformat2, "varint").
pub(crate) fn numbers(bytes: &[u8]) -> Vec<u64> {
    let (mut numbers, mut number) = (Vec::new(), 0);
    for byte in bytes {
        number = number << 7 | u64::from(byte & 0x7f);
        if byte & 0x80 == 0 {
            numbers.push(std::mem::take(&mut number));
        }
    }
    numbers
}
