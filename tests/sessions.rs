//! Logs against the oracle written by the real Pixir, and the same rules on cases of our own.

#![allow(clippy::disallowed_methods, reason = "tests make the files they read")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde_json::Value;
use serde_json::value::RawValue;
use sessions::{
    Context, EventKind, Found, Kind, Lease, Lineage, Log, LogPlace, Node, Outcome, Seq, SessionId, Verdict,
};
use tests::recording;

/// Reads a recording.
pub(crate) fn oracle(file: &str) -> Value {
    shallow(&fs::read_to_string(recording(file)).expect("a recording"), 0)
}

/// JSON with what lies too deep for a `Value` left out: one case nests lists on purpose.
fn shallow(json: &str, depth: usize) -> Value {
    if let Ok(value) = serde_json::from_str(json) {
        return value;
    }
    assert!(json.starts_with(['{', '[']), "an oracle file is JSON");
    if depth > 8 {
        return Value::Null;
    }
    let inner = |raw: &&RawValue| shallow(raw.get(), depth + 1);
    match serde_json::from_str::<BTreeMap<String, &RawValue>>(json) {
        Ok(members) => members.iter().map(|(key, raw)| (key.clone(), inner(raw))).collect(),
        Err(_) => serde_json::from_str::<Vec<&RawValue>>(json).expect("a list").iter().map(inner).collect(),
    }
}

pub(crate) fn list<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value[key].as_array().map_or(&[], Vec::as_slice)
}

pub(crate) fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap_or_default()
}

pub(crate) fn write(path: &Path, bytes: &[u8]) {
    fs::create_dir_all(path.parent().expect("a folder")).expect("made");
    fs::write(path, bytes).expect("written");
}

pub(crate) fn seq(value: &Value) -> Seq {
    match value {
        Value::Null => Seq::Absent,
        Value::Number(large) if large.as_f64().is_some_and(|n| n >= 2e19) => {
            Seq::Odd(format!("{:e}", large.as_f64().expect("a number")).into())
        }
        other => other.to_string().parse().map_or_else(|_| Seq::Odd(other.to_string().into()), Seq::Whole),
    }
}

/// A number the way `serde_json::Value` has kept it: beyond 64 bits, as a double.
fn coarse(seq: Seq) -> Seq {
    match seq {
        Seq::Whole(large) if large >= 20_000_000_000_000_000_000 => {
            Seq::Odd(format!("{:e}", large as f64).into())
        }
        seq => seq,
    }
}

pub(crate) fn base64(text: &str) -> Vec<u8> {
    let digit = |byte: u8| match byte {
        b'A'..=b'Z' => byte - b'A',
        b'a'..=b'z' => byte - b'a' + 26,
        b'0'..=b'9' => byte - b'0' + 52,
        b'+' => 62,
        _ => 63,
    };
    let mut bytes = Vec::new();
    for four in text.as_bytes().chunks(4) {
        let used: Vec<u8> = four.iter().filter(|byte| **byte != b'=').map(|byte| digit(*byte)).collect();
        let bits = used.iter().fold(0_u32, |bits, six| bits << 6 | u32::from(*six)) << (6 * (4 - used.len()));
        bytes.extend_from_slice(&bits.to_be_bytes()[1..used.len()]);
    }
    bytes
}

/// The bytes of a raw case; the large ones are told in words.
pub(crate) fn raw_bytes(case: &Value) -> Vec<u8> {
    if let Some(encoded) = case["file_bytes_b64"].as_str() {
        return base64(encoded);
    }
    let line = |seq: u32, kind: &str, text: &str| {
        format!(
            r#"{{"data":{{"text":"{text}"}},"id":"e{seq}{kind}","seq":{seq},"session_id":"{}","ts":"2026-05-01T00:00:0{seq}.000000Z","type":"{kind}"}}"#,
            case["session_id"].as_str().expect("an id")
        )
    };
    let words: Vec<&str> = text(case, "file_generator").split_whitespace().collect();
    let count = words.iter().filter_map(|word| word.parse::<usize>().ok()).max().expect("a count");
    assert!(words.contains(&"user_message") && words.contains(&"assistant_message"), "{words:?}");
    let (first, second) = (line(0, "user_message", &"x".repeat(count)), line(1, "assistant_message", "b"));
    format!("{first}\n{second}\n").into_bytes()
}

#[test]
fn raw_logs_are_judged_as_pixir_judges_them() {
    let oracle = oracle("rawlogs/rawlogs.json");
    let home = tempfile::tempdir().expect("a folder");
    for case in list(&oracle, "cases") {
        let path = home.path().join(text(case, "name"));
        write(&path, &raw_bytes(case));
        let mut log = Log::open(&path).expect("readable");
        log.validate().expect("readable");
        check_raw(case, &log);
    }
    assert!(list(&oracle, "cases").len() >= 50);
}

fn check_raw(case: &Value, log: &Log) {
    let name = text(case, "name");
    let verdict = sessions::accept(log);
    assert_eq!(verdict.opens(), case["fold"]["ok"].is_array(), "{name}: {verdict}");
    assert_eq!(verdict.opens(), case["session_start"]["started"].as_bool() == Some(true), "{name}");
    if !verdict.opens() {
        return;
    }
    check_order(name, &case["fold"], log, &log.events(0..log.len()));
    let in_file = log.window(0..log.rows().len()).into_iter().map(|line| match line {
        sessions::Line::Event(event) => *event,
        sessions::Line::Unread(unread) => panic!("{name}: {}", unread.reason),
    });
    check_order(name, &case["fold_append_order"], log, &in_file.collect::<Vec<_>>());
    assert_eq!(coarse(sessions::next_seq(log)), seq(&case["session_start"]["next_seq"]), "{name}");
    let history: Vec<Seq> = list(case, "provider_history_seqs").iter().map(seq).collect();
    let ours: Vec<Seq> = sessions::provider_history(log).into_iter().map(coarse).collect();
    assert_eq!(ours, history, "{name}");
    let refused = case["provider_input"]["error"].is_object();
    assert_eq!(matches!(verdict, Verdict::HistoryRefused { .. }), refused, "{name}: {verdict}");
    let tree = &case["readers"]["tree"]["ok"];
    assert_eq!(tree["event_count"].as_u64(), Some(log.len() as u64), "{name}");
    assert_eq!(log.event(0).and_then(|event| event.ts).as_deref(), tree["first_event_ts"].as_str(), "{name}");
    check_sent(name, &case["provider_input"], log);
}

fn check_order(name: &str, expected: &Value, log: &Log, events: &[sessions::Event]) {
    let expected = list(expected, "ok");
    assert_eq!(events.len(), expected.len(), "{name}");
    for (event, expected) in events.iter().zip(expected) {
        assert_eq!(coarse(event.seq.clone()), seq(&expected["seq"]), "{name}");
        assert_eq!(event.id.as_deref(), expected["id"].as_str(), "{name}");
        assert_eq!(event.ts.as_deref(), expected["ts"].as_str(), "{name}");
        assert_eq!(event.session_id.as_deref(), expected["session_id"].as_str(), "{name}");
        let row = log.rows().iter().find(|row| row.line() == event.line).expect("a row");
        assert_eq!(row.kind().name(), text(expected, "type"), "{name}");
        if let EventKind::UserMessage(message) = &event.kind {
            assert_eq!(message.text.as_deref(), expected["data"]["text"].as_str(), "{name}");
        }
    }
}

/// Compares the activations in a recorded request with those said to be visible.
fn check_sent(name: &str, input: &Value, log: &Log) {
    let Some(items) = input.as_array() else { return };
    let hash = |item: &Value| {
        let rendered = item["content"][0]["text"].as_str()?.strip_prefix("<skill ")?;
        let (_, after) = rendered.split_once("content_sha256=\"")?;
        after.split_once('"').map(|(hash, _)| hash.to_owned())
    };
    let sent: Vec<String> = items.iter().filter_map(hash).collect();
    let Some(last) = log.len().checked_sub(1) else { return };
    let visible = Context::read(log).visible_at(log, last);
    let hashes = |at: usize| sessions::activation_at(log, at).and_then(|activation| activation.content_hash);
    assert_eq!(visible.into_iter().filter_map(hashes).collect::<Vec<_>>(), sent, "{name}");
}

/// A recorded workspace, rebuilt, with every log in it open.
pub(crate) struct Scene {
    pub expected: Value,
    pub root: PathBuf,
    pub found: Found,
    pub logs: BTreeMap<String, Log>,
    _home: tempfile::TempDir,
}

pub(crate) fn scenes() -> Vec<Scene> {
    let folder = recording("sessions");
    let mut names: Vec<_> =
        fs::read_dir(&folder).expect("scenarios").map(|e| e.expect("one").path()).collect();
    names.sort();
    names.iter().map(|folder| scene(folder)).collect()
}

fn scene(folder: &Path) -> Scene {
    let read = |name: &str| -> Value {
        let text = fs::read_to_string(folder.join(name)).expect("an oracle file");
        serde_json::from_str(&text).expect("JSON")
    };
    let (expected, manifest) = (read("expected.json"), read("workspace.manifest.json"));
    let home = tempfile::tempdir().expect("a folder");
    let root = home.path().join("workspace");
    for file in list(&manifest, "files") {
        let bytes = match file["text"].as_str() {
            Some(text) => text.as_bytes().to_vec(),
            None => {
                base64(["b64", "content_b64"].iter().find_map(|key| file[*key].as_str()).unwrap_or_default())
            }
        };
        write(&root.join(text(file, "path")), &bytes);
    }
    let found = sessions::find(&root, SystemTime::now());
    let open = |place: &LogPlace| {
        let mut log = Log::open(&place.path).expect("readable");
        log.validate().expect("readable");
        (place.id.to_string(), log)
    };
    let logs = found.logs.iter().map(open).collect();
    Scene { expected, root, found, logs, _home: home }
}

#[test]
fn recorded_sessions_are_found_and_folded_as_recorded() {
    for scene in scenes() {
        let name = text(&scene.expected, "scenario");
        let sessions = list(&scene.expected, "sessions");
        assert_eq!(scene.found.logs.len(), sessions.len(), "{name}");
        assert_eq!(scene.found.problems, [], "{name}");
        for session in sessions {
            let id = text(session, "session_id");
            let place = scene.found.logs.iter().find(|place| place.id.as_str() == id).expect("found");
            assert_eq!(place.path, scene.root.join(text(session, "log")), "{name}");
            let log = &scene.logs[id];
            assert_eq!(sessions::accept(log), Verdict::Accepted, "{name} {id}");
            assert_eq!(log.lines(), session["log_lines"].as_u64().expect("lines") as u32, "{name} {id}");
            assert_eq!(Some(log.is_in_order()), session["append_order_equals_seq_order"].as_bool(), "{name}");
            let kinds = (0..log.len()).filter_map(|at| log.at(at));
            let kinds: Vec<(Seq, &str)> = kinds.map(|row| (log.seq(row), row.kind().name())).collect();
            let recorded = list(session, "types_in_fold_order");
            let recorded: Vec<(Seq, &str)> =
                recorded.iter().map(|e| (seq(&e["seq"]), text(e, "type"))).collect();
            assert_eq!(kinds, recorded, "{name} {id}");
            let history: Vec<Seq> = list(session, "provider_history_seqs").iter().map(seq).collect();
            assert_eq!(sessions::provider_history(log), history, "{name} {id}");
            check_sent(name, &session["provider_input"], log);
        }
    }
}

#[test]
fn the_model_saw_what_it_was_recorded_to_see() {
    let mut compared = 0;
    for scene in scenes() {
        let name = text(&scene.expected, "scenario");
        for session in list(&scene.expected, "sessions") {
            let log = &scene.logs[text(session, "session_id")];
            let context = Context::read(log);
            for point in list(session, "visible_after_seq") {
                check_visible(name, log, &context, &point["after_seq"], point);
                compared += 1;
            }
        }
        for (_, turn) in recorded_turns(&scene) {
            for call in list(turn, "provider_calls") {
                let log = &scene.logs[text(call, "session_id")];
                check_visible(name, log, &Context::read(log), &call["history_last_seq"], call);
                compared += 1;
            }
        }
    }
    assert!(compared == 0 || compared > 200, "{compared}");
}

fn check_visible(name: &str, log: &Log, context: &Context, after: &Value, point: &Value) {
    let position = log.position_of(&seq(after)).expect("an event");
    let visible = context.visible_at(log, position).into_iter();
    let visible: Vec<_> = visible.filter_map(|at| sessions::activation_at(log, at)).collect();
    let escape = |name: &str| {
        name.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
    };
    let shown: Vec<(String, Option<String>)> = visible
        .iter()
        .map(|one| (escape(one.name.as_deref().unwrap_or_default()), one.content_hash.clone()))
        .collect();
    let recorded: Vec<(String, Option<String>)> = list(point, "visible_skills")
        .iter()
        .map(|one| (text(one, "name").to_owned(), Some(text(one, "content_sha256").to_owned())))
        .collect();
    assert_eq!(shown, recorded, "{name} after {after}");
}

/// The recorded turns of a scene, with the session they happened in.
pub(crate) fn recorded_turns(scene: &Scene) -> Vec<(String, &Value)> {
    let root = text(&scene.expected, "root_session").to_owned();
    let mut turns: Vec<(String, &Value)> =
        list(&scene.expected, "turns").iter().map(|turn| (root.clone(), turn)).collect();
    for (id, children) in scene.expected["child_turns"].as_object().into_iter().flatten() {
        turns.extend(children.as_array().expect("turns").iter().map(|turn| (id.clone(), turn)));
    }
    turns
}

#[test]
fn turns_are_those_that_were_recorded() {
    let mut compared = 0;
    for scene in scenes() {
        let name = text(&scene.expected, "scenario");
        let mut folded: BTreeMap<&str, usize> = BTreeMap::new();
        for (id, recorded) in recorded_turns(&scene) {
            let (from, to) = (seq(&recorded["events_from_seq"]), seq(&recorded["events_to_seq"]));
            // A turn that crashed before it logged anything has an empty range.
            if from.fold_order(&to).is_gt() {
                continue;
            }
            let (id, log) = scene.logs.get_key_value(&id).expect("a log");
            let turns = sessions::fold(log);
            let prompt = text(recorded, "prompt");
            let turn = turns.turns().iter().find(|turn| turn.seqs(log).0 == from);
            let turn = turn.unwrap_or_else(|| panic!("{name}: no turn starts at {from}"));
            assert_eq!(turn.seqs(log), (from, to), "{name}: {prompt}");
            assert_eq!(turn.prompt(log).as_deref(), Some(prompt), "{name}");
            let outcome = match text(recorded, "outcome") {
                ":done" => Outcome::Answered,
                ":error" => Outcome::Failed,
                _ => Outcome::Interrupted,
            };
            assert_eq!(turn.outcome, outcome, "{name}: {prompt}");
            *folded.entry(id).or_default() += 1;
            compared += 1;
        }
        for (id, count) in folded {
            let turns = sessions::fold(&scene.logs[id]);
            let own = turns.turns().iter().filter(|turn| turn.origin == sessions::Origin::Here).count();
            assert_eq!(own, count, "{name} {id}: turns");
        }
    }
    assert!(compared == 0 || compared > 30, "{compared}");
}

#[test]
fn every_recorded_text_has_its_recorded_hash() {
    for scene in scenes() {
        for log in scene.logs.values() {
            assert!(sessions::soundness(log).is_sound(), "{}", log.path().display());
            for position in Context::read(log).activations() {
                let activation = sessions::activation_at(log, *position).expect("an activation");
                assert!(matches!(sessions::verify(&activation), sessions::Integrity::Verified(_)));
            }
        }
    }
}

#[test]
fn trees_are_those_pixir_draws() {
    for scene in scenes() {
        let name = text(&scene.expected, "scenario");
        let family: Vec<Lineage> = scene
            .found
            .logs
            .iter()
            .map(|place| sessions::lineage(&scene.logs[place.id.as_str()], place))
            .collect();
        for session in list(&scene.expected, "sessions") {
            let root = family.iter().find(|one| one.place.id.as_str() == text(session, "session_id"));
            let tree = sessions::tree(&family.iter().collect::<Vec<_>>(), root.expect("in the family"));
            check_node(name, &tree, &session["tree"]["ok"]);
        }
    }
}

fn check_node(name: &str, node: &Node<'_>, expected: &Value) {
    assert_eq!(node.id, text(expected, "session_id"), "{name}");
    assert_eq!(node.lineage.is_some(), expected["log_exists"].as_bool() == Some(true), "{name}");
    if let Some(lineage) = node.lineage {
        assert_eq!(Some(u64::from(lineage.events())), expected["event_count"].as_u64(), "{name}");
        let counts: BTreeMap<&str, u32> = lineage.counts.iter().map(|(kind, n)| (kind.name(), *n)).collect();
        assert_eq!(serde_json::to_value(counts).expect("counts"), expected["event_counts"], "{name}");
        assert_eq!(lineage.first_ts.as_deref(), expected["first_event_ts"].as_str(), "{name}");
        assert_eq!(lineage.last_ts.as_deref(), expected["last_event_ts"].as_str(), "{name}");
    }
    let (forks, children) = (list(expected, "forks"), list(expected, "subagents"));
    assert_eq!((node.forks.len(), node.children.len()), (forks.len(), children.len()), "{name} {}", node.id);
    for (fork, expected) in node.forks.iter().zip(forks) {
        check_node(name, fork, &expected["session"]);
        let lineage = fork.lineage.expect("a log");
        let origin = lineage.fork.as_ref().expect("a fork");
        assert_eq!(origin.forked_to_seq, expected["forked_to_seq"].as_i64(), "{name}");
        assert_eq!(origin.root_session_id.as_deref(), expected["fork_root_session_id"].as_str(), "{name}");
        assert_eq!(Some(lineage.has_summary), expected["branch_summary"]["present"].as_bool(), "{name}");
    }
    for (branch, expected) in node.children.iter().zip(children) {
        let child = branch.child;
        assert_eq!(child.subagent_id, text(expected, "subagent_id"), "{name}");
        assert_eq!(serde_json::to_value(&child.events).expect("words"), expected["events"], "{name}");
        assert_eq!(child.first_seq, seq(&expected["first_seq"]), "{name}");
        assert_eq!(child.last_seq, seq(&expected["last_seq"]), "{name}");
        for (field, told) in
            [("agent", &child.last.agent), ("status", &child.last.status), ("task", &child.last.task)]
        {
            assert_eq!(told.as_deref(), expected[field].as_str(), "{name} {field}");
        }
        match (&branch.session, &expected["session"]) {
            (Some(session), recorded @ Value::Object(_)) => check_node(name, session, recorded),
            (session, recorded) => assert!(session.is_none() && recorded.is_null(), "{name}"),
        }
    }
}

#[test]
fn resources_of_recorded_messages_are_in_the_store() {
    for scene in scenes().iter().filter(|one| text(&one.expected, "scenario").starts_with("attachments")) {
        for place in &scene.found.logs {
            let resources = sessions::resources(&scene.logs[place.id.as_str()], place);
            assert!(!resources.is_empty());
            for resource in &resources {
                let kept = matches!(resource.stored, sessions::Stored::Here { .. });
                assert_eq!(kept, resource.mark.content_hash.is_some(), "{resource:?}");
                assert_eq!(sessions::is_unchanged(resource), kept.then_some(true), "{resource:?}");
            }
        }
    }
}

#[test]
fn templates_and_opened_files_are_told_per_turn() {
    for scene in scenes() {
        let shaped = |scenario: &str| {
            let log = (text(&scene.expected, "scenario") == scenario)
                .then(|| &scene.logs[text(&scene.expected, "root_session")])?;
            let turns = sessions::fold(log);
            let all = turns.turns().iter().flat_map(|turn| sessions::detail(log, turn).shaped);
            Some(all.map(|shaped| shaped.by).collect::<Vec<_>>())
        };
        if let Some(ways) = shaped("workflow-from-skill-template") {
            let template = |way: &sessions::Shaping| match way {
                sessions::Shaping::Workflow(template) => template.template_id.clone(),
                _ => None,
            };
            assert_eq!(ways.iter().filter_map(template).collect::<Vec<_>>(), ["audit/basic"]);
        }
        if let Some(ways) = shaped("skills-user-and-model") {
            let opened = ways.iter().filter(|way| matches!(way, sessions::Shaping::Resource(_))).count();
            assert!(opened >= 1, "{ways:?}");
        }
    }
}

#[test]
fn session_ids_are_judged_as_pixir_judges_them() {
    let oracle = oracle("misc/session_ids.json");
    for case in list(&oracle, "cases") {
        let bytes = match &case["value"] {
            Value::String(text) => text.as_bytes().to_vec(),
            Value::Object(encoded) => base64(encoded["$b64"].as_str().expect("base64")),
            _ => continue,
        };
        let reason = SessionId::parse(&bytes).err().map(|bad| match bad {
            sessions::BadId::Empty => "empty",
            sessions::BadId::TooLong => "too_long",
            sessions::BadId::NotUtf8 => "invalid_utf8",
            sessions::BadId::Start => "invalid_start",
            sessions::BadId::Character => "invalid_character",
        });
        assert_eq!(reason, case["reason"].as_str(), "{}", case["value"]);
    }
}

#[test]
fn leases_are_read_as_pixir_reads_them() {
    let oracle = oracle("lease/lease_status.json");
    let home = tempfile::tempdir().expect("a folder");
    let now = UNIX_EPOCH + Duration::from_millis(1_800_000_000_000);
    for case in list(&oracle, "cases") {
        let workspace = home.path().join(text(case, "name"));
        let id = SessionId::parse(text(case, "session_id").as_bytes()).expect("an id");
        if let Some(lease) = case["lease_file_text"].as_str() {
            let lease = lease.replace("{{WS}}", home.path().to_str().expect("text"));
            write(&sessions::lease_path(&workspace, &id), at_age(&lease, case).as_bytes());
        }
        let state = match sessions::lease(&workspace, &id, now) {
            Ok(Lease::Available) => "available",
            Ok(Lease::Active(_)) => "active",
            Ok(Lease::Stale(_)) => "stale",
            Ok(Lease::Ambiguous) => "ambiguous",
            Err(_) => "error",
        };
        let recorded = case["status"]["ok"]["state"].as_str().unwrap_or("error");
        assert_eq!(state, recorded, "{}", text(case, "name"));
    }
}

/// The lease with its heartbeat moved, so that it has the recorded age at our `now`.
fn at_age(lease: &str, case: &Value) -> String {
    let (Some(age), Ok(mut body)) = (case["heartbeat_age_ms"].as_i64(), serde_json::from_str::<Value>(lease))
    else {
        return lease.to_owned();
    };
    if body["heartbeat_at_ms"].is_i64() {
        body["heartbeat_at_ms"] = Value::from(1_800_000_000_000 - age);
    }
    body.to_string()
}

#[test]
fn kinds_have_pixirs_names() {
    assert_eq!(Kind::of("skill_context_hydration"), Kind::SkillContextHydration);
    assert!(!Kind::SkillContextHydration.is_pixirs());
    assert_eq!(Kind::of("tool_call").name(), "tool_call");
}
