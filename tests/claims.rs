//! What is said of sessions is what their logs hold: copies are no use, what is not recorded is not told as a no.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use api::{App, NoHost, Surroundings};
use disk::Digest;
use serde_json::{Value, json};

const TEXT: &str = "---\nname: notes\ndescription: d\n---\n\nTake notes.\n";

struct Room {
    folder: tempfile::TempDir,
}

impl Room {
    fn new() -> Self {
        let room = Self { folder: tempfile::tempdir().expect("a folder") };
        crate::sessions::write(&room.skill(), TEXT.as_bytes());
        room
    }

    fn workspace(&self) -> PathBuf {
        self.folder.path().join("workspace")
    }

    fn skill(&self) -> PathBuf {
        self.workspace().join(".agents/skills/notes/SKILL.md")
    }

    fn log(&self, id: &str, bodies: &[(&str, Value)]) -> &Self {
        let mut text = String::new();
        for (seq, (kind, data)) in bodies.iter().enumerate() {
            let event = json!({
                "data": data, "id": format!("{seq:016x}"), "type": kind, "seq": seq, "session_id": id,
                "ts": format!("2026-05-01T10:20:{seq:02}.000000Z"),
            });
            writeln!(text, "{event}").expect("text grows");
        }
        let path = self.workspace().join(format!(".pixir/sessions/{id}.ndjson"));
        crate::sessions::write(&path, text.as_bytes());
        self
    }

    fn open(&self) -> App {
        let surroundings = Surroundings {
            workspace: self.workspace(),
            home: Some(self.folder.path().join("home")),
            pixir_home: None,
            kept: None,
            clock: SystemTime::now,
            environment: Vec::new(),
            helper: PathBuf::new(),
        };
        App::new(surroundings, Box::new(NoHost))
    }
}

fn ask(app: &App, name: &str, body: &Value) -> Value {
    let text =
        tests::answer(app, name, &body.to_string()).unwrap_or_else(|failure| panic!("{name}: {failure}"));
    serde_json::from_str(&text).expect("an answer is JSON")
}

fn key_of(app: &App, id: &str) -> String {
    let list = ask(app, "sessions", &json!({"text": "", "sort": "newest", "from": 0, "count": 50}));
    let rows = list["rows"].as_array().expect("rows");
    let row = rows.iter().find(|row| row["id"] == id).unwrap_or_else(|| panic!("{id} is listed: {rows:#?}"));
    row["key"].as_str().expect("a key").to_owned()
}

fn timeline(app: &App, key: &str) -> Vec<Value> {
    let rows = ask(app, "timeline", &json!({"key": key, "from": 0, "count": 50}));
    rows["rows"].as_array().expect("rows").clone()
}

/// The one event of a kind in a session.
fn event(app: &App, key: &str, kind: &str) -> Value {
    let rows = timeline(app, key);
    let events = rows.iter().flat_map(|row| {
        let body = json!({"key": key, "row": row["row"], "from": 0, "count": 50});
        ask(app, "events", &body)["events"].as_array().expect("events").clone()
    });
    let mut found: Vec<Value> = events.filter(|event| event["what"]["kind"] == kind).collect();
    assert_eq!(found.len(), 1, "one {kind}: {found:#?}");
    found.remove(0)
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
    let room = Room::new();
    let skill = room.skill();
    let fork = json!({"parent_session_id": "parent", "forked_to_seq": 2, "replay_event_count": 3});
    room.log("parent", &[activation(&skill), asked("first"), said("done")]).log(
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
    let app = room.open();
    let list = ask(&app, "usage_report", &json!({"unused": "all"}));
    let counts = &list["skills"].as_array().expect("skills")[0]["counts"];
    let numbers = |row: &Value| ["activations", "turns", "sessions"].map(|word| row[word].clone());
    assert_eq!(numbers(counts), [1, 1, 1].map(Value::from), "{counts:#}");
    let drift = ask(&app, "drift_report", &json!({}));
    let row = &drift["rows"][0];
    assert_eq!((&row["turns"], &row["sessions"]), (&json!(1), &json!(1)), "{row:#}");
    // The fork shows the copy, as one.
    let rows = timeline(&app, &key_of(&app, "fork"));
    let turns: Vec<&Value> = rows.iter().filter(|row| row["what"]["kind"] == "turn").collect();
    let copied: Vec<&Value> = turns.iter().map(|row| &row["what"]["copied"]).collect();
    assert_eq!(copied, [&json!(true), &json!(false)], "{turns:#?}");
}

#[test]
fn nothing_is_called_copied_in_what_is_no_fork() {
    let room = Room::new();
    room.log("plain", &[asked("first"), said("done"), asked("second"), said("done")]);
    let app = room.open();
    let rows = timeline(&app, &key_of(&app, "plain"));
    let copied = rows.iter().filter(|row| row["what"]["copied"] == true).count();
    assert_eq!(copied, 0, "{rows:#?}");
}

#[test]
fn a_count_of_tokens_that_is_not_available_is_unknown_and_not_zero() {
    let room = Room::new();
    let zeros = json!({"input_tokens": 0, "cached_tokens": 0, "output_tokens": 0, "reasoning_tokens": 0});
    let usage = json!({"model": "m", "usage_available": false, "usage_summary": zeros});
    room.log("plain", &[asked("first"), ("provider_usage", usage), said("done")]);
    let app = room.open();
    let key = key_of(&app, "plain");
    let what = event(&app, &key, "usage")["what"].clone();
    assert_eq!([&what["input"], &what["cached"], &what["output"]], [&Value::Null; 3], "{what:#}");
    assert_eq!(timeline(&app, &key)[0]["what"]["tokens"], Value::Null);
}

#[test]
fn of_a_hydration_only_what_is_recorded_is_told() {
    let room = Room::new();
    let plain = json!({"context_source_id": "error-rate", "output": "0.4 %", "permission": "explicit"});
    room.log("plain", &[asked("first"), ("skill_context_hydration", plain), said("done")]);
    let app = room.open();
    let fact = event(&app, &key_of(&app, "plain"), "hydration")["what"]["fact"].clone();
    assert_eq!((&fact["bytes_kept"], &fact["bytes_total"]), (&json!(5), &Value::Null), "{fact:#}");
    assert_eq!((&fact["truncated"], &fact["released"]), (&Value::Null, &Value::Null), "{fact:#}");
}

#[test]
fn the_tree_holds_sessions_and_not_what_a_child_says_of_itself() {
    let room = Room::new();
    let posture = json!({"event": "permission_posture", "permission_mode": "ask", "lineage": "child",
        "subagent_id": "sub_1", "parent_session_id": "parent"});
    let finished = json!({"event": "finished", "subagent_id": "sub_1", "child_session_id": "child"});
    room.log("parent", &[asked("first"), ("subagent_event", finished), said("done")])
        .log("child", &[("subagent_event", posture), asked("do it"), said("done")]);
    let app = room.open();
    let session = ask(&app, "session", &json!({"key": key_of(&app, "child")}));
    let ids: Vec<&Value> = session["tree"].as_array().expect("rows").iter().map(|row| &row["id"]).collect();
    assert_eq!(ids, [&json!("parent"), &json!("child")], "{:#}", session["tree"]);
}

#[test]
fn what_the_list_of_skills_calls_invalid_the_checks_call_an_error() {
    let room = Room::new();
    let below = room.workspace().join(".agents/skills");
    crate::sessions::write(&below.join("small/skill.md"), TEXT.as_bytes());
    crate::sessions::write(&below.join("folder/SKILL.md/x"), b"x");
    crate::sessions::write(
        &below.join("bytes/SKILL.md"),
        b"---\nname: bytes\ndescription: caf\xe9\n---\nx\n",
    );
    let app = room.open();
    let body = json!({"text": "", "state": "any", "sort": "name", "from": 0, "count": 50});
    let skills = ask(&app, "skills", &body);
    let invalid: Vec<&Value> = skills["rows"]
        .as_array()
        .expect("rows")
        .iter()
        .filter(|row| !row["states"]["invalid"].is_null())
        .map(|row| &row["id"])
        .collect();
    assert_eq!(invalid.len(), 3, "{skills:#}");
    let body =
        json!({"text": "", "severities": ["error"], "rules": [], "group": "rule", "from": 0, "count": 50});
    let checks = ask(&app, "checks", &body);
    let rows = checks["rows"].as_array().expect("rows");
    for id in invalid {
        assert!(rows.iter().any(|row| row["skill"] == *id), "{id}: {checks:#}");
    }
}

fn recorded(skill: &Path, text: &str) -> (&'static str, Value) {
    let (kind, mut body) = activation(skill);
    body["content"] = json!(text);
    body["content_hash"] = json!(Digest::of(text.as_bytes()).to_string());
    (kind, body)
}

/// How many are called drifted in every place that counts them.
fn drifted(room: &Room) -> Vec<(&'static str, u64)> {
    let app = room.open();
    let number = |value: &Value| value.as_u64().unwrap_or_else(|| panic!("no number: {value:#}"));
    let skills = json!({"text": "", "state": "any", "sort": "name", "from": 0, "count": 50});
    let skills = ask(&app, "skills", &skills);
    let only = json!({"text": "", "state": "drifted", "sort": "name", "from": 0, "count": 50});
    let table = json!({"text": "", "states": [], "sort": "state", "from": 0, "count": 50});
    let sessions = json!({"text": "", "sort": "newest", "from": 0, "count": 50});
    let sessions = ask(&app, "sessions", &sessions);
    let sessions = sessions["rows"].as_array().expect("rows").iter().map(|row| number(&row["drifted"]));
    vec![
        ("rail", number(&ask(&app, "workspace", &json!({}))["drifted"])),
        ("banner", number(&skills["banner"]["drifted"])),
        ("filter", number(&ask(&app, "skills", &only)["matching"])),
        ("table", number(&ask(&app, "drift", &table)["drifted"])),
        ("report", number(&ask(&app, "drift_report", &json!({}))["drifted"])),
        ("sessions", sessions.max().unwrap_or_default()),
    ]
}

#[track_caller]
fn check_drifted(room: &Room, expected: u64) {
    for (place, number) in drifted(room) {
        assert_eq!(number, expected, "{place}: {:?}", drifted(room));
    }
}

#[test]
fn a_skill_that_was_improved_and_recorded_again_is_not_drifted() {
    let room = Room::new();
    let skill = room.skill();
    room.log("one", &[recorded(&skill, "---\nname: notes\ndescription: d\n---\n\nOld.\n"), asked("first")])
        .log("two", &[asked("a"), said("b"), asked("c"), recorded(&skill, TEXT), said("d")]);
    check_drifted(&room, 0);
    let report = ask(&room.open(), "drift_report", &json!({}));
    let states: Vec<&Value> =
        report["rows"].as_array().expect("rows").iter().map(|row| &row["state"]).collect();
    assert_eq!(states, ["body_changed", "identical"], "{report:#}");
    crate::sessions::write(&skill, TEXT.replace("Take", "Drop").as_bytes());
    check_drifted(&room, 1);
}

#[test]
fn what_was_moved_is_not_called_drifted() {
    let room = Room::new();
    let skill = room.skill();
    room.log("one", &[recorded(&skill, TEXT), asked("first")]);
    crate::sessions::write(&room.workspace().join(".agents/skills/memos/SKILL.md"), TEXT.as_bytes());
    std::fs::remove_dir_all(skill.parent().expect("a folder")).expect("removed");
    let report = ask(&room.open(), "drift_report", &json!({}));
    assert_eq!(report["rows"][0]["state"], "renamed", "{report:#}");
    check_drifted(&room, 0);
}

#[test]
fn a_torn_last_line_is_told_wherever_the_lines_of_a_log_are() {
    let room = Room::new();
    room.log("torn", &[asked("first"), said("done")]);
    let path = room.workspace().join(".pixir/sessions/torn.ndjson");
    let mut text = std::fs::read_to_string(&path).expect("a log");
    text.push_str("no event\n{\"data\": {\"te");
    crate::sessions::write(&path, text.as_bytes());
    let app = room.open();
    let whole = ask(&app, "session_report", &json!({"id": "torn"}));
    let verify = ask(&app, "verify_report", &json!({"id": "torn"}));
    let all = ask(&app, "verify_all_report", &json!({}));
    let page = ask(&app, "session", &json!({"key": key_of(&app, "torn")}));
    for told in [&whole, &verify, &all["sessions"][0], &page] {
        let last = &told["unfinished"];
        assert_eq!((&last["line"], &last["bytes"]), (&json!(4), &json!(13)), "{told:#}");
        assert!(last["why"].as_str().is_some_and(|why| why.ends_with('.')), "{told:#}");
    }
    for told in [&whole, &verify, &all["sessions"][0]] {
        let unread =
            told["unread"].as_array().map_or_else(|| told["unread"].as_u64(), |list| Some(list.len() as u64));
        let events = told["events"].as_u64().expect("events");
        assert_eq!((events, unread, &told["lines"]), (2, Some(1), &json!(4)), "{told:#}");
    }
}

#[test]
fn a_log_that_pixir_refuses_is_told_as_refused_beside_what_its_hashes_say() {
    let room = Room::new();
    let skill = room.skill();
    room.log("odd", &[recorded(&skill, TEXT), asked("first"), ("no_such_type", json!({})), said("done")]);
    let app = room.open();
    let key = key_of(&app, "odd");
    let pixir = ask(&app, "session", &json!({"key": key}))["pixir"].clone();
    let reason = "Pixir refuses this log at line 3: the event type \"no_such_type\" is not one of Pixir's.";
    assert_eq!((&pixir["accepts"], &pixir["reason"]), (&json!(false), &json!(reason)), "{pixir:#}");
}

#[test]
fn a_fork_that_says_no_number_of_copies_is_not_told_to_have_none() {
    let room = Room::new();
    let fork = json!({"parent_session_id": "parent", "forked_to_seq": 1});
    room.log("parent", &[asked("first"), said("done")])
        .log("fork", &[("session_fork", fork), asked("first"), said("done")]);
    let app = room.open();
    let session = ask(&app, "session", &json!({"key": key_of(&app, "fork")}));
    let words = session["origin"]["words"].as_str().expect("words");
    assert!(words.ends_with("how many events were copied is not recorded"), "{words}");
}
