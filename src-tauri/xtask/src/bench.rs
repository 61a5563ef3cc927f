//! Figures of the engine and of the window, and the page that keeps those of the last full run.

use std::fs;
use std::process::Command;

use xtask::checkout;

use crate::setup::{self, Consent, Purpose};
use crate::step::{self, Failure};
use crate::{build, peers, progress, test};

/// Between these lines of the page stands what a run printed.
const BEGIN: &str = "<!-- figures: written by cargo xtask bench --write -->\n";
const END: &str = "<!-- end of figures -->\n";

/// Measures every group of figures, or those that are named.
pub fn bench(groups: &[&str]) -> Result<(), Failure> {
    engine(groups).map(drop)
}

/// Measures everything, the window too, and writes the figures into `docs/performance.md`.
pub fn write(consent: Consent) -> Result<(), Failure> {
    let printed = format!("{}\n{}", engine(&[])?, in_window(consent)?);
    let path = checkout::root().join("docs/performance.md");
    let page = fs::read_to_string(&path)?;
    let whole = with_figures(&page, &format!("{}\n\n```text\n{}```\n", taken()?, figures(&printed)));
    let whole = whole.ok_or_else(|| {
        Failure::words(format!("{} has no place for figures: {BEGIN}{END}", path.display()))
    })?;
    fs::write(&path, whole)?;
    println!("figures: {}", path.display());
    Ok(())
}

/// Measures how soon the window answers.
pub fn window(consent: Consent) -> Result<(), Failure> {
    in_window(consent).map(drop)
}

/// What measuring the engine prints.
fn engine(groups: &[&str]) -> Result<String, Failure> {
    // Some of the figures are taken from the program itself.
    step::quiet("cargo build --release", &mut step::cargo(&["build", "--release", "--locked", "-p", "cli"]))?;
    let path = peers::prepare();
    let arguments = ["run", "--release", "--locked", "-p", "tests", "--example", "bench", "--"];
    let (others, own): (Vec<&str>, Vec<&str>) =
        groups.iter().partition(|group| !["join", "tables"].contains(group));
    let mut printed = String::new();
    let mut run = |step: &str, command: &mut Command| {
        let ending = step::aloud(step, command.env("PATH", &path))?;
        printed.push_str(&ending.text);
        ending.failure.map_or(Ok(()), Err)
    };
    if groups.is_empty() {
        run("bench", &mut step::cargo(&arguments))?;
    }
    for group in others {
        run("bench", step::cargo(&arguments).arg(group))?;
    }
    let figures = ["--", "--ignored", "--nocapture", "figures"];
    let is_asked = |group| groups.is_empty() || own.contains(&group);
    for (group, package) in [("join", "workspace"), ("tables", "tables")] {
        if is_asked(group) {
            let mut tests = step::cargo(&["test", "--release", "--locked", "-p", package, "--lib"]);
            run(group, tests.args(figures))?;
        }
    }
    Ok(printed)
}

fn in_window(consent: Consent) -> Result<String, Failure> {
    setup::prepare(Purpose::Window, consent)?;
    test::build()?;
    let mut shipped = step::cargo(&["build", "--release"]);
    progress::build("cargo build --release", &mut shipped, &build::PROGRAMS)?;
    let mut tests = test::window_tests(&["--ignored", "figures"]);
    let ending = step::aloud("bench", tests.env(checkout::OPTIMISED, "1"))?;
    ending.failure.map_or(Ok(ending.text), Err)
}

/// The lines of a run that are figures or say what was measured; not those of the programs that ran it.
fn figures(printed: &str) -> String {
    let is_ours = |line: &&str| {
        let line = line.trim_start();
        let words = ["Compiling ", "Finished ", "Running ", "Blocking ", "running ", "test ", "test result:"];
        !line.is_empty() && line != "ok" && !words.iter().any(|beginning| line.starts_with(beginning))
    };
    printed.lines().filter(is_ours).map(|line| format!("{}\n", line.trim_end())).collect()
}

/// On what, when and of which commit: "AMD EPYC, 2 processors, 24 GB, Linux 6.1; 2026-05-01; commit 1a2b3c4".
fn taken() -> Result<String, Failure> {
    let read = |path: &str| fs::read_to_string(path).unwrap_or_default();
    let (processors, memory) = (read("/proc/cpuinfo"), read("/proc/meminfo"));
    let after = |text: &str, key: &str| {
        let line = text.lines().find(|line| line.starts_with(key));
        line.and_then(|line| line.split_once(':')).map(|(_, value)| value.trim().to_owned())
    };
    let model = after(&processors, "model name").unwrap_or_else(|| std::env::consts::ARCH.to_owned());
    let count = std::thread::available_parallelism().map_or(1, usize::from);
    let kilobytes = after(&memory, "MemTotal").and_then(|text| text.split(' ').next()?.parse::<u64>().ok());
    let gigabytes = kilobytes.unwrap_or_default().div_ceil(1 << 20);
    let system = said(Command::new("uname").arg("-sr"))?;
    let day = said(Command::new("date").arg("+%F"))?;
    let mut git = Command::new("git");
    let commit = said(git.args(["describe", "--always", "--dirty"]).current_dir(checkout::root()))?;
    Ok(format!("{model}, {count} processors, {gigabytes} GB, {system}; {day}; commit {commit}."))
}

fn said(command: &mut Command) -> Result<String, Failure> {
    Ok(String::from_utf8_lossy(&command.output()?.stdout).trim().to_owned())
}

/// The page with other figures; nothing where it has no place for them.
fn with_figures(page: &str, figures: &str) -> Option<String> {
    let (before, rest) = page.split_once(BEGIN)?;
    let (_, after) = rest.split_once(END)?;
    Some(format!("{before}{BEGIN}{figures}{END}{after}"))
}

#[cfg(test)]
mod tests {
    use super::{BEGIN, END, figures, with_figures};

    #[test]
    fn only_figures_are_taken_of_what_a_run_prints() {
        let printed = "   Compiling tests v0.1.0\ngoal  figure\n\nrunning 1 test\n  14  find   0.2\nok\ntest result: ok\n";
        assert_eq!(figures(printed), "goal  figure\n  14  find   0.2\n");
    }

    #[test]
    fn figures_take_the_place_of_older_ones_and_nothing_else_changes() {
        let page = format!("a\n{BEGIN}old\n{END}b\n");
        assert_eq!(with_figures(&page, "new\n"), Some(format!("a\n{BEGIN}new\n{END}b\n")));
        assert_eq!(with_figures("a\n", "new\n"), None);
    }
}
