//! The rules of Pixir on cases of our own, so that they hold where no oracle is at hand.

#![allow(clippy::disallowed_methods, reason = "tests make the files they read")]

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::index::Kind;
use crate::*;

/// A line as Pixir writes it.
pub(crate) fn line(seq: usize, kind: &str, body: &str) -> String {
    format!(
        r#"{{"data":{body},"id":"{seq:016x}","type":"{kind}","seq":{seq},"session_id":"s","ts":"2026-05-01T10:20:30.123456Z"}}"#
    )
}

/// Lines from short words: the type, a space, the body.
pub(crate) fn lines(script: &[&str]) -> String {
    let line = |(seq, words): (usize, &&str)| {
        let (kind, body) = words.split_once(' ').unwrap_or((words, "{}"));
        line(seq, kind, body) + "\n"
    };
    script.iter().enumerate().map(line).collect()
}

struct Place {
    path: PathBuf,
    _home: tempfile::TempDir,
}

fn file(text: &[u8]) -> Place {
    let home = tempfile::tempdir().expect("a folder");
    let path = home.path().join("log");
    fs::write(&path, text).expect("written");
    Place { path, _home: home }
}

fn log(text: &str) -> (Log, Place) {
    let place = file(text.as_bytes());
    (Log::open(&place.path).expect("readable"), place)
}

const USER: &str = r#"user_message {"text":"do it"}"#;
const SAID: &str = r#"assistant_message {"text":"done"}"#;
const CUT: &str = r#"assistant_message {"metadata":{"partial":true},"text":"do"}"#;
const FAILED: &str = r#"turn_failed {"error_kind":"quota"}"#;
const BY_USER: &str = r#"skill_activation {"activated_by":"user","content":"A","name":"a"}"#;
const BY_MODEL: &str = r#"skill_activation {"activated_by":"model","content":"A","name":"a"}"#;
const CALL: &str = r#"tool_call {"args":{},"call_id":"c","name":"bash"}"#;
const STOPPED: &str = r#"tool_result {"call_id":"c","error":{"details":{"reason":"interrupt"},"kind":"orphan_tool_call"},"ok":false}"#;
const LEFT: &str = r#"tool_result {"call_id":"c","error":{"details":{"reason":"before_start_turn"},"kind":"orphan_tool_call"},"ok":false}"#;
const CHILD: &str = r#"subagent_event {"event":"finished","subagent_id":"sub_1"}"#;
const RUNTIME: &str = r#"user_message {"author":"runtime","text":"boundary"}"#;

#[test]
fn turns_follow_from_the_order_of_events() {
    use Outcome::{Answered, Failed, Interrupted, Open};
    let check = |script: &[&str], expected: &[(std::ops::Range<usize>, Outcome)], between: &[usize]| {
        let (log, _place) = log(&lines(script));
        let folded = fold(&log);
        let turns: Vec<_> =
            folded.turns().iter().map(|turn| (turn.positions.clone(), turn.outcome)).collect();
        assert_eq!(turns, expected, "{script:?}");
        let free: Vec<usize> = (0..log.len()).filter(|at| folded.turn_at(*at).is_none()).collect();
        assert_eq!(free, between, "{script:?}");
    };
    check(&["subagent_event", USER, "provider_usage", SAID, CHILD], &[(1..4, Answered)], &[0, 4]);
    check(&[BY_USER, BY_USER, USER, SAID, USER], &[(0..4, Answered), (4..5, Open)], &[]);
    check(&[USER, CUT, FAILED, USER, FAILED], &[(0..3, Failed), (3..5, Failed)], &[]);
    check(&[USER, CALL, BY_USER, USER, SAID], &[(0..2, Interrupted), (2..5, Answered)], &[]);
    check(&[USER, CALL, STOPPED, CHILD, USER], &[(0..3, Interrupted), (4..5, Open)], &[3]);
    check(&[USER, CALL, LEFT, BY_USER, USER, SAID], &[(0..3, Interrupted), (3..6, Answered)], &[]);
    check(&[USER, CALL, FAILED, CHILD, LEFT, USER], &[(0..3, Failed), (5..6, Open)], &[3]);
    check(&[BY_USER, CHILD, USER, SAID, RUNTIME, USER], &[(2..4, Answered), (5..6, Open)], &[0, 1, 4]);
    check(&[LEFT, SAID, FAILED], &[], &[0, 1, 2]);
    check(&[USER, CALL, BY_MODEL, "history_compaction", SAID], &[(0..5, Answered)], &[]);
}

#[test]
fn a_turn_counts_what_it_holds() {
    let view =
        r#"tool_call {"args":{"name":"a","path":"references/x.md"},"call_id":"v","name":"skill_view"}"#;
    let got = r#"tool_result {"call_id":"v","ok":true,"output":"x"}"#;
    let usage = r#"provider_usage {"model":"m","usage_summary":{"input_tokens":5,"output_tokens":2}}"#;
    let flow = r#"workflow_event {"kind":"workflow_started","template":{"skill":"a","template_id":"a/t"}}"#;
    let (log, _place) = log(&lines(&[BY_USER, USER, usage, view, got, usage, flow, SAID]));
    let folded = fold(&log);
    let turn = &folded.turns()[0];
    assert_eq!((turn.tools, turn.calls, turn.activations.as_slice()), (1, 2, [0].as_slice()));
    assert_eq!(turn.opened_line(&log), Some(2));
    let detail = detail(&log, turn);
    assert_eq!(detail.prompt.as_deref(), Some("do it"));
    assert_eq!(detail.tokens, Some(Tokens { input: 10, output: 4, ..Tokens::default() }));
    let ways: Vec<_> = detail.shaped.iter().map(|shaped| (shaped.line, &shaped.by)).collect();
    assert!(matches!(ways[0], (1, Shaping::Activation(_))));
    let opened = Opened { skill: "a".into(), path: "references/x.md".into(), ok: Some(true) };
    assert_eq!(ways[1], (4, &Shaping::Resource(opened)));
    assert!(matches!(ways[2], (7, Shaping::Workflow(_))));
}

#[test]
fn a_turn_tells_whether_a_text_in_it_was_cut() {
    let (log, _place) = log(&lines(&[USER, CUT, CALL, FAILED, USER, SAID]));
    let cut: Vec<bool> = fold(&log).turns().iter().map(|turn| turn.partial).collect();
    assert_eq!(cut, [true, false]);
}

#[test]
fn a_fork_marks_what_it_copied() {
    let fork = r#"session_fork {"parent_session_id":"p","replay_event_count":2}"#;
    let (log, _place) = log(&lines(&[fork, USER, SAID, USER, SAID]));
    let origins: Vec<Origin> = fold(&log).turns().iter().map(|turn| turn.origin).collect();
    assert_eq!(origins, [Origin::Copied, Origin::Here]);
}

#[test]
fn the_model_sees_activations_until_a_checkpoint_covers_them() {
    let cut =
        r#"history_compaction {"compacted_skill_activations":[{"name":"a","seq":0}],"range":{"to_seq":2}}"#;
    let (log, _place) = log(&lines(&[BY_USER, USER, SAID, BY_USER, USER, SAID, cut, USER]));
    let context = Context::read(&log);
    let visible = |at: usize| context.visible_at(&log, at);
    assert_eq!((visible(2), visible(5), visible(6), visible(7)), (vec![0], vec![0, 3], vec![3], vec![3]));
    let dropped = Dropped { position: 0, checkpoint: 6, is_named: true };
    assert_eq!((context.dropped_at(&log, 5), context.dropped_at(&log, 7)), (vec![], vec![dropped]));
    let spans: Vec<_> = context.bands(&log).into_iter().map(|band| (band.spans, band.dropped)).collect();
    let one = |from: usize, to: usize| std::iter::once(from..to).collect::<Vec<_>>();
    assert_eq!(spans, [(one(0, 6), Some(dropped)), (one(3, 8), None)]);
    let numbers: Vec<Option<u64>> = provider_history(&log).iter().map(Seq::number).collect();
    assert_eq!(numbers, [6, 3, 4, 5, 7].map(Some));
}

#[test]
fn an_older_checkpoint_can_give_a_text_back() {
    let far = r#"history_compaction {"range":{"to_seq":1}}"#;
    let none = r#"history_compaction {"range":{}}"#;
    let near = r#"history_compaction {"range":{"to_seq":-1}}"#;
    let (log, _place) = log(&lines(&[BY_USER, USER, far, SAID, near, SAID, none]));
    let bands = Context::read(&log).bands(&log);
    assert_eq!(bands[0].spans, [0..2, 4..6]);
    assert_eq!(bands[0].dropped.map(|dropped| dropped.checkpoint), Some(6));
}

#[test]
fn a_text_is_dropped_by_the_checkpoint_that_took_it_and_not_by_a_later_one() {
    let first = r#"history_compaction {"range":{"to_seq":1}}"#;
    let second =
        r#"history_compaction {"compacted_skill_activations":[{"name":"a","seq":0}],"range":{"to_seq":4}}"#;
    let (log, _place) = log(&lines(&[BY_USER, USER, first, BY_MODEL, SAID, second, USER]));
    let context = Context::read(&log);
    let takers = |at: usize| -> Vec<(usize, usize, bool)> {
        let dropped = context.dropped_at(&log, at).into_iter();
        dropped.map(|one| (one.position, one.checkpoint, one.is_named)).collect()
    };
    assert_eq!((takers(1), takers(2), takers(4)), (vec![], vec![(0, 2, false)], vec![(0, 2, false)]));
    assert_eq!(takers(6), [(0, 2, true), (3, 5, false)]);
    let bands: Vec<_> =
        context.bands(&log).iter().map(|band| band.dropped.map(|one| one.checkpoint)).collect();
    assert_eq!(bands, [Some(2), Some(5)]);
}

#[test]
fn of_checkpoints_with_one_number_the_first_is_in_force() {
    let cut = |to: u32| line(5, "history_compaction", &format!(r#"{{"range":{{"to_seq":{to}}}}}"#)) + "\n";
    let before = lines(&[BY_USER, USER, SAID, BY_USER, USER]);
    let (log, _place) = log(&(before + &cut(1) + &cut(4)));
    let context = Context::read(&log);
    assert_eq!(log.len(), 7);
    assert_eq!((context.checkpoint_at(6), context.visible_at(&log, 6)), (Some(5), vec![3]));
}

#[test]
fn what_is_no_fork_has_nothing_that_was_copied() {
    let (log, _place) = log(&lines(&[USER, SAID, USER, SAID]));
    assert!(fold(&log).turns().iter().all(|turn| turn.origin == Origin::Here));
}

#[test]
fn activations_are_sent_where_their_call_is_answered() {
    let check = |script: &[&str], expected: &[usize]| {
        let (log, _place) = log(&lines(script));
        let context = Context::read(&log);
        assert_eq!(context.visible_at(&log, log.len()), expected, "{script:?}");
        for at in 0..log.len() {
            let mut sent = context.visible_at(&log, at);
            sent.sort_unstable();
            assert_eq!(sent, context.visible_as_recorded(&log, at), "{script:?} at {at}");
        }
    };
    let view = |id: &str, name: &str| {
        format!(r#"tool_call {{"args":{{"name":"{name}"}},"call_id":"{id}","name":"skill_view"}}"#)
    };
    let act = |name: &str| format!(r#"skill_activation {{"activated_by":"model","name":"{name}"}}"#);
    let got = |id: &str| format!(r#"tool_result {{"call_id":"{id}","ok":true}}"#);
    let (a, b) = (view("1", "a"), view("2", "b"));
    // Two wait; the answers come the other way round.
    check(&[USER, &a, &b, &act("a"), &act("b"), &got("2"), &got("1"), SAID], &[4, 3]);
    // Neither is answered: closed by the order of their ids.
    check(&[USER, &b, &a, &act("b"), &act("a"), SAID], &[4, 3]);
    // Two calls for one skill: no telling which, so it goes out at once.
    let again = view("2", "a");
    check(&[USER, &a, &again, &act("a"), &act("a"), SAID], &[3, 4]);
    // A call sends what waits before it.
    check(&[USER, &a, &act("a"), CALL, &act("b"), &got("1")], &[2, 4]);
}

#[test]
fn logs_are_accepted_or_refused_as_pixir_would() {
    let good = lines(&[USER, SAID]);
    let check = |text: &str, expected: &str| {
        let (log, _place) = log(text);
        assert_eq!(accept(&log).to_string(), expected, "{text}");
    };
    check("", "Pixir accepts this log.");
    check("\n\n", "Pixir accepts this log.");
    check(&good.replace('\n', "\r\n"), "Pixir accepts this log.");
    check(good.trim_end(), "Pixir accepts this log.");
    check(&(good.clone() + " \n"), "Pixir refuses this log at line 3: the JSON ends too early, at byte 2.");
    check(&format!("\u{feff}{good}"), "Pixir refuses this log at line 1: unexpected byte 0xEF at byte 1.");
    check(&(good.clone() + "[1]\n"), "Pixir refuses this log at line 3: valid JSON, but not an object.");
    check(&(good.clone() + "{}\n"), "Pixir refuses this log at line 3: the event has no type.");
    check(&(good.clone() + "{\"da"), "Pixir refuses this log at line 3: the last line is not complete.");
    check(
        &(lines(&["skill_context_hydration"]) + "oops\n"),
        "Pixir refuses this log at line 1: the event type \"skill_context_hydration\" is not a Pixir type.",
    );
    check(
        &good.replace("\"seq\":1", "\"seq\":-1"),
        "Pixir opens this session, but every turn fails: in line 2, its seq is not a whole number from 0 on.",
    );
    let covered = lines(&["reasoning []", r#"history_compaction {"range":{"to_seq":0}}"#, USER]);
    check(&covered, "Pixir accepts this log.");
}

#[test]
fn the_next_number_follows_the_last_in_fold_order() {
    for (numbers, next) in [
        (vec![], "0"),
        (vec!["0", "7"], "8"),
        (vec!["7", "0"], "8"),
        (vec!["0", "null"], "2"),
        (vec!["1.5", "0"], "2"),
        (vec!["123456789012345678901234567890", "1"], "123456789012345678901234567891"),
    ] {
        let line = |number: &&str| format!("{{\"type\":\"reasoning\",\"seq\":{number}}}\n");
        let (log, _place) = log(&numbers.iter().map(line).collect::<String>());
        assert_eq!(next_seq(&log).to_string(), next, "{numbers:?}");
    }
}

#[test]
fn a_growing_log_is_followed() {
    let usage = |model: &str| format!(r#"provider_usage {{"model":"{model}"}}"#);
    let child = r#"subagent_event {"event":"started","subagent_id":"sub_1"}"#;
    let script = [BY_USER, USER, CALL, &usage("a"), STOPPED, child, USER, &usage("b"), SAID];
    // A number is missing, and one comes twice.
    let whole = lines(&script).replace(r#""seq":4"#, r#""seq":3"#);
    let place = file(b"");
    let mut log = Log::open(&place.path).expect("readable");
    let found = LogPlace {
        id: SessionId::parse(b"s").expect("an id"),
        path: place.path.clone(),
        workspace: PathBuf::new(),
        subagent: None,
        live: false,
        family: None,
        source: Source::Pixir,
    };
    let (mut turns, mut context) = (fold(&log), Context::read(&log));
    let (mut sound, mut named, mut family) = (soundness(&log), models(&log), lineage(&log, &found));
    for end in 1..=whole.len() {
        fs::write(&place.path, &whole.as_bytes()[..end]).expect("written");
        let change = log.refresh().expect("readable");
        assert!(matches!(change, Change::Grew { .. }), "{end}: {change:?}");
        turns.follow(&log, change);
        context.follow(&log, change);
        sound.follow(&log, change);
        named.follow(&log, change);
        family.follow(&log, change);
        let anew = Log::open(&place.path).expect("readable");
        assert_eq!(log.rows(), anew.rows(), "{end}");
        assert_eq!((log.unread(), log.unfinished()), (anew.unread(), anew.unfinished()), "{end}");
        assert_eq!(turns, fold(&anew), "{end}");
        assert_eq!(context.activations(), Context::read(&anew).activations(), "{end}");
        assert_eq!((&sound, &named), (&soundness(&anew), &models(&anew)), "{end}");
        assert_eq!(family, lineage(&anew, &found), "{end}");
    }
    assert_eq!((sound.gaps.missing, sound.repeated), (1, 1));
    assert_eq!((named.names(), family.children.len()), (vec!["a".to_owned(), "b".to_owned()], 1));
    assert_eq!(log.refresh(), Ok(Change::None));
}

#[test]
fn a_log_that_is_not_what_it_was_is_read_anew() {
    let whole = lines(&[USER, SAID, USER, SAID]);
    let rewritten = whole.replace("do it", "did it");
    let shorter = lines(&[USER]);
    for other in [&rewritten, &shorter, &(rewritten.clone() + &rewritten)] {
        let place = file(whole.as_bytes());
        let mut log = Log::open(&place.path).expect("readable");
        fs::write(&place.path, other).expect("written");
        assert_eq!(log.refresh(), Ok(Change::Rebuilt));
        assert_eq!(log.rows(), Log::open(&place.path).expect("readable").rows());
    }
    let place = file(whole.as_bytes());
    let mut log = Log::open(&place.path).expect("readable");
    fs::write(place.path.with_extension("new"), &whole).expect("written");
    fs::rename(place.path.with_extension("new"), &place.path).expect("renamed");
    assert_eq!(log.refresh(), Ok(Change::Rebuilt));
    fs::remove_file(&place.path).expect("removed");
    assert!(log.refresh().is_err());
}

#[test]
fn a_number_out_of_order_is_seen_where_it_begins_a_piece_and_where_it_does_not() {
    for count in [PIECE - 1, PIECE, PIECE + 1] {
        let (mut log, place) = log(&lines(&vec!["tool_call"; count]));
        assert!(log.is_in_order());
        let late = line(3, "turn_failed", "{}") + "\n";
        fs::write(&place.path, lines(&vec!["tool_call"; count]) + &late).expect("written");
        assert_eq!(log.refresh(), Ok(Change::Grew { from: count }));
        assert!(!log.is_in_order(), "{count}");
        assert_eq!(log.position_of_record(count as u32 + 1), Some(4), "{count}");
    }
}

#[test]
fn a_large_log_is_guessed_first_and_corrected_later() {
    let filler = format!(r#"tool_result {{"call_id":"c","ok":true,"output":"{}"}}"#, "x".repeat(90_000));
    let mut script: Vec<&str> = vec![filler.as_str(); 100];
    script[3] = USER;
    script[50] = SAID;
    let text = lines(&script).replacen("do it", "do\u{1}it", 1);
    let long = line(100, "tool_call", &format!(r#"{{"args":"{}"}}"#, "y".repeat(700_000)));
    let text = format!("{text}\n{long}\n{}", line(101, "turn_failed", "{}"));
    let (mut guessed, place) = log(&text);
    assert!(text.len() as u64 > FULL_LIMIT && !guessed.is_validated());
    assert_eq!((guessed.len(), guessed.unread().len(), fold(&guessed).turns().len()), (102, 0, 1));
    assert!(guessed.ends_without_line_feed());
    assert_eq!(guessed.validate(), Ok(true));
    assert_eq!((guessed.len(), guessed.unread().len(), fold(&guessed).turns().len()), (101, 1, 0));
    assert_eq!(guessed.unread()[0].line, 4);
    assert_eq!(guessed.validate(), Ok(false));
    let two = Log::open_with(&place.path, Threads::One).expect("readable");
    assert_eq!(two.lines(), guessed.lines());
    assert_eq!(guessed.event(99).map(|event| event.line), Some(102));
    assert_eq!(guessed.raw(102).and_then(Result::ok).as_deref(), Some(long.as_bytes()));
}

#[test]
fn a_log_is_checked_in_parts_and_left_as_it_is() {
    let filler = format!(r#"tool_result {{"call_id":"c","ok":true,"output":"{}"}}"#, "x".repeat(90_000));
    let mut script: Vec<&str> = vec![filler.as_str(); 100];
    script[50] = USER;
    let (sound, place) = log(&lines(&script));
    assert!(!sound.is_validated());
    assert_eq!(sound.check(1), Ok(Checked::InPart));
    assert_eq!(sound.check(u64::MAX), Ok(Checked::Sound));
    assert!(sound.is_validated());
    write(&place.path, &lines(&script).replacen("do it", "do\u{1}it", 1));
    let broken = Log::open(&place.path).expect("readable");
    assert_eq!(broken.check(u64::MAX), Ok(Checked::Differs));
    assert_eq!((broken.unread().len(), broken.is_validated()), (0, false), "checking changes nothing");
}

#[test]
fn the_next_log_holds_what_was_added_and_the_one_before_stays_as_it_is() {
    let (before, place) = log(&lines(&[USER]));
    assert!(before.next().expect("readable").is_none());
    write(&place.path, &lines(&[USER, SAID]));
    let (next, change) = before.next().expect("readable").expect("it grew");
    assert_eq!(change, Change::Grew { from: 1 });
    assert_eq!((before.len(), next.len()), (1, 2));
    assert!(next.next().expect("readable").is_none());
    assert!(before.next().expect("readable").is_some());
}

#[test]
fn oddities_are_counted_and_hashes_compared() {
    let text =
        lines(&[USER, SAID, SAID, USER]).replace("\"seq\":2", "\"seq\":1").replace("\"seq\":3", "\"seq\":9");
    let (odd, _place) = log(&(text + &lines(&[BY_USER])[..60] + "\n{\"type\":\"reasoning\"}\n{\"d"));
    let found = soundness(&odd);
    assert_eq!((found.repeated, found.unnumbered, found.unread), (1, 1, 1));
    assert_eq!(found.gaps, Gaps { places: 1, missing: 7 });
    assert_eq!(found.ending, Ending::Cut { bytes: 3 });
    assert!(!found.is_sound());
    let (good, _place) = log(&lines(&[USER, SAID]));
    assert!(soundness(&good).is_sound());
    let mut activation = Activation { content: Some("abc".into()), ..Activation::default() };
    assert!(matches!(verify(&activation), Integrity::NoHash(_)));
    activation.content_hash = Some(disk::Digest::of(b"abc").to_string());
    assert!(matches!(verify(&activation), Integrity::Verified(_)));
    activation.content = Some("abd".into());
    assert!(matches!(verify(&activation), Integrity::Mismatch { recorded: Some(_), .. }));
    activation.content_hash = Some("h".into());
    assert!(matches!(verify(&activation), Integrity::Mismatch { recorded: None, .. }));
    assert_eq!(verify(&Activation::default()), Integrity::NoContent);
}

pub(crate) fn write(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().expect("a folder")).expect("made");
    fs::write(path, text).expect("written");
}

#[test]
fn logs_are_found_wherever_children_write_them() {
    let home = tempfile::tempdir().expect("a folder");
    let sessions = home.path().join(".pixir/sessions");
    let inner = home.path().join(".pixir/subagents/sub_1/workspace");
    assert_eq!(find(home.path(), SystemTime::now()).looked[0].outcome, Outlook::Missing);
    for path in [
        sessions.join("a.ndjson"),
        sessions.join("-bad.ndjson"),
        sessions.join("a.ndjson.tmp-0a1b2c3d"),
        sessions.join("notes.txt"),
        inner.join(".pixir/sessions/b.ndjson"),
        inner.join(".pixir/subagents/sub_2/workspace/.pixir/sessions/a.ndjson"),
    ] {
        write(&path, "");
    }
    fs::create_dir(sessions.join("d.ndjson")).expect("made");
    #[cfg(unix)]
    std::os::unix::fs::symlink("nowhere", sessions.join("l.ndjson")).expect("linked");
    #[cfg(unix)]
    std::os::unix::fs::symlink("sub_1", home.path().join(".pixir/subagents/sub_3")).expect("linked");
    let found = find(home.path(), SystemTime::now());
    let ids: Vec<_> = found.logs.iter().map(|log| (log.id.as_str(), log.subagent.as_deref())).collect();
    assert_eq!(ids, [("a", None), ("b", Some("sub_1")), ("a", Some("sub_2"))]);
    assert!(found.logs.iter().all(|log| !log.live));
    let codes: Vec<_> = found.problems.iter().map(Problem::code).collect();
    let expected = [
        "invalid_session_id",
        "unsafe_state_path",
        "unsafe_state_path",
        "unsafe_state_path",
        "same_session_id",
    ];
    assert_eq!(
        codes,
        if cfg!(unix) { expected.to_vec() } else { vec![expected[0], expected[1], expected[4]] }
    );
}

#[test]
fn a_tree_stops_at_what_is_missing_and_at_circles() {
    let home = tempfile::tempdir().expect("a folder");
    let told = |child: &str, event: &str| {
        format!(r#"subagent_event {{"child_session_id":"{child}","event":"{event}","subagent_id":"sub_1"}}"#)
    };
    let again = r#"subagent_event {"child_session_id":"c","event":"retrying","failed_child_session_id":"b","subagent_id":"sub_1"}"#;
    let fork = r#"session_fork {"forked_to_seq":1,"parent_session_id":"a"}"#;
    for (id, script) in [
        ("a", vec![told("b", "started"), again.to_owned(), told("c", "finished")]),
        ("b", vec![told("gone", "started")]),
        ("c", vec![told("a", "started")]),
        ("f", vec![fork.to_owned()]),
    ] {
        let script: Vec<&str> = script.iter().map(String::as_str).collect();
        write(&home.path().join(format!(".pixir/sessions/{id}.ndjson")), &lines(&script));
    }
    let found = find(home.path(), SystemTime::now());
    let read = |place: &LogPlace| lineage(&Log::open(&place.path).expect("readable"), place);
    let family: Vec<Lineage> = found.logs.iter().map(read).collect();
    let tree = tree(&family.iter().collect::<Vec<_>>(), &family[0]);
    assert_eq!(tree.forks.iter().map(|fork| fork.id.as_str()).collect::<Vec<_>>(), ["f"]);
    let branch = &tree.children[0];
    assert_eq!(branch.child.events, ["started", "retrying", "finished"]);
    let retried = &branch.retried[0];
    assert_eq!((retried.id.as_str(), retried.stop), ("b", None));
    assert_eq!(retried.children[0].session.as_ref().and_then(|gone| gone.stop), Some(Stop::Missing));
    let session = branch.session.as_ref().expect("a session");
    let circle = session.children[0].session.as_ref().expect("a session");
    assert_eq!((circle.id.as_str(), circle.stop), ("a", Some(Stop::Cycle)));
    assert_eq!(family[0].counts[&Kind::SubagentEvent], 3);
}

#[test]
fn resources_are_looked_for_beside_the_log_and_nowhere_else() {
    let home = tempfile::tempdir().expect("a folder");
    let hash = disk::Digest::of(b"spec");
    let mark = |id: &str, extension: &str| {
        format!(
            r#"{{"content_sha256":"{hash}","extension":"{extension}","kind":"file","resource_id":"{id}"}}"#
        )
    };
    let marks = [mark("res_1", "txt"), mark("res_2", "txt"), mark("../res", "txt"), mark("res_1", "../txt")];
    let body = format!(r#"user_message {{"resources":[{}],"text":"see"}}"#, marks.join(","));
    write(&home.path().join(".pixir/sessions/a.ndjson"), &lines(&[&body]));
    write(&home.path().join(format!(".pixir/sessions/a/resources/res_1/{hash}.txt")), "spec");
    let found = find(home.path(), SystemTime::now());
    let log = Log::open(&found.logs[0].path).expect("readable");
    let resources = resources(&log, &found.logs[0]);
    let stored: Vec<_> = resources.iter().map(|resource| &resource.stored).collect();
    assert!(matches!(stored[0], Stored::Here { size: 4, .. }) && is_unchanged(&resources[0]) == Some(true));
    assert!(matches!(stored[1], Stored::Missing { .. }));
    assert_eq!(stored[2..], [&Stored::NotKept, &Stored::NotKept]);
}
