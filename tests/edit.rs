//! Texts that are edited: one field leaves every other byte, both readings agree, and what moved is not written.
#![cfg(unix)]

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use api::{App, NoHost, Surroundings};
use disk::{Contents, Stamp};
use proptest::prelude::*;
use serde_json::{Value, json};
use skills::manage::{self, Beginning, Outline, Setting, set_field};
use skills::{Places, Scope, Skill, Stage, pixir_fields, read_yaml};
use tests::pixir;

/// A field as it may stand in a file: its key and its lines, without line ends.
type Block = (&'static str, &'static [&'static str]);

const BLOCKS: [Block; 14] = [
    ("name", &["name: a"]),
    ("name", &["name: 'a' # the folder's"]),
    ("description", &["description: Sums up. Use when asked."]),
    ("description", &["description: \"Sums up: all\"   # why"]),
    ("description", &["description: >-", "  Sums up", "  # not a comment", "  and more"]),
    ("description", &["description: |", "  Sums up"]),
    ("license", &["license:   MIT"]),
    ("compatibility", &["compatibility: a", "  b"]),
    ("allowed-tools", &["allowed-tools: Read Bash(git log:*)"]),
    ("metadata", &["metadata:", "  version: 4 # old", "  tags: [x, y]"]),
    ("x-unknown", &["x-unknown: {a: 1}"]),
    ("list", &["list:", "- a", "- b"]),
    ("", &["# a comment", ""]),
    ("", &["", " # another"]),
];

const KEYS: [&str; 6] = ["name", "description", "license", "compatibility", "allowed-tools", "version"];

fn blocks() -> impl Strategy<Value = Vec<Block>> {
    proptest::collection::vec(0..BLOCKS.len(), 0..7).prop_map(|picks| {
        let mut out: Vec<Block> = Vec::new();
        for pick in picks {
            let block = BLOCKS[pick];
            // A key stands once; what stands twice is refused, and that is tested where it lives.
            if block.0.is_empty() || out.iter().all(|known| known.0 != block.0) {
                out.push(block);
            }
        }
        out
    })
}

fn value() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => "[a-zA-Z][a-zA-Z0-9 ,.;()/-]{0,40}",
        4 => "[ -~]{1,40}",
        1 => "\\PC{1,20}",
        1 => any::<String>(),
    ]
}

fn file(blocks: &[Block], end: &str, body: &str) -> String {
    let mut lines = vec!["---"];
    lines.extend(blocks.iter().flat_map(|block| block.1.iter().copied()));
    lines.push("---");
    lines.iter().map(|line| format!("{line}{end}")).collect::<String>() + body
}

const BODY: &str = "\nname: not a field\r\n# Text\n---\nlast line without an end";

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn an_edit_of_one_key_leaves_all_other_bytes_and_both_read_it_alike(
        blocks in blocks(),
        key in 0..KEYS.len(),
        value in value(),
        crlf in any::<bool>(),
    ) {
        let (key, end) = (KEYS[key], if crlf { "\r\n" } else { "\n" });
        let before = file(&blocks, end, BODY);
        let set = set_field(before.as_bytes(), key, Setting::Text(&value));
        let plain = value.trim();
        let ordinary = !plain.is_empty() && plain.chars().all(|c| c.is_ascii_alphanumeric() || " ,.".contains(c));
        let known = |name: &str| blocks.iter().any(|block| block.0 == name);
        prop_assert!(set.is_ok() || !ordinary || !known(key) && known("metadata"), "{before:?} {value:?}: {set:?}");
        let Ok(after) = set else { return Ok(()) };
        let after = String::from_utf8(after).expect("text stays text");

        // Line by line: only those of the key may differ, and they are one line now, a comment above it.
        let mut rest: Vec<&str> = after.strip_suffix(BODY).expect("the body stays").split_inclusive('\n').collect();
        let take = |rest: &mut Vec<&str>| if rest.is_empty() { String::new() } else { rest.remove(0).to_owned() };
        prop_assert_eq!(take(&mut rest), format!("---{}", end));
        for (own, lines) in &blocks {
            if *own != key {
                for line in *lines {
                    prop_assert_eq!(take(&mut rest), format!("{}{}", line, end));
                }
                continue;
            }
            let mut line = take(&mut rest);
            if line.starts_with('#') {
                prop_assert!(lines[0].ends_with(line.trim_end()), "{:?}", after);
                line = take(&mut rest);
            }
            prop_assert!(line.starts_with(&format!("{key}: ")) && line.ends_with(end), "{:?}", after);
        }
        if !known(key) {
            let line = take(&mut rest);
            prop_assert!(line.starts_with(&format!("{key}: ")), "{:?}", after);
        }
        prop_assert_eq!(rest, vec![format!("---{end}")]);

        let yaml = read_yaml(after.as_bytes());
        prop_assert_eq!(yaml.field(key).and_then(|field| field.value.text()), Some(plain));
        prop_assert_eq!(yaml.stage, Some(Stage::Yaml));
        if !crlf {
            let pixir = pixir_fields(after.as_bytes());
            let read = pixir.iter().rev().find(|(known, _)| known == key).map(|(_, value)| value.as_str().trim());
            prop_assert_eq!(read, Some(plain));
        }
        // Taken out again, the lines that were not its own are all that is left.
        let without = set_field(after.as_bytes(), key, Setting::Nothing);
        if let Ok(without) = without {
            prop_assert!(without.len() < after.len());
        }
    }

    #[test]
    fn a_new_skill_is_read_alike_by_pixir_and_yaml(
        name in prop_oneof![4 => "[a-z0-9]{1,8}(-[a-z0-9]{1,6}){0,4}", 1 => "[ -~]{0,70}"],
        description in value(),
    ) {
        let places = Places { workspace: PathBuf::from("/nowhere/to/be/found"), ..Places::default() };
        let look = pixir(&places);
        let beginning = Beginning { name: &name, description: &description, outline: Outline::Rules, folders: &[] };
        let Ok(plan) = manage::create(&look, Scope::Repo, &beginning) else { return Ok(()) };
        let bytes = plan.steps[0].text_after.clone().expect("it has a text");
        let contents = Contents { bytes: bytes.clone(), stamp: Stamp::default() };
        let skill = Skill::alone(&Path::new("/r").join(&name).join("SKILL.md"), &contents);
        let yaml = read_yaml(&bytes);
        prop_assert_eq!(&skill.name, &name);
        prop_assert_eq!(skill.description.trim(), description.trim());
        prop_assert_eq!(yaml.name.as_deref(), Some(name.as_str()));
        prop_assert_eq!(yaml.description.as_deref(), Some(description.trim()));
        for (path, finding) in &plan.findings {
            prop_assert!(finding.rule == "invisible-characters" || finding.rule == "closing-tag", "{} {:?}", path, finding);
        }
    }
}

struct Room {
    folder: tempfile::TempDir,
    app: App,
}

impl Room {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let workspace = folder.path().join("ws");
        let dir = workspace.join(".agents/skills/a");
        fs::create_dir_all(dir.join("references")).unwrap();
        fs::write(dir.join("SKILL.md"), "---\nname: a\n# kept\ndescription: d # old\n---\nDo it.\n").unwrap();
        fs::write(dir.join("references/x.md"), "old\n").unwrap();
        let surroundings = Surroundings {
            workspace,
            home: Some(folder.path().join("home")),
            pixir_home: None,
            kept: Some(folder.path().join("kept")),
            clock: SystemTime::now,
            environment: Vec::new(),
            helper: PathBuf::new(),
        };
        Self { app: App::new(surroundings, Box::new(NoHost)), folder }
    }

    fn ask(&self, name: &str, body: &Value) -> Value {
        let answer = tests::answer(&self.app, name, &body.to_string());
        let text = answer.unwrap_or_else(|failure| panic!("{name} {body}: {failure}"));
        serde_json::from_str(&text).expect("an answer is JSON")
    }

    fn skill(&self) -> Value {
        let ask = json!({"text": "", "state": "any", "sort": "name", "from": 0, "count": 9});
        self.ask("skills", &ask)["rows"][0]["id"].clone()
    }

    fn at(&self, rel: &str) -> PathBuf {
        self.folder.path().join("ws/.agents/skills").join(rel)
    }

    fn carry_out(&self, ask: &Value) -> Value {
        let answer = self.ask("plan", ask);
        assert!(answer["plan"].is_object(), "{ask}: {answer}");
        self.ask("carry_out", &json!({ "plan": answer["plan"]["id"] }))
    }
}

#[test]
fn a_text_is_opened_edited_saved_and_undone() {
    let room = Room::new();
    let skill = room.skill();
    let draft = room.ask("draft", &json!({"skill": skill, "rel": "SKILL.md"}));
    let text = draft["text"].as_str().unwrap();
    let value = json!({"kind": "text", "text": "Does it: well and in full. Use when asked."});
    let edited =
        room.ask("draft_field", &json!({"text": text, "key": "description", "value": value}))["text"].clone();
    let wanted = "---\nname: a\n# kept\n# old\ndescription: \"Does it: well and in full. Use when asked.\"\n---\nDo it.\n";
    assert_eq!(edited, wanted);
    let check = room.ask("draft_check", &json!({"skill": skill, "seen": draft["hash"], "text": edited}));
    assert_eq!(
        (&check["disk"], &check["findings"], &check["advice"]),
        (&json!("as_seen"), &json!([]), &json!([]))
    );
    assert_eq!((&check["change"]["added"], &check["change"]["removed"]), (&json!(2), &json!(1)));
    assert_eq!(check["fields"][1]["value"], "Does it: well and in full. Use when asked.");
    assert_eq!(room.ask("draft_preview", &json!({ "text": edited }))["first_line"], 7);
    assert_eq!(fs::read_to_string(room.at("a/SKILL.md")).unwrap(), text, "nothing was written");
    let done = room
        .carry_out(&json!({"kind": "write", "skill": skill, "rel": "SKILL.md", "seen": draft["hash"],
        "base": text, "contents": {"kind": "text", "text": edited}}));
    assert_eq!((&done["entry"]["act"], &done["skill"]), (&json!("write"), &skill));
    assert_eq!(fs::read_to_string(room.at("a/SKILL.md")).unwrap(), wanted);
    room.ask("undo", &json!({ "entry": done["entry"]["id"] }));
    assert_eq!(fs::read_to_string(room.at("a/SKILL.md")).unwrap(), text);
}

#[test]
fn what_moved_while_it_was_edited_is_answered_with_three_texts() {
    let room = Room::new();
    let skill = room.skill();
    let draft = room.ask("draft", &json!({"skill": skill, "rel": "references/x.md"}));
    fs::write(room.at("a/references/x.md"), "faster\n").unwrap();
    let ask = json!({"kind": "write", "skill": skill, "rel": "references/x.md", "seen": draft["hash"],
        "base": draft["text"], "contents": {"kind": "text", "text": "mine\n"}});
    let answer = room.ask("plan", &ask);
    assert!(answer["plan"].is_null(), "{answer}");
    let moved = &answer["refused"]["moved"];
    for (side, text) in [("seen", "old"), ("disk", "faster"), ("result", "mine")] {
        let ask = json!({"plan": moved["id"], "step": 0, "side": side, "from": 0, "count": 9});
        assert_eq!(room.ask("plan_text", &ask)["lines"], json!([text]), "{side}");
    }
    assert_eq!(fs::read_to_string(room.at("a/references/x.md")).unwrap(), "faster\n");
}

#[test]
fn files_of_a_skill_are_added_replaced_renamed_and_trashed() {
    let room = Room::new();
    let skill = room.skill();
    let before = disk::Imprint::of(&room.at("")).unwrap();
    let bytes = json!({"kind": "base64", "bytes": "AP8K"});
    let mut done = Vec::new();
    done.push(
        room.carry_out(
            &json!({"kind": "add_file", "skill": skill, "rel": "assets/a.bin", "contents": bytes}),
        ),
    );
    assert_eq!(fs::read(room.at("a/assets/a.bin")).unwrap(), [0, 255, 10]);
    let seen = disk::Digest::of(&[0, 255, 10]).to_string();
    done.push(room.carry_out(&json!({"kind": "write", "skill": skill, "rel": "assets/a.bin", "seen": seen,
        "base": null, "contents": {"kind": "text", "text": "now text\n"}})));
    done.push(
        room.carry_out(
            &json!({"kind": "rename_file", "skill": skill, "rel": "assets/a.bin", "to": "b/c.txt"}),
        ),
    );
    assert_eq!(fs::read_to_string(room.at("a/b/c.txt")).unwrap(), "now text\n");
    done.push(room.carry_out(&json!({"kind": "remove_file", "skill": skill, "rel": "b/c.txt"})));
    assert!(!room.at("a/b/c.txt").exists());
    for one in done.iter().rev() {
        room.ask("undo", &json!({ "entry": one["entry"]["id"] }));
    }
    assert_eq!(disk::Imprint::of(&room.at("")).unwrap(), before);
}

#[test]
fn a_name_is_checked_before_a_skill_is_made() {
    let room = Room::new();
    let check = |scope: &str, name: &str| {
        room.ask(
            "name_check",
            &json!({"scope": scope, "name": name, "description": "Does it. Use when asked, often."}),
        )
    };
    assert!(check("repo", "a")["refused"].as_str().unwrap().contains("is there already"));
    assert!(check("repo", "A b")["refused"].as_str().unwrap().contains("lowercase"));
    let shadowed = check("user", "a");
    assert_eq!((&shadowed["refused"], &shadowed["holders"][0]["wins"]), (&Value::Null, &json!(true)));
    assert_eq!(shadowed["effects"], json!(["user:a/SKILL.md will be shadowed in Pixir."]));
    let fresh = check("user", "b");
    assert_eq!(fresh["effects"], json!(["`b` at user:b/SKILL.md will start to win in Pixir."]));
    let done = room.carry_out(&json!({"kind": "create", "scope": "user", "name": "b", "outline": "steps",
        "description": "Sorts what it is given by size. Use when asked to sort.", "folders": ["scripts"]}));
    assert!(done["skill"].as_str().unwrap().starts_with("user-"), "{done}");
    let findings = room.ask("skill", &json!({ "id": done["skill"] }))["checks"].clone();
    assert_eq!(findings, json!([]));
}

#[test]
fn the_terminal_makes_a_skill_and_takes_it_back() {
    let room = Room::new();
    let run = |arguments: &[&str]| {
        let output = std::process::Command::new(super::doors::program())
            .args(["--workspace", room.folder.path().join("ws").to_str().unwrap()])
            .args(arguments)
            .env("HOME", room.folder.path().join("home"))
            .env("XDG_DATA_HOME", room.folder.path().join("kept"))
            .env_remove("PIXIR_HOME")
            .stdin(std::process::Stdio::null())
            .output()
            .expect("the program runs");
        (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
    };
    let new = ["new", "b", "--scope", "user", "--description", "Does it. Use when asked."];
    let file = room.folder.path().join("home/.agents/skills/b/SKILL.md");
    let (code, words) = run(&[&new[..], &["--dry-run"]].concat());
    assert_eq!(code, Some(0), "{words}");
    assert!(words.contains("+ description: Does it.") && words.contains("will start to win"), "{words}");
    assert_eq!(run(&new).0, Some(1), "nobody is there to say yes");
    assert!(!file.exists());
    assert_eq!(run(&[&new[..], &["--yes"]].concat()).0, Some(0));
    assert!(file.exists());
    assert_eq!(run(&[&new[..], &["--yes"]].concat()).0, Some(1), "it is there already");
    assert_eq!(run(&["undo", "--yes"]).0, Some(0));
    assert!(!file.exists());
}
