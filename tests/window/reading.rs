//! The first things anybody looks for.

use crate::driver::Window;
use crate::page::LONG_SESSION;

#[test]
fn shadowing_is_said_with_winner_and_losers() {
    let window = Window::open();
    window.go("Skills");
    window.click_on("option", "release-notes, repo");
    window.await_text("repo:release-notes/SKILL.md");
    window.await_text("user:release-notes/SKILL.md");
    window.await_role("option", "release-notes, user, shadowed");
    // Two of one name in one root: the folder that sorts first wins, however it is called.
    window.click_on("option", "review, repo");
    window.await_text("repo:review.old/SKILL.md");
}

#[test]
fn a_session_shows_its_turns_and_what_shaped_them() {
    let window = Window::open();
    window.open_session(LONG_SESSION);
    window.await_role("treeitem", "Turn 1, survey the repo");
    window.await_role("treeitem", "Compaction");
    window.click_on("treeitem", "Turn 8");
    window.await_text("Activated in this turn");
    window.await_text("release-notes");
    window.click_on("treeitem", "Turn 7");
    window.await_text("the provider closed the connection");
}

#[test]
fn the_diff_of_a_drifted_snapshot_is_opened() {
    let window = Window::open();
    window.open_session(LONG_SESSION);
    window.click_on("treeitem", "Turn 5");
    window.click_on("button", "Compare with disk");
    window.await_text("Change");
    window.await_text("its old value");
    window.await_text("whole list to twelve entries");
}

#[test]
fn the_line_of_the_damage_is_named() {
    let window = Window::open();
    window.open_session("reconcile the September settlement");
    window.await_text("412");
    window.await_text("corrupt");
    // What stands behind the damage stays readable.
    window.await_role("treeitem", "Line 412 can’t be read");
    window.click_on("treeitem", "Line 412 can’t be read");
    window.await_text("NUL");
}
