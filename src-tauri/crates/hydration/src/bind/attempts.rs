//! What somebody may write to have more run than is bound.
#![cfg(unix)]
#![allow(clippy::disallowed_methods, reason = "a test lays its files out by hand")]

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};

use execution::{Bound, Part};
use message::message;

use tempfile::TempDir;

use super::{Bindable, Bindings, bindings, files_named};

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
            symlink("/bin/sh", room.at("bin").join(name)).unwrap();
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

    /// What is sealed, by its path in the room; all of it lies there.
    fn sealed(&self, found: &Bindings) -> Vec<String> {
        let rel = |path: &Path| path.strip_prefix(self.at("")).unwrap().display().to_string();
        let mut sealed: Vec<String> = found.sealed.iter().map(|seal| rel(&seal.path)).collect();
        sealed.sort();
        sealed
    }

    fn program(&self, path: &str, text: impl AsRef<[u8]>) {
        fs::create_dir_all(self.at(path).parent().unwrap()).unwrap();
        fs::write(self.at(path), text).unwrap();
        fs::set_permissions(self.at(path), fs::Permissions::from_mode(0o755)).unwrap();
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
fn command_that_runs_what_its_words_do_not_name_says_what_is_not_sealed() {
    let room = Room::new();
    let search = [room.at("bin"), "/usr/bin".into(), "/bin".into()];
    let told = |words: &[&str]| {
        let argv: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
        super::unsealed_starts(&argv, &room.at("ws"), &search)
    };
    for (words, named) in [
        (&["python3.11", "-m", "x"][..], "python3.11 -m"),
        (&["python3.11", "-Im", "x"], "python3.11 -Im"),
        (&["python3.11", "tools/x.py"], "tools/x.py reads next to itself"),
        (&["node", "tools/x.py"], "node"),
        (&["env", "python3.11", "-m", "x"], "python3.11 -m"),
        (&["bash", "-c", "python3.11 -m x"], "python3.11 -m"),
        (&["python3.11"], "python3.11"),
    ] {
        let told = told(words);
        assert!(told.iter().any(|one| one.text.contains(named)), "{words:?}: {told:?}");
    }
    room.program("shims/python3", "#!/bin/sh\nexec /usr/bin/python3 \"$@\"\n");
    let shim = room.at("shims/python3").display().to_string();
    assert!(
        told(&[&shim, "-m", "x"]).iter().any(|one| one.text.contains("python3 -m")),
        "{:?}",
        told(&[&shim, "-m", "x"])
    );
    assert_eq!(told(&["cat", "src/data.txt"]), Vec::<String>::new());
    assert_eq!(told(&["bash", "a b.sh"]), Vec::<String>::new());
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
    assert!(found.not_bound.iter().any(|why| why.text.contains("256 files")), "{found:?}");
    assert!(found.sealed.iter().any(|seal| seal.path == room.at("ws/tools/x.sh")), "the script itself is");
    let large = vec![b'x'; 17 << 20];
    fs::write(room.at("skill/large"), large).unwrap();
    let found = room.argv(&["bash", "Makefile"]);
    assert!(found.not_bound.iter().any(|why| why.text.contains("skill’s folder")), "{found:?}");
}

#[test]
fn a_link_and_where_it_leads_are_both_bound() {
    let room = Room::new();
    symlink("tools", room.at("ws/link")).unwrap();
    symlink("link/x.sh", room.at("ws/run")).unwrap();
    room.is_bound(&room.argv(&["bash", "run"]), &["ws/run", "ws/link", "ws/tools/x.sh"]);
}

/// Words behind so many `env`, each of which starts the next.
fn behind_env<'a>(count: usize, words: &[&'a str]) -> Vec<&'a str> {
    std::iter::repeat_n("env", count).chain(words.iter().copied()).collect()
}

#[test]
fn seven_commands_in_each_other_are_followed_and_no_more() {
    let room = Room::new();
    room.program("ws/tools/e.sh", "#!/bin/bash\necho\n");
    let script = ["bash", "tools/x.sh"];
    let text = |count: usize| behind_env(count, &script).join(" ");
    let is_deep =
        |found: &Bindings| found.not_bound.iter().any(|why| why.text.contains("Too many nested commands"));
    for (fits, wide) in [
        (room.argv(&behind_env(6, &script)), room.argv(&behind_env(7, &script))),
        (room.text(&text(5)), room.text(&text(6))),
        (room.argv(&["bash", "-c", &text(4)]), room.argv(&["bash", "-c", &text(5)])),
        (room.argv(&["env", "-S", &text(4)]), room.argv(&["env", "-S", &text(6)])),
        (room.argv(&behind_env(5, &["./tools/e.sh"])), room.argv(&behind_env(6, &["./tools/e.sh"]))),
        (
            room.argv(&behind_env(5, &["bash", "-c", "echo"])),
            room.argv(&behind_env(6, &["bash", "-c", "echo"])),
        ),
    ] {
        assert_eq!(fits.not_bound, Vec::<String>::new());
        assert!(is_deep(&wide), "{wide:?}");
    }
}

#[test]
fn a_script_is_taken_for_what_its_first_line_says() {
    let room = Room::new();
    room.program("ws/bin/e.sh", "#!/bin/bash -e\necho\n");
    room.program("ws/bin/m", "#!/usr/bin/env make\nall:\n");
    let found = room.argv(&["./bin/e.sh"]);
    assert_eq!((room.sealed(&found), found.not_bound), (vec!["skill".into(), "ws/bin".into()], vec![]));
    let found = room.argv(&["./bin/m"]);
    assert_eq!(found.not_bound, ["make may run files that are not known beforehand."]);
    assert_eq!(room.sealed(&found), ["skill", "ws/bin/m"]);
}

#[test]
fn a_program_of_ours_is_bound_with_what_lies_beside_it_and_at_the_top_alone() {
    let room = Room::new();
    let cat = fs::read("/bin/cat").unwrap();
    for path in ["ws/bin/tool", "ws/tool", "ws/bin/bash", "other/tool"] {
        room.program(path, &cat);
    }
    let sealed = |words: &[&str]| {
        let found = room.argv(words);
        assert_eq!(found.not_bound, Vec::<String>::new(), "{words:?}");
        room.sealed(&found)
    };
    assert_eq!(sealed(&["./bin/tool"]), ["skill", "ws/bin"]);
    assert_eq!(sealed(&["./tool"]), ["skill", "ws/tool"]);
    assert_eq!(sealed(&["bash", "a b.sh"]), ["skill", "ws/a b.sh"]);
    // A shell stays a shell.
    assert_eq!(sealed(&["./bin/bash", "tools/x.sh"]), ["skill", "ws/bin", "ws/tools"]);
    // What lies elsewhere may change: it and what it runs are not known.
    let other = room.at("other/tool").display().to_string();
    fs::set_permissions(room.at("other/tool"), fs::Permissions::from_mode(0o777)).unwrap();
    let found = room.argv(&[&other]);
    assert_eq!(found.not_bound, ["tool may run files that are not known beforehand."]);
    assert_eq!(room.sealed(&found), ["other/tool", "skill"]);
}

#[test]
fn each_script_of_a_text_is_bound_and_each_unknown_said_once() {
    let room = Room::new();
    fs::write(room.at("ws/src/y.sh"), "echo\n").unwrap();
    let found = room.text("bash tools/x.sh && bash src/y.sh; . tools/x.sh");
    assert_eq!(room.sealed(&found), ["skill", "ws/src", "ws/tools"]);
    let found = room.text("set -e; test -f src/data.txt; printf x; exit 0");
    assert_eq!((found.sealed.len(), found.not_bound), (0, vec![]));
    let found = room.text("make; node x; make");
    let expected =
        ["make", "node"].map(|name| format!("{name} may run files that are not known beforehand."));
    assert_eq!(found.not_bound, expected);
}

#[test]
fn a_word_means_what_the_program_before_it_takes_it_for() {
    let room = Room::new();
    for words in [
        &["bash", "--norc", "tools/x.sh"][..],
        &["bash", "-B", "tools/x.sh"],
        &["sh", "-e", "tools/x.sh"],
        &["env", "--split-string=bash tools/x.sh"],
        &["perl", "-w", "tools/x.py"],
    ] {
        room.is_bound(&room.argv(words), &["ws/tools/x.sh", "skill/SKILL.md"]);
    }
    for words in [
        &["sh", "-B", "tools/x.sh"][..],
        &["nice", "LC_ALL=C", "bash", "tools/x.sh"],
        &["env", "--chdir=tools", "bash", "x.sh"],
        &["bash", "--", "--norc", "tools/x.sh"],
    ] {
        assert!(!room.argv(words).not_bound.is_empty(), "{words:?}");
    }
}

#[test]
fn a_name_stands_for_a_file_that_may_run() {
    let room = Room::new();
    fs::create_dir(room.at("bin/folder")).unwrap();
    fs::write(room.at("bin/plain"), "x").unwrap();
    for name in ["folder", "plain", "no-such-program"] {
        let found = room.argv(&[name]);
        assert_eq!(
            found.not_bound,
            [message!("Program {first} not found, so what it runs is unknown.", first = name)]
        );
    }
    // A name in a PATH of ours may stand for something else tomorrow; a path is what it is.
    let (workspace, skill) = (room.at("ws"), room.at("skill"));
    let search = [room.at("bin"), room.at("ws/tools")];
    let said = |words: &[&str]| {
        let argv: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
        let (cwd, home, added, shell) = (&workspace, None, &[][..], None);
        let (workspace, skill, search, argv) = (&workspace, &skill, &search, &argv);
        let found = bindings(&Bindable { workspace, cwd, home, skill, search, argv, added, shell });
        found.not_bound.iter().any(|why| why.text.starts_with("PATH leads into the workspace"))
    };
    assert!(said(&["make"]) && !said(&["/bin/sh", "tools/x.sh"]));
}

#[test]
fn a_word_binds_what_it_names_and_never_the_folder_it_runs_in() {
    let room = Room::new();
    let folder = "names the whole folder it runs in, which is not bound.";
    let make = "make may run files that are not known beforehand.";
    let found = room.argv(&["make", "src/data.txt"]);
    assert_eq!(
        (room.sealed(&found), found.not_bound.len()),
        (vec!["skill".into(), "ws/src/data.txt".into()], 1)
    );
    assert_eq!(room.argv(&["make", "."]).not_bound, [make.to_owned(), format!(". {folder}")]);
    // From a folder of the workspace, neither that nor the workspace is.
    let (workspace, cwd, skill) = (room.at("ws"), room.at("ws/src"), room.at("skill"));
    let search = [room.at("bin")];
    let of = |word: &str| {
        let argv = ["make", word].map(str::to_owned);
        let (workspace, cwd, skill, search, argv) = (&workspace, &cwd, &skill, &search, &argv);
        bindings(&Bindable { workspace, cwd, home: None, skill, search, argv, added: &[], shell: None })
    };
    for word in [".", ".."] {
        let found = of(word);
        assert!(found.not_bound.iter().any(|why| *why == format!("{word} {folder}")), "{found:?}");
        assert_eq!(room.sealed(&found), ["skill"]);
    }
    // A link out of the workspace is bound, and of the system nothing behind it.
    symlink("/bin/sh", room.at("ws/link")).unwrap();
    let found = room.argv(&["make", "link"]);
    assert_eq!(room.sealed(&found), ["skill", "ws/link"]);
}

#[test]
fn what_lies_in_a_sealed_folder_is_sealed_with_it_unless_it_is_passed_over() {
    let room = Room::new();
    fs::create_dir_all(room.at("skill/.git")).unwrap();
    fs::write(room.at("skill/.git/hook"), "echo\n").unwrap();
    let words = ["skill/.git/hook", "skill/SKILL.md"].map(|path| room.at(path).display().to_string());
    let found = room.argv(&["make", &words[0], &words[1], "tools/x.sh", "tools"]);
    assert_eq!(room.sealed(&found), ["skill", "skill/.git/hook", "ws/tools"]);
}

#[test]
fn a_script_above_the_workspace_is_bound_without_what_lies_beside_it() {
    let room = Room::new();
    fs::write(room.at("up.sh"), "echo\n").unwrap();
    let found = room.argv(&["bash", "../up.sh"]);
    assert_eq!(room.sealed(&found), ["skill", "up.sh"]);
    assert!(
        found.not_bound.iter().any(|why| why.text.contains("reads next to itself are not bound")),
        "{found:?}"
    );
}

#[test]
fn a_script_that_names_a_folder_does_not_start_it() {
    let room = Room::new();
    fs::write(room.at("ws/a b.sh"), "bash src\n").unwrap();
    let found = room.argv(&["bash", "a b.sh"]);
    assert_eq!(room.sealed(&found), ["skill", "ws/a b.sh"]);
}

#[test]
fn sixty_four_files_outside_the_skill_are_bound() {
    let room = Room::new();
    let names: Vec<String> = (0..70).map(|number| format!("src/{number}")).collect();
    for name in &names {
        fs::write(room.at("ws").join(name), "x").unwrap();
    }
    let words: Vec<&str> = ["make"].into_iter().chain(names.iter().map(String::as_str)).collect();
    let found = room.argv(&words);
    let said =
        |found: &Bindings| found.not_bound.iter().filter(|why| why.text.contains("more than 64")).count();
    assert_eq!((room.sealed(&found).len(), said(&found)), (65, 6));
    assert_eq!(said(&room.argv(&words[..65])), 0);
}

#[test]
fn a_text_for_a_shell_names_files_of_the_workspace() {
    let room = Room::new();
    let named = |text: &str| {
        let seals = files_named(&room.at("ws"), text);
        let rel = |path: &Path| path.strip_prefix(room.at("ws")).unwrap().display().to_string();
        seals.iter().map(|seal| rel(&seal.path)).collect::<Vec<_>>()
    };
    assert_eq!(
        named("bash tools/x.sh < src/data.txt; cat ../skill/x.sh none"),
        ["tools/x.sh", "src/data.txt"]
    );
    assert_eq!(named("echo"), Vec::<String>::new());
}

#[test]
fn a_yes_is_bound_to_each_folder_and_to_the_files_of_a_small_one() {
    let room = Room::new();
    let parts = |found: &Bindings| -> Vec<Part> {
        let bound = found.bind(Bound::default(), &room.at("skill/SKILL.md"));
        bound.parts().iter().map(|(part, _)| part.clone()).collect()
    };
    let name = |rel: &str| room.at(rel).display().to_string();
    let (file, folder) = (|rel: &str| Part::File(name(rel)), |rel: &str| Part::Folder(name(rel)));
    fs::create_dir(room.at("ws/tools/sub")).unwrap();
    fs::write(room.at("ws/tools/sub/z"), "z").unwrap();
    fs::write(room.at("skill/y.sh"), "y").unwrap();
    let found = room.argv(&["bash", "tools/x.sh"]);
    let mut expected = vec![
        folder("skill"),
        file("skill/x.sh"),
        file("skill/y.sh"),
        folder("ws/tools"),
        file("ws/tools/x.sh"),
        file("ws/tools/x.py"),
        file("ws/tools/sub/z"),
    ];
    expected.sort();
    assert_eq!(parts(&found), expected);
    // The skill's folder is bound where nothing runs too, and told by its name while it is empty but for SKILL.md.
    for gone in ["x.sh", "y.sh"] {
        fs::remove_file(room.at("skill").join(gone)).unwrap();
    }
    assert_eq!(parts(&room.argv(&["cat", "src/data.txt"])), [folder("skill")]);
    let found = room.argv(&["bash", "a b.sh"]);
    assert_eq!(
        parts(&found),
        [file("ws/a b.sh"), folder("skill")]
            .into_iter()
            .collect::<std::collections::BTreeSet<_>>()
            .into_iter()
            .collect::<Vec<_>>()
    );
}
