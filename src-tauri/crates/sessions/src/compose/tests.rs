//! What would be sent of small logs of our own, item by item.

use std::time::SystemTime;

use super::{Form, Item, Piece, Point, Reading, SkillTexts, Told, Written, compose, write};
use crate::tests::{lines, write as write_file};
use crate::{Log, LogPlace, Role, find};

struct Room {
    log: Log,
    place: LogPlace,
    _home: tempfile::TempDir,
}

fn room(script: &[&str]) -> Room {
    let home = tempfile::tempdir().expect("a folder");
    write_file(&home.path().join(".pixir/sessions/a.ndjson"), &lines(script));
    let place = find(home.path(), SystemTime::now()).logs.remove(0);
    Room { log: Log::open(&place.path).expect("readable"), place, _home: home }
}

impl Room {
    /// What a model would be sent after the last event.
    fn items(&self, model: Option<&str>, mode: Option<&str>) -> Vec<(usize, Form)> {
        let own = |text: Option<&str>| text.map(str::to_owned);
        let point =
            Point { end: self.log.len(), earliest: self.log.len(), model: own(model), mode: own(mode) };
        let items = compose(&self.log, None, &point, SkillTexts::AsRecorded);
        items.into_iter().map(|item| (item.position, item.form)).collect()
    }

    fn written(&self, position: usize, form: Form) -> Written {
        let reading = Reading { log: &self.log, place: &self.place, companion: None, kept: None };
        write(&reading, &Item { position, form }).expect("it is written")
    }

    fn words(&self, position: usize, form: Form) -> String {
        match self.written(position, form) {
            Written::Message { role: Role::User, pieces } => match pieces.as_slice() {
                [Piece::Text(text)] => text.clone(),
                other => panic!("{other:?}"),
            },
            other => panic!("{other:?}"),
        }
    }
}

const USER: &str = r#"user_message {"text":"do it"}"#;
const CALL: &str = r#"tool_call {"args":{},"call_id":"c","name":"bash"}"#;
const USED: &str = r#"provider_usage {"mode":"plan","model":"m"}"#;

#[test]
fn reasoning_is_given_back_to_its_model_and_a_call_nobody_answered_is_answered() {
    let thought =
        |model: &str, more: &str| format!(r#"reasoning {{"item":{{"id":"r"}},"model":"{model}"{more}}}"#);
    let (own, other) = (thought("m", ""), thought("n", ""));
    let foreign = thought("m", r#","dialect":"another""#);
    let bare = r#"reasoning {"model":"m"}"#;
    let room = room(&[USER, &own, &other, &foreign, bare, CALL, USER]);
    let rest = [(5, Form::Call), (5, Form::Orphan), (6, Form::LatestMessage)];
    let given = |model, back: &[(usize, Form)]| {
        let expected = [&[(0, Form::Message)], back, &rest[..]].concat();
        assert_eq!(room.items(model, None), expected, "{model:?}");
    };
    given(Some("m"), &[(1, Form::Reasoning)]);
    given(Some("n"), &[(2, Form::Reasoning)]);
    given(None, &[]);
    let Written::Output { call_id, output } = room.written(5, Form::Orphan) else { panic!("an output") };
    assert_eq!(call_id, r#""c""#);
    assert!(output.contains(r#""tool":"bash","call_id":"c""#), "{output}");
}

#[test]
fn a_point_is_where_a_call_was_made_for_its_model_in_its_mode() {
    let room = room(&[USER, CALL, USED, USER]);
    let point =
        |end| Point { end, earliest: end, model: Some("m".to_owned()), mode: Some("plan".to_owned()) };
    assert_eq!(Point::of_call(&room.log, 2), Some(point(2)));
    assert_eq!(Point::of_call(&room.log, 1), None);
    // Behind it, it is the last that is known.
    assert_eq!(Point::after(&room.log, 3), point(4));
    assert_eq!(Point::after(&room.log, 0), Point { end: 1, earliest: 1, model: None, mode: None });
}

#[test]
fn the_surroundings_stand_first_and_say_whether_writing_is_refused() {
    let posture =
        r#"subagent_event {"event":"permission_posture","permission_mode":"read_only","workspace":"/w"}"#;
    let room = room(&[CALL, USED, posture, USER]);
    let first = |mode| room.items(None, mode)[0];
    assert_eq!(first(None), (2, Form::Surroundings { posture: Told::Yes }));
    assert_eq!(first(Some("plan")), (2, Form::Surroundings { posture: Told::No }));
}

#[test]
fn a_summary_and_what_is_attached_are_told_in_words() {
    let cut = r#"history_compaction {"open_tasks":["test"],"range":{"from_seq":0,"to_seq":1},"source_event_count":2,"strategy":"short","summary":"S"}"#;
    let asked = r#"user_message {"resources":[{"kind":"file","name":"a.pdf","resource_id":"r"},{"kind":"new","name":"b"}],"text":"see"}"#;
    let room = room(&[USER, USER, cut, asked]);
    assert_eq!(
        room.words(2, Form::Checkpoint),
        "Compressed session memory\nRange: seq 0..1 (2 events)\nStrategy: short\n\nSummary:\nS\n\n\
         Files touched:\n- none\n\nOpen tasks:\n- test\n\nLimitations:\n- none"
    );
    let told = room.words(3, Form::LatestMessage);
    assert_eq!(told, room.words(3, Form::Message), "no image is among them");
    let lines: Vec<&str> = told.lines().collect();
    assert_eq!(lines[..3], ["see", "", "Attached resources:"]);
    assert!(lines[3].starts_with("File resource r: name=a.pdf mime=unknown size_bytes=unknown"), "{told}");
    assert_eq!(lines[4], "Session resource unknown: kind=new name=b.");
}
