//! What a model was sent at a point, against every provider input the real Pixir recorded, and as laws.

use proptest::prelude::*;
use serde_json::{Value, json};
use sessions::{Form, Item, Log, LogPlace, Point, Reading, Resource, compose, write};

use crate::sessions::{Scene, base64, list, oracle, raw_bytes, recorded_turns, scenes, seq, text};

/// A stored image the way Pixir sends it.
fn address(resource: &Resource) -> Option<String> {
    let sessions::Stored::Here { path, .. } = &resource.stored else { return None };
    let bytes = std::fs::read(path).expect("a stored image");
    Some(format!("{}:{}", resource.mark.mime_type.as_deref().unwrap_or_default(), hex(&bytes)))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The same form for an image of a recorded request.
fn decoded(mut item: Value) -> Value {
    for piece in item.get_mut("content").and_then(Value::as_array_mut).into_iter().flatten() {
        if let Some(url) = piece["image_url"].as_str() {
            let (head, encoded) = url.split_once(";base64,").expect("an encoded image");
            let kind = head.trim_start_matches("data:").to_owned();
            piece["image_url"] = json!(format!("{kind}:{}", hex(&base64(encoded))));
        }
    }
    item
}

fn written(log: &Log, place: &LogPlace, items: &[Item]) -> Vec<Value> {
    let reading = Reading { log, place, companion: None, kept: None };
    let json = |item: &Item| write(&reading, item).map_or(Value::Null, |written| written.json(&address));
    items.iter().map(json).collect()
}

fn check(what: &str, items: &[Value], recorded: &[Value]) {
    for (number, (item, recorded)) in items.iter().zip(recorded).enumerate() {
        let recorded = decoded(recorded.clone());
        assert_eq!(item, &recorded, "{what}: item {number}");
    }
    let (ours, theirs) = (items.len(), recorded.len());
    let beyond = items.get(theirs).or(recorded.get(ours));
    assert_eq!(ours, theirs, "{what}: the first item that only one has is {beyond:?}");
}

fn place_of<'a>(scene: &'a Scene, id: &str) -> &'a LogPlace {
    scene.found.logs.iter().find(|place| place.id.as_str() == id).expect("a log")
}

/// The point of a recorded call: its usage event stands behind what it was given, unless it failed.
fn point(log: &Log, last: usize) -> Point {
    Point::of_call(log, last + 1).unwrap_or_else(|| Point::after(log, last))
}

#[test]
fn every_recorded_call_was_sent_what_is_composed() {
    let (mut calls, mut items) = (0, 0);
    for scene in scenes() {
        let name = text(&scene.expected, "scenario");
        for (_, turn) in recorded_turns(&scene) {
            for call in list(turn, "provider_calls") {
                let id = text(call, "session_id");
                let log = &scene.logs[id];
                let last = log.position_of(&seq(&call["history_last_seq"])).expect("an event");
                let composed = compose(log, None, &point(log, last));
                let what = format!("{name} {id} after seq {}", call["history_last_seq"]);
                check(&what, &written(log, place_of(&scene, id), &composed), list(call, "input"));
                (calls, items) = (calls + 1, items + composed.len());
            }
        }
    }
    println!("{calls} calls with {items} items are composed as they were sent");
    assert!(calls == 0 || calls >= 80, "{calls}");
}

#[test]
fn every_whole_log_would_be_sent_as_recorded() {
    let mut logs = 0;
    for scene in scenes() {
        let name = text(&scene.expected, "scenario");
        for session in list(&scene.expected, "sessions") {
            let id = text(session, "session_id");
            let log = &scene.logs[id];
            let items = history(log);
            check(
                &format!("{name} {id}"),
                &written(log, place_of(&scene, id), &items),
                list(session, "provider_input"),
            );
            logs += 1;
        }
    }
    assert!(logs == 0 || logs >= 25, "{logs}");
}

/// What is composed after the last event, without what Pixir adds for itself.
fn history(log: &Log) -> Vec<Item> {
    let Some(last) = log.len().checked_sub(1) else { return Vec::new() };
    let mut items = compose(log, None, &Point::after(log, last));
    items.retain(|item| !matches!(item.form, Form::Surroundings { .. }));
    items
}

#[test]
fn raw_logs_would_be_sent_as_pixir_sends_them() {
    let Some(oracle) = oracle("rawlogs/rawlogs.json") else { return };
    let home = tempfile::tempdir().expect("a folder");
    let mut compared = 0;
    for case in list(&oracle, "cases").iter().filter(|case| case["provider_input"].is_array()) {
        let workspace = home.path().join(text(case, "name"));
        let path = workspace.join(format!(".pixir/sessions/{}.ndjson", text(case, "session_id")));
        crate::sessions::write(&path, &raw_bytes(case));
        let mut log = Log::open(&path).expect("readable");
        log.validate().expect("readable");
        let found = sessions::find(&workspace, std::time::SystemTime::now());
        let place = found.logs.first().expect("a log");
        check(text(case, "name"), &written(&log, place, &history(&log)), list(case, "provider_input"));
        compared += 1;
    }
    assert!(compared >= 20, "{compared}");
}

/// Bodies that between them use every rule of composing.
const EVENTS: [(&str, &str); 19] = [
    ("user_message", r#"{"text":"do it"}"#),
    ("user_message", r#"{"author":"runtime","text":"x"}"#),
    ("assistant_message", r#"{"text":"done"}"#),
    ("assistant_message", r#"{"metadata":{"partial":true},"text":"do"}"#),
    ("turn_failed", "{}"),
    ("reasoning", r#"{"item":{"id":"r"},"model":"m"}"#),
    ("skill_activation", r#"{"activated_by":"user","content":"A","content_hash":"1","name":"a"}"#),
    ("skill_activation", r#"{"activated_by":"model","content":"B","content_hash":"2","name":"a"}"#),
    ("tool_call", r#"{"args":{"name":"a"},"call_id":"c","name":"skill_view"}"#),
    ("tool_call", r#"{"args":{},"call_id":"d","name":"bash"}"#),
    ("tool_result", r#"{"call_id":"c","ok":true,"output":"x"}"#),
    ("tool_result", r#"{"call_id":"d","exit_code":1,"ok":false}"#),
    ("provider_usage", r#"{"model":"m","mode":"build"}"#),
    ("history_compaction", r#"{"range":{"from_seq":0,"to_seq":3},"summary":"S"}"#),
    ("history_compaction", r#"{"range":{"from_seq":0,"to_seq":9},"summary":"S"}"#),
    ("subagent_event", r#"{"event":"finished","subagent_id":"sub_1"}"#),
    ("permission_decision", r#"{"call_id":"d","decision":"allow"}"#),
    ("skill_context_hydration", r#"{"output":"fresh","released":{"to":"agent"}}"#),
    ("skill_context_hydration", r#"{"output":"kept back"}"#),
];

fn lines(script: &[usize]) -> Vec<String> {
    let line = |(seq, event): (usize, &usize)| {
        let (kind, body) = EVENTS[*event];
        format!(
            r#"{{"data":{body},"id":"{seq:016x}","type":"{kind}","seq":{seq},"session_id":"s","ts":"2026-05-01T10:20:30.123456Z"}}"#
        ) + "\n"
    };
    script.iter().enumerate().map(line).collect()
}

fn after_each(log: &Log) -> Vec<Vec<Item>> {
    (0..log.len()).map(|at| compose(log, None, &Point::after(log, at))).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_was_sent_never_depends_on_what_comes_later(script in prop::collection::vec(0..EVENTS.len(), 1..24)) {
        let home = tempfile::tempdir().expect("a folder");
        let lines = lines(&script);
        let open = |end: usize| {
            let path = home.path().join(format!("{end}"));
            std::fs::write(&path, lines[..end].concat()).expect("written");
            Log::open(&path).expect("readable")
        };
        let whole = after_each(&open(lines.len()));
        for (last, items) in whole.iter().enumerate() {
            let prefix = open(last + 1);
            prop_assert_eq!(&compose(&prefix, None, &Point::after(&prefix, last)), items);
        }
    }

    #[test]
    fn an_activation_is_sent_until_a_checkpoint_drops_it(script in prop::collection::vec(0..EVENTS.len(), 1..40)) {
        let home = tempfile::tempdir().expect("a folder");
        let path = home.path().join("log");
        std::fs::write(&path, lines(&script).concat()).expect("written");
        let log = Log::open(&path).expect("readable");
        let context = sessions::Context::read(&log);
        for (last, items) in after_each(&log).iter().enumerate() {
            let sent = items.iter().filter(|item| item.form == Form::Activation).map(|item| item.position);
            let sent: Vec<usize> = sent.collect();
            prop_assert_eq!(&sent, &context.visible_at(&log, last));
            prop_assert!(context.dropped_at(&log, last).iter().all(|one| !sent.contains(&one.position)));
        }
    }

    #[test]
    fn a_fact_is_sent_last_and_in_its_own_turn_only(script in prop::collection::vec(0..EVENTS.len(), 1..40)) {
        let home = tempfile::tempdir().expect("a folder");
        let path = home.path().join("log");
        std::fs::write(&path, lines(&script).concat()).expect("written");
        let log = Log::open(&path).expect("readable");
        let is_fact = |item: &&Item| matches!(item.form, Form::Fact { .. });
        for (last, items) in after_each(&log).iter().enumerate() {
            let now = sessions::fold_before(&log, last + 1);
            let open = now.turns().last().filter(|turn| turn.outcome == sessions::Outcome::Open);
            let released = |at: &usize| *at <= last && EVENTS[script[*at]].1.contains("released")
                && EVENTS[script[*at]].0 == "skill_context_hydration";
            let expected = open.map_or(0, |turn| turn.positions.clone().filter(released).count());
            prop_assert_eq!(items.iter().filter(is_fact).count(), expected);
            let lasting = sessions::lasting(items);
            prop_assert_eq!(items[lasting..].len(), expected);
            prop_assert!(items[..lasting].iter().all(|item| !is_fact(&item)));
        }
    }
}

#[test]
fn a_fact_is_the_developers_and_says_whose_it_is() {
    let workspace = tempfile::tempdir().expect("a folder");
    let path = workspace.path().join(".pixir/sessions/s.ndjson");
    let script = [0, 12, 17, 18, 8];
    crate::sessions::write(&path, lines(&script).concat().as_bytes());
    let log = Log::open(&path).expect("readable");
    let found = sessions::find(workspace.path(), std::time::SystemTime::now());
    let items = compose(&log, None, &Point::after(&log, script.len() - 1));
    let written = written(&log, found.logs.first().expect("a log"), &items);
    let last = written.last().expect("an item");
    assert_eq!(last["role"], "developer", "{last}");
    assert_eq!(last["content"][0]["text"], "Context for skill \"\", source \"\":\nfresh");
    assert_eq!(written.len(), 4, "a message, a call, what stands in for its answer, one fact: {written:?}");
}

struct Room {
    app: api::App,
    keys: std::collections::BTreeMap<String, String>,
}

fn room(workspace: &std::path::Path, home: Option<&std::path::Path>) -> Room {
    let surroundings = api::Surroundings {
        workspace: workspace.to_owned(),
        home: home.map(std::path::Path::to_owned),
        pixir_home: None,
        kept: None,
        clock: std::time::SystemTime::now,
        environment: Vec::new(),
        helper: std::path::PathBuf::new(),
    };
    let mut room = Room { app: api::App::new(surroundings, Box::new(api::NoHost)), keys: Default::default() };
    let answer = room.ask("sessions", &json!({"text": "", "sort": "newest", "from": 0, "count": 500}));
    let pair = |row: &Value| (text(row, "id").to_owned(), text(row, "key").to_owned());
    room.keys = list(&answer, "rows").iter().map(pair).collect();
    room
}

impl Room {
    fn ask(&self, name: &str, body: &Value) -> Value {
        let answer = api::answer(&self.app, name, &body.to_string());
        let answer = answer.unwrap_or_else(|failure| panic!("{name} {body}: {failure}"));
        serde_json::from_str(&answer).expect("an answer is JSON")
    }

    /// Every step of every row of a session.
    fn moments(&self, id: &str) -> Vec<Value> {
        let key = &self.keys[id];
        let rows = self.ask("timeline", &json!({"key": key, "from": 0, "count": 500}));
        let mut found = Vec::new();
        for row in 0..list(&rows, "rows").len() {
            let first = self.ask("moment", &json!({"key": key, "row": row, "step": 0}));
            let steps = first["steps"].as_u64().expect("a count");
            found.push(first);
            for step in 1..steps {
                found.push(self.ask("moment", &json!({"key": key, "row": row, "step": step})));
            }
        }
        found
    }
}

#[test]
fn every_recorded_call_is_a_moment_with_what_was_in_view() {
    let (mut compared, mut catalogs) = (0, std::collections::BTreeMap::<String, u32>::new());
    for scene in scenes() {
        let room = room(&scene.root, None);
        let moments: std::collections::BTreeMap<String, Vec<Value>> =
            room.keys.keys().map(|id| (id.clone(), room.moments(id))).collect();
        for (_, turn) in recorded_turns(&scene) {
            for call in list(turn, "provider_calls") {
                let (name, after) = (text(&scene.expected, "scenario"), call["history_last_seq"].to_string());
                let kinds = ["call", "failed"];
                let fits = |one: &&Value| one["after_seq"] == after.as_str() && kinds.iter().any(|kind| one["what"]["kind"] == *kind);
                let moment = moments[text(call, "session_id")].iter().find(fits);
                let moment = moment.unwrap_or_else(|| panic!("{name}: no call after {after}"));
                assert_eq!(moment["items"], list(call, "input").len(), "{name} after {after}");
                let sent = |card: &&Value| card["state"]["kind"] != "dropped";
                let hash = |card: &Value| card["letter"]["hash"].clone();
                let shown: Vec<Value> = list(moment, "texts").iter().filter(sent).map(hash).collect();
                let recorded = list(call, "visible_skills").iter().map(|one| one["content_sha256"].clone());
                assert_eq!(shown, recorded.collect::<Vec<_>>(), "{name} after {after}");
                *catalogs.entry(text(&moment["catalog"], "found").to_owned()).or_default() += 1;
                compared += 1;
            }
        }
    }
    println!("{compared} calls; their catalogs were found: {catalogs:?}");
    assert!(compared == 0 || compared >= 80, "{compared}");
}
