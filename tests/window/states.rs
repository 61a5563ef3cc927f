//! What is seen where there is nothing to see: nothing was recorded, or nothing can be read.

use std::fs;

use serde_json::json;
use tests::example::Example;

use crate::driver::Window;
use crate::looks::{Screen, look_at};

/// What is seen where nothing was ever recorded.
pub const EMPTY: &[Screen] = &[
    ("no-skills", |window| {
        window.go("Skills");
        window.await_text("No skills found here");
    }),
    ("no-sessions", |window| {
        window.go("Sessions");
        window.await_text("No sessions recorded here yet");
    }),
    ("no-drift", |window| {
        window.go("Drift");
        window.await_text("No recorded snapshots yet");
    }),
    ("no-approvals", |window| {
        window.go("Approvals");
        window.await_text("No decisions yet");
    }),
];

/// The app in an empty folder, with an empty home.
pub fn nothing() -> Window {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let [workspace, home] = ["work", "home"].map(|name| folder.path().join(name));
    for empty in [&workspace, &home] {
        fs::create_dir(empty).expect("an empty folder");
    }
    Window::open_on(folder, Example { workspace, home })
}

/// What is seen where every answer fails; each is asked for the first time.
pub const FAILING: &[Screen] = &[
    ("failing-skill", |window| {
        window.go("Skills");
        window.click_on("option", "changelog");
        window.await_text(FAILED);
    }),
    ("failing-checks", |window| {
        look_at(window, "Checks");
        window.await_text(FAILED);
    }),
    ("failing-wins", |window| {
        look_at(window, "Who wins");
        window.await_text(FAILED);
    }),
    ("failing-sessions", |window| {
        window.go("Sessions");
        window.await_text(FAILED);
    }),
    ("failing-drift", |window| {
        window.go("Drift");
        window.await_text(FAILED);
    }),
    ("failing-approvals", |window| {
        window.go("Approvals");
        window.await_text(FAILED);
    }),
    ("failing-settings", |window| {
        window.go("Settings");
        window.await_text(FAILED);
    }),
];

/// How the answers begin that fail.
const FAILED: &str = "The disk does not answer";

/// From here on every answer fails but the list of skills, with a path in which no line breaks; until the page begins
/// anew.
pub fn fail_all(window: &Window) {
    // It begins where nothing is remembered: what was looked at last would have its answers.
    let forget = "Storage.prototype.setItem = () => {}; localStorage.removeItem('assay.kept'); window.old = true; location.reload();";
    window.run(forget, &[]);
    window.await_that("the page begins anew", "return window.old === undefined", &[]);
    window.await_role("option", "changelog");
    let failing = "const said = (words) => ({ text: words, template: '{words}', args: { words } });
         const path = `/srv/${'deeply-nested-folder/'.repeat(12)}SKILL.md`;
         window.fetch = () => Promise.resolve(new Response(
           JSON.stringify({ code: 'failed', message: said(`${arguments[0]}: ${path}.`), hint: said('Look again once it does.') }),
           { headers: { 'Tauri-Response': 'error', 'content-type': 'application/json' } }));";
    window.run(failing, &[json!(FAILED)]);
}
