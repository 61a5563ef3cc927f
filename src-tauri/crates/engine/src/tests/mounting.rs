use std::fs;
#[cfg(unix)]
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use execution::Mode;
use message::Message;
use proptest::prelude::*;

use super::{Room, refused, take, would_ask};
use crate::mount::folder_name;
use crate::{Call, Consent, Page, PathFault, Platform, Refusal, Task, TaskId, Via};

const COPY: &str = "tasks/t/.skills/a";

#[test]
fn s2_36_d14_a_skill_is_copied_fresh() {
    let room = Room::new();
    let visible = [room.skill("a", "", "Do.\n")];
    for ignored in [".git/config", "node_modules/x/i.js", "sub/.git/config", "sub/.GIT/config"] {
        room.put(&format!("skills/a/{ignored}"), "x");
    }
    room.put("skills/a/deep/er/file.bin", [0, 255]);
    let mut task = room.task("t");
    let activation = take(&mut task, &visible, "a");
    let mut copied = room.listed(COPY);
    let names: Vec<_> = copied.iter().map(|(name, _)| name.clone()).collect();
    assert_eq!(names, ["SKILL.md", "deep/er/file.bin", "references/note.md", "scripts/run.py"]);
    for (name, bytes) in copied.drain(..) {
        assert_eq!(bytes, fs::read(room.path("skills/a").join(&name)).unwrap(), "{name}");
    }
    assert_eq!(activation.left_out, Vec::<String>::new());
    // Nothing of an earlier copy stays, and what was changed in it is gone.
    room.put(&format!("{COPY}/stale"), "x");
    fs::remove_file(room.path("skills/a/deep/er/file.bin")).unwrap();
    task.next_turn();
    take(&mut task, &visible, "a");
    assert_eq!(room.listed(COPY).len(), 3);
}

#[cfg(unix)]
#[test]
fn s2_36_the_copy_is_read_only_and_for_the_user_alone() {
    let room = Room::new();
    let visible = [room.skill("a", "", "Do.\n")];
    let script = room.path("skills/a/scripts/run.py");
    fs::set_permissions(&script, fs::Permissions::from_mode(0o6777)).unwrap();
    let mut task = room.task("t");
    take(&mut task, &visible, "a");
    let mode = |path: &str| fs::metadata(room.path(path)).unwrap().permissions().mode() & 0o7777;
    assert_eq!(mode("tasks/t/.skills/a/SKILL.md"), 0o444);
    assert_eq!(mode("tasks/t/.skills/a/scripts/run.py"), 0o555);
    assert_eq!((mode("tasks/t"), mode("tasks/t/.skills/a")), (0o700, 0o700));
}

#[cfg(unix)]
#[test]
fn s2_36_links_that_leave_the_skill_are_not_copied() {
    let room = Room::new();
    let visible = [room.skill("a", "", "Do.\n")];
    for (to, at) in [
        ("/etc/passwd", "passwd"),
        ("../../outside/secret", "secret"),
        ("../../outside", "folder"),
        ("passwd", "twice"),
        ("references/note.md", "inside.md"),
        ("references", "inside"),
        ("nowhere", "lost"),
    ] {
        super::link(to, &room.path("skills/a").join(at));
    }
    make_pipe(&room.path("skills/a/pipe"));
    let mut task = room.task("t");
    let activation = take(&mut task, &visible, "a");
    let names: Vec<_> = room.listed(COPY).into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["SKILL.md", "inside.md", "references/note.md", "scripts/run.py"]);
    let said = Message::in_a_row(activation.left_out.clone()).text;
    for name in ["passwd", "secret", "folder", "twice"] {
        assert!(said.contains(&format!("{name} is a link that leads out of the skill.")), "{said}");
    }
    assert!(said.contains("inside is a link to a folder.") && said.contains("lost is a broken link."));
    // S4-79: as a resource each is refused as a link, not as missing.
    for path in ["passwd", "secret", "folder/secret", "twice"] {
        let refusal = refused(task.read_resource(&visible, "a", path, Page::default()));
        assert!(matches!(refusal, Refusal::Path { fault: PathFault::Link, .. }), "{path}: {refusal:?}");
    }
}

/// A pipe, made by the program that every Unix has for it.
#[cfg(unix)]
fn make_pipe(path: &Path) {
    let made = std::process::Command::new("mkfifo").arg(path).status();
    assert!(made.is_ok_and(|status| status.success()), "mkfifo");
}

#[test]
fn s2_37_the_model_is_told_a_logical_path() {
    let room = Room::new();
    let visible = [room.skill("a", "", "Do.\n")];
    let mut task = room.task("t");
    assert_eq!(take(&mut task, &visible, "a").mount_path, "private:/.skills/a");
    let read = |path: &str| task.read_resource(&visible, "a", path, Page::default());
    for path in ["references/note.md", "private:/.skills/a/references/note.md"] {
        let page = read(path).unwrap();
        assert_eq!((page.path.as_str(), page.text.as_str()), ("references/note.md", "note of a\n"), "{path}");
    }
    for (path, fault) in [
        ("private:/.skills/../x", PathFault::Absolute),
        ("private:/.skills/a/../../x", PathFault::Above),
        ("private:/.skills/a/references/../../x", PathFault::Through),
        ("private:/.skills/a//etc/passwd", PathFault::Absolute),
        ("private:/.skills/b/references/note.md", PathFault::Absolute),
        ("private:/.skills/a", PathFault::Absolute),
        ("private:/etc", PathFault::Absolute),
        ("/etc/passwd", PathFault::Absolute),
        ("private:/.skills/a/%2e%2e/x", PathFault::Encoded),
    ] {
        assert_eq!(refused(read(path)), Refusal::Path { path: path.into(), fault }, "{path}");
    }
}

#[test]
fn s2_40_s2_41_s2_42_what_a_task_holds_goes_with_it_and_is_its_own() {
    let room = Room::new();
    let visible = [room.skill("a", "", "Do.\n")];
    let (mut one, two) = (room.task("one"), room.task("two"));
    take(&mut one, &visible, "a");
    assert_eq!((would_ask(&one, &visible, "a"), would_ask(&two, &visible, "a")), (false, true));
    assert!(room.path("tasks/one/.skills/a/SKILL.md").exists() && !room.path("tasks/two/.skills").exists());
    one.end().unwrap();
    assert_eq!((would_ask(&one, &visible, "a"), one.active().count()), (true, 0));
    assert!(!room.path("tasks/one").exists() && room.path("tasks/two").exists());
    // Without an end it goes when it is dropped, and a restart knows nothing of it.
    let mut two = two;
    take(&mut two, &visible, "a");
    drop(two);
    assert!(!room.path("tasks/two").exists());
    room.put("tasks/three/.skills/a/stale", "x");
    let three = room.task("three");
    assert_eq!((would_ask(&three, &visible, "a"), room.listed("tasks").len()), (true, 0));
}

#[test]
fn s2_24_s4_45_d26_what_is_visible_is_asked_anew_each_time() {
    let room = Room::new();
    let (a, b) = (room.skill("a", "", "Do.\n"), room.skill("b", "", "Do.\n"));
    let mut task = room.task("t");
    take(&mut task, std::slice::from_ref(&a), "a");
    // A later look finds another skill; what was taken in stays so.
    let both = [a, b.clone()];
    assert_eq!((would_ask(&task, &both, "a"), would_ask(&task, &both, "b")), (false, true));
    assert!(task.read_resource(&both, "a", "references/note.md", Page::default()).is_ok());
    take(&mut task, &both, "b");
    // One that is no longer visible is as unknown as any other.
    let read = task.read_resource(&[b], "a", "references/note.md", Page::default());
    assert_eq!(refused(read), Refusal::Unknown { name: "a".into(), visible: vec!["b".into()] });
}

#[test]
fn d13_another_skill_of_the_same_name_is_not_consented() {
    let room = Room::new();
    let mine = room.skill("a", "", "Do.\n");
    let mut task = room.task("t");
    take(&mut task, std::slice::from_ref(&mine), "a");
    let other = room.skill("b", "", "Other.\n");
    let other = crate::Offered { id: "a".into(), name: "a".into(), ..other };
    assert!(would_ask(&task, std::slice::from_ref(&other), "a"));
    let read = task.read_resource(std::slice::from_ref(&other), "a", "references/note.md", Page::default());
    assert_eq!(refused(read).kind(), "not_activated");
    let outcome = task.activate(&[other], &Call::of("a", Via::ActivateSkill), Mode::Ask, Consent::NotAsked);
    assert!(matches!(outcome, Ok(crate::Outcome::Ask(_))), "{outcome:?}");
}

#[test]
fn d2_no_id_leaves_the_place_of_copies() {
    use Platform::{Unix, Windows};
    for odd in ["", ".", "..", "...", "a/b", "a\\b", "a\0", "a:b", "a\nb"] {
        assert_eq!(folder_name(odd, Unix), None, "{odd:?}");
    }
    let check = |id: &str, platform, name: &str| assert_eq!(folder_name(id, platform).as_deref(), Some(name));
    check("技能", Unix, "技能");
    check("con", Unix, "con");
    check("con", Windows, "con_");
    check("COM1.x", Windows, "COM1.x_");
    check("company", Windows, "company");
    check("com", Windows, "com");
    for odd in ["", ".", "..", "a/b", "é", "a b"] {
        assert_eq!(TaskId::parse(odd), None, "{odd:?}");
    }
    let room = Room::new();
    let skill = crate::Offered { id: "..".into(), ..room.skill("a", "", "Do.\n") };
    let mut task = room.task("t");
    let outcome = task.activate(&[skill], &Call::of("..", Via::ActivateSkill), Mode::Auto, Consent::NotAsked);
    assert_eq!(refused(outcome).kind(), "not_run");
    assert!(room.path("tasks/t").exists());
}

#[test]
fn d16_a_changed_copy_is_noticed() {
    let room = Room::new();
    let visible = [room.skill("a", "", "Do.\n")];
    let mut task: Task = room.task("t");
    take(&mut task, &visible, "a");
    let held = task.held("a").unwrap();
    assert!(held.mount.is_intact());
    room.put(&format!("{COPY}/new"), "x");
    assert!(!held.mount.is_intact());
}

/// What an agent may write as a path, with links in it that lead everywhere.
fn path() -> impl Strategy<Value = String> {
    let part = prop::sample::select(vec![
        "..",
        ".",
        "",
        "references",
        "note.md",
        "out",
        "up",
        "loop",
        "secret",
        "outside",
        "skills",
        "a",
        "SKILL.md",
        "%2e%2e",
        "..%2f",
        "\\",
        "~",
        "folder",
        "in",
        "file",
        "/",
        "c:",
    ]);
    prop::collection::vec(part, 1..7).prop_map(|parts| parts.join("/"))
}

#[cfg(unix)]
#[test]
fn d15_s4_79_s2_37_no_path_of_an_agent_reads_outside_the_skill() {
    let room = Room::new();
    let visible = [room.skill("a", "", "Do.\n")];
    for (to, at) in [
        ("../../outside", "out"),
        ("..", "up"),
        ("../..", "folder"),
        ("loop", "loop"),
        ("references", "in"),
        ("../../outside/secret", "file"),
        ("../out/secret", "references/file"),
        ("../folder/outside", "references/out"),
    ] {
        super::link(to, &room.path("skills/a").join(at));
    }
    let mut task = room.task("t");
    take(&mut task, &visible, "a");
    let (found, task) = (std::cell::Cell::new(0_u32), std::cell::RefCell::new(task));
    let mut runner = proptest::test_runner::TestRunner::new(ProptestConfig::with_cases(3_000));
    let ran = runner.run(&path(), |path| {
        let mut task = task.borrow_mut();
        let read = task.read_resource(&visible, "a", &path, Page::default());
        let logical = format!("private:/.skills/a/{path}");
        let told = task.read_resource(&visible, "a", &logical, Page::default());
        let mode = Mode::Auto;
        let viewed = task.view(&visible, ("a", &path), Page::default(), mode, Consent::NotAsked);
        let viewed = viewed.ok().and_then(|viewed| match viewed {
            crate::Viewed::File(page) => Some(page),
            crate::Viewed::Main(_) => None,
        });
        for page in read.ok().into_iter().chain(told.ok()).chain(viewed) {
            found.set(found.get() + 1);
            prop_assert!(!page.text.contains("SECRET"), "{path}");
            prop_assert!(page.text == "note of a\n" || page.text == "Do.\n", "{path}: {}", page.text);
        }
        Ok(())
    });
    ran.unwrap();
    assert!(found.get() > 5, "something is read at all: {}", found.get());
}
