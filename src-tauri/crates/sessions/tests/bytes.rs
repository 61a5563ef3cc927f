//! Logs of other agents whose bytes or folders are odd: each is read, or named with its line and the reason.
#![allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "a test may")]
#![allow(clippy::needless_pass_by_value, reason = "lines are written where they are used")]

use std::fs;
use std::path::{Path, PathBuf};

use sessions::{Change, EventKind, Heads, Homes, Log, LogPlace, Source, find_elsewhere};

fn log(source: Source, bytes: &[u8]) -> Log {
    Log::of_bytes(Path::new("/log.jsonl"), source, bytes.to_vec()).unwrap()
}

fn said(log: &Log) -> Vec<String> {
    let texts = log.events(0..log.len()).into_iter().filter_map(|event| match event.kind {
        EventKind::UserMessage(message) => message.text,
        EventKind::AssistantMessage(message) => message.text,
        EventKind::ToolResult(result) => result.output,
        _ => None,
    });
    texts.collect()
}

fn claude(id: &str, cwd: &str, text: &str) -> String {
    format!(
        r#"{{"type":"user","uuid":"{id}","cwd":"{cwd}","sessionId":"s","message":{{"role":"user","content":"{text}"}}}}"#
    )
}

fn places(home: &Path) -> Vec<LogPlace> {
    let homes = Homes { home: Some(home.to_owned()), ..Homes::default() };
    find_elsewhere(&homes, &mut Heads::default()).logs
}

/// Writes a log of Claude Code into a home.
fn write(home: &Path, name: &str, bytes: &[u8]) -> PathBuf {
    let folder = home.join(".claude/projects/-w");
    fs::create_dir_all(&folder).unwrap();
    let path = folder.join(format!("{name}.jsonl"));
    fs::write(&path, bytes).unwrap();
    path
}

#[test]
fn byte_order_mark_is_no_part_of_the_first_line() {
    let home = tempfile::tempdir().unwrap();
    write(home.path(), "a", format!("\u{feff}{}\n", claude("1", "/w", "One.")).as_bytes());
    let found = places(home.path());
    assert_eq!(found[0].workspace, Path::new("/w"));
    let log = Log::open_place(&found[0]).unwrap();
    assert_eq!((said(&log), log.unread().len()), (vec!["One.".to_owned()], 0));
}

#[test]
fn log_in_utf_16_is_read_and_followed() {
    let home = tempfile::tempdir().unwrap();
    let wide = |text: &str| -> Vec<u8> { text.encode_utf16().flat_map(u16::to_le_bytes).collect() };
    let first = [vec![0xff, 0xfe], wide(&format!("{}\n", claude("1", "/w", "Eins \u{e9}.")))].concat();
    let path = write(home.path(), "a", &first);
    let found = places(home.path());
    assert_eq!(found[0].workspace, Path::new("/w"));
    let mut log = Log::open_place(&found[0]).unwrap();
    assert_eq!(said(&log), ["Eins \u{e9}."]);
    fs::write(&path, [first, wide(&format!("{}\n", claude("2", "/w", "Zwei.")))].concat()).unwrap();
    assert!(matches!(log.refresh(), Ok(Change::Grew { from: 1 })));
    assert_eq!(said(&log), ["Eins \u{e9}.", "Zwei."]);
}

#[test]
fn half_a_surrogate_pair_costs_one_letter() {
    let text = format!("{}\n", claude("1", "/w", "a\\ud83d b"));
    assert_eq!(said(&log(Source::ClaudeCode, text.as_bytes())), ["a\u{fffd} b"]);
}

#[test]
fn sessions_of_other_systems_and_of_none_are_listed() {
    let home = tempfile::tempdir().unwrap();
    for (name, cwd) in [("a", r"C:\\Users\\x\\proj"), ("b", r"\\\\wsl$\\Ubuntu\\home"), ("c", "~/proj")] {
        write(home.path(), name, format!("{}\n", claude("1", cwd, "One.")).as_bytes());
    }
    write(home.path(), "d", br#"{"type":"user","uuid":"1","message":{"role":"user","content":"One."}}"#);
    write(home.path(), "e", b"{\"type\":\"summary\",\"summary\":\"Nothing was said.\"}\n");
    let mut folders: Vec<String> =
        places(home.path()).iter().map(|place| place.workspace.display().to_string()).collect();
    folders.sort();
    assert_eq!(
        folders,
        ["", r"/?/C:\Users\x\proj", r"/?/\\wsl$\Ubuntu\home", "/?/no folder recorded", "/?/~/proj"]
    );
    let homes = Homes { home: Some(home.path().to_owned()), ..Homes::default() };
    let found = find_elsewhere(&homes, &mut Heads::default()).logs;
    let there = found.iter().filter(|place| place.workspace.starts_with(r"/?/C:\Users\x\proj"));
    assert_eq!(there.map(|place| place.id.as_str()).collect::<Vec<_>>(), ["a"]);
}

#[test]
fn empty_variable_counts_as_unset() {
    let home = tempfile::tempdir().unwrap();
    write(home.path(), "a", format!("{}\n", claude("1", "/w", "One.")).as_bytes());
    for name in Homes::VARIABLES {
        let variables = [(name, PathBuf::new())].into();
        let homes = Homes { home: Some(home.path().to_owned()), variables };
        assert_eq!(find_elsewhere(&homes, &mut Heads::default()).logs.len(), 1, "{name}");
    }
}

const DONE: &str = r#"{"type":"tool.execution_complete","data":{"toolCallId":"c","success":true,"result":{"content":"OUT"}}}"#;

#[test]
fn event_over_several_lines_is_read_as_one() {
    let message = r#"{"type":"user.message","data":{"content":"Go."}}"#;
    let split = DONE.replace("OUT", "one\ntwo \\\"x\\\"\nthree");
    let log = log(Source::CopilotCli, format!("{message}\n{split}\n{message}\n").as_bytes());
    assert_eq!(said(&log), ["Go.", "one\ntwo \"x\"\nthree", "Go."]);
    assert_eq!((log.unread().len(), log.lines()), (0, 5));
    assert_eq!((log.line_of(2), log.line_of(3)), (2, 5));
}

#[test]
fn text_that_never_ends_leaves_the_lines_behind_it_alone() {
    let message = r#"{"type":"user.message","data":{"content":"Go."}}"#;
    let log =
        log(Source::CopilotCli, format!("{{\"type\":\"user.mess\n{message}\nwords\n{message}\n").as_bytes());
    assert_eq!(said(&log), ["Go.", "Go."]);
    let unread: Vec<u32> = log.unread().iter().map(|unread| log.line_of(unread.line)).collect();
    assert_eq!(unread, [1, 3]);
}

#[test]
fn whole_event_behind_a_torn_one_is_read_and_the_torn_one_named() {
    let event =
        r#"{"type":"skill.invoked","data":{"name":"notes","path":"/w/notes/SKILL.md","content":"Text."}}"#;
    for end in ["\n", ""] {
        let log = log(Source::CopilotCli, format!("{}{event}{end}", &event[..60]).as_bytes());
        let names = log.events(0..log.len()).into_iter().filter_map(|event| match event.kind {
            EventKind::SkillActivation(told) => told.name,
            _ => None,
        });
        assert_eq!(names.collect::<Vec<_>>(), ["notes"], "{end:?}");
        assert_eq!(log.unread().len(), 1);
        assert_eq!((log.unread()[0].offset, log.unread()[0].length), (0, 60));
        assert_eq!(log.raw(2).unwrap().unwrap(), event.as_bytes());
    }
}

#[test]
fn two_whole_events_of_one_line_are_both_read() {
    let message = r#"{"type":"user.message","data":{"content":"Go."}}"#;
    let log = log(Source::CopilotCli, format!("{message}{message}\n").as_bytes());
    assert_eq!((said(&log), log.unread().len()), (vec!["Go.".to_owned(), "Go.".to_owned()], 0));
}

#[test]
fn zeros_before_and_behind_events_cost_no_event() {
    let message = r#"{"type":"user.message","data":{"content":"Go."}}"#;
    let zeros = "\0".repeat(1_728);
    let log = log(Source::CopilotCli, format!("{zeros}{message}\n{message}\n{zeros}").as_bytes());
    assert_eq!((said(&log).len(), log.unread().len()), (2, 0));
    assert_eq!(log.unfinished().unwrap().length, 1_728);
}
