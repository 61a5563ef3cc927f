//! `assay example`: what somebody without a checkout and without a window tries Assay on.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

use crate::doors::program;

/// Runs it where no other program is found, git included.
fn assay(folder: &Path, home: &Path, words: &[&str]) -> Output {
    let mut assay = Command::new(program());
    assay.current_dir(folder).args(words).stdin(Stdio::null());
    assay.env_clear().env("HOME", home).env("PATH", folder.join("no-programs"));
    assay.output().expect("assay runs")
}

fn words(done: &Output) -> String {
    String::from_utf8_lossy(&done.stdout).into_owned() + &String::from_utf8_lossy(&done.stderr)
}

#[test]
fn it_is_laid_out_without_git_and_every_command_works_in_it() {
    let room = tempfile::tempdir().unwrap();
    let done = assay(room.path(), room.path(), &["--json", "example", "./there"]);
    assert_eq!(done.status.code(), Some(0), "{}", words(&done));
    let laid: Value = serde_json::from_slice(&done.stdout).unwrap();
    let folder = room.path().join("there");
    assert_eq!(laid["workspace"], folder.join("workspace").to_str().unwrap());
    assert_eq!(laid["home"], folder.join("home").to_str().unwrap());
    let (workspace, home) = (folder.join("workspace"), folder.join("home"));
    for (command, told) in [
        ("skills", "user:release-notes/SKILL.md"),
        ("sessions", "5b1f0c52-8a0e-4a63-9d7b-2f3c9e1a7d10"),
        ("sessions", "019e0f3a-7c11-7d02-9a55-1b2c3d4e5f60"),
        ("drift", "body changed"),
        ("verify --all", "damaged"),
        // Nothing runs unasked.
        ("sources release-notes", "ask"),
    ] {
        let done = assay(&workspace, &home, &command.split(' ').collect::<Vec<_>>());
        assert!(words(&done).contains(told), "{command}: {}", words(&done));
    }
    let found = index::workspaces_below(room.path(), &mut |_| index::Go::On);
    assert_eq!(found.workspaces, Vec::<PathBuf>::new(), "a search takes the example for somebody's work");
    let asked = assay(&workspace, &home, &["hydrate", "release-notes", "newest"]);
    assert_eq!(asked.status.code(), Some(1), "{}", words(&asked));
    assert!(words(&asked).contains("window is not open"), "{}", words(&asked));
}

#[test]
fn a_folder_that_holds_something_else_stays_as_it_is() {
    let room = tempfile::tempdir().unwrap();
    let folder = room.path().join("mine");
    fs::create_dir(&folder).unwrap();
    fs::write(folder.join("letter.txt"), "Dear").unwrap();
    for words_typed in [&["example", "mine"][..], &["example", "--demo", "mine"]] {
        let done = assay(room.path(), room.path(), words_typed);
        assert_eq!(done.status.code(), Some(1), "{}", words(&done));
        assert!(words(&done).contains("mine holds something else"), "{}", words(&done));
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
    }
    // What it made itself it replaces.
    let again = room.path().join("again");
    for _ in 0..2 {
        let done = assay(room.path(), room.path(), &["example", "again"]);
        assert_eq!(done.status.code(), Some(0), "{}", words(&done));
        assert!(!again.join("workspace/mine.txt").exists());
        fs::write(again.join("workspace/mine.txt"), "").unwrap();
    }
}

#[cfg(unix)]
#[test]
fn what_it_tells_to_type_can_be_typed() {
    let room = tempfile::tempdir().unwrap();
    let done = assay(room.path(), room.path(), &["example", "it's here"]);
    let told = words(&done);
    let line = told.lines().find_map(|line| line.strip_prefix("In a terminal:")).expect("a command");
    let mut shell = Command::new("/bin/sh");
    let path = std::env::join_paths([program().parent().unwrap(), Path::new("/bin")]).unwrap();
    let typed = shell.args(["-c", line]).env_clear().env("PATH", path).output().expect("a shell");
    assert!(words(&typed).contains("user:release-notes/SKILL.md"), "{line}: {}", words(&typed));
}

#[test]
fn the_demo_is_laid_out_too() {
    let room = tempfile::tempdir().unwrap();
    let done = assay(room.path(), room.path(), &["example", "--demo", "demo"]);
    assert_eq!(done.status.code(), Some(0), "{}", words(&done));
    assert!(words(&done).contains("README.md first"), "{}", words(&done));
    assert!(room.path().join("demo/skills/safe-edit/SKILL.md").is_file());
}
