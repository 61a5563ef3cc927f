//! What can be done where one stands: menus and the palette, by keyboard alone and by the mouse.

use crate::driver::Window;
use crate::keyboard::press_until;
use crate::page::{CONTROL, DOWN, ENTER, ESCAPE, F10, SHIFT};

/// Goes to a skill in the list of skills, by keyboard.
fn at_a_skill(window: &Window, name: &str) {
    window.press("gs");
    window.await_role("option", name);
    window.run("document.querySelector('[role=listbox]').focus()", &[]);
    press_until(window, "j", name);
}

#[test]
fn the_menu_of_a_skill_and_the_palette_by_keyboard_alone() {
    let window = Window::open();
    at_a_skill(&window, "release-notes, repo");
    let before = window.focused();
    window.press_with(SHIFT, F10);
    window.await_that("the first line", "return document.activeElement.textContent.startsWith('Edit')", &[]);
    window.press(DOWN);
    assert!(window.focused().contains("Rename"), "{}", window.focused());
    // A letter leads to its line, and is no key of the screen behind.
    window.press("d");
    window.await_that("its line", "return document.activeElement.textContent.startsWith('Duplicate')", &[]);
    window.press(ESCAPE);
    window.await_that("no menu", "return document.querySelector('[role=menu]') === null", &[]);
    assert_eq!(window.focused(), before);

    window.press_with(SHIFT, F10);
    window.await_role("menuitem", "Rename");
    window.press("r");
    window.press(ENTER);
    window.await_role("dialog", "Rename release-notes");
    window.press(ESCAPE);
    window.await_that("no dialog", "return document.querySelector('dialog[open]') === null", &[]);

    // The palette knows what this screen can do, though letters are left out.
    window.press_with(CONTROL, "k");
    window.await_role("combobox", "");
    window.press(">duplct");
    window.await_role("option", "Duplicate");
    window.press(ENTER);
    window.await_role("dialog", "Duplicate release-notes");
    window.press(ESCAPE);
    window.press("?");
    window.await_role("dialog", "Keyboard shortcuts");
    window.await_text("Undo last change");
}

#[test]
fn the_web_views_own_menu_never_shows_but_where_one_types() {
    let window = Window::open();
    window.press("gs");
    window.await_role("option", "release-notes, repo");
    let goes_on = |selector: &str| {
        let script = "const pressed = document.querySelector(arguments[0]);
            const event = new MouseEvent('contextmenu', { bubbles: true, cancelable: true, button: 2 });
            return pressed.dispatchEvent(event);";
        window.run(script, &[selector.into()]).as_bool().expect("whether the web view goes on")
    };
    for selector in ["h1", ".rail button", ".header", "[role=option]", ".hash"] {
        assert!(!goes_on(selector), "{selector}");
    }
    assert!(goes_on("main input[type=text]"), "a field is cut from and pasted into");
}

#[test]
fn the_last_change_is_taken_back_by_one_key() {
    let window = Window::open();
    at_a_skill(&window, "release-notes, repo");
    window.press_with(SHIFT, F10);
    window.await_role("menuitem", "Hide from model");
    window.press("h");
    window.press(ENTER);
    window.await_role("dialog", "Hide release-notes");
    window.click_on("button", "Hide from model");
    window.await_that("no dialog", "return document.querySelector('dialog[open]') === null", &[]);
    window.press("ge");
    window.await_role("row", "survey the repo");
    window.press_with(CONTROL, "z");
    window.await_role("dialog", "Undo change");
}
