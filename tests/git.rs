//! git as it runs for a source, in a repository that tries everything to run a program of its own.
#![cfg(unix)]
#![allow(clippy::disallowed_methods, reason = "a test lays out files of its own")]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use execution::{Command as Judged, Judgement, Places, Programs, harden, judge};

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
        // grep says so when it finds nothing.
        let is_empty_search = line.starts_with("git grep") && output.status.code() == Some(1);
        assert!(output.status.success() || is_empty_search, "{:?}: {words}", hardened.runs);
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    fn judge(&self, line: &str) -> Judgement {
        let argv: Vec<String> = line.split(' ').map(str::to_owned).collect();
        judge(Judged::Argv(&argv), &Places::of(&self.folder, None, Programs::AsNamed))
    }

    fn judge_text(&self, line: &str) -> Judgement {
        judge(Judged::Shell(line), &Places::of(&self.folder, None, Programs::AsNamed))
    }

    fn reads_only(&self, line: &str) -> bool {
        self.judge(line).reads_only
    }

    /// A repository within this one that the index names, whose own settings filter what lies in it.
    fn keep_another_within(&self) {
        let inner = self.folder.join("inner");
        fs::create_dir(&inner).expect("made");
        let run = |folder: &Path, args: &[&str]| assert!(git(folder, args), "git {args:?}");
        run(&inner, &["init", "-q"]);
        fs::write(inner.join("x"), "x\n").expect("written");
        let named = ["-c", "user.name=a", "-c", "user.email=a@example.org"];
        run(&inner, &["add", "."]);
        run(&inner, &[&named[..], &["commit", "-q", "-m", "inner"]].concat());
        run(&self.folder, &["add", "inner"]);
        let trap = format!("sh -c 'echo ran >> {}; cat'", self.trace().display());
        run(&inner, &["config", "filter.x.clean", &trap]);
        fs::write(inner.join(".gitattributes"), "* filter=x\n").expect("written");
        fs::write(inner.join("x"), "y\n").expect("written");
    }

    /// Every file below the repository with its bytes.
    fn tree(&self) -> std::collections::BTreeMap<PathBuf, Vec<u8>> {
        let (mut folders, mut files) = (vec![self.folder.clone()], std::collections::BTreeMap::new());
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).expect("listed").flatten() {
                match entry.path() {
                    path if path.is_dir() => folders.push(path),
                    path => drop(files.insert(path.clone(), fs::read(&path).unwrap_or_default())),
                }
            }
        }
        files
    }
}

/// Forms that run a program, write, look into a repository within, or show settings: what is said of each.
const ASKED: &[(&str, &str)] = &[
    ("git status --ignore-submodules=none", "within this one"),
    ("git status --ignore-submodules", "within this one"),
    ("git diff --ignore-submodules=untracked", "within this one"),
    ("git diff --ignore-submodules none", "within this one"),
    ("git diff --submodule", "within this one"),
    ("git log -p --submodule=diff", "within this one"),
    ("git grep --recurse-submodules x", "within this one"),
    ("git describe --dirty", "within this one"),
    ("git describe --always --dirty=x", "within this one"),
    ("git describe --broken", "within this one"),
    ("git for-each-ref --sort=signature", "not an order"),
    ("git for-each-ref --sort signature:grade", "not an order"),
    ("git for-each-ref --sort=-*signature", "glob"),
    ("git branch --sort=signature", "not an order"),
    ("git branch --list --sort=-signature:key", "not an order"),
    ("git --no-pager tag --list --sort=signature", "not an order"),
    ("git for-each-ref '--format=%(signature)'", "check signatures"),
    ("git for-each-ref '--format=%(*signature)'", "check signatures"),
    ("git for-each-ref '--format=%(signature:grade)'", "check signatures"),
    ("git branch --list '--format=%(if)%(signature)%(then)x%(end)'", "check signatures"),
    ("git --no-pager tag --list '--format=%(*signature:key)'", "check signatures"),
    ("git for-each-ref '--format=%(describe)'", "check signatures"),
    ("git log '--format=%G?'", "check signatures"),
    ("git log '--format=%+GK'", "check signatures"),
    ("git log '--format=%-GS'", "check signatures"),
    ("git log '--pretty=format:%h% G?'", "check signatures"),
    ("git log --show-signature", "checks signatures"),
    ("git log -p --diff-merges=remerge", "never made"),
    ("git show --diff-merges remerge", "never made"),
    ("git log --diff-merges=r", "never made"),
    ("git log --remerge-diff", "never made"),
    ("git log --min-parents --output=x", "an option of its own"),
    ("git log --since --output=x", "an option of its own"),
    ("git config set a.b c --list", "may change a setting"),
    ("git config edit --list", "may change a setting"),
    ("git config --list", "every setting"),
    ("git config list --show-origin", "every setting"),
    ("git config --get remote.origin.url", "may hold a password"),
    ("git diff --ext-diff", "may name"),
    ("git log -p --textconv", "may name"),
    ("git cat-file --filters HEAD:a.txt", "may name"),
    ("git -c core.pager=x log", "can set a program"),
    ("git -C inner status", "another folder's repository"),
    ("git --exec-path=. status", "git's own programs"),
    ("git --git-dir=inner/.git status", "another repository"),
    ("git --config-env=core.pager=X log", "can set a program"),
    ("git --attr-source=HEAD diff", "not an option known"),
    ("GIT_DIR=inner/.git git status", "GIT_DIR"),
    ("env GIT_DIR=inner/.git git status", "runs another program"),
    ("git diff --output=x", "writes a file"),
    ("git log --outp=x", "writes a file"),
    ("git grep -O x", "runs a pager"),
    ("git grep --open-files-in-pager=x x", "runs a pager"),
    ("git grep --untracked x", "outside of what git keeps"),
    ("git grep --no-index x", "outside of what git keeps"),
    ("git diff --no-index a.txt a.txt", "any two files"),
    ("git st", "may be an alias"),
    ("git show HEAD:.env", "nothing reads unasked"),
    ("git diff --no-ext-diff -- .git/config", "nothing reads unasked"),
    ("git submodule status", "writes files"),
    ("git fsmonitor--daemon status", "not a command known"),
];

#[test]
fn each_form_of_git_that_is_not_known_only_to_read_is_asked_about() {
    let Some(repository) = repository() else { return };
    for (line, why) in ASKED {
        let found = repository.judge_text(line);
        assert!(!found.reads_only, "`{line}` passes");
        let said: Vec<&str> =
            found.reasons.iter().flat_map(|reason| [reason.rule, &reason.words.text]).collect();
        assert!(said.iter().any(|words| words.contains(why)), "`{line}`: {said:?}");
    }
}

#[test]
fn a_repository_within_this_one_is_asked_about_although_no_file_names_it() {
    let Some(repository) = repository() else { return };
    assert!(repository.reads_only("git status"));
    repository.keep_another_within();
    for line in READING.iter().filter(|line| **line != "git version") {
        assert!(!repository.reads_only(line), "`{line}` passes with a repository within");
    }
    git(&repository.folder, &["status", "--ignore-submodules=none"]);
    assert!(repository.trace().exists(), "the trap does not work, so this test says nothing");
    fs::remove_file(repository.trace()).expect("removed");
    // Even so, and run by a person’s yes, the forms of the table stay out of it.
    for line in READING {
        repository.run(line);
        assert!(!repository.trace().exists(), "`{line}` looked into the repository within");
    }
}

#[test]
fn what_only_reads_leaves_every_file_as_it_was() {
    let Some(repository) = repository() else { return };
    let before = repository.tree();
    for line in READING {
        assert!(
            line.contains('*') || repository.reads_only(line),
            "{line}: {:?}",
            repository.judge(line).reasons
        );
        repository.run(line);
        assert_eq!(repository.tree(), before, "`{line}` wrote");
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
    "git describe --always",
    "git shortlog -sn HEAD",
    "git blame -L 1,1 a.txt",
    "git rev-list --count HEAD",
    "git remote -v",
    "git config --get user.name",
    "git config get user.name",
    "git stash list",
    "git stash show --stat",
    "git stash show --stat stash@{0}",
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

/// Files whose names say that they hold secrets are tracked, committed, changed, stashed and linked, and no command that
/// runs unasked prints what they hold: neither as a list of words, which runs without those files, nor as a text for a
/// shell.
#[test]
fn git_prints_nothing_of_files_that_hold_secrets_unasked() {
    let Some(repository) = repository() else { return };
    let write = |name: &str, text: &str| {
        let path = repository.folder.join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        fs::write(path, text).expect("written");
    };
    let run = |args: &[&str]| assert!(git(&repository.folder, args), "git {args:?}");
    let names =
        [".env", "deploy/.ENV.local", "keys/id_work", "keys/server.PEM", ".ssh/config", "a/credentials.json"];
    let fill = |word: &str| names.iter().for_each(|name| write(name, &format!("zebra {word}\nplain\n")));
    fill("one");
    run(&["add", "-A"]);
    run(&["commit", "-q", "-m", "second"]);
    fill("two");
    run(&["stash", "-q"]);
    fill("three");
    run(&["add", "-A"]);
    fill("four");
    write("b.txt", "kept apart\n");
    run(&["add", "b.txt"]);
    let blob = Command::new("git").args(["rev-parse", "HEAD:.env"]).current_dir(&repository.folder).output();
    let blob = String::from_utf8(blob.expect("git is there").stdout).expect("text");
    run(&["tag", "secret", blob.trim()]);
    run(&["update-ref", "refs/x/y", blob.trim()]);
    // A folder that is asked for by its number gives its files other paths.
    let tree = Command::new("git").args(["rev-parse", "HEAD:.ssh"]).current_dir(&repository.folder).output();
    let tree = String::from_utf8(tree.expect("git is there").stdout).expect("text");
    run(&["tag", "folder", tree.trim()]);
    let mut lines: Vec<String> = READING.iter().map(|line| (*line).to_owned()).collect();
    let more = [
        "git diff HEAD",
        "git diff --cached",
        "git diff -U0 HEAD~1",
        "git diff --stat -p HEAD",
        "git diff HEAD -- .",
        "git diff --word-diff HEAD",
        "git diff stash@{0}",
        "git show",
        "git show HEAD --stat -p",
        "git show stash@{0}",
        "git log -p",
        "git log -p -- .",
        "git log -u --all",
        "git log --patch-with-stat -3",
        "git log -p --follow .env",
        "git log -L1,1:.env",
        "git log -L1,1:keys/id_work",
        "git log --cc -p",
        "git log -p -S zebra",
        "git log --patc",
        "git grep zebra",
        "git grep -i ZEBRA HEAD",
        "git grep -a zebra HEAD",
        "git grep --cached zebra",
        "git grep zebra -- .env",
        "git stash show -p",
        "git stash list -p",
        "git reflog -p",
        "git blame .env",
        "git show HEAD:.env",
        "git show secret",
        "git cat-file -p secret",
        "git cat-file blob HEAD:.env",
        "git show HEAD^{tree}",
        "git cat-file -p HEAD^{tree}",
        "git for-each-ref --format=%(raw)",
        "git tag --format=%(raw)",
        "git ls-files -X .env -o",
        "git --literal-pathspecs diff HEAD",
        "git show secret^{}",
        "git show refs/x/y",
        "git show folder:config",
        "git show folder^{tree}:config",
        "git show :(glob)**",
        "git show :*",
        "git show HEAD~1:..@{0}",
        "git show HEAD~1:..HEAD~0",
        "git diff :/first..folder",
        "git show :.env",
        "git log -wp",
        "git log -c",
        "git log --cc",
        "git log -p --reverse --all",
        "git log -p secret",
        "git log -p -- *",
        "git diff HEAD HEAD HEAD~1",
        "git diff HEAD~1..HEAD",
        "git diff HEAD~1...",
        "git diff folder",
        "git diff folder..HEAD",
        "git diff x...y-1-gfolder",
        "git diff secret",
        "git grep zebra folder",
        "git grep zebra secret",
        "git grep zebra refs/x/y",
        "git grep -e zebra HEAD secret",
        "git grep -- zebra secret",
        "git grep -n zebra HEAD~0 HEAD",
        "git tag -n5",
        "git --no-pager tag --list -n5",
        "git for-each-ref --format=%(contents)",
        "git for-each-ref --format=%(subject)%(body)",
    ];
    lines.extend(more.map(str::to_owned));
    let by_number = [
        "show",
        "show --stat",
        "show HEAD",
        "cat-file -p",
        "cat-file blob",
        "diff HEAD:a.txt",
        "grep zebra",
        "grep -e zebra HEAD",
        "grep -A 1 zebra",
        "grep -- zebra",
    ];
    for number in [blob.trim(), &blob[..8], tree.trim(), &tree[..8]] {
        lines.extend(by_number.iter().map(|form| format!("git {form} {number}")));
        lines.push(format!("git grep zebra {number}^{{blob}}"));
        for before in ["", "HEAD:", ":", "*", "HEAD~1:.."] {
            lines.push(format!("git grep zebra {before}x-1-g{number}"));
        }
        lines.push(format!("git diff x...y-1-g{number}"));
        lines.push(format!("git diff {number}..HEAD"));
        lines.push(format!("git show {number}:config"));
    }
    let (mut ran, mut asked) = (0, 0);
    for line in &lines {
        if !repository.reads_only(line) {
            asked += 1;
            continue;
        }
        let printed = repository.run(line);
        ran += 1;
        assert!(!printed.to_lowercase().contains("zebra"), "`{line}` printed {printed}");
        if repository.judge_text(line).reads_only {
            let mut shell = Command::new("sh");
            shell.args(["-c", line]).current_dir(&repository.folder).env_clear();
            shell.env("PATH", std::env::var_os("PATH").expect("a path")).envs(execution::git_environment());
            let printed = String::from_utf8_lossy(&shell.output().expect("a shell").stdout).into_owned();
            assert!(!printed.to_lowercase().contains("zebra"), "`{line}` in a shell printed {printed}");
        }
    }
    assert!(ran > 50 && asked > 60, "{ran} ran, {asked} are asked about");
    assert!(repository.run("git diff HEAD").contains("kept apart"), "other files are shown");
    for line in ASKED_FOR_CONTENTS {
        assert!(!repository.reads_only(line), "`{line}` is asked about");
    }
    for text in ["git diff", "git show", "git log -p", "git grep zebra"] {
        assert!(!repository.judge_text(text).reads_only, "`{text}` for a shell is asked about");
    }
    assert!(repository.judge_text("git diff --stat HEAD").reads_only && repository.reads_only("git diff"));
    println!("{ran} commands ran and printed nothing of them, {asked} are asked about");
}

/// Options that cancel the patterns, choose files by references, or test what files hold.
const ASKED_FOR_CONTENTS: &[&str] = &[
    "git log -p --full-diff -n1 -- a.txt",
    "git log -p --merge",
    "git show --full-diff HEAD -- a.txt",
    "git show --tags",
    "git show --all --stat",
    "git show -s --all",
    "git show --branches",
    "git show --remotes",
    "git show --glob=tags/s*",
    "git log -G zebra",
    "git log -Szebra --oneline",
    "git log -p -S zebra",
    "git log --find-object=HEAD",
    "git diff --numstat -I zebra",
    "git diff --quiet -G zebra",
    "git stash list -S zebra",
    "git reflog -G zebra",
    "git blame -C -C a.txt",
];

/// A reference that git does not make by itself leads to a file.
#[test]
fn head_that_is_no_branch_is_asked_about() {
    let Some(repository) = repository() else { return };
    assert!(repository.reads_only("git show"));
    assert!(git(&repository.folder, &["symbolic-ref", "HEAD", "refs/tags/secret"]));
    assert!(!repository.reads_only("git show"));
}

/// A file by another name is the same file.
#[test]
fn hard_link_to_a_file_that_holds_secrets_is_read_by_nobody_unasked() {
    let home = tempfile::tempdir().expect("a folder");
    let folder = fs::canonicalize(home.path()).expect("a name");
    fs::write(folder.join(".env"), "zebra\n").expect("written");
    fs::write(folder.join("own.txt"), "a\n").expect("written");
    fs::hard_link(folder.join(".env"), folder.join("plain.txt")).expect("linked");
    fs::hard_link(folder.join("own.txt"), folder.join("twin.txt")).expect("linked");
    let judged = |line: &str| judge(Judged::Shell(line), &Places::of(&folder, None, Programs::AsNamed));
    for line in ["cat plain.txt", "head -1 plain.txt", "grep a plain.txt", "cat own.txt plain.txt"] {
        assert!(!judged(line).reads_only, "{line}");
    }
    for line in ["cat own.txt", "cat twin.txt", "ls -l plain.txt"] {
        assert!(judged(line).reads_only, "{line}: {:?}", judged(line).reasons);
    }
}
