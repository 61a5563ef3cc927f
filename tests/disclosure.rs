//! What a model is shown of skills, and when: names first, a text once it is asked for, other files after that,
//! and nothing run on the way. Each test is named after the requirements it proves.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use disk::{Digest, Imprint};
use serde_json::{Value, json};
use skills::{Places, Wrapping, catalog, wrapped};
use tests::pixir;

use crate::agents::{Agent, kind, text};
use crate::approvals::Room;

const SESSION: &str = "20260918T141102-7be41d";
/// What stands in texts that must not be shown yet.
const SENTINEL: &str = "only-within-the-body";

fn put(room: &Room, rel: &str, bytes: impl AsRef<[u8]>) {
    let path = room.at(rel);
    fs::create_dir_all(path.parent().expect("a file has a folder")).expect("a folder");
    fs::write(path, bytes).expect("a file");
}

fn skill(room: &Room, root: &str, name: &str, body: &str) {
    let content = format!("---\nname: {name}\ndescription: About {name}.\n---\n{body}\n");
    put(room, &format!("{root}/.agents/skills/{name}/SKILL.md"), content);
}

/// The events of every conversation so far, in order, as they stand in their logs.
pub fn recorded(room: &Room) -> Vec<Value> {
    let mut lines = Vec::new();
    for workspace in fs::read_dir(room.at("data/assay/hosted")).into_iter().flatten().flatten() {
        let mut logs: Vec<_> =
            fs::read_dir(workspace.path()).expect("a folder").flatten().map(|entry| entry.path()).collect();
        logs.sort();
        for log in logs.iter().filter(|path| path.extension().is_some_and(|end| end == "ndjson")) {
            let text = fs::read_to_string(log).expect("a log");
            lines.extend(text.lines().map(|line| serde_json::from_str(line).expect("an event")));
        }
    }
    lines
}

fn of_type<'a>(events: &'a [Value], kind: &str) -> Vec<&'a Value> {
    events.iter().filter(|event| event["type"] == kind).collect()
}

fn names(list: &Value) -> Vec<&str> {
    list.as_array().into_iter().flatten().filter_map(Value::as_str).collect()
}

#[test]
fn s0_03_what_lies_outside_the_roots_is_no_skill() {
    let room = Room::new("auto");
    let content = format!("---\nname: stray\ndescription: x\n---\n{SENTINEL}\n");
    for rel in ["elsewhere/skills/stray", "workspace/docs/stray", "workspace/.agents/stray", "home/stray"] {
        put(&room, &format!("{rel}/SKILL.md"), &content);
    }
    let agent = Agent::of(&room);
    assert!(!text(&agent.call("skills_list", &json!({}))).contains("stray"));
    for name in ["stray", "../../../../elsewhere/skills/stray", "/elsewhere/skills/stray"] {
        let answer = agent.call("skill_view", &json!({ "name": name }));
        assert_eq!((kind(&answer).as_str(), answer.is_error), ("not_found", Some(true)), "{name}");
        assert!(text(&answer).contains("available: notes"), "{}", text(&answer));
    }
    assert!(!format!("{:?}", recorded(&room)).contains(SENTINEL));
}

#[test]
fn s0_04_s0_18_s4_02_names_come_before_bodies() {
    let room = Room::new("auto");
    for name in ["one", "two", "three"] {
        skill(&room, "workspace", name, SENTINEL);
        put(&room, &format!("workspace/.agents/skills/{name}/references/more.md"), SENTINEL);
    }
    let agent = Agent::of(&room);
    let listed = agent.call("skills_list", &json!({}));
    let index = room.get("catalog_report", &json!({ "budget": null }));
    for shown in [text(&listed), index["text"].as_str().expect("a text").to_owned()] {
        for name in ["one", "two", "three"] {
            assert!(shown.contains(name) && shown.contains(&format!("About {name}.")), "{shown}");
        }
        assert!(!shown.contains(SENTINEL), "{shown}");
    }
    assert!(!format!("{listed:?} {:?}", recorded(&room)).contains(SENTINEL));
    assert!(text(&agent.call("skill_view", &json!({ "name": "two" }))).contains(SENTINEL));
}

#[test]
fn s0_06_s0_07_a_listing_is_bounded_page_by_page_and_names_places() {
    let room = Room::new("auto");
    for number in 0..200 {
        skill(&room, "workspace", &format!("skill-{number:03}"), &SENTINEL.repeat(5_000));
    }
    put(&room, "home/.agents/skills/skill-007/SKILL.md", "---\nname: skill-007\ndescription: d\n---\nx\n");
    let agent = Agent::of(&room);
    let before = Imprint::of(&room.at("workspace")).expect("the workspace can be read");
    let (mut names, mut from) = (Vec::new(), 0);
    loop {
        let page = agent.call("skills_list", &json!({ "from": from }));
        let words = text(&page);
        assert!(words.len() <= 16_000 && !words.contains(SENTINEL), "{} bytes", words.len());
        let found: Value = serde_json::from_str(&words).expect("one document");
        for row in found["skills"].as_array().expect("skills") {
            let name = row["name"].as_str().expect("a name").to_owned();
            let path = room.at(&format!("workspace/.agents/skills/{name}/SKILL.md"));
            assert_eq!((row["path"].as_str(), &row["source"]), (path.to_str(), &json!("repo")));
            names.push(name);
        }
        assert_eq!(found["warnings"].as_array().map(Vec::len), Some(1), "{}", found["warnings"]);
        match found["truncated"]["next_from"].as_u64() {
            Some(next) => from = next,
            None => break,
        }
        assert!(found["truncated"]["skills_left_out"].as_u64() > Some(0));
    }
    assert_eq!(names.len(), 201, "each once: {names:?}");
    assert!(names.is_sorted() && from > 0);
    assert_eq!(Imprint::of(&room.at("workspace")), Ok(before));
}

#[test]
fn s0_16_the_index_keeps_its_budget_and_its_bytes() {
    let room = Room::new("auto");
    for number in 0..1_000 {
        skill(&room, "workspace", &format!("skill-{number:03}"), "x");
    }
    let places = Places { workspace: room.at("workspace"), home: Some(room.at("home")), ..Places::default() };
    let look = || catalog(&pixir(&places));
    let (first, second) = (look(), look());
    assert_eq!((&first.text, &first.index_hash), (&second.text, &second.index_hash));
    let begins = first.text.find("<available_skills>").expect("a list");
    let cut = first.cut_at.expect("a thousand do not fit");
    assert!(cut - begins <= 8_000 && cut - begins > 7_900, "{} bytes", cut - begins);
    assert!(first.text[cut..].contains("truncated, showing up to 8000 of"), "{}", &first.text[cut..]);
    let shown = first.entries.iter().filter(|entry| entry.range.is_some()).count();
    assert_eq!(first.entries.len(), 1_001);
    assert!((40..100).contains(&shown), "{shown}");
    fs::write(room.at("workspace/.agents/skills/skill-000/SKILL.md"), "---\nname: other\n---\n").unwrap();
    assert_ne!(look().index_hash, first.index_hash);
}

#[test]
fn s0_19_a_collision_is_told_in_the_list_and_not_in_the_index() {
    let room = Room::new("auto");
    let index = || room.get("catalog_report", &json!({ "budget": null }))["text"].clone();
    let before = index();
    skill(&room, "home", "notes", "the user's own");
    room.app.heard(&[api::Tag::Skills]);
    assert_eq!(index(), before);
    let warnings = &room.get("skills_report", &json!({}))["warnings"];
    assert_eq!(warnings[0]["name"], "notes");
    assert_eq!(warnings[0]["selected"], "repo:notes/SKILL.md");
    assert_eq!(names(&warnings[0]["shadowed"]), ["user:notes/SKILL.md"]);
}

#[test]
fn s0_20_s0_21_s0_22_a_user_calls_by_dollar_or_slash_and_means_the_same() {
    let room = Room::new("auto");
    skill(&room, "workspace", "alpha", "A");
    skill(&room, "workspace", "beta-1", "B");
    let called = |prompt: &str| {
        let report = room.get("invoked_report", &json!({ "text": prompt }));
        names(&report["activated"]).into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    for (prompt, expected) in [
        ("Use $alpha and $beta-1 please, $alpha", &["alpha", "beta-1"][..]),
        ("$beta-1 then $alpha", &["beta-1", "alpha"]),
        ("It cost $5 of my $HOME", &[]),
        ("/alpha run it", &["alpha"]),
        ("  /alpha", &["alpha"]),
        ("/alpha $alpha", &["alpha"]),
        ("see /tmp/alpha", &[]),
        ("say /alpha", &[]),
    ] {
        assert_eq!(called(prompt), expected, "{prompt}");
    }
    assert_eq!(called("$alpha run it"), called("/alpha run it"));
}

#[test]
fn s0_08_s0_14_s0_31_s0_35_s4_88_other_files_come_when_they_are_named() {
    let room = Room::new("auto");
    let at = "workspace/.agents/skills/notes";
    let script = "#!/bin/sh\necho $1 > made.txt\n";
    put(&room, &format!("{at}/references/early.md"), "early é\r\n");
    put(&room, &format!("{at}/references/late.md"), SENTINEL);
    put(&room, &format!("{at}/scripts/x.sh"), script);
    let agent = Agent::of(&room);
    let view = |path: &str| text(&agent.call("skill_view", &json!({ "name": "notes", "path": path })));
    assert_eq!(view("references/early.md"), "early é\r\n", "without any activation");
    assert_eq!(view("scripts/x.sh"), script, "shown as it is");
    assert_eq!(of_type(&recorded(&room), "skill_activation").len(), 0);
    let body = fs::read_to_string(room.at(&format!("{at}/SKILL.md"))).unwrap();
    assert_eq!(view("SKILL.md"), body);
    assert_eq!(of_type(&recorded(&room), "skill_activation").len(), 1);
    assert!(!format!("{:?}", recorded(&room)).contains(SENTINEL), "nothing beside it was recorded");
    assert_eq!(view("references/late.md"), SENTINEL);
    let events = recorded(&room);
    assert_eq!(of_type(&events, "skill_activation").len(), 1);
    let results = of_type(&events, "tool_result");
    assert_eq!(results.last().expect("a result")["data"]["output"], SENTINEL);
    let resources = |id: &Value| room.get("resources", &json!({ "id": id }));
    let all = json!({ "text": "", "state": "any", "sort": "name", "from": 0, "count": 9 });
    let rows = resources(&room.get("skills", &all)["rows"][0]["id"]);
    let listed = rows["rows"].as_array().unwrap().iter().find(|row| row["rel"] == "scripts/x.sh");
    assert_eq!(listed.expect("the script is listed")["kind"], "script");
    assert!(!room.at("workspace/made.txt").exists());
}

#[test]
fn s0_09_every_tool_says_what_it_takes() {
    let room = Room::new("auto");
    let agent = Agent::of(&room);
    let tools = agent.runtime.block_on(agent.client.list_all_tools()).expect("tools");
    for (name, required) in
        [("skills_list", &[][..]), ("skill_view", &["name"]), ("hydrate_skill_context", &["skill"])]
    {
        let tool = tools.iter().find(|tool| tool.name == name).expect("a tool");
        let schema = Value::Object((*tool.input_schema).clone());
        assert_eq!(schema["type"], "object", "{name}");
        assert_eq!(names(&schema["required"]), required, "{name}");
        assert!(required.iter().all(|key| schema["properties"][key]["type"] == "string"), "{schema}");
        assert!(tool.description.as_ref().is_some_and(|words| words.len() > 20), "{name}");
    }
}

#[test]
fn s0_13_s0_27_s0_30_s0_39_an_activation_records_exactly_the_file() {
    let room = Room::new("auto");
    let at = "workspace/.agents/skills/odd";
    let content =
        format!("\u{feff}---\r\nname: odd\r\ndescription: x\r\n---\r\n\r\n{} é\r\n", "line ".repeat(9_000));
    put(&room, &format!("{at}/SKILL.md"), &content);
    put(&room, &format!("{at}/assets/large.bin"), vec![b'x'; 4 << 20]);
    let spellings = [None, Some(""), Some("./SKILL.md"), Some("x/../SKILL.md")];
    for spelling in spellings {
        let agent = Agent::of(&room);
        let ask = match spelling {
            Some(path) => json!({ "name": "odd", "path": path }),
            None => json!({ "name": "odd" }),
        };
        let answer = agent.call("skill_view", &ask);
        assert_eq!(answer.is_error, Some(false), "{spelling:?}: {}", text(&answer));
    }
    let events = recorded(&room);
    let activations = of_type(&events, "skill_activation");
    assert_eq!(activations.len(), spellings.len(), "each exactly once");
    for event in activations {
        let data = &event["data"];
        assert_eq!(data["content"], content.as_str());
        assert_eq!(data["content_hash"], Digest::of(content.as_bytes()).to_string());
        assert_eq!(data["path"], room.at(&format!("{at}/SKILL.md")).display().to_string());
        assert_eq!(data["root"], room.at("workspace/.agents/skills").display().to_string());
        let own = ["name", "scope", "source", "short_path", "activated_by"].map(|key| data[key].as_str());
        assert_eq!(own, ["odd", "repo", "repo", "repo:odd/SKILL.md", "model"].map(Some));
        let growth = event.to_string().len() - data["content"].to_string().len();
        assert!(growth < 2_048, "{growth} bytes beside the text");
    }
}

#[test]
fn s0_34_s1_02_s1_20_nothing_in_a_skill_runs_because_it_is_taken_in() {
    for mode in ["auto", "ask", "read_only"] {
        let room = Room::new(mode);
        let at = "workspace/.agents/skills/trap";
        let mark = room.at("workspace/pwned");
        let touch = format!("touch {}", mark.display());
        let content = format!(
            "---\nname: trap\ndescription: x\nhooks:\n  PreToolUse:\n    - hooks: [{{type: command, command: '{touch}'}}]\n\
             ---\n!`{touch}`\n\n```!\n{touch}\n```\n"
        );
        put(&room, &format!("{at}/SKILL.md"), &content);
        put(&room, &format!("{at}/scripts/x.sh"), format!("#!/bin/sh\n{touch}\n"));
        put(&room, &format!("{at}/workflows/w.json"), r#"{"workflow":{"steps":[]}}"#);
        let run = fs::Permissions::from_mode(0o755);
        fs::set_permissions(room.at(&format!("{at}/scripts/x.sh")), run).expect("it is ours");
        let before = Imprint::of(&room.at("workspace")).expect("the workspace can be read");
        let agent = Agent::of(&room);
        agent.call("skills_list", &json!({}));
        for path in ["SKILL.md", "scripts/x.sh", "workflows/w.json"] {
            let given = agent.call("skill_view", &json!({ "name": "trap", "path": path }));
            assert_eq!(given.is_error, Some(false), "{}", text(&given));
        }
        let sources = room.get("sources_report", &json!({ "skill": "trap" }));
        assert_eq!(sources["sources"].as_array().map(Vec::len), Some(2), "both wait to be asked for");
        assert_eq!(
            room.get("templates_report", &json!({}))["templates"][0]["template_id"],
            "trap/w",
            "a template is only listed"
        );
        assert_eq!((room.app.waiting(), mark.exists()), (0, false), "{mode}");
        assert_eq!(Imprint::of(&room.at("workspace")), Ok(before), "{mode}");
        assert_eq!(of_type(&recorded(&room), "workflow_event").len(), 0);
        assert_eq!(of_type(&recorded(&room), "skill_activation").len(), 1, "it was taken in");
    }
}

/// A log of one turn, for which the user called the skill `notes` with this text.
fn session(room: &Room, path: &Path, content: &str) {
    let activation = json!({
        "name": "notes", "description": "x", "scope": "repo", "source": "repo", "path": path,
        "root": room.at("workspace/.agents/skills"), "short_path": "repo:notes/SKILL.md", "content": content,
        "content_hash": Digest::of(content.as_bytes()).to_string(), "activated_by": "user",
    });
    let events = [
        ("skill_activation", activation),
        ("user_message", json!({ "text": "$notes go" })),
        ("assistant_message", json!({ "text": "done" })),
    ];
    let line = |(seq, (kind, data)): (usize, &(&str, Value))| {
        let event = json!({
            "data": data, "id": format!("{seq:016x}"), "type": kind, "seq": seq, "session_id": SESSION,
            "ts": "2026-09-18T14:11:02.000000Z",
        });
        format!("{event}\n")
    };
    let log: String = events.iter().enumerate().map(line).collect();
    put(room, &format!("workspace/.pixir/sessions/{SESSION}.ndjson"), log);
}

#[test]
fn s0_01_s0_37_a_turn_keeps_its_text_whatever_becomes_of_the_file() {
    let room = Room::new("auto");
    let path = room.at("workspace/.agents/skills/notes/SKILL.md");
    let content = fs::read_to_string(&path).unwrap();
    session(&room, &path, &content);
    let hash = Digest::of(content.as_bytes()).to_string();
    let shown = path.display().to_string();
    let sent = wrapped(&Wrapping {
        name: Some("notes"),
        source: Some("repo"),
        path: Some(&shown),
        content_hash: Some(&hash),
        content: Some(content.as_bytes()),
        ..Wrapping::default()
    });
    let check = |state: &str| {
        room.app.heard(&[api::Tag::Sessions, api::Tag::Skills]);
        let ask = json!({ "id": SESSION, "seq": 1, "items": { "from": 0, "count": 9 } });
        let report = room.get("moment_report", &ask);
        let items: Vec<&Value> = report["items"]
            .as_array()
            .unwrap()
            .iter()
            .map(|item| &item["item"]["content"][0]["text"])
            .collect();
        assert_eq!(items, [&json!(sent), &json!("$notes go")], "{state}");
        assert_eq!(room.get("drift_report", &json!({}))["rows"][0]["state"], state);
        room.get("diff_report", &json!({ "session": SESSION, "seq": 0 }))["unified"].to_string()
    };
    check("identical");
    fs::write(&path, content.replace("Look", "Look twice")).unwrap();
    assert!(check("body_changed").contains("Look twice"));
    fs::remove_dir_all(path.parent().unwrap()).unwrap();
    check("deleted");
}

#[test]
fn s0_38_what_cannot_be_recorded_is_not_shown() {
    let room = Room::new("auto");
    put(&room, "data/assay/hosted", "in the way");
    let agent = Agent::of(&room);
    for (tool, ask) in [("skill_view", json!({ "name": "notes" })), ("skills_list", json!({}))] {
        let answer = agent.call(tool, &ask);
        assert_eq!(answer.is_error, Some(true), "{tool}");
        assert!(!format!("{answer:?}").contains("facts"), "{}", text(&answer));
    }
}

#[test]
fn u_05_files_are_shown_described_and_never_run() {
    let room = Room::new("auto");
    let at = "workspace/.agents/skills/notes";
    put(&room, &format!("{at}/scripts/x.sh"), format!("#!/bin/sh\ntouch {}\n", room.at("ran").display()));
    put(&room, &format!("{at}/assets/large.txt"), vec![b'x'; 5 << 20]);
    put(&room, &format!("{at}/assets/bytes.bin"), b"\0\x01\xff".repeat(4_000));
    let run = fs::Permissions::from_mode(0o755);
    fs::set_permissions(room.at(&format!("{at}/scripts/x.sh")), run).expect("it is ours");
    let all = json!({ "text": "", "state": "any", "sort": "name", "from": 0, "count": 9 });
    let id = room.get("skills", &all)["rows"][0]["id"].clone();
    let resource = |rel: &str| room.get("resource", &json!({ "id": id, "rel": rel, "from": 0, "count": 1 }));
    let script = resource("scripts/x.sh");
    assert_eq!((&script["preview"]["kind"], &script["row"]["kind"]), (&json!("text"), &json!("script")));
    assert_eq!(script["preview"]["window"]["lines"], json!(["#!/bin/sh"]));
    let large = resource("assets/large.txt");
    assert_eq!(
        (&large["preview"]["kind"], &large["preview"]["bytes"]),
        (&json!("beginning"), &json!(5 << 20))
    );
    let text = large["preview"]["window"]["lines"][0].as_str().expect("one line").to_owned();
    assert_eq!((text.len(), large["preview"]["window"]["bytes"].as_u64()), (65_536, Some(65_536)));
    assert_eq!((&large["row"]["bytes"], &large["hash"]), (&json!(5 << 20), &Value::Null));
    put(&room, &format!("{at}/assets/large.txt"), format!("{}\n", "é\n".repeat(2_000_000)));
    let lines = resource("assets/large.txt")["preview"]["window"]["lines"].as_array().expect("lines").clone();
    assert!(lines.len() > 20_000 && lines.iter().all(|line| line == "é"), "{} lines", lines.len());
    put(&room, &format!("{at}/assets/large.bin"), b"\0\x01\xff".repeat(2 << 20));
    let large = resource("assets/large.bin");
    assert_eq!((&large["preview"]["kind"], &large["preview"]["bytes"]), (&json!("hex"), &json!(6 << 20)));
    let bytes = resource("assets/bytes.bin");
    assert_eq!((&bytes["preview"]["kind"], &bytes["preview"]["bytes"]), (&json!("hex"), &json!(12_000)));
    assert_eq!(bytes["preview"]["rows"].as_array().map(Vec::len), Some(256), "the first 4 KiB");
    assert!(!room.at("ran").exists());
}
