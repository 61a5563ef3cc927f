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

mod budget;

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use disk::{Cause, Fault, Kind, Scratch, Stamp};
use message::{Message, message};
use rusqlite::config::DbConfig;
use rusqlite::types::ValueRef;
use rusqlite::{Connection, ErrorCode, OpenFlags, Row};

use self::budget::{LISTING_BYTES, Meters, SESSIONS, TIME, check_tables, restrict};
use super::laid::LIMIT;

/// Most bytes of a file that is copied (256 MiB).
const COPY_LIMIT: u64 = 256 << 20;
/// How often a database that changes meanwhile is read.
const TRIES: usize = 4;
/// How long a lock of its writer is waited for.
const PATIENCE: Duration = Duration::from_millis(500);
/// The time that databases took to read.
static METERS: Meters = Meters::new();

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
#[derive(Debug, Clone, Copy)]
pub(super) struct List {
    /// Every table that is read, whether it exists in a release or not.
    pub tables: &'static [&'static str],
    /// Lists the sessions.
    pub sessions: fn(&Connection) -> rusqlite::Result<Listing>,
}

/// The sessions of a database and why some of them are missing.
#[derive(Debug)]
pub(super) struct Sessions {
    /// The sessions, at most [`SESSIONS`].
    pub listing: Listing,
    /// `None` if all of them are listed.
    pub left_out: Option<Fault>,
}
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
fn read<T>(
    path: &Path,
    tables: &[&str],
    ask: &dyn Fn(&Connection) -> rusqlite::Result<T>,
) -> Result<T, Fault> {
    // A process has its locks on a file together, and closing any handle of the file gives all of them back. So this
    // process has one connection to other programs' databases at a time.
    static ONE: Mutex<()> = Mutex::new(());
    let _one = ONE.lock().unwrap_or_else(PoisonError::into_inner);
    let start = Instant::now();
    let left = METERS.left(path, start).ok_or_else(|| other(path, over_time()))?;
    let answer = read_until(path, start + left, &|db| {
        check_tables(db, tables)?;
        ask(db)
    });
    METERS.spend(path, start.elapsed());
    answer
}

fn read_until<T>(
    path: &Path,
    deadline: Instant,
    ask: &dyn Fn(&Connection) -> rusqlite::Result<T>,
) -> Result<T, Fault> {
    let mut is_refused = false;
    let mut last = Err(other(path, message!("it changed while it was read")));
    for _ in 0..TRIES {
        let files = Files::look(path)?;
        let way = if is_refused { Way::Copied } else { files.way(path) };
        let connected = |how| connect(&address(path, how), deadline).and_then(|db| asked(&db, ask));
        let answer = match way {
            Way::Still => connected("mode=ro&immutable=1"),
            Way::Live => connected("mode=ro&readonly_shm=1"),
            Way::Copied => ask_copy(path, deadline, ask)?,
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
            _ if Instant::now() >= deadline => return Err(other(path, over_time())),
            _ => {}
        }
    }
    last
}

/// The sessions of a database, asked for again only when its files have changed; why it cannot be read likewise.
pub(super) fn listed(path: &Path, list: List) -> Result<Arc<Sessions>, Fault> {
    type Known = BTreeMap<PathBuf, (Files, Result<Arc<Sessions>, Fault>)>;
    static KNOWN: Mutex<Known> = Mutex::new(Known::new());
    // The state comes first: what changes while it is read is seen by the next look.
    let files = Files::look(path)?;
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    match known.get(path) {
        Some((at, Ok(sessions))) if *at == files => return Ok(Arc::clone(sessions)),
        // A database that took all of its time is tried again when it is given more.
        Some((at, Err(fault))) if *at == files && METERS.left(path, Instant::now()).is_none() => {
            return Err(fault.clone());
        }
        _ => {}
    }
    let listing = read(path, list.tables, &list.sessions);
    let sessions = listing.map(|listing| Arc::new(newest(path, listing, files.main)));
    known.insert(path.to_owned(), (files, sessions.clone()));
    sessions
}

/// The newest sessions of a listing, each in the file's state.
fn newest(path: &Path, mut listing: Listing, file: Stamp) -> Sessions {
    for one in listing.values_mut() {
        (one.stamp.device, one.stamp.inode) = (file.device, file.inode);
    }
    let count = listing.len();
    if count <= SESSIONS {
        return Sessions { listing, left_out: None };
    }
    let mut times: Vec<i128> = listing.values().map(|one| one.stamp.modified_ns).collect();
    times.sort_unstable();
    let oldest = times[count - SESSIONS];
    listing.retain(|_, one| one.stamp.modified_ns >= oldest);
    while listing.len() > SESSIONS {
        listing.pop_first();
    }
    let why =
        message!("its sessions are {count}; only the newest {limit} are listed", count, limit = SESSIONS);
    Sessions { listing, left_out: Some(other(path, why)) }
}

/// Checks that what a listing keeps in memory stays within bounds, with one more session of this many bytes.
pub(super) fn count_bytes(total: &mut usize, more: usize) -> rusqlite::Result<()> {
    *total += more;
    if *total > LISTING_BYTES {
        return Err(budget::too_large(
            "the ids and folders of its sessions have more than 64 MiB".to_owned(),
        ));
    }
    Ok(())
}

/// Why a database cannot be read in whole or in part.
pub(super) fn fault(path: &Path, list: List) -> Option<Fault> {
    match listed(path, list) {
        Ok(sessions) => sessions.left_out.clone(),
        Err(fault) => Some(fault),
    }
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
    listed(file, list)?.listing.get(id).map(|one| one.stamp).ok_or_else(missing)
}

/// The lines of a session that the path of a log names, where there are not too many.
pub(super) fn lines(path: &Path, list: List, lay: Lay) -> Result<Vec<u8>, Fault> {
    let size = stamp(path, list)?.size;
    if size > LIMIT {
        return Err(Fault { path: path.to_owned(), cause: Cause::TooLarge { size, limit: LIMIT } });
    }
    parts(path).map_or_else(|| Ok(Vec::new()), |(file, id)| read(file, list.tables, &|db| lay(db, id)))
}

/// The folder that a session was started in.
pub(super) fn folder(path: &Path, list: List) -> Option<PathBuf> {
    let (file, id) = parts(path)?;
    listed(file, list).ok()?.listing.get(id)?.folder.clone()
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
            return Err(other(path, message!("it is not a file")));
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

    fn way(self, path: &Path) -> Way {
        match self {
            Self { log: None, journal: false, .. } => Way::Still,
            Self { log: Some(_), index: true, journal: false, .. } if has_sound_headers(path) => Way::Live,
            _ => Way::Copied,
        }
    }
}

/// Whether a write-ahead log and its index begin as SQLite writes them. Where they do not, it would wait seconds for a
/// writer that is not there.
fn has_sound_headers(path: &Path) -> bool {
    fn first<const N: usize>(path: &Path) -> Option<[u8; N]> {
        let mut bytes = [0; N];
        let file = disk::LogFile::open(path).ok()?;
        (file.read_at(&mut bytes, 0) == Ok(N)).then_some(bytes)
    }
    let index = first::<96>(&beside(path, "-shm")).is_some_and(|bytes| {
        let (one, other) = bytes.split_at(48);
        one == other
            && one[12] == 1
            && checksum(&one[..40], u32::from_ne_bytes) == words(&one[40..], u32::from_ne_bytes)
    });
    let log = first::<32>(&beside(path, "-wal")).is_some_and(|bytes| {
        let numbers = words(&bytes, u32::from_be_bytes);
        let order = if numbers[0] & 1 == 1 { u32::from_be_bytes } else { u32::from_le_bytes };
        let page = numbers[2];
        numbers[0] & !1 == 0x377f_0682
            && page.is_power_of_two()
            && (512..=65_536).contains(&page)
            && checksum(&bytes[..24], order) == numbers[6..]
    });
    index && log
}

fn words(bytes: &[u8], order: fn([u8; 4]) -> u32) -> Vec<u32> {
    let (words, _) = bytes.as_chunks::<4>();
    words.iter().map(|word| order(*word)).collect()
}

/// The checksum of SQLite's write-ahead logs.
fn checksum(bytes: &[u8], order: fn([u8; 4]) -> u32) -> Vec<u32> {
    let mut sums = [0_u32; 2];
    for pair in words(bytes, order).chunks_exact(2) {
        sums[0] = sums[0].wrapping_add(pair[0]).wrapping_add(sums[1]);
        sums[1] = sums[1].wrapping_add(pair[1]).wrapping_add(sums[0]);
    }
    sums.to_vec()
}

fn connect(address: &str, deadline: Instant) -> rusqlite::Result<Connection> {
    let flags =
        OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    prepared(Connection::open_with_flags(address, flags)?, deadline)
}

fn prepared(mut db: Connection, deadline: Instant) -> rusqlite::Result<Connection> {
    db.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
    db.busy_timeout(PATIENCE)?;
    restrict(&mut db, deadline)?;
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
    deadline: Instant,
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
    let connected = Connection::open(&copy).and_then(|db| prepared(db, deadline));
    Ok(connected.and_then(|db| asked(&db, ask)))
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
    let why = match error.sqlite_error_code() {
        Some(ErrorCode::NotADatabase) => message!("it is not a SQLite database"),
        Some(ErrorCode::DatabaseCorrupt) => message!("the database is corrupt ({error})", error),
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
            message!("another program is changing it; refresh")
        }
        Some(ErrorCode::OperationInterrupted) => over_time(),
        Some(ErrorCode::AuthorizationForStatementDenied) => {
            message!("unsupported database schema ({error})", error)
        }
        Some(ErrorCode::TooBig) => message!("too large to read ({error})", error),
        _ => message!("cannot read its sessions ({error})", error),
    };
    other(path, why)
}

fn over_time() -> Message {
    let millis = TIME.as_millis();
    message!("reading it took more than {millis} ms; the rest is read at the next refresh after 30 s", millis)
}

fn other(path: &Path, why: Message) -> Fault {
    Fault { path: path.to_owned(), cause: Cause::Other(why) }
}
