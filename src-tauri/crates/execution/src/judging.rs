//! What is proven of the programs, table by table.
#![cfg(unix)]
#![allow(clippy::disallowed_methods, reason = "a test lays its files out by hand")]

use std::fs;
use std::path::PathBuf;

use crate::inquiry::LONGEST;
use crate::{Command, Judgement, Places, Programs, judge, shell_text};

/// A workspace with a plain git repository, and something beside it.
struct Place {
    workspace: PathBuf,
    _home: tempfile::TempDir,
}

fn place() -> Place {
    let home = tempfile::tempdir().expect("a folder");
    let root = fs::canonicalize(home.path()).expect("a name");
    let workspace = root.join("ws");
    for folder in ["ws/src", "other"] {
        fs::create_dir_all(root.join(folder)).expect("a folder");
    }
    for git in ["ws/.git", "ws/sub/.git"] {
        fs::create_dir_all(root.join(git).join("objects/info")).expect("a folder");
        fs::create_dir_all(root.join(git).join("refs")).expect("a folder");
        fs::write(root.join(git).join("HEAD"), "ref: refs/heads/main\n").expect("written");
    }
    fs::write(workspace.join(".git/config"), "[core]\n\tbare = false\n").expect("written");
    fs::write(workspace.join("sub/.git/config"), "[core]\n\tfsmonitor = ./x\n").expect("written");
    fs::write(workspace.join("a.txt"), "a\n").expect("written");
    std::os::unix::fs::symlink("../other", workspace.join("out")).expect("a link");
    Place { workspace, _home: home }
}

impl Place {
    fn judge(&self, text: &str) -> Judgement {
        judge(Command::Shell(text), &Places::of(&self.workspace, None, Programs::AsNamed))
    }

    fn reads(&self, commands: &[&str]) {
        for text in commands {
            let found = self.judge(text);
            assert!(found.reads_only && found.reasons.is_empty(), "{text:?}: {:?}", found.reasons);
        }
    }

    /// Each is not proven, and the first reason says this.
    fn asks(&self, why: &str, commands: &[&str]) {
        for text in commands {
            let found = self.judge(text);
            assert!(!found.reads_only, "{text:?} passes");
            let first = &found.reasons.first().expect("a reason").words;
            assert!(first.text.contains(why), "{text:?}: {first}");
        }
    }
}

#[test]
fn files_and_folders() {
    let place = place();
    place.reads(&[
        "ls",
        "ls -la src",
        "ls -lR --color=auto --block-size=1 .",
        "ls -w80 -I '*.o' -- src",
        "ls --sort time",
        "cat a.txt",
        "cat -An a.txt -",
        "head -5 a.txt",
        "head -n 5 --bytes=3 a.txt",
        "tail -n5 a.txt",
        "tail -3 a.txt",
        "wc -l a.txt",
        "tree -L 2 -a src",
        "stat -c %s a.txt",
        "stat --format='%s %n' a.txt",
        "file -b --mime-type a.txt",
        "realpath -m new/x",
        "ls --help",
        "cat --version",
        "ls ''",
        "cat new/file",
    ]);
    place.asks("follows links", &["ls -L", "ls -laLh", "ls --dereference", "tree -l"]);
    place.asks("short for `--dereference`", &["ls --deref"]);
    place.asks(
        "leads outside",
        &[
            "ls /etc",
            "cat out/x",
            "ls out",
            "cat ../x",
            "cat -- -/../../x",
            "realpath --relative-to=/ a",
            "file -m/etc/magic a.txt",
        ],
    );
    place.asks(
        "never ends",
        &["tail -f a.txt", "tail -n5 -F a.txt", "tail --follow=name a.txt", "tail -5f a.txt"],
    );
    place.asks(
        "names of files from a file",
        &["wc --files0-from=a.txt", "wc --files0 a.txt", "file -f a.txt"],
    );
    place.asks("writes a file", &["tree -o x", "tree -ao x"]);
    place.asks("`tree -R`", &["tree -R -L 2"]);
    place.asks("compiled", &["file -C -m a.txt", "file -bC"]);
    place.asks("times of the file", &["file -p a.txt"]);
    place.asks("not an option known", &["ls --nonsense", "cat -x a.txt", "stat --nonsense", "ls '-é'"]);
    place.asks("cut short", &["ls --al", "head --by=3 a.txt"]);
    place.asks("takes no value", &["ls --all=x"]);
}

#[test]
fn text() {
    let place = place();
    place.reads(&[
        "grep -rn foo src",
        "grep -e a -e b a.txt",
        "grep -A3 -B 2 --include='*.rs' -r x src",
        "grep -d recurse x src",
        "grep -r -e x src",
        "grep -f a.txt a.txt",
        "grep -5 x a.txt",
        "grep -e - a.txt",
        "rg foo src",
        "rg --files",
        "rg -n --glob '*.rs' -t rust foo src",
        "rg -C2 foo src",
        "sort a.txt",
        "sort -t, -k2,3nr a.txt",
        "sort -u --parallel=2 a.txt",
        "uniq -c a.txt",
        "uniq --group=both a.txt",
        "diff a.txt a.txt",
        "diff -u3 a.txt a.txt",
        "diff -U 3 --color=never a.txt new",
    ]);
    place.asks(
        "writes a file",
        &[
            "sort -o x a.txt",
            "sort -ro x a.txt",
            "sort a.txt -ox",
            "sort --output=x a.txt",
            "sort --output x",
            "sort -k 1 -o x",
        ],
    );
    place.asks("short for `--output`, writes a file", &["sort --outp=x a.txt", "sort --o x"]);
    place.asks("`sort -T`", &["sort -T . a.txt", "sort -T. a.txt"]);
    place.asks(
        "runs a program",
        &[
            "sort --compress-program=x a.txt",
            "sort --compress ./x a.txt",
            "rg --pre cat foo",
            "rg --pre=./x foo",
            "rg --hostname-bin x y",
        ],
    );
    place.asks("runs programs that unpack", &["rg -z foo", "rg -nz foo", "rg --search-zip foo"]);
    place.asks(
        "follows links",
        &[
            "grep -R x .",
            "grep -nR x .",
            "grep --dereference-recursive x .",
            "rg -L x",
            "diff -r src src",
            "diff -ur src src",
        ],
    );
    place.asks(
        "leads outside",
        &[
            "grep -f/etc/passwd x",
            "grep --file=/etc/passwd x",
            "grep x /etc/passwd",
            "rg --ignore-file /x y",
            "sort out/x",
        ],
    );
    place.asks("may be an option of its own", &["grep -A -R x a.txt", "rg --sort --pre foo src"]);
    place.asks("writes the second file", &["uniq a.txt b.txt", "uniq -c -- a.txt b.txt"]);
    place.asks("in the folder `src`", &["diff src src", "diff -- a.txt src"]);
    place.asks("runs `pr`", &["diff -l a.txt a.txt", "diff --paginate a.txt a.txt"]);
    place.asks("`ripgrep`", &["ripgrep foo"]);
}

#[test]
fn system() {
    let place = place();
    place.reads(&[
        "pwd",
        "pwd -P",
        "echo -n 'a  b' --x",
        "true",
        "true --x y",
        "which -a git",
        "whoami",
        "date",
        "date -u +%F",
        "date -Iseconds",
        "date -d 'next week' '+%Y %m'",
        "env",
        "env -0",
        "env A=1 B=2",
        "dirname a/b c",
        "basename -s .rs a.rs",
    ]);
    place.asks(
        "clock",
        &[
            "date -s 2020-01-01",
            "date --set=x",
            "date -us x",
            "date 01010101",
            "date -u 010112002020",
            "date -f a.txt",
        ],
    );
    place.asks("short for `--set`", &["date --se x"]);
    place.asks(
        "runs whatever its text says",
        &["env -S 'ls -l'", "env -S'touch\\_x'", "env -iS ls", "env --split-string=ls"],
    );
    place.asks("short for `--split-string`", &["env --split=ls"]);
    place.asks(
        "runs another program",
        &["env ls", "env A=1 ls", "env - ls", "env -i git status", "env env", "env =x"],
    );
    place.asks("another folder", &["env -C src ls", "env --chdir=src ls"]);
    place.asks("is not a question", &["whoami x"]);
    place.asks("not one of the programs", &["rm x", "LS", "sh -c ls", "touch x"]);
    place.asks("one certain file", &["/bin/ls", "./ls"]);
}

#[test]
fn finding() {
    let place = place();
    place.reads(&[
        "find",
        "find . -name '*.rs' -type f",
        "find src -maxdepth 2 -newer a.txt -print0",
        "find . \\( -name a -o -name b \\) -printf '%p\\n'",
        "find -O2 . -not -path './x/*' -mtime -3",
        "find . -newermt 2020-01-01",
        "find -P . -samefile a.txt",
    ]);
    place.asks("deletes", &["find . -delete", "find . -type f '-delete'", "find . -\"delete\""]);
    place.asks(
        "runs a program",
        &[
            "find . -exec rm x",
            "find . -execdir rm x",
            "find . -ok rm x",
            "find . -okdir rm x",
            "find . -ex\\ec rm",
        ],
    );
    place.asks(
        "writes a file",
        &["find . -fprint x", "find . -fprint0 x", "find . -fprintf x y", "find . -fls x"],
    );
    place.asks("follows links", &["find -L .", "find . -follow"]);
    place.asks("leads outside", &["find /", "find out", "find . -newer /etc/passwd", "find . -newer out/x"]);
    place.asks("not a test known", &["find . -nonsense", "find . -newerzz x", "find -X ."]);
    place.asks("expects a test", &["find . -name a src"]);
}

#[test]
fn git_that_prints_contents() {
    let place = place();
    for line in ["git diff", "git diff HEAD~2 --stat -U5 -- src", "git log -p -3 --stat -- src", "git show"] {
        let argv: Vec<String> = line.split(' ').map(str::to_owned).collect();
        let places = Places::of(&place.workspace, None, Programs::AsNamed);
        let found = judge(Command::Argv(&argv), &places);
        assert!(found.reads_only, "{line}: {:?}", found.reasons);
    }
    place.asks("in a text for a shell", &["git diff", "git log -p", "git show", "git grep -n x"]);
    place.asks("by its number", &["git show abcd1234", "git cat-file -p v1.0", "git diff abcd1234"]);
    place.asks("all that is stashed", &["git stash show", "git stash show -p"]);
}

#[test]
fn git() {
    let place = place();
    place.reads(&[
        "git",
        "git --version",
        "git status",
        "git status -sb --porcelain=v2",
        "git --no-pager log --oneline -5",
        "git log --graph --all -n 5 main..dev",
        "git log --branches=a --branches --no-walk=sorted",
        "git diff --cached --name-only",
        "git show HEAD:a.txt",
        "git show HEAD^ --stat",
        "git branch",
        "git branch -avv",
        "git branch --show-current",
        "git branch --list 'a*'",
        "git branch --merged main",
        "git rev-parse --short HEAD",
        "git rev-parse --abbrev-ref HEAD",
        "git rev-parse --show-toplevel",
        "git ls-files -mo --exclude-standard",
        "git ls-tree -r HEAD",
        "git cat-file -p HEAD",
        "git describe --tags --always",
        "git describe --match 'v*' --candidates 5",
        "git shortlog -sn HEAD",
        "git blame -L 1,5 a.txt",
        "git rev-list --count HEAD",
        "git remote",
        "git remote -v",
        "git remote get-url origin",
        "git config --get user.name",
        "git config get user.name",
        "git stash list",
        "git stash show --stat stash@{0}",
        "git worktree list",
        "git reflog",
        "git reflog -5",
        "git reflog show main",
        "git for-each-ref --sort=-committerdate",
        "git merge-base main dev",
        "git show-ref --heads",
        "git count-objects -vH",
        "git --no-pager tag --list 'v*'",
        "git --no-pager tag",
    ]);
    place
        .asks("can set a program", &["git -c a=b status", "git -ca=b status", "git --config-env=a=B status"]);
    place.asks("another folder's repository", &["git -C sub status", "git -Csub push"]);
    place.asks("another repository", &["git --git-dir=sub/.git status", "git --git-dir sub/.git status"]);
    place.asks("`git --work-tree`", &["git --work-tree=src status"]);
    place.asks("git's own programs", &["git --exec-path=src status"]);
    place.asks(
        "runs a pager",
        &[
            "git -p log",
            "git --paginate log",
            "git grep -O foo",
            "git grep -nOless foo",
            "git grep --open-files-in-pager=x foo",
        ],
    );
    place.asks(
        "not an option known",
        &["git --nonsense status", "git log --nonsense", "git status -x", "git --exec status"],
    );
    place.asks(
        "writes a file",
        &[
            "git diff --output=x",
            "git log --output x -p",
            "git show --output=x",
            "git stash show --output=x",
            "git reflog --output=x",
        ],
    );
    place.asks("short for `--output`", &["git diff --outp=x"]);
    place.asks(
        "the repository may name",
        &[
            "git diff --ext-diff",
            "git log -p --textconv",
            "git show --ext-diff",
            "git blame --textconv a.txt",
            "git cat-file --textconv HEAD:a",
            "git cat-file --filters HEAD:a",
            "git log --show-signature",
            "git log '--format=%G?'",
            "git log --pretty=format:%h%GK",
            "git status -v",
            "git --no-pager tag -v x",
            "git rev-list --alternate-refs HEAD",
        ],
    );
    place.asks(
        "within this one",
        &[
            "git diff --submodule=diff",
            "git grep --recurse-submodules x",
            "git ls-files --recurse-submodules",
        ],
    );
    place.asks("any two files", &["git diff --no-index a.txt b"]);
    place.asks("makes or moves a branch", &["git branch x", "git branch -v x", "git branch x main"]);
    place.asks("deletes branches", &["git branch -D x", "git branch -vd x", "git branch --delete x"]);
    place.asks("moves or copies", &["git branch -m x", "git branch --move a b", "git branch -C a b"]);
    place.asks("makes a tag", &["git --no-pager tag v1"]);
    place.asks(
        "may change a setting",
        &[
            "git config user.name x",
            "git config user.name",
            "git config core.fsmonitor ./x",
            "git config edit",
        ],
    );
    place.asks(
        "may change a setting",
        &[
            "git config --add a.b c",
            "git config --unset a.b",
            "git config -e",
            "git config --edit",
            "git config edit --list",
            "git config set user.name x --list",
            "git config --global --list",
            "git config --list",
            "git config list",
            "git config -l",
            "git config --get-regexp .",
            "git config --get user.name x",
        ],
    );
    place.asks(
        "may hold a password",
        &[
            "git config --get remote.origin.url",
            "git config get http.extraheader",
            "git config --get alias.x",
        ],
    );
    place.asks("runs an editor", &["git branch --edit-description"]);
    place.asks(
        "not an option known",
        &["git config --get --global user.name", "git config get --all --file x user.name"],
    );
    place.asks(
        "record of what references were",
        &["git reflog expire --all", "git reflog delete x", "git reflog main"],
    );
    place.asks("over the network", &["git remote show origin", "git remote add a b", "git remote -v update"]);
    place.asks(
        "changes the files",
        &[
            "git stash",
            "git stash pop",
            "git stash push",
            "git restore .",
            "git switch x",
            "git apply x",
            "git --no-pager reset --hard",
        ],
    );
    place.asks(
        "writes files",
        &[
            "git init x",
            "git archive -o x HEAD",
            "git bundle create x HEAD",
            "git worktree add x",
            "git submodule update",
            "git format-patch HEAD",
        ],
    );
    place.asks(
        "changes references",
        &["git bisect start", "git notes add", "git update-ref a b", "git symbolic-ref HEAD x"],
    );
    place.asks("rewrites what is stored", &["git gc", "git maintenance run", "git repack"]);
    place.asks("sends commits", &["git --no-pager push", "git push"]);
    place.asks("talks to another", &["git ls-remote", "git clone x", "git --no-pager fetch"]);
    place.asks("may be an alias", &["git lg", "git 'lo'g2"]);
    place.asks("other programs", &["git help log", "git difftool", "git --no-pager mergetool"]);
    place.asks("opens a manual", &["git --help", "git -h"]);
}

#[test]
fn a_repository_is_looked_at_as_well() {
    let place = place();
    let check = |path: &str, content: &str, why: &str| {
        let path = place.workspace.join(path);
        let before = fs::read(&path).ok();
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(&path, content).expect("written");
        place.asks(why, &["git status", "git diff"]);
        match before {
            Some(bytes) => fs::write(&path, bytes).expect("written"),
            None => fs::remove_file(&path).expect("removed"),
        }
        place.reads(&["git status"]);
    };
    check(".git/config", "[core]\nfsmonitor = ./x", "core.fsmonitor");
    check(".git/config", "[filter \"x\"]\nclean = ./x", "[filter \"x\"]");
    check(".git/config", "[core]\nbare = \u{fffd}\n[include]\npath = x", "[include]");
    check(".git/commondir", "../other", "commondir");
    check(".git/config.worktree", "", "config.worktree");
    check(".git/objects/info/alternates", "/other", "alternates");
    check(".git/HEAD", "nonsense", "not a whole repository");
    check(".gitmodules", "", ".gitmodules");
    check(".git/hooks/post-index-change", "", "post-index-change");
    let at = |folder: &str| {
        let folder = place.workspace.join(folder);
        let places =
            Places { workspace: &place.workspace, folder: &folder, home: None, programs: Programs::AsNamed };
        judge(Command::Shell("git status"), &places)
    };
    assert!(at("src").reads_only);
    assert!(at("sub").reasons[0].words.text.contains("core.fsmonitor"), "{:?}", at("sub"));
    fs::create_dir_all(place.workspace.join("bare/objects")).expect("a folder");
    fs::write(place.workspace.join("bare/HEAD"), "x").expect("written");
    assert!(at("bare").reasons[0].words.text.contains("looks like a git repository"), "{:?}", at("bare"));
    fs::create_dir_all(place.workspace.join("src/.git")).expect("a folder");
    assert!(at("src").reasons[0].words.text.contains("not a whole"), "{:?}", at("src"));
    fs::rename(place.workspace.join(".git"), place.workspace.join("was")).expect("renamed");
    place.asks("no git repository", &["git status"]);
    fs::write(place.workspace.join(".git"), "gitdir: was\n").expect("written");
    place.asks("is elsewhere", &["git status"]);
}

#[test]
fn what_is_kept_from_others_is_read_by_nobody_unasked() {
    let place = place();
    std::os::unix::fs::symlink(".git/config", place.workspace.join("notes.md")).expect("a link");
    fs::create_dir_all(place.workspace.join("deploy/eu")).expect("a folder");
    fs::write(place.workspace.join("deploy/eu/server.pem"), "x").expect("written");
    place.asks(
        "which nothing reads unasked",
        &[
            "cat .git/config",
            "cat ./.git/config",
            "cat '.git/config'",
            "cat .gi\\t/config",
            "cat .GIT/config",
            "cat notes.md",
            "head -c 60 .git/config",
            "tail -n 3 .git/HEAD",
            "wc -l .env",
            "grep url .git/config",
            "grep -f .git/config a.txt",
            "grep --file=.git/config a.txt",
            "rg -f .env x src",
            "sort .env.local",
            "uniq deploy/eu/server.pem",
            "diff a.txt .netrc",
            "file -m .git/config a.txt",
            "cat .pixir/sessions/x.ndjson",
            "cat id_rsa",
            "cat keys/id_work",
            "cat .aws/credentials",
            "cat config/credentials.yml",
            "git show HEAD:.env",
            "git cat-file -p HEAD:a/.npmrc",
            "git blame .env",
            "git log -p -- .env",
            "git diff -O.git/config",
            "git grep -f .git/config x",
        ],
    );
    place.asks(
        "reads everything in",
        &[
            "grep -rn foo",
            "grep -r x .",
            "grep -rx .",
            "grep -rex deploy",
            "grep -r x src deploy",
            "grep --recursive x deploy",
            "grep -d recurse x",
            "grep --directories=recurse x .",
            "rg foo",
            "rg -uu foo .",
            "rg -e foo deploy",
            "rg --hidden foo deploy/eu",
        ],
    );
    // Names, sizes and times are said.
    place.reads(&[
        "ls -la .git",
        "ls -R",
        "tree -a -L 2",
        "find . -name .env",
        "find .git -type f",
        "stat .git/config",
        "realpath .env",
        "git ls-files .env",
        "git status .env",
        "rg --files .",
    ]);
}

#[test]
fn a_program_is_judged_by_what_its_name_leads_to() {
    let place = place();
    let home = place.workspace.parent().expect("a folder").to_owned();
    let program = |folder: &str, mode: u32| {
        use std::os::unix::fs::PermissionsExt;
        let folder = home.join(folder);
        fs::create_dir_all(&folder).expect("a folder");
        fs::write(folder.join("ls"), "#!/bin/sh\n").expect("written");
        fs::set_permissions(folder.join("ls"), fs::Permissions::from_mode(mode)).expect("set");
        folder
    };
    let of_workspace = program("ws/bin", 0o755);
    let of_skill = program("ws/.agents/skills/a/bin", 0o755);
    let of_user = program("own", 0o755);
    let of_all = program("all", 0o777);
    let not_to_run = program("ws/plain", 0o644);
    let linked = home.join("linked");
    fs::create_dir_all(&linked).expect("a folder");
    std::os::unix::fs::symlink("/usr/bin/ls", linked.join("ls")).expect("a link");
    let in_link = home.join("in-link");
    std::os::unix::fs::symlink(&of_workspace, &in_link).expect("a link");
    let to_system = place.workspace.join("to-system");
    std::os::unix::fs::symlink("/usr/bin", &to_system).expect("a link");
    let system = PathBuf::from("/usr/bin");
    let check = |search: &[&PathBuf], by_words: bool, by_shell: bool| {
        let search: Vec<PathBuf> = search.iter().map(|folder| (*folder).clone()).collect();
        let places = Places::of(&place.workspace, None, Programs::In(&search));
        let argv = ["ls", "-la"].map(str::to_owned);
        let found = judge(Command::Argv(&argv), &places);
        assert_eq!(found.reads_only, by_words, "{search:?}: {:?}", found.reasons);
        let found = judge(Command::Shell("ls -la"), &places);
        assert_eq!(found.reads_only, by_shell, "{search:?}: {:?}", found.reasons);
    };
    check(&[&system], true, true);
    for odd in [&of_workspace, &of_skill, &of_user, &of_all, &linked, &in_link] {
        check(&[odd, &system], false, false);
        check(&[&system, odd], true, true);
    }
    // What was found there is the system's own, and exactly that file runs; a shell would look through the link again.
    check(&[&to_system, &system], true, false);
    // A shell looks again when it runs, and may find by then what is not there yet.
    check(&[&not_to_run, &system], true, false);
    check(&[&place.workspace.join("absent"), &system], true, false);
    check(&[&PathBuf::from("."), &system], true, false);
    check(&[&PathBuf::new(), &system], true, false);
    check(&[], false, false);
}

#[test]
fn paths_are_looked_at_from_where_the_command_runs() {
    let place = place();
    let folder = place.workspace.join("src");
    std::os::unix::fs::symlink("../../other", folder.join("away")).expect("a link");
    let places =
        Places { workspace: &place.workspace, folder: &folder, home: None, programs: Programs::AsNamed };
    let reads = |text: &str| judge(Command::Shell(text), &places).reads_only;
    assert!(reads("cat a.txt"));
    assert!(!reads("cat away/x"));
    assert!(!reads("grep -e away x"));
}

#[test]
fn words_need_no_shell() {
    let place = place();
    let check = |argv: &[&str], text: &str, reads: bool| {
        let argv: Vec<String> = argv.iter().map(|word| (*word).to_owned()).collect();
        assert_eq!(shell_text(&argv), text);
        let found = judge(Command::Argv(&argv), &Places::of(&place.workspace, None, Programs::AsNamed));
        assert_eq!(found.reads_only, reads, "{argv:?}: {found:?}");
    };
    check(&["ls", "-la"], "ls -la", true);
    check(&["cat", "a b.txt"], "cat 'a b.txt'", true);
    check(&["grep", "$HOMEX*", "it's"], r"grep '$HOMEX*' 'it'\''s'", true);
    check(&["grep", "a|b", "x"], "grep 'a|b' x", false);
    check(&["cat", "~/x"], "cat '~/x'", false);
    check(&["cat", ""], "cat ''", true);
    check(&["cat", "a\0b"], "cat 'a\0b'", false);
    check(&[], "", false);
    check(&[""], "''", false);
    check(&["sh", "-c", "ls"], "sh -c ls", false);
}

#[test]
fn what_is_too_much_is_asked_about() {
    let place = place();
    place.asks("too long", &[&"a ".repeat(LONGEST), &format!("ls {}", "(".repeat(1 << 16))]);
    // Every word of a program counts with the blank that would stand behind it.
    let rule = |words: usize| {
        let (argv, places) =
            (vec!["a".to_owned(); words], Places::of(&place.workspace, None, Programs::AsNamed));
        judge(Command::Argv(&argv), &places).reasons[0].rule
    };
    assert_eq!((rule(LONGEST / 2), rule(LONGEST / 2 + 1)), ("program", "size"));
    place.asks(
        "nested",
        &[
            &"( ".repeat(1000),
            &"if ".repeat(1000),
            &"{ ".repeat(2000),
            &"$(".repeat(2000),
            &"`".repeat(4000),
            &"f()".repeat(1000),
        ],
    );
}
