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
