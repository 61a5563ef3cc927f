//! Laws of the join that grows: it is the join that would be made of everything anew.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant, UNIX_EPOCH};

use disk::Digest;

use crate::Workspace;
use crate::locked::locked;

struct Room {
    dir: tempfile::TempDir,
}

impl Room {
    /// A workspace with a skill that some of its sessions used.
    fn new() -> Self {
        let room = Self { dir: tempfile::tempdir().expect("a temporary folder") };
        disk::make_folder(&room.sessions()).expect("made");
        let skill = room.folder().join(".agents/skills/notes");
        disk::make_folder(&skill).expect("made");
        disk::write_atomic(&skill.join("SKILL.md"), text(0).as_bytes()).expect("written");
        room
    }

    fn folder(&self) -> PathBuf {
        self.dir.path().join("work")
    }

    fn sessions(&self) -> PathBuf {
        self.folder().join(".pixir/sessions")
    }

    fn open(&self) -> Workspace {
        Workspace::of_test(self.folder(), None, || UNIX_EPOCH + Duration::from_secs(1_800_000_000))
    }

    /// The log of a session: in each turn one version of the skill, or none.
    fn write(&self, session: usize, turns: &[Option<u8>]) {
        let id = format!("20260501T102030-{session:06x}");
        let mut log = String::new();
        let (mut seq, path) = (0, self.folder().join(".agents/skills/notes/SKILL.md"));
        for version in turns {
            if let Some(version) = version {
                line(&mut log, &id, seq, "skill_activation", &activation(&path, *version));
                seq += 1;
            }
            line(&mut log, &id, seq, "user_message", r#"{"text":"go"}"#);
            seq += 1;
        }
        disk::write_atomic(&self.sessions().join(format!("{id}.ndjson")), log.as_bytes()).expect("written");
    }
}

fn line(log: &mut String, id: &str, seq: usize, kind: &str, data: &str) {
    writeln!(
        log,
        r#"{{"data":{data},"id":"{seq:016x}","type":"{kind}","seq":{seq},"session_id":"{id}","ts":"2026-05-01T10:20:{:02}.000000Z"}}"#,
        seq % 60
    )
    .expect("a string takes it");
}

fn activation(path: &Path, version: u8) -> String {
    let content = text(version);
    serde_json::json!({
        "name": "notes", "scope": "repo", "path": path, "root": path.parent().and_then(Path::parent),
        "content": content, "content_hash": Digest::of(content.as_bytes()).to_string(), "activated_by": "user",
    })
    .to_string()
}

fn text(version: u8) -> String {
    format!("---\nname: notes\ndescription: Takes notes.\n---\nVersion {version}.\n")
}

fn joined(workspace: &Workspace) -> String {
    workspace.sessions_changed();
    format!("{:#?}", workspace.joined().snapshots)
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig { cases: 24, failure_persistence: None, ..Default::default() })]

    #[test]
    fn a_join_that_grew_is_the_join_of_everything(
        steps in proptest::collection::vec((0_usize..4, proptest::option::of(0_u8..3), proptest::bool::ANY), 1..12),
    ) {
        let room = Room::new();
        let mut sessions = [vec![Some(0)], vec![Some(1), None], vec![None], vec![Some(0), Some(2)]];
        sessions.iter().enumerate().for_each(|(at, turns)| room.write(at, turns));
        let workspace = room.open();
        joined(&workspace);
        for (session, version, anew) in steps {
            if anew {
                sessions[session] = vec![version];
            } else {
                sessions[session].push(version);
            }
            room.write(session, &sessions[session]);
            proptest::prop_assert_eq!(joined(&workspace), joined(&room.open()));
        }
    }
}

#[test]
fn a_line_without_a_skill_keeps_every_snapshot() {
    let room = Room::new();
    (0..3).for_each(|session| room.write(session, &[Some(0)]));
    let workspace = room.open();
    let before = workspace.joined();
    room.write(1, &[Some(0), None]);
    workspace.sessions_changed();
    let after = workspace.joined();
    assert!(Arc::ptr_eq(&before.snapshots, &after.snapshots));
    assert_eq!(
        after.session_of(&before.snapshots[0].uses[1].key).map(|(_, one)| one.read().log.len()),
        Some(3)
    );
}

/// What one live session costs beside joining everything anew; `cargo xtask bench` prints it.
#[test]
#[ignore = "it measures"]
fn figures() {
    const SESSIONS: usize = 2_000;
    let room = Room::new();
    let turns = |at: usize| (0..6).map(|turn| (turn % 2 == 0).then_some((at % 7) as u8)).collect::<Vec<_>>();
    (0..SESSIONS).for_each(|at| room.write(at, &turns(at)));
    let (workspace, mut live) = (room.open(), turns(1_000));
    let (mut whole, mut grown) = (Vec::new(), Vec::new());
    workspace.joined();
    for round in 0..9 {
        live.push((round % 3 == 0).then_some(1));
        room.write(1_000, &live);
        workspace.sessions_changed();
        let logs = workspace.logs();
        let last = locked(&workspace.join).last.as_ref().map(|(.., joined)| Arc::clone(joined));
        let last = last.expect("joined before");
        let begun = Instant::now();
        assert!(last.next(&logs).is_some());
        grown.push(begun.elapsed());
        workspace.joined();
        workspace.sessions_changed();
        locked(&workspace.join).last = None;
        let _ = workspace.logs();
        let begun = Instant::now();
        workspace.joined();
        whole.push(begun.elapsed());
    }
    let median = |times: &mut Vec<Duration>| {
        times.sort_unstable();
        times[times.len() / 2]
    };
    let (whole, grown) = (median(&mut whole), median(&mut grown));
    let ratio = grown.as_secs_f64() / whole.as_secs_f64();
    println!(
        "join of {SESSIONS} sessions: one live log {grown:?}, everything {whole:?}, ratio {ratio:.4} (goal 0.02)"
    );
}
