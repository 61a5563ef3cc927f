//! Changes through the doors: a recorded text restored and taken back, what moved, and processes that end in
//! the middle of it.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, SystemTime};

use api::{App, NoHost, Surroundings};
use disk::Imprint;
use serde_json::{Value, json};
use skills::Places;
use skills::manage::{self, Ledger, Outcome};
use tests::pixir;

const LONG: &str = "20260918T141102-7be41d";

struct Room {
    folder: tempfile::TempDir,
    surroundings: Surroundings,
    app: App,
}

fn example() -> Room {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let laid = xtask::example::lay_out(folder.path()).expect("the example can be laid out");
    let surroundings = Surroundings {
        workspace: laid.workspace,
        home: Some(laid.home),
        pixir_home: None,
        kept: Some(folder.path().join("kept/assay")),
        clock: SystemTime::now,
        environment: Vec::new(),
        helper: PathBuf::new(),
    };
    let app = App::new(surroundings.clone(), Box::new(NoHost));
    Room { folder, surroundings, app }
}

impl Room {
    fn ask(&self, name: &str, body: &Value) -> Value {
        let answer = tests::answer(&self.app, name, &body.to_string());
        let text = answer.unwrap_or_else(|failure| panic!("{name} {body}: {failure}"));
        serde_json::from_str(&text).expect("an answer is JSON")
    }

    fn snapshots(&self) -> Vec<Value> {
        let ask = json!({"text": "", "states": [], "sort": "name", "from": 0, "count": 500});
        self.ask("drift", &ask)["rows"].as_array().unwrap().clone()
    }

    fn restoring(&self, row: &Value, extra: &Value) -> Value {
        let mut ask = json!({"kind": "restore", "key": row["latest"]["key"], "line": row["latest"]["line"],
                             "to": null, "unverified": "refused"});
        for (key, value) in extra.as_object().into_iter().flatten() {
            ask[key] = value.clone();
        }
        self.ask("plan", &ask)
    }

    fn carry_out(&self, plan: &Value) -> Value {
        self.ask("carry_out", &json!({ "plan": plan["plan"]["id"] }))
    }

    /// Everything but what Assay keeps.
    fn tree(&self) -> Imprint {
        let mut tree = Imprint::of(self.folder.path()).expect("the room can be read");
        tree.parts.retain(|part| !part.rel.starts_with("kept"));
        tree
    }

    fn path(&self, row: &Value) -> PathBuf {
        let shown = row["path"].as_str().unwrap();
        match shown.strip_prefix("~/") {
            Some(rel) => self.surroundings.home.as_ref().unwrap().join(rel),
            None => self.surroundings.workspace.join(shown),
        }
    }
}

#[test]
fn many_skills_are_changed_at_once_or_not_at_all() {
    let room = example();
    for number in 0..300 {
        let folder = room.surroundings.workspace.join(format!(".agents/skills/many-{number:03}"));
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("SKILL.md"), format!("---\nname: many-{number:03}\ndescription: d\n---\nx\n"))
            .unwrap();
    }
    let before = room.tree();
    let ask = json!({ "text": "many-", "state": "any", "sort": "name", "from": 0, "count": 500 });
    let rows = room.ask("skills", &ask);
    let ids: Vec<&str> =
        rows["rows"].as_array().unwrap().iter().map(|row| row["id"].as_str().unwrap()).collect();
    assert_eq!(ids.len(), 300);
    let doubled = room
        .ask("skills", &json!({ "text": "", "state": "duplicate", "sort": "name", "from": 0, "count": 9 }));
    assert_eq!(doubled["matching"], 0, "their names differ, so their bytes do");
    let copied = room.surroundings.workspace.join(".agents/skills/many-copy");
    fs::create_dir_all(&copied).unwrap();
    fs::copy(copied.with_file_name("many-007").join("SKILL.md"), copied.join("SKILL.md")).unwrap();
    room.ask("look_again", &json!({}));
    let doubled = room
        .ask("skills", &json!({ "text": "", "state": "duplicate", "sort": "name", "from": 0, "count": 9 }));
    let twins: Vec<_> =
        doubled["rows"].as_array().unwrap().iter().map(|row| &row["states"]["twins"]).collect();
    assert_eq!(twins, [&json!(1), &json!(1)], "{doubled:#}");
    fs::remove_dir_all(&copied).unwrap();
    room.ask("look_again", &json!({}));
    let plan = room.ask("plan", &json!({ "kind": "many", "skills": ids, "act": { "kind": "remove" } }));
    assert_eq!(plan["plan"]["steps"].as_array().map(Vec::len), Some(300), "{}", plan["refused"]);
    // Stopped while it is under way: everything is as it was.
    std::thread::scope(|scope| {
        let carrying = scope.spawn(|| room.carry_out(&plan));
        while room.ask("carrying_out", &json!({}))["going"].is_null() && !carrying.is_finished() {
            std::thread::yield_now();
        }
        room.ask("stop_carrying_out", &json!({}));
        let done = carrying.join().unwrap();
        let why = done["refused"]["why"].as_str().unwrap_or_else(|| panic!("{done:#}"));
        assert!(why.starts_with("It was stopped"), "{why}");
    });
    assert_eq!(room.tree(), before);
    assert!(room.ask("carrying_out", &json!({}))["going"].is_null());
    let done = room.carry_out(&plan);
    let words = done["entry"]["words"].as_str().unwrap_or_else(|| panic!("{done:#}"));
    assert!(words.contains("300 skills") && words.contains("and 297 more"), "{words}");
    room.ask("undo", &json!({ "entry": done["entry"]["id"] }));
    assert_eq!(room.tree(), before, "one change, taken back at once");
}

/// Whoever runs this, the program runs as a user who may only read the skills.
#[test]
fn a_root_that_may_only_be_read_is_named_and_left_alone() {
    let room = tempfile::tempdir().unwrap();
    let at = |rel: &str| room.path().join(rel);
    let (skill, home) = (at("ws/.agents/skills/a"), at("home"));
    fs::create_dir_all(&skill).unwrap();
    fs::create_dir(&home).unwrap();
    fs::write(skill.join("SKILL.md"), "---\nname: a\ndescription: d\n---\nDo.\n").unwrap();
    fs::copy(crate::doors::program(), at("assay")).unwrap();
    for (path, mode) in [(room.path(), 0o755), (&skill, 0o555), (&at("ws/.agents/skills"), 0o555)] {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    }
    let nobody = 65_534;
    let is_root = std::os::unix::fs::chown(&home, Some(nobody), Some(nobody)).is_ok();
    let before = Imprint::of(&at("ws")).unwrap();
    for arguments in
        [&["remove", "a"][..], &["rename", "a", "b"], &["hide", "a"], &["new", "c", "--description", "d"]]
    {
        let mut assay = Command::new(at("assay"));
        assay.args(arguments).args(["--yes", "--workspace"]).arg(at("ws"));
        assay
            .env("HOME", &home)
            .env("XDG_DATA_HOME", home.join("data"))
            .env_remove("PIXIR_HOME")
            .current_dir("/");
        if is_root {
            assay.uid(nobody).gid(nobody);
        }
        let done = assay.output().expect("assay runs");
        let words = String::from_utf8_lossy(&done.stderr).into_owned();
        assert!(
            !done.status.success() && words.contains("may not be written by this user"),
            "{arguments:?}: {words}"
        );
        assert!(words.contains(".agents/skills"), "{arguments:?}: {words}");
        assert_eq!(Imprint::of(&at("ws")).unwrap(), before, "{arguments:?}");
    }
    let kept = manage::trash(&Ledger::below(&home.join("data/assay"))).expect("the trash can be read");
    assert_eq!(kept.0, [], "nothing was moved, so nothing is in the trash");
    for path in [&skill, &at("ws/.agents/skills")] {
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
    }
}

#[test]
fn every_snapshot_that_may_be_restored_is_then_identical_and_undone_to_the_byte() {
    let room = example();
    let before = room.tree();
    let (mut restored, mut refused) = (0, 0);
    for row in room.snapshots() {
        let mut answer = room.restoring(&row, &json!({}));
        assert_eq!(room.tree(), before, "a plan writes nothing");
        if answer["refused"]["way"] == "scope" {
            answer = room.restoring(&row, &json!({"to": "user"}));
        }
        if answer["plan"].is_null() {
            let why = answer["refused"]["why"].as_str().unwrap();
            assert!(why.ends_with('.') && why.len() > 20, "{why}");
            refused += 1;
            continue;
        }
        let notes = answer["plan"]["notes"].to_string();
        assert!(notes.contains("Only SKILL.md was recorded"), "{notes}");
        let done = room.carry_out(&answer);
        assert_eq!(done["entry"]["state"], "done", "{done}");
        assert_eq!(done["entry"]["by"], "terminal");
        let written = answer["plan"]["steps"][0]["texts"].as_array().unwrap().last().unwrap();
        assert_eq!((&written["side"], &written["hash"]), (&json!("result"), &row["hash"]));
        let now = room.snapshots().into_iter().find(|other| other["id"] == row["id"]).unwrap();
        let state = now["drift"]["state"].as_str().unwrap();
        assert!(
            ["identical", "shadowed_now", "moved_scope", "renamed"].contains(&state),
            "{} {state}",
            row["name"]
        );
        let undone = room.ask("undo", &json!({ "entry": done["entry"]["id"] }));
        assert_eq!(undone["entry"]["act"], "undo", "{undone}");
        assert_eq!(room.tree(), before, "{}", row["name"]);
        restored += 1;
    }
    assert!(restored >= 4 && refused >= 1, "{restored} restored, {refused} refused");
}

#[test]
fn a_text_that_nothing_proves_is_restored_only_when_asked_for() {
    let room = example();
    let log = room.surroundings.workspace.join(".pixir/sessions/20260101T000000-000000.ndjson");
    let text = "---\nname: unhashed\ndescription: d\n---\nDo.\n";
    let path = room.surroundings.workspace.join(".agents/skills/unhashed/SKILL.md");
    let event = json!({
        "id": "0000000000000000", "type": "skill_activation", "seq": 0, "session_id": "20260101T000000-000000",
        "ts": "2026-01-01T00:00:00.000000Z",
        "data": {"activated_by": "user", "name": "unhashed", "description": "d", "path": path, "content": text},
    });
    fs::write(log, format!("{event}\n")).unwrap();
    let snapshots = room.snapshots();
    for integrity in ["mismatch", "no_hash"] {
        let row = snapshots.iter().find(|row| row["integrity"] == integrity);
        let row = row.unwrap_or_else(|| panic!("{integrity}: {snapshots:#?}"));
        let answer = room.restoring(row, &json!({}));
        assert_eq!(answer["refused"]["way"], "accept", "{answer}");
        assert!(answer["refused"]["why"].as_str().unwrap().contains("hash"));
        let answer = room.restoring(row, &json!({"unverified": "accepted"}));
        assert_ne!(answer["refused"]["way"], "accept", "{answer}");
    }
}

#[test]
fn what_changed_between_showing_and_doing_is_answered_with_three_texts() {
    let room = example();
    let changed = room.snapshots().into_iter().find(|row| row["drift"]["state"] == "body_changed").unwrap();
    let answer = room.restoring(&changed, &json!({}));
    let path = room.path(&answer["plan"]["steps"][0]);
    let seen = fs::read_to_string(&path).unwrap();
    fs::write(&path, "someone was faster\n").unwrap();
    let done = room.carry_out(&answer);
    assert!(done["entry"].is_null(), "{done}");
    assert!(done["refused"]["why"].as_str().unwrap().contains("changed since it was shown"));
    let moved = &done["refused"]["moved"];
    let text = |side: &str| {
        let ask = json!({"plan": moved["id"], "step": 0, "side": side, "from": 0, "count": 2000});
        let lines = room.ask("plan_text", &ask)["lines"].clone();
        let lines: Vec<_> = lines.as_array().unwrap().iter().map(|line| line.as_str().unwrap()).collect();
        lines.join("\n") + "\n"
    };
    assert_eq!((text("seen"), text("disk").as_str()), (seen, "someone was faster\n"));
    assert_eq!(fs::read_to_string(&path).unwrap(), "someone was faster\n");
    // And all three beside each other, each of them whole.
    let rows =
        room.ask("plan_three", &json!({"plan": moved["id"], "step": 0, "from": 0, "count": 2000}))["rows"]
            .clone();
    for side in ["seen", "disk", "result"] {
        let lines: Vec<_> = rows.as_array().unwrap().iter().filter(|row| !row[side].is_null()).collect();
        assert!(lines.iter().all(|row| row[side]["differs"] == true), "{rows}");
        let lines = lines.iter().map(|row| format!("{}\n", row[side]["text"].as_str().unwrap()));
        assert_eq!(lines.collect::<String>(), text(side));
    }
    let result = disk::Digest::of(text("result").as_bytes()).to_string();
    assert_eq!(changed["hash"], result);
    // The same for an undo: someone writes after the change.
    let done = room.carry_out(&room.restoring(&changed, &json!({})));
    fs::write(&path, "and again\n").unwrap();
    let undone = room.ask("undo", &json!({ "entry": done["entry"]["id"] }));
    assert_eq!(undone["refused"]["moved"]["steps"][0]["texts"].as_array().unwrap().len(), 3, "{undone}");
    assert_eq!(fs::read_to_string(&path).unwrap(), "and again\n");
}

#[test]
fn a_skill_goes_to_the_trash_and_comes_back_and_the_journal_says_so() {
    let room = example();
    let before = room.tree();
    let list =
        room.ask("skills", &json!({"text": "", "state": "any", "sort": "name", "from": 0, "count": 500}));
    let skill = list["rows"].as_array().unwrap().iter().find(|row| row["states"]["wins"] == true).unwrap();
    let plan = room.ask("plan", &json!({"kind": "remove", "skill": skill["id"]}));
    assert_eq!(plan["plan"]["steps"][0]["does"], "trashes");
    assert!(!plan["plan"]["effects"].as_array().unwrap().is_empty(), "a winner goes");
    room.carry_out(&plan);
    let trash = room.ask("trash", &json!({"from": 0, "count": 500}));
    assert_eq!((&trash["total"], &trash["rows"][0]["occupied"]), (&json!(1), &json!(false)));
    let item = &trash["rows"][0]["id"];
    let back = json!({"kind": "put_back", "item": item, "occupied": "refused", "name": null});
    room.carry_out(&room.ask("plan", &back));
    assert_eq!(room.tree(), before);
    let journal = room.ask("journal", &json!({"from": 0, "count": 500}));
    let acts: Vec<_> = journal["rows"].as_array().unwrap().iter().map(|row| row["act"].clone()).collect();
    assert_eq!(acts, ["put_back", "remove"]);
    let left = room.ask("empty_trash", &json!({ "items": null }));
    assert_eq!((&left["total"], &left["bytes"]), (&json!(0), &json!(0)));
}

#[test]
fn the_terminal_restores_and_takes_back() {
    let room = example();
    let before = room.tree();
    let row = room.snapshots().into_iter().find(|row| row["drift"]["state"] == "body_changed").unwrap();
    let seq = format!("#{}", row["latest"]["seq"].as_str().unwrap());
    let run = |arguments: &[&str]| {
        let output = Command::new(super::doors::program())
            .args(["--workspace", room.surroundings.workspace.to_str().unwrap()])
            .args(arguments)
            .env("HOME", room.surroundings.home.as_ref().unwrap())
            .env("XDG_DATA_HOME", room.folder.path().join("kept"))
            .env_remove("PIXIR_HOME")
            .stdin(Stdio::null())
            .output()
            .expect("the program runs");
        let words = String::from_utf8_lossy(&output.stdout).into_owned();
        (output.status.code(), words, String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let session = row["latest"]["session"].as_str().unwrap();
    let (code, words, _) = run(&["restore", session, &seq, "--dry-run"]);
    assert_eq!(code, Some(0), "{words}");
    assert!(words.contains("    - ") && words.contains("Only SKILL.md was recorded"), "{words}");
    let (code, _, words) = run(&["restore", session, &seq]);
    assert_eq!(code, Some(1), "nobody is there to say yes: {words}");
    assert_eq!(room.tree(), before);
    let (code, words, wrong) = run(&["restore", session, &seq, "--yes"]);
    assert_eq!(code, Some(0), "{words}{wrong}");
    assert_ne!(room.tree(), before);
    let (code, words, _) = run(&["trash"]);
    assert!(code == Some(0) && words.contains("1 items"), "{words}");
    let (code, words, wrong) = run(&["undo", "--yes"]);
    assert_eq!(code, Some(0), "{words}{wrong}");
    assert_eq!(room.tree(), before);
    assert_eq!(run(&["undo", "--yes"]).0, Some(3), "there is nothing more to take back");
    assert_eq!(run(&["restore", session, "no-such-skill"]).0, Some(3));
    assert_eq!(run(&["restore", LONG, &seq, "--to", "elsewhere"]).0, Some(2));
}

/// A small home of its own, and Assay's folder below it.
fn lay_out(room: &Path) {
    for (name, text) in [("a", "one\n"), ("b", "two\n")] {
        let dir = room.join("home/.agents/skills").join(name);
        fs::create_dir_all(&dir).unwrap();
        fs::write(dir.join("SKILL.md"), format!("---\nname: {name}\ndescription: d\n---\n{text}")).unwrap();
        fs::write(dir.join("large.txt"), text.repeat(20_000)).unwrap();
    }
}

/// One change of the skill `a`, and its undo when it stands already.
fn change_once(room: &Path) -> Result<(), manage::Trouble> {
    let home = room.join("home");
    let places = Places {
        workspace: room.join("ws"),
        home: Some(home.clone()),
        pixir_home: None,
        ..Places::default()
    };
    let ledger = Ledger::below(&room.join("kept"));
    let look = pixir(&places);
    let known = manage::journal(&ledger)?;
    let stands = |entry: &&manage::Entry| {
        entry.outcome == Outcome::Done && entry.undoes.is_none() && entry.undone_by.is_none()
    };
    let last = known.entries.iter().rev().find(stands);
    let plan = match (last, look.winner("a")) {
        (Some(last), _) => manage::undo(&ledger, &look, &last.id)?,
        (None, Some(claim)) if known.entries.len() % 3 == 0 => manage::rename(&look, &claim.skill, "c")?,
        (None, Some(claim)) if known.entries.len() % 3 == 1 => manage::remove(&look, &claim.skill)?,
        (None, _) => {
            let path = home.join(".agents/skills/a/SKILL.md");
            manage::restore(&look, &path, b"---\nname: a\ndescription: then\n---\nold\n", "turn 1")?
        }
    };
    manage::carry_out(&ledger, &plan, "terminal", SystemTime::now()).map(|_| ())
}

/// Not a test by itself: what a process does that is killed, or that has a rival.
#[test]
#[ignore = "started by the tests that end it"]
fn a_process_that_changes() {
    let Some(room) = std::env::var_os("CHANGED_ROOM").map(PathBuf::from) else { return };
    let times = std::env::var("CHANGED_TIMES").ok().and_then(|times| times.parse().ok()).unwrap_or(u32::MAX);
    for _ in 0..times {
        match change_once(&room) {
            // A rival was faster: what was seen is no longer so, or is no longer undone.
            Ok(()) | Err(manage::Trouble::Moved(_) | manage::Trouble::Refused(_)) => {}
            Err(trouble) => panic!("{trouble}"),
        }
    }
}

fn start(room: &Path, times: Option<u32>) -> Child {
    Command::new(std::env::current_exe().expect("this program has a path"))
        .args(["--exact", "manage::a_process_that_changes", "--ignored", "--quiet"])
        .env("CHANGED_ROOM", room)
        .envs(times.map(|times| ("CHANGED_TIMES", times.to_string())))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("this program can be started again")
}

/// The tree below the home is one that the journal's last word allows, and nothing of Assay's lies in it.
fn check_state(room: &Path, first: &Imprint, round: u32) {
    let ledger = Ledger::below(&room.join("kept"));
    manage::recovered(&ledger, SystemTime::now()).expect("what was begun can be ended");
    let known = manage::journal(&ledger).expect("the journal can be read");
    let home = Imprint::of(&room.join("home")).expect("the home can be read");
    assert!(home.parts.iter().all(|part| !part.rel.to_string_lossy().contains(".assay-")), "round {round}");
    let standing: Vec<_> = known
        .entries
        .iter()
        .filter(|entry| entry.outcome == Outcome::Done && entry.undoes.is_none() && entry.undone_by.is_none())
        .collect();
    for entry in &known.entries {
        assert!(matches!(entry.outcome, Outcome::Done | Outcome::TakenBack(_)), "round {round}: {entry:?}");
    }
    match standing.as_slice() {
        [] => assert_eq!(home, *first, "round {round}: all was undone or taken back"),
        [entry] => {
            for step in &entry.steps {
                let now = Imprint::of(&step.path).expect("it can be read");
                assert_eq!(manage::Mark::of(&now), step.after, "round {round}: {}", step.path.display());
            }
        }
        more => panic!("round {round}: one change follows the other, yet {} stand", more.len()),
    }
}

#[test]
fn a_process_killed_at_any_moment_leaves_the_old_state_or_the_new_one() {
    let guard = tempfile::tempdir().expect("a temporary folder");
    let room = fs::canonicalize(guard.path()).unwrap();
    lay_out(&room);
    let first = Imprint::of(&room.join("home")).unwrap();
    let mut killed = 0;
    for round in 0..100_u32 {
        let mut child = start(&room, None);
        // From before its first step to some changes later, never twice the same.
        std::thread::sleep(Duration::from_micros(u64::from(4_000 + round * 7_919 % 60_000)));
        child.kill().expect("it runs until it is killed");
        killed += u32::from(child.wait().expect("it has ended").signal() == Some(9));
        check_state(&room, &first, round);
    }
    let known = manage::journal(&Ledger::below(&room.join("kept"))).unwrap();
    let taken_back = known.entries.iter().filter(|one| matches!(one.outcome, Outcome::TakenBack(_))).count();
    println!("{killed} killed, {} changes begun, {taken_back} taken back", known.entries.len());
    assert_eq!(killed, 100);
    assert!(known.entries.len() > 50 && taken_back > 3, "the kills must meet changes in the middle");
}

#[test]
fn two_processes_change_one_after_the_other() {
    let guard = tempfile::tempdir().expect("a temporary folder");
    let room = fs::canonicalize(guard.path()).unwrap();
    lay_out(&room);
    let first = Imprint::of(&room.join("home")).unwrap();
    let rivals: Vec<Child> = (0..2).map(|_| start(&room, Some(25))).collect();
    for mut rival in rivals {
        assert!(rival.wait().expect("it ends").success());
    }
    check_state(&room, &first, 0);
    let known = manage::journal(&Ledger::below(&room.join("kept"))).unwrap();
    assert!(known.damaged.is_empty() && known.entries.len() > 20, "{}", known.entries.len());
}

#[test]
fn a_full_disk_and_a_folder_that_may_not_be_written_change_nothing() {
    let guard = tempfile::tempdir().expect("a temporary folder");
    let room = fs::canonicalize(guard.path()).unwrap();
    lay_out(&room);
    let kept = room.join("kept");
    fs::create_dir_all(&kept).unwrap();
    let mounted = Command::new("mount").args(["-t", "tmpfs", "-o", "size=64k", "none"]).arg(&kept).status();
    if !mounted.is_ok_and(|status| status.success()) {
        println!("no right to mount: the full disk was not tried");
        return;
    }
    let before = Imprint::of(&room.join("home")).unwrap();
    let refused = change_once(&room);
    let after = Imprint::of(&room.join("home")).unwrap();
    let unmounted = Command::new("umount").arg(&kept).status();
    let words = refused.expect_err("80 KB do not fit into 64").to_string();
    assert!(words.contains("no space is left"), "{words}");
    assert_eq!(after, before);
    assert!(unmounted.is_ok_and(|status| status.success()));
    change_once(&room).expect("with room it works");
}
