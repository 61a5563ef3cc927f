//! Skills are made, changed, moved and taken back.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use std::time::{Duration, Instant};

use xtask::checkout;

use crate::auditing::name_in_dialog;
use crate::driver::{PATIENCE, Window};
use crate::keyboard::{press_until, press_until_just};
use crate::page::{CONTROL, DOWN, END, ENTER, RIGHT, TAB};

#[test]
fn by_keyboard_alone_a_skill_is_made_edited_moved_and_taken_back() {
    let window = Window::open();
    let made = window.example.workspace.join(".agents/skills/pdf-kit/SKILL.md");
    let moved = window.example.home.join(".agents/skills/pdf-kit/SKILL.md");
    window.press("gs");
    window.await_role("option", "release-notes, repo");
    press_until(&window, TAB, "New…");
    window.press(ENTER);
    window.await_role("dialog", "New skill");
    press_until(&window, TAB, "Name");
    window.press("pdf-kit");
    window.await_text("Also at user:pdf/SKILL.md");
    press_until(&window, TAB, "Description");
    window.press("Read a PDF page by page. Use when a PDF is named.");
    window.await_text("Nothing has been written.");
    assert!(!made.exists(), "a plan writes nothing");
    press_until(&window, TAB, "Create skill");
    window.press(ENTER);
    window.await_role("heading", "Edit pdf-kit");
    assert!(made.is_file(), "it is made once the plan was carried out");

    press_until(&window, TAB, "Text of SKILL.md");
    window.press_with(CONTROL, END);
    window.press("\nNever print a page.");
    window.await_text("unsaved");
    window.press_with(CONTROL, "s");
    confirm(&window, "Save SKILL.md", "Save");
    awaits(&made, "the edited text", |path| {
        fs::read_to_string(path).is_ok_and(|text| text.contains("Never print a page."))
    });
    window.await_no_text("unsaved");
    press_until(&window, TAB, "Back");
    window.press(ENTER);

    window.await_role("heading", "pdf-kit");
    pick(&window, "Move to scope…");
    confirm(&window, "Move pdf-kit", "Move");
    awaits(&moved, "the moved skill", Path::is_file);
    assert!(!made.exists());
    press_until_just(&window, TAB, "Undo");
    window.press(ENTER);
    confirm(&window, "Undo change", "Undo");
    awaits(&made, "the skill at its old place", Path::is_file);
    assert!(!moved.exists());

    window.await_role("heading", "pdf-kit");
    pick(&window, "Move to trash…");
    confirm(&window, "Move pdf-kit to trash", "Move to trash");
    awaits(&made, "nothing at its place", |path| !path.exists());
    press_until_just(&window, TAB, "More actions for all skills");
    window.press(ENTER);
    press_until_just(&window, DOWN, "Changes");
    window.press(ENTER);
    press_until(&window, TAB, "History");
    window.press(RIGHT);
    press_until(&window, TAB, "Restore…");
    window.press(ENTER);
    confirm(&window, "Restore", "Restore");
    awaits(&made, "what came back", Path::is_file);
    assert!(fs::read_to_string(&made).expect("the skill").contains("Never print a page."));
}

#[test]
fn several_skills_are_chosen_by_keys_go_together_and_come_back() {
    let window = Window::open();
    let skills = window.example.workspace.join(".agents/skills");
    let at = |name: &str| skills.join(name).join("SKILL.md");
    let before: Vec<_> =
        ["repo-survey", "release-notes"].map(|name| fs::read(at(name)).expect("a skill")).into();
    window.press("gs");
    for name in ["repo-survey, repo", "release-notes, repo"] {
        window.click_on("option", name);
        window.press(" ");
    }
    window.await_text("2 skills selected");
    press_until_just(&window, TAB, "Move to trash…");
    window.press(ENTER);
    confirm(&window, "Move 2 skills to trash", "Move to trash");
    awaits(&at("repo-survey"), "nothing at its place", |path| !path.exists());
    assert!(!at("release-notes").exists());
    press_until_just(&window, TAB, "Undo");
    window.press(ENTER);
    confirm(&window, "Undo change", "Undo");
    awaits(&at("release-notes"), "what came back", Path::is_file);
    let after: Vec<_> =
        ["repo-survey", "release-notes"].map(|name| fs::read(at(name)).expect("a skill")).into();
    assert_eq!(after, before);
}

/// Opens the menu of the skill that is shown and picks an act.
fn pick(window: &Window, act: &str) {
    press_until(window, TAB, "Skill actions");
    window.press(ENTER);
    press_until(window, DOWN, act);
    window.press(ENTER);
}

/// Waits for the plan in this dialog and has it carried out.
pub fn confirm(window: &Window, title: &str, act: &str) {
    window.await_role("dialog", title);
    window.await_text("Nothing has been written.");
    press_until_just(window, TAB, act);
    window.press(ENTER);
    window.await_that("the dialog is gone", "return document.querySelector('dialog[open]') === null", &[]);
}

fn awaits(path: &Path, what: &str, holds: impl Fn(&Path) -> bool) {
    let begun = Instant::now();
    while !holds(path) {
        assert!(begun.elapsed() < PATIENCE, "{} never shows {what}", path.display());
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn a_skill_goes_out_as_a_zip_and_comes_back_through_quarantine() {
    let window = Window::open();
    let (skills, home) = (window.example.workspace.join(".agents/skills"), window.example.home.clone());
    let kept = skills.join("release-notes/references/style.md");
    let file = home.join("notes.zip");
    let exported = assay(&window, &["export", "--skills", "release-notes", "--to", &file.to_string_lossy()]);
    assert!(exported.status.success(), "{}", String::from_utf8_lossy(&exported.stderr));
    let before = fs::read(&kept).expect("a file of the skill");
    window.go("Skills");
    window.click_on("option", "release-notes, repo");
    pick(&window, "Move to trash…");
    confirm(&window, "Move release-notes to trash", "Move to trash");
    awaits(&kept, "nothing at its place", |path| !path.exists());

    window.click_on("button", "Import…");
    window.await_role("dialog", "Import skills");
    window.click_on("radio", "Archive");
    press_until_just(&window, TAB, "Choose…");
    window.press(ENTER);
    name_in_dialog(&window, "Import an archive", &file.to_string_lossy());
    window.await_text("Name already used by user:release-notes/SKILL.md");
    assert!(!kept.exists(), "what is looked at has not landed");
    window.click_on("checkbox", "Import release-notes");
    press_until_just(&window, TAB, "Preview…");
    window.press(ENTER);
    confirm(&window, "Import release-notes", "Import");
    awaits(&kept, "the file that came back", |path| fs::read(path).is_ok_and(|bytes| bytes == before));
    press_until_just(&window, TAB, "Undo");
    window.press(ENTER);
    confirm(&window, "Undo change", "Undo");
    awaits(&kept, "nothing at its place", |path| !path.exists());
}

fn assay(window: &Window, words: &[&str]) -> Output {
    let mut assay = Command::new(checkout::program("assay"));
    assay.arg("--workspace").arg(&window.example.workspace).args(words).env("HOME", &window.example.home);
    assay.env_remove("PIXIR_HOME").env_remove("XDG_DATA_HOME").output().expect("assay runs")
}
