//! Lock files of other tools, as the terminal tells them: against the disk, and against what sessions used.

use std::path::Path;

use api::locks::{LockState, LockUseState, LocksAsk, LocksReport};
use serde_json::{Value, json};

use tests::room::Room;

const SKILL: &str = "---\nname: notes\ndescription: Use when there are notes.\n---\nWrite them down.\n";
const OTHER: &str = "---\nname: notes\ndescription: Use when there are notes.\n---\nBurn them.\n";

/// The hash `npx skills` makes of a skill that is nothing but this file.
fn hash(skill: &str) -> String {
    disk::Digest::of(format!("SKILL.md{skill}").as_bytes()).to_string()
}

fn lock(hash: &str) -> String {
    let entry = json!({ "source": "acme/skills", "ref": "v1", "sourceType": "github", "computedHash": hash });
    serde_json::to_string_pretty(&json!({ "version": 1, "skills": { "notes": entry } })).unwrap()
}

fn room(on_disk: &str) -> Room {
    let lock = lock(&hash(SKILL));
    Room::with(&[
        (".git/HEAD", b"ref: refs/heads/main\n"),
        (".agents/skills/notes/SKILL.md", on_disk.as_bytes()),
        ("skills-lock.json", lock.as_bytes()),
    ])
}

/// A session of Pixir that was given these texts.
fn session(room: &Room, texts: &[&str]) {
    let path = room.workspace().join(".agents/skills/notes/SKILL.md");
    let mut events = Vec::new();
    for text in texts {
        events.push(("skill_activation", json!({
            "activated_by": "user", "content": text, "content_hash": disk::Digest::of(text.as_bytes()).to_string(),
            "name": "notes", "path": path, "root": room.workspace().join(".agents/skills"), "scope": "repo",
            "short_path": "repo/notes",
        })));
        events.push(("user_message", json!({ "text": "do it" })));
        events.push(("assistant_message", json!({ "text": "done" })));
    }
    let line = |(at, (kind, body)): (usize, &(&str, Value))| {
        let ts = format!("2026-05-01T10:00:{at:02}.000000Z");
        json!({ "id": format!("e{at}"), "session_id": "s1", "seq": at, "ts": ts, "type": kind, "data": body })
            .to_string()
            + "\n"
    };
    let log: String = events.iter().enumerate().map(line).collect();
    room.write("ws/.pixir/sessions/s1.ndjson", log);
}

fn report(room: &Room) -> LocksReport {
    room.again().scripts().locks_report(&LocksAsk { folder: None, require: false }).expect("a report")
}

fn assay(room: &Room, arguments: &[&str]) -> (i32, String) {
    let mut command = std::process::Command::new(crate::doors::program());
    command.current_dir(room.workspace()).args(arguments);
    command.env("HOME", room.at("home")).env("XDG_DATA_HOME", room.at("kept"));
    command.env_remove("PIXIR_HOME").env_remove("XDG_STATE_HOME");
    let done = command.output().expect("assay runs");
    (done.status.code().unwrap_or(-1), String::from_utf8_lossy(&done.stdout).into_owned())
}

#[test]
fn what_sessions_used_stands_beside_what_is_locked() {
    let room = room(SKILL);
    session(&room, &[SKILL, OTHER]);
    let report = report(&room);
    let [row] = report.rows.as_slice() else { panic!("{report:?}") };
    assert_eq!((row.state, row.line, row.reference.as_deref()), (LockState::AsLocked, Some(4), Some("v1")));
    let states: Vec<_> = row.uses.iter().map(|used| used.state).collect();
    // The latest stands first.
    assert_eq!(states, [LockUseState::Other, LockUseState::AsLocked], "{:?}", row.uses);
    assert_eq!(row.uses[0].last_in.as_deref(), Some("s1"));
    let (code, text) = assay(&room, &["lock", "verify"]);
    assert_eq!(code, 0, "{text}");
    assert!(text.contains("used, but not with the locked text: 1 session, last s1."), "{text}");
}

#[test]
fn a_text_that_a_session_recorded_tells_which_file_is_not_as_locked() {
    let room = room(OTHER);
    assert_eq!(report(&room).rows[0].state, LockState::Differs);
    session(&room, &[SKILL]);
    let report = report(&room);
    let row = &report.rows[0];
    assert_eq!(row.state, LockState::Changed, "{row:?}");
    assert_eq!((row.differences[0].path.as_str(), row.differences[0].how.word()), ("SKILL.md", "changed"));
    assert_eq!(row.uses[0].state, LockUseState::AsLocked);
}

#[test]
fn every_state_has_its_exit_code_in_every_form() {
    let check = |room: &Room, code: i32, level: Option<&str>, case: &str| {
        let forms = [&["lock", "verify"][..], &["lock", "verify", "--json"], &["lock", "verify", "--junit"]];
        for form in forms {
            assert_eq!(assay(room, form).0, code, "{form:?}");
        }
        let (own, out) = assay(room, &["lock", "verify", "--sarif"]);
        let log: Value = serde_json::from_str(&out).unwrap();
        let result = &log["runs"][0]["results"][0];
        assert_eq!((own, result["level"].as_str()), (code, level), "{out}");
        if level.is_some() {
            let place = &result["locations"][0]["physicalLocation"];
            assert_eq!(place["artifactLocation"]["uri"], "skills-lock.json", "{out}");
        }
        let (_, xml) = assay(room, &["lock", "verify", "--junit"]);
        assert!(xml.contains(case), "{xml}");
    };
    check(&room(SKILL), 0, None, "failures=\"0\"");
    check(&room(OTHER), 1, Some("error"), "<failure message=\"notes in .agents/skills/notes differs");
    let gone = room(SKILL);
    std::fs::remove_dir_all(gone.workspace().join(".agents")).unwrap();
    check(&gone, 1, Some("error"), "<failure message=\"notes is missing.");
    let unknown = room(SKILL);
    unknown.write("ws/skills-lock.json", lock("sha512-x"));
    check(&unknown, 1, Some("warning"), "<skipped message=\"notes in .agents/skills/notes cannot be checked");
    assert_eq!(assay(&unknown, &["lock", "verify", "--allow-unchecked"]).0, 0);
    let broken = room(SKILL);
    broken.write("ws/skills-lock.json", "{\n \"version\": 7 }");
    check(&broken, 4, Some("error"), "<error message=");
    assert_eq!(assay(&broken, &["lock", "verify", "nowhere"]).0, 3);
    assert_eq!(assay(&broken, &["lock", "verify", "--sarif", "--json"]).0, 2);
    let none = Room::with(&[]);
    let (code, text) = assay(&none, &["lock", "verify"]);
    assert_eq!((code, text.as_str()), (0, "0 lock files: no locked skills\n"));
}

#[test]
fn a_name_in_a_lock_is_drawn_and_not_obeyed() {
    let room = room(SKILL);
    let skills = json!({ "\u{1b}[31mred\n<&>": { "computedHash": "x" } });
    room.write("ws/skills-lock.json", json!({ "version": 1, "skills": skills }).to_string());
    let (_, text) = assay(&room, &["lock", "verify"]);
    assert!(text.contains("<U+001B>[31mred<U+000A>") && !text.contains('\u{1b}'), "{text}");
    let (_, xml) = assay(&room, &["lock", "verify", "--junit"]);
    assert!(!xml.contains('\u{1b}') && xml.contains("&lt;&amp;&gt;"), "{xml}");
}

#[test]
fn the_locks_above_a_workspace_and_of_a_user_are_read_and_those_of_a_named_folder_alone() {
    let room = room(SKILL);
    let of_user = json!({ "version": 3, "skills": { "notes": { "skillFolderHash": hash(SKILL) } } });
    room.write("home/.agents/.skill-lock.json", of_user.to_string());
    room.write("home/.agents/skills/notes/SKILL.md", SKILL);
    let paths = |report: LocksReport| report.locks.into_iter().map(|lock| lock.path).collect::<Vec<_>>();
    assert_eq!(paths(report(&room)), ["skills-lock.json", "~/.agents/.skill-lock.json"]);
    let only = LocksAsk { folder: Some(".".to_owned()), require: false };
    assert_eq!(paths(room.scripts().locks_report(&only).unwrap()).len(), 1);
    std::fs::create_dir_all(room.workspace().join("deep/er")).unwrap();
    let deep = room.workspace().join("deep/er");
    let (code, text) = assay(&room, &["--workspace", deep.to_str().unwrap(), "lock", "verify", "--json"]);
    let found: Value = serde_json::from_str(&text).unwrap();
    assert_eq!((code, found["rows"].as_array().unwrap().len()), (0, 2), "{text}");
    assert!(Path::new(found["locks"][0]["path"].as_str().unwrap()).ends_with("skills-lock.json"), "{text}");
}

/// A lock of a project within the workspace was not looked at, and nothing said so.
#[test]
fn lock_in_a_folder_of_the_workspace_is_read_and_those_of_installed_packages_are_not() {
    let room = room(SKILL);
    room.write("ws/packages/x/skills-lock.json", lock(&hash(SKILL)));
    room.write("ws/packages/x/.claude/skills/notes/SKILL.md", SKILL);
    room.write("ws/node_modules/y/skills-lock.json", "{");
    let paths = |report: &LocksReport| report.locks.iter().map(|lock| lock.path.clone()).collect::<Vec<_>>();
    assert_eq!(paths(&report(&room)), ["skills-lock.json", "packages/x/skills-lock.json"]);
    assert_eq!(assay(&room, &["lock", "verify"]).0, 0);

    room.write("ws/packages/x/.claude/skills/notes/SKILL.md", SKILL.replace("notes", "other notes"));
    let (code, text) = assay(&room, &["lock", "verify"]);
    assert!(code == 1 && text.contains("packages/x"), "{code} {text}");
    room.write("ws/packages/x/skills-lock.json", "{");
    let (code, text) = assay(&room, &["lock", "verify"]);
    assert!(code == 4 && text.contains("packages/x/skills-lock.json"), "{code} {text}");
}

#[cfg(unix)]
#[test]
fn lock_that_is_a_link_to_nothing_is_no_lock_that_was_deleted() {
    let room = room(SKILL);
    let path = room.workspace().join("skills-lock.json");
    std::fs::remove_file(&path).unwrap();
    std::os::unix::fs::symlink("nowhere", &path).unwrap();
    let (code, text) = assay(&room, &["lock", "verify"]);
    assert!(code == 4 && text.contains("broken link"), "{code} {text}");
}
