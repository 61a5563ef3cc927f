//! `assay mcp` under every convention: which tools there are, what they answer, what a person is asked, and what the
//! log says of it. A real client, a real `assay mcp`, the real socket.

use std::collections::BTreeSet;
use std::fs;
use std::time::{Duration, Instant};

use rmcp::model::{CallToolRequestParams, ReadResourceRequestParams};
use serde_json::{Value, json};

use crate::agents::{Agent, kind, listen, person, text};
use crate::approvals::Room;

const AUDIT: [&str; 5] =
    ["sessions_list", "what_shaped_turn", "skill_drift", "verify_session", "search_sessions"];

pub fn tools(agent: &Agent) -> Vec<rmcp::model::Tool> {
    agent.runtime.block_on(agent.client.list_all_tools()).expect("tools")
}

fn names(agent: &Agent) -> Vec<String> {
    let of_skills = tools(agent).into_iter().map(|tool| tool.name.to_string());
    of_skills.filter(|name| !AUDIT.contains(&name.as_str())).collect()
}

pub fn facts(result: &rmcp::model::CallToolResult) -> Value {
    result.structured_content.clone().unwrap_or_default()
}

/// The agent's own log.
pub fn log(room: &Room) -> Vec<Value> {
    let hosted = room.at("data/assay/hosted");
    let folder =
        fs::read_dir(hosted).expect("hosted sessions").next().expect("a workspace").expect("an entry");
    let logs = fs::read_dir(folder.path()).expect("logs").filter_map(Result::ok).map(|entry| entry.path());
    let log =
        logs.filter(|path| path.extension().is_some_and(|ending| ending == "ndjson")).max().expect("a log");
    let text = fs::read_to_string(log).expect("a log");
    text.lines().map(|line| serde_json::from_str(line).expect("a line is one event")).collect()
}

pub fn kinds(room: &Room) -> Vec<String> {
    log(room).iter().map(|event| event["type"].as_str().unwrap_or_default().to_owned()).collect()
}

pub fn trust(room: &Room, word: &str) {
    tests::answer(&room.app, "set_trust", &json!({ "trust": word }).to_string()).expect("trust is kept");
}

/// A skill with a script, a reference and a hook, in a room whose data both processes share.
pub fn room(mode: &str) -> Room {
    let room = Room::new(mode);
    for folder in ["scripts", "references"] {
        fs::create_dir_all(room.at(&format!("workspace/.agents/skills/tools/{folder}"))).unwrap();
    }
    room.write(
        "workspace/.agents/skills/tools/SKILL.md",
        "---\nname: tools\ndescription: Has tools.\n---\nDo $ARGUMENTS.\n",
    );
    room.write("workspace/.agents/skills/tools/references/more.md", "More.\n");
    room.write("workspace/.agents/skills/tools/scripts/say.sh", "echo \"said $1\"; exit 3\n");
    room
}

#[test]
fn s0_15_s2_03_s3_26_s4_43_each_convention_has_its_tools_and_none_without_a_skill() {
    let three = ["activate_skill", "read_skill_resource", "run_skill_script", "hydrate_skill_context"];
    let room = room("auto");
    let check = |convention: &str, expected: &[&str]| {
        assert_eq!(names(&Agent::under(&room, convention)), expected, "{convention}");
    };
    check("pixir", &["skills_list", "skill_view", "hydrate_skill_context"]);
    check("agent-skills", &[]);
    check("merged", &[]);
    trust(&room, "trusted");
    check("agent-skills", &three);
    check("merged", &three);
    check("echo", &three);
    fs::create_dir_all(room.at("workspace/skills")).unwrap();
    check("pipeline", &[]);
    fs::rename(room.at("workspace/.agents/skills/tools"), room.at("workspace/skills/tools")).unwrap();
    check("pipeline", &["activateSkill", "read_skill_resource", "hydrate_skill_context"]);
    fs::remove_dir_all(room.at("workspace/.agents")).unwrap();
    check("pixir", &["skills_list"]);
}

#[test]
fn s0_05_no_skill_is_a_tool_or_an_agent() {
    let room = room("auto");
    trust(&room, "trusted");
    for folder in ["workspace/skills", "workspace/.claude/skills", "workspace/.github/skills"] {
        fs::create_dir_all(room.at(&format!("{folder}/tools"))).unwrap();
        room.write(&format!("{folder}/tools/SKILL.md"), "---\nname: tools\ndescription: d\n---\nDo.\n");
    }
    for convention in api::Convention::ALL {
        let offered =
            names(&Agent::with(&room, convention.name(), &["--builtin", "calculator", "filesystem"]));
        assert!(offered.len() > 5, "{}: {offered:?}", convention.name());
        for skill in ["tools", "notes"] {
            assert!(!offered.iter().any(|tool| tool == skill), "{}: {offered:?}", convention.name());
        }
        let taking_in = ["skill_view", "activate_skill", "activateSkill"];
        let ways: Vec<_> = offered.iter().filter(|tool| taking_in.contains(&tool.as_str())).collect();
        assert_eq!(ways.len(), 1, "{}: there is one way in: {offered:?}", convention.name());
    }
}

#[test]
fn s0_32_s0_33_a_skill_guides_its_turn_alone_and_is_taken_in_once_in_it() {
    let room = room("auto");
    trust(&room, "trusted");
    let hook = "hooks: {PreToolUse: [{matcher: read_skill_resource, hooks: [{type: permission, decision: deny}]}]}\n";
    let file = |body: &str| {
        let text = format!("---\nname: tools\ndescription: d\n{hook}---\n{body}\n");
        room.write("workspace/.agents/skills/tools/SKILL.md", &text);
    };
    file("Do it.");
    let agent = Agent::under(&room, "agent-skills");
    let take = |turn: &str| agent.call("activate_skill", &json!({ "name": "tools", "user_message": turn }));
    let read = |turn: &str| {
        let path = "references/more.md";
        agent.call("read_skill_resource", &json!({ "name": "tools", "path": path, "user_message": turn }))
    };
    let taken = || -> Vec<Value> {
        let events = log(&room).into_iter().filter(|event| event["type"] == "skill_activation");
        events.map(|event| event["data"]["content_hash"].clone()).collect()
    };
    take("one");
    take("one");
    assert_eq!(taken().len(), 1);
    assert_eq!(kind(&read("one")), "permission_denied", "its hook stands");
    assert!(text(&read("two")).contains("More."), "nothing of it stands in the next turn");
    file("Do it otherwise.");
    take("two");
    let hashes = taken();
    assert!(hashes.len() == 2 && hashes[0] != hashes[1], "{hashes:?}");
}

#[test]
fn s3_39_files_of_a_skill_are_read_unasked_and_written_with_a_yes_alone() {
    let room = room("ask");
    trust(&room, "trusted");
    let _listening = listen(&room);
    let agent = Agent::with(&room, "agent-skills", &["--builtin", "filesystem"]);
    let allow = person(&room, json!({ "kind": "run", "lifetime": "once" }), None);
    agent.call("activate_skill", &json!({ "name": "tools" }));
    allow.join().expect("the person");
    let read = agent.call("read_skill_resource", &json!({ "name": "tools", "path": "references/more.md" }));
    assert!(text(&read).contains("More."), "nobody is asked: {}", text(&read));
    assert_eq!(room.app.waiting(), 0);
    let file = ".agents/skills/tools/references/more.md";
    let deny = person(&room, json!({ "kind": "deny", "note": "" }), None);
    let written = agent.call("write_file", &json!({ "path": file, "content": "Other.\n" }));
    deny.join().expect("the person was asked");
    assert_eq!(kind(&written), "permission_denied", "{}", text(&written));
    assert_eq!(fs::read_to_string(room.at(&format!("workspace/{file}"))).unwrap(), "More.\n");
}

#[test]
fn s3_29_s4_45_the_names_are_an_enum_and_a_change_is_told() {
    let room = room("auto");
    let agent = Agent::of(&room);
    let known = |agent: &Agent| {
        let view = tools(agent).into_iter().find(|tool| tool.name == "skill_view").expect("the tool");
        view.input_schema["properties"]["name"]["enum"].clone()
    };
    assert_eq!(known(&agent), json!(["notes", "tools"]));
    fs::create_dir_all(room.at("workspace/.agents/skills/third")).unwrap();
    room.write("workspace/.agents/skills/third/SKILL.md", "---\nname: third\ndescription: d\n---\nx\n");
    let begun = Instant::now();
    while known(&agent) != json!(["notes", "third", "tools"]) {
        assert!(begun.elapsed() < Duration::from_secs(20), "a new skill is not offered");
        std::thread::sleep(Duration::from_millis(100));
    }
    let hidden = "---\nname: third\ndescription: d\ndisable-model-invocation: true\n---\nx\n";
    room.write("workspace/.agents/skills/third/SKILL.md", hidden);
    while known(&agent) != json!(["notes", "tools"]) {
        assert!(begun.elapsed() < Duration::from_secs(20), "a hidden skill is offered");
        std::thread::sleep(Duration::from_millis(100));
    }
    let probed = agent.call("skill_view", &json!({ "name": "third" }));
    assert_eq!(kind(&probed), "not_found", "and cannot be told from one that is not there");
    assert_eq!(facts(&probed)["error"]["details"]["known"], json!(["notes", "tools"]));
}

#[test]
fn s4_43_s4_45_many_names_stand_in_the_tool_that_activates_alone() {
    let room = room("auto");
    trust(&room, "trusted");
    for number in 0..300 {
        let folder = format!("workspace/.agents/skills/many-{number:03}");
        fs::create_dir_all(room.at(&folder)).unwrap();
        let text = format!("---\nname: many-{number:03}\ndescription: d\n---\nx\n");
        room.write(&format!("{folder}/SKILL.md"), &text);
    }
    let names_of = |tool: &rmcp::model::Tool| {
        let properties = &tool.input_schema["properties"];
        let named = |member: &str| properties[member]["enum"].as_array().map(Vec::len);
        named("name").or_else(|| named("skill"))
    };
    for convention in ["agent-skills", "pixir"] {
        let all = tools(&Agent::under(&room, convention));
        let with_names: Vec<_> = all.iter().filter_map(names_of).collect();
        assert_eq!(with_names, [302], "{convention}");
    }
}

#[test]
fn s3_11_a_project_nobody_trusts_is_held_back() {
    let room = room("auto");
    let held = |room: &Room| {
        let view: Value =
            serde_json::from_str(&tests::answer(&room.app, "trust", "{}").expect("an answer")).expect("JSON");
        let rows = view["held_back"].as_array().cloned().unwrap_or_default();
        let row = rows.into_iter().find(|row| row["convention"] == "agent-skills").expect("its row");
        (view["trust"].clone(), row["skills"].clone())
    };
    assert_eq!(held(&room), (json!("untrusted"), json!(2)));
    trust(&room, "trusted");
    assert_eq!(held(&room), (json!("trusted"), json!(0)));
    let agent = Agent::under(&room, "agent-skills");
    assert!(!agent.call("activate_skill", &json!({ "name": "tools" })).is_error.unwrap_or_default());
    trust(&room, "untrusted");
    let begun = Instant::now();
    while !names(&agent).is_empty() {
        assert!(begun.elapsed() < Duration::from_secs(20), "trust that was taken back still counts");
        std::thread::sleep(Duration::from_millis(100));
    }
    fs::write(room.at("data/assay/trust.json"), "{ broken").unwrap();
    assert_eq!(held(&room), (json!("untrusted"), json!(2)), "what cannot be read trusts nobody");
    let refused = tests::answer(&room.app, "set_trust", r#"{"trust":"trusted"}"#).expect_err("not over it");
    assert!(refused.message.text.contains("trust.json"), "{refused}");
}

#[test]
fn s0_10_a_dry_run_tells_and_leaves_no_trace() {
    let room = room("auto");
    let agent = Agent::of(&room);
    let told = agent.call("skill_view", &json!({ "name": "tools", "dry_run": true }));
    assert_eq!(facts(&told), json!({ "dry_run": true, "would": "view_skill", "would_activate": true }));
    let file = json!({ "name": "tools", "path": "references/more.md", "dry_run": true });
    assert_eq!(facts(&agent.call("skill_view", &file))["would_activate"], false);
    let list = agent.call("skills_list", &json!({ "dry_run": true }));
    assert_eq!(facts(&list), json!({ "dry_run": true, "would": "list_skills", "skills": 2 }));
    assert_eq!(kinds(&room), ["subagent_event"], "the log has only its beginning");
    agent.call("skill_view", &json!({ "name": "tools" }));
    assert_eq!(kinds(&room)[1..], ["tool_call", "skill_activation", "tool_result"]);
}

#[test]
fn s0_11_s2_39_every_failure_is_the_one_envelope() {
    let room = room("auto");
    trust(&room, "trusted");
    let pixir = Agent::of(&room);
    let guide = Agent::under(&room, "agent-skills");
    let check = |agent: &Agent, tool: &str, arguments: Value, expected: &str| {
        let failed = agent.call(tool, &arguments);
        let facts = facts(&failed);
        assert_eq!((failed.is_error, &facts["ok"]), (Some(true), &json!(false)), "{tool} {arguments}");
        assert_eq!(kind(&failed), expected, "{tool} {arguments}: {facts:#}");
        assert!(facts["error"]["message"].as_str().is_some_and(|words| !words.is_empty()));
        assert!(facts["error"]["details"].is_object(), "{facts:#}");
        assert!(facts["error"].get("hint").is_none_or(Value::is_string), "{facts:#}");
    };
    check(&pixir, "skill_view", json!({}), "invalid_args");
    check(&pixir, "skill_view", json!({ "name": "nobody" }), "not_found");
    check(&pixir, "skill_view", json!({ "name": "tools", "path": "../x" }), "outside_workspace");
    let unread = json!({ "name": "tools", "path": "references/more.md" });
    check(&guide, "read_skill_resource", unread.clone(), "not_activated");
    check(&guide, "activate_skill", json!({ "name": "tools", "arguments": "a \"b" }), "invalid_args");
    guide.call("activate_skill", &json!({ "name": "tools" }));
    check(&guide, "run_skill_script", json!({ "name": "tools", "script": "scripts/no.sh" }), "not_found");
    check(&guide, "verify_session", json!({ "session": "none" }), "not_found");
    assert!(text(&guide.call("read_skill_resource", &unread)).contains("More."));
}

#[test]
fn s3_34_s0_20_s0_29_s0_32_the_users_words_open_a_turn_and_call_skills() {
    let room = room("auto");
    let agent = Agent::of(&room);
    let said = |words: &str| json!({ "name": "notes", "user_message": words });
    let first = agent.call("skill_view", &said("/tools now and here"));
    assert!(text(&first).contains("Do now and here."), "{}", text(&first));
    agent.call("skill_view", &said("/tools now and here"));
    agent.call("skill_view", &said("again"));
    let events = log(&room);
    let told: Vec<_> = kinds(&room).into_iter().skip(1).collect();
    let call = ["tool_call", "skill_activation", "tool_result"];
    let expected: Vec<&str> = ["skill_activation", "user_message"]
        .into_iter()
        .chain(call)
        .chain(call)
        .chain(["user_message"])
        .chain(call)
        .collect();
    assert_eq!(told, expected);
    assert_eq!(events[1]["data"]["activated_by"], "user");
    assert_eq!(events[2]["data"]["text"], "/tools now and here");
    assert_eq!(events[3]["data"]["args"].get("user_message"), None, "it is recorded once");
    assert_eq!(events[4]["data"]["activated_by"], "model");
}

#[test]
fn calls_at_once_with_the_same_words_open_one_turn() {
    let room = room("auto");
    let agent = Agent::of(&room);
    for turn in 1..=20 {
        let said = json!({ "name": "notes", "user_message": format!("turn {turn}") });
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| agent.call("skill_view", &said));
            }
        });
        let turns = kinds(&room).iter().filter(|kind| *kind == "user_message").count();
        assert_eq!(turns, turn);
    }
}

#[test]
fn s2_30_in_mode_ask_a_person_consents_once_per_task() {
    let room = room("ask");
    trust(&room, "trusted");
    let _listening = listen(&room);
    let agent = Agent::under(&room, "agent-skills");
    let asked = json!({ "name": "tools", "user_message": "one" });
    let deny = person(&room, json!({ "kind": "deny", "note": "" }), None);
    let denied = agent.call("activate_skill", &asked);
    deny.join().expect("the person");
    assert_eq!(
        (kind(&denied).as_str(), text(&denied).as_str()),
        ("permission_denied", "User rejected the request")
    );
    let allow = person(&room, json!({ "kind": "run", "lifetime": "once" }), None);
    let taken = agent.call("activate_skill", &asked);
    allow.join().expect("the person");
    assert!(text(&taken).starts_with("<skill_content name=\"tools\">"), "{}", text(&taken));
    agent.call("activate_skill", &json!({ "name": "tools", "user_message": "two" }));
    let events = log(&room);
    let activations: Vec<_> = events.iter().filter(|event| event["type"] == "skill_activation").collect();
    let consents: Vec<_> = activations.iter().map(|event| &event["data"]["consent"]).collect();
    assert_eq!(consents, ["user", "earlier"]);
    let decisions: Vec<_> = events.iter().filter(|event| event["type"] == "permission_decision").collect();
    let decided: Vec<_> = decisions.iter().map(|event| &event["data"]["decision"]).collect();
    assert_eq!(decided, ["deny", "allow"]);
    assert!(decisions.iter().all(|event| event["data"]["gate"] == "skill_activation"), "{decisions:#?}");
}

#[test]
fn s2_31_a_text_that_changed_after_the_yes_is_asked_about_again() {
    let room = room("ask");
    trust(&room, "trusted");
    let _listening = listen(&room);
    let agent = Agent::under(&room, "agent-skills");
    let yes = || person(&room, json!({ "kind": "run", "lifetime": "once" }), None);
    let allow = yes();
    agent.call("activate_skill", &json!({ "name": "tools", "user_message": "one" }));
    allow.join().expect("the person");
    room.write(
        "workspace/.agents/skills/tools/SKILL.md",
        "---\nname: tools\ndescription: Has tools.\n---\nDo something else.\n",
    );
    let deny = person(&room, json!({ "kind": "deny", "note": "" }), None);
    let denied = agent.call("activate_skill", &json!({ "name": "tools", "user_message": "two" }));
    deny.join().expect("the person");
    assert!(!text(&denied).contains("something else"), "{}", text(&denied));
    let allow = yes();
    let taken = agent.call("activate_skill", &json!({ "name": "tools", "user_message": "three" }));
    allow.join().expect("the person");
    assert!(text(&taken).contains("Do something else."), "{}", text(&taken));
    let again = agent.call("activate_skill", &json!({ "name": "tools", "user_message": "four" }));
    assert_eq!(again.is_error, Some(false), "the same bytes are not asked about: {}", text(&again));
}

#[test]
fn s0_36_s4_15_a_script_runs_as_the_mode_and_a_person_say() {
    for mode in ["ask", "read_only"] {
        let room = room(mode);
        trust(&room, "trusted");
        let _listening = listen(&room);
        let agent = Agent::under(&room, "echo");
        let activated = match mode {
            "ask" => Some(person(&room, json!({ "kind": "run", "lifetime": "once" }), None)),
            _ => None,
        };
        agent.call("activate_skill", &json!({ "name": "tools" }));
        if let Some(person) = activated {
            person.join().expect("the person");
        }
        let script = json!({ "name": "tools", "script": "scripts/say.sh", "arguments": "'a b'" });
        let mut dry = script.clone();
        dry["dry_run"] = json!(true);
        let planned = facts(&agent.call("run_skill_script", &dry));
        assert_eq!(
            planned["argv"].as_array().and_then(|argv| argv.last()),
            Some(&json!("a b")),
            "{planned:#}"
        );
        let allow =
            (mode == "ask").then(|| person(&room, json!({ "kind": "run", "lifetime": "once" }), None));
        let ran = agent.call("run_skill_script", &script);
        if let Some(person) = allow {
            person.join().expect("the person");
            assert!(
                text(&ran).contains("said a b") && text(&ran).contains("exit_code=\"3\""),
                "{}",
                text(&ran)
            );
            let events = log(&room);
            let result = &events.last().expect("events")["data"];
            assert_eq!(
                (&result["script"]["by"], &result["script"]["exit_code"]),
                (&json!("user"), &json!(3))
            );
        } else {
            assert_eq!(kind(&ran), "permission_denied", "{}", text(&ran));
        }
    }
}

#[test]
fn s4_46_s4_28_hooks_stand_around_every_call() {
    let room = room("auto");
    trust(&room, "trusted");
    let skill = "---\nname: tools\ndescription: d\nhooks:\n  PreToolUse:\n    - matcher: skills_list\n      hooks:\n        - { type: permission, decision: deny, reason: not now }\n    - matcher: sessions_list\n      hooks:\n        - { type: prompt, prompt: be brief }\n---\nDo.\n";
    room.write("workspace/.agents/skills/tools/SKILL.md", skill);
    let agent = Agent::of(&room);
    assert_eq!(agent.call("skills_list", &json!({})).is_error, Some(false), "not active yet");
    agent.call("skill_view", &json!({ "name": "tools" }));
    let denied = agent.call("skills_list", &json!({}));
    assert_eq!((kind(&denied).as_str(), text(&denied).as_str()), ("permission_denied", "not now"));
    let guided = text(&agent.call("sessions_list", &json!({})));
    let guidance = "\n<hook_guidance skill=\"tools\" event=\"PreToolUse\">\nbe brief\n</hook_guidance>";
    assert!(guided.ends_with(guidance), "{guided}");
    trust(&room, "untrusted");
    assert_eq!(
        kind(&agent.call("skills_list", &json!({}))),
        "permission_denied",
        "what tightens needs no trust"
    );
    let unguided = text(&agent.call("sessions_list", &json!({})));
    assert!(!unguided.contains("be brief"), "guidance is inert without trust: {unguided}");
}

#[test]
fn s4_46_a_hooks_command_runs_once_a_person_approved_its_text() {
    let room = room("auto");
    trust(&room, "trusted");
    let skill = "---\nname: tools\ndescription: d\nhooks:\n  PreToolUse:\n    - matcher: skills_list\n      hooks:\n        - { type: command, command: 'echo stopped >&2; exit 2' }\n---\nDo.\n";
    room.write("workspace/.agents/skills/tools/SKILL.md", skill);
    let agent = Agent::of(&room);
    agent.call("skill_view", &json!({ "name": "tools" }));
    assert_eq!(agent.call("skills_list", &json!({})).is_error, Some(false), "nobody can be asked: inert");
    let _listening = listen(&room);
    let allow = person(&room, json!({ "kind": "run", "lifetime": "once" }), None);
    let blocked = agent.call("skills_list", &json!({}));
    allow.join().expect("the person");
    assert_eq!((kind(&blocked).as_str(), text(&blocked).as_str()), ("permission_denied", "stopped"));
    assert_eq!(text(&agent.call("skills_list", &json!({}))), "stopped", "asked once");
    assert_eq!(log(&room).last().expect("events")["data"]["hooks"][0]["command"], "echo stopped >&2; exit 2");
}

#[test]
fn an_agent_asks_about_sessions_in_windows() {
    let room = room("auto");
    let agent = Agent::of(&room);
    agent.call("skill_view", &json!({ "name": "tools", "user_message": "a zebra passes" }));
    let listed = facts(&agent.call("sessions_list", &json!({ "count": 5 })));
    assert_eq!(listed["window"], json!({ "from": 0, "count": 1, "of": 1 }), "{listed:#}");
    let session = listed["sessions"][0]["id"].clone();
    let shaped = agent.call("what_shaped_turn", &json!({ "session": session, "turn": 1 }));
    assert!(text(&shaped).contains("tools"), "{}", text(&shaped));
    let drift = facts(&agent.call("skill_drift", &json!({ "skill": "tools" })));
    assert_eq!(drift["rows"][0]["state"], "identical", "{drift:#}");
    let verified = agent.call("verify_session", &json!({ "session": session }));
    assert!(text(&verified).contains("verified"), "{}", text(&verified));
    let other = Agent::of(&room);
    let found = facts(&other.call("search_sessions", &json!({ "words": "zebra" })));
    let hits = found["hits"].as_array().expect("hits");
    assert_eq!(
        (&hits[0]["kind"], &hits[0]["field"]),
        (&json!("user_message"), &json!("data.text")),
        "{found:#}"
    );
    assert!(hits.iter().all(|hit| hit["session"] == session), "not its own question: {found:#}");
}

#[test]
fn skill_read_as_a_resource_is_recorded_and_activates_nothing() {
    let room = room("auto");
    let agent = Agent::of(&room);
    let list = agent.runtime.block_on(agent.client.list_all_resources()).expect("resources");
    let found: BTreeSet<_> = list.iter().map(|resource| resource.uri.as_str()).collect();
    assert_eq!(found, BTreeSet::from(["skill://notes/SKILL.md", "skill://tools/SKILL.md"]));
    let read =
        |uri: &str| agent.runtime.block_on(agent.client.read_resource(ReadResourceRequestParams::new(uri)));
    let tools = read("skill://tools/SKILL.md").expect("the skill");
    assert!(format!("{tools:?}").contains("Has tools."), "{tools:?}");
    assert_eq!(kinds(&room)[1..], ["tool_call", "tool_result"]);
    assert!(read("skill://nobody/SKILL.md").is_err() && read("file:///etc/passwd").is_err());
    let folder = read("skill://tools").expect_err("a folder is no file").to_string();
    assert!(folder.contains("skill://tools/SKILL.md"), "{folder}");
}

#[test]
fn eight_agents_at_once_and_one_that_vanishes() {
    let room = room("ask");
    let _listening = listen(&room);
    let agents: Vec<Agent> = (0..8).map(|_| Agent::of(&room)).collect();
    std::thread::scope(|scope| {
        for agent in &agents {
            scope.spawn(move || {
                for _ in 0..5 {
                    assert!(text(&agent.call("skill_view", &json!({ "name": "tools" }))).contains("Do"));
                    assert_eq!(agent.call("skill_view", &json!({ "name": "nobody" })).is_error, Some(true));
                }
            });
        }
    });
    let gone = agents.into_iter().next().expect("an agent");
    let call = CallToolRequestParams::new("hydrate_skill_context").with_arguments(
        json!({ "skill": "notes", "source": "facts" }).as_object().cloned().expect("an object"),
    );
    let peer = gone.client.peer().clone();
    gone.runtime.spawn(async move { peer.call_tool(call).await });
    crate::approvals::shown(&room.app, "run");
    drop(gone);
    let begun = Instant::now();
    while room.app.waiting() > 0 {
        assert!(begun.elapsed() < Duration::from_secs(20), "the request outlives its agent");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn the_protocols_own_client_gets_on_with_it() {
    let checkout = tests::checkout();
    if !checkout.join("ui/node_modules/@modelcontextprotocol/sdk").is_dir() {
        println!("no client library in ui/node_modules: nothing is compared");
        return;
    }
    let room = room("auto");
    room.write("workspace/.agents/skills/tools/scripts/slow.sh", "sleep 25\n");
    trust(&room, "trusted");
    let mut node = std::process::Command::new("node");
    node.arg(checkout.join("tests/window/conformance.mjs")).arg(crate::doors::program());
    node.args(["mcp", "--convention", "agent-skills", "--workspace"]).arg(room.at("workspace"));
    node.env("HOME", room.at("home")).env("XDG_DATA_HOME", room.at("data")).env_remove("PIXIR_HOME");
    let begun = Instant::now();
    let done = node.output().expect("node runs");
    let seen: Value = serde_json::from_slice(&done.stdout)
        .unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&done.stderr)));
    assert_eq!(seen["names"].as_array().map(Vec::len), Some(9), "{seen:#}");
    assert!(
        seen["taken"]["content"][0]["text"].as_str().is_some_and(|text| text.contains("Do a b.")),
        "{seen:#}"
    );
    assert!(seen["read"]["content"][0]["text"].as_str().is_some_and(|text| text.contains("More.")));
    assert_eq!(seen["unknown"]["structuredContent"]["error"]["kind"], "not_found");
    assert_eq!(seen["resources"].as_array().map(Vec::len), Some(2));
    assert_eq!(seen["resource"]["contents"][0]["mimeType"], "text/markdown");
    assert_eq!(seen["prompts"].as_array().map(Vec::len), Some(2));
    assert!(
        seen["prompt"]["messages"][0]["content"]["text"]
            .as_str()
            .is_some_and(|text| text.contains("Do a b."))
    );
    assert_eq!(seen["completion"]["values"], json!(["tools"]));
    assert_eq!(seen["changed"], json!(["told", "told", "told"]), "of tools, resources and prompts");
    assert_eq!(seen["missing"], -32602, "an unknown tool is a wrong parameter");
    assert_eq!((&seen["slow"], &seen["beats"]), (&json!("taken back"), &json!(1)));
    assert!(begun.elapsed() < Duration::from_secs(20), "what was taken back goes on");
    assert_eq!(seen["after"]["isError"], false);
}

#[test]
fn s4_80_request_with_a_key_twice_is_refused_by_name_and_does_nothing() {
    use std::io::Write;
    use std::process::{Command, Stdio};

    let room = room("auto");
    trust(&room, "trusted");
    let agent = Agent::under(&room, "agent-skills");
    agent.call("activate_skill", &json!({ "name": "tools" }));
    let before = kinds(&room);
    let mut command = Command::new(crate::doors::program());
    command.args(["mcp", "--convention", "agent-skills", "--workspace"]).arg(room.at("workspace"));
    command.env("HOME", room.at("home")).env("XDG_DATA_HOME", room.at("data")).env_remove("PIXIR_HOME");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut process = command.spawn().expect("assay mcp starts");
    let sent = [
        r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
        r#"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"activate_skill","arguments":{"name":"other","name":"tools"}}}"#,
        r#"{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"x","name":"activate_skill","arguments":{"name":"tools"}}}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2,"requestId":3}}"#,
        r#"{"jsonrpc":"2.0","id":4,"method":"ping"}"#,
    ];
    let mut input = process.stdin.take().expect("its input");
    input.write_all(format!("{}\n", sent.join("\n")).as_bytes()).expect("sent");
    std::thread::sleep(Duration::from_secs(2));
    drop(input);
    let done = process.wait_with_output().expect("it ends");
    let answers = String::from_utf8_lossy(&done.stdout);
    let answers: Vec<Value> = answers.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let answer = |id: u64| answers.iter().find(|one| one["id"] == id).expect("an answer");
    for id in [2, 3] {
        assert_eq!(answer(id)["error"]["code"], -32602, "{}", answer(id));
        let message = answer(id)["error"]["message"].as_str().expect("a message");
        assert!(message.contains("the key \"name\" is twice in one object"), "{message}");
    }
    assert!(answer(4)["result"].is_object(), "the conversation goes on");
    let told = String::from_utf8_lossy(&done.stderr);
    assert!(told.contains("the key \"requestId\" is twice in one object"), "{told}");
    assert_eq!(kinds(&room), before, "nothing of it is a call");
}

/// A response or a notification where `initialize` belongs once ended the program with a dump of Rust's own and code 5.
#[test]
fn message_before_initialize_is_answered_with_an_error_of_the_protocol() {
    use std::io::Write;
    use std::process::{Command, Stdio};

    let room = room("auto");
    for (sent, word) in [
        (r#"{"jsonrpc":"2.0","id":1,"result":{"secret":"\u001b[31m"}}"#, "a response"),
        (r#"{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"secret"}}"#, "an error"),
        (r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#, "a notification"),
    ] {
        let mut command = Command::new(crate::doors::program());
        command.args(["mcp", "--workspace"]).arg(room.at("workspace"));
        command.env("HOME", room.at("home")).env("XDG_DATA_HOME", room.at("data")).env_remove("PIXIR_HOME");
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut process = command.spawn().expect("assay mcp starts");
        process.stdin.take().expect("its input").write_all(format!("{sent}\n").as_bytes()).expect("sent");
        let done = process.wait_with_output().expect("it ends");
        let answer: Value = serde_json::from_slice(&done.stdout).expect("one message of JSON-RPC");
        assert_eq!((&answer["error"]["code"], &answer["id"]), (&json!(-32600), &Value::Null), "{sent}");
        let told = String::from_utf8_lossy(&done.stderr);
        assert!(
            told.contains(&format!("expected the request `initialize`, but the agent sent {word}")),
            "{told}"
        );
        assert!(!told.contains("Some(") && !told.contains("secret"), "{told}");
        assert_eq!(done.status.code(), Some(2), "{told}");
    }
}
