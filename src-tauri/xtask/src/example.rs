//! Lays the example out: the skills and sessions under `tests/fixtures/example`, as real folders; for people and for
//! pictures with those of other agents, which lie under `tests/fixtures/agents`.
//!
//! What git cannot keep is made here: a `.git` folder inside the workspace, links, and a folder where a file
//! belongs. Logs and leases name absolute paths; `{{EXAMPLE}}` stands for them in the fixture.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::checkout;

const PLACE: &str = "{{EXAMPLE}}";

/// The project of the other agents, which is the workspace where all of them worked in one.
const THEIRS: &str = "{{EXAMPLE}}/payments";

/// Folders that git does not keep: the first makes the workspace a repository to Pixir, the second is a
/// folder where a file belongs.
const FOLDERS: &[&str] = &["workspace/.git", "home/.pixir/skills/scratch/SKILL.md"];

/// Links and where they point, relative to their own folder.
const LINKS: &[(&str, &str)] = &[("home/.pixir/skills/handover", "../../.agents/skills/handover")];

/// Files that are programs.
const PROGRAMS: &[&str] = &[
    "workspace/.agents/skills/review/scripts/changed_files.sh",
    "home/.agents/skills/pdf/scripts/extract_text.py",
];

/// The example on disk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Example {
    /// The home folder, with skills of the user and of Pixir.
    pub home: PathBuf,
    /// The workspace, with skills and sessions.
    pub workspace: PathBuf,
}

/// Lays the demo out in `folder`, as [`lay_out`] does: a workspace of three skills with a text that leads through it.
///
/// # Errors
///
/// When the fixtures cannot be read or the folder cannot be written.
pub fn lay_out_demo(folder: &Path) -> io::Result<PathBuf> {
    copy_fixture(&fixture("demo"), folder)?;
    fs::create_dir_all(folder.join(".git"))?;
    // Pixir and others look there, the pipeline in `skills`; both shall find the same files.
    fs::create_dir_all(folder.join(".agents"))?;
    link_folder(Path::new("../skills"), &folder.join(".agents/skills"))?;
    make_program(&folder.join("skills/safe-edit/scripts/digests.sh"))?;
    Ok(folder.to_owned())
}

/// Lays a home out in `folder`, as [`lay_out`] does, in which Claude Code and Codex worked and Pixir never did.
///
/// # Errors
///
/// When the fixtures cannot be read or the folder cannot be written.
pub fn lay_out_agents(folder: &Path) -> io::Result<Example> {
    copy_fixture(&fixture("agents"), folder)?;
    let workspace = folder.join("payments");
    fs::create_dir_all(workspace.join(".git"))?;
    Ok(Example { home: folder.join("home"), workspace })
}

/// Lays the example out in `folder`, which must be absolute. Whatever an earlier call left there is replaced;
/// a folder that holds anything else is refused.
///
/// # Errors
///
/// When the folder is not absolute or holds something else, the fixtures cannot be read, or the folder cannot
/// be written.
pub fn lay_out(folder: &Path) -> io::Result<Example> {
    copy_fixture(&fixture("example"), folder)?;
    complete(folder)
}

/// Lays the example out as [`lay_out`] does, and into the same project the skills and sessions of Claude Code and Codex.
///
/// # Errors
///
/// As those of [`lay_out`].
pub fn lay_out_whole(folder: &Path) -> io::Result<Example> {
    copy_fixture(&fixture("example"), folder)?;
    let text = |path: &Path| json_text(&path.to_string_lossy());
    let places = [(THEIRS, text(&folder.join("workspace"))), (PLACE, text(folder))];
    copy_folder(&fixture("agents/home"), &folder.join("home"), &places)?;
    copy_folder(&fixture("agents/payments/.claude"), &folder.join("workspace/.claude"), &places)?;
    complete(folder)
}

fn fixture(name: &str) -> PathBuf {
    checkout::root().join("tests/fixtures").join(name)
}

/// Makes what git cannot keep.
fn complete(folder: &Path) -> io::Result<Example> {
    for folder in FOLDERS.iter().map(|name| folder.join(name)) {
        fs::create_dir_all(folder)?;
    }
    for (name, target) in LINKS {
        link_folder(Path::new(target), &folder.join(name))?;
    }
    for name in PROGRAMS {
        make_program(&folder.join(name))?;
    }
    commit(&folder.join("workspace"));
    // Not committed: what `git diff HEAD` shows.
    let mut changes = fs::OpenOptions::new().append(true).open(folder.join("workspace/CHANGELOG.md"))?;
    changes.write_all(b"- Fixed: a refund of zero is refused.\n")?;
    Ok(Example { home: folder.join("home"), workspace: folder.join("workspace") })
}

/// Copies a fixture into a folder that is empty, or holds what an earlier call left.
fn copy_fixture(source: &Path, folder: &Path) -> io::Result<()> {
    let mark = folder.join(".assay-example");
    if folder.is_dir() && folder.read_dir()?.next().is_some() {
        if !mark.is_file() {
            let words = format!("{} is not empty and is no example of Assay's", folder.display());
            return Err(io::Error::new(io::ErrorKind::AlreadyExists, words));
        }
        fs::remove_dir_all(folder)?;
    }
    fs::create_dir_all(folder)?;
    fs::write(mark, "cargo xtask example made this folder and replaces it.\n")?;
    copy_folder(source, folder, &[(PLACE, json_text(&folder.to_string_lossy()))])
}

/// Makes the workspace a repository with one commit. Without git it stays an empty one.
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
    let _ = git(&["init", "--quiet", "--initial-branch", "main"])
        && git(&["add", "--", ".", ":!.pixir"])
        && git(&["commit", "--quiet", "--message", "The payments service, 4.1"]);
}

fn copy_folder(from: &Path, to: &Path, places: &[(&str, String)]) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy_folder(&entry.path(), &target, places)?;
        } else {
            let content = fs::read(entry.path())?;
            let named = |content: Vec<u8>, (name, place): &(&str, String)| with_place(&content, name, place);
            fs::write(target, places.iter().fold(content, named))?;
        }
    }
    Ok(())
}

/// Bytes with every `name` replaced; a log may hold bytes that are no text.
fn with_place(content: &[u8], name: &str, place: &str) -> Vec<u8> {
    let mut out = Vec::with_capacity(content.len());
    let mut rest = content;
    while let Some(at) = rest.windows(name.len()).position(|window| window == name.as_bytes()) {
        out.extend_from_slice(&rest[..at]);
        out.extend_from_slice(place.as_bytes());
        rest = &rest[at + name.len()..];
    }
    out.extend_from_slice(rest);
    out
}

/// A path as it stands between the quotes of a JSON string.
fn json_text(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}

#[cfg(unix)]
fn link_folder(target: &Path, link: &Path) -> io::Result<()> {
    std::os::unix::fs::symlink(target, link)
}

#[cfg(windows)]
fn link_folder(target: &Path, link: &Path) -> io::Result<()> {
    std::os::windows::fs::symlink_dir(target, link)
}

#[cfg(unix)]
fn make_program(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(0o755))
}

#[cfg(windows)]
fn make_program(path: &Path) -> io::Result<()> {
    // Windows knows programs by their name.
    fs::metadata(path).map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_filled_in_and_other_bytes_kept() {
        assert_eq!(with_place(b"a{{EXAMPLE}}/b\0{{EXAMPLE}}", PLACE, "/x"), b"a/x/b\0/x");
        assert_eq!(with_place(b"\xff{{EXAMPL", PLACE, "/x"), b"\xff{{EXAMPL");
        assert_eq!(json_text(r#"C:\a"b"#), r#"C:\\a\"b"#);
    }

    #[test]
    fn the_example_is_laid_out_twice_but_never_over_something_else() {
        let folder = std::env::temp_dir().join(format!("assay-example-{}", std::process::id()));
        fs::remove_dir_all(&folder).ok();
        let example = lay_out(&folder).expect("first time");
        assert!(example.workspace.join(".git").is_dir());
        assert!(example.home.join(".pixir/skills/handover/SKILL.md").is_file());
        let extra = example.workspace.join("extra");
        fs::write(&extra, "").expect("a file of one's own");
        lay_out(&folder).expect("second time");
        assert!(!extra.exists());
        fs::remove_file(folder.join(".assay-example")).expect("the mark");
        assert!(lay_out(&folder).is_err());
        fs::remove_dir_all(&folder).expect("what this test made");
    }
}
