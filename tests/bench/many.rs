//! Many logs: the index, what it costs to follow them, and searches against the programs that search files.

use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use api::Surroundings;
use index::{Asked, Go, Index, Letters, Query, Wanted, query, search_logs};
use sessions::{Log, Pieces};

use crate::cost::{self, Runner, has, race};
use crate::table::{self, By, Figure, Outcome};
use tests::generated::log;

use crate::{Size, made, print};
use tests::room::{open, surroundings};

/// How often each way runs; the large ones take seconds.
const ROUNDS: usize = 5;
/// Words that are looked for: rare, common, absent, with a line break.
const WORDS: [&str; 6] = ["skill-00042", "call_00", "the", "no such words anywhere", "src/part_7.rs", "a\nb"];
pub const OPEN: &str = "--open-workspace-alone";

/// The rows of a log, kept and read back as the index does.
pub struct Kept {
    kept: sessions::Kept,
    packed: Vec<Arc<[u8]>>,
}

impl Kept {
    pub fn of(path: &Path) -> Self {
        let mut log = Log::open(path).expect("it was made a moment ago");
        log.validate().expect("it can be read");
        let kept = log.kept().expect("it was read in full");
        Self { kept, packed: log.rows().packed(0).collect() }
    }

    pub fn reopened(&self, path: &Path) -> Log {
        let mut rows = Pieces::default();
        for piece in &self.packed {
            rows.push_packed(piece).expect("it was packed a moment ago");
        }
        let log = Log::restore(path, &self.kept, rows).expect("it can be read");
        let log = log.expect("it is not odd");
        black_box(log.events(log.len() / 2..log.len() / 2 + 50));
        log
    }
}

pub fn figures(folder: &Path, size: &Size) -> std::io::Result<()> {
    let workspace = folder.join("work");
    let sessions = workspace.join(".pixir/sessions");
    std::fs::create_dir_all(&sessions)?;
    let mut logs = Vec::new();
    let events = made("the logs of a workspace", || {
        let mut events = 0;
        for number in 0..size.sessions {
            let path = sessions.join(format!("202609{:02}T080000-{number:06x}.ndjson", 1 + number % 28));
            events +=
                log::write_seeded(&path, size.logs / u64::from(size.sessions), 100 + u64::from(number))?;
            logs.push(path);
        }
        Ok(events)
    })?;
    println!("      {} sessions, {events} events, {} MB", logs.len(), size.logs >> 20);
    indexing(folder, &workspace, &logs, size);
    searching(&logs);
    print(memory(&workspace, events));
    Ok(())
}

fn wanted(workspaces: &[PathBuf]) -> Wanted<'_> {
    Wanted { workspaces, elsewhere: &[], kept: None, now: SystemTime::now() }
}

fn indexing(folder: &Path, workspace: &Path, logs: &[PathBuf], size: &Size) {
    let workspaces = [workspace.to_owned()];
    let mut round = 0;
    let mut fresh = || {
        round += 1;
        Index::open(Some(&folder.join(format!("index-{round}/index.sqlite"))))
    };
    let mut kept = fresh();
    let begun = Instant::now();
    kept.sync(&wanted(&workspaces)).expect("the logs can be read");
    let (taken, bare) = (begun.elapsed(), kept.bytes());
    let begun = Instant::now();
    while kept.fill_words(2 << 20).expect("words can be taken in").is_some() {}
    let filled = begun.elapsed();
    let per_second = |time: Duration| format!("{:.0} MB/s", size.logs as f64 / 1e6 / time.as_secs_f64());
    let share = |bytes: u64| bytes as f64 / size.logs as f64;
    print(limit(12, "sessions and rows, on disk", share(bare), 0.025));
    print(limit(11, "the same with words, on disk", share(kept.bytes()), 0.3));
    println!("      sessions and rows at {}, words at {}", per_second(taken), per_second(filled));
    ranked(&kept);
    let mut runners = vec![
        Runner::ours_on("index", &mut fresh, |index| {
            index.sync(&wanted(&workspaces)).expect("the logs can be read");
        }),
        Runner::ours("again", || {
            let work = kept.sync(&wanted(&workspaces)).expect("the logs can be read");
            assert_eq!((work.lines, work.bytes), (0, 0), "nothing has changed");
        }),
    ];
    for (name, program, arguments) in
        [("rg -c", "rg", &["-c", "-F", "no such words"][..]), ("cat", "cat", &[]), ("find", "find", &[])]
    {
        if has(program) {
            let workspace = workspace.to_owned();
            runners.push(Runner::program(name, move || {
                let mut command = Command::new(program);
                match program {
                    "find" => command.arg(workspace.join(".pixir")).args([
                        "-name",
                        "*.ndjson",
                        "-printf",
                        "%s %i %T@ %p\\n",
                    ]),
                    _ => command.args(arguments).args(logs),
                };
                command
            }));
        }
    }
    let costs = race(ROUNDS, runners);
    let ratio = |goal, what, names, by, limit| Figure::ratio(goal, what, &costs, names, by, limit);
    print(ratio(12, "every session into an index", ("index", "rg -c"), By::Wall, None));
    print(ratio(12, "every session into an index", ("index", "cat"), By::Wall, None));
    print(ratio(15, "again, nothing new", ("again", "find"), By::Wall, None));
}

fn ranked(index: &Index) {
    let reader = index.reader().expect("the index is a file");
    let mut times: Vec<Duration> = ["skill", "write part", "the", "zzzz", "ok"]
        .iter()
        .cycle()
        .take(25)
        .map(|words| {
            let begun = Instant::now();
            black_box(reader.ranked(words, 50, &|_| true).expect("asked"));
            begun.elapsed()
        })
        .collect();
    times.sort();
    let worst = times[times.len() * 95 / 100];
    let outcome = Outcome::Limit {
        shown: table::shown(Some(worst)),
        limit: "20ms, 95 of 100".into(),
        held: worst <= Duration::from_millis(20),
    };
    print(Figure { goal: 10, what: "ranked search, 50 verified hits", outcome });
}

fn searching(logs: &[PathBuf]) {
    let queries: Vec<Query> =
        WORDS.iter().map(|words| query(words, Letters::Exact).expect("a query")).collect();
    let mut newest: Vec<_> = logs.iter().map(|path| (path.clone(), sessions::Source::Pixir)).collect();
    newest.reverse();
    let newest = &newest;
    let mut first = Duration::MAX;
    let all = |query: &Query| {
        // To the end of every log, as the others do: only the hits that are told have a limit.
        black_box(search_logs(&Asked { logs: newest, query, limit: 1 << 20 }, &mut |_| Go::On));
    };
    for query in &queries {
        let begun = Instant::now();
        let mut told = None;
        search_logs(&Asked { logs: newest, query, limit: 1 }, &mut |_| {
            told.get_or_insert(begun.elapsed());
            Go::On
        });
        first = first.min(told.unwrap_or(Duration::MAX));
    }
    let rare = &queries[3];
    let mut at = 0;
    let mut runners = vec![
        Runner::ours("search", || all(rare)),
        Runner::ours("mixed", || {
            at += 1;
            all(&queries[[0, 3, 4, 5][at % 4]]);
        }),
    ];
    for (name, program, arguments) in [
        ("rg -c -F", "rg", &["-c", "-F", "no such words anywhere"][..]),
        ("grep", "grep", &["-c", "-F", "no such words anywhere"]),
    ] {
        if has(program) {
            runners.push(Runner::program(name, move || {
                let mut command = Command::new(program);
                command.args(arguments).args(logs);
                command
            }));
        }
    }
    let costs = race(ROUNDS, runners);
    for name in ["rg -c -F", "grep"] {
        print(Figure::ratio(9, "search of every log, no hit", &costs, ("search", name), By::Wall, Some(1.0)));
        print(Figure::ratio(
            9,
            "mixed words, median, every hit decoded",
            &costs,
            ("mixed", name),
            By::Wall,
            None,
        ));
    }
    let outcome = Outcome::Limit {
        shown: table::shown(Some(first)),
        limit: "10ms".into(),
        held: first <= Duration::from_millis(10),
    };
    print(Figure { goal: 9, what: "until the first hit", outcome });
}

fn limit(goal: u8, what: &'static str, share: f64, most: f64) -> Figure {
    let outcome = Outcome::Limit {
        shown: format!("{:.2} %", share * 100.0),
        limit: format!("{:.1} % of the logs", most * 100.0),
        held: share <= most,
    };
    Figure { goal, what, outcome }
}

/// What the engine needs with a large workspace open and its index made, in a process of its own.
fn memory(workspace: &Path, events: u32) -> Figure {
    let header = u64::from(events) * sessions::ROW_BYTES as u64;
    let peak = || -> Option<u64> {
        let output = Command::new(std::env::current_exe().ok()?).arg(OPEN).arg(workspace).output().ok()?;
        String::from_utf8(output.stdout).ok()?.trim().parse().ok()
    };
    let outcome = match peak() {
        Some(peak) => Outcome::Limit {
            shown: format!("{} MB", peak >> 20),
            limit: format!("2.5 x {} MB of rows", header >> 20),
            held: peak * 2 <= header * 5,
        },
        None => Outcome::None("skipped: this system does not tell a process's memory".into()),
    };
    Figure { goal: 13, what: "most memory, workspace open and indexed", outcome }
}

pub fn open_alone(workspace: &Path) -> std::io::Result<()> {
    let app = open(Surroundings { kept: Some(workspace.join("kept")), ..surroundings(workspace.to_owned()) });
    let asked = tests::answer(&app, "workspace", "{}")
        .map_err(|failure| std::io::Error::other(failure.message.text))?;
    black_box(asked);
    while app.read_on().is_some() {}
    while app.everywhere().index_some().is_some() {}
    if let Some(peak) = cost::peak_memory() {
        println!("{peak}");
    }
    Ok(())
}
