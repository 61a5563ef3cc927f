//! Attacks between approval and start: what runs is what was approved, or nothing does.

use std::fs::{self, Permissions};
use std::os::unix::fs::{PermissionsExt, symlink};

use execution::{End, NotRun, Order, resolve};

use crate::room::{Room, everywhere, said};

/// A shell that this user owns and could change.
fn own_tool(room: &Room) -> Order {
    let tool = room.path("workspace/tool");
    fs::copy(resolve("sh", &room.path(""), &crate::room::search()).unwrap().path, &tool).unwrap();
    fs::set_permissions(&tool, Permissions::from_mode(0o755)).unwrap();
    room.order(&["./tool", "-c", "echo ran $0"])
}

#[track_caller]
fn changed(room: &Room, order: &Order, what: &str) {
    match room.try_run(order) {
        Err(NotRun::Changed { what: found, .. }) => assert_eq!(found, what),
        other => panic!("{what}: {other:?}"),
    }
}

#[test]
fn a_program_that_was_exchanged_does_not_run() {
    everywhere(|room| {
        let order = own_tool(room);
        assert_eq!(said(&room.run(&order)), "ran ./tool\n");
        let tool = room.path("workspace/tool");
        // Exchanged for another, and back.
        let bytes = fs::read(&tool).unwrap();
        fs::rename(&tool, room.path("workspace/kept")).unwrap();
        fs::copy("/bin/echo", &tool).unwrap();
        changed(room, &order, "The program");
        fs::rename(room.path("workspace/kept"), &tool).unwrap();
        assert_eq!(said(&room.run(&order)), "ran ./tool\n");
        // Changed in its place, at the same size and with the same times.
        let times = fs::metadata(&tool).unwrap().modified().unwrap();
        let mut other = bytes.clone();
        *other.last_mut().unwrap() ^= 1;
        fs::write(&tool, &other).unwrap();
        fs::File::options().write(true).open(&tool).unwrap().set_modified(times).unwrap();
        changed(room, &order, "The program");
        // A link to a program of the system.
        fs::remove_file(&tool).unwrap();
        symlink("/bin/echo", &tool).unwrap();
        changed(room, &order, "The program");
        fs::remove_file(&tool).unwrap();
        assert!(matches!(room.try_run(&order), Err(NotRun::Missing(_))));
    });
}

#[test]
fn a_program_that_is_a_script_runs_from_what_was_read() {
    everywhere(|room| {
        let path = room.path("workspace/run.sh");
        fs::write(&path, "#!/bin/sh\necho one\n").unwrap();
        fs::set_permissions(&path, Permissions::from_mode(0o755)).unwrap();
        let order = room.order(&["./run.sh"]);
        assert_eq!(said(&room.run(&order)), "one\n");
        fs::write(&path, "#!/bin/sh\necho two\n").unwrap();
        changed(room, &order, "The program");
    });
}

#[test]
fn a_folder_that_was_exchanged_is_not_entered() {
    everywhere(|room| {
        let src = room.path("workspace/src");
        let order = || {
            let mut order = room.script("pwd");
            order.cwd.clone_from(&src);
            order.program = resolve("sh", &src, &crate::room::search()).unwrap();
            order
        };
        let approved = order();
        assert_eq!(said(&room.run(&approved)).trim(), src.to_str().unwrap());
        fs::rename(&src, room.path("workspace/kept")).unwrap();
        assert!(matches!(room.try_run(&approved), Err(NotRun::Missing(_))));
        for target in ["../outside", "kept", "/"] {
            symlink(target, &src).unwrap();
            changed(room, &approved, "The folder");
            // Also one that was a link when it was approved.
            changed(room, &order(), "The folder");
            fs::remove_file(&src).unwrap();
        }
        fs::create_dir(&src).unwrap();
        changed(room, &approved, "The folder");
        fs::remove_dir(&src).unwrap();
        fs::rename(room.path("workspace/kept"), &src).unwrap();
        assert_eq!(room.run(&approved).end, End::Exit(0));
        let mut outside = approved.clone();
        outside.cwd = room.path("outside");
        assert!(matches!(room.try_run(&outside), Err(NotRun::Failed(_))));
        outside.cwd = room.path("workspace/../outside");
        assert!(room.try_run(&outside).is_err());
    });
}

#[test]
fn what_fails_to_start_says_so() {
    everywhere(|room| {
        let path = room.path("workspace/odd");
        fs::write(&path, "no program at all").unwrap();
        fs::set_permissions(&path, Permissions::from_mode(0o755)).unwrap();
        let why = room.try_run(&room.order(&["./odd"])).unwrap_err().to_string();
        assert!(why.contains("./odd cannot be started"), "{why}");
        let mut order = room.order(&["true"]);
        order.helper = room.path("absent");
        let why = execution::run_at(
            &Order { least: execution::Level::None, ..order },
            room.level,
            &execution::Stop::default(),
        );
        assert!(why.unwrap_err().to_string().contains("absent cannot be started"));
    });
}
