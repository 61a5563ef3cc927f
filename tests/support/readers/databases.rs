//! Databases of other agents: their own bytes changed, and what stands in their rows.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use rusqlite::Connection;
use rusqlite::types::Value;
use sessions::{Heads, Homes, Log, find_elsewhere};
use tempfile::TempDir;

use super::Reader;
use super::agents::{fixtures, read_through, told};

/// How a file of SQLite begins.
const MAGIC: &[u8] = b"SQLite format 3\0";
/// Homes that take turns: a database that was changed within one tick of the clock would be taken for unchanged.
const HOMES: usize = 64;

/// An agent's database: where it lies in the folder of data, the rows in it, and which columns hold what it writes.
struct Kind {
    path: &'static str,
    rows: &'static [&'static str],
    columns: &'static [(&'static str, &'static str)],
}

const KINDS: [Kind; 2] = [
    Kind {
        path: "opencode/opencode.db",
        rows: &["opencode/schema.sql", "opencode/compaction.sql", "opencode/fork.sql", "opencode/later.sql"],
        columns: &[("message", "data"), ("part", "data"), ("session_message", "data"), ("session", "title")],
    },
    Kind {
        path: "goose/sessions/sessions.db",
        rows: &["goose/skill.sql"],
        columns: &[
            ("messages", "content_json"),
            ("messages", "metadata_json"),
            ("sessions", "model_config_json"),
        ],
    },
];

/// What is no database stands in every row of one in turn.
pub fn agents_databases() -> Reader {
    let whole = KINDS.map(|kind| fs::read(made(&kind).path().join("made.db")).unwrap());
    let seeds = whole.iter().cloned().chain(KINDS.iter().flat_map(texts)).collect();
    let room = tempfile::tempdir().unwrap();
    let mut turn = 0;
    Reader::new(seeds, move |bytes| {
        turn = (turn + 1) % HOMES;
        let data = room.path().join(turn.to_string());
        for (kind, whole) in KINDS.iter().zip(&whole) {
            let path = data.join(kind.path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            if bytes.starts_with(&MAGIC[..4]) {
                fs::write(&path, bytes).unwrap();
            } else {
                fs::write(&path, whole).unwrap();
                write_rows(&path, kind, bytes);
            }
        }
        read_all(&data);
    })
}

/// Reads every session that is found, and leaves everything as it was.
fn read_all(data: &Path) {
    let state = || KINDS.map(|kind| (fs::read(data.join(kind.path)).unwrap(), beside(&data.join(kind.path))));
    let before = state();
    let homes = Homes { variables: [("XDG_DATA_HOME", data.to_owned())].into(), ..Homes::default() };
    for place in find_elsewhere(&homes, &mut Heads::default()).logs {
        // What cannot be read says so.
        let Ok(log) = Log::open_place(&place) else { continue };
        let all: BTreeSet<u32> = (1..=log.lines()).collect();
        assert_eq!(told(&log), all, "{}: a line is lost", place.source);
        assert!(log.unfinished().is_none(), "{}: a line that was made has an end", place.source);
        read_through(&log);
    }
    assert!(before == state(), "a database is left as it was");
}

fn beside(path: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(path.parent().unwrap()).unwrap();
    entries.map(|entry| entry.unwrap().path()).collect()
}

/// A folder with a database in small pages, so that a byte of it that changes is a byte that matters.
fn made(kind: &Kind) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let db = Connection::open(folder.path().join("made.db")).unwrap();
    db.execute_batch("pragma page_size = 512").unwrap();
    for rows in kind.rows {
        db.execute_batch(&fs::read_to_string(fixtures().join(rows)).unwrap()).unwrap();
    }
    db.close().unwrap();
    folder
}

/// What stands in the rows.
fn texts(kind: &Kind) -> Vec<Vec<u8>> {
    let folder = made(kind);
    let db = Connection::open(folder.path().join("made.db")).unwrap();
    let mut found = Vec::new();
    for (table, column) in kind.columns {
        let mut select = db.prepare(&format!("select {column} from {table} where {column} > ''")).unwrap();
        let texts = select.query_map([], |row| row.get::<_, String>(0)).unwrap();
        found.extend(texts.map(|text| text.unwrap().into_bytes()));
    }
    found
}

/// Puts bytes into a third of the rows, as a text that need not be one.
fn write_rows(path: &Path, kind: &Kind, bytes: &[u8]) {
    let db = Connection::open(path).unwrap();
    db.execute_batch("pragma journal_mode = off; pragma synchronous = off").unwrap();
    for (at, (table, column)) in kind.columns.iter().enumerate() {
        let update = format!("update {table} set {column} = cast(?1 as text) where rowid % 3 = ?2");
        let third = (bytes.len() + at) % 3;
        let values = [Value::Blob(bytes.to_owned()), Value::Integer(third as i64)];
        db.execute(&update, values).unwrap();
    }
    db.close().unwrap();
}
