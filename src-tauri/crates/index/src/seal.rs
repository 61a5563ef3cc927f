//! Checksums of rows: what was written is what is read, or nothing of it is shown.
//!
//! SQLite itself notices few flipped bits. A seal is 64 bits of XXH3 over a table's name and every column of
//! a row. It finds damage, and whoever edits the file without knowing of it; it is no signature.

use rusqlite::types::ValueRef;
use rusqlite::{Connection, OptionalExtension, Row, Transaction, params};
use sessions::{Ancestry, TextIntegrity};
use xxhash_rust::xxh3::xxh3_64;

use crate::Trouble;
use crate::number::of_number;

/// The columns of a session, in the order in which they are read and sealed.
pub(crate) const SESSION: &str =
    "id, path, workspace, name, title, started, last, size, events, turns, unread,
 first_unread, outcome, opens, activations, mismatched, unhashed, hydrations, ancestry, owner,
 device, inode, modified, changed, companion, lines, reached, head, tail, worded, subagent, unfinished,
 activated, related, pieces";
/// How many they are; the seal is the one behind them.
pub(crate) const SESSION_COLUMNS: usize = 35;

/// A table whose rows belong to a session and are sealed: its name, its columns, and how many.
pub(crate) struct Sealed {
    pub table: &'static str,
    pub columns: &'static str,
    pub count: usize,
    key: &'static str,
}

pub(crate) const ACTIVATION: Sealed = Sealed {
    table: "activation",
    columns: "session, line, at, name, scope, path, root, hash, content, integrity, kept, arguments, release",
    count: 13,
    key: "session = ?1 and line = ?2",
};
pub(crate) const HYDRATION: Sealed = Sealed {
    table: "hydration",
    columns: "session, line, part, released",
    count: 4,
    key: "session = ?1 and line = ?2 and part = ?3",
};
pub(crate) const RELATION: Sealed = Sealed {
    table: "relation",
    columns: "session, line, ancestry",
    count: 3,
    key: "session = ?1 and line = ?2",
};

/// Makes seals; one buffer serves many rows.
#[derive(Default)]
pub(crate) struct Sealer(Vec<u8>);

impl Sealer {
    /// The seal of a row's first columns.
    pub(crate) fn of(&mut self, table: &str, row: &Row<'_>, columns: usize) -> rusqlite::Result<i64> {
        self.begin(table);
        for at in 0..columns {
            self.add(row.get_ref(at)?);
        }
        Ok(self.end())
    }

    /// The seal of a row that bears one behind its columns, and is as it was when it was written.
    pub(crate) fn checked(&mut self, table: &str, row: &Row<'_>, columns: usize) -> Result<i64, Trouble> {
        let (seal, written) = (self.of(table, row, columns)?, row.get::<_, i64>(columns)?);
        if seal == written { Ok(seal) } else { Err(broken(table)) }
    }

    fn begin(&mut self, table: &str) {
        self.0.clear();
        self.0.extend(table.as_bytes());
    }

    // Each value with its kind and length, so that no two rows give the same bytes.
    fn add(&mut self, value: ValueRef<'_>) {
        let mut add = |kind: u8, bytes: &[u8]| {
            self.0.push(kind);
            self.0.extend((bytes.len() as u64).to_le_bytes());
            self.0.extend(bytes);
        };
        match value {
            ValueRef::Null => add(0, &[]),
            ValueRef::Integer(number) => add(1, &number.to_le_bytes()),
            ValueRef::Real(number) => add(2, &number.to_le_bytes()),
            ValueRef::Text(text) => add(3, text),
            ValueRef::Blob(bytes) => add(4, bytes),
        }
    }

    fn end(&self) -> i64 {
        xxh3_64(&self.0).cast_signed()
    }
}

/// A row is not what was written.
pub(crate) fn broken(table: &str) -> Trouble {
    Trouble::Broken(format!("a row of the table {table} was changed"))
}

/// Rows are missing, or there are too many.
pub(crate) fn lost(table: &str) -> Trouble {
    Trouble::Broken(format!("rows of the table {table} were changed"))
}

/// The seal of one thing that is no whole row.
pub(crate) fn of_values(what: &str, values: &[ValueRef<'_>]) -> i64 {
    let mut sealer = Sealer::default();
    sealer.begin(what);
    values.iter().for_each(|value| sealer.add(*value));
    sealer.end()
}

/// The seal of a numbered piece of bytes.
pub(crate) fn of_piece(what: &str, id: i64, first: i64, bytes: &[u8]) -> i64 {
    of_values(what, &[ValueRef::Integer(id), ValueRef::Integer(first), ValueRef::Blob(bytes)])
}

/// What the index says of itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct State {
    pub revision: i64,
    /// The sum of the seals of all sessions.
    pub sessions: i64,
    /// The seal of the tables' own description.
    pub shape: i64,
}

impl State {
    pub(crate) fn read(db: &Connection) -> Result<Self, Trouble> {
        let mut select =
            db.prepare_cached("select revision, sessions, shape, seal from state where one = 1")?;
        let found = select.query_row([], |row| {
            let state = Self { revision: row.get(0)?, sessions: row.get(1)?, shape: row.get(2)? };
            Ok((state, row.get::<_, i64>(3)?))
        });
        let (state, seal) = found.optional()?.ok_or_else(|| lost("state"))?;
        if state.seal() == seal { Ok(state) } else { Err(broken("state")) }
    }

    pub(crate) fn write(self, db: &Connection) -> Result<(), Trouble> {
        let mut write = db.prepare_cached("insert or replace into state values (1, ?, ?, ?, ?)")?;
        write.execute(params![self.revision, self.sessions, self.shape, self.seal()])?;
        Ok(())
    }

    fn seal(&self) -> i64 {
        of_values("state", &[self.revision, self.sessions, self.shape].map(ValueRef::Integer))
    }
}

/// The seal of what the tables are and of where they begin.
pub(crate) fn shape(db: &Connection) -> Result<i64, Trouble> {
    let mut select =
        db.prepare("select type, name, tbl_name, rootpage, sql from sqlite_schema order by rowid")?;
    let (mut found, mut sealer, mut shape) = (select.query([])?, Sealer::default(), 0_i64);
    while let Some(row) = found.next()? {
        shape = shape.rotate_left(1) ^ sealer.of("shape", row, 5)?;
    }
    Ok(shape)
}

/// Seals a session again after a change. Returns its seal, which the caller counts ([`count`]).
pub(crate) fn session(tx: &Transaction<'_>, id: i64) -> Result<i64, Trouble> {
    let select = format!("select {SESSION} from session where id = ?");
    let mut select = tx.prepare_cached(&select)?;
    let seal = select.query_row([id], |row| Sealer::default().of("session", row, SESSION_COLUMNS))?;
    tx.prepare_cached("update session set seal = ? where id = ?")?.execute([seal, id])?;
    Ok(seal)
}

/// Takes one seal of a session out of the sum and puts another in; 0 for none.
pub(crate) fn count(tx: &Transaction<'_>, before: i64, now: i64) -> Result<(), Trouble> {
    let state = State::read(tx)?;
    let sessions = state.sessions.wrapping_sub(before).wrapping_add(now);
    State { sessions, ..state }.write(tx)
}

/// Seals the rows of a session that were written or changed in this transaction.
pub(crate) fn facts(tx: &Transaction<'_>, session: i64) -> Result<(), Trouble> {
    for Sealed { table, columns, count, key } in [ACTIVATION, HYDRATION, RELATION] {
        let select = format!("select {columns} from {table} where session = ? and seal = 0");
        let mut select = tx.prepare_cached(&select)?;
        let (mut found, mut sealer, mut news) = (select.query([session])?, Sealer::default(), Vec::new());
        while let Some(row) = found.next()? {
            let part: Option<i64> = if key.contains("part") { Some(row.get(2)?) } else { None };
            news.push((row.get::<_, i64>(1)?, part, sealer.of(table, row, count)?));
        }
        let seal = if key.contains("part") { 4 } else { 3 };
        let mut update = tx.prepare_cached(&format!("update {table} set seal = ?{seal} where {key}"))?;
        for (line, part, seal) in news {
            match part {
                Some(part) => update.execute(params![session, line, part, seal])?,
                None => update.execute(params![session, line, seal])?,
            };
        }
    }
    Ok(())
}

/// What the sealed rows of a session come to.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Summary {
    pub activations: u32,
    pub mismatched: u32,
    pub unhashed: u32,
    pub hydrations: u32,
    /// How it is related to another session; the first in the order of their numbers.
    pub ancestry: Option<Ancestry>,
    pub activated: i64,
    pub related: i64,
}

/// Sums up a session's rows, each compared with its seal.
pub(crate) fn summary(db: &Connection, session: i64) -> Result<Summary, Trouble> {
    let mut summary = Summary::default();
    let mut sealer = Sealer::default();
    for Sealed { table, columns, count, .. } in [ACTIVATION, HYDRATION, RELATION] {
        let select = format!("select {columns}, seal from {table} where session = ?");
        let mut select = db.prepare_cached(&select)?;
        let mut found = select.query([session])?;
        while let Some(row) = found.next()? {
            let seal = sealer.checked(table, row, count)?;
            match table {
                "activation" => {
                    let integrity = of_number(row, 9, TextIntegrity::from_repr)?;
                    summary.activations += 1;
                    summary.mismatched += u32::from(integrity == TextIntegrity::Mismatch);
                    summary.unhashed += u32::from(integrity.is_unhashed());
                    summary.activated = summary.activated.wrapping_add(seal);
                }
                "hydration" => {
                    summary.hydrations += u32::from(row.get::<_, i64>(3)? == 1);
                    summary.related = summary.related.wrapping_add(seal);
                }
                _ => {
                    let own = of_number(row, 2, Ancestry::from_repr)?;
                    summary.ancestry = Some(summary.ancestry.map_or(own, |known| known.min(own)));
                    summary.related = summary.related.wrapping_add(seal);
                }
            }
        }
    }
    Ok(summary)
}
