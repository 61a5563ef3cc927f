//! Sessions into the index: each from where it was left, or from its start.

use std::collections::HashMap;
use std::path::Path;

use disk::Stamp;
use rusqlite::{Connection, Transaction, params};
use sessions::{
    Activation, Ancestry, Change, Companion, Cost, EventKind, Kept, Line, Log, LogPlace, Source, TextKept,
    Turns, companion_path,
};

use crate::fact::{COMPANION, OWN};
use crate::log_state::LogState;
use crate::schema::OF_SESSION;
use crate::seal::{SESSION, SESSION_COLUMNS, Sealer, lost};
use crate::{Trouble, fact, packed, seal, words};

/// The row of a session as it is in the index.
struct Stored {
    id: i64,
    seal: i64,
    /// The sums of the seals of its rows.
    activated: i64,
    related: i64,
    pieces: i64,
    state: LogState,
    kept: Kept,
}

/// A log as it is now, and from which row on it is new.
pub(crate) struct Read {
    log: Log,
    turns: Turns,
    /// First row that is new; 0 where all are.
    from: usize,
    /// The log was read from its start.
    anew: bool,
    cost: Cost,
}

/// A session that was read and can be written.
pub(crate) struct Prepared {
    place: LogPlace,
    known: Option<Stored>,
    read: Read,
    companion: Option<Companion>,
    companion_state: String,
}

/// The change that writing a session has made.
#[derive(Default)]
pub(crate) struct Written {
    /// The seal of its row before; 0 for a new one.
    pub before: i64,
    /// The seal of its row now.
    pub now: i64,
    /// Activations were removed, so that nothing may name their texts any more.
    pub has_lost_activations: bool,
}

/// Reads one session, without writing; its log may have been read already.
pub(crate) fn prepare(
    db: &Connection,
    place: LogPlace,
    kept: Option<&Path>,
    read: Option<Result<Read, Trouble>>,
) -> Result<Prepared, Trouble> {
    let known = find(db, &place.path.to_string_lossy())?;
    let read = match (read, &known) {
        (Some(read), _) => read?,
        (None, Some(stored)) if place.source.is_envelope() => follow(db, &place, stored)?,
        // Only rows of the envelope can go on where they were: a dialect has to see every line.
        (None, _) => read_anew(&place)?,
    };
    let companion_state = companion_state(&place, kept);
    let companion = kept
        .and_then(|kept| Companion::open(kept, &place.workspace, &place.id).ok())
        .filter(|own| own.log().is_some());
    Ok(Prepared { place, known, read, companion, companion_state })
}

fn find(db: &Connection, path: &str) -> Result<Option<Stored>, Trouble> {
    let select = format!("select {SESSION}, seal from session where path = ?");
    let mut select = db.prepare_cached(&select)?;
    let mut found = select.query([path])?;
    let Some(row) = found.next()? else { return Ok(None) };
    let seal = Sealer::default().checked("session", row, SESSION_COLUMNS)?;
    let digest = |at: usize| row.get::<_, String>(at).map(|text| disk::Digest::parse(&text));
    let state = LogState::stored(row)?;
    let nothing = disk::Digest::of(b"");
    Ok(Some(Stored {
        id: row.get(0)?,
        seal,
        activated: row.get(32)?,
        related: row.get(33)?,
        pieces: row.get(34)?,
        kept: Kept {
            stamp: state.stamp,
            lines: row.get(25)?,
            end: row.get::<_, i64>(26)?.unsigned_abs(),
            // A digest that is none fits no file, and the log is read anew.
            head: digest(27)?.unwrap_or(nothing),
            tail: digest(28)?.unwrap_or(nothing),
        },
        state,
    }))
}

fn follow(db: &Connection, place: &LogPlace, stored: &Stored) -> Result<Read, Trouble> {
    let rows = packed::read(db, stored.id, stored.pieces)?;
    let Some(mut log) = Log::restore(&place.path, &stored.kept, rows)? else { return read_anew(place) };
    let restoring = log.cost();
    let (from, anew, cost) = match log.refresh()? {
        Change::None => (log.rows().len(), false, Cost::default()),
        Change::Grew { from } => (from, false, Cost::default()),
        Change::Rebuilt => (0, true, restoring),
    };
    log.validate()?;
    Ok(Read { turns: sessions::fold(&log), log, from, anew, cost })
}

pub(crate) fn read_anew(place: &LogPlace) -> Result<Read, Trouble> {
    let mut log = Log::open_place(place)?;
    log.validate()?;
    Ok(Read { turns: sessions::fold(&log), log, from: 0, anew: true, cost: Cost::default() })
}

impl Prepared {
    /// The log was read from its start.
    pub fn is_anew(&self) -> bool {
        self.read.anew
    }

    /// The cost of reading so far.
    pub fn cost(&self) -> Cost {
        let (before, log) = (self.read.cost, self.read.log.cost());
        Cost { bytes: before.bytes + log.bytes, lines: before.lines + log.lines }
    }

    /// Writes the session. None where another process has written it since it was read: what that wrote is as good.
    ///
    /// # Errors
    ///
    /// [`Trouble::Broken`] when rows of it are not as they were written, and as [`crate::Index::listed`].
    pub fn write(&self, tx: &Transaction<'_>) -> Result<Option<Written>, Trouble> {
        let now = find(tx, &self.path())?;
        if now.as_ref().map(|stored| &stored.state) != self.known.as_ref().map(|stored| &stored.state) {
            return Ok(None);
        }
        if let Some(stored) = &now {
            // What is summed up again below is what was written.
            let summary = seal::summary(tx, stored.id)?;
            if (summary.activated, summary.related) != (stored.activated, stored.related) {
                return Err(lost("activation, hydration or relation"));
            }
        }
        let (id, has_lost_activations) = self.save(tx)?;
        if let Some(own) = self.companion.as_ref().and_then(Companion::log) {
            write_companion(tx, id, own)?;
        }
        seal::facts(tx, id)?;
        self.session(tx, id)?;
        let before = now.map_or(0, |stored| stored.seal);
        Ok(Some(Written { before, now: seal::session(tx, id)?, has_lost_activations }))
    }

    fn path(&self) -> String {
        self.place.path.to_string_lossy().into_owned()
    }

    fn save(&self, tx: &Transaction<'_>) -> Result<(i64, bool), Trouble> {
        let log = &self.read.log;
        let first_new = self.first_new();
        let id = match &self.known {
            Some(stored) => stored.id,
            None => self.begin(tx)?,
        };
        // An activation on a last line without a line feed can become something else.
        let mut has_lost_activations = false;
        if self.known.is_none() {
            // Nothing of it is there yet.
        } else if self.read.anew {
            for table in OF_SESSION {
                tx.execute(&format!("delete from {table} where session = ?"), [id])?;
            }
            packed::forget(tx, id, 0)?;
            words::forget(tx, id)?;
            has_lost_activations = true;
        } else {
            // A last line without a line feed was read before and is read again. Its words never were: they are
            // taken in of whole lines.
            let delete = |table: &str, which: &str| {
                tx.execute(
                    &format!("delete from {table} where session = ? and ({which})"),
                    params![id, first_new],
                )
            };
            has_lost_activations = delete("activation", "line >= ?")? > 0;
            delete("relation", "line >= ?")?;
            delete("hydration", "part = 1 or line >= ?")?;
        }
        packed::write(tx, id, log.rows(), self.read.from)?;
        self.facts(tx, id)?;
        Ok((id, has_lost_activations))
    }

    fn begin(&self, tx: &Transaction<'_>) -> Result<i64, Trouble> {
        let mut insert = tx.prepare_cached(
            "insert into session (path, workspace, name, subagent, owner, device, inode, size, modified, changed,
             companion, lines, reached, head, tail, events, unread, opens, turns, outcome, title)
             values (?, ?, ?, ?, ?, '', '', 0, '', '', '', 0, 0, '', '', 0, 0, 0, 0, null, '')",
        )?;
        insert.execute(params![
            self.path(),
            self.place.workspace.to_string_lossy(),
            self.place.id.to_string(),
            self.place.subagent.as_deref(),
            self.place.source.rules().name,
        ])?;
        Ok(tx.last_insert_rowid())
    }

    fn facts(&self, tx: &Transaction<'_>, id: i64) -> Result<(), Trouble> {
        let log = &self.read.log;
        let release = log.about().and_then(|about| about.release.as_deref());
        let mut given = HashMap::new();
        for (at, row) in (self.read.from..).zip(log.rows().range(self.read.from..log.rows().len())) {
            if fact::is_kept(row.kind())
                && let Some(Line::Event(mut event)) = log.window(at..at + 1).pop()
            {
                if let EventKind::SkillActivation(told) = &mut event.kind {
                    with_last_text(told, &mut given);
                }
                fact::write(tx, id, self.place.source, release, OWN, row, &event)?;
            }
        }
        Ok(())
    }

    /// The first line that is new: what was there before may be gone without anything in its place.
    fn first_new(&self) -> u32 {
        let last = self.read.from.checked_sub(1).and_then(|last| self.read.log.rows().get(last));
        last.map_or(0, |row| row.line() + 1)
    }

    /// Writes the row of the session, with the counts that lists filter by.
    fn session(&self, tx: &Transaction<'_>, id: i64) -> Result<(), Trouble> {
        let (log, turns) = (&self.read.log, self.read.turns.turns());
        let Some(kept) = log.kept() else {
            return Err(Trouble::Failed("a log was indexed before it was read in full".to_owned()));
        };
        let time = |position: usize| {
            let (row, event) = (log.at(position)?, log.event(position)?);
            fact::millis(row, event.ts.as_deref())
        };
        let ends = log.timed_ends();
        let sums = seal::summary(tx, id)?;
        let otherwise = if self.place.subagent.is_some() { Ancestry::Subagent } else { Ancestry::Root };
        let mut update = tx.prepare_cached(
            "update session set device = ?, inode = ?, size = ?, modified = ?, changed = ?, companion = ?,
             lines = ?, reached = ?, head = ?, tail = ?, events = ?, unread = ?, first_unread = ?,
             unfinished = ?, opens = ?, turns = ?, outcome = ?, title = ?, started = ?, last = ?,
             activations = ?, mismatched = ?, unhashed = ?, hydrations = ?, ancestry = ?,
             activated = ?, related = ?, pieces = ?
             where id = ?",
        )?;
        update.execute(params![
            kept.stamp.device.to_string(),
            kept.stamp.inode.to_string(),
            kept.stamp.size as i64,
            kept.stamp.modified_ns.to_string(),
            kept.stamp.changed_ns.to_string(),
            self.companion_state,
            log.last_record(),
            kept.end as i64,
            kept.head.to_string(),
            kept.tail.to_string(),
            log.len() as i64,
            log.unread().len() as i64,
            log.unread().first().map(|unread| log.line_of(unread.line)),
            log.unfinished().map(|last| last.line),
            self.place.source != Source::Pixir || sessions::accept(log).opens(),
            turns.len() as i64,
            turns.last().map(|turn| turn.outcome as u8),
            sessions::title(log, turns),
            ends.and_then(|(first, _)| time(first)),
            ends.and_then(|(_, last)| time(last)),
            sums.activations,
            sums.mismatched,
            sums.unhashed,
            sums.hydrations,
            sums.ancestry.unwrap_or(otherwise) as u8,
            sums.activated,
            sums.related,
            packed::sum(tx, id)?,
            id,
        ])?;
        Ok(())
    }
}

/// An agent that says a skill is loaded and sends no text uses once more the text it sent last. A log that is followed
/// from where it was left is one of Pixir's, which sends every text.
fn with_last_text(told: &mut Activation, given: &mut HashMap<String, Activation>) {
    let name = told.name.clone().unwrap_or_default();
    if told.content.is_some() {
        given.insert(name, told.clone());
    } else if told.kept == TextKept::Nothing
        && told.content_hash.is_none()
        && let Some(last) = given.get(&name)
    {
        (told.content, told.kept) = (last.content.clone(), last.kept);
        (told.path, told.content_hash) = (last.path.clone(), last.content_hash.clone());
        told.arguments.clone_from(&last.arguments);
    }
}

/// Writes the facts of Assay's companion log.
fn write_companion(tx: &Transaction<'_>, id: i64, own: &Log) -> Result<(), Trouble> {
    for position in 0..own.len() {
        if let (Some(row), Some(event)) = (own.at(position), own.event(position)) {
            fact::write(tx, id, Source::Assay, None, COMPANION, row, &event)?;
        }
    }
    Ok(())
}

/// The state of a session's companion log; empty while there is none.
pub(crate) fn companion_state(place: &LogPlace, kept: Option<&Path>) -> String {
    let look = kept.and_then(|kept| disk::look(&companion_path(kept, &place.workspace, &place.id)).ok());
    look.map(|look| text_of(&look.stamp)).unwrap_or_default()
}

/// The state of a companion as text.
fn text_of(stamp: &Stamp) -> String {
    let Stamp { device, inode, size, modified_ns, changed_ns } = stamp;
    format!("{device} {inode} {size} {modified_ns} {changed_ns} ")
}
