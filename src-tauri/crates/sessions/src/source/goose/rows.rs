//! Sessions in the tables of the database, laid out as lines: the session, its messages, and what it spent in all.

use std::path::{Path, PathBuf};
use std::time::{Duration, UNIX_EPOCH};

use disk::Stamp;
use rusqlite::Connection;

use super::super::database::{Listed, Listing, bytes, count_bytes, number, parts, text, with};
use super::super::laid::Line;
use crate::Spot;
use crate::instant::{instant, written};
use crate::json;
use crate::members::Members;

/// The sessions, each with a state that changes whenever a row of it does.
pub(super) fn list(db: &Connection) -> rusqlite::Result<Listing> {
    let (mut listing, mut total) = (Listing::new(), 0);
    let mut select = db.prepare("select * from sessions")?;
    let mut rows = select.query([])?;
    while let Some(row) = rows.next()? {
        let named = |name: &str| row.get_ref(name).ok().and_then(|value| value.as_str().ok());
        let Some(id) = named("id") else { continue };
        let stamp = with(Stamp::default(), millis(named("updated_at")), 0);
        let folder = named("working_dir").map(Into::into);
        let parent = named("parent_session_id").map(str::to_owned);
        let texts = ["id", "working_dir", "parent_session_id"].map(|name| named(name).map_or(0, str::len));
        count_bytes(&mut total, texts.iter().sum())?;
        listing.insert(id.to_owned(), Listed { folder, parent, stamp });
    }
    let mut select = db.prepare(
        "select session_id, created_timestamp, octet_length(content_json) + coalesce(octet_length(metadata_json), 0) \
         + coalesce(octet_length(message_id), 0) + coalesce(octet_length(role), 0) from messages",
    )?;
    let mut rows = select.query([])?;
    while let Some(row) = rows.next()? {
        let session = row.get_ref(0)?.as_str().ok().and_then(|id| listing.get_mut(id));
        if let Some(session) = session {
            session.stamp = with(session.stamp, in_millis(number(row, 1)), number(row, 2));
        }
    }
    Ok(listing)
}

/// The lines of one session; none where it is gone.
pub(super) fn lines(db: &Connection, id: &str) -> rusqlite::Result<Vec<u8>> {
    let mut select = db.prepare("select * from sessions where id = ?")?;
    let mut rows = select.query([id])?;
    let Some(row) = rows.next()? else { return Ok(Vec::new()) };
    let named = |name: &str| row.get_ref(name).ok().and_then(|value| value.as_str().ok());
    let count = |name: &str| row.get_ref(name).ok().and_then(|value| value.as_i64().ok());
    let title = ["name", "description"].iter().find_map(|name| named(name).filter(|text| !text.is_empty()));
    let mut lines = Vec::new();
    Line::of("session")
        .text("id", id)
        .text_if("directory", named("working_dir"))
        .text_if("parent", named("parent_session_id"))
        .text_if("title", title)
        .text_if("timestamp", at(millis(named("created_at"))).as_deref())
        .raw_if("model", named("model_config_json").filter(|text| json::check(text.as_bytes()).is_ok()))
        .end(&mut lines);
    let spent = (count("accumulated_input_tokens"), count("accumulated_output_tokens"));
    let mut select = db.prepare(
        "select message_id, created_timestamp, role, content_json, metadata_json, id from messages \
         where session_id = ? order by id",
    )?;
    let mut rows = select.query([id])?;
    let mut has_hidden = false;
    while let Some(row) = rows.next()? {
        let metadata = bytes(row, 4);
        let metadata = Members::of_line(&metadata).ok().flatten().unwrap_or_default();
        let is_hidden = metadata.flag("agentVisible") == Some(false);
        let is_agents = metadata.flag("userVisible") == Some(false) && !is_hidden;
        // The first message that stands for hidden ones is their summary.
        let is_summary = is_agents && std::mem::take(&mut has_hidden);
        has_hidden |= is_hidden;
        Line::of("message")
            .text_if("id", text(row, 0).as_deref())
            .raw("row", number(row, 5).to_string().as_bytes())
            .text_if("timestamp", at(in_millis(number(row, 1))).as_deref())
            .text_if("role", text(row, 2).as_deref())
            .flag("agents", is_agents)
            .flag("summary", is_summary)
            .raw("content", &bytes(row, 3))
            .end(&mut lines);
    }
    if let (Some(input), Some(output)) = spent {
        let line = Line::of("spent").raw("input", input.to_string().as_bytes());
        line.raw("output", output.to_string().as_bytes()).end(&mut lines);
    }
    Ok(lines)
}

/// Where a line was taken from.
pub(super) fn stands(path: &Path, _: u32, line: &Members<'_>) -> (PathBuf, Spot) {
    let row = |table, id: Option<String>| id.map_or(Spot::Derived, |id| Spot::Row { table, id });
    let spot = match line.text("type").as_deref() {
        Some("message") => row("messages", line.whole("row").map(|row| row.to_string())),
        _ => row("sessions", parts(path).map(|(_, id)| id.to_owned())),
    };
    (parts(path).map_or(path, |(database, _)| database).to_owned(), spot)
}

/// Milliseconds of a time as SQLite writes it.
fn millis(text: Option<&str>) -> i64 {
    let time =
        text.and_then(|text| instant(&format!("{}Z", text.trim_end_matches('Z').replacen(' ', "T", 1))));
    let since = time.and_then(|time| time.duration_since(UNIX_EPOCH).ok()).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(0)
}

/// Messages are dated in seconds; a number that large is one of milliseconds.
pub(super) fn in_millis(created: i64) -> i64 {
    if created.unsigned_abs() < 100_000_000_000 { created.saturating_mul(1000) } else { created }
}

pub(super) fn at(millis: i64) -> Option<String> {
    let since = u64::try_from(millis).ok().filter(|millis| *millis > 0)?;
    UNIX_EPOCH.checked_add(Duration::from_millis(since)).map(written)
}
