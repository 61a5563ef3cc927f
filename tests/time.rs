//! What a model was sent at a point, against every provider input the real Pixir recorded, and as laws.

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
