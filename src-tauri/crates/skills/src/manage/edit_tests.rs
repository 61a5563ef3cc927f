//! Fields set one at a time, new skills, and the files of a skill.
#![cfg(unix)]
#![allow(clippy::disallowed_methods, reason = "a test lays out files of its own")]

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;

use disk::Digest;

use super::fields::field_lines;
use super::*;
use crate::{Convention, Places, Ruling, Scope, Trust, Visibility, checks, rule, survey_for};

fn set(content: &str, key: &str, setting: Setting<'_>) -> Result<String, String> {
    set_field(content.as_bytes(), key, setting)
        .map(|bytes| String::from_utf8(bytes).expect("text stays text"))
        .map_err(|trouble| trouble.to_string())
}

#[test]
fn a_field_is_set_without_touching_another_byte() {
    let check = |content: &str, key: &str, setting: Setting<'_>, expected: Option<&str>| {
        let out = set(content, key, setting);
        assert_eq!(out.as_deref().ok(), expected, "{content:?} {key} {setting:?}: {out:?}");
    };
    let text = Setting::Text;
    check("---\nname: a\n---\nb\n", "name", text("c"), Some("---\nname: c\n---\nb\n"));
    check("---\nname: a\n---", "x", text("z"), Some("---\nname: a\nx: z\n---"));
    check(
        "---\na: 1 # c\nname: \"a\"\nd: 'e'\n---\n",
        "name",
        text("c"),
        Some("---\na: 1 # c\nname: c\nd: 'e'\n---\n"),
    );
    // A comment on the line moves above it; blank lines and comments between fields stay.
    check(
        "---\nname: a # why\n\n# next\nx: y\n---\n",
        "name",
        text("b"),
        Some("---\n# why\nname: b\n\n# next\nx: y\n---\n"),
    );
    check("---\nname: 'a' # why\n---\n", "name", text("b"), Some("---\n# why\nname: b\n---\n"));
    check("---\nname: a#b\n---\n", "name", text("b"), Some("---\nname: b\n---\n"));
    check(
        "---\nname: >-\n  a\n  # b\n# c\nx: y\n---\n",
        "name",
        text("b"),
        Some("---\nname: b\n# c\nx: y\n---\n"),
    );
    check("---\nname: a\n  b\nx: y\n---\n", "name", text("b"), Some("---\nname: b\nx: y\n---\n"));
    // Line ends and what stands in front stay.
    check(
        "---\r\nname: a\r\nx: y\r\n---\r\nb\r\n",
        "name",
        text("b"),
        Some("---\r\nname: b\r\nx: y\r\n---\r\nb\r\n"),
    );
    check("\u{feff}---\nname: a\n---\n", "name", text("b"), Some("\u{feff}---\nname: b\n---\n"));
    check("# Text\n", "name", text("b"), Some("---\nname: b\n---\n\n# Text\n"));
    check("", "name", text("b"), Some("---\nname: b\n---\n"));
    // The form that both read alike.
    let one = |value: &str, written: &str| {
        check(
            "---\ndescription: x\n---\n",
            "description",
            Setting::Text(value),
            Some(&format!("---\ndescription: {written}\n---\n")),
        );
    };
    one("a: b", "\"a: b\"");
    one("a #b", "\"a #b\"");
    one("- a", "\"- a\"");
    one("say \"hi\"", "'say \"hi\"'");
    one("it's", "it's");
    one("true", "\"true\"");
    one("2026", "\"2026\"");
    one("  blank  ", "blank");
    check(
        "---\nx: y\n---\n",
        "disable-model-invocation",
        text("true"),
        Some("---\nx: y\ndisable-model-invocation: true\n---\n"),
    );
    for refused in ["a\nb", "'\"both\": 'x'", "", "\u{7}: \"'", "\"quoted\": 'it"] {
        check("---\ndescription: x\n---\n", "description", text(refused), None);
    }
    // What stands twice, below another key, or nowhere.
    check("---\nname: a\n", "name", text("c"), None);
    check("---\nname: a\nname: b\n---\n", "name", text("c"), None);
    check("---\nname: a\nm:\n  name: b\n---\n", "name", text("c"), None);
    check("---\nm:\n  name: a\n---\n", "name", text("c"), Some("---\nm:\n  name: a\nname: c\n---\n"));
    check("---\nname: a\r---\n", "name", text("c"), None);
    // YAML of one's own.
    let yaml = Setting::Yaml;
    let nested = "---\nname: a\nmetadata:\n  v: 4 # old\n  w: [1]\nx: y\n---\n";
    check(
        nested,
        "metadata",
        yaml("metadata:\n  v: 5\n"),
        Some("---\nname: a\nmetadata:\n  v: 5\nx: y\n---\n"),
    );
    check(nested, "metadata", yaml("metadata:\n  name: b"), None);
    check(nested, "metadata", yaml("metadata:\n  v: [5"), None);
    check(nested, "metadata", yaml("other: 1"), None);
    check(nested, "metadata", yaml("metadata: 1\n---\nz: 1"), None);
    check(nested, "metadata", Setting::Nothing, Some("---\nname: a\nx: y\n---\n"));
    check(nested, "nothing", Setting::Nothing, Some(nested));
    assert_eq!(
        field_lines(nested.as_bytes(), "metadata").as_deref(),
        Some("metadata:\n  v: 4 # old\n  w: [1]\n")
    );
    assert_eq!(field_lines(nested.as_bytes(), "v"), None);
}

struct Room(tempfile::TempDir);

impl Room {
    fn new() -> Self {
        let room = Self(tempfile::tempdir().expect("a temporary folder"));
        let dir = room.0.path().join("ws/.agents/skills/a");
        fs::create_dir_all(dir.join("references")).unwrap();
        fs::write(dir.join("SKILL.md"), "---\nname: a\ndescription: d\n---\nSee references/x.md.\n").unwrap();
        fs::write(dir.join("references/x.md"), "old\n").unwrap();
        symlink("/etc", dir.join("out")).unwrap();
        symlink("/etc/hostname", dir.join("host")).unwrap();
        room
    }

    fn look(&self) -> Ruling {
        let at = |rel: &str| self.0.path().join(rel);
        let places =
            Places { workspace: at("ws"), home: Some(at("home")), pixir_home: None, ..Places::default() };
        let survey = survey_for(Convention::Pixir, &places);
        rule(Convention::Pixir, &survey, &Visibility::whole(Trust::Trusted))
    }
}

#[test]
fn a_new_skill_has_no_findings_and_both_read_it_alike() {
    let folders = ["scripts".to_owned(), "references".to_owned()];
    for outline in Outline::ALL {
        let room = Room::new();
        let description = "Sums up: a \"day\". Use when asked.";
        let beginning = Beginning { name: "day-2", description, outline, folders: &folders };
        let plan = create(&room.look(), Scope::User, &beginning).expect("a plan");
        assert_eq!(plan.findings, [], "{outline:?}");
        carry_out(&Ledger::below(&room.0.path().join("kept")), &plan, "window", std::time::SystemTime::now())
            .unwrap();
        let look = room.look();
        let skill = &look.winner("day-2").expect("it is found").skill;
        assert_eq!((skill.description.as_str(), skill.folder()), (description, "day-2"));
        let bytes = fs::read(&skill.path).unwrap();
        assert_eq!(checks(skill, &crate::Content::of(&bytes)), []);
        assert_eq!(crate::read_yaml(&bytes).description.as_deref(), Some(description));
        assert!(skill.dir.join("scripts").is_dir() && !skill.dir.join("assets").exists());
    }
}

#[test]
fn what_cannot_be_a_new_skill_is_refused_in_words() {
    let room = Room::new();
    let check = |name: &str, description: &str, folders: &[String], part: &str| {
        let beginning = Beginning { name, description, outline: Outline::Short, folders };
        match create(&room.look(), Scope::Repo, &beginning) {
            Err(Trouble::Refused(words)) => assert!(words.text.contains(part), "{name}: {words}"),
            other => panic!("{name}: {other:?}"),
        }
    };
    for name in ["", "A", "a--b", "-a", "../x", "a\nb", "a\0", &"a".repeat(65)] {
        check(name, "d", &[], "lowercase");
    }
    check("con", "d", &[], "device");
    check("a", "d", &[], "already exists");
    check("b", " ", &[], "description");
    check("b", &"d".repeat(1_025), &[], "1025 characters");
    check("b", "a\nb", &[], "line break");
    check("b", "d", &["src".to_owned()], "not one of the folders");
}

#[test]
fn a_file_is_written_only_over_what_was_seen_and_only_inside() {
    let room = Room::new();
    let look = room.look();
    let skill = &look.winner("a").expect("it is there").skill;
    let file = Path::new("references/x.md");
    let seen = Digest::of(b"old\n");
    let moved = write(&look, skill, file, Digest::of(b"older\n"), b"new\n");
    assert!(matches!(moved, Err(Trouble::Moved(_))), "{moved:?}");
    let moved = write(&look, skill, Path::new("gone.md"), seen, b"new\n");
    assert!(matches!(moved, Err(Trouble::Moved(_))), "{moved:?}");
    assert!(write(&look, skill, file, seen, b"new\n").is_ok());
    let refused = |plan: Result<Plan, Trouble>, part: &str| match plan {
        Err(Trouble::Refused(words)) => assert!(words.text.contains(part), "{words}"),
        other => panic!("{part}: {other:?}"),
    };
    refused(write(&look, skill, file, seen, b"old\n"), "already has this content");
    let host = Digest::of(&fs::read("/etc/hostname").unwrap_or_default());
    refused(write(&look, skill, Path::new("host"), host, b"x"), "out of the skill");
    for (rel, part) in [
        ("../b/x.md", "not a path below"),
        ("/etc/x", "not a path below"),
        ("out/x.md", "outside the skill"),
        ("references/X.md", "upper and lower case"),
        ("references/x.md", "already exists"),
        ("skill.md", "has one SKILL.md"),
        (".git/config", "is ignored"),
        ("nul.txt", "device"),
        ("a\u{202e}b", "cannot be a name"),
        ("a:b", "cannot be a name"),
        ("ends.", "full stop"),
    ] {
        refused(add(&look, skill, Path::new(rel), b"x"), part);
    }
    refused(add(&look, skill, Path::new(&"a".repeat(256)), b"x"), "at most 255 bytes");
    refused(add(&look, skill, Path::new("1/2/3/4/5/6/7/8/9"), b"x"), "eight folders deep");
    for rel in [&*"a".repeat(255), "1/2/3/4/5/6/7/8"] {
        assert!(add(&look, skill, Path::new(rel), b"x").is_ok(), "{rel}");
    }
    refused(remove_file(&look, skill, Path::new("SKILL.md")), "needs its SKILL.md");
    refused(remove_file(&look, skill, Path::new("references")), "not a file");
    let plan = remove_file(&look, skill, file).expect("a plan");
    assert_eq!(plan.notes, ["SKILL.md names references/x.md in line 5, which is not changed."]);
}
