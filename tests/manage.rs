//! Changes through the doors: a recorded text restored and taken back, what moved, and processes that end in
//! the middle of it.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, SystemTime};

use api::manage::{
    ChangesAsk, EmptyTrashAsk, JournalState, ManyAct, PlanAnswer, PlanAsk, PlanSide, PlanTextAsk,
    PlanThreeAsk, RefusedView, StepDoes, StepRow, Unverified, Way,
};
use api::wire::Integrity;
use api::wire::Nothing;
use api::wire::{DriftRow, DriftState};
use api::wire::{Occupied, PlanThreeRow, ThreeLine};
use api::wire::{SkillFilter, SkillScope, SkillsAsk};
use disk::Imprint;
use message::message;
use serde_json::json;
use skills::Places;
use skills::manage::{self, Ledger, Outcome};
use tests::pixir;
use tests::room::{Room, every_skill};

const LONG: &str = "20260918T141102-7be41d";

fn restoring(room: &Room, row: &DriftRow, to: Option<SkillScope>, unverified: Unverified) -> PlanAnswer {
    let (key, line) = (row.latest.key.clone(), row.latest.line);
    room.plan(&PlanAsk::Restore { key, line, to, unverified })
}

/// Everything but what Assay keeps.
fn tree(room: &Room) -> Imprint {
    let mut tree = Imprint::of(&room.at("")).expect("the room can be read");
    tree.parts.retain(|part| !part.rel.starts_with("kept"));
    tree
}

fn path_of(room: &Room, step: &StepRow) -> PathBuf {
    match step.path.strip_prefix("~/") {
        Some(rel) => room.surroundings.home.as_ref().unwrap().join(rel),
        None => room.workspace().join(&step.path),
    }
}

fn going(room: &Room) -> bool {
    room.page().carrying_out(&Nothing {}).unwrap().going.is_some()
}

fn why(refused: Option<&RefusedView>) -> &str {
    refused.map_or("", |refused| &refused.why.text)
}

#[test]
fn many_skills_are_changed_at_once_or_not_at_all() {
    let room = Room::example();
    for number in 0..300 {
        let folder = room.workspace().join(format!(".agents/skills/many-{number:03}"));
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("SKILL.md"), format!("---\nname: many-{number:03}\ndescription: d\n---\nx\n"))
            .unwrap();
    }
    let before = tree(&room);
    let many = SkillsAsk { text: "many-".to_owned(), ..every_skill() };
    let skills: Vec<String> = room.page().skills(&many).unwrap().rows.into_iter().map(|row| row.id).collect();
    assert_eq!(skills.len(), 300);
    let doubled = || {
        let ask = SkillsAsk { state: SkillFilter::Duplicate, count: 9, ..every_skill() };
        room.page().skills(&ask).unwrap()
    };
    assert_eq!(doubled().matching, 0, "their names differ, so their bytes do");
    let copied = room.workspace().join(".agents/skills/many-copy");
    fs::create_dir_all(&copied).unwrap();
    fs::copy(copied.with_file_name("many-007").join("SKILL.md"), copied.join("SKILL.md")).unwrap();
    room.page().look_again(&Nothing {}).unwrap();
    let twins: Vec<_> = doubled().rows.iter().map(|row| row.states.twins).collect();
    assert_eq!(twins, [1, 1], "{:#?}", doubled());
    fs::remove_dir_all(&copied).unwrap();
    room.page().look_again(&Nothing {}).unwrap();
    let plan = room.plan(&PlanAsk::Many { skills, convention: None, act: ManyAct::Remove });
    assert_eq!(plan.plan.as_ref().map(|plan| plan.steps.len()), Some(300), "{:?}", plan.refused);
    // Stopped while it is under way: everything is as it was.
    std::thread::scope(|scope| {
        let carrying = scope.spawn(|| room.carry_out(&plan));
        while !going(&room) && !carrying.is_finished() {
            std::thread::yield_now();
        }
        room.page().stop_carrying_out(&Nothing {}).unwrap();
        let done = carrying.join().unwrap();
        assert!(why(done.refused.as_ref()).starts_with("Stopped and rolled back"), "{done:#?}");
    });
    assert_eq!(tree(&room), before);
    assert!(!going(&room));
    let done = room.carry_out(&plan);
    let words = &done.entry.as_ref().unwrap_or_else(|| panic!("{:?}", done.refused)).words;
    assert!(words.text.contains("300 skills") && words.text.contains("and 297 more"), "{words}");
    room.undo(&done);
    assert_eq!(tree(&room), before, "one change, taken back at once");
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
        assert!(!done.status.success() && words.contains("is not writable"), "{arguments:?}: {words}");
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
    let room = Room::example();
    let before = tree(&room);
    let (mut restored, mut refused) = (0, 0);
    for row in room.snapshots() {
        let mut answer = restoring(&room, &row, None, Unverified::Refused);
        assert_eq!(tree(&room), before, "a plan writes nothing");
        if matches!(&answer.refused, Some(RefusedView { way: Some(Way::Scope), .. })) {
            answer = restoring(&room, &row, Some(SkillScope::User), Unverified::Refused);
        }
        let Some(plan) = &answer.plan else {
            let why = why(answer.refused.as_ref());
            assert!(why.ends_with('.') && why.len() > 20, "{why}");
            refused += 1;
            continue;
        };
        assert!(
            plan.notes.iter().any(|note| note.text.contains("Only SKILL.md was recorded")),
            "{:?}",
            plan.notes
        );
        let done = room.carry_out(&answer);
        let entry = done.entry.as_ref().unwrap_or_else(|| panic!("{:?}", done.refused));
        assert!(matches!(entry.state, JournalState::Done), "{entry:?}");
        assert_eq!(entry.by, "terminal");
        let written = plan.steps[0].texts.last().unwrap();
        assert_eq!((written.side, &written.hash), (PlanSide::Result, &row.hash));
        let now = room.snapshots().into_iter().find(|other| other.id == row.id).unwrap();
        assert!(
            matches!(
                now.drift.state,
                DriftState::Identical
                    | DriftState::ShadowedNow
                    | DriftState::MovedScope
                    | DriftState::Renamed
            ),
            "{} {:?}",
            row.name,
            now.drift.state
        );
        let undone = room.undo(&done);
        assert_eq!(undone.entry.as_ref().map(|entry| entry.act.as_str()), Some("undo"), "{undone:?}");
        assert_eq!(tree(&room), before, "{}", row.name);
        restored += 1;
    }
    assert!(restored >= 4 && refused >= 1, "{restored} restored, {refused} refused");
}

#[test]
fn a_text_that_nothing_proves_is_restored_only_when_asked_for() {
    let room = Room::example();
    let log = room.workspace().join(".pixir/sessions/20260101T000000-000000.ndjson");
    let text = "---\nname: unhashed\ndescription: d\n---\nDo.\n";
    let path = room.workspace().join(".agents/skills/unhashed/SKILL.md");
    let event = json!({
        "id": "0000000000000000", "type": "skill_activation", "seq": 0, "session_id": "20260101T000000-000000",
        "ts": "2026-01-01T00:00:00.000000Z",
        "data": {"activated_by": "user", "name": "unhashed", "description": "d", "path": path, "content": text},
    });
    fs::write(log, format!("{event}\n")).unwrap();
    let snapshots = room.snapshots();
    let waits =
        |answer: &PlanAnswer| matches!(&answer.refused, Some(RefusedView { way: Some(Way::Accept), .. }));
    for integrity in [Integrity::Mismatch, Integrity::NoHash] {
        let row = snapshots.iter().find(|row| row.integrity == integrity);
        let row = row.unwrap_or_else(|| panic!("{integrity:?}: {snapshots:#?}"));
        let answer = restoring(&room, row, None, Unverified::Refused);
        assert!(waits(&answer), "{answer:?}");
        assert!(why(answer.refused.as_ref()).contains("hash"));
        let answer = restoring(&room, row, None, Unverified::Accepted);
        assert!(!waits(&answer), "{answer:?}");
    }
}

#[test]
fn what_changed_between_showing_and_doing_is_answered_with_three_texts() {
    let room = Room::example();
    let is_changed = |row: &DriftRow| row.drift.state == DriftState::BodyChanged;
    let changed = room.snapshots().into_iter().find(is_changed).unwrap();
    let answer = restoring(&room, &changed, None, Unverified::Refused);
    let path = path_of(&room, &answer.plan.as_ref().expect("a plan").steps[0]);
    let seen = fs::read_to_string(&path).unwrap();
    fs::write(&path, "someone was faster\n").unwrap();
    let done = room.carry_out(&answer);
    assert!(done.entry.is_none(), "{done:?}");
    assert!(why(done.refused.as_ref()).contains("changed since it was shown"));
    let moved = done.refused.and_then(|refused| refused.moved).expect("what moved").id;
    let text = |side: PlanSide| {
        let ask = PlanTextAsk { plan: moved.clone(), step: 0, side, from: 0, count: 2000 };
        room.page().plan_text(&ask).unwrap().lines.join("\n") + "\n"
    };
    assert_eq!((text(PlanSide::Seen), text(PlanSide::Disk).as_str()), (seen, "someone was faster\n"));
    assert_eq!(fs::read_to_string(&path).unwrap(), "someone was faster\n");
    // And all three beside each other, each of them whole.
    let ask = PlanThreeAsk { plan: moved.clone(), step: 0, from: 0, count: 2000 };
    let rows = room.page().plan_three(&ask).unwrap().rows;
    for side in [PlanSide::Seen, PlanSide::Disk, PlanSide::Result] {
        let lines: Vec<&ThreeLine> = rows
            .iter()
            .filter_map(|row| match (row, side) {
                (PlanThreeRow::Lines { seen, .. }, PlanSide::Seen) => seen.as_ref(),
                (PlanThreeRow::Lines { disk, .. }, PlanSide::Disk) => disk.as_ref(),
                (PlanThreeRow::Lines { result, .. }, PlanSide::Result) => result.as_ref(),
                (PlanThreeRow::Fold { .. }, _) => None,
            })
            .collect();
        assert!(lines.iter().all(|line| line.differs), "{rows:?}");
        assert_eq!(lines.iter().map(|line| format!("{}\n", line.text)).collect::<String>(), text(side));
    }
    let result = disk::Digest::of(text(PlanSide::Result).as_bytes()).to_string();
    assert_eq!(changed.hash, result);
    // The same for an undo: someone writes after the change.
    let done = room.carry_out(&restoring(&room, &changed, None, Unverified::Refused));
    fs::write(&path, "and again\n").unwrap();
    let undone = room.undo(&done);
    let moved = undone.refused.and_then(|refused| refused.moved).expect("what moved");
    assert_eq!(moved.steps[0].texts.len(), 3, "{moved:?}");
    assert_eq!(fs::read_to_string(&path).unwrap(), "and again\n");
}

#[test]
fn a_skill_goes_to_the_trash_and_comes_back_and_the_journal_says_so() {
    let room = Room::example();
    let before = tree(&room);
    let skill = room.skills().into_iter().find(|row| row.states.wins).unwrap().id;
    let answer = room.plan(&PlanAsk::Remove { skill });
    let plan = answer.plan.as_ref().expect("a plan");
    assert!(matches!(plan.steps[0].does, StepDoes::Trashes), "{:?}", plan.steps[0]);
    assert!(!plan.effects.is_empty(), "a winner goes");
    room.carry_out(&answer);
    let all = ChangesAsk { from: 0, count: 500 };
    let trash = room.page().trash(&all).unwrap();
    assert_eq!((trash.total, trash.rows[0].occupied), (1, false));
    let (item, occupied) = (trash.rows[0].id.clone(), Occupied::Refused);
    room.carry_out(&room.plan(&PlanAsk::PutBack { item, occupied, name: None }));
    assert_eq!(tree(&room), before);
    let journal = room.page().journal(&all).unwrap();
    let acts: Vec<_> = journal.rows.iter().map(|row| row.act.as_str()).collect();
    assert_eq!(acts, ["put_back", "remove"]);
    let left = room.page().empty_trash(&EmptyTrashAsk { items: None }).unwrap();
    assert_eq!((left.total, left.bytes), (0, 0));
}

#[test]
fn the_terminal_restores_and_takes_back() {
    let room = Room::example();
    let before = tree(&room);
    let is_changed = |row: &DriftRow| row.drift.state == DriftState::BodyChanged;
    let row = room.snapshots().into_iter().find(is_changed).unwrap();
    let seq = format!("#{}", row.latest.seq);
    let run = |arguments: &[&str]| {
        let output = Command::new(super::doors::program())
            .args(["--workspace", room.workspace().to_str().unwrap()])
            .args(arguments)
            .env("HOME", room.surroundings.home.as_ref().unwrap())
            .env("XDG_DATA_HOME", room.at("kept"))
            .env_remove("PIXIR_HOME")
            .stdin(Stdio::null())
            .output()
            .expect("the program runs");
        let words = String::from_utf8_lossy(&output.stdout).into_owned();
        (output.status.code(), words, String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let session = row.latest.session.as_str();
    let (code, words, _) = run(&["restore", session, &seq, "--dry-run"]);
    assert_eq!(code, Some(0), "{words}");
    assert!(words.contains("    - ") && words.contains("Only SKILL.md was recorded"), "{words}");
    let (code, _, words) = run(&["restore", session, &seq]);
    assert_eq!(code, Some(1), "nobody is there to say yes: {words}");
    assert_eq!(tree(&room), before);
    let (code, words, wrong) = run(&["restore", session, &seq, "--yes"]);
    assert_eq!(code, Some(0), "{words}{wrong}");
    assert_ne!(tree(&room), before);
    let (code, words, _) = run(&["trash"]);
    assert!(code == Some(0) && words.contains("1 item, "), "{words}");
    let (code, words, wrong) = run(&["undo", "--yes"]);
    assert_eq!(code, Some(0), "{words}{wrong}");
    assert_eq!(tree(&room), before);
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
            manage::restore(
                &look,
                &path,
                b"---\nname: a\ndescription: then\n---\nold\n",
                &message!("turn 1"),
            )?
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
    assert!(words.contains("no space left"), "{words}");
    assert_eq!(after, before);
    assert!(unmounted.is_ok_and(|status| status.success()));
    change_once(&room).expect("with room it works");
}
