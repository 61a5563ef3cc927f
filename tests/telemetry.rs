//! Sessions as OpenTelemetry signals: the same twice, without texts, a tree for each turn, and what a collector takes.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;

use api::export::{TelemetryAsk, TelemetryView, telemetry_into};
use api::sessions::SessionReportAsk;
use api::{App, Code, NoHost, Scripts, Surroundings};
use serde_json::Value;
use tests::room;
use xtask::checkout;

use crate::tables::python;

fn app(home: &Path, workspace: &Path) -> App {
    let around = Surroundings {
        home: Some(home.to_owned()),
        kept: Some(home.join("kept")),
        ..room::surroundings(workspace.to_owned())
    };
    App::new(around, Box::new(NoHost))
}

fn everything() -> TelemetryAsk {
    TelemetryAsk { since: None, everywhere: false }
}

fn written(app: &App, file: &Path) -> TelemetryView {
    telemetry_into(app, &everything(), file).expect("signals")
}

/// The spans of a file.
fn spans(file: &Path) -> Vec<Value> {
    let mut found = Vec::new();
    for line in fs::read_to_string(file).unwrap().lines() {
        let line: Value = serde_json::from_str(line).expect("a request a line");
        let own = line["resourceSpans"][0]["scopeSpans"][0]["spans"].as_array();
        found.extend(own.into_iter().flatten().cloned());
    }
    found
}

fn attribute(span: &Value, key: &str) -> Option<String> {
    let own = span["attributes"].as_array().unwrap().iter().find(|one| one["key"] == key)?;
    own["value"].as_object()?.values().next().map(|value| value.to_string().trim_matches('"').to_owned())
}

#[test]
fn the_same_logs_give_the_same_file() {
    let room = tempfile::tempdir().unwrap();
    let laid = tests::example::lay_out(&room.path().join("example")).unwrap();
    let (one, two) = (room.path().join("one.jsonl"), room.path().join("two.jsonl"));
    let view = written(&app(&laid.home, &laid.workspace), &one);
    written(&app(&laid.home, &laid.workspace), &two);
    assert!(fs::read(&one).unwrap() == fs::read(&two).unwrap());
    assert_eq!(fs::metadata(&one).unwrap().len(), view.bytes);
    let failure = telemetry_into(&app(&laid.home, &laid.workspace), &everything(), &one).unwrap_err();
    assert!(failure.code == Code::Refused && failure.message.text.contains("one.jsonl"), "{failure}");
    for day in ["soon", "2026-13-45", "2026-02-30"] {
        let wrong = TelemetryAsk { since: Some(day.to_owned()), ..everything() };
        let failure = telemetry_into(&app(&laid.home, &laid.workspace), &wrong, &two).unwrap_err();
        assert!(failure.code == Code::WrongUse && failure.message.text.contains(day), "{failure}");
    }
    let nowhere = room.path().join("nowhere/signals.jsonl");
    let failure = telemetry_into(&app(&laid.home, &laid.workspace), &everything(), &nowhere).unwrap_err();
    assert!(failure.message.text.contains("signals.jsonl`: the folder does not exist"), "{failure}");
    assert_eq!(fs::read_dir(room.path()).unwrap().count(), 3, "nothing half is left");
}

#[test]
fn every_turn_is_a_tree_of_what_happened_in_it() {
    let room = tempfile::tempdir().unwrap();
    let laid = tests::example::lay_out(&room.path().join("example")).unwrap();
    let (app, file) = (app(&laid.home, &laid.workspace), room.path().join("signals.jsonl"));
    let view = written(&app, &file);
    let spans = spans(&file);
    assert_eq!(spans.len() as u64, view.spans);
    let ids: BTreeSet<String> = spans.iter().map(|span| span["spanId"].to_string()).collect();
    assert_eq!(ids.len(), spans.len(), "no id twice");
    let mut roots: BTreeMap<String, &Value> = BTreeMap::new();
    for span in spans.iter().filter(|span| span.get("parentSpanId").is_none()) {
        assert_eq!(attribute(span, "gen_ai.operation.name").as_deref(), Some("invoke_agent"));
        assert!(roots.insert(span["traceId"].to_string(), span).is_none(), "one root a trace");
    }
    assert_eq!(roots.len() as u64, view.traces);
    let time = |span: &Value, key: &str| span[key].as_str().unwrap().parse::<u64>().unwrap();
    for span in &spans {
        let root = roots[&span["traceId"].to_string()];
        let parent = span.get("parentSpanId").unwrap_or(&root["spanId"]);
        assert_eq!(parent, &root["spanId"]);
        assert!(time(span, "startTimeUnixNano") <= time(span, "endTimeUnixNano"));
        assert!(time(root, "startTimeUnixNano") <= time(span, "startTimeUnixNano"));
    }
    // One session, by the facts that Assay tells of it.
    let id = "20260918T141102-7be41d";
    let report = Scripts(&app).session_report(&SessionReportAsk { id: id.to_owned() }).unwrap();
    let report = serde_json::to_value(&report).unwrap();
    let of = |tool: &str| {
        let is = |span: &&Value| {
            attribute(span, "gen_ai.conversation.id").as_deref() == Some(id)
                && attribute(span, "gen_ai.tool.name").as_deref() == Some(tool)
        };
        spans.iter().filter(is).collect::<Vec<_>>()
    };
    let loaded = of("load_skill");
    let turns = report["turns"].as_array().unwrap();
    let activations: Vec<&Value> =
        turns.iter().flat_map(|turn| turn["activations"].as_array().unwrap()).collect();
    assert_eq!(loaded.len(), activations.len());
    for (span, activation) in loaded.iter().zip(&activations) {
        let named = attribute(span, "gen_ai.skill.name");
        assert_eq!(named.as_deref(), activation["name"].as_str(), "{activation}");
        let hash = attribute(span, "assay.skill.content.sha256");
        assert_eq!(hash.as_deref(), activation["content_hash"].as_str());
        assert!(attribute(span, "gen_ai.skill.source.uri").unwrap().starts_with("file:///"));
        assert!(attribute(span, "assay.drift.state").is_some());
    }
}

#[test]
fn no_text_leaves_with_the_signals() {
    let room = tempfile::tempdir().unwrap();
    let laid = tests::example::lay_out(&room.path().join("example")).unwrap();
    let file = room.path().join("signals.jsonl");
    written(&app(&laid.home, &laid.workspace), &file);
    let told = fs::read_to_string(&file).unwrap();
    let log = laid.workspace.join(".pixir/sessions/20260918T141102-7be41d.ndjson");
    let mut looked_for = 0;
    for line in fs::read_to_string(log).unwrap().lines() {
        let event: Value = serde_json::from_str(line).unwrap();
        for key in ["text", "content", "output"] {
            let text = event["data"][key].as_str().unwrap_or_default();
            // Words such as `ok` stand in names too.
            for line in text.lines().filter(|line| line.len() > 20) {
                looked_for += 1;
                assert!(!told.contains(line), "{line}");
            }
        }
    }
    assert!(looked_for > 50, "{looked_for}");
}

#[test]
fn a_collector_takes_every_line() {
    let Some(python) = python() else { return };
    let room = tempfile::tempdir().unwrap();
    let laid = tests::example::lay_out_agents(&room.path().join("example")).unwrap();
    let file = room.path().join("signals.jsonl");
    let view = written(&app(&laid.home, &laid.workspace), &file);
    assert!(view.spans > 10 && view.traces > 3, "{view:?}");
    let script = checkout::root().join("tests/engines/collector.py");
    let told = Command::new(python).arg(script).arg(&file).output().expect("Python runs");
    let printed = String::from_utf8_lossy(&told.stdout);
    let rows = printed.lines().find_map(|line| line.strip_prefix("rows ")).map(serde_json::from_str::<Value>);
    let rows = rows.unwrap_or_else(|| panic!("{}", String::from_utf8_lossy(&told.stderr))).unwrap();
    let lines = fs::read_to_string(&file).unwrap().lines().count();
    assert_eq!(
        (rows["accepted"].as_u64(), rows["refused"].as_array().unwrap().len()),
        (Some(lines as u64), 0),
        "{rows}"
    );
}
