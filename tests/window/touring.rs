//! The example: opened where nothing is open yet, in a window of its own, with a tour that leads through it and nothing
//! of the person's.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::json;
use tests::example;

use crate::bus::Bus;
use crate::closing::close;
use crate::deciding::{
    RUN, SEND, answered, asks_in, at_step, example_that_asks, find, is_gone, press_through,
};
use crate::driver::Window;
use crate::page::{CONTROL, ENTER, ESCAPE, SHIFT, TAB};
use crate::several::start_with;

const CARD: &str = "[data-pane=tour]";
/// What each step must show beside its card.
const STEPS: [(&str, &[&str]); 6] = [
    (
        "One name, two files",
        &[
            "2 skills are named release-notes. repo:release-notes/SKILL.md is used",
            "user:release-notes/SKILL.md is shadowed",
        ],
    ),
    (
        "Which skill shaped this turn",
        &["Claude Code 2.1.330", "Activated in this turn", "Skill activated", "251f8f58"],
    ),
    (
        "The skill on disk has changed",
        &["body changed +2 −1", ", at most 90 characters", "End with the people who helped."],
    ),
    ("A corrupt log", &["This log is corrupt at line 412 of 520.", "519 of 520 lines read", "NUL ×57"]),
    ("Different agents, different winners", &["Names in conflict", "review"]),
    ("Nothing runs without your approval", &["No decisions yet"]),
];

/// Words of what a step speaks of, where it is outlined.
const OUTLINED: [Option<&str>; 6] = [
    Some("2 skills are named"),
    Some("What shaped this turn"),
    None,
    Some("This log is corrupt"),
    Some("review"),
    None,
];
const IS_OUTLINED: &str = "
    const isOutlined = (one) => {
      const { outlineStyle, outlineOffset } = getComputedStyle(one);
      return outlineStyle === 'solid' && outlineOffset === '-2px';
    };
    const isSeen = ({ left, right, top, bottom }) =>
      left < right && top < bottom && left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
    return [...document.querySelectorAll('.frame-main *')].some((one) =>
      one.textContent.includes(arguments[0]) && isOutlined(one) && isSeen(one.getBoundingClientRect()))";

/// The window of somebody who opened nothing, on a bus of its own, with the example open in a second one.
fn open(folder: &Path) -> (Window, Bus) {
    let bus = Bus::start(folder);
    let window = Window::open_nowhere(&bus.address);
    window.click_on("button", "Open example");
    window.drive("main-2");
    window.resize(1440, 900);
    at(&window, 1);
    (window, bus)
}

/// Waits until the tour is at a step, counted from 1, and what it speaks of is to be seen.
#[track_caller]
fn at(window: &Window, step: usize) {
    let (head, shown) = STEPS[step - 1];
    let is_there =
        format!("return document.querySelector('{CARD} h2')?.textContent.startsWith(arguments[0]) === true");
    window.await_that(&format!("step {step}"), &is_there, &[json!(head)]);
    window.await_text(&format!("Step {step} of 6"));
    shown.iter().for_each(|text| window.await_text(text));
}

#[track_caller]
fn is_left(window: &Window) {
    window.await_that("no tour", &format!("return document.querySelector('{CARD}') === null"), &[]);
}

/// Begins the tour again, by the palette.
fn begin(window: &Window) {
    window.press_with(CONTROL, "k");
    window.press("start tour");
    window.await_role("option", "Start tour");
    window.press(ENTER);
    at(window, 1);
}

/// Everything below a folder with its bytes, but what the example and the system's web view keep.
fn tree(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(&next).expect("a folder").map(|entry| entry.expect("an entry")) {
            let (path, kind) = (entry.path(), entry.file_type().expect("a kind"));
            let is_left_out = ["assay/example", "app.assay.window"].iter().any(|name| path.ends_with(name));
            if kind.is_dir() && !is_left_out {
                folders.push(path);
            } else if kind.is_file() {
                let bytes = fs::read(&path).expect("its bytes");
                found.insert(path, bytes);
            }
        }
    }
    found
}

#[test]
fn from_nothing_to_a_decision_by_the_keyboard_and_the_home_stays_as_it_is() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let bus = Bus::start(folder.path());
    let window = Window::open_nowhere(&bus.address);
    let home = window.example.home.clone();
    let before = tree(&home);
    window.press(TAB);
    window.press(TAB);
    assert!(window.focused().contains("Open example"), "{}", window.focused());
    window.press(ENTER);
    window.drive("main-2");
    at(&window, 1);
    assert!(find(&window, "^The example - Assay$").is_some(), "no title says that it is the example");
    window.await_text("Example");
    for step in 2..=6 {
        window.press(ENTER);
        at(&window, step);
    }
    window.press(ENTER);
    press_through(&window, RUN, "r");
    press_through(&window, SEND, "s");
    assert!(is_gone(&window));
    window.await_text("head -n 40 CHANGELOG.md");
    window.await_text("sent");
    // What was decided is kept in the example.
    let kept = window.example.workspace.with_file_name("home").join(".local/share/assay");
    let is_kept =
        tree(&kept).into_values().any(|bytes| String::from_utf8_lossy(&bytes).contains("CHANGELOG.md"));
    assert!(is_kept, "nothing in {} tells of the decision", kept.display());
    assert_eq!(tree(&home).into_keys().collect::<Vec<_>>(), before.keys().cloned().collect::<Vec<_>>());
    assert!(tree(&home) == before, "bytes of the home are others");
    // The window beside it shows nothing of the example.
    window.drive("main");
    window.await_text("Open a workspace folder");
    window.await_no_text("example/workspace");
}

#[test]
fn another_agent_has_another_winner_of_the_name_that_is_spoken_of() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (window, _bus) = open(folder.path());
    for step in 2..=5 {
        window.press(ENTER);
        at(&window, step);
    }
    for (agent, file) in [("Pixir", "repo"), ("Claude Code", "user"), ("Codex", "both listed")] {
        let script = "const cells = [...document.querySelectorAll('[data-name=review] [role=gridcell]')].map((cell) => cell.textContent);
            return cells.some((words) => words.startsWith(`review, ${arguments[0]}: `) && words.includes(arguments[1]))";
        window.await_that(&format!("{agent} takes {file}"), script, &[json!(agent), json!(file)]);
    }
}

#[test]
fn it_is_left_at_any_step_and_hides_nothing_in_a_small_window() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (window, _bus) = open(folder.path());
    window.resize(900, 600);
    for step in 1..=6 {
        (2..=step).for_each(|_| window.press(ENTER));
        window.await_text(&format!("Step {step} of 6"));
        let beside = format!(
            "const card = document.querySelector('{CARD}').getBoundingClientRect();
             const others = [...document.querySelectorAll('.frame-main > :not({CARD}), .status')];
             const boxes = others.map((one) => one.getBoundingClientRect());
             return card.height < 120 && boxes.every((box) => box.bottom <= card.top + 1 || box.top >= card.bottom - 1)"
        );
        window.await_that(&format!("nothing lies below the card of step {step}"), &beside, &[]);
        if let Some(words) = OUTLINED[step - 1] {
            window.await_that(&format!("{words} is outlined"), IS_OUTLINED, &[json!(words)]);
        }
        window.press(ESCAPE);
        is_left(&window);
        begin(&window);
    }
    // Also by its button, and back from there.
    window.press_with(SHIFT, TAB);
    window.press(TAB);
    window.click_on("button", "Quit");
    is_left(&window);
}

#[test]
fn it_begins_anew_each_time_without_what_waited_in_it_and_leaves_other_files() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (window, _bus) = open(folder.path());
    let changed = window.write("CHANGELOG.md", b"# Other\n");
    (2..=6).for_each(|step| {
        window.press(ENTER);
        at(&window, step);
    });
    window.press(ENTER);
    at_step(&window, RUN);
    close(&window, "^The example - Assay");
    assert!(is_gone(&window));
    window.drive("main");
    window.click_on("button", "Open example");
    window.drive("main-2");
    at(&window, 1);
    assert_eq!(fs::read_to_string(changed).expect("a file"), "# Other\n");
    (2..=6).for_each(|step| {
        window.press(ENTER);
        at(&window, step);
    });
    // It is asked about as if nothing had been.
    window.press(ENTER);
    press_through(&window, RUN, "Escape");
    assert!(is_gone(&window));
    window.await_text("denied");
}

#[test]
fn what_asks_at_the_persons_own_home_is_asked_there_while_the_example_is_open() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let other = example_that_asks(folder.path());
    let (window, _bus) = open(folder.path());
    // In whatever mode the person's agents work: this home has none of its own.
    fs::create_dir_all(window.example.home.join(".pixir")).expect("a folder");
    fs::copy(other.home.join(".pixir/config.json"), window.example.home.join(".pixir/config.json"))
        .expect("a copy");
    let asker = asks_in(&window, &other.workspace, "newest");
    at_step(&window, RUN);
    window.drive("approval");
    assert_eq!(window.labels(), ["approval", "main", "main-2"]);
    press_through(&window, RUN, "Escape");
    assert_eq!(answered(asker).0, Some(1));
    assert!(is_gone(&window));
    // The example alone is left, and whoever asks is still asked about at home.
    window.drive("main-2");
    close(&window, "^Assay$");
    window.drive("main-2");
    let asker = asks_in(&window, &other.workspace, "newest");
    at_step(&window, RUN);
    window.drive("main");
    window.await_role("option", "changelog");
    press_through(&window, RUN, "Escape");
    assert_eq!(answered(asker).0, Some(1));
}

#[test]
fn a_start_with_another_home_opens_a_window_on_that_home() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (window, bus) = open(folder.path());
    let other = example::lay_out_agents(&folder.path().join("theirs")).expect("it is laid out");
    let words =
        ["--home".as_ref(), other.home.as_os_str(), "--workspace".as_ref(), other.workspace.as_os_str()];
    start_with(&window, &bus, &words);
    window.drive("main-3");
    window.await_role("option", "standup");
    // The example is opened once; the same words lead to its window.
    window.drive("main");
    window.click_on("button", "Open example");
    window.drive("main-2");
    assert_eq!(window.labels(), ["main", "main-2", "main-3"]);
}
