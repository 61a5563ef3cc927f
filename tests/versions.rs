//! Versions and lines: the turns in which a text was in front of the model, counted in two ways.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::time::SystemTime;

use api::drift::{
    ActivationPlace, Context as Extent, DiffAsk, DriftAsk, DriftGrouping, DriftSort, LineAsk, LinedText,
    SkillOf, VersionRow, VersionsAsk, VersionsView, Whitespace,
};
use api::skills::{UnusedOnly, UsageReportAsk};
use api::wire::{DriftBasis, DriftFact, DriftState, DriftView, TurnRef};
use drift::{Stretch, TurnOf, Version, line_history};
use proptest::prelude::*;
use serde_json::{Value, json};
use sessions::{Context, Log};
use tests::room::{Room, every_snapshot};

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

fn drift_by(room: &Room, group: DriftGrouping) -> DriftView {
    let ask = DriftAsk { sort: DriftSort::State, group, ..every_snapshot() };
    room.page().drift(&ask).expect("what became of the texts")
}

fn versions_of(room: &Room, name: &str) -> VersionsView {
    let ask = VersionsAsk { of: SkillOf::Name { name: name.to_owned() }, from: 0, count: 500 };
    room.page().versions(&ask).expect("the versions of a skill")
}

const NOTES: &str = "---\nname: notes\ndescription: Takes notes.\n---\nTake notes.\n";

/// The drift of a skill for Copilot CLI, of which `recorded` is what the session has.
fn recorded_by_copilot(recorded: &str) -> DriftFact {
    let room = Room::example();
    let home = room.surroundings.home.as_ref().expect("a home");
    let skill = room.workspace().join(".github/skills/notes/SKILL.md");
    fs::create_dir_all(skill.parent().unwrap()).unwrap();
    fs::write(&skill, NOTES).unwrap();
    let hash = disk::Digest::of(recorded.as_bytes()).to_string();
    let lines = [
        json!({ "type": "session.start", "id": "1", "timestamp": "2026-05-01T10:00:00.000Z", "data": {
            "sessionId": "one", "copilotVersion": "1.0.102", "context": { "cwd": room.workspace() },
        } }),
        json!({ "type": "skill.invoked", "id": "2", "timestamp": "2026-05-01T10:00:01.000Z", "data": {
            "name": "notes", "description": "Takes notes.", "source": "project", "path": skill, "content": recorded,
            "contentId": format!("sha256:{hash}"), "trigger": "user-invoked",
        } }),
    ];
    let state = home.join(".copilot/session-state/one");
    fs::create_dir_all(&state).unwrap();
    fs::write(state.join("events.jsonl"), lines.map(|line| format!("{line}\n")).concat()).unwrap();
    let row = room.snapshots().into_iter().find(|row| row.name == "notes").expect("it was recorded");
    row.drift
}

/// Pixir looks into no such folder, so to it the file would be gone.
#[test]
fn a_session_of_another_agent_is_held_against_what_that_agent_finds() {
    let drift = recorded_by_copilot(NOTES);
    assert_eq!((drift.state, drift.basis), (DriftState::Identical, DriftBasis::Digest));
}

#[test]
fn a_recorded_body_is_held_against_the_body_and_says_so() {
    let drift = recorded_by_copilot("Take notes.\n");
    assert_eq!((drift.state, drift.basis), (DriftState::Identical, DriftBasis::Body));
    assert_eq!(drift.note, "the body is unchanged; only the body was recorded");
    assert_eq!(drift.steps.disk, ["frontmatter removed"]);
    assert_eq!(drift.steps.recorded, ["unchanged"]);
    assert_eq!(recorded_by_copilot("Take many notes.\n").state, DriftState::BodyChanged);
}

#[test]
fn every_recorded_text_is_a_version_once() {
    let room = Room::example();
    let mut names: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for row in drift_by(&room, DriftGrouping::None).rows {
        names.entry(row.name).or_default().insert(row.hash);
    }
    for (name, hashes) in names {
        let view = versions_of(&room, &name);
        let found: BTreeSet<_> = view.rows.iter().map(|row| row.hash.clone()).collect();
        assert!(hashes.is_subset(&found), "{name}: {hashes:?} {found:?}");
        let latest: Vec<_> = view.rows.iter().map(|row| row.latest.at).collect();
        assert!(latest.windows(2).all(|pair| pair[0] >= pair[1]), "{name}: the latest used first");
        for row in &view.rows {
            assert!(row.in_force >= row.turns.min(1), "{name} {row:?}");
        }
        let sum: u32 = view.rows.iter().map(|row| row.in_force).sum();
        assert!(view.in_force <= sum, "{name}: no turn counts twice");
    }
}

#[test]
fn two_snapshots_differ_from_each_other_as_their_texts_do() {
    let room = Room::example();
    let rows = versions_of(&room, "release-notes").rows;
    assert!(rows.len() > 1, "the example has two versions of release-notes");
    let diff = |left: &VersionRow, right: &VersionRow| {
        let (left, right) = (left.latest.clone(), right.latest.clone());
        let against = Some(ActivationPlace { key: right.key, line: right.line });
        let (whitespace, context) = (Whitespace::Exact, Extent::Whole);
        let ask =
            DiffAsk { key: left.key, line: left.line, against, whitespace, context, from: 0, count: 500 };
        room.page().diff(&ask).expect("a difference")
    };
    let (there, back) = (diff(&rows[0], &rows[1]), diff(&rows[1], &rows[0]));
    assert_eq!((there.added, there.removed), (back.removed, back.added));
    let other = there.other.expect("the other snapshot");
    assert_eq!((&there.recorded.hash, &other.hash), (&rows[0].hash, &rows[1].hash));
    assert!(there.disk.is_none(), "{:?}", there.disk);
    let itself = diff(&rows[0], &rows[0]);
    assert_eq!((itself.added, itself.changes), (0, 0));
}

#[test]
fn a_line_says_where_it_was_in_force() {
    let room = Room::example();
    let view = versions_of(&room, "release-notes");
    let row = &view.rows[0];
    let history = |number: u32, from: u32, count: u32| {
        let text = LinedText::Recorded { key: row.latest.key.clone(), line: row.latest.line };
        room.page().line_history(&LineAsk { text, number, from, count })
    };
    let first = history(2, 0, 500).expect("a line");
    assert_eq!(first.text, "name: release-notes");
    assert_eq!(first.held_total, first.versions, "every version holds the name");
    assert_eq!(first.turns, view.in_force);
    assert_eq!(first.rows.len(), first.turns as usize);
    let place = |turn: &TurnRef| (turn.key.clone(), turn.session.clone(), turn.turn, turn.at);
    let turns: Vec<_> = first.rows.iter().map(place).collect();
    let windows: Vec<_> =
        (0..first.turns).map(|from| place(&history(2, from, 1).expect("a line").rows[0])).collect();
    assert_eq!(windows, turns, "windows join");
    let failure = history(row.lines + 1, 0, 1).expect_err("no such line");
    assert_eq!(failure.code, api::Code::NotFound);
}

#[test]
fn groups_hold_every_row_once() {
    let room = Room::example();
    let plain = drift_by(&room, DriftGrouping::None);
    for group in [DriftGrouping::Skill, DriftGrouping::Session] {
        let view = drift_by(&room, group);
        let mut next = 0;
        for one in &view.groups {
            assert_eq!(one.from, next, "{group:?}");
            next += one.count;
        }
        assert_eq!(next, view.matching, "{group:?}");
        let ids = |view: &DriftView| view.rows.iter().map(|row| row.id.clone()).collect::<BTreeSet<_>>();
        assert_eq!(ids(&view), ids(&plain), "{group:?}");
        if group == DriftGrouping::Session {
            let turns = |view: &DriftView| view.rows.iter().map(|row| row.turns).sum::<u32>();
            assert_eq!(turns(&view), turns(&plain), "turns belong to one session each");
        }
    }
}

#[test]
fn usage_counts_turns_and_credits_no_tokens() {
    let room = Room::example();
    let report = room
        .scripts()
        .usage_report(&UsageReportAsk { unused: UnusedOnly::All, convention: None })
        .expect("a report");
    let unused = report.skills.iter().filter(|row| row.on_disk && row.counts.activations == 0);
    assert_eq!(unused.count(), report.unused as usize);
    for row in &report.skills {
        let counts = &row.counts;
        assert!(counts.turns <= counts.activations && counts.by_user <= counts.turns, "{row:?}");
        assert!(counts.sessions <= counts.turns, "{row:?}");
    }
    assert!(!json!(report).to_string().contains("token"));
}
