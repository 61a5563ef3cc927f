//! What the page is shown of a session, on the example: the join of turns, texts in context and the disk.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::SystemTime;

use api::{App, NoHost, Surroundings};
use serde_json::{Value, json};

const LONG: &str = "20260918T141102-7be41d";

struct Room {
    _folder: tempfile::TempDir,
    app: App,
}

fn example() -> Room {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let laid = xtask::example::lay_out(folder.path()).expect("the example can be laid out");
    let surroundings = Surroundings {
        workspace: laid.workspace,
        home: Some(laid.home),
        pixir_home: None,
        kept: None,
        clock: SystemTime::now,
        environment: Vec::new(),
        helper: PathBuf::new(),
    };
    Room { app: App::new(surroundings, Box::new(NoHost)), _folder: folder }
}

impl Room {
    fn ask(&self, name: &str, body: &Value) -> Value {
        let answer = tests::answer(&self.app, name, &body.to_string());
        let text = answer.unwrap_or_else(|failure| panic!("{name} {body}: {failure}"));
        serde_json::from_str(&text).expect("an answer is JSON")
    }

    fn keys(&self) -> BTreeMap<String, String> {
        let answer = self.ask("sessions", &json!({"text": "", "sort": "newest", "from": 0, "count": 500}));
        let word = |value: &Value| value.as_str().expect("text").to_owned();
        answer["rows"].as_array().unwrap().iter().map(|row| (word(&row["id"]), word(&row["key"]))).collect()
    }

    fn rows(&self, key: &str) -> Vec<Value> {
        self.ask("timeline", &json!({"key": key, "from": 0, "count": 500}))["rows"]
            .as_array()
            .unwrap()
            .clone()
    }

    /// All events of a row, window by window.
    fn events(&self, key: &str, row: &Value) -> Vec<Value> {
        let mut events = Vec::new();
        loop {
            let from = events.len();
            let body = json!({"key": key, "row": row["row"], "from": from, "count": 3});
            let answer = self.ask("events", &body);
            events.extend(answer["events"].as_array().unwrap().iter().cloned());
            if events.len() >= usize::try_from(answer["total"].as_u64().unwrap()).unwrap() {
                return events;
            }
            assert!(events.len() > from, "a window is never empty before the end");
        }
    }
}

fn letters(cards: &Value) -> Vec<&str> {
    cards.as_array().unwrap().iter().map(|card| card["letter"]["letter"].as_str().unwrap()).collect()
}

#[test]
fn every_line_of_every_log_is_shown_once() {
    let room = example();
    for (id, key) in room.keys() {
        let session = room.ask("session", &json!({ "key": key }));
        let mut shown: BTreeMap<u64, u32> = BTreeMap::new();
        for row in room.rows(&key) {
            // A compaction inside a turn also has a row of its own.
            let repeats = row["what"]["kind"] == "compaction";
            for event in room.events(&key, &row) {
                let mut lines = vec![event["line"].as_u64().unwrap()];
                // A result stands with its call, unless it is an event of its own.
                lines.extend(event["what"]["result"]["line"].as_u64().filter(|line| *line != lines[0]));
                for line in lines {
                    let count = shown.entry(line).or_default();
                    *count += u32::from(!repeats || *count == 0);
                }
            }
        }
        let lines = session["lines"].as_u64().unwrap();
        let all: Vec<u64> = (1..=lines).collect();
        assert_eq!(shown.keys().copied().collect::<Vec<_>>(), all, "{id}: a line is missing");
        let twice: Vec<_> = shown.iter().filter(|(_, count)| **count > 1).collect();
        assert!(twice.is_empty(), "{id}: shown more than once: {twice:?}");
    }
}

#[test]
fn a_turn_says_what_shaped_it() {
    let room = example();
    let key = &room.keys()[LONG];
    let rows = room.rows(key);
    let turn = rows.iter().find(|row| row["what"]["number"] == 8).expect("the session has a turn 8");
    let found = room.ask("provenance", &json!({"key": key, "row": turn["row"]}));
    assert_eq!(letters(&found["activated"]), ["F"]);
    assert_eq!(letters(&found["replayed"]), ["D", "E", "B"]);
    assert_eq!(letters(&found["name_only"]), ["A", "C"]);
    let note = found["notes"][0].as_str().unwrap();
    assert_eq!(note, "Two versions of release-notes are in context: E from turn 5 and F from turn 8.");
    let states: Vec<_> =
        found["replayed"].as_array().unwrap().iter().map(|card| &card["drift"]["state"]).collect();
    assert_eq!(states, ["frontmatter_only", "body_changed", "shadowed_now"]);
    assert_eq!((&turn["in_full"], &turn["by_name"]), (&json!(4), &json!(2)));
}

#[test]
fn bands_end_where_the_compaction_is() {
    let room = example();
    let key = &room.keys()[LONG];
    let session = room.ask("session", &json!({ "key": key }));
    let rows = room.rows(key);
    let compaction = rows.iter().find(|row| row["what"]["kind"] == "compaction").expect("a compaction");
    assert_eq!(compaction["what"]["dropped"], 3);
    let bands = session["bands"].as_array().unwrap();
    let dropped = bands.iter().filter(|band| band["dropped_at"] == compaction["row"]);
    let names: Vec<_> = dropped.map(|band| band["letter"]["letter"].as_str().unwrap()).collect();
    assert_eq!(names, ["A", "B", "C"]);
    let again: Vec<_> = bands.iter().filter(|band| band["letter"]["letter"] == "B").collect();
    assert_eq!(again.len(), 2, "what is activated again has a second band");
    assert_eq!(again[0]["lane"], again[1]["lane"], "in the same lane");
    assert_eq!(again[1]["dropped_at"], Value::Null);
}

#[test]
fn a_long_text_is_fetched_in_windows_that_join() {
    let room = example();
    let key = &room.keys()[LONG];
    let rows = room.rows(key);
    let events: Vec<_> = rows.iter().flat_map(|row| room.events(key, row)).collect();
    let cut =
        events.iter().find(|event| event["what"]["result"]["output"]["cut"] == true).expect("a long output");
    let clip = &cut["what"]["result"]["output"];
    let whole = |from: u64, count: u64| {
        let line = &cut["what"]["result"]["line"];
        let body = json!({"key": key, "line": line, "part": "output", "from": from, "count": count});
        room.ask("event_text", &body)["lines"].as_array().unwrap().clone()
    };
    let lines = clip["lines"].as_u64().unwrap();
    assert_eq!([whole(0, 5), whole(5, lines)].concat(), whole(0, lines));
    assert_eq!(whole(0, lines).len() as u64, lines);
    let start = clip["text"].as_str().unwrap();
    let joined: Vec<_> = whole(0, lines).iter().map(|line| line.as_str().unwrap().to_owned()).collect();
    assert!(joined.join("\n").starts_with(start), "a clip is the beginning of its text");
}

#[test]
fn the_damaged_log_shows_the_byte() {
    let room = example();
    let (_, key) = room.keys().into_iter().find(|(id, _)| id == "20261012T080211-1d9c3e").unwrap();
    let damage = &room.ask("session", &json!({ "key": key }))["damage"];
    assert_eq!((&damage["unread"]["line"], &damage["missing_seq"]), (&json!(412), &json!("411")));
    let text = damage["text"].as_str().unwrap();
    let at = usize::try_from(damage["at"].as_u64().unwrap()).unwrap();
    assert_eq!(text.chars().nth(at), Some('\0'), "the mark stands on the first zero byte");
    let raw = room.ask("event_raw", &json!({"key": key, "line": 412, "from": 0, "count": 65_536}));
    let offset = raw["offset"].as_u64().unwrap();
    let before = usize::try_from(damage["byte"].as_u64().unwrap() - offset).unwrap();
    assert_eq!(raw["text"].as_str().unwrap().as_bytes()[before], 0);
}
