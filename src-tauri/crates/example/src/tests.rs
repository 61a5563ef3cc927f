#![allow(clippy::disallowed_methods, reason = "a test looks at what was laid out by hand")]

use std::collections::BTreeMap;
use std::fs;

use super::*;

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../tests/fixtures")
}

/// Every file below a folder with its bytes; links and what is no file are left out.
fn files(folder: &Path, below: &Path, found: &mut BTreeMap<PathBuf, Vec<u8>>) {
    for entry in fs::read_dir(below).expect("a folder") {
        let entry = entry.expect("an entry");
        let kind = entry.file_type().expect("its kind");
        if kind.is_dir() {
            files(folder, &entry.path(), found);
        } else if kind.is_file() {
            let rel = entry.path().strip_prefix(folder).expect("it lies there").to_owned();
            found.insert(rel, fs::read(entry.path()).expect("its bytes"));
        }
    }
}

fn all(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    files(folder, folder, &mut found);
    found
}

#[test]
fn places_are_filled_in_and_other_bytes_kept() {
    assert_eq!(with_place(b"a{{EXAMPLE}}/b\0{{EXAMPLE}}", PLACE, "/x"), b"a/x/b\0/x");
    assert_eq!(with_place(b"\xff{{EXAMPL", PLACE, "/x"), b"\xff{{EXAMPL");
    assert_eq!(json_text(Path::new(r#"C:\a"b"#)), r#"C:\\a\"b"#);
}

#[test]
fn the_program_holds_the_bytes_of_the_fixtures() {
    let held: BTreeMap<_, _> =
        FILES.iter().map(|(path, bytes)| (PathBuf::from(path), bytes.to_vec())).collect();
    let there: BTreeMap<_, _> = ["agents", "demo", "example"]
        .iter()
        .flat_map(|name| {
            all(&fixtures().join(name)).into_iter().map(|(rel, bytes)| (Path::new(name).join(rel), bytes))
        })
        .collect();
    assert!(held.len() > 60, "only {} files", held.len());
    assert_eq!(held.keys().collect::<Vec<_>>(), there.keys().collect::<Vec<_>>());
    assert!(held == there, "bytes differ");
}

#[test]
fn what_is_laid_out_is_the_fixture_with_its_paths_filled_in() {
    let room = tempfile::tempdir().expect("a temporary folder");
    let folder = room.path().join("example");
    lay_out(&folder).expect("it is laid out");
    let laid = all(&folder);
    for (rel, bytes) in all(&fixtures().join("example")) {
        let filled = with_place(&bytes, PLACE, folder.to_str().expect("text"));
        assert!(laid.get(&rel) == Some(&filled), "{}", rel.display());
    }
}

#[test]
fn folder_with_something_else_is_refused_and_stays() {
    let room = tempfile::tempdir().expect("a temporary folder");
    let folder = room.path().join("example");
    let example = lay_out_whole(&folder).expect("first time");
    assert!(example.workspace.join(".git").is_dir());
    assert!(example.workspace.join(".claude/skills/review/SKILL.md").is_file());
    assert!(example.home.join(NO_FILE.strip_prefix("home/").expect("in the home")).is_dir());
    fs::remove_file(folder.join(MARK)).expect("the mark");
    let before = all(&folder);
    assert_eq!(lay_out_whole(&folder), Err(Trouble::Occupied(folder.clone())));
    assert!(all(&folder) == before, "what was refused stays");
    assert_eq!(lay_out(Path::new("example")), Err(Trouble::NotAbsolute("example".into())));
}

/// A folder in which somebody worked loses nothing, whatever was done there: this once took a thesis and the sessions
/// that an agent had recorded in the demo.
#[test]
fn second_example_removes_and_replaces_nothing() {
    for (lay, own, log) in [
        (
            lay_out_to_try as fn(&Path) -> Result<_, _>,
            "workspace/AGENTS.md",
            "workspace/.pixir/sessions/own.ndjson",
        ),
        (lay_out_whole, "thesis.txt", "home/.claude/projects/own/own.jsonl"),
        (lay_out_agents, "payments/thesis.txt", "home/.codex/sessions/own.jsonl"),
        (
            |folder| lay_out_demo(folder).map(|_| Example::in_folder(folder, "")),
            "thesis.txt",
            ".pixir/sessions/own.ndjson",
        ),
    ] {
        let room = tempfile::tempdir().expect("a temporary folder");
        let folder = room.path().join("example");
        lay(&folder).expect("first time");
        let first = all(&folder);
        for rel in [own, log] {
            fs::create_dir_all(folder.join(rel).parent().expect("a folder")).expect("made");
            fs::write(folder.join(rel), "own").expect("a file of one's own");
        }
        let mut expected = all(&folder);
        let removed = first.keys().find(|rel| rel.ends_with("SKILL.md")).expect("a skill");
        fs::remove_file(folder.join(removed)).expect("removed");
        lay(&folder).expect("second time");
        assert!(all(&folder) == expected, "it completes what is missing and leaves the rest");
        for changed in first.keys().filter(|rel| *rel != Path::new(MARK)) {
            fs::write(folder.join(changed), "changed").expect("changed");
            expected.insert(changed.clone(), b"changed".to_vec());
            let refused = Trouble::InTheWay { first: folder.join(changed), more: 0 };
            assert_eq!(lay(&folder), Err(refused), "{}", changed.display());
            assert!(all(&folder) == expected, "what is in the way stays, and so does all else");
            fs::write(folder.join(changed), &first[changed]).expect("put back");
            expected.insert(changed.clone(), first[changed].clone());
        }
    }
}

#[test]
fn mark_that_somebody_made_gives_no_file_away() {
    let room = tempfile::tempdir().expect("a temporary folder");
    let folder = room.path();
    fs::write(folder.join(MARK), "").expect("a mark");
    fs::write(folder.join("thesis.txt"), "chapter").expect("a thesis");
    fs::create_dir(folder.join("workspace")).expect("a folder");
    fs::write(folder.join("workspace/.pixir"), "own").expect("a file where a folder belongs");
    let refused = lay_out_to_try(folder).expect_err("something is in the way");
    let Trouble::InTheWay { first, .. } = &refused else { panic!("{refused:?}") };
    assert_eq!(*first, folder.join("workspace/.pixir"));
    assert!(refused.to_string().contains("nothing was written; move it away"), "{refused}");
    assert_eq!(all(folder).len(), 3, "nothing was written");
}

#[cfg(unix)]
#[test]
fn link_on_the_way_is_not_followed() {
    let room = tempfile::tempdir().expect("a temporary folder");
    let (folder, elsewhere) = (room.path().join("example"), room.path().join("elsewhere"));
    fs::create_dir_all(&folder).expect("made");
    fs::create_dir_all(&elsewhere).expect("made");
    fs::write(folder.join(MARK), "").expect("a mark");
    std::os::unix::fs::symlink(&elsewhere, folder.join("home")).expect("a link");
    assert!(matches!(lay_out_to_try(&folder), Err(Trouble::InTheWay { .. })));
    assert_eq!(fs::read_dir(&elsewhere).expect("a folder").count(), 0);
}

#[test]
fn no_place_of_the_fixtures_stays_unfilled() {
    let room = tempfile::tempdir().expect("a temporary folder");
    for (name, lay) in [("whole", lay_out_whole as fn(&Path) -> _), ("agents", lay_out_agents)] {
        let folder = room.path().join(name);
        lay(&folder).expect("it is laid out");
        for (rel, bytes) in all(&folder) {
            let is_left = bytes.windows(PLACE.len()).any(|window| window == PLACE.as_bytes());
            assert!(!is_left, "{name}: {}", rel.display());
        }
    }
}

#[cfg(unix)]
#[test]
fn programs_are_programs_and_links_lead_to_their_skill() {
    use std::os::unix::fs::PermissionsExt;
    let room = tempfile::tempdir().expect("a temporary folder");
    let (whole, demo) = (room.path().join("whole"), room.path().join("demo"));
    let example = lay_out_whole(&whole).expect("it is laid out");
    lay_out_demo(&demo).expect("it is laid out");
    for program in PROGRAMS {
        let path = [&whole, &demo].map(|folder| folder.join(program)).into_iter().find(|path| path.is_file());
        let path = path.unwrap_or_else(|| panic!("{program} lies nowhere"));
        assert_eq!(fs::metadata(path).expect("it is there").permissions().mode() & 0o111, 0o111, "{program}");
    }
    assert!(example.home.join(".pixir/skills/handover/SKILL.md").is_file());
    assert!(demo.join(".agents/skills/safe-edit/SKILL.md").is_file());
}
