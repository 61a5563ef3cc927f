//! Bounds on what one database of another program may cost. Its schema and its rows are untrusted: a query that is cheap
//! on a real database may never end on a prepared one.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use rusqlite::config::DbConfig;
use rusqlite::limits::Limit;
use rusqlite::{Connection, Error, ErrorCode, ffi};

use super::super::laid::LIMIT;

/// Time that reading one database may take within one [`WINDOW`].
pub(super) const TIME: Duration = Duration::from_millis(1500);
/// Time after which a database is given its full [`TIME`] again, so that a large one is read on little by little.
const WINDOW: Duration = Duration::from_secs(30);
/// Steps of SQLite's machine between two looks at the clock.
const STEPS: i32 = 2_000;
/// Sessions of one database that are listed at the most: the newest.
pub(super) const SESSIONS: usize = 10_000;
/// Most bytes that the ids and folders of all sessions of one database take in memory (64 MiB).
pub(super) const LISTING_BYTES: usize = 64 << 20;

/// The time that each database has taken in its current window.
#[derive(Debug)]
pub(super) struct Meters(Mutex<BTreeMap<PathBuf, Meter>>);

#[derive(Debug, Clone, Copy)]
struct Meter {
    since: Instant,
    spent: Duration,
}

impl Meters {
    pub(super) const fn new() -> Self {
        Self(Mutex::new(BTreeMap::new()))
    }

    /// Returns the time that is left for a database at `now`; `None` if it has had all of it.
    pub(super) fn left(&self, path: &Path, now: Instant) -> Option<Duration> {
        let mut meters = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let meter = meters.entry(path.to_owned()).or_insert(Meter { since: now, spent: Duration::ZERO });
        if now.saturating_duration_since(meter.since) >= WINDOW {
            *meter = Meter { since: now, spent: Duration::ZERO };
        }
        TIME.checked_sub(meter.spent).filter(|left| !left.is_zero())
    }

    /// Adds time that a database has taken.
    pub(super) fn spend(&self, path: &Path, time: Duration) {
        let mut meters = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(meter) = meters.get_mut(path) {
            meter.spent += time;
        }
    }
}

/// Restricts a connection to what reading the tables of a stranger's database needs, until `deadline`.
pub(super) fn restrict(db: &mut Connection, deadline: Instant) -> rusqlite::Result<()> {
    db.set_db_config(DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)?;
    db.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true)?;
    db.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_VIEW, false)?;
    db.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER, false)?;
    db.set_limit(Limit::SQLITE_LIMIT_LENGTH, i32::try_from(LIMIT).unwrap_or(i32::MAX))?;
    db.set_limit(Limit::SQLITE_LIMIT_ATTACHED, 0)?;
    db.pragma_update(None, "cell_size_check", true)?;
    db.progress_handler(STEPS, Some(move || Instant::now() >= deadline))
}

/// Checks that everything of these names is a plain table, if it exists. Views, virtual tables and generated columns
/// compute what they answer by expressions of the file.
pub(super) fn check_tables(db: &Connection, tables: &[&str]) -> rusqlite::Result<()> {
    for table in tables {
        let kinds = "select type from pragma_table_list where schema = 'main' and name = ? collate nocase";
        let mut select = db.prepare(kinds)?;
        let mut kinds = select.query([table])?;
        while let Some(row) = kinds.next()? {
            let kind: String = row.get(0)?;
            if kind != "table" {
                return Err(refused(format!("`{table}` is a {kind}, not a table")));
            }
        }
        let hidden = "select name from pragma_table_xinfo(?) where hidden <> 0";
        let mut select = db.prepare(hidden)?;
        if let Some(row) = select.query([table])?.next()? {
            let column: String = row.get(0)?;
            return Err(refused(format!("column `{column}` of `{table}` is generated")));
        }
    }
    Ok(())
}

/// Returns the error for a database that is larger than Assay lists.
pub(super) fn too_large(words: String) -> Error {
    Error::SqliteFailure(
        ffi::Error { code: ErrorCode::TooBig, extended_code: ffi::SQLITE_TOOBIG },
        Some(words),
    )
}

fn refused(words: String) -> Error {
    let code =
        ffi::Error { code: ErrorCode::AuthorizationForStatementDenied, extended_code: ffi::SQLITE_AUTH };
    Error::SqliteFailure(code, Some(words))
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::time::{Duration, Instant};

    use super::{Meters, TIME, WINDOW};

    #[test]
    fn meter_spent_time_is_given_again_in_the_next_window() {
        let (meters, path, start) = (Meters::new(), Path::new("/x.db"), Instant::now());
        assert_eq!(meters.left(path, start), Some(TIME));
        meters.spend(path, TIME / 3);
        assert_eq!(meters.left(path, start), Some(TIME - TIME / 3));
        meters.spend(path, TIME);
        assert_eq!(meters.left(path, start + WINDOW - Duration::from_millis(1)), None);
        assert_eq!(meters.left(Path::new("/other.db"), start), Some(TIME), "each database has its own time");
        assert_eq!(meters.left(path, start + WINDOW), Some(TIME));
    }
}
