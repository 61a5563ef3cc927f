//! Sessions in the tables of the database (read in 1.18.33; the columns of 1.2 are among them).

use std::collections::HashMap;
use std::path::PathBuf;

use disk::Stamp;
use rusqlite::types::ValueRef;
use rusqlite::{Connection, Row};

use super::super::database::{Listed, Listing};
use super::lines::{Message, Part, Session};

/// The sessions, each with a state that changes whenever a row of it does.
pub(super) fn list(db: &Connection) -> rusqlite::Result<Listing> {
    let sums = "count(*) n, max(time_updated) last, sum(time_updated & 0xffffffff) times,
                sum(octet_length(data)) bytes";
    let select = format!(
        "with m as (select session_id, {sums} from message group by +session_id),
              p as (select session_id, {sums} from part group by +session_id)
         select s.id, s.directory, s.parent_id, coalesce(m.bytes, 0) + coalesce(p.bytes, 0),
                max(coalesce(s.time_updated, 0), coalesce(m.last, 0), coalesce(p.last, 0)),
                (s.time_updated & 0xffffffff) + coalesce(m.times, 0) + coalesce(p.times, 0)
                    + coalesce(m.n, 0) + coalesce(p.n, 0)
         from session s left join m on m.session_id = s.id left join p on p.session_id = s.id"
    );
    let mut select = db.prepare(&select)?;
    let mut rows = select.query([])?;
    let mut listing = Listing::new();
    while let Some(row) = rows.next()? {
        let Some(id) = text(row, 0) else { continue };
        let number = |at: usize| row.get_ref(at).ok().and_then(|value| value.as_i64().ok()).unwrap_or(0);
        let stamp = Stamp {
            size: number(3).unsigned_abs(),
            modified_ns: i128::from(number(4)) * 1_000_000,
            changed_ns: i128::from(number(5)),
            ..Stamp::default()
        };
        listing.insert(id, Listed { folder: text(row, 1).map(PathBuf::from), parent: text(row, 2), stamp });
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
