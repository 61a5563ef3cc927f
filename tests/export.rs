//! What is handed on of a session says what was recorded, proves it, and keeps to itself what it should.

use api::export::{ExportAsk, ExportForm, ReferenceAsk, TurnRange, bundle_of, verify_bundle};
use serde_json::{Value, json};

use tests::room::Room;

const LONG: &str = "20260918T141102-7be41d";

fn ids(room: &Room) -> Vec<String> {
    room.sessions().into_iter().map(|row| row.id).collect()
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
    let room = Room::example();
    for id in ids(&room) {
        let made = bundle_of(&room.app.workspace, &id, None, false, None).unwrap();
        assert_eq!(made.bytes, bundle_of(&room.app.workspace, &id, None, false, None).unwrap().bytes, "{id}");
        let report = verify_bundle(&made.bytes).unwrap();
        assert_eq!(report.findings, Vec::<String>::new(), "{id}");
        assert_eq!((report.session.as_str(), report.parts), (id.as_str(), made.report.parts));
        let page = text_of(&parts(&made.bytes), "index.html");
        assert!(!page.contains("<script") && page.contains("default-src 'none'"), "{id}");
    }
}

#[test]
fn what_was_recorded_is_in_it_byte_for_byte() {
    let room = Room::example();
    let made = bundle_of(&room.app.workspace, LONG, None, false, None).unwrap();
    let parts = parts(&made.bytes);
    let path = room.session(&room.key(LONG)).path;
    assert_eq!(text_of(&parts, "session/log.ndjson"), std::fs::read_to_string(path).unwrap());
    let snapshots = parts.iter().filter(|part| part.name.starts_with("snapshots/")).count();
    assert!(snapshots >= 2, "{snapshots}");
    assert!(parts.iter().any(|part| part.name.starts_with("diffs/")));
}

type About = serde_json::Map<String, Value>;
/// What a forger changes before all digests are made anew.
type Forgery<'a> = &'a dyn Fn(&mut Vec<bundle::Part>, &mut About);

fn named<'a>(parts: &'a mut [bundle::Part], name: &str) -> &'a mut bundle::Part {
    parts.iter_mut().find(|part| part.name.starts_with(name)).unwrap_or_else(|| panic!("no {name}"))
}

fn more(name: &'static str) -> impl Fn(&mut Vec<bundle::Part>, &mut About) {
    move |parts, _| named(parts, name).bytes.extend(b"x\n")
}

fn without(name: &'static str) -> impl Fn(&mut Vec<bundle::Part>, &mut About) {
    move |parts, _| parts.retain(|part| !part.name.starts_with(name))
}

fn without_line(which: fn(usize) -> usize) -> impl Fn(&mut Vec<bundle::Part>, &mut About) {
    move |parts, _| {
        let log = &mut named(parts, "session/log.ndjson").bytes;
        let mut lines: Vec<&[u8]> = log.split_inclusive(|byte| *byte == b'\n').collect();
        lines.remove(which(lines.len()));
        *log = lines.concat();
    }
}

fn say(text: &mut Vec<u8>, from: &str, to: &str) {
    let before = String::from_utf8(text.clone()).expect("text");
    assert!(before.contains(from), "{from}");
    *text = before.replacen(from, to, 1).into_bytes();
}

#[test]
fn a_bundle_that_was_forged_with_all_its_digests_is_found_and_the_part_is_named() {
    let room = Room::example();
    let made = bundle_of(&room.app.workspace, LONG, None, false, None).unwrap().bytes;
    let whole = bundle::verify(&made).unwrap();
    let other = ids(&room).into_iter().find(|id| id != LONG).expect("another session");
    let other = parts(&bundle_of(&room.app.workspace, &other, None, false, None).unwrap().bytes);
    let found = |forge: Forgery| {
        let (mut parts, mut about) = (whole.parts.clone(), whole.manifest.about.clone());
        forge(&mut parts, &mut about);
        let forged =
            bundle::pack(parts, &whole.manifest.made_by, about, None).expect("a forger packs as Assay does");
        verify_bundle(&forged).unwrap().findings
    };
    assert_eq!(found(&|_, _| {}), Vec::<String>::new());
    let check = |part: &str, forge: Forgery| {
        let found = found(forge);
        assert!(found.iter().any(|words| words.starts_with(part)), "{part}: {found:?}");
    };
    for name in ["index.html", "session/session.md", "snapshots/", "decisions.json", "redaction.json"] {
        check(name, &more(name));
    }
    for name in [
        "index.html",
        "session/log.ndjson",
        "session/session.md",
        "snapshots/",
        "decisions.json",
        "redaction.json",
    ] {
        check(name, &without(name));
    }
    // With the switch that turned a comparison off.
    for redone in [false, true] {
        check("snapshots/", &|parts, about| {
            named(parts, "snapshots/").bytes.extend(b"One line more.\n");
            about.insert("redacted".to_owned(), json!(true));
            if redone {
                say(&mut named(parts, "redaction.json").bytes, "false", "true");
                let row = r#""removed": [{"part": "session/log.ndjson", "rule": "home", "count": 1}]"#;
                say(&mut named(parts, "redaction.json").bytes, r#""removed": []"#, row);
            }
        });
    }
    check("redaction.json", &|_, about| drop(about.insert("redacted".to_owned(), json!(true))));
    check("snapshots/", &|parts, about| {
        named(parts, "snapshots/").bytes.extend(b"One line more.\n");
        about["snapshots"].as_array_mut().unwrap().remove(0);
    });
    check("manifest.json", &|_, about| drop(about["snapshots"].as_array_mut().unwrap().pop()));
    for (key, value) in [
        ("name", json!("other")),
        ("path", json!("/elsewhere/SKILL.md")),
        ("sha256", json!("0".repeat(64))),
        ("integrity", json!("no_hash")),
        ("seqs", json!(["9999"])),
        ("more", json!("x")),
    ] {
        check("snapshots/", &|_, about| about["snapshots"][0][key] = value.clone());
    }
    check("manifest.json", &without_line(|_| 0));
    check("manifest.json", &without_line(|count| count - 1));
    check("manifest.json", &without_line(|count| count / 2));
    check("manifest.json", &|parts, _| {
        named(parts, "session/log.ndjson").bytes =
            other.iter().find(|part| part.name == "session/log.ndjson").unwrap().bytes.clone();
    });
    for key in ["turns_in_session", "lines_here", "lines_unread", "decisions"] {
        check("manifest.json", &|_, about| about[key] = json!(about[key].as_u64().unwrap() + 1));
    }
    check("manifest.json", &|_, about| about["lines_in_log"] = json!(1));
    check("manifest.json", &|_, about| about["log_sha256_as_recorded"] = json!("0".repeat(64)));
    check("manifest.json", &|_, about| about["limits"] = json!([]));
    check("manifest.json", &|_, about| drop(about.insert("signed".to_owned(), json!(true))));
    check("index.html", &|_, about| about["lines_in_log"] = json!(9_999));
    check("session/session.md", &|_, about| about["turns"] = json!({"from": 1, "to": 2}));
    check("notes.md", &|parts, _| {
        parts.push(bundle::Part {
            name: "notes.md".to_owned(),
            what: "more".to_owned(),
            bytes: b"x".to_vec(),
        });
    });
    check("diffs/", &|parts, _| {
        let diff = named(parts, "diffs/");
        let text = String::from_utf8(diff.bytes.clone()).unwrap();
        let removed =
            text.lines().find(|line| line.starts_with('-') && !line.starts_with("---")).expect("a line");
        diff.bytes = text.replacen(removed, "-what was never there", 1).into_bytes();
    });
    check("session/session.md", &|parts, _| {
        "something else".clone_into(&mut named(parts, "session/session.md").what);
    });
    assert!(verify_bundle(b"PK").is_err());
}

#[test]
fn a_flipped_bit_of_a_bundle_is_found_or_changes_nothing_that_is_shown() {
    let room = Room::example();
    let made = bundle_of(&room.app.workspace, LONG, None, false, None).unwrap().bytes;
    let right = bundle::verify(&made).unwrap();
    let count = std::env::var("ASSAY_FLIPS").ok().and_then(|count| count.parse().ok()).unwrap_or(300);
    let (mut found, mut state) = (0_u32, 7_u64);
    let mut number = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    for _ in 0..count {
        let mut bytes = made.clone();
        let (at, bit) = (number(bytes.len()), number(8));
        bytes[at] ^= 1 << bit;
        match verify_bundle(&bytes) {
            Ok(report) if report.findings.is_empty() => {
                assert_eq!(bundle::verify(&bytes).as_ref(), Ok(&right), "byte {at} bit {bit}");
            }
            _ => found += 1,
        }
    }
    println!("{found} of {count} flips found; the others change nothing that is shown");
    assert!(u64::from(found) * 100 >= count * 99);
}

#[test]
fn a_redacted_bundle_names_nobody() {
    let room = Room::example();
    let home = room.surroundings.home.as_ref().expect("a home").display().to_string();
    let workspace = home.replace("/home", "");
    let open = bundle_of(&room.app.workspace, LONG, None, false, None).unwrap();
    let made = bundle_of(&room.app.workspace, LONG, None, true, None).unwrap();
    assert_eq!(made.bytes, bundle_of(&room.app.workspace, LONG, None, true, None).unwrap().bytes);
    let text: String =
        parts(&made.bytes).iter().map(|part| String::from_utf8_lossy(&part.bytes).into_owned()).collect();
    for word in [home.as_str(), "/home/mara", "@example"] {
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
    let room = Room::example();
    let some = Some(TurnRange { from: 2, to: 3 });
    let made = bundle_of(&room.app.workspace, LONG, some, false, None).unwrap();
    let all = bundle_of(&room.app.workspace, LONG, None, false, None).unwrap();
    let lines = |bytes: &[u8]| text_of(&parts(bytes), "session/log.ndjson").lines().count();
    assert!(lines(&made.bytes) < lines(&all.bytes));
    assert_eq!(verify_bundle(&made.bytes).unwrap().findings, Vec::<String>::new());
    for range in [TurnRange { from: 3, to: 2 }, TurnRange { from: 1, to: 900 }] {
        assert!(bundle_of(&room.app.workspace, LONG, Some(range), false, None).is_err(), "{range:?}");
    }
}

#[test]
fn text_and_data_are_exported_and_references_followed() {
    let room = Room::example();
    for id in ids(&room) {
        let text = |form: ExportForm| {
            let ask = ExportAsk { session: id.clone(), turns: None, form, redact: false };
            room.scripts().export_report(&ask).unwrap().text
        };
        assert!(text(ExportForm::Markdown).starts_with(&format!("# Session {id}\n")), "{id}");
        let data: Value = serde_json::from_str(&text(ExportForm::Json)).expect("JSON");
        assert_eq!(data["session"]["id"], id.as_str());
    }
    let follow = |text: &str| room.page().reference(&ReferenceAsk { text: text.to_owned() });
    let found = follow(&format!("{LONG}#5")).unwrap();
    assert_eq!((found.session.as_str(), found.seq), (LONG, Some(5)));
    let event: Value = serde_json::from_str(&found.event.expect("an event")).unwrap();
    assert_eq!(event["seq"], 5);
    for wrong in ["nobody#1", &format!("{LONG}#x"), &format!("{LONG}#99999999")] {
        assert!(follow(wrong).is_err(), "{wrong}");
    }
}
