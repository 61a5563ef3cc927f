//! The rows of a log, 512 to a piece, each piece with the digest of its bytes.
//!
//! SQLite notices few damaged bytes by itself; a piece whose digest differs is as good as not there.

use disk::Digest;
use rusqlite::{Connection, OptionalExtension, params};
use sessions::{Row, pack, unpack};

use crate::Trouble;

/// Rows of one piece.
const PIECE: usize = 512;
/// Pieces one session can have.
pub(crate) const PIECES: i64 = 1 << 20;

/// Writes rows, of which those before `from` are already there.
pub(crate) fn write(db: &Connection, session: i64, rows: &[Row], from: usize) -> Result<(), Trouble> {
    let first = from / PIECE;
    forget(db, session, first)?;
    let mut insert = db.prepare_cached("insert into rows (id, first, seal, bytes) values (?, ?, ?, ?)")?;
    for (number, piece) in rows.chunks(PIECE).enumerate().skip(first) {
        let bytes = pack(piece);
        let line = piece.first().map_or(0, |row| row.line());
        insert.execute(params![key(session, number), line, Digest::of(&bytes).to_string(), bytes])?;
    }
    Ok(())
}

/// Removes the pieces of a session from one on.
pub(crate) fn forget(db: &Connection, session: i64, from: usize) -> Result<(), Trouble> {
    let mut delete = db.prepare_cached("delete from rows where id >= ? and id < ?")?;
    delete.execute(params![key(session, from), key(session + 1, 0)])?;
    Ok(())
}

/// All rows of a session.
pub(crate) fn read(db: &Connection, session: i64) -> Result<Vec<Row>, Trouble> {
    let mut select =
        db.prepare_cached("select seal, bytes from rows where id >= ? and id < ? order by id")?;
    let mut found = select.query(params![key(session, 0), key(session + 1, 0)])?;
    let mut rows = Vec::new();
    while let Some(piece) = found.next()? {
        open(piece.get_ref(0)?.as_str(), piece.get_ref(1)?.as_blob(), &mut rows)?;
    }
    Ok(rows)
}

/// The row of one line.
pub(crate) fn of_line(db: &Connection, session: i64, line: u32) -> Result<Option<Row>, Trouble> {
    let mut select = db.prepare_cached(
        "select seal, bytes from rows where id >= ? and id < ? and first <= ? order by id desc limit 1",
    )?;
    let found = select
        .query_row(params![key(session, 0), key(session + 1, 0), line], |piece| {
            Ok((piece.get::<_, String>(0)?, piece.get::<_, Vec<u8>>(1)?))
        })
        .optional()?;
    let Some((seal, bytes)) = found else { return Ok(None) };
    let mut rows = Vec::new();
    open(Ok(&seal), Ok(&bytes), &mut rows)?;
    Ok(rows.binary_search_by_key(&line, |row| row.line()).ok().map(|at| rows[at]))
}

fn open(
    seal: Result<&str, rusqlite::types::FromSqlError>,
    bytes: Result<&[u8], rusqlite::types::FromSqlError>,
    rows: &mut Vec<Row>,
) -> Result<(), Trouble> {
    let broken = || Trouble::Broken("a piece of a log's rows is not what was written".to_owned());
    let (Ok(seal), Ok(bytes)) = (seal, bytes) else { return Err(broken()) };
    if Digest::of(bytes).to_string() != seal {
        return Err(broken());
    }
    rows.extend(unpack(bytes).ok_or_else(broken)?);
    Ok(())
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
    let mut select =
        db.prepare_cached("select seal, bytes from rows where id >= ? and id < ? order by id limit ?")?;
    let pieces = (count / PIECE + 1) as i64;
    let mut found = select.query(params![start.unwrap_or(key(session, 0)), key(session + 1, 0), pieces])?;
    let mut rows = Vec::new();
    while let Some(piece) = found.next()? {
        open(piece.get_ref(0)?.as_str(), piece.get_ref(1)?.as_blob(), &mut rows)?;
    }
    rows.retain(|row| row.line() > line);
    rows.truncate(count);
    Ok(rows)
}
