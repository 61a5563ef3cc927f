//! What a later look, and one ahead, may take from the look before.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use disk::{Imprint, Matter, Part};
use proptest::prelude::*;

use super::{SURVEYED, Survey, survey};
use crate::Places;
use crate::manage::{Act, Plan, Source, Step, settled};

#[test]
fn a_folder_is_listed_again_when_a_name_comes_or_goes_and_not_before() {
    let room = tempfile::tempdir().expect("a folder");
    let workspace = disk::canonical(room.path()).expect("it is there");
    let root = workspace.join(".agents/skills");
    let write = |rel: &str| {
        let path = root.join(rel);
        disk::make_folder(path.parent().expect("a folder above")).expect("made");
        disk::write_atomic(&path, b"---\nname: a\ndescription: b\n---\n").expect("written");
    };
    write("a/SKILL.md");
    write("more/b/SKILL.md");
    let places = Places { workspace, ..Places::default() };
    let later = SystemTime::now() + Duration::from_secs(30);
    let mut before = Survey::nothing().again(&places, later);
    let same = before.again(&places, later);
    let [one, other] = [&before, &same].map(|survey| &survey.folders[&root.join("more")]);
    assert!(Arc::ptr_eq(one, other), "it was listed again");
    let changes: [&dyn Fn(); 4] = [
        &|| write("more/c/SKILL.md"),
        &|| write("a/references/deep/SKILL.md"),
        &|| disk::remove(&root.join("more/b/SKILL.md")).expect("removed"),
        &|| disk::clear(&root.join("a")).expect("removed"),
    ];
    for change in changes {
        // Clocks of file systems tick every few milliseconds.
        std::thread::sleep(Duration::from_millis(30));
        change();
        let after = before.again(&places, later);
        assert_eq!(after, survey(&places));
        assert_ne!(after, before);
        before = after;
    }
}

/// Where skills are looked for here; the last two lie in the first.
const ROOTS: [&str; 5] = [
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
enum Lie {
    File(PathBuf, Vec<u8>),
    Link(PathBuf, PathBuf),
}

/// What a plan does at a place.
#[derive(Debug, Clone)]
enum Deed {
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
        8 => prop::sample::select(vec!["a", "b", "c"]).prop_map(named),
        1 => Just(b"---\nname: c\nno end\n".to_vec()),
        1 => Just(b"policy:\n  allow_implicit_invocation: false\n".to_vec()),
        1 => Just(vec![b'x'; SURVEYED as usize + 1]),
    ]
}

fn lie() -> impl Strategy<Value = Lie> {
    prop_oneof![
        3 => (file(), text()).prop_map(|(at, text)| Lie::File(at, text)),
        1 => (place(), place()).prop_map(|(at, to)| Lie::Link(at, to)),
    ]
}

fn deed() -> impl Strategy<Value = (PathBuf, Deed)> {
    prop_oneof![
        3 => (file(), text()).prop_map(|(at, text)| (at, Deed::Write(text))),
        2 => place().prop_map(|at| (at, Deed::Remove)),
        1 => (folder(), text()).prop_map(|(at, text)| (at, Deed::Make(text))),
        1 => (folder(), folder()).prop_map(|(at, from)| (at, Deed::Copy(from))),
    ]
}

/// Lays it out where nothing is in its way.
fn lay(top: &Path, lie: &Lie) {
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
fn step(top: &Path, at: &Path, deed: &Deed) -> Option<Step> {
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

fn plan(steps: Vec<Step>) -> Plan {
    Plan {
        act: Act::Fix,
        words: String::new(),
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

fn places(top: &Path) -> Places {
    let named = ROOTS[3..].iter().map(|root| top.join(root)).collect();
    Places { workspace: top.join("ws"), home: Some(top.join("home")), named, ..Places::default() }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_look_ahead_sees_what_one_sees_that_knows_nothing(
        lies in prop::collection::vec(lie(), 1..12),
        deeds in prop::collection::vec(deed(), 1..5),
    ) {
        let room = tempfile::tempdir().expect("a folder");
        let top = disk::canonical(room.path()).expect("it is there");
        disk::make_folder(&top.join("ws/.git")).expect("made");
        lies.iter().for_each(|lie| lay(&top, lie));
        let before = survey(&places(&top));
        let plan = plan(deeds.iter().filter_map(|(at, deed)| step(&top, at, deed)).collect());
        let unknowing = Survey { roots: BTreeMap::new(), folders: HashMap::new(), ..before.clone() };
        prop_assert_eq!(before.after(&plan), unknowing.after(&plan));
        // So does a second look, which takes what has rested.
        let later = SystemTime::now() + Duration::from_secs(30);
        prop_assert_eq!(Survey::nothing().again(&places(&top), later).again(&places(&top), later), before);
    }
}

#[test]
fn a_look_ahead_is_one_at_the_same_moment() {
    let room = tempfile::tempdir().expect("a folder");
    let top = disk::canonical(room.path()).expect("it is there");
    let text = b"---\nname: a\ndescription: b\n---\n".to_vec();
    let at = |name: &str| PathBuf::from(ROOTS[0]).join(name);
    ["a/SKILL.md", "b/SKILL.md"].iter().for_each(|rel| lay(&top, &Lie::File(at(rel), text.clone())));
    let before = survey(&places(&top));
    let plan = plan(step(&top, &at("a"), &Deed::Remove).into_iter().collect());
    disk::clear(&top.join(at("b"))).expect("removed");
    lay(&top, &Lie::File(at("c/SKILL.md"), text));
    let after = before.after(&plan);
    let names: Vec<_> =
        after.roots[&top.join(ROOTS[0])].files.iter().map(|one| one.folders.concat()).collect();
    assert_eq!(names, ["b"]);
}
