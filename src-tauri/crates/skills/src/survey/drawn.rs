//! Small trees, and what plans do to them, drawn at random: for laws that hold a short way against the plain one.

use std::path::{Path, PathBuf};

use disk::{Imprint, Matter, Part};
use message::Message;
use proptest::prelude::*;

use super::SURVEYED;
use crate::manage::{Act, Plan, Source, Step, settled};
use crate::{Convention, Places};

/// Where skills are looked for here; the last two lie in the first.
pub(crate) const ROOTS: [&str; 5] = [
    "ws/.agents/skills",
    "home/.claude/skills",
    "home/.pixir/skills",
    "ws/.agents/skills/a",
    "ws/.agents/skills/b/a",
];
const ODD: [&str; 4] = ["c", ".d", "node_modules", "agents"];
const FILES: [&str; 4] = ["SKILL.md", "skill.md", "agents/openai.yaml", "notes.md"];

/// Something below a root: a file with some text, or a link to something else.
#[derive(Debug, Clone)]
pub(crate) enum Lie {
    File(PathBuf, Vec<u8>),
    Link(PathBuf, PathBuf),
}

/// What a plan does at a place.
#[derive(Debug, Clone)]
pub(crate) enum Deed {
    Write(Vec<u8>),
    Remove,
    Make(Vec<u8>),
    Copy(PathBuf),
}

fn folder() -> impl Strategy<Value = PathBuf> {
    // Few of them, so that steps and links meet what lies there.
    let name = prop_oneof![8 => Just("a"), 8 => Just("b"), 1 => prop::sample::select(ODD.to_vec())];
    let root = prop_oneof![4 => Just(ROOTS[0]), 1 => prop::sample::select(ROOTS.to_vec())];
    (root, prop::collection::vec(name, 0..3))
        .prop_map(|(root, names)| names.into_iter().fold(PathBuf::from(root), |at, name| at.join(name)))
}

fn file() -> impl Strategy<Value = PathBuf> {
    let name = prop_oneof![6 => Just(FILES[0]), 1 => prop::sample::select(FILES.to_vec())];
    (folder(), name).prop_map(|(folder, name)| folder.join(name))
}

fn place() -> impl Strategy<Value = PathBuf> {
    prop_oneof![folder(), file()]
}

fn text() -> impl Strategy<Value = Vec<u8>> {
    let named = |name: &str| format!("---\nname: {name}\ndescription: d\n---\nDo it.\n").into_bytes();
    prop_oneof![
        8 => prop::sample::select(vec!["a", "b", "c", "A", "a!", "\u{ff41}", "\u{212a}", "\"\""]).prop_map(named),
        1 => Just(b"---\nname: c\nno end\n".to_vec()),
        1 => Just(b"policy:\n  allow_implicit_invocation: false\n".to_vec()),
        1 => Just(vec![b'x'; SURVEYED as usize + 1]),
    ]
}

pub(crate) fn lie() -> impl Strategy<Value = Lie> {
    prop_oneof![
        3 => (file(), text()).prop_map(|(at, text)| Lie::File(at, text)),
        1 => (place(), place()).prop_map(|(at, to)| Lie::Link(at, to)),
    ]
}

pub(crate) fn deed() -> impl Strategy<Value = (PathBuf, Deed)> {
    prop_oneof![
        3 => (file(), text()).prop_map(|(at, text)| (at, Deed::Write(text))),
        2 => place().prop_map(|at| (at, Deed::Remove)),
        1 => (folder(), text()).prop_map(|(at, text)| (at, Deed::Make(text))),
        1 => (folder(), folder()).prop_map(|(at, from)| (at, Deed::Copy(from))),
    ]
}

/// A folder with these, the one they lie below, and a workspace in it.
pub(crate) fn room(lies: &[Lie]) -> (tempfile::TempDir, PathBuf) {
    let room = tempfile::tempdir().expect("a folder");
    let top = disk::canonical(room.path()).expect("it is there");
    disk::make_folder(&top.join("ws/.git")).expect("made");
    lies.iter().for_each(|lie| lay(&top, lie));
    (room, top)
}

/// Lays it out where nothing is in its way.
pub(crate) fn lay(top: &Path, lie: &Lie) {
    let (Lie::File(at, _) | Lie::Link(at, _)) = lie;
    let at = top.join(at);
    if disk::make_folder(at.parent().expect("a folder above")).is_err() || disk::look_at_entry(&at).is_ok() {
        return;
    }
    match lie {
        Lie::File(_, text) => disk::write_atomic(&at, text).expect("written"),
        Lie::Link(_, to) => link(&top.join(to), &at),
    }
}

#[cfg(unix)]
#[allow(clippy::disallowed_methods, reason = "a link for a look to meet")]
fn link(to: &Path, at: &Path) {
    std::os::unix::fs::symlink(to, at).expect("linked");
}

#[cfg(not(unix))]
fn link(_: &Path, _: &Path) {}

/// The step that does it; nothing where there is no place for it.
pub(crate) fn step(top: &Path, at: &Path, deed: &Deed) -> Option<Step> {
    let path = settled(&top.join(at)).ok()?;
    let (after, source) = match deed {
        Deed::Write(text) => (Imprint::of_file(text, 0o644), Source::File(text.clone())),
        Deed::Remove => (Imprint::default(), Source::Nothing),
        Deed::Make(text) => {
            let folder = Part { rel: PathBuf::new(), matter: Matter::Folder, mode: 0o755 };
            let parts = vec![folder, Part::file(Path::new("SKILL.md"), text, 0o644)];
            let files = vec![("SKILL.md".into(), text.clone())];
            (Imprint { parts }, Source::Folder { folders: Vec::new(), files })
        }
        Deed::Copy(from) => {
            let from = disk::canonical(&top.join(from)).ok()?;
            (Imprint::of(&from).ok()?, Source::Copy { from, instead: Vec::new() })
        }
    };
    Some(Step { path, seen: Imprint::default(), after, text_before: None, text_after: None, source })
}

pub(crate) fn plan(steps: Vec<Step>) -> Plan {
    Plan {
        act: Act::Fix,
        convention: Convention::Pixir,
        deed: crate::manage::Deed { proposed: Message::verbatim(""), done: Message::verbatim("") },
        steps,
        notes: Vec::new(),
        shifts: Vec::new(),
        shadowed: Vec::new(),
        findings: Vec::new(),
        undoes: None,
        origins: Vec::new(),
        unmakes: Vec::new(),
        pins: Vec::new(),
    }
}

pub(crate) fn places(top: &Path) -> Places {
    let named = ROOTS[3..].iter().map(|root| top.join(root)).collect();
    Places { workspace: top.join("ws"), home: Some(top.join("home")), named, ..Places::default() }
}
