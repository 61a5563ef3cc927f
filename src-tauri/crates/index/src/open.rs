//! The file: opened, made anew when it is not what it should be, done without when it cannot be written.

use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, OpenFlags};

use crate::blocks::Changed;
use crate::index_note::IndexNote;
use crate::schema::{TABLES, VERSION};
use crate::seal::{State, broken, shape};
use crate::{Trouble, wal};

/// How long one process waits for another's write.
const PATIENCE: Duration = Duration::from_secs(5);
/// Pages of the file kept in memory by the writer, as SQLite counts: negative means KiB.
const CACHE_KIB: i64 = -4096;
/// Statements that are kept prepared: one session takes some fifty, and all of them again for the next.
const STATEMENTS: usize = 128;

/// The index, and the one connection of this process that writes it.
#[derive(Debug)]
pub struct Index {
    pub(crate) db: Connection,
    pub(crate) changed: Changed,
    file: Option<PathBuf>,
    notes: Vec<IndexNote>,
}

/// A connection that only reads; it waits for no writer.
#[derive(Debug)]
pub struct Reader {
    pub(crate) db: Connection,
}

impl Index {
    /// Opens the index at a path, or one in memory where there is none or it cannot be written. Never fails: what
    /// was wrong stands in [`Index::notes`].
    ///
    /// # Errors
    ///
    /// [`Trouble::Unwritable`] when no file is there, [`Trouble::Outdated`] when it is of another version or
    /// has other tables, [`Trouble::Broken`] when what stands there is no file, and as [`Index::listed`] when
    /// it cannot be read.
    pub fn open(file: Option<&Path>) -> Self {
        let mut notes = Vec::new();
        if let Some(file) = file {
            for _ in 0..2 {
                match connect(file) {
                    Ok((db, changed)) => return Self { db, changed, file: Some(file.to_owned()), notes },
                    Err(Trouble::Broken(words)) => {
                        notes.push(anew(file, &words));
                        put_aside(file);
                    }
                    Err(Trouble::Outdated(words)) => {
                        notes.push(anew(file, &words));
                        remove(file);
                    }
                    Err(trouble) => {
                        notes.push(in_memory_note(file, &trouble.to_string()));
                        break;
                    }
                }
            }
        }
        let (db, changed) = in_memory();
        Self { db, changed, file: None, notes }
    }

    /// Takes what had to be made anew or done without; it is told once.
    pub fn notes(&mut self) -> Vec<IndexNote> {
        std::mem::take(&mut self.notes)
    }

    /// Whether something had to be made anew or done without, and was not told yet.
    pub fn has_notes(&self) -> bool {
        !self.notes.is_empty()
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
        Reader::open(self.file.as_deref()?).ok()
    }

    /// Throws away what there is and begins with nothing.
    pub fn start_over(&mut self, reason: &str) {
        self.begin_again(reason, remove);
    }

    fn begin_again(&mut self, reason: &str, out_of_the_way: fn(&Path)) {
        self.leave();
        if let Some(file) = self.file.take() {
            self.notes.push(anew(&file, reason));
            out_of_the_way(&file);
            let again = Self::open(Some(&file));
            (self.db, self.changed, self.file) = (again.db, again.changed, again.file);
            self.notes.extend(again.notes);
        } else {
            (self.db, self.changed) = in_memory();
        }
    }

    /// Goes on in memory: the file stays as it is.
    pub fn do_without(&mut self, reason: &str) {
        if let Some(file) = self.file.take() {
            self.notes.push(in_memory_note(&file, reason));
        }
        (self.db, self.changed) = in_memory();
    }

    /// What a trouble asks for; true when the same may be tried again.
    pub fn mend(&mut self, trouble: &Trouble) -> bool {
        match trouble {
            Trouble::Broken(words) => self.begin_again(words, put_aside),
            Trouble::Outdated(words) => self.start_over(words),
            Trouble::Unwritable(words) if self.file.is_some() => self.do_without(words),
            Trouble::Unwritable(_) | Trouble::Busy | Trouble::Failed(_) | Trouble::Log(_) => return false,
        }
        true
    }

    /// Whether SQLite finds its own pages whole. Reads the whole file: for idle time.
    ///
    /// # Errors
    ///
    /// [`Trouble::Broken`] when SQLite finds a damaged page, and as [`Index::listed`] when it cannot read.
    pub fn check(&self) -> Result<(), Trouble> {
        let said: String = self.db.query_row("pragma quick_check(1)", [], |row| row.get(0))?;
        if said == "ok" { Ok(()) } else { Err(Trouble::Broken(said)) }
    }

    /// Closes the file, so that it can be removed on systems that refuse it while it is open.
    fn leave(&mut self) {
        (self.db, self.changed) = in_memory();
    }
}

impl Reader {
    /// Opens an index that is there, of this version, and with the tables it was made with.
    ///
    /// # Errors
    ///
    /// [`Trouble::Unwritable`] when no file is there, [`Trouble::Outdated`] when it is of another version or
    /// has other tables, [`Trouble::Broken`] when what stands there is no file, and as [`Index::listed`] when
    /// it cannot be read.
    pub fn open(file: &Path) -> Result<Self, Trouble> {
        // SQLite would wait at a pipe for whoever writes into it.
        names(file).iter().try_for_each(|name| is_file_or_nothing(name))?;
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let db = Connection::open_with_flags(file, flags)?;
        db.busy_timeout(PATIENCE)?;
        let version: i64 = db.query_row("pragma user_version", [], |row| row.get(0))?;
        if version != VERSION {
            return Err(Trouble::Outdated(format!("version {version} is not {VERSION}")));
        }
        is_of_shape(&db)?;
        Ok(Self { db })
    }
}

const NO_FILE: &str = "it is not a file";

fn connect(file: &Path) -> Result<(Connection, Changed), Trouble> {
    if let Some(folder) = file.parent() {
        disk::make_private_folder(folder).map_err(|fault| Trouble::Unwritable(fault.to_string()))?;
    }
    for name in names(file) {
        is_file_or_nothing(&name)?;
    }
    let log = &names(file)[1];
    let is_suspect = || disk::read(log, wal::LIMIT).is_ok_and(|read| wal::is_damaged(&read.bytes));
    let was_suspect = is_suspect();
    let mut db = Connection::open(file)?;
    db.busy_timeout(PATIENCE)?;
    if was_suspect {
        // Another process may have been writing; nobody does while this is held.
        db.execute_batch("begin immediate")?;
        let is_suspect = is_suspect();
        db.execute_batch("rollback")?;
        if is_suspect {
            return Err(Trouble::Broken("its write-ahead log was corrupt".to_owned()));
        }
    }
    let changed = set_up(&mut db)
        .map_err(|trouble| if is_for_later_versions(file) { broken("sqlite_schema") } else { trouble })?;
    Ok((db, changed))
}

fn set_up(db: &mut Connection) -> Result<Changed, Trouble> {
    let changed = Changed::of(db)?;
    db.set_prepared_statement_cache_capacity(STATEMENTS);
    db.pragma_update(None, "journal_mode", "wal")?;
    db.pragma_update(None, "synchronous", "normal")?;
    db.pragma_update(None, "cache_size", CACHE_KIB)?;
    // A table that came from elsewhere may not run functions when it is read.
    db.pragma_update(None, "trusted_schema", false)?;
    let version: i64 = db.query_row("pragma user_version", [], |row| row.get(0))?;
    let tables: i64 = db.query_row("select count(*) from sqlite_schema", [], |row| row.get(0))?;
    match (version, tables) {
        (0, 0) => make(db, &changed)?,
        (VERSION, 1..) => is_of_shape(db)?,
        _ => return Err(Trouble::Outdated(format!("version {version} is not {VERSION}"))),
    }
    Ok(changed)
}

/// The tables are those that were made, and begin where they did.
fn is_of_shape(db: &Connection) -> Result<(), Trouble> {
    let moment = db.unchecked_transaction()?;
    if State::read(&moment)?.shape == shape(&moment)? { Ok(()) } else { Err(broken("sqlite_schema")) }
}

/// Whether the file's head says that it may not be written, which no version did that Assay was made with: then it
/// is not the disk that cannot be written.
fn is_for_later_versions(file: &Path) -> bool {
    let mut head = [0; 20];
    let read = disk::LogFile::open(file).and_then(|file| file.read_at(&mut head, 0));
    read.is_ok_and(|read| read == head.len()) && (head[18] > 2 || head[19] > 2)
}

fn is_file_or_nothing(name: &Path) -> Result<(), Trouble> {
    match disk::look(name) {
        Ok(look) if look.kind == disk::Kind::File => Ok(()),
        Ok(_) => Err(Trouble::Broken(NO_FILE.to_owned())),
        // Nothing is there, or a link that leads nowhere.
        Err(_) if disk::look_at_entry(name).is_ok() => Err(Trouble::Broken(NO_FILE.to_owned())),
        Err(_) => Ok(()),
    }
}

fn make(db: &Connection, changed: &Changed) -> Result<(), Trouble> {
    match make_once(db, changed) {
        Ok(()) => Ok(()),
        Err(trouble) => {
            // Another process may have made the tables in the meantime.
            let version: i64 = db.query_row("pragma user_version", [], |row| row.get(0))?;
            if version == VERSION { is_of_shape(db) } else { Err(trouble) }
        }
    }
}

fn make_once(db: &Connection, changed: &Changed) -> Result<(), Trouble> {
    db.execute_batch("begin immediate")?;
    let made = fill(db, changed).and_then(|()| {
        let version = format!("pragma user_version = {VERSION}; commit");
        db.execute_batch(&version).map_err(Trouble::from)
    });
    made.inspect_err(|_| {
        let _ = db.execute_batch("rollback");
    })
}

fn fill(db: &Connection, changed: &Changed) -> Result<(), Trouble> {
    db.execute_batch(TABLES)?;
    changed.seal(db)?;
    State { revision: 0, sessions: 0, shape: shape(db)? }.write(db)
}

pub(crate) fn in_memory() -> (Connection, Changed) {
    let mut db = Connection::open_in_memory().expect("memory needs no file");
    let changed = Changed::of(&mut db).expect("a connection that was opened can be followed");
    fill(&db, &changed).expect("the tables are right, which every test shows");
    (db, changed)
}

fn anew(file: &Path, reason: &str) -> IndexNote {
    IndexNote::Rebuilt { file: file.display().to_string(), reason: reason.to_owned() }
}

fn in_memory_note(file: &Path, reason: &str) -> IndexNote {
    IndexNote::InMemory { file: file.display().to_string(), reason: reason.to_owned() }
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

/// Gives something another name in the same folder, where nothing is.
fn move_to(from: &Path, to: &Path) -> Result<(), disk::Fault> {
    let (Some(folder), Some(name), Some(new_name)) = (from.parent(), from.file_name(), to.file_name()) else {
        return Err(disk::Fault { path: from.to_owned(), cause: disk::Cause::Missing });
    };
    let folder = disk::FolderHandle::following(folder)?;
    folder.place(name, &folder, new_name)
}

/// Gives a damaged index another name, `.broken` behind it, in place of the one that was there before. What is no
/// file, and so not Assay's, gets a name that is free.
fn put_aside(file: &Path) {
    for name in names(file) {
        let is_file = disk::look_at_entry(&name).is_ok_and(|look| look.kind == disk::Kind::File);
        for number in 1..100 {
            let mut aside = name.as_os_str().to_owned();
            aside.push(if number == 1 { ".broken".to_owned() } else { format!(".broken-{number}") });
            let aside = PathBuf::from(aside);
            match disk::look_at_entry(&aside).map(|look| look.kind) {
                Ok(disk::Kind::File) if is_file => drop(disk::remove(&aside)),
                Ok(_) => continue,
                Err(_) => {}
            }
            if disk::look_at_entry(&name).is_ok() && move_to(&name, &aside).is_err() {
                let _ = disk::remove(&name);
            }
            break;
        }
    }
}
