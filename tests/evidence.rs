//! Evidence of hydrations: written beside a session's log, read back in the turn it belongs to.
#![allow(clippy::disallowed_methods, reason = "tests make the files they read")]

mod traces;

use std::cell::Cell;
use std::fs;
use std::path::PathBuf;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use api::{App, Surroundings};
use proptest::prelude::*;
use serde_json::{Value, json};
use sessions::evidence::{
    ActivationMark, Anchor, Containment, Ending, Executable, FileMark, HydratedSkill, Limits, Permission,
    Release, Requester, SourceMark, Step, Surface, TurnMark,
};
use sessions::{
    CannotAppend, Chain, Companion, Draft, EventKind, Fact, Hydration, Kind, Log, LogPlace, Output,
    OutputLost, Role, SessionId, companion_path, facts, fold, inherited_facts, keep_output, output_path,
    read_output,
};

use crate::lease::tree;
use tests::room::{open, surroundings};

const ID: &str = "20260918T141102-7be41d";
const FORK: &str = "20260918T150000-aaaaaa";
thread_local! {
    static NOW: Cell<u64> = const { Cell::new(1_789_742_000_000) };
}

fn clock() -> SystemTime {
    UNIX_EPOCH + Duration::from_millis(NOW.get())
}

struct Room {
    _folder: tempfile::TempDir,
    kept: PathBuf,
    workspace: PathBuf,
}

/// Three turns; each second of a turn is its number and a digit.
const TURNS: &[(&str, &str)] = &[
    ("subagent_event", r#"{"event":"permission_posture","permission_mode":"ask","lineage":"root"}"#),
    (
        "skill_activation",
        r#"{"activated_by":"user","name":"notes","content":"N","content_hash":"h","scope":"repo"}"#,
    ),
    ("user_message", r#"{"text":"one $notes"}"#),
    ("tool_call", r#"{"args":{"command":"git diff"},"call_id":"c1","name":"bash"}"#),
    ("permission_decision", r#"{"call_id":"c1","decision":"allow"}"#),
    ("tool_result", r#"{"call_id":"c1","ok":true,"output":"x"}"#),
    ("assistant_message", r#"{"text":"1"}"#),
    ("user_message", r#"{"text":"two"}"#),
    ("provider_usage", r#"{"model":"m"}"#),
    ("assistant_message", r#"{"text":"2"}"#),
    ("history_compaction", r#"{"range":{"from_seq":0,"to_seq":6},"trigger":"manual"}"#),
    ("user_message", r#"{"text":"three"}"#),
    ("assistant_message", r#"{"text":"3"}"#),
];

fn log(id: &str, from: usize, events: &[(&str, &str)]) -> String {
    let line = |(at, (kind, data)): (usize, &(&str, &str))| {
        let seq = at + from;
        format!(
            r#"{{"data":{data},"id":"{seq:016x}","type":"{kind}","seq":{seq},"session_id":"{id}","ts":"2026-09-18T14:11:{at:02}.500000Z"}}"#
        ) + "\n"
    };
    events.iter().enumerate().map(line).collect()
}

fn room() -> Room {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (kept, workspace) = (folder.path().join("kept"), folder.path().join("work"));
    fs::create_dir_all(workspace.join(".pixir/sessions")).unwrap();
    let room = Room { kept, workspace, _folder: folder };
    fs::write(room.log(ID), log(ID, 0, TURNS)).unwrap();
    room
}

fn id(text: &str) -> SessionId {
    SessionId::parse(text.as_bytes()).expect("an id")
}

impl Room {
    fn log(&self, session: &str) -> PathBuf {
        self.workspace.join(".pixir/sessions").join(format!("{session}.ndjson"))
    }

    fn companion(&self) -> Companion {
        Companion::open(&self.kept, &self.workspace, &id(ID)).expect("readable")
    }

    /// Writes evidence at a second of the session's time.
    fn note(&self, draft: &Draft, second: u64) {
        // 2026-09-18T14:11:00Z and the second.
        let now = UNIX_EPOCH + Duration::from_millis(1_789_740_660_900 + second * 1000);
        self.companion().append(draft, now).expect("written");
    }

    fn hydrate(&self, after: u64, text: &str) {
        self.note(&Draft::hydration(&hydration(after, text)), after);
    }

    fn app(&self) -> App {
        open(Surroundings { kept: Some(self.kept.clone()), clock, ..surroundings(self.workspace.clone()) })
    }
}

/// Asks as a door does. A second passes first, so that the engine looks again.
fn ask(app: &App, name: &str, body: &Value) -> Value {
    NOW.set(NOW.get() + 2_000);
    let answer = tests::answer(app, name, &body.to_string());
    serde_json::from_str(&answer.unwrap_or_else(|failure| panic!("{name} {body}: {failure}"))).expect("JSON")
}

fn key(app: &App, session: &str) -> String {
    let answer = ask(app, "sessions", &json!({"text": "", "sort": "newest", "from": 0, "count": 9}));
    let rows = answer["rows"].as_array().unwrap().iter();
    rows.into_iter().find(|row| row["id"] == session).expect("the session")["key"]
        .as_str()
        .unwrap()
        .to_owned()
}

fn rows(app: &App, key: &str) -> Vec<Value> {
    ask(app, "timeline", &json!({"key": key, "from": 0, "count": 99}))["rows"].as_array().unwrap().clone()
}

fn turn(app: &App, key: &str, number: u64) -> Value {
    rows(app, key).into_iter().find(|row| row["what"]["number"] == number).expect("the turn")["row"].clone()
}

/// A row's events in short: which log, which line, what.
fn shown(app: &App, key: &str, row: &Value) -> Vec<String> {
    let answer = ask(app, "events", &json!({"key": key, "row": row, "from": 0, "count": 99}));
    assert_eq!(answer["total"], answer["events"].as_array().unwrap().len());
    let short = |event: &Value| {
        let word = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        format!("{} {} {}", word(&event["log"]), event["line"], word(&event["what"]["kind"]))
    };
    answer["events"].as_array().unwrap().iter().map(short).collect()
}

fn words(text: &str) -> Option<String> {
    Some(text.to_owned())
}

fn hydration(after: u64, text: &str) -> Hydration {
    Hydration {
        version: Some(1),
        hydration_id: Some(format!("hyd_{after:016x}")),
        anchor: Some(Anchor { session_id: words(ID), after_seq: Some(after) }),
        skill: Some(HydratedSkill {
            name: words("notes"),
            scope: words("repo"),
            path: words("/w/notes/SKILL.md"),
            short_path: words("repo:notes/SKILL.md"),
            content_hash: words("h"),
        }),
        activation: Some(ActivationMark { event_id: words("e"), seq: Some(1), content_hash: words("h") }),
        turn: Some(TurnMark { number: Some(1), user_message_id: words("m") }),
        context_source_id: words("diff"),
        source: Some(SourceMark {
            title: words("What changed"),
            origin: words("inline"),
            definition_hash: words("d"),
            line: Some(16),
        }),
        surface: Some(Surface::Command {
            argv: vec!["git".into(), "log".into(), "--oneline".into(), "a b".into()],
            added: Vec::new(),
            shell: None,
            cwd: words("/w"),
        }),
        executable: Some(Executable { path: words("git"), sha256: None, sealed: vec![<_>::default()] }),
        permission: Some(Permission {
            mode: words("ask"),
            mode_from: words("the workspace"),
            decision: words("allow"),
            by: words("user"),
            rule: None,
            grant_id: None,
            lifetime: words("session"),
        }),
        execution: words("explicit"),
        steps: vec![Step {
            step: words("asked"),
            at: words("2026-09-18T14:11:05.100Z"),
            by: words("agent"),
            words: None,
        }],
        sandbox: Some(Containment {
            level: words("full"),
            words: words("bubblewrap"),
            network: Some(false),
            writes: words("nothing"),
            limits: Some(Limits { wall_ms: Some(10_000), memory: None, keep: Some(32_768) }),
        }),
        result: Some(Ending { exit_code: Some(0), signal: None, end: words("exit"), duration_ms: Some(170) }),
        output: words(text),
        bytes_total: Some(text.len() as u64),
        bytes_kept: Some(text.len() as u64),
        truncated: Some(false),
        sha256: Some(disk::Digest::of(text.as_bytes()).to_string()),
        sha256_raw: Some(disk::Digest::of(text.as_bytes()).to_string()),
        replaced_bytes: Some(0),
        redactions: Some(0),
        limitations: vec!["stderr dropped".into()],
        requester: Some(Requester { kind: words("mcp"), name: words("pixir"), version: words("0.1.12") }),
        released: Some(Release { to: words("pixir"), at: words("2026-09-18T14:11:05.800Z") }),
        ..Hydration::default()
    }
}

fn refusal(anchor: Option<u64>) -> Draft {
    let mut data = json!({
        "call_id": "hyd_00000000000000ff", "decision": "deny", "gate": "skill_context_hydration",
        "context_source_id": "env", "skill": {"name": "notes"}, "by": "user", "note": "not now",
        "matched_rule": "mode_asks", "tool": "hydrate_skill_context", "argv": ["env", "-0"],
    });
    if let Some(seq) = anchor {
        data["anchor"] = json!({"session_id": ID, "after_seq": seq});
    }
    Draft::new(Kind::PermissionDecision, data.as_object().unwrap().clone())
}

#[test]
fn evidence_stands_in_its_turn_and_pixirs_folder_is_untouched() {
    let room = room();
    room.hydrate(4, "a\nb\n");
    room.note(&refusal(Some(8)), 8);
    room.hydrate(999, "later");
    let before = tree(&room.workspace);
    let app = room.app();
    let key = key(&app, ID);

    let counts: Vec<_> = rows(&app, &key)
        .iter()
        .map(|row| (row["what"]["number"].as_u64(), row["hydrations"].as_u64().unwrap()))
        .collect();
    assert_eq!(counts, [(None, 0), (Some(1), 1), (Some(2), 0), (None, 0), (Some(3), 1)]);

    let first = turn(&app, &key, 1);
    assert_eq!(
        shown(&app, &key, &first),
        [
            "log 2 skill_activation",
            "log 3 user_message",
            // The call with its result; the decision it waited for; then what was hydrated after it.
            "log 4 tool_call",
            "log 5 permission",
            "companion 1 hydration",
            "log 7 assistant_message"
        ]
    );
    let answer = ask(&app, "events", &json!({"key": key, "row": first, "from": 4, "count": 1}));
    let event = &answer["events"][0];
    assert_eq!((&event["seq"], &event["offset_ms"]), (&json!("0"), &json!(3_400)));
    assert_eq!(event["what"]["output"]["text"], "a\nb\n");
    let fact = &event["what"]["fact"];
    assert_eq!(fact["command"], "git log --oneline 'a b'");
    assert_eq!(fact["released"], json!({"to": "pixir", "at": 1_789_740_665_800_i64}));
    assert_eq!(
        (&fact["exit_code"], &fact["ended"], &fact["lifetime"]),
        (&json!(0), &Value::Null, &json!("session"))
    );

    let second = turn(&app, &key, 2);
    let refused = ask(&app, "events", &json!({"key": key, "row": second, "from": 0, "count": 9}));
    let refused = refused["events"].as_array().unwrap().iter().find(|event| event["log"] == "companion");
    let refused = &refused.expect("the refusal")["what"];
    assert_eq!((&refused["kind"], &refused["decision"]), (&json!("permission"), &json!("deny")));
    assert_eq!(
        refused["refused"],
        json!({"skill": "notes", "source": "env", "command": "env -0", "by": "user", "note": "not now"})
    );

    let decisions =
        |row: &Value| ask(&app, "provenance", &json!({"key": key, "row": row}))["decisions"].clone();
    assert_eq!(decisions(&first), json!({"mode": "ask", "allowed": 2, "denied": 0}));
    assert_eq!(decisions(&second), json!({"mode": "ask", "allowed": 0, "denied": 1}));
    let cards = ask(&app, "provenance", &json!({"key": key, "row": first}))["hydrated"].clone();
    assert_eq!((&cards[0]["log"], &cards[0]["line"]), (&json!("companion"), &json!(1)));
    assert_eq!(cards[0]["fact"]["sha256"], disk::Digest::of(b"a\nb\n").to_string());

    let raw = |log: &str| {
        let asked = json!({"key": key, "log": log, "line": 1, "from": 0, "count": 65_536});
        ask(&app, "event_raw", &asked)["text"].as_str().unwrap().to_owned()
    };
    assert!(raw("companion").contains(r#""type":"skill_context_hydration""#), "{}", raw("companion"));
    assert!(raw("log").contains("permission_posture"));
    let text = json!({"key": key, "log": "companion", "line": 1, "part": "output", "from": 1, "count": 9});
    assert_eq!(ask(&app, "event_text", &text)["lines"], json!(["b"]));

    let session = ask(&app, "session", &json!({ "key": key }));
    assert_eq!(session["pixir"]["accepts"], true);
    assert_eq!(session["row"]["events"], 13);
    let companion = &session["companion"];
    assert_eq!(
        (&companion["events"], &companion["unread"], &companion["broken_at"]),
        (&json!(3), &json!(0), &Value::Null)
    );

    let report = ask(&app, "session_report", &json!({ "id": ID }));
    let hydrations = &report["turns"][0]["hydrations"];
    assert_eq!(hydrations.as_array().unwrap().len(), 1);
    for (field, value) in [
        ("hydration_id", "hyd_0000000000000004"),
        ("context_source_id", "diff"),
        ("released_to", "pixir"),
        ("allowed_by", "user"),
    ] {
        assert_eq!(hydrations[0][field], value, "{field}");
    }
    assert_eq!(tree(&room.workspace), before, "looking wrote something");
}

#[test]
fn what_is_recorded_while_the_session_is_open_is_seen() {
    let room = room();
    let app = room.app();
    let key = key(&app, ID);
    let first = turn(&app, &key, 1);
    let count = |app: &App| rows(app, &key)[1]["hydrations"].as_u64();
    assert_eq!(count(&app), Some(0));
    assert_eq!(ask(&app, "session", &json!({ "key": key }))["companion"], Value::Null);
    assert!(app.look_for_changes().is_empty());
    room.hydrate(3, "new");
    assert_eq!(app.look_for_changes(), [api::Tag::Sessions]);
    assert_eq!(count(&app), Some(1));
    room.hydrate(3, "newer");
    assert_eq!(count(&app), Some(2));
    let companions: Vec<_> =
        shown(&app, &key, &first).into_iter().filter(|one| one.starts_with('c')).collect();
    assert_eq!(companions, ["companion 1 hydration", "companion 2 hydration"]);
    let path = companion_path(&room.kept, &room.workspace, &id(ID));
    let watched = app.watched();
    assert!(watched.iter().any(|place| place.tag == api::Tag::Sessions && place.concerns(&path)));
}

#[test]
fn evidence_without_a_place_stands_at_its_time() {
    let room = room();
    room.note(&refusal(None), 8);
    let mut elsewhere = hydration(0, "x");
    elsewhere.anchor = Some(Anchor { session_id: words("another"), after_seq: Some(0) });
    room.note(&Draft::hydration(&elsewhere), 11);
    let mut early = hydration(0, "x");
    early.anchor = Some(Anchor { session_id: words(ID), after_seq: None });
    room.note(&Draft::hydration(&early), 12);
    let own = Log::open(&room.log(ID)).unwrap();
    let placed = room.companion().placed(&own);
    assert_eq!(placed.iter().map(|one| one.after).collect::<Vec<_>>(), [Some(8), Some(11), None]);
    let app = room.app();
    let key = key(&app, ID);
    assert_eq!(shown(&app, &key, &json!(0)), ["companion 3 hydration", "log 1 posture"]);
}

#[test]
fn an_event_in_the_sessions_own_log_is_evidence_that_pixir_refuses() {
    let room = room();
    let data = Value::Object(hydration(2, "hosted").data()).to_string();
    let hosted = [&TURNS[..3], &[("skill_context_hydration", data.as_str())], &TURNS[6..]].concat();
    let plain: Vec<_> = hosted.into_iter().filter(|(kind, _)| *kind != "history_compaction").collect();
    fs::write(room.log(ID), log(ID, 0, &plain)).unwrap();
    let own = Log::open(&room.log(ID)).unwrap();
    let verdict = sessions::accept(&own);
    assert_eq!(
        verdict.to_string(),
        "Pixir refuses this log at line 4: the event type \"skill_context_hydration\" is not a Pixir type."
    );
    // Evidence is no part of what is sent again: a later turn's request has it neither whole nor in part.
    let sent = sessions::provider_history(&own);
    assert!(!sent.contains(&sessions::Seq::Whole(3)) && sent.contains(&sessions::Seq::Whole(4)), "{sent:?}");
    let turns = fold(&own);
    assert_eq!(turns.turns().iter().map(|turn| turn.hydrations).collect::<Vec<_>>(), [1, 0, 0]);
    let found = facts(&own, None, &turns.turns()[0]);
    assert_eq!((found.len(), found[0].after, found[0].hydration.output.as_deref()), (1, 3, Some("hosted")));
    let app = room.app();
    let key = key(&app, ID);
    let first = turn(&app, &key, 1);
    assert!(shown(&app, &key, &first).contains(&"log 4 hydration".to_owned()));
    assert_eq!(
        ask(&app, "timeline", &json!({"key": key, "from": 1, "count": 1}))["rows"][0]["hydrations"],
        1
    );
    let cards = ask(&app, "provenance", &json!({"key": key, "row": first}));
    assert_eq!(cards["hydrated"][0]["log"], "log");
    assert_eq!(ask(&app, "session", &json!({ "key": key }))["pixir"]["code"], "corrupt_log_line");
}

#[test]
fn a_companion_only_grows_and_shows_what_was_changed() {
    let room = room();
    let path = companion_path(&room.kept, &room.workspace, &id(ID));
    let mut companion = room.companion();
    assert!(!room.kept.exists(), "looking makes nothing");
    let first = companion.append(&Draft::hydration(&hydration(1, "é\u{1}")), clock()).expect("written");
    assert_eq!((first.seq.number(), first.line), (Some(0), 1));
    assert!(first.id.as_deref().is_some_and(|id| id.starts_with("evt_") && id.len() == 20));
    // A crash in the middle of the next line.
    let whole = fs::read_to_string(&path).unwrap();
    fs::write(&path, whole.clone() + r#"{"data":{"cut"#).unwrap();
    let second = room.companion().append(&refusal(Some(2)), clock()).expect("written");
    let third = companion.append(&Draft::hydration(&hydration(3, "c")), clock()).expect("written");
    assert_eq!((second.seq.number(), second.line, third.seq.number(), third.line), (Some(1), 3, Some(2), 4));
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.starts_with(&whole) && text.lines().nth(1) == Some(r#"{"data":{"cut"#), "{text}");
    let read = companion.log().expect("there");
    assert_eq!((read.len(), read.unread().len()), (3, 1));
    assert_eq!(read.events(0..3), [first, second, third]);
    assert_eq!(companion.chain(), Ok(Chain::Whole));
    #[cfg(unix)]
    for (place, mode) in [(path.as_path(), 0o600), (path.parent().unwrap(), 0o700), (&room.kept, 0o700)] {
        assert_eq!(disk::look(place).unwrap().mode, mode, "{}", place.display());
    }

    let lines: Vec<&str> = text.lines().collect();
    let check = |changed: &[String], expected| {
        fs::write(&path, changed.join("\n") + "\n").unwrap();
        assert_eq!(room.companion().chain(), Ok(expected), "{changed:?}");
    };
    let own = |lines: &[&str]| lines.iter().map(|line| (*line).to_owned()).collect::<Vec<_>>();
    check(&own(&lines), Chain::Whole);
    let mut changed = own(&lines);
    changed[2] = changed[2].replace("not now", "never");
    check(&changed, Chain::Broken { line: 4 });
    check(&own(&[lines[0], lines[2], lines[3]]), Chain::Broken { line: 2 });
    check(&own(&[lines[2], lines[3]]), Chain::Broken { line: 1 });
    check(&own(&[lines[0], lines[1], lines[3], lines[2]]), Chain::Broken { line: 3 });
    let other = Companion::open(&room.kept, &room.workspace, &id(FORK)).unwrap();
    assert_eq!((other.chain(), other.log().is_none()), (Ok(Chain::Whole), true));
    let unknown = Draft::new(Kind::UserMessage, serde_json::Map::new());
    assert_eq!(room.companion().append(&unknown, clock()), Err(CannotAppend::WrongType(Kind::UserMessage)));
}

#[test]
fn several_writers_make_one_chain() {
    let room = room();
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                let mut companion = room.companion();
                for at in 0..25 {
                    companion
                        .append(&Draft::hydration(&hydration(at, "x")), SystemTime::now())
                        .expect("written");
                }
            });
        }
    });
    let companion = room.companion();
    let log = companion.log().expect("there");
    let numbers: Vec<_> = log.events(0..log.len()).iter().filter_map(|event| event.seq.number()).collect();
    assert_eq!(numbers, (0..100).collect::<Vec<_>>());
    assert_eq!(companion.chain(), Ok(Chain::Whole));
}

#[test]
fn a_long_output_is_kept_once_and_checked_when_it_is_read() {
    let room = room();
    let text = "é line\n".repeat(20_000);
    assert_eq!(keep_output(&room.kept, "short"), Ok(Output::Inline("short".into())));
    assert!(!room.kept.exists(), "a short one stands in its event");
    let Ok(Output::Kept { excerpt, digest }) = keep_output(&room.kept, &text) else {
        panic!("too long for an event")
    };
    assert!(excerpt.len() <= 2048 && text.starts_with(&excerpt));
    assert_eq!(keep_output(&room.kept, &text), Ok(Output::Kept { excerpt: excerpt.clone(), digest }));
    let path = output_path(&room.kept, digest);
    assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 1);
    #[cfg(unix)]
    assert_eq!(disk::look(&path).unwrap().mode, 0o600);
    let mut long = hydration(3, "");
    (long.output, long.output_excerpt, long.output_ref) =
        (None, Some(excerpt), Some(format!("sha256:{digest}")));
    let draft = Draft::hydration(&long);
    assert!(draft.data.values().map(|value| value.to_string().len()).sum::<usize>() < 20_000);
    room.note(&draft, 3);

    let app = room.app();
    let key = key(&app, ID);
    let first = turn(&app, &key, 1);
    let event = |app: &App| {
        let answer = ask(app, "events", &json!({"key": key, "row": first, "from": 0, "count": 9}));
        answer["events"].as_array().unwrap().iter().find(|one| one["log"] == "companion").unwrap()["what"]
            .clone()
    };
    let output = event(&app)["output"].clone();
    assert_eq!((&output["lines"], &output["cut"]), (&json!(20_000), &json!(true)));
    let asked =
        json!({"key": key, "log": "companion", "line": 1, "part": "output", "from": 19_999, "count": 9});
    assert_eq!(ask(&app, "event_text", &asked)["lines"], json!(["é line"]));
    fs::write(&path, text.replace('l', "L")).unwrap();
    assert!(matches!(read_output(&room.kept, digest), Err(OutputLost::Changed { .. })));
    assert!(event(&app)["lost"]["text"].as_str().is_some_and(|words| words.contains("SHA-256 differs")));
    let failure = tests::answer(&app, "event_text", &asked.to_string()).unwrap_err();
    assert_eq!(failure.code, api::Code::Damaged);
    fs::remove_file(&path).unwrap();
    assert!(event(&app)["lost"]["text"].as_str().is_some_and(|words| words.contains("is gone")));
    // The bytes come again: what was changed is replaced by what the name says.
    fs::write(&path, "other").unwrap();
    assert!(keep_output(&room.kept, &text).is_ok() && read_output(&room.kept, digest).is_ok());
}

/// What a request of this turn would carry: whose, and the text.
fn items(facts: &[Fact]) -> Vec<(Role, String)> {
    facts.iter().map(|fact| (fact.role, fact.hydration.output.clone().unwrap_or_default())).collect()
}

#[test]
fn a_fork_keeps_the_evidence_of_the_turns_it_copied() {
    let room = room();
    room.hydrate(4, "first");
    room.hydrate(8, "second");
    room.hydrate(12, "third");
    // Copies: the fourteen that Pixir copies, renumbered from 1, with their times; usage is left out.
    let copied: Vec<_> = TURNS[..10].iter().filter(|(kind, _)| *kind != "provider_usage").copied().collect();
    let fork = json!({"parent_session_id": ID, "forked_to_seq": 9, "from_seq": 0, "replay_event_count": copied.len()});
    let fork_line = fork.to_string();
    let mut text = log(FORK, 0, &[("session_fork", fork_line.as_str())]).replace("14:11:00", "15:00:00");
    for (number, (_, line)) in TURNS[..10]
        .iter()
        .zip(log(FORK, 0, &TURNS[..10]).lines())
        .filter(|(event, _)| event.0 != "provider_usage")
        .enumerate()
    {
        let (before, rest) = line.split_once(r#""seq":"#).unwrap();
        let rest = rest.trim_start_matches(|digit: char| digit.is_ascii_digit());
        text += &format!("{before}\"seq\":{}{rest}\n", number + 1);
    }
    text += &log(FORK, 10, &[("user_message", r#"{"text":"mine"}"#)]).replace("14:11:00", "15:00:01");
    fs::write(room.log(FORK), text).unwrap();

    let child = Log::open(&room.log(FORK)).unwrap();
    assert_eq!(sessions::accept(&child), sessions::Verdict::Accepted);
    let place = LogPlace {
        source: sessions::Source::Pixir,
        id: id(FORK),
        path: room.log(FORK),
        workspace: room.workspace.clone(),
        subagent: None,
        live: false,
        family: None,
    };
    let (fork, parent) = (sessions::lineage(&child, &place).fork.unwrap(), Log::open(&room.log(ID)).unwrap());
    let (companion, turns, copies) = (room.companion(), fold(&parent), fold(&child));
    assert_eq!(copies.turns().len(), 3);
    for number in [0, 1] {
        let there = facts(&parent, Some(&companion), &turns.turns()[number]);
        let here = inherited_facts(&child, &fork, &companion, &copies.turns()[number]);
        assert_eq!(items(&there), items(&here), "turn {}", number + 1);
        assert_eq!(here.len(), 1);
    }
    assert!(inherited_facts(&child, &fork, &companion, &copies.turns()[2]).is_empty());

    let app = room.app();
    let key = key(&app, FORK);
    let counts: Vec<_> = rows(&app, &key)
        .iter()
        .filter(|row| row["what"]["kind"] == "turn")
        .map(|row| row["hydrations"].as_u64())
        .collect();
    assert_eq!(counts, [Some(1), Some(1), Some(0)]);
    let first = turn(&app, &key, 1);
    assert!(shown(&app, &key, &first).contains(&"inherited 1 hydration".to_owned()));
    let asked = json!({"key": key, "log": "inherited", "line": 1, "part": "output", "from": 0, "count": 9});
    assert_eq!(ask(&app, "event_text", &asked)["lines"], json!(["first"]));
    assert_eq!(ask(&app, "session", &json!({ "key": key }))["companion"], Value::Null);
}

#[test]
fn a_companion_that_cannot_be_read_is_told_and_the_session_is_shown() {
    let room = room();
    let path = companion_path(&room.kept, &room.workspace, &id(ID));
    fs::create_dir_all(&path).unwrap();
    let app = room.app();
    let answer = ask(&app, "sessions", &json!({"text": "", "sort": "newest", "from": 0, "count": 9}));
    assert_eq!(answer["rows"].as_array().unwrap().len(), 1);
    assert_eq!(answer["problems"][0]["code"], "unreadable_companion");
    fs::remove_dir(&path).unwrap();
    room.hydrate(3, "x");
    let answer = ask(&app, "sessions", &json!({"text": "", "sort": "newest", "from": 0, "count": 9}));
    assert_eq!(answer["problems"], json!([]));
    let key = key(&app, ID);
    assert_eq!(rows(&app, &key)[1]["hydrations"], 1);
}

fn maybe<T: std::fmt::Debug + Clone>(inner: impl Strategy<Value = T> + 'static) -> BoxedStrategy<Option<T>> {
    prop::option::of(inner).boxed()
}

fn any_hydration() -> impl Strategy<Value = Hydration> {
    let text = || maybe(any::<String>());
    let number = || maybe(any::<u64>());
    let texts = || prop::collection::vec(any::<String>(), 0..3);
    let surface = prop_oneof![
        (texts(), texts(), text(), text()).prop_map(|(argv, added, shell, cwd)| Surface::Command {
            argv,
            added,
            shell,
            cwd
        }),
        (text(), text(), number()).prop_map(|(pattern, path, bytes)| Surface::Files {
            pattern,
            files: vec![FileMark { path, bytes, sha256: None }],
        }),
        text().prop_map(|path| Surface::Resource { path }),
        Just(Surface::Presenter),
    ];
    let ending = (maybe(any::<i64>()), text(), number()).prop_map(|(exit_code, end, duration_ms)| Ending {
        exit_code,
        signal: end.clone(),
        end,
        duration_ms,
    });
    let step = (text(), text()).prop_map(|(step, words)| Step { step, words, ..Step::default() });
    let parts =
        (maybe(surface), maybe(ending), prop::collection::vec(step, 0..3), texts(), maybe(any::<bool>()));
    (parts, text(), text(), number(), number()).prop_map(
        |((surface, result, steps, limitations, truncated), output, sha256, bytes_total, after_seq)| {
            Hydration {
                surface,
                result,
                steps,
                limitations,
                truncated,
                output,
                bytes_total,
                anchor: Some(Anchor { session_id: sha256.clone(), after_seq }),
                permission: Some(Permission { by: sha256.clone(), ..Permission::default() }),
                sha256,
                ..Hydration::default()
            }
        },
    )
}

/// Where in a session something is hydrated, and whether it was released.
fn script() -> impl Strategy<Value = Vec<(u64, bool)>> {
    prop::collection::vec((0_u64..16, any::<bool>()), 0..8)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_written_is_read_back(hydration in any_hydration()) {
        let room = room();
        let mut companion = room.companion();
        let event = companion.append(&Draft::hydration(&hydration), clock()).expect("written");
        let again = room.companion().log().and_then(|log| log.event(0)).expect("there");
        prop_assert_eq!(&event, &again);
        prop_assert_eq!(event.kind, EventKind::Hydration(Box::new(hydration)));
    }

    #[test]
    fn a_fact_is_a_developers_word_in_its_own_turn_and_in_no_other(script in script()) {
        let room = room();
        let mut companion = room.companion();
        for (number, (after, released)) in script.iter().enumerate() {
            let mut one = hydration(*after, &format!("text {number}"));
            one.released = one.released.filter(|_| *released);
            companion.append(&Draft::hydration(&one), clock()).expect("written");
        }
        let own = Log::open(&room.log(ID)).unwrap();
        let turns = fold(&own);
        let mut seen = Vec::new();
        for turn in turns.turns() {
            for fact in facts(&own, Some(&companion), turn) {
                prop_assert_eq!(fact.role, Role::Developer);
                // Late in the turn: never before what the user said.
                prop_assert!(fact.after >= turn.opened && turn.holds(fact.after));
                seen.push(fact.hydration.output.clone().unwrap_or_default());
            }
        }
        seen.sort();
        let in_a_turn = |after: u64| turns.turn_at(own.position_of(&sessions::Seq::Whole(after.into())).unwrap_or(0)).is_some();
        let mut expected: Vec<_> = script.iter().enumerate().filter(|(_, (after, released))| *released && in_a_turn(*after)).map(|(number, _)| format!("text {number}")).collect();
        expected.sort();
        prop_assert_eq!(&seen, &expected, "each once, whatever turns follow");
        // The same turns without the compaction were given the same facts.
        let plain: Vec<_> = TURNS.iter().map(|event| if event.0 == "history_compaction" { ("provider_usage", "{}") } else { *event }).collect();
        fs::write(room.log(ID), log(ID, 0, &plain)).unwrap();
        let without = Log::open(&room.log(ID)).unwrap();
        for (turn, same) in turns.turns().iter().zip(fold(&without).turns()) {
            let with = facts(&own, Some(&companion), turn);
            prop_assert_eq!(items(&with), items(&facts(&without, Some(&companion), same)));
        }
    }
}
