//! Sessions in the tables of the database (read in 1.18.33; the columns of 1.2 are among them; the later table was read in
//! its source only).

use std::collections::HashMap;
use std::path::PathBuf;

use disk::Stamp;
use rusqlite::{Connection, Row};

use super::super::database::{Listed, Listing, bytes, count_bytes, number, text, with};
use super::lines::{Later, Message, Part, Session};
use crate::Spot;
use crate::members::Members;

/// Where a later release keeps a message with its parts in one row. A session that has rows in the tables of before
/// is told from those: some releases write both.
const LATER: &str = "session_message";

/// The sessions, each with a state that changes whenever a row of it does. Every table is gone through once, and of the
/// rows' data only the length is looked at: grouping in SQL would sort all of it.
pub(super) fn list(db: &Connection) -> rusqlite::Result<Listing> {
    let (mut listing, mut total) = (Listing::new(), 0);
    let mut select = db.prepare("select id, directory, parent_id, time_updated from session")?;
    let mut rows = select.query([])?;
    while let Some(row) = rows.next()? {
        let Some(id) = text(row, 0) else { continue };
        let stamp = with(Stamp::default(), number(row, 3), 0);
        let (folder, parent) = (text(row, 1), text(row, 2));
        let texts = [Some(&id), folder.as_ref(), parent.as_ref()];
        count_bytes(&mut total, texts.into_iter().flatten().map(String::len).sum())?;
        listing.insert(id, Listed { folder: folder.map(PathBuf::from), parent, stamp });
    }
    let tables = ["message", "part", LATER].into_iter().filter(|table| has(db, table).unwrap_or(true));
    for table in tables {
        let length = "coalesce(octet_length(data), 0) + octet_length(id)";
        let mut select = db.prepare(&format!("select session_id, time_updated, {length} from {table}"))?;
        let mut rows = select.query([])?;
        while let Some(row) = rows.next()? {
            let session = row.get_ref(0)?.as_str().ok().and_then(|id| listing.get_mut(id));
            if let Some(session) = session {
                session.stamp = with(session.stamp, number(row, 1), number(row, 2));
            }
        }
    }
    Ok(listing)
}

/// The lines of one session; none where it is gone.
pub(super) fn lines(db: &Connection, id: &str) -> rusqlite::Result<Vec<u8>> {
    let mut select = db.prepare("select * from session where id = ?")?;
    let mut rows = select.query([id])?;
    let Some(row) = rows.next()? else { return Ok(Vec::new()) };
    let named = |name: &str| row.get_ref(name).ok().and_then(|value| value.as_str().ok()).map(str::to_owned);
    let session = Session {
        id: id.to_owned(),
        folder: named("directory"),
        parent: named("parent_id"),
        title: named("title"),
        release: named("version"),
        project: named("project_id"),
        created: row.get_ref("time_created").ok().and_then(|value| value.as_i64().ok()),
    };
    let mut parts: HashMap<String, Vec<Part>> = HashMap::new();
    let mut select = db.prepare(
        "select id, time_created, data, message_id from part where session_id = ? order by message_id, id",
    )?;
    let mut rows = select.query([id])?;
    while let Some(row) = rows.next()? {
        parts.entry(text(row, 3).unwrap_or_default()).or_default().push(part(row)?);
    }
    let mut messages = Vec::new();
    let mut select = db.prepare(
        "select id, time_created, data from message where session_id = ? order by time_created, id",
    )?;
    let mut rows = select.query([id])?;
    while let Some(row) = rows.next()? {
        let own = part(row)?;
        let parts = parts.remove(&own.id).unwrap_or_default();
        messages.push(Message { own, parts });
    }
    if messages.is_empty() && has(db, LATER)? {
        return Ok(session.later_lines(&later(db, id)?));
    }
    let mut left: Vec<(String, Vec<Part>)> = parts.into_iter().collect();
    left.sort_by(|one, other| one.0.cmp(&other.0));
    Ok(session.lines(&messages, &left.into_iter().flat_map(|(_, parts)| parts).collect::<Vec<_>>()))
}

/// The rows of one session in the later table.
fn later(db: &Connection, id: &str) -> rusqlite::Result<Vec<Later>> {
    let mut select = db.prepare(&format!(
        "select id, time_created, data, type from {LATER} where session_id = ? order by time_created, id"
    ))?;
    let mut rows = select.query([id])?;
    let mut found = Vec::new();
    while let Some(row) = rows.next()? {
        found.push(Later { kind: text(row, 3).unwrap_or_default(), own: part(row)? });
    }
    Ok(found)
}

/// The row that a line was taken from.
pub(super) fn stands(line: &Members<'_>) -> Spot {
    let table = match line.text("type").as_deref() {
        Some("session") => "session",
        Some("message") => "message",
        Some("part") => "part",
        Some("later") => LATER,
        _ => return Spot::Derived,
    };
    line.text("id").map_or(Spot::Derived, |id| Spot::Row { table, id })
}

fn has(db: &Connection, table: &str) -> rusqlite::Result<bool> {
    let count = "select count(*) from sqlite_master where type = 'table' and name = ?";
    db.query_row(count, [table], |row| row.get(0))
}

fn part(row: &Row<'_>) -> rusqlite::Result<Part> {
    let created = row.get_ref(1)?.as_i64().ok();
    Ok(Part { id: text(row, 0).unwrap_or_default(), created, data: bytes(row, 2) })
}
