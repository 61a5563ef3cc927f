//! Every screen in both themes and every size: who cannot see it well, and what does not fit.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use serde_json::json;
use xtask::checkout;

use crate::driver::Window;
use crate::page::{CONTROL, ESCAPE, F1, LONG_SESSION};
use crate::states::{EMPTY, FAILING, fail_all, nothing};

pub const THEMES: [&str; 2] = ["light", "dark"];
pub const SIZES: [(u32, u32); 3] = [(1440, 900), (1024, 700), (900, 600)];

/// A screen's name and the way to it from anywhere.
pub type Screen = (&'static str, fn(&Window));

/// What is seen of sessions that other agents wrote.
pub const OTHER_AGENTS: &[Screen] = &[
    ("agents-skills", |window| {
        window.go("Skills");
        window.await_text("release-notes");
    }),
    ("agents-sessions", |window| {
        window.go("Sessions");
        window.await_text("Prepare the notes of 4.2");
    }),
    ("agents-session", |window| {
        window.open_session("Prepare the notes of 4.2");
        window.click_on("treeitem", "Turn 1");
        window.await_text("Here are the notes of 4.2");
    }),
    ("agents-drift", |window| {
        window.go("Drift");
        window.await_text("release-notes");
    }),
];

pub const SCREENS: &[Screen] = &[
    ("skills", |window| {
        window.go("Skills");
        window.click_on("option", "release-notes, repo");
        window.await_text("repo:release-notes/SKILL.md");
    }),
    ("resources", |window| {
        window.go("Skills");
        window.click_on("option", "release-notes, repo");
        window.click_on("tab", "Resources");
        window.await_text("style.md");
    }),
    ("catalog", |window| {
        window.go("Skills");
        window.click_on("tab", "Catalog");
        window.await_text("<available_skills>");
    }),
    ("checks", |window| {
        window.go("Skills");
        window.click_on("option", "changelog");
        window.click_on("tab", "Checks");
        window.await_text(">-");
    }),
    ("sources", |window| {
        window.go("Skills");
        window.click_on("option", "release-notes, repo");
        window.click_on("tab", "Context sources");
        window.await_text("head -n 40 CHANGELOG.md");
    }),
    ("activation", |window| {
        window.go("Skills");
        window.click_on("option", "release-notes, repo");
        window.click_on("tab", "Activation");
        window.await_text("Text for the model");
    }),
    ("hooks", |window| {
        window.go("Skills");
        window.click_on("option", "release-notes, repo");
        window.click_on("tab", "Hooks");
        window.await_text("Try a call");
    }),
    ("all-checks", |window| {
        look_at(window, "Checks");
        window.await_role("grid", "Findings");
    }),
    ("chosen", |window| {
        window.go("Skills");
        window.click_on("button", "Select");
        window.click_on("option", "release-notes, repo");
        window.await_text("1 skill selected");
    }),
    ("wins", |window| {
        look_at(window, "Who wins");
        window.await_role("gridcell", "release-notes, Pixir");
    }),
    ("model", |window| {
        window.open_session(LONG_SESSION);
        window.click_on("treeitem", "Turn 8");
        window.click_on("radio", "Model’s view");
        window.await_text("Before call");
    }),
    ("search", |window| {
        window.go("Sessions");
        window.click_on("radio", "Search");
        window.click_on("textbox", "Search messages");
        window.press_with(CONTROL, "a");
        window.press("round");
        window.await_role("grid", "Hits");
    }),
    ("editor", |window| {
        window.go("Skills");
        window.click_on("option", "release-notes, repo");
        window.click_on("button", "Edit");
        window.await_role("heading", "Edit release-notes");
        window.await_text("when activated");
    }),
    ("approvals", |window| {
        decide_one(window);
        window.go("Approvals");
        // Beside the list in a wide window; in a small one it is a drawer that stays closed.
        window.click_on("row", "head -n 40 CHANGELOG.md");
    }),
    ("sessions", |window| {
        window.go("Sessions");
        window.await_role("row", "survey the repo");
    }),
    ("session", |window| {
        window.open_session(LONG_SESSION);
        window.click_on("treeitem", "Turn 8");
        window.await_text("retry, but keep it under 12");
    }),
    ("damaged", |window| {
        window.open_session("reconcile the September settlement");
        window.click_on("treeitem", "Line 412 can’t be read");
        window.await_text("NUL");
    }),
    ("drift", |window| {
        window.go("Drift");
        window.click_on("row", "release-notes");
        window.await_that(
            "the row is picked",
            "return document.querySelector('[role=row][aria-selected=true]') !== null",
            &[],
        );
    }),
    ("diff", |window| {
        window.open_session(LONG_SESSION);
        window.click_on("treeitem", "Turn 5");
        window.click_on("button", "Compare with disk");
        window.await_text("its old value");
    }),
    ("palette", |window| {
        window.go("Skills");
        window.press_with(CONTROL, "k");
        window.await_role("combobox", "");
    }),
    ("help", |window| {
        window.go("Drift");
        window.press(F1);
        window.await_role("heading", "Drift and restore");
    }),
    ("help-word", |window| {
        window.go("Skills");
        window.click_on("button", "inferred");
        window.await_role("heading", "inferred");
    }),
    ("keys", |window| {
        window.go("Skills");
        window.press("?");
        window.await_role("dialog", "");
    }),
];

/// Sees to it that there is a decision to look at: in mode auto what provably only reads is released unasked.
fn decide_one(window: &Window) {
    let asked = Command::new(checkout::program("assay"))
        .arg("--workspace")
        .arg(&window.example.workspace)
        .args(["hydrate", "release-notes", "newest"])
        .env("HOME", &window.example.home)
        .env_remove("PIXIR_HOME")
        .env_remove("XDG_DATA_HOME")
        .output()
        .expect("assay starts");
    assert!(asked.status.success(), "{}", String::from_utf8_lossy(&asked.stderr));
}

/// Takes back what a screen would leave to the next: a layer that is open, and what is remembered.
pub fn leave(window: &Window, screen: &str) {
    match screen {
        "palette" | "keys" => {
            window.press(ESCAPE);
            window.await_that(
                "nothing floats",
                "return document.querySelector('dialog[open],[role=combobox]') === null",
                &[],
            );
        }
        "search" => window.click_on("radio", "This workspace"),
        "model" => {
            window.click_on("radio", "What shaped this turn");
            let halves = "return document.querySelector('[aria-label=\"Turn view\"]') !== null";
            if window.run(halves, &[]) == json!(true) {
                window.click_on("radio", "Events");
            }
        }
        _ => {}
    }
}

#[test]
fn axe_finds_nothing_serious() {
    let path = checkout::page().join("node_modules/axe-core/axe.min.js");
    let axe = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let as_it_is: fn(&Window) = |_| {};
    let mut findings = findings(&axe, &Window::open(), as_it_is, SCREENS);
    findings.extend(self::findings(&axe, &nothing(), as_it_is, EMPTY));
    findings.extend(self::findings(&axe, &Window::open(), fail_all, FAILING));
    assert!(findings.is_empty(), "{} findings:\n{}", findings.len(), findings.join("\n"));
    let screens = SCREENS.len() + EMPTY.len() + FAILING.len();
    println!("axe looked at {screens} screens in {} themes", THEMES.len());
}

fn findings(axe: &str, window: &Window, begin: fn(&Window), screens: &[Screen]) -> Vec<String> {
    let mut findings = Vec::new();
    for theme in THEMES {
        window.draw_in(theme);
        begin(window);
        window.run(axe, &[]);
        for (screen, reach) in screens {
            reach(window);
            window.await_that(
                "nothing moves any more",
                "return document.getAnimations().every((one) => one.playState !== 'running')",
                &[],
            );
            let found = window.run_and_wait(
                "const done = arguments[arguments.length - 1];
                 const tell = (rule) => rule.nodes.map((node) => `${rule.id}: ${node.html.slice(0, 160)}`);
                 axe.run(document, { preload: false, resultTypes: ['violations'] }).then(
                   (found) => done(found.violations.filter((rule) => /serious|critical/.test(rule.impact)).flatMap(tell)),
                   (error) => done([String(error)]));",
                &[],
            );
            let found = found.as_array().expect("a list of findings").clone();
            findings.extend(found.iter().map(|finding| format!("{screen}, {theme}: {finding}")));
            leave(window, screen);
        }
    }
    findings
}

/// What sticks out of the window, and controls whose words do not fit.
const MISFITS: &str = "
const root = document.getElementById('root');
// In whole points, of which a page drawn larger may have a part.
const width = Math.max(document.scrollingElement.scrollWidth - Math.ceil(document.documentElement.getBoundingClientRect().width), root.scrollWidth - root.clientWidth);
const scrolls = (element) => element !== null && element !== root && (/auto|scroll/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
const name = (element) => (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 60);
const right = root.getBoundingClientRect().left + root.clientWidth;
const furthest = [...root.querySelectorAll('*')].filter((element) => element.getBoundingClientRect().right > right + 0.5 && !scrolls(element.parentElement)).at(-1);
const wide = width > 0 ? [`the page is ${width} too wide: ${furthest?.className} ${furthest && name(furthest)}`] : [];
const controls = [...document.querySelectorAll('button,input,select,a,[role=tab],[role=radio]')];
const seen = controls.filter((element) => element.getClientRects().length > 0 && getComputedStyle(element).visibility === 'visible' && !element.closest('.unseen'));
const out = seen.filter((element) => {
  const box = element.getBoundingClientRect();
  return (box.left < -0.5 || box.right > innerWidth + 0.5) && !scrolls(element.parentElement);
});
const cut = seen.filter((element) => element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0
  && getComputedStyle(element).overflowX !== 'visible' && getComputedStyle(element).textOverflow !== 'ellipsis' && element.tagName !== 'INPUT');
// Nothing but lists scrolls: a frame that moved has lost its edge.
const moved = [...document.querySelectorAll('body, body *')].filter((element) => (element.scrollLeft !== 0 || element.scrollTop !== 0)
  && getComputedStyle(element).overflowX !== 'auto' && getComputedStyle(element).overflowY !== 'auto' && !element.shadowRoot && element.closest('input,textarea') === null)
  .map((element) => `moved: ${element.className || element.tagName}`);
// What lies over what: two controls never share a place, but for a head that stays above its rows.
const sticks = (element) => element !== null && (/sticky|fixed/.test(getComputedStyle(element).position) || sticks(element.parentElement));
const within = (element, box) => { for (let at = element.parentElement; at !== null; at = at.parentElement) {
  if (getComputedStyle(at).overflowX === 'visible' && getComputedStyle(at).overflowY === 'visible') continue;
  const edge = at.getBoundingClientRect();
  box = { left: Math.max(box.left, edge.left), right: Math.min(box.right, edge.right), top: Math.max(box.top, edge.top), bottom: Math.min(box.bottom, edge.bottom) };
} return box; };
const flat = seen.filter((element) => !sticks(element) && !element.closest('dialog,[role=menu],[data-out=true]') && element.tagName !== 'SELECT')
  .map((element) => [element, within(element, element.getBoundingClientRect())])
  .filter(([, box]) => box.right - box.left > 1 && box.bottom - box.top > 1);
const above = document.querySelector('dialog[open],aside.drawer') !== null ? [] : flat.flatMap(([one, a], at) => flat.slice(at + 1)
  .filter(([other, b]) => !one.contains(other) && !other.contains(one)
    && Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2)
  .map(([other]) => `over each other: ${name(one)} and ${name(other)}`)).slice(0, 3);
// The screen ends where the status bar begins, but for what a list around it cuts off.
const end = document.querySelector('main').getBoundingClientRect().bottom + 1;
const ends = (element) => element.tagName === 'MAIN' ? Infinity
  : Math.min(getComputedStyle(element).overflowY === 'visible' ? Infinity : element.getBoundingClientRect().bottom, ends(element.parentElement));
const over = [...document.querySelectorAll('main *')]
  .filter((element) => element.getBoundingClientRect().bottom > end && element.getClientRects().length > 0 && !element.closest('.unseen')
    && Math.min(ends(element.parentElement), element.getBoundingClientRect().bottom) > end)
  .slice(0, 3).map((element) => `below the screen: ${element.className || element.tagName} ${name(element)}`);
return [...wide, ...over, ...above, ...moved, ...out.map((element) => `out of the window: ${name(element)}`), ...cut.map((element) => `cut: ${name(element)}`)];";

#[test]
fn everything_fits_in_small_windows() {
    let mut misfits = misfits(&Window::open(), SCREENS, 100);
    misfits.extend(self::misfits(&other_agents(), OTHER_AGENTS, 100));
    misfits.extend(self::misfits(&nothing(), EMPTY, 100));
    let window = Window::open();
    fail_all(&window);
    misfits.extend(self::misfits(&window, FAILING, 100));
    assert!(misfits.is_empty(), "{} misfits:\n{}", misfits.len(), misfits.join("\n"));
}

/// German has the longer words. A screen is gone to by its English ones, and drawn anew where it is.
#[test]
fn everything_fits_in_german() {
    let window = Window::open();
    let mut misfits = Vec::new();
    for (width, height) in [(1024, 700), (900, 600)] {
        window.resize(width, height);
        window.await_that("it has its width", "return innerWidth === arguments[0]", &[json!(width)]);
        for (screen, reach) in SCREENS {
            reach(&window);
            window.speak("de");
            // What floats is gone with the page before.
            match *screen {
                "palette" => window.press_with(CONTROL, "k"),
                "keys" => window.press("?"),
                _ => {}
            }
            at_rest(&window);
            let found = window.run(MISFITS, &[]);
            let found = found.as_array().expect("a list of misfits").clone();
            misfits.extend(found.iter().map(|misfit| format!("{screen}, {width} × {height}: {misfit}")));
            window.speak("en");
            leave(&window, screen);
        }
    }
    assert!(misfits.is_empty(), "{} misfits:\n{}", misfits.len(), misfits.join("\n"));
}

#[test]
fn everything_fits_at_every_size_of_the_text() {
    let mut misfits = Vec::new();
    let (window, empty) = (Window::open(), nothing());
    for percent in [80, 150, 200] {
        for (window, screens) in [(&window, SCREENS), (&empty, EMPTY)] {
            draw_at(window, percent);
            misfits.extend(self::misfits(window, screens, percent));
        }
    }
    drop((empty, window));
    let window = Window::open();
    draw_at(&window, 200);
    fail_all(&window);
    misfits.extend(self::misfits(&window, FAILING, 200));
    assert!(misfits.is_empty(), "{} misfits:\n{}", misfits.len(), misfits.join("\n"));
}

/// Has everything drawn in this size, in percent, from a smaller one or from 100.
fn draw_at(window: &Window, percent: u32) {
    window.resize(1440, 900);
    let drawn = "return Math.abs(innerWidth - 144000 / arguments[0]) < 2";
    let key = if percent < 100 { "-" } else { "=" };
    // There are ten sizes.
    for _ in 0..10 {
        if window.run(drawn, &[json!(percent)]) == json!(true) {
            return;
        }
        window.press_with(CONTROL, key);
        std::thread::sleep(std::time::Duration::from_millis(300));
    }
    window.await_that(&format!("the text is at {percent} %"), drawn, &[json!(percent)]);
}

fn misfits(window: &Window, screens: &[Screen], percent: u32) -> Vec<String> {
    let mut misfits = Vec::new();
    for (width, height) in SIZES {
        window.resize(width, height);
        let resized = "return Math.abs(innerWidth - arguments[0]) < 2";
        window.await_that(&format!("the window is {width} wide"), resized, &[json!(width * 100 / percent)]);
        for (screen, reach) in screens {
            reach(window);
            let found = window.run(MISFITS, &[]);
            let found = found.as_array().expect("a list of misfits").clone();
            misfits.extend(
                found.iter().map(|misfit| format!("{screen}, {width} × {height}, {percent} %: {misfit}")),
            );
            leave(window, screen);
        }
    }
    misfits
}

/// A folder with a name that pictures may show; gone afterwards.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new() -> Self {
        Self(std::env::temp_dir().join("acme"))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.0).ok();
    }
}

#[test]
#[ignore = "makes pictures; `cargo xtask shots` asks for it"]
fn shots() {
    let folder = Folder::new();
    let laid = tests::example::lay_out_whole(&folder.0).expect("it is laid out");
    draw(&Window::open_on(tempfile::tempdir().expect("a temporary folder"), laid), |_| {}, SCREENS);
}

#[test]
#[ignore = "makes pictures; `cargo xtask shots` asks for it"]
fn shots_of_failures() {
    draw(&Window::open(), fail_all, FAILING);
}

#[test]
#[ignore = "makes pictures; `cargo xtask shots` asks for it"]
fn shots_of_other_agents() {
    let folder = Folder::new();
    let laid = tests::example::lay_out_agents(&folder.0).expect("it is laid out");
    draw(&Window::open_on(tempfile::tempdir().expect("a temporary folder"), laid), |_| {}, OTHER_AGENTS);
}

/// Waits until rows have settled and fonts have arrived, which takes two frames; the screen has them a little later.
pub fn at_rest(window: &Window) {
    window.run_and_wait(
        "const done = arguments[0]; document.fonts.ready.then(() => requestAnimationFrame(() => requestAnimationFrame(done)))",
        &[],
    );
    std::thread::sleep(std::time::Duration::from_millis(300));
}

/// A picture of every screen in each theme and size.
fn draw(window: &Window, begin: fn(&Window), screens: &[Screen]) {
    let folder = checkout::target().join("shots");
    fs::create_dir_all(&folder).expect("a folder for pictures");
    for theme in THEMES {
        for (width, height) in SIZES {
            window.resize(width, height);
            window.draw_in(theme);
            begin(window);
            for (screen, reach) in screens {
                reach(window);
                at_rest(window);
                window.save_picture(&folder.join(format!("{screen}-{width}x{height}.{theme}.png")));
                leave(window, screen);
            }
        }
    }
}

/// The app where Claude Code and Codex worked and Pixir never did.
pub fn other_agents() -> Window {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let laid = tests::example::lay_out_agents(&folder.path().join("agents")).expect("it is laid out");
    Window::open_on(folder, laid)
}

/// Goes to a list of all skills, by the menu beside them.
pub fn look_at(window: &Window, name: &str) {
    window.go("Skills");
    window.click_on("button", "More actions for all skills");
    window.click_on("menuitem", name);
}
