//! Room: what is read keeps it, what does not fit is in a menu, and what opens can be typed into.

use serde_json::json;

use crate::driver::Window;
use crate::page::LONG_SESSION;

#[test]
fn side_panes_give_way_before_the_events_between_them() {
    let window = Window::open();
    // Both as wide as they may be.
    let wide = "localStorage.setItem('assay.kept', JSON.stringify([['panes session', { timeline: 9999, provenance: 9999 }]])); location.reload();";
    window.run(wide, &[]);
    window.resize(1185, 800);
    window.open_session(LONG_SESSION);
    window.click_on("treeitem", "Turn 8");
    window.await_text("retry, but keep it under 12");
    let width = "return document.querySelector(`[data-pane=${arguments[0]}]`).getBoundingClientRect().width";
    let events = window.number(width, &[json!("turn")]);
    // Half a point may be lost to rounding.
    assert!(events >= 419.5, "the events have {events} points");
}

#[test]
fn a_tab_without_room_is_picked_from_a_menu() {
    let window = Window::open();
    window.resize(900, 600);
    window.go("Skills");
    window.click_on("option", "release-notes, repo");
    window.click_on("button", "Details of release-notes: ");
    window.click_on("menuitem", "Hooks");
    window.await_text("Try a call");
    let in_sight = "const tab = document.querySelector('[role=tab][aria-selected=true]'); const row = tab.parentElement.getBoundingClientRect();
        const box = tab.getBoundingClientRect();
        return tab.textContent.startsWith('Hooks') && box.right <= row.right + 1 && getComputedStyle(tab).opacity === '1';";
    window.await_that("the tab is in sight", in_sight, &[]);
}

#[test]
fn a_dialog_is_typed_into_as_soon_as_it_is_open() {
    let window = Window::open();
    window.go("Skills");
    window.click_on("button", "New…");
    window.await_role("dialog", "");
    window.press("notes-of-mine");
    let typed = "return document.querySelector('dialog[open] input')?.value === arguments[0]";
    window.await_that("the name", typed, &[json!("notes-of-mine")]);
}

#[test]
fn the_head_of_the_skills_is_one_row_at_every_size() {
    let window = Window::open();
    for (width, height) in [(1440, 900), (1024, 700), (900, 600)] {
        window.resize(width, height);
        window.go("Skills");
        window.await_text("listed in");
        let head =
            window.number("return document.querySelector('.banner').getBoundingClientRect().height", &[]);
        let buttons = window.number("return document.querySelectorAll('.banner-acts button').length", &[]);
        assert!(head <= 37.0, "{width} × {height}: the head is {head} points high");
        assert!(buttons <= 3.0, "{width} × {height}: {buttons} buttons");
    }
}
