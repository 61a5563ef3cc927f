//! The speed of the engine against the plainest programs that touch the same bytes.
//!
//! It makes its own workspace from a seed (the same arguments give the same bytes), runs ours and the
//! baseline in turns in one process, and prints medians and ratios. A ratio travels from machine to machine
//! where a time does not. It judges nothing: a missed goal is a word in the table, and the exit code is 0.
//!
//! `cargo xtask bench`, or `cargo run --release -p tests --example bench -- [--small] [GROUP]`, where the groups are
//! skills, checks, opening, sessions, index, agents, live, drift, execution, serving and signatures.
//! Start reading at [`main`]; `workspace` and `log` make the files, `cost` measures, `table` prints.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a bench speaks to the person at the terminal")]
#![allow(clippy::disallowed_methods, reason = "a bench makes the files it measures")]

mod agents;
mod checks;
mod contained;
mod cost;
mod folders;
mod live;
mod many;
mod opening;
mod peers;
mod serving;
mod signing;
mod table;

use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant, SystemTime};

use drift::Spaces;
use sessions::{Log, Threads};
use skills::{Convention, Survey, Trust, Visibility, survey_for};
use tests::generated::{log, workspace};

use cost::{Costs, Runner, has, race};
use table::{By, Figure, HEAD, Outcome};
use tests::generated::dice::Dice;
use tests::generated::prose::Prose;

/// How often each way runs.
const ROUNDS: usize = 7;

/// How much is made.
struct Size {
    log: u64,
    /// Bytes of all logs of a workspace together.
    logs: u64,
    /// How many they are.
    sessions: u32,
    /// Folders with 84 sessions of another agent each.
    folders: usize,
    skills: usize,
    /// How long a log grows.
    seconds: u64,
}

fn main() -> ExitCode {
    // It is started once more by itself to contain what is measured.
    if let Some(code) = execution::helper(std::env::args_os()) {
        return code;
    }
    match measure() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("bench: {error}");
            ExitCode::FAILURE
        }
    }
}

fn measure() -> std::io::Result<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if let [word, path] = words.as_slice()
        && word == OPEN
    {
        return open_alone(Path::new(path));
    }
    if let [word, path] = words.as_slice()
        && word == many::OPEN
    {
        return many::open_alone(Path::new(path));
    }
    if let [word, path, events] = words.as_slice()
        && word == live::FOLLOW
    {
        return live::follow(Path::new(path), events.parse().map_err(std::io::Error::other)?);
    }
    if words.first().is_some_and(|word| word == serving::ECHO) {
        return serving::echo();
    }
    let is_small = words.iter().any(|word| word == "--small");
    let size = if is_small {
        Size { log: 32 << 20, logs: 64 << 20, sessions: 50, folders: 60, skills: 1_000, seconds: 5 }
    } else {
        Size { log: 512 << 20, logs: 1 << 30, sessions: 200, folders: 600, skills: 10_000, seconds: 60 }
    };
    let wanted = words.iter().find(|word| !word.starts_with("--"));
    let place = tempfile::tempdir()?;
    println!("{HEAD}");
    let groups: [(&str, Figures); 12] = [
        ("skills", skill_figures),
        ("checks", checks::figures),
        ("opening", opening::figures),
        ("sessions", session_figures),
        ("index", many::figures),
        ("agents", agents::figures),
        ("folders", folders::figures),
        ("live", live::figures),
        ("drift", drift_figures),
        ("execution", contained::figures),
        ("serving", serving::figures),
        ("signatures", signing::figures),
    ];
    for (name, figures) in groups {
        if wanted.is_none_or(|wanted| wanted == name) {
            let folder = place.path().join(name);
            std::fs::create_dir(&folder)?;
            figures(&folder, &size)?;
        }
    }
    Ok(())
}

/// Measures one group in a folder of its own.
type Figures = fn(&Path, &Size) -> std::io::Result<()>;

fn skill_figures(folder: &Path, size: &Size) -> std::io::Result<()> {
    let made = made("skills", || workspace::lay_out(folder, size.skills))?;
    let visibility = Visibility::whole(Trust::Trusted);
    let look = || skills::rule(Convention::Pixir, &survey_for(Convention::Pixir, &made.places), &visibility);
    // The clock is handed in, so the files need not rest two real seconds before they are trusted.
    let now = SystemTime::now() + Duration::from_secs(3);
    let mut survey = Survey::nothing_for(Convention::Pixir);
    let mut look_again = || {
        let again = survey.again(&made.places, now);
        let is_same = again == survey;
        survey = again;
        is_same
    };
    look_again();
    let first = look();
    println!("      {} skills, {} names claimed twice", first.claims.len(), first.warnings.len());
    let mut runners = vec![
        Runner::ours("look", || drop(black_box(look()))),
        Runner::ours("look again", || assert!(black_box(look_again()))),
    ];
    if has("find") {
        let find = || command("find", &made.roots, &["-name", "SKILL.md"]);
        runners.push(Runner::program("find", find));
    }
    runners.extend(peers::lists_skills(&folder.join("peer"), &made.roots[1]));
    let costs = race(ROUNDS, runners);
    let ratio = |goal, what, ours, limit| Figure::ratio(goal, what, &costs, (ours, "find"), By::Wall, limit);
    print(ratio(14, "find and hash every skill", "look", 0.3));
    print(ratio(15, "look again, nothing changed", "look again", 0.1));
    let peer = ("look", "openskills");
    print(Figure::ratio(14, "every skill, against half of them listed", &costs, peer, By::Cpu, Some(0.2)));
    Ok(())
}

fn session_figures(folder: &Path, size: &Size) -> std::io::Result<()> {
    let (large, small) = (folder.join("large.ndjson"), folder.join("small.ndjson"));
    let events = made("a log", || log::write(&large, size.log))?;
    log::copy_end(&large, &small, 5 << 20)?;
    println!("      {events} events, {} bytes", std::fs::metadata(&large)?.len());
    let kept = many::Kept::of(&large);
    let end = |path: &Path| drop(black_box(sessions::last_events(path, 50)));
    let index = |threads| {
        let log = Log::open_with(&large, threads).expect("it was made a moment ago");
        let turns = sessions::fold(&log);
        drop(black_box((log, turns)));
    };
    let mut runners = vec![
        Runner::ours("end", || end(&large)),
        Runner::ours("end of 5 MB", || end(&small)),
        Runner::ours("index", || index(Threads::One)),
        Runner::ours("index twice", || index(Threads::Two)),
        Runner::ours("reopen", || drop(black_box(kept.reopened(&large)))),
        Runner::ours_on(
            "validate",
            || Log::open(&large).expect("it was made a moment ago"),
            |log| drop(black_box(log.validate())),
        ),
    ];
    for (name, arguments) in [("wc", &["-l"][..]), ("cat", &[]), ("tail", &["-n", "50"])] {
        if has(name) {
            let path = std::slice::from_ref(&large);
            runners.push(Runner::program(name, move || command(name, path, arguments)));
        }
    }
    let costs = race(ROUNDS, runners);
    print_session_figures(&costs);
    print(memory(&large));
    peers::events(&large);
    Ok(())
}

fn print_session_figures(costs: &Costs) {
    let ratio = |goal, what, names, by, limit| Figure::ratio(goal, what, costs, names, by, limit);
    print(ratio(1, "last 50 events, decoded", ("end", "tail"), By::Cpu, Some(0.5)));
    print(ratio(1, "the same against a log of 5 MB", ("end", "end of 5 MB"), By::Cpu, Some(1.5)));
    print(ratio(3, "index and turns, one thread", ("index", "wc"), By::Cpu, Some(1.25)));
    print(ratio(3, "index and turns, two threads", ("index twice", "wc"), By::Wall, Some(0.8)));
    print(ratio(3, "index and turns, two threads", ("index twice", "cat"), By::Wall, None));
    print(ratio(4, "every line in full, after the index", ("validate", "wc"), By::Cpu, Some(6.0)));
    print(ratio(7, "reopen with the rows that were kept", ("reopen", "tail"), By::Wall, Some(1.0)));
}

const OPEN: &str = "--open-alone";

/// Memory is measured in a process of its own, which does nothing but open the log.
fn memory(log: &Path) -> Figure {
    let outcome = match peak_of(log) {
        Some(peak) => Outcome::Limit {
            shown: format!("{} MB", peak >> 20),
            limit: "64 MB".into(),
            held: peak <= 64 << 20,
        },
        None => Outcome::None("skipped: this system does not tell a process's memory".into()),
    };
    Figure { goal: 13, what: "most memory while a log is opened", outcome }
}

fn peak_of(log: &Path) -> Option<u64> {
    let program = std::env::current_exe().ok()?;
    let output = Command::new(program).arg(OPEN).arg(log).output().ok()?;
    String::from_utf8(output.stdout).ok()?.trim().parse().ok()
}

fn open_alone(path: &Path) -> std::io::Result<()> {
    let log = Log::open(path).map_err(std::io::Error::other)?;
    black_box(sessions::fold(&log));
    if let Some(peak) = cost::peak_memory() {
        println!("{peak}");
    }
    Ok(())
}

fn drift_figures(folder: &Path, _: &Size) -> std::io::Result<()> {
    let (mut dice, prose) = (Dice::seeded(4), Prose::markdown());
    for (what, bytes, limit) in
        [("compare 5 KB", 5 << 10, 0.05), ("compare 1 MB, 6 % of the lines edited", 1 << 20, 0.5)]
    {
        let left = long_text(&mut dice, &prose, bytes);
        let right = edited(&mut dice, &left, 60);
        let paths = [folder.join("left.md"), folder.join("right.md")];
        std::fs::write(&paths[0], &left)?;
        std::fs::write(&paths[1], &right)?;
        let compare = || drop(black_box(drift::compare(left.as_bytes(), right.as_bytes(), Spaces::Compared)));
        let mut runners = vec![Runner::ours("compare", compare)];
        if has("git") {
            runners.push(Runner::program("git diff", || git_diff(&paths)));
        }
        let costs = race(ROUNDS, runners);
        print(Figure::ratio(16, what, &costs, ("compare", "git diff"), By::Cpu, limit));
    }
    print(hostile_pair(&mut dice));
    Ok(())
}

/// Fifty thousand lines of one of two symbols: every line has a thousand partners on the other side.
fn hostile_pair(dice: &mut Dice) -> Figure {
    let mut side = || -> String { (0..50_000).map(|_| if dice.hits(500) { "a\n" } else { "b\n" }).collect() };
    let (left, right) = (side(), side());
    let one = || {
        let begun = Instant::now();
        black_box(drift::compare(left.as_bytes(), right.as_bytes(), Spaces::Compared));
        begun.elapsed()
    };
    let worst = (0..ROUNDS).map(|_| one()).max().unwrap_or_default();
    let outcome = Outcome::Limit {
        shown: table::shown(Some(worst)),
        limit: "250ms, the worst of all rounds".into(),
        held: worst <= Duration::from_millis(250),
    };
    Figure { goal: 16, what: "compare 50,000 lines of two symbols", outcome }
}

fn long_text(dice: &mut Dice, prose: &Prose, bytes: usize) -> String {
    let mut text = String::with_capacity(bytes + (64 << 10));
    while text.len() < bytes {
        text.push_str(prose.cut(dice, (bytes - text.len()).min(50 << 10)));
    }
    text
}

/// The text with `per_mille` of its lines replaced, removed or doubled.
fn edited(dice: &mut Dice, text: &str, per_mille: usize) -> String {
    let mut edited = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        match (dice.hits(per_mille), dice.below(3)) {
            (true, 0) => {}
            (true, 1) => edited.extend([line, "An added line.\n"]),
            (true, _) => edited.push_str("A replaced line.\n"),
            (false, _) => edited.push_str(line),
        }
    }
    edited
}

fn git_diff(paths: &[PathBuf; 2]) -> Command {
    let mut git = Command::new("git");
    git.args(["diff", "--no-index"]).args(paths);
    git.env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_NOSYSTEM", "1");
    git
}

/// A program on some paths; `find` wants its tests behind the paths, the others their options before.
fn command(program: &str, paths: &[PathBuf], arguments: &[&str]) -> Command {
    let mut command = Command::new(program);
    match program {
        "find" => command.args(paths).args(arguments),
        _ => command.args(arguments).args(paths),
    };
    command
}

/// A time with a limit of its own.
fn limit(goal: u8, what: &'static str, taken: Duration, most: Duration) -> Figure {
    let outcome = Outcome::Limit {
        shown: table::shown(Some(taken)),
        limit: table::shown(Some(most)),
        held: taken <= most,
    };
    Figure { goal, what, outcome }
}

fn made<T>(what: &str, make: impl FnOnce() -> std::io::Result<T>) -> std::io::Result<T> {
    let begun = Instant::now();
    let made = make()?;
    println!("      made {what} in {:.1} s", begun.elapsed().as_secs_f64());
    Ok(made)
}

#[allow(clippy::needless_pass_by_value, reason = "a figure is made to be printed once")]
fn print(figure: Figure) {
    println!("{figure}");
}
