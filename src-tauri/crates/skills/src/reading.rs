//! What went wrong under a root, in words. Pixir skips all of it silently.

use std::path::Path;

use disk::{Cause, Fault, Kind};

use crate::Problem;
use crate::skill::FILE_NAME;

/// Names of one folder that are looked at to find a misspelt or nested `SKILL.md`.
const LOOKED_AT: usize = 200;

/// What there is to say about a file that is not UTF-8 from this line on.
pub(crate) fn not_utf8(path: &Path, line: u32) -> Problem {
    let message = format!(
        "{} is not UTF-8 (line {line}). Calling it by name makes Pixir's turn fail; save the file as UTF-8.",
        path.display()
    );
    Problem::new(path, "not_utf8", message)
}

/// Why a folder of a root is no skill, when its owner may believe it is one.
pub(crate) fn problems_of_folder(dir: &Path, kind: Kind, fault: &Fault) -> Vec<Problem> {
    let path = dir.join(FILE_NAME);
    match (&fault.cause, kind) {
        (Cause::Missing | Cause::NotAFolder | Cause::Loop, Kind::Link) if disk::look(dir).is_err() => {
            vec![broken_link(dir)]
        }
        (Cause::Missing, _) if disk::look_at_entry(&path).is_ok() => vec![broken_link(&path)],
        (Cause::Missing, _) => near_misses(dir),
        (Cause::NotAFolder, _) => Vec::new(),
        (Cause::Loop, _) => vec![broken_link(&path)],
        _ => vec![problem_of(fault, &path, "unreadable", "so Pixir does not see this skill")],
    }
}

/// A fault as a problem: what is wrong, what follows, what to do.
pub(crate) fn problem_of(fault: &Fault, path: &Path, other: &'static str, follows: &str) -> Problem {
    let name = path.display();
    let (code, message) = match &fault.cause {
        Cause::Denied => (
            if other == "root_unreadable" { other } else { "denied" },
            format!("{name} is not readable, {follows}. Check its permissions."),
        ),
        Cause::NotAFile(what) => {
            ("not_a_file", format!("{name} is a {what}, not a file, {follows}. Put a file in its place."))
        }
        Cause::TooLarge { size, limit } => (
            "too_large",
            format!("{name} has {size} bytes, more than the {limit} Assay reads of such a file. Shorten it."),
        ),
        Cause::Loop => ("link_loop", format!("{name} is a link to itself, {follows}. Remove it.")),
        Cause::Missing => ("dangling_link", format!("{name} is a broken link, {follows}. Correct it.")),
        _ => (other, format!("{fault}, {follows}.")),
    };
    Problem::new(path, code, message)
}

fn broken_link(path: &Path) -> Problem {
    let follows = "so Pixir does not see this skill";
    match disk::look(path) {
        Err(fault) => problem_of(&fault, path, "unreadable", follows),
        Ok(_) => Problem::new(path, "unreadable", format!("{} cannot be read, {follows}.", path.display())),
    }
}

/// A folder without a `SKILL.md` may hold one in another case, or one level too deep.
fn near_misses(dir: &Path) -> Vec<Problem> {
    let entries = match disk::list(dir) {
        Ok(entries) => entries,
        Err(Fault { cause: Cause::NotAFolder | Cause::Missing, .. }) => return Vec::new(),
        Err(fault) => return vec![problem_of(&fault, dir, "unreadable", "so its skills are not found")],
    };
    entries.iter().take(LOOKED_AT).filter_map(|entry| near_miss(&dir.join(&entry.name), entry)).collect()
}

fn near_miss(path: &Path, entry: &disk::Entry) -> Option<Problem> {
    let name = path.display();
    if entry.kind == Kind::Folder {
        let inner = path.join(FILE_NAME);
        disk::look_at_entry(&inner).ok()?;
        let message = format!(
            "{} is nested one folder too deep, so Pixir does not see it. Move {name} into the root.",
            inner.display()
        );
        return Some(Problem::new(&inner, "nested_skill", message));
    }
    entry.name.eq_ignore_ascii_case(FILE_NAME).then(|| {
        let message =
            format!("{name} is not spelled {FILE_NAME}, so Pixir does not see it. Rename the file.");
        Problem::new(path, "file_name_case", message)
    })
}
