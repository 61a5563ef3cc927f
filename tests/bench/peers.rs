//! Other programs on the same files: what counts the events of a log by their kind, and what lists skills.

use std::hint::black_box;
use std::path::Path;
use std::process::{Command, Stdio};

use sessions::{Log, Threads};

use crate::cost::{Runner, has, race};
use crate::table::{By, Figure};
use crate::{command, print};

/// Some of them take seconds.
const ROUNDS: usize = 3;
/// DuckDB with the columns named: it need not find out what they are.
const DUCKDB: &str = "
import sys, duckdb
columns = {'type': 'VARCHAR', 'seq': 'BIGINT', 'ts': 'VARCHAR'}
log = duckdb.read_json(sys.argv[1], format='newline_delimited', columns=columns)
log.aggregate('type, count(*)').fetchall()";

/// The index of a log against programs that count its events by kind; lnav only reads it in.
pub fn events(log: &Path) {
    let index = || {
        let log = Log::open_with(log, Threads::Two).expect("it was made a moment ago");
        drop(black_box((sessions::fold(&log), log)));
    };
    let mut runners = vec![Runner::ours("index", index)];
    if has_duckdb() {
        runners.push(Runner::program("duckdb", || {
            let mut duckdb = Command::new("python3");
            duckdb.args(["-c", DUCKDB]).arg(log);
            duckdb
        }));
    }
    let (paths, home) = ([log.to_owned()], log.parent().unwrap_or(log));
    for (name, words) in [("jq", &["-r", ".type"][..]), ("lnav", &["-n", "-q"])] {
        if has(name) {
            let paths = paths.clone();
            runners.push(Runner::program(name, move || {
                let mut peer = command(name, &paths, words);
                // lnav keeps what it knows in its home.
                peer.env("HOME", home);
                peer
            }));
        }
    }
    let costs = race(ROUNDS, runners);
    let ratio = |baseline, limit| {
        Figure::ratio(3, "index and turns, against", &costs, ("index", baseline), By::Cpu, limit)
    };
    print(ratio("duckdb", Some(0.1)));
    print(ratio("jq", None));
    print(ratio("lnav", None));
}

fn has_duckdb() -> bool {
    let mut python = Command::new("python3");
    let asked = python.args(["-c", "import duckdb"]).stderr(Stdio::null()).status();
    asked.is_ok_and(|status| status.success())
}

/// A command that lists skills of a folder in which it looks; `skills` is linked to where it does.
pub fn lists_skills(place: &Path, skills: &Path) -> Option<Runner<'static>> {
    if !cfg!(unix) || !has("openskills") {
        return None;
    }
    std::fs::create_dir_all(place.join(".claude")).ok()?;
    #[cfg(unix)]
    std::os::unix::fs::symlink(skills, place.join(".claude/skills")).ok()?;
    let place = place.to_owned();
    Some(Runner::program("openskills", move || {
        let mut list = Command::new("openskills");
        list.arg("list").current_dir(&place).env("HOME", &place);
        list
    }))
}
