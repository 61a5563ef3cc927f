//! The disk changes while somebody looks.

use std::fs;
use std::io::Write;
use std::time::Duration;

use serde_json::json;

use crate::driver::Window;
use crate::page::LONG_SESSION;

/// What a reader should wait at most for a new line, and what this test still lets pass on a busy machine.
const WANTED: Duration = Duration::from_millis(500);
const CEILING: Duration = Duration::from_secs(2);

/// Looks for a text at every frame, and notes when it is there.
const WATCH: &str = "
window.seenAt = null;
const look = () => {
  if (document.body.innerText.includes(arguments[0])) window.seenAt = Date.now();
  else requestAnimationFrame(look);
};
look();";

#[test]
fn a_line_that_is_appended_is_seen_at_once() {
    let window = Window::open();
    window.open_session("what is the oldest open issue");
    window.click_on("treeitem", "Turn 2");
    window.await_text("Left as it is.");
    let log = window.example.workspace.join(".pixir/sessions/20260829T070102-3c3c01.ndjson");
    let mut waits = Vec::new();
    for (turn, prompt) in ["and the newest one", "and the one before", "and the third"].iter().enumerate() {
        window.run(WATCH, &[json!(prompt)]);
        let line = format!(
            "{{\"data\":{{\"text\":\"{prompt}\"}},\"id\":\"00000000000000{turn:02}\",\"type\":\"user_message\",\
             \"seq\":{},\"session_id\":\"20260829T070102-3c3c01\",\"ts\":\"2026-08-29T07:05:0{turn}.000000Z\"}}\n",
            6 + turn
        );
        let written = now();
        let mut file = fs::OpenOptions::new().append(true).open(&log).expect("the log");
        file.write_all(line.as_bytes()).expect("one line");
        window.await_that(&format!("“{prompt}” is seen"), "return window.seenAt !== null", &[]);
        let wait = window.number("return window.seenAt", &[]) - written;
        waits.push(Duration::from_millis(wait.max(0.0) as u64));
    }
    waits.sort();
    println!("an appended line was seen after {waits:?}; wanted are {WANTED:?}");
    assert!(waits[1] <= CEILING, "seen only after {waits:?}");
}

/// The time as the page's `Date.now()` tells it.
fn now() -> f64 {
    let since = std::time::UNIX_EPOCH.elapsed().expect("the clock is past 1970");
    since.as_secs_f64() * 1000.0
}

#[test]
fn a_changed_skill_is_seen_in_list_drift_and_diff() {
    let window = Window::open();
    window.go("Drift");
    window.await_role("row", "repo-survey");
    let name = ".agents/skills/repo-survey/SKILL.md";
    let path = window.example.workspace.join(name);
    let text = fs::read_to_string(&path).expect("the skill");
    window.open_session(LONG_SESSION);
    window.click_on("treeitem", "Turn 1");
    window.click_on("button", "Compare with disk");
    window.await_text("Snapshot and file on disk are the same. Nothing to compare.");
    window.write(name, text.replace("# Survey", "# Survey\n\nAsk who is on call first.").as_bytes());
    window.await_no_text("Snapshot and file on disk are the same. Nothing to compare.");
    window.await_text("Ask who is on call first.");
    window.go("Drift");
    window.await_that(
        "the row of repo-survey says that the body changed",
        "return [...document.querySelectorAll('[role=row]')].some((row) =>
           row.innerText.includes('repo-survey') && row.innerText.includes('body changed'))",
        &[],
    );
    window.write(name, text.replace("description: Look around", "description: Survey").as_bytes());
    window.go("Skills");
    window.click_on("option", "repo-survey");
    window.await_text("Survey before the first change");
}

#[test]
fn a_workspace_that_goes_away_is_a_sentence() {
    let window = Window::open();
    window.go("Sessions");
    window.await_role("row", "survey the repo");
    fs::remove_dir_all(&window.example.workspace).expect("the workspace goes away");
    let place = window.example.workspace.to_string_lossy().into_owned();
    window.await_that(
        "a note names the folder",
        "return [...document.querySelectorAll('[role=alert],[role=note]')].some((note) =>
           note.innerText.includes(arguments[0]))",
        &[json!(place)],
    );
    // It goes on: the skills of the user are still there, and every section opens.
    window.go("Drift");
    window.go("Skills");
    window.await_role("option", "pdf-kit, user");
}
