//! Repositories: one commit comes in, byte for byte, and nothing the repository says takes effect.

use std::path::Path;
use std::process::Command;

use super::why;
use super::*;

fn git(folder: &Path, words: &[&str]) -> String {
    let mut command = Command::new("git");
    command.current_dir(folder).args(["-c", "user.name=a", "-c", "user.email=a@example.org"]).args(words);
    command.env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_NOSYSTEM", "1");
    let done = command.output().expect("git runs");
    assert!(done.status.success(), "{words:?}: {}", String::from_utf8_lossy(&done.stderr));
    String::from_utf8_lossy(&done.stdout).trim().to_owned()
}

fn repository(room: &Room) -> PathBuf {
    room.put("from/repo/skills/a/SKILL.md", A.replace('\n', "\r\n"));
    room.put("from/repo/skills/a/run.sh", "#!/bin/sh\necho $Id$\n");
    fs::set_permissions(room.at("from/repo/skills/a/run.sh"), fs::Permissions::from_mode(0o755)).unwrap();
    room.put("from/repo/skills/a/hidden.md", "left out of archives, and yet a part of the skill\n");
    room.put("from/repo/README.md", "not a skill\n");
    let attributes = "* text eol=lf ident filter=evil\nhidden.md export-ignore\nrun.sh export-subst\n";
    room.put("from/repo/skills/a/.gitattributes", attributes);
    let repo = room.at("from/repo");
    git(&repo, &["init", "-q", "-b", "main"]);
    // What lands must be the committed bytes, so they are committed as they are.
    git(&repo, &["config", "core.attributesFile", "/dev/null"]);
    fs::rename(repo.join("skills/a/.gitattributes"), room.at("from/attributes")).unwrap();
    git(&repo, &["add", "."]);
    fs::rename(room.at("from/attributes"), repo.join("skills/a/.gitattributes")).unwrap();
    let blob = git(&repo, &["hash-object", "-w", "--no-filters", "skills/a/.gitattributes"]);
    git(&repo, &["update-index", "--add", "--cacheinfo", &format!("100644,{blob},skills/a/.gitattributes")]);
    git(&repo, &["commit", "-q", "-m", "one"]);
    repo
}

/// Settings and hooks that would leave a trace if anything ran them.
fn arm(room: &Room, repo: &Path) -> PathBuf {
    let trace = room.at("from/trace");
    let touch = format!("touch {}", trace.display());
    for key in [
        "filter.evil.smudge",
        "filter.evil.clean",
        "core.fsmonitor",
        "uploadpack.packObjectsHook",
        "core.sshCommand",
    ] {
        git(repo, &["config", key, &touch]);
    }
    git(repo, &["config", "filter.evil.required", "true"]);
    for hook in ["post-checkout", "pre-upload", "post-index-change", "reference-transaction", "post-merge"] {
        let path = repo.join(".git/hooks").join(hook);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, format!("#!/bin/sh\n{touch}\n")).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    }
    trace
}

#[test]
fn a_repository_comes_in_byte_for_byte_and_runs_nothing() {
    let room = Room::new();
    let before = room.tree();
    let repo = repository(&room);
    let commit = git(&repo, &["rev-parse", "HEAD"]);
    let trace = arm(&room, &repo);
    // What is changed and not committed does not come in.
    fs::write(repo.join("skills/a/run.sh"), "uncommitted").unwrap();
    let (id, view) = room.import(OriginSource::Repository { path: repo.clone(), reference: None });
    assert_eq!(view.stage, ImportStage::Ready, "{view:#?}");
    assert_eq!(view.commit.as_deref(), Some(commit.as_str()));
    let entry = room.land(&id, &view);
    let landed = room.at("ws/.agents/skills/a");
    let read = |name: &str| fs::read_to_string(landed.join(name)).unwrap();
    assert_eq!(read("SKILL.md"), A.replace('\n', "\r\n"));
    assert_eq!(read("run.sh"), "#!/bin/sh\necho $Id$\n");
    assert_eq!(read("hidden.md"), "left out of archives, and yet a part of the skill\n");
    assert_eq!(fs::metadata(landed.join("run.sh")).unwrap().permissions().mode() & 0o777, 0o755);
    assert!(!trace.exists(), "a program of the repository ran");
    let origin = room.origin("repo:a/SKILL.md");
    assert_eq!((origin.commit, origin.rel.as_str()), (Some(commit), "skills/a"));
    room.undo(&entry);
    assert_eq!(room.tree(), before);
}

#[test]
fn a_branch_is_named_and_what_is_no_repository_is_told() {
    let room = Room::new();
    let repo = repository(&room);
    let first = git(&repo, &["rev-parse", "HEAD"]);
    git(&repo, &["checkout", "-q", "-b", "next"]);
    git(&repo, &["rm", "-q", "--cached", "skills/a/hidden.md"]);
    git(&repo, &["commit", "-q", "-m", "two"]);
    let check = |reference: Option<&str>, commit: Option<&str>, words: &str| {
        let (_, view) = room
            .import(OriginSource::Repository { path: repo.clone(), reference: reference.map(str::to_owned) });
        match commit {
            Some(commit) => {
                let told = (view.stage, view.commit.as_deref());
                assert_eq!(told, (ImportStage::Ready, Some(commit)), "{view:#?}");
            }
            None => {
                assert_eq!(view.stage, ImportStage::Failed, "{view:#?}");
                assert!(why(&view).contains(words), "{view:#?}");
            }
        }
    };
    let second = git(&repo, &["rev-parse", "HEAD"]);
    check(None, Some(&second), "");
    check(Some("main"), Some(&first), "");
    check(Some("refs/heads/main"), Some(&first), "");
    check(Some("nowhere"), None, "git says");
    check(Some("--upload-pack=touch x"), None, "not the name of a branch");
    let (_, view) = room.import(OriginSource::Repository { path: room.at("home"), reference: None });
    assert_eq!(view.stage, ImportStage::Failed, "{view:#?}");
    for address in
        ["http://127.0.0.1:1/a", "ext::sh -c id", "file:///etc", "ssh://127.0.0.1/a", "git@127.0.0.1:a"]
    {
        let (_, view) = room.import(OriginSource::Git { address: address.to_owned(), reference: None });
        assert!(why(&view).contains("https"), "{address}: {view:#?}");
    }
    // An address nobody answers at ends with what git says, and asks for nothing.
    let (_, view) =
        room.import(OriginSource::Git { address: "https://127.0.0.1:1/a.git".to_owned(), reference: None });
    assert_eq!(view.stage, ImportStage::Failed, "{view:#?}");
    assert!(why(&view).starts_with("git says"), "{view:#?}");
}
