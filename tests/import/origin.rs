//! Where a skill came from, and what an update does.

use api::import::{DivergenceWho, OriginState, UpdateView};
use serde_json::json;

use super::why;
use super::*;

fn source(room: &Room, files: &[(&str, &str)]) -> OriginSource {
    let _ = fs::remove_dir_all(room.at("from/a"));
    room.put("from/a/SKILL.md", A);
    for (name, text) in files {
        room.put(&format!("from/a/{name}"), text);
    }
    OriginSource::Folder { path: room.at("from/a") }
}

fn landed(room: &Room, files: &[(&str, &str)]) -> JournalRow {
    let (id, view) = room.import(source(room, files));
    let entry = room.land(&id, &view);
    room.page().end_import(&of(&id)).expect("it ends");
    entry
}

/// A look at the source of the skill, and what differs from it.
fn looked(room: &Room) -> (String, ImportView) {
    let ask = SkillAsk { id: room.row("repo:a/SKILL.md").id };
    let id = room.page().begin_update(&ask).expect("it begins").import.expect("an import");
    let view = room.ended(&id);
    (id, view)
}

fn update(room: &Room) -> UpdateView {
    let (_, view) = looked(room);
    let (stage, why) = (view.stage, why(&view));
    view.update.unwrap_or_else(|| panic!("{stage:?}: {why}"))
}

fn here(room: &Room, name: &str) -> String {
    fs::read_to_string(room.at("ws/.agents/skills/a").join(name)).unwrap_or_default()
}

#[test]
fn an_update_follows_the_source_and_leaves_what_was_changed_here() {
    let room = Room::new();
    let files = [("same", "1"), ("mine", "1"), ("theirs", "1"), ("both", "1"), ("gone", "1"), ("kept", "1")];
    landed(&room, &files);
    room.put("ws/.agents/skills/a/mine", "2");
    room.put("ws/.agents/skills/a/both", "2");
    room.put("ws/.agents/skills/a/kept", "2");
    room.put("ws/.agents/skills/a/own", "mine alone");
    source(&room, &[("same", "1"), ("mine", "1"), ("theirs", "3"), ("both", "3"), ("new", "3")]);
    let before = room.tree();
    let (id, view) = looked(&room);
    let told = view.update.expect("what differs");
    let files: Vec<_> = told.files.iter().map(|row| (row.rel.as_str(), row.by)).collect();
    let expected = [
        ("both", DivergenceWho::Both),
        ("gone", DivergenceWho::There),
        ("kept", DivergenceWho::Both),
        ("mine", DivergenceWho::Here),
        ("new", DivergenceWho::There),
        ("own", DivergenceWho::Here),
        ("theirs", DivergenceWho::There),
    ];
    assert_eq!(files, expected);
    assert_eq!(told.state, OriginState::Both);
    let plan = |theirs: &[&str]| {
        let theirs = theirs.iter().map(|rel| (*rel).to_owned()).collect();
        room.planned(&PlanAsk::Update { import: id.clone(), theirs })
    };
    let shown = plan(&[]);
    let notes = &shown.plan.as_ref().expect("a plan").notes;
    assert!(
        notes.iter().any(|note| note.text.contains("both was changed here and at its source")),
        "{notes:#?}"
    );
    let entry = room.carry_out(&shown);
    let names = ["same", "mine", "theirs", "both", "gone", "kept", "own", "new"];
    let now = |room: &Room| names.map(|name| here(room, name)).join(",");
    assert_eq!(now(&room), "1,2,3,2,,2,mine alone,3");
    room.undo(&entry);
    assert_eq!(room.tree(), before);
    // A conflict is settled by the person, file by file.
    let entry = room.carry_out(&plan(&["both", "kept", "mine"]));
    assert_eq!(now(&room), "1,1,3,3,,,mine alone,3");
    let found = update(&room);
    assert_eq!(found.state, OriginState::Here, "only `own` differs now: {found:#?}");
    room.undo(&entry);
    assert_eq!(room.tree(), before);
    // The undone update is no base any more.
    assert_eq!(update(&room).state, OriginState::Both);
}

#[test]
fn who_changed_a_skill_is_told() {
    let room = Room::new();
    landed(&room, &[("x", "1")]);
    let check = |state: OriginState| {
        let found = update(&room);
        assert_eq!(found.state, state, "{found:#?}");
    };
    check(OriginState::Neither);
    room.put("from/a/x", "2");
    check(OriginState::There);
    room.put("ws/.agents/skills/a/x", "3");
    check(OriginState::Both);
    room.put("ws/.agents/skills/a/x", "2");
    check(OriginState::Both);
    room.put("from/a/x", "1");
    check(OriginState::Here);
    fs::remove_dir_all(room.at("from/a")).unwrap();
    let (_, view) = looked(&room);
    assert_eq!(view.stage, ImportStage::Failed, "{view:#?}");
}

#[test]
fn an_origin_follows_a_skill_that_assay_moves_and_ends_with_its_import() {
    let room = Room::new();
    let entry = landed(&room, &[("x", "1")]);
    let origin = |short_path: &str| room.origin(short_path).source.map(|source| source.text);
    let from = Some(format!("the folder {}", room.at("from/a").display()));
    assert_eq!(origin("repo:a/SKILL.md"), from);
    let id = |short_path: &str| room.row(short_path).id;
    let rename = PlanAsk::Rename { skill: id("repo:a/SKILL.md"), name: "b".to_owned() };
    let renamed = room.carry_out(&room.planned(&rename));
    assert_eq!(origin("repo:b/SKILL.md"), from);
    let to_pixir = PlanAsk::Move { skill: id("repo:b/SKILL.md"), scope: SkillScope::PixirGlobal };
    let moved = room.carry_out(&room.planned(&to_pixir));
    assert_eq!(origin("pixir-global:b/SKILL.md"), from);
    let copy = PlanAsk::Copy { skill: id("pixir-global:b/SKILL.md"), scope: SkillScope::User };
    room.carry_out(&room.planned(&copy));
    assert_eq!(origin("user:b/SKILL.md"), from, "the origin travels with a copy");
    let changed = room.origin("pixir-global:b/SKILL.md").changed;
    let told: Vec<_> = changed.iter().map(|row| (row.rel.as_str(), row.change.as_str())).collect();
    assert_eq!(told, [("SKILL.md", "changed")], "its name");
    room.undo(&moved);
    room.undo(&renamed);
    assert_eq!(origin("repo:a/SKILL.md"), from);
    room.undo(&entry);
    // Another skill in the same place is not the one that was imported.
    room.put("ws/.agents/skills/a/SKILL.md", A);
    std::thread::sleep(Duration::from_millis(1_100));
    assert_eq!(origin("repo:a/SKILL.md"), None);
}

#[test]
fn lock_files_of_others_are_read_and_left_alone() {
    let room = Room::new();
    room.put("ws/.agents/skills/c/SKILL.md", A);
    let user = json!({ "version": 3, "skills": { "a": {
        "source": "someone/skills", "sourceType": "github", "sourceUrl": "https://example.org/someone/skills.git",
        "skillFolderHash": "0123456789abcdef", "installedAt": "2026-05-01T00:00:00.000Z" } } });
    let repo =
        json!({ "version": 1, "skills": { "c": { "source": "other/skills", "computedHash": "fedcba" } } });
    room.put("home/.agents/.skill-lock.json", user.to_string());
    room.put("ws/skills-lock.json", repo.to_string());
    let before = room.tree();
    let lock = |short_path: &str| {
        let locks = room.origin(short_path).locks.into_iter();
        locks.map(|row| (row.path, row.source, row.hash)).next()
    };
    let told =
        |path: &str, source: &str, hash: &str| Some((path.to_owned(), source.to_owned(), hash.to_owned()));
    assert_eq!(
        lock("user:a/SKILL.md"),
        told("~/.agents/.skill-lock.json", "https://example.org/someone/skills.git", "0123456789abcdef")
    );
    assert_eq!(lock("repo:c/SKILL.md"), told("skills-lock.json", "other/skills", "fedcba"));
    assert_eq!(room.tree(), before);
    room.put("home/.agents/.skill-lock.json", "{ not json");
    assert_eq!(lock("user:a/SKILL.md"), None);
}
