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
        api::answer(app, name, &body.to_string()).unwrap_or_else(|failure| panic!("{name}: {failure}"));
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
