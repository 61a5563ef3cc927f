//! From the start of the program to a painted list: a small workspace and a large one, with what the disk holds in the
//! memory of the system and not.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use tests::example::{self, Example};
use tests::generated::workspace;

use crate::driver::Window;
use crate::scale::await_long;

/// How often each start is made; the median is printed.
const ROUNDS: usize = 3;
/// Skills of the large workspace, bytes of its logs together, and how many sessions they are.
const LARGE: (usize, u64, u32) = (10_000, 300 << 20, 600);

/// What is there is painted in the frame after the next.
const PAINTED: &str = "
const done = arguments[0];
requestAnimationFrame(() => requestAnimationFrame(() => done(true)));";

#[test]
#[ignore = "prints figures; `cargo xtask bench window` asks for it"]
fn figures_of_a_start() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let example = example::lay_out(&folder.path().join("example")).expect("the example is laid out");
    let found = Found { folders: vec![example.workspace.join(".agents")], logs: Vec::new() };
    measure("the example", folder, example, &found);

    let folder = tempfile::tempdir().expect("a temporary folder");
    let made = workspace::lay_out(folder.path(), LARGE.0).expect("skills are written");
    let logs = workspace::lay_out_logs(&made.places, LARGE.1, LARGE.2).expect("logs are written");
    let home = made.places.home.expect("it was laid out with one");
    let found = Found { folders: made.roots.to_vec(), logs };
    measure("10,000 skills, 600 logs", folder, Example { home, workspace: made.places.workspace }, &found);
}

/// What a list is made of.
struct Found {
    folders: Vec<PathBuf>,
    logs: Vec<PathBuf>,
}

fn measure(what: &str, folder: tempfile::TempDir, example: Example, found: &Found) {
    let mut window = Window::open_on(folder, example);
    for is_cold in [false, true] {
        if is_cold && !forget() {
            println!("{what}: only root may empty the system's memory of the disk; no cold figures");
            continue;
        }
        let state = if is_cold { "cold" } else { "warm" };
        let prepare = || is_cold && forget();
        let find = median(|| {
            prepare();
            timed(
                Command::new("find")
                    .args(&found.folders)
                    .args(["-name", "SKILL.md", "-exec", "cat", "{}", "+"]),
            )
        });
        print(&format!("{what}, {state}: find and cat SKILL.md"), find, find);
        if !found.logs.is_empty() {
            let cat = median(|| {
                prepare();
                timed(Command::new("cat").args(&found.logs))
            });
            print(&format!("{what}, {state}: cat of every log"), cat, find);
        }
        for (list, row) in [("Skills", "[role=option]"), ("Sessions", "[role=row]")] {
            let start = median(|| {
                window.close();
                // A first start: nothing of an earlier one is kept.
                fs::remove_dir_all(window.example.home.join(".local/share/assay")).ok();
                prepare();
                let begun = Instant::now();
                window.open_again();
                window.go(list);
                await_long(&window, &format!("return document.querySelector('{row}') !== null"));
                window.run_and_wait(PAINTED, &[]);
                begun.elapsed()
            });
            print(&format!("{what}, {state}: start to {list}"), start, find);
        }
    }
}

/// Has the system forget what it knows of its disks, which only root may.
fn forget() -> bool {
    // What was written and is not on the disk yet would stay.
    Command::new("sync").status().is_ok_and(|ended| ended.success())
        && fs::write(Path::new("/proc/sys/vm/drop_caches"), "3").is_ok()
}

fn timed(command: &mut Command) -> Duration {
    let begun = Instant::now();
    command.stdout(Stdio::null()).stderr(Stdio::null()).status().expect("it runs");
    begun.elapsed()
}

fn median(mut one: impl FnMut() -> Duration) -> Duration {
    let mut times: Vec<_> = (0..ROUNDS).map(|_| one()).collect();
    times.sort();
    times[ROUNDS / 2]
}

fn print(what: &str, time: Duration, baseline: Duration) {
    let ratio = time.as_secs_f64() / baseline.as_secs_f64();
    println!("{what:<52} {:7.0} ms  {ratio:.2} × find and cat", time.as_secs_f64() * 1_000.0);
}
