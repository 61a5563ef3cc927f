//! The last line of another agent's log, when no line feed ends it.
#![allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "a test may")]

#[path = "told/lines.rs"]
mod told;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use sessions::{Change, Log, Source};
use told::told;

const FIRST: &str =
    r#"{"type":"user","uuid":"a","sessionId":"s","cwd":"/w","message":{"role":"user","content":"One."}}"#;
const LAST: &str =
    r#"{"type":"user","uuid":"b","sessionId":"s","cwd":"/w","message":{"role":"user","content":"Two."}}"#;

fn write(folder: &Path, text: &str) -> PathBuf {
    let path = folder.join("s.jsonl");
    fs::write(&path, text).unwrap();
    path
}

fn append(path: &Path, text: &str) {
    fs::OpenOptions::new().append(true).open(path).unwrap().write_all(text.as_bytes()).unwrap();
}

#[test]
fn a_whole_object_is_an_event_and_a_line_feed_changes_nothing_of_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = write(folder.path(), &format!("{FIRST}\n{LAST}"));
    let mut log = Log::open_source(&path, Source::ClaudeCode).unwrap();
    assert_eq!(told(&log), ["user One.", "user Two."]);
    assert!(log.unfinished().is_none() && log.ends_without_line_feed());
    append(&path, "\n");
    assert_eq!(log.refresh(), Ok(Change::Grew { from: 2 }));
    assert!(!log.ends_without_line_feed());
    append(&path, &format!("{}\n", LAST.replace("Two", "Three").replace(r#""b""#, r#""c""#)));
    assert_eq!(log.refresh(), Ok(Change::Grew { from: 2 }));
    assert_eq!(told(&log), ["user One.", "user Two.", "user Three."]);
    assert_eq!((log.lines(), log.line_of(3)), (3, 3));
}

#[test]
fn a_last_line_that_grows_is_read_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = write(folder.path(), &format!("{FIRST}\n{LAST}"));
    let mut log = Log::open_source(&path, Source::ClaudeCode).unwrap();
    append(&path, "x\n");
    assert_eq!(log.refresh(), Ok(Change::Rebuilt));
    assert_eq!(told(&log), ["user One."]);
    assert_eq!(log.unread().len(), 1);
}

#[test]
fn a_torn_last_line_is_unfinished_until_the_rest_comes() {
    let folder = tempfile::tempdir().unwrap();
    let (torn, rest) = LAST.split_at(40);
    let path = write(folder.path(), &format!("{FIRST}\n{torn}"));
    let mut log = Log::open_source(&path, Source::ClaudeCode).unwrap();
    let unfinished = log.unfinished().unwrap();
    assert_eq!((unfinished.line, unfinished.length), (2, 40));
    assert_eq!(told(&log), ["user One."]);
    append(&path, rest);
    assert_eq!(log.refresh(), Ok(Change::Grew { from: 1 }));
    assert_eq!(told(&log), ["user One.", "user Two."]);
    assert!(log.unfinished().is_none());
}

/// What a line tells in several events, and what its dialect took in of it, is there once.
#[test]
fn a_last_line_of_several_events_is_told_once() {
    let folder = tempfile::tempdir().unwrap();
    let line = r#"{"type":"assistant","uuid":"c","message":{"id":"m","content":[{"type":"text","text":"A."},{"type":"text","text":"B."}],"usage":{"input_tokens":10,"output_tokens":5}}}"#;
    let path = write(folder.path(), line);
    let mut log = Log::open_source(&path, Source::ClaudeCode).unwrap();
    let before = told(&log);
    assert!(before.len() >= 3, "{before:?}");
    append(&path, "\n");
    log.refresh().unwrap();
    assert_eq!(told(&log), before);
    let whole = Log::open_source(&path, Source::ClaudeCode).unwrap();
    assert_eq!((whole.rows(), whole.lines()), (log.rows(), log.lines()));
}
