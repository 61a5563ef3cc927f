//! git as it runs for a source, in a repository that tries everything to run a program of its own.
#![cfg(unix)]
#![allow(clippy::disallowed_methods, reason = "a test lays out files of its own")]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use execution::{Command as Judged, Places, harden, judge};

struct Repository {
    folder: PathBuf,
    _home: tempfile::TempDir,
}

/// Runs git as it is; says whether it ended well.
fn git(folder: &Path, args: &[&str]) -> bool {
    let home = folder.parent().expect("a folder");
    let mut command = Command::new("git");
    command.current_dir(folder).args(args).env("HOME", home).env("GIT_CONFIG_NOSYSTEM", "1");
    command.output().is_ok_and(|output| output.status.success())
}

/// A repository with something to show for every command; `None` where there is no git.
fn repository() -> Option<Repository> {
    let home = tempfile::tempdir().expect("a folder");
    let folder = fs::canonicalize(home.path()).expect("a name").join("ws");
    fs::create_dir(&folder).expect("made");
    if !git(&folder, &["init", "-q"]) {
        println!("no git here: nothing was run");
        return None;
    }
    let run = |args: &[&str]| assert!(git(&folder, args), "git {args:?}");
    run(&["config", "user.name", "a"]);
    run(&["config", "user.email", "a@example.org"]);
    fs::write(folder.join("a.txt"), "a\n").expect("written");
    fs::write(folder.join(".gitattributes"), "a.txt diff=x\n").expect("written");
    run(&["add", "."]);
    run(&["commit", "-q", "-m", "first"]);
    fs::write(folder.join("a.txt"), "b\n").expect("written");
    run(&["stash", "-q"]);
    fs::write(folder.join("a.txt"), "c\n").expect("written");
    Some(Repository { folder, _home: home })
}

impl Repository {
    /// Makes everything a repository may name as a program leave a trace.
    fn turn_hostile(&self) {
        let trap = self.folder.join("trap.sh");
        let trace = self.trace();
        fs::write(&trap, format!("#!/bin/sh\necho \"$*\" >> '{}'\ncat\n", trace.display())).expect("written");
        fs::set_permissions(&trap, fs::Permissions::from_mode(0o755)).expect("set");
        fs::copy(&trap, self.folder.join(".git/hooks/post-index-change")).expect("copied");
        for key in [
            "core.fsmonitor",
            "core.pager",
            "core.editor",
            "core.sshCommand",
            "core.askPass",
            "diff.external",
            "diff.x.command",
            "diff.x.textconv",
            "gpg.program",
            "gpg.ssh.program",
            "core.alternateRefsCommand",
            "credential.helper",
            "alias.status",
            "alias.log",
            "pager.log",
            "pager.diff",
        ] {
            assert!(git(&self.folder, &["config", key, trap.to_str().expect("plain")]), "{key}");
        }
        assert!(git(&self.folder, &["config", "log.showSignature", "true"]));
    }

    fn trace(&self) -> PathBuf {
        self.folder.join("trace")
    }

    /// Runs a command as a source would run; gives what it wrote.
    fn run(&self, line: &str) -> String {
        let argv: Vec<String> = line.split(' ').map(str::to_owned).collect();
        let hardened = harden(&argv);
        let mut command = Command::new(&hardened.runs[0]);
        command.args(&hardened.runs[1..]).current_dir(&self.folder).env_clear();
        command.env("PATH", std::env::var_os("PATH").expect("a path")).envs(hardened.environment);
        let output = command.output().expect("git is there");
        let words = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{:?}: {words}", hardened.runs);
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    fn reads_only(&self, line: &str) -> bool {
        judge(Judged::Shell(line), &Places::of(&self.folder, None)).reads_only
    }
}

/// Commands that are proven to read only, one of every table.
const READING: &[&str] = &[
    "git status",
    "git status -sb --porcelain=v2 --untracked-files=all",
    "git diff",
    "git diff --stat HEAD -- a.txt",
    "git diff --cached -U5",
    "git log --oneline -5",
    "git log -p -1 --stat --date=iso",
    "git log --all --graph --decorate=short --format=%h",
    "git show HEAD --stat",
    "git show HEAD:a.txt",
    "git branch",
    "git branch -avv --no-color",
    "git branch --list m*",
    "git rev-parse --short HEAD",
    "git rev-parse --abbrev-ref HEAD",
    "git ls-files -mo --exclude-standard",
    "git ls-tree -r --name-only HEAD",
    "git cat-file -p HEAD",
    "git describe --always --dirty",
    "git shortlog -sn HEAD",
    "git blame -L 1,1 a.txt",
    "git rev-list --count HEAD",
    "git remote -v",
    "git config --get user.name",
    "git config --list --local",
    "git stash list",
    "git stash show -p",
    "git stash show -p stash@{0}",
    "git worktree list --porcelain",
    "git reflog -3",
    "git reflog show HEAD",
    "git grep -n c",
    "git for-each-ref --sort=refname",
    "git merge-base HEAD HEAD",
    "git show-ref --heads",
    "git count-objects -vH",
    "git name-rev HEAD",
    "git version",
];

#[test]
fn a_hostile_repository_runs_nothing_of_its_own() {
    let Some(repository) = repository() else { return };
    let before: Vec<String> = READING.iter().map(|line| repository.run(line)).collect();
    // A `*` is for the shell, which is not asked here.
    for line in READING.iter().filter(|line| !line.contains('*')) {
        assert!(repository.reads_only(line), "{line}");
    }
    repository.turn_hostile();
    git(&repository.folder, &["diff"]);
    assert!(repository.trace().exists(), "the traps do not work, so this test says nothing");
    fs::remove_file(repository.trace()).expect("removed");
    let index = fs::read(repository.folder.join(".git/index")).expect("there");
    for (line, before) in READING.iter().zip(before) {
        let after = repository.run(line);
        assert!(!repository.trace().exists(), "`{line}` ran something");
        assert_eq!(fs::read(repository.folder.join(".git/index")).expect("there"), index, "`{line}` wrote");
        // What is shown is what the repository holds, not what a driver makes of it.
        if line.starts_with("git diff") || line.starts_with("git log -p") {
            assert_eq!(after, before, "{line}");
        }
        assert!(
            !repository.reads_only(line) || *line == "git version",
            "{line} is proven, with these settings"
        );
    }
    println!("{} commands ran in a hostile repository, and nothing of its own", READING.len());
}
