//! Sessions of other agents are shown as what they are: whose they are, what their logs do not tell, and where in a
//! file something stands.

use std::fs;
use std::path::PathBuf;

use api::{App, NoHost, Surroundings};
use serde_json::{Value, json};

use crate::approvals::surroundings;

const COPILOT: &str = "22222222-2222-4222-8222-222222222222";
const CLAUDE: &str = "33333333-3333-4333-8333-333333333333";

/// A workspace in which Copilot CLI and Claude Code worked.
struct Project {
    root: tempfile::TempDir,
    app: App,
}

impl Project {
    fn new() -> Self {
        let root = tempfile::tempdir().unwrap();
        let at = |place: &str| root.path().join(place);
        for folder in ["home", "shop/.claude/skills/notes", "kept"] {
            fs::create_dir_all(at(folder)).unwrap();
        }
        let shop = fs::canonicalize(at("shop")).unwrap();
        let home = fs::canonicalize(at("home")).unwrap();
        let copilot = home.join(format!(".copilot/session-state/{COPILOT}/events.jsonl"));
        write(&copilot, &copilot_log(&shop.join(".github/skills/notes/SKILL.md"), &shop));
        let claude = home.join(format!(".claude/projects/shop/{CLAUDE}.jsonl"));
        write(&claude, &claude_log(&shop));
        let around = Surroundings {
            workspace: shop,
            home: Some(home),
            kept: Some(at("kept")),
            environment: Vec::new(),
            ..surroundings(root.path())
        };
        let app = App::new(around, Box::new(NoHost));
        app.everywhere().index_sessions().expect("the logs can be read");
        Self { app, root }
    }

    /// Where Claude Code and Codex worked.
    fn of_agents() -> Self {
        let root = tempfile::tempdir().unwrap();
        let laid = tests::example::lay_out_agents(&root.path().join("agents")).unwrap();
        let (workspace, home) = (laid.workspace, Some(laid.home));
        let around = Surroundings { workspace, home, environment: Vec::new(), ..surroundings(root.path()) };
        Self { app: App::new(around, Box::new(NoHost)), root }
    }

    fn ask(&self, name: &str, body: &Value) -> Value {
        let answer = tests::answer(&self.app, name, &body.to_string());
        let text = answer.unwrap_or_else(|failure| panic!("{name} {body}: {failure}"));
        serde_json::from_str(&text).expect("an answer is JSON")
    }

    fn list(&self, agent: &str) -> Value {
        self.ask("sessions", &json!({"text": "", "agent": agent, "sort": "newest", "from": 0, "count": 9}))
    }

    fn key(&self, agent: &str) -> String {
        self.list(agent)["rows"][0]["key"].as_str().expect("a session").to_owned()
    }

    /// All events of a session.
    fn events(&self, key: &str) -> Vec<Value> {
        let rows = self.ask("session", &json!({"key": key}))["timeline_rows"].as_u64().unwrap();
        let row = |row: u64| {
            let ask = json!({"key": key, "row": row, "from": 0, "count": 99});
            self.ask("events", &ask)["events"].as_array().unwrap().clone()
        };
        (0..rows).flat_map(row).collect()
    }
}

fn write(path: &PathBuf, lines: &[Value]) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    fs::write(path, text).unwrap();
}

pub fn copilot_log(skill: &std::path::Path, folder: &std::path::Path) -> Vec<Value> {
    let line = |kind: &str, second: u32, data: Value| {
        json!({ "type": kind, "data": data, "id": format!("c-{second}"),
            "timestamp": format!("2026-05-01T10:00:{second:02}.000Z") })
    };
    vec![
        line(
            "session.start",
            0,
            json!({ "sessionId": COPILOT, "copilotVersion": "1.0.102", "context": { "cwd": folder } }),
        ),
        line("user.message", 1, json!({ "content": "write the notes" })),
        line(
            "skill.invoked",
            2,
            json!({ "name": "notes", "path": skill, "content": "# Notes\n\nWrite short notes.\n",
                "source": "project", "trigger": "agent-invoked" }),
        ),
        line("assistant.message", 3, json!({ "content": "Written by the quokka rule." })),
    ]
}

fn claude_log(folder: &std::path::Path) -> Vec<Value> {
    let line = |kind: &str, second: u32, more: Value| {
        let mut line = json!({ "parentUuid": null, "isSidechain": false, "type": kind, "sessionId": CLAUDE,
            "uuid": format!("u-{second}"), "timestamp": format!("2026-05-02T10:00:{second:02}.000Z"),
            "cwd": folder, "version": "2.1.330" });
        line.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        line
    };
    let answer = |content: Value| {
        json!({ "message": { "id": "m-1", "role": "assistant", "model": "claude-sonnet-4-5", "content": content,
            "stop_reason": "tool_use", "usage": { "input_tokens": 9, "output_tokens": 5 } },
            "attributionSkill": "notes" })
    };
    let base = folder.join(".claude/skills/notes");
    let given =
        format!("Base directory for this skill: {}\n\n# Notes\n\nWrite short notes.\n", base.display());
    vec![
        line(
            "user",
            1,
            json!({ "message": { "role": "user", "content": "<command-message>notes</command-message>\n<command-name>/notes</command-name>" } }),
        ),
        line(
            "user",
            2,
            json!({ "isMeta": true, "message": { "role": "user", "content": [{ "type": "text", "text": given }] } }),
        ),
        line(
            "assistant",
            3,
            answer(json!([
                { "type": "text", "text": "First I look around." },
                { "type": "tool_use", "id": "t-1", "name": "Bash", "input": { "command": "echo numbat" } },
            ])),
        ),
        line(
            "user",
            4,
            json!({ "message": { "role": "user", "content": [
            { "type": "tool_result", "tool_use_id": "t-1", "content": "numbat" }] } }),
        ),
    ]
}

#[test]
fn the_agent_of_a_session_is_a_fact_and_filters_lists() {
    let project = Project::new();
    let both = project.list("");
    let agents: Vec<_> = both["agents"].as_array().unwrap().iter().map(|one| &one["name"]).collect();
    assert_eq!(agents, ["copilot-cli", "claude-code"]);
    let only = project.list("copilot-cli");
    assert_eq!((&only["matching"], &only["total"]), (&json!(1), &json!(2)));
    let row = &only["rows"][0];
    assert_eq!(row["source"], json!({ "name": "copilot-cli", "label": "Copilot CLI" }));
    let everywhere = json!({"filter": {"agent": "claude-code"}, "sort": "newest", "first": 0, "count": 9});
    assert_eq!(project.ask("all_sessions", &everywhere)["rows"][0]["row"]["source"]["label"], "Claude Code");
    let told = project.ask("sessions_report", &json!({}));
    assert_eq!(told["sessions"][0]["source"]["label"], "Claude Code", "the newest first");
    let unknown = json!({"text": "", "agent": "nobody", "sort": "newest", "from": 0, "count": 9});
    let failure = tests::answer(&project.app, "sessions", &unknown.to_string()).unwrap_err();
    assert!(failure.to_string().contains("nobody"), "{failure}");
}

#[test]
fn nothing_is_said_of_pixir_where_another_agent_wrote() {
    let project = Project::new();
    for agent in ["copilot-cli", "claude-code"] {
        let key = project.key(agent);
        assert_eq!(project.list(agent)["rows"][0]["readable_by_pixir"], Value::Null);
        let view = project.ask("session", &json!({"key": key}));
        assert_eq!(view["pixir"], Value::Null);
        assert!(view["release"].is_string(), "{agent}");
        for row in 0..view["timeline_rows"].as_u64().unwrap() {
            let moment = project.ask("moment", &json!({"key": key, "row": row, "step": null}));
            assert!(!moment["notes"].to_string().contains("Pixir"), "{moment}");
        }
    }
}

#[test]
fn what_was_sent_is_composed_only_where_it_is_known() {
    let project = Project::new();
    let key = project.key("copilot-cli");
    assert_eq!(project.ask("session", &json!({"key": key}))["tells"]["requests"], false);
    let moment = project.ask("moment", &json!({"key": key, "row": 1, "step": null}));
    assert_eq!(moment["items"], Value::Null);
    assert_eq!(moment["texts"][0]["letter"]["name"], "notes", "the texts in context are known anyway");
    assert!(moment["notes"].to_string().contains("Copilot CLI does not record its requests to the model."));
    let ask =
        json!({"key": key, "row": 1, "step": null, "from": 0, "count": 9, "skill_texts": "as_recorded"});
    let refused = tests::answer(&project.app, "moment_items", &ask.to_string()).unwrap_err();
    assert!(refused.to_string().contains("Copilot CLI does not record"), "{refused}");
}

#[test]
fn an_activation_says_how_much_of_the_file_was_kept_and_what_was_taken_off() {
    let project = Project::new();
    let events = project.events(&project.key("claude-code"));
    let activation = events.iter().find(|event| event["what"]["kind"] == "skill_activation").unwrap();
    let what = &activation["what"];
    assert_eq!(what["told"]["kept"], "body");
    assert!(!what["told"]["steps"].as_array().unwrap().is_empty());
    assert_eq!(what["integrity"], "computed", "the log records no hash");
    let drift =
        project.ask("drift", &json!({"text": "", "states": [], "sort": "name", "from": 0, "count": 9}));
    assert!(drift["rows"].as_array().unwrap().iter().all(|row| row["integrity"] != "verified"), "{drift}");
}

#[test]
fn what_the_agent_names_behind_an_answer_stands_apart_from_what_was_in_context() {
    let project = Project::new();
    let key = project.key("claude-code");
    let rows = project.ask("timeline", &json!({"key": key, "from": 0, "count": 9}))["rows"].clone();
    let turn = rows.as_array().unwrap().iter().find(|row| row["what"]["kind"] == "turn").unwrap();
    assert_eq!(turn["what"]["named"][0]["name"], "notes");
    assert_eq!(turn["what"]["named"][0]["file_line"], 3, "the line of the file the answer stands on");
    let shaped = project.ask("provenance", &json!({"key": key, "row": turn["row"]}));
    assert_eq!(shaped["named"][0]["messages"], 1);
    let copilot = project.key("copilot-cli");
    let shaped = project.ask("provenance", &json!({"key": copilot, "row": 1}));
    assert_eq!(shaped["named"], json!([]), "its log attributes nothing");
    assert_eq!(shaped["activated"][0]["letter"]["name"], "notes");
}

#[test]
fn a_read_of_a_main_file_is_a_weak_trace_and_no_use() {
    let project = Project::new();
    let log = project.root.path().join(format!("home/.claude/projects/shop/{CLAUDE}.jsonl"));
    let main = project.root.path().join("shop/.claude/skills/other/SKILL.md");
    let call = json!({ "type": "assistant", "sessionId": CLAUDE, "uuid": "u-9", "timestamp": "2026-05-02T10:01:00.000Z",
        "message": { "id": "m-9", "role": "assistant", "content": [
            { "type": "tool_use", "id": "t-9", "name": "Read", "input": { "file_path": main } }] } });
    let written = fs::read_to_string(&log).unwrap();
    fs::write(&log, format!("{written}{call}\n")).unwrap();
    project.app.heard(&[api::Tag::Sessions]);
    let key = project.key("claude-code");
    let rows = project.ask("timeline", &json!({"key": key, "from": 0, "count": 9}))["rows"].clone();
    let turn = rows.as_array().unwrap().iter().find(|row| row["what"]["kind"] == "turn").unwrap();
    let shaped = project.ask("provenance", &json!({"key": key, "row": turn["row"]}));
    assert_eq!(shaped["weak_traces"][0]["path"], json!(main), "{shaped:#}");
    assert_eq!(shaped["weak_traces"][0]["stands"]["line"], 5);
    assert_eq!(shaped["activated"].as_array().unwrap().len(), 1, "it is no activation");
    let told = project.ask("session_report", &json!({"id": CLAUDE}));
    assert_eq!(told["turns"][0]["weak_traces"], shaped["weak_traces"], "{told:#}");
    let listed = project.list("claude-code");
    assert_eq!(listed["rows"][0]["skills"], json!(["notes"]), "{listed:#}");
}

#[test]
fn a_hit_in_a_line_of_several_events_opens_the_event_that_holds_it() {
    let project = Project::new();
    let search = |words: &str| loop {
        let ask =
            json!({"words": words, "way": "exact", "letters": "any", "filter": {}, "first": 0, "count": 9});
        let answer = project.ask("search", &ask);
        if answer["done"] == true {
            break answer["hits"].clone();
        }
    };
    let claude = project.events(&project.key("claude-code"));
    for (words, kind) in [("look around", "assistant_message"), ("echo numbat", "tool_call")] {
        let hits = search(words);
        let hit = &hits[0];
        assert_eq!((&hit["kind"], &hit["source"]["name"]), (&json!(kind), &json!("claude-code")), "{hits}");
        let event = claude.iter().find(|event| event["line"] == hit["line"]).expect("its event");
        assert_eq!(event["what"]["kind"], kind);
        assert_eq!(event["file_line"], 3, "two events of one line of the file");
        let raw = json!({"key": hit["key"], "line": hit["line"], "from": 0, "count": 99});
        assert_eq!(project.ask("event_raw", &raw)["line"], 3);
    }
    let copilot = search("quokka");
    assert_eq!(copilot[0]["source"]["label"], "Copilot CLI");
    assert_eq!(copilot[0]["kind"], "assistant_message");
}

#[test]
fn a_project_begins_with_the_agent_that_worked_in_it_last() {
    let project = Project::new();
    assert_eq!(project.ask("workspace", &json!({}))["agent"], "claude-code");
    drop(project.root);
}

#[test]
fn a_body_is_held_against_its_agents_file() {
    let project = Project::new();
    let file = project.root.path().join("shop/.claude/skills/notes/SKILL.md");
    fs::write(&file, "---\nname: notes\ndescription: Notes.\n---\n\n# Notes\n\nWrite long notes.\n").unwrap();
    // The agent says once more that the skill is loaded, and sends no text.
    let log = project.root.path().join(format!("home/.claude/projects/shop/{CLAUDE}.jsonl"));
    let call = json!({ "type": "assistant", "sessionId": CLAUDE, "uuid": "u-9", "timestamp": "2026-05-02T10:01:00.000Z",
        "message": { "id": "m-9", "role": "assistant", "content": [
            { "type": "tool_use", "id": "t-9", "name": "Skill", "input": { "skill": "notes" } }] } });
    let stub = json!({ "type": "user", "sessionId": CLAUDE, "uuid": "u-10", "isMeta": true, "sourceToolUseID": "t-9",
        "timestamp": "2026-05-02T10:01:01.000Z", "message": { "role": "user", "content": [
            { "type": "text", "text": "Skill /notes is already loaded above; instructions unchanged." }] } });
    let written = fs::read_to_string(&log).unwrap();
    fs::write(&log, format!("{written}{call}\n{stub}\n")).unwrap();
    project.app.heard(&[api::Tag::Sessions, api::Tag::Skills]);

    let rows =
        project.ask("drift", &json!({"text": "", "states": [], "sort": "state", "from": 0, "count": 9}));
    let rows: Vec<_> = rows["rows"].as_array().unwrap().iter().collect();
    let own: Vec<_> =
        rows.iter().filter(|row| row["recorded_path"].as_str().unwrap().contains(".claude")).collect();
    assert_eq!(own.len(), 1, "a repeat is one more use of the text that was sent: {rows:#?}");
    assert_eq!(
        (&own[0]["drift"]["state"], &own[0]["drift"]["basis"]),
        (&json!("body_changed"), &json!("body"))
    );
    let snapshot = project.ask("snapshot", &json!({"id": own[0]["id"]}));
    let digest = disk::Digest::of(&fs::read(&file).unwrap()).to_string();
    assert_eq!(snapshot["disk_hash"], json!(digest), "{snapshot:#}");

    let latest = &own[0]["latest"];
    let session = project.ask("session", &json!({"key": latest["key"]}));
    assert_eq!(session["notices"], json!([]), "the text was sent once: {session:#}");
}

#[test]
fn a_call_and_its_result_are_one_event_also_where_other_lines_stand_between() {
    let project = Project::of_agents();
    let rows = project.list("claude-code")["rows"].as_array().unwrap().clone();
    let session = rows.iter().find(|row| row["title"] == "Prepare the notes of 4.2").expect("it is listed");
    let events = project.events(session["key"].as_str().unwrap());
    let of = |kind: &str| events.iter().filter(|event| event["what"]["kind"] == kind).count();
    assert_eq!((of("tool_call"), of("tool_result")), (12, 0));
    assert!(
        events
            .iter()
            .all(|event| event["what"]["result"] != Value::Null || event["what"]["kind"] != "tool_call")
    );
}

#[test]
fn a_result_that_does_not_say_whether_it_worked_is_not_called_failed() {
    let project = Project::of_agents();
    let events = project.events(&project.key("codex"));
    let call = events.iter().find(|event| event["what"]["kind"] == "tool_call").expect("a call");
    assert_eq!(call["what"]["result"]["ok"], Value::Null, "{call}");
}
