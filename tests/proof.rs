//! What the event of a hydration says and what it leaves alone: the fields an auditor relies on, on runs that are
//! real. Each test is named after the requirements it proves.

use std::collections::BTreeSet;
use std::fs;

use api::desk::{AgentAsk, submit};
use disk::Digest;
use serde_json::{Value, json};

use crate::agents::{Agent, kind, listen, person, text};
use crate::approvals::Room;
use crate::doors::program;

const ID: &str = "20260918T141102-7be41d";

fn send() -> Value {
    json!({ "kind": "send" })
}

/// A turn in which the user called the skill `notes`, for facts to belong to.
fn room_with_a_turn(mode: &str) -> Room {
    let room = Room::new(mode);
    let content = fs::read_to_string(room.at("workspace/.agents/skills/notes/SKILL.md")).unwrap();
    let activation = json!({
        "name": "notes", "scope": "repo", "content": content, "activated_by": "user",
        "content_hash": Digest::of(content.as_bytes()).to_string(),
    });
    let events = [
        ("skill_activation", activation),
        ("user_message", json!({ "text": "$notes go" })),
        ("assistant_message", json!({ "text": "done" })),
    ];
    let line = |(seq, (kind, data)): (usize, &(&str, Value))| {
        let event = json!({
            "data": data, "id": format!("event-{seq}"), "type": kind, "seq": seq, "session_id": ID,
            "ts": "2026-09-18T14:11:02.000000Z",
        });
        format!("{event}\n")
    };
    fs::create_dir_all(room.at("workspace/.pixir/sessions")).unwrap();
    let log: String = events.iter().enumerate().map(line).collect();
    room.write(&format!("workspace/.pixir/sessions/{ID}.ndjson"), &log);
    room
}

/// The evidence of a source that is released for the turn, or for none.
fn evidence(room: &Room, source: &str, session: Option<&str>) -> Value {
    let ask = AgentAsk { session: session.map(str::to_owned), ..room.agent(source) };
    let ticket = submit(&room.app, &ask).unwrap_or_else(|failure| panic!("{source}: {failure}"));
    room.run_and("once", &send());
    ticket.wait().expect("released").evidence
}

/// Every key in a value, however deep.
fn keys(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(members) => {
            found.extend(members.keys().cloned());
            members.values().for_each(|value| keys(value, found));
        }
        Value::Array(items) => items.iter().for_each(|value| keys(value, found)),
        _ => {}
    }
}

#[test]
fn s1_08_s1_09_s1_10_s1_23_a_fact_names_its_skill_its_turn_and_its_source() {
    let room = room_with_a_turn("ask");
    let found = evidence(&room, "facts", Some(ID));
    let skill = fs::read(room.at("workspace/.agents/skills/notes/SKILL.md")).unwrap();
    let hash = Digest::of(&skill).to_string();
    assert_eq!((&found["skill"]["name"], &found["skill"]["content_hash"]), (&json!("notes"), &json!(hash)));
    assert_eq!(
        found["activation"],
        json!({ "event_id": "event-0", "seq": 0, "content_hash": hash }),
        "an event of the log"
    );
    assert_eq!(found["turn"], json!({ "number": 1, "user_message_id": "event-1" }));
    assert_eq!(found["anchor"], json!({ "session_id": ID, "after_seq": 2 }));
    assert_eq!(found["context_source_id"], "facts");
    let surface = &found["surface"];
    assert_eq!((&surface["kind"], &surface["argv"]), (&json!("command"), &json!(["cat", "facts.txt"])));
    assert_eq!(surface["cwd"], room.at("workspace").display().to_string());
    let resource = evidence(&room, "style", None);
    assert_eq!(resource["surface"], json!({ "kind": "resource", "path": "style.md" }));
    assert_eq!((&resource["activation"], &resource["turn"]), (&Value::Null, &Value::Null), "for no turn");
    for event in [found, resource] {
        let mut all = BTreeSet::new();
        keys(&event, &mut all);
        assert!(all.contains("context_source_id") && !all.contains("provider_id"), "{all:?}");
    }
}

#[test]
fn s1_13_a_fact_says_what_of_it_is_missing() {
    let room = Room::new("ask");
    let whole = fs::read(room.at("workspace/long.txt")).unwrap();
    let found = evidence(&room, "loud", None);
    assert_eq!((&found["bytes_total"], &found["bytes_kept"]), (&json!(8_500), &json!(1_000)));
    assert_eq!(found["truncated"], true);
    assert_eq!(found["sha256"], Digest::of(&whole[..1_000]).to_string(), "of what is kept");
    assert_eq!(found["sha256_raw"], Digest::of(&whole).to_string(), "of what came");
    assert!(found["limitations"].to_string().contains("1000 of 8500"), "{}", found["limitations"]);
    let whole = evidence(&room, "facts", None);
    assert_eq!((&whole["truncated"], &whole["bytes_kept"]), (&json!(false), &json!(16)));
    assert!(!whole["limitations"].to_string().contains("are kept"), "{}", whole["limitations"]);
}

#[test]
fn s1_36_a_command_in_the_text_is_proved_as_a_declared_one_is() {
    let room = room_with_a_turn("ask");
    let (declared, inline) = (evidence(&room, "facts", Some(ID)), evidence(&room, "inline-1", Some(ID)));
    let fields = |event: &Value| event.as_object().unwrap().keys().cloned().collect::<BTreeSet<_>>();
    assert_eq!(fields(&declared), fields(&inline));
    for at in [
        "/output",
        "/sha256",
        "/activation",
        "/turn",
        "/execution",
        "/skill",
        "/permission/mode",
        "/permission/decision",
        "/permission/by",
        "/permission/lifetime",
        "/released/to",
    ] {
        assert_eq!(declared.pointer(at), inline.pointer(at), "{at}");
        assert!(inline.pointer(at).is_some_and(|value| !value.is_null()), "{at}");
    }
    assert_eq!(
        (&declared["source"]["origin"], &inline["source"]["origin"]),
        (&json!("file"), &json!("inline"))
    );
    assert_eq!(inline["surface"]["argv"], json!(["cat facts.txt"]), "the text that a shell read");
}

#[test]
fn s1_17_a_hydration_leaves_the_skills_text_alone() {
    let room = Room::new("ask");
    let _listening = listen(&room);
    let agent = Agent::of(&room);
    let path = room.at("workspace/.agents/skills/notes/SKILL.md");
    let content = fs::read_to_string(&path).unwrap();
    let view = || text(&agent.call("skill_view", &json!({ "name": "notes" })));
    assert_eq!(view(), content);
    let yes = person(&room, json!({ "kind": "run", "lifetime": "once" }), Some(send()));
    let given = agent.call("hydrate_skill_context", &json!({ "skill": "notes", "source": "inline-1" }));
    yes.join().expect("the person");
    assert_eq!(text(&given), "the sky is blue\n");
    assert!(content.contains("!`cat facts.txt`"));
    assert_eq!(view(), content, "the command stays as it is written");
    assert_eq!(fs::read_to_string(&path).unwrap(), content);
}

#[test]
fn s1_31_a_no_leaves_a_decision_and_no_fact() {
    let room = Room::new("ask");
    let _listening = listen(&room);
    let agent = Agent::of(&room);
    let no = person(&room, json!({ "kind": "deny", "note": "" }), None);
    let denied = agent.call("hydrate_skill_context", &json!({ "skill": "notes", "source": "touch" }));
    no.join().expect("the person");
    assert_eq!((kind(&denied).as_str(), denied.is_error), ("permission_denied", Some(true)));
    let folder = fs::read_dir(room.at("data/assay/hosted")).unwrap().next().unwrap().unwrap().path();
    let log = fs::read_dir(folder).unwrap().flatten().map(|entry| entry.path());
    let log =
        log.into_iter().find(|path| path.extension().is_some_and(|end| end == "ndjson")).expect("a log");
    let events = fs::read_to_string(log).unwrap();
    let decision: Vec<Value> = events
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap())
        .filter(|event| event["type"] == "permission_decision")
        .collect();
    assert_eq!(decision.len(), 1, "{events}");
    assert_eq!(
        (&decision[0]["data"]["decision"], &decision[0]["data"]["by"]),
        (&json!("deny"), &json!("user"))
    );
    assert!(events.lines().all(|line| !line.contains(r#""type":"skill_context_hydration""#)), "{events}");
    assert!(!room.at("workspace/made.txt").exists());
}

#[test]
fn s1_03_s1_27_a_page_decides_and_says_nothing_else() {
    let room = Room::new("ask");
    let ticket = room.submit("facts");
    let face = crate::approvals::shown(&room.app, "run");
    // A page that went away and came back finds the request as it was.
    for _ in 0..3 {
        let again = room.get("approval", &json!({}));
        assert_eq!((&again["request"]["id"], &again["showing"]), (&face["request"]["id"], &face["showing"]));
    }
    assert!(!ticket.is_over());
    // What it says beside its yes has no effect.
    let mut answer = json!({
        "request": face["request"]["id"], "showing": face["showing"],
        "choice": { "kind": "run", "lifetime": "once", "argv": ["touch", "made.txt"], "command": "touch made.txt" },
        "argv": ["touch", "made.txt"], "cwd": "/", "source": "touch", "skill": "other",
    });
    room.get("decide", &answer);
    let face = crate::approvals::shown(&room.app, "send");
    answer = json!({
        "request": face["request"]["id"], "showing": face["showing"],
        "choice": { "kind": "send", "text": "another text" }, "text": "another text",
    });
    room.get("decide", &answer);
    let released = ticket.wait().expect("released");
    assert_eq!(released.text, "the sky is blue\n");
    assert_eq!(released.evidence["surface"]["argv"], json!(["cat", "facts.txt"]));
    assert!(!room.at("workspace/made.txt").exists());
}

#[test]
fn u_11_the_next_decision_is_made_in_the_mode_that_was_set() {
    let room = Room::new("ask");
    assert_eq!(room.get("mode", &json!({}))["mode"], "ask");
    let asked = evidence(&room, "facts", None);
    assert_eq!((&asked["permission"]["mode"], &asked["permission"]["by"]), (&json!("ask"), &json!("user")));
    room.set_mode(Some("auto"));
    let unasked = room.submit("facts").wait().expect("released").evidence;
    assert_eq!(
        (&unasked["permission"]["mode"], &unasked["permission"]["by"]),
        (&json!("auto"), &json!("rule"))
    );
    room.set_mode(Some("read_only"));
    assert!(room.submit("touch").wait().is_err());
    let decided = room.get("decision", &json!({ "id": room.decided()[0]["id"] }));
    assert!(decided.to_string().contains("read_only"), "{decided:#}");
}

#[test]
fn s4_34_a_source_runs_in_the_best_there_is_and_says_which() {
    let room = Room::new("ask");
    let best = execution::best(&program());
    let found = evidence(&room, "facts", None);
    assert_eq!(found["sandbox"]["level"], best.word());
    assert_eq!(room.get("mode", &json!({}))["sandbox"]["level"], best.word(), "and it is shown beforehand");
}
