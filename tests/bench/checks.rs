//! Very many skills on the screens that look at all of them: what the rules find, a plan of one rule, the list by
//! another convention. Beside them `find` and `cat` of the same files.

use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime};

use api::checks::{CheckGrouping, ChecksAsk};
use api::manage::PlanAsk;
use api::wire::{FixAsk, SkillsAsk};
use api::{App, Page, Surroundings};
use tests::generated::workspace;
use tests::room::{every_skill, open, surroundings};

use crate::cost::{Runner, has, race};
use crate::table::{By, Figure};
use crate::{Size, command, made, print};

const ROUNDS: usize = 5;
/// One in so many skills has line ends that a quick fix makes good.
const CRLF: usize = 20;
/// What a convention other than the first is switched to.
const OTHER: &str = "claude-code";

/// Seconds that the clock of the engine is ahead: a look of another second is another look.
static AHEAD: AtomicU64 = AtomicU64::new(10);

fn clock() -> SystemTime {
    SystemTime::now() + Duration::from_secs(AHEAD.load(Ordering::Relaxed))
}

/// So much later that everything is looked at again.
fn later() {
    AHEAD.fetch_add(2, Ordering::Relaxed);
}

pub fn figures(folder: &Path, size: &Size) -> std::io::Result<()> {
    let made = made("skills", || workspace::lay_out(folder, size.skills))?;
    break_lines(&made.roots)?;
    let fresh = || {
        let around = surroundings(made.places.workspace.clone());
        open(Surroundings {
            home: made.places.home.clone(),
            kept: Some(folder.join("kept")),
            clock,
            ..around
        })
    };
    let (warm, looked) = (fresh(), fresh());
    checks(&warm);
    list(&looked, None);
    println!("      {} findings", Page(&warm).checks(&every("")).expect("checked").total);
    let mut runners = vec![
        Runner::ours_on("list", fresh, |app| list(app, None)),
        Runner::ours_on("checks", fresh, |app| checks(app)),
        Runner::ours("checks again", || {
            later();
            checks(&warm);
        }),
        Runner::ours("checks filtered", || drop(black_box(Page(&warm).checks(&every("line"))))),
        Runner::ours("plan", || plan(&warm)),
        Runner::ours_on(
            "first switch",
            || {
                let app = fresh();
                list(&app, None);
                app
            },
            |app| list(app, Some(OTHER)),
        ),
        Runner::ours("switch", || {
            later();
            list(&looked, Some(OTHER));
            list(&looked, None);
        }),
    ];
    if has("find") {
        let find = |tests: &'static [&str]| {
            let roots = &made.roots;
            move || command("find", roots, tests)
        };
        runners.push(Runner::program("find", find(&["-name", "SKILL.md"])));
        runners.push(Runner::program("find -printf", find(&["-printf", "%s %i %T@ %p\\n"])));
        let cat = find(&["-name", "SKILL.md", "-exec", "cat", "{}", "+"]);
        runners.push(Runner::program("cat SKILL.md", cat));
        runners.push(Runner::program("cat", find(&["-type", "f", "-exec", "cat", "{}", "+"])));
    }
    let costs = race(ROUNDS, runners);
    let ratio = |what, names, limit| Figure::ratio(0, what, &costs, names, By::Wall, limit);
    print(ratio("skills listed, from the disk", ("list", "cat SKILL.md"), None));
    print(ratio("checks of every file, from the disk", ("checks", "cat"), None));
    print(ratio("checks, looked at again", ("checks again", "find -printf"), None));
    print(ratio("checks, another filter", ("checks filtered", "find"), None));
    print(ratio("a plan of one rule", ("plan", "cat SKILL.md"), None));
    print(ratio("the first switch of the convention", ("first switch", "cat SKILL.md"), None));
    print(ratio("there and back, looked at again", ("switch", "find"), None));
    Ok(())
}

fn list(app: &App, convention: Option<&str>) {
    let ask = SkillsAsk { convention: convention.map(str::to_owned), count: 100, ..every_skill() };
    drop(black_box(Page(app).skills(&ask).expect("skills are listed")));
}

fn checks(app: &App) {
    drop(black_box(Page(app).checks(&every("")).expect("skills are checked")));
}

fn every(text: &str) -> ChecksAsk {
    ChecksAsk {
        convention: None,
        text: text.to_owned(),
        severities: Vec::new(),
        rules: Vec::new(),
        group: CheckGrouping::Rule,
        from: 0,
        count: 100,
    }
}

fn plan(app: &App) {
    let ask = FixAsk {
        convention: None,
        skills: Vec::new(),
        rules: vec!["crlf".to_owned()],
        rel: None,
        line: None,
    };
    let answer = Page(app).plan(&PlanAsk::Fix(ask)).expect("a plan");
    assert!(answer.plan.is_some(), "{:?}", answer.refused);
}

/// Gives some skills the line ends of another system.
fn break_lines(roots: &[PathBuf]) -> std::io::Result<()> {
    let mut number = 0_usize;
    for root in roots {
        for entry in std::fs::read_dir(root)? {
            number += 1;
            if number.is_multiple_of(CRLF) {
                let path = entry?.path().join("SKILL.md");
                let text = std::fs::read_to_string(&path)?;
                std::fs::write(&path, text.replace('\n', "\r\n"))?;
            }
        }
    }
    Ok(())
}
