//! Sessions of Goose, as its source says that it writes them.
#![allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "a test may")]

#[path = "told/lines.rs"]
mod told;

use std::fs;
use std::path::{Path, PathBuf};

use rusqlite::Connection;
use sessions::{Change, Context, Found, Heads, Homes, Log, Source, find_elsewhere, fold, traces};
use told::told;

/// A home whose Goose has a session, and the folder its database lies in.
fn home() -> (tempfile::TempDir, PathBuf) {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join(".local/share/goose/sessions");
    fs::create_dir_all(&folder).unwrap();
    let rows = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/agents/goose/skill.sql");
    let db = Connection::open(folder.join("sessions.db")).unwrap();
    db.execute_batch(&fs::read_to_string(rows).unwrap()).unwrap();
    db.close().unwrap();
    (home, folder)
}

fn found(home: &Path) -> Found {
    let homes = Homes { home: Some(home.to_owned()), ..Homes::default() };
    find_elsewhere(&homes, &mut Heads::default())
}

#[test]
fn a_session_from_before_the_database_is_read_from_its_file_and_listed_once() {
    const NAME: &str = "20250801_090000.jsonl";
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/agents/goose/files").join(NAME);
    let (home, folder) = home();
    fs::copy(&file, folder.join(NAME)).unwrap();
    // The first release with a database took this one over.
    fs::copy(&file, folder.join("20260110_1.jsonl")).unwrap();
    let logs = found(home.path()).logs;
    let listed: Vec<_> = logs.iter().map(|place| (place.id.to_string(), place.path.clone())).collect();
    let in_database = ("20260110_1".to_owned(), folder.join("sessions.db/20260110_1"));
    assert_eq!(listed, [in_database, ("20250801_090000".to_owned(), folder.join(NAME))]);
    assert_eq!(logs[1].workspace, Path::new("/home/ada/shop"));
    let log = Log::open_place(&logs[1]).unwrap();
    assert_eq!(log.about().unwrap().title.as_deref(), Some("Count the boxes"));
    assert_eq!(
        told(&log),
        [
            "tokens 110 (- cached) 40 (- thought)",
            "user Count the boxes.",
            "said I look.",
            "call developer__shell",
            "result ok",
            "said Seven.",
        ]
    );
    assert_eq!((fold(&log).turns().len(), log.unread().len()), (1, 0));
    assert_eq!(log.events(1..2)[0].ts.as_deref(), Some("2025-08-01T09:00:00.000000Z"));
    assert_eq!(logs[1].source.bytes_are(&logs[1].path), None, "its bytes are the file's");
}

#[test]
fn a_skill_is_told_with_its_text_and_a_compaction_takes_it_away() {
    let (home, _) = home();
    let place = found(home.path()).logs.remove(0);
    assert_eq!((place.source, place.workspace.as_path()), (Source::Goose, Path::new("/home/ada/shop")));
    let log = Log::open_place(&place).unwrap();
    assert_eq!(
        told(&log),
        [
            "user Write the notes.",
            "thought",
            "call skills__load_skill",
            "result ok",
            "skill notes by model with short TrimmedBody /home/ada/shop/.agents/skills/notes/SKILL.md <# Notes||Short.>",
            "call load_skill of notes: guide.md",
            "call developer__shell",
            "result ok",
            "result ok",
            "compacted to Some(11): The notes were written.",
            "call load_skill",
            "result failed",
            "said Done.",
            "unknown hologram",
            "tokens 120 (- cached) 30 (- thought)",
        ]
    );
    assert_eq!((fold(&log).turns().len(), log.unread().len()), (1, 0));
    assert!(Context::read(&log).bands(&log).iter().all(|band| band.dropped.is_some()));
    let weak = traces(&log, &place.workspace, 0..log.len()).into_iter().flat_map(|trace| trace.reads);
    assert_eq!(weak.collect::<Vec<_>>(), ["/home/ada/shop/.agents/skills/other/SKILL.md"]);
    let about = log.about().unwrap();
    assert_eq!((about.title.as_deref(), about.model.as_deref()), (Some("Notes"), Some("m1")));
    assert_eq!(log.event(1).unwrap().ts.as_deref(), Some("2026-01-10T09:00:00.000000Z"));
}

#[test]
fn a_database_is_left_as_it_was_and_what_is_written_later_is_seen() {
    let (home, folder) = home();
    let before = fs::read(folder.join("sessions.db")).unwrap();
    let place = found(home.path()).logs.remove(0);
    let mut log = Log::open_place(&place).unwrap();
    assert_eq!(log.refresh(), Ok(Change::None));
    assert_eq!(fs::read(folder.join("sessions.db")).unwrap(), before);
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "nothing is left beside it");
    let db = Connection::open(folder.join("sessions.db")).unwrap();
    db.execute(
        "insert into messages (message_id, session_id, role, content_json, created_timestamp) \
         values ('m10', '20260110_1', 'user', '[{\"type\":\"text\",\"text\":\"Thanks.\"}]', 1768035700)",
        [],
    )
    .unwrap();
    db.close().unwrap();
    assert_ne!(log.refresh().unwrap(), Change::None);
    assert!(told(&log).contains(&"user Thanks.".to_owned()));
}

#[test]
fn a_half_database_is_a_sentence_and_no_session() {
    let (home, folder) = home();
    let path = folder.join("sessions.db");
    let bytes = fs::read(&path).unwrap();
    for length in [0, 50, bytes.len() / 2] {
        fs::write(&path, &bytes[..length]).unwrap();
        let found = found(home.path());
        assert!(found.logs.is_empty(), "{length}: {:?}", found.logs);
        assert_eq!(found.problems.len(), 1, "{length}");
        assert_eq!(found.problems[0].path, path);
    }
}
