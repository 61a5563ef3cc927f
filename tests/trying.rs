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
        assert!(words(&done).contains("mine` is not empty"), "{}", words(&done));
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
    }
}

#[test]
fn example_laid_out_again_deletes_neither_files_nor_recorded_sessions() {
    let room = tempfile::tempdir().unwrap();
    for (typed, laid, own) in [
        (
            &["example", "again"][..],
            "again/workspace/.agents/skills/review/SKILL.md",
            ["again/thesis.txt", "again/workspace/.pixir/sessions/own.ndjson"],
        ),
        (
            &["example", "--demo", "demo"],
            "demo/README.md",
            ["demo/thesis.txt", "demo/.pixir/sessions/own.ndjson"],
        ),
    ] {
        let lay = || assay(room.path(), room.path(), typed);
        assert_eq!(lay().status.code(), Some(0));
        for path in own.map(|path| room.path().join(path)) {
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "own").unwrap();
        }
        assert_eq!(lay().status.code(), Some(0), "what is missing is completed");
        let changed = room.path().join(laid);
        fs::write(&changed, "my own words").unwrap();
        let refused = lay();
        assert_eq!(refused.status.code(), Some(1), "{}", words(&refused));
        assert!(
            words(&refused).contains(&format!("`{}` differs from the example", changed.display())),
            "{}",
            words(&refused)
        );
        for path in own {
            assert_eq!(fs::read_to_string(room.path().join(path)).unwrap(), "own", "{path}");
        }
        assert_eq!(fs::read_to_string(&changed).unwrap(), "my own words");
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

/// It once made `rel/` in whatever folder it was started in.
#[cfg(unix)]
#[test]
fn home_that_is_not_absolute_is_refused_and_nothing_is_made() {
    let room = tempfile::tempdir().unwrap();
    for typed in [&["sessions"][..], &["doctor"], &["signers", "--own-key"], &["trash"]] {
        let done = assay(room.path(), Path::new("rel"), typed);
        assert_eq!(done.status.code(), Some(2), "{typed:?}: {}", words(&done));
        assert!(words(&done).contains("the home folder rel is not absolute; set HOME"), "{}", words(&done));
    }
    assert_eq!(fs::read_dir(room.path()).unwrap().count(), 0);
}

#[cfg(target_os = "linux")]
#[test]
fn window_without_a_display_is_refused_in_words() {
    let room = tempfile::tempdir().unwrap();
    let done = assay(room.path(), room.path(), &[]);
    assert_eq!(done.status.code(), Some(5), "{}", words(&done));
    assert!(words(&done).contains("cannot open the window"), "{}", words(&done));
    assert!(!words(&done).contains("panicked"), "{}", words(&done));
}

/// One such file once kept all of these commands busy for ever.
#[test]
fn database_with_an_endless_view_is_named_by_every_command_and_delays_none() {
    let room = tempfile::tempdir().unwrap();
    assert_eq!(assay(room.path(), room.path(), &["example", "there"]).status.code(), Some(0));
    let (workspace, home) = (room.path().join("there/workspace"), room.path().join("there/home"));
    let folder = home.join(".local/share/goose/sessions");
    fs::create_dir_all(&folder).unwrap();
    let database = folder.join("sessions.db");
    let view = "create view sessions as with recursive c(x) as (select 1 union all select x + 1 from c) \
                select x as id, '/w' as working_dir from c";
    rusqlite::Connection::open(&database).unwrap().execute_batch(view).unwrap();
    for typed in [
        "sessions",
        "sessions --everywhere",
        "doctor",
        "usage",
        "search entries",
        "drift",
        "drift --everywhere",
    ] {
        let started = std::time::Instant::now();
        let done = assay(&workspace, &home, &typed.split(' ').collect::<Vec<_>>());
        let told = words(&done);
        assert!(started.elapsed() < std::time::Duration::from_secs(60), "{typed}: {:?}", started.elapsed());
        assert!(told.contains(&database.display().to_string()), "{typed}: {told}");
        assert!(told.contains("`sessions` is a view, not a table"), "{typed}: {told}");
    }
}
