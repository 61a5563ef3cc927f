//! What a person keeps from agents in a project: stored, read by every door, and not to be told from what is not
//! there. A real `assay mcp`, and the same answers by window and terminal.

use std::fs;

use serde_json::{Value, json};

use crate::agents::{Agent, kind};
use crate::approvals::Room;

fn ask(room: &Room, name: &str, body: &Value) -> Value {
    let answer = tests::answer(&room.app, name, &body.to_string());
    let text = answer.unwrap_or_else(|failure| panic!("{name} {body}: {failure}"));
    serde_json::from_str(&text).expect("an answer is JSON")
}

fn set(room: &Room, changes: &Value) -> Value {
    ask(room, "set_visibility", &json!({ "changes": changes }))
}

fn trust(room: &Room, word: &str) {
    ask(room, "set_trust", &json!({ "trust": word }));
}

/// Two skills, `notes` and `tools`, in a project that is trusted; the second has files, a hook and a source.
fn room() -> Room {
    let room = Room::new("auto");
    fs::create_dir_all(room.at("workspace/.agents/skills/tools/references")).unwrap();
    room.write(
        "workspace/.agents/skills/tools/SKILL.md",
        "---\nname: tools\ndescription: Has tools.\n---\nDo !`git status`.\n",
    );
    room.write("workspace/.agents/skills/tools/references/more.md", "More.\n");
    trust(&room, "trusted");
    room
}

/// Every call by which an agent may name a skill.
fn probes(name: &str) -> Vec<(&'static str, Value)> {
    vec![
        ("skill_view", json!({ "name": name })),
        ("skill_view", json!({ "name": name, "path": "references/more.md" })),
        ("skill_view", json!({ "name": name, "dry_run": true })),
        ("activate_skill", json!({ "name": name })),
        ("activate_skill", json!({ "name": name, "dry_run": true })),
        ("activateSkill", json!({ "name": name })),
        ("read_skill_resource", json!({ "name": name, "path": "references/more.md" })),
        ("run_skill_script", json!({ "name": name, "script": "scripts/x.sh" })),
        ("hydrate_skill_context", json!({ "skill": name })),
        ("hydrate_skill_context", json!({ "skill": name, "source": "inline-1" })),
        ("hydrate_skill_context", json!({ "skill": name, "source": "inline-1", "dry_run": true })),
    ]
}

/// What a call is answered, with the name that was asked for made the same for all.
fn answered(agent: &Agent, tool: &str, arguments: &Value, name: &str) -> String {
    let offered = agent.runtime.block_on(agent.client.list_all_tools()).expect("tools");
    if !offered.iter().any(|known| known.name == tool) {
        return String::new();
    }
    let result = agent.call(tool, arguments);
    assert!(result.is_error.unwrap_or_default(), "{tool} {arguments}");
    let whole = format!("{:?} {:?}", result.content, result.structured_content);
    whole.replace(name, "NAME")
}

#[test]
fn s3_25_s2_39_what_is_hidden_cannot_be_told_from_what_is_not_there() {
    let room = room();
    let ways = [
        json!([{ "kind": "disable", "name": "Tools" }]),
        json!([{ "kind": "deny", "name": "tools" }]),
        json!([{ "kind": "allow_only", "names": ["notes"] }]),
    ];
    for way in ways {
        set(&room, &json!([{ "kind": "forget" }]));
        set(&room, &way);
        for convention in ["pixir", "agent-skills", "echo"] {
            let agent = Agent::under(&room, convention);
            for ((tool, hidden), (_, missing)) in probes("tools").iter().zip(probes("thing")) {
                let found = answered(&agent, tool, hidden, "tools");
                assert_eq!(
                    found,
                    answered(&agent, tool, &missing, "thing"),
                    "{way} {convention} {tool} {hidden}"
                );
            }
            let listed =
                format!("{:?}", agent.runtime.block_on(agent.client.list_all_tools()).expect("tools"));
            assert!(
                listed.contains("notes") && !listed.contains("\"tools\""),
                "{way} {convention}: {listed}"
            );
            let resources = agent.runtime.block_on(agent.client.list_all_resources()).expect("resources");
            let prompts = agent.runtime.block_on(agent.client.list_all_prompts()).expect("prompts");
            let greeting = format!("{:?}", agent.client.peer_info());
            for told in [format!("{resources:?}"), format!("{prompts:?}"), greeting] {
                assert!(!told.contains("Has tools"), "{way} {convention}: {told}");
            }
            let said = agent.call("sessions_list", &json!({ "user_message": "use $tools and /tools" }));
            assert!(!format!("{said:?}").contains("Has tools"), "{said:?}");
        }
    }
    set(&room, &json!([{ "kind": "allow_only", "names": [] }]));
    let agent = Agent::under(&room, "pixir");
    let names: Vec<_> = agent.runtime.block_on(agent.client.list_all_tools()).expect("tools");
    assert!(!names.iter().any(|tool| tool.name == "skill_view"), "an empty list allows nothing");
}

#[test]
fn d6_what_is_switched_off_is_gone_also_for_who_took_it_in() {
    let room = room();
    let agent = Agent::under(&room, "agent-skills");
    let read = json!({ "name": "tools", "path": "references/more.md" });
    assert!(!agent.call("activate_skill", &json!({ "name": "tools" })).is_error.unwrap_or_default());
    assert!(!agent.call("read_skill_resource", &read).is_error.unwrap_or_default());
    set(&room, &json!([{ "kind": "disable", "name": "tools" }]));
    assert_eq!(kind(&agent.call("read_skill_resource", &read)), "not_found");
    set(&room, &json!([{ "kind": "enable", "name": "tools" }]));
    assert!(!agent.call("read_skill_resource", &read).is_error.unwrap_or_default());
}

/// Every answer about sessions that an agent can get, as text.
fn told_of_the_past(agent: &Agent, session: &str) -> Vec<String> {
    let calls = [
        ("sessions_list", json!({})),
        ("what_shaped_turn", json!({ "session": session })),
        ("skill_drift", json!({})),
        ("skill_drift", json!({ "session": session })),
        ("verify_session", json!({ "session": session })),
        ("search_sessions", json!({ "words": "Has tools" })),
        ("search_sessions", json!({ "words": "tools" })),
    ];
    calls.iter().map(|(tool, arguments)| format!("{tool} {:?}", agent.call(tool, arguments))).collect()
}

#[test]
fn s3_25_what_is_hidden_now_is_not_told_of_sessions_that_recorded_it() {
    let room = room();
    let before = Agent::under(&room, "agent-skills");
    for name in ["tools", "notes"] {
        let taken_in = before.call("activate_skill", &json!({ "name": name, "user_message": "Begin." }));
        assert!(!taken_in.is_error.unwrap_or_default());
    }
    drop(before);
    room.app.heard(&[api::Tag::Sessions]);
    let newest = json!({ "text": "", "sort": "newest", "from": 0, "count": 10 });
    let row = ask(&room, "sessions", &newest)["rows"][0].clone();
    let session = row["id"].as_str().expect("an id").to_owned();
    let hash =
        disk::Digest::of(&fs::read(room.at("workspace/.agents/skills/tools/SKILL.md")).unwrap()).to_string();
    let snapshot = |agent: &Agent| {
        let wanted = rmcp::model::ReadResourceRequestParams::new(format!("snapshot://{hash}"));
        agent.runtime.block_on(agent.client.read_resource(wanted)).is_ok()
    };
    let agent = Agent::under(&room, "agent-skills");
    let all = told_of_the_past(&agent, &session);
    assert!(all.iter().all(|one| one.contains("tools")), "{all:#?}");
    assert!(snapshot(&agent));
    let ways = [
        json!([{ "kind": "disable", "name": "tools" }]),
        json!([{ "kind": "deny", "name": "Tools" }]),
        json!([{ "kind": "allow_only", "names": ["notes"] }]),
    ];
    for way in ways {
        set(&room, &json!([{ "kind": "forget" }]));
        set(&room, &way);
        let agent = Agent::under(&room, "agent-skills");
        for one in told_of_the_past(&agent, &session) {
            for word in ["\"tools\"", "Has tools", "/tools/", hash.as_str()] {
                let escaped = word.replace('"', "\\\"");
                assert!(!one.contains(word) && !one.contains(&escaped), "{way} {word}: {one}");
            }
        }
        assert!(!snapshot(&agent), "{way}");
        let facts = |tool: &str, body: Value| agent.call(tool, &body).structured_content.expect("facts");
        let drift = facts("skill_drift", json!({}));
        assert_eq!((&drift["not_seen"], &drift["total"]), (&json!(1), &json!(1)), "{drift:#}");
        assert_eq!(drift["rows"][0]["name"], "notes");
        // To ask for it by name is to ask for what is not there.
        assert_eq!(
            facts("skill_drift", json!({ "skill": "tools" })),
            facts("skill_drift", json!({ "skill": "thing" }))
        );
        assert_eq!(facts("verify_session", json!({ "session": session }))["activations_not_seen"], 1);
        let listed = facts("sessions_list", json!({}));
        let own = listed["sessions"].as_array().unwrap().iter().find(|one| one["id"] == session.as_str());
        let own = own.expect("the session");
        assert_eq!((&own["skills"], &own["skills_not_seen"]), (&json!(["notes"]), &json!(1)), "{own:#}");
        // A person is told everything.
        let report = ask(&room, "drift_report", &json!({ "session": null }));
        assert!(report.to_string().contains("\"tools\""), "{report:#}");
    }
}

#[test]
fn s3_25_what_a_user_said_of_a_hidden_skill_is_told_without_its_name() {
    let room = room();
    let speaker = Agent::under(&room, "agent-skills");
    for words in ["/tools now, and the word zebra", "Please use the TOOLS skill for zebra", "A zebra alone"] {
        speaker.call("activate_skill", &json!({ "name": "notes", "user_message": words }));
    }
    drop(speaker);
    room.app.heard(&[api::Tag::Sessions]);
    let told = || {
        let agent = Agent::under(&room, "agent-skills");
        let ask = |tool: &str, body: Value| agent.call(tool, &body).structured_content.expect("facts");
        let found = |words: &str| ask("search_sessions", json!({ "words": words }));
        [
            ask("sessions_list", json!({})),
            found("zebra"),
            found("tools"),
            found("ool"),
            found("TOOLS"),
            found("thing"),
        ]
    };
    // What earlier agents of this test looked for is recorded as well.
    let hits = |found: &Value| {
        let found = found["hits"].as_array().into_iter().flatten();
        found.filter(|hit| hit["kind"] == "user_message").count()
    };
    let [all, zebra, tools, ..] = told();
    assert!(all.to_string().contains("/tools now") && hits(&zebra) == 3 && hits(&tools) > 0, "{zebra:#}");
    set(&room, &json!([{ "kind": "deny", "name": "tools" }]));
    let [all, zebra, tools, part, loud, thing] = told();
    let first =
        all["sessions"].as_array().expect("rows").iter().find(|row| row["turns"] == 3).expect("the session");
    assert_eq!(first["title"], "/[not shown] now, and the word zebra", "{first:#}");
    assert_eq!(hits(&zebra), 3, "{zebra:#}");
    for found in [&all, &zebra, &part, &loud] {
        assert!(!found.to_string().to_lowercase().contains("tools"), "{found:#}");
    }
    assert_eq!((hits(&tools), hits(&part), hits(&loud)), (0, 0, 0), "{tools:#}");
    assert_eq!(hits(&thing), 0, "as if it had never been said");
}

#[test]
fn changes_from_two_programs_at_once_are_both_kept_and_heard_of() {
    let room = room();
    let watched = room.app.watched();
    for file in ["visibility.json", "trust.json", "built-ins.json"] {
        let path = room.at("data/assay").join(file);
        let heard = watched.iter().find(|one| one.subject == path).unwrap_or_else(|| panic!("{file}"));
        assert_eq!((&heard.folder, heard.tag), (&room.at("data/assay"), api::Tag::Skills), "{file}");
    }
    let names: Vec<String> = (0..24).map(|number| format!("skill-{number}")).collect();
    std::thread::scope(|scope| {
        for some in names.chunks(6) {
            let workspace = room.at("workspace");
            let (home, data) = (room.at("home"), room.at("data"));
            scope.spawn(move || {
                for name in some {
                    let mut assay = std::process::Command::new(crate::doors::program());
                    assay.args(["visibility", "--deny", name, "--workspace"]).arg(&workspace);
                    assay.env("HOME", &home).env("XDG_DATA_HOME", &data).env_remove("PIXIR_HOME");
                    let done = assay.stdin(std::process::Stdio::null()).output().expect("assay runs");
                    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
                }
            });
        }
    });
    let denied = ask(&room, "visibility", &json!({}))["denied"].as_array().unwrap().len();
    assert_eq!(denied, names.len(), "no change is lost");
}

#[test]
fn u_03_everything_that_is_no_skill_is_listed_once_with_its_defect() {
    let room = room();
    let cases: [(&str, &[u8], &str); 8] = [
        ("no-frontmatter", b"no fences\n", "no_frontmatter"),
        ("unclosed", b"---\nname: a\ndescription: b\n", "unclosed_frontmatter"),
        ("not-utf8", b"---\nname: a\ndescription: caf\xe9\n---\nDo.\n", "not_utf8"),
        ("no-name", b"---\ndescription: b\n---\nDo.\n", "name_missing"),
        ("no-description", b"---\nname: no-description\n---\nDo.\n", "description_missing"),
        ("no-id", b"---\nname: '!!!'\ndescription: b\n---\nDo.\n", "name_empty_after_sanitising"),
        ("a-list", b"---\n- one\n- two\n---\nDo.\n", "yaml_unparseable"),
        ("too-large", &[b'x'; (16 << 20) + 1], "too_large"),
    ];
    for (folder, bytes, _) in cases {
        fs::create_dir_all(room.at(&format!("workspace/.agents/skills/{folder}"))).unwrap();
        fs::write(room.at(&format!("workspace/.agents/skills/{folder}/SKILL.md")), bytes).unwrap();
    }
    room.app.heard(&[api::Tag::Skills]);
    let body = json!({
        "text": "", "state": "any", "sort": "name", "from": 0, "count": 50, "convention": "merged",
    });
    let view = ask(&room, "skills", &body);
    let invalid: Vec<&Value> = view["rows"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|row| row["states"]["standing"] == "invalid")
        .collect();
    // A file that is not even read makes no row; it is told of with the folders that were looked at.
    assert_eq!(invalid.len(), cases.len() - 1, "{view:#}");
    assert_eq!(view["banner"]["invalid"], cases.len() - 1);
    let report = ask(&room, "skills_report", &json!({ "convention": "merged" }));
    for (folder, _, code) in cases {
        let path = format!("/{folder}/SKILL.md");
        let problems: Vec<_> = report["problems"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|problem| problem["path"].as_str().is_some_and(|found| found.ends_with(&path)))
            .collect();
        assert_eq!(problems.len(), 1, "{folder}: {problems:#?}");
        assert_eq!(problems[0]["code"], code, "{folder}");
        assert!(
            problems[0]["message"]["text"].as_str().is_some_and(|words| words.contains(&path)),
            "{problems:#?}"
        );
    }
}

#[test]
fn u_01_the_list_follows_the_agent_and_tells_every_state() {
    let room = room();
    let list = |convention: &str, state: &str| {
        let body = json!({
            "text": "", "state": state, "sort": "name", "from": 0, "count": 50, "convention": convention,
        });
        ask(&room, "skills", &body)
    };
    let states = |view: &Value| {
        let row = |row: &Value| {
            format!("{} {}", row["name"].as_str().unwrap(), row["states"]["standing"].as_str().unwrap())
        };
        view["rows"].as_array().unwrap().iter().map(row).collect::<Vec<_>>()
    };
    fs::create_dir_all(room.at("workspace/.agents/skills/bad")).unwrap();
    room.write("workspace/.agents/skills/bad/SKILL.md", "no frontmatter\n");
    fs::create_dir_all(room.at("workspace/.claude/skills/own")).unwrap();
    room.write("workspace/.claude/skills/own/SKILL.md", "---\ndescription: Only Claude's.\n---\nDo.\n");
    room.app.heard(&[api::Tag::Skills]);
    trust(&room, "untrusted");
    assert_eq!(states(&list("agent-skills", "any")), ["bad held_back", "notes held_back", "tools held_back"]);
    trust(&room, "trusted");
    set(&room, &json!([{ "kind": "disable", "name": "tools" }, { "kind": "deny", "name": "notes" }]));
    let view = list("agent-skills", "any");
    assert_eq!(states(&view), ["bad invalid", "notes denied", "tools disabled"]);
    assert_eq!((&view["banner"]["barred"], &view["banner"]["invalid"]), (&json!(2), &json!(1)));
    assert_eq!(states(&list("agent-skills", "barred")), ["notes denied", "tools disabled"]);
    // Pixir reads the disk by itself; that they are kept from agents is told beside it.
    let pixir = list("pixir", "listed");
    assert_eq!(states(&pixir), ["bad wins", "notes denied", "tools disabled"]);
    let claude = list("claude-code", "any");
    assert_eq!(states(&claude), ["own wins"]);
    let own = json!({ "id": claude["rows"][0]["id"], "convention": "claude-code" });
    assert_eq!(ask(&room, "skill", &own)["row"]["managed"], true);
    for name in ["skill_body", "resources"] {
        ask(&room, name, &json!({ "id": own["id"] }));
    }
    let catalog = ask(&room, "catalog", &json!({ "convention": "claude-code" }));
    let text: String =
        catalog["pieces"].as_array().unwrap().iter().map(|piece| piece["text"].as_str().unwrap()).collect();
    let terminal = ask(&room, "catalog_report", &json!({ "convention": "claude-code" }));
    assert_eq!(json!(text), terminal["text"]);
    assert!(
        text.contains("own")
            && catalog["pieces"].as_array().unwrap().iter().any(|one| one["skill"] == own["id"])
    );
}

#[test]
fn what_cannot_be_read_hides_everything_and_is_not_written_over() {
    let room = room();
    let file = room.at("data/assay/visibility.json");
    set(&room, &json!([{ "kind": "disable", "name": "tools" }]));
    let written = fs::read_to_string(&file).unwrap();
    assert!(written.contains("\"disabled\""), "{written}");
    fs::write(&file, "{ broken").unwrap();
    let view = ask(&room, "visibility", &json!({}));
    assert!(view["problem"]["text"].as_str().unwrap().contains("visibility.json"), "{view}");
    let refused = tests::answer(&room.app, "set_visibility", r#"{"changes":[{"kind":"forget"}]}"#);
    assert!(refused.expect_err("not over it").message.text.contains("visibility.json"));
    assert!(
        !ask(
            &room,
            "skills",
            &json!({
                "text": "", "state": "listed", "sort": "name", "from": 0, "count": 9, "convention": "echo",
            })
        )["rows"]
            .as_array()
            .unwrap()
            .iter()
            .any(|row| row["states"]["wins"] == true)
    );
    assert_eq!(fs::read_to_string(&file).unwrap(), "{ broken");
}

#[test]
fn s3_37_a_preview_is_what_the_agent_is_given() {
    let room = room();
    let call = json!({ "name": "tools", "arguments": "a b" });
    let id = ask(&room, "skills", &json!({
        "text": "tools", "state": "any", "sort": "name", "from": 0, "count": 1, "convention": "agent-skills",
    }))["rows"][0]["id"].clone();
    let preview = |by: &str, convention: &str| {
        let body = json!({
            "id": id, "convention": convention, "by": by, "arguments": "a b", "session": "s", "context_path": null,
            "whole_file": false,
        });
        ask(&room, "activation_preview", &body)["outcome"].clone()
    };
    let told = preview("model", "agent-skills");
    let agent = Agent::under(&room, "agent-skills");
    let given = agent.call("activate_skill", &call);
    assert_eq!(told["text"].as_str().unwrap(), crate::agents::text(&given));
    let facts: Value = serde_json::from_str(told["facts"].as_str().unwrap()).unwrap();
    assert_eq!(Some(facts), given.structured_content);
    assert!(told["text"].as_str().unwrap().contains("!`git status`"), "a command stays text");
    set(&room, &json!([{ "kind": "deny", "name": "tools" }]));
    let told = preview("model", "agent-skills");
    let refused = Agent::under(&room, "agent-skills").call("activate_skill", &call);
    assert_eq!((told["kind"].clone(), told["guard"].clone()), (json!("refused"), json!("visible")));
    let payload: Value = serde_json::from_str(told["payload"].as_str().unwrap()).unwrap();
    assert_eq!(Some(payload), refused.structured_content);
    assert_eq!(told["text"].as_str().unwrap(), crate::agents::text(&refused));
}
