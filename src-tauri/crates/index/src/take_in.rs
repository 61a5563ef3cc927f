//! One session into the index: from where it was left, or from its start.

use std::collections::HashMap;
use std::path::Path;

use disk::Stamp;
use rusqlite::{Connection, Row as Found, Transaction, TransactionBehavior, params};
use sessions::{
    Activation, Ancestry, Change, Companion, Cost, Event, EventKind, Kept, Line, Log, LogPlace, Source,
    TextKept, Turn, Turns, companion_path,
};

use crate::fact::{COMPANION, OWN};
use crate::schema::{IN_TURNS, OF_SESSION, SEALED};
use crate::seal::{SESSION, SESSION_COLUMNS, Sealer, lost};
use crate::sync::{bump, forget_snapshots, state_of};
use crate::{Index, Trouble, fact, packed, seal, words};

/// What taking in one session has cost.
pub(crate) struct Taken {
    pub cost: Cost,
    /// The log was read from its start.
    pub anew: bool,
}

/// What the index knows of a session.
struct Stored {
    id: i64,
    seal: i64,
    /// The sums of the seals of its rows.
    activated: i64,
    related: i64,
    pieces: i64,
    state: String,
    kept: Kept,
    title: String,
    started: Option<i64>,
}

/// A log as it is now, and from which row on it is news.
pub(crate) struct Read {
    log: Log,
    turns: Turns,
    /// What calls cost, in the order of the lines; taken on the way where a log was read from its start.
    costs: Vec<Event>,
    before: Vec<Turn>,
    /// Lines were in order before and are now, so that what was derived from earlier ones stays.
    in_order: bool,
    /// First row that is new; 0 where everything is.
    from: usize,
    anew: bool,
    cost: Cost,
}

/// Takes in one session; its log may have been read already.
pub(crate) fn take_in(
    index: &mut Index,
    place: &LogPlace,
    kept: Option<&Path>,
    read: Option<Result<Read, Trouble>>,
) -> Result<Taken, Trouble> {
    let Some(path) = place.path.to_str() else {
        return Ok(Taken { cost: Cost::default(), anew: false });
    };
    let known = find(&index.db, path)?;
    let read = match (read, &known) {
        (Some(read), _) => read?,
        (None, Some(stored)) if place.source.is_envelope() => follow(&index.db, place, stored)?,
        // Only rows of the envelope can go on where they were: a dialect has to see every line.
        (None, _) => read_anew(place)?,
    };
    let companion_state = companion_state(place, kept);
    let companion = kept
        .and_then(|kept| Companion::open(kept, &place.workspace, &place.id).ok())
        .filter(|own| own.log().is_some());
    let tx = index.db.transaction_with_behavior(TransactionBehavior::Immediate)?;
    // Another process may have been here since: what it wrote is as good.
    let now = find(&tx, path)?;
    if now.as_ref().map(|stored| &stored.state) != known.as_ref().map(|stored| &stored.state) {
        return Ok(Taken { cost: read.cost, anew: false });
    }
    if let Some(stored) = &now {
        // What is summed up again below is what was written.
        let summary = seal::summary(&tx, stored.id)?;
        if (summary.activated, summary.related) != (stored.activated, stored.related) {
            return Err(lost("activation, hydration or relation"));
        }
    }
    let state = Saving { place, path, read: &read, known: known.as_ref(), companion_state: &companion_state };
    let id = state.save(&tx)?;
    if let Some(companion) = &companion {
        write_companion(&tx, id, companion, &read)?;
    }
    seal::facts(&tx, id)?;
    sum_up(&tx, id, place)?;
    seal::session(&tx, id, now.map_or(0, |stored| stored.seal))?;
    bump(&tx)?;
    index.changed.seal(&tx)?;
    tx.commit()?;
    let last = read.log.cost();
    let cost = Cost { bytes: read.cost.bytes + last.bytes, lines: read.cost.lines + last.lines };
    Ok(Taken { cost, anew: read.anew })
}

fn find(db: &Connection, path: &str) -> Result<Option<Stored>, Trouble> {
    let select = format!("select {SESSION}, seal from session where path = ?");
    let mut select = db.prepare_cached(&select)?;
    let mut found = select.query([path])?;
    let Some(row) = found.next()? else { return Ok(None) };
    let seal = Sealer::default().checked("session", row, SESSION_COLUMNS)?;
    let number = |at: usize| row.get::<_, String>(at).map(|text| text.parse().unwrap_or_default());
    let time = |at: usize| row.get::<_, String>(at).map(|text| text.parse().unwrap_or_default());
    let digest = |at: usize| row.get::<_, String>(at).map(|text| disk::Digest::parse(&text));
    let stamp = Stamp {
        device: number(20)?,
        inode: number(21)?,
        size: row.get::<_, i64>(7)?.unsigned_abs(),
        modified_ns: time(22)?,
        changed_ns: time(23)?,
    };
    let nothing = disk::Digest::of(b"");
    Ok(Some(Stored {
        id: row.get(0)?,
        seal,
        activated: row.get(32)?,
        related: row.get(33)?,
        pieces: row.get(34)?,
        state: stored(row)?,
        kept: Kept {
            stamp,
            lines: row.get(25)?,
            end: row.get::<_, i64>(26)?.unsigned_abs(),
            // A digest that is none fits no file, and the log is read anew.
            head: digest(27)?.unwrap_or(nothing),
            tail: digest(28)?.unwrap_or(nothing),
        },
        title: row.get(4)?,
        started: row.get(5)?,
    }))
}

/// The state that was stored with a session, as [`state_of`] writes it.
pub(crate) fn stored(row: &Found<'_>) -> rusqlite::Result<String> {
    let text = |at: usize| row.get::<_, String>(at);
    let size: i64 = row.get(7)?;
    Ok(format!("{} {} {size} {} {} {}", text(20)?, text(21)?, text(22)?, text(23)?, text(24)?))
}

fn follow(db: &Connection, place: &LogPlace, stored: &Stored) -> Result<Read, Trouble> {
    let rows = packed::read(db, stored.id, stored.pieces)?;
    let Some(mut log) = Log::restore(&place.path, &stored.kept, rows)? else { return read_anew(place) };
    let before = sessions::fold(&log);
    let restoring = log.cost();
    let was_in_order = log.is_in_order();
    match log.refresh()? {
        Change::None => {
            let (turns, from) = (before.clone(), log.rows().len());
            let before = before.turns().to_vec();
            let (costs, cost) = (Vec::new(), Cost::default());
            Ok(Read { before, in_order: was_in_order, log, turns, costs, from, anew: false, cost })
        }
        Change::Grew { from } => {
            // New lines were read in full; this only says so.
            log.validate()?;
            let turns = sessions::fold(&log);
            let (before, in_order) = (before.turns().to_vec(), was_in_order && log.is_in_order());
            let (costs, cost) = (Vec::new(), Cost::default());
            Ok(Read { before, in_order, log, turns, costs, from, anew: false, cost })
        }
        Change::Rebuilt => {
            log.validate()?;
            Ok(from_start(log, Vec::new(), restoring))
        }
    }
}

pub(crate) fn read_anew(place: &LogPlace) -> Result<Read, Trouble> {
    let (log, costs) = Log::open_with_costs(place)?;
    Ok(from_start(log, costs, Cost::default()))
}

fn from_start(log: Log, costs: Vec<Event>, cost: Cost) -> Read {
    let turns = sessions::fold(&log);
    Read { before: Vec::new(), in_order: false, log, turns, costs, from: 0, anew: true, cost }
}

struct Saving<'a> {
    place: &'a LogPlace,
    path: &'a str,
    read: &'a Read,
    known: Option<&'a Stored>,
    companion_state: &'a str,
}

impl Saving<'_> {
    fn save(&self, tx: &Transaction<'_>) -> Result<i64, Trouble> {
        let log = &self.read.log;
        let first_new = self.first_new();
        let id = match self.known {
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
            forget_snapshots(tx)?;
        } else {
            // A last line without a line feed was read before and is read again. Its words never were: they are
            // taken in of whole lines.
            for table in ["activation", "usage", "relation"] {
                let delete = format!("delete from {table} where session = ? and line >= ?");
                let deleted = tx.execute(&delete, params![id, first_new])?;
                has_lost_activations |= table == "activation" && deleted > 0;
            }
            for table in ["hydration", "decision"] {
                let delete = format!("delete from {table} where session = ? and (part = 1 or line >= ?)");
                tx.execute(&delete, params![id, first_new])?;
            }
        }
        packed::write(tx, id, log.rows(), self.read.from)?;
        self.facts(tx, id)?;
        self.turns(tx, id)?;
        self.session(tx, id)?;
        if has_lost_activations {
            forget_snapshots(tx)?;
        }
        Ok(id)
    }

    fn begin(&self, tx: &Transaction<'_>) -> Result<i64, Trouble> {
        let mut insert = tx.prepare_cached(
            "insert into session (path, workspace, name, subagent, owner, device, inode, size, modified, changed,
             companion, lines, reached, head, tail, events, unread, opens, turns, outcome, title)
             values (?, ?, ?, ?, ?, '', '', 0, '', '', '', 0, 0, '', '', 0, 0, 0, 0, null, '')",
        )?;
        insert.execute(params![
            self.path,
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
            let cost = self.read.costs.binary_search_by_key(&row.line(), |event| event.line);
            if let Ok(cost) = cost {
                fact::write(tx, id, self.place.source, release, OWN, row, &self.read.costs[cost])?;
            } else if fact::is_kept(row.kind())
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

    fn turns(&self, tx: &Transaction<'_>, id: i64) -> Result<(), Trouble> {
        let (old, new) = (&self.read.before, self.read.turns.turns());
        let settled = self.settled();
        let stays = |(old, new): &(&Turn, &Turn)| old == new && new.positions.end <= settled;
        let same = old.iter().zip(new).take_while(stays).count();
        tx.prepare_cached("delete from turn where session = ? and number > ?")?
            .execute(params![id, same as i64])?;
        let mut insert = tx.prepare_cached("insert into turn values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")?;
        let line = |position: usize| self.read.log.at(position).map(sessions::Row::line);
        for turn in &new[same..] {
            insert.execute(params![
                id,
                turn.number,
                line(turn.positions.start),
                line(turn.opened),
                line(turn.positions.end.saturating_sub(1)),
                turn.outcome as u8,
                turn.origin as u8,
                turn.tools,
                turn.calls,
                turn.hydrations,
            ])?;
        }
        // Before the end of the last turn that has not changed, no event changes its turn.
        let end = same.checked_sub(1).map_or(0, |last| new[last].positions.end);
        let from = if same > 0 { line(end) } else { Some(0) };
        number_facts(tx, id, self.read, from.unwrap_or(u32::MAX).min(self.first_new()))
    }

    /// The first line that is new: what stood there may be gone without anything in its place.
    fn first_new(&self) -> u32 {
        let last = self.read.from.checked_sub(1).and_then(|last| self.read.log.rows().get(last));
        last.map_or(0, |row| row.line() + 1)
    }

    /// How many positions hold the lines they held before. Out of order there are none: a new line can come before
    /// old ones.
    fn settled(&self) -> usize {
        let (log, first_new) = (&self.read.log, self.first_new());
        if !self.read.in_order {
            return 0;
        }
        let (mut low, mut high) = (0, log.len());
        while low < high {
            let middle = low.midpoint(high);
            let is_old = log.at(middle).is_some_and(|row| row.line() < first_new);
            if is_old { low = middle + 1 } else { high = middle }
        }
        low
    }

    fn session(&self, tx: &Transaction<'_>, id: i64) -> Result<(), Trouble> {
        let log = &self.read.log;
        let Some(kept) = log.kept() else {
            return Err(Trouble::Failed("a log was indexed before it was read in full".to_owned()));
        };
        let turns = self.read.turns.turns();
        // The first turn and the first event stay what they are while a log in order grows.
        let settled = self.settled();
        let begun = self.known.filter(|stored| settled > 0 && stored.started.is_some());
        let titled = self.known.filter(|_| turns.first().is_some_and(|turn| turn.opened < settled));
        let time = |position: usize| {
            let (row, event) = (log.at(position)?, log.event(position)?);
            fact::millis(row, event.ts.as_deref())
        };
        let ends = log.timed_ends();
        let mut update = tx.prepare_cached(
            "update session set device = ?, inode = ?, size = ?, modified = ?, changed = ?, companion = ?,
             lines = ?, reached = ?, head = ?, tail = ?, events = ?, unread = ?, first_unread = ?,
             unfinished = ?, opens = ?, turns = ?, outcome = ?, title = ?, started = ?, last = ?
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
            titled.map_or_else(|| sessions::title(log, turns), |stored| stored.title.clone()),
            begun.map_or_else(|| ends.and_then(|(first, _)| time(first)), |stored| stored.started),
            ends.and_then(|(_, last)| time(last)),
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

/// Gives every kept event from a line on the number of its turn.
fn number_facts(tx: &Transaction<'_>, id: i64, read: &Read, from: u32) -> Result<(), Trouble> {
    let positions = Positions::of(&read.log);
    for table in IN_TURNS {
        let part = if matches!(table, "hydration" | "decision") { "and part = 0" } else { "" };
        let lines: Vec<u32> = {
            let select = format!("select line from {table} where session = ? and line >= ? {part}");
            let mut select = tx.prepare_cached(&select)?;
            select.query_map(params![id, from], |row| row.get(0))?.collect::<Result<_, _>>()?
        };
        let unseal = if SEALED.contains(&table) { ", seal = 0" } else { "" };
        let update = format!("update {table} set turn = ?{unseal} where session = ? and line = ? {part}");
        let mut update = tx.prepare_cached(&update)?;
        for line in lines {
            let turn = positions.of_line(line).and_then(|position| read.turns.turn_at(position));
            update.execute(params![turn.map(|turn| turn.number), id, line])?;
        }
    }
    Ok(())
}

/// From lines to positions.
enum Positions<'a> {
    InOrder(&'a Log),
    Mixed(HashMap<u32, usize>),
}

impl<'a> Positions<'a> {
    fn of(log: &'a Log) -> Self {
        if log.len() == log.rows().len() && log.is_in_order() {
            return Self::InOrder(log);
        }
        Self::Mixed((0..log.len()).filter_map(|at| Some((log.at(at)?.line(), at))).collect())
    }

    fn of_line(&self, line: u32) -> Option<usize> {
        match self {
            Self::InOrder(log) => log.rows().find_by_key(line, sessions::Row::line),
            Self::Mixed(positions) => positions.get(&line).copied(),
        }
    }
}

fn write_companion(tx: &Transaction<'_>, id: i64, companion: &Companion, read: &Read) -> Result<(), Trouble> {
    let Some(own) = companion.log() else { return Ok(()) };
    let placed: HashMap<usize, Option<usize>> =
        companion.placed(&read.log).into_iter().map(|one| (one.position, one.after)).collect();
    for position in 0..own.len() {
        let (Some(row), Some(event)) = (own.at(position), own.event(position)) else { continue };
        fact::write(tx, id, Source::Assay, None, COMPANION, row, &event)?;
        let after = placed.get(&position).copied().flatten();
        let turn = after.and_then(|after| read.turns.turn_at(after)).map(|turn| turn.number);
        for table in ["hydration", "decision"] {
            let unseal = if SEALED.contains(&table) { ", seal = 0" } else { "" };
            let update =
                format!("update {table} set turn = ?{unseal} where session = ? and part = 1 and line = ?");
            tx.prepare_cached(&update)?.execute(params![turn, id, row.line()])?;
        }
    }
    Ok(())
}

/// Counts that lists filter by.
fn sum_up(tx: &Transaction<'_>, id: i64, place: &LogPlace) -> Result<(), Trouble> {
    let otherwise = if place.subagent.is_some() { Ancestry::Subagent } else { Ancestry::Root };
    let sums = seal::summary(tx, id)?;
    tx.prepare_cached(
        "update session set activations = ?, mismatched = ?, unhashed = ?, hydrations = ?, ancestry = ?,
         activated = ?, related = ?, pieces = ? where id = ?",
    )?
    .execute(params![
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

/// The state of a session's companion log; empty while there is none.
pub(crate) fn companion_state(place: &LogPlace, kept: Option<&Path>) -> String {
    let look = kept.and_then(|kept| disk::look(&companion_path(kept, &place.workspace, &place.id)).ok());
    look.map(|look| state_of(&look.stamp, "")).unwrap_or_default()
}
