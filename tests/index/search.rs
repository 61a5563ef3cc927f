//! What is found in logs, by their bytes and by their words.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use index::{Asked, Go, Hit, Index, Letters, Query, Told, query, search_logs};
use proptest::prelude::*;
use serde_json::Value;
use sessions::Source;

use super::{Room, line};

fn pixirs(logs: &[PathBuf]) -> Vec<(PathBuf, Source)> {
    logs.iter().map(|path| (path.clone(), Source::Pixir)).collect()
}

fn search(logs: &[PathBuf], query: &Query, limit: usize) -> (Vec<Hit>, index::Searched) {
    let mut hits = Vec::new();
    let searched = search_logs(&Asked { logs: &pixirs(logs), query, limit }, &mut |told| {
        if let Told::Hit(hit) = told {
            hits.push(*hit);
        }
        Go::On
    });
    (hits, searched)
}

fn message(seq: u32, text: &str) -> String {
    line(seq, ("user_message", &format!("{{\"text\":{}}}", Value::from(text)))) + "\n"
}

#[test]
fn what_was_said_is_found_however_it_is_written() {
    let room = Room::new();
    let check = |written: &str, sought: Result<Query, index::BadQuery>, found: &[(&str, &str)]| {
        fs::write(room.log(1), format!("{}\n", line(7, ("user_message", written)))).expect("written");
        let (hits, _) = search(&[room.log(1)], &sought.expect("a query"), 10);
        let told: Vec<_> = hits
            .iter()
            .map(|hit| (hit.field.as_str(), &hit.snippet.text[hit.snippet.hits[0].clone()]))
            .collect();
        assert_eq!(told, found, "{written}");
        assert!(hits.iter().all(|hit| hit.seq == "7" && hit.place.line == 1 && hit.kind == "user_message"));
    };
    let exact = |text: &str| query(text, Letters::Exact);
    let any = |text: &str| query(text, Letters::Any);
    check(r#"{"text":"do it now"}"#, exact("it now"), &[("data.text", "it now")]);
    check(r#"{"text":"a\nb"}"#, exact("a\nb"), &[("data.text", "a\nb")]);
    check(r#"{"text":"a\nb"}"#, exact("nb"), &[]);
    check(r#"{"text":"a\\nb"}"#, exact(r"a\nb"), &[("data.text", r"a\nb")]);
    check(r#"{"text":"de\u0070loy"}"#, exact("deploy"), &[("data.text", "deploy")]);
    check(r#"{"text":"de\u0050loy"}"#, exact("deploy"), &[]);
    check(r#"{"text":"de\u0050loy"}"#, any("deploy"), &[("data.text", "dePloy")]);
    check(r#"{"text":"\u0064"}"#, exact("u0064"), &[]);
    check(r#"{"text":"a\/b"}"#, exact("a/b"), &[("data.text", "a/b")]);
    check(r#"{"text":"a\/b"}"#, any("A/B"), &[("data.text", "a/b")]);
    check(r#"{"text":"say \"hi\""}"#, exact("\"hi\""), &[("data.text", "\"hi\"")]);
    check(r#"{"args":{"command":"rm -rf"}}"#, exact("rm -"), &[("data.args.command", "rm -")]);
    check(r#"{"text":"CAFÉ"}"#, any("café"), &[("data.text", "CAFÉ")]);
    check(r#"{"text":"\u212A"}"#, any("k"), &[("data.text", "\u{212A}")]);
    check(r#"{"text":"\ud83d\ude00"}"#, exact("😀"), &[("data.text", "😀")]);
    // Names of members, numbers of events and the like are no text.
    check(r#"{"text":"x"}"#, exact("user_message"), &[]);
    check(r#"{"text":"x"}"#, exact("text"), &[]);
    check(
        r#"{"text":"one\ntwo 22"}"#,
        Query::pattern(r"^two \d+$", Letters::Exact),
        &[("data.text", "two 22")],
    );
    check(r#"{"text":"one"}"#, Query::pattern("x*", Letters::Exact), &[]);
}

#[test]
fn a_line_that_is_no_event_is_searched_as_it_stands() {
    let room = Room::new();
    let mut text = message(0, "fine").into_bytes();
    text.extend(b"\n{\"data\":{\"text\":\"broken need");
    text.extend(b"le \xff\n");
    fs::write(room.log(1), text).expect("written");
    let (hits, _) = search(&[room.log(1)], &query("needle", Letters::Exact).expect("a query"), 10);
    assert_eq!(hits.len(), 1);
    assert_eq!((hits[0].place.line, hits[0].field.as_str(), hits[0].seq.as_str()), (3, "", ""));
    assert!(hits[0].spans.is_empty(), "no place can be told in bytes that are no text");
    let (hits, _) = search(&[room.log(1)], &query("\"broken", Letters::Exact).expect("a query"), 10);
    assert_eq!(hits.len(), 1);
}

#[test]
fn hits_come_in_the_order_of_the_logs_and_end_where_they_are_told_to() {
    let room = Room::new();
    for session in 1..5 {
        let lines: String = (0..50).map(|seq| message(seq, "needle")).collect();
        fs::write(room.log(session), lines).expect("written");
    }
    let logs: Vec<_> = (1..5).rev().map(|session| room.log(session)).collect();
    let needle = query("needle", Letters::Exact).expect("a query");
    let (hits, searched) = search(&logs, &needle, 1000);
    let order: Vec<_> = hits.iter().map(|hit| (hit.place.log, hit.place.line)).collect();
    assert!(order.is_sorted() && order.len() == 200, "{order:?}");
    assert_eq!((searched.logs, searched.cut, searched.stopped), (4, false, false));
    let (hits, searched) = search(&logs, &needle, 60);
    assert_eq!((hits.len(), searched.cut), (60, true));
    let (hits, searched) = search(&logs, &needle, 200);
    assert_eq!((hits.len(), searched.cut), (200, false));
    let mut told = 0;
    let searched = search_logs(&Asked { logs: &pixirs(&logs), query: &needle, limit: 1000 }, &mut |_| {
        told += 1;
        if told == 3 { Go::Stop } else { Go::On }
    });
    assert!(searched.stopped && told == 3);
}

#[test]
fn long_lines_and_logs_of_many_stretches_are_searched_whole() {
    let room = Room::new();
    // 40 MB: three stretches, lines of up to 3 MB that lie across blocks and across stretches.
    let mut text = String::new();
    let mut wanted = Vec::new();
    let mut number = 0;
    while text.len() < 40 << 20 {
        number += 1;
        let filler = "x".repeat(if number % 10 == 0 { 3 << 20 } else { 100_000 });
        if number % 7 == 0 {
            wanted.push(number);
            text.push_str(&message(number, &format!("{filler} needle")));
        } else {
            text.push_str(&message(number, &filler));
        }
    }
    text.push_str(message(number + 1, "needle without an end").trim_end());
    wanted.push(number + 1);
    fs::write(room.log(1), &text).expect("written");
    let (hits, searched) = search(&[room.log(1)], &query("needle", Letters::Exact).expect("a query"), 10_000);
    assert_eq!(hits.iter().map(|hit| hit.place.line).collect::<Vec<_>>(), wanted);
    assert_eq!(searched.bytes, text.len() as u64);
}

#[test]
fn ranked_hits_are_in_the_log_or_not_told() {
    let room = Room::new();
    fs::write(room.log(1), message(0, "a word and a rare one") + &message(1, "a word")).expect("written");
    fs::write(room.log(2), message(0, "Another Word-rare, twice rare") + "nonsense\n").expect("written");
    let mut index = Index::open(Some(&room.file()));
    room.sync(&mut index);
    room.fill(&mut index);
    let reader = index.reader().expect("a second connection");
    let found = |words: &str| reader.ranked(words, 10, &|_| true).expect("asked");
    let lines = |words: &str| {
        let mut lines: Vec<_> = found(words).hits.iter().map(|hit| (hit.path.clone(), hit.line)).collect();
        lines.sort();
        lines
    };
    let path = |session| room.log(session).to_str().expect("text").to_owned();
    assert_eq!(lines("word"), [(path(1), 1), (path(1), 2), (path(2), 1)]);
    assert_eq!(lines("rare WORD"), [(path(1), 1), (path(2), 1)]);
    assert_eq!(lines("word AND"), [(path(1), 1)], "operators are words");
    assert_eq!(lines("word -rare\" OR *"), Vec::<(String, u32)>::new());
    assert_eq!(lines("… \" *"), Vec::<(String, u32)>::new());
    let hit = &found("rare").hits[0];
    assert!(
        hit.snippet.hits.iter().all(|range| hit.snippet.text[range.clone()].eq_ignore_ascii_case("rare"))
    );
    // Rewritten in place and not yet looked at again: the index still says so, the log does not.
    let text = fs::read_to_string(room.log(2)).expect("read").replace("rare", "fine");
    fs::write(room.log(2), text).expect("written");
    assert_eq!((lines("rare"), found("rare").dropped), (vec![(path(1), 1)], 1));
}

fn texts(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::String(text) => found.push(text.clone()),
        Value::Array(items) => items.iter().for_each(|item| texts(item, found)),
        Value::Object(members) => members.values().for_each(|member| texts(member, found)),
        _ => {}
    }
}

/// JSON text in which some letters are written as escapes.
fn escaped(text: &str, every: usize) -> String {
    let plain = Value::from(text).to_string();
    let mut units = [0; 2];
    let each = text.chars().enumerate().map(|(at, letter)| {
        if at % every == 0 {
            letter.encode_utf16(&mut units).iter().map(|unit| format!("\\u{unit:04x}")).collect()
        } else {
            Value::from(letter.to_string()).to_string().trim_matches('"').replace("\\\"\"", "\\\"")
        }
    });
    if text.contains('"') { plain } else { format!("\"{}\"", each.collect::<String>()) }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_bytes_never_hide_what_the_texts_hold(
        said in prop::collection::vec(("[aAbBkK/\\\\\"\n\u{212A}é\u{1}n]{0,12}", 1..4_usize), 1..20),
        sought in "[aAbBkK/\\\\\"\né\u{1}n]{1,3}",
        letters in prop::sample::select(vec![Letters::Exact, Letters::Any]),
    ) {
        let room = Room::new();
        let lines: Vec<String> = said.iter().enumerate().map(|(at, (text, every))| {
            line(at as u32, ("user_message", &format!("{{\"text\":{}}}", escaped(text, *every))))
        }).collect();
        fs::write(room.log(1), lines.join("\n")).expect("written");
        let query = query(&sought, letters).expect("a query");
        let expected: BTreeSet<u32> = lines.iter().zip(1..).filter(|(line, _)| {
            let mut found = Vec::new();
            texts(&serde_json::from_str::<Value>(line).expect("JSON")["data"], &mut found);
            found.iter().any(|text| match letters {
                Letters::Exact => text.contains(&sought),
                Letters::Any => !query.find(text, 1).is_empty(),
            })
        }).map(|(_, number)| number).collect();
        let (hits, _) = search(&[room.log(1)], &query, 1000);
        let found: BTreeSet<u32> = hits.iter().map(|hit| hit.place.line).collect();
        prop_assert_eq!(found, expected);
    }
}
