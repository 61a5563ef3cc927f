//! The rows of a log, 512 to a piece, each piece with the seal of its bytes and of its place.

use rusqlite::{Connection, OptionalExtension, Row as Found, params};
use sessions::{Entry, PIECE, Pieces, Row, unpack};

use crate::Trouble;
use crate::seal::{broken, lost, of_piece};

/// Pieces one session can have.
pub(crate) const PIECES: i64 = 1 << 20;

/// Writes rows, of which those before `from` are already there.
pub(crate) fn write(db: &Connection, session: i64, rows: &Pieces<Row>, from: usize) -> Result<(), Trouble> {
    let first = from / PIECE;
    forget(db, session, first)?;
    let mut insert = db.prepare_cached("insert into rows (id, first, bytes, seal) values (?, ?, ?, ?)")?;
    for (number, bytes) in (first..).zip(rows.packed(first)) {
        let id = key(session, number);
        let line = Row::at(&bytes, 0).map_or(0, Row::line);
        insert.execute(params![id, line, &bytes[..], of_piece("rows", id, i64::from(line), &bytes)])?;
    }
    Ok(())
}

/// The sum of the seals of a session's pieces, by which a lost one is missed.
pub(crate) fn sum(db: &Connection, session: i64) -> Result<i64, Trouble> {
    let mut select = db.prepare_cached("select seal from rows where id >= ? and id < ?")?;
    let mut found = select.query(params![key(session, 0), key(session + 1, 0)])?;
    let mut sum = 0_i64;
    while let Some(piece) = found.next()? {
        sum = sum.wrapping_add(piece.get(0)?);
    }
    Ok(sum)
}

/// Removes the pieces of a session from one on.
pub(crate) fn forget(db: &Connection, session: i64, from: usize) -> Result<(), Trouble> {
    let mut delete = db.prepare_cached("delete from rows where id >= ? and id < ?")?;
    delete.execute(params![key(session, from), key(session + 1, 0)])?;
    Ok(())
}

/// All rows of a session, whose pieces have this sum.
pub(crate) fn read(db: &Connection, session: i64, pieces: i64) -> Result<Pieces<Row>, Trouble> {
    let mut select =
        db.prepare_cached("select id, first, bytes, seal from rows where id >= ? and id < ? order by id")?;
    let mut found = select.query(params![key(session, 0), key(session + 1, 0)])?;
    let (mut rows, mut sum) = (Pieces::default(), 0_i64);
    while let Some(piece) = found.next()? {
        let (bytes, seal) = sealed(piece)?;
        rows.push_packed(bytes).ok_or_else(|| broken("rows"))?;
        sum = sum.wrapping_add(seal);
    }
    if sum == pieces { Ok(rows) } else { Err(lost("rows")) }
}

/// The row of one line.
pub(crate) fn of_line(db: &Connection, session: i64, line: u32) -> Result<Option<Row>, Trouble> {
    let mut select = db.prepare_cached(
        "select id, first, bytes, seal from rows where id >= ? and id < ? and first <= ? order by id desc limit 1",
    )?;
    let found =
        select.query_row(params![key(session, 0), key(session + 1, 0), line], |piece| Ok(open(piece)));
    let rows = found.optional()?.transpose()?.unwrap_or_default();
    Ok(rows.binary_search_by_key(&line, |row| row.line()).ok().map(|at| rows[at]))
}

/// The rows of a piece.
fn open(piece: &Found<'_>) -> Result<Vec<Row>, Trouble> {
    unpack(sealed(piece)?.0).ok_or_else(|| broken("rows"))
}

/// The bytes of a piece and their seal, which they have kept.
fn sealed<'a>(piece: &'a Found<'_>) -> Result<(&'a [u8], i64), Trouble> {
    let (id, first, seal): (i64, i64, i64) = (piece.get(0)?, piece.get(1)?, piece.get(3)?);
    let bytes = piece.get_ref(2)?.as_blob().map_err(|_| broken("rows"))?;
    if of_piece("rows", id, first, bytes) == seal { Ok((bytes, seal)) } else { Err(broken("rows")) }
}

fn key(session: i64, number: usize) -> i64 {
    session * PIECES + i64::try_from(number).unwrap_or(PIECES - 1).min(PIECES - 1)
}

/// At most `count` rows of the lines behind `line`.
pub(crate) fn after(db: &Connection, session: i64, line: u32, count: usize) -> Result<Vec<Row>, Trouble> {
    let start = db
        .prepare_cached("select max(id) from rows where id >= ? and id < ? and first <= ?")?
        .query_row(params![key(session, 0), key(session + 1, 0), line.saturating_add(1)], |row| {
            row.get::<_, Option<i64>>(0)
        })?;
    let mut select = db.prepare_cached(
        "select id, first, bytes, seal from rows where id >= ? and id < ? order by id limit ?",
    )?;
    let pieces = (count / PIECE + 1) as i64;
    let mut found = select.query(params![start.unwrap_or(key(session, 0)), key(session + 1, 0), pieces])?;
    let mut rows = Vec::new();
    while let Some(piece) = found.next()? {
        rows.extend(open(piece)?);
    }
    rows.retain(|row| row.line() > line);
    rows.truncate(count);
    Ok(rows)
}
