//! Skills as files with digests, as the protocol's extension for skills has them: what is listed is what is read, to the
//! byte, and what an agent may not see is in neither. The protocol's own programs are asked whether it is so.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Command, Stdio};

use base64::Engine as _;
use rmcp::model::{
    GetSkillRequestParams, PaginatedRequestParams, ReadResourceDirectoryRequestParams,
    ReadResourceRequestParams, ResourceContents, Skill, SkillResources,
};
use serde_json::{Value, json};
use xtask::checkout;

use crate::agents::{Agent, listen, person};
use crate::approvals::Room;
use crate::doors::program;

/// A trusted project with `notes` and `tools`, and `odd`, which no host could verify.
fn room(mode: &str) -> Room {
    let room = Room::new(mode);
    let tools = "---\nname: tools\ndescription: Has tools.\nallowed-tools: Bash(git:*)\nmetadata:\n  version: 1.5\n---\n\
                 Do $ARGUMENTS in ${SKILL_DIR}.\n";
    for (name, text) in [
        ("tools/SKILL.md", tools),
        ("tools/references/more.md", "More, é.\n"),
        ("tools/references/deep/empty.txt", ""),
        ("tools/a b.md", "Blank.\n"),
        ("odd/SKILL.md", "---\nname: odd_one\ndescription: Is odd.\n---\nDo.\n"),
    ] {
        put(&room, name, text.as_bytes());
    }
    put(&room, "tools/mark.bin", &[0x89, 0xff, 0, 1]);
    room.get("set_trust", &json!({ "trust": "trusted" }));
    room
}

fn put(room: &Room, name: &str, bytes: &[u8]) {
    let path = room.at("workspace/.agents/skills").join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, bytes).unwrap();
}

fn skills(agent: &Agent) -> Vec<Skill> {
    agent.runtime.block_on(agent.client.list_all_skills()).expect("skills")
}

fn names(agent: &Agent) -> Vec<String> {
    skills(agent).iter().map(|skill| skill.name().to_owned()).collect()
}

fn get(agent: &Agent, uri: &str) -> Result<Skill, String> {
    let asked = GetSkillRequestParams::new(uri);
    let found = agent.runtime.block_on(agent.client.get_skill(asked));
    found.map(|result| result.skill).map_err(|error| error.to_string())
}

fn read(agent: &Agent, uri: &str) -> Result<Vec<u8>, String> {
    let found = agent.runtime.block_on(agent.client.read_resource(ReadResourceRequestParams::new(uri)));
    match found.map_err(|error| error.to_string())?.contents.remove(0) {
        ResourceContents::TextResourceContents { text, .. } => Ok(text.into_bytes()),
        ResourceContents::BlobResourceContents { blob, .. } => {
            Ok(base64::engine::general_purpose::STANDARD.decode(blob).expect("base64"))
        }
        other => Err(format!("{other:?}")),
    }
}

fn folder(agent: &Agent, uri: &str) -> Result<Vec<String>, String> {
    let asked = ReadResourceDirectoryRequestParams::new(uri);
    let found = agent.runtime.block_on(agent.client.read_resource_directory(asked));
    let shown = |one: &rmcp::model::Resource| match one.is_directory() {
        true => format!("{}/", one.uri),
        false => one.uri.clone(),
    };
    found.map(|result| result.resources.iter().map(shown).collect()).map_err(|error| error.to_string())
}

fn files(skill: &Skill) -> &[rmcp::model::SkillResource] {
    match &skill.resources {
        SkillResources::Files(files) => files,
        other => panic!("{}: {other:?}", skill.uri),
    }
}

/// Events of the agent's own log, of one type.
fn recorded(room: &Room, kind: &str) -> Vec<Value> {
    let hosted = fs::read_dir(room.at("data/assay/hosted")).into_iter().flatten().flatten();
    let logs = hosted.flat_map(|folder| fs::read_dir(folder.path()).into_iter().flatten().flatten());
    let texts = logs.filter_map(|log| fs::read_to_string(log.path()).ok());
    let lines = texts.flat_map(|text| text.lines().map(str::to_owned).collect::<Vec<_>>());
    let events = lines.filter_map(|line| serde_json::from_str::<Value>(&line).ok());
    events.filter(|event| event["type"] == kind).collect()
}

#[test]
fn what_is_listed_is_what_is_read() {
    let room = room("auto");
    let agent = Agent::under(&room, "agent-skills");
    let declared = agent.client.peer_info().expect("a greeting").capabilities.clone();
    assert!(declared.supports_skills() && declared.supports_directory_read() && declared.resources.is_some());
    let skills = skills(&agent);
    assert_eq!(skills.iter().map(Skill::name).collect::<Vec<_>>(), ["notes", "tools"]);
    assert!(recorded(&room, "tool_call").is_empty(), "a look leaves no trace");
    let tools = &skills[1];
    let expected = json!({ "name": "tools", "description": "Has tools.", "allowed-tools": "Bash(git:*)",
        "metadata": { "version": 1.5 } });
    assert_eq!(serde_json::to_value(&tools.frontmatter).unwrap(), expected);
    let addresses: Vec<_> = files(tools).iter().map(|file| file.uri.as_str()).collect();
    let below = ["SKILL.md", "a%20b.md", "mark.bin", "references/deep/empty.txt", "references/more.md"];
    assert_eq!(addresses, below.map(|path| format!("skill://tools/{path}")));
    for skill in &skills {
        assert_eq!(get(&agent, &skill.uri).as_ref(), Ok(skill));
        for file in files(skill) {
            let bytes = read(&agent, &file.uri).unwrap_or_else(|why| panic!("{}: {why}", file.uri));
            assert_eq!(file.verify(&bytes), Ok(()), "{}", file.uri);
        }
    }
    assert!(recorded(&room, "skill_activation").is_empty(), "a host that verifies files uses no skill");
    let read = recorded(&room, "tool_result");
    assert_eq!(read.len(), skills.iter().map(|skill| files(skill).len()).sum::<usize>(), "each is recorded");
    let top = ["SKILL.md", "a%20b.md", "mark.bin", "references/"].map(|name| format!("skill://tools/{name}"));
    assert_eq!(folder(&agent, "skill://tools"), Ok(top.to_vec()));
    let references = ["deep/", "more.md"].map(|name| format!("skill://tools/references/{name}"));
    assert_eq!(folder(&agent, "skill://tools/references"), Ok(references.to_vec()));
}

#[test]
fn what_is_not_served_is_an_error_that_says_why() {
    let room = room("auto");
    let agent = Agent::under(&room, "agent-skills");
    for uri in ["skill://nobody/SKILL.md", "skill://tools/references/more.md", "other://tools/SKILL.md", "x"]
    {
        let why = get(&agent, uri).expect_err(uri);
        assert!(why.contains("-32602") && why.contains(uri), "{why}");
    }
    for uri in
        ["skill://tools/SKILL.md", "skill://tools/none", "skill://nobody", "skill://tools/", "skill://"]
    {
        let why = folder(&agent, uri).expect_err(uri);
        assert!(why.contains("-32602") && why.contains(uri), "{why}");
    }
    for uri in ["skill://tools/none.md", "skill://tools/references", "skill://tools/%2e%2e/odd/SKILL.md"] {
        assert!(read(&agent, uri).is_err(), "{uri}");
    }
    // It is no skill to others, and a page says why; its file is read all the same.
    let why = get(&agent, "skill://odd_one/SKILL.md").expect_err("no host takes such a name");
    assert!(why.contains("odd_one is not served as a skill: its SKILL.md has no name of 1 to 64"), "{why}");
    let page = agent.runtime.block_on(agent.client.list_skills(None)).expect("a page");
    let told = serde_json::to_value(&page.meta).unwrap();
    assert_eq!(told["assay/not_served"][0]["name"], "odd_one", "{told:#}");
    assert!(read(&agent, "skill://odd_one/SKILL.md").is_ok());
}

#[test]
fn what_an_agent_may_not_see_is_neither_listed_nor_read() {
    let room = room("auto");
    put(&room, "tools/inner/SKILL.md", b"---\nname: inner\ndescription: d\n---\nInner.\n");
    let agent = Agent::under(&room, "agent-skills");
    let only = Agent::with(&room, "agent-skills", &["--only", "notes"]);
    assert_eq!(
        (names(&agent), names(&only)),
        (vec!["notes".into(), "tools".into()], vec!["notes".to_owned()])
    );
    for uri in ["skill://tools/SKILL.md", "skill://tools/references/more.md"] {
        assert!(read(&only, uri).is_err() && get(&only, uri).is_err(), "{uri}");
    }
    assert!(folder(&only, "skill://tools").is_err());
    let hide = json!({ "changes": [{ "kind": "disable", "name": "tools" }] });
    room.get("set_visibility", &hide);
    assert_eq!(names(&agent), ["notes"]);
    assert!(read(&agent, "skill://tools/a%20b.md").is_err(), "from now on");
    room.get("set_trust", &json!({ "trust": "untrusted" }));
    assert_eq!(names(&agent), Vec::<String>::new());
    let hidden = "---\nname: notes\ndescription: d\ndisable-model-invocation: true\n---\nx\n";
    put(&room, "notes/SKILL.md", hidden.as_bytes());
    room.get("set_trust", &json!({ "trust": "trusted" }));
    assert_eq!(names(&agent), Vec::<String>::new(), "what only the user calls is not for the model");
}

#[test]
fn a_file_that_changes_is_served_as_it_is() {
    let room = room("auto");
    let agent = Agent::under(&room, "agent-skills");
    let uri = "skill://notes/SKILL.md";
    let before = get(&agent, uri).unwrap();
    read(&agent, uri).unwrap();
    put(&room, "notes/SKILL.md", b"---\nname: notes\ndescription: d\n---\nOtherwise.\n");
    let (after, bytes) = (get(&agent, uri).unwrap(), read(&agent, uri).unwrap());
    assert_ne!(after, before);
    assert!(files(&before)[0].verify(&bytes).is_err() && files(&after)[0].verify(&bytes).is_ok());
    let read = recorded(&room, "tool_result");
    let hashes: Vec<_> = read.iter().map(|one| one["data"]["content_hash"].clone()).collect();
    assert!(
        hashes.len() == 2 && hashes[0].is_string() && hashes[0] != hashes[1],
        "both texts are recorded: {hashes:?}"
    );
}

#[test]
fn a_person_decides_on_a_text_and_on_no_other_file() {
    let room = room("ask");
    let _listening = listen(&room);
    let agent = Agent::under(&room, "agent-skills");
    assert!(read(&agent, "skill://tools/references/more.md").is_ok(), "nobody is asked");
    let deny = person(&room, json!({ "kind": "deny", "note": "" }), None);
    let why = read(&agent, "skill://tools/SKILL.md").expect_err("a no");
    deny.join().expect("the person");
    assert!(why.contains("rejected"), "{why}");
    let allow = person(&room, json!({ "kind": "run", "lifetime": "once" }), None);
    assert!(read(&agent, "skill://tools/SKILL.md").is_ok());
    allow.join().expect("the person");
}

#[test]
fn a_long_list_comes_in_pages_and_no_skill_is_split() {
    let room = room("auto");
    for skill in ["p", "q", "r"] {
        put(
            &room,
            &format!("{skill}/SKILL.md"),
            format!("---\nname: {skill}\ndescription: d\n---\nx\n").as_bytes(),
        );
        (0..500).for_each(|number| put(&room, &format!("{skill}/many/{number}"), b""));
    }
    let agent = Agent::under(&room, "agent-skills");
    let page = |cursor: Option<String>| {
        let asked = PaginatedRequestParams::default().with_cursor(cursor);
        let page = agent.runtime.block_on(agent.client.list_skills(Some(asked))).expect("a page");
        (page.skills.iter().map(|skill| skill.name().to_owned()).collect::<Vec<_>>(), page.next_cursor)
    };
    assert_eq!(page(None), (vec!["notes".into(), "p".into(), "q".into()], Some("q".to_owned())));
    assert_eq!(page(Some("q".to_owned())), (vec!["r".into(), "tools".into()], None));
    assert_eq!(names(&agent), ["notes", "p", "q", "r", "tools"]);
}

/// A program of `tests/counterparts`, which `cargo xtask test` sets up; else it is said that there is none.
fn counterpart(name: &str) -> Option<Command> {
    let packages: PathBuf = checkout::target().join("xtask/counterparts/node_modules");
    let (node, script) = (packages.join("node/bin/node"), packages.join(".bin").join(name));
    if !script.exists() || !node.exists() {
        println!("There is no {}; it was asked nothing. `cargo xtask test` sets it up.", script.display());
        return None;
    }
    let mut command = Command::new(node);
    command.arg(script);
    Some(command)
}

/// What starts `assay mcp` in a room.
fn server(room: &Room) -> (Vec<String>, [(&'static str, PathBuf); 2]) {
    let words = ["mcp", "--convention", "agent-skills", "--workspace"].map(str::to_owned);
    let command = std::iter::once(program().display().to_string())
        .chain(words)
        .chain([room.at("workspace").display().to_string()]);
    (command.collect(), [("HOME", room.at("home")), ("XDG_DATA_HOME", room.at("data"))])
}

#[test]
fn the_protocols_inspector_verifies_every_file_of_every_skill() {
    let Some(mut inspector) = counterpart("mcp-inspector") else { return };
    let room = room("auto");
    let (command, around) = server(&room);
    // It hands on no more of its environment than it is told to.
    let data = format!("XDG_DATA_HOME={}", room.at("data").display());
    inspector.args(["--cli", "-e", &data]).args(command);
    inspector.args(["--method", "skills/list", "--verify", "--require-digests"]).stdin(Stdio::null());
    let done = inspector.envs(around).env_remove("PIXIR_HOME").output().expect("it runs");
    let told = String::from_utf8_lossy(&done.stdout);
    assert_eq!(done.status.code(), Some(0), "{told}{}", String::from_utf8_lossy(&done.stderr));
    assert_eq!(told.matches("\"status\":\"verified\"").count(), 3 + 5, "every file: {told}");
}

#[test]
fn the_protocols_own_suite_finds_nothing_wrong() {
    let Some(conformance) = counterpart("conformance") else { return };
    let room = room("auto");
    let (command, around) = server(&room);
    let mut bridge = Command::new(conformance.get_program());
    // It looks into the folders of one skill, so that one has folders.
    bridge
        .arg(checkout::root().join("tests/counterparts/bridge.mjs"))
        .args(command)
        .args(["--only", "tools"]);
    bridge.envs(around);
    bridge.env_remove("PIXIR_HOME").stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut bridge = bridge.spawn().expect("it runs");
    let mut url = String::new();
    BufReader::new(bridge.stdout.take().expect("its output")).read_line(&mut url).expect("an address");
    for scenario in ["enumeration", "manifest", "directory"] {
        let mut suite = counterpart("conformance").expect("it was there");
        suite.args(["server", "--url", url.trim(), "--scenario", &format!("sep-2640-skills-{scenario}")]);
        suite.arg("--output-dir").arg(room.at(scenario));
        let done = suite.output().expect("it runs");
        let told = String::from_utf8_lossy(&done.stdout);
        assert!(done.status.success(), "{scenario}: {told}{}", String::from_utf8_lossy(&done.stderr));
        let checks = checks(&room.at(scenario));
        assert!(checks.len() > 3, "{scenario} looked at something: {told}");
        let odd: Vec<_> = checks.iter().filter(|one| one["status"] != "SUCCESS").collect();
        assert!(odd.is_empty(), "{scenario}: {odd:#?}");
    }
    drop(bridge.stdin.take());
    bridge.wait().expect("it ends");
}

/// What the suite wrote down below a folder.
fn checks(folder: &std::path::Path) -> Vec<Value> {
    let runs = fs::read_dir(folder).into_iter().flatten().flatten().map(|run| run.path().join("checks.json"));
    let texts = runs.filter_map(|file| fs::read_to_string(file).ok());
    texts.flat_map(|text| serde_json::from_str::<Vec<Value>>(&text).expect("checks")).collect()
}

#[test]
fn s4_70_list_of_tools_holds_for_files_read_by_address() {
    let room = room("auto");
    let agent = Agent::under(&room, "agent-skills");
    let note = "skill://tools/references/more.md";
    assert!(read(&agent, note).is_ok(), "nothing is active yet");
    agent.call("activate_skill", &json!({ "name": "tools" }));
    let refused = read(&agent, note).expect_err("its list has no tool that reads resources");
    assert!(refused.contains("read_skill_resource") || refused.contains("allowed-tools"), "{refused}");
    assert!(read(&agent, "skill://tools/SKILL.md").is_ok());
    assert!(read(&agent, "skill://notes/style.md").is_ok(), "another skill says nothing");
}
