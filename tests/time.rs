//! What a model was sent at a point, against every provider input the real Pixir recorded, and as laws.

use proptest::prelude::*;
use serde_json::{Value, json};
use sessions::{Form, Item, Log, LogPlace, Point, Reading, Resource, SkillTexts, compose, write};

use crate::sessions::{Scene, base64, list, oracle, raw_bytes, recorded_turns, scenes, seq, text};
use tests::room::{open, surroundings};

/// A stored image the way Pixir sends it.
fn address(resource: &Resource) -> Option<String> {
    let sessions::Stored::Here { path, .. } = &resource.stored else { return None };
    let bytes = std::fs::read(path).expect("a stored image");
    Some(format!("{}:{}", resource.mark.mime_type.as_deref().unwrap_or_default(), hex(&bytes)))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The same form for an image of a recorded request.
fn decoded(mut item: Value) -> Value {
    for piece in item.get_mut("content").and_then(Value::as_array_mut).into_iter().flatten() {
        if let Some(url) = piece["image_url"].as_str() {
            let (head, encoded) = url.split_once(";base64,").expect("an encoded image");
            let kind = head.trim_start_matches("data:").to_owned();
            piece["image_url"] = json!(format!("{kind}:{}", hex(&base64(encoded))));
        }
    }
    item
}

pub(crate) fn written(log: &Log, place: &LogPlace, items: &[Item]) -> Vec<Value> {
    let reading = Reading { log, place, companion: None, kept: None };
    let json = |item: &Item| write(&reading, item).map_or(Value::Null, |written| written.json(&address));
    items.iter().map(json).collect()
}

fn check(what: &str, items: &[Value], recorded: &[Value]) {
    for (number, (item, recorded)) in items.iter().zip(recorded).enumerate() {
        let recorded = decoded(recorded.clone());
        assert_eq!(item, &recorded, "{what}: item {number}");
    }
    let (ours, theirs) = (items.len(), recorded.len());
    let beyond = items.get(theirs).or(recorded.get(ours));
    assert_eq!(ours, theirs, "{what}: the first item that only one has is {beyond:?}");
}

fn place_of<'a>(scene: &'a Scene, id: &str) -> &'a LogPlace {
    scene.found.logs.iter().find(|place| place.id.as_str() == id).expect("a log")
}

/// The point of a recorded call: its usage event stands behind what it was given, unless it failed.
fn point(log: &Log, last: usize) -> Point {
    Point::of_call(log, last + 1).unwrap_or_else(|| Point::after(log, last))
}

#[test]
fn every_recorded_call_was_sent_what_is_composed() {
    let (mut calls, mut items) = (0, 0);
    for scene in scenes() {
        let name = text(&scene.expected, "scenario");
        for (_, turn) in recorded_turns(&scene) {
            for call in list(turn, "provider_calls") {
                let id = text(call, "session_id");
                let log = &scene.logs[id];
                let last = log.position_of(&seq(&call["history_last_seq"])).expect("an event");
                let composed = compose(log, None, &point(log, last), SkillTexts::AsRecorded);
                let what = format!("{name} {id} after seq {}", call["history_last_seq"]);
                check(&what, &written(log, place_of(&scene, id), &composed), list(call, "input"));
                (calls, items) = (calls + 1, items + composed.len());
            }
        }
    }
    println!("{calls} calls with {items} items are composed as they were sent");
    assert!(calls == 0 || calls >= 80, "{calls}");
}

/// Dropped activations whose checkpoint is not the one that took them away: just before it they were sent, and from
/// there to the point never again.
fn wrong_takers(log: &Log, context: &sessions::Context, point: usize) -> Vec<sessions::Dropped> {
    let is_sent = |activation: usize, at: usize| context.visible_at(log, at).contains(&activation);
    let mut dropped = context.dropped_at(log, point);
    dropped.retain(|one| {
        let was_ever_sent = (one.position..=point).any(|at| is_sent(one.position, at));
        let before = one.checkpoint.checked_sub(1).is_some_and(|at| is_sent(one.position, at));
        let after = (one.checkpoint..=point).any(|at| is_sent(one.position, at));
        after || before != was_ever_sent
    });
    dropped
}

#[test]
fn every_dropped_text_names_the_checkpoint_that_took_it_away_at_every_point() {
    let (mut dropped, mut logs) = (0, 0);
    for scene in scenes() {
        for (id, log) in &scene.logs {
            let context = sessions::Context::read(log);
            for point in 0..log.len() {
                let name = text(&scene.expected, "scenario");
                assert_eq!(wrong_takers(log, &context, point), [], "{name} {id} at position {point}");
                dropped += context.dropped_at(log, point).len();
            }
            logs += 1;
        }
    }
    assert!(logs == 0 || dropped > 0, "no text is dropped in any of {logs} logs");
}

#[test]
fn every_whole_log_would_be_sent_as_recorded() {
    let mut logs = 0;
    for scene in scenes() {
        let name = text(&scene.expected, "scenario");
        for session in list(&scene.expected, "sessions") {
            let id = text(session, "session_id");
            let log = &scene.logs[id];
            let items = history(log);
            check(
                &format!("{name} {id}"),
                &written(log, place_of(&scene, id), &items),
                list(session, "provider_input"),
            );
            logs += 1;
        }
    }
    assert!(logs == 0 || logs >= 25, "{logs}");
}

/// What is composed after the last event, without what Pixir adds for itself.
fn history(log: &Log) -> Vec<Item> {
    let Some(last) = log.len().checked_sub(1) else { return Vec::new() };
    let mut items = compose(log, None, &Point::after(log, last), SkillTexts::AsRecorded);
    items.retain(|item| !matches!(item.form, Form::Surroundings { .. }));
    items
}

#[test]
fn raw_logs_would_be_sent_as_pixir_sends_them() {
    let oracle = oracle("rawlogs/rawlogs.json");
    let home = tempfile::tempdir().expect("a folder");
    let mut compared = 0;
    for case in list(&oracle, "cases").iter().filter(|case| case["provider_input"].is_array()) {
        let workspace = home.path().join(text(case, "name"));
        let path = workspace.join(format!(".pixir/sessions/{}.ndjson", text(case, "session_id")));
        crate::sessions::write(&path, &raw_bytes(case));
        let mut log = Log::open(&path).expect("readable");
        log.validate().expect("readable");
        let found = sessions::find(&workspace, std::time::SystemTime::now());
        let place = found.logs.first().expect("a log");
        check(text(case, "name"), &written(&log, place, &history(&log)), list(case, "provider_input"));
        compared += 1;
    }
    assert!(compared >= 20, "{compared}");
}

/// Bodies that between them use every rule of composing.
const EVENTS: [(&str, &str); 19] = [
    ("user_message", r#"{"text":"do it"}"#),
    ("user_message", r#"{"author":"runtime","text":"x"}"#),
    ("assistant_message", r#"{"text":"done"}"#),
    ("assistant_message", r#"{"metadata":{"partial":true},"text":"do"}"#),
    ("turn_failed", "{}"),
    ("reasoning", r#"{"item":{"id":"r"},"model":"m"}"#),
    ("skill_activation", r#"{"activated_by":"user","content":"A","content_hash":"1","name":"a"}"#),
    ("skill_activation", r#"{"activated_by":"model","content":"B","content_hash":"2","name":"a"}"#),
    ("tool_call", r#"{"args":{"name":"a"},"call_id":"c","name":"skill_view"}"#),
    ("tool_call", r#"{"args":{},"call_id":"d","name":"bash"}"#),
    ("tool_result", r#"{"call_id":"c","ok":true,"output":"x"}"#),
    ("tool_result", r#"{"call_id":"d","exit_code":1,"ok":false}"#),
    ("provider_usage", r#"{"model":"m","mode":"build"}"#),
    ("history_compaction", r#"{"range":{"from_seq":0,"to_seq":3},"summary":"S"}"#),
    ("history_compaction", r#"{"range":{"from_seq":0,"to_seq":9},"summary":"S"}"#),
    ("subagent_event", r#"{"event":"finished","subagent_id":"sub_1"}"#),
    ("permission_decision", r#"{"call_id":"d","decision":"allow"}"#),
    ("skill_context_hydration", r#"{"output":"fresh","released":{"to":"agent"}}"#),
    ("skill_context_hydration", r#"{"output":"kept back"}"#),
];

fn lines(script: &[usize]) -> Vec<String> {
    let line = |(seq, event): (usize, &usize)| {
        let (kind, body) = EVENTS[*event];
        format!(
            r#"{{"data":{body},"id":"{seq:016x}","type":"{kind}","seq":{seq},"session_id":"s","ts":"2026-05-01T10:20:30.123456Z"}}"#
        ) + "\n"
    };
    script.iter().enumerate().map(line).collect()
}

fn after_each(log: &Log) -> Vec<Vec<Item>> {
    (0..log.len()).map(|at| compose(log, None, &Point::after(log, at), SkillTexts::AsRecorded)).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_was_sent_never_depends_on_what_comes_later(script in prop::collection::vec(0..EVENTS.len(), 1..24)) {
        let home = tempfile::tempdir().expect("a folder");
        let lines = lines(&script);
        let open = |end: usize| {
            let path = home.path().join(format!("{end}"));
            std::fs::write(&path, lines[..end].concat()).expect("written");
            Log::open(&path).expect("readable")
        };
        let whole = after_each(&open(lines.len()));
        for (last, items) in whole.iter().enumerate() {
            let prefix = open(last + 1);
            prop_assert_eq!(&compose(&prefix, None, &Point::after(&prefix, last), SkillTexts::AsRecorded), items);
        }
    }

    #[test]
    fn an_activation_is_sent_until_a_checkpoint_drops_it(script in prop::collection::vec(0..EVENTS.len(), 1..40)) {
        let home = tempfile::tempdir().expect("a folder");
        let path = home.path().join("log");
        std::fs::write(&path, lines(&script).concat()).expect("written");
        let log = Log::open(&path).expect("readable");
        let context = sessions::Context::read(&log);
        for (last, items) in after_each(&log).iter().enumerate() {
            let sent = items.iter().filter(|item| item.form == Form::Activation).map(|item| item.position);
            let sent: Vec<usize> = sent.collect();
            prop_assert_eq!(&sent, &context.visible_at(&log, last));
            prop_assert!(context.dropped_at(&log, last).iter().all(|one| !sent.contains(&one.position)));
            prop_assert_eq!(wrong_takers(&log, &context, last), Vec::new());
        }
    }

    #[test]
    fn a_fact_is_sent_last_and_in_its_own_turn_only(script in prop::collection::vec(0..EVENTS.len(), 1..40)) {
        let home = tempfile::tempdir().expect("a folder");
        let path = home.path().join("log");
        std::fs::write(&path, lines(&script).concat()).expect("written");
        let log = Log::open(&path).expect("readable");
        let is_fact = |item: &&Item| matches!(item.form, Form::Fact { .. });
        for (last, items) in after_each(&log).iter().enumerate() {
            let now = sessions::fold_before(&log, last + 1);
            let open = now.turns().last().filter(|turn| turn.outcome == sessions::Outcome::Open);
            let released = |at: &usize| *at <= last && EVENTS[script[*at]].1.contains("released")
                && EVENTS[script[*at]].0 == "skill_context_hydration";
            let expected = open.map_or(0, |turn| turn.positions.clone().filter(released).count());
            prop_assert_eq!(items.iter().filter(is_fact).count(), expected);
            let lasting = sessions::lasting(items);
            prop_assert_eq!(items[lasting..].len(), expected);
            prop_assert!(items[..lasting].iter().all(|item| !is_fact(&item)));
        }
    }
}

#[test]
fn a_fact_is_the_developers_and_says_whose_it_is() {
    let workspace = tempfile::tempdir().expect("a folder");
    let path = workspace.path().join(".pixir/sessions/s.ndjson");
    let script = [0, 12, 17, 18, 8];
    crate::sessions::write(&path, lines(&script).concat().as_bytes());
    let log = Log::open(&path).expect("readable");
    let found = sessions::find(workspace.path(), std::time::SystemTime::now());
    let items = compose(&log, None, &Point::after(&log, script.len() - 1), SkillTexts::AsRecorded);
    let written = written(&log, found.logs.first().expect("a log"), &items);
    let last = written.last().expect("an item");
    assert_eq!(last["role"], "developer", "{last}");
    assert_eq!(last["content"][0]["text"], "Context for skill \"\", source \"\":\nfresh");
    assert_eq!(written.len(), 4, "a message, a call, what stands in for its answer, one fact: {written:?}");
}

#[test]
fn s1_04_s1_14_s1_15_s1_19_s1_33_facts_come_last_and_move_nothing() {
    let workspace = tempfile::tempdir().expect("a folder");
    let sent = |name: &str, script: &[usize]| {
        let path = workspace.path().join(format!(".pixir/sessions/{name}.ndjson"));
        crate::sessions::write(&path, lines(script).concat().as_bytes());
        let log = Log::open(&path).expect("readable");
        let found = sessions::find(workspace.path(), std::time::SystemTime::now());
        let place = found.logs.iter().find(|place| place.id.as_str() == name).expect("a log");
        written(
            &log,
            place,
            &compose(&log, None, &Point::after(&log, script.len() - 1), SkillTexts::AsRecorded),
        )
    };
    // An activation, an answered turn, then a turn with a call; a fact where otherwise nothing is sent.
    let (released, kept_back, nothing) = (17, 18, 16);
    let script = |at: usize| [6, 0, 2, 0, at, 8, 10];
    let (plain, none, fact) =
        (sent("plain", &script(nothing)), sent("none", &script(kept_back)), sent("fact", &script(released)));
    assert_eq!(none, plain, "what was not released is nowhere");
    assert_eq!(fact[..plain.len()], plain, "every item before it is the same, the skill's text among them");
    assert_eq!(fact.len(), plain.len() + 1);
    let last = fact.last().expect("a fact");
    assert_eq!(last["role"], "developer");
    assert!(last.to_string().contains("fresh") && !json!(plain).to_string().contains("fresh"));
    assert!(fact.iter().all(|item| item["role"] != "user" || !item.to_string().contains("fresh")));
    assert!(plain[0].to_string().contains("<skill name"), "{plain:?}");
}

pub(crate) struct Room {
    app: api::App,
    pub keys: std::collections::BTreeMap<String, String>,
}

pub(crate) fn room(workspace: &std::path::Path, home: Option<&std::path::Path>) -> Room {
    let surroundings =
        api::Surroundings { home: home.map(std::path::Path::to_owned), ..surroundings(workspace.to_owned()) };
    let mut room = Room { app: open(surroundings), keys: Default::default() };
    let answer = room.ask("sessions", &json!({"text": "", "sort": "newest", "from": 0, "count": 500}));
    let pair = |row: &Value| (text(row, "id").to_owned(), text(row, "key").to_owned());
    room.keys = list(&answer, "rows").iter().map(pair).collect();
    room
}

impl Room {
    pub fn ask(&self, name: &str, body: &Value) -> Value {
        let answer = tests::answer(&self.app, name, &body.to_string());
        let answer = answer.unwrap_or_else(|failure| panic!("{name} {body}: {failure}"));
        serde_json::from_str(&answer).expect("an answer is JSON")
    }

    /// Every step of every row of a session.
    fn moments(&self, id: &str) -> Vec<Value> {
        let key = &self.keys[id];
        let rows = self.ask("timeline", &json!({"key": key, "from": 0, "count": 500}));
        let mut found = Vec::new();
        for row in 0..list(&rows, "rows").len() {
            let first = self.ask("moment", &json!({"key": key, "row": row, "step": 0}));
            let steps = first["steps"].as_u64().expect("a count");
            found.push(first);
            for step in 1..steps {
                found.push(self.ask("moment", &json!({"key": key, "row": row, "step": step})));
            }
        }
        found
    }
}

#[test]
fn every_recorded_call_is_a_moment_with_what_was_in_view() {
    let (mut compared, mut catalogs) = (0, std::collections::BTreeMap::<String, u32>::new());
    for scene in scenes() {
        let room = room(&scene.root, None);
        let moments: std::collections::BTreeMap<String, Vec<Value>> =
            room.keys.keys().map(|id| (id.clone(), room.moments(id))).collect();
        for (_, turn) in recorded_turns(&scene) {
            for call in list(turn, "provider_calls") {
                let (name, after) = (text(&scene.expected, "scenario"), call["history_last_seq"].to_string());
                let kinds = ["call", "failed"];
                let fits = |one: &&Value| {
                    one["after_seq"] == after.as_str()
                        && kinds.iter().any(|kind| one["what"]["kind"] == *kind)
                };
                let moment = moments[text(call, "session_id")].iter().find(fits);
                let moment = moment.unwrap_or_else(|| panic!("{name}: no call after {after}"));
                assert_eq!(moment["items"], list(call, "input").len(), "{name} after {after}");
                let sent = |card: &&Value| card["state"]["kind"] != "dropped";
                let hash = |card: &Value| card["letter"]["hash"].clone();
                let shown: Vec<Value> = list(moment, "texts").iter().filter(sent).map(hash).collect();
                let recorded = list(call, "visible_skills").iter().map(|one| one["content_sha256"].clone());
                assert_eq!(shown, recorded.collect::<Vec<_>>(), "{name} after {after}");
                *catalogs.entry(text(&moment["catalog"], "found").to_owned()).or_default() += 1;
                compared += 1;
            }
        }
    }
    println!("{compared} calls; their catalogs were found: {catalogs:?}");
    assert!(compared == 0 || compared >= 80, "{compared}");
}

#[test]
fn a_report_gives_the_items_as_they_were_sent_images_included() {
    let scenes = scenes();
    for scene in scenes.iter().filter(|scene| text(&scene.expected, "scenario").starts_with("attachments")) {
        let room = room(&scene.root, None);
        let (id, mut calls) = (text(&scene.expected, "root_session"), 0);
        for (number, turn) in (1..).zip(list(&scene.expected, "turns")) {
            for (call, recorded) in (1..).zip(list(turn, "provider_calls")) {
                let body =
                    json!({"id": id, "turn": number, "call": call, "items": {"from": 0, "count": 2_000}});
                let report = room.ask("moment_report", &body);
                let items: Vec<&Value> = list(&report, "items").iter().map(|one| &one["item"]).collect();
                assert_eq!(
                    items,
                    list(recorded, "input").iter().collect::<Vec<_>>(),
                    "turn {number}, call {call}"
                );
                calls += 1;
            }
        }
        assert_eq!(calls, 4);
    }
}

#[test]
fn forks_and_children_lead_to_their_parents_event_and_back() {
    let (mut forks, mut children) = (0, 0);
    for scene in scenes() {
        let room = room(&scene.root, None);
        for session in list(&scene.expected, "sessions") {
            let id = text(session, "session_id");
            let tree = &session["tree"]["ok"];
            let view = room.ask("session", &json!({"key": room.keys[id]}));
            for fork in list(tree, "forks") {
                let child_id = text(&fork["session"], "session_id");
                let mark =
                    list(&view, "branches").iter().find(|mark| mark["id"] == child_id).expect("a mark");
                let child = room.ask("session", &json!({"key": mark["key"]}));
                assert_eq!(child["origin"]["parent"], room.keys[id].as_str(), "{child_id}");
                assert_eq!(child["origin"]["parent_line"], mark["line"], "{child_id}");
                let log = &scene.logs[id];
                let at =
                    log.position_of(&seq(&fork["forked_to_seq"])).and_then(|at| log.at(at)).expect("a row");
                assert_eq!(mark["line"], at.line(), "{child_id}");
                let copied = child["origin"]["copied"].as_u64().expect("a count");
                let told = &child["origin"]["text"];
                assert!(copied > 0, "{child_id}");
                assert_eq!(
                    (&told["code"], &told["args"]["events"]),
                    (&json!("forked"), &json!(copied)),
                    "{child_id}"
                );
                let skills = room.ask("fork_skills", &json!({"key": mark["key"]}));
                check_fork(&scene, id, child_id, &skills, copied);
                forks += 1;
            }
            for child in list(tree, "subagents").iter().filter(|child| child["session"].is_object()) {
                let child_id = text(&child["session"], "session_id");
                let origin = &room.ask("session", &json!({"key": room.keys[child_id]}))["origin"];
                let mark =
                    list(&view, "branches").iter().find(|mark| mark["id"] == child_id).expect("a mark");
                if origin["parent_id"] == id {
                    assert_eq!(origin["parent_line"], mark["line"], "{child_id}");
                    children += 1;
                }
            }
        }
    }
    println!("{forks} forks and {children} children lead back");
    assert!(forks == 0 || children > 0);
}

/// Both sides of a comparison against what the oracle saw at those events.
fn check_fork(scene: &Scene, parent: &str, child: &str, skills: &Value, copied: u64) {
    let seen = |id: &str, after: &str| -> Vec<String> {
        let sessions = list(&scene.expected, "sessions");
        let session = sessions.iter().find(|one| text(one, "session_id") == id).expect("a session");
        let point = list(session, "visible_after_seq")
            .iter()
            .find(|one| one["after_seq"].as_u64() == after.parse().ok());
        let visible = list(point.expect("a point"), "visible_skills").iter();
        let mut hashes: Vec<String> = visible.map(|one| text(one, "content_sha256").to_owned()).collect();
        hashes.sort();
        hashes
    };
    let told = |side: &str| -> Vec<String> {
        let texts = list(skills, "skills").iter().flat_map(|skill| list(skill, side));
        let mut hashes: Vec<String> = texts.map(|one| text(one, "hash").to_owned()).collect();
        hashes.sort();
        hashes
    };
    assert_eq!(told("in_parent"), seen(parent, text(skills, "parent_seq")), "{child}");
    assert_eq!(told("in_child"), seen(child, &copied.to_string()), "{child}");
}

/// A workspace with one session whose only call was shown the catalog there was when it was made.
fn catalog_room(change: impl Fn(&std::path::Path)) -> Value {
    let home = tempfile::tempdir().expect("a folder");
    let workspace = home.path().join("w");
    let skill = |name: &str, description: &str| {
        let path = workspace.join(format!(".agents/skills/{name}/SKILL.md"));
        let content = format!("---\nname: {name}\ndescription: {description}\n---\nbody\n");
        crate::sessions::write(&path, content.as_bytes());
        (path, content)
    };
    std::fs::create_dir_all(workspace.join(".git")).expect("made");
    skill("b", "second");
    let (path, content) = skill("a", "first");
    let places = skills::Places {
        workspace: workspace.clone(),
        home: None,
        pixir_home: None,
        ..skills::Places::default()
    };
    let then = skills::catalog(&tests::pixir(&places)).index_hash;
    let hash = disk::Digest::of(content.as_bytes()).to_string();
    let activation = json!({
        "activated_by": "user", "name": "a", "scope": "repo", "source": "repo", "path": path, "description": "first",
        "root": workspace.join(".agents/skills"), "short_path": "repo:a/SKILL.md", "content": content,
        "content_hash": hash,
    });
    let events = [
        ("skill_activation", activation),
        ("user_message", json!({"text": "do it"})),
        ("provider_usage", json!({"skill_index_hash": then, "model": "m", "mode": "build"})),
        ("assistant_message", json!({"text": "done"})),
    ];
    let line = |(seq, (kind, body)): (usize, &(&str, Value))| {
        json!({"data": body, "id": format!("{seq:016x}"), "type": kind, "seq": seq, "session_id": "s",
            "ts": "2026-05-01T10:20:30.123456Z"})
        .to_string()
            + "\n"
    };
    let log: String = events.iter().enumerate().map(line).collect();
    crate::sessions::write(&workspace.join(".pixir/sessions/s.ndjson"), log.as_bytes());
    change(&workspace.join(".agents/skills"));
    let room = room(&workspace, None);
    room.ask("moment", &json!({"key": room.keys["s"], "row": 0}))["catalog"].clone()
}

#[test]
fn a_recorded_catalog_is_todays_or_made_of_snapshots_or_unknown() {
    let write = |root: &std::path::Path, name: &str, description: &str| {
        let content = format!("---\nname: {name}\ndescription: {description}\n---\n");
        crate::sessions::write(&root.join(name).join("SKILL.md"), content.as_bytes());
    };
    let check = |change: &dyn Fn(&std::path::Path), found: &str, known: &str, differs: &[&str]| {
        let catalog = catalog_room(change);
        assert_eq!((text(&catalog, "found"), text(&catalog, "known")), (found, known), "{catalog}");
        assert_eq!(catalog["differs"], json!(differs), "{catalog}");
    };
    check(&|_| {}, "today", "reconstructed", &[]);
    let then = "a was listed as session s recorded it in turn 1";
    check(&|root| write(root, "a", "changed"), "snapshots", "reconstructed", &[then]);
    check(
        &|root| std::fs::remove_dir_all(root.join("a")).expect("gone"),
        "snapshots",
        "reconstructed",
        &[then],
    );
    let new = |root: &std::path::Path| {
        write(root, "a", "changed");
        write(root, "c", "new");
    };
    check(&new, "snapshots", "reconstructed", &[then, "c did not exist"]);
    check(&|root| write(root, "b", "changed, never recorded"), "nowhere", "unknown", &[]);
}

#[test]
fn what_is_in_context_together_is_told_with_its_turns() {
    let home = tempfile::tempdir().expect("a folder");
    let folder = home.path().join("example");
    std::fs::create_dir_all(&folder).expect("made");
    let laid = tests::example::lay_out(&folder).expect("the example can be laid out");
    let room = room(&laid.workspace, Some(&laid.home));
    let key = &room.keys["20260918T141102-7be41d"];
    let session = room.ask("session", &json!({ "key": key }));
    let notices = list(&session, "notices");
    assert_eq!(notices.len(), 1);
    assert_eq!((&notices[0]["kind"], &notices[0]["turns"]), (&json!("versions"), &json!([8, 9])));
    let letters: Vec<_> = list(&notices[0], "letters").iter().map(|letter| text(letter, "letter")).collect();
    assert_eq!(letters, ["E", "F"]);
    let rows = room.ask("timeline", &json!({"key": key, "from": 0, "count": 500}));
    let turn = list(&rows, "rows").iter().find(|row| row["what"]["number"] == 8).expect("a turn 8");
    let moment = room.ask("moment", &json!({"key": key, "row": turn["row"]}));
    let states: Vec<(&str, &str)> = list(&moment, "texts")
        .iter()
        .map(|card| (text(&card["letter"], "letter"), text(&card["state"], "kind")))
        .collect();
    let expected = [
        ("D", "full"),
        ("E", "superseded"),
        ("B", "full"),
        ("F", "full"),
        ("A", "dropped"),
        ("B", "dropped"),
        ("C", "dropped"),
    ];
    assert_eq!(states, expected);
    assert!(!text(&moment["summary"]["text"], "text").is_empty());
    let items = |from: u64, count: u64| {
        let body = json!({"key": key, "row": turn["row"], "from": from, "count": count});
        list(&room.ask("moment_items", &body), "rows").to_vec()
    };
    let all = items(0, 500);
    assert_eq!(all.len(), usize::try_from(moment["items"].as_u64().expect("a count")).expect("small"));
    assert_eq!([items(0, 3), items(3, 500)].concat(), all, "windows join");
    let body = json!({"key": key, "row": turn["row"], "item": 1, "from": 0, "count": 2000});
    let whole = room.ask("item_text", &body);
    let joined: Vec<&str> = list(&whole, "lines").iter().filter_map(Value::as_str).collect();
    assert!(joined.join("\n").starts_with(text(&all[1]["text"], "text")), "{whole}");
}
