//! What is handed on of a session says what was recorded, proves it, and keeps to itself what it should.

use std::path::PathBuf;
use std::time::SystemTime;

use api::export::{TurnRange, bundle_of, verify_bundle};
use api::{App, NoHost, Surroundings};
use serde_json::{Value, json};

const LONG: &str = "20260918T141102-7be41d";

struct Room {
    _folder: tempfile::TempDir,
    app: App,
    home: String,
}

fn example() -> Room {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let laid = xtask::example::lay_out(folder.path()).expect("the example can be laid out");
    let home = laid.home.display().to_string();
    let surroundings = Surroundings {
        workspace: laid.workspace,
        home: Some(laid.home),
        pixir_home: None,
        kept: None,
        clock: SystemTime::now,
        environment: Vec::new(),
        helper: PathBuf::new(),
    };
    Room { app: App::new(surroundings, Box::new(NoHost)), _folder: folder, home }
}

impl Room {
    fn ask(&self, name: &str, body: &Value) -> Result<Value, api::Failure> {
        let answer = api::answer(&self.app, name, &body.to_string());
        answer.map(|text| serde_json::from_str(&text).expect("an answer is JSON"))
    }

    fn ids(&self) -> Vec<String> {
        let ask = json!({"text": "", "sort": "newest", "from": 0, "count": 500});
        let rows = self.ask("sessions", &ask).unwrap()["rows"].as_array().unwrap().clone();
        rows.iter().map(|row| row["id"].as_str().unwrap().to_owned()).collect()
    }
}

fn parts(bytes: &[u8]) -> Vec<bundle::Part> {
    bundle::verify(bytes).expect("a bundle").parts
}

fn text_of(parts: &[bundle::Part], name: &str) -> String {
    let part = parts.iter().find(|part| part.name == name).unwrap_or_else(|| panic!("no {name}"));
    String::from_utf8(part.bytes.clone()).expect("text")
}

#[test]
fn a_bundle_of_every_session_is_the_same_twice_and_proves_itself() {
    let room = example();
    for id in room.ids() {
        let made = bundle_of(&room.app, &id, None, false).unwrap();
        assert_eq!(made.bytes, bundle_of(&room.app, &id, None, false).unwrap().bytes, "{id}");
        let report = verify_bundle(&made.bytes).unwrap();
        assert_eq!(report.findings, Vec::<String>::new(), "{id}");
        assert_eq!((report.session.as_str(), report.parts), (id.as_str(), made.report.parts));
        let page = text_of(&parts(&made.bytes), "index.html");
        assert!(!page.contains("<script") && page.contains("default-src 'none'"), "{id}");
    }
}

#[test]
fn what_was_recorded_is_in_it_byte_for_byte() {
    let room = example();
    let made = bundle_of(&room.app, LONG, None, false).unwrap();
    let parts = parts(&made.bytes);
    let ask = json!({"text": "", "sort": "newest", "from": 0, "count": 500});
    let rows = room.ask("sessions", &ask).unwrap()["rows"].clone();
    let key = rows.as_array().unwrap().iter().find(|row| row["id"] == LONG).unwrap()["key"].clone();
    let path = room.ask("session", &json!({ "key": key })).unwrap()["path"].as_str().unwrap().to_owned();
    assert_eq!(text_of(&parts, "session/log.ndjson"), std::fs::read_to_string(path).unwrap());
    let snapshots = parts.iter().filter(|part| part.name.starts_with("snapshots/")).count();
    assert!(snapshots >= 2, "{snapshots}");
    assert!(parts.iter().any(|part| part.name.starts_with("diffs/")));
}

#[test]
fn a_bundle_that_was_changed_says_where() {
    let room = example();
    let mut changed = parts(&bundle_of(&room.app, LONG, None, false).unwrap().bytes);
    let about =
        bundle::verify(&bundle_of(&room.app, LONG, None, false).unwrap().bytes).unwrap().manifest.about;
    let snapshot = changed.iter_mut().find(|part| part.name.starts_with("snapshots/")).unwrap();
    let name = snapshot.name.clone();
    snapshot.bytes.extend(b"One line more.\n");
    // Packed anew, so that its manifest fits; only the log gives it away.
    let forged = bundle::pack(changed, "assay", about).unwrap();
    let report = verify_bundle(&forged).unwrap();
    assert_eq!(report.findings, [format!("{name} is not the text of any activation in session/log.ndjson.")]);
    assert!(verify_bundle(b"PK").is_err());
}

#[test]
fn a_redacted_bundle_names_nobody() {
    let room = example();
    let workspace = room.home.replace("/home", "");
    let open = bundle_of(&room.app, LONG, None, false).unwrap();
    let made = bundle_of(&room.app, LONG, None, true).unwrap();
    assert_eq!(made.bytes, bundle_of(&room.app, LONG, None, true).unwrap().bytes);
    let text: String =
        parts(&made.bytes).iter().map(|part| String::from_utf8_lossy(&part.bytes).into_owned()).collect();
    for word in [room.home.as_str(), "/home/mara", "@example"] {
        assert!(!text.contains(word), "{word} is left; {workspace}");
    }
    let log = text_of(&parts(&made.bytes), "session/log.ndjson");
    assert!(
        log.lines().all(|line| serde_json::from_str::<Value>(line).is_ok()),
        "what is left is still a log"
    );
    assert_eq!(log.lines().count(), text_of(&parts(&open.bytes), "session/log.ndjson").lines().count());
    assert!(!made.report.removed.is_empty());
    let report = verify_bundle(&made.bytes).unwrap();
    assert!(report.redacted && report.findings.is_empty(), "{:?}", report.findings);
}

#[test]
fn some_turns_are_an_excerpt() {
    let room = example();
    let some = Some(TurnRange { from: 2, to: 3 });
    let made = bundle_of(&room.app, LONG, some, false).unwrap();
    let all = bundle_of(&room.app, LONG, None, false).unwrap();
    let lines = |bytes: &[u8]| text_of(&parts(bytes), "session/log.ndjson").lines().count();
    assert!(lines(&made.bytes) < lines(&all.bytes));
    assert_eq!(verify_bundle(&made.bytes).unwrap().findings, Vec::<String>::new());
    for range in [TurnRange { from: 3, to: 2 }, TurnRange { from: 1, to: 900 }] {
        assert!(bundle_of(&room.app, LONG, Some(range), false).is_err(), "{range:?}");
    }
}

#[test]
fn text_and_data_are_exported_and_references_followed() {
    let room = example();
    for id in room.ids() {
        let ask = |form: &str| json!({ "session": id, "turns": null, "form": form, "redact": false });
        let markdown = room.ask("export_report", &ask("markdown")).unwrap();
        assert!(markdown["text"].as_str().unwrap().starts_with(&format!("# Session {id}\n")), "{id}");
        let data = room.ask("export_report", &ask("json")).unwrap()["text"].as_str().unwrap().to_owned();
        let data: Value = serde_json::from_str(&data).expect("JSON");
        assert_eq!(data["session"]["id"], id.as_str());
    }
    let found = room.ask("reference", &json!({ "text": format!("{LONG}#5") })).unwrap();
    assert_eq!((&found["session"], &found["seq"]), (&json!(LONG), &json!(5)));
    let event: Value = serde_json::from_str(found["event"].as_str().unwrap()).unwrap();
    assert_eq!(event["seq"], 5);
    for wrong in ["nobody#1", &format!("{LONG}#x"), &format!("{LONG}#99999999")] {
        assert!(room.ask("reference", &json!({ "text": wrong })).is_err(), "{wrong}");
    }
}
