//! What is said of sessions is what their logs hold: copies are no use, what is not recorded is not told as a no.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use api::checks::ChecksAsk;
use api::drift::{DriftReport, DriftReportAsk};
use api::sessions::{EventView, EventsAsk, Segment, TimelineRow};
use api::sessions::{OriginText, SessionReportAsk};
use api::skills::{UnusedOnly, UsageReportAsk};
use api::wire::DriftState;
use api::wire::Nothing;
use api::wire::{Severity, SkillFilter, SkillsAsk};
use disk::Digest;
use serde_json::{Value, json};
use tests::room::{Room, every_finding, every_skill, every_snapshot};

const TEXT: &str = "---\nname: notes\ndescription: d\n---\n\nTake notes.\n";

/// A workspace of one skill.
fn room() -> Room {
    Room::with(&[(".agents/skills/notes/SKILL.md", TEXT.as_bytes())])
}

fn skill_of(room: &Room) -> PathBuf {
    room.workspace().join(".agents/skills/notes/SKILL.md")
}

fn log(room: &Room, id: &str, bodies: &[(&str, Value)]) {
    let mut text = String::new();
    for (seq, (kind, data)) in bodies.iter().enumerate() {
        let event = json!({
            "data": data, "id": format!("{seq:016x}"), "type": kind, "seq": seq, "session_id": id,
            "ts": format!("2026-05-01T10:20:{seq:02}.000000Z"),
        });
        writeln!(text, "{event}").expect("text grows");
    }
    room.write(&format!("ws/.pixir/sessions/{id}.ndjson"), text);
}

/// The one event of a session that is what is looked for.
fn event<T>(room: &Room, key: &str, wanted: impl Fn(EventView) -> Option<T>) -> T {
    let events = |row: TimelineRow| {
        let ask = EventsAsk {
            key: key.to_owned(),
            row: row.row,
            bookkeeping: false,
            only: None,
            from: 0,
            count: 50,
        };
        room.page().events(&ask).expect("events").events
    };
    let events = room.timeline(key).into_iter().flat_map(events);
    let mut found: Vec<T> = events.filter_map(|event| wanted(event.what)).collect();
    assert_eq!(found.len(), 1, "it is there once");
    found.remove(0)
}

/// Whether each turn is a copy.
fn copied(rows: &[TimelineRow]) -> Vec<bool> {
    let copied = |row: &TimelineRow| match &row.what {
        Segment::Turn { copied, .. } => Some(*copied),
        _ => None,
    };
    rows.iter().filter_map(copied).collect()
}

fn drift_report(room: &Room) -> DriftReport {
    room.scripts().drift_report(&DriftReportAsk::default()).expect("a report")
}

fn activation(skill: &Path) -> (&'static str, Value) {
    let root = skill.parent().and_then(Path::parent).expect("a root");
    let body = json!({
        "activated_by": "user", "content": TEXT, "content_hash": Digest::of(TEXT.as_bytes()).to_string(),
        "name": "notes", "path": skill, "root": root, "scope": "repo", "short_path": "repo/notes",
    });
    ("skill_activation", body)
}

fn said(words: &str) -> (&'static str, Value) {
    ("assistant_message", json!({ "text": words }))
}

fn asked(words: &str) -> (&'static str, Value) {
    ("user_message", json!({ "text": words }))
}

#[test]
fn a_copy_in_a_fork_is_no_use_of_the_skill() {
    let room = room();
    let skill = skill_of(&room);
    let fork = json!({"parent_session_id": "parent", "forked_to_seq": 2, "replay_event_count": 3});
    log(&room, "parent", &[activation(&skill), asked("first"), said("done")]);
    log(
        &room,
        "fork",
        &[
            ("session_fork", fork),
            activation(&skill),
            asked("first"),
            said("done"),
            asked("more"),
            said("ok"),
        ],
    );
    let list = room
        .scripts()
        .usage_report(&UsageReportAsk { unused: UnusedOnly::All, convention: None })
        .expect("a report");
    let counts = &list.skills[0].counts;
    assert_eq!((counts.activations, counts.turns, counts.sessions), (1, 1, 1), "{counts:?}");
    let row = &drift_report(&room).rows[0];
    assert_eq!((row.turns, row.sessions), (1, 1), "{row:?}");
    // The fork shows the copy, as one.
    let rows = room.timeline(&room.key("fork"));
    assert_eq!(copied(&rows), [true, false], "{rows:#?}");
}

#[test]
fn nothing_is_called_copied_in_what_is_no_fork() {
    let room = room();
    log(&room, "plain", &[asked("first"), said("done"), asked("second"), said("done")]);
    let rows = room.timeline(&room.key("plain"));
    assert_eq!(copied(&rows), [false, false], "{rows:#?}");
}

#[test]
fn a_count_of_tokens_that_is_not_available_is_unknown_and_not_zero() {
    let room = room();
    let zeros = json!({"input_tokens": 0, "cached_tokens": 0, "output_tokens": 0, "reasoning_tokens": 0});
    let usage = json!({"model": "m", "usage_available": false, "usage_summary": zeros});
    log(&room, "plain", &[asked("first"), ("provider_usage", usage), said("done")]);
    let key = room.key("plain");
    let usage = event(&room, &key, |what| match what {
        EventView::Usage { input, cached, output, .. } => Some([input, cached, output]),
        _ => None,
    });
    assert_eq!(usage, [None; 3]);
    let turn = room.timeline(&key).remove(0).what;
    assert!(matches!(turn, Segment::Turn { tokens: None, .. }), "{turn:?}");
}

#[test]
fn of_a_hydration_only_what_is_recorded_is_told() {
    let room = room();
    let plain = json!({"context_source_id": "error-rate", "output": "0.4 %", "permission": "explicit"});
    log(&room, "plain", &[asked("first"), ("skill_context_hydration", plain), said("done")]);
    let fact = event(&room, &room.key("plain"), |what| match what {
        EventView::Hydration { fact, .. } => Some(fact),
        _ => None,
    });
    assert_eq!((fact.bytes_kept, fact.bytes_total), (5, None), "{fact:?}");
    assert!(fact.truncated.is_none() && fact.released.is_none(), "{fact:?}");
}

#[test]
fn the_tree_holds_sessions_and_not_what_a_child_says_of_itself() {
    let room = room();
    let posture = json!({"event": "permission_posture", "permission_mode": "ask", "lineage": "child",
        "subagent_id": "sub_1", "parent_session_id": "parent"});
    let finished = json!({"event": "finished", "subagent_id": "sub_1", "child_session_id": "child"});
    log(&room, "parent", &[asked("first"), ("subagent_event", finished), said("done")]);
    log(&room, "child", &[("subagent_event", posture), asked("do it"), said("done")]);
    let tree = room.session(&room.key("child")).tree;
    let ids: Vec<&str> = tree.iter().map(|row| row.id.as_str()).collect();
    assert_eq!(ids, ["parent", "child"], "{tree:#?}");
}

#[test]
fn what_the_list_of_skills_calls_invalid_the_checks_call_an_error() {
    let room = room();
    room.write("ws/.agents/skills/small/skill.md", TEXT);
    room.write("ws/.agents/skills/folder/SKILL.md/x", "x");
    room.write("ws/.agents/skills/bytes/SKILL.md", b"---\nname: bytes\ndescription: caf\xe9\n---\nx\n");
    let skills = room.skills();
    let invalid: Vec<_> = skills.iter().filter(|row| row.states.invalid.is_some()).collect();
    assert_eq!(invalid.len(), 3, "{skills:#?}");
    let ask = ChecksAsk { severities: vec![Severity::Error], ..every_finding() };
    let rows = room.page().checks(&ask).expect("findings").rows;
    for skill in invalid {
        assert!(rows.iter().any(|row| row.skill.as_ref() == Some(&skill.id)), "{}: {rows:#?}", skill.id);
    }
}

fn recorded(skill: &Path, text: &str) -> (&'static str, Value) {
    let (kind, mut body) = activation(skill);
    body["content"] = json!(text);
    body["content_hash"] = json!(Digest::of(text.as_bytes()).to_string());
    (kind, body)
}

/// How many skills changed since they were last used, in every place that counts them.
fn drifted(room: &Room) -> Vec<(&'static str, u32)> {
    let room = room.again();
    let only = SkillsAsk { state: SkillFilter::Drifted, ..every_skill() };
    vec![
        ("rail", room.page().workspace(&Nothing {}).expect("a workspace").drifted),
        ("banner", room.page().skills(&every_skill()).expect("skills").banner.drifted),
        ("filter", room.page().skills(&only).expect("skills").matching),
        ("table", room.page().drift(&every_snapshot()).expect("a table").drifted),
        ("report", drift_report(&room).drifted),
    ]
}

#[track_caller]
fn check_drifted(room: &Room, expected: u32) {
    for (place, number) in drifted(room) {
        assert_eq!(number, expected, "{place}: {:?}", drifted(room));
    }
}

#[test]
fn a_skill_that_was_improved_and_recorded_again_is_not_drifted() {
    let room = room();
    let skill = skill_of(&room);
    let old = "---\nname: notes\ndescription: d\n---\n\nOld.\n";
    log(&room, "one", &[recorded(&skill, old), asked("first")]);
    log(&room, "two", &[asked("a"), said("b"), asked("c"), recorded(&skill, TEXT), said("d")]);
    check_drifted(&room, 0);
    let rows = drift_report(&room.again()).rows;
    let states: Vec<DriftState> = rows.iter().map(|row| row.state).collect();
    assert_eq!(states, [DriftState::BodyChanged, DriftState::Identical], "{rows:#?}");
    crate::sessions::write(&skill, TEXT.replace("Take", "Drop").as_bytes());
    check_drifted(&room, 1);
}

#[test]
fn what_was_moved_is_not_called_drifted() {
    let room = room();
    let skill = skill_of(&room);
    log(&room, "one", &[recorded(&skill, TEXT), asked("first")]);
    room.write("ws/.agents/skills/memos/SKILL.md", TEXT);
    std::fs::remove_dir_all(skill.parent().expect("a folder")).expect("removed");
    let rows = drift_report(&room).rows;
    assert_eq!(rows[0].state, DriftState::Renamed, "{rows:#?}");
    check_drifted(&room, 0);
}

#[test]
fn a_torn_last_line_is_told_wherever_the_lines_of_a_log_are() {
    let room = room();
    log(&room, "torn", &[asked("first"), said("done")]);
    let path = room.workspace().join(".pixir/sessions/torn.ndjson");
    let mut text = std::fs::read_to_string(&path).expect("a log");
    text.push_str("no event\n{\"data\": {\"te");
    crate::sessions::write(&path, text.as_bytes());
    let ask = SessionReportAsk { id: "torn".to_owned() };
    let whole = room.scripts().session_report(&ask).expect("a session");
    let verify = room.scripts().verify_report(&ask).expect("a verdict");
    let all = room.scripts().verify_all_report(&Nothing {}).expect("verdicts").sessions.remove(0);
    let page = room.session(&room.key("torn"));
    for last in [&whole.unfinished, &verify.unfinished, &all.unfinished, &page.unfinished] {
        let last = last.as_ref().expect("the last line is torn");
        assert_eq!((last.line, last.bytes), (4, 13), "{last:?}");
        assert!(last.why.ends_with('.'), "{last:?}");
    }
    assert_eq!((whole.events, whole.unread.len(), whole.lines), (2, 1, 4));
    assert_eq!((verify.events, verify.unread.len(), verify.lines), (2, 1, 4));
    assert_eq!((all.events, all.unread, all.lines), (2, 1, 4));
}

#[test]
fn a_log_that_pixir_refuses_is_told_as_refused_beside_what_its_hashes_say() {
    let room = room();
    let skill = skill_of(&room);
    let odd = ("no_such_type", json!({}));
    log(&room, "odd", &[recorded(&skill, TEXT), asked("first"), odd, said("done")]);
    let pixir = room.session(&room.key("odd")).pixir.expect("what Pixir says");
    let reason = "Pixir refuses this log at line 3: the event type \"no_such_type\" is not a Pixir type.";
    assert_eq!((pixir.accepts, pixir.reason.as_deref()), (false, Some(reason)), "{pixir:?}");
}

#[test]
fn a_fork_that_says_no_number_of_copies_is_not_told_to_have_none() {
    let room = room();
    let fork = json!({"parent_session_id": "parent", "forked_to_seq": 1});
    log(&room, "parent", &[asked("first"), said("done")]);
    log(&room, "fork", &[("session_fork", fork), asked("first"), said("done")]);
    let text = room.session(&room.key("fork")).origin.expect("where it comes from").text;
    assert_eq!(text, OriginText::Forked { seq: Some("1".to_owned()), events: None });
}
