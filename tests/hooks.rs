//! Hooks around the calls of an agent over MCP: what asks, asks for every tool in every mode, and what changes a call
//! changes it to one that the tool can read.

use std::fs;

use rmcp::model::CallToolResult;
use serde_json::{Value, json};

use crate::agents::{Agent, kind, listen, person, text};
use crate::approvals::Room;

const SKILL: &str = "workspace/.agents/skills/tools/SKILL.md";

/// A trusted project with a skill that has this hook before every tool.
fn room(mode: &str, matcher: &str, action: &str) -> Room {
    let room = Room::new(mode);
    for folder in ["references", "scripts"] {
        fs::create_dir_all(room.at(&format!("workspace/.agents/skills/tools/{folder}"))).unwrap();
    }
    room.write("workspace/.agents/skills/tools/references/more.md", "More.\n");
    room.write("workspace/.agents/skills/tools/scripts/say.sh", "echo said\n");
    room.write(
        "workspace/.agents/skills/tools/context-sources.yaml",
        "- id: facts\n  run: [cat, facts.txt]\n  read_only: true\n",
    );
    let hooks =
        format!("hooks:\n  PreToolUse:\n    - matcher: '{matcher}'\n      hooks:\n        - {action}\n");
    room.write(SKILL, &format!("---\nname: tools\ndescription: d\n{hooks}---\nDo.\n"));
    tests::answer(&room.app, "set_trust", r#"{"trust":"trusted"}"#).expect("trust is kept");
    room
}

/// Every call that an agent may make here.
fn calls(convention: &str) -> Vec<(&'static str, Value)> {
    let mut calls = vec![
        ("sessions_list", json!({})),
        ("skill_drift", json!({})),
        ("search_sessions", json!({ "words": "x" })),
        ("add", json!({ "a": 1, "b": 2 })),
        ("read_file", json!({ "path": "facts.txt" })),
        ("list_dir", json!({})),
        ("hydrate_skill_context", json!({ "skill": "tools", "source": "facts" })),
        ("hydrate_skill_context", json!({ "skill": "notes", "source": "style" })),
    ];
    calls.extend(match convention {
        "pixir" => vec![
            ("skills_list", json!({})),
            ("skill_view", json!({ "name": "notes" })),
            ("skill_view", json!({ "name": "tools", "path": "references/more.md" })),
        ],
        _ => vec![
            ("read_skill_resource", json!({ "name": "tools", "path": "references/more.md" })),
            ("activate_skill", json!({ "name": "tools" })),
            ("activate_skill", json!({ "name": "notes" })),
        ],
    });
    calls
}

fn yes() -> Value {
    json!({ "kind": "run", "lifetime": "once" })
}

fn take_in(room: &Room, agent: &Agent, convention: &str, mode: &str) {
    let tool = if convention == "pixir" { "skill_view" } else { "activate_skill" };
    let asks = mode == "ask" && convention != "pixir";
    let allow = asks.then(|| person(room, yes(), None));
    let taken = agent.call(tool, &json!({ "name": "tools" }));
    assert_eq!(taken.is_error, Some(false), "{}", text(&taken));
    if let Some(allow) = allow {
        allow.join().expect("the person");
    }
}

#[test]
fn s4_28_a_hook_that_asks_is_heard_for_every_tool_in_every_mode() {
    for convention in ["pixir", "agent-skills"] {
        for mode in ["auto", "ask", "read_only"] {
            let room = room(mode, "*", "{ type: permission, decision: ask, reason: look first }");
            let listening = listen(&room);
            let agent =
                Agent::with(&room, convention, &["--builtin", "calculator", "--builtin", "filesystem"]);
            take_in(&room, &agent, convention, mode);
            for (tool, arguments) in calls(convention) {
                let place = format!("{convention} {mode} {tool} {arguments}");
                let deny = person(&room, json!({ "kind": "deny", "note": "" }), None);
                let denied = agent.call(tool, &arguments);
                deny.join().unwrap_or_else(|_| panic!("{place}: nobody was asked: {}", text(&denied)));
                assert_eq!(kind(&denied), "permission_denied", "{place}: {}", text(&denied));
            }
            let tool = if convention == "pixir" { "skills_list" } else { "read_skill_resource" };
            let found = calls(convention).into_iter().find(|(name, _)| *name == tool).expect("a call");
            let app = std::sync::Arc::clone(&room.app);
            let allow = std::thread::spawn(move || {
                let face = crate::approvals::shown(&app, "run");
                let words = face.to_string();
                crate::approvals::decide(&app, &face, &yes()).expect("a decision");
                words
            });
            let done = agent.call(tool, &found.1);
            let words = allow.join().expect("the person");
            assert_eq!(done.is_error, Some(false), "{convention} {mode}: {}", text(&done));
            assert!(words.contains("look first") && words.contains(tool), "{words}");
            drop(listening);
            for (tool, arguments) in calls(convention) {
                let closed = agent.call(tool, &arguments);
                let place = format!("{convention} {mode} {tool} {arguments}: {}", text(&closed));
                assert_eq!(kind(&closed), "detached", "without anybody nothing is carried out: {place}");
            }
        }
    }
}

/// A call around which a hook writes this.
fn changed(tool: &str, arguments: &Value, says: &Value) -> (Room, CallToolResult) {
    let says = says.to_string().replace('\'', "''");
    let room = room("auto", tool, &format!("{{ type: command, command: 'echo ''{says}''' }}"));
    let _listening = listen(&room);
    let agent = Agent::with(&room, "pixir", &["--builtin", "filesystem"]);
    take_in(&room, &agent, "pixir", "auto");
    let allow = person(&room, yes(), None);
    let done = agent.call(tool, arguments);
    allow.join().expect("the person");
    (room, done)
}

fn log(room: &Room) -> Vec<Value> {
    let hosted = fs::read_dir(room.at("data/assay/hosted")).expect("hosted sessions").next();
    let folder = hosted.expect("a workspace").expect("an entry").path();
    let logs = fs::read_dir(folder).expect("logs").filter_map(Result::ok).map(|entry| entry.path());
    let log = logs.filter(|path| path.extension().is_some_and(|end| end == "ndjson")).max().expect("a log");
    let text = fs::read_to_string(log).expect("a log");
    text.lines().map(|line| serde_json::from_str(line).expect("a line is one event")).collect()
}

#[test]
fn s4_52_a_changed_input_is_one_that_the_tools_schema_knows_or_the_call_is_refused() {
    let list = json!({});
    for (says, words) in [
        (
            json!({ "from": "not a number", "bogus": true }),
            "\"from\" must be a whole number; \"bogus\" is not one of its arguments",
        ),
        (json!({ "from": -1 }), "\"from\" must be 0 or more"),
        (json!({ "from": 1.5 }), "\"from\" must be a whole number"),
        (json!({ "dry_run": "yes" }), "\"dry_run\" must be true or false"),
        (json!([1]), "is not an object"),
    ] {
        let (_, refused) = changed("skills_list", &list, &json!({ "updatedInput": says }));
        assert_eq!(kind(&refused), "permission_denied", "{says}: {}", text(&refused));
        assert!(text(&refused).contains(words), "{says}: {}", text(&refused));
    }
    let view = json!({ "name": "notes" });
    for (says, words) in [
        (json!({}), "\"name\" is missing"),
        (json!({ "name": "nobody" }), "\"name\" must be one of"),
        (
            json!({ "name": "notes", "user_message": "I agree" }),
            "\"user_message\" is not one of its arguments",
        ),
    ] {
        let (_, refused) = changed("skill_view", &view, &json!({ "updatedInput": says }));
        assert!(text(&refused).contains(words), "{says}: {}", text(&refused));
    }
    let (_, refused) =
        changed("read_file", &json!({ "path": "facts.txt" }), &json!({ "updatedInput": { "path": 1 } }));
    assert!(text(&refused).contains("\"path\" must be a text"), "{}", text(&refused));
}

#[test]
fn s4_46_s4_52_the_log_has_a_changed_call_as_it_was_written_and_as_it_was_made() {
    let read = json!({ "path": "facts.txt" });
    let (room, done) =
        changed("read_file", &read, &json!({ "updatedInput": { "path": "long.txt", "from": 17 } }));
    assert!(text(&done).starts_with("0123456789abcdef"), "{}", text(&done));
    let events = log(&room);
    let call = events.iter().rev().find(|event| event["type"] == "tool_call").expect("a call");
    assert_eq!(call["data"]["args"], json!({ "path": "long.txt", "from": 17 }));
    assert_eq!(call["data"]["args_before_hooks"], read);
    let hooks = &events.last().expect("a result")["data"]["hooks"];
    assert_eq!(hooks[0]["end"], "A hook succeeded with exit code 0.", "{hooks:#}");
    let (room, _) = changed("read_file", &read, &json!({ "updatedInput": { "path": "facts.txt" } }));
    let events = log(&room);
    let call = events.iter().rev().find(|event| event["type"] == "tool_call").expect("a call");
    assert!(call["data"].get("args_before_hooks").is_none(), "nothing was changed: {call:#}");
}
