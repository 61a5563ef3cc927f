//! Several windows at once, each on a workspace of its own, and what a second start of the program leads to.

use std::ffi::OsStr;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use serde_json::json;
use tests::example::Example;
use xtask::checkout;

use crate::bus::Bus;
use crate::closing::close;
use crate::deciding::{RUN, answered, asks_in, at_step, example_that_asks, find, is_gone, press_through};
use crate::driver::Window;

/// What the second workspace takes of the first: a skill with what it may be fed, and a session.
const SKILL: &str = ".agents/skills/release-notes";
const SESSION: &str = "20260829T070102-3c3c01";

/// A workspace beside the example's.
pub fn beside(example: &Example) -> PathBuf {
    let other = example.workspace.with_file_name("tools");
    for folder in [SKILL, ".git", ".pixir/sessions"] {
        fs::create_dir_all(other.join(folder)).expect("a folder");
    }
    let log = format!(".pixir/sessions/{SESSION}.ndjson");
    for name in [&format!("{SKILL}/SKILL.md"), &format!("{SKILL}/context-sources.yaml"), &log] {
        fs::copy(example.workspace.join(name), other.join(name)).expect("a copy");
    }
    fs::write(other.join("CHANGELOG.md"), "# Changes of the tools\n").expect("a file");
    other
}

/// A window on the example, a second workspace, and the bus on which a second start finds the first.
fn open() -> (Window, Bus, PathBuf) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let example = example_that_asks(folder.path());
    let other = beside(&example);
    let bus = Bus::start(folder.path());
    (Window::open_beside(Some(&bus.address), folder, example), bus, other)
}

/// Somebody starts the program once more; it hands its words over and ends.
pub fn start_again(window: &Window, bus: &Bus, words: impl AsRef<OsStr>) {
    let mut again = Command::new(checkout::program("assay-window"));
    again.arg(words).env("DISPLAY", window.display()).env("DBUS_SESSION_BUS_ADDRESS", &bus.address);
    again.env("HOME", &window.example.home).env_remove("WAYLAND_DISPLAY").stdin(Stdio::null());
    assert!(again.status().expect("the program starts").success(), "it hands its words over and ends");
}

#[test]
fn two_workspaces_stand_side_by_side_and_each_is_asked_about_in_its_own_window() {
    let (window, bus, other) = open();
    start_again(&window, &bus, &other);
    window.drive("main-2");
    window.await_role("option", "release-notes");
    for title in ["^example/workspace - Assay$", "^example/tools - Assay$"] {
        assert!(find(&window, title).is_some(), "no window is called {title}");
    }
    // The same folder again leads to the window that has it.
    start_again(&window, &bus, &other);
    assert_eq!(window.labels(), ["main", "main-2"]);
    window.drive("main");
    window.await_role("option", "changelog");
    for (workspace, label) in [(window.example.workspace.clone(), "approval"), (other, "approval-2")] {
        let asker = asks_in(&window, &workspace, "newest");
        at_step(&window, RUN);
        window.drive(label);
        assert_eq!(window.labels().len(), 3, "a person is asked once");
        press_through(&window, RUN, "Escape");
        assert_eq!(answered(asker).0, Some(1));
        assert!(is_gone(&window));
    }
    // A window that is closed takes nothing of the other with it.
    close(&window, "^example/workspace - Assay$");
    window.drive("main-2");
    window.await_role("option", "release-notes");
    assert_eq!(window.labels(), ["main-2"]);
    // The next one takes the place that is free.
    start_again(&window, &bus, &window.example.workspace);
    window.drive("main");
    window.await_role("option", "changelog");
}

#[test]
fn an_address_leads_to_the_window_that_knows_its_session() {
    let (window, bus, other) = open();
    start_again(&window, &bus, &other);
    window.drive("main-2");
    let key = window.run_and_wait(
        "const [text, done] = arguments;
         window.__TAURI_INTERNALS__.invoke('ask', { name: 'reference', body: JSON.stringify({ text }) })
           .then(({ key }) => done(key));",
        &[json!(SESSION)],
    );
    window.drive("main");
    window.go("Drift");
    start_again(&window, &bus, format!("assay://session/{}", key.as_str().expect("a key")));
    window.drive("main-2");
    window.await_role("tree", "Turns");
    window.drive("main");
    window.await_role("grid", "Recorded snapshots");
}

#[test]
fn a_bundle_that_is_opened_with_the_window_is_shown_and_is_no_workspace() {
    let (window, bus, _) = open();
    let bundle = window.example.home.join("evidence of a run.assay.zip");
    let mut assay = Command::new(checkout::program("assay"));
    assay.arg("--workspace").arg(&window.example.workspace).args(["bundle", SESSION, "--to"]).arg(&bundle);
    assay.env("HOME", &window.example.home).env_remove("PIXIR_HOME").env_remove("XDG_DATA_HOME");
    assert!(assay.output().expect("assay starts").status.success(), "a bundle is made");
    // As a file manager writes it.
    start_again(&window, &bus, format!("file://{}", bundle.display()).replace(' ', "%20"));
    window.await_role("dialog", "Evidence bundle");
    window.await_text("evidence of a run.assay.zip");
    assert_eq!(window.labels(), ["main"]);
}
