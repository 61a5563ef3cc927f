//! An agent asks over MCP, a person decides, the agent gets released bytes or a reason: a real client, a real
//! `assay mcp`, the real socket.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use api::App;
use broker::{Answer, Gone, Listening};
use rmcp::model::{CallToolRequestParams, CallToolResult};
use rmcp::service::RunningService;
use rmcp::{RoleClient, ServiceExt};
use serde_json::{Value, json};
use tokio::process::{Child, Command};
use tokio::runtime::Runtime;

use crate::approvals::Room;
use crate::doors::program;

/// What the window does with what comes over the socket.
struct Window(Arc<App>);

impl Answer for Window {
    fn answer(&self, question: &Value, gone: &Gone) -> Value {
        api::desk::answer_agent(&self.0, question, |then| gone.then(then))
    }
}

pub struct Agent {
    pub client: RunningService<RoleClient, ()>,
    pub runtime: Runtime,
    _process: Child,
}

impl Agent {
    pub fn of(room: &Room) -> Self {
        Self::under(room, "pixir")
    }

    pub fn under(room: &Room, convention: &str) -> Self {
        Self::with(room, convention, &[])
    }

    pub fn with(room: &Room, convention: &str, options: &[&str]) -> Self {
        let arguments = [&["mcp", "--convention", convention], options].concat();
        Self::started(&arguments, &room.at("workspace"), &room.at("home"), &room.at("data"))
    }

    /// One that starts the program with these arguments.
    pub fn started(arguments: &[&str], workspace: &Path, home: &Path, data: &Path) -> Self {
        let runtime = Runtime::new().expect("a runtime");
        let (client, process) = runtime.block_on(async {
            let mut command = Command::new(program());
            command.args(arguments).arg("--workspace").arg(workspace);
            command.kill_on_drop(true);
            command.env("HOME", home).env("XDG_DATA_HOME", data).env_remove("PIXIR_HOME");
            command.stdin(std::process::Stdio::piped()).stdout(std::process::Stdio::piped());
            let mut process = command.spawn().expect("assay mcp starts");
            let ends = (process.stdout.take().expect("its output"), process.stdin.take().expect("its input"));
            (().serve(ends).await.expect("a greeting"), process)
        });
        Self { client, runtime, _process: process }
    }

    pub fn call(&self, tool: &str, arguments: &Value) -> CallToolResult {
        let arguments = arguments.as_object().cloned().unwrap_or_default();
        let call = CallToolRequestParams::new(tool.to_owned()).with_arguments(arguments);
        self.runtime.block_on(self.client.call_tool(call)).unwrap_or_else(|error| panic!("{tool}: {error}"))
    }
}

pub fn listen(room: &Room) -> Listening {
    let socket = room.app.socket().expect("a folder for it");
    broker::listen(&socket, Arc::new(Window(Arc::clone(&room.app)))).expect("a socket")
}

pub fn text(result: &CallToolResult) -> String {
    result.content.iter().filter_map(|block| block.as_text()).map(|text| text.text.as_str()).collect()
}

pub fn kind(result: &CallToolResult) -> String {
    let content = result.structured_content.clone().unwrap_or_default();
    content["error"]["kind"].as_str().unwrap_or_default().to_owned()
}

/// The person, on another thread: waits for a request and answers it in two steps.
pub fn person(room: &Room, first: Value, second: Option<Value>) -> std::thread::JoinHandle<()> {
    let app = Arc::clone(&room.app);
    std::thread::spawn(move || {
        for (step, choice) in [("run", Some(first)), ("send", second)] {
            let Some(choice) = choice else { return };
            let face = crate::approvals::shown(&app, step);
            crate::approvals::decide(&app, &face, &choice).expect("a decision");
        }
    })
}

#[test]
fn an_agent_sees_skills_and_gets_what_a_person_released() {
    let room = Room::new("ask");
    let _listening = listen(&room);
    let agent = Agent::of(&room);
    let tools = agent.runtime.block_on(agent.client.list_all_tools()).expect("tools");
    let names: Vec<_> = tools.iter().map(|tool| tool.name.as_ref()).collect();
    assert_eq!(names[..3], ["skills_list", "skill_view", "hydrate_skill_context"]);
    let listed = agent.call("skills_list", &json!({}));
    assert!(text(&listed).contains(r#""id":"facts""#), "{}", text(&listed));
    let viewed = agent.call("skill_view", &json!({ "name": "notes" }));
    assert!(text(&viewed).contains("!`cat facts.txt`"), "the body stays as it is: {}", text(&viewed));
    let person = person(&room, json!({ "kind": "run", "lifetime": "once" }), Some(json!({ "kind": "send" })));
    let hydrated = agent.call("hydrate_skill_context", &json!({ "skill": "notes", "source": "facts" }));
    person.join().expect("the person");
    assert_eq!((text(&hydrated).as_str(), hydrated.is_error), ("the sky is blue\n", Some(false)));
    let evidence = &hydrated.structured_content.expect("evidence")["evidence"];
    assert_eq!(evidence["context_source_id"], "facts");
    assert_eq!(evidence["requester"]["kind"], "mcp");
}

#[test]
fn an_agents_conversation_is_a_session_that_holds_its_own_evidence() {
    let room = Room::new("ask");
    let _listening = listen(&room);
    let agent = Agent::of(&room);
    agent.call("skill_view", &json!({ "name": "notes" }));
    let person = person(&room, json!({ "kind": "run", "lifetime": "once" }), Some(json!({ "kind": "send" })));
    agent.call("hydrate_skill_context", &json!({ "skill": "notes", "source": "facts" }));
    person.join().expect("the person");
    agent.call("skill_view", &json!({ "name": "nobody" }));
    room.app.heard(&[api::Tag::Sessions]);
    let ask = json!({ "text": "", "sort": "newest", "from": 0, "count": 10 });
    let sessions = room.get("sessions", &ask);
    let row = sessions["rows"]
        .as_array()
        .expect("rows")
        .iter()
        .find(|row| row["source"]["label"] == "Assay, over MCP");
    let row = row.unwrap_or_else(|| panic!("{sessions:#}"));
    assert_eq!((&row["live"], &row["skills"]), (&json!(true), &json!(["notes"])), "{row:#}");
    let report = room.get("session", &json!({ "key": row["key"] }));
    assert_eq!((&report["pixir"], &report["companion"]), (&Value::Null, &Value::Null), "{report:#}");
    let log = std::fs::read_to_string(report["path"].as_str().expect("a path")).expect("a log");
    let events: Vec<Value> =
        log.lines().map(|line| serde_json::from_str(line).expect("a line is one event")).collect();
    let kinds: Vec<_> = events.iter().map(|event| event["type"].as_str().unwrap_or_default()).collect();
    assert_eq!(
        kinds,
        [
            "subagent_event",
            "tool_call",
            "skill_activation",
            "tool_result",
            "tool_call",
            "skill_context_hydration",
            "tool_result",
            "tool_call",
            "tool_result"
        ]
    );
    let seqs: Vec<_> = events.iter().map(|event| event["seq"].as_i64()).collect();
    assert!(seqs.is_sorted() && seqs.windows(2).all(|two| two[0] != two[1]), "{seqs:?}");
    let activation = &events[2]["data"];
    assert_eq!(activation["content_hash"], events[3]["data"]["content_hash"]);
    assert_eq!(events[5]["data"]["activation"]["content_hash"], activation["content_hash"]);
    assert_eq!(events[6]["data"]["hydration_id"], events[5]["data"]["hydration_id"]);
    assert_eq!(events[8]["data"]["error"]["kind"], "not_found");
    assert_eq!(room.decided()[0]["turn"]["session"], row["id"]);
    drop(agent);
    let begun = Instant::now();
    loop {
        room.app.heard(&[api::Tag::Sessions]);
        if room.get("sessions", &ask)["rows"][0]["live"] == false {
            break;
        }
        assert!(begun.elapsed() < Duration::from_secs(20), "a conversation outlives its agent");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn a_no_a_mistake_and_a_closed_window_are_told_apart() {
    let room = Room::new("ask");
    let listening = listen(&room);
    let agent = Agent::of(&room);
    let asked = json!({ "skill": "notes", "source": "facts" });
    let deny = person(&room, json!({ "kind": "deny", "note": "ask me tomorrow" }), None);
    let denied = agent.call("hydrate_skill_context", &asked);
    deny.join().expect("the person");
    assert_eq!(denied.is_error, Some(true));
    assert_eq!(kind(&denied), "permission_denied");
    assert!(text(&denied).contains("ask me tomorrow"), "{}", text(&denied));
    let unknown = agent.call("hydrate_skill_context", &json!({ "skill": "notes", "source": "other" }));
    assert_eq!(kind(&unknown), "not_found");
    let empty = agent.call("hydrate_skill_context", &json!({ "source": "facts" }));
    assert_eq!(kind(&empty), "invalid_args");
    let unmarked = agent.call("hydrate_skill_context", &json!({ "skill": "notes" }));
    assert_eq!(kind(&unmarked), "not_found", "{}", text(&unmarked));
    let nobody = agent.call("skill_view", &json!({ "name": "nobody" }));
    assert!(text(&nobody).contains("available: notes"), "{}", text(&nobody));
    drop(listening);
    let closed = agent.call("hydrate_skill_context", &asked);
    assert_eq!(kind(&closed), "detached");
    assert!(text(&closed).contains("Open the window with `assay`"), "{}", text(&closed));
}

#[test]
fn what_is_marked_auto_comes_unasked_only_where_the_rules_let_it() {
    let sources = "context-sources:
  - { id: facts, run: [cat, facts.txt], read_only: true, auto: true }
  - { id: touch, run: [touch, made.txt], read_only: true, auto: true }
  - { id: style, resource: style.md }\n";
    for (mode, released, left_out) in [("auto", 1, 1), ("ask", 0, 2), ("read_only", 0, 2)] {
        let room = Room::new(mode);
        room.write("workspace/.agents/skills/notes/context-sources.yaml", sources);
        let _listening = listen(&room);
        let agent = Agent::of(&room);
        let told = agent.call("hydrate_skill_context", &json!({ "skill": "notes" }));
        let facts = told.structured_content.clone().expect("facts");
        let count = |key: &str| facts[key].as_array().map_or(0, Vec::len);
        assert_eq!((count("released"), count("left_out")), (released, left_out), "{mode}: {facts:#}");
        assert_eq!(room.app.waiting(), 0, "nobody is asked");
        assert_eq!(room.decided().len(), released, "and what came is recorded");
        if released > 0 {
            assert_eq!(facts["released"][0]["evidence"]["execution"], "auto");
            let named = agent.call("hydrate_skill_context", &json!({ "skill": "notes", "source": "facts" }));
            let facts = named.structured_content.expect("facts");
            assert_eq!(facts["evidence"]["execution"], "explicit", "what happened, not what is declared");
        }
        assert!(!room.at("workspace/made.txt").exists());
    }
}

#[test]
fn an_agent_that_ends_takes_its_request_and_its_permissions_with_it() {
    let room = Room::new("ask");
    let _listening = listen(&room);
    let agent = Agent::of(&room);
    let session =
        person(&room, json!({ "kind": "run", "lifetime": "session" }), Some(json!({ "kind": "send" })));
    agent.call("hydrate_skill_context", &json!({ "skill": "notes", "source": "facts" }));
    session.join().expect("the person");
    let again = agent.call("hydrate_skill_context", &json!({ "skill": "notes", "source": "facts" }));
    assert_eq!(again.is_error, Some(false), "under the permission for this session");
    let call = CallToolRequestParams::new("hydrate_skill_context").with_arguments(
        json!({ "skill": "notes", "source": "touch" }).as_object().cloned().expect("an object"),
    );
    let waiting = agent.client.peer().clone();
    agent.runtime.spawn(async move { waiting.call_tool(call).await });
    crate::approvals::shown(&room.app, "run");
    drop(agent);
    let begun = Instant::now();
    while room.app.waiting() > 0 || !room.grants().is_empty() {
        assert!(begun.elapsed() < Duration::from_secs(20), "the request outlives its agent");
        std::thread::sleep(Duration::from_millis(20));
    }
    assert!(!room.at("workspace/made.txt").exists());
}

#[test]
fn at_a_terminal_without_a_window_nothing_runs_unasked() {
    let room = Room::new("ask");
    let run = |arguments: &[&str]| {
        let mut command = std::process::Command::new(program());
        command.arg("--workspace").arg(room.at("workspace")).args(arguments);
        command.env("HOME", room.at("home")).env("XDG_DATA_HOME", room.at("data")).env_remove("PIXIR_HOME");
        let done = command.stdin(std::process::Stdio::null()).output().expect("assay runs");
        let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
        (done.status.code(), text(done.stdout), text(done.stderr))
    };
    let (code, out, words) = run(&["hydrate", "notes", "touch"]);
    assert_eq!((code, out.as_str()), (Some(1), ""), "{words}");
    assert!(words.contains("not open"), "{words}");
    assert!(!room.at("workspace/made.txt").exists());
    let (code, out, words) = run(&["hydrate", "notes", "facts", "--yes"]);
    assert_eq!((code, out.as_str()), (Some(0), "the sky is blue\n"), "{words}");
    assert_eq!(run(&["hydrate", "notes", "touch", "--yes"]).0, Some(1), "not for what may write");
    assert_eq!(run(&["hydrate", "notes", "secret", "--yes"]).0, Some(1), "not for likely secrets");
    assert!(!room.at("workspace/made.txt").exists());
    let (code, out, _) = run(&["hydrate", "notes", "facts", "--yes", "--json"]);
    let document: Value = serde_json::from_str(&out).expect("one document");
    assert_eq!((code, &document["evidence"]["context_source_id"]), (Some(0), &json!("facts")));
    let (code, out, _) = run(&["policy", "--mode", "read_only", "--json", "--", r"env -S'touch\_x'"]);
    let document: Value = serde_json::from_str(&out).expect("one document");
    assert_eq!((code, &document["pixir"]["decision"]), (Some(1), &json!("allow")), "{document:#}");
    assert_eq!(document["assay"]["decision"], "deny");
    let (_, out, _) = run(&["sources", "notes"]);
    assert!(out.contains("facts") && out.contains("inline-1"), "{out}");
    let (_, out, _) = run(&["session", "none", "--json"]);
    assert!(out.contains("not_found"), "{out}");
}

#[test]
fn facts_of_a_live_agent_are_marked_as_true_of_one_turn() {
    let room = Room::new("ask");
    let _listening = listen(&room);
    let agent = Agent::of(&room);
    let tools = agent.runtime.block_on(agent.client.list_all_tools()).expect("tools");
    let tool = tools.iter().find(|tool| tool.name == "hydrate_skill_context").expect("the tool");
    assert!(tool.description.as_deref().is_some_and(|words| words.contains("valid for this turn only")));
    let person = person(&room, json!({ "kind": "run", "lifetime": "once" }), Some(json!({ "kind": "send" })));
    let hydrated = agent.call("hydrate_skill_context", &json!({ "skill": "notes", "source": "facts" }));
    person.join().expect("the person");
    let marks = serde_json::to_value(hydrated.meta.expect("marks")).expect("JSON");
    assert_eq!(marks, json!({ "assay/role": "developer", "assay/valid_for": "turn" }));
    let viewed = agent.call("skill_view", &json!({ "name": "notes" }));
    assert!(viewed.meta.is_none(), "the skill's own text is no fact of a turn");
}
