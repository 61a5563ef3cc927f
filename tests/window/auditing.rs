//! What an auditor does: finds an event, goes back to what the model had, puts a text back and takes that back,
//! hands evidence on.

use std::fs;
use std::process::{Command, Output};
use std::time::{Duration, Instant};

use xtask::checkout;

use crate::deciding::{find, focus_on, xdotool};
use crate::driver::{PATIENCE, Window};
use crate::managing::confirm;
use crate::page::LONG_SESSION;

const DISK_LINE: &str = "whole list to twelve entries";

#[test]
fn a_hit_of_a_search_opens_at_its_event() {
    let window = Window::open();
    window.go("Sessions");
    window.click_on("radio", "Search");
    window.click_on("textbox", "Search messages");
    window.press("KEEP it under 12");
    window.await_text("1 match in 1 of");
    window.await_that(
        "the words are marked in their own letters",
        "return document.querySelector('.hit mark')?.textContent === 'keep it under 12'",
        &[],
    );
    window.open_row("row", "survey the repo … keep it under 12");
    window.await_that(
        "the event is the current one, and in sight",
        "const event = document.querySelector('[role=feed] [data-current]');
         if (event === null || !event.innerText.includes('keep it under 12')) return false;
         const box = event.getBoundingClientRect();
         return box.top >= 0 && box.top < innerHeight;",
        &[],
    );
    window.await_role("treeitem", "Turn 8");
}

#[test]
fn back_in_time_a_text_is_what_it_was_then() {
    let window = Window::open();
    window.open_session(LONG_SESSION);
    window.click_on("treeitem", "Turn 8");
    window.click_on("radio", "Model’s view");
    window.await_text("Before call");
    // The compaction before this turn left names; the text that the turn brought in is whole.
    window.await_text("name kept");
    window.await_text("in full");
    let later = window.run(CARDS, &[]);
    window.click_on("treeitem", "Turn 1");
    window.await_that(
        "only the first text is there",
        "return [...document.querySelectorAll('.provenance-card')].filter((card) =>
           card.innerText.includes('in full')).length === 1 && !document.body.innerText.includes('name kept')",
        &[],
    );
    assert_ne!(window.run(CARDS, &[]), later);
    // By keys through the calls of the turn, and over its end into the next one.
    for _ in 0..40 {
        window.press(".");
        if window.text().contains("Turn 2") && at_turn(&window, "Turn 2") {
            return;
        }
    }
    panic!("the cursor never came to turn 2:\n{}", window.text());
}

const CARDS: &str =
    "return [...document.querySelectorAll('.provenance-card')].map((card) => card.innerText).join('\\n')";

fn at_turn(window: &Window, name: &str) -> bool {
    let script = "return document.querySelector('[role=treeitem][aria-selected=true]')?.textContent ?? ''";
    window.run(script, &[]).as_str().is_some_and(|label| label.starts_with(name))
}

#[test]
fn a_restored_text_is_on_disk_and_an_undo_brings_the_other_back() {
    let window = Window::open();
    let skill = window.example.workspace.join(".agents/skills/release-notes/SKILL.md");
    let before = fs::read_to_string(&skill).expect("the skill");
    assert!(before.contains(DISK_LINE), "the example's disk has what its snapshot has not");
    window.open_session(LONG_SESSION);
    window.click_on("treeitem", "Turn 5");
    window.click_on("button", "Compare with disk");
    window.click_on("button", "Restore this version…");
    window.await_text("Nothing has been written.");
    window.await_text("Only SKILL.md was recorded");
    assert_eq!(fs::read_to_string(&skill).expect("the skill"), before, "a plan writes nothing");
    confirm(&window, "Restore release-notes", "Restore");
    window.await_text("Snapshot and file on disk are the same. Nothing to compare.");
    let restored = fs::read_to_string(&skill).expect("the skill");
    assert!(!restored.contains(DISK_LINE), "{restored}");
    window.click_on("button", "Undo");
    confirm(&window, "Undo change", "Undo");
    window.await_text(DISK_LINE);
    assert_eq!(fs::read_to_string(&skill).expect("the skill"), before);
}

#[test]
fn a_bundle_is_saved_and_proves_itself_elsewhere() {
    let window = Window::open();
    let file = window.example.home.join("evidence.assay.zip");
    window.open_session(LONG_SESSION);
    window.click_on("button", "Export…");
    window.await_role("dialog", "Export session");
    window.click_on("button", "Save…");
    name_in_dialog(&window, "^Save$", file.to_str().expect("a name in UTF-8"));
    window.await_text("Saved");
    let checked = verify(&window, &file);
    assert!(checked.status.success(), "{}", String::from_utf8_lossy(&checked.stderr));
    let mut bytes = fs::read(&file).expect("the bundle");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&file, bytes).expect("one bit is turned");
    assert!(!verify(&window, &file).status.success(), "a turned bit is noticed");
}

fn verify(window: &Window, file: &std::path::Path) -> Output {
    let mut assay = Command::new(checkout::program("assay"));
    assay.args(["bundle", "--verify"]).arg(file).env("HOME", window.example.home.join("elsewhere"));
    assay.env_remove("PIXIR_HOME").env_remove("XDG_DATA_HOME").output().expect("assay runs")
}

/// Types a path into the system's own dialog and confirms it.
pub fn name_in_dialog(window: &Window, title: &str, path: &str) {
    let begun = Instant::now();
    let mut typed = false;
    loop {
        match find(window, title) {
            Some(id) => {
                std::thread::sleep(Duration::from_millis(700));
                if focus_on(window, &id) {
                    xdotool(window, &["key", "ctrl+a"]).expect("a key is pressed");
                    xdotool(window, &["type", "--delay", "5", path]).expect("a path is typed");
                    std::thread::sleep(Duration::from_millis(700));
                    xdotool(window, &["key", "Return"]).expect("a key is pressed");
                    typed = true;
                }
                std::thread::sleep(Duration::from_millis(700));
            }
            None if typed => return,
            None => std::thread::sleep(Duration::from_millis(50)),
        }
        assert!(begun.elapsed() < PATIENCE * 2, "the dialog “{title}” was not answered");
    }
}
