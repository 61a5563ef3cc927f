//! Sessions of OpenCode: what rows and files are read as, and that a database is left as it was.
#![allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "a test may")]

#[path = "told/lines.rs"]
mod told;

use std::fs;
use std::path::{Path, PathBuf};

use rusqlite::Connection;
use sessions::{Change, Context, Heads, Homes, Log, LogPlace, Origin, Outcome, Source, find_elsewhere, fold};
use tempfile::TempDir;
use told::told;

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/agents/opencode")
}

struct Room(TempDir);

impl Room {
    /// A home whose database has the rows of a file.
    fn with(rows: &str) -> Self {
        let room = Self(tempfile::tempdir().unwrap());
        fs::create_dir_all(room.data()).unwrap();
        let db = Connection::open(room.database()).unwrap();
        let mode: String = db.query_row("pragma journal_mode = wal", [], |row| row.get(0)).unwrap();
        assert_eq!(mode, "wal");
        for file in ["schema.sql", rows] {
            db.execute_batch(&fs::read_to_string(fixtures().join(file)).unwrap()).unwrap();
        }
        db.close().unwrap();
        assert_eq!(room.files(), ["opencode.db"]);
        room
    }

    fn data(&self) -> PathBuf {
        self.0.path().join(".local/share/opencode")
    }

    fn database(&self) -> PathBuf {
        self.data().join("opencode.db")
    }

    fn files(&self) -> Vec<String> {
        let entries = fs::read_dir(self.data()).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    fn places(&self) -> Vec<LogPlace> {
        let homes = Homes { home: Some(self.0.path().to_owned()), ..Homes::default() };
        let found = find_elsewhere(&homes, &mut Heads::default());
        found.logs.into_iter().filter(|place| place.source == Source::OpenCode).collect()
    }

    fn log(&self) -> Log {
        Log::open_place(&self.places()[0]).unwrap()
    }
}

#[test]
fn a_command_is_a_prompt_without_the_skill_that_stands_in_it() {
    let room = Room::with("command.sql");
    assert_eq!(
        told(&room.log()),
        [
            r#"user alpha "beta gamma""#,
            r#"skill notes by user with alpha "beta gamma" Body /home/ada/shop/.opencode/skills/notes/SKILL.md <# Notes||Write short notes.|>"#,
            "said Done.",
            "tokens 100 (0 cached) 5 (0 thought)",
        ]
    );
    let log = room.log();
    let about = log.about().unwrap();
    assert_eq!(about.folder.as_deref(), Some(Path::new("/home/ada/shop")));
    assert_eq!((about.release.as_deref(), about.model.as_deref()), (Some("1.18.33"), Some("m1")));
    assert_eq!(room.places()[0].workspace, Path::new("/home/ada/shop"));
}

#[test]
fn a_compaction_takes_away_what_came_before_it() {
    let log = Room::with("compaction.sql").log();
    let skill = "skill notes by model TrimmedBody /home/ada/shop/.opencode/skills/notes/SKILL.md \
                 <# Notes||Write short notes.>";
    let tokens = "tokens 100 (0 cached) 5 (0 thought)";
    assert_eq!(
        told(&log),
        [
            r#"user "Write the notes.""#,
            "call skill",
            "result ok",
            skill,
            tokens,
            "said First done.",
            "tokens 196000 (0 cached) 5 (0 thought)",
            tokens,
            "compacted to Some(19): A title",
            "runtime Continue if you have next steps, or stop and ask for clarification if you are unsure how to \
             proceed.",
            "said Done.",
            tokens,
            "user /compact",
            "said <summary>The notes were written.</summary>",
            tokens,
            "user Again.",
            "call skill",
            "result ok",
            skill,
            tokens,
            "said Done.",
            tokens,
        ]
    );
    let bands = Context::read(&log).bands(&log);
    assert!(bands[0].dropped.is_some() && bands[1].dropped.is_none(), "{bands:?}");
    assert_eq!(fold(&log).turns().len(), 3, "what the program says in the user's place opens no turn");
}

#[test]
fn what_a_fork_copied_happened_in_the_session_it_was_forked_from() {
    let room = Room::with("fork.sql");
    let origins = |place: &LogPlace| {
        let turns = fold(&Log::open_place(place).unwrap());
        turns.turns().iter().map(|turn| turn.origin).collect::<Vec<_>>()
    };
    let places = room.places();
    let fork = places.iter().find(|place| place.id.to_string().starts_with("ses_dfa620")).unwrap();
    let parent = places.iter().find(|place| place.id != fork.id).unwrap();
    assert_eq!(origins(parent), [Origin::Here]);
    assert_eq!(origins(fork), [Origin::Copied, Origin::Here]);
}

#[test]
fn a_helper_is_a_session_of_the_one_that_asked_for_it() {
    let room = Room::with("sub-agent.sql");
    let places = room.places();
    let helper = places.iter().find(|place| place.subagent.is_some()).unwrap();
    assert_eq!(helper.subagent.as_deref(), Some("ses_dfa52c4f1ffeFn3KdtaedIA8Gh"));
    let (helper, asking) = (Log::open_place(helper).unwrap(), Log::open_place(&places[1]).unwrap());
    assert!(told(&helper).iter().any(|line| line.starts_with("skill notes by model")));
    assert!(helper.about().unwrap().is_subagent);
    assert!(told(&asking).contains(&"helper finished general ses_dfa52a82affeQP29bkxd721XXe".to_owned()));
}

#[test]
fn files_of_a_skill_and_failures_are_told() {
    let read = told(&Room::with("resource.sql").log());
    assert!(read.contains(&"call read of notes: references/guide.md".to_owned()), "{read:?}");
    let refused = Room::with("refused.sql").log();
    assert!(told(&refused).contains(&"failed APIError: scripted".to_owned()));
    assert_eq!(fold(&refused).turns()[0].outcome, Outcome::Failed);
}

#[test]
fn what_is_kept_is_kept_and_what_is_given_again_counts_once() {
    let log = Room::with("kept.sql").log();
    let notes = "/home/ada/sh op/notes/SKILL.md <# Notes||Short.|>";
    assert_eq!(
        told(&log),
        [
            "user First.",
            "call skill",
            "result ok",
            "skill old by model TrimmedBody /home/ada/shop/.opencode/skill/old/SKILL.md <The old way.>",
            "said One.",
            "tokens 17 (6 cached) 6 (2 thought)",
            "user -",
            &format!("skill notes by user Body {notes}"),
            "compacted to Some(8): What was done.",
            "runtime -",
            &format!("skill notes by user again Body {notes}"),
            "call bash",
            "unknown hologram",
        ]
    );
    assert_eq!((log.unread().len(), log.lines()), (1, 20), "no line is lost");
    let gone: Vec<bool> = Context::read(&log).bands(&log).iter().map(|band| band.dropped.is_some()).collect();
    assert_eq!(gone, [true, false, false]);
    assert_eq!(fold(&log).turns().last().unwrap().outcome, Outcome::Interrupted);
}

#[test]
fn the_files_of_earlier_releases_are_read_unless_the_database_took_them_over() {
    let room = Room::with("command.sql");
    copy(&fixtures().join("storage"), &room.data().join("storage"));
    let place = room.places().into_iter().find(|place| place.id.as_str() == "ses_old").unwrap();
    let mut log = Log::open_place(&place).unwrap();
    assert_eq!(
        told(&log),
        [
            "user Hello.",
            "call skill",
            "result ok",
            "skill old by model TrimmedBody /home/ada/shop/.opencode/skill/old/SKILL.md <The old way.>",
            "tokens 7 (0 cached) 3 (0 thought)",
        ]
    );
    assert_eq!((log.unread().len(), place.workspace.as_path()), (0, Path::new("/home/ada/shop")));
    let more = room.data().join("storage/message/ses_old/msg_03.json");
    fs::write(more, r#"{"role":"user","time":{"created":1766000005000}}"#).unwrap();
    assert!(matches!(log.refresh(), Ok(Change::Grew { .. })));
    let writer = Connection::open(room.database()).unwrap();
    writer.execute("update session set id = 'ses_old'", []).unwrap();
    writer.close().unwrap();
    let places = room.places();
    assert_eq!(places.len(), 1, "{places:?}");
    assert!(places[0].path.starts_with(room.database()));
}

#[test]
fn rows_of_the_later_table_are_read_where_there_are_no_others() {
    let room = Room::with("later.sql");
    let log = room.log();
    assert_eq!(
        told(&log),
        [
            "user Write the notes.",
            "thought",
            "call skill",
            "result ok",
            "skill notes by model TrimmedBody /home/ada/shop/.opencode/skills/notes/SKILL.md <# Notes||Short.>",
            "said Done.",
            "tokens 100 (10 cached) 7 (2 thought)",
            "compacted to Some(10): The notes were written.",
            "skill plain by user Mixed - <# Plain||Words.>",
            "user Once more.",
            "call read",
            "result failed",
            "unknown hologram",
        ]
    );
    assert_eq!((fold(&log).turns().len(), log.unread().len()), (2, 0));
    let gone: Vec<bool> = Context::read(&log).bands(&log).iter().map(|band| band.dropped.is_some()).collect();
    assert_eq!(gone, [true, false]);
    assert_eq!(log.about().unwrap().model.as_deref(), Some("m1"));
    let writer = Connection::open(room.database()).unwrap();
    let row = r#"insert into session_message values ('msg_a', 'ses_later', 'user', 1795390488500, 0, '{"text":"New."}')"#;
    writer.execute(row, []).unwrap();
    let mut log = log;
    assert!(matches!(log.refresh(), Ok(Change::Grew { .. })));
    assert_eq!(told(&log).last().unwrap(), "user New.");
}

#[test]
fn a_cleared_answer_is_not_in_context_from_then_on_and_still_evidence() {
    let log = Room::with("cleared.sql").log();
    let told = told(&log);
    let at = |line: &str| told.iter().position(|told| told.starts_with(line)).unwrap();
    assert!(at("compacted") > at("skill kept") && at("compacted") < at("user Second."), "{told:?}");
    assert!(told[at("skill notes")].ends_with("<Old.>"), "the text is still evidence: {told:?}");
    let context = Context::read(&log);
    let names = |position: usize| -> Vec<String> {
        let visible = context.visible_at(&log, position).into_iter();
        visible.filter_map(|at| sessions::activation_at(&log, at)?.name).collect()
    };
    let cleared = (0..log.len()).find(|at| {
        log.event(*at).is_some_and(|event| matches!(event.kind, sessions::EventKind::Compaction(_)))
    });
    assert_eq!(names(cleared.unwrap() - 1), ["notes", "kept"]);
    assert_eq!(names(log.len() - 1), ["kept"]);
}

#[test]
fn a_half_database_is_a_sentence_and_no_session() {
    let room = Room::with("compaction.sql");
    let bytes = fs::read(room.database()).unwrap();
    for length in [0, 50, bytes.len() / 2] {
        fs::write(room.database(), &bytes[..length]).unwrap();
        let homes = Homes { home: Some(room.0.path().to_owned()), ..Homes::default() };
        let found = find_elsewhere(&homes, &mut Heads::default());
        assert!(found.logs.is_empty() && found.problems.len() == 1, "{length}: {found:?}");
        assert_eq!(found.problems[0].path, room.database());
    }
}

#[test]
fn a_fork_is_a_source_of_its_own() {
    let room = Room::with("command.sql");
    let data = room.0.path().join(".local/share/kilo");
    fs::create_dir_all(&data).unwrap();
    fs::rename(room.database(), data.join("kilo.db")).unwrap();
    let homes = Homes { home: Some(room.0.path().to_owned()), ..Homes::default() };
    let found = find_elsewhere(&homes, &mut Heads::default()).logs;
    assert_eq!((found.len(), found[0].source), (1, Source::Kilo));
    assert!(told(&Log::open_place(&found[0]).unwrap())[1].starts_with("skill notes by user"));
}

/// Every line cut at every length, and with other types in it.
#[test]
fn odd_lines_are_read_without_a_panic() {
    for rows in ["command.sql", "kept.sql", "compaction.sql"] {
        let room = Room::with(rows);
        let place = room.places().remove(0);
        let file = place.source.file(&place.path).unwrap();
        let mut bytes = vec![0; usize::try_from(file.size().unwrap()).unwrap()];
        file.read_at(&mut bytes, 0).unwrap();
        let text = String::from_utf8(bytes).unwrap();
        for line in text.lines() {
            let cuts = (0..line.len()).step_by(7).filter_map(|at| line.get(..at).map(str::to_owned));
            let odd = [("\":\"", "\":1,\"x\":\""), ("\":{", "\":[],\"y\":{"), ("true", "{}"), (":1", ":-1")];
            let changed = odd.iter().map(|(from, to)| line.replace(from, to));
            let lines: Vec<String> = cuts.chain(changed).chain([line.to_owned()]).collect();
            let bytes = (lines.join("\n") + "\n").into_bytes();
            let log = Log::of_bytes(Path::new("odd"), Source::OpenCode, bytes).unwrap();
            assert_eq!(log.lines() as usize, lines.len());
            assert!(
                !told(&log).is_empty() || line.starts_with(r#"{"type":"session"#) || !log.rows().is_empty()
            );
        }
    }
}

#[test]
fn a_database_is_left_as_it_was() {
    let room = Room::with("compaction.sql");
    let before = fs::read(room.database()).unwrap();
    let mut log = room.log();
    log.rest();
    assert!(log.refresh() == Ok(Change::None) && log.event(3).is_some());
    assert_eq!(room.files(), ["opencode.db"], "nothing is left beside it");
    assert_eq!(fs::read(room.database()).unwrap(), before);
}

#[test]
fn a_database_is_read_beside_its_writer() {
    let room = Room::with("command.sql");
    let mut log = room.log();
    let writer = Connection::open(room.database()).unwrap();
    let insert = |id: &str, time: i64| {
        let session: String = writer.query_row("select id from session", [], |row| row.get(0)).unwrap();
        let message = r#"{"role":"user"}"#;
        let part = format!(r#"{{"type":"text","text":"{id}"}}"#);
        let parameters = (format!("msg_{id}"), &session, time, message);
        writer.execute("insert into message values (?1, ?2, ?3, ?3, ?4)", parameters).unwrap();
        let parameters = (format!("prt_{id}"), format!("msg_{id}"), &session, time, part);
        writer.execute("insert into part values (?1, ?2, ?3, ?4, ?4, ?5)", parameters).unwrap();
    };
    insert("more", 1_895_390_000_000);
    assert_eq!(room.files(), ["opencode.db", "opencode.db-shm", "opencode.db-wal"]);
    let from = log.rows().len();
    assert_eq!(log.refresh(), Ok(Change::Grew { from }));
    assert_eq!(told(&log).last().unwrap(), "user more");
    assert_eq!(log.refresh(), Ok(Change::None));
    // A transaction that goes on is waited for by nobody, and shows nothing of itself.
    writer.execute_batch("begin immediate").unwrap();
    insert("later", 1_895_390_001_000);
    assert!(matches!(log.refresh(), Ok(Change::None)));
    assert_eq!(told(&room.log()).last().unwrap(), "user more");
    writer.execute_batch("commit").unwrap();
    assert!(matches!(log.refresh(), Ok(Change::Grew { .. })));
    let changed = r#"{"type":"text","text":"otherwise"}"#;
    writer
        .execute("update part set data = ?, time_updated = time_updated + 1 where id = 'prt_more'", [changed])
        .unwrap();
    let mut resting = room.log();
    assert_eq!(log.refresh(), Ok(Change::Rebuilt));
    assert!(told(&log).contains(&"user otherwise".to_owned()));
    // What changed while a log rested is not read by the places it had.
    resting.rest();
    writer
        .execute("update part set data = 'x', time_updated = time_updated + 1 where id = 'prt_more'", [])
        .unwrap();
    assert!(resting.event(1).is_none());
    assert_eq!(resting.refresh(), Ok(Change::Rebuilt));
    writer.close().unwrap();
    assert_eq!(room.files(), ["opencode.db"], "the writer could put its log away");
}

#[test]
fn what_a_crash_or_a_copy_left_is_read_as_it_is() {
    let room = Room::with("command.sql");
    let writer = Connection::open(room.database()).unwrap();
    writer.execute("update session set title = 'Only in the log'", []).unwrap();
    let other = Room(tempfile::tempdir().unwrap());
    fs::create_dir_all(other.data()).unwrap();
    for name in ["opencode.db", "opencode.db-wal"] {
        fs::copy(room.data().join(name), other.data().join(name)).unwrap();
    }
    assert_eq!(other.log().about().unwrap().title.as_deref(), Some("Only in the log"));
    assert_eq!(other.files(), ["opencode.db", "opencode.db-wal"]);
    fs::copy(room.data().join("opencode.db-shm"), other.data().join("opencode.db-shm")).unwrap();
    assert_eq!(other.log().about().unwrap().title.as_deref(), Some("Only in the log"));
    assert_eq!(other.files(), ["opencode.db", "opencode.db-shm", "opencode.db-wal"]);
}

#[test]
fn a_damaged_or_foreign_database_is_a_sentence() {
    let said = |bytes: &[u8]| {
        let room = Room(tempfile::tempdir().unwrap());
        fs::create_dir_all(room.data()).unwrap();
        fs::write(room.database(), bytes).unwrap();
        assert!(room.places().is_empty());
        let homes = Homes { home: Some(room.0.path().to_owned()), ..Homes::default() };
        let found = find_elsewhere(&homes, &mut Heads::default());
        assert_eq!(found.problems.len(), 1);
        let fault = found.problems[0].to_string();
        assert_eq!(Source::OpenCode.look(&room.database().join("ses_1")).unwrap_err().to_string(), fault);
        fault.split_once("opencode.db`: ").map(|(_, words)| words.to_owned()).unwrap_or(fault)
    };
    assert_eq!(
        said(b"no database, but a text of some length that is written where one should be, and on and on"),
        "it is not a SQLite database"
    );
    let room = Room::with("command.sql");
    let whole = fs::read(room.database()).unwrap();
    assert!(said(&whole[..whole.len() / 2]).contains("is corrupt"));
    let mut torn = whole.clone();
    torn[4096..].iter_mut().for_each(|byte| *byte = 0xa5);
    assert!(said(&torn).contains("is corrupt"), "{}", said(&torn));
    let foreign = Room(tempfile::tempdir().unwrap());
    fs::create_dir_all(foreign.data()).unwrap();
    Connection::open(foreign.database())
        .unwrap()
        .execute_batch("create table session (id text, n int)")
        .unwrap();
    let fault = Source::OpenCode.look(&foreign.database().join("x")).unwrap_err().to_string();
    assert!(fault.contains("cannot read its sessions (no such column: directory"), "{fault}");
    assert!(Source::OpenCode.look(&room.database().join("ses_none")).is_err(), "a session that is gone");
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        let (path, to) = (entry.path(), to.join(entry.file_name()));
        if path.is_dir() {
            copy(&path, &to);
        } else {
            fs::copy(&path, to).unwrap();
        }
    }
}
