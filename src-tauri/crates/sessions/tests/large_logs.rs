//! Logs of other agents that are larger than any session: what is usable is read, and the rest is told.
#![allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "a test may")]

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use disk::Cause;
use sessions::{
    Change, FOREIGN_LINE_LIMIT, FOREIGN_LOG_LIMIT, FOREIGN_ROW_LIMIT, Heads, Homes, Log, Reason, Source,
    find_elsewhere,
};

const PROMPT: &str = r#"{"type":"user","cwd":"/w","message":{"role":"user","content":"b"}}"#;

/// A log that begins with these bytes and has holes up to its size, which take no room on the disk.
fn sparse(folder: &Path, begin: &str, size: u64) -> PathBuf {
    let path = folder.join("log.jsonl");
    let mut file = File::create(&path).unwrap();
    file.write_all(begin.as_bytes()).unwrap();
    file.set_len(size).unwrap();
    path
}

fn unread(log: &Log) -> Vec<(u64, &Reason)> {
    log.unread().iter().map(|unread| (unread.length, &unread.reason)).collect()
}

#[test]
fn sparse_log_of_ten_gigabytes_is_read_up_to_its_budget_for_every_agent() {
    let folder = tempfile::tempdir().unwrap();
    let begin = format!("{PROMPT}\n");
    let path = sparse(folder.path(), &begin, 10 << 30);
    for source in Source::ALL.iter().filter(|source| !source.is_envelope() && !source.is_made(&path)) {
        let start = Instant::now();
        let log = Log::open_source(&path, *source).unwrap();
        // A few hundred milliseconds in a release; the bound that holds anywhere is that of bytes, below.
        assert!(start.elapsed() < Duration::from_secs(30), "{source}: {:?}", start.elapsed());
        let rest = (10 << 30) - begin.len() as u64;
        assert_eq!(unread(&log), [(rest, &Reason::OverBudget)], "{source}");
        assert!(log.unfinished().is_none() && log.len() == 1, "{source}: the first line is usable");
    }
}

#[test]
fn log_that_grows_beyond_its_budget_is_given_up_there() {
    let folder = tempfile::tempdir().unwrap();
    let path = sparse(folder.path(), &format!("{PROMPT}\n"), 0);
    fs::write(&path, format!("{PROMPT}\n")).unwrap();
    let mut log = Log::open_source(&path, Source::ClaudeCode).unwrap();
    File::options().write(true).open(&path).unwrap().set_len(FOREIGN_LOG_LIMIT + 5).unwrap();
    assert!(matches!(log.refresh().unwrap(), Change::Grew { .. }));
    assert_eq!(unread(&log).len(), 1);
    assert_eq!(log.unread()[0].reason, Reason::OverBudget);
}

#[test]
fn log_that_is_read_as_a_whole_is_named_with_its_limit_where_it_is_larger() {
    const WHOLE_LIMIT: u64 = 256 << 20;
    let folder = tempfile::tempdir().unwrap();
    let cases: [(&str, &[u8], Source); 4] = [
        ("session-1.json", b"{\"sessionId\":\"1\",\"messages\":[", Source::GeminiCli),
        ("rollout-1.jsonl.zst", b"\x28\xb5\x2f\xfd", Source::Codex),
        ("wide.jsonl", b"\xff\xfe{\0", Source::ClaudeCode),
        ("wide.jsonl", b"\xff\xfe{\0", Source::Pi),
    ];
    for (name, begin, source) in cases {
        let path = folder.path().join(name);
        fs::write(&path, begin).unwrap();
        File::options().write(true).open(&path).unwrap().set_len(WHOLE_LIMIT + 1).unwrap();
        let fault = Log::open_source(&path, source).err().unwrap_or_else(|| panic!("{name} was read"));
        assert_eq!(fault.path, path);
        assert_eq!(fault.cause, Cause::TooLarge { size: WHOLE_LIMIT + 1, limit: WHOLE_LIMIT }, "{name}");
    }
}

#[test]
fn database_with_too_large_a_journal_beside_it_is_named() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join(".local/share/goose/sessions");
    fs::create_dir_all(&folder).unwrap();
    let db = rusqlite::Connection::open(folder.join("sessions.db")).unwrap();
    db.execute_batch("create table sessions (id text); create table messages (id text);").unwrap();
    drop(db);
    let journal = folder.join("sessions.db-journal");
    File::create(&journal).unwrap().set_len((256 << 20) + 1).unwrap();
    let homes = Homes { home: Some(home.path().to_owned()), ..Homes::default() };
    let problems = find_elsewhere(&homes, &mut Heads::default()).problems;
    let told: Vec<String> = problems.iter().map(ToString::to_string).collect();
    assert!(told.iter().any(|problem| problem.contains("sessions.db-journal")), "{told:?}");
}

#[test]
fn events_beyond_the_budget_are_one_unread_rest() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("log.jsonl");
    fs::write(&path, "{}\n".repeat(FOREIGN_ROW_LIMIT + 1000)).unwrap();
    let log = Log::open_source(&path, Source::ClaudeCode).unwrap();
    let rest = (3 * 1000, &Reason::OverBudget);
    assert_eq!((log.len(), unread(&log)), (FOREIGN_ROW_LIMIT, vec![rest]));
    let few = folder.path().join("few.jsonl");
    fs::write(&few, "{}\n".repeat(1000)).unwrap();
    assert_eq!(Log::open_source(&few, Source::ClaudeCode).unwrap().unread().len(), 0);
}

#[test]
fn line_beyond_the_budget_is_unread_and_the_next_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = sparse(folder.path(), &format!("{PROMPT}\n"), FOREIGN_LINE_LIMIT + 1000);
    let mut file = File::options().append(true).open(&path).unwrap();
    file.write_all(format!("\n{PROMPT}\n").as_bytes()).unwrap();
    let log = Log::open_source(&path, Source::ClaudeCode).unwrap();
    assert_eq!(log.len(), 2);
    assert_eq!(log.unread().len(), 1);
    assert_eq!(log.unread()[0].reason, Reason::OverBudget);
}

#[test]
fn log_whose_first_line_is_too_long_is_named() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join(".claude/projects/-w");
    fs::create_dir_all(&folder).unwrap();
    let path = folder.join("3c0a51f2-0001-4000-8000-5d2f00000001.jsonl");
    fs::write(&path, PROMPT).unwrap();
    File::options().write(true).open(&path).unwrap().set_len(70 << 20).unwrap();
    let homes = Homes { home: Some(home.path().to_owned()), ..Homes::default() };
    let found = find_elsewhere(&homes, &mut Heads::default());
    let told: Vec<String> = found.problems.iter().map(ToString::to_string).collect();
    assert!(told.len() == 1 && told[0].contains("64 MiB"), "{told:?}");
}

#[test]
fn list_of_three_million_numbers_as_a_task_is_cut() {
    let home = tempfile::tempdir().unwrap();
    let task = home
        .path()
        .join(".config/Code/User/globalStorage/rooveterinaryinc.roo-cline/tasks/0197a2b4-7e2f-4c6a-9d3b-111111111111");
    fs::create_dir_all(&task).unwrap();
    fs::write(task.join("api_conversation_history.json"), format!("[{}1]", "1,".repeat(3_000_000))).unwrap();
    let homes = Homes { home: Some(home.path().to_owned()), ..Homes::default() };
    let place = find_elsewhere(&homes, &mut Heads::default()).logs.remove(0);
    let file = place.source.file(&place.path).unwrap();
    let most = (FOREIGN_ROW_LIMIT as u64 + 2) * 100;
    assert!(file.size().unwrap() < most, "{} bytes of lines", file.size().unwrap());
    let log = Log::open_place(&place).unwrap();
    assert_eq!(log.unread().last().map(|unread| &unread.reason), Some(&Reason::OverBudget));
}
