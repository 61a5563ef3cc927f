//! Plans carried out on real trees, stopped at every moment, and taken back.
#![cfg(unix)]
#![allow(clippy::disallowed_methods, reason = "a test lays out files of its own")]

use std::fmt;
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use disk::{Digest, Imprint};
use message::{Message, message};

use super::*;
use crate::{Convention, Places, Ruling, Scope, Skill, Trust, Visibility, rule, survey_for};

/// A home and a workspace with skills, and Assay's folder beside them.
struct Room {
    folder: tempfile::TempDir,
}

const A: &str = "---\nname: a\ndescription: first\nlicense: MIT\n---\n\nDo it.\n";

impl Room {
    fn new() -> Self {
        let room = Self { folder: tempfile::tempdir().expect("a temporary folder") };
        room.file("ws/.agents/skills/a/SKILL.md", A);
        room.file("ws/.agents/skills/a/scripts/run.sh", "#!/bin/sh\n");
        symlink("../scripts/run.sh", room.at("ws/.agents/skills/a/scripts/again")).expect("a link");
        fs::set_permissions(room.at("ws/.agents/skills/a/scripts/run.sh"), mode(0o750)).expect("a mode");
        fs::set_permissions(room.at("ws/.agents/skills/a/SKILL.md"), mode(0o640)).expect("a mode");
        room.file(
            "home/.agents/skills/a/SKILL.md",
            "---\nname: a\ndescription: second\n---\nUse b or b-2.\n",
        );
        room.file("home/.agents/skills/b/SKILL.md", "---\nname: b\ndescription: b\n---\nDo.\n");
        room.file("home/notes.txt", "not a skill");
        room
    }

    fn at(&self, rel: &str) -> PathBuf {
        self.folder.path().join(rel)
    }

    fn file(&self, rel: &str, content: &str) {
        let path = self.at(rel);
        fs::create_dir_all(path.parent().expect("a file has a folder")).expect("it can be made");
        fs::write(path, content).expect("it can be written");
    }

    fn look(&self) -> Ruling {
        let places = Places {
            workspace: self.at("ws"),
            home: Some(self.at("home")),
            pixir_home: None,
            ..Places::default()
        };
        let survey = survey_for(Convention::Pixir, &places);
        rule(Convention::Pixir, &survey, &Visibility::whole(Trust::Trusted))
    }

    fn skill(&self, short_path: &str) -> Skill {
        let found = self.look().skills().find(|skill| skill.short_path == short_path).cloned();
        found.unwrap_or_else(|| panic!("no skill {short_path}"))
    }

    fn ledger(&self) -> Ledger {
        Ledger::below(&self.at("kept"))
    }

    fn carry(&self, plan: &Plan) -> Result<Entry, Trouble> {
        carry_out(&self.ledger(), plan, "window", now())
    }

    fn undo(&self, id: &str) -> Result<Entry, Trouble> {
        self.carry(&undo(&self.ledger(), &self.look(), id)?)
    }

    /// Everything of the person's, to the byte.
    fn tree(&self) -> [Imprint; 2] {
        ["ws", "home"].map(|name| Imprint::of(&self.at(name)).expect("the tree can be read"))
    }

    fn text(&self, rel: &str) -> String {
        fs::read_to_string(self.at(rel)).expect("it can be read")
    }
}

fn mode(mode: u32) -> fs::Permissions {
    fs::Permissions::from_mode(mode)
}

fn now() -> SystemTime {
    UNIX_EPOCH + Duration::from_secs(1_790_000_000)
}

fn refusal<T: fmt::Debug>(result: Result<T, Trouble>) -> String {
    match result {
        Err(Trouble::Refused(why)) => why.text,
        other => panic!("this should have been refused: {other:?}"),
    }
}

type Planner = fn(&Room) -> Result<Plan, Trouble>;

/// One plan of every kind.
const PLANS: [(&str, Planner); 18] = [
    ("restore a changed file", |room| restore_a(room, "ws/.agents/skills/a")),
    ("restore a folder that is gone", |room| restore_a(room, "ws/.agents/skills/gone")),
    ("restore into a root that is not there", |room| restore_a(room, "home/.pixir/skills/a")),
    ("hide", |room| hide(&room.look(), &room.skill("repo:a/SKILL.md"))),
    ("remove", |room| remove(&room.look(), &room.skill("repo:a/SKILL.md"))),
    ("rename", |room| rename(&room.look(), &room.skill("repo:a/SKILL.md"), "c")),
    ("duplicate", |room| duplicate(&room.look(), &room.skill("repo:a/SKILL.md"), "a-2")),
    ("copy", |room| copy(&room.look(), &room.skill("repo:a/SKILL.md"), Scope::PixirGlobal)),
    ("move", |room| relocate(&room.look(), &room.skill("user:b/SKILL.md"), Scope::Repo)),
    ("move many", |room| {
        let look = room.look();
        many(&look, &look.skills().collect::<Vec<_>>(), Many::Move(Scope::PixirGlobal))
    }),
    ("remove many", |room| {
        let look = room.look();
        many(&look, &look.skills().collect::<Vec<_>>(), Many::Remove)
    }),
    ("create", |room| create(&room.look(), Scope::PixirGlobal, &beginning("a"))),
    ("write", |room| {
        let skill = room.skill("repo:a/SKILL.md");
        write(
            &room.look(),
            &skill,
            Path::new("SKILL.md"),
            Digest::of(A.as_bytes()),
            b"---\nname: z\n---\nx\n",
        )
    }),
    ("add a file", |room| {
        add(&room.look(), &room.skill("repo:a/SKILL.md"), Path::new("references/deep/new.md"), b"\x00\xff")
    }),
    ("rename a file", |room| {
        let (from, to) = (Path::new("scripts/run.sh"), Path::new("bin/go.sh"));
        rename_file(&room.look(), &room.skill("repo:a/SKILL.md"), from, to)
    }),
    ("remove a file", |room| {
        remove_file(&room.look(), &room.skill("repo:a/SKILL.md"), Path::new("scripts/run.sh"))
    }),
    ("import", |room| arriving(room, "z", Taken::Refused)),
    ("import in place of another", |room| arriving(room, "a", Taken::Replaced)),
];

/// A skill out of quarantine.
fn arriving(room: &Room, folder: &str, taken: Taken) -> Result<Plan, Trouble> {
    room.file("quarantine/SKILL.md", "---\nname: a\ndescription: arrived\n---\nx\n");
    room.file("quarantine/scripts/run.sh", "#!/bin/sh\n");
    let origin = Origin {
        path: PathBuf::new(),
        source: OriginSource::Folder { path: "/somewhere".into() },
        rel: PathBuf::new(),
        commit: None,
        archive: None,
        at_ms: 0,
        files: Vec::new(),
        served: Vec::new(),
    };
    let from = room.at("quarantine");
    import(&room.look(), Scope::Repo, &[Arrival { from: &from, folder, taken, origin: &origin }])
}

fn beginning(name: &str) -> Beginning<'_> {
    Beginning { name, description: "Sums up. Use when asked.", outline: Outline::Steps, folders: &[] }
}

fn restore_a(room: &Room, dir: &str) -> Result<Plan, Trouble> {
    restore(
        &room.look(),
        &room.at(dir).join("SKILL.md"),
        b"---\nname: a\ndescription: old\n---\nx\n",
        &message!("turn 1"),
    )
}

#[test]
fn every_plan_does_what_it_says_and_undo_brings_back_every_byte() {
    for (what, planned) in PLANS {
        let room = Room::new();
        let before = room.tree();
        let plan = planned(&room).unwrap_or_else(|trouble| panic!("{what}: {trouble}"));
        assert_eq!(room.tree(), before, "{what}: a plan writes nothing");
        let entry = room.carry(&plan).unwrap_or_else(|trouble| panic!("{what}: {trouble}"));
        for step in &plan.steps {
            assert_eq!(Imprint::of(&step.path).as_ref(), Ok(&step.after), "{what}");
        }
        let after = room.tree();
        assert_ne!(after, before, "{what}");
        let undone = room.undo(&entry.id).unwrap_or_else(|trouble| panic!("{what}: {trouble}"));
        assert_eq!(room.tree(), before, "{what}: undone");
        room.undo(&undone.id).unwrap_or_else(|trouble| panic!("{what}: {trouble}"));
        assert_eq!(room.tree(), after, "{what}: and done again");
    }
}

#[test]
fn the_foreseen_winners_are_the_winners() {
    for (what, planned) in PLANS {
        let room = Room::new();
        let (before, plan) = (room.look(), planned(&room).expect(what));
        room.carry(&plan).expect(what);
        let after = room.look();
        let winner =
            |look: &Ruling, name: &str| look.winner(name).map(|claim| claim.skill.short_path.clone());
        let names: std::collections::BTreeSet<_> =
            before.winners().chain(after.winners()).map(|claim| claim.skill.name.clone()).collect();
        let shifts: Vec<_> = names
            .iter()
            .map(|name| (name.clone(), winner(&before, name), winner(&after, name)))
            .filter(|(_, before, after)| before != after)
            .collect();
        let said: Vec<_> =
            plan.shifts.iter().map(|one| (one.name.clone(), one.before.clone(), one.after.clone())).collect();
        assert_eq!(said, shifts, "{what}");
        let is_shadowed = |look: &Ruling, path: &str| {
            look.claims.iter().any(|claim| claim.skill.short_path == path && !claim.is_visible())
        };
        for skill in after.skills() {
            let newly = is_shadowed(&after, &skill.short_path) && !is_shadowed(&before, &skill.short_path);
            assert_eq!(plan.shadowed.contains(&skill.short_path), newly, "{what}: {}", skill.short_path);
        }
    }
}

/// Stops at every moment as a crash would, and looks what the next start makes of it.
#[test]
fn an_end_at_any_moment_leaves_the_old_state_or_the_new_one() {
    for (what, planned) in PLANS {
        let mut moment = 0;
        loop {
            let room = Room::new();
            let (before, plan) = (room.tree(), planned(&room).expect(what));
            let mut count = 0;
            let mut stop = |_| {
                count += 1;
                if count > moment {
                    std::panic::resume_unwind(Box::new(()));
                }
                Ok(())
            };
            let run = || carry_out_watched(&room.ledger(), &plan, "window", now(), &mut stop);
            let ended = catch_unwind(AssertUnwindSafe(run)).is_ok();
            let open = recovered(&room.ledger(), now()).expect("what was begun can be ended");
            let known = journal(&room.ledger()).expect("the journal can be read");
            let is_new = plan.steps.iter().all(|step| Imprint::of(&step.path).as_ref() == Ok(&step.after));
            match known.entries.last().map(|entry| &entry.outcome) {
                Some(Outcome::Done) => assert!(is_new, "{what} at {moment}: the journal says done"),
                Some(Outcome::TakenBack(_)) | None => {
                    assert_eq!(room.tree(), before, "{what} at {moment}: the journal says taken back");
                }
                other => panic!("{what} at {moment}: {other:?}"),
            }
            assert!(ended || open.len() <= 1, "{what} at {moment}: {open:?}");
            let rests = room
                .tree()
                .iter()
                .flat_map(|tree| tree.parts.clone())
                .any(|part| part.rel.to_string_lossy().contains(".assay-"));
            assert!(!rests, "{what} at {moment}: nothing of Assay’s stays behind");
            if ended {
                assert!(moment > 6, "{what}: it has more moments than that");
                break;
            }
            moment += 1;
        }
    }
}

#[test]
fn a_change_that_is_stopped_is_taken_back_whole() {
    for (what, planned) in PLANS {
        let mut moment = 0;
        loop {
            let room = Room::new();
            let (before, plan) = (room.tree(), planned(&room).expect(what));
            let (mut count, mut last) = (0, Progress::default());
            let mut tell = |progress: Progress| {
                assert!(progress.done >= last.done && progress.done <= progress.of, "{what}: {progress:?}");
                (count, last) = (count + 1, progress);
                if count > moment { Trouble::refused(message!("stopped")) } else { Ok(()) }
            };
            let ended = carry_out_watched(&room.ledger(), &plan, "window", now(), &mut tell);
            if ended.is_ok() {
                assert_eq!(last.done, last.of, "{what}: all of it was told");
                assert_eq!(last.of, plan.steps.len() * 3);
                break;
            }
            assert_eq!(ended, Trouble::refused(message!("stopped")), "{what} at {moment}");
            assert_eq!(room.tree(), before, "{what} at {moment}");
            let (kept, _) = trash(&room.ledger()).expect("the trash can be read");
            assert_eq!(kept, [], "{what} at {moment}: what stands in its place is not in the trash too");
            moment += 1;
        }
        assert!(moment > 4, "{what}: it has more moments than that");
    }
}

#[test]
fn many_skills_are_one_change() {
    let room = Room::new();
    let look = room.look();
    let all: Vec<&Skill> = look.skills().collect();
    let before = room.tree();
    let plan = many(&look, &all, Many::Remove).expect("a plan");
    assert_eq!(plan.deed.done, "moved 3 skills to the trash: `a`, `a`, `b`");
    let entry = room.carry(&plan).expect("carried out");
    assert!(room.look().claims.is_empty());
    let back = undo(&room.ledger(), &room.look(), &entry.id).expect("a plan");
    room.carry(&back).expect("taken back");
    assert_eq!(room.tree(), before);
    // Of what cannot be done the rest is done, and it is named.
    let moved = many(&look, &all, Many::Move(Scope::Repo)).expect("a plan");
    assert_eq!(moved.steps.len(), 2);
    assert!(moved.deed.done.text.ends_with("1 skill to repo: `b`"), "{}", moved.deed.done);
    assert_eq!(
        moved.notes.iter().filter(|note| note.text.contains("is not changed")).count(),
        2,
        "{:?}",
        moved.notes
    );
    let twice = many(&look, &[all[0], all[0]], Many::Remove).expect("a plan");
    assert_eq!(twice.steps.len(), 1, "the same place only once");
    assert!(many(&look, &[], Many::Hide).is_err());
    assert!(many(&look, &vec![all[0]; SKILLS + 1], Many::Hide).is_err());
}

#[test]
fn what_moved_on_is_not_written() {
    for (what, planned) in PLANS {
        let room = Room::new();
        let plan = planned(&room).expect(what);
        for step in &plan.steps {
            let file = if step.seen.parts.len() > 1 { step.path.join("SKILL.md") } else { step.path.clone() };
            fs::create_dir_all(file.parent().expect("it has a folder")).expect("it can be made");
            fs::write(&file, "moved on").expect("it can be written");
        }
        let moved = room.tree();
        let paths = plan.steps.iter().map(|step| step.path.clone()).collect();
        assert_eq!(room.carry(&plan), Err(Trouble::Moved(paths)), "{what}");
        assert_eq!(room.tree(), moved, "{what}");
        assert_eq!(journal(&room.ledger()).expect("it can be read").entries, [], "{what}");
    }
}

#[test]
fn nothing_is_written_where_a_link_leads_that_was_put_in_the_way() {
    for (what, planned) in PLANS {
        for folder in ["ws/.agents/skills", "home/.agents/skills"] {
            let room = Room::new();
            let plan = planned(&room).expect(what);
            // The same files stand there, but another way leads to them.
            fs::rename(room.at(folder), room.at("elsewhere")).expect("it can be moved");
            symlink(room.at("elsewhere"), room.at(folder)).expect("a link");
            let (before, real) = (room.tree(), room.at("elsewhere"));
            let touched = plan.steps.iter().any(|step| step.path.starts_with(room.at(folder)));
            if touched {
                let answer = room.carry(&plan);
                assert!(matches!(answer, Err(Trouble::Moved(_))), "{what}, {folder}: {answer:?}");
                assert_eq!(room.tree(), before, "{what}, {}", real.display());
            }
        }
    }
}

#[test]
fn an_undo_says_what_moved() {
    let room = Room::new();
    let entry =
        room.carry(&hide(&room.look(), &room.skill("repo:a/SKILL.md")).expect("a plan")).expect("done");
    let path = room.at("ws/.agents/skills/a/SKILL.md");
    assert!(
        room.text("ws/.agents/skills/a/SKILL.md")
            .contains("license: MIT\ndisable-model-invocation: true\n---")
    );
    fs::write(&path, "someone was here").expect("it can be written");
    assert_eq!(undo(&room.ledger(), &room.look(), &entry.id), Err(Trouble::Moved(vec![path])));
    assert!(wrote(&room.ledger(), &entry.id, 0).expect("kept").starts_with(b"---\nname: a\n"));
}

#[test]
fn when_the_trash_cannot_be_written_nothing_is_changed() {
    let room = Room::new();
    let plan = remove(&room.look(), &room.skill("repo:a/SKILL.md")).expect("a plan");
    let before = room.tree();
    fs::create_dir_all(room.at("kept/changes")).expect("it can be made");
    room.file("kept/changes/trash", "a file where the trash should be");
    let words = refusal(room.carry(&plan));
    assert!(words.contains("Cannot write"), "{words}");
    assert_eq!(room.tree(), before);
    fs::remove_file(room.at("kept/changes/trash")).expect("it is ours");
    // A slot that cannot be made: a file stands where the folder of the change belongs.
    let id = room.carry(&plan).expect("now it works").id;
    room.undo(&id).expect("undone");
    assert_eq!(room.tree(), before);
}

#[test]
fn the_trash_keeps_gives_back_and_is_emptied_by_the_person_alone() {
    let room = Room::new();
    let before = room.tree();
    let plan = remove(&room.look(), &room.skill("repo:a/SKILL.md")).expect("a plan");
    room.carry(&plan).expect("removed");
    let (items, faults) = trash(&room.ledger()).expect("it can be read");
    assert!(faults.is_empty());
    let [item] = items.as_slice() else { panic!("{items:?}") };
    assert_eq!(item.origin, fs::canonicalize(room.at("ws")).unwrap().join(".agents/skills/a"));
    assert_eq!((item.mark.files, item.mark.bytes), (3, A.len() as u64 + 10));
    assert_eq!(item.reason, "moved `a` to the trash, repo:a/SKILL.md");
    let mode = |path: &str| fs::metadata(room.at(path)).unwrap().permissions().mode() & 0o777;
    assert_eq!((mode("kept/changes"), mode("kept/changes/journal.jsonl")), (0o700, 0o600));
    let back = |meeting| put_back(&room.ledger(), &room.look(), &item.id, &meeting);
    room.file("ws/.agents/skills/a/SKILL.md", "another");
    assert!(refusal(back(Meeting::Refused)).contains("already exists"));
    let beside = room.carry(&back(Meeting::Named("a-old".into())).expect("a plan")).expect("put beside");
    assert_eq!(room.text("ws/.agents/skills/a-old/SKILL.md"), A);
    room.undo(&beside.id).expect("undone");
    room.carry(&back(Meeting::Replaced).expect("a plan")).expect("put back");
    assert_eq!(room.tree(), before);
    assert_eq!(trash(&room.ledger()).unwrap().0.len(), 3, "what was replaced is in the trash too");
    let (count, bytes) =
        empty_trash(&room.ledger(), Some(std::slice::from_ref(&item.id)), now()).expect("emptied");
    assert_eq!((count, bytes), (1, item.mark.bytes));
    assert!(matches!(back(Meeting::Replaced), Err(Trouble::Unknown(_))));
    empty_trash(&room.ledger(), None, now()).expect("emptied");
    assert_eq!(trash(&room.ledger()).unwrap().0, []);
    assert_eq!(journal(&room.ledger()).unwrap().entries.len(), 4, "the journal stays");
}

#[test]
fn links_are_kept_and_never_lead_out() {
    let room = Room::new();
    room.file("ws/.agents/skills/pool/SKILL.md", A);
    room.file("outside/SKILL.md", A);
    fs::create_dir_all(room.at("ws/.agents/skills/one")).unwrap();
    fs::create_dir_all(room.at("ws/.agents/skills/two")).unwrap();
    symlink("../pool/SKILL.md", room.at("ws/.agents/skills/one/SKILL.md")).unwrap();
    symlink(room.at("outside/SKILL.md"), room.at("ws/.agents/skills/two/SKILL.md")).unwrap();
    symlink(room.at("outside"), room.at("ws/.agents/skills/three")).unwrap();
    let plan = restore_a(&room, "ws/.agents/skills/one").expect("a plan");
    assert!(plan.notes[0].text.contains("is a link and is kept"), "{:?}", plan.notes);
    assert_eq!(plan.notes[1], "repo:pool/SKILL.md is the same file and changes with it.");
    room.carry(&plan).expect("written");
    assert!(room.text("ws/.agents/skills/pool/SKILL.md").contains("old"));
    assert!(fs::symlink_metadata(room.at("ws/.agents/skills/one/SKILL.md")).unwrap().is_symlink());
    for dir in ["two", "three"] {
        let words = refusal(restore_a(&room, &format!("ws/.agents/skills/{dir}")));
        assert!(words.contains("outside the skill roots"), "{words}");
    }
    let three = room.skill("repo:three/SKILL.md");
    assert!(refusal(rename(&room.look(), &three, "four")).contains("is a link"));
    let plan = remove(&room.look(), &three).expect("a plan");
    assert!(plan.notes[0].text.starts_with("Only the link is moved"));
    let entry = room.carry(&plan).expect("removed");
    assert_eq!(room.text("outside/SKILL.md"), A);
    room.undo(&entry.id).expect("undone");
    assert_eq!(fs::read_link(room.at("ws/.agents/skills/three")).unwrap(), room.at("outside"));
}

#[test]
fn a_place_outside_the_roots_or_a_bad_name_is_refused() {
    let room = Room::new();
    let (look, a) = (room.look(), room.skill("repo:a/SKILL.md"));
    for dir in ["home/x", "ws/.agents/skills/a/deep", "ws/.agents/skills/..", "ws/.agents"] {
        refusal(restore(&look, &room.at(dir).join("SKILL.md"), b"x", &message!("turn 1")));
    }
    refusal(restore(&look, &room.at("ws/.agents/skills/new/skill.md"), b"x", &message!("turn 1")));
    let long = "n".repeat(300);
    for name in
        ["", "..", ".", "a/b", "A", "a b", "-a", "a-", "a--b", "nul", "com1", "a\nb", "a\0", "é", &long]
    {
        refusal(rename(&look, &a, name));
    }
    room.file("ws/.agents/skills/Upper/SKILL.md", A);
    for (name, words) in [("a", "already exists"), ("upper", "upper and lower case")] {
        let said = refusal(duplicate(&look, &a, name));
        assert!(said.contains(words), "{said}");
    }
    assert!(refusal(copy(&look, &a, Scope::User)).contains("already exists"));
    let same = restore(&look, &a.path, A.as_bytes(), &message!("turn 1"));
    assert!(refusal(same).contains("already has this content"));
    fs::create_dir_all(room.at("ws/.agents/skills/pipe")).unwrap();
    room.file("ws/.agents/skills/pipe/SKILL.md", A);
    let made = std::process::Command::new("mkfifo").arg(room.at("ws/.agents/skills/pipe/p")).status();
    assert!(made.is_ok_and(|status| status.success()));
    let fault = remove(&room.look(), &room.skill("repo:pipe/SKILL.md"));
    assert!(matches!(fault, Err(Trouble::Disk(_))), "{fault:?}");
}

#[test]
fn a_rename_names_who_mentions_it_and_changes_only_the_name() {
    let room = Room::new();
    let plan = rename(&room.look(), &room.skill("user:b/SKILL.md"), "c").expect("a plan");
    assert_eq!(plan.notes[0], "user:a/SKILL.md mentions `b` in line 5.");
    room.carry(&plan).expect("renamed");
    assert_eq!(room.text("home/.agents/skills/c/SKILL.md"), "---\nname: c\ndescription: b\n---\nDo.\n");
    assert!(!room.at("home/.agents/skills/b").exists());
}

#[test]
fn of_many_mentions_the_first_are_named_and_the_rest_counted() {
    let room = Room::new();
    let mention = |count: usize, lines: usize| {
        for number in 0..count {
            let name = format!("m{number:02}");
            let text = format!("---\nname: {name}\ndescription: d\n---\n{}", "See b.\n".repeat(lines));
            room.file(&format!("ws/.agents/skills/{name}/SKILL.md"), &text);
        }
        let skill = room.skill("user:b/SKILL.md");
        rename(&room.look(), &skill, "c").expect("a plan").notes
    };
    let told =
        |notes: &[Message]| notes.iter().filter(|note| note.text.contains(" mentions `b` in line ")).count();
    let notes = mention(1, 5);
    assert!(notes.iter().any(|note| note.text.ends_with(" in line 5, 6, 7, 8, 9.")), "{notes:?}");
    let notes = mention(1, 6);
    assert!(notes.iter().any(|note| note.text.ends_with(" in line 5, 6, 7, 8, 9 and more.")), "{notes:?}");
    // One more mentions it from the beginning.
    let notes = mention(19, 1);
    assert!(told(&notes) == 20 && !notes.iter().any(|note| note.text.contains("more skills")), "{notes:?}");
    let notes = mention(22, 1);
    assert_eq!(told(&notes), 20);
    assert!(notes.iter().any(|note| *note == "3 more skills mention `b`."), "{notes:?}");
}

#[test]
fn a_change_is_undone_once() {
    let room = Room::new();
    let remove_a = || room.carry(&remove(&room.look(), &room.skill("repo:a/SKILL.md")).expect("a plan"));
    let first = remove_a().expect("removed");
    let late = undo(&room.ledger(), &room.look(), &first.id).expect("a plan");
    room.undo(&first.id).expect("undone");
    remove_a().expect("removed again, to the same bytes");
    assert!(refusal(room.carry(&late)).contains("undone meanwhile"));
    assert!(refusal(undo(&room.ledger(), &room.look(), &first.id)).contains("already undone"));
}

#[test]
fn a_torn_journal_is_read_and_written_on() {
    let room = Room::new();
    room.carry(&hide(&room.look(), &room.skill("repo:a/SKILL.md")).expect("a plan")).expect("done");
    let path = room.ledger().journal_path();
    let mut bytes = fs::read(&path).unwrap();
    bytes.extend_from_slice(b"{\"v\":1,\"id\":\"to");
    fs::write(&path, bytes).unwrap();
    room.carry(&show(&room.look(), &room.skill("repo:a/SKILL.md")).expect("a plan")).expect("done");
    let journal = journal(&room.ledger()).expect("it can be read");
    let said: Vec<_> = journal.entries.iter().map(|entry| (entry.act.as_str(), &entry.outcome)).collect();
    assert_eq!(said, [("hide", &Outcome::Done), ("show", &Outcome::Done)]);
    assert_eq!(journal.damaged, [0_u32; 0], "the unfinished line was taken away");
    assert!(journal.entries[0].id < journal.entries[1].id, "the clock stood still");
}

/// It was once taken for an unfinished line, and changes went on as if nothing had been done before.
#[test]
fn journal_of_zeroes_is_damage_and_nothing_is_changed() {
    let room = Room::new();
    room.carry(&hide(&room.look(), &room.skill("repo:a/SKILL.md")).expect("a plan")).expect("done");
    let path = room.ledger().journal_path();
    for length in [1, 3000] {
        fs::write(&path, vec![0; length]).unwrap();
        assert_eq!(journal(&room.ledger()).expect("it can be read").damaged, [1]);
        let before = room.tree();
        let refused =
            refusal(room.carry(&show(&room.look(), &room.skill("repo:a/SKILL.md")).expect("a plan")));
        assert!(refused.contains("Line 1 of") && refused.contains("is corrupt"), "{refused}");
        assert_eq!(room.tree(), before);
        assert_eq!(fs::read(&path).unwrap(), vec![0; length], "it stays for whoever restores it");
    }
}

#[cfg(unix)]
#[test]
fn journal_that_is_no_file_is_named_and_nothing_is_changed() {
    let room = Room::new();
    room.carry(&hide(&room.look(), &room.skill("repo:a/SKILL.md")).expect("a plan")).expect("done");
    let path = room.ledger().journal_path();
    fs::remove_file(&path).unwrap();
    symlink("nowhere", &path).unwrap();
    let error = journal(&room.ledger()).expect_err("a link to nothing").to_string();
    assert!(error.contains("is a broken link, not a file"), "{error}");
    let before = room.tree();
    let plan = show(&room.look(), &room.skill("repo:a/SKILL.md")).expect("a plan");
    let refused = room.carry(&plan).expect_err("the journal cannot be read");
    assert!(format!("{refused:?}").contains("is a link, not a file"), "{refused:?}");
    assert_eq!(room.tree(), before);
    fs::remove_file(&path).unwrap();
    fs::create_dir(&path).unwrap();
    let error = journal(&room.ledger()).expect_err("a folder").to_string();
    assert!(error.contains("is a folder, not a file"), "{error}");
}

/// A tree reached by any sequence of changes and undos comes back byte for byte when all is undone.
#[test]
fn any_sequence_is_undone_to_the_first_byte() {
    let mut carried = 0;
    for seed in 1..=12_u64 {
        let room = Room::new();
        let before = room.tree();
        let (mut state, mut done) = (seed, Vec::new());
        for _ in 0..14 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let pick = (state >> 33) as usize;
            if pick.is_multiple_of(4) && !done.is_empty() {
                let id: String = done.pop().expect("it is not empty");
                room.undo(&id).unwrap_or_else(|trouble| panic!("seed {seed}: {trouble}"));
                continue;
            }
            let look = room.look();
            let Some(skill) = look.skills().nth(pick / 7 % look.claims.len().max(1)) else { continue };
            let plan = match pick % 9 {
                0 | 1 => remove(&look, skill),
                2 => rename(&look, skill, ["c", "d", "e"][pick / 64 % 3]),
                3 => duplicate(&look, skill, ["f", "g"][pick / 64 % 2]),
                4 => copy(&look, skill, [Scope::Repo, Scope::PixirGlobal][pick / 64 % 2]),
                5 => relocate(&look, skill, [Scope::User, Scope::PixirGlobal][pick / 64 % 2]),
                6 => hide(&look, skill),
                7 => restore(&look, &skill.path, format!("text {pick}").as_bytes(), &message!("turn 1")),
                _ => show(&look, skill),
            };
            // What is refused changes nothing.
            if let Ok(plan) = plan {
                done.push(room.carry(&plan).unwrap_or_else(|trouble| panic!("seed {seed}: {trouble}")).id);
            }
        }
        carried += done.len();
        for id in done.iter().rev() {
            room.undo(id).unwrap_or_else(|trouble| panic!("seed {seed}: {trouble}"));
        }
        assert_eq!(room.tree(), before, "seed {seed}");
    }
    assert!(carried > 24, "{carried} changes were to be taken back at the end");
}

#[test]
fn a_restored_text_may_stand_in_a_linked_root() {
    let room = Room::new();
    fs::create_dir_all(room.at("dotfiles")).unwrap();
    fs::create_dir_all(room.at("home/.pixir")).unwrap();
    symlink(room.at("dotfiles"), room.at("home/.pixir/skills")).unwrap();
    room.carry(&restore_a(&room, "home/.pixir/skills/x").expect("a plan")).expect("written");
    assert!(Path::new(&room.at("dotfiles/x/SKILL.md")).exists());
    assert_eq!(room.skill("pixir-global:x/SKILL.md").description, "old");
}
