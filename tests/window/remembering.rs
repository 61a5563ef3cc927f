//! Where a reader was is not forgotten: on the way back, and when the app is started again.

use serde_json::json;

use crate::deciding::xdotool;
use crate::driver::Window;
use crate::page::LONG_SESSION;

/// Held with an arrow: back and forward.
const ALT: &str = "\u{E00A}";
const LEFT: &str = "\u{E012}";
const RIGHT: &str = "\u{E014}";

/// Longer than the page waits before it writes, and than the engine of the page until that is on disk.
const WRITTEN: std::time::Duration = std::time::Duration::from_secs(3);

const FIELD: &str = "return document.querySelector('main [data-filter]')?.value === arguments[0]";

/// Presses a button of the mouse in the middle of the window.
#[track_caller]
fn mouse(window: &Window, button: &str) {
    xdotool(window, &["mousemove", "700", "400", "click", button]).expect("a button is pressed");
}

#[test]
fn a_restart_opens_the_screen_that_was_left() {
    let mut window = Window::open();
    window.go("Skills");
    window.click_on("textbox", "Filter");
    window.press("release");
    // The tab is that of the skill the filter leaves.
    window.await_role("heading", "release-notes");
    window.click_on("tab", "Versions");
    window.go("Sessions");
    window.click_on("radio", "Search");
    window.click_on("textbox", "Search messages");
    window.press("round");
    window.await_role("grid", "Hits");
    std::thread::sleep(WRITTEN);
    window.restart();
    window.await_that("the words of the search", FIELD, &[json!("round")]);
    window.await_role("grid", "Hits");
    window.press_with(ALT, LEFT);
    window.await_that("the filter of the skills", FIELD, &[json!("release")]);
    let tab = "return document.querySelector('[role=tab][aria-selected=true]')?.textContent.startsWith('Versions') === true";
    window.await_that("the open tab", tab, &[]);
}

#[test]
fn a_list_is_as_far_down_as_it_was() {
    let window = Window::open();
    window.resize(900, 600);
    window.open_session(LONG_SESSION);
    window.click_on("treeitem", "Turn 8");
    window.await_text("retry, but keep it under 12");
    let scroll = "const at = document.querySelector(arguments[0]); at.scrollTop = 120; return at.scrollTop;";
    let is = "return document.querySelector(arguments[0])?.scrollTop === arguments[1]";
    let lists = ["[role=tree][aria-label=Turns]", "[role=feed]"];
    let tops = lists.map(|list| window.number(scroll, &[json!(list)]));
    assert!(tops.iter().all(|top| *top > 0.0), "nothing to scroll: {tops:?}");
    window.press_with(ALT, LEFT);
    window.await_role("row", "survey the repo");
    window.press_with(ALT, RIGHT);
    window.await_text("retry, but keep it under 12");
    for (list, top) in lists.iter().zip(tops) {
        window.await_that(&format!("{list} at {top}"), is, &[json!(list), json!(top)]);
    }
}

#[test]
fn the_side_buttons_of_a_mouse_go_back_and_forward() {
    let window = Window::open();
    window.go("Skills");
    window.go("Drift");
    window.await_role("grid", "");
    mouse(&window, "8");
    window.await_role("listbox", "Skills");
    mouse(&window, "9");
    window.await_role("grid", "Recorded snapshots");
}
