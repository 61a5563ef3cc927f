//! The sessions of all workspaces, as lists show and filter them.

use rusqlite::{Connection, Row};
use sessions::Owner;

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
    /// How its last turn ended: `answered`, `failed`, `interrupted`, `open`; `none` without turns.
    pub outcome: String,
    /// Whether Pixir opens it; what is not its own does it no harm.
    pub opens: bool,
    /// Whose log it is.
    pub owner: Owner,
    /// Activations.
    pub activations: u32,
    /// Of them, those whose text is not what its hash says.
    pub mismatched: u32,
    /// Of them, those without a hash.
    pub unhashed: u32,
    /// Hydrations whose output was released, those of Assay's companion log included.
    pub hydrations: u32,
    /// `root`, `fork` or `subagent`.
    pub lineage: String,
}

/// A skill's snapshot as one session recorded it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Recorded {
    /// The number of the session.
    pub session: i64,
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
    /// `verified`, `mismatch` or `no_hash`.
    pub integrity: String,
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

impl Reader {
    /// Counts changes of the index: as long as it is the same, so are lists.
    pub fn revision(&self) -> Result<i64, Trouble> {
        revision(&self.db)
    }

    /// All sessions.
    pub fn listed(&self) -> Result<Listed, Trouble> {
        listed(&self.db)
    }

    /// The recorded text of a snapshot; none where it is not what it was when it was written.
    pub fn snapshot(&self, content: &str) -> Result<Option<String>, Trouble> {
        snapshot(&self.db, content)
    }
}

impl Index {
    /// As [`Reader::revision`].
    pub fn revision(&self) -> Result<i64, Trouble> {
        revision(&self.db)
    }

    /// As [`Reader::listed`].
    pub fn listed(&self) -> Result<Listed, Trouble> {
        listed(&self.db)
    }

    /// As [`Reader::snapshot`].
    pub fn snapshot(&self, content: &str) -> Result<Option<String>, Trouble> {
        snapshot(&self.db, content)
    }
}

fn revision(db: &Connection) -> Result<i64, Trouble> {
    Ok(db.query_row("select revision from state", [], |row| row.get(0))?)
}

fn listed(db: &Connection) -> Result<Listed, Trouble> {
    let revision = revision(db)?;
    let mut select = db.prepare_cached(
        "select id, path, workspace, name, title, started, last, size, events, turns, unread, first_unread,
         outcome, opens, activations, mismatched, unhashed, hydrations, lineage, owner from session order by path",
    )?;
    let sessions = select.query_map([], facts)?.collect::<Result<_, _>>()?;
    let mut select = db.prepare_cached(
        "select session, name, scope, path, root, hash, content, integrity from activation
         group by session, name, path, hash, content order by session, min(line)",
    )?;
    let recorded = select.query_map([], |row| {
        Ok(Recorded {
            session: row.get(0)?,
            name: row.get(1)?,
            scope: row.get(2)?,
            path: row.get(3)?,
            root: row.get(4)?,
            hash: row.get(5)?,
            content: row.get(6)?,
            integrity: row.get(7)?,
        })
    })?;
    Ok(Listed { revision, sessions, recorded: recorded.collect::<Result<_, _>>()? })
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
        outcome: row.get(12)?,
        opens: row.get(13)?,
        activations: row.get(14)?,
        mismatched: row.get(15)?,
        unhashed: row.get(16)?,
        hydrations: row.get(17)?,
        lineage: row.get(18)?,
        owner: if row.get_ref(19)?.as_str()? == "assay" { Owner::Assay } else { Owner::Pixir },
    })
}

fn snapshot(db: &Connection, content: &str) -> Result<Option<String>, Trouble> {
    let mut select = db.prepare_cached("select body from snapshot where content = ?")?;
    let body: Option<String> =
        rusqlite::OptionalExtension::optional(select.query_row([content], |row| row.get(0)))?;
    Ok(body.filter(|body| disk::Digest::of(body.as_bytes()).to_string() == content))
}
