//! The facts of a turn, by every way of looking back: replayed, resumed, compacted, and in the trace that is handed on.
//! Forks have a test of their own.

use super::*;

/// What the model was given of facts in the first two turns.
fn given(app: &App) -> Vec<Value> {
    let report = ask(app, "session_report", &json!({ "id": ID }));
    let turns = report["turns"].as_array().expect("turns").clone();
    turns
        .into_iter()
        .filter(|turn| turn["number"].as_u64() < Some(3))
        .map(|turn| turn["hydrations"].clone())
        .collect()
}

fn go_on(room: &Room, events: &[(&str, &str)]) {
    let known = fs::read_to_string(room.log(ID)).unwrap();
    let more = log(ID, known.lines().count(), events).replace("T14:11:", "T14:12:");
    fs::write(room.log(ID), known + &more).unwrap();
}

#[test]
fn s1_24_each_way_of_looking_back_shows_the_facts_a_turn_was_given() {
    let room = room();
    room.hydrate(4, "first fact");
    room.hydrate(8, "second fact");
    let replayed = given(&room.app());
    assert_eq!(replayed.len(), 2, "{replayed:#?}");
    for (facts, text) in replayed.iter().zip(["first fact", "second fact"]) {
        assert_eq!(facts.as_array().map(Vec::len), Some(1), "{facts:#}");
        let hash = disk::Digest::of(text.as_bytes()).to_string();
        assert!(facts.to_string().contains(&hash), "{facts:#}");
    }
    assert_eq!(given(&room.app()), replayed, "and once more");
    go_on(&room, &[("user_message", r#"{"text":"four"}"#), ("assistant_message", r#"{"text":"4"}"#)]);
    assert_eq!(given(&room.app()), replayed, "resumed");
    let all = r#"{"range":{"from_seq":0,"to_seq":14},"trigger":"manual"}"#;
    go_on(&room, &[("history_compaction", all), ("user_message", r#"{"text":"five"}"#)]);
    assert_eq!(given(&room.app()), replayed, "compacted");
    let app = room.app();
    // A trace that is handed on has the facts by their hashes; the text of a conversation has none (S1-16).
    let asked = json!({ "session": ID, "form": "json", "turns": null, "redact": false });
    let trace = ask(&app, "export_report", &asked)["text"].as_str().expect("a text").to_owned();
    for text in ["first fact", "second fact"] {
        assert!(trace.contains(&disk::Digest::of(text.as_bytes()).to_string()), "{text}: {trace}");
    }
}
