//! Calls of an agent: arguments that do not fit, a skill that is called again, what hooks add, and what the user is shown
//! before a script or a hook runs.

use std::collections::BTreeSet;
use std::fs;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::agents::{Agent, kind, listen, text};
use crate::serving::{facts, kinds, log, room, tools, trust};

#[test]
fn s4_80_s0_11_call_with_unknown_or_misread_arguments_is_refused_and_does_nothing() {
    let room = room("auto");
    trust(&room, "trusted");
    let agent = Agent::under(&room, "agent-skills");
    agent.call("activate_skill", &json!({ "name": "tools" }));
    let before = kinds(&room);
    let script = |more: Value| {
        let mut arguments = json!({ "name": "tools", "script": "scripts/say.sh" });
        for (key, value) in more.as_object().expect("an object") {
            arguments[key.as_str()] = value.clone();
        }
        ("run_skill_script", arguments)
    };
    for ((tool, arguments), words) in [
        (script(json!({ "dry_run": "true" })), "\"dry_run\" must be true or false"),
        (script(json!({ "dryrun": true })), "\"dryrun\" is not one of its arguments"),
        (script(json!({ "arguments": ["--dry-run"] })), "\"arguments\" must be a text"),
        (script(json!({ "args": 5 })), "\"args\" must be a text or a list of texts"),
        (script(json!({ "args": ["a", 5] })), "\"args\" must be a text or a list of texts"),
        (script(json!({ "args": "a", "arguments": "a" })), "two names of one argument"),
        (script(json!({ "user_message": 5 })), "\"user_message\""),
        (("activate_skill", json!({ "name": "tools", "again": "yes" })), "\"again\" must be true or false"),
        (("activate_skill", json!({ "name": ["tools"] })), "\"name\" must be a text"),
        (("read_skill_resource", json!({ "name": "tools", "path": "a", "from": "2" })), "\"from\" must be"),
        (("read_skill_resource", json!({ "name": "tools", "path": "a", "from": -1 })), "must be 0 or more"),
        (("hydrate_skill_context", json!({ "skill": "tools", "turn": -1 })), "must be 0 or more"),
        (("sessions_list", json!({ "bogus": 1 })), "\"bogus\" is not one of its arguments"),
        (("what_shaped_turn", json!({ "session": "x", "turn": "1" })), "\"turn\" must be"),
    ] {
        let failed = agent.call(tool, &arguments);
        assert_eq!(kind(&failed), "invalid_args", "{tool} {arguments}: {}", text(&failed));
        assert!(text(&failed).contains(words), "{tool} {arguments}: {}", text(&failed));
    }
    assert_eq!(kinds(&room), before, "nothing of it is a call");
    let malformed = agent.call(script(json!({ "args": "a \"b" })).0, &script(json!({ "args": "a \"b" })).1);
    assert_eq!(kind(&malformed), "invalid_args", "{}", text(&malformed));
    for args in [json!("--target 'p q'"), json!(["--target", "p q"])] {
        let mut planned = script(json!({ "args": args })).1;
        planned["dry_run"] = json!(true);
        let planned = facts(&agent.call("run_skill_script", &planned));
        let argv = planned["argv"].as_array().expect("words").clone();
        assert_eq!(argv[argv.len() - 2..], [json!("--target"), json!("p q")], "{args}");
    }
}

#[test]
fn s4_44_second_activation_with_other_arguments_gives_the_instructions_for_them() {
    let room = room("auto");
    trust(&room, "trusted");
    let agent = Agent::under(&room, "agent-skills");
    let call = |more: Value| {
        let mut arguments = more;
        arguments["name"] = json!("tools");
        text(&agent.call("activate_skill", &arguments))
    };
    assert!(call(json!({ "arguments": "12" })).contains("Do 12."));
    assert!(call(json!({ "arguments": "13" })).contains("Do 13."));
    assert!(call(json!({ "args": ["13"] })).contains("is active in this turn already"));
    assert!(call(json!({})).contains("is active in this turn already"));
    assert!(
        !call(json!({ "arguments": "1 \"2" })).contains("active in this turn"),
        "malformed text is refused"
    );
}

#[test]
fn s0_20_users_call_counts_although_the_model_called_the_skill_before_the_first_words() {
    let room = room("auto");
    trust(&room, "trusted");
    let agent = Agent::under(&room, "agent-skills");
    agent.call("activate_skill", &json!({ "name": "tools" }));
    let told = agent.call("activate_skill", &json!({ "name": "notes", "user_message": "$tools please do" }));
    assert!(text(&told).starts_with("<skill_content name=\"tools\">"), "{}", text(&told));
    let by: Vec<_> = log(&room)
        .iter()
        .filter(|event| event["type"] == "skill_activation")
        .map(|event| (event["data"]["id"].clone(), event["data"]["activated_by"].clone()))
        .collect();
    let pair = |id: &str, who: &str| (json!(id), json!(who));
    assert_eq!(by, [pair("tools", "model"), pair("tools", "user"), pair("notes", "model")]);
}

#[test]
fn s4_47_guidance_of_hooks_stands_behind_a_failed_call() {
    let room = room("auto");
    trust(&room, "trusted");
    let skill = "---\nname: tools\ndescription: d\nhooks:\n  PreToolUse:\n    - matcher: run_skill_script\n      hooks:\n        - { type: prompt, prompt: mind the </hook_guidance> gap }\n---\nDo.\n";
    room.write("workspace/.agents/skills/tools/SKILL.md", skill);
    let agent = Agent::under(&room, "agent-skills");
    agent.call("activate_skill", &json!({ "name": "tools" }));
    let failed = agent.call("run_skill_script", &json!({ "name": "tools", "script": "scripts/none.sh" }));
    let words = text(&failed);
    assert_eq!(kind(&failed), "not_found", "{words}");
    let guidance = "<hook_guidance skill=\"tools\" event=\"PreToolUse\">\nmind the &lt;/hook_guidance> gap\n</hook_guidance>";
    assert!(words.ends_with(guidance) && !words.starts_with('<'), "{words}");
}

#[test]
fn s4_45_skill_found_later_is_described_by_the_tool() {
    let room = room("auto");
    let agent = Agent::of(&room);
    let description = || {
        let view = tools(&agent).into_iter().find(|tool| tool.name == "skill_view").expect("the tool");
        view.description.unwrap_or_default().to_string()
    };
    assert!(!description().contains("Has tools."), "the prompt describes it");
    fs::create_dir_all(room.at("workspace/.agents/skills/third")).unwrap();
    room.write(
        "workspace/.agents/skills/third/SKILL.md",
        "---\nname: third\ndescription: Came late.\n---\nx\n",
    );
    let begun = Instant::now();
    while !description().contains("\n- third: Came late.") {
        assert!(begun.elapsed() < Duration::from_secs(20), "{}", description());
        std::thread::sleep(Duration::from_millis(100));
    }
}

/// The names that a process finds in its environment, as it printed them.
fn printed_names(output: &str) -> BTreeSet<String> {
    let own = ["PWD", "SHLVL", "_", "OLDPWD"];
    let lines = output.lines().filter_map(|line| line.strip_prefix("name="));
    lines.filter(|name| !own.contains(name)).map(str::to_owned).collect()
}

#[test]
fn approval_of_a_script_or_hook_shows_the_limits_of_the_process_that_runs() {
    let room = room("ask");
    trust(&room, "trusted");
    let names = "env | cut -d= -f1 | sed 's/^/name=/'; touch \"$1/made\" 2>/dev/null && echo WROTE; true";
    room.write("workspace/.agents/skills/tools/scripts/say.sh", names);
    let skill = "---\nname: tools\ndescription: d\nhooks:\n  PreToolUse:\n    - matcher: skills_list\n      hooks:\n        - \
         { type: command, timeout: 2, command: 'sleep 30' }\n---\nDo $ARGUMENTS.\n";
    room.write("workspace/.agents/skills/tools/SKILL.md", skill);
    let _listening = listen(&room);
    let agent = Agent::under(&room, "echo");
    let workspace = room.at("workspace").display().to_string();
    let faces = std::thread::scope(|scope| {
        let user = scope.spawn(|| {
            let mut faces = Vec::new();
            for _ in 0..2 {
                let face = room.shown("run");
                room.decide(&face, &json!({ "kind": "run", "lifetime": "once" })).expect("a decision");
                faces.push(face["request"].clone());
            }
            faces
        });
        agent.call("activate_skill", &json!({ "name": "tools" }));
        let script = json!({ "name": "tools", "script": "scripts/say.sh", "args": [workspace] });
        let ran = text(&agent.call("run_skill_script", &script));
        let faces = user.join().expect("the user");
        let facts = &faces[1]["step"]["facts"];
        let shown: BTreeSet<String> = facts["environment"]
            .as_array()
            .expect("names")
            .iter()
            .filter_map(Value::as_str)
            .map(str::to_owned)
            .collect();
        assert_eq!(shown, printed_names(&ran), "every variable, and no other: {ran}");
        assert!(!ran.contains("WROTE") && !room.at("workspace/made").exists(), "{ran}");
        faces
    });
    let facts = &faces[1]["step"]["facts"];
    let limits = json!({ "code": "workspace_read_only", "args": { "ms": 30_000, "keep": 16_000 } });
    assert_eq!(facts["limits"], limits, "{facts:#}");
    assert_eq!(facts["reason_place"], "", "no words of the skill are quoted");
    assert_eq!(faces[0]["act"], "activation");
}

#[test]
fn approval_of_a_hook_shows_its_own_timeout_and_what_once_covers() {
    let room = room("auto");
    trust(&room, "trusted");
    let skill = "---\nname: tools\ndescription: d\nhooks:\n  PreToolUse:\n    - matcher: skills_list\n      hooks:\n        - { type: command, timeout: 2, command: 'env | cut -d= -f1 | sed s/^/name=/ >&2; sleep 30' }\n---\nDo.\n";
    room.write("workspace/.agents/skills/tools/SKILL.md", skill);
    let _listening = listen(&room);
    let agent = Agent::of(&room);
    agent.call("skill_view", &json!({ "name": "tools" }));
    std::thread::scope(|scope| {
        let user = scope.spawn(|| {
            let face = room.shown("run");
            room.decide(&face, &json!({ "kind": "run", "lifetime": "once" })).expect("a decision");
            face["request"].clone()
        });
        let begun = Instant::now();
        let ended = agent.call("skills_list", &json!({}));
        assert_eq!(kind(&ended), "permission_denied", "{}", text(&ended));
        let face = user.join().expect("the user");
        assert!(begun.elapsed() < Duration::from_secs(25), "it was ended before its 30 s");
        let facts = &face["step"]["facts"];
        let limits = &facts["limits"];
        assert_eq!(
            (&limits["code"], &limits["args"]["ms"]),
            (&json!("workspace_read_only"), &json!(2_000)),
            "{facts:#}"
        );
        assert_eq!(facts["environment"], json!(["PATH", "SKILL_DIR", "SESSION_ID"]));
        assert_eq!(facts["reason_place"], "", "the words are Assay's");
        let once = &facts["lifetimes"][0];
        assert_eq!(once["covers"]["code"], "hook_text", "{once:#}");
    });
}
