//! The example: skills and sessions of Pixir, Claude Code and Codex, as they lie under `tests/fixtures`, held in the
//! program and laid out as real folders. With it whoever has a package sees what a checkout shows.
//!
//! What the fixtures cannot keep is made here: an empty repository, links, and a folder where a file belongs. Logs and
//! leases name absolute paths; `{{EXAMPLE}}` stands for them in the fixtures. Nothing is started: without a commit
//! `git diff HEAD` has nothing to compare with.

use std::path::{Path, PathBuf};

use disk::{Fault, Folder};

/// Every file by its path below `tests/fixtures`.
const FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// Says that a folder is this crate's to replace.
const MARK: &str = ".assay-example";

const PLACE: &str = "{{EXAMPLE}}";

/// The project of the other agents, which is the workspace where all of them worked in one.
const THEIRS: &str = "{{EXAMPLE}}/payments";

/// Links and where they point, relative to their own folder.
const LINKS: &[(&str, &str)] = &[("home/.pixir/skills/handover", "../../.agents/skills/handover")];

/// A folder where a file belongs.
const NO_FILE: &str = "home/.pixir/skills/scratch/SKILL.md";

/// Files that are programs.
const PROGRAMS: &[&str] = &[
    "workspace/.agents/skills/review/scripts/changed_files.sh",
    "home/.agents/skills/pdf/scripts/extract_text.py",
    "skills/safe-edit/scripts/digests.sh",
];

/// The example on disk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Example {
    /// The home folder, with skills of the user and of Pixir.
    pub home: PathBuf,
    /// The workspace, with skills and sessions.
    pub workspace: PathBuf,
}

impl Example {
    fn in_folder(folder: &Path, workspace: &str) -> Self {
        Self { home: folder.join("home"), workspace: folder.join(workspace) }
    }
}

/// Why it was not laid out.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Trouble {
    /// Paths of the example are absolute, and this is none to make them of.
    #[error("{} is not absolute; name the folder in whole", .0.display())]
    NotAbsolute(PathBuf),
    /// Something else lies there, and stays.
    #[error("{} holds something else; name a folder that is empty or not there yet", .0.display())]
    Occupied(PathBuf),
    /// The disk refused.
    #[error(transparent)]
    Disk(#[from] Fault),
}

/// Lays out Pixir's part in `folder`, an absolute path. What an earlier call left there is replaced; a folder that
/// holds anything else is refused.
///
/// # Errors
///
/// When the folder is not absolute, holds something else, or cannot be written.
pub fn lay_out(folder: &Path) -> Result<Example, Trouble> {
    let (laid, text) = (begin(folder)?, json_text(folder));
    copy(&laid, "example", "", &[(PLACE, &text)])?;
    complete(&laid)?;
    Ok(Example::in_folder(folder, "workspace"))
}

/// Lays out as [`lay_out`] does, and into the same project the skills and sessions of Claude Code and Codex.
///
/// # Errors
///
/// As those of [`lay_out`].
pub fn lay_out_whole(folder: &Path) -> Result<Example, Trouble> {
    let (laid, text, workspace) = (begin(folder)?, json_text(folder), json_text(&folder.join("workspace")));
    let places = [(THEIRS, workspace.as_str()), (PLACE, &text)];
    copy(&laid, "example", "", &places)?;
    copy(&laid, "agents/home", "home", &places)?;
    copy(&laid, "agents/payments/.claude", "workspace/.claude", &places)?;
    complete(&laid)?;
    Ok(Example::in_folder(folder, "workspace"))
}

/// Lays out as [`lay_out_whole`] does, and nothing runs in it before a person was asked: what somebody tries Assay on.
/// Git around it, and a search for workspaces, leave it out: it is nobody's work.
///
/// # Errors
///
/// As those of [`lay_out`].
pub fn lay_out_to_try(folder: &Path) -> Result<Example, Trouble> {
    let example = lay_out_whole(folder)?;
    let laid = Folder::open(folder)?;
    laid.lay_file(Path::new("home/.pixir/config.json"), b"{\"permission_default\":\"ask\"}\n", 0o644)?;
    laid.lay_file(Path::new(".gitignore"), b"*\n", 0o644)?;
    Ok(example)
}

/// Lays out, as [`lay_out`] does, a home in which Claude Code and Codex worked and Pixir never did.
///
/// # Errors
///
/// As those of [`lay_out`].
pub fn lay_out_agents(folder: &Path) -> Result<Example, Trouble> {
    let laid = begin(folder)?;
    copy(&laid, "agents", "", &[(PLACE, &json_text(folder))])?;
    repository(&laid, "payments/.git")?;
    Ok(Example::in_folder(folder, "payments"))
}

/// Lays out, as [`lay_out`] does, a workspace of three skills with a text that leads through it.
///
/// # Errors
///
/// As those of [`lay_out`].
pub fn lay_out_demo(folder: &Path) -> Result<PathBuf, Trouble> {
    let laid = begin(folder)?;
    copy(&laid, "demo", "", &[])?;
    repository(&laid, ".git")?;
    // Pixir and others look there, the pipeline in `skills`; both shall find the same files.
    link(&laid, ".agents/skills", "../skills")?;
    Ok(folder.to_owned())
}

/// A folder that is empty but for the mark. The mark of an earlier one stays while the rest goes, so that whoever is
/// stopped on the way is let in again.
fn begin(folder: &Path) -> Result<Folder, Trouble> {
    if !folder.is_absolute() {
        return Err(Trouble::NotAbsolute(folder.to_owned()));
    }
    let entries = match disk::list(folder) {
        Ok(entries) => entries,
        Err(fault) if fault.cause == disk::Cause::Missing => Vec::new(),
        Err(fault) => return Err(fault.into()),
    };
    if entries.is_empty() {
        disk::make_folder(folder)?;
        let laid = Folder::open(folder)?;
        laid.lay_file(Path::new(MARK), b"`assay example` made this folder and replaces it.\n", 0o644)?;
        return Ok(laid);
    }
    let is_own = disk::look(&folder.join(MARK)).is_ok_and(|look| look.kind == disk::Kind::File);
    if !is_own {
        return Err(Trouble::Occupied(folder.to_owned()));
    }
    for entry in entries.iter().filter(|entry| entry.name != MARK) {
        disk::clear(&folder.join(&entry.name))?;
    }
    Ok(Folder::open(folder)?)
}

/// Copies what lies below a folder of the fixtures into a folder of the example.
fn copy(laid: &Folder, from: &str, to: &str, places: &[(&str, &str)]) -> Result<(), Fault> {
    for (path, bytes) in FILES {
        let Some(rel) = path.strip_prefix(from).and_then(|rest| rest.strip_prefix('/')) else { continue };
        let target = Path::new(to).join(rel);
        let is_program = PROGRAMS.iter().any(|program| target == Path::new(program));
        let named = |bytes: Vec<u8>, (name, place): &(&str, &str)| with_place(&bytes, name, place);
        let bytes = places.iter().fold(bytes.to_vec(), named);
        laid.lay_file(&target, &bytes, if is_program { 0o755 } else { 0o644 })?;
    }
    Ok(())
}

/// Makes what the fixtures cannot keep.
fn complete(laid: &Folder) -> Result<(), Fault> {
    repository(laid, "workspace/.git")?;
    laid.lay_folder(Path::new(NO_FILE))?;
    LINKS.iter().try_for_each(|(name, target)| link(laid, name, target))
}

/// An empty repository: without one git would go on to a repository around the example.
fn repository(laid: &Folder, name: &str) -> Result<(), Fault> {
    let place = Path::new(name);
    for folder in ["objects", "refs"] {
        laid.lay_folder(&place.join(folder))?;
    }
    laid.lay_file(&place.join("HEAD"), b"ref: refs/heads/main\n", 0o644)?;
    laid.lay_file(&place.join("config"), b"[core]\n\trepositoryformatversion = 0\n\tbare = false\n", 0o644)
}

/// Links are laid out on Unix alone; elsewhere the skill they lead to is missing in that place.
fn link(laid: &Folder, name: &str, target: &str) -> Result<(), Fault> {
    if cfg!(unix) { laid.lay_link(Path::new(name), Path::new(target)) } else { Ok(()) }
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
fn json_text(path: &Path) -> String {
    path.to_string_lossy().replace('\\', "\\\\").replace('"', "\\\"")
}

#[cfg(test)]
mod tests;
