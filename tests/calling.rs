//! Skills called by their names: from a list of the agent's own, for the file at hand, once more, or only to learn
//! whether there is one. A real client, a real `assay mcp`.

use std::fs;

use rmcp::model::{GetPromptRequestParams, ReadResourceRequestParams};
use serde_json::{Value, json};

use crate::agents::{Agent, kind, text};
use crate::approvals::Room;

/// A trusted project with `tools`, `notes`, and `lint`, which is for Python files and tests alone.
fn room() -> Room {
    let room = Room::new("auto");
    skill(&room, "workspace/.agents/skills", "tools", "", "Do $ARGUMENTS.");
    skill(&room, "workspace/.agents/skills", "lint", "paths: ['*.py', 'tests/**']\n", "Lint $ARGUMENTS.");
    tests::answer(&room.app, "set_trust", r#"{"trust":"trusted"}"#).expect("trust is kept");
    room
}

fn skill(room: &Room, root: &str, name: &str, lines: &str, body: &str) {
    let folder = format!("{root}/{name}");
    fs::create_dir_all(room.at(&format!("{folder}/references"))).unwrap();
    room.write(&format!("{folder}/references/more.md"), "More.\n");
    let text = format!("---\nname: {name}\ndescription: About {name}.\n{lines}---\n{body}\n");
    room.write(&format!("{folder}/SKILL.md"), &text);
}

fn facts(result: &rmcp::model::CallToolResult) -> Value {
    result.structured_content.clone().unwrap_or_default()
}

/// The names a tool takes.
fn known(agent: &Agent, tool: &str, argument: &str) -> Value {
    let tools = agent.runtime.block_on(agent.client.list_all_tools()).expect("tools");
    let found = tools.into_iter().find(|known| known.name == tool);
    found.map_or(Value::Null, |tool| tool.input_schema["properties"][argument]["enum"].clone())
}

fn instructions(agent: &Agent) -> String {
    agent.client.peer_info().and_then(|info| info.instructions.clone()).unwrap_or_default()
}

fn hide(room: &Room, name: &str) {
    let changes = json!({ "changes": [{ "kind": "disable", "name": name }] });
    tests::answer(&room.app, "set_visibility", &changes.to_string()).expect("it is kept");
}

#[test]
fn s2_24_each_conversation_sees_through_its_own_list_and_keeps_it() {
    let room = room();
    let one = Agent::with(&room, "agent-skills", &["--only", "tools", "lint"]);
    let two = Agent::with(&room, "agent-skills", &["--only", "Notes"]);
    let all = Agent::with(&room, "agent-skills", &["--only", "*"]);
    let none = Agent::with(&room, "agent-skills", &["--only"]);
    let seen = |agent: &Agent| known(agent, "activate_skill", "name");
    let now = || [seen(&one), seen(&two), seen(&all), seen(&none)];
    let everything = json!(["lint", "notes", "tools"]);
    assert_eq!(now(), [json!(["lint", "tools"]), json!(["notes"]), everything, Value::Null]);
    for (agent, has) in [(&one, false), (&two, true), (&all, true), (&none, false)] {
        assert_eq!(instructions(agent).contains("notes"), has, "{}", instructions(agent));
    }
    // What is on another's list cannot be told from what is not there, by whatever way it is asked for.
    for (tool, arguments) in [
        ("activate_skill", json!({ "name": "tools" })),
        ("activate_skill", json!({ "name": "tools", "dry_run": true })),
        ("hydrate_skill_context", json!({ "skill": "tools" })),
    ] {
        let refused = two.call(tool, &arguments);
        assert_eq!(kind(&refused), "not_found", "{tool}: {}", text(&refused));
        assert!(!text(&refused).contains("lint"), "{}", text(&refused));
    }
    let prompts = two.runtime.block_on(two.client.list_all_prompts()).expect("prompts");
    assert_eq!(prompts.iter().map(|prompt| prompt.name.as_str()).collect::<Vec<_>>(), ["notes"]);
    let asked = ReadResourceRequestParams::new("skill://tools/SKILL.md");
    assert!(two.runtime.block_on(two.client.read_resource(asked)).is_err());
    // The words of the user call nothing beyond it either.
    let said = two.call("activate_skill", &json!({ "name": "notes", "user_message": "$tools and $notes" }));
    assert!(!text(&said).contains("Do ."), "{}", text(&said));
    assert!(!one.call("activate_skill", &json!({ "name": "tools" })).is_error.unwrap_or_default());
    // Another list for the next one changes nothing for those that run; what a person hides is hidden from all.
    let later = Agent::with(&room, "agent-skills", &["--only", "lint"]);
    assert_eq!((seen(&later), seen(&one)), (json!(["lint"]), json!(["lint", "tools"])));
    hide(&room, "lint");
    assert_eq!((seen(&later), seen(&one)), (Value::Null, json!(["tools"])));
    // No list gives an agent what the project keeps from it.
    assert_eq!(seen(&Agent::with(&room, "agent-skills", &["--only", "lint", "notes"])), json!(["notes"]));
    let asked = json!({ "convention": "agent-skills", "only": ["notes"] });
    let report = room.get("prefix_report", &asked);
    let index = report["sections"][2]["text"].as_str().expect("an index");
    assert!(index.contains("notes") && !index.contains("tools"), "{index}");
}

#[test]
fn s2_24_pixirs_own_index_and_list_have_the_names_of_the_list_alone() {
    let room = room();
    let agent = Agent::with(&room, "pixir", &["--only", "tools"]);
    assert_eq!(known(&agent, "skill_view", "name"), json!(["tools"]));
    let told = instructions(&agent);
    assert!(told.contains("About tools.") && !told.contains("lint") && !told.contains("notes"), "{told}");
    let listed = text(&agent.call("skills_list", &json!({})));
    assert!(listed.contains("\"tools\"") && !listed.contains("lint"), "{listed}");
    assert_eq!(kind(&agent.call("skill_view", &json!({ "name": "notes" }))), "not_found");
}

#[test]
fn s4_64_s0_20_s0_21_a_person_calls_a_skill_for_certain_files_with_one_of_them() {
    let room = room();
    let agent = Agent::under(&room, "agent-skills");
    let prompts = agent.runtime.block_on(agent.client.list_all_prompts()).expect("prompts");
    let takes = |name: &str| {
        let prompt = prompts.iter().find(|prompt| prompt.name == name).expect("a prompt");
        let arguments = prompt.arguments.iter().flatten();
        arguments.map(|one| one.name.clone()).collect::<Vec<_>>()
    };
    assert_eq!(
        (takes("lint"), takes("tools")),
        (vec!["arguments".into(), "context_path".into()], vec!["arguments".to_owned()])
    );
    let call = |given: Value| {
        let asked = GetPromptRequestParams::new("lint")
            .with_arguments(given.as_object().cloned().expect("an object"));
        let got = agent.runtime.block_on(agent.client.get_prompt(asked));
        got.map(|prompt| serde_json::to_string(&prompt.messages).expect("JSON"))
            .map_err(|error| error.to_string())
    };
    let given = call(json!({ "arguments": "it", "context_path": "tests/a.rs" })).expect("the text");
    assert!(given.contains("Lint it."), "{given}");
    let given = call(json!({ "arguments": "src/a.py please" })).expect("the file is named");
    assert!(given.contains("Lint src/a.py please."), "{given}");
    for none in [json!({}), json!({ "arguments": "it" }), json!({ "context_path": "src/main.rs" })] {
        let refused = call(none).expect_err("no file of it");
        assert!(refused.contains("*.py, tests/**"), "{refused}");
    }
    // The same within a message: the text goes before the answer, or why it does not.
    let said =
        |words: &str| text(&agent.call("activate_skill", &json!({ "name": "tools", "user_message": words })));
    let (slash, dollar, missing) =
        (said("/lint src/b.py"), said("run $lint on tests/c.rs"), said("$lint now"));
    assert!(slash.contains("Lint src/b.py."), "{slash}");
    assert!(dollar.contains("<skill_content name=\"lint\">"), "{dollar}");
    assert!(missing.contains("*.py, tests/**") && !missing.contains("Lint"), "{missing}");
}

#[test]
fn s4_64_every_tool_that_wants_the_file_at_hand_takes_it_and_pixir_wants_none() {
    let room = room();
    skill(&room, "workspace/skills", "lint", "paths: '*.py'\n", "Lint.");
    let file = json!({ "name": "lint", "context_path": "a.py" });
    for (convention, tool) in
        [("agent-skills", "activate_skill"), ("echo", "activate_skill"), ("pipeline", "activateSkill")]
    {
        let agent = Agent::under(&room, convention);
        let refused = agent.call(tool, &json!({ "name": "lint" }));
        assert!(
            refused.is_error.unwrap_or_default() && text(&refused).contains("*.py"),
            "{}",
            text(&refused)
        );
        assert!(!agent.call(tool, &file).is_error.unwrap_or_default(), "{convention}");
    }
    let agent = Agent::of(&room);
    let viewed = agent.call("skill_view", &json!({ "name": "lint" }));
    assert!(text(&viewed).contains("Lint"), "no such key means anything to Pixir: {}", text(&viewed));
}

#[test]
fn s2_08_s2_37_any_file_beside_the_skill_is_read_by_the_path_the_model_was_told() {
    let room = room();
    skill(&room, "workspace/skills", "deep", "", "Do.");
    fs::create_dir_all(room.at("workspace/skills/deep/foo")).unwrap();
    room.write("workspace/skills/deep/foo/bar.txt", "A line.\n");
    let agent = Agent::under(&room, "pipeline");
    let taken: Value =
        serde_json::from_str(&text(&agent.call("activateSkill", &json!({ "name": "deep" })))).expect("JSON");
    let place = taken["mountPath"].as_str().expect("a place");
    assert_eq!(place, "private:/.skills/deep");
    assert!(
        taken["folderStructure"].as_str().is_some_and(|tree| tree.contains("foo/\n    bar.txt")),
        "{taken:#}"
    );
    // From now on the task's copy is read, whatever becomes of the skill.
    fs::remove_dir_all(room.at("workspace/skills/deep/foo")).unwrap();
    let read = |path: &str| agent.call("read_skill_resource", &json!({ "name": "deep", "path": path }));
    for path in ["foo/bar.txt", "private:/.skills/deep/foo/bar.txt"] {
        assert!(text(&read(path)).contains("A line."), "{path}: {}", text(&read(path)));
    }
    for path in [
        "private:/.skills/../x",
        "private:/.skills/deep/../x",
        "private:/.skills/notes/SKILL.md",
        "private:/x",
    ] {
        assert_eq!(kind(&read(path)), "outside_workspace", "{path}");
        assert!(
            read(path).is_error.unwrap_or_default() && text(&read(path)).contains(path),
            "{}",
            text(&read(path))
        );
    }
}

#[test]
fn s0_33_a_model_whose_text_is_gone_gets_it_once_more() {
    let room = room();
    for (convention, tool) in [("agent-skills", "activate_skill"), ("pipeline", "activateSkill")] {
        skill(&room, "workspace/skills", "tools", "", "Do the thing.");
        let agent = Agent::under(&room, convention);
        let call = |more: Value| {
            let mut asked = json!({ "name": "tools" });
            asked.as_object_mut().expect("an object").extend(more.as_object().cloned().unwrap_or_default());
            text(&agent.call(tool, &asked))
        };
        let has_text = |answer: &str| answer.contains("Do the thing.") || answer.contains("Do .");
        assert!(has_text(&call(json!({}))), "{convention}");
        let again = call(json!({}));
        assert!(!has_text(&again), "it stands above: {again}");
        assert!(has_text(&call(json!({ "again": true }))), "{convention}");
        assert!(!has_text(&call(json!({ "again": false }))), "{convention}");
    }
    let events = crate::disclosure::recorded(&room);
    let taken = events.iter().filter(|event| event["type"] == "skill_activation").count();
    assert_eq!(taken, 4, "each text that was given is recorded");
}

#[test]
fn s3_23_s3_24_the_model_is_told_of_tools_that_it_has() {
    let room = room();
    let tools = |agent: &Agent| -> Vec<String> {
        let tools = agent.runtime.block_on(agent.client.list_all_tools()).expect("tools");
        tools.iter().map(|tool| tool.name.to_string()).collect()
    };
    for folder in
        ["workspace/skills", "workspace/.claude/skills", "workspace/.pi/skills", "workspace/.github/skills"]
    {
        skill(&room, folder, "tools", "", "Do.");
    }
    for convention in api::Convention::ALL.iter().filter(|one| **one != api::Convention::Pixir) {
        let agent = Agent::under(&room, convention.name());
        let told = instructions(&agent);
        let named: Vec<&str> =
            told.split("call `").skip(1).filter_map(|rest| rest.split('`').next()).collect();
        assert_eq!(named.len(), 1, "{}: {told}", convention.name());
        assert!(tools(&agent).iter().any(|tool| tool == named[0]), "{}: {told}", convention.name());
        assert!(!told.contains("file reading tool"), "{}: {told}", convention.name());
    }
    let read = |agent: &Agent| {
        instructions(agent).contains("or read the file at its whole location with `read_file`")
    };
    let with = || Agent::with(&room, "agent-skills", &["--builtin", "filesystem"]);
    assert!(!read(&with()), "while a plain read takes nothing in");
    let on = json!({ "changes": [{ "kind": "file_reads", "switch": "on" }] });
    tests::answer(&room.app, "set_visibility", &on.to_string()).expect("it is kept");
    assert!(read(&with()));
    assert!(!read(&Agent::under(&room, "agent-skills")), "without that tool");
}

#[test]
fn s4_84_whether_a_skill_is_there_is_told_to_a_model_and_to_a_person() {
    let room = room();
    hide(&room, "tools");
    let agent = Agent::with(&room, "merged", &["--builtin", "calculator"]);
    let there = |name: &str| {
        let told = agent.call("activate_skill", &json!({ "name": name, "dry_run": true }));
        if told.is_error.unwrap_or_default() { kind(&told) } else { facts(&told)["would_ask"].to_string() }
    };
    assert_eq!(
        (there("notes"), there("tools"), there("nobody")),
        ("false".to_owned(), "not_found".to_owned(), "not_found".to_owned())
    );
    // A skill made of code is there by its tools.
    let tools = agent.runtime.block_on(agent.client.list_all_tools()).expect("tools");
    assert!(tools.iter().any(|tool| tool.name == "add"));
    let report = room.get("skills_report", &json!({ "convention": "merged" }));
    let person = |name: &str| {
        let rows = ["skills", "shadowed"].into_iter().flat_map(|list| report[list].as_array().expect("rows"));
        let row = rows.into_iter().find(|row| row["name"] == name);
        row.map(|row| row["state"].as_str().unwrap_or_default().to_owned())
    };
    let state = |word: &str| Some(word.to_owned());
    assert_eq!(
        [person("notes"), person("tools"), person("calculator"), person("nobody")],
        [state("wins"), state("disabled"), state("wins"), None]
    );
}
