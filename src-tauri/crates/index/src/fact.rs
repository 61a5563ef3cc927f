//! Facts of single events that lists show: activations, released hydrations, relations to other sessions.

use disk::Digest;
use rusqlite::{Connection, params};
use sessions::{Ancestry, Event, EventKind, Kind, Row, Source, TextIntegrity};

use crate::Trouble;

/// In which log of a session an event stands: 0 its own, 1 Assay's companion.
pub(crate) type Part = i64;
pub(crate) const OWN: Part = 0;
pub(crate) const COMPANION: Part = 1;

/// Whether something is kept of an event of this kind.
pub(crate) fn is_kept(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::SkillActivation | Kind::SkillContextHydration | Kind::SessionFork | Kind::SubagentEvent
    )
}

/// Writes the facts of one event. They are sealed at the end ([`crate::seal::facts`]).
pub(crate) fn write(
    db: &Connection,
    session: i64,
    source: Source,
    release: Option<&str>,
    part: Part,
    row: Row,
    event: &Event,
) -> Result<(), Trouble> {
    let line = event.line;
    match &event.kind {
        EventKind::SkillActivation(told) if part == OWN => {
            let content = told.content.as_deref().map(|body| (Digest::of(body.as_bytes()).to_string(), body));
            if let Some((digest, body)) = &content {
                let mut insert = db.prepare_cached("insert or ignore into snapshot values (?, ?, ?)")?;
                insert.execute(params![digest, body.len() as i64, body])?;
            }
            let mut insert = db
                .prepare_cached("insert into activation values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0)")?;
            insert.execute(params![
                session,
                line,
                millis(row, event.ts.as_deref()),
                told.name.as_deref().unwrap_or_default(),
                told.scope.as_deref().or(told.source.as_deref()).unwrap_or_default(),
                told.path.as_deref().unwrap_or_default(),
                told.root.as_deref().unwrap_or_default(),
                told.text_hash(source).unwrap_or_default(),
                content.map(|(digest, _)| digest),
                TextIntegrity::of(told, source) as u8,
                told.kept as u8,
                told.arguments.as_deref(),
                release,
            ])?;
        }
        EventKind::Hydration(told) => {
            let mut insert = db.prepare_cached("insert into hydration values (?, ?, ?, ?, 0)")?;
            insert.execute(params![session, part, line, i64::from(told.released.is_some())])?;
        }
        EventKind::SessionFork(told) if part == OWN && told.is_of_session(&event.seq, source) => {
            relate(db, session, line, Ancestry::Fork)?;
        }
        EventKind::Posture(told) if part == OWN && told.lineage.as_deref() == Some("child") => {
            relate(db, session, line, Ancestry::Subagent)?;
        }
        _ => {}
    }
    Ok(())
}

fn relate(db: &Connection, session: i64, line: u32, ancestry: Ancestry) -> Result<(), Trouble> {
    db.prepare_cached("insert into relation values (?, ?, ?, 0)")?.execute(params![
        session,
        line,
        ancestry as u8
    ])?;
    Ok(())
}

/// When an event was written, milliseconds since 1970 (UTC): Pixir writes six digits of a second.
pub(crate) fn millis(row: Row, ts: Option<&str>) -> Option<i64> {
    let digits = ts.and_then(|ts| ts.split_once('.')).and_then(|(_, rest)| rest.get(..3));
    let fraction = digits.and_then(|digits| digits.parse().ok()).unwrap_or(0);
    Some(i64::from(row.seconds()?) * 1000 + fraction)
}
