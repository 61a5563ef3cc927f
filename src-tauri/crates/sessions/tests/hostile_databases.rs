//! Databases that were made to keep whoever reads them busy, where OpenCode and Goose keep theirs.
#![allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "a test may")]

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rusqlite::Connection;
use sessions::{Found, Heads, Homes, find_elsewhere};

const ENDLESS: &str = "with recursive c(x) as (select 1 union all select x + 1 from c)";

/// A home with the databases of both agents, made by the same statements but for the names of the tables.
struct Room(tempfile::TempDir);

impl Room {
    fn with(statements: &str) -> Self {
        let room = Self(tempfile::tempdir().unwrap());
        for (path, table) in room.databases().iter().zip(["session", "sessions"]) {
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            let db = Connection::open(path).unwrap();
            db.execute_batch(&statements.replace("TABLE", table)).unwrap();
            db.close().unwrap();
        }
        room
    }

    fn databases(&self) -> [PathBuf; 2] {
        ["opencode/opencode.db", "goose/sessions/sessions.db"]
            .map(|name| self.0.path().join(".local/share").join(name))
    }

    fn found(&self) -> Found {
        let homes = Homes { home: Some(self.0.path().to_owned()), ..Homes::default() };
        find_elsewhere(&homes, &mut Heads::default())
    }

    /// What is said of each of the two databases, none of which has a session.
    fn refused(&self) -> Vec<String> {
        let found = self.found();
        assert!(found.logs.is_empty(), "{:?}", found.logs);
        let paths: Vec<&Path> = found.problems.iter().map(|problem| problem.path.as_path()).collect();
        assert_eq!(paths, self.databases().each_ref().map(PathBuf::as_path), "{:?}", found.problems);
        found.problems.iter().map(ToString::to_string).collect()
    }
}

fn assert_all_hold(said: &[String], words: &str) {
    assert!(said.iter().all(|said| said.contains(words)), "{said:?}");
}

#[test]
fn endless_view_in_place_of_a_table_is_refused_by_name() {
    let columns = "x as id, x as directory, x as parent_id, x as time_updated";
    for select in [
        format!("{ENDLESS} select {columns} from c"),
        format!("{ENDLESS} select {columns} from c where 0"),
        format!("{ENDLESS} select a.{columns} from c a, c b", columns = "x as id, b.x as directory"),
        "select hex(zeroblob(400000000)) as id, 1 as directory".to_owned(),
    ] {
        let room = Room::with(&format!("create view TABLE as {select};"));
        assert_all_hold(&room.refused(), "is a view, not a table");
    }
}

#[test]
fn view_in_place_of_the_table_of_messages_is_refused_too() {
    let room = Room::with("create table TABLE (id, directory, parent_id, time_updated);");
    for (path, table) in room.databases().iter().zip(["part", "messages"]) {
        let db = Connection::open(path).unwrap();
        db.execute_batch(&format!("create view {table} as {ENDLESS} select x from c;")).unwrap();
    }
    assert_all_hold(&room.refused(), "is a view, not a table");
}

#[test]
fn virtual_table_in_place_of_a_table_is_refused_by_name() {
    let room = Room::with("create virtual table TABLE using fts5(id, directory, parent_id, time_updated);");
    assert_all_hold(&room.refused(), "is a virtual, not a table");
}

#[test]
fn generated_column_is_refused_by_name() {
    for stored in ["virtual", "stored"] {
        let room = Room::with(&format!(
            "create table TABLE (id, directory as (hex(zeroblob(1000))) {stored}, parent_id, time_updated);"
        ));
        assert_all_hold(&room.refused(), "column `directory`");
    }
}

#[test]
fn table_that_takes_longer_than_its_time_is_given_up_and_named() {
    // A page of a table that leads back to itself would be walked for ever; SQLite finds that out. Rows without an
    // end come from a table that is joined with nothing, so this is as long as a plain scan gets.
    let room = Room::with(&format!(
        "create table TABLE (id, directory, parent_id, time_updated);
         {ENDLESS} insert into TABLE select x, '/w', null, x from c limit 200000;"
    ));
    let start = Instant::now();
    let found = room.found();
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
    // Ids that are numbers are no ids.
    assert!(found.logs.is_empty(), "{}", found.logs.len());
}

#[test]
fn sessions_beyond_the_newest_ten_thousand_are_left_out_and_counted() {
    let room = Room::with(&format!(
        "create table TABLE (id, directory, parent_id, time_updated, updated_at, working_dir);
         create table message (id, session_id, time_updated, data);
         create table part (id, session_id, time_updated, data);
         create table messages (message_id, role, session_id, created_timestamp, content_json, metadata_json);
         {ENDLESS} insert into TABLE
             select 'ses_' || x, '/w', null, x, datetime(x, 'unixepoch'), '/w' from c limit 12000;"
    ));
    let found = room.found();
    assert_eq!(found.logs.len(), 20_000);
    let said: Vec<String> = found.problems.iter().map(ToString::to_string).collect();
    assert_eq!(said.len(), 2);
    assert_all_hold(&said, "its sessions are 12000; only the newest 10000 are listed");
    let has = |id: &str| found.logs.iter().filter(|log| log.id.to_string() == id).count();
    assert_eq!((has("ses_12000"), has("ses_2001"), has("ses_2000")), (2, 2, 0));
}

#[test]
fn random_bytes_beside_a_database_do_not_keep_its_reader_waiting() {
    let room = Room::with("create table TABLE (id, directory, parent_id, time_updated);");
    let mut state = 1_u64;
    let mut random = |length: usize| -> Vec<u8> {
        let byte = |_| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 56) as u8
        };
        (0..length).map(byte).collect()
    };
    let start = Instant::now();
    for round in 0..3 {
        for path in room.databases() {
            let beside = |end: &str| PathBuf::from(format!("{}{end}", path.display()));
            fs::write(beside("-wal"), random(200_000)).unwrap();
            let mut index = random(32 << 10);
            if round == 1 {
                // Both headers say the same, and nothing that is true.
                let (first, second) = index.split_at_mut(48);
                second[..48].copy_from_slice(first);
            }
            if round == 2 {
                let (first, second) = index.split_at_mut(48);
                first[..4].copy_from_slice(&3_007_000_u32.to_ne_bytes());
                first[12] = 1;
                second[..48].copy_from_slice(first);
            }
            fs::write(beside("-shm"), index).unwrap();
        }
        let found = room.found();
        assert!(found.logs.is_empty());
    }
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
}
