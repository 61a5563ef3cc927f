//! Where a skill came from, and what an update does.

use super::*;

fn source(room: &Room, files: &[(&str, &str)]) -> ImportSource {
    let _ = fs::remove_dir_all(room.at("from/a"));
    room.put("from/a/SKILL.md", A);
    for (name, text) in files {
        room.put(&format!("from/a/{name}"), text);
    }
    ImportSource::Folder(room.at("from/a"))
}

fn landed(room: &Room, files: &[(&str, &str)]) -> Value {
    let (id, view) = room.import(source(room, files));
    let entry = room.land(&id, &view);
    room.ask("end_import", &json!({ "import": id }));
    entry
}

fn update(room: &Room) -> (String, Value) {
    let begun = room.ask("begin_update", &json!({ "id": room.row("repo:a/SKILL.md")["id"] }));
    let id = begun["import"].as_str().unwrap().to_owned();
    let view = room.ended(&id);
    (id, view)
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
    let (id, view) = update(&room);
    let told: Vec<_> =
        view["update"]["files"].as_array().unwrap().iter().map(|row| (&row["rel"], &row["by"])).collect();
    let row = |rel: &str, by: &str| (json!(rel), json!(by));
    let expected = [
        row("both", "both"),
        row("gone", "there"),
        row("kept", "both"),
        row("mine", "here"),
        row("new", "there"),
        row("own", "here"),
        row("theirs", "there"),
    ];
    assert_eq!(told, expected.each_ref().map(|(rel, by)| (rel, by)), "{view:#}");
    assert_eq!(view["update"]["state"], "both");
    let plan =
        |theirs: &[&str]| room.ask("plan", &json!({ "kind": "update", "import": id, "theirs": theirs }));
    let shown = plan(&[]);
    assert!(
        shown["plan"]["notes"].to_string().contains("both was changed here and at its source"),
        "{shown:#}"
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
    let (_, view) = update(&room);
    assert_eq!(view["update"]["state"], "here", "only `own` differs now: {view:#}");
    room.undo(&entry);
    assert_eq!(room.tree(), before);
    // The undone update is no base any more.
    let (_, view) = update(&room);
    assert_eq!(view["update"]["state"], "both");
}

#[test]
fn who_changed_a_skill_is_told() {
    let room = Room::new();
    landed(&room, &[("x", "1")]);
    let check = |state: &str| {
        let (_, view) = update(&room);
        assert_eq!(view["update"]["state"], json!(state), "{view:#}");
    };
    check("neither");
    room.put("from/a/x", "2");
    check("there");
    room.put("ws/.agents/skills/a/x", "3");
    check("both");
    room.put("ws/.agents/skills/a/x", "2");
    check("both");
    room.put("from/a/x", "1");
    check("here");
    fs::remove_dir_all(room.at("from/a")).unwrap();
    let (_, view) = update(&room);
    assert_eq!(view["stage"], "failed", "{view:#}");
}

#[test]
fn an_origin_follows_a_skill_that_assay_moves_and_ends_with_its_import() {
    let room = Room::new();
    let entry = landed(&room, &[("x", "1")]);
    let origin = |short_path: &str| {
        let view = room.ask("origin", &json!({ "id": room.row(short_path)["id"] }));
        view["source"].as_str().map(str::to_owned)
    };
    let from = Some(format!("the folder {}", room.at("from/a").display()));
    assert_eq!(origin("repo:a/SKILL.md"), from);
    let change = |short_path: &str, mut ask: Value| {
        ask["skill"] = room.row(short_path)["id"].clone();
        room.carry_out(&room.ask("plan", &ask))
    };
    let renamed = change("repo:a/SKILL.md", json!({ "kind": "rename", "name": "b" }));
    assert_eq!(origin("repo:b/SKILL.md"), from);
    let moved = change("repo:b/SKILL.md", json!({ "kind": "move", "scope": "pixir-global" }));
    assert_eq!(origin("pixir-global:b/SKILL.md"), from);
    change("pixir-global:b/SKILL.md", json!({ "kind": "copy", "scope": "user" }));
    assert_eq!(origin("user:b/SKILL.md"), None, "a copy is its own");
    let id = room.row("pixir-global:b/SKILL.md")["id"].clone();
    let view = room.ask("origin", &json!({ "id": id }));
    assert_eq!(view["changed"], json!([{ "rel": "SKILL.md", "change": "changed" }]), "its name: {view:#}");
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
        room.ask("origin", &json!({ "id": room.row(short_path)["id"] }))["locks"][0].clone()
    };
    assert_eq!(
        lock("user:a/SKILL.md"),
        json!({ "path": "~/.agents/.skill-lock.json", "source": "https://example.org/someone/skills.git", "hash": "0123456789abcdef" })
    );
    assert_eq!(
        lock("repo:c/SKILL.md"),
        json!({ "path": "skills-lock.json", "source": "other/skills", "hash": "fedcba" })
    );
    assert_eq!(room.tree(), before);
    room.put("home/.agents/.skill-lock.json", "{ not json");
    assert_eq!(lock("user:a/SKILL.md"), Value::Null);
}
