//! What went wrong under a root, in words. Pixir skips all of it silently.

use std::path::Path;

use disk::{Cause, Fault, Kind};
use message::{Message, message};

use crate::Problem;
use crate::skill::FILE_NAME;

/// Names of one folder that are looked at to find a misspelt or nested `SKILL.md`.
const LOOKED_AT: usize = 200;

/// What there is to say about a file that is not UTF-8 from this line on.
pub(crate) fn not_utf8(path: &Path, line: u32) -> Problem {
    let why = message!(
        "{path} is not UTF-8 (line {line}). Calling it by name makes Pixir's turn fail; save the file as UTF-8.",
        path = path.display(),
        line
    );
    Problem::new(path, "not_utf8", why)
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
        _ => vec![problem_of(fault, &path, "unreadable", &unseen())],
    }
}

/// A fault as a problem: what is wrong, what follows, what to do.
pub(crate) fn problem_of(fault: &Fault, path: &Path, other: &'static str, follows: &Message) -> Problem {
    let shown = path.display();
    let (code, why) = match &fault.cause {
        Cause::Denied => (
            if other == "root_unreadable" { other } else { "denied" },
            message!(
                "{path} is not readable, {follows}. Check its permissions.",
                path = shown,
                follows => follows.clone()
            ),
        ),
        Cause::NotAFile("folder") => (
            "not_a_file",
            message!(
                "{path} is a folder, not a file, {follows}. Put a file in its place.",
                path = shown,
                follows => follows.clone()
            ),
        ),
        Cause::NotAFile(_) => (
            "not_a_file",
            message!(
                "{path} is a pipe, socket or device, not a file, {follows}. Put a file in its place.",
                path = shown,
                follows => follows.clone()
            ),
        ),
        Cause::TooLarge { size, limit } => (
            "too_large",
            message!(
                "{path} has {size} bytes, more than the {limit} Assay reads of such a file. Shorten it.",
                path = shown,
                size,
                limit
            ),
        ),
        Cause::Loop => (
            "link_loop",
            message!(
                "{path} is a link to itself, {follows}. Remove it.",
                path = shown,
                follows => follows.clone()
            ),
        ),
        Cause::Missing => (
            "dangling_link",
            message!(
                "{path} is a broken link, {follows}. Correct it.",
                path = shown,
                follows => follows.clone()
            ),
        ),
        _ => (other, message!("{fault}, {follows}.", fault => fault.message(), follows => follows.clone())),
    };
    Problem::new(path, code, why)
}

fn unseen() -> Message {
    message!("so Pixir does not see this skill")
}

fn broken_link(path: &Path) -> Problem {
    let follows = unseen();
    match disk::look(path) {
        Err(fault) => problem_of(&fault, path, "unreadable", &follows),
        Ok(_) => Problem::new(
            path,
            "unreadable",
            message!("{path} cannot be read, {follows}.", path = path.display(), follows => follows.clone()),
        ),
    }
}

/// A folder without a `SKILL.md` may hold one in another case, or one level too deep.
fn near_misses(dir: &Path) -> Vec<Problem> {
    let entries = match disk::list(dir) {
        Ok(entries) => entries,
        Err(Fault { cause: Cause::NotAFolder | Cause::Missing, .. }) => return Vec::new(),
        Err(fault) => {
            return vec![problem_of(&fault, dir, "unreadable", &message!("so its skills are not found"))];
        }
    };
    entries.iter().take(LOOKED_AT).filter_map(|entry| near_miss(&dir.join(&entry.name), entry)).collect()
}

fn near_miss(path: &Path, entry: &disk::Entry) -> Option<Problem> {
    let name = path.display();
    if entry.kind == Kind::Folder {
        let inner = path.join(FILE_NAME);
        disk::look_at_entry(&inner).ok()?;
        let why = message!(
            "{path} is nested one folder too deep, so Pixir does not see it. Move {folder} into the root.",
            path = inner.display(),
            folder = name
        );
        return Some(Problem::new(&inner, "nested_skill", why));
    }
    entry.name.eq_ignore_ascii_case(FILE_NAME).then(|| {
        let why = message!(
            "{path} is not spelled {wanted}, so Pixir does not see it. Rename the file.",
            path = name,
            wanted = FILE_NAME
        );
        Problem::new(path, "file_name_case", why)
    })
}
