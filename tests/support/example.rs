//! The example as tests want it: with a commit, and a change that is not in it, where git is there.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

pub use example::{Example, Trouble, lay_out_agents, lay_out_demo};

/// Lays the example out as [`example::lay_out`] does.
///
/// # Errors
///
/// As those of [`example::lay_out`].
pub fn lay_out(folder: &Path) -> Result<Example, Trouble> {
    example::lay_out(folder).map(committed)
}

/// Lays the example out as [`example::lay_out_whole`] does.
///
/// # Errors
///
/// As those of [`example::lay_out_whole`].
pub fn lay_out_whole(folder: &Path) -> Result<Example, Trouble> {
    example::lay_out_whole(folder).map(committed)
}

/// What `git diff HEAD` shows is a line of the changelog.
fn committed(example: Example) -> Example {
    commit(&example.workspace);
    let changelog = example.workspace.join("CHANGELOG.md");
    let mut changes =
        fs::OpenOptions::new().append(true).open(changelog).expect("the example has a changelog");
    changes.write_all(b"- Fixed: a refund of zero is refused.\n").expect("a line more");
    example
}

/// Without git the repository stays an empty one.
fn commit(workspace: &Path) {
    let git = |words: &[&str]| {
        let mut git = Command::new("git");
        git.current_dir(workspace).args(words).stdout(Stdio::null()).stderr(Stdio::null());
        for (name, value) in
            [("NAME", "Example"), ("EMAIL", "example@example.invalid"), ("DATE", "2026-11-20T12:00:00Z")]
        {
            git.env(format!("GIT_AUTHOR_{name}"), value).env(format!("GIT_COMMITTER_{name}"), value);
        }
        // Neither the settings nor the signing key of whoever runs this.
        git.env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_NOSYSTEM", "1");
        git.status().is_ok_and(|status| status.success())
    };
    let _ = git(&["add", "--", ".", ":!.pixir"])
        && git(&["commit", "--quiet", "--message", "The payments service, 4.1"]);
}
