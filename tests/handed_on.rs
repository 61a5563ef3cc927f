//! What can be asked, proven and handed on of a session holds for every agent's, or says what its log does not tell.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use api::drift::DriftReportAsk;
use api::drift::{SkillOf, VersionsAsk};
use api::everywhere::SearchReportAsk;
use api::everywhere::{AllSessionsAsk, LetterCase, SearchAsk, SearchWay, SessionFilter};
use api::export::{ExportAsk, ExportForm, bundle_of, verify_bundle};
use api::sessions::{
    AfterDrop, EventView, EventsAsk, EventsView, Place, PlaceAsk, ProvenanceAsk, Segment, SessionAsk,
    WitnessState,
};
use api::sessions::{MomentReportAsk, SessionReportAsk};
use api::skills::{UnusedOnly, UsageReportAsk, UsageReportRow};
use api::wire::Nothing;
use api::wire::{Integrity, SessionRow};
use serde_json::{Value, json};
use tests::room::Room;

use crate::elsewhere::copilot_log;

/// The agents whose sessions are tried.
const AGENTS: [&str; 6] = ["claude-code", "codex", "copilot-cli", "gemini-cli", "opencode", "pi"];
/// Those of them that keep no file of lines.
const MADE: [&str; 1] = ["opencode"];

/// A workspace in which six agents took in the skill `notes`.
pub fn room() -> Room {
    let room = Room::with(&[]);
    let skill = "---\nname: notes\ndescription: Use when notes are to be written.\n---\n\n# Notes\n\nWrite long notes.\n";
    for folder in [".claude", ".agents", ".github"] {
        room.write(&format!("ws/{folder}/skills/notes/SKILL.md"), skill);
    }
    let claude = "home/.claude/projects/shop/00000000-0000-4000-8000-000000000001.jsonl";
    lay(&room, "claude-code/given-again-2.1.330.jsonl", claude);
    let codex = "home/.codex/sessions/2026/11/22/rollout-2026-11-22T23-36-22-01a2059e-2d0e-7473-9df5-7447e5a94763.jsonl";
    lay(&room, "codex/0.169.0-compaction.jsonl", codex);
    lay(
        &room,
        "gemini-cli/compaction.jsonl",
        "home/.gemini/tmp/shop/chats/session-2026-11-22T23-56-d5a600b9.jsonl",
    );
    lay(&room, "pi/0.87.1-compaction.jsonl", "home/.pi/agent/sessions/--shop--/2026-11-22_1.jsonl");
    let shop = fs::canonicalize(room.workspace()).unwrap();
    let lines = copilot_log(&shop.join(".github/skills/notes/SKILL.md"), &shop);
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    room.write("home/.copilot/session-state/22222222-2222-4222-8222-222222222222/events.jsonl", text);
    room.write("home/.local/share/opencode/empty", "");
    let database = rusqlite::Connection::open(room.at("home/.local/share/opencode/opencode.db")).unwrap();
    for file in ["opencode/schema.sql", "opencode/compaction.sql"] {
        database.execute_batch(&recorded(&room, file)).unwrap();
    }
    database.close().unwrap();
    room.app.everywhere().index_sessions().expect("the logs can be read");
    room
}

/// A recorded log as if it had been written in the workspace of a room.
pub fn recorded(room: &Room, file: &str) -> String {
    let fixtures =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../src-tauri/crates/sessions/tests/fixtures/agents");
    let shop = fs::canonicalize(room.workspace()).unwrap();
    let text = fs::read_to_string(fixtures.join(file)).unwrap();
    text.replace("/home/ada/shop", shop.to_str().unwrap())
        .replace("Write the notes.", "Write to ada@example.org.")
}

fn lay(room: &Room, file: &str, to: &str) {
    room.write(to, recorded(room, file));
}

/// The session of each agent.
pub fn each(room: &Room) -> Vec<SessionRow> {
    let rows = room.sessions();
    let of = |agent: &&str| {
        let row = rows.iter().find(|row| row.source.name == *agent);
        row.unwrap_or_else(|| panic!("no session of {agent}: {rows:#?}")).clone()
    };
    AGENTS.iter().map(of).collect()
}

pub fn of(room: &Room, agent: &str) -> SessionRow {
    each(room).into_iter().find(|row| row.source.name == agent).unwrap()
}

fn log_of(room: &Room, agent: &str) -> PathBuf {
    room.session(&of(room, agent).key).path.into()
}

fn events(room: &Room, key: &str, row: u32, bookkeeping: bool) -> EventsView {
    let ask = EventsAsk { key: key.to_owned(), row, bookkeeping, only: None, from: 0, count: 500 };
    room.page().events(&ask).expect("events")
}

#[test]
fn a_bundle_of_any_agents_session_is_the_same_twice_and_proves_itself() {
    let room = room();
    for row in each(&room) {
        let agent = row.source.name.as_str();
        let made = bundle_of(&room.app.workspace, &row.id, None, false, None)
            .unwrap_or_else(|failure| panic!("{agent}: {failure}"));
        assert_eq!(
            made.bytes,
            bundle_of(&room.app.workspace, &row.id, None, false, None).unwrap().bytes,
            "{agent}"
        );
        let report = verify_bundle(&made.bytes).unwrap();
        assert_eq!(report.findings, Vec::<String>::new(), "{agent}");
        let says = |words: &str| report.limits.iter().any(|limit| limit.contains(words));
        assert_eq!(
            says("in a database or in a file that it rewrites"),
            MADE.contains(&agent),
            "{agent}: {:?}",
            report.limits
        );
        assert!(says("does not record hashes"), "{agent}");
        let parts = bundle::verify(&made.bytes).unwrap().parts;
        let part = |name: &str| parts.iter().find(|part| part.name.starts_with(name));
        let text = String::from_utf8(part("snapshots/").expect(agent).bytes.clone()).unwrap();
        assert!(text.contains("# Notes"), "{agent}: {text}");
        if !MADE.contains(&agent) {
            assert_eq!(
                part("session/log.ndjson").unwrap().bytes,
                fs::read(log_of(&room, agent)).unwrap(),
                "{agent}"
            );
        }
        // The mail address stands in what was asked of all but Copilot CLI.
        if agent != "copilot-cli" {
            let redacted = bundle_of(&room.app.workspace, &row.id, None, true, None).unwrap();
            let report = verify_bundle(&redacted.bytes).unwrap();
            assert_eq!(report.findings, Vec::<String>::new(), "{agent}, redacted");
            assert!(!redacted.bytes.windows(15).any(|bytes| bytes == b"ada@example.org"), "{agent}");
        }
    }
}

#[test]
fn a_line_taken_out_of_another_agents_bundle_is_found() {
    let room = room();
    for agent in ["claude-code", "codex", "pi"] {
        let made = bundle_of(&room.app.workspace, &of(&room, agent).id, None, false, None).unwrap();
        let found = bundle::verify(&made.bytes).unwrap();
        let (mut parts, about) = (found.parts, found.manifest.about);
        let log = &mut parts.iter_mut().find(|part| part.name == "session/log.ndjson").unwrap().bytes;
        let end = log[..log.len() - 1].iter().rposition(|byte| *byte == b'\n').unwrap();
        log.truncate(end + 1);
        let forged = bundle::pack(parts, &found.manifest.made_by, about, None).unwrap();
        assert!(!verify_bundle(&forged).unwrap().findings.is_empty(), "{agent}");
    }
}

#[test]
fn an_export_names_lines_of_the_file_and_holds_each_once() {
    let room = room();
    for row in each(&room) {
        let agent = &row.source.name;
        let ask = |form| ExportAsk { session: row.id.clone(), turns: None, form, redact: false };
        let text = room.scripts().export_report(&ask(ExportForm::Markdown)).unwrap().text;
        assert!(text.contains("**Skill activated** (line "), "{agent}: {text}");
        assert!(!text.contains("(seq "), "{agent}: {text}");
        let facts = room.scripts().export_report(&ask(ExportForm::Json)).unwrap().text;
        let facts: Value = serde_json::from_str(&facts).unwrap();
        let lines: Vec<u64> =
            facts["events"].as_array().unwrap().iter().map(|one| one["line"].as_u64().unwrap()).collect();
        assert_eq!(lines.len(), lines.iter().collect::<BTreeSet<_>>().len(), "{agent}: {lines:?}");
        assert_eq!(json!(lines.len()), facts["session"]["lines"], "{agent}");
    }
}

#[test]
fn what_is_verified_says_whose_bytes_they_are_and_what_no_log_told() {
    let room = room();
    for row in each(&room) {
        let agent = row.source.name.as_str();
        let report = room.scripts().verify_report(&SessionReportAsk { id: row.id.clone() }).unwrap();
        assert_eq!(report.bytes_are.is_some(), MADE.contains(&agent), "{agent}: {:?}", report.bytes_are);
        assert_eq!((report.seq_gaps.len(), report.unread.len()), (0, 0), "{agent}");
        assert_eq!(report.verdict, Integrity::Computed, "{agent}");
        let lines = room.session(&row.key).lines;
        assert!(
            report.activations.iter().all(|one| one.stands.line.is_none_or(|line| line <= lines)),
            "{agent}: lines of the file"
        );
        let view = room.page().integrity(&SessionAsk { key: row.key.clone() }).unwrap();
        assert_eq!(view.bytes_are.map(|are| are.to_string()), report.bytes_are, "{agent}");
        assert_eq!(view.witness.words.contains("rewrites its logs"), MADE.contains(&agent), "{agent}");
    }
    let all = room.scripts().verify_all_report(&Nothing {}).unwrap();
    assert_eq!((all.sessions.len(), all.faults.len()), (AGENTS.len(), 0));
}

#[test]
fn a_change_of_what_was_seen_is_told_of_any_agents_log() {
    let room = room();
    room.app.remember();
    for agent in ["claude-code", "codex", "copilot-cli", "gemini-cli", "pi"] {
        let log = log_of(&room, agent);
        let written = fs::read_to_string(&log).unwrap();
        let state = |room: &Room| {
            let view = room.page().integrity(&SessionAsk { key: of(room, agent).key }).unwrap();
            (view.witness.state, view.witness.line)
        };
        assert_eq!(state(&room), (WitnessState::Same, None), "{agent}");
        let lines: Vec<&str> = written.lines().collect();
        let last = lines.len();
        let grown = format!("{written}{}\n", lines[last - 1]);
        fs::write(&log, &grown).unwrap();
        assert_eq!(state(&room.again()), (WitnessState::Same, None), "{agent}, appended to");
        let changed = written.replacen("2026-", "2025-", 1);
        let line = written[..written.find("2026-").unwrap()].lines().count().max(1) as u32;
        assert_ne!(changed, written, "{agent}");
        fs::write(&log, changed).unwrap();
        assert_eq!(state(&room.again()), (WitnessState::Rewritten, Some(line)), "{agent}, rewritten");
        fs::write(&log, written).unwrap();
    }
}

#[test]
fn what_is_appended_to_a_log_on_screen_is_told() {
    let room = room();
    let said = [
        (
            "claude-code",
            json!({ "type": "user", "sessionId": "00000000-0000-4000-8000-000000000001",
            "uuid": "u-new", "message": { "role": "user", "content": "And now?" } }),
        ),
        (
            "codex",
            json!({ "type": "response_item", "payload": { "type": "message", "role": "user",
            "content": [{ "type": "input_text", "text": "And now?" }] } }),
        ),
        ("copilot-cli", json!({ "type": "user.message", "id": "new", "data": { "content": "And now?" } })),
    ];
    for (agent, line) in said {
        let (before, log) = (of(&room, agent), log_of(&room, agent));
        let mut line = line;
        line["timestamp"] = json!("2026-11-23T12:00:00.000Z");
        let written = fs::read_to_string(&log).unwrap();
        fs::write(&log, format!("{written}{line}\n")).unwrap();
        room.app.heard(&[api::Tag::Sessions]);
        let now = of(&room, agent);
        assert_eq!((now.events, now.turns), (before.events + 1, before.turns + 1), "{agent}");
        let rows = room.timeline(&now.key);
        let Some(Segment::Turn { prompt, .. }) = rows.last().map(|row| &row.what) else { panic!("{agent}") };
        assert_eq!(prompt, "And now?", "{agent}");
    }
}

#[test]
fn usage_versions_and_drift_count_every_agents_sessions() {
    let room = room();
    let usage =
        room.scripts().usage_report(&UsageReportAsk { unused: UnusedOnly::All, convention: None }).unwrap();
    assert_eq!(usage.sessions as usize, AGENTS.len());
    let used: BTreeSet<&str> =
        usage.skills.iter().flat_map(|row| &row.agents).map(|agent| agent.name.as_str()).collect();
    assert_eq!(used, BTreeSet::from(AGENTS), "{:#?}", usage.skills);
    let ask = VersionsAsk { of: SkillOf::Name { name: "notes".to_owned() }, from: 0, count: 99 };
    let versions = room.page().versions(&ask).unwrap();
    assert!(versions.rows.len() >= 2, "whole files and bodies are different texts");
    let drift = room.scripts().drift_report(&DriftReportAsk::default()).unwrap();
    let drift = serde_json::to_value(&drift).unwrap();
    for agent in AGENTS {
        let ask = DriftReportAsk { session: Some(of(&room, agent).id), ..DriftReportAsk::default() };
        let own = serde_json::to_value(room.scripts().drift_report(&ask).unwrap()).unwrap();
        assert!(!own["rows"].as_array().unwrap().is_empty(), "{agent}: {drift:#}");
    }
}

/// `--fork-session` of 2.1.197 marks nothing: the lines have their ids and another session's.
#[test]
fn what_a_fork_copied_by_its_ids_alone_counts_once() {
    let room = room();
    let uses = || {
        let usage = room
            .scripts()
            .usage_report(&UsageReportAsk { unused: UnusedOnly::All, convention: None })
            .unwrap();
        let of = |row: &&UsageReportRow| row.name == "notes";
        let counts = usage.skills.iter().filter(of).map(|row| &row.counts);
        counts.map(|counts| (counts.activations, counts.turns, counts.sessions)).collect::<Vec<_>>()
    };
    let before = uses();
    let (own, fork) = ("00000000-0000-4000-8000-000000000001", "00000000-0000-4000-8000-0000000000ff");
    let of_fork = recorded(&room, "claude-code/given-again-2.1.330.jsonl").replace(own, fork);
    room.write(&format!("home/.claude/projects/shop/{fork}.jsonl"), of_fork);
    room.app.heard(&[api::Tag::Sessions]);
    assert_eq!(room.sessions().len(), AGENTS.len() + 1);
    assert_eq!(uses(), before);
}

#[test]
fn what_agents_ask_of_sessions_is_answered_for_every_agents() {
    let room = room();
    let list = room.scripts().sessions_report(&Nothing {}).unwrap().sessions;
    let began: Vec<_> = list.iter().map(|row| row.started.clone().unwrap_or_default()).collect();
    assert!(began.is_sorted_by(|a, b| a >= b), "the newest first, across agents: {began:?}");
    for row in each(&room) {
        let agent = row.source.name.as_str();
        let turn = |at: u32| {
            let ask = MomentReportAsk { id: row.id.clone(), turn: Some(at), ..MomentReportAsk::default() };
            room.scripts().moment_report(&ask).unwrap().moment
        };
        let first = turn(1);
        assert!(!first.texts.is_empty(), "{agent}");
        assert!(!first.numbered && first.items.is_none(), "{agent}");
        assert_eq!(first.named.len(), usize::from(agent == "claude-code"), "{agent}: {:?}", first.named);
        if let ("claude-code", Some(listed)) = (agent, &first.listed) {
            assert!(
                listed.file_line < first.after_line,
                "{agent}: the list before that call, not a later one"
            );
        }
        let tells_list = matches!(agent, "claude-code" | "codex" | "pi");
        assert_eq!(first.listed.is_some(), tells_list, "{agent}");
    }
    let filter = SessionFilter { agent: "codex".to_owned(), ..SessionFilter::default() };
    let search = SearchAsk {
        words: "First done".to_owned(),
        way: SearchWay::Exact,
        letters: LetterCase::Any,
        filter,
        zone: 0,
        first: 0,
        count: 9,
    };
    let found = room.scripts().search_report(&SearchReportAsk { search }).unwrap();
    assert!(!found.hits.is_empty());
}

#[test]
fn a_text_that_a_compaction_dropped_says_whether_it_was_given_again() {
    let room = room();
    let wanted = [
        ("claude-code", AfterDrop::GivenAgain),
        ("codex", AfterDrop::NotGivenAgain),
        ("gemini-cli", AfterDrop::NotGivenAgain),
        ("opencode", AfterDrop::NotGivenAgain),
        ("pi", AfterDrop::NotGivenAgain),
    ];
    for (agent, after) in wanted {
        let key = of(&room, agent).key;
        let rows = room.timeline(&key);
        let found = rows.iter().find_map(|row| match &row.what {
            Segment::Compaction { texts, .. } => Some((row.row, texts.clone())),
            _ => None,
        });
        let Some((row, texts)) = found else { panic!("{agent}: {rows:#?}") };
        assert_eq!(texts.iter().map(|text| text.after).collect::<Vec<_>>(), [after], "{agent}");
        let bands = room.session(&key).bands;
        let ended: Vec<_> = bands.iter().filter(|band| band.dropped_at.is_some()).collect();
        assert!(
            ended.iter().all(|band| band.after == Some(after) && band.name_to.is_none()),
            "{agent}: {bands:#?}"
        );
        assert!(!ended.is_empty(), "{agent}");
        let shaped = room.page().provenance(&ProvenanceAsk { key: key.clone(), row }).unwrap();
        assert!(shaped.name_only.iter().all(|card| card.after == after), "{agent}");
        let told = events(&room, &key, row, false).events;
        let is_quiet =
            told.iter().any(|event| matches!(event.what, EventView::Compaction { events: None, .. }));
        assert!(is_quiet, "{agent}: no log of it counts what it folded");
    }
    // Before 2.1.101 no attachment is on file, so nothing can tell.
    let log = log_of(&room, "claude-code");
    let old: String = fs::read_to_string(&log)
        .unwrap()
        .lines()
        .filter(|line| !line.contains("\"type\":\"attachment\""))
        .map(|line| format!("{line}\n"))
        .collect();
    fs::write(&log, old).unwrap();
    let room = room.again();
    let rows = room.timeline(&of(&room, "claude-code").key);
    let texts = rows.iter().find_map(|row| match &row.what {
        Segment::Compaction { texts, .. } => Some(texts.clone()),
        _ => None,
    });
    assert_eq!(texts.unwrap()[0].after, AfterDrop::Unknown);
}

#[test]
fn bookkeeping_stands_folded_behind_one_event_and_none_of_it_is_lost() {
    let room = room();
    let mut folded = 0;
    for row in each(&room) {
        let agent = &row.source.name;
        for at in room.timeline(&row.key) {
            let (closed, open) =
                (events(&room, &row.key, at.row, false), events(&room, &row.key, at.row, true));
            assert!(
                !closed.events.iter().any(|event| matches!(event.what, EventView::Other { .. })),
                "{agent}"
            );
            let lines = closed.events.iter().find_map(|event| match &event.what {
                EventView::Bookkeeping { lines, types, open: false } => Some((*lines, types.clone())),
                _ => None,
            });
            let others: Vec<&str> = open
                .events
                .iter()
                .filter_map(|event| match &event.what {
                    EventView::Other { name, .. } => Some(name.as_str()),
                    _ => None,
                })
                .collect();
            let (count, types) = lines.unwrap_or_default();
            assert_eq!((count as usize, open.total), (others.len(), closed.total + count), "{agent}");
            assert!(others.iter().all(|name| types.iter().any(|known| known == name)), "{agent}: {types:?}");
            folded += count;
        }
    }
    assert!(folded > 10, "{folded}");
}

#[test]
fn the_list_at_that_time_is_the_recorded_one_with_what_was_cut() {
    let room = room();
    let key = of(&room, "claude-code").key;
    let turn = room.timeline(&key).iter().find(|row| matches!(row.what, Segment::Turn { .. })).unwrap().row;
    let shaped = room.page().provenance(&ProvenanceAsk { key, row: turn }).unwrap();
    let listed = shaped.listing.listed.expect("the log holds the list");
    assert_eq!(listed.names, ["notes", "second", "dataviz"], "in the order of the list");
    assert_eq!(
        (listed.total, listed.added, listed.file_line),
        (3, 0, 25),
        "listed again behind the compaction"
    );
    assert_eq!(listed.bare, Vec::<String>::new());
}

#[test]
fn a_line_of_the_file_leads_to_its_row_where_lines_hold_several_events() {
    let room = room();
    let key = of(&room, "claude-code").key;
    let view = room.session(&key);
    for line in 1..=view.lines {
        let place = PlaceAsk { key: key.clone(), place: Place::FileLine(line) };
        let found = room.page().place(&place).unwrap();
        let (Some(row), Some(record)) = (found.row, found.line) else { panic!("line {line}") };
        let held = events(&room, &key, row, true).events;
        let is_it = |event: &&api::sessions::EventRow| event.line == record && event.file_line == line;
        let result = held.iter().any(|event| match &event.what {
            EventView::ToolCall { result: Some(result), .. } => result.line == record,
            _ => false,
        });
        assert!(result || held.iter().any(|event| is_it(&event)), "line {line}, record {record}: {held:#?}");
    }
}

#[test]
fn the_list_of_all_workspaces_names_the_unread_line_of_the_file() {
    let room = room();
    let log = log_of(&room, "claude-code");
    let written = fs::read_to_string(&log).unwrap();
    fs::write(&log, format!("{written}{{\"type\": broken\n{}\n", written.lines().next().unwrap())).unwrap();
    let room = room.again();
    room.app.everywhere().index_sessions().unwrap();
    let line = written.lines().count() as u32 + 1;
    let filter = SessionFilter { agent: "claude-code".to_owned(), ..SessionFilter::default() };
    let ask = AllSessionsAsk { filter, zone: 0, sort: api::wire::SessionSort::Newest, first: 0, count: 9 };
    let rows = room.page().all_sessions(&ask).unwrap().rows;
    assert_eq!(rows[0].row.integrity.damaged_line, Some(line));
    assert_eq!(
        of(&room, "claude-code").integrity.damaged_line,
        Some(line),
        "as the list of the workspace has it"
    );
}
