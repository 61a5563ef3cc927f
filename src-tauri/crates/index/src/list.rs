//! The sessions of all workspaces, as lists show and filter them.

use std::collections::HashMap;

use rusqlite::{Connection, OptionalExtension, Row};
use sessions::{Ancestry, Outcome, Source, TextIntegrity, TextKept};

use crate::log_state::LogState;
use crate::number::{known, of_number};
use crate::seal::{ACTIVATION, SESSION, SESSION_COLUMNS, Sealed, Sealer, State, broken, lost, of_values};
use crate::{Index, Reader, Trouble};

/// One session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SessionFacts {
    /// Its number in this index, which changes when the index is made anew.
    pub number: i64,
    /// The log.
    pub path: String,
    /// The workspace it was found in.
    pub workspace: String,
    /// The session's id.
    pub id: String,
    /// The first words of its first prompt; empty where there is none.
    pub title: String,
    /// Its first event, milliseconds since 1970 (UTC).
    pub started: Option<i64>,
    /// Its last event.
    pub last: Option<i64>,
    /// Bytes of the log.
    pub bytes: u64,
    /// Events.
    pub events: u32,
    /// Turns.
    pub turns: u32,
    /// Lines that are no events.
    pub unread: u32,
    /// The first of them.
    pub first_unread: Option<u32>,
    /// Its last line, where that is not whole and not an event as it stands.
    pub unfinished: Option<u32>,
    /// How its last turn ended; none without turns.
    pub outcome: Option<Outcome>,
    /// Whether Pixir opens it; what is not its own does it no harm.
    pub opens: bool,
    /// Whose log it is.
    pub source: Source,
    /// Activations.
    pub activations: u32,
    /// Of them, those whose text is not what its hash says.
    pub mismatched: u32,
    /// Of them, those without a hash that their text could be held against.
    pub unhashed: u32,
    /// Hydrations whose output was released, those of Assay's companion log included.
    pub hydrations: u32,
    /// What it is in its family.
    pub ancestry: Ancestry,
}

/// A skill's snapshot as one session recorded it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Recorded {
    /// The number of the session.
    pub session: i64,
    /// Whose log it is.
    pub source: Source,
    /// The skill's recorded name.
    pub name: String,
    /// Its recorded scope.
    pub scope: String,
    /// Its recorded path.
    pub path: String,
    /// Its recorded root.
    pub root: String,
    /// Its recorded hash; empty when none was.
    pub hash: String,
    /// The digest of the recorded text, which names it to [`Reader::snapshot`].
    pub content: Option<String>,
    /// Whether the text is what its hash says: verified, mismatch or no hash.
    pub integrity: TextIntegrity,
    /// How much of the file the text is.
    pub kept: TextKept,
    /// What the skill was called with, where the log says so.
    pub arguments: Option<String>,
    /// The release that wrote it, where the log says so.
    pub release: Option<String>,
    /// When the session recorded it last.
    pub at: Option<i64>,
}

/// Everything lists are made of, as of one revision of the index.
#[derive(Debug, Clone, Default)]
pub struct Listed {
    /// Counts changes of the index.
    pub revision: i64,
    /// The sessions, by path.
    pub sessions: Vec<SessionFacts>,
    /// What they recorded, by session and then by first activation; each snapshot once in a session.
    pub recorded: Vec<Recorded>,
}

/// The sessions of an index and what a comparison with their logs needs, as of one revision.
pub(crate) struct SessionRows {
    revision: i64,
    /// By path.
    pub rows: Vec<SessionRow>,
}

/// One session, whose row was compared with its seal.
pub(crate) struct SessionRow {
    pub facts: SessionFacts,
    /// The state its log was read in.
    pub state: LogState,
    /// The sum of the seals of its activations.
    activated: i64,
}

impl Reader {
    /// Counts changes of the index: as long as it is the same, so are lists.
    ///
    /// # Errors
    ///
    /// As [`Index::listed`].
    pub fn revision(&self) -> Result<i64, Trouble> {
        revision(&self.db)
    }

    /// All sessions.
    ///
    /// # Errors
    ///
    /// [`Trouble::Broken`] when a row is not as it was written, [`Trouble::Busy`] when another process keeps
    /// the file locked for longer than five seconds, and [`Trouble::Unwritable`] or [`Trouble::Failed`] when
    /// SQLite cannot read the file.
    pub fn listed(&self) -> Result<Listed, Trouble> {
        listed(&self.db)
    }

    /// The recorded text of a snapshot; none where no session names it any more.
    ///
    /// # Errors
    ///
    /// As [`Index::listed`].
    pub fn snapshot(&self, content: &str) -> Result<Option<String>, Trouble> {
        snapshot(&self.db, content)
    }
}

impl Index {
    /// As [`Reader::revision`].
    ///
    /// # Errors
    ///
    /// As [`Index::listed`].
    pub fn revision(&self) -> Result<i64, Trouble> {
        revision(&self.db)
    }

    /// As [`Reader::listed`].
    ///
    /// # Errors
    ///
    /// [`Trouble::Broken`] when a row is not as it was written, [`Trouble::Busy`] when another process keeps
    /// the file locked for longer than five seconds, and [`Trouble::Unwritable`] or [`Trouble::Failed`] when
    /// SQLite cannot read the file.
    pub fn listed(&self) -> Result<Listed, Trouble> {
        listed(&self.db)
    }

    /// Reads the rows of all sessions.
    ///
    /// # Errors
    ///
    /// As [`Index::listed`].
    pub(crate) fn session_rows(&self) -> Result<SessionRows, Trouble> {
        session_rows(&*self.db.unchecked_transaction()?)
    }

    /// As [`Index::listed`], from rows that were read. `None` if the index has changed since.
    ///
    /// # Errors
    ///
    /// As [`Index::listed`].
    pub(crate) fn listed_of(&self, rows: SessionRows) -> Result<Option<Listed>, Trouble> {
        let moment = self.db.unchecked_transaction()?;
        if State::read(&moment)?.revision != rows.revision {
            return Ok(None);
        }
        with_recorded(&moment, rows).map(Some)
    }

    /// As [`Reader::snapshot`].
    ///
    /// # Errors
    ///
    /// As [`Index::listed`].
    pub fn snapshot(&self, content: &str) -> Result<Option<String>, Trouble> {
        snapshot(&self.db, content)
    }
}

fn revision(db: &Connection) -> Result<i64, Trouble> {
    Ok(State::read(db)?.revision)
}

fn listed(db: &Connection) -> Result<Listed, Trouble> {
    let moment = db.unchecked_transaction()?;
    with_recorded(&moment, session_rows(&moment)?)
}

/// All rows from one moment, in the order of the table itself: what an index of SQLite's says is proved by nothing.
fn session_rows(moment: &Connection) -> Result<SessionRows, Trouble> {
    let state = State::read(moment)?;
    let (mut sealer, mut rows, mut sum) = (Sealer::default(), Vec::new(), 0_i64);
    let select = format!("select {SESSION}, seal from session not indexed");
    let mut select = moment.prepare_cached(&select)?;
    let mut found = select.query([])?;
    while let Some(row) = found.next()? {
        sum = sum.wrapping_add(sealer.checked("session", row, SESSION_COLUMNS)?);
        rows.push(SessionRow { facts: facts(row)?, state: LogState::stored(row)?, activated: row.get(32)? });
    }
    rows.sort_unstable_by(|a, b| a.facts.path.cmp(&b.facts.path));
    if sum != state.sessions || rows.windows(2).any(|pair| pair[0].facts.path == pair[1].facts.path) {
        return Err(lost("session"));
    }
    Ok(SessionRows { revision: state.revision, rows })
}

/// The sessions with what they recorded, as of the same moment.
fn with_recorded(
    moment: &Connection,
    SessionRows { revision, rows }: SessionRows,
) -> Result<Listed, Trouble> {
    let sum_of = |row: &SessionRow| (row.facts.number, (row.facts.source, row.activated));
    let mut sums = rows.iter().map(sum_of).collect();
    let recorded = recorded(moment, &mut sums)?;
    if sums.values().any(|(_, left)| *left != 0) {
        return Err(lost("activation"));
    }
    Ok(Listed { revision, sessions: rows.into_iter().map(|row| row.facts).collect(), recorded })
}

/// Each snapshot once in a session. What is read is taken off the sums.
fn recorded(db: &Connection, sums: &mut HashMap<i64, (Source, i64)>) -> Result<Vec<Recorded>, Trouble> {
    let mut sealer = Sealer::default();
    let Sealed { table, columns, count, .. } = ACTIVATION;
    let select = format!("select {columns}, seal from {table} not indexed order by session, line");
    let mut select = db.prepare_cached(&select)?;
    let mut found = select.query([])?;
    let (mut recorded, mut of, mut seen) = (Vec::<Recorded>::new(), None, HashMap::new());
    while let Some(row) = found.next()? {
        let seal = sealer.checked(table, row, count)?;
        let session: i64 = row.get(0)?;
        let (source, sum) = sums.get_mut(&session).ok_or_else(|| lost("session"))?;
        *sum = sum.wrapping_sub(seal);
        if of != Some(session) {
            of = Some(session);
            seen.clear();
        }
        let [name, path, hash, content] = [3, 5, 7, 8].map(|at| row.get_ref(at));
        let at: Option<i64> = row.get(2)?;
        let known =
            *seen.entry(of_values("same", &[name?, path?, hash?, content?])).or_insert(recorded.len());
        if let Some(known) = recorded.get_mut(known) {
            known.at = known.at.max(at);
        } else {
            recorded.push(Recorded {
                session,
                source: *source,
                name: row.get(3)?,
                scope: row.get(4)?,
                path: row.get(5)?,
                root: row.get(6)?,
                hash: row.get(7)?,
                content: row.get(8)?,
                integrity: of_number(row, 9, TextIntegrity::from_repr)?,
                kept: of_number(row, 10, TextKept::from_repr)?,
                arguments: row.get(11)?,
                release: row.get(12)?,
                at,
            });
        }
    }
    Ok(recorded)
}

fn facts(row: &Row<'_>) -> rusqlite::Result<SessionFacts> {
    Ok(SessionFacts {
        number: row.get(0)?,
        path: row.get(1)?,
        workspace: row.get(2)?,
        id: row.get(3)?,
        title: row.get(4)?,
        started: row.get(5)?,
        last: row.get(6)?,
        bytes: row.get::<_, i64>(7)?.unsigned_abs(),
        events: row.get(8)?,
        turns: row.get(9)?,
        unread: row.get(10)?,
        first_unread: row.get(11)?,
        unfinished: row.get(31)?,
        outcome: row
            .get::<_, Option<u8>>(12)?
            .map(|number| known(number, 12, Outcome::from_repr))
            .transpose()?,
        opens: row.get(13)?,
        activations: row.get(14)?,
        mismatched: row.get(15)?,
        unhashed: row.get(16)?,
        hydrations: row.get(17)?,
        ancestry: of_number(row, 18, Ancestry::from_repr)?,
        source: source(row)?,
    })
}

/// The source a row of `session` names.
pub(crate) fn source(row: &Row<'_>) -> rusqlite::Result<Source> {
    let name = row.get_ref(19)?.as_str()?;
    let unknown = || format!("unknown session source in the index: {name}").into();
    Source::named(name)
        .ok_or_else(|| rusqlite::Error::FromSqlConversionFailure(19, rusqlite::types::Type::Text, unknown()))
}

/// The digest that names a text is the seal of that text. A text that is named and missing is damage; one that
/// nothing names any more went with its session a moment ago.
fn snapshot(db: &Connection, content: &str) -> Result<Option<String>, Trouble> {
    let mut select = db.prepare_cached("select body from snapshot where content = ?")?;
    let body: Option<String> = select.query_row([content], |row| row.get(0)).optional()?;
    match body {
        Some(body) if disk::Digest::of(body.as_bytes()).to_string() == content => Ok(Some(body)),
        Some(_) => Err(broken("snapshot")),
        None => {
            let mut named =
                db.prepare_cached("select count(*) from activation not indexed where content = ?")?;
            let named: i64 = named.query_row([content], |row| row.get(0))?;
            if named == 0 { Ok(None) } else { Err(lost("snapshot")) }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::Index;
    use crate::seal::State;

    #[test]
    fn rows_of_an_index_that_has_changed_make_no_list() {
        let index = Index::open(None);
        let rows = index.session_rows().expect("read");
        assert_eq!(index.listed_of(rows).expect("read").map(|listed| listed.revision), Some(0));
        let rows = index.session_rows().expect("read");
        let state = State::read(&index.db).expect("read");
        State { revision: 1, ..state }.write(&index.db).expect("written");
        assert!(index.listed_of(rows).expect("read").is_none());
    }
}
