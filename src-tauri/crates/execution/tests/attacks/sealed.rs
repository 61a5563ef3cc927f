//! Attacks on what was approved to the byte: whatever becomes of it, nothing else runs in its place.

use std::fs::{self, Permissions};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use execution::{End, Level, NotRun, Order, Seal, Writes, resolve};

use crate::room::{Room, contained, everywhere, has, said, search};

const APPROVED: &str = "echo approved\n";
const OTHER: &str = "echo other; echo other > \"$TMPDIR/x\"\n";

/// An order that runs words in the workspace and is sealed to these paths of the room.
fn order(room: &Room, argv: &[&str], sealed: &[&str]) -> Order {
    let mut order = room.order(argv);
    order.sealed = sealed.iter().map(|rel| Seal::of(&room.path(rel), 256, 8 << 20).unwrap()).collect();
    order
}

fn script(room: &Room, rel: &str, text: &str) {
    fs::create_dir_all(room.path(rel).parent().unwrap()).unwrap();
    room.put(rel, text);
    fs::set_permissions(room.path(rel), Permissions::from_mode(0o755)).unwrap();
}

#[test]
fn a_script_that_was_replaced_after_the_yes_does_not_run() {
    everywhere(|room| {
        script(room, "workspace/tools/x.sh", &format!("#!/bin/sh\n{APPROVED}"));
        let forms: [&[&str]; 4] = [
            &["sh", "tools/x.sh"],
            &["env", "sh", "-e", "tools/x.sh"],
            &["./tools/x.sh"],
            &["sh", "-c", ". ./tools/x.sh"],
        ];
        for argv in forms {
            let order = order(room, argv, &["workspace/tools"]);
            assert_eq!(said(&room.run(&order)), "approved\n", "{argv:?}");
            let path = room.path("workspace/tools/x.sh");
            let check = |what: &str| match room.try_run(&order) {
                Err(NotRun::Changed { path: found, .. }) => {
                    assert!(found.starts_with(room.path("workspace/tools")), "{what}: {}", found.display());
                }
                other => panic!("{argv:?}, {what}: {other:?}"),
            };
            fs::write(&path, format!("#!/bin/sh\n{OTHER}")).unwrap();
            check("other bytes");
            script(room, "workspace/tools/x.sh", &format!("#!/bin/sh\n{APPROVED}"));
            room.put("workspace/tools/more", "");
            check("one more file");
            fs::remove_file(room.path("workspace/tools/more")).unwrap();
            fs::set_permissions(&path, Permissions::from_mode(0o700)).unwrap();
            check("other permissions");
            fs::rename(room.path("workspace/tools"), room.path("workspace/kept")).unwrap();
            symlink("kept", room.path("workspace/tools")).unwrap();
            check("a link to it");
            fs::remove_file(room.path("workspace/tools")).unwrap();
            fs::rename(room.path("workspace/kept"), room.path("workspace/tools")).unwrap();
            fs::set_permissions(&path, Permissions::from_mode(0o755)).unwrap();
            assert_eq!(said(&room.run(&order)), "approved\n", "{argv:?}");
        }
    });
}

#[test]
fn what_is_sealed_is_read_only_and_the_rest_is_as_it_was() {
    everywhere(|room| {
        script(room, "workspace/src/deep/tools/x.sh", APPROVED);
        symlink("src/deep", room.path("workspace/short")).unwrap();
        room.put("workspace/src/deep/beside", "beside\n");
        let mut order = room.script(
            "sh short/tools/x.sh; cat file src/file src/deep/beside; readlink short; pwd; \
             echo x > src/deep/tools/x.sh; echo x > src/deep/tools/new; cd src/deep/tools && sh x.sh",
        );
        order.sealed = vec![Seal::of(&room.path("workspace/src/deep/tools"), 9, 99).unwrap()];
        order.writes = Writes::Workspace;
        if room.level == Level::Full {
            let heard = said(&room.run(&order));
            let pwd = room.path("workspace").display().to_string();
            let expected = format!("approved\nfilesourcebeside\nsrc/deep\n{pwd}\napproved\n");
            assert!(heard.starts_with(&expected), "{heard}");
            assert_eq!(room.text("workspace/src/deep/tools/x.sh"), APPROVED);
            assert!(!room.path("workspace/src/deep/tools/new").exists());
        } else {
            // Without namespaces it can be written, and then nothing of it is kept.
            assert!(matches!(room.try_run(&order), Err(NotRun::Overtaken { .. })));
        }
    });
}

#[test]
fn what_is_sealed_opens_nothing_that_was_closed() {
    contained(|room| {
        script(room, "workspace/src/tools/x.sh", APPROVED);
        script(room, "outside/skill/x.sh", APPROVED);
        for words in [
            "echo x > file",
            "echo x > new",
            "echo x > src/new",
            "echo x > src/file",
            "echo x > .pixir/sessions/log",
            "echo x > $OUTSIDE/secret",
            "echo x > $OUTSIDE/new",
            "echo x > $OUTSIDE/skill/x.sh",
            "cat $OUTSIDE/secret",
            "ls $OUTSIDE",
            "ls /",
            "ls /tmp",
            "echo x > /tmp/new",
            "echo x > /new",
            "cat /etc/shadow",
            "chmod 777 file",
            "mount -t tmpfs none src",
            "cat /proc/1/environ",
        ] {
            let mut order = room.script(words);
            order.sealed = ["workspace/src/tools", "outside/skill"]
                .map(|rel| Seal::of(&room.path(rel), 9, 99).unwrap())
                .to_vec();
            let ran = room.run(&order);
            assert!(!matches!(ran.end, End::Exit(0)) && ran.stdout.total == 0, "{words}: {}", said(&ran));
        }
        assert_eq!(room.text("workspace/file") + &room.text("workspace/src/file"), "filesource");
        assert_eq!(room.text("outside/secret"), "secret");
    });
}

#[test]
fn a_folder_that_it_runs_in_may_be_sealed_or_lie_beside_what_is() {
    contained(|room| {
        script(room, "workspace/src/tools/x.sh", APPROVED);
        for (cwd, words, expected) in [
            ("workspace/src/tools", "sh x.sh; pwd", "approved\n"),
            ("workspace/src", "sh tools/x.sh; pwd", "approved\n"),
        ] {
            let mut order = room.script(words);
            order.cwd = room.path(cwd);
            order.program = resolve("sh", &order.cwd, &search()).unwrap();
            order.sealed = vec![Seal::of(&room.path("workspace/src/tools"), 9, 99).unwrap()];
            let heard = said(&room.run(&order));
            assert_eq!(heard, format!("{expected}{}\n", room.path(cwd).display()));
            // It is still looked at whether the folder is the one that was approved.
            let kept = room.path("workspace/kept");
            fs::rename(room.path("workspace/src"), &kept).unwrap();
            fs::create_dir(room.path("workspace/src")).unwrap();
            fs::rename(kept.join("tools"), room.path("workspace/src/tools")).unwrap();
            if cwd == "workspace/src" {
                assert!(matches!(room.try_run(&order), Err(NotRun::Changed { .. })));
            }
            fs::rename(room.path("workspace/src/tools"), kept.join("tools")).unwrap();
            fs::remove_dir(room.path("workspace/src")).unwrap();
            fs::rename(&kept, room.path("workspace/src")).unwrap();
        }
    });
}

#[test]
fn a_python_script_finds_the_modules_beside_it() {
    if !has("/usr/bin/python3") {
        return;
    }
    everywhere(|room| {
        script(room, "outside/skill/x.py", "#!/usr/bin/python3\nimport helper\nhelper.say()\n");
        room.put("outside/skill/helper.py", "def say(): print('approved')\n");
        let path = room.path("outside/skill/x.py");
        let own = path.to_str().unwrap();
        for argv in [&["/usr/bin/python3", "-B", own][..], &["env", "/usr/bin/python3", "-B", own], &[own]] {
            let order = order(room, argv, &["outside/skill"]);
            let order = Order {
                environment: [
                    order.environment.clone(),
                    vec![("PYTHONDONTWRITEBYTECODE".into(), "1".into())],
                ]
                .concat(),
                ..order
            };
            assert_eq!(said(&room.run(&order)), "approved\n", "{argv:?}");
        }
    });
}

/// A file that runs: its name, its text as approved, and the text that nobody approved.
type Swapped = (&'static str, &'static str, &'static str);

const SWAPPED: [Swapped; 4] = [
    ("x.sh", "#!/bin/sh\necho approved\n", "#!/bin/sh\necho other; echo other > \"$TMPDIR/x\"\n"),
    ("lib.sh", "echo approved\n", "echo other; echo other > \"$TMPDIR/x\"\n"),
    ("x.py", "#!/usr/bin/python3\nimport lib\n", "#!/usr/bin/python3\nprint('other')\n"),
    ("lib.py", "print('approved')\n", "print('other')\n"),
];

/// Swaps a folder for another as fast as it can, in three ways.
fn swap(there: &Path, done: &AtomicBool) {
    let away = there.with_extension("away");
    let evil = there.with_extension("evil");
    for (name, _, other) in SWAPPED {
        fs::create_dir_all(&evil).unwrap();
        fs::write(evil.join(name), other).unwrap();
        fs::set_permissions(evil.join(name), Permissions::from_mode(0o755)).unwrap();
    }
    let mut round = 0_u32;
    while !done.load(Ordering::Relaxed) {
        round += 1;
        // Now and then slow enough for something to begin before the next.
        std::thread::sleep(Duration::from_micros(u64::from(round.wrapping_mul(7919) % 40) * 1000));
        match round % 3 {
            0 => {
                let (name, approved, other) = SWAPPED[(round / 3) as usize % SWAPPED.len()];
                fs::write(there.join(name), other).unwrap();
                fs::write(there.join(name), approved).unwrap();
            }
            1 => {
                fs::rename(there, &away).unwrap();
                fs::rename(&evil, there).unwrap();
                fs::rename(there, &evil).unwrap();
                fs::rename(&away, there).unwrap();
            }
            _ => {
                fs::rename(there, &away).unwrap();
                symlink(&evil, there).unwrap();
                fs::remove_file(there).unwrap();
                fs::rename(&away, there).unwrap();
            }
        }
    }
    fs::remove_dir_all(&evil).unwrap();
}

/// How many races are run: a few, or as many as the environment says.
fn races() -> usize {
    std::env::var("ASSAY_RACES").ok().and_then(|count| count.parse().ok()).unwrap_or(120)
}

/// The ways of calling a script that lies in this folder.
fn forms(folder: &str) -> Vec<Vec<String>> {
    let [sh, lib, py] = ["x.sh", "lib.sh", "x.py"].map(|name| format!("{folder}/{name}"));
    let mut forms = vec![
        vec!["sh", &sh],
        vec!["sh", "-eu", &sh],
        vec!["timeout", "5", "sh", &sh],
        vec!["env", "sh", &sh],
        vec![&sh],
    ];
    let text = format!(". {lib}");
    forms.push(vec!["sh", "-c", &text]);
    if has("/bin/bash") {
        forms.extend([vec!["bash", "-e", &sh], vec!["bash", "-o", "pipefail", &sh]]);
    }
    // Its text is the module that lies beside it.
    let versioned = fs::canonicalize("/usr/bin/python3").unwrap_or_default();
    let versioned = versioned.to_string_lossy();
    if has("/usr/bin/python3") {
        forms.extend([vec!["env", "python3", "-B", &py], vec![&versioned, "-B", &py], vec![&py]]);
    }
    forms.into_iter().map(|form| form.into_iter().map(str::to_owned).collect()).collect()
}

#[test]
fn no_race_runs_what_was_not_approved() {
    if execution::best(&crate::room::helper()) < Level::Full {
        return;
    }
    for folder in ["workspace/tools", "outside/skill"] {
        let room = Room::new(Level::Full);
        for (name, approved, _) in SWAPPED {
            script(&room, &format!("{folder}/{name}"), approved);
        }
        let there = room.path(folder);
        let forms = forms(there.to_str().unwrap());
        let orders: Vec<Order> = forms
            .iter()
            .map(|form| form.iter().map(String::as_str).collect::<Vec<_>>())
            .map(|argv| order(&room, &argv, &[folder]))
            .collect();
        let (done, mut ran, mut refused) = (AtomicBool::new(false), 0_usize, 0);
        std::thread::scope(|scope| {
            scope.spawn(|| swap(&there, &done));
            for order in orders.iter().cycle().take(races()) {
                match room.try_run(order) {
                    Ok(found) => {
                        assert_eq!(
                            (found.end, said(&found).as_str()),
                            (End::Exit(0), "approved\n"),
                            "{:?}",
                            order.argv
                        );
                        ran += 1;
                    }
                    Err(NotRun::Changed { .. } | NotRun::Missing(_)) => refused += 1,
                    Err(other) => panic!("{:?}: {other}", order.argv),
                }
            }
            done.store(true, Ordering::Relaxed);
        });
        // How many are refused is up to the moments that are met; of a few races it may be none.
        println!("{folder}: {ran} ran what was approved, {refused} were refused");
        assert!(ran > 0 && ran + refused == races(), "{ran} ran, {refused} were refused");
    }
}
