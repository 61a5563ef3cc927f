//! Attacks on what there is only so much of: time, output, memory, processes, disk.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::time::Duration;

use disk::Digest;
use execution::{End, Ran};

use crate::room::{SLACK, contained, everywhere, said};

#[test]
fn a_flood_ends_at_its_limit() {
    everywhere(|room| {
        for script in [
            "yes | head -c 10G",
            "head -c 10G /dev/zero >&2",
            "trap '' TERM PIPE INT HUP; while :; do yes; done",
            "yes & yes >&2 & wait",
        ] {
            let order = room.script(script);
            let ran = room.run(&order);
            assert_eq!(ran.end, End::Flooded, "{script}");
            let most = ran.stdout.total.max(ran.stderr.total);
            assert_eq!(most, order.limits.read, "{script}");
            assert!(ran.stdout.kept.len() as u64 <= order.limits.keep);
            assert!(
                ran.limitations.iter().any(|words| words.text.contains("at least")),
                "{:?}",
                ran.limitations
            );
        }
    });
}

#[test]
fn what_comes_out_is_kept_as_it_came() {
    everywhere(|room| {
        let ran = room.run(&room.script(r"printf 'a\377\000\303(b\r\n\033[2J'"));
        assert_eq!(ran.stdout.kept, b"a\xff\0\xc3(b\r\n\x1b[2J");
        assert_eq!((ran.end, ran.stdout.total, ran.stderr.total), (End::Exit(0), 12, 0));
        assert_eq!(ran.stdout.digest, Digest::of(&ran.stdout.kept));
        let mut order = room.script("head -c 300000 /dev/zero; echo x >&2; exit 7");
        order.limits.keep = 1000;
        let ran = room.run(&order);
        assert_eq!((ran.end, ran.stdout.kept.len(), ran.stdout.total), (End::Exit(7), 1000, 300_000));
        assert_eq!(ran.stdout.digest, Digest::of(&vec![0; 300_000]));
        assert_eq!(ran.stderr.kept, b"x\n");
        assert!(
            ran.limitations.iter().any(|words| words.text.contains("first 1000 of 300000")),
            "{:?}",
            ran.limitations
        );
    });
}

#[test]
fn who_ignores_signals_ends_at_the_deadline() {
    everywhere(|room| {
        for script in [
            "trap '' TERM INT HUP QUIT; echo begun; while :; do sleep 0.1; done",
            "echo begun; while :; do :; done",
            "echo begun; exec sleep 60",
            "echo begun; kill -STOP $$",
        ] {
            let mut order = room.script(script);
            order.limits.wall = Duration::from_secs(1);
            order.limits.cpu = Duration::from_secs(60);
            let ran = room.run(&order);
            // On a machine that is busy enough it does not even begin in this time.
            assert!(
                ran.end == End::TimedOut && "begun\n".starts_with(&said(&ran)),
                "{script}: {:?}",
                ran.end
            );
            assert!(ran.wall >= Duration::from_secs(1));
        }
    });
}

#[test]
fn processor_time_has_a_limit_of_its_own() {
    everywhere(|room| {
        let mut order = room.script("while :; do :; done");
        order.limits.cpu = Duration::from_secs(1);
        let ran = room.run(&order);
        assert!(matches!(ran.end, End::Signal(_)), "{:?}", ran.end);
    });
}

#[test]
fn what_is_left_in_the_background_ends_too() {
    everywhere(|room| {
        for script in [
            // It keeps the pipes.
            "setsid sh -c 'sleep 60 & sleep 60' & echo begun",
            // It keeps nothing.
            "setsid sh -c 'setsid sleep 60 & sleep 60' </dev/null >/dev/null 2>&1 & echo begun",
            "(setsid sh -c '(trap \"\" TERM HUP; sleep 60) &' &) ; echo begun",
            "nohup sleep 60 >/dev/null 2>&1 & echo begun",
        ] {
            let ran = room.run(&room.script(script));
            assert_eq!((ran.end, said(&ran)), (End::Exit(0), "begun\n".into()), "{script}");
            assert!(ran.wall < SLACK, "{script}: {:?}", ran.wall);
            assert!(ran.limitations.iter().any(|words| words.text.contains("still ran")), "{script}");
        }
    });
}

/// How many generations there are. The kernel's limit of processes does not hold for root, so what root lets loose
/// in a test must come to an end by itself: at a thousand.
fn generations() -> u32 {
    if rustix::process::getuid().is_root() { 9 } else { u32::MAX }
}

/// A shell that may not start another either tries on or gives up.
#[track_caller]
fn held(ran: &Ran) {
    let is_held = matches!(ran.end, End::TimedOut | End::TooManyProcesses | End::Exit(1..));
    assert!(is_held, "{:?}: {}", ran.end, said(ran));
}

#[test]
fn a_hydra_loses_all_its_heads() {
    everywhere(|room| {
        // Each lives for five milliseconds, starts two more in sessions of their own, and leaves.
        let next = "setsid sh hydra $(($1-1))";
        room.put(
            "workspace/hydra",
            &format!("sleep 0.005; [ $1 -gt 0 ] || exec sleep 60; {next} & {next} & exit"),
        );
        let mut order = room.script(&format!("sh hydra {}; sleep 60", generations()));
        order.limits.wall = Duration::from_secs(2);
        order.limits.processes = 40;
        held(&room.run(&order));
    });
}

#[test]
fn a_fork_bomb_goes_off_inside() {
    everywhere(|room| {
        let bomb = "b() { [ $1 -gt 0 ] || exec sleep 60; b $(($1-1)) | b $(($1-1)) & }; b";
        let mut order = room.script(&format!("{bomb} {}; sleep 60", generations()));
        order.limits.wall = Duration::from_secs(2);
        order.limits.processes = 60;
        held(&room.run(&order));
    });
}

#[test]
fn memory_has_an_end() {
    everywhere(|room| {
        let mut order = room.script("head -c 4G /dev/zero | tail -c 4G | wc -c");
        order.limits.memory = 128 << 20;
        let ran = room.run(&order);
        assert!(ran.end == End::TooMuchMemory || !said(&ran).contains("4294967296"), "{:?}", ran.end);
        // Many small ones are as one large one.
        let mut order = room
            .script("for i in 1 2 3 4 5 6; do (head -c 60M /dev/zero | tail -c 60M; sleep 60) & done; wait");
        order.limits.memory = 128 << 20;
        order.limits.read = 1 << 30;
        // Not one byte comes before it has all in memory.
        let ran = room.run(&order);
        assert!(matches!(ran.end, End::TooMuchMemory), "{:?}: {:?}", ran.end, ran.stdout.total);
    });
}

#[test]
fn files_and_all_else_that_is_counted_have_an_end() {
    everywhere(|room| {
        let mut order = room.script("head -c 64M /dev/zero > $TMPDIR/big; wc -c < $TMPDIR/big");
        order.limits.file_size = 1 << 20;
        assert!(said(&room.run(&order)).starts_with("1048576\n"));
        let mut order = room.script("ulimit -n; ulimit -t; ulimit -c; ulimit -v");
        (order.limits.files, order.limits.cpu) = (50, Duration::from_millis(2500));
        order.limits.memory = 256 << 20;
        assert_eq!(said(&room.run(&order)), "50\n3\n0\n1048576\n");
    });
}

#[test]
fn a_large_environment_and_odd_words_arrive_or_are_refused() {
    everywhere(|room| {
        let mut order = room.script("printf '%s' \"$LARGE\" | wc -c");
        order.environment.push(("LARGE".into(), "x".repeat(100 << 10)));
        assert_eq!(said(&room.run(&order)).trim(), "102400");
        let refused = |name: &str, value: &str| {
            let mut order = room.script("true");
            order.environment.push((name.to_owned(), value.to_owned()));
            room.try_run(&order).unwrap_err().to_string()
        };
        assert!(refused("LARGE", &"x".repeat(200 << 10)).contains("environment"));
        for (name, value) in [("", "x"), ("A=B", "x"), ("A\0", "x"), ("A", "x\0")] {
            assert!(refused(name, value).contains("that none can have"));
        }
        let words = ["printf", "%s|", "a\nb", "", "*", "$(id)", "-n", "é", "\u{1b}[2J", "' \"", "a\\\nb"];
        let ran = room.run(&room.order(&words));
        assert_eq!(said(&ran), words[2..].iter().map(|word| format!("{word}|")).collect::<String>());
        assert!(
            room.try_run(&{
                let mut order = room.script("true");
                order.argv.push("a\0b".into());
                order
            })
            .is_err()
        );
    });
}

#[test]
fn what_it_leaves_locked_is_no_failure() {
    contained(|room| {
        let ran = room.run(&room.script("mkdir -m 000 $TMPDIR/locked; mkfifo $TMPDIR/pipe; echo ok"));
        assert_eq!((ran.end, said(&ran)), (End::Exit(0), "ok\n".into()));
        assert_eq!(fs::metadata(room.path("workspace")).unwrap().permissions().mode() & 0o777, 0o755);
    });
}
