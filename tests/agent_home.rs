//! The home that has only Claude Code and Codex, as the program sees it.

use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::doors::program;

/// Runs `assay` as the user of a home, with a data directory of its own.
fn assay(home: &Path, data: &Path, words: &[&str]) -> Value {
    let mut assay = Command::new(program());
    assay.current_dir(data).args(words).stdin(Stdio::null());
    assay.env_clear().env("HOME", home).env("XDG_DATA_HOME", data).env("XDG_CONFIG_HOME", data);
    let done = assay.output().expect("assay runs");
    let error = String::from_utf8_lossy(&done.stderr);
    serde_json::from_slice(&done.stdout).unwrap_or_else(|_| panic!("{words:?}: {error}"))
}

#[test]
fn sessions_everywhere_lists_every_session_of_the_laid_out_home() {
    let (folder, data) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let laid = xtask::home::lay_out(folder.path()).expect("the home is laid out");
    let answer = assay(&laid.home, data.path(), &["sessions", "--everywhere", "--json"]);
    let rows = answer["sessions"].as_array().expect("a list of sessions");
    let mut listed: Vec<&str> = rows.iter().map(|row| row["id"].as_str().unwrap()).collect();
    listed.sort_unstable();
    assert_eq!(listed, laid.sessions);
    for row in rows {
        assert_eq!(row["unread"], 0, "{}", row["id"]);
    }
}

#[test]
fn a_plugins_skill_of_another_version_is_compared_with_the_one_that_is_loaded() {
    let (folder, data) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let laid = xtask::home::lay_out(folder.path()).expect("the home is laid out");
    let project = laid.project.to_str().expect("the path is UTF-8");
    let states = || -> Vec<(String, String)> {
        let answer = assay(&laid.home, data.path(), &["--workspace", project, "drift", "--json"]);
        let rows = answer["rows"].as_array().expect("rows").iter();
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let rows = rows.map(|row| (text(&row["name"]), text(&row["state"])));
        rows.filter(|(skill, _)| skill.starts_with("planner:")).collect()
    };
    let of = |skill: &str, state: &str| (format!("planner:{skill}"), state.to_owned());
    let cache = laid.home.join(".claude/plugins/cache/workbench/planner");
    let mut versions: Vec<_> =
        std::fs::read_dir(&cache).unwrap().map(|entry| entry.unwrap().path()).collect();
    versions.sort();
    let updated = || {
        let mut updated = states();
        updated.sort();
        updated
    };
    let expected = [of("estimate", "in_another_version"), of("split-work", "body_changed")];
    assert_eq!(updated(), expected, "the recorded version is in the cache and not loaded");
    std::fs::remove_dir_all(&versions[0]).unwrap();
    assert_eq!(updated(), expected, "the recorded version is gone");
    std::fs::remove_dir_all(&cache).unwrap();
    assert!(states().iter().all(|(_, state)| state == "deleted"), "{:?}", states());
}

#[test]
fn usage_of_one_agent_is_that_of_its_own_skills_and_sessions() {
    let (folder, data) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let laid = xtask::home::lay_out(folder.path()).expect("the home is laid out");
    let project = laid.project.to_str().expect("the path is UTF-8");
    let usage = |words: &[&str]| {
        let words: Vec<&str> = ["--workspace", project].into_iter().chain(words.iter().copied()).collect();
        assay(&laid.home, data.path(), &[&words[..], &["usage", "--json"]].concat())["skills"].clone()
    };
    let sum = |rows: &Value| -> u64 {
        rows.as_array().unwrap().iter().map(|row| row["counts"]["activations"].as_u64().unwrap()).sum()
    };
    let (all, claude, codex) =
        (usage(&[]), usage(&["--convention", "claude-code"]), usage(&["--convention", "codex"]));
    assert!(sum(&claude) > 0 && sum(&codex) > 0);
    assert_eq!(sum(&all), sum(&claude) + sum(&codex));
    for row in claude.as_array().unwrap() {
        let agents = row["agents"].as_array().unwrap();
        assert!(agents.iter().all(|agent| agent["name"] == "claude-code"), "{row}");
    }
}

#[test]
fn commands_without_an_agent_are_about_the_one_that_is_used_here() {
    let (folder, data) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let laid = xtask::home::lay_out(folder.path()).expect("the home is laid out");
    let project = laid.project.to_str().expect("the path is UTF-8");
    let run_as = |agent: &str, words: &[&str]| {
        let mut assay = Command::new(program());
        assay.current_dir(data.path()).args(["--workspace", project]).args(words).stdin(Stdio::null());
        assay.env_clear().env("HOME", &laid.home).env("XDG_DATA_HOME", data.path());
        let done = assay.env("XDG_CONFIG_HOME", data.path()).env("ASSAY_AGENT", agent).output();
        let done = done.expect("assay runs");
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (done.status.code(), text(&done.stdout), text(&done.stderr))
    };
    let run = |words: &[&str]| run_as("", words);
    // All files were written at once, so what the sessions recorded decides, as in the list.
    let listed = assay(&laid.home, data.path(), &["sessions", "--everywhere", "--json"]);
    assert_eq!(listed["sessions"][0]["source"]["name"], "codex", "{listed:#}");
    let (_, skills, said) = run(&["skills"]);
    let (_, named, quiet) = run(&["skills", "--agent", "codex"]);
    assert!(said.starts_with("agent: Codex (its session is the newest here;"), "{said}");
    assert_eq!((skills, quiet.as_str()), (named, ""));
    assert_eq!(run(&["skills", "--convention", "claude-code"]), run(&["skills", "--agent", "claude-code"]));
    assert_eq!(run_as("claude-code", &["skills"]), run(&["skills", "--agent", "claude-code"]));
    assert_eq!(run(&["skill", "changelog"]).0, Some(0));
    assert_eq!(run(&["skill", "house-style"]).0, Some(3));
    let as_claude = |words: &[&str]| run_as("claude-code", words);
    assert_eq!(as_claude(&["skill", "house-style"]).0, Some(0));
    assert_eq!(run(&["export", "--skills", "changelog", "--to", "one.zip"]).0, Some(0));
    assert!(as_claude(&["hide", "commit-message", "--dry-run"]).1.contains(".claude/skills/commit-message"));
    assert!(run(&["hide", "changelog", "--dry-run"]).1.contains("changelog/agents/openai.yaml"));
    // Every agent stands in the answers that compare them, or count for all.
    assert!(run(&["who-wins", "house-style"]).1.contains("OpenCode"));
    assert!(run(&["usage"]).1.contains("changelog") && run(&["usage"]).1.contains("house-style"));
    let (code, _, said) = run(&["check", "--agent", "pi"]);
    assert_eq!(code, Some(0), "{said}");
    let (code, _, said) = run(&["check", "--agent", "pipeline"]);
    assert!(code == Some(3) && said.contains("reads no skills here"), "{said}");
    assert_eq!(run(&["sessions", "--convention", "codex"]).0, Some(2));
}

#[test]
fn every_list_says_that_a_skill_is_disabled_and_where() {
    let (folder, data) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let laid = xtask::home::lay_out(folder.path()).expect("the home is laid out");
    let config = "model = \"m\"\n\n[[skills.config]]\nname = \"changelog\"\nenabled = false\n";
    std::fs::write(laid.home.join(".codex/config.toml"), config).unwrap();
    let project = laid.project.to_str().expect("the path is UTF-8");
    let ask = |words: &[&str]| assay(&laid.home, data.path(), &[&["--workspace", project], words].concat());
    let skills = ask(&["skills", "--agent", "codex", "--json"]);
    let all = ["skills", "shadowed"].into_iter().flat_map(|list| skills[list].as_array().unwrap());
    let row = all.into_iter().find(|row| row["name"] == "changelog").expect("it is listed as disabled");
    assert_eq!((&row["state"], &row["listing"]), (&"off".into(), &"not".into()));
    let why = "disabled in ~/.codex/config.toml, line 4";
    assert_eq!(row["why"], why);
    let wins = ask(&["who-wins", "changelog", "--json"]);
    let cell = &wins["rows"][0]["cells"]["codex"];
    assert_eq!((&cell["verdict"], &cell["files"][0]["why"]), (&"off".into(), &why.into()), "{wins}");
    let catalog = ask(&["catalog", "--agent", "codex", "--json"]);
    assert!(!catalog["text"].as_str().unwrap().contains("changelog"), "{catalog}");
}
