//! The index follows its logs, and may be lost, broken or cut off at any moment.

mod damaged;
mod doors;
mod killed;
mod search;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use index::{Go, Index, IndexNote, Wanted, Work, workspaces_below};
use proptest::prelude::*;
use tempfile::TempDir;

/// Bodies that between them fill every table.
const EVENTS: [(&str, &str); 17] = [
    ("user_message", r#"{"text":"deploy the café\n\"now\""}"#),
    ("user_message", r#"{"author":"runtime","text":"x"}"#),
    ("assistant_message", r#"{"text":"done and deployed"}"#),
    ("assistant_message", r#"{"metadata":{"partial":true},"text":"do"}"#),
    ("turn_failed", r#"{"error_kind":"timeout"}"#),
    ("skill_activation", r#"{"activated_by":"user","content":"A","name":"a","path":"/s/a/SKILL.md"}"#),
    ("skill_activation", r#"{"activated_by":"model","content":"B","name":"a","content_hash":"no"}"#),
    ("tool_call", r#"{"args":{"command":"ls -l"},"call_id":"c","name":"bash"}"#),
    ("tool_result", r#"{"call_id":"c","ok":true,"output":"total 0"}"#),
    (
        "tool_result",
        r#"{"call_id":"c","error":{"details":{"reason":"interrupt"},"kind":"orphan_tool_call"},"ok":false}"#,
    ),
    (
        "tool_result",
        r#"{"call_id":"c","error":{"details":{"reason":"before_start_turn"},"kind":"orphan_tool_call"},"ok":false}"#,
    ),
    ("provider_usage", r#"{"model":"m","usage":{"input_tokens":7}}"#),
    ("permission_decision", r#"{"call_id":"c","decision":"deny","gate":"policy"}"#),
    ("session_fork", r#"{"parent_session_id":"p","replay_event_count":2}"#),
    ("subagent_event", r#"{"event":"permission_posture","lineage":"child"}"#),
    ("skill_context_hydration", r#"{"context_source_id":"diff","released":{"by":"user"},"output":"fresh"}"#),
    ("something_new", "{}"),
];

fn line(seq: u32, (kind, body): (&str, &str)) -> String {
    format!(
        r#"{{"data":{body},"id":"{seq:016x}","type":"{kind}","seq":{seq},"session_id":"s","ts":"2026-05-01T10:20:{:02}.123456Z"}}"#,
        seq % 60
    )
}

/// A workspace with its logs, and a place for an index.
struct Room {
    home: TempDir,
    workspaces: Vec<PathBuf>,
}

impl Room {
    fn new() -> Self {
        let home = tempfile::tempdir().expect("a folder");
        let workspace = home.path().join("work");
        fs::create_dir_all(workspace.join(".pixir/sessions")).expect("made");
        Self { workspaces: vec![workspace], home }
    }

    fn file(&self) -> PathBuf {
        self.home.path().join("kept/index.sqlite")
    }

    fn log(&self, session: usize) -> PathBuf {
        self.workspaces[0].join(format!(".pixir/sessions/2026050{session}T102030-abcdef.ndjson"))
    }

    fn append(&self, session: usize, text: &str) {
        let mut file =
            fs::OpenOptions::new().create(true).append(true).open(self.log(session)).expect("opened");
        file.write_all(text.as_bytes()).expect("written");
    }

    fn write(&self, session: usize, events: u32) {
        for seq in 0..events {
            self.append(session, &(line(seq, EVENTS[seq as usize * 7 % EVENTS.len()]) + "\n"));
        }
    }

    fn sync(&self, index: &mut Index) -> Work {
        let kept = self.home.path().join("kept");
        let wanted = Wanted {
            workspaces: &self.workspaces,
            elsewhere: &[],
            kept: Some(&kept),
            now: SystemTime::now(),
        };
        index.sync(&wanted).expect("synced")
    }

    fn fill(&self, index: &mut Index) {
        while index.fill_words(1 << 10).expect("filled").is_some() {}
    }

    /// An index of the logs as they are, made at once.
    fn fresh(&self) -> Vec<String> {
        let place = tempfile::tempdir().expect("a folder");
        let mut index = Index::open(Some(&place.path().join("index.sqlite")));
        self.sync(&mut index);
        self.fill(&mut index);
        index.contents().expect("read")
    }
}

#[test]
fn a_second_look_reads_nothing_and_a_new_line_is_read_alone() {
    let room = Room::new();
    for session in 0..5 {
        room.write(session, 300);
    }
    let mut index = Index::open(Some(&room.file()));
    let first = room.sync(&mut index);
    assert_eq!((first.looked, first.sessions, first.anew, first.gone), (5, 5, 5, 0));
    assert!(first.lines >= 1500 && first.faults.is_empty(), "{first:?}");
    let again = room.sync(&mut index);
    assert_eq!(again, Work { folders: 1, looked: 5, ..Work::default() });
    for (event, anew) in [("assistant_message", 0), ("user_message", 0)] {
        let one = line(300, (event, r#"{"text":"new"}"#)) + "\n";
        room.append(2, &one);
        let grown = room.sync(&mut index);
        assert_eq!((grown.looked, grown.sessions, grown.anew), (5, 1, anew));
        // The two ends that tell a log that grew from another: 4 KiB each, at most six times.
        let ends = 6 * 4096 + 2 * one.len() as u64;
        assert!(grown.bytes <= one.len() as u64 + ends, "{grown:?}");
        assert!(grown.lines <= 10, "{grown:?}");
    }
}

#[test]
fn what_was_read_of_a_damaged_log_is_not_read_again() {
    let room = Room::new();
    room.append(1, &"x".repeat(40));
    room.append(1, "\n");
    room.write(1, 2000);
    let mut index = Index::open(Some(&room.file()));
    room.sync(&mut index);
    room.append(1, &(line(2000, EVENTS[0]) + "\n"));
    let grown = room.sync(&mut index);
    assert!(grown.anew == 0 && grown.lines < 20 && grown.bytes < 64 << 10, "{grown:?}");
}

#[test]
fn a_log_that_was_replaced_cut_or_rotated_is_read_anew() {
    let check = |change: &dyn Fn(&Room), anew: u32, gone: u32, sessions: usize| {
        let room = Room::new();
        room.write(1, 50);
        room.write(2, 50);
        let mut index = Index::open(Some(&room.file()));
        room.sync(&mut index);
        room.fill(&mut index);
        change(&room);
        let work = room.sync(&mut index);
        assert_eq!((work.anew, work.gone), (anew, gone));
        assert_eq!(index.listed().expect("read").sessions.len(), sessions);
        room.fill(&mut index);
        assert_eq!(index.contents().expect("read"), room.fresh());
    };
    check(&|_| {}, 0, 0, 2);
    check(&|room| drop(fs::write(room.log(1), line(0, EVENTS[0]) + "\n")), 1, 0, 2);
    check(&|room| drop(fs::remove_file(room.log(2))), 0, 1, 1);
    check(&|room| drop(fs::rename(room.log(2), room.log(3))), 1, 1, 2);
    let replace = |room: &Room| {
        let beside = room.home.path().join("beside");
        let text = fs::read_to_string(room.log(1)).expect("read").replace("deploy", "revert");
        fs::write(&beside, text).expect("written");
        fs::rename(beside, room.log(1)).expect("renamed");
    };
    check(&replace, 1, 0, 2);
    // Longer than before, and another beginning.
    let rewrite = |room: &Room| {
        let text = fs::read_to_string(room.log(1)).expect("read").replacen("deploy", "revert it all", 1);
        fs::write(room.log(1), text).expect("written");
    };
    check(&rewrite, 1, 0, 2);
}

#[test]
fn each_folder_is_listed_once_however_often_it_is_wanted() {
    let mut room = Room::new();
    room.write(1, 3);
    let child = room.workspaces[0].join(".pixir/subagents/sub_1/workspace");
    fs::create_dir_all(child.join(".pixir/sessions")).expect("made");
    fs::copy(room.log(1), child.join(".pixir/sessions/20260502T102030-abcdef.ndjson")).expect("copied");
    let mut index = Index::open(None);
    let once = room.sync(&mut index);
    room.workspaces = vec![room.workspaces[0].clone(), child, room.workspaces[0].clone()];
    let thrice = room.sync(&mut Index::open(None));
    assert_eq!((once.looked, once.sessions, once.folders), (2, 2, 2));
    assert_eq!((thrice.looked, thrice.sessions, thrice.folders), (2, 2, 2));
}

#[test]
fn a_file_that_is_no_index_is_made_anew_and_says_so() {
    let check = |spoil: &dyn Fn(&Path)| {
        let room = Room::new();
        room.write(1, 2000);
        let mut index = Index::open(Some(&room.file()));
        room.sync(&mut index);
        drop(index);
        spoil(&room.file());
        let mut index = Index::open(Some(&room.file()));
        let work = room.sync(&mut index);
        room.fill(&mut index);
        let notes = index.notes();
        assert!(notes.len() == 1 && matches!(notes[0], IndexNote::Rebuilt { .. }), "{notes:?}");
        assert_eq!(work.anew, 1);
        assert_eq!(index.contents().expect("read"), room.fresh());
        assert!(index.notes().is_empty() && index.file().is_some());
    };
    check(&|file| fs::write(file, "no database at all, but longer than its head would be").expect("written"));
    check(&|file| {
        let bytes = fs::read(file).expect("read");
        fs::write(file, &bytes[..bytes.len() / 2]).expect("written");
    });
    // The version stands at byte 60 of the first page.
    check(&|file| {
        let mut bytes = fs::read(file).expect("read");
        bytes[63] += 1;
        fs::write(file, bytes).expect("written");
    });
}

#[test]
fn a_flipped_byte_in_what_was_kept_of_a_log_is_noticed_when_it_is_used() {
    let room = Room::new();
    room.write(1, 2000);
    let mut index = Index::open(Some(&room.file()));
    room.sync(&mut index);
    drop(index);
    let mut bytes = fs::read(room.file()).expect("read");
    // The number of an event in the middle of a piece: SQLite itself does not see it.
    let log = sessions::Log::open(&room.log(1)).expect("read");
    let piece = &log.rows().packed(1).next().expect("a second piece")[1000..1040];
    // A page that is no longer used may have it as well.
    let places = (0..bytes.len() - 40).filter(|at| bytes[*at..at + 40] == *piece).collect::<Vec<_>>();
    assert!(!places.is_empty(), "a piece stands in the file");
    places.iter().for_each(|at| bytes[at + 16] ^= 1);
    fs::write(room.file(), bytes).expect("written");
    room.append(1, &(line(2000, EVENTS[0]) + "\n"));
    let mut index = Index::open(Some(&room.file()));
    room.sync(&mut index);
    room.fill(&mut index);
    assert_eq!(index.notes().len(), 1);
    assert_eq!(index.contents().expect("read"), room.fresh());
}

#[test]
fn the_text_of_a_last_line_that_turned_out_broken_is_forgotten() {
    let room = Room::new();
    let mut index = Index::open(Some(&room.file()));
    room.append(1, &(line(0, EVENTS[0]) + "\n" + &line(1, EVENTS[5])));
    room.sync(&mut index);
    room.append(1, &line(2, EVENTS[0]));
    room.sync(&mut index);
    room.fill(&mut index);
    assert_eq!(index.contents().expect("read"), room.fresh());
}

#[test]
fn where_no_file_can_be_written_the_index_lives_in_memory() {
    let room = Room::new();
    room.write(1, 20);
    let barred = room.home.path().join("a file");
    fs::write(&barred, "").expect("written");
    let mut index = Index::open(Some(&barred.join("index.sqlite")));
    let work = room.sync(&mut index);
    let notes = index.notes();
    assert!(notes.len() == 1 && matches!(notes[0], IndexNote::InMemory { .. }), "{notes:?}");
    assert_eq!((work.sessions, index.file()), (1, None));
    assert_eq!(index.fill_words(1 << 20), Ok(None));
}

#[test]
fn workspaces_are_found_below_a_folder_but_not_where_git_ignores() {
    let home = tempfile::tempdir().expect("a folder");
    let make = |path: &str| fs::create_dir_all(home.path().join(path)).expect("made");
    for path in [
        "a/.pixir/sessions",
        "b/c/.pixir/sessions",
        "b/target/d/.pixir/sessions",
        "e/.pixir",
        "f/.git/x/.pixir/sessions",
    ] {
        make(path);
    }
    fs::write(home.path().join(".gitignore"), ".pixir\n").expect("written");
    fs::write(home.path().join("b/.gitignore"), "target/\n").expect("written");
    make(&format!("{}/.pixir/sessions", "deep/".repeat(12)));
    let found = workspaces_below(home.path(), &mut |_| Go::On);
    assert_eq!(found.workspaces, [home.path().join("a"), home.path().join("b/c")]);
    assert!(found.cut, "what lies deeper was not looked at");
    let stopped = workspaces_below(home.path(), &mut |_| Go::Stop);
    assert_eq!((stopped.folders, stopped.cut), (0, true));
}

/// What can happen to a log between two looks.
#[derive(Debug, Clone)]
enum Step {
    Append(usize, String),
    Cut(usize, prop::sample::Index),
    Replace(usize, String),
    Remove(usize),
    Sync,
    Fill,
}

fn any_lines() -> impl Strategy<Value = String> {
    let whole =
        (prop::sample::select(EVENTS.to_vec()), 0..9_u32).prop_map(|(event, seq)| line(seq, event) + "\n");
    let odd = prop::sample::select(vec!["\n", "{\"data\":", "}\n", "nonsense\n", " ", "\u{0}\n"])
        .prop_map(str::to_owned);
    let open = prop::sample::select(EVENTS.to_vec()).prop_map(|event| line(5, event));
    let large = Just(line(i32::MAX as u32 + 7, EVENTS[0]).replace("2147483654", "99999999999") + "\n");
    let one = prop_oneof![12 => whole, 2 => odd, 1 => open, 1 => large];
    prop::collection::vec(one, 1..6).prop_map(|lines| lines.concat())
}

fn any_step() -> impl Strategy<Value = Step> {
    let session = 0..3_usize;
    prop_oneof![
        8 => (session.clone(), any_lines()).prop_map(|(session, text)| Step::Append(session, text)),
        1 => (session.clone(), any::<prop::sample::Index>()).prop_map(|(session, at)| Step::Cut(session, at)),
        1 => (session.clone(), any_lines()).prop_map(|(session, text)| Step::Replace(session, text)),
        1 => session.prop_map(Step::Remove),
        6 => Just(Step::Sync),
        3 => Just(Step::Fill),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn an_index_rebuilt_equals_an_index_followed(steps in prop::collection::vec(any_step(), 1..24)) {
        let room = Room::new();
        let mut index = Index::open(Some(&room.file()));
        for step in steps {
            match step {
                Step::Append(session, text) => room.append(session, &text),
                Step::Cut(session, at) => {
                    if let Ok(text) = fs::read(room.log(session)) {
                        fs::write(room.log(session), &text[..at.index(text.len() + 1)]).expect("written");
                    }
                }
                Step::Replace(session, text) => {
                    let beside = room.home.path().join("beside");
                    fs::write(&beside, text).expect("written");
                    fs::rename(beside, room.log(session)).expect("renamed");
                }
                Step::Remove(session) => drop(fs::remove_file(room.log(session))),
                Step::Sync => drop(room.sync(&mut index)),
                Step::Fill => drop(index.fill_words(200).expect("filled")),
            }
        }
        room.sync(&mut index);
        room.fill(&mut index);
        prop_assert_eq!(index.contents().expect("read"), room.fresh());
    }
}
