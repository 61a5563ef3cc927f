//! The file: opened, made anew when it is not what it should be, done without when it cannot be written.

use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, OpenFlags};

use crate::Trouble;
use crate::schema::{TABLES, VERSION};

/// How long one process waits for another's write.
const PATIENCE: Duration = Duration::from_secs(5);
/// Pages of the file kept in memory by the writer, as SQLite counts: negative means KiB.
const CACHE_KIB: i64 = -4096;

/// The index, and the one connection of this process that writes it.
#[derive(Debug)]
pub struct Index {
    pub(crate) db: Connection,
    file: Option<PathBuf>,
    notes: Vec<String>,
}

/// A connection that only reads; it waits for no writer.
#[derive(Debug)]
pub struct Reader {
    pub(crate) db: Connection,
}

impl Index {
    /// Opens the index at a path, or one in memory where there is none or it cannot be written. Never fails: what
    /// was wrong stands in [`Index::notes`].
    pub fn open(file: Option<&Path>) -> Self {
        let mut notes = Vec::new();
        if let Some(file) = file {
            for _ in 0..2 {
                match connect(file) {
                    Ok(db) => return Self { db, file: Some(file.to_owned()), notes },
                    Err(Trouble::Broken(words)) => {
                        notes.push(format!("{}: made anew from the logs ({words})", file.display()));
                        remove(file);
                    }
                    Err(trouble) => {
                        notes.push(format!("{}: done without ({trouble})", file.display()));
                        break;
                    }
                }
            }
        }
        Self { db: in_memory(), file: None, notes }
    }

    /// What had to be made anew or done without, a sentence each; they are told once.
    pub fn notes(&mut self) -> Vec<String> {
        std::mem::take(&mut self.notes)
    }

    /// The file; none for an index in memory, which has no ranked search.
    pub fn file(&self) -> Option<&Path> {
        self.file.as_deref()
    }

    /// Bytes of the file with its write-ahead log.
    pub fn bytes(&self) -> u64 {
        let size = |path: PathBuf| disk::look(&path).map_or(0, |look| look.stamp.size);
        self.file.as_deref().map_or(0, |file| names(file).into_iter().map(size).sum())
    }

    /// A connection beside this one; none for an index in memory.
    pub fn reader(&self) -> Option<Reader> {
        Reader::open(self.file.as_deref()?)
    }

    /// Throws away what there is and begins with nothing.
    pub fn start_over(&mut self, reason: &str) {
        self.leave();
        if let Some(file) = self.file.take() {
            self.notes.push(format!("{}: made anew from the logs ({reason})", file.display()));
            remove(&file);
            let again = Self::open(Some(&file));
            (self.db, self.file) = (again.db, again.file);
            self.notes.extend(again.notes);
        } else {
            self.db = in_memory();
        }
    }

    /// Goes on in memory: the file stays as it is.
    pub fn do_without(&mut self, reason: &str) {
        if let Some(file) = self.file.take() {
            self.notes.push(format!("{}: done without ({reason})", file.display()));
        }
        self.db = in_memory();
    }

    /// What a trouble asks for; true when the same may be tried again.
    pub fn mend(&mut self, trouble: &Trouble) -> bool {
        match trouble {
            Trouble::Broken(words) => self.start_over(words),
            Trouble::Unwritable(words) if self.file.is_some() => self.do_without(words),
            Trouble::Unwritable(_) | Trouble::Busy | Trouble::Failed(_) | Trouble::Log(_) => return false,
        }
        true
    }

    /// Whether SQLite finds its own pages whole. Reads the whole file: for idle time.
    pub fn check(&self) -> Result<(), Trouble> {
        let said: String = self.db.query_row("pragma quick_check(1)", [], |row| row.get(0))?;
        if said == "ok" { Ok(()) } else { Err(Trouble::Broken(said)) }
    }

    /// Closes the file, so that it can be removed on systems that refuse it while it is open.
    fn leave(&mut self) {
        self.db = in_memory();
    }
}

impl Reader {
    /// Opens an index that is there and of this version; none otherwise.
    pub fn open(file: &Path) -> Option<Self> {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let db = Connection::open_with_flags(file, flags).ok()?;
        db.busy_timeout(PATIENCE).ok()?;
        let version: i64 = db.query_row("pragma user_version", [], |row| row.get(0)).ok()?;
        (version == VERSION).then_some(Self { db })
    }
}

fn connect(file: &Path) -> Result<Connection, Trouble> {
    if let Some(folder) = file.parent() {
        disk::make_private_folder(folder).map_err(|fault| Trouble::Unwritable(fault.to_string()))?;
    }
    let db = Connection::open(file)?;
    db.busy_timeout(PATIENCE)?;
    db.pragma_update(None, "journal_mode", "wal")?;
    db.pragma_update(None, "synchronous", "normal")?;
    db.pragma_update(None, "cache_size", CACHE_KIB)?;
    // A table that came from elsewhere may not run functions when it is read.
    db.pragma_update(None, "trusted_schema", false)?;
    let version: i64 = db.query_row("pragma user_version", [], |row| row.get(0))?;
    let tables: i64 = db.query_row("select count(*) from sqlite_schema", [], |row| row.get(0))?;
    match (version, tables) {
        (0, 0) => make(&db)?,
        (VERSION, 1..) => {}
        _ => return Err(Trouble::Broken(format!("version {version} is not {VERSION}"))),
    }
    Ok(db)
}

fn make(db: &Connection) -> Result<(), Trouble> {
    let made = format!("begin immediate;{TABLES}pragma user_version = {VERSION};commit;");
    match db.execute_batch(&made) {
        Ok(()) => Ok(()),
        Err(error) => {
            let _ = db.execute_batch("rollback");
            // Another process may have made the tables in the meantime.
            let version: i64 = db.query_row("pragma user_version", [], |row| row.get(0))?;
            if version == VERSION { Ok(()) } else { Err(error.into()) }
        }
    }
}

fn in_memory() -> Connection {
    let db = Connection::open_in_memory().expect("memory needs no file");
    db.execute_batch(TABLES).expect("the tables are right, which every test shows");
    db
}

fn names(file: &Path) -> [PathBuf; 3] {
    ["", "-wal", "-shm"].map(|end| {
        let mut name = file.as_os_str().to_owned();
        name.push(end);
        name.into()
    })
}

/// The index may be deleted at any time; nothing else is in these three files.
fn remove(file: &Path) {
    for name in names(file) {
        let _ = disk::remove(&name);
    }
}
