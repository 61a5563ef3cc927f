//! The demo workspace: its three skills, and its text, whose every step is run as it stands.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};
use skills::{Convention, Places, Trust, Visibility, rule, survey};

use crate::agents::{Agent, text as taken_in};
use crate::doors::program;

fn demo() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let workspace = tests::example::lay_out_demo(&folder.path().join("demo")).expect("it can be laid out");
    (folder, workspace)
}

/// A step of the text: a command, and lines of what it prints.
struct Step {
    command: String,
    printed: Vec<String>,
}

/// The blocks of `sh`, each with the block of `text` below it, if there is one before the next command.
fn steps(text: &str) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    for block in text.split("```").skip(1).step_by(2) {
        let (language, body) = block.split_once('\n').expect("a block has lines");
        let lines = body.lines().map(str::to_owned);
        match language {
            "sh" => steps.extend(lines.map(|command| Step { command, printed: Vec::new() })),
            "text" => steps.last_mut().expect("a command stands above").printed.extend(lines),
            _ => {}
        }
    }
    steps
}

/// The words of a command: quotes hold one together, and nothing else means anything.
fn words(command: &str) -> Vec<String> {
    engine::split(command).expect("quotes are closed")
}

fn run(workspace: &Path, home: &Path, command: &str) -> (Option<i32>, String) {
    let words = words(command);
    assert_eq!(words[0], "assay", "{command}");
    let mut assay = Command::new(program());
    assay.current_dir(workspace).args(&words[1..]).env("HOME", home).env("XDG_DATA_HOME", home.join("data"));
    assay.env_remove("PIXIR_HOME");
    let done = assay.output().expect("assay runs");
    (done.status.code(), String::from_utf8_lossy(&done.stdout).into_owned())
}

#[test]
fn s2_43_the_demo_has_exactly_three_skills_and_nothing_to_warn_of() {
    let (_folder, workspace) = demo();
    for convention in [Convention::Pipeline, Convention::Pixir, Convention::AgentSkills, Convention::Echo] {
        let places = Places { workspace: workspace.clone(), ..Places::default() };
        let ruling = rule(convention, &survey(&places), &Visibility::whole(Trust::Trusted));
        let name = convention.name();
        assert_eq!(ruling.listed_keys(), ["repo-survey", "safe-edit", "test-first-fix"], "{name}");
        assert_eq!(ruling.warnings, [], "{name}");
        assert_eq!(ruling.problems, [], "{name}");
    }
    assert!(workspace.join("skills/safe-edit/scripts/digests.sh").is_file());
    assert!(workspace.join("skills/repo-survey/references/what-to-note.md").is_file());
    let (code, checked) = run(&workspace, &workspace, "assay --json check");
    let checked: Value = serde_json::from_str(&checked).expect("one document");
    let findings: Vec<&Value> = checked["files"]
        .as_array()
        .into_iter()
        .flatten()
        .filter(|file| file["findings"] != Value::Array(Vec::new()))
        .collect();
    assert_eq!((code, findings.len()), (Some(0), 0), "{checked:#}");
}

#[test]
fn s2_44_every_step_of_the_text_prints_what_it_says() {
    let (folder, workspace) = demo();
    let home = folder.path().join("home");
    std::fs::create_dir(&home).unwrap();
    let text = std::fs::read_to_string(workspace.join("README.md")).expect("the text");
    let steps = steps(&text);
    assert!(steps.len() >= 9, "only {} steps were found", steps.len());
    for Step { command, printed } in &steps {
        let (code, out) = run(&workspace, &home, command);
        assert_eq!(code, Some(0), "{command}: {out}");
        for line in printed {
            assert!(out.contains(line.trim()), "{command} does not print {line:?}:\n{out}");
        }
    }
    let activates = |step: &Step| step.command.contains("--activation");
    assert!(steps.iter().any(activates), "the text leads through an activation");
    // The last step is an agent's: the server is started as the text says, in the project that was trusted above.
    let server =
        text.split("```json").nth(1).and_then(|rest| rest.split("```").next()).expect("a block of JSON");
    let server: Value = serde_json::from_str(server).expect("JSON");
    let server = &server["mcpServers"]["assay"];
    assert_eq!(server["command"], "assay");
    let arguments: Vec<&str> =
        server["args"].as_array().expect("arguments").iter().filter_map(Value::as_str).collect();
    let agent = Agent::started(&arguments, &workspace, &home, &home.join("data"));
    let named =
        text.split("with `").nth(1).and_then(|rest| rest.split('`').next()).expect("a skill is named");
    let taken = agent.call("activate_skill", &json!({ "name": named }));
    assert!(
        taken_in(&taken).starts_with(&format!("<skill_content name=\"{named}\"")),
        "{}",
        taken_in(&taken)
    );
    let (_, sessions) = run(&workspace, &home, "assay --json sessions");
    let sessions: Value = serde_json::from_str(&sessions).expect("one document");
    assert_eq!(sessions["sessions"][0]["skills"], json!([named]), "{sessions:#}");
}
