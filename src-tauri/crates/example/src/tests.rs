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
fn it_is_laid_out_twice_but_never_over_something_else() {
    let room = tempfile::tempdir().expect("a temporary folder");
    let folder = room.path().join("example");
    let example = lay_out_whole(&folder).expect("first time");
    let first = all(&folder);
    assert!(example.workspace.join(".git").is_dir());
    assert!(example.workspace.join(".claude/skills/review/SKILL.md").is_file());
    assert!(example.home.join(NO_FILE.strip_prefix("home/").expect("in the home")).is_dir());
    let extra = example.workspace.join("extra");
    fs::write(&extra, "").expect("a file of one's own");
    lay_out_whole(&folder).expect("second time");
    assert!(!extra.exists());
    assert!(all(&folder) == first, "the second differs from the first");
    fs::remove_file(folder.join(MARK)).expect("the mark");
    assert_eq!(lay_out_whole(&folder), Err(Trouble::Occupied(folder.clone())));
    assert!(example.workspace.is_dir(), "what was refused stays");
    assert_eq!(lay_out(Path::new("example")), Err(Trouble::NotAbsolute("example".into())));
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

// Only a build with debug assertions lets a disk be simulated.
#[cfg(debug_assertions)]
mod stopped {
    use std::io;

    use disk::simulated::{Node, Operation, Simulation, Verdict, with};

    use super::*;

    /// A disk that removes so many things and then no more.
    struct Stops(usize);

    impl Simulation for Stops {
        fn before(&mut self, operation: &Operation<'_>) -> Verdict {
            if !matches!(operation, Operation::Remove { .. }) {
                return Verdict::Go;
            }
            let Some(left) = self.0.checked_sub(1) else { return Verdict::Fail(io::Error::other("stopped")) };
            self.0 = left;
            Verdict::Go
        }

        fn after(&mut self, _: &Operation<'_>, _: Option<Node>) {}
    }

    #[test]
    fn one_that_was_stopped_wherever_it_stood_is_laid_out_again() {
        let room = tempfile::tempdir().expect("a temporary folder");
        let folder = room.path().join("example");
        lay_out_demo(&folder).expect("first time");
        let first = all(&folder);
        let mut removed = 0;
        while with(Stops(removed), || lay_out_demo(&folder)).is_err() {
            lay_out_demo(&folder).unwrap_or_else(|trouble| panic!("stopped after {removed}: {trouble}"));
            assert!(all(&folder) == first, "stopped after {removed}, it differs from the first");
            removed += 1;
        }
        assert!(removed > 10, "it was stopped {removed} times");
        begin(&folder).expect("it begins");
        lay_out_demo(&folder).expect("only the mark lies there");
    }
}
