//! Taking the lease of a session and writing under it: what Pixir allows a stranger, and nothing else.

#![allow(clippy::disallowed_methods, reason = "tests make the files they read")]

use std::cell::Cell;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use proptest::prelude::*;
use serde_json::{Map, Value, json};
use sessions::{
    Accepts, CannotAppend, CannotHold, Draft, Held, Kind, Lease, Log, Lost, SessionId, append_to, hold,
    lease_path, release_left_behind,
};

thread_local! {
    static NOW: Cell<u64> = const { Cell::new(1_800_000_000_000) };
}

/// A clock that stands still until a test moves it; each test has its own.
fn clock() -> SystemTime {
    UNIX_EPOCH + Duration::from_millis(NOW.get())
}

fn pass(milliseconds: u64) {
    NOW.set(NOW.get() + milliseconds);
}

struct Room {
    _folder: tempfile::TempDir,
    kept: PathBuf,
    workspace: PathBuf,
    id: SessionId,
}

fn room() -> Room {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (kept, workspace) = (folder.path().join("kept"), folder.path().join("work"));
    fs::create_dir_all(workspace.join(".pixir/sessions")).unwrap();
    let id = SessionId::parse(b"20260918T141102-7be41d").expect("an id");
    let room = Room { kept, workspace, id, _folder: folder };
    fs::write(
        room.log(),
        log(&[("user_message", r#"{"text":"one"}"#), ("assistant_message", r#"{"text":"1"}"#)]),
    )
    .unwrap();
    room
}

fn log(events: &[(&str, &str)]) -> String {
    let line = |(seq, (kind, data)): (usize, &(&str, &str))| {
        format!(
            r#"{{"data":{data},"id":"{seq:016x}","type":"{kind}","seq":{seq},"session_id":"20260918T141102-7be41d","ts":"2026-09-18T14:11:02.{seq:06}Z"}}"#
        ) + "\n"
    };
    events.iter().enumerate().map(line).collect()
}

impl Room {
    fn log(&self) -> PathBuf {
        self.workspace.join(".pixir/sessions").join(format!("{}.ndjson", self.id))
    }

    fn lease(&self) -> PathBuf {
        lease_path(&self.workspace, &self.id)
    }

    fn hold(&self) -> Result<Held, CannotHold> {
        hold(&self.kept, &self.workspace, &self.id, clock)
    }

    fn state(&self) -> Lease {
        sessions::lease(&self.workspace, &self.id, clock()).expect("a safe path")
    }
}

fn decision(text: &str) -> Draft {
    let data = json!({"decision": "deny", "call_id": text, "gate": "skill_context_hydration"});
    Draft::new(Kind::PermissionDecision, data.as_object().expect("an object").clone())
}

/// Every file below a folder with its bytes.
pub(crate) fn tree(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).into_iter().flatten() {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.insert(path.clone(), Vec::new());
            found.extend(tree(&path));
        } else {
            found.insert(path.clone(), fs::read(&path).unwrap_or_default());
        }
    }
    found
}

fn oracle(name: &str) -> Value {
    serde_json::from_slice(&fs::read(tests::recording("lease").join(name)).unwrap()).unwrap()
}

#[test]
fn a_lease_is_had_exactly_where_pixir_would_have_it() {
    let oracle = oracle("lease_status.json");
    let home = tempfile::tempdir().expect("a folder");
    let mut compared = 0;
    for case in oracle["cases"].as_array().unwrap() {
        let (name, id) = (case["name"].as_str().unwrap(), case["session_id"].as_str().unwrap());
        let workspace = home.path().join(name);
        let id = SessionId::parse(id.as_bytes()).expect("an id");
        let path = lease_path(&workspace, &id);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        if let Some(text) = case["lease_file_text"].as_str() {
            let text = text.replace("{{WS}}", home.path().to_str().unwrap());
            let aged = match (case["heartbeat_age_ms"].as_i64(), serde_json::from_str::<Value>(&text)) {
                (Some(age), Ok(mut body)) if body["heartbeat_at_ms"].is_i64() => {
                    body["heartbeat_at_ms"] = Value::from(NOW.get() as i64 - age);
                    body.to_string()
                }
                _ => text,
            };
            fs::write(&path, aged).unwrap();
        }
        let before = tree(&workspace);
        let outcome = match hold(&home.path().join("kept"), &workspace, &id, clock) {
            Ok(held) => {
                assert!(matches!(sessions::lease(&workspace, &id, clock()), Ok(Lease::Active(_))), "{name}");
                held.release().expect("given back");
                "ok"
            }
            Err(refused) => refused.code(),
        };
        assert_eq!(outcome, case["acquire"].as_str().unwrap(), "{name}");
        assert_eq!(tree(&workspace), before, "{name}: something was left or touched");
        compared += 1;
    }
    assert!(compared > 20, "only {compared} leases");
}

#[test]
fn our_lease_has_the_form_of_pixirs() {
    let room = room();
    let held = room.hold().expect("free");
    let text = fs::read_to_string(room.lease()).unwrap();
    let ours: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(text, format!("{ours:#}"), "pretty, keys in order");
    assert_eq!(ours["workspace"], room.workspace.to_str().unwrap());
    assert_eq!(ours["holder_id"], held.holder());
    assert_eq!(ours["heartbeat_at"], "2027-01-15T08:00:00.000000Z");
    let oracle = oracle("lease_experiment.json");
    let theirs: Value = serde_json::from_str(oracle["live_lease_file_text"].as_str().unwrap()).unwrap();
    let shape = |lease: &Value| -> Vec<(String, std::mem::Discriminant<Value>)> {
        let members = lease.as_object().unwrap().iter();
        members.map(|(key, value)| (key.clone(), std::mem::discriminant(value))).collect()
    };
    assert_eq!(shape(&ours), shape(&theirs));
    for key in ["version", "purpose", "heartbeat_interval_ms", "stale_after_ms"] {
        assert_eq!(ours[key], theirs[key], "{key}");
    }
}

#[test]
fn a_lease_is_renewed_lost_and_given_back() {
    let room = room();
    let mut held = room.hold().expect("free");
    assert!(matches!(room.hold(), Err(CannotHold::Active(holder)) if holder.id == held.holder()));
    pass(4_000);
    held.beat().expect("in time");
    pass(4_000);
    assert!(matches!(room.state(), Lease::Active(holder) if holder.age_ms == 4_000));
    // Silent for longer than it holds: somebody may have forced it away and come and gone.
    pass(1_001);
    assert_eq!(held.beat(), Err(Lost::Late));
    assert!(matches!(
        append_to(&mut held, &[decision("x")], Accepts::PixirsTypes),
        Err(CannotAppend::Lost(Lost::Late))
    ));
    held.release().expect("it was still ours");
    assert_eq!(room.state(), Lease::Available);

    let mut held = room.hold().expect("free again");
    fs::remove_file(room.lease()).unwrap();
    assert_eq!(held.beat(), Err(Lost::Taken));
    let other = room.hold().expect("free");
    assert_eq!(held.beat(), Err(Lost::Taken));
    drop(held);
    assert!(matches!(room.state(), Lease::Active(holder) if holder.id == other.holder()));
    drop(other);
    assert_eq!(room.state(), Lease::Available);
    assert!(tree(&room.kept).iter().all(|(path, _)| path.is_dir()), "no note is left");
}

#[test]
fn what_is_appended_is_what_pixir_would_read() {
    let room = room();
    let before = fs::read(room.log()).unwrap();
    let mut held = room.hold().expect("free");
    let events =
        append_to(&mut held, &[decision("é\u{1}\"\\"), decision("b")], Accepts::PixirsTypes).expect("legal");
    let more = append_to(&mut held, &[decision("c")], Accepts::PixirsTypes).expect("legal");
    drop(held);
    let after = fs::read(room.log()).unwrap();
    assert!(after.starts_with(&before) && after.ends_with(b"\n"));
    let log = Log::open(&room.log()).unwrap();
    assert_eq!(sessions::accept(&log), sessions::Verdict::Accepted);
    let read: Vec<_> = log.events(2..log.len());
    assert_eq!(read, [events, more].concat());
    assert_eq!(read.iter().filter_map(|event| event.seq.number()).collect::<Vec<_>>(), [2, 3, 4]);
    for event in read {
        assert_eq!(event.session_id.as_deref(), Some(room.id.as_str()));
        assert!(event.id.is_some_and(|id| id.len() == 16) && event.oddity.is_none());
    }
    let line = String::from_utf8(after).unwrap().lines().nth(2).unwrap().to_owned();
    assert!(line.starts_with(r#"{"data":{"call_id":"é\u0001\"\\","decision":"#), "{line}");
    assert!(
        line.ends_with(r#""session_id":"20260918T141102-7be41d","ts":"2027-01-15T08:00:00.000000Z"}"#),
        "{line}"
    );
}

#[test]
fn nothing_is_appended_that_would_harm_a_log() {
    let hydration = || Draft::new(Kind::SkillContextHydration, Map::new());
    let check = |spoil: &dyn Fn(&Room), draft: Draft, accepts, expected: &str| {
        let room = room();
        spoil(&room);
        let before = tree(&room.workspace.join(".pixir/sessions"));
        let mut held = room.hold().expect("free");
        let outcome = append_to(&mut held, &[draft], accepts).map_err(|refused| format!("{refused:?}"));
        let found = outcome.map_or_else(|refused| refused, |_| "written".to_owned());
        assert!(found.starts_with(expected), "{found}, not {expected}");
        drop(held);
        if expected != "written" {
            assert_eq!(tree(&room.workspace.join(".pixir/sessions")), before, "{expected}");
        }
        assert_eq!(room.state(), Lease::Available);
    };
    let add = |text: &'static str| {
        move |room: &Room| {
            let old = fs::read_to_string(room.log()).unwrap();
            fs::write(room.log(), old + text).unwrap();
        }
    };
    let plain = |_: &Room| {};
    use Accepts::{HydrationType, PixirsTypes};
    check(&plain, decision("x"), PixirsTypes, "written");
    check(&plain, hydration(), PixirsTypes, "WrongType(SkillContextHydration)");
    check(&plain, hydration(), HydrationType, "written");
    check(&plain, Draft::new(Kind::Unknown, Map::new()), HydrationType, "WrongType(Unknown)");
    check(&plain, Draft::new(Kind::Unread, Map::new()), HydrationType, "WrongType(Unread)");
    check(&|room| fs::write(room.log(), "").unwrap(), decision("x"), PixirsTypes, "written");
    check(&|room| fs::remove_file(room.log()).unwrap(), decision("x"), PixirsTypes, "NoLog");
    check(&add("not json\n"), decision("x"), PixirsTypes, "Refused(LogRefused");
    check(&add("{\"cut"), decision("x"), PixirsTypes, "Refused(LogRefused");
    check(&add(r#"{"type":"turn_failed"}"#), decision("x"), PixirsTypes, "OpenEnd");
    let there = log(&[("skill_context_hydration", "{}")]).leak();
    check(&add(there), decision("x"), PixirsTypes, "Refused(LogRefused");
    check(&add(there), decision("x"), HydrationType, "written");
    check(&add("{\"type\":\"made_up\"}\n"), decision("x"), HydrationType, "Refused(LogRefused");
    let large = Map::from_iter([("note".to_owned(), Value::from("x".repeat(2 << 20)))]);
    check(&plain, Draft::new(Kind::PermissionDecision, large), PixirsTypes, "TooLong");
    #[cfg(unix)]
    check(
        &|room| {
            fs::rename(room.log(), room.workspace.join("elsewhere")).unwrap();
            std::os::unix::fs::symlink(room.workspace.join("elsewhere"), room.log()).unwrap();
        },
        decision("x"),
        PixirsTypes,
        "Unsafe(Link",
    );
}

#[cfg(unix)]
#[test]
fn a_lease_is_not_taken_through_a_link() {
    let room = room();
    let elsewhere = room.workspace.join("elsewhere");
    fs::create_dir(&elsewhere).unwrap();
    std::os::unix::fs::symlink(&elsewhere, room.workspace.join(".pixir/session_leases")).unwrap();
    let refused = room.hold().map(drop).unwrap_err();
    assert_eq!(refused.code(), "unsafe_state_path");
    assert!(tree(&elsewhere).is_empty());
    assert!(matches!(hold(&room.kept, Path::new("work"), &room.id, clock), Err(CannotHold::Unnameable)));
}

#[test]
fn two_holders_never_coexist() {
    let room = room();
    let (inside, taken) = (AtomicUsize::new(0), AtomicUsize::new(0));
    std::thread::scope(|scope| {
        for _ in 0..6 {
            scope.spawn(|| {
                // On a busy machine most tries meet somebody else.
                for _ in 0..10_000 {
                    if taken.load(Ordering::SeqCst) > 40 {
                        break;
                    }
                    let Ok(mut held) = hold(&room.kept, &room.workspace, &room.id, SystemTime::now) else {
                        std::thread::yield_now();
                        continue;
                    };
                    assert_eq!(inside.fetch_add(1, Ordering::SeqCst), 0, "two holders");
                    taken.fetch_add(1, Ordering::SeqCst);
                    append_to(&mut held, &[decision("x")], Accepts::PixirsTypes).expect("legal");
                    inside.fetch_sub(1, Ordering::SeqCst);
                    held.release().expect("ours");
                }
            });
        }
    });
    let taken = taken.into_inner();
    assert!(taken > 6, "only {taken} times");
    let log = Log::open(&room.log()).unwrap();
    let numbers: Vec<_> = log.events(0..log.len()).iter().filter_map(|event| event.seq.number()).collect();
    assert_eq!(numbers, (0..taken as u64 + 2).collect::<Vec<_>>(), "no number twice, none missing");
}

/// What somebody else may do to a lease, and what time may.
#[derive(Debug, Clone, Copy)]
enum Move {
    Hold,
    Beat,
    Append,
    Release,
    Start,
    ForeignTakes,
    ForeignBeats,
    ForeignLeaves,
    Pass(u64),
}

fn moves() -> impl Strategy<Value = Vec<Move>> {
    let one = prop_oneof![
        3 => Just(Move::Hold),
        2 => Just(Move::Beat),
        2 => Just(Move::Append),
        1 => Just(Move::Release),
        1 => Just(Move::Start),
        2 => Just(Move::ForeignTakes),
        1 => Just(Move::ForeignBeats),
        1 => Just(Move::ForeignLeaves),
        2 => (0_u64..8_000).prop_map(Move::Pass),
    ];
    prop::collection::vec(one, 1..24)
}

fn foreign(room: &Room) -> String {
    json!({
        "version": 1, "purpose": "session_writer", "session_id": room.id.as_str(), "holder_id": "wrl_foreign",
        "workspace": room.workspace.to_str(), "heartbeat_at_ms": NOW.get(), "stale_after_ms": 5000,
    })
    .to_string()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_foreign_lease_is_never_touched(script in moves()) {
        let room = room();
        let mut ours: Option<Held> = None;
        let mut theirs: Option<String> = None;
        for step in script {
            match step {
                Move::Hold if ours.is_none() => {
                    ours = room.hold().ok();
                    prop_assert!(ours.is_none() || theirs.is_none(), "taken over a foreign lease");
                }
                Move::Beat => {
                    if let Some(held) = &mut ours {
                        prop_assert!(held.beat().is_err() || theirs.is_none());
                    }
                }
                Move::Append => {
                    if let Some(held) = &mut ours {
                        let written = append_to(held, &[decision("x")], Accepts::PixirsTypes);
                        prop_assert!(written.is_err() || theirs.is_none(), "written beside a foreign writer");
                    }
                }
                Move::Release => drop(ours.take()),
                Move::Start => {
                    release_left_behind(&room.kept, clock());
                }
                // Whoever takes over forces a lease away only once it is stale, as Pixir does.
                Move::ForeignTakes if theirs.is_none() && !matches!(room.state(), Lease::Active(_)) => {
                    fs::create_dir_all(room.lease().parent().unwrap()).unwrap();
                    theirs = Some(foreign(&room));
                    fs::write(room.lease(), foreign(&room)).unwrap();
                }
                Move::ForeignBeats if theirs.is_some() => {
                    theirs = Some(foreign(&room));
                    fs::write(room.lease(), foreign(&room)).unwrap();
                }
                Move::ForeignLeaves if theirs.take().is_some() => fs::remove_file(room.lease()).unwrap(),
                Move::Pass(time) => pass(time),
                _ => {}
            }
            if let Some(text) = &theirs {
                prop_assert_eq!(&fs::read_to_string(room.lease()).unwrap_or_default(), text);
            }
        }
        drop(ours);
        if let Some(text) = &theirs {
            prop_assert_eq!(&fs::read_to_string(room.lease()).unwrap_or_default(), text);
        } else {
            prop_assert!(!room.lease().exists(), "a lease of ours was left");
        }
    }
}

const CHILD: &str = "LEASE_CHILD_IN";

/// No test by itself: the process that [`a_lease_left_by_a_crash_is_given_back_at_the_next_start`] ends.
#[test]
fn a_holder_that_never_ends() {
    let Ok(folder) = std::env::var(CHILD) else { return };
    let folder = Path::new(&folder);
    let id = SessionId::parse(b"20260918T141102-7be41d").expect("an id");
    let held = hold(&folder.join("kept"), &folder.join("work"), &id, SystemTime::now).expect("free");
    fs::write(folder.join("holds"), held.holder()).unwrap();
    std::thread::sleep(Duration::from_secs(600));
}

#[test]
fn a_lease_left_by_a_crash_is_given_back_at_the_next_start() {
    let room = room();
    let folder = room.kept.parent().unwrap();
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["lease::a_holder_that_never_ends", "--exact"])
        .env(CHILD, folder)
        .stdout(std::process::Stdio::null())
        .spawn()
        .expect("this program starts again");
    let deadline = SystemTime::now() + Duration::from_secs(60);
    while !folder.join("holds").exists() && SystemTime::now() < deadline {
        std::thread::sleep(Duration::from_millis(10));
    }
    child.kill().expect("it is ours");
    child.wait().expect("it ends");
    let holder = fs::read_to_string(folder.join("holds")).expect("it held the lease");

    let now = SystemTime::now();
    assert!(room.lease().exists(), "the crash left it behind");
    assert_eq!(release_left_behind(&room.kept, now), [] as [PathBuf; 0], "it may live");
    let later = now + Duration::from_secs(30);
    let state = sessions::lease(&room.workspace, &room.id, later).unwrap();
    assert!(matches!(state, Lease::Stale(left) if left.id == holder));
    assert_eq!(release_left_behind(&room.kept, later), [room.lease()]);
    assert!(!room.lease().exists());
    assert_eq!(release_left_behind(&room.kept, later), [] as [PathBuf; 0], "once is enough");
    assert!(tree(&room.kept).keys().all(|path| path.is_dir()), "no note is left");
}

#[test]
fn a_note_does_not_make_a_foreign_lease_ours() {
    let room = room();
    let held = room.hold().expect("free");
    let notes = tree(&room.kept);
    drop(held);
    // The note is back as after a crash, and somebody else has taken the session since, and crashed too.
    notes.iter().filter(|(path, _)| !path.is_dir()).for_each(|(path, bytes)| fs::write(path, bytes).unwrap());
    fs::write(room.lease(), foreign(&room)).unwrap();
    let before = fs::read(room.lease()).unwrap();
    pass(60_000);
    assert!(matches!(room.state(), Lease::Stale(_)));
    assert_eq!(release_left_behind(&room.kept, clock()), [] as [PathBuf; 0]);
    assert_eq!(fs::read(room.lease()).unwrap(), before);
    assert!(tree(&room.kept).keys().all(|path| path.is_dir()), "the note told of nothing any more");
}
