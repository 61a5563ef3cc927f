//! Tests of sources that read files whose names say that they hold secrets.
#![cfg(unix)]
#![allow(clippy::disallowed_methods, reason = "a test lays its files out by hand")]

use std::fs;
use std::os::unix::fs::symlink;
use std::path::PathBuf;
use std::time::SystemTime;

use disk::{Contents, Stamp};
use execution::{Decision, Mode, Stop};
use skills::Skill;
use tempfile::TempDir;

use crate::carry_out::carry_out;
use crate::{Ground, Origin, Prepared, Source, Surface, prepare};

struct Room {
    folder: TempDir,
    mode: Mode,
}

impl Room {
    /// A workspace `w` with secrets, other names of them, and a skill in `w/s`.
    fn new() -> Self {
        let folder = TempDir::new().unwrap();
        let at = |path: &str| folder.path().join("w").join(path);
        for path in ["s", "sub", "docs", "linked", "twins", "plain", ".git", ".ssh", "late"] {
            fs::create_dir_all(at(path)).unwrap();
        }
        for path in [".env", "sub/id_rsa", ".git/config", ".ssh/config"] {
            fs::write(at(path), "zebra\n").unwrap();
        }
        for path in ["a.txt", "docs/a.md", "docs/b.md", "plain/one", "late/a"] {
            fs::write(at(path), "plain\n").unwrap();
        }
        fs::write(at("s/SKILL.md"), "---\nname: s\ndescription: d\n---\n").unwrap();
        fs::write(at("s/own.md"), "plain\n").unwrap();
        for (target, name) in [
            ("../.env", "linked/once"),
            ("once", "linked/twice"),
            ("../.ssh", "linked/folder"),
            ("../a.txt", "plain/link"),
        ] {
            symlink(target, at("").join(name)).unwrap();
        }
        for (target, name) in [
            (".env", "twins/env"),
            (".git/config", "twins/git"),
            ("plain/one", "plain/two"),
            (".env", "s/env.md"),
        ] {
            fs::hard_link(at(target), at(name)).unwrap();
        }
        symlink("../twins/env", at("linked/twin")).unwrap();
        Self { folder, mode: Mode::Auto }
    }

    fn at(&self, path: &str) -> PathBuf {
        self.folder.path().join("w").join(path)
    }

    fn ground(&self) -> Ground {
        Ground {
            workspace: self.at(""),
            home: None,
            mode: self.mode,
            mode_from: "set here".to_owned(),
            environment: Vec::new(),
            helper: PathBuf::new(),
        }
    }

    fn prepared(&self, surface: Surface) -> Prepared {
        let path = self.at("s/SKILL.md");
        let contents = Contents { bytes: fs::read(&path).unwrap(), stamp: Stamp::default() };
        let source = Source {
            id: "facts".to_owned(),
            title: String::new(),
            surface,
            read_only: true,
            auto: true,
            timeout: Source::TIMEOUT,
            max_bytes: Source::KEEP,
            cwd: String::new(),
            origin: Origin::File,
            line: 1,
            blocked: None,
        };
        prepare(&self.ground(), &Skill::alone(&path, &contents), &contents.bytes, &source).unwrap()
    }

    fn read(&self, path: &str) -> Prepared {
        self.prepared(Surface::Read(path.to_owned()))
    }
}

#[test]
fn read_of_a_guarded_file_asks_and_names_it() {
    let room = Room::new();
    for (path, name) in [
        (".env", ".env"),
        (".env*", ".env"),
        ("[.]env", ".env"),
        ("{.env,a.txt}", ".env"),
        ("?env", ".env"),
        ("sub/id_rsa", "id_rsa"),
        ("sub/*", "id_rsa"),
        ("**", ".env"),
        ("linked/once", ".env"),
        ("linked/twice", ".env"),
        ("linked/tw*", ".env"),
        ("linked/folder/config", ".ssh"),
        ("linked/folder/*", ".ssh"),
        ("linked/twin", ".env"),
        ("twins/env", ".env"),
        ("twins/git", "config"),
        ("twins/*", "twins/git"),
        ("absent/.netrc", ".netrc"),
        (".git/config", ".git"),
        (".aws/x", ".aws"),
    ] {
        let found = room.read(path);
        assert_eq!(found.decision, Decision::Ask, "{path}: {}", found.rule);
        assert!(!found.reads_only && found.not_by_itself.is_some(), "{path}");
        assert!(found.reasons.iter().any(|words| words.text.contains(name)), "{path}: {:?}", found.reasons);
    }
    for path in ["a.txt", "*.txt", "docs/**", "docs/*.md", "plain/*", "plain/two", "plain/link", "absent"] {
        let found = room.read(path);
        assert_eq!((found.decision, found.reasons.len()), (Decision::Allow, 0), "{path}: {}", found.rule);
        assert_eq!(found.not_by_itself, None, "{path}");
    }
    let room = Room { mode: Mode::ReadOnly, ..room };
    assert_eq!(room.read("sub/*").decision, Decision::Refuse);
}

#[test]
fn resource_that_is_a_guarded_file_by_another_name_asks() {
    let room = Room::new();
    let decision = |path: &str| room.prepared(Surface::Resource(path.to_owned())).decision;
    assert_eq!((decision("own.md"), decision("env.md")), (Decision::Allow, Decision::Ask));
    fs::write(room.at("s/.env"), "zebra\n").unwrap();
    assert_eq!(decision(".env"), Decision::Ask);
}

#[test]
fn guarded_file_that_comes_later_is_not_read_unasked() {
    let room = Room::new();
    let run = |prepared: &Prepared| carry_out(&room.ground(), prepared, SystemTime::now, &Stop::default());
    let before = room.read("late/*");
    assert_eq!(before.decision, Decision::Allow);
    assert_eq!(run(&before).map(|done| done.text.text), Ok("==> late/a <==\nplain\n".to_owned()));
    fs::hard_link(room.at(".env"), room.at("late/b")).unwrap();
    let told = run(&before).expect_err("it is read");
    assert!(told.text.contains("late/b") && told.text.contains(".env"), "{told}");
    // A yes for other files is none for this one; with its own it is read.
    let after = room.read("late/*");
    assert_ne!(before.bound.digest(), after.bound.digest());
    assert!(run(&after).is_ok_and(|done| done.text.text.contains("zebra")));
}
