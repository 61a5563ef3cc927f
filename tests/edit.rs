//! Texts that are edited: one field leaves every other byte, both readings agree, and what moved is not written.
#![cfg(unix)]

use std::fs;
use std::path::{Path, PathBuf};

use api::draft::{DraftAsk, DraftCheckAsk, DraftDisk, DraftFieldAsk, DraftTextAsk, DraftValue, NameCheckAsk};
use api::manage::{FileContents, PlanAsk, PlanSide, PlanTextAsk};
use api::wire::{SkillScope, SkillUnderAsk};
use disk::{Contents, Stamp};
use proptest::prelude::*;
use skills::manage::{self, Beginning, Outline, Setting, set_field};
use skills::{Places, Scope, Skill, Stage, pixir_fields, read_yaml};
use tests::pixir;
use tests::room::Room;

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

fn room() -> Room {
    Room::with(&[
        (".agents/skills/a/SKILL.md", b"---\nname: a\n# kept\ndescription: d # old\n---\nDo it.\n"),
        (".agents/skills/a/references/x.md", b"old\n"),
    ])
}

fn in_skills(room: &Room, rel: &str) -> PathBuf {
    room.at("ws/.agents/skills").join(rel)
}

fn text(text: &str) -> FileContents {
    FileContents::Text { text: text.to_owned() }
}

#[test]
fn a_text_is_opened_edited_saved_and_undone() {
    let room = room();
    let (skill, rel) = (room.skill("a").id, "SKILL.md".to_owned());
    let draft = room.page().draft(&DraftAsk { skill: skill.clone(), rel: rel.clone() }).unwrap();
    let value = DraftValue::Text { text: "Does it: well and in full. Use when asked.".to_owned() };
    let field = DraftFieldAsk { text: draft.text.clone(), key: "description".to_owned(), value };
    let edited = room.page().draft_field(&field).unwrap().text.expect("it can be set");
    let wanted = "---\nname: a\n# kept\n# old\ndescription: \"Does it: well and in full. Use when asked.\"\n---\nDo it.\n";
    assert_eq!(edited, wanted);
    let ask = DraftCheckAsk { skill: skill.clone(), seen: draft.hash.clone(), text: edited.clone() };
    let check = room.page().draft_check(&ask).unwrap();
    assert!(matches!(check.disk, DraftDisk::AsSeen), "{:?}", check.disk);
    assert!(check.findings.is_empty() && check.advice.is_empty(), "{check:?}");
    assert_eq!((check.change.added, check.change.removed), (2, 1));
    assert_eq!(check.fields[1].value.as_deref(), Some("Does it: well and in full. Use when asked."));
    let preview = room.page().draft_preview(&DraftTextAsk { text: edited.clone() }).unwrap();
    assert_eq!(preview.first_line, 7);
    let file = in_skills(&room, "a/SKILL.md");
    assert_eq!(fs::read_to_string(&file).unwrap(), draft.text, "nothing was written");
    let (base, contents) = (Some(draft.text.clone()), text(&edited));
    let write = PlanAsk::Write { skill: skill.clone(), rel, seen: draft.hash, base, contents };
    let done = room.carry_out(&room.plan(&write));
    assert_eq!(done.entry.as_ref().map(|entry| entry.act.as_str()), Some("write"));
    assert_eq!(done.skill, Some(skill));
    assert_eq!(fs::read_to_string(&file).unwrap(), wanted);
    room.undo(&done);
    assert_eq!(fs::read_to_string(&file).unwrap(), draft.text);
}

#[test]
fn what_moved_while_it_was_edited_is_answered_with_three_texts() {
    let room = room();
    let (skill, rel) = (room.skill("a").id, "references/x.md".to_owned());
    let draft = room.page().draft(&DraftAsk { skill: skill.clone(), rel: rel.clone() }).unwrap();
    room.write("ws/.agents/skills/a/references/x.md", "faster\n");
    let (seen, base, contents) = (draft.hash, Some(draft.text), text("mine\n"));
    let answer = room.plan(&PlanAsk::Write { skill, rel, seen, base, contents });
    assert!(answer.plan.is_none(), "{answer:?}");
    let moved = answer.refused.and_then(|refused| refused.moved).expect("it says what moved");
    for (side, text) in [(PlanSide::Seen, "old"), (PlanSide::Disk, "faster"), (PlanSide::Result, "mine")] {
        let ask = PlanTextAsk { plan: moved.id.clone(), step: 0, side, from: 0, count: 9 };
        assert_eq!(room.page().plan_text(&ask).unwrap().lines, [text], "{side:?}");
    }
    assert_eq!(fs::read_to_string(in_skills(&room, "a/references/x.md")).unwrap(), "faster\n");
}

#[test]
fn files_of_a_skill_are_added_replaced_renamed_and_trashed() {
    let room = room();
    let skill = room.skill("a").id;
    let before = disk::Imprint::of(&in_skills(&room, "")).unwrap();
    let mut done = Vec::new();
    let mut carry_out = |ask: &PlanAsk| done.push(room.carry_out(&room.plan(ask)));
    let rel = "assets/a.bin".to_owned();
    let contents = FileContents::Base64 { bytes: "AP8K".to_owned() };
    carry_out(&PlanAsk::AddFile { skill: skill.clone(), rel: rel.clone(), contents });
    assert_eq!(fs::read(in_skills(&room, "a/assets/a.bin")).unwrap(), [0, 255, 10]);
    let (seen, contents) = (disk::Digest::of(&[0, 255, 10]).to_string(), text("now text\n"));
    carry_out(&PlanAsk::Write { skill: skill.clone(), rel: rel.clone(), seen, base: None, contents });
    let to = "b/c.txt".to_owned();
    carry_out(&PlanAsk::RenameFile { skill: skill.clone(), rel, to: to.clone() });
    assert_eq!(fs::read_to_string(in_skills(&room, "a/b/c.txt")).unwrap(), "now text\n");
    carry_out(&PlanAsk::RemoveFile { skill, rel: to });
    assert!(!in_skills(&room, "a/b/c.txt").exists());
    for one in done.iter().rev() {
        room.undo(one);
    }
    assert_eq!(disk::Imprint::of(&in_skills(&room, "")).unwrap(), before);
}

#[test]
fn a_name_is_checked_before_a_skill_is_made() {
    let room = room();
    let check = |scope: SkillScope, name: &str| {
        let description = "Does it. Use when asked, often.".to_owned();
        room.page()
            .name_check(&NameCheckAsk { convention: None, scope, name: name.to_owned(), description })
            .unwrap()
    };
    let refused = |name: &str| check(SkillScope::Repo, name).refused.expect("it is refused");
    assert!(refused("a").text.contains("already exists"));
    assert!(refused("A b").text.contains("lowercase"));
    let shadowed = check(SkillScope::User, "a");
    assert!(shadowed.refused.is_none() && shadowed.holders[0].wins, "{shadowed:?}");
    assert_eq!(shadowed.effects, ["user:a/SKILL.md will be shadowed in Pixir."]);
    let fresh = check(SkillScope::User, "b");
    assert_eq!(fresh.effects, ["`b` at user:b/SKILL.md will win in Pixir."]);
    let done = room.carry_out(&room.plan(&PlanAsk::Create {
        convention: None,
        scope: SkillScope::User,
        name: "b".to_owned(),
        description: "Sorts what it is given by size. Use when asked to sort.".to_owned(),
        outline: api::manage::Outline::Steps,
        folders: vec!["scripts".to_owned()],
    }));
    let id = done.skill.expect("the new skill");
    assert!(id.starts_with("user-"), "{id}");
    let made = room.page().skill(&SkillUnderAsk { id, convention: None }).unwrap();
    assert!(made.checks.is_empty(), "{:?}", made.checks);
}

#[test]
fn the_terminal_makes_a_skill_and_takes_it_back() {
    let room = room();
    let run = |arguments: &[&str]| {
        let output = std::process::Command::new(super::doors::program())
            .args(["--workspace", room.at("ws").to_str().unwrap()])
            .args(arguments)
            .env("HOME", room.at("home"))
            .env("XDG_DATA_HOME", room.at("kept"))
            .env_remove("PIXIR_HOME")
            .stdin(std::process::Stdio::null())
            .output()
            .expect("the program runs");
        (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
    };
    let new = ["new", "b", "--scope", "user", "--description", "Does it. Use when asked."];
    let file = room.at("home/.agents/skills/b/SKILL.md");
    let (code, words) = run(&[&new[..], &["--dry-run"]].concat());
    assert_eq!(code, Some(0), "{words}");
    assert!(words.contains("+ description: Does it.") && words.contains("will win"), "{words}");
    assert_eq!(run(&new).0, Some(1), "nobody is there to say yes");
    assert!(!file.exists());
    assert_eq!(run(&[&new[..], &["--yes"]].concat()).0, Some(0));
    assert!(file.exists());
    assert_eq!(run(&[&new[..], &["--yes"]].concat()).0, Some(1), "it is there already");
    assert_eq!(run(&["undo", "--yes"]).0, Some(0));
    assert!(!file.exists());
}
