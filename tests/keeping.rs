//! Where the evidence of a hydration goes: beside Pixir's log, or, when a person said so, into it.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::time::SystemTime;

use api::desk::submit;
use serde_json::{Value, json};
use sessions::{Lease, SessionId, hold, lease};

use crate::approvals::Room;

const ID: &str = "20260918T141102-7be41d";
const LOG: &str = "workspace/.pixir/sessions/20260918T141102-7be41d.ndjson";

/// A `pixir` that opens a log if this shell text says so.
fn pixir(room: &Room, text: &str) {
    fs::create_dir_all(room.at("bin")).unwrap();
    room.write("bin/pixir", &format!("#!/bin/sh\nlog=.pixir/sessions/$2.ndjson\n{text}\n"));
    fs::set_permissions(room.at("bin/pixir"), fs::Permissions::from_mode(0o755)).unwrap();
}

const REFUSES: &str = "! grep -q skill_context_hydration $log";
const ACCEPTS: &str = "test -s $log";

fn room() -> Room {
    let room = Room::new("auto");
    fs::create_dir_all(room.at("workspace/.pixir/sessions")).unwrap();
    let line = |seq: u32, kind: &str, data: &Value| {
        format!(
            r#"{{"data":{data},"id":"{seq:016x}","type":"{kind}","seq":{seq},"session_id":"{ID}","ts":"2026-09-18T14:11:02.00000{seq}Z"}}"#
        ) + "\n"
    };
    let text = line(0, "user_message", &json!({"text": "one"}))
        + &line(1, "assistant_message", &json!({"text": "1"}));
    room.write(LOG, &text);
    room
}

fn log(room: &Room) -> Vec<Value> {
    let text = fs::read_to_string(room.at(LOG)).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn id() -> SessionId {
    SessionId::parse(ID.as_bytes()).unwrap()
}

/// Releases a source for the session's last turn, unasked; gives where its evidence stands.
fn release(room: &Room) -> Value {
    let ask = api::desk::AgentAsk { session: Some(ID.to_owned()), ..room.agent("facts") };
    submit(&room.app, &ask).unwrap().wait().unwrap();
    room.app.heard(&[api::Tag::Sessions]);
    let row = room.decided()[0].clone();
    room.get("decision", &json!({ "id": row["id"] }))
}

fn choose(room: &Room, in_pixirs_logs: bool, regardless: bool) -> Result<Value, api::Failure> {
    let body = json!({ "in_pixirs_logs": in_pixirs_logs, "regardless": regardless });
    tests::answer(&room.app, "keep_evidence", &body.to_string())
        .map(|text| serde_json::from_str(&text).unwrap())
}

#[test]
fn pixirs_log_is_not_touched_unless_a_person_says_so() {
    let room = room();
    let before = fs::read(room.at(LOG)).unwrap();
    let decision = release(&room);
    assert_eq!(fs::read(room.at(LOG)).unwrap(), before);
    assert!(decision.to_string().contains("companion"), "{decision:#}");
    pixir(&room, REFUSES);
    assert_eq!(room.get("ask_pixir", &json!({}))["accepts"], false);
    let refused = choose(&room, true, false).unwrap_err();
    assert!(refused.message.text.contains("would refuse every log"), "{refused}");
    fs::remove_file(room.at("bin/pixir")).unwrap();
    assert_eq!(room.get("ask_pixir", &json!({}))["accepts"], Value::Null);
    assert!(choose(&room, true, false).is_err());
    pixir(&room, "exit 1");
    assert_eq!(room.get("ask_pixir", &json!({}))["accepts"], Value::Null, "it opens no log at all");
    assert_eq!(room.get("evidence_keeping", &json!({}))["in_pixirs_logs"], false);
    release(&room);
    assert_eq!(fs::read(room.at(LOG)).unwrap(), before);
}

#[test]
fn a_pixir_that_reads_the_event_gets_it_under_its_lease() {
    let room = room();
    pixir(&room, ACCEPTS);
    let says = room.get("ask_pixir", &json!({}));
    assert_eq!(says["accepts"], true, "{says:#}");
    let chosen = choose(&room, true, false).unwrap();
    assert_eq!(chosen["in_pixirs_logs"], true, "{chosen:#}");
    release(&room);
    let last = log(&room).pop().unwrap();
    assert_eq!((&last["type"], &last["seq"]), (&json!("skill_context_hydration"), &json!(2)), "{last:#}");
    assert_eq!(lease(&room.at("workspace"), &id(), SystemTime::now()), Ok(Lease::Available));
    assert!(!room.at("data/assay/companion").exists());
    let ask = json!({ "text": "", "sort": "newest", "from": 0, "count": 1 });
    let key = room.get("sessions", &ask)["rows"][0]["key"].clone();
    let timeline = room.get("timeline", &json!({ "key": key, "from": 0, "count": 10 }));
    let hydrations =
        timeline["rows"].as_array().unwrap().iter().map(|row| row["hydrations"].as_u64().unwrap());
    assert_eq!(hydrations.sum::<u64>(), 1, "{timeline:#}");
    // A session that is being written keeps its lease, and the evidence goes beside its log.
    let held = hold(&room.at("elsewhere"), &room.at("workspace"), &id(), SystemTime::now).unwrap();
    release(&room);
    assert_eq!(log(&room).len(), 3);
    let folder = fs::read_dir(room.at("data/assay/companion")).unwrap().next().unwrap().unwrap().path();
    let companion = fs::read_to_string(folder.join(format!("{ID}.ndjson"))).unwrap();
    assert!(companion.contains("the session is being written by"), "{companion}");
    held.release().unwrap();
    choose(&room, false, false).unwrap();
    release(&room);
    assert_eq!(log(&room).len(), 3);
}

#[test]
fn a_person_may_insist() {
    let room = room();
    pixir(&room, REFUSES);
    let chosen = choose(&room, true, true).unwrap();
    assert!(chosen["why"].as_str().unwrap().starts_with("forced, regardless"), "{chosen:#}");
    release(&room);
    release(&room);
    assert_eq!(log(&room).len(), 4, "one refused event does not keep the next one out");
    assert_eq!(room.decided().len(), 2);
}
