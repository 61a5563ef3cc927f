//! A request from outside, decided in the window that decides, with real keys.
//!
//! That window has a page and a capability of its own, so the driver of the main page cannot reach it, which
//! is the point; xdotool presses keys as a keyboard does.

use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tests::example::{self, Example};
use xtask::checkout;

use crate::driver::{PATIENCE, Window};

/// The titles of the two steps.
pub const RUN: &str = "Assay: run or deny";
pub const SEND: &str = "Assay: send or discard";
pub const LOOSEN: &str = "Assay: allow more or leave it";
/// How often a key is pressed that may come too early: before the page is drawn, or while keys are off.
const BEAT: Duration = Duration::from_millis(300);

pub fn open() -> Window {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let example = example_that_asks(folder.path());
    Window::open_on(folder, example)
}

/// The example in mode ask.
pub fn example_that_asks(folder: &Path) -> Example {
    let example = example::lay_out(&folder.join("example")).expect("the example is laid out");
    fs::create_dir_all(example.home.join(".pixir")).expect("a folder");
    fs::write(example.home.join(".pixir/config.json"), r#"{"permission_default":"ask"}"#).expect("a mode");
    example
}

/// Somebody at a terminal who asks and waits.
pub fn asks(window: &Window, source: &str) -> Child {
    asks_in(window, &window.example.workspace, source)
}

/// The same in another workspace.
pub fn asks_in(window: &Window, workspace: &Path, source: &str) -> Child {
    let mut assay = Command::new(checkout::program("assay"));
    assay.arg("--workspace").arg(workspace).args(["hydrate", "release-notes", source]);
    assay.env("HOME", &window.example.home).env_remove("PIXIR_HOME").env_remove("XDG_DATA_HOME");
    assay.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    assay.spawn().expect("assay starts")
}

/// What it got: its exit code, its output, its words.
pub fn answered(mut asker: Child) -> (Option<i32>, String, String) {
    let begun = Instant::now();
    while asker.try_wait().expect("a process").is_none() {
        assert!(begun.elapsed() < PATIENCE, "the asker still waits");
        std::thread::sleep(Duration::from_millis(30));
    }
    let (mut out, mut words) = (String::new(), String::new());
    asker.stdout.take().expect("its output").read_to_string(&mut out).expect("text");
    asker.stderr.take().expect("its words").read_to_string(&mut words).expect("text");
    (asker.wait().expect("its end").code(), out, words)
}

/// What xdotool says on the window's display; nothing when it failed.
pub fn xdotool(window: &Window, words: &[&str]) -> Option<String> {
    let done =
        Command::new("xdotool").args(words).env("DISPLAY", window.display()).output().expect("xdotool");
    done.status.success().then(|| String::from_utf8_lossy(&done.stdout).trim().to_owned())
}

pub fn find(window: &Window, title: &str) -> Option<String> {
    let found = xdotool(window, &["search", "--onlyvisible", "--name", title])?;
    found.lines().next().map(str::to_owned)
}

/// Whether keys go to that window of the display from now on.
pub fn focus_on(window: &Window, id: &str) -> bool {
    xdotool(window, &["windowfocus", "--sync", id]).is_some()
}

/// The window that decides, once it stands at this step.
pub fn at_step(window: &Window, title: &str) -> String {
    let begun = Instant::now();
    loop {
        if let Some(found) = find(window, title) {
            return found;
        }
        assert!(begun.elapsed() < PATIENCE, "never at the step “{title}”");
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// Presses a key until the step is left. A key that comes too early does nothing.
pub fn press_through(window: &Window, title: &str, key: &str) {
    let begun = Instant::now();
    at_step(window, title);
    while let Some(id) = find(window, title) {
        assert!(begun.elapsed() < PATIENCE, "{key} does not lead on from “{title}”");
        std::thread::sleep(BEAT);
        if focus_on(window, &id) && find(window, title).is_some() {
            xdotool(window, &["key", key]).expect("a key is pressed");
        }
        std::thread::sleep(BEAT);
    }
}

pub fn is_gone(window: &Window) -> bool {
    let begun = Instant::now();
    while find(window, "Assay: (run|send|allow)").is_some() {
        if begun.elapsed() > PATIENCE {
            return false;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    true
}

#[test]
fn a_looser_mode_is_decided_where_the_page_cannot_answer() {
    let window = open();
    let in_force = |mode: &str| {
        let script = "const on = document.querySelector('[aria-label=\"Permission mode\"] [role=radio][aria-checked=true]');
            return on?.textContent === arguments[0];";
        window.await_that(&format!("mode {mode}"), script, &[json!(mode)]);
    };
    in_force("ask");
    for (key, then) in [("Escape", "ask"), ("Return", "ask"), ("a", "auto")] {
        window.click_on("radio", "auto");
        press_through(&window, LOOSEN, key);
        assert!(is_gone(&window), "after {key}");
        in_force(then);
    }
    // What tightens asks nothing.
    window.click_on("radio", "read-only");
    in_force("read-only");
}

#[test]
fn run_look_and_send() {
    let window = open();
    let asker = asks(&window, "newest");
    press_through(&window, RUN, "r");
    press_through(&window, SEND, "s");
    let (code, out, words) = answered(asker);
    assert_eq!(code, Some(0), "{words}");
    assert!(out.starts_with("# Changelog"), "{out}");
    assert!(is_gone(&window));
    window.go("Approvals");
    window.await_that(
        "the decision is listed",
        "return document.body.innerText.includes('head -n 40 CHANGELOG.md')",
        &[],
    );
}

#[test]
fn an_agent_gets_what_a_person_released_and_its_session_shows_it() {
    let window = open();
    let mut agent = Command::new("node");
    agent.arg(checkout::root().join("tests/window/agent.mjs")).arg(checkout::program("assay"));
    agent.arg("mcp").arg("--workspace").arg(&window.example.workspace);
    agent.env("HOME", &window.example.home).env_remove("PIXIR_HOME").env_remove("XDG_DATA_HOME");
    agent.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let agent = agent.spawn().expect("node starts");
    press_through(&window, RUN, "r");
    press_through(&window, SEND, "s");
    let (code, out, words) = answered(agent);
    assert_eq!(code, Some(0), "{words}");
    let told: Value = serde_json::from_str(&out).expect("one document");
    let text = told["hydrated"]["content"][0]["text"].as_str().unwrap_or_default();
    assert!(text.starts_with("# Changelog"), "{told:#}");
    window.go("Sessions");
    window.open_row("row", "MCP");
    window.await_that(
        "the release stands in the session",
        "return document.body.innerText.includes('newest') && document.body.innerText.includes('released')",
        &[],
    );
}

#[test]
fn a_no_takes_a_note_along() {
    let window = open();
    let asker = asks(&window, "newest");
    let id = at_step(&window, RUN);
    // A letter that comes too early does nothing, and one too many would be part of the note.
    window.settle();
    xdotool(&window, &["windowfocus", "--sync", &id]).expect("the window takes the focus");
    xdotool(&window, &["key", "n"]).expect("a key is pressed");
    xdotool(&window, &["type", "--delay", "40", "after the release"]).expect("a note is typed");
    press_through(&window, RUN, "Escape");
    let (code, out, words) = answered(asker);
    assert_eq!((code, out.as_str()), (Some(1), ""));
    assert!(words.contains("after the release"), "{words}");
}

#[test]
fn a_flood_is_cut_and_the_window_goes_on() {
    let window = open();
    window.write(
        ".agents/skills/release-notes/context-sources.yaml",
        b"context-sources:\n  - id: flood\n    title: Without end\n    run: [yes]\n    max_bytes: 20000\n",
    );
    let asker = asks(&window, "flood");
    press_through(&window, RUN, "r");
    at_step(&window, SEND);
    window.go("Skills");
    press_through(&window, SEND, "s");
    let (code, out, words) = answered(asker);
    assert_eq!(code, Some(0), "{words}");
    assert!(out.len() <= 20_000 && out.starts_with("y\ny\n"), "{} bytes", out.len());
}

#[test]
fn escape_says_no() {
    let window = open();
    let asker = asks(&window, "newest");
    press_through(&window, RUN, "Escape");
    let (code, out, words) = answered(asker);
    assert_eq!((code, out.as_str()), (Some(1), ""));
    assert!(words.contains("denied"), "{words}");
    assert!(is_gone(&window));
}

#[test]
fn likely_secrets_are_taken_out() {
    let window = open();
    let asker = asks(&window, "settings");
    press_through(&window, RUN, "r");
    press_through(&window, SEND, "r");
    let (code, out, words) = answered(asker);
    assert_eq!(code, Some(0), "{words}");
    assert!(out.contains("[redacted by user]") && !out.contains("kT7-qz4-Wd9m"), "{out}");
}

#[test]
fn a_skill_that_changes_meanwhile_ends_the_question() {
    let window = open();
    let asker = asks(&window, "newest");
    at_step(&window, RUN);
    window.write(
        ".agents/skills/release-notes/SKILL.md",
        b"---\nname: release-notes\ndescription: x\n---\nNew.\n",
    );
    let (code, out, words) = answered(asker);
    assert_eq!((code, out.as_str()), (Some(1), ""));
    assert!(words.contains("SKILL.md changed"), "{words}");
    assert!(is_gone(&window));
}

#[test]
fn the_main_page_cannot_decide() {
    let window = open();
    let asker = asks(&window, "newest");
    at_step(&window, RUN);
    for (command, name) in [
        ("approve", "decide"),
        ("approve", "approval"),
        ("ask", "decide"),
        ("ask", "approval"),
        // Nor may it ask what is for scripts, who may name paths.
        ("ask", "doctor_report"),
    ] {
        let said = window.run_and_wait(
            "const [command, name, done] = arguments;
             window.__TAURI_INTERNALS__.invoke(command, { name, body: '{}' })
               .then(() => done('answered'), (refused) => done('refused ' + JSON.stringify(refused)));",
            &[json!(command), json!(name)],
        );
        assert!(said.as_str().is_some_and(|said| said.starts_with("refused")), "{command} {name}: {said}");
    }
    drop(window);
    let (code, out, words) = answered(asker);
    assert_eq!((code, out.as_str()), (Some(1), ""), "{words}");
    assert!(words.contains("closed before it answered"), "{words}");
}
