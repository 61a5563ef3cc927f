//! A log that grows while it is read: every event arrives, once, in order, however the writes cut its lines.

use std::fs::OpenOptions;
use std::io::Write;
use std::time::{Duration, Instant};

use api::Tag;
use api::sessions::{EventsAsk, SessionAsk};
use tests::room::Room;

const SESSION: &str = "20260901T080000-0b5e55";
const EVENTS: u32 = 20_000;

fn line(seq: u32) -> String {
    let (kind, data) = match seq % 100 {
        0 => ("user_message", r#"{"text":"Do it."}"#.to_owned()),
        odd if odd % 2 == 1 => {
            ("tool_call", format!(r#"{{"args":{{"path":"{seq}"}},"call_id":"call_{seq}","name":"read"}}"#))
        }
        _ => {
            let call = seq - 1;
            ("tool_result", format!(r#"{{"call_id":"call_{call}","ok":true,"output":"{seq}"}}"#))
        }
    };
    format!(
        r#"{{"data":{data},"id":"evt_{seq:08}","type":"{kind}","seq":{seq},"session_id":"{SESSION}","ts":"2026-09-01T08:00:{:02}.000000Z"}}"#,
        seq / 1_000
    ) + "\n"
}

#[test]
fn every_event_of_a_log_that_grows_fast_arrives_once_and_in_order() {
    let log = format!(".pixir/sessions/{SESSION}.ndjson");
    let room = Room::with(&[(&log, line(0).as_bytes())]);
    let (key, path) = (room.key(SESSION), room.workspace().join(&log));
    let writer = std::thread::spawn(move || {
        let mut file = OpenOptions::new().append(true).open(path).expect("it is there");
        let bytes: String = (1..EVENTS).map(line).collect();
        // Pieces that end inside lines, as a pipe gives them.
        for piece in bytes.as_bytes().chunks(7_001) {
            file.write_all(piece).expect("written");
            std::thread::sleep(Duration::from_millis(2));
        }
    });
    let (begun, mut seen, mut looks) = (Instant::now(), 1, 0);
    while seen < EVENTS {
        assert!(begun.elapsed() < Duration::from_secs(60), "{seen} of {EVENTS} after {looks} looks");
        room.app.heard(&[Tag::Sessions]);
        let view = room.page().session(&SessionAsk { key: key.clone() }).expect("a session");
        assert!(view.lines >= seen && view.unread.is_empty(), "{} behind {seen}", view.lines);
        assert_eq!((view.seq_gaps, view.seq_duplicates), (0, 0));
        (seen, looks) = (view.lines, looks + 1);
    }
    writer.join().expect("it wrote");
    assert!(looks > 3, "it was read while it grew: {looks} looks");
    room.app.heard(&[Tag::Sessions]);
    let turns = room.timeline(&key);
    assert_eq!(turns.len() as u32, EVENTS / 100);
    // A result stands with its call.
    let mut expected = (0..EVENTS).filter(|seq| seq % 100 == 0 || seq % 2 == 1).map(|seq| seq + 1);
    for turn in &turns {
        let ask =
            EventsAsk { key: key.clone(), row: turn.row, only: None, from: 0, count: 500, bookkeeping: true };
        for event in room.page().events(&ask).expect("events").events {
            assert_eq!(Some(event.line), expected.next());
        }
    }
    assert_eq!(expected.next(), None, "an event is in no turn");
    let anew = room.again();
    assert_eq!(anew.timeline(&key).len(), turns.len());
}
