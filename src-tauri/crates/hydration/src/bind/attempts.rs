//! What somebody may write to have more run than is bound.
#![cfg(unix)]
#![allow(clippy::disallowed_methods, reason = "a test lays its files out by hand")]

use std::fs;
use std::path::PathBuf;

use tempfile::TempDir;

use super::{Bindable, Bindings, bindings};

struct Room(TempDir);

impl Room {
    fn new() -> Self {
        let room = Self(TempDir::new().unwrap());
        for folder in ["ws/tools", "ws/src", "skill", "bin"] {
            fs::create_dir_all(room.at(folder)).unwrap();
        }
        for (path, text) in [
            ("ws/tools/x.sh", "echo\n"),
            ("ws/tools/x.py", "pass\n"),
            ("ws/a b.sh", "echo\n"),
            ("ws/Makefile", "all:\n"),
            ("ws/src/data.txt", "data\n"),
            ("skill/SKILL.md", "skill\n"),
            ("skill/x.sh", "bash tools/x.sh\n"),
        ] {
            fs::write(room.at(path), text).unwrap();
        }
        for name in ["bash-5", "python3.11", "make", "node"] {
            std::os::unix::fs::symlink("/bin/sh", room.at("bin").join(name)).unwrap();
        }
        room
    }

    fn at(&self, name: &str) -> PathBuf {
        self.0.path().canonicalize().unwrap().join(name)
    }

    fn argv(&self, words: &[&str]) -> Bindings {
        let argv: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
        self.bindings(&argv, None)
    }

    fn text(&self, text: &str) -> Bindings {
        let argv = ["bash", "-c", text].map(str::to_owned);
        self.bindings(&argv, Some(text))
    }

    fn bindings(&self, argv: &[String], shell: Option<&str>) -> Bindings {
        let (workspace, skill) = (self.at("ws"), self.at("skill"));
        let search = [self.at("bin"), "/usr/bin".into(), "/bin".into()];
        bindings(&Bindable {
            workspace: &workspace,
            cwd: &workspace,
            home: None,
            skill: &skill,
            search: &search,
            argv,
            added: &[],
            shell,
        })
    }

    #[track_caller]
    fn is_bound(&self, found: &Bindings, paths: &[&str]) {
        assert_eq!(found.not_bound, Vec::<String>::new());
        for path in paths {
            let path = self.at(path);
            assert!(found.sealed.iter().any(|seal| path.starts_with(&seal.path)), "{path:?}: {found:?}");
        }
    }
}

#[test]
fn every_way_to_name_a_script_binds_it_and_what_lies_beside_it() {
    let room = Room::new();
    for words in [
        &["bash", "tools/x.sh"][..],
        &["bash", "-e", "tools/x.sh", "-c", "x"],
        &["bash", "-eu", "-o", "pipefail", "tools/x.sh"],
        &["/bin/bash", "-euo", "pipefail", "--", "tools/x.sh"],
        &["bash-5", "./tools/../tools/x.sh"],
        &["env", "LC_ALL=C", "bash", "tools/x.sh"],
        &["env", "-i", "timeout", "5", "nice", "bash", "tools/x.sh"],
        &["bash", "-c", "bash tools/x.sh && . ./tools/x.sh"],
        &["env", "-S", "bash -e", "tools/x.sh"],
    ] {
        room.is_bound(&room.argv(words), &["ws/tools/x.sh", "ws/tools/x.py", "skill/SKILL.md"]);
    }
    for text in
        ["bash tools/x.sh", "cat src/data.txt | bash -e tools/x.sh > /dev/null", ". tools/x.sh; echo x"]
    {
        room.is_bound(&room.text(text), &["ws/tools/x.sh", "skill/x.sh"]);
    }
    room.is_bound(&room.argv(&["python3.11", "-B", "-W", "ignore", "tools/x.py"]), &["ws/tools/x.sh"]);
    // A script of the skill names one of the workspace in turn.
    let skills = room.at("skill/x.sh").display().to_string();
    room.is_bound(&room.argv(&["bash", &skills]), &["ws/tools/x.sh", "skill/x.sh"]);
}

#[test]
fn what_finds_its_files_by_itself_is_never_bound() {
    let room = Room::new();
    for words in [
        &["make"][..],
        &["make", "-f", "Makefile"],
        &["node", "tools/x.py"],
        &["env", "make"],
        &["timeout", "-s", "KILL", "5", "./later.sh"],
        &["bash"],
        &["bash", "-s"],
        &["bash", "-l", "tools/x.sh"],
        &["bash", "--rcfile", "tools/x.sh", "-i"],
        &["bash", "later.sh"],
        &["bash", "--", "-x", "tools/x.sh"],
        &["bash", "-c", "eval $X"],
        &["bash", "-c", ". $X"],
        &["bash", "-c", "cd tools; bash x.sh"],
        &["python3.11", "-c", "import x"],
        &["python3.11", "-m", "x"],
        &["python3.11", "-Im", "x"],
        &["python3.11", "tools"],
        &["python3.11"],
        &["perl", "-e", "do './x'"],
        &["perl", "-Itools", "tools/x.py"],
        &["env", "PYTHONPATH=tools", "python3.11", "tools/x.py"],
        &["env", "BASH_ENV=tools/x.sh", "bash", "tools/x.sh"],
        &["env", "-C", "tools", "bash", "x.sh"],
        &["find", ".", "-exec", "bash", "{}", ";"],
        &["xargs", "bash"],
        &["awk", "-f", "tools/x.sh"],
        &["sed", "-n", "-f", "tools/x.sh", "src/data.txt"],
        &["no-such-program"],
    ] {
        let found = room.argv(words);
        assert!(!found.not_bound.is_empty(), "{words:?}: {found:?}");
    }
    for text in [
        "make",
        "bash $X",
        "bash tools/*.sh",
        "`cat x`",
        "X=1 bash tools/x.sh",
        "f() { make; }; f",
        "bash < tools/x.sh",
    ] {
        assert!(!room.text(text).not_bound.is_empty(), "{text}");
    }
}

#[test]
fn what_runs_nothing_is_not_sealed_and_a_path_into_the_workspace_is_no_program_of_a_name() {
    let room = Room::new();
    for words in [&["cat", "src/data.txt"][..], &["touch", "src/new"], &["env", "cat", "src/data.txt"]] {
        let found = room.argv(words);
        assert_eq!(found.not_bound, Vec::<String>::new(), "{words:?}");
    }
    assert!(room.argv(&["cat", "src/data.txt"]).sealed.is_empty());
    fs::create_dir(room.at("ws/bin")).unwrap();
    fs::copy("/bin/cat", room.at("ws/bin/cat")).unwrap();
    let found = room.argv(&["./bin/cat", "src/data.txt"]);
    assert!(found.sealed.iter().any(|seal| room.at("ws/bin/cat").starts_with(&seal.path)), "{found:?}");
}

#[test]
fn what_is_too_large_is_said_not_to_be_bound() {
    let room = Room::new();
    for number in 0..300 {
        fs::write(room.at("ws/tools").join(number.to_string()), "").unwrap();
    }
    let found = room.argv(&["bash", "tools/x.sh"]);
    assert!(found.not_bound.iter().any(|why| why.contains("256 files")), "{found:?}");
    assert!(found.sealed.iter().any(|seal| seal.path == room.at("ws/tools/x.sh")), "the script itself is");
    let large = vec![b'x'; 17 << 20];
    fs::write(room.at("skill/large"), large).unwrap();
    let found = room.argv(&["bash", "Makefile"]);
    assert!(found.not_bound.iter().any(|why| why.contains("skill’s folder")), "{found:?}");
}

#[test]
fn a_link_and_where_it_leads_are_both_bound() {
    let room = Room::new();
    std::os::unix::fs::symlink("tools", room.at("ws/link")).unwrap();
    std::os::unix::fs::symlink("link/x.sh", room.at("ws/run")).unwrap();
    room.is_bound(&room.argv(&["bash", "run"]), &["ws/run", "ws/link", "ws/tools/x.sh"]);
}
