use std::fs;
use std::time::{Duration, SystemTime};

use message::template;

use super::{Room, take};
use crate::mount::{folder_name, shelf};
use crate::{Platform, TaskId, clear_ended_tasks};

#[test]
fn names_of_copies_and_of_tasks_are_held_to_their_length() {
    let long = |length: usize| "a".repeat(length);
    assert_eq!(folder_name(&long(200), Platform::Unix), Some(long(200)));
    assert_eq!(folder_name(&long(201), Platform::Unix), None);
    assert_eq!(folder_name(&long(300), Platform::Unix), None);
    let parsed = |text: &str| TaskId::parse(text).map(|id| id.to_string());
    assert_eq!(parsed(&long(100)), Some(long(100)));
    for odd in [&long(101), "", "a/b", "..."] {
        assert_eq!(parsed(odd), None, "{odd}");
    }
}

#[test]
fn a_copy_goes_thirty_two_folders_deep() {
    let room = Room::new();
    let skill = room.skill("a", "", "Do.\n");
    let deep = ["d"; 31].join("/");
    room.put(&format!("skills/a/{deep}/file"), "x");
    room.put(&format!("skills/a/{deep}/d/file"), "x");
    let shelf = shelf(&skill.dir).unwrap();
    assert!(shelf.files.contains(&format!("{deep}/file")), "{:?}", shelf.files);
    assert_eq!((shelf.files.len(), shelf.omitted), (4, 0));
    let left: Vec<_> = shelf.left_out.iter().map(|left| (left.path.clone(), left.why)).collect();
    assert_eq!(left, [(format!("{deep}/d").into(), template!("is nested too deep"))]);
}

#[test]
fn a_copy_has_at_most_64_mib_in_a_file_and_256_together() {
    let room = Room::new();
    let skill = room.skill("a", "", "Do.\n");
    // Nothing but a length: no byte of it is written.
    let sized = |name: &str, size: u64| {
        fs::File::create(skill.dir.join(name)).unwrap().set_len(size).unwrap();
    };
    let told = || {
        let shelf = shelf(&skill.dir).unwrap();
        let left: Vec<_> = shelf.left_out.iter().map(|left| (left.path.clone(), left.why)).collect();
        (shelf.files.len() + shelf.omitted, shelf.omitted, left)
    };
    let large = |name: &str| vec![(name.into(), template!("is too large to be copied"))];
    sized("1", 64 << 20);
    assert_eq!(told(), (4, 0, vec![]));
    sized("1", (64 << 20) + 1);
    assert_eq!(told(), (3, 0, large("1")));
    for name in ["1", "2", "3", "4"] {
        sized(name, 60 << 20);
    }
    sized("5", 17 << 20);
    assert_eq!(told(), (7, 0, large("5")));
    for name in ["1", "2", "3", "4"] {
        sized(name, 64 << 20);
    }
    let (_, omitted, left) = told();
    assert_eq!((omitted, left), (4, vec![]), "the fifth and the skill's own three");
}

#[test]
fn no_more_than_5_000_files_are_copied_and_the_others_are_counted() {
    let room = Room::new();
    let skill = room.skill("a", "", "Do.\n");
    for number in 0..4_999 {
        fs::write(skill.dir.join(number.to_string()), "").unwrap();
    }
    let shelf = shelf(&skill.dir).unwrap();
    assert_eq!(shelf.files.len() + shelf.omitted, 5_002);
}

#[cfg(unix)]
#[test]
fn a_link_to_a_script_becomes_a_file_that_is_no_program() {
    use std::os::unix::fs::PermissionsExt;
    let room = Room::new();
    let visible = [room.skill("a", "", "Do.\n")];
    let script = room.path("skills/a/scripts/run.py");
    fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).unwrap();
    super::link("scripts/run.py", &room.path("skills/a/link"));
    let mut task = room.task("t");
    take(&mut task, &visible, "a");
    let mode = |rel: &str| {
        let copy = room.path("tasks/t/.skills/a").join(rel);
        fs::metadata(copy).unwrap().permissions().mode() & 0o777
    };
    assert_eq!((mode("link"), mode("scripts/run.py"), mode("SKILL.md")), (0o444, 0o555, 0o444));
}

#[test]
fn a_folder_of_which_no_sign_tells_whose_it_is_goes_after_a_month() {
    let room = Room::new();
    room.put("tasks/old/.skills/a/SKILL.md", "x");
    let folder = room.path("tasks/old");
    let stamp = disk::look(&folder).unwrap().stamp;
    let changed = u64::try_from(stamp.modified_ns.max(stamp.changed_ns)).unwrap();
    let month = Duration::from_secs(30 * 24 * 60 * 60);
    let then = SystemTime::UNIX_EPOCH + Duration::from_nanos(changed);
    for (now, stays) in [(then, true), (then + month, true), (then + month + Duration::from_secs(1), false)] {
        clear_ended_tasks(&room.path("tasks"), now);
        assert_eq!(folder.exists(), stays, "{now:?}");
    }
}

#[test]
fn a_task_knows_its_session_and_counts_its_turns() {
    let room = Room::new();
    let mut task = room.task("t");
    assert_eq!((task.id().to_string().as_str(), task.session(), task.turn()), ("t", "session-1", 1));
    task.next_turn();
    assert_eq!(task.turn(), 2);
}
