use std::collections::BTreeSet;

use disk::Digest;
use serde_json::json;

use super::{Room, refused, take};
use crate::{Child, Offered, Served, Unserved, served, served_children, served_file};

fn manifest(skill: &Offered) -> Served {
    served(skill, &[]).unwrap_or_else(|why| panic!("{}: {why}", skill.id))
}

fn unserved(skill: &Offered) -> String {
    served(skill, &[]).expect_err("it is served").to_string()
}

fn children(skill: &Offered, path: &str) -> Vec<(String, bool)> {
    let found = served_children(skill, &[], path).unwrap_or_else(|why| panic!("{path}: {why}"));
    found.into_iter().map(|Child { path, is_folder }| (path, is_folder)).collect()
}

#[test]
fn a_manifest_holds_every_file_that_a_copy_has_with_its_digest() {
    let room = Room::new();
    let skill = room.skill("a", "metadata: {version: 1.5}\n", "Do.\n");
    room.put("skills/a/data.bin", [0x89, 0xff, 0]);
    room.put("skills/a/.git/config", "x");
    room.put("skills/a/sub/node_modules/m.js", "x");
    room.put("skills/a/empty.txt", "");
    #[cfg(unix)]
    {
        super::link("references/note.md", &room.path("skills/a/same.md"));
        super::link("../../outside/secret", &room.path("skills/a/out"));
        super::link("references", &room.path("skills/a/folder"));
    }
    let found = manifest(&skill);
    let expected = json!({ "name": "a", "description": "About a.", "metadata": { "version": 1.5 } });
    assert_eq!(json!(found.frontmatter), expected);
    let mut task = room.task("t");
    take(&mut task, std::slice::from_ref(&skill), "a");
    let copied: BTreeSet<_> = task.held("a").unwrap().mount.files.iter().cloned().collect();
    let listed: BTreeSet<_> = found.files.iter().map(|file| file.path.clone()).collect();
    assert_eq!(listed, copied);
    assert_eq!(found.files.len(), copied.len(), "each once");
    for file in found.files.iter().filter(|file| file.path != "SKILL.md") {
        let bytes = served_file(&skill, &[], &file.path).unwrap_or_else(|why| panic!("{}: {why}", file.path));
        assert_eq!((Digest::of(&bytes), bytes.len() as u64), (file.digest, file.size), "{}", file.path);
    }
    for (path, kind) in [
        (".git/config", "not_found"),
        ("sub/node_modules/m.js", "not_found"),
        ("none", "not_found"),
        ("SKILL.md", "invalid_args"),
        ("../a/SKILL.md", "outside_workspace"),
        ("references", "read_failed"),
    ] {
        assert_eq!(refused(served_file(&skill, &[], path)).kind(), kind, "{path}");
    }
    #[cfg(unix)]
    assert_eq!(refused(served_file(&skill, &[], "out")).kind(), "outside_workspace");
}

#[test]
fn a_folder_shows_what_lies_in_it_and_no_more() {
    let room = Room::new();
    let skill = room.skill("a", "", "Do.\n");
    room.put("skills/a/references/deep/x.md", "x");
    room.put("skills/a/.git/config", "x");
    std::fs::create_dir(room.path("skills/a/empty")).unwrap();
    #[cfg(unix)]
    super::link("references", &room.path("skills/a/folder"));
    let named = |found: &[(&str, bool)]| -> Vec<(String, bool)> {
        found.iter().map(|(path, is_folder)| ((*path).to_owned(), *is_folder)).collect()
    };
    let top = [("SKILL.md", false), ("empty", true), ("references", true), ("scripts", true)];
    assert_eq!(children(&skill, ""), named(&top));
    let references = [("references/deep", true), ("references/note.md", false)];
    assert_eq!(children(&skill, "references"), named(&references));
    assert_eq!(children(&skill, "empty"), []);
    for path in ["SKILL.md", "none", ".git", "folder", "references/note.md", "../a", "empty/x"] {
        assert!(served_children(&skill, &[], path).is_err(), "{path}");
    }
}

#[test]
fn what_is_kept_from_agents_is_in_no_manifest_and_is_not_read() {
    let room = Room::new();
    let outer = room.skill("outer", "", "Do.\n");
    room.put("skills/outer/inner/SKILL.md", "---\nname: inner\ndescription: d\n---\nHidden.\n");
    assert!(manifest(&outer).files.iter().any(|file| file.path == "inner/SKILL.md"), "files of it else");
    let kept = [room.path("skills/outer/inner")];
    let found = served(&outer, &kept).unwrap();
    assert!(found.files.iter().all(|file| !file.path.starts_with("inner")), "{found:?}");
    assert_eq!(refused(served_file(&outer, &kept, "inner/SKILL.md")).kind(), "not_found");
    assert_eq!(refused(served_children(&outer, &kept, "inner")).kind(), "not_found");
    let shown = served_children(&outer, &kept, "").unwrap();
    assert!(shown.iter().all(|child| child.path != "inner"), "{shown:?}");
    // One that lies in a folder that is kept, and is not kept itself, is whole.
    let around = [room.path("skills")];
    assert_eq!(served(&outer, &around).unwrap().files.len(), manifest(&outer).files.len());
}

#[test]
fn what_others_could_not_verify_is_not_served_and_says_why() {
    let room = Room::new();
    let check = |id: &str, lines: &str, body: &str, words: &str| {
        let said = unserved(&room.skill(id, lines, body));
        assert!(said.contains(words), "{said}");
    };
    check("odd_name", "", "Do.\n", "its SKILL.md has no name of");
    check("twice", "name: other\n", "Do.\n", "its SKILL.md has the key name twice (line 4)");
    check(
        "for-some",
        "paths: ['*.py']\n",
        "Do.\n",
        "it cannot be activated by its address: Skill 'for-some' is for",
    );
    check("empty", "", "\n", "Skill body is empty");
    let skill = room.skill("a", "", "Do.\n");
    let named = Offered { id: "b".to_owned(), ..skill.clone() };
    assert!(unserved(&named).starts_with("it is named b here, but a in its SKILL.md"));
    let flat = Offered { path: room.path("skills/a/references/note.md"), ..skill.clone() };
    assert!(matches!(served(&flat, &[]), Err(Unserved::NoFolder { .. })));
    room.put("skills/a/big.bin", vec![0; 16 << 20]);
    assert_eq!(unserved(&skill), "it has more than 16 MiB of files; hosts may refuse such a skill");
    std::fs::remove_file(room.path("skills/a/big.bin")).unwrap();
    (0..510).for_each(|number| room.put(&format!("skills/a/many/{number}"), ""));
    assert_eq!(unserved(&skill), "it has more than 512 files; hosts may refuse such a skill");
    std::fs::remove_file(room.path("skills/a/many/0")).unwrap();
    assert_eq!(manifest(&skill).files.len(), 512);
    room.put("skills/a/odd\\name", "");
    assert!(unserved(&skill).contains("would be incomplete: the name odd\\name"), "{}", unserved(&skill));
}

#[cfg(unix)]
#[test]
fn the_main_file_is_listed_under_one_name() {
    let room = Room::new();
    let skill = room.skill("a", "", "Do.\n");
    super::link("SKILL.md", &room.path("skills/a/again.md"));
    std::fs::hard_link(room.path("skills/a/SKILL.md"), room.path("skills/a/hard.md")).unwrap();
    let names: Vec<_> = manifest(&skill).files.into_iter().map(|file| file.path).collect();
    assert_eq!(names, ["SKILL.md", "references/note.md", "scripts/run.py"]);
    for path in ["again.md", "hard.md"] {
        assert_eq!(refused(served_file(&skill, &[], path)).kind(), "invalid_args", "{path}");
    }
}
