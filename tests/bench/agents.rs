//! Many logs of another agent: how soon they are listed, what the whole index costs, how much memory both need, and a
//! page beside a line of 2 MB. Beside them `wc`, `cat` and other programs that read such logs.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use api::sessions::{EventsAsk, TimelineAsk};
use api::{Page, Surroundings};
use tests::generated::claude;
use tests::room::{every_session, open, surroundings};

use crate::cost::{Costs, Runner, has, peak_of, race};
use crate::table::{By, Figure, Outcome};
use crate::{Size, limit, made, print};

/// Commands that read everything below `~/.claude`. Each begins with a home of its own every time, so that it can keep
/// nothing.
const PEERS: [(&str, &[&str]); 2] =
    [("ccusage", &["session", "--json", "--offline"]), ("agentsview", &["sync"])];
const ROUNDS: usize = 5;
const LOGS: u32 = 600;

pub fn figures(folder: &Path, size: &Size) -> std::io::Result<()> {
    let folder = folder.canonicalize()?;
    let Some(place) = Place::of(&folder) else {
        println!("      skipped: `assay` was not built beside this; `cargo build --release -p cli` does");
        return Ok(());
    };
    std::fs::create_dir_all(&place.workspace)?;
    let project = place.home.join(".claude/projects/-work");
    let lines = made("the logs of another agent", || {
        claude::write(&project, &place.workspace, LOGS, size.logs * 3 / 10)
    })?;
    let mut logs: Vec<PathBuf> = Vec::new();
    for entry in std::fs::read_dir(&project)? {
        logs.push(entry?.path());
    }
    let bytes: u64 = logs.iter().filter_map(|log| log.metadata().ok()).map(|look| look.len()).sum();
    println!("      {LOGS} sessions of Claude Code, {lines} lines, {} MB", bytes / 1_000_000);
    print_times(&place.race(&logs));
    for (what, words) in [("most memory, first list", LIST), ("most memory, every session indexed", INDEX)] {
        print(memory(what, place.assay(words)));
    }
    print(page(&place));
    Ok(())
}

/// The list of one folder, from the logs themselves.
const LIST: &[&str] = &["sessions", "--json"];
/// The list of every folder, from an index that is made first.
const INDEX: &[&str] = &["sessions", "--agent", "claude-code", "--json"];

/// The program beside this one, and where it works.
#[derive(Clone)]
pub struct Place {
    assay: PathBuf,
    home: PathBuf,
    workspace: PathBuf,
    /// Where each run keeps what it keeps.
    kept: PathBuf,
}

impl Place {
    pub fn of(folder: &Path) -> Option<Self> {
        let own = std::env::current_exe().ok()?;
        let assay = own.ancestors().nth(2)?.join("assay");
        let (home, workspace, kept) = (folder.join("home"), folder.join("work"), folder.join("kept"));
        assay.is_file().then_some(Self { assay, home, workspace, kept })
    }

    /// The user's home.
    pub fn home(&self) -> &Path {
        &self.home
    }

    /// The same, asked in a folder.
    pub fn in_folder(&self, folder: &Path) -> Self {
        Self { workspace: folder.to_owned(), ..self.clone() }
    }

    /// The program, as one starts it for the first time.
    pub fn assay(&self, words: &[&str]) -> Command {
        // What is not there cannot be removed.
        let _ = std::fs::remove_dir_all(&self.kept);
        self.assay_again(words)
    }

    /// The program, with what it kept.
    pub fn assay_again(&self, words: &[&str]) -> Command {
        let mut command = Command::new(&self.assay);
        command.args(words).arg("--workspace").arg(&self.workspace);
        command.env_clear().env("HOME", &self.home).env("XDG_DATA_HOME", &self.kept);
        command
    }

    /// Another reader, with a home of its own in which the logs stand. It talks to nobody, and leaves nothing running.
    fn peer(&self, program: &str, words: &[&str]) -> Command {
        let home = self.home.with_file_name("peer");
        let _ = std::fs::remove_dir_all(&home);
        std::fs::create_dir_all(&home).expect("a folder can be made");
        #[cfg(unix)]
        std::os::unix::fs::symlink(self.home.join(".claude"), home.join(".claude"))
            .expect("a link can be made");
        let mut command = Command::new(program);
        command.args(words).env("HOME", &home).env("XDG_DATA_HOME", home.join("kept"));
        command.env("AGENTSVIEW_NO_DAEMON", "1").env("AGENTSVIEW_TELEMETRY_ENABLED", "0");
        command.env("AGENTSVIEW_DISABLE_UPDATE_CHECK", "1");
        command
    }

    fn race(&self, logs: &[PathBuf]) -> Costs {
        let mut runners = vec![
            Runner::program("list", || self.assay(LIST)),
            Runner::program("index", || self.assay(INDEX)),
            Runner::ours_on("again", || run(self.assay_again(INDEX)), |()| run(self.assay_again(INDEX))),
        ];
        for (name, arguments) in [("wc", &["-l"][..]), ("cat", &[])] {
            if has(name) {
                runners.push(Runner::program(name, move || {
                    let mut command = Command::new(name);
                    command.args(arguments).args(logs);
                    command
                }));
            }
        }
        for (name, words) in PEERS.into_iter().filter(|(name, _)| has(name)) {
            runners.push(Runner::program(name, move || self.peer(name, words)));
        }
        race(ROUNDS, runners)
    }
}

pub fn run(mut command: Command) {
    let status = command.stdout(Stdio::null()).status().expect("it starts");
    assert!(status.success(), "{command:?}");
}

fn print_times(costs: &Costs) {
    let ratio = |what, names, limit| Figure::ratio(0, what, costs, names, By::Wall, limit);
    if let Some(list) = costs.get("list") {
        print(limit(0, "first list", list.wall, Duration::from_secs(1)));
    }
    print(ratio("first list", ("list", "wc"), None));
    print(ratio("first list", ("list", "ccusage"), None));
    print(ratio("first list", ("list", "agentsview"), None));
    print(ratio("every session into an index, from nothing", ("index", "wc"), None));
    print(ratio("every session into an index, from nothing", ("index", "cat"), None));
    print(ratio("every session into an index, from nothing", ("index", "ccusage"), Some(0.2)));
    print(ratio("every session into an index, from nothing", ("index", "agentsview"), Some(0.2)));
    print(ratio("the same list, the index made", ("again", "wc"), None));
    print(ratio("the same list, the index made", ("again", "ccusage"), None));
}

fn memory(what: &'static str, command: Command) -> Figure {
    let outcome = match peak_of(command) {
        Some(peak) => Outcome::Limit {
            shown: format!("{} MB", peak >> 20),
            limit: "150 MB".into(),
            held: peak <= 150 << 20,
        },
        None => Outcome::None("skipped: this system does not tell a process's memory".into()),
    };
    Figure { goal: 0, what, outcome }
}

/// The turn in which a line of 2 MB stands, as a page asks for it.
fn page(place: &Place) -> Figure {
    let around = surroundings(&place.workspace);
    let app = open(Surroundings { home: Some(place.home.clone()), ..around });
    let page = Page(&app);
    let rows = page.sessions(&every_session()).expect("sessions are listed").rows;
    // The first log, which is the oldest, ends with one.
    let key = rows.last().expect("there are sessions").key.clone();
    let turns = page.timeline(&TimelineAsk { key: key.clone(), from: 0, count: 500 }).expect("a timeline");
    let row = turns.rows.len() as u32 - 1;
    let ask = EventsAsk { key, row, only: None, from: 0, count: 500, bookkeeping: false };
    let one = || {
        let begun = Instant::now();
        let events = page.events(&ask).expect("events").events;
        assert!(!events.is_empty());
        begun.elapsed()
    };
    let worst = (0..ROUNDS).map(|_| one()).max().unwrap_or_default();
    limit(0, "a turn with a line of 2 MB, the worst", worst, Duration::from_millis(100))
}
