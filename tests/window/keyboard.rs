//! Everything by keyboard alone.

use crate::driver::Window;
use crate::page::{CONTROL, DOWN, ENTER, ESCAPE, TAB};

/// Presses a key until what has the focus is named like this.
#[track_caller]
pub fn press_until(window: &Window, key: &str, name: &str) {
    press(window, key, name, |focused| focused.contains(name));
}

/// As [`press_until`], where another stop has the name as part of its own.
#[track_caller]
pub fn press_until_just(window: &Window, key: &str, name: &str) {
    press(window, key, name, |focused| focused == name);
}

#[track_caller]
fn press(window: &Window, key: &str, name: &str, is_there: impl Fn(&str) -> bool) {
    let mut stops = Vec::new();
    for _ in 0..60 {
        let focused = window.focused();
        if is_there(&focused) {
            return;
        }
        stops.push(focused);
        window.press(key);
    }
    panic!("“{name}” is not among the stops:\n{}", stops.join("\n"));
}

/// Presses Tab until the focus is on something of this role.
#[track_caller]
fn focus(window: &Window, role: &str) {
    for _ in 0..60 {
        if window.focused_role() == role {
            return;
        }
        window.press(TAB);
    }
    panic!("no {role} is among the stops");
}

#[test]
fn from_the_start_to_a_diff() {
    let window = Window::open();
    window.press("ge");
    window.await_role("row", "survey the repo");
    focus(&window, "grid");
    press_until(&window, DOWN, "9 turns");
    window.press(ENTER);
    window.await_role("treeitem", "Turn 1");
    focus(&window, "tree");
    press_until(&window, "k", "Turn 5");
    window.press(ENTER);
    window.await_text("draft the notes for 4.2");
    press_until(&window, TAB, "Compare with disk");
    window.press(ENTER);
    window.await_text("its old value");
    window.press("n");
    window.await_text("Change 1 of");
}

#[test]
fn the_palette_goes_anywhere_and_gives_the_focus_back() {
    let window = Window::open();
    window.press("gs");
    window.await_role("option", "release-notes, repo");
    focus(&window, "listbox");
    press_until(&window, "j", "release-notes, repo");
    let before = window.focused();
    window.press_with(CONTROL, "k");
    window.await_role("combobox", "");
    window.press(ESCAPE);
    window.await_that("no palette", "return document.querySelector('[role=combobox]') === null", &[]);
    assert_eq!(window.focused(), before);
    window.press_with(CONTROL, "k");
    window.await_role("combobox", "");
    window.press("drift");
    window.press(ENTER);
    window.await_role("grid", "");
}

#[test]
fn no_stop_is_without_a_name_or_a_ring() {
    let window = Window::open();
    for section in ["Skills", "Sessions", "Drift"] {
        window.go(section);
        for _ in 0..40 {
            window.press(TAB);
            let bare = window.run(
                "const at = document.activeElement;
                 if (at === null || at === document.body) return '';
                 const rings = (element) => getComputedStyle(element).outlineStyle !== 'none';
                 // A list rings the row it has picked, a field the box around it, an edge draws a bar.
                 const ring = rings(at) || rings(at.parentElement) || at.hasAttribute('aria-activedescendant')
                   || getComputedStyle(at, '::after').backgroundColor !== 'rgba(0, 0, 0, 0)';
                 const name = at.getAttribute('aria-label') ?? at.getAttribute('aria-labelledby') ?? at.textContent;
                 return ring && name?.trim() ? '' : at.outerHTML.slice(0, 200);",
                &[],
            );
            assert_eq!(bare, "", "{section}: a stop without a name or a ring");
        }
    }
}
