//! What holds for every log, whatever stands in it.

#![allow(clippy::disallowed_methods, reason = "tests make the files they read")]

use std::fs;
use std::path::PathBuf;

use proptest::prelude::*;
use sessions::{Change, Context, Event, Line, Log, Turns};

/// Bodies that between them use every rule of folding.
const EVENTS: [(&str, &str); 14] = [
    ("user_message", r#"{"text":"do\n\"it\" é"}"#),
    ("user_message", r#"{"author":"runtime","text":"x"}"#),
    ("assistant_message", r#"{"text":"done"}"#),
    ("assistant_message", r#"{"metadata":{"partial":true},"text":"do"}"#),
    ("turn_failed", "{}"),
    ("skill_activation", r#"{"activated_by":"user","content":"A","name":"a"}"#),
    ("skill_activation", r#"{"activated_by":"model","content":"A","name":"a"}"#),
    ("tool_call", r#"{"args":{"name":"a"},"call_id":"c","name":"skill_view"}"#),
    ("tool_result", r#"{"call_id":"c","ok":true,"output":"x"}"#),
    (
        "tool_result",
        r#"{"call_id":"c","error":{"details":{"reason":"interrupt"},"kind":"orphan_tool_call"},"ok":false}"#,
    ),
    (
        "tool_result",
        r#"{"call_id":"c","error":{"details":{"reason":"before_start_turn"},"kind":"orphan_tool_call"},"ok":false}"#,
    ),
    ("provider_usage", "{}"),
    ("history_compaction", r#"{"range":{"from_seq":0,"to_seq":3}}"#),
    ("subagent_event", r#"{"event":"finished","subagent_id":"sub_1"}"#),
];

fn event() -> impl Strategy<Value = &'static (&'static str, &'static str)> {
    (0..EVENTS.len()).prop_map(|at| &EVENTS[at])
}

fn line(seq: usize, (kind, body): &(&str, &str)) -> String {
    format!(
        r#"{{"data":{body},"id":"{seq:016x}","type":"{kind}","seq":{seq},"session_id":"s","ts":"2026-05-01T10:20:30.123456Z"}}"#
    )
}

fn text(events: &[&(&str, &str)]) -> String {
    events.iter().enumerate().map(|(seq, event)| line(seq, event) + "\n").collect()
}

struct Place {
    path: PathBuf,
    _home: tempfile::TempDir,
}

fn place(bytes: &[u8]) -> Place {
    let home = tempfile::tempdir().expect("a folder");
    let path = home.path().join("log");
    fs::write(&path, bytes).expect("written");
    Place { path, _home: home }
}

fn open(place: &Place) -> Log {
    Log::open(&place.path).expect("readable")
}

fn events(log: &Log) -> Vec<Event> {
    log.events(0..log.len())
}

/// Any line: an event, an event with something wrong in it, or anything at all.
fn any_line() -> impl Strategy<Value = Vec<u8>> {
    let whole = (event(), 0..20_usize).prop_map(|(event, seq)| line(seq, event).into_bytes());
    let hurt = (event(), any::<prop::sample::Index>(), any::<u8>()).prop_map(|(event, at, byte)| {
        let mut line = line(1, event).into_bytes();
        let at = at.index(line.len());
        line[at] = byte;
        line
    });
    let odd = prop::sample::select(vec![
        "",
        " ",
        "\r",
        "null",
        "[1]",
        "{}",
        "{\"type\":5}",
        "{\"type\":\"made_up\"}",
        "\u{feff}{}",
    ]);
    let noise = prop::collection::vec(any::<u8>(), 0..40);
    prop_oneof![4 => whole, 3 => hurt, 2 => odd.prop_map(|text| text.as_bytes().to_vec()), 1 => noise]
}

fn any_file() -> impl Strategy<Value = Vec<u8>> {
    (prop::collection::vec(any_line(), 0..12), any::<bool>()).prop_map(|(lines, closed)| {
        let mut file = lines.join(&b'\n');
        if closed {
            file.push(b'\n');
        }
        file
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 192, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn folding_a_prefix_gives_a_prefix_of_the_fold(script in prop::collection::vec(event(), 0..40)) {
        let place = place(text(&script).as_bytes());
        let log = open(&place);
        let whole = sessions::fold(&log);
        for end in 0..=log.len() {
            let part = sessions::fold_before(&log, end);
            let settled = part.turns().len().saturating_sub(1);
            prop_assert_eq!(&part.turns()[..settled], &whole.turns()[..settled]);
            if let (Some(last), Some(same)) = (part.turns().last(), whole.turns().get(settled)) {
                prop_assert_eq!((last.opened, last.positions.start), (same.opened, same.positions.start));
                prop_assert!(last.positions.end <= same.positions.end);
            }
        }
    }

    #[test]
    fn every_event_is_in_one_turn_or_between_turns(script in prop::collection::vec(event(), 0..40)) {
        let place = place(text(&script).as_bytes());
        let log = open(&place);
        let folded = sessions::fold(&log);
        let mut owners = vec![0; log.len()];
        for turn in folded.turns() {
            prop_assert!(turn.positions.contains(&turn.opened));
            turn.positions.clone().chain(turn.late.iter().copied()).for_each(|at| owners[at] += 1);
        }
        for (at, count) in owners.into_iter().enumerate() {
            prop_assert_eq!(count, usize::from(folded.turn_at(at).is_some()));
        }
    }

    #[test]
    fn understood_and_unread_lines_rebuild_the_file(file in any_file()) {
        let place = place(&file);
        let log = open(&place);
        let mut rebuilt = vec![b'\n'; file.len()];
        for row in log.rows().iter() {
            let raw = log.raw(row.line()).expect("a line").expect("readable");
            let from = usize::try_from(row.offset()).expect("small");
            rebuilt[from..from + raw.len()].copy_from_slice(&raw);
        }
        if let Some(last) = log.unfinished() {
            let from = usize::try_from(last.offset).expect("small");
            rebuilt[from..].copy_from_slice(&file[from..]);
        }
        prop_assert_eq!(rebuilt, file);
        let unread = log.window(0..log.rows().len()).into_iter().filter(|line| matches!(line, Line::Unread(_)));
        prop_assert_eq!(unread.count(), log.unread().len());
        prop_assert_eq!(log.len() + log.unread().len(), log.rows().len());
    }

    #[test]
    fn a_line_is_json_here_exactly_where_it_is_json_elsewhere(line in any_line()) {
        prop_assume!(!line.contains(&b'\n') && !line.is_empty());
        let place = place(&[line.as_slice(), b"\n"].concat());
        let log = open(&place);
        let refused = log.unread().iter().any(|unread| matches!(unread.reason, sessions::Reason::NotJson(_)));
        prop_assert_eq!(refused, serde_json::from_slice::<serde_json::Value>(&line).is_err());
    }

    #[test]
    fn a_log_followed_in_any_pieces_equals_the_log_read_at_once(
        file in any_file(),
        cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..8),
    ) {
        let mut ends: Vec<usize> = cuts.iter().map(|cut| cut.index(file.len() + 1)).chain([file.len()]).collect();
        ends.sort_unstable();
        let place = place(b"");
        let mut log = open(&place);
        let (mut turns, mut context) = (Turns::default(), Context::default());
        let (mut sound, mut named) = (sessions::soundness(&log), sessions::models(&log));
        for end in ends {
            append(&place, &file[..end]);
            let change = log.refresh().expect("readable");
            prop_assert_ne!(change, Change::Rebuilt);
            turns.follow(&log, change);
            context.follow(&log, change);
            sound.follow(&log, change);
            named.follow(&log, change);
        }
        let anew = open(&place);
        prop_assert_eq!((sound, named), (sessions::soundness(&anew), sessions::models(&anew)));
        prop_assert_eq!(log.rows(), anew.rows());
        prop_assert_eq!(log.unread(), anew.unread());
        prop_assert_eq!(log.unfinished(), anew.unfinished());
        prop_assert_eq!(events(&log), events(&anew));
        prop_assert_eq!(sessions::accept(&log), sessions::accept(&anew));
        let whole = Context::read(&anew);
        let folded = sessions::fold(&anew);
        prop_assert_eq!(turns.turns(), folded.turns());
        for at in 0..anew.len() {
            prop_assert_eq!(context.visible_at(&log, at), whole.visible_at(&anew, at));
        }
    }

    #[test]
    fn the_end_of_a_log_is_the_end_of_its_events(file in any_file(), count in 1..8_usize) {
        let place = place(&file);
        let log = open(&place);
        let tail = sessions::last_events(&place.path, count).expect("readable");
        let from = (log.rows().len() + usize::from(log.unfinished().is_some())).saturating_sub(count);
        let whole: Vec<Option<String>> = log.window(from..log.rows().len()).into_iter().filter_map(|line| match line {
            Line::Event(event) => Some(event.id),
            Line::Unread(_) => None,
        }).collect();
        prop_assert_eq!(tail.events.into_iter().map(|event| event.id).collect::<Vec<_>>(), whole);
        prop_assert_eq!(tail.unfinished, log.unfinished().map_or(0, |last| last.length));
    }

    #[test]
    fn all_activations_are_seen_or_dropped_and_none_twice(script in prop::collection::vec(event(), 1..40)) {
        let place = place(text(&script).as_bytes());
        let log = open(&place);
        let context = Context::read(&log);
        let bands = context.bands(&log);
        for at in 0..log.len() {
            let visible = context.visible_at(&log, at);
            let dropped = context.dropped_at(&log, at).into_iter().map(|dropped| dropped.position);
            let mut all: Vec<usize> = visible.iter().copied().chain(dropped).collect();
            all.sort_unstable();
            let before: Vec<usize> = context.activations().iter().copied().filter(|one| *one <= at).collect();
            prop_assert_eq!(all, before);
            for band in &bands {
                let shown = band.spans.iter().any(|span| span.contains(&at));
                prop_assert_eq!(shown, visible.contains(&band.position), "{:?} at {}", band, at);
            }
        }
    }
}

fn append(place: &Place, bytes: &[u8]) {
    use std::io::Write;
    let mut file = fs::OpenOptions::new().append(true).open(&place.path).expect("opened");
    let written = usize::try_from(file.metadata().expect("looked at").len()).expect("small");
    file.write_all(&bytes[written..]).expect("written");
}

#[test]
fn a_log_cut_at_any_byte_loses_and_invents_nothing() {
    let script: Vec<_> = EVENTS.iter().collect();
    let whole = text(&script);
    let uncut = place(whole.as_bytes());
    let all = events(&open(&uncut));
    for end in 0..=whole.len() {
        let place = place(&whole.as_bytes()[..end]);
        let log = open(&place);
        let complete =
            all.iter().filter(|event| event.offset + u64::from(event.length) <= end as u64).count();
        assert_eq!(events(&log), all[..complete], "cut at {end}");
        assert!(log.unread().is_empty(), "cut at {end}");
        let kept = all[..complete].last().map_or(0, |event| event.offset + u64::from(event.length));
        let cut = (end as u64).saturating_sub(kept + u64::from(kept > 0));
        assert_eq!(log.unfinished().map_or(0, |last| last.length), cut, "cut at {end}");
    }
}
