//! What agents may do without asking is loosened in the window in which a person decides, and nowhere else.

use api::desk::submit;
use api::{Audience, Code};
use hydration::ARMED_AFTER;
use message::message;
use serde_json::{Value, json};

use crate::approvals::Room;

/// Every kind of change: what tightens, what loosens that again, and where one sees how it stands.
fn kinds() -> Vec<(Value, Value, &'static str, &'static str)> {
    let visible = |change: Value| json!({ "kind": "visibility", "changes": [change] });
    let built_in = |name: Value, switch| json!({ "kind": "built_in", "name": name, "switch": switch });
    let mode = |mode| json!({ "kind": "mode", "mode": mode });
    let trust = |trust| json!({ "kind": "trust", "trust": trust });
    vec![
        (mode("ask"), mode("auto"), "mode", "/mode"),
        (mode("read_only"), mode("ask"), "mode", "/mode"),
        (mode("read_only"), json!({ "kind": "mode", "mode": null }), "mode", "/mode"),
        (trust("untrusted"), trust("trusted"), "trust", "/trust"),
        (built_in(json!(null), "off"), built_in(json!(null), "on"), "built_ins", "/tools"),
        (built_in(json!("shell"), "off"), built_in(json!("shell"), "on"), "built_ins", "/rows"),
        (
            visible(json!({ "kind": "allow_only", "names": [] })),
            visible(json!({ "kind": "list", "name": "notes" })),
            "visibility",
            "/allowed",
        ),
        (
            visible(json!({ "kind": "deny", "name": "notes" })),
            visible(json!({ "kind": "permit", "name": "notes" })),
            "visibility",
            "/denied",
        ),
        (
            visible(json!({ "kind": "file_reads", "switch": "off" })),
            visible(json!({ "kind": "file_reads", "switch": "on" })),
            "visibility",
            "/file_reads",
        ),
    ]
}

fn stands(room: &Room, request: &str, at: &str) -> Value {
    room.get(request, &json!({})).pointer(at).expect("how it stands").clone()
}

fn by_page(room: &Room, change: &Value) -> Value {
    let told = api::answer(&room.app, Audience::Page, "change_permission", &change.to_string());
    let told: Value =
        serde_json::from_str(&told.unwrap_or_else(|failure| panic!("{change}: {failure}"))).expect("JSON");
    told["outcome"].clone()
}

/// Looks at the question for as long as it takes no answer.
fn shown(room: &Room) -> Value {
    let view = room.get("loosening", &json!({}));
    std::thread::sleep(ARMED_AFTER);
    view
}

fn answered(room: &Room, view: &Value, yes: bool) -> Result<Value, api::Failure> {
    room.ask("decide_loosening", &json!({ "showing": view["showing"], "yes": yes }))
}

#[test]
fn what_tightens_is_done_at_once_and_what_loosens_waits_for_a_person() {
    for (tighter, looser, request, at) in kinds() {
        let room = Room::new("auto");
        assert_eq!(by_page(&room, &tighter), "done", "{tighter}");
        let tight = stands(&room, request, at);
        for yes in [false, true] {
            assert_eq!(by_page(&room, &looser), "asked", "{looser}");
            assert!(room.app.is_loosening_asked());
            let view = shown(&room);
            let question = &view["question"];
            assert!(question["code"].is_string(), "{view:#}");
            assert_eq!(stands(&room, request, at), tight, "{looser} waits");
            answered(&room, &view, yes).expect("it was on screen");
            assert_eq!(stands(&room, request, at) != tight, yes, "{looser}, {yes}");
            assert!(!room.app.is_loosening_asked());
            answered(&room, &view, true).expect_err("it was answered");
        }
        assert_eq!(by_page(&room, &looser), "done", "{looser}: it is so already");
    }
}

#[test]
fn the_page_can_neither_answer_nor_go_past_the_question() {
    let room = Room::new("read_only");
    by_page(&room, &json!({ "kind": "mode", "mode": "auto" }));
    for name in ["loosening", "decide_loosening", "set_trust", "set_built_in", "set_visibility"] {
        let refused = api::answer(&room.app, Audience::Page, name, "{}").expect_err(name);
        assert_eq!(refused.code, Code::NotHere, "{name}: {refused}");
    }
    assert_eq!(stands(&room, "mode", "/mode"), "read_only");
}

#[test]
fn only_what_was_on_screen_long_enough_is_answered() {
    let room = Room::new("read_only");
    let ask = json!({ "kind": "mode", "mode": "ask" });
    by_page(&room, &ask);
    let early = room.get("loosening", &json!({}));
    assert!(answered(&room, &early, true).is_err(), "nobody reads that fast");
    std::thread::sleep(ARMED_AFTER);
    // Another change takes its place: an answer to the first is none to it.
    by_page(&room, &json!({ "kind": "mode", "mode": "auto" }));
    assert!(answered(&room, &early, true).is_err());
    let view = shown(&room);
    assert!(view["question"]["args"]["to"] == "auto", "{view:#}");
    assert_eq!(stands(&room, "mode", "/mode"), "read_only");
    // What it would change meanwhile is another question.
    room.write("home/.pixir/config.json", r#"{"permission_default":"ask"}"#);
    assert!(answered(&room, &view, true).is_err(), "from ask, not from read-only");
    assert_eq!(stands(&room, "mode", "/mode"), "ask");
    // It has become so without anybody: nothing is left to ask.
    room.write("home/.pixir/config.json", r#"{"permission_default":"auto"}"#);
    assert_eq!(room.get("loosening", &json!({}))["question"], Value::Null);
    assert!(!room.app.is_loosening_asked());
}

#[test]
fn a_question_ends_with_its_window_and_with_its_workspace() {
    let room = Room::new("read_only");
    by_page(&room, &json!({ "kind": "mode", "mode": "auto" }));
    room.app.leave_permission();
    assert_eq!(room.get("loosening", &json!({}))["question"], Value::Null);

    by_page(&room, &json!({ "kind": "mode", "mode": "auto" }));
    let view = shown(&room);
    std::fs::create_dir(room.at("other")).expect("a folder");
    room.app.open_workspace(&room.at("other")).expect("it opens");
    assert!(answered(&room, &view, true).is_err(), "it was asked for the other workspace");
    for folder in ["other", "workspace"] {
        room.app.open_workspace(&room.at(folder)).expect("it opens");
        assert_eq!(stands(&room, "mode", "/mode"), "read_only", "{folder}");
    }
}

#[test]
fn a_question_stands_beside_a_request_and_answers_nothing_of_it() {
    let room = Room::new("ask");
    let waits = submit(&room.app, &room.agent("touch")).expect("it asks");
    by_page(&room, &json!({ "kind": "trust", "trust": "trusted" }));
    let view = shown(&room);
    answered(&room, &view, true).expect("it was on screen");
    assert!(!waits.is_over(), "the request still waits for its own yes");
    waits.withdraw(&message!("Enough."));
}
