//! What Assay takes down for itself: a log that changed after it was seen, files beside a SKILL.md.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use api::drift::SnapshotAsk;
use api::sessions::{IntegrityView, SessionAsk, SessionsAsk, WitnessState};
use api::skills::ResourceKind;
use api::wire::SessionSort;
use api::wire::{DriftRow, DriftState};
use api::wire::{SkillAsk, SkillRow, SkillUnderAsk};
use proptest::prelude::*;
use sessions::{BLOCK, Extended, Testimony, Witness, WitnessTail};
use tests::room::{Room, every_session};

fn at(second: u64) -> SystemTime {
    UNIX_EPOCH + Duration::from_secs(second)
}

struct Place {
    log: PathBuf,
    witness: PathBuf,
    _folder: tempfile::TempDir,
}

fn place(bytes: &[u8]) -> Place {
    let folder = tempfile::tempdir().unwrap();
    let place = Place {
        log: folder.path().join("log"),
        witness: folder.path().join("kept/witness"),
        _folder: folder,
    };
    fs::write(&place.log, bytes).unwrap();
    place
}

fn see(place: &Place, tail: WitnessTail) -> Extended {
    let mut witness = Witness::open(&place.witness).unwrap();
    witness.extend(&place.log, tail, at(100), u64::MAX).unwrap()
}

fn compared(place: &Place) -> Testimony {
    Witness::open(&place.witness).unwrap().compare(&place.log).unwrap()
}

/// Lines of any bytes, some longer than a block.
fn lines() -> impl Strategy<Value = Vec<Vec<u8>>> {
    let short = prop::collection::vec(any::<u8>(), 0..40);
    let long = (any::<u8>(), 1..40_000_usize).prop_map(|(byte, count)| vec![byte; count]);
    let line = prop_oneof![9 => short, 1 => long].prop_map(|mut line| {
        line.retain(|byte| *byte != b'\n');
        line.push(b'\n');
        line
    });
    prop::collection::vec(line, 1..60)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 120, failure_persistence: None, ..ProptestConfig::default() })]

    /// A byte that is replaced anywhere in what was seen is found, with its line; what is appended is not.
    #[test]
    fn one_byte_anywhere_is_found_with_its_line(
        lines in lines(),
        more in lines(),
        stop in any::<prop::sample::Index>(),
        hit in any::<prop::sample::Index>(),
        by in 1..=255_u8,
    ) {
        // Seen in two parts, as a log that grows is.
        let first = lines[..stop.index(lines.len())].concat();
        let seen = lines.concat();
        let place = place(&first);
        see(&place, WitnessTail::Resting);
        fs::write(&place.log, &seen).unwrap();
        see(&place, WitnessTail::Resting);
        prop_assert_eq!(compared(&place), Testimony::Same);

        let mut grown = [seen.clone(), more.concat()].concat();
        fs::write(&place.log, &grown).unwrap();
        prop_assert_eq!(compared(&place), Testimony::Same);

        let hit = hit.index(seen.len());
        grown[hit] ^= by;
        fs::write(&place.log, &grown).unwrap();
        let line = seen[..hit].iter().filter(|byte| **byte == b'\n').count() as u32 + 1;
        match compared(&place) {
            Testimony::Differs(found) => {
                prop_assert_eq!(found.line, Some(line));
                prop_assert!(found.lines.0 <= line && line <= found.lines.1);
                prop_assert!(found.from <= hit as u64 && (hit as u64) < found.from + found.bytes);
            }
            other => prop_assert!(false, "byte {hit} of line {line}: {other:?}"),
        }
        // What was seen is never replaced by what stands there now.
        see(&place, WitnessTail::Resting);
        prop_assert!(matches!(compared(&place), Testimony::Differs(_)));
    }

    /// A log that was cut says from where; one that was cut and written on is a rewritten one.
    #[test]
    fn a_shorter_log_is_told_with_its_first_missing_line(lines in lines(), cut in any::<prop::sample::Index>()) {
        let seen = lines.concat();
        let place = place(&seen);
        see(&place, WitnessTail::Resting);
        let cut = cut.index(seen.len());
        fs::write(&place.log, &seen[..cut]).unwrap();
        let line = seen[..cut].iter().filter(|byte| **byte == b'\n').count() as u32 + 1;
        prop_assert_eq!(compared(&place), Testimony::Shorter { bytes: cut as u64, line });
    }
}

#[test]
fn a_growing_log_is_taken_down_in_whole_blocks() {
    let line = [vec![b'x'; 999], vec![b'\n']].concat();
    let place = place(&line.repeat(100));
    assert_eq!(see(&place, WitnessTail::Growing), Extended::Grew { more: false });
    let reach = Witness::open(&place.witness).unwrap().reach().unwrap();
    assert_eq!((reach.bytes, reach.lines), (66_000, 66), "the first line end behind {BLOCK} bytes");
    assert_eq!(see(&place, WitnessTail::Growing), Extended::Nothing);
    assert_eq!(see(&place, WitnessTail::Resting), Extended::Grew { more: false });
    assert_eq!(Witness::open(&place.witness).unwrap().reach().unwrap().bytes, 100_000);
    // A last line without its end is not a line yet.
    fs::write(&place.log, [line.repeat(100), b"half".to_vec()].concat()).unwrap();
    assert_eq!(see(&place, WitnessTail::Resting), Extended::Nothing);
}

#[test]
fn a_witness_cut_off_by_a_crash_goes_on() {
    let line = [vec![b'x'; 999], vec![b'\n']].concat();
    let place = place(&line.repeat(200));
    see(&place, WitnessTail::Resting);
    let whole = fs::read(&place.witness).unwrap();
    fs::write(&place.witness, &whole[..whole.len() - 20]).unwrap();
    assert!(Witness::open(&place.witness).unwrap().reach().unwrap().bytes < 200_000);
    see(&place, WitnessTail::Resting);
    assert_eq!(Witness::open(&place.witness).unwrap().reach().unwrap().bytes, 200_000);
    assert_eq!(compared(&place), Testimony::Same);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = fs::metadata(&place.witness).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "for this user's eyes only");
    }
}

/// The key and the log of the session with the most turns.
fn a_session(room: &Room) -> (String, PathBuf) {
    let ask = SessionsAsk { sort: SessionSort::Turns, count: 1, ..every_session() };
    let key = room.page().sessions(&ask).unwrap().rows.remove(0).key;
    let path = integrity(room, &key).path.into();
    (key, path)
}

fn integrity(room: &Room, key: &str) -> IntegrityView {
    room.page().integrity(&SessionAsk { key: key.to_owned() }).unwrap()
}

#[test]
fn a_log_that_was_rewritten_says_so_on_screen() {
    let room = Room::example();
    let (key, log) = a_session(&room);
    let witness = |room: &Room| integrity(room, &key).witness;
    assert_eq!(witness(&room).state, WitnessState::Unseen);
    room.app.remember();
    let seen = witness(&room);
    assert_eq!(seen.state, WitnessState::Same);
    assert!(seen.since.is_some() && seen.lines > 10, "{seen:?}");

    let bytes = fs::read(&log).unwrap();
    let end = |nth: usize| bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n').nth(nth).unwrap().0;
    let mut changed = bytes.clone();
    let inside = end(4) + 40;
    changed[inside] = if changed[inside] == b'a' { b'b' } else { b'a' };
    fs::write(&log, &changed).unwrap();
    // Another start of Assay, which knows only what was kept.
    let later = room.again();
    let found = witness(&later);
    assert_eq!((found.state, found.line), (WitnessState::Rewritten, Some(6)), "{found:?}");
    later.app.remember();
    assert_eq!(witness(&later).state, WitnessState::Rewritten, "looking does not make it right");
    assert_eq!(later.session(&key).witness, Some(WitnessState::Rewritten));

    fs::write(&log, &bytes[..=end(4)]).unwrap();
    let found = witness(&room.again());
    assert_eq!((found.state, found.line), (WitnessState::Shorter, Some(6)), "{found:?}");
    fs::write(&log, &bytes).unwrap();
    assert_eq!(witness(&room.again()).state, WitnessState::Same);
}

#[test]
fn a_log_that_another_file_took_the_place_of_is_told() {
    let room = Room::example();
    let (key, log) = a_session(&room);
    room.app.remember();
    let beside = log.with_extension("new");
    fs::copy(&log, &beside).unwrap();
    fs::rename(&beside, &log).unwrap();
    let found = integrity(&room.again(), &key).witness;
    assert_eq!((found.state, found.another_file), (WitnessState::Same, cfg!(unix)));
}

fn tomorrow() -> SystemTime {
    SystemTime::now() + Duration::from_secs(86_400)
}

#[test]
fn a_bundled_file_that_changes_is_told_with_its_date() {
    let room = Room::example();
    room.app.remember();
    let before = room.snapshots();
    assert!(before.iter().all(|row| row.drift.state != DriftState::ResourcesChanged));
    let same =
        |name: &str| before.iter().any(|row| row.name == name && row.drift.state == DriftState::Identical);
    let files = |skill: &SkillRow| room.page().resources(&SkillAsk { id: skill.id.clone() }).unwrap();
    let with_files = |row: &SkillRow| {
        row.states.invalid.is_none() && row.states.wins && same(&row.name) && files(row).files > 0
    };
    let Some(skill) = room.skills().into_iter().find(with_files) else {
        panic!("the example has a skill with files whose snapshot is identical");
    };
    let view = room.page().skill(&SkillUnderAsk { id: skill.id.clone(), convention: None }).unwrap();
    let folder = Path::new(&view.path).parent().unwrap().to_owned();
    let is_file =
        |kind: ResourceKind| !matches!(kind, ResourceKind::Main | ResourceKind::Folder | ResourceKind::Link);
    let rel = files(&skill).rows.into_iter().find(|row| is_file(row.kind)).unwrap().rel;
    fs::write(folder.join(&rel), "something else").unwrap();
    fs::write(folder.join("new.md"), "new").unwrap();

    let later = room.again_at(tomorrow);
    later.app.remember();
    let is_told = |row: &DriftRow| row.name == skill.name && row.drift.state == DriftState::ResourcesChanged;
    let row = later.snapshots().into_iter().find(is_told).expect("its state says so");
    assert_eq!(row.drift.note, "2 bundled files changed since Assay saw them");
    let bundled = later.page().snapshot(&SnapshotAsk { id: row.id }).unwrap().bundled.expect("its files");
    assert_eq!((bundled.changed, bundled.added), (vec![rel], vec!["new.md".to_owned()]));
    assert!(bundled.removed.is_empty(), "{:?}", bundled.removed);
    // The example's sessions are older than this test: Assay cannot know the files of that time.
    assert!(bundled.after_use);
    let since = UNIX_EPOCH + Duration::from_millis(u64::try_from(bundled.since.0).unwrap());
    assert!(since <= SystemTime::now(), "since the first look, not since the later one");
}

#[test]
fn nothing_is_taken_down_inside_the_workspace() {
    let room = Room::example();
    let kept = room.surroundings.kept.as_ref().expect("a place to keep things");
    let names = |folder: &Path| {
        let mut found = Vec::new();
        let mut left = vec![folder.to_owned()];
        while let Some(folder) = left.pop() {
            for entry in fs::read_dir(folder).unwrap() {
                let entry = entry.unwrap();
                found.push(entry.path());
                if entry.file_type().unwrap().is_dir() {
                    left.push(entry.path());
                }
            }
        }
        found.sort();
        found
    };
    let before = names(room.workspace());
    room.app.remember();
    assert_eq!(names(room.workspace()), before);
    let found = names(kept);
    assert!(found.iter().any(|path| path.starts_with(kept.join("witness"))));
    assert!(found.iter().any(|path| path.starts_with(kept.join("ledger"))));
    assert_eq!(room.app.remember_some(), None, "then there is nothing left to do");
}
