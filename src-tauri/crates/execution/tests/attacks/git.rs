//! `git` as a source of facts: it works at every level, and what a repository makes it run stays inside.

use std::process::Command;
use std::time::Duration;

use execution::End;

use crate::room::{Room, contained, everywhere, has, said};

fn repository(room: &Room) {
    let git = |words: &[&str]| {
        let mut git = Command::new("git");
        git.args(["-c", "user.name=a", "-c", "user.email=a@example.com", "-c", "commit.gpgsign=false"]);
        git.args(words).current_dir(room.path("workspace")).env("GIT_CONFIG_GLOBAL", "/dev/null");
        let output = git.output().unwrap();
        assert!(output.status.success(), "{words:?}: {output:?}");
    };
    git(&["init", "-q", "-b", "main"]);
    git(&["add", "file", "src"]);
    git(&["commit", "-q", "-m", "first words"]);
    room.put("workspace/file", "changed");
}

#[test]
fn git_answers_at_every_level() {
    if !has("git") {
        return;
    }
    everywhere(|room| {
        repository(room);
        let git = |words: &[&str]| {
            let ran = room.run(&room.order(&[&["git"], words].concat()));
            assert_eq!((ran.end, ran.stderr.total), (End::Exit(0), 0), "{words:?}: {}", said(&ran));
            said(&ran)
        };
        assert_eq!(git(&["status", "--short", "-uno"]), " M file\n");
        assert!(git(&["diff", "HEAD"]).contains("+changed"));
        assert!(git(&["log", "--oneline"]).ends_with(" first words\n"));
        assert!(git(&["diff", "--stat", "HEAD"]).contains("1 file changed"));
    });
}

#[test]
fn what_a_repository_makes_git_run_stays_inside() {
    if !has("git") {
        return;
    }
    contained(|room| {
        repository(room);
        let outside = room.path("outside").display().to_string();
        let ours = "echo escaped > \"$OUTSIDE/new\"; cat \"$OUTSIDE/secret\"; echo x > /tmp/attack-$MARK; \
                    echo x > .pixir/new; setsid sleep 60 & true";
        room.put("workspace/.git/evil", &format!("OUTSIDE={outside}; {ours}; cat"));
        let config = room.text("workspace/.git/config")
            + "[core]\n\tfsmonitor = sh .git/evil\n[filter \"x\"]\n\tclean = sh .git/evil\n\trequired = true\n\
               [diff \"x\"]\n\ttextconv = sh .git/evil\n[alias]\n\tst = !sh .git/evil\n";
        room.put("workspace/.git/config", &config);
        room.put("workspace/.gitattributes", "file filter=x diff=x\n");
        for words in
            [&["git", "status"][..], &["git", "diff", "HEAD"], &["git", "st"], &["git", "add", "file"]]
        {
            // What it leaves in the background holds the pipe that git reads from.
            let mut order = room.order(words);
            order.limits.wall = Duration::from_secs(2);
            let ran = room.run(&order);
            assert!(!said(&ran).contains("secret\n"), "{words:?}: {}", said(&ran));
            assert_eq!(std::fs::read_dir(room.path("outside")).unwrap().count(), 1, "{words:?}");
            assert!(!room.path("workspace/.pixir/new").exists(), "{words:?}");
        }
    });
}
