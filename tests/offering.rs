//! What stands before an agent unasked, and what its user calls by name: the catalog and its place, prompts,
//! completion, recorded texts by their hash. A real client, a real `assay mcp`.

use std::fs;
use std::time::{Duration, SystemTime};

use rmcp::model::{
    ArgumentInfo, CompleteRequestParams, GetPromptRequestParams, ReadResourceRequestParams, Reference,
};
use serde_json::{Value, json};

use crate::agents::{Agent, text};
use crate::approvals::Room;
use crate::disclosure::recorded;

const SENTINEL: &str = "only for who asks";

fn room() -> Room {
    let room = Room::new("auto");
    let write = |name: &str, more: &str| {
        let folder = format!("workspace/.agents/skills/{name}");
        fs::create_dir_all(room.at(&format!("{folder}/foo"))).unwrap();
        let content =
            format!("---\nname: {name}\ndescription: About {name}.\n{more}---\n\n\n{SENTINEL}: $ARGUMENTS\n");
        room.write(&format!("{folder}/SKILL.md"), &content);
        room.write(&format!("{folder}/foo/bar.txt"), SENTINEL);
    };
    write("tools", "");
    write("tower", "");
    write("by-hand", "disable-model-invocation: true\n");
    let trusted = json!({ "trust": "trusted" }).to_string();
    tests::answer(&room.app, "set_trust", &trusted).expect("trust is kept");
    room
}

/// What a model is given before it says anything: the server's instructions, and all tools.
fn first_prompt(agent: &Agent) -> (String, String) {
    let info = agent.client.peer_info().expect("a greeting");
    let tools = agent.runtime.block_on(agent.client.list_all_tools()).expect("tools");
    (info.instructions.clone().unwrap_or_default(), serde_json::to_string(&tools).expect("JSON"))
}

#[test]
fn s2_25_s2_26_s3_22_the_catalog_stands_in_one_place_and_has_no_bodies() {
    let room = room();
    fs::create_dir(room.at("workspace/skills")).unwrap();
    for name in ["tools", "by-hand"] {
        let from = room.at(&format!("workspace/.agents/skills/{name}"));
        fs::create_dir(room.at(&format!("workspace/skills/{name}"))).unwrap();
        fs::copy(from.join("SKILL.md"), room.at(&format!("workspace/skills/{name}/SKILL.md"))).unwrap();
    }
    for convention in ["pixir", "pipeline", "agent-skills", "echo", "merged"] {
        for (place, in_prompt) in [("prompt", true), ("tool", false)] {
            let agent = Agent::with(&room, convention, &["--catalog", place]);
            let (prompt, tools) = first_prompt(&agent);
            let has = |text: &str| (text.contains("About tools."), text.contains("About by-hand."));
            assert_eq!(has(&prompt), (in_prompt, false), "{convention} {place}: {prompt}");
            assert_eq!(has(&tools), (!in_prompt, false), "{convention} {place}: {tools}");
            assert!(!format!("{prompt}{tools}").contains(SENTINEL), "{convention} {place}");
            if convention == "pipeline" {
                let file = room.at("workspace/skills/tools/SKILL.md");
                let line = format!("- tools: About tools. (location: {})\n", file.display());
                let section = format!("Available Skills\n{line}");
                let told = if in_prompt { format!("{prompt}\n") } else { tools.replace("\\n", "\n") };
                assert!(told.contains(&section), "{told}");
            }
        }
    }
}

/// What the reference tool prints for three skills, each value on a line of its own and every mark escaped.
#[test]
fn s3_21_the_catalog_is_printed_as_the_reference_tool_prints_it() {
    let room = Room::new("auto");
    fs::remove_dir_all(room.at("workspace/.agents/skills")).unwrap();
    for (name, description) in
        [("b-second", "It's \"quoted\" & <b>bold</b>."), ("a-first", "Plain: with a colon."), ("c", "Größe.")]
    {
        fs::create_dir_all(room.at(&format!("home/.agents/skills/{name}"))).unwrap();
        let text = format!("---\nname: {name}\ndescription: {}\n---\nDo.\n", json!(description));
        room.write(&format!("home/.agents/skills/{name}/SKILL.md"), &text);
    }
    let skill = |name: &str, description: &str| {
        let place = room.at(&format!("home/.agents/skills/{name}/SKILL.md"));
        format!(
            "<skill>\n<name>\n{name}\n</name>\n<description>\n{description}\n</description>\n<location>\n{}\n\
             </location>\n</skill>\n",
            place.display()
        )
    };
    let skills = [
        skill("a-first", "Plain: with a colon."),
        skill("b-second", "It&#x27;s &quot;quoted&quot; &amp; &lt;b&gt;bold&lt;/b&gt;."),
        skill("c", "Größe."),
    ];
    let expected = format!("<available_skills>\n{}</available_skills>", skills.concat());
    for convention in ["agent-skills", "echo"] {
        let asked = json!({ "convention": convention, "form": "xml-ref" });
        assert_eq!(room.get("catalog_report", &asked)["text"], expected, "{convention}");
    }
    let mut command = std::process::Command::new(crate::doors::program());
    command.args(["catalog", "--convention", "agent-skills", "--form", "xml-ref", "--workspace"]);
    command.arg(room.at("workspace")).env("HOME", room.at("home")).env("XDG_DATA_HOME", room.at("data"));
    let printed = command.env_remove("PIXIR_HOME").output().expect("assay runs").stdout;
    assert_eq!(String::from_utf8_lossy(&printed).trim_end(), expected);
    let refused = tests::answer(&room.app, "catalog_report", r#"{"budget":null,"form":"yaml"}"#);
    assert!(refused.is_err_and(|failure| failure.to_string().contains("xml, xml-ref, bullets")));
}

#[test]
fn s3_42_the_catalog_is_stable_whatever_is_said_behind_it() {
    let room = room();
    let greeting = || first_prompt(&Agent::under(&room, "agent-skills"));
    let first = greeting();
    assert!(first.0.contains("About tools."), "{}", first.0);
    let agent = Agent::under(&room, "agent-skills");
    agent.call("activate_skill", &json!({ "name": "tools", "user_message": "do it" }));
    assert_eq!(first_prompt(&agent), first, "in the same conversation");
    assert_eq!(greeting(), first, "and in the next one, to the byte");
}

#[test]
fn s1_18_rules_then_tool_schemas_then_the_index_of_skills() {
    let room = room();
    let on = json!({ "name": "calculator", "switch": "on" }).to_string();
    tests::answer(&room.app, "set_built_in", &on).expect("it is on");
    let ask = |name: &str, body: &Value| -> Value {
        let answer = tests::answer(&room.app, name, &body.to_string());
        serde_json::from_str(&answer.expect("an answer")).expect("JSON")
    };
    let section =
        |prefix: &Value, at: usize| prefix["sections"][at]["text"].as_str().expect("a text").to_owned();
    for (convention, place) in
        [("pixir", "prompt"), ("agent-skills", "prompt"), ("merged", "tool"), ("echo", "prompt")]
    {
        let asked = json!({ "convention": convention, "index": place, "built_ins": ["calculator"] });
        let prefix = ask("prefix_report", &asked);
        let holds: Vec<&Value> =
            prefix["sections"].as_array().expect("sections").iter().map(|one| &one["holds"]).collect();
        assert_eq!(holds, ["rules", "tools", "index"], "{convention}");
        let [rules, tools, index] = [0, 1, 2].map(|at| section(&prefix, at));
        assert!(
            rules.starts_with("Agent Skills of this workspace.") && rules.contains("<skill_guidance"),
            "{rules}"
        );
        assert!(!rules.contains("About tools."), "{convention}: {rules}");
        assert_eq!(
            (tools.contains("About tools."), index.contains("About tools.")),
            (place == "tool", place == "prompt")
        );
        if convention == "agent-skills" {
            let catalog = ask("catalog_report", &json!({ "convention": convention }));
            let words = |key: &str| catalog[key].as_str().expect("a text").to_owned();
            assert_eq!(index, format!("{}\n\n{}", words("instruction"), words("text")));
        }
        // It is what a client is given, and stays so whatever is said.
        let agent = Agent::with(&room, convention, &["--catalog", place, "--builtin", "calculator"]);
        let (told, listed) = first_prompt(&agent);
        assert_eq!(told, [rules.as_str(), index.trim_end()].join("\n\n").trim_end(), "{convention}");
        let listed: Value = serde_json::from_str(&listed).expect("JSON");
        let schema = |tool: &Value| json!({ "name": tool["name"], "description": tool["description"], "inputSchema": tool["inputSchema"] });
        let listed: Vec<Value> = listed.as_array().expect("tools").iter().map(schema).collect();
        assert_eq!(json!(listed), serde_json::from_str::<Value>(&tools).expect("JSON"), "{convention}");
        agent.call("add", &json!({ "a": 1, "b": 1 }));
        assert_eq!(ask("prefix_report", &asked), prefix, "{convention}: the same bytes");
    }
    // A skill that comes changes tools and index, and nothing before them.
    let asked = json!({ "convention": "agent-skills" });
    let before = ask("prefix_report", &asked);
    fs::create_dir_all(room.at("workspace/.agents/skills/zebra")).unwrap();
    room.write(
        "workspace/.agents/skills/zebra/SKILL.md",
        "---\nname: zebra\ndescription: About zebra.\n---\n",
    );
    ask("look_again", &json!({}));
    let after = ask("prefix_report", &asked);
    assert_ne!(before["sha256"], after["sha256"]);
    assert_eq!(section(&before, 0), section(&after, 0));
    assert!(section(&after, 1).contains("\"zebra\"") && section(&after, 2).contains("About zebra."));
    let refused = tests::answer(&room.app, "prefix_report", &json!({ "groups": ["metal"] }).to_string());
    assert!(refused.is_err_and(|failure| failure.to_string().contains("metal is not a tool group")));
}

#[test]
fn s2_28_an_agent_is_given_groups_of_tools() {
    let room = room();
    fs::rename(room.at("workspace/.agents/skills"), room.at("workspace/skills")).unwrap();
    let tools = |groups: &[&str]| -> Vec<(String, Value)> {
        let agent = Agent::with(&room, "pipeline", groups);
        let tools = agent.runtime.block_on(agent.client.list_all_tools()).expect("tools");
        let tools = serde_json::to_value(&tools).expect("JSON");
        let row = |tool: &Value| {
            (tool["name"].as_str().unwrap_or_default().to_owned(), tool["_meta"]["assay/group"].clone())
        };
        tools.as_array().expect("tools").iter().map(row).collect()
    };
    let all = tools(&[]);
    assert!(all.contains(&("activateSkill".to_owned(), json!("meta"))), "{all:?}");
    assert!(all.iter().any(|(_, group)| group == "audit"));
    let without = tools(&["--tools", "audit", "facts"]);
    assert!(without.iter().all(|(name, group)| name != "activateSkill" && group != "meta"), "{without:?}");
    let meta = ["activateSkill", "read_skill_resource"].map(|name| (name.to_owned(), json!("meta")));
    assert_eq!(tools(&["--tools", "meta"]), meta);
}

#[test]
fn s3_35_a_user_calls_what_the_client_completes() {
    let room = room();
    let agent = Agent::under(&room, "agent-skills");
    let prompts = agent.runtime.block_on(agent.client.list_all_prompts()).expect("prompts");
    let names: Vec<_> = prompts.iter().map(|prompt| prompt.name.as_str()).collect();
    assert_eq!(names, ["by-hand", "notes", "tools", "tower"], "those for users alone among them");
    let call = |name: &str, arguments: &str| {
        let given = json!({ "arguments": arguments }).as_object().cloned().expect("an object");
        let asked = GetPromptRequestParams::new(name).with_arguments(given);
        let got = agent.runtime.block_on(agent.client.get_prompt(asked));
        got.map(|prompt| serde_json::to_string(&prompt.messages).expect("JSON"))
    };
    assert!(call("by-hand", "a b").expect("a text").contains("only for who asks: a b"));
    assert!(call("by-hand", "").expect("again, in a turn of its own").contains(SENTINEL));
    assert!(call("nobody", "").unwrap_err().to_string().contains("available: by-hand"));
    let events = recorded(&room);
    let told: Vec<_> = events.iter().map(|event| event["type"].as_str().unwrap_or_default()).collect();
    assert_eq!(
        told[1..],
        ["skill_activation", "user_message", "skill_activation", "user_message"],
        "as if it had been typed"
    );
    assert_eq!(
        (&events[1]["data"]["activated_by"], &events[1]["data"]["via"]),
        (&json!("user"), &json!("/"))
    );
    assert_eq!(events[2]["data"]["text"], "/by-hand a b");
    assert_eq!(events[4]["data"]["text"], "/by-hand");
    let complete = |address: &str, typed: &str| {
        let argument = ArgumentInfo::new("name", typed);
        let asked = CompleteRequestParams::new(Reference::for_resource(address), argument);
        agent.runtime.block_on(agent.client.complete(asked)).expect("an answer").completion.values
    };
    assert_eq!(complete("skill://{name}/{+path}", "to"), ["tools", "tower"]);
    assert_eq!(complete("skill://{name}/{+path}", "by"), Vec::<String>::new(), "the model cannot probe it");
    assert_eq!(complete("snapshot://{content_hash}", ""), Vec::<String>::new());
}

#[test]
fn a_recorded_text_is_read_by_its_hash() {
    let room = room();
    let agent = Agent::of(&room);
    let viewed = agent.call("skill_view", &json!({ "name": "tools" }));
    let hash = viewed.structured_content.clone().unwrap_or_default()["content_hash"].clone();
    let then = fs::read_to_string(room.at("workspace/.agents/skills/tools/SKILL.md")).unwrap();
    room.write("workspace/.agents/skills/tools/SKILL.md", "---\nname: tools\ndescription: d\n---\nNow.\n");
    let read = |address: String| {
        let asked = ReadResourceRequestParams::new(address);
        agent.runtime.block_on(agent.client.read_resource(asked))
    };
    let found = read(format!("snapshot://{}", hash.as_str().expect("a hash"))).expect("what was recorded");
    let found = serde_json::to_value(&found).expect("JSON");
    assert_eq!(found["contents"][0]["text"], then);
    assert!(read(format!("snapshot://{}", "0".repeat(64))).is_err());
    let templates = agent.runtime.block_on(agent.client.list_all_resource_templates()).expect("templates");
    let addresses: Vec<_> = templates.iter().map(|template| template.uri_template.as_str()).collect();
    assert_eq!(addresses, ["skill://{name}/{+path}", "snapshot://{content_hash}"]);
}

#[test]
fn s2_07_s2_08_s2_27_the_tool_gives_instructions_and_names_every_file() {
    let room = room();
    fs::rename(room.at("workspace/.agents/skills"), room.at("workspace/skills")).unwrap();
    let agent = Agent::under(&room, "pipeline");
    let taken: Value =
        serde_json::from_str(&text(&agent.call("activateSkill", &json!({ "name": "tools" })))).expect("JSON");
    assert_eq!(taken["instructions"], format!("{SENTINEL}: \n"), "{taken:#}");
    assert!(taken["folderStructure"].as_str().is_some_and(|tree| tree.contains("bar.txt")), "{taken:#}");
    let copy = std::path::Path::new(taken["mountPath"].as_str().expect("a place"));
    assert!(!copy.as_os_str().is_empty(), "{taken:#}");
}

#[test]
fn s3_28_s3_03_files_are_read_when_they_are_asked_for_and_not_before() {
    let room = room();
    let file = room.at("workspace/.agents/skills/tools/foo/bar.txt");
    let opened =
        |path: &std::path::Path| fs::metadata(path).and_then(|meta| meta.accessed()).expect("a time");
    let long_ago = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000);
    let age = |path: &std::path::Path| {
        let times = fs::FileTimes::new().set_accessed(long_ago);
        fs::File::options()
            .append(true)
            .open(path)
            .and_then(|file| file.set_times(times))
            .expect("it is ours");
    };
    age(&file);
    fs::read(&file).expect("read");
    if opened(&file) == long_ago {
        println!("skipped: this file system does not record when a file was read");
        return;
    }
    age(&file);
    let agent = Agent::of(&room);
    agent.call("skills_list", &json!({}));
    first_prompt(&agent);
    assert_eq!(opened(&file), long_ago, "no list needs it");
    // Taking a skill in makes the task's private copy of it; the agent is told the names alone.
    assert_eq!(text(&agent.call("skill_view", &json!({ "name": "tools" }))).matches(SENTINEL).count(), 1);
    let asked = json!({ "name": "tools", "path": "foo/bar.txt" });
    assert!(text(&agent.call("skill_view", &asked)).contains(SENTINEL));
    let agent = Agent::under(&room, "agent-skills");
    let taken = text(&agent.call("activate_skill", &json!({ "name": "tools" })));
    assert!(taken.contains("foo/bar.txt") && taken.matches(SENTINEL).count() == 1, "{taken}");
}
