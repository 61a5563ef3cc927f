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

/// Somebody starts the program once more, on the home that the window shows.
pub fn start_again(window: &Window, bus: &Bus, words: impl AsRef<OsStr>) {
    start_with(window, bus, &["--home".as_ref(), window.example.home.as_os_str(), words.as_ref()]);
}

/// Somebody starts the program once more, at home; it hands its words over and ends.
pub fn start_with(window: &Window, bus: &Bus, words: &[&OsStr]) {
    let home = window.own_home();
    let mut again = Command::new(checkout::program("assay-window"));
    again.args(words).env("DISPLAY", window.display()).env("DBUS_SESSION_BUS_ADDRESS", &bus.address);
    again.env("HOME", &home).current_dir(&home).env_remove("WAYLAND_DISPLAY").stdin(Stdio::null());
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
fn a_start_without_a_home_opens_a_window_on_the_persons_own_and_none_of_another() {
    let (window, bus, other) = open();
    start_with(&window, &bus, &[]);
    window.drive("main-2");
    // Nobody has worked there yet.
    window.await_text("Open a workspace folder");
    start_with(&window, &bus, &[other.as_os_str()]);
    window.drive("main-3");
    window.await_role("option", "release-notes");
    window.await_no_text("pdf-kit");
    window.drive("main");
    window.await_role("option", "pdf-kit");
    // What is open already is brought to the front.
    start_with(&window, &bus, &[]);
    start_with(&window, &bus, &[other.as_os_str()]);
    assert_eq!(window.labels(), ["main", "main-2", "main-3"]);
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
    // Whoever follows it names no home.
    let address = format!("assay://session/{}", key.as_str().expect("a key"));
    start_with(&window, &bus, &[address.as_ref()]);
    window.drive("main-2");
    window.await_role("tree", "Turns");
    window.drive("main");
    window.await_role("grid", "Recorded snapshots");
    assert_eq!(window.labels(), ["main", "main-2"]);
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
