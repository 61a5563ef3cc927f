//! Whoever contains a command may be killed; the command does not outlive that.

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use execution::{Level, best};
use rustix::process::{Pid, Signal, kill_process};

use crate::room::{SLACK, alive, helper};

/// Starts a program that runs a command, kills it or what it contains the command with, and looks who is left.
fn check(level: Level, victim: impl Fn(u32) -> u32) {
    let words = ["--ignored", "--exact", "payload::runs_a_command", "--nocapture", "--test-threads=1"];
    let mut program = Command::new(std::env::current_exe().unwrap())
        .args(words)
        .env("ATTACK", (level as u8).to_string())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    // Kept open to the end, for it says more when it is done.
    let mut lines = BufReader::new(program.stdout.take().unwrap()).lines().map(Result::unwrap);
    let (mark, folder) = lines
        .by_ref()
        .filter_map(|line| line.split_once(" /").map(|(mark, path)| (mark.to_owned(), format!("/{path}"))))
        .next()
        .unwrap();
    wait_until("it runs", || alive(&mark).len() >= 2);
    let victim = Pid::from_raw(victim(program.id()).try_into().unwrap()).unwrap();
    kill_process(victim, Signal::KILL).unwrap();
    wait_until("nothing of it is left", || alive(&mark).is_empty());
    let _ = program.kill();
    program.wait().unwrap();
    // Killed, it could not clean up.
    let _ = fs::remove_dir_all(folder);
    for entry in fs::read_dir("/tmp").unwrap().flatten() {
        if entry.file_name().to_string_lossy().starts_with(&format!("assay-{}-", program.id())) {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

#[track_caller]
fn wait_until(what: &str, is_so: impl Fn() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < SLACK * 3, "waited in vain until {what}");
        thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn nothing_outlives_the_program_that_ran_it() {
    for level in [Level::Full, Level::Walls, Level::None] {
        if level <= best(&helper()) {
            check(level, |program| program);
        }
    }
}

#[test]
fn nothing_outlives_what_contains_it() {
    for level in [Level::Full, Level::Walls] {
        if level <= best(&helper()) {
            check(level, first_child);
        }
    }
}

fn first_child(of: u32) -> u32 {
    let threads = fs::read_dir(format!("/proc/{of}/task")).unwrap().flatten();
    let children =
        threads.map(|thread| fs::read_to_string(thread.path().join("children")).unwrap_or_default());
    children.collect::<String>().split_whitespace().next().unwrap().parse().unwrap()
}
