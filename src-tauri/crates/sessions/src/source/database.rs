//! Databases of other programs: read beside their writers, without a lock that anybody waits for, and with nothing
//! changed, made or left beside them.
//!
//! A read-only connection of SQLite is not enough for that: on a database with a write-ahead log it makes `-wal` and
//! `-shm` where there are none, and leaves them (seen with 3.54). So it depends on what lies beside the file:
//!
//! * no write-ahead log, or an empty one: the file is whole and is read as one that nobody changes. Whether somebody
//!   did is seen afterwards, and then it is read again.
//! * a write-ahead log and its index: both are used as they are, the index read-only. A reader there keeps nobody
//!   from writing.
//! * anything else, such as what a crash or a copy left: the files are copied, and the copy is opened.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use disk::{Cause, Fault, Kind, Scratch, Stamp};
use rusqlite::config::DbConfig;
use rusqlite::types::ValueRef;
use rusqlite::{Connection, ErrorCode, OpenFlags, Row};

use super::laid::LIMIT;

/// Most bytes of a file that is copied (1 GiB).
const COPY_LIMIT: u64 = 1 << 30;
/// How often a database that changes meanwhile is read.
const TRIES: usize = 4;
/// How long a lock of its writer is waited for.
const PATIENCE: Duration = Duration::from_millis(500);

/// What a database says of one session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Listed {
    /// The folder it was started in.
    pub folder: Option<PathBuf>,
    /// The session that started it.
    pub parent: Option<String>,
    /// Changes whenever something of the session does.
    pub stamp: Stamp,
}

/// Sessions by id.
pub(super) type Listing = BTreeMap<String, Listed>;

/// How the sessions of a database are listed.
pub(super) type List = fn(&Connection) -> rusqlite::Result<Listing>;
/// How one of them is laid out as lines.
pub(super) type Lay = fn(&Connection, &str) -> rusqlite::Result<Vec<u8>>;

/// The files of a database as they are now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Files {
    main: Stamp,
    log: Option<Stamp>,
    index: bool,
    journal: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    /// As a file that nobody changes.
    Still,
    /// Beside its writer.
    Live,
    /// As a copy.
    Copied,
}

/// Asks a database. What is asked in one call is of one moment.
pub(super) fn read<T>(path: &Path, ask: &dyn Fn(&Connection) -> rusqlite::Result<T>) -> Result<T, Fault> {
    // A process has its locks on a file together, and closing any handle of the file gives all of them back. So this
    // process has one connection to other programs' databases at a time.
    static ONE: Mutex<()> = Mutex::new(());
    let _one = ONE.lock().unwrap_or_else(PoisonError::into_inner);
    let mut is_refused = false;
    let mut last = Err(other(path, "it changes faster than it can be read"));
    for _ in 0..TRIES {
        let files = Files::look(path)?;
        let way = if is_refused { Way::Copied } else { files.way() };
        let answer = match way {
            Way::Still => connect(&address(path, "mode=ro&immutable=1")).and_then(|db| asked(&db, ask)),
            Way::Live => connect(&address(path, "mode=ro&readonly_shm=1")).and_then(|db| asked(&db, ask)),
            Way::Copied => ask_copy(path, ask)?,
        };
        let is_steady = Files::look(path)?.main == files.main || way == Way::Live;
        match answer {
            Ok(answer) if is_steady => return Ok(answer),
            Err(error) if is_steady => {
                let refused = [ErrorCode::CannotOpen, ErrorCode::ReadOnly];
                is_refused = error.sqlite_error_code().is_some_and(|code| refused.contains(&code));
                last = Err(told(path, &error));
                if way == Way::Copied || !is_refused {
                    return last;
                }
            }
            _ => {}
        }
    }
    last
}

/// The sessions of a database, asked for again only when its files have changed.
pub(super) fn listed(path: &Path, list: List) -> Result<Arc<Listing>, Fault> {
    type Known = BTreeMap<PathBuf, (Files, Arc<Listing>)>;
    static KNOWN: Mutex<Known> = Mutex::new(Known::new());
    // The state comes first: what changes while it is read is seen by the next look.
    let files = Files::look(path)?;
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((at, listing)) = known.get(path)
        && *at == files
    {
        return Ok(Arc::clone(listing));
    }
    let mut listing = read(path, &list)?;
    for one in listing.values_mut() {
        (one.stamp.device, one.stamp.inode) = (files.main.device, files.main.inode);
    }
    let listing = Arc::new(listing);
    known.insert(path.to_owned(), (files, Arc::clone(&listing)));
    Ok(listing)
}

/// The database and the session that the path of a log names.
pub(super) fn parts(path: &Path) -> Option<(&Path, &str)> {
    let database = path.parent()?;
    database.extension().is_some_and(|kind| kind == "db").then_some(())?;
    Some((database, path.file_name()?.to_str()?))
}

/// The state of a session that the path of a log names.
pub(super) fn stamp(path: &Path, list: List) -> Result<Stamp, Fault> {
    let missing = || Fault { path: path.to_owned(), cause: Cause::Missing };
    let (file, id) = parts(path).ok_or_else(missing)?;
    listed(file, list)?.get(id).map(|one| one.stamp).ok_or_else(missing)
}

/// The lines of a session that the path of a log names, where there are not too many.
pub(super) fn lines(path: &Path, list: List, lay: Lay) -> Result<Vec<u8>, Fault> {
    let size = stamp(path, list)?.size;
    if size > LIMIT {
        return Err(Fault { path: path.to_owned(), cause: Cause::TooLarge { size, limit: LIMIT } });
    }
    parts(path).map_or_else(|| Ok(Vec::new()), |(file, id)| read(file, &|db| lay(db, id)))
}

/// The folder that a session was started in.
pub(super) fn folder(path: &Path, list: List) -> Option<PathBuf> {
    let (file, id) = parts(path)?;
    listed(file, list).ok()?.get(id)?.folder.clone()
}

/// A state with one more row: its bytes, its time where it is the latest, and something of every row.
pub(super) fn with(stamp: Stamp, updated: i64, bytes: i64) -> Stamp {
    Stamp {
        size: stamp.size.saturating_add(bytes.unsigned_abs()),
        modified_ns: stamp.modified_ns.max(i128::from(updated) * 1_000_000),
        changed_ns: stamp.changed_ns.wrapping_add(i128::from(updated)).wrapping_add(1),
        ..stamp
    }
}

/// A number in a row; 0 where there is none.
pub(super) fn number(row: &Row<'_>, at: usize) -> i64 {
    row.get_ref(at).ok().and_then(|value| value.as_i64().ok()).unwrap_or(0)
}

/// A text in a row.
pub(super) fn text(row: &Row<'_>, at: usize) -> Option<String> {
    row.get_ref(at).ok()?.as_str().ok().map(str::to_owned)
}

/// The bytes of a text in a row; none where it is no text.
pub(super) fn bytes(row: &Row<'_>, at: usize) -> Vec<u8> {
    match row.get_ref(at) {
        Ok(ValueRef::Text(bytes) | ValueRef::Blob(bytes)) => bytes.to_owned(),
        _ => Vec::new(),
    }
}

impl Files {
    fn look(path: &Path) -> Result<Self, Fault> {
        let main = disk::look_at_entry(path)?;
        if main.kind != Kind::File {
            return Err(other(path, "it is no file, and nothing else is followed"));
        }
        let stamp = |end: &str| disk::look_at_entry(&beside(path, end)).ok().map(|look| look.stamp);
        let is_used = |end: &str| stamp(end).is_some_and(|stamp| stamp.size > 0);
        Ok(Self {
            main: main.stamp,
            log: stamp("-wal").filter(|stamp| stamp.size > 0),
            index: is_used("-shm"),
            journal: is_used("-journal"),
        })
    }

    fn way(self) -> Way {
        match self {
            Self { log: None, journal: false, .. } => Way::Still,
            Self { log: Some(_), index: true, journal: false, .. } => Way::Live,
            _ => Way::Copied,
        }
    }
}

fn connect(address: &str) -> rusqlite::Result<Connection> {
    let flags =
        OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    prepared(Connection::open_with_flags(address, flags)?)
}

fn prepared(db: Connection) -> rusqlite::Result<Connection> {
    db.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
    // What a stranger's schema says is carried out by nobody.
    db.set_db_config(DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)?;
    db.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true)?;
    db.busy_timeout(PATIENCE)?;
    Ok(db)
}

fn asked<T>(db: &Connection, ask: &dyn Fn(&Connection) -> rusqlite::Result<T>) -> rusqlite::Result<T> {
    let moment = db.unchecked_transaction()?;
    let answer = ask(db)?;
    moment.finish()?;
    Ok(answer)
}

fn ask_copy<T>(
    path: &Path,
    ask: &dyn Fn(&Connection) -> rusqlite::Result<T>,
) -> Result<rusqlite::Result<T>, Fault> {
    let place = Scratch::of_the_system()?;
    let copy = place.path().join("copy.db");
    for end in ["", "-wal", "-journal"] {
        match disk::read(&beside(path, end), COPY_LIMIT) {
            Ok(read) => disk::write_private(&beside(&copy, end), &read.bytes)?,
            Err(fault) if fault.cause == Cause::Missing && !end.is_empty() => {}
            Err(fault) => return Err(fault),
        }
    }
    Ok(Connection::open(&copy).and_then(prepared).and_then(|db| asked(&db, ask)))
}

/// The file beside a database whose name ends so.
fn beside(path: &Path, end: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(end);
    name.into()
}

/// A path as SQLite reads it in an address.
fn address(path: &Path, how: &str) -> String {
    let bytes = path.as_os_str().as_encoded_bytes();
    let mut address = "file:".to_owned();
    if !bytes.starts_with(b"/") {
        address.push_str("///");
    }
    for byte in bytes {
        match byte {
            b'\\' if cfg!(windows) => address.push('/'),
            b'/' | b'.' | b'-' | b'_' | b':' | b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => {
                address.push(char::from(*byte));
            }
            byte => address.push_str(&format!("%{byte:02x}")),
        }
    }
    format!("{address}?{how}")
}

fn told(path: &Path, error: &rusqlite::Error) -> Fault {
    let words = match error.sqlite_error_code() {
        Some(ErrorCode::NotADatabase) => "it is no SQLite database".to_owned(),
        Some(ErrorCode::DatabaseCorrupt) => format!("the database is damaged ({error})"),
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
            "another program is changing it just now; look again".to_owned()
        }
        Some(ErrorCode::TooBig) => format!("it is too large to be read ({error})"),
        _ => format!("its sessions cannot be read ({error})"),
    };
    other(path, &words)
}

pub(super) fn other(path: &Path, words: &str) -> Fault {
    Fault { path: path.to_owned(), cause: Cause::Other(words.to_owned()) }
}
