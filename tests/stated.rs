//! What is stated of a skill and of a session is so: what a model is given of it, in the unit that is counted in, where
//! in the files a text lies, and of a folder that is gone as of one that is there.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use api::drift::DriftReportAsk;
use api::drift::{LineAsk, LinedText, SkillOf, VersionsAsk};
use api::everywhere::SearchReportAsk;
use api::everywhere::{LetterCase, SearchAsk, SearchWay, SessionFilter};
use api::sessions::{ProvenanceAsk, Segment, SessionAsk, SessionReportAsk};
use api::skills::CatalogReportAsk;
use api::wire::{GivenPart, SkillUnderAsk, SkillsAsk, StandsFact, Trust};
use serde_json::{Value, json};
use tests::room::{Room, every_skill};

use crate::agents::{Agent, text};
use crate::doors::program;
use crate::handed_on;

const BODY: &str = "# Notes\n\nWrite.\n";

/// A workspace with one skill where each of these agents finds it.
fn room() -> Room {
    let room = Room::with(&[]);
    let skill = format!(
        "---\nname: notes\ndescription: Use when notes are to be written, and else never.\n---\n\n{BODY}"
    );
    for folder in [".claude", ".agents", ".github"] {
        room.write(&format!("ws/{folder}/skills/notes/SKILL.md"), &skill);
    }
    room
}

fn under(convention: &str) -> SkillsAsk {
    SkillsAsk { convention: Some(convention.to_owned()), ..every_skill() }
}

#[test]
fn tier_two_counts_what_the_agent_gives_its_model() {
    let room = room();
    for (convention, given) in [
        ("pixir", GivenPart::File),
        ("codex", GivenPart::File),
        ("pi", GivenPart::File),
        ("claude-code", GivenPart::Body),
        ("copilot", GivenPart::Body),
        ("gemini-cli", GivenPart::Body),
        ("opencode", GivenPart::Body),
        ("agent-skills", GivenPart::Body),
    ] {
        let row = room.page().skills(&under(convention)).unwrap().rows.remove(0);
        let ask = SkillUnderAsk { id: row.id.clone(), convention: Some(convention.to_owned()) };
        let view = room.page().skill(&ask).unwrap();
        let bytes = match given {
            GivenPart::File => view.bytes.unwrap(),
            GivenPart::Body => BODY.len() as u64,
        };
        let tokens = u32::try_from(bytes.div_ceil(4)).unwrap();
        assert_eq!((row.activated_tokens, view.tiers.activated), (tokens, tokens), "{convention}");
        assert_eq!(view.tiers.given, given, "{convention}");
    }
}

#[test]
fn a_list_is_as_large_as_its_agent_counts_it() {
    let room = room();
    // What the one line or block of `notes` takes, and what the agent's own skills keep of the same budget.
    let line = "- notes: Use when notes are to be written, and else never.".len() as u64;
    for (convention, size, brought, unit) in [
        ("claude-code", line + 1, 6_074, "columns"),
        ("copilot", 148, 0, "characters"),
        ("pixir", 208, 0, "bytes"),
    ] {
        let listing = room.page().skills(&under(convention)).unwrap().listing;
        assert_eq!((listing.size, listing.brought), (size, brought), "{convention}");
        assert_eq!(listing.budget.unwrap().unit, unit, "{convention}");
        let convention_of = Some(convention.to_owned());
        let ask =
            CatalogReportAsk { budget: None, form: None, convention: convention_of, trust: Trust::Untrusted };
        let report = room.scripts().catalog_report(&ask).unwrap();
        assert_eq!((report.size, report.brought), (size, brought), "{convention}");
    }
}

#[test]
fn a_log_that_is_read_for_the_first_time_is_said_to_be_first_seen_now() {
    let room = handed_on::room();
    let row = handed_on::of(&room, "claude-code");
    let witness = room.page().integrity(&SessionAsk { key: row.key }).unwrap().witness;
    assert!(witness.words.starts_with("First seen now"), "{}", witness.words);
}

fn assay(room: &Room, arguments: &[&str]) -> (i32, String) {
    let mut command = Command::new(program());
    command.current_dir(room.workspace()).args(arguments).stdin(Stdio::null());
    command.env("HOME", room.at("home")).env("XDG_DATA_HOME", room.at("kept")).env_remove("PIXIR_HOME");
    let done = command.output().unwrap();
    let told = [done.stdout, done.stderr].concat();
    (done.status.code().unwrap_or(-1), String::from_utf8_lossy(&told).into_owned())
}

#[test]
fn a_session_whose_folder_is_gone_is_opened_wherever_it_is_asked_for() {
    let room = room();
    let id = "00000000-0000-4000-8000-000000000001";
    let (gone, log) = (room.at("gone"), format!("home/.claude/projects/gone/{id}.jsonl"));
    let recorded = handed_on::recorded(&room, "claude-code/given-again-2.1.330.jsonl");
    room.write(
        &log,
        recorded.replace(room.workspace().canonicalize().unwrap().to_str().unwrap(), gone.to_str().unwrap()),
    );
    let (_, listed) = assay(&room, &["sessions", "--everywhere"]);
    assert!(listed.contains(id), "{listed}");
    for arguments in [
        &["session", id][..],
        &["session", id, "--json"],
        &["--workspace", gone.to_str().unwrap(), "session", id],
        &["verify", id],
        &["at", id, "--turn", "1"],
        &["drift", "--session", id],
        &["export", id],
    ] {
        let (_, told) = assay(&room, arguments);
        assert!(
            ["not found in", "no such file", "not a folder"].iter().all(|words| !told.contains(words)),
            "{arguments:?}: {told}"
        );
    }
    let (code, told) = assay(&room, &["--workspace", "slip-of-the-hand", "sessions"]);
    assert_eq!(code, 3, "{told}");
}

/// What a fact says of a place holds: the text stands there.
fn holds(stands: &StandsFact, words: &str) {
    let file = Path::new(&stands.file);
    let found = match (stands.line, &stands.table, &stands.row) {
        (Some(line), _, _) => {
            fs::read_to_string(file).unwrap().split('\n').nth(line as usize - 1).unwrap().to_owned()
        }
        (None, Some(table), Some(row)) => {
            let database = rusqlite::Connection::open(file).unwrap();
            let ask = format!("select data from {table} where id = ?");
            database.query_row(&ask, [row], |row| row.get(0)).unwrap()
        }
        _ => fs::read_to_string(file).unwrap(),
    };
    assert!(found.to_lowercase().contains(words), "{stands:?}: {found}");
}

#[test]
fn every_text_of_every_agent_says_on_which_line_or_in_which_row_it_lies() {
    let room = handed_on::room();
    for row in handed_on::each(&room) {
        let agent = row.source.name.as_str();
        let report = room.scripts().session_report(&SessionReportAsk { id: row.id.clone() }).unwrap();
        let activations: Vec<_> = report.turns.iter().flat_map(|turn| &turn.activations).collect();
        assert!(!activations.is_empty(), "{agent}");
        for activation in &activations {
            holds(&activation.stands, "notes");
        }
        assert_eq!(activations[0].stands.row.is_some(), agent == "opencode", "{agent}");
        let drift = DriftReportAsk { session: Some(row.id.clone()), ..DriftReportAsk::default() };
        for snapshot in room.scripts().drift_report(&drift).unwrap().rows {
            holds(&snapshot.stands.unwrap_or_else(|| panic!("{agent}")), "notes");
        }
        let key = row.key.clone();
        let rows = room.timeline(&key);
        let rows = rows.iter().filter(|row| matches!(row.what, Segment::Turn { .. })).map(|row| row.row);
        let shaped =
            rows.map(|row| room.page().provenance(&ProvenanceAsk { key: key.clone(), row }).unwrap());
        let cards: Vec<_> = shaped.flat_map(|shaped| shaped.activated).collect();
        let told: Vec<_> = cards.iter().map(|card| &card.stands).collect();
        let scripts: Vec<_> = activations.iter().map(|one| &one.stands).collect();
        assert_eq!(told, scripts, "{agent}: the window and scripts are told the same");
    }
    let of = SkillOf::Name { name: "notes".to_owned() };
    for version in room.page().versions(&VersionsAsk { of, from: 0, count: 50 }).unwrap().rows {
        holds(&version.first.stands, "notes");
        holds(&version.latest.stands, "notes");
    }
}

#[test]
fn of_a_line_that_holds_several_parts_the_part_is_told_and_a_read_names_its_line() {
    let room = handed_on::room();
    let log = "home/.claude/projects/shop/00000000-0000-4000-8000-000000000009.jsonl";
    let shop = fs::canonicalize(room.workspace()).unwrap();
    let line = |kind: &str, message: Value| {
        json!({ "type": kind, "sessionId": "00000000-0000-4000-8000-000000000009", "uuid": kind, "cwd": shop,
            "version": "2.1.330", "timestamp": "2026-05-02T10:00:00.000Z", "message": message })
    };
    let read = json!({ "role": "assistant", "id": "m", "content": [
        { "type": "text", "text": "Let me look." },
        { "type": "tool_use", "id": "t", "name": "Read",
            "input": { "file_path": shop.join(".claude/skills/notes/SKILL.md") } } ] });
    let asked = json!({ "role": "user", "content": "Look." });
    room.write(log, format!("{}\n\n{}\n", line("user", asked), line("assistant", read)));
    let ask = SessionReportAsk { id: "00000000-0000-4000-8000-000000000009".to_owned() };
    let report = room.again().scripts().session_report(&ask).unwrap();
    let trace = &report.turns[0].weak_traces[0];
    let stands = &trace.stands;
    assert_eq!((stands.line, stands.part, stands.parts), (Some(3), Some(2), Some(2)), "{stands:?}");
    assert_eq!(stands.words, "line 3, part 2 of 2");
    holds(stands, "skill.md");
    let (_, told) = assay(&room, &["session", &ask.id]);
    assert!(told.contains("line 3, part 2 of 2: read ") && told.contains("without activation"), "{told}");
}

#[test]
fn what_is_put_back_of_another_agents_session_is_the_activation_and_not_the_line_of_its_number() {
    let room = handed_on::room();
    for row in handed_on::each(&room) {
        let (_, told) = assay(&room, &["restore", &row.id, "notes", "--dry-run"]);
        assert!(
            !told.contains("no activation") && !told.contains("not a skill activation"),
            "{}: {told}",
            row.source.name
        );
    }
}

#[test]
fn a_hit_of_a_search_says_on_which_line_of_the_file_it_stands() {
    let room = handed_on::room();
    let filter = SessionFilter::default();
    let (way, letters) = (SearchWay::Exact, LetterCase::Any);
    let search = SearchAsk { words: "notes".to_owned(), way, letters, filter, first: 0, count: 0, zone: 0 };
    let found = room.scripts().search_report(&SearchReportAsk { search }).unwrap();
    assert!(found.hits.len() > 10);
    for hit in &found.hits {
        holds(hit.stands.as_ref().unwrap_or_else(|| panic!("{hit:?}")), "notes");
    }
}

#[test]
fn the_version_on_disk_and_the_turns_of_a_line_are_told_of_every_agents_texts() {
    for agent in ["claude-code", "codex", "gemini-cli", "pi", "copilot-cli", "opencode"] {
        let room = handed_on::room();
        let row = handed_on::of(&room, agent);
        let report = room.scripts().session_report(&SessionReportAsk { id: row.id.clone() }).unwrap();
        let mut activations = report.turns.iter().flat_map(|turn| &turn.activations);
        let text = activations.find(|one| !one.content_hash.is_empty()).unwrap_or_else(|| panic!("{agent}"));
        // What the session recorded is what lies on the disk.
        let record: u32 = text.seq.get().parse().unwrap();
        let recorded = LinedText::Recorded { key: row.key.clone(), line: record };
        let ask = |number| LineAsk { text: recorded.clone(), number, from: 0, count: 50 };
        let lines = (1..20).map_while(|number| room.page().line_history(&ask(number)).ok());
        let lines: Vec<_> = lines.collect();
        let body: Vec<&str> = lines.iter().map(|line| line.text.as_str()).collect();
        assert!(body.contains(&"# Notes"), "{agent}: {body:?}");
        let own = |line: &&api::drift::LineView| {
            line.rows.iter().any(|turn| turn.session == row.id && turn.turn == 1)
        };
        assert_eq!(
            lines.iter().filter(own).count(),
            lines.len(),
            "{agent}: each line was there in the first turn"
        );
        let drift = DriftReportAsk { session: Some(row.id.clone()), ..DriftReportAsk::default() };
        let rows = room.scripts().drift_report(&drift).unwrap().rows;
        let file = &rows.iter().find(|one| one.content_hash == text.content_hash).unwrap().recorded_path;
        // No other file of the name goes before it.
        for folder in [".claude", ".agents", ".github"] {
            fs::remove_dir_all(room.at("ws").join(folder)).unwrap();
        }
        fs::create_dir_all(Path::new(file).parent().unwrap()).unwrap();
        let head = "---\nname: notes\ndescription: Use when notes are to be written.\n---\n\n";
        let whole = body.join("\n");
        fs::write(
            file,
            if whole.starts_with("---") { format!("{whole}\n") } else { format!("{head}{whole}\n") },
        )
        .unwrap();
        let room = room.again();
        let of = SkillOf::Name { name: "notes".to_owned() };
        let versions = room.page().versions(&VersionsAsk { of, from: 0, count: 50 }).unwrap();
        let hash = &text.content_hash;
        let version = versions.rows.iter().find(|one| one.hash == *hash).unwrap_or_else(|| panic!("{agent}"));
        assert!(version.on_disk, "{agent}: {version:#?}");
        assert!(version.bytes > 0 && version.in_force > 0, "{agent}: {version:#?}");
    }
}

#[test]
fn the_versions_of_a_skill_that_only_another_agent_finds_are_told_by_its_row() {
    let room = handed_on::room();
    fs::remove_dir_all(room.at("ws/.agents")).unwrap();
    let room = room.again();
    let row = room.page().skills(&under("claude-code")).unwrap().rows.remove(0);
    let of = SkillOf::Row { id: row.id.clone() };
    let versions = room.page().versions(&VersionsAsk { of, from: 0, count: 50 }).unwrap();
    assert!(!versions.rows.is_empty() && versions.disk_hash.is_some(), "{versions:#?}");
    let ask = LineAsk { text: LinedText::Disk { id: row.id }, number: 6, from: 0, count: 50 };
    assert!(room.page().line_history(&ask).unwrap().on_disk);
}

#[test]
fn drift_everywhere_names_the_workspace_of_each_and_a_folder_that_is_gone() {
    let room = handed_on::room();
    let id = "00000000-0000-4000-8000-000000000002";
    let gone = room.at("gone").display().to_string();
    let here = room.workspace().canonicalize().unwrap().display().to_string();
    let recorded = handed_on::recorded(&room, "claude-code/given-again-2.1.330.jsonl");
    room.write(&format!("home/.claude/projects/gone/{id}.jsonl"), recorded.replace(&here, &gone));
    let room = room.again();
    let report = room.scripts().drift_everywhere_report(&DriftReportAsk::default()).unwrap();
    let one = |folder: &str| report.workspaces.iter().find(|one| one.workspace == folder).unwrap();
    assert!(one(&gone).gone && !one(&here).gone, "{report:#?}");
    let own = room.scripts().drift_report(&DriftReportAsk::default()).unwrap();
    assert_eq!((one(&here).drift.total, one(&here).drift.drifted), (own.total, own.drifted));
    let used = |folder: &str, session: &str| {
        one(folder).drift.rows.iter().any(|row| row.last_in.as_deref() == Some(session))
    };
    assert!(used(&gone, id) && !used(&here, id), "{report:#?}");
    assert_eq!(report.drifted, report.workspaces.iter().map(|one| one.drift.drifted).sum::<u32>());
    let (_, told) = assay(&room, &["drift", "--everywhere"]);
    assert!(told.contains(&format!("workspace {gone} (folder deleted")), "{told}");
}

#[test]
fn an_agent_asks_over_mcp_about_the_sessions_of_every_agent() {
    let room = handed_on::room();
    let convention = ["--convention", "claude-code", "--builtin", "assay-audit"];
    let arguments = [&["mcp"][..], &convention].concat();
    let agent = Agent::started(&arguments, room.workspace(), &room.at("home"), &room.at("home/.local/share"));
    let ask = |tool: &str, arguments: Value| {
        let answer = agent.call(tool, &arguments);
        assert!(!answer.is_error.unwrap_or_default(), "{tool} {arguments}: {}", text(&answer));
        answer.structured_content.unwrap_or_default()
    };
    let listed = ask("sessions_list", json!({ "count": 50 }));
    for row in handed_on::each(&room) {
        let (agent, id) = (row.source.name.as_str(), &row.id);
        let own = listed["sessions"].as_array().unwrap().iter().find(|one| one["id"] == json!(id));
        assert_eq!(
            own.unwrap_or_else(|| panic!("{agent}: {listed:#}"))["skills"],
            json!(["notes"]),
            "{agent}"
        );
        let shaped = ask("what_shaped_turn", json!({ "session": id, "turn": 1 }));
        assert!(shaped.to_string().contains("notes"), "{agent}: {shaped:#}");
        assert!(shaped.to_string().contains("does not record"), "{agent}: {shaped:#}");
        let drift = ask("skill_drift", json!({ "session": id, "skill": "notes" }));
        assert!(!drift["rows"].as_array().unwrap().is_empty(), "{agent}: {drift:#}");
        assert!(drift["rows"][0]["stands"]["file"].is_string(), "{agent}: {drift:#}");
        let verified = ask("verify_session", json!({ "session": id }));
        assert_eq!(verified["verdict"], "computed", "{agent}: no agent but Pixir records a hash");
        assert_eq!(verified["bytes_are"].is_string(), agent == "opencode", "{agent}: {verified:#}");
    }
    let found = ask("search_sessions", json!({ "words": "notes", "count": 100 }));
    assert!(
        found["hits"].as_array().unwrap().iter().all(|hit| hit["stands"]["words"].is_string()),
        "{found:#}"
    );
}
