//! A skill taken in by a plain read of its file: off at first, and then for exactly the files that the catalog names.

use std::fs;

use rmcp::model::CallToolResult;
use serde_json::{Value, json};

use crate::agents::{Agent, kind, listen, person, text};
use crate::approvals::Room;

/// A project with the skill `notes`, and a skill `far` of the person's that lies outside of it.
fn room(mode: &str) -> Room {
    let room = Room::new(mode);
    fs::create_dir_all(room.at("home/.agents/skills/far/references")).unwrap();
    room.write(
        "home/.agents/skills/far/SKILL.md",
        "---\nname: far\ndescription: Is far away.\n---\nGo there with ${SKILL_DIR}.\n",
    );
    room.write("home/.agents/skills/far/references/x.md", "More.\n");
    room.get("set_trust", &json!({ "trust": "trusted" }));
    room
}

fn set(room: &Room, changes: &Value) {
    room.get("set_visibility", &json!({ "changes": changes }));
}

fn switch(room: &Room, switch: &str) {
    set(room, &json!([{ "kind": "file_reads", "switch": switch }]));
}

fn reader(room: &Room, convention: &str) -> Agent {
    Agent::with(room, convention, &["--builtin", "filesystem"])
}

fn read(agent: &Agent, path: &str) -> CallToolResult {
    agent.call("read_file", &json!({ "path": path }))
}

/// What the agent's own log says was taken in: names and ways.
fn taken_in(room: &Room) -> Vec<(String, String)> {
    let hosted = fs::read_dir(room.at("data/assay/hosted")).expect("hosted sessions");
    let folders = hosted.filter_map(Result::ok).map(|entry| entry.path());
    let files = folders.flat_map(|folder| fs::read_dir(folder).expect("logs").filter_map(Result::ok));
    let logs =
        files.map(|entry| entry.path()).filter(|path| path.extension().is_some_and(|it| it == "ndjson"));
    let lines = logs.flat_map(|log| {
        fs::read_to_string(log).expect("a log").lines().map(str::to_owned).collect::<Vec<_>>()
    });
    let events = lines.map(|line| serde_json::from_str::<Value>(&line).expect("an event"));
    let word = |event: &Value, key: &str| event["data"][key].as_str().unwrap_or_default().to_owned();
    events
        .filter(|event| event["type"] == "skill_activation")
        .map(|event| (word(&event, "name"), word(&event, "via")))
        .collect()
}

fn once(name: &str) -> Vec<(String, String)> {
    vec![(name.to_owned(), "file_read".to_owned())]
}

/// Paths that are never let through, whatever the setting.
fn outside(room: &Room) -> Vec<String> {
    let at = |name: &str| room.at(name).display().to_string();
    vec![
        at("home/.agents/skills/far/references/x.md"),
        "~/.agents/skills/far/references/x.md".to_owned(),
        at("home/.agents/skills/far"),
        at("home/.agents/skills/gone/SKILL.md"),
        at("home/.pixir/config.json"),
        "/etc/passwd".to_owned(),
        "../home/.pixir/config.json".to_owned(),
    ]
}

#[test]
fn s0_02_off_as_at_first_nothing_outside_is_read_and_nothing_is_taken_in() {
    let room = room("auto");
    for convention in ["pixir", "agent-skills", "echo"] {
        let agent = reader(&room, convention);
        let far = room.at("home/.agents/skills/far/SKILL.md").display().to_string();
        for path in [far, "~/.agents/skills/far/SKILL.md".to_owned()].iter().chain(&outside(&room)) {
            assert_eq!(kind(&read(&agent, path)), "outside_workspace", "{convention} {path}");
        }
        let own = read(&agent, ".agents/skills/notes/SKILL.md");
        assert!(text(&own).contains("name: notes"), "a file of the workspace like any other");
    }
    assert_eq!(taken_in(&room), []);
    assert_eq!(room.get("visibility", &json!({}))["file_reads"], "off");
}

#[test]
fn s3_27_s0_02_reading_the_file_of_a_listed_skill_takes_it_in_once() {
    for convention in ["pixir", "agent-skills", "echo"] {
        let room = room("auto");
        switch(&room, "on");
        let agent = reader(&room, convention);
        let far = room.at("home/.agents/skills/far/SKILL.md").display().to_string();
        let planned = agent.call("read_file", &json!({ "path": far, "dry_run": true }));
        assert_eq!(planned.structured_content.expect("facts")["would"], "file_read", "{convention}");
        assert_eq!(taken_in(&room), [], "{convention}: a dry run leaves no trace");
        let given = read(&agent, &far);
        assert_eq!(given.is_error, Some(false), "{convention}: {}", text(&given));
        // As it stands in the file: a read is a read.
        assert!(text(&given).starts_with("---\nname: far\n"), "{convention}: {}", text(&given));
        assert_eq!(taken_in(&room), once("far"), "{convention}");
        for again in [far.as_str(), "~/.agents/skills/far/SKILL.md"] {
            let again = read(&agent, again);
            assert!(text(&again).contains("active in this turn already"), "{convention}: {}", text(&again));
        }
        assert_eq!(taken_in(&room), once("far"), "{convention}: once in a turn");
        for path in outside(&room) {
            assert_eq!(kind(&read(&agent, &path)), "outside_workspace", "{convention} {path}");
        }
        // Of the workspace too, by whatever path.
        let own = read(&agent, ".agents/skills/notes/SKILL.md");
        assert!(text(&own).contains("name: notes"), "{convention}");
        assert_eq!(taken_in(&room).len(), 2, "{convention}");
        let wrong = agent.call("read_file", &json!({ "path": far, "from": "x" }));
        assert_eq!(kind(&wrong), "invalid_args", "{convention}");
    }
}

#[test]
fn s3_27_what_is_not_seen_is_refused_as_if_the_setting_were_off() {
    let room = room("auto");
    let far = room.at("home/.agents/skills/far/SKILL.md").display().to_string();
    let notes = room.at("workspace/.agents/skills/notes/SKILL.md").display().to_string();
    let answers = |convention: &str| {
        let agent = reader(&room, convention);
        [&far, &notes].map(|path| format!("{:?}", read(&agent, path)))
    };
    for convention in ["pixir", "agent-skills", "echo"] {
        set(&room, &json!([{ "kind": "forget" }]));
        let off = answers(convention);
        switch(&room, "on");
        for way in [
            json!([{ "kind": "disable", "name": "far" }, { "kind": "deny", "name": "notes" }]),
            json!([{ "kind": "allow_only", "names": ["filesystem"] }]),
        ] {
            set(&room, &way);
            assert_eq!(answers(convention), off, "{convention} {way}");
        }
    }
    assert_eq!(taken_in(&room), []);
    // What waits for trust is not seen either.
    set(&room, &json!([{ "kind": "forget" }, { "kind": "file_reads", "switch": "on" }]));
    room.get("set_trust", &json!({ "trust": "untrusted" }));
    let agent = reader(&room, "agent-skills");
    assert_eq!(kind(&read(&agent, &notes)), "outside_workspace");
    assert_eq!(taken_in(&room), []);
    // Nor what the model is not to call.
    room.write(
        "home/.agents/skills/far/SKILL.md",
        "---\nname: far\ndescription: Is far away.\ndisable-model-invocation: true\n---\nGo there.\n",
    );
    assert_eq!(kind(&read(&reader(&room, "agent-skills"), &far)), "outside_workspace");
}

#[test]
fn s3_25_a_file_of_a_hidden_skill_is_not_there_by_whatever_path() {
    let room = room("auto");
    #[cfg(unix)]
    std::os::unix::fs::symlink(".agents/skills/notes/SKILL.md", room.at("workspace/innocent.md")).unwrap();
    for convention in ["pixir", "agent-skills", "echo"] {
        set(&room, &json!([{ "kind": "forget" }]));
        let agent = reader(&room, convention);
        assert!(text(&read(&agent, ".agents/skills/notes/SKILL.md")).contains("name: notes"), "{convention}");
        set(&room, &json!([{ "kind": "deny", "name": "notes" }]));
        let answer = |path: &str| format!("{:?}", read(&agent, path)).replace(path, "X");
        let missing = answer(".agents/skills/none/SKILL.md");
        for path in [".agents/skills/notes/SKILL.md", "innocent.md", ".agents/skills/notes/style.md"] {
            if cfg!(unix) || path != "innocent.md" {
                assert_eq!(answer(path), missing, "{convention} {path}");
            }
        }
        let listed = agent.call("list_dir", &json!({ "path": ".agents/skills" }));
        assert!(!text(&listed).contains("notes"), "{convention}: {}", text(&listed));
    }
    // What waits for trust as well.
    set(&room, &json!([{ "kind": "forget" }]));
    room.get("set_trust", &json!({ "trust": "untrusted" }));
    let agent = reader(&room, "agent-skills");
    assert_eq!(kind(&read(&agent, ".agents/skills/notes/SKILL.md")), "not_found");
}

#[test]
fn s3_27_a_person_is_asked_as_for_any_other_way_and_long_files_come_in_pages() {
    let room = room("ask");
    let long = format!(
        "---\nname: far\ndescription: Is far away.\n---\n{}",
        "A long line of words.\n".repeat(1_500)
    );
    room.write("home/.agents/skills/far/SKILL.md", &long);
    switch(&room, "on");
    let _listening = listen(&room);
    let agent = reader(&room, "agent-skills");
    let far = room.at("home/.agents/skills/far/SKILL.md").display().to_string();
    let deny = person(&room, json!({ "kind": "deny", "note": "" }), None);
    assert_eq!(kind(&read(&agent, &far)), "permission_denied");
    deny.join().expect("the person");
    assert_eq!(taken_in(&room), []);
    let allow = person(&room, json!({ "kind": "run", "lifetime": "once" }), None);
    let mut given = read(&agent, &far);
    allow.join().expect("the person");
    let mut whole = String::new();
    loop {
        let facts = given.structured_content.clone().expect("facts");
        assert_eq!(given.is_error, Some(false), "{facts:#}");
        whole.push_str(text(&given).split("\n…[").next().unwrap_or_default());
        let Some(next) = facts["next"].as_u64() else { break };
        given = agent.call("read_file", &json!({ "path": far, "from": next }));
    }
    assert_eq!(whole, long, "pages put together are the file");
    assert_eq!(taken_in(&room), once("far"));
    assert_eq!(room.app.waiting(), 0, "each way asked once");
}
