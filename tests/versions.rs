//! Versions and lines: the turns in which a text was in front of the model, counted in two ways.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;
use std::time::SystemTime;

use api::{App, NoHost, Surroundings};
use drift::{Stretch, TurnOf, Version, line_history};
use proptest::prelude::*;
use serde_json::{Value, json};
use sessions::{Context, Log};

/// Texts that share some of their lines.
const TEXTS: [&str; 3] = ["a\nb\n", "b\r\nc\n", "c\n\nd"];

/// One event by its number among the kinds below.
fn event(seq: usize, kind: usize) -> String {
    let activation = |text: &str, by: &str| {
        let body = json!({"activated_by": by, "content": text, "name": "s"});
        ("skill_activation", body.to_string())
    };
    let (kind, body) = match kind {
        0 | 1 => ("user_message", r#"{"text":"do it"}"#.to_owned()),
        2 => ("assistant_message", r#"{"text":"done"}"#.to_owned()),
        3 => ("provider_usage", "{}".to_owned()),
        4..=6 => activation(TEXTS[kind - 4], "model"),
        7..=9 => activation(TEXTS[kind - 7], "user"),
        10 => ("tool_call", r#"{"args":{"name":"s"},"call_id":"c","name":"skill_view"}"#.to_owned()),
        11 => ("tool_result", r#"{"call_id":"c","ok":true,"output":"x"}"#.to_owned()),
        // Covers everything before it, or all but the last few.
        12 => (
            "history_compaction",
            json!({"range": {"from_seq": 0, "to_seq": seq.saturating_sub(1)}}).to_string(),
        ),
        _ => (
            "history_compaction",
            json!({"range": {"from_seq": 0, "to_seq": seq.saturating_sub(4)}}).to_string(),
        ),
    };
    format!(
        r#"{{"data":{body},"id":"{seq:016x}","type":"{kind}","seq":{seq},"session_id":"s","ts":"2026-05-01T10:20:30.123456Z"}}"#
    )
}

fn log(kinds: &[usize]) -> (Log, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("log");
    let text: String = kinds.iter().enumerate().map(|(seq, kind)| event(seq, *kind) + "\n").collect();
    fs::write(&path, text).unwrap();
    (Log::open(&path).unwrap(), folder)
}

/// In which turns a line was in force, by asking at every event of every turn what was visible.
fn by_hand(log: &Log, line: &str) -> BTreeSet<u32> {
    let (turns, context) = (sessions::fold(log), Context::read(log));
    let holds = |position: usize| {
        let content = sessions::activation_at(log, position).and_then(|found| found.content);
        content.is_some_and(|text| text.lines().any(|held| held == line))
    };
    let in_force = |position: usize| context.visible_at(log, position).into_iter().any(holds);
    let turns = turns.turns().iter().filter(|turn| turn.positions.clone().any(in_force));
    turns.map(|turn| turn.number).collect()
}

/// The same from the bands and the versions, as the engine does.
fn by_engine(log: &Log, line: &str) -> BTreeSet<u32> {
    let (turns, context) = (sessions::fold(log), Context::read(log));
    let mut forces: BTreeMap<String, Vec<Stretch>> = BTreeMap::new();
    for force in sessions::in_force(log, &turns, &context) {
        let text = sessions::activation_at(log, force.position).unwrap().content.unwrap();
        let stretch = |turns: &std::ops::Range<usize>| Stretch {
            session: 0,
            turns: turns.start as u32 + 1..turns.end as u32 + 1,
        };
        forces.entry(text).or_default().extend(force.turns.iter().map(stretch));
    }
    let versions: Vec<_> =
        forces.iter().map(|(text, forces)| Version { text: text.as_bytes(), forces }).collect();
    line_history(&versions, line.as_bytes()).turns.into_iter().map(|TurnOf { turn, .. }| turn).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn turns_in_force_are_those_at_whose_events_the_line_was_visible(
        kinds in prop::collection::vec(0..14_usize, 0..40)
    ) {
        let (log, _folder) = log(&kinds);
        for line in ["a", "b", "c", "d", "", "nowhere"] {
            prop_assert_eq!(by_engine(&log, line), by_hand(&log, line), "{} {:?}", line, kinds);
        }
    }
}

/// The recorded provider inputs of the oracle: whatever was sent in a turn was in force in it.
#[test]
fn what_a_provider_was_sent_in_a_turn_was_in_force_in_it() {
    let recorded = tests::recording("sessions");
    let mut compared = 0;
    for entry in disk::list(&recorded).unwrap() {
        let scenario = recorded.join(&entry.name);
        let Ok(read) = disk::read(&scenario.join("workspace.manifest.json"), 64 << 20) else { continue };
        let folder = tempfile::tempdir().unwrap();
        let manifest: Value = serde_json::from_slice(&read.bytes).unwrap();
        lay_out(&manifest, folder.path());
        for place in sessions::find(folder.path(), SystemTime::now()).logs {
            let log = Log::open(&place.path).unwrap();
            let (turns, context) = (sessions::fold(&log), Context::read(&log));
            let force = sessions::in_force(&log, &turns, &context);
            for (at, turn) in turns.turns().iter().enumerate() {
                let calls = turn.positions.clone().filter(|position| {
                    log.at(*position).is_some_and(|row| row.kind() == sessions::Kind::ProviderUsage)
                });
                for call in calls {
                    for sent in context.visible_at(&log, call) {
                        let own = force.iter().find(|one| one.position == sent).unwrap();
                        assert!(
                            own.turns.iter().any(|turns| turns.contains(&at)),
                            "{}",
                            place.path.display()
                        );
                        compared += 1;
                    }
                }
            }
        }
    }
    println!("{compared} texts sent to a provider were in force in their turns");
    assert!(compared > 20, "only {compared} were compared");
}

fn lay_out(manifest: &Value, folder: &std::path::Path) {
    for entry in manifest.as_array().or(manifest["tree"].as_array()).or(manifest["files"].as_array()).unwrap()
    {
        let path = folder.join(entry["path"].as_str().unwrap());
        if let Some(content) = entry["text"].as_str() {
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, content).unwrap();
        }
    }
}

struct Room {
    app: App,
    _folder: tempfile::TempDir,
}

fn example() -> Room {
    let folder = tempfile::tempdir().unwrap();
    let laid = xtask::example::lay_out(folder.path()).unwrap();
    room(laid.workspace, laid.home, folder)
}

fn room(workspace: PathBuf, home: PathBuf, folder: tempfile::TempDir) -> Room {
    let surroundings = Surroundings {
        workspace,
        home: Some(home),
        pixir_home: None,
        kept: None,
        clock: SystemTime::now,
        environment: Vec::new(),
        helper: PathBuf::new(),
    };
    Room { app: App::new(surroundings, Box::new(NoHost)), _folder: folder }
}

impl Room {
    fn ask(&self, name: &str, body: &Value) -> Value {
        let answer = tests::answer(&self.app, name, &body.to_string());
        serde_json::from_str(&answer.unwrap_or_else(|failure| panic!("{name} {body}: {failure}"))).unwrap()
    }

    fn drift(&self, group: &str) -> Value {
        let body =
            json!({"text": "", "states": [], "sort": "state", "group": group, "from": 0, "count": 500});
        self.ask("drift", &body)
    }
}

/// Pixir looks into no such folder, so to it the file would be gone.
#[test]
fn a_session_of_another_agent_is_held_against_what_that_agent_finds() {
    let folder = tempfile::tempdir().unwrap();
    let laid = xtask::example::lay_out(folder.path()).unwrap();
    let skill = laid.workspace.join(".github/skills/notes/SKILL.md");
    let text = "---\nname: notes\ndescription: Takes notes.\n---\nTake notes.\n";
    fs::create_dir_all(skill.parent().unwrap()).unwrap();
    fs::write(&skill, text).unwrap();
    let hash = disk::Digest::of(text.as_bytes()).to_string();
    let lines = [
        json!({ "type": "session.start", "id": "1", "timestamp": "2026-05-01T10:00:00.000Z", "data": {
            "sessionId": "one", "copilotVersion": "1.0.102", "context": { "cwd": laid.workspace },
        } }),
        json!({ "type": "skill.invoked", "id": "2", "timestamp": "2026-05-01T10:00:01.000Z", "data": {
            "name": "notes", "description": "Takes notes.", "source": "project", "path": skill, "content": text,
            "contentId": format!("sha256:{hash}"), "trigger": "user-invoked",
        } }),
    ];
    let state = laid.home.join(".copilot/session-state/one");
    fs::create_dir_all(&state).unwrap();
    fs::write(state.join("events.jsonl"), lines.map(|line| format!("{line}\n")).concat()).unwrap();
    let room = room(laid.workspace, laid.home, folder);
    let drift = room.drift("none");
    let rows = drift["rows"].as_array().unwrap();
    let row = rows.iter().find(|row| row["name"] == "notes").expect("it was recorded");
    assert_eq!(row["drift"]["state"], "identical", "{row}");
}

#[test]
fn every_recorded_text_is_a_version_once() {
    let room = example();
    let drift = room.drift("none");
    let mut names: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for row in drift["rows"].as_array().unwrap() {
        names.entry(row["name"].as_str().unwrap()).or_default().insert(row["hash"].as_str().unwrap());
    }
    for (name, hashes) in names {
        let view =
            room.ask("versions", &json!({"of": {"by": "name", "name": name}, "from": 0, "count": 500}));
        let rows = view["rows"].as_array().unwrap();
        let found: BTreeSet<_> = rows.iter().map(|row| row["hash"].as_str().unwrap()).collect();
        assert!(hashes.is_subset(&found), "{name}: {hashes:?} {found:?}");
        let latest: Vec<_> = rows.iter().map(|row| row["latest"]["at"].as_i64()).collect();
        assert!(latest.windows(2).all(|pair| pair[0] >= pair[1]), "{name}: the latest used first");
        for row in rows {
            assert!(
                row["in_force"].as_u64() >= row["turns"].as_u64().map(|turns| turns.min(1)),
                "{name} {row}"
            );
        }
        let sum: u64 = rows.iter().map(|row| row["in_force"].as_u64().unwrap()).sum();
        assert!(view["in_force"].as_u64().unwrap() <= sum, "{name}: no turn counts twice");
    }
}

#[test]
fn two_snapshots_differ_from_each_other_as_their_texts_do() {
    let room = example();
    let view =
        room.ask("versions", &json!({"of": {"by": "name", "name": "release-notes"}, "from": 0, "count": 9}));
    let rows = view["rows"].as_array().unwrap();
    assert!(rows.len() > 1, "the example has two versions of release-notes");
    let at = |row: &Value| json!({"key": row["latest"]["key"], "line": row["latest"]["line"]});
    let diff = |left: &Value, right: &Value| {
        let mut body = at(left);
        body["against"] = at(right);
        for (key, value) in [("whitespace", json!("exact")), ("context", json!("whole"))] {
            body[key] = value;
        }
        (body["from"], body["count"]) = (json!(0), json!(500));
        room.ask("diff", &body)
    };
    let (there, back) = (diff(&rows[0], &rows[1]), diff(&rows[1], &rows[0]));
    assert_eq!((&there["added"], &there["removed"]), (&back["removed"], &back["added"]));
    assert_eq!((&there["recorded"]["hash"], &there["other"]["hash"]), (&rows[0]["hash"], &rows[1]["hash"]));
    assert_eq!(there["disk"], Value::Null);
    let itself = diff(&rows[0], &rows[0]);
    assert_eq!((&itself["added"], &itself["changes"]), (&json!(0), &json!(0)));
}

#[test]
fn a_line_says_where_it_was_in_force() {
    let room = example();
    let view =
        room.ask("versions", &json!({"of": {"by": "name", "name": "release-notes"}, "from": 0, "count": 9}));
    let row = &view["rows"][0];
    let (key, line) = (&row["latest"]["key"], &row["latest"]["line"]);
    let history = |number: u64, from: u64, count: u64| {
        let body = json!({
            "text": {"is": "recorded", "key": key, "line": line}, "number": number, "from": from, "count": count
        });
        room.ask("line_history", &body)
    };
    let first = history(2, 0, 500);
    assert_eq!(first["text"], "name: release-notes");
    assert_eq!(first["held_total"], first["versions"], "every version holds the name");
    assert_eq!(first["turns"], view["in_force"]);
    let turns = first["rows"].as_array().unwrap();
    assert_eq!(turns.len() as u64, first["turns"].as_u64().unwrap());
    let windows: Vec<Value> =
        (0..turns.len() as u64).map(|from| history(2, from, 1)["rows"][0].clone()).collect();
    assert_eq!(&windows, turns, "windows join");
    let behind = row["lines"].as_u64().unwrap() + 1;
    let body = json!({
        "text": {"is": "recorded", "key": key, "line": line}, "number": behind, "from": 0, "count": 1
    });
    let failure = tests::answer(&room.app, "line_history", &body.to_string()).expect_err("no such line");
    assert_eq!(failure.code, api::Code::NotFound);
}

#[test]
fn groups_hold_every_row_once() {
    let room = example();
    let plain = room.drift("none");
    for group in ["skill", "session"] {
        let view = room.drift(group);
        let groups = view["groups"].as_array().unwrap();
        let mut next = 0;
        for one in groups {
            assert_eq!(one["from"].as_u64().unwrap(), next, "{group}");
            next += one["count"].as_u64().unwrap();
        }
        assert_eq!(next, view["matching"].as_u64().unwrap(), "{group}");
        let rows = view["rows"].as_array().unwrap();
        let ids = |view: &Value| -> BTreeSet<String> {
            view["rows"].as_array().unwrap().iter().map(|row| row["id"].to_string()).collect()
        };
        assert_eq!(ids(&view), ids(&plain), "{group}");
        if group == "session" {
            let turns: u64 = rows.iter().map(|row| row["turns"].as_u64().unwrap()).sum();
            let all: u64 =
                plain["rows"].as_array().unwrap().iter().map(|row| row["turns"].as_u64().unwrap()).sum();
            assert_eq!(turns, all, "turns belong to one session each");
        }
    }
}

#[test]
fn usage_counts_turns_and_credits_no_tokens() {
    let room = example();
    let report = room.ask("usage_report", &json!({"unused": "all"}));
    let rows = report["skills"].as_array().unwrap();
    let unused = rows.iter().filter(|row| row["on_disk"] == true && row["counts"]["activations"] == 0);
    assert_eq!(unused.count() as u64, report["unused"].as_u64().unwrap());
    for row in rows {
        let counts = &row["counts"];
        let number = |key: &str| counts[key].as_u64().unwrap();
        assert!(number("turns") <= number("activations") && number("by_user") <= number("turns"), "{row}");
        assert!(number("sessions") <= number("turns"), "{row}");
    }
    assert!(!report.to_string().contains("token"));
}
