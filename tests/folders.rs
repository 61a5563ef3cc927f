//! Where skills are looked for because a person says so: Claude's folders and single folders, kept for a project by
//! the terminal and heeded by every door.

use std::fs;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::agents::{Agent, listen, text};
use crate::approvals::Room;
use crate::doors::program;

fn skill(room: &Room, folder: &str, name: &str) {
    fs::create_dir_all(room.at(&format!("{folder}/{name}"))).unwrap();
    let body = format!("---\nname: {name}\ndescription: d\n---\nOf {folder}: !`echo {folder}`\n");
    room.write(&format!("{folder}/{name}/SKILL.md"), &body);
}

/// `assay` with these arguments, started in the room's own folder: its exit code and what it prints.
fn assay(room: &Room, arguments: &[&str]) -> (Option<i32>, String) {
    let mut command = Command::new(program());
    command.current_dir(room.at("")).args(arguments).arg("--workspace").arg(room.at("workspace"));
    command.env("HOME", room.at("home")).env("XDG_DATA_HOME", room.at("data")).env_remove("PIXIR_HOME");
    let done = command.stdin(Stdio::null()).output().expect("assay runs");
    let text = [done.stdout, done.stderr].concat();
    (done.status.code(), String::from_utf8_lossy(&text).into_owned())
}

/// The skills of a convention with their states, as the terminal tells them.
fn states(room: &Room, convention: &str) -> Vec<String> {
    let (code, text) = assay(room, &["skills", "--json", "--trusted", "--convention", convention]);
    assert_eq!(code, Some(0), "{text}");
    let report: Value = serde_json::from_str(&text).expect("JSON");
    let rows = ["skills", "shadowed"].into_iter().flat_map(|key| report[key].as_array().expect("rows"));
    let row = |row: &Value| {
        let [name, scope, state] =
            ["name", "scope", "state"].map(|key| row[key].as_str().unwrap_or_default());
        format!("{name} {scope} {state}")
    };
    rows.map(row).filter(|row| !row.contains("built-in")).collect()
}

#[test]
fn s3_06_claudes_folders_are_looked_at_on_request() {
    let room = Room::new("auto");
    skill(&room, "workspace/.claude/skills", "c");
    skill(&room, "workspace/.claude/skills", "notes");
    skill(&room, "home/.claude/skills", "own");
    for convention in ["agent-skills", "merged"] {
        assert_eq!(states(&room, convention), ["notes repo wins"], "{convention}: off at first");
    }
    let (code, told) = assay(&room, &["folders", "--claude", "on"]);
    assert!(code == Some(0) && told.contains("Claude's folders: on"), "{told}");
    for convention in ["agent-skills", "merged"] {
        let expected = ["c repo wins", "notes repo wins", "own user wins", "notes repo shadowed"];
        assert_eq!(states(&room, convention), expected, "{convention}: .agents/skills goes before");
    }
    // The window and agents see the same, and a conversation that runs is told.
    room.app.heard(&[api::Tag::Skills]);
    let report = room.get("skills_report", &json!({ "convention": "merged", "trust": "trusted" }));
    assert!(report["skills"].to_string().contains(".claude/skills/c"), "{report:#}");
    tests::answer(&room.app, "set_trust", r#"{"trust":"trusted"}"#).expect("trust is kept");
    let agent = Agent::under(&room, "agent-skills");
    assert!(text(&agent.call("activate_skill", &json!({ "name": "c" }))).contains("Of workspace/.claude"));
    // It is for this project, and is taken back.
    assay(&room, &["folders", "--claude", "off"]);
    assert_eq!(states(&room, "agent-skills"), ["notes repo wins"]);
    assert_eq!(fs::read_to_string(room.at("data/assay/folders.json")).unwrap().trim(), "{}");
}

#[test]
fn s4_42_a_single_folder_is_loaded_and_its_skills_stand_between_the_users_and_the_global_ones() {
    let room = Room::new("auto");
    skill(&room, "elsewhere", "lone");
    skill(&room, "elsewhere", "own");
    skill(&room, "elsewhere", "pixirs");
    skill(&room, "home/.agents/skills", "own");
    skill(&room, "home/.pixir/skills", "pixirs");
    let (code, told) = assay(&room, &["folders", "--add", "elsewhere"]);
    let path = room.at("elsewhere").display().to_string();
    assert!(code == Some(0) && told.contains(&path) && told.contains("echo, merged"), "{told}");
    let expected = [
        "lone custom wins",
        "notes repo wins",
        "own user wins",
        "pixirs custom wins",
        "own custom shadowed",
        "pixirs pixir-global shadowed",
    ];
    assert_eq!(states(&room, "merged"), expected);
    assert!(states(&room, "echo").contains(&"lone custom wins".to_owned()), "{:?}", states(&room, "echo"));
    assert!(!states(&room, "pixir").iter().any(|row| row.contains("custom")));
    // An agent takes it in, and the window that is asked for its facts knows it as well.
    let _listening = listen(&room);
    let agent = Agent::under(&room, "echo");
    let taken = text(&agent.call("activate_skill", &json!({ "name": "lone" })));
    assert!(taken.contains("Of elsewhere"), "{taken}");
    let facts = agent.call("hydrate_skill_context", &json!({ "skill": "lone", "source": "inline-1" }));
    assert_eq!(text(&facts), "elsewhere\n");
    for (arguments, words) in [
        (["folders", "--add", "nowhere"], "nowhere"),
        (["folders", "--add", "workspace/facts.txt"], "is not a folder"),
        (["folders", "--remove", "workspace"], "not one of the added folders"),
    ] {
        let (code, told) = assay(&room, &arguments);
        assert!(code != Some(0) && told.contains(words), "{arguments:?}: {told}");
    }
    assert_eq!(assay(&room, &["folders", "--remove", "elsewhere"]).0, Some(0));
    assert!(!states(&room, "merged").iter().any(|row| row.contains("custom")));
    room.write("data/assay/folders.json", "{ broken");
    let (_, told) = assay(&room, &["folders"]);
    assert!(told.contains("only the default folders are searched"), "{told}");
    assert!(
        assay(&room, &["folders", "--claude", "on"]).1.contains("cannot be read"),
        "it is not written over"
    );
}
