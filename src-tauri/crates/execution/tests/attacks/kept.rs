//! What an approved command may not touch, though it may write in the workspace.

use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::time::{Duration, SystemTime};

use execution::{End, Writes};

use crate::payload::payload;
use crate::room::{Room, contained, said};

#[test]
fn what_is_open_for_reading_keeps_its_permissions_times_and_attributes() {
    contained(|room| {
        for rel in
            ["workspace/.pixir/sessions/log", "workspace/.pixir", "workspace/src/file", "workspace/file"]
        {
            let path = room.path(rel);
            let look = || {
                let found = fs::metadata(&path).unwrap();
                (found.permissions().mode(), found.uid(), found.gid(), found.modified().unwrap())
            };
            let before = look();
            for what in ["fchmod", "fchown", "futimens", "fsetxattr", "utimensat", "chmod-by-descriptor"] {
                for writes in [Writes::Nothing, Writes::Workspace] {
                    let mut order = payload(room, what, path.to_str().unwrap());
                    order.writes = writes;
                    let ran = room.run(&order);
                    assert!(
                        said(&ran).contains("attack: refused"),
                        "{what} {rel} {writes:?}: {}",
                        said(&ran)
                    );
                    assert_eq!(look(), before, "{what} {rel} {writes:?}");
                }
            }
        }
        let free = Room::new(execution::Level::None);
        let path = free.path("workspace/file");
        fs::File::open(&path).unwrap().set_modified(SystemTime::now() - Duration::from_secs(9)).unwrap();
        for what in ["fchmod", "futimens", "utimensat", "chmod-by-descriptor"] {
            let ran = free.run(&payload(&free, what, path.to_str().unwrap()));
            assert!(said(&ran).contains("attack: arrived"), "{what} is no attack: {}", said(&ran));
        }
    });
}

#[test]
fn what_runs_later_cannot_be_written_by_an_approved_command() {
    contained(|room| {
        for folder in ["workspace/.git/hooks", "workspace/src/nested/.git", "workspace/.agents/skills/a"] {
            fs::create_dir_all(room.path(folder)).unwrap();
        }
        room.put("workspace/.git/config", "config");
        room.put("workspace/src/nested/.git/config", "config");
        room.put("workspace/.agents/skills/a/SKILL.md", "skill");
        let kept = [".git", "src/nested/.git", ".agents"].map(|rel| room.path("workspace").join(rel));
        let run = |script: &str| {
            let mut order = room.script(script);
            order.writes = Writes::Workspace;
            order.kept = kept.to_vec();
            room.run(&order)
        };
        for script in [
            "echo x > .git/config",
            "echo x > .git/hooks/pre-commit",
            "mv .git other",
            "rm -r .git/hooks",
            "echo x > src/nested/.git/config",
            "mv src/nested/.git src/nested/other",
            "mv src/nested src/other",
            "rm -r src/nested/.git",
            "echo x > .agents/skills/a/SKILL.md",
            "mkdir .agents/skills/b",
            "mkdir .claude",
            "ln .git/config src/config && echo x > src/config",
            "mv .agents/skills/a src/a",
        ] {
            let ran = run(script);
            assert!(!matches!(ran.end, End::Exit(0)), "{script}: {}", said(&ran));
        }
        for (rel, text) in [
            (".git/config", "config"),
            ("src/nested/.git/config", "config"),
            (".agents/skills/a/SKILL.md", "skill"),
        ] {
            assert_eq!(room.text(&format!("workspace/{rel}")), text);
        }
        // The rest is written as before.
        let ran = run(
            "echo y > file && echo z > src/file && mkdir src/nested/x 2>/dev/null || cat .git/config file",
        );
        assert!(said(&ran).contains("configy"), "{}", said(&ran));
    });
}
