//! Skills made of code over `assay mcp`: what is offered, what a person is asked, what is done, and what the log says
//! of it. And one example of each kind of skill.

#[allow(dead_code, reason = "the example's own `main` is for whoever runs it alone")]
#[path = "examples/code_skill.rs"]
mod code_skill;
#[allow(dead_code, reason = "the example's own `main` is for whoever runs it alone")]
#[path = "examples/file_skill.rs"]
mod file_skill;

use std::fs;
use std::io::{Read, Write};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;

use engine::{Forecasts, OpenMeteo};
use execution::{Mode, Stop};
use hydration::Ground;
use rmcp::model::CallToolResult;
use serde_json::{Value, json};

use crate::agents::{Agent, kind, listen, person, text};
use crate::approvals::Room;
use crate::doors::program;

fn names(agent: &Agent) -> Vec<String> {
    let tools = agent.runtime.block_on(agent.client.list_all_tools()).expect("tools");
    tools.into_iter().map(|tool| tool.name.to_string()).collect()
}

fn offers(agent: &Agent, tool: &str) -> bool {
    names(agent).iter().any(|name| name == tool)
}

fn instructions(agent: &Agent) -> String {
    agent.client.peer_info().and_then(|server| server.instructions.clone()).unwrap_or_default()
}

fn facts(result: &CallToolResult) -> Value {
    result.structured_content.clone().unwrap_or_default()
}

fn with(room: &Room, built_ins: &[&str]) -> Agent {
    let named = built_ins.iter().flat_map(|name| ["--builtin", *name]);
    Agent::with(room, "pixir", &named.collect::<Vec<_>>())
}

fn switch(room: &Room, name: Option<&str>, switch: &str) -> Value {
    let ask = json!({ "name": name, "switch": switch });
    let answer = tests::answer(&room.app, "set_built_in", &ask.to_string()).expect("it is kept");
    serde_json::from_str(&answer).expect("JSON")
}

/// The events of the agent's own log.
fn log(room: &Room) -> Vec<Value> {
    let hosted = fs::read_dir(room.at("data/assay/hosted")).expect("hosted sessions");
    let folders = hosted.filter_map(Result::ok).map(|entry| entry.path());
    let files = folders.flat_map(|folder| fs::read_dir(folder).expect("logs").filter_map(Result::ok));
    let is_log = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "ndjson");
    let log = files.map(|entry| entry.path()).filter(is_log).max().expect("a log");
    let text = fs::read_to_string(log).expect("a log");
    text.lines().map(|line| serde_json::from_str(line).expect("a line is one event")).collect()
}

#[test]
fn s4_01_s4_05_only_what_is_named_and_on_is_offered() {
    let room = Room::new("auto");
    let plain = names(&Agent::of(&room));
    for tool in ["add", "read_file", "shell", "get_weather"] {
        assert!(!plain.contains(&tool.to_owned()), "{tool} is offered to an agent that was given no skill");
    }
    let agent = with(&room, &["calculator", "filesystem"]);
    let found = names(&agent);
    assert_eq!(found[..plain.len()], plain, "the other tools stay where they were");
    let own = ["add", "subtract", "multiply", "divide", "read_file", "write_file", "list_dir"];
    assert_eq!(found[plain.len()..], own);
    assert!(
        instructions(&agent).contains("<skill_guidance name=\"calculator\">"),
        "{}",
        instructions(&agent)
    );
    assert!(!instructions(&agent).contains("name=\"shell\""));
    // No catalog entry: it is not taken in, it is there.
    assert_eq!(kind(&agent.call("skill_view", &json!({ "name": "calculator" }))), "not_found");
    let sum = agent.call("add", &json!({ "a": 2, "b": 3 }));
    assert_eq!((text(&sum).as_str(), &facts(&sum)["result"]), ("5", &json!(5)));
    assert_eq!(kind(&agent.call("divide", &json!({ "a": 1, "b": 0 }))), "invalid_args");
    // Switched off, it is gone from the list of an agent that was given it.
    assert_eq!(switch(&room, Some("calculator"), "off")["rows"][1]["switch"], "off");
    assert!(!offers(&agent, "add") && offers(&agent, "read_file"));
    let late = with(&room, &["calculator"]);
    assert!(instructions(&late).contains("The skill calculator is not offered. Disabled by you."));
    switch(&room, Some("calculator"), "on");
    assert!(offers(&agent, "add"));
    let events: Vec<Value> = log(&room).into_iter().filter(|event| event["type"] == "tool_call").collect();
    let called: Vec<_> =
        events.iter().map(|event| event["data"]["name"].as_str().unwrap_or_default()).collect();
    assert_eq!(called, ["skill_view", "add", "divide"], "each call stands in the log");
}

#[test]
fn s4_04_built_ins_stand_where_winners_are_told() {
    let room = Room::new("auto");
    fs::create_dir_all(room.at("workspace/.agents/skills/calculator")).unwrap();
    room.write(
        "workspace/.agents/skills/calculator/SKILL.md",
        "---\nname: calculator\ndescription: Counts.\n---\nCount.\n",
    );
    room.get("set_trust", &json!({ "trust": "trusted" }));
    let page = room.get("who_wins", &json!({ "text": "", "only": [], "from": 0, "count": 100 }));
    let rows = page["rows"].as_array().unwrap();
    let row = |name: &str| rows.iter().find(|row| row["name"] == name).unwrap_or_else(|| panic!("{name}"));
    let own = page["conventions"].as_array().unwrap().iter().position(|one| one["name"] == "merged").unwrap();
    let alone = row("filesystem");
    let known: Vec<_> = alone["cells"].as_array().unwrap().iter().map(|cell| &cell["verdict"]).collect();
    assert_eq!(known.iter().filter(|verdict| ***verdict == "wins").count(), 1, "Assay alone knows it");
    assert_eq!(alone["cells"][own]["files"][0]["path"], "built-in:filesystem");
    // A skill made of files goes before it.
    let files = row("calculator")["cells"][own]["files"].as_array().unwrap();
    let states: Vec<_> = files.iter().map(|file| (&file["scope"], &file["state"])).collect();
    assert_eq!(states, [(&json!("repo"), &json!("wins")), (&json!("built-in"), &json!("shadowed"))]);
    assert_eq!(rows[0]["name"], "calculator", "what several claim stands first");
    assert_eq!(page["names"], rows.len());
    let report = room.get("wins_report", &json!({ "name": null }));
    let names: Vec<_> = report["rows"].as_array().unwrap().iter().map(|row| &row["name"]).collect();
    assert!(names.contains(&&json!("shell")) && names.is_sorted_by_key(|name| name.as_str()), "{names:?}");
    let one = room.get("wins_report", &json!({ "name": "shell" }));
    assert_eq!(one["rows"][0]["winners"]["merged"], "built-in:shell");
    assert_eq!(one["rows"][0]["winners"]["pixir"], Value::Null);
    let skills = room.get("skills_report", &json!({ "convention": "merged" }));
    let hidden = |list: &str| {
        let rows = skills[list].as_array().unwrap().iter();
        rows.filter(|row| row["scope"] == "built-in")
            .map(|row| row["disable_model_invocation"].clone())
            .collect::<Vec<_>>()
    };
    assert_eq!((hidden("skills"), hidden("shadowed")), (vec![json!(false); 3], vec![json!(false)]));
}

#[test]
fn a_name_that_is_none_is_told_at_once() {
    let room = Room::new("auto");
    let mut assay = Command::new(program());
    assay.args(["--json", "mcp", "--builtin", "abacus", "--workspace"]).arg(room.at("workspace"));
    assay.env("HOME", room.at("home")).env("XDG_DATA_HOME", room.at("data"));
    let done = assay.stdin(std::process::Stdio::null()).output().expect("assay runs");
    let told = String::from_utf8_lossy(&done.stdout).into_owned();
    assert_eq!(done.status.code(), Some(2), "{told}");
    assert!(told.contains("Available: assay-audit, calculator, filesystem, shell, weather"), "{told}");
}

#[test]
fn s4_06_a_file_is_written_once_a_person_saw_every_byte() {
    let room = Room::new("ask");
    let _listening = listen(&room);
    let agent = with(&room, &["filesystem"]);
    let write = json!({ "path": "notes/new.txt", "content": "line one\nline two\n" });
    let planned = agent.call("write_file", &json!({ "path": "x", "content": "y", "dry_run": true }));
    assert_eq!((&facts(&planned)["decision"], &facts(&planned)["dry_run"]), (&json!("ask"), &json!(true)));
    let deny = person(&room, json!({ "kind": "deny", "note": "not there" }), None);
    let denied = agent.call("write_file", &write);
    deny.join().expect("the person");
    assert_eq!(kind(&denied), "permission_denied");
    assert!(text(&denied).contains("not there"), "{}", text(&denied));
    assert!(!room.at("workspace/notes").exists() && !room.at("workspace/x").exists());
    let app = std::sync::Arc::clone(&room.app);
    let allow = thread::spawn(move || {
        let face = crate::approvals::shown(&app, "run");
        crate::approvals::decide(&app, &face, &json!({ "kind": "run", "lifetime": "once" }))
            .expect("a decision");
        face
    });
    let done = agent.call("write_file", &write);
    let face = allow.join().expect("the person");
    assert_eq!(
        face["request"]["command"]["text"], "write_file notes/new.txt\nline one\nline two\n",
        "{face:#}"
    );
    assert_eq!(face["request"]["skill"]["scope"], "built-in");
    assert_eq!(done.is_error, Some(false), "{}", text(&done));
    assert_eq!(fs::read_to_string(room.at("workspace/notes/new.txt")).unwrap(), "line one\nline two\n");
    let outside = agent.call("write_file", &json!({ "path": "../out.txt", "content": "x" }));
    assert_eq!(kind(&outside), "outside_workspace");
    assert!(!room.at("out.txt").exists());
    let results: Vec<Value> = log(&room).into_iter().filter(|event| event["type"] == "tool_result").collect();
    let proof = &results[1]["data"]["tool"];
    assert_eq!(
        (&proof["skill"], &proof["by"], &proof["bytes"]),
        (&json!("filesystem"), &json!("user"), &json!(18))
    );
    assert_eq!(proof["sha256"], disk::Digest::of(b"line one\nline two\n").to_string());
    let decisions: Vec<Value> =
        log(&room).into_iter().filter(|event| event["type"] == "permission_decision").collect();
    assert_eq!(decisions.len(), 2, "the no and the yes are recorded");
    assert_eq!(decisions[1]["data"]["gate"], "skill_tool");
}

#[test]
fn s4_07_a_command_that_removes_waits_for_a_person() {
    if !cfg!(unix) {
        return;
    }
    let room = Room::new("ask");
    room.write("workspace/x", "");
    fs::create_dir(room.at("workspace/sub")).unwrap();
    room.write("workspace/sub/x", "");
    let _listening = listen(&room);
    let agent = with(&room, &["shell"]);
    let remove = json!({ "command": "rm sub/x" });
    let deny = person(&room, json!({ "kind": "deny", "note": "" }), None);
    assert_eq!(kind(&agent.call("shell", &remove)), "permission_denied");
    deny.join().expect("the person");
    assert!(room.at("workspace/sub/x").exists());
    let allow = person(&room, json!({ "kind": "run", "lifetime": "once" }), None);
    let done = agent.call("shell", &remove);
    allow.join().expect("the person");
    assert_eq!(facts(&done)["exit_code"], 0, "{}", text(&done));
    assert!(!room.at("workspace/sub/x").exists());
    assert_eq!(room.app.waiting(), 0, "each call asked once");
    let proof = log(&room).last().expect("an event")["data"]["tool"].clone();
    assert_eq!((&proof["argv"], &proof["by"]), (&json!(["bash", "-c", "rm sub/x"]), &json!("user")));
    assert!(proof["stdout"]["sha256"].is_string() && proof["stdout"]["text"].is_null(), "{proof:#}");
}

#[test]
fn s4_07_what_only_reads_runs_unasked_in_mode_auto_and_nothing_changes_in_read_only() {
    if !cfg!(target_os = "linux") {
        return;
    }
    let room = Room::new("auto");
    let agent = with(&room, &["shell"]);
    let done = agent.call("shell", &json!({ "command": "cat facts.txt" }));
    if execution::best(&program()) > execution::Level::None {
        assert_eq!(facts(&done)["stdout"]["text"], "the sky is blue\n", "{}", text(&done));
        assert_eq!(facts(&done)["by"], "rule");
        assert!(text(&done).starts_with("<script_output tool=\"shell\" exit_code=\"0\">\nthe sky is blue"));
    }
    let strict = Room::new("read_only");
    let agent = with(&strict, &["shell", "filesystem"]);
    assert_eq!(kind(&agent.call("shell", &json!({ "command": "touch made.txt" }))), "permission_denied");
    let write = agent.call("write_file", &json!({ "path": "made.txt", "content": "" }));
    assert_eq!(kind(&write), "permission_denied");
    assert!(!strict.at("workspace/made.txt").exists());
}

#[test]
fn s4_08_weather_is_off_until_a_person_switches_it_on() {
    let room = Room::new("auto");
    let agent = with(&room, &["weather"]);
    assert!(!offers(&agent, "get_weather"));
    let told = instructions(&agent);
    assert!(told.contains("The skill weather is not offered. It uses a service on the network"), "{told}");
    assert!(told.contains("assay built-ins --on weather"), "{told}");
    switch(&room, Some("weather"), "on");
    assert!(offers(&agent, "get_weather"));
    assert_eq!(kind(&agent.call("get_weather", &json!({ "place": "a/b" }))), "invalid_args");
}

/// Answers one request after the other with what was recorded, and hands back what was asked.
fn recorded(answers: Vec<&'static str>) -> (String, thread::JoinHandle<Vec<String>>) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port of this machine");
    let address = format!("http://{}", listener.local_addr().expect("its address"));
    let serve = move || {
        answers
            .into_iter()
            .map(|answer| {
                let (mut stream, _) = listener.accept().expect("a question");
                let (mut asked, mut piece) = (Vec::new(), [0; 1024]);
                while !asked.windows(4).any(|end| end == b"\r\n\r\n") {
                    let count = stream.read(&mut piece).expect("its head");
                    assert!(count > 0, "the question ends early");
                    asked.extend_from_slice(&piece[..count]);
                }
                stream.write_all(answer.as_bytes()).expect("an answer");
                String::from_utf8_lossy(&asked).lines().next().unwrap_or_default().to_owned()
            })
            .collect()
    };
    (address, thread::spawn(serve))
}

fn response(status: &str, body: &str) -> &'static str {
    let text = format!(
        "HTTP/1.1 {status}\r\nContent-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    );
    Box::leak(text.into_boxed_str())
}

#[test]
fn s4_08_the_service_is_asked_as_it_wants_and_its_answer_read() {
    let path = "/usr/local/bin:/usr/bin:/bin";
    let search: Vec<PathBuf> = path.split(':').map(PathBuf::from).collect();
    if execution::resolve("curl", Path::new("/"), &search).is_err() {
        eprintln!("skipped: there is no `curl` here");
        return;
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    let ground = Ground {
        workspace: fs::canonicalize(folder.path()).unwrap(),
        home: None,
        mode: Mode::Auto,
        mode_from: "a test".to_owned(),
        environment: vec![("PATH".to_owned(), path.to_owned())],
        helper: program(),
    };
    let place = response(
        "200 OK",
        r#"{"results":[{"id":2950159,"name":"Berlin","latitude":52.52437,"longitude":13.41053,"country":"Germany\u001b[2J"}]}"#,
    );
    let now = response(
        "200 OK",
        r#"{"current":{"time":"2026-05-01T12:00","interval":900,"temperature_2m":12.5,"wind_speed_10m":8.3,"weather_code":61}}"#,
    );
    let asked = |answers: Vec<&'static str>| {
        let (address, serving) = recorded(answers);
        let meteo =
            OpenMeteo { places: format!("{address}/search"), forecasts: format!("{address}/forecast") };
        let found = meteo.now("Bad Ems", &ground, &Stop::default());
        (found, serving.join().expect("the server"))
    };
    let (found, questions) = asked(vec![place, now]);
    let found = found.expect("the weather");
    assert_eq!((found.place.as_str(), found.temperature_c, found.wind_kmh), ("Berlin, Germany2J", 12.5, 8.3));
    assert_eq!((found.code, found.at.as_str()), (61, "2026-05-01T12:00"));
    assert_eq!(
        questions,
        [
            "GET /search?count=1&name=Bad%20Ems HTTP/1.1",
            "GET /forecast?latitude=52.5244&longitude=13.4105&current=temperature_2m,wind_speed_10m,weather_code HTTP/1.1",
        ]
    );
    let fails = |answers: Vec<&'static str>, words: &str| {
        let error = asked(answers).0.expect_err(words);
        assert!(error.contains(words), "{error}");
    };
    fails(vec![response("200 OK", r#"{"generationtime_ms":0.1}"#)], "knows no place \"Bad Ems\"");
    fails(vec![response("500 Broken", "x")], "500");
    fails(vec![response("200 OK", "no JSON")], "cannot be read");
    fails(vec![response("302 Found\r\nLocation: https://example.org/", "")], "cannot be");
    fails(vec![place, response("200 OK", r#"{"current":{"temperature_2m":"hot"}}"#)], "no temperature_2m");
    let long: &'static str = Box::leak("9".repeat(100_000).into_boxed_str());
    fails(vec![response("200 OK", long)], "The weather cannot be asked for");
}

#[test]
fn s4_09_without_tools_nothing_is_offered_and_that_is_said() {
    let room = Room::new("auto");
    let agent = with(&room, &["calculator"]);
    assert!(offers(&agent, "add") && offers(&agent, "skill_view"));
    let view = switch(&room, None, "off");
    assert!(
        view["without_tools"]["text"].as_str().is_some_and(|words| words.contains("skills have no effect"))
    );
    assert_eq!(names(&agent), [""; 0]);
    assert!(instructions(&with(&room, &["calculator"])).contains("Tools are disabled"));
    assert_eq!(switch(&room, None, "on")["without_tools"], Value::Null);
    assert!(offers(&agent, "add"));
    // What cannot be read switches everything off, and is not written over.
    room.write("data/assay/built-ins.json", "{ broken");
    assert_eq!(names(&agent), [""; 0]);
    let view: Value = room.get("built_ins", &json!({}));
    assert!(
        view["problem"]["text"].as_str().is_some_and(|words| words.contains("built-ins.json")),
        "{view:#}"
    );
    let ask = json!({ "name": null, "switch": "on" });
    assert!(tests::answer(&room.app, "set_built_in", &ask.to_string()).is_err());
}

#[test]
fn s4_04_s4_83_built_ins_are_listed_with_their_tools_and_counted_with_the_rest() {
    let room = Room::new("auto");
    let view = room.get("built_ins", &json!({}));
    let rows: Vec<(&str, &str, usize)> = view["rows"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| {
            let text = |key: &str| row[key].as_str().unwrap_or_default();
            (text("name"), text("switch"), row["tools"].as_array().map_or(0, Vec::len))
        })
        .collect();
    assert_eq!(
        rows,
        [
            ("assay-audit", "on", 5),
            ("calculator", "on", 4),
            ("filesystem", "on", 3),
            ("shell", "on", 1),
            ("weather", "off", 1)
        ]
    );
    // One file skill waits for trust; a person counts it.
    assert_eq!(view["skill_count"], 5);
    let write = &view["rows"][2]["tools"][1];
    assert_eq!((&write["name"], &write["reach"]), (&json!("write_file"), &json!("writes")));
    assert_eq!(write["parameters"][1]["required"], true);
    // A skill of files that has the name goes before it, and its tools are not offered.
    fs::create_dir_all(room.at("home/.agents/skills/calculator")).unwrap();
    room.write(
        "home/.agents/skills/calculator/SKILL.md",
        "---\nname: calculator\ndescription: Reckons by hand.\n---\nUse paper.\n",
    );
    room.app.heard(&[api::Tag::Skills]);
    let report = room.get("skills_report", &json!({ "convention": "merged" }));
    let list = |key: &str| -> Vec<String> {
        let rows = report[key].as_array().unwrap();
        rows.iter().map(|row| row["short_path"].as_str().unwrap().to_owned()).collect()
    };
    assert!(list("skills").contains(&"built-in:shell".to_owned()), "{report:#}");
    assert!(list("shadowed").contains(&"built-in:calculator".to_owned()), "{report:#}");
    assert!(report["warnings"].to_string().contains("built-in:calculator"), "{report:#}");
    let view = room.get("built_ins", &json!({}));
    let outranked = &view["rows"][1]["shadowed"];
    let rule = json!({ "code": "scope", "args": { "winner": "user", "loser": "built-in" } });
    assert_eq!(outranked["rule"], rule, "{outranked}");
    let agent = Agent::with(&room, "merged", &["--builtin", "calculator", "shell"]);
    assert!(!offers(&agent, "add") && offers(&agent, "shell"));
}

#[test]
fn s4_69_a_skill_that_says_what_may_be_used_leaves_tools_of_code_out() {
    let room = Room::new("auto");
    fs::create_dir_all(room.at("workspace/.agents/skills/narrow")).unwrap();
    room.write(
        "workspace/.agents/skills/narrow/SKILL.md",
        "---\nname: narrow\ndescription: d\nallowed-tools: add\n---\nOnly add.\n",
    );
    let agent = with(&room, &["calculator"]);
    let subtract = json!({ "a": 3, "b": 1 });
    assert_eq!(text(&agent.call("subtract", &subtract)), "2");
    agent.call("skill_view", &json!({ "name": "narrow" }));
    assert_eq!(text(&agent.call("add", &subtract)), "4");
    let refused = agent.call("subtract", &subtract);
    assert_eq!(kind(&refused), "permission_denied");
    assert!(text(&refused).contains("allowed-tools: add"), "{}", text(&refused));
}

#[test]
fn an_agent_is_told_how_to_ask_about_a_session_and_may_be_kept_from_it() {
    let room = Room::new("auto");
    let agent = with(&room, &["assay-audit"]);
    assert!(instructions(&agent).contains("what_shaped_turn {\"session\""), "{}", instructions(&agent));
    assert_eq!(names(&agent).iter().filter(|name| *name == "sessions_list").count(), 1);
    assert!(!agent.call("sessions_list", &json!({})).is_error.unwrap_or_default());
    switch(&room, Some("assay-audit"), "off");
    assert!(!offers(&agent, "sessions_list"));
}

#[test]
fn s4_86_the_example_of_a_skill_of_code_runs() {
    let out = code_skill::shown();
    for line in [
        "warning: The skill words is already installed and was not changed.",
        "<skill_guidance name=\"words\">",
        "words -> 5 words",
        r#""argument":"texts""#,
    ] {
        assert!(out.contains(line), "{line} in {out}");
    }
}

#[test]
fn s4_86_s4_11_the_example_of_a_skill_of_files_runs() {
    let out = file_skill::shown();
    let place = |line: &str| out.find(line).unwrap_or_else(|| panic!("{line} in {out}"));
    let tiers = [place("Greets people by name."), place("Say hello to Ada."), place("Good morning.")];
    assert!(tiers.is_sorted(), "one tier after the other: {out}");
}

#[test]
fn read_file_does_not_read_a_guarded_file_unasked() {
    let room = Room::new("auto");
    room.write("workspace/.env", "KEY=quokka");
    room.write("workspace/plain.txt", "KEY=quokka");
    let agent = with(&room, &["filesystem"]);
    assert!(text(&agent.call("read_file", &json!({ "path": "plain.txt" }))).contains("quokka"));
    let told = agent.call("read_file", &json!({ "path": ".env" }));
    assert!(!format!("{told:?}").contains("quokka"), "{told:?}");
}
