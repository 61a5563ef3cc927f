//! Every request of the list, asked through every door: the same question has the same answer.

use std::path::Path;
use std::process::Command;

use api::desk::{AgentAsk, AgentDoor, submit};
use api::{App, Audience, Code, Effect, REQUESTS, Surroundings, Tag};
use serde_json::{Value, json};
use tests::checkout;
use tests::room::{open, surroundings};

struct Room {
    _folder: tempfile::TempDir,
    workspace: std::path::PathBuf,
    home: std::path::PathBuf,
}

fn example() -> Room {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let laid = tests::example::lay_out(folder.path()).expect("the example can be laid out");
    let policy = "version: 1\nfindings:\n  least: warning\n";
    std::fs::write(laid.workspace.join("assay-policy.yaml"), policy).expect("a policy");
    std::fs::write(laid.workspace.join("found.sarif"), r#"{"version": "2.1.0", "runs": []}"#)
        .expect("a scan");
    Room { workspace: laid.workspace, home: laid.home, _folder: folder }
}

impl Room {
    fn app(&self) -> App {
        open(Surroundings {
            home: Some(self.home.clone()),
            kept: Some(self.home.join(".local/share/assay")),
            environment: vec![("PATH".to_owned(), std::env::var("PATH").expect("a path"))],
            helper: program(),
            ..surroundings(self.workspace.clone())
        })
    }

    fn assay(&self, arguments: &[&str]) -> (i32, String, String) {
        let mut command = Command::new(program());
        if !arguments.contains(&"--workspace") {
            command.arg("--workspace").arg(&self.workspace);
        }
        command.args(arguments);
        command.env("HOME", &self.home).env_remove("PIXIR_HOME").env_remove("XDG_DATA_HOME");
        skills::AgentPlaces::VARIABLES.iter().for_each(|name| {
            command.env_remove(name);
        });
        let done = command.output().expect("assay runs");
        let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
        (done.status.code().unwrap_or(-1), text(done.stdout), text(done.stderr))
    }
}

/// The program `assay`. `cargo xtask test` has built it together with the tests and says so; otherwise the same cargo
/// that built this test builds it.
pub fn program() -> std::path::PathBuf {
    static BUILT: std::sync::OnceLock<std::path::PathBuf> = std::sync::OnceLock::new();
    BUILT
        .get_or_init(|| {
            if std::env::var_os("ASSAY_IS_BUILT").is_none() {
                let mut built = Command::new(env!("CARGO"));
                built.current_dir(checkout()).args(["build", "--quiet", "--package", "cli"]);
                assert!(built.status().expect("cargo runs").success(), "the program assay builds");
            }
            let tests = std::env::current_exe().expect("this test has a path");
            let profile = tests.parent().and_then(Path::parent).expect("target/<profile>/deps/<test>");
            profile.join(if cfg!(windows) { "assay.exe" } else { "assay" })
        })
        .clone()
}

fn ask(app: &App, name: &str, body: &Value) -> Value {
    let answer = tests::answer(app, name, &body.to_string());
    let text = answer.unwrap_or_else(|failure| panic!("{name} {body}: {failure}"));
    serde_json::from_str(&text).expect("an answer is JSON")
}

/// A source of the example that the rule of mode auto lets through, released: its id.
fn decided(app: &App) -> String {
    let ask = AgentAsk {
        by_itself: false,
        workspace: app.surrounding_workspace().to_owned(),
        convention: None,
        skill: "release-notes".to_owned(),
        taken_in: None,
        source: "style".to_owned(),
        session: None,
        turn: None,
        mode: None,
        door: AgentDoor::Terminal,
        name: "a test".to_owned(),
        version: String::new(),
        connection: None,
    };
    let ticket = submit(app, &ask).expect("a source of the example");
    ticket.wait().expect("it only reads");
    ticket.id().to_owned()
}

/// A session of the example whose parent is here as well: its key.
fn related(app: &App) -> Value {
    let sessions = ask(app, "sessions", &json!({"text": "", "sort": "newest", "from": 0, "count": 500}));
    let has_parent =
        |key: &&Value| !ask(app, "session", &json!({ "key": key }))["origin"]["parent"].is_null();
    let keys: Vec<&Value> = sessions["rows"].as_array().unwrap().iter().map(|row| &row["key"]).collect();
    keys.into_iter().find(has_parent).expect("a subagent with its parent").clone()
}

/// An ask for every request, made of what the example holds.
fn asks(app: &App) -> Vec<(&'static str, Value)> {
    let skills =
        ask(app, "skills", &json!({"text": "", "state": "any", "sort": "name", "from": 0, "count": 500}));
    let with_files = |row: &&Value| {
        let view = ask(app, "resources", &json!({"id": row["id"]}));
        view["files"].as_u64().unwrap_or(0) > 0
    };
    let readable = |row: &&Value| row["states"]["invalid"].is_null();
    let skill = skills["rows"]
        .as_array()
        .unwrap()
        .iter()
        .filter(readable)
        .find(with_files)
        .expect("a skill with files");
    let id = &skill["id"];
    let files = ask(app, "resources", &json!({ "id": id }));
    let rel = &files["rows"].as_array().unwrap().iter().find(|row| row["kind"] != "folder").unwrap()["rel"];
    let drift = ask(
        app,
        "drift",
        &json!({"text": "", "states": ["body_changed"], "sort": "state", "from": 0, "count": 1}),
    );
    let row = &drift["rows"][0];
    let (key, line, seq) = (&row["latest"]["key"], &row["latest"]["line"], &row["latest"]["seq"]);
    let (session, seq) = (&row["latest"]["session"], seq.as_str().unwrap().parse::<u64>().unwrap());
    let sourced = skills["rows"].as_array().unwrap().iter().find(|row| row["name"] == "release-notes");
    let sourced = &sourced.expect("a skill with context sources")["id"];
    let decided = decided(app);
    // Both doors read one file; which of them brought it up to date makes no difference.
    app.everywhere().index_sessions().expect("the logs can be read");
    let search =
        json!({"words": "release", "way": "ranked", "letters": "any", "filter": {}, "first": 0, "count": 9});
    let window = |mut body: Value| {
        body["from"] = json!(0);
        body["count"] = json!(50);
        body
    };
    vec![
        ("workspace", json!({})),
        ("skills", json!({"text": "e", "state": "listed", "sort": "tokens", "from": 0, "count": 50})),
        ("skill", json!({ "id": id })),
        ("skill_body", json!({ "id": id })),
        ("skill_source", window(json!({ "id": id }))),
        ("resources", json!({ "id": id })),
        ("resource", window(json!({ "id": id, "rel": rel }))),
        ("catalog", json!({ "convention": "merged" })),
        ("conventions", json!({})),
        ("visibility", json!({})),
        (
            "activation_preview",
            json!({
                "id": id, "by": "model", "arguments": "a b", "session": "s", "context_path": null, "whole_file": true,
            }),
        ),
        ("skill_hooks", json!({ "id": id, "convention": "echo" })),
        ("try_hooks", json!({ "id": id, "tool": "Bash", "arguments": "{}" })),
        ("sessions", json!({"text": "", "sort": "newest", "from": 0, "count": 50})),
        ("all_sessions", json!({"filter": {}, "sort": "oldest", "first": 0, "count": 50})),
        ("search", search.clone()),
        ("known_workspaces", json!({})),
        ("saved_texts", json!({})),
        ("indexing", json!({})),
        ("session", json!({ "key": key })),
        ("overview", json!({ "key": key, "stretches": 40 })),
        ("timeline", window(json!({ "key": key }))),
        ("place", json!({ "key": key, "place": { "turn": 1 } })),
        ("events", window(json!({ "key": key, "row": 1 }))),
        ("provenance", json!({ "key": key, "row": 1 })),
        ("moment", json!({ "key": key, "row": 1, "step": null })),
        ("moment_items", window(json!({ "key": key, "row": 1, "step": null }))),
        ("item_text", window(json!({ "key": key, "row": 1, "step": null, "item": 0 }))),
        ("fork_skills", json!({ "key": related(app) })),
        ("event_raw", window(json!({ "key": key, "line": line }))),
        ("event_text", window(json!({ "key": key, "line": line, "part": "text" }))),
        ("draft", json!({ "skill": id, "rel": "SKILL.md" })),
        ("draft_check", json!({ "skill": id, "seen": "", "text": "---\nname: x\n---\n" })),
        (
            "draft_field",
            json!({ "text": "---\nname: x\n---\n", "key": "name", "value": {"kind": "text", "text": "y"} }),
        ),
        ("draft_preview", json!({ "text": "---\nname: x\n---\n# X\n" })),
        ("name_check", json!({ "scope": "repo", "name": skill["name"], "description": "x" })),
        ("drift", json!({"text": "", "states": [], "sort": "name", "from": 0, "count": 50})),
        ("snapshot", json!({ "id": row["id"] })),
        ("versions", window(json!({ "of": {"by": "row", "id": sourced} }))),
        (
            "line_history",
            window(json!({ "text": {"is": "recorded", "key": key, "line": line}, "number": 2 })),
        ),
        ("skill_usage", window(json!({ "id": sourced }))),
        ("integrity", json!({ "key": key })),
        ("verify_all_report", json!({})),
        ("versions_report", json!({ "name": row["name"] })),
        ("usage_report", json!({ "unused": "all" })),
        ("used_elsewhere", json!({ "id": id })),
        ("diff", window(json!({ "key": key, "line": line, "whitespace": "exact", "context": "folded" }))),
        ("mode", json!({})),
        ("evidence_keeping", json!({})),
        ("reference", json!({ "text": format!("{}#0", session.as_str().unwrap()) })),
        ("export_report", json!({ "session": session, "turns": null, "form": "json", "redact": true })),
        ("context_sources", json!({ "id": sourced })),
        ("approvals", json!({"text": "", "from": 0, "count": 50})),
        ("decision", json!({ "id": decided })),
        ("policy_report", json!({ "mode": "ask", "command": "git diff HEAD" })),
        ("sources_report", json!({ "skill": null })),
        ("who_wins", window(json!({ "text": "e", "only": ["differing", "here"] }))),
        ("folders_report", json!({})),
        ("wins_report", json!({ "name": null })),
        ("skills_report", json!({})),
        ("trust", json!({})),
        ("built_ins", json!({})),
        ("skill_file_report", json!({ "name": skill["name"], "resource": rel })),
        ("activation_report", json!({ "name": skill["name"], "by": "user" })),
        ("catalog_report", json!({ "budget": 500 })),
        ("prefix_report", json!({ "convention": "merged", "groups": ["meta"], "index": "tool" })),
        ("invoked_report", json!({ "text": "/release-notes and $nothing" })),
        ("templates_report", json!({})),
        ("checks", window(json!({ "text": "", "severities": ["warning"], "rules": [], "group": "skill" }))),
        ("check_report", json!({ "paths": [] })),
        ("sarif_report", json!({ "paths": [], "severity": "warning" })),
        ("locks_report", json!({ "folder": null })),
        ("lock_sarif_report", json!({ "folder": null })),
        ("lock_junit_report", json!({ "folder": null })),
        ("gate_report", json!({ "scans": ["found.sarif"] })),
        ("gate_sarif_report", json!({ "scans": [] })),
        ("bound_report", json!({ "scan": "found.sarif" })),
        ("signatures_report", json!({ "skills": [] })),
        ("signers_report", json!({})),
        ("rules_report", json!({})),
        ("sessions_report", json!({})),
        ("listed_sessions_report", json!({"skill": "release-notes"})),
        ("search_report", json!({ "search": search })),
        ("session_report", json!({ "id": session })),
        ("visible_report", json!({ "id": session, "seq": seq })),
        ("moment_report", json!({ "id": session, "turn": 1, "items": { "from": 0, "count": 50 } })),
        ("drift_report", json!({ "session": session })),
        ("drift_everywhere", json!({})),
        ("saving_tables", json!({})),
        ("drift_everywhere_report", json!({})),
        ("diff_report", json!({ "session": session, "seq": seq })),
        ("verify_report", json!({ "id": session })),
        ("manual", json!({})),
        ("manual_report", json!({ "topic": "start" })),
        ("doctor_report", json!({})),
        ("origin", json!({ "id": id })),
        ("plan", json!({ "kind": "remove", "skill": id })),
        ("carrying_out", json!({})),
        ("journal", json!({ "from": 0, "count": 50 })),
        ("trash", json!({ "from": 0, "count": 50 })),
    ]
}

/// Times of reading differ from one ask to the next, and the terminal keeps nothing.
fn scrubbed(mut answer: Value) -> Value {
    match &mut answer {
        Value::Object(members) => {
            for key in ["read_at", "recents", "kept"] {
                members.remove(key);
            }
            // How far the index is belongs to the process that asks.
            if members.contains_key("stage") {
                members.retain(|key, _| key == "file");
            }
            members.values_mut().for_each(|value| *value = scrubbed(value.take()));
        }
        Value::Array(items) => items.iter_mut().for_each(|value| *value = scrubbed(value.take())),
        _ => {}
    }
    answer
}

#[test]
fn every_reading_request_has_the_same_answer_by_window_and_terminal() {
    let room = example();
    let app = room.app();
    let asks = asks(&app);
    let of_scripts = |request: &&api::Request| request.audience.contains(&Audience::Scripts);
    for request in REQUESTS.iter().filter(of_scripts).filter(|request| request.effect == Effect::Reads) {
        // A plan's texts and an import are there where they were begun, and no other process has them; no text is
        // saved before somebody says so, which `texts.rs` tries.
        if request.name.starts_with("plan_") || ["import", "saved_text"].contains(&request.name) {
            continue;
        }
        let (_, body) = asks.iter().find(|(name, _)| *name == request.name).unwrap_or_else(|| {
            panic!("no ask for the request {}: add one to `asks`", request.name);
        });
        let window = ask(&app, request.name, body);
        let (code, terminal, error) = room.assay(&["--json", "ask", request.name, &body.to_string()]);
        assert_eq!(code, 0, "{}: {error}", request.name);
        let terminal: Value = serde_json::from_str(&terminal).expect("the terminal prints JSON");
        assert_eq!(scrubbed(terminal), scrubbed(window), "{}", request.name);
    }
}

#[test]
fn each_request_is_answered_to_those_it_names_and_to_nobody_else() {
    let room = example();
    let app = room.app();
    for request in REQUESTS {
        assert!(!request.audience.is_empty(), "{}", request.name);
        for who in Audience::ALL {
            // What is no JSON comes as far as being read, and no further.
            let refused = api::answer(&app, who, request.name, "!").expect_err(request.name);
            let code = if request.audience.contains(&who) { Code::WrongUse } else { Code::NotHere };
            assert_eq!(refused.code, code, "{} asked by {who:?}: {refused}", request.name);
        }
    }
    let asked_by = |who: Audience| {
        let of = move |request: &&api::Request| request.audience.contains(&who);
        REQUESTS.iter().filter(of).map(|request| request.name).collect::<Vec<_>>()
    };
    assert_eq!(
        asked_by(Audience::Approval),
        ["approval", "approval_output", "decide", "loosening", "decide_loosening"]
    );
    let of_agents = ["sessions_report", "search_report", "moment_report", "drift_report", "verify_report"];
    assert_eq!(asked_by(Audience::Agents), of_agents);
    assert!(asked_by(Audience::Approval).iter().all(|name| !asked_by(Audience::Scripts).contains(name)));
    let refused = api::answer(&app, Audience::Page, "doctor_report", "{}").expect_err("it names paths");
    assert_eq!(
        refused.to_string(),
        "doctor_report is not allowed for the page. Allowed for scripts at the terminal."
    );
}

#[test]
fn the_page_knows_what_it_may_ask_and_nothing_else() {
    let page = std::fs::read_to_string(checkout().join("ui/src/host/wire.gen.ts")).expect("it is generated");
    for (interface, who) in [("Requests", Audience::Page), ("ApprovalRequests", Audience::Approval)] {
        let head = format!("export interface {interface} {{\n");
        let (_, rest) = page.split_once(&head).expect("an interface");
        let lines = rest.split("\n}").next().expect("its members").lines();
        let told: Vec<&str> = lines.filter_map(|line| line.trim().split(':').next()).collect();
        let of = REQUESTS.iter().filter(|request| request.audience.contains(&who));
        assert_eq!(told, of.map(|request| request.name).collect::<Vec<_>>());
    }
    assert!(!page.contains("DoctorReport"), "what scripts are told is no matter of the page");
}

#[test]
fn the_terminal_only_looks() {
    let room = example();
    for request in REQUESTS.iter().filter(|request| request.effect != Effect::Reads) {
        let (code, out, _) = room.assay(&["--json", "ask", request.name, "{}"]);
        assert_eq!(code, 2, "{}", request.name);
        assert!(out.contains("\"not_here\""), "{out}");
    }
}

#[test]
fn no_reading_request_changes_a_byte() {
    let room = example();
    let app = room.app();
    let asks = asks(&app);
    // Of its own Assay keeps an index of what it read and nothing else by looking: no event, no session, no setting.
    let own = |file: &(String, u64, String)| {
        let kept = Path::new(&file.0).starts_with(room.home.join(".local/share/assay"));
        !kept || [".ndjson", ".json"].iter().any(|end| file.0.ends_with(end))
    };
    let look = || {
        let home = fingerprint(&room.home);
        (fingerprint(&room.workspace), home.into_iter().filter(own).collect::<Vec<_>>())
    };
    let before = look();
    for (name, body) in asks {
        ask(&app, name, &body);
    }
    assert_eq!(look(), before);
}

fn fingerprint(folder: &Path) -> Vec<(String, u64, String)> {
    let mut found = Vec::new();
    for entry in disk::list(folder).expect("the example can be listed") {
        let path = folder.join(&entry.name);
        match entry.kind {
            disk::Kind::Folder => found.extend(fingerprint(&path)),
            disk::Kind::File => {
                let read = disk::read(&path, 1 << 24).expect("the example can be read");
                let stamp = read.stamp.modified_ns as u64;
                found.push((path.display().to_string(), stamp, disk::Digest::of(&read.bytes).to_string()));
            }
            disk::Kind::Link | disk::Kind::Other(_) => {
                found.push((path.display().to_string(), 0, String::new()));
            }
        }
    }
    found
}

#[test]
fn wrong_asks_are_told_apart() {
    let room = example();
    let app = room.app();
    for (name, body, code) in [
        ("nothing", "{}", Code::WrongUse),
        ("skill", "{}", Code::WrongUse),
        ("skill", "not json", Code::WrongUse),
        ("skill", r#"{"id": "../../etc/passwd"}"#, Code::NotFound),
        ("session", r#"{"key": "0000"}"#, Code::NotFound),
        ("resource", r#"{"id": "repo-0", "rel": "/etc/passwd", "from": 0, "count": 1}"#, Code::NotFound),
        ("open_link", r#"{"to": "javascript:alert(1)"}"#, Code::WrongUse),
        ("open_link", r#"{"to": "file:///etc/passwd"}"#, Code::WrongUse),
        ("open_link", r#"{"to": "https://example.org"}"#, Code::NotHere),
        (
            "show_in_folder",
            r#"{"file": {"of": "skill", "id": "repo-0", "rel": "/etc/passwd"}}"#,
            Code::NotFound,
        ),
        ("show_in_folder", r#"{"file": {"of": "session", "key": "0000"}}"#, Code::NotFound),
        ("show_in_folder", r#"{"path": "/etc/passwd"}"#, Code::WrongUse),
        ("open_file", r#"{"file": {"of": "skill", "id": "../../etc", "rel": "passwd"}}"#, Code::NotFound),
        ("choose_workspace", "{}", Code::NotHere),
        ("switch_workspace", r#"{"id": "0"}"#, Code::NotFound),
        ("open_window", r#"{"id": "0"}"#, Code::NotFound),
        ("choose_window", "{}", Code::NotHere),
        ("activation_report", r#"{"name": "release-notes", "by": "nobody"}"#, Code::WrongUse),
    ] {
        let failure = tests::answer(&app, name, body).expect_err(name);
        assert_eq!(failure.code, code, "{name} {body}: {failure}");
        assert!(!failure.message.text.is_empty());
    }
}

#[test]
fn only_files_that_are_shown_are_handed_to_other_programs() {
    let room = example();
    let app = room.app();
    let skills =
        ask(&app, "skills", &json!({"text": "", "state": "any", "sort": "name", "from": 0, "count": 500}));
    let id = &skills["rows"][0]["id"];
    let refused = |file: Value| {
        let body = json!({ "file": file }).to_string();
        tests::answer(&app, "open_file", &body).expect_err("this door opens nothing").code
    };
    let rel = |rel: &str| refused(json!({"of": "skill", "id": id, "rel": rel}));
    // What is there comes as far as the door, which has no window.
    assert_eq!(rel("SKILL.md"), Code::NotHere);
    for outside in ["../SKILL.md", "/etc/passwd", "nothing.md", ""] {
        assert_eq!(rel(outside), Code::NotFound, "{outside}");
    }
}

/// The ask with one of its texts replaced, once for each of them.
fn replaced(body: &Value, by: &str) -> Vec<Value> {
    let within = |value: &Value, key: &dyn Fn(&mut Value) -> Option<Value>| {
        let mut changed = value.clone();
        key(&mut changed).map(|_| changed)
    };
    match body {
        Value::String(_) => vec![json!(by)],
        Value::Object(members) => members
            .iter()
            .flat_map(|(key, inner)| {
                replaced(inner, by).into_iter().filter_map(move |new| {
                    within(body, &|whole| {
                        whole.get_mut(key).map(|place| std::mem::replace(place, new.clone()))
                    })
                })
            })
            .collect(),
        Value::Array(items) => (0..items.len())
            .flat_map(|at| {
                replaced(&items[at], by).into_iter().filter_map(move |new| {
                    within(body, &|whole| {
                        whole.get_mut(at).map(|place| std::mem::replace(place, new.clone()))
                    })
                })
            })
            .collect(),
        _ => Vec::new(),
    }
}

#[test]
fn u_12_no_path_that_a_page_names_is_read() {
    let room = example();
    let app = room.app();
    let folder = room.workspace.parent().expect("a folder").join("private");
    let canary = "what no page may read";
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("SKILL.md"), format!("---\nname: x\ndescription: {canary}\n---\n{canary}\n"))
        .unwrap();
    let before = fingerprint(&room.workspace);
    let above = format!("../../../../{}", folder.join("SKILL.md").display());
    let mut asked = 0;
    for (name, body) in asks(&app) {
        for path in
            [folder.join("SKILL.md").display().to_string(), folder.display().to_string(), above.clone()]
        {
            for ask in replaced(&body, &path) {
                if let Ok(answer) = api::answer(&app, Audience::Page, name, &ask.to_string()) {
                    assert!(!answer.contains(canary), "{name} {ask}: {answer}");
                }
                asked += 1;
            }
        }
    }
    assert!(asked > 100, "{asked}");
    assert_eq!(fingerprint(&room.workspace), before);
}

#[test]
fn a_file_of_a_skill_is_named_by_the_list_only() {
    let room = example();
    let app = room.app();
    let skills =
        ask(&app, "skills", &json!({"text": "", "state": "listed", "sort": "name", "from": 0, "count": 500}));
    for row in skills["rows"].as_array().unwrap() {
        for rel in ["../release-notes/SKILL.md", "/etc/passwd", "..", "references/../../x", "\0"] {
            let body = json!({"id": row["id"], "rel": rel, "from": 0, "count": 1}).to_string();
            let failure = tests::answer(&app, "resource", &body).expect_err(rel);
            assert_eq!(failure.code, Code::NotFound, "{rel}");
        }
    }
}

#[test]
fn exit_codes_say_what_kind_of_answer_it_is() {
    let room = example();
    let damaged = |ids: &Value| {
        let ids = ids["sessions"].as_array().unwrap().iter();
        ids.map(|row| row["id"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let (_, sessions, _) = room.assay(&["sessions", "--json"]);
    let mut codes = Vec::new();
    for id in damaged(&serde_json::from_str(&sessions).unwrap()) {
        codes.push(room.assay(&["verify", &id]).0);
    }
    codes.sort_unstable();
    codes.dedup();
    assert_eq!(codes, [0, 1, 4], "the example holds a verified, a mismatching and a damaged session");
    for (arguments, code) in [
        (vec!["skills"], 0),
        (vec!["drift"], 1),
        (vec!["check"], 1),
        (vec!["skill", "nothing"], 3),
        (vec!["skill", "release-notes", "--resource", "../x"], 1),
        (vec!["session", "nothing"], 3),
        (vec!["--workspace", "/nowhere", "skills"], 3),
        (vec!["--workspace", "/nowhere", "doctor"], 0),
        (vec!["--convention", "nothing", "skills"], 2),
        (vec!["nothing"], 2),
        (vec!["diff", "nothing", "x"], 2),
    ] {
        assert_eq!(room.assay(&arguments).0, code, "{arguments:?}");
    }
    let (_, out, _) = room.assay(&["skill", "nothing", "--json"]);
    let failure: Value = serde_json::from_str(&out).expect("a failure is JSON too");
    assert_eq!(failure["error"]["code"], "not_found");
}

#[test]
fn a_point_of_a_session_is_told_in_words_and_refused_where_there_is_none() {
    let room = example();
    let session = "20260918T141102-7be41d";
    let (code, words, error) = room.assay(&["at", session, "--turn", "8", "--items"]);
    assert_eq!(code, 0, "{error}");
    for part in
        ["turn 8, before call", "in full, superseded by F", "name kept", "skill catalog (", "[0] workspace"]
    {
        assert!(words.contains(part), "{part}: {words}");
    }
    for (way, told) in [("protect", "] skill text, "), ("reference", "] reference to a skill text, ")] {
        let at = ["at", session, "--turn", "8", "--items", "--skill-texts", way];
        let (code, otherwise, error) = room.assay(&at);
        assert_eq!(code, 0, "{error}");
        assert!(
            otherwise.contains("provider input of another host (not sent by Pixir): "),
            "{way}: {otherwise}"
        );
        assert!(otherwise.matches(told).count() > words.matches(told).count(), "{way}: {otherwise}");
        let (_, json, _) = room.assay(&[&at[..], &["--json"]].concat());
        let answer: Value = serde_json::from_str(&json).expect("JSON");
        assert_eq!(answer["skill_texts"], way);
        assert_eq!(answer["moment"]["items_outliving"], answer["items"].as_array().expect("items").len());
    }
    let (code, _, error) = room.assay(&["at", session, "--turn", "8", "--items", "--skill-texts", "kept"]);
    assert_eq!(code, 2, "{error}");
    let (code, _, error) = room.assay(&["at", session, "--turn", "800"]);
    assert_eq!(code, 3, "{error}");
    let (code, _, error) = room.assay(&["at", session, "--turn", "8", "--call", "99"]);
    assert_eq!(code, 3, "{error}");
    let (code, json, error) = room.assay(&["--json", "at", session, "--seq", "20"]);
    assert_eq!(code, 0, "{error}");
    let answer: Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(answer["moment"]["after_seq"], "20");
}

#[test]
fn news_of_a_log_name_its_session_and_those_of_anything_else_none() {
    let room = example();
    let app = room.app();
    let log = app.workspace.logs().sessions.first().map(|one| (one.path.clone(), one.key.clone()));
    let (path, key) = log.expect("a session");
    // The news come before anybody looks again.
    app.heard(&[Tag::Sessions]);
    let at = |paths: &[std::path::PathBuf]| app.workspace.keys_at(paths);
    assert_eq!(at(std::slice::from_ref(&path)), Some(vec![key]));
    let lease = path.with_extension("lease");
    assert_eq!((at(&[path, lease.clone()]), at(&[lease])), (None, None));
    assert_eq!(at(&[]), Some(Vec::new()), "nothing of sessions changed");
}
