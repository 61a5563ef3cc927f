//! A large workspace that is opened for the first time: how soon its lists can be painted, and how soon its index is
//! whole. Beside it `find`, `cat` and `rg` of the same files.

use std::cell::Cell;
use std::hint::black_box;
use std::path::{Path, PathBuf};

use api::wire::{Nothing, SkillsAsk};
use api::{App, Page, Surroundings};
use skills::Places;
use tests::generated::workspace;
use tests::room::{every_session, every_skill, open, surroundings};

use crate::cost::{Costs, Runner, has, race};
use crate::table::{By, Figure};
use crate::{Size, command, made, print};

/// How often each way runs; the large ones take seconds.
const ROUNDS: usize = 3;

pub fn figures(folder: &Path, size: &Size) -> std::io::Result<()> {
    let folder = &folder.canonicalize()?;
    let made_skills = made("skills", || workspace::lay_out(folder, size.skills))?;
    let logs =
        made("logs", || workspace::lay_out_logs(&made_skills.places, size.logs * 3 / 10, size.sessions * 3))?;
    let bytes: u64 = logs.iter().filter_map(|log| log.metadata().ok()).map(|look| look.len()).sum();
    println!("      {} skills, {} sessions of {} MB", size.skills, logs.len(), bytes / 1_000_000);
    let place = Place { folder, places: &made_skills.places, opened: Cell::new(0) };
    let fresh = || place.opened();
    let mut runners = vec![
        Runner::ours_on("skills", fresh, |app| painted(app, list_skills)),
        Runner::ours_on("sessions", fresh, |app| painted(app, list_sessions)),
        Runner::ours_on("lists", fresh, |app| {
            app.everywhere().index_sessions().expect("the logs can be read");
        }),
        Runner::ours_on("index", fresh, |app| while app.everywhere().index_some().is_some() {}),
    ];
    runners.extend(baselines(&made_skills.roots, &logs));
    print_times(&race(ROUNDS, runners));
    Ok(())
}

struct Place<'a> {
    folder: &'a Path,
    places: &'a Places,
    opened: Cell<u32>,
}

impl Place<'_> {
    /// An engine that has kept nothing yet.
    fn opened(&self) -> App {
        self.opened.set(self.opened.get() + 1);
        let kept = Some(self.folder.join(format!("kept-{}", self.opened.get())));
        let around = surroundings(self.places.workspace.clone());
        open(Surroundings { home: self.places.home.clone(), kept, ..around })
    }
}

/// What a window asks before it can paint a list: the workspace, and the list at the same time.
fn painted(app: &App, list: fn(&App)) {
    std::thread::scope(|scope| {
        scope.spawn(|| black_box(Page(app).workspace(&Nothing {}).expect("it is open")));
        list(app);
    });
}

fn list_skills(app: &App) {
    let ask = SkillsAsk { count: 100, ..every_skill() };
    black_box(Page(app).skills(&ask).expect("skills are listed"));
}

fn list_sessions(app: &App) {
    black_box(Page(app).sessions(&every_session()).expect("sessions are listed"));
}

fn baselines<'a>(roots: &'a [PathBuf], logs: &'a [PathBuf]) -> Vec<Runner<'a>> {
    let mut runners = Vec::new();
    if has("find") {
        let find = |tests: &[&str]| command("find", roots, tests);
        runners.push(Runner::program("find", move || find(&["-name", "SKILL.md"])));
        let cat = ["-name", "SKILL.md", "-exec", "cat", "{}", "+"];
        runners.push(Runner::program("cat SKILL.md", move || find(&cat)));
    }
    for (name, program, words) in [("cat", "cat", &[][..]), ("rg -c", "rg", &["-c", "-F", "no such words"])] {
        if has(program) {
            runners.push(Runner::program(name, move || command(program, logs, words)));
        }
    }
    runners
}

fn print_times(costs: &Costs) {
    let ratio = |what, names| Figure::ratio(0, what, costs, names, By::Wall, None);
    print(ratio("the list of skills, from nothing", ("skills", "find")));
    print(ratio("the list of skills, from nothing", ("skills", "cat SKILL.md")));
    print(ratio("the list of sessions, from nothing", ("sessions", "cat")));
    print(ratio("the list of sessions, from nothing", ("sessions", "rg -c")));
    print(ratio("every session in the index, from nothing", ("lists", "cat")));
    print(ratio("every session in the index, from nothing", ("lists", "rg -c")));
    print(ratio("the whole index, words too", ("index", "cat")));
    print(ratio("the whole index, words too", ("index", "rg -c")));
}
