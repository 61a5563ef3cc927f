//! The law of a timeline that grows: it is the one that would be laid out anew.

#![allow(clippy::disallowed_methods, reason = "the log is written as its agent does")]

use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use proptest::prelude::*;
use sessions::{LogPlace, SessionId, Source};

use crate::Session;

/// What the next line is.
const LINES: [(&str, &str); 12] = [
    ("user_message", r#"{"text":"go"}"#),
    ("user_message", r#"{"text":"go on"}"#),
    ("skill_activation", r#"{"name":"notes","content":"c","activated_by":"user"}"#),
    ("skill_activation", r#"{"name":"notes","content":"c","activated_by":"model"}"#),
    ("tool_call", r#"{"call_id":"c","name":"bash","args":{}}"#),
    ("tool_result", r#"{"call_id":"c","ok":true,"output":""}"#),
    ("tool_result", r#"{"call_id":"c","ok":false,"error":{"kind":"interrupted"}}"#),
    ("assistant_message", r#"{"text":"done"}"#),
    ("turn_failed", "{}"),
    ("history_compaction", r#"{"from_seq":0,"to_seq":2,"summary":"s"}"#),
    ("subagent_event", r#"{"event":"started","subagent_id":"a"}"#),
    ("provider_usage", r#"{"model":"m"}"#),
];

fn line(seq: usize, (kind, data): (&str, &str)) -> String {
    format!(
        r#"{{"data":{data},"id":"{seq:016x}","type":"{kind}","seq":{seq},"session_id":"s","ts":"2026-05-01T10:20:30.000000Z"}}"#
    )
}

fn place(path: &Path) -> LogPlace {
    LogPlace {
        id: SessionId::parse(b"s").expect("an id"),
        path: path.to_owned(),
        workspace: PathBuf::new(),
        subagent: None,
        live: false,
        family: None,
        source: Source::Pixir,
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..Default::default() })]

    #[test]
    fn a_timeline_that_grew_is_the_one_laid_out_anew(
        looks in prop::collection::vec(prop::collection::vec(0..LINES.len(), 1..6), 1..12),
        broken_at in prop::option::of(0_usize..40),
        late_at in prop::option::of(0_usize..40),
    ) {
        let dir = tempfile::tempdir().expect("a temporary folder");
        let path = dir.path().join("s.ndjson");
        let mut file = OpenOptions::new().create(true).append(true).open(&path).expect("made");
        let mut session = Session::open(&place(&path), None).expect("readable");
        let mut count = 0;
        for look in looks {
            for kind in look {
                // One line may be broken, and one have a number from before.
                let seq = if late_at == Some(count) { count / 2 } else { count };
                let text = if broken_at == Some(count) { "{".to_owned() } else { line(seq, LINES[kind]) };
                writeln!(file, "{text}").expect("written");
                count += 1;
            }
            // Somebody looked before, so there is one to go on from.
            session.read().timeline();
            session = session.next().expect("readable").expect("it has grown");
            let anew = Session::open(&place(&path), None).expect("readable");
            prop_assert_eq!(&session.read().timeline().rows, &anew.read().timeline().rows);
        }
        let read = session.read();
        let sent = |at| (read.context.visible_as_recorded(&read.log, at), read.context.gone_at(&read.log, at));
        for at in (1..read.log.len()).filter(|at| read.context.is_steady(*at..at + 1)) {
            prop_assert_eq!(sent(at), sent(at - 1), "what is sent stays the same where nothing changes it");
        }
    }
}
