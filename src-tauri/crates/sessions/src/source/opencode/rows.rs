//! Sessions in the tables of the database (read in 1.18.33; the columns of 1.2 are among them).

use std::collections::HashMap;
use std::path::PathBuf;

use disk::Stamp;
use rusqlite::types::ValueRef;
use rusqlite::{Connection, Row};

use super::super::database::{Listed, Listing};
use super::lines::{Message, Part, Session};

/// The sessions, each with a state that changes whenever a row of it does. Every table is gone through once, and of the
/// rows' data only the length is looked at: grouping in SQL would sort all of it.
pub(super) fn list(db: &Connection) -> rusqlite::Result<Listing> {
    let mut listing = Listing::new();
    let mut select = db.prepare("select id, directory, parent_id, time_updated from session")?;
    let mut rows = select.query([])?;
    while let Some(row) = rows.next()? {
        let Some(id) = text(row, 0) else { continue };
        let stamp = with(Stamp::default(), number(row, 3), 0);
        listing.insert(id, Listed { folder: text(row, 1).map(PathBuf::from), parent: text(row, 2), stamp });
    }
    for table in ["message", "part"] {
        let mut select =
            db.prepare(&format!("select session_id, time_updated, octet_length(data) from {table}"))?;
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

/// A state with one more row: its bytes, its time where it is the latest, and something of every row.
fn with(stamp: Stamp, updated: i64, bytes: i64) -> Stamp {
    Stamp {
        size: stamp.size.saturating_add(bytes.unsigned_abs()),
        modified_ns: stamp.modified_ns.max(i128::from(updated) * 1_000_000),
        changed_ns: stamp.changed_ns.wrapping_add(i128::from(updated)).wrapping_add(1),
        ..stamp
    }
}

fn number(row: &Row<'_>, at: usize) -> i64 {
    row.get_ref(at).ok().and_then(|value| value.as_i64().ok()).unwrap_or(0)
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
    let mut left: Vec<(String, Vec<Part>)> = parts.into_iter().collect();
    left.sort_by(|one, other| one.0.cmp(&other.0));
    Ok(session.lines(&messages, &left.into_iter().flat_map(|(_, parts)| parts).collect::<Vec<_>>()))
}

fn part(row: &Row<'_>) -> rusqlite::Result<Part> {
    let data = match row.get_ref(2)? {
        ValueRef::Text(bytes) | ValueRef::Blob(bytes) => bytes.to_owned(),
        _ => Vec::new(),
    };
    Ok(Part { id: text(row, 0).unwrap_or_default(), created: row.get_ref(1)?.as_i64().ok(), data })
}

fn text(row: &Row<'_>, at: usize) -> Option<String> {
    row.get_ref(at).ok()?.as_str().ok().map(str::to_owned)
}
