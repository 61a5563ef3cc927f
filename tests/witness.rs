//! What Assay takes down for itself: a log that changed after it was seen, files beside a SKILL.md.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use api::{App, NoHost, Surroundings};
use proptest::prelude::*;
use serde_json::{Value, json};
use sessions::{BLOCK, Extended, Testimony, Witness, WitnessTail};

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

struct Room {
    app: App,
    workspace: PathBuf,
    home: PathBuf,
    _folder: tempfile::TempDir,
}

fn example() -> Room {
    let folder = tempfile::tempdir().unwrap();
    let laid = xtask::example::lay_out(folder.path()).unwrap();
    let app = app(&laid.workspace, &laid.home, SystemTime::now);
    Room { app, workspace: laid.workspace, home: laid.home, _folder: folder }
}

fn app(workspace: &Path, home: &Path, clock: fn() -> SystemTime) -> App {
    let surroundings = Surroundings {
        workspace: workspace.to_owned(),
        home: Some(home.to_owned()),
        pixir_home: None,
        kept: Some(home.join("kept")),
        clock,
        environment: Vec::new(),
        helper: PathBuf::new(),
    };
    App::new(surroundings, Box::new(NoHost))
}

fn ask(app: &App, name: &str, body: &Value) -> Value {
    let answer = tests::answer(app, name, &body.to_string());
    serde_json::from_str(&answer.unwrap_or_else(|failure| panic!("{name} {body}: {failure}"))).unwrap()
}

/// The key, the log and the answer about the first session with more than ten lines.
fn a_session(room: &Room) -> (Value, PathBuf) {
    let list = ask(&room.app, "sessions", &json!({"text": "", "sort": "turns", "from": 0, "count": 1}));
    let key = list["rows"][0]["key"].clone();
    let path = ask(&room.app, "integrity", &json!({ "key": key }))["path"].as_str().unwrap().to_owned();
    (key, path.into())
}

#[test]
fn a_log_that_was_rewritten_says_so_on_screen() {
    let room = example();
    let (key, log) = a_session(&room);
    let witness = |app: &App| ask(app, "integrity", &json!({ "key": key }))["witness"].clone();
    assert_eq!(witness(&room.app)["state"], "unseen");
    room.app.remember();
    let seen = witness(&room.app);
    assert_eq!(seen["state"], "same");
    assert!(seen["since"].is_number() && seen["lines"].as_u64().unwrap() > 10);

    let bytes = fs::read(&log).unwrap();
    let end = |nth: usize| bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n').nth(nth).unwrap().0;
    let mut changed = bytes.clone();
    let inside = end(4) + 40;
    changed[inside] = if changed[inside] == b'a' { b'b' } else { b'a' };
    fs::write(&log, &changed).unwrap();
    // Another start of Assay, which knows only what was kept.
    let later = app(&room.workspace, &room.home, SystemTime::now);
    let found = witness(&later);
    assert_eq!((&found["state"], &found["line"]), (&json!("rewritten"), &json!(6)), "{found}");
    later.remember();
    assert_eq!(witness(&later)["state"], "rewritten", "looking does not make it right");
    assert_eq!(ask(&later, "session", &json!({ "key": key }))["witness"], "rewritten");

    fs::write(&log, &bytes[..=end(4)]).unwrap();
    let found = witness(&app(&room.workspace, &room.home, SystemTime::now));
    assert_eq!((&found["state"], &found["line"]), (&json!("shorter"), &json!(6)), "{found}");
    fs::write(&log, &bytes).unwrap();
    assert_eq!(witness(&app(&room.workspace, &room.home, SystemTime::now))["state"], "same");
}

#[test]
fn a_log_that_another_file_took_the_place_of_is_told() {
    let room = example();
    let (key, log) = a_session(&room);
    room.app.remember();
    let beside = log.with_extension("new");
    fs::copy(&log, &beside).unwrap();
    fs::rename(&beside, &log).unwrap();
    let later = app(&room.workspace, &room.home, SystemTime::now);
    let found = ask(&later, "integrity", &json!({ "key": key }))["witness"].clone();
    assert_eq!((&found["state"], &found["another_file"]), (&json!("same"), &json!(cfg!(unix))));
}

fn tomorrow() -> SystemTime {
    SystemTime::now() + Duration::from_secs(86_400)
}

#[test]
fn a_bundled_file_that_changes_is_told_with_its_date() {
    let room = example();
    room.app.remember();
    let all = |app: &App| {
        let body = json!({"text": "", "states": [], "sort": "name", "from": 0, "count": 500});
        ask(app, "drift", &body)["rows"].as_array().unwrap().clone()
    };
    let before = all(&room.app);
    assert!(before.iter().all(|row| row["drift"]["state"] != "resources_changed"));
    let skills = ask(
        &room.app,
        "skills",
        &json!({"text": "", "state": "any", "sort": "name", "from": 0, "count": 500}),
    );
    let same =
        |name: &Value| before.iter().any(|row| row["name"] == *name && row["drift"]["state"] == "identical");
    let with_files = |row: &&Value| {
        let found = ask(&room.app, "resources", &json!({"id": row["id"]}));
        same(&row["name"]) && row["states"]["wins"] == true && found["files"].as_u64().unwrap_or(0) > 0
    };
    let rows = skills["rows"].as_array().unwrap();
    let readable = rows.iter().filter(|row| row["states"]["invalid"].is_null());
    let Some(skill) = readable.clone().find(with_files) else {
        panic!("the example has a skill with files whose snapshot is identical");
    };
    let view = ask(&room.app, "skill", &json!({"id": skill["id"]}));
    let folder = Path::new(view["path"].as_str().unwrap()).parent().unwrap().to_owned();
    let files = ask(&room.app, "resources", &json!({"id": skill["id"]}));
    let file = files["rows"]
        .as_array()
        .unwrap()
        .iter()
        .find(|row| !matches!(row["kind"].as_str(), Some("main" | "folder" | "link")));
    let rel = file.unwrap()["rel"].as_str().unwrap().to_owned();
    fs::write(folder.join(&rel), "something else").unwrap();
    fs::write(folder.join("new.md"), "new").unwrap();

    let later = app(&room.workspace, &room.home, tomorrow);
    later.remember();
    let row = all(&later)
        .into_iter()
        .find(|row| row["name"] == skill["name"] && row["drift"]["state"] == "resources_changed");
    let row = row.expect("its state says so");
    assert_eq!(row["drift"]["note"], "2 bundled files changed since Assay saw them");
    let bundled = ask(&later, "snapshot", &json!({"id": row["id"]}))["bundled"].clone();
    assert_eq!((&bundled["changed"], &bundled["added"]), (&json!([rel]), &json!(["new.md"])));
    assert_eq!(bundled["removed"], json!([]));
    // The example's sessions are older than this test: Assay cannot know the files of that time.
    assert_eq!(bundled["after_use"], true);
    let since = UNIX_EPOCH + Duration::from_millis(bundled["since"].as_u64().unwrap());
    assert!(since <= SystemTime::now(), "since the first look, not since the later one");
}

#[test]
fn nothing_is_taken_down_inside_the_workspace() {
    let room = example();
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
    let before = names(&room.workspace);
    room.app.remember();
    assert_eq!(names(&room.workspace), before);
    let kept = names(&room.home.join("kept"));
    assert!(kept.iter().any(|path| path.starts_with(room.home.join("kept/witness"))));
    assert!(kept.iter().any(|path| path.starts_with(room.home.join("kept/ledger"))));
    assert_eq!(room.app.remember_some(), None, "then there is nothing left to do");
}
