//! A process that indexes is killed at any moment, or meets the end of the disk; the next one goes on.

use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use index::Index;

use super::{EVENTS, Room, line};

/// Names the room to a child; without it the two tests below that are children do nothing.
const ROOM: &str = "ASSAY_TEST_INDEX_ROOM";

fn child(room: &Room, name: &str) -> Command {
    let mut child = Command::new(std::env::current_exe().expect("this program"));
    child.args(["--exact", name, "--nocapture"]).env(ROOM, room.home.path());
    child.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
    child
}

/// The room a child was sent to; its index goes on for as long as it is let.
fn sent() -> Option<(PathBuf, PathBuf)> {
    let home = PathBuf::from(std::env::var_os(ROOM)?);
    Some((home.join("work"), home.join("kept/index.sqlite")))
}

#[test]
fn indexing_for_another_process() {
    let Some((workspace, file)) = sent() else { return };
    let wanted = index::Wanted {
        workspaces: &[workspace],
        elsewhere: &[],
        kept: None,
        now: std::time::SystemTime::now(),
    };
    let mut index = Index::open(Some(&file));
    index.sync(&wanted).expect("synced");
    while index.fill_words(4 << 10).expect("filled").is_some() {}
}

#[test]
fn an_index_whose_writer_was_killed_goes_on_to_the_same_end() {
    let room = Room::new();
    for session in 0..6 {
        room.write(session, 250);
    }
    let mut killed = 0;
    for round in 0..50_u32 {
        let mut writer =
            child(&room, "index::killed::indexing_for_another_process").spawn().expect("started");
        // The first rounds end while the program starts, the later ones anywhere in its work.
        thread::sleep(Duration::from_micros(u64::from(2_000 + round * 7919 % 40_000)));
        let _ = writer.kill();
        killed += u32::from(!writer.wait().expect("ended").success());
        room.append((round % 6) as usize, &(line(300 + round, EVENTS[round as usize % EVENTS.len()]) + "\n"));
    }
    println!("{killed} of 50 were killed before they were done");
    assert!(killed > 0, "no child was met while it worked");
    let mut index = Index::open(Some(&room.file()));
    room.sync(&mut index);
    room.fill(&mut index);
    assert_eq!(index.notes(), [], "a killed writer leaves a whole file");
    assert_eq!(index.contents().expect("read"), room.fresh());
}

#[test]
fn indexing_on_a_disk_that_fills() {
    let Some((workspace, file)) = sent() else { return };
    let wanted = index::Wanted {
        workspaces: &[workspace],
        elsewhere: &[],
        kept: None,
        now: std::time::SystemTime::now(),
    };
    let mut index = Index::open(Some(&file));
    let work = index.sync(&wanted).expect("synced in memory");
    assert_eq!((work.sessions, index.file()), (6, None));
    let notes = index.notes();
    assert!(notes.len() == 1 && matches!(notes[0], index::IndexNote::InMemory { .. }), "{notes:?}");
    assert_eq!(index.listed().expect("read").sessions.len(), 6);
}

#[test]
fn a_full_disk_is_met_by_going_on_in_memory() {
    if !std::path::Path::new("/bin/bash").exists() {
        println!("skipped: there is no bash to limit the size of files with");
        return;
    }
    let room = Room::new();
    for session in 0..6 {
        room.write(session, 2000);
    }
    let program = std::env::current_exe().expect("this program");
    let mut limited = Command::new("/bin/bash");
    // 256 KiB and no signal: a write beyond it fails as on a full disk.
    limited.args([
        "-c",
        "trap '' XFSZ; ulimit -f 256; exec \"$0\" --exact index::killed::indexing_on_a_disk_that_fills",
    ]);
    let output = limited.arg(program).env(ROOM, room.home.path()).output().expect("started");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    let mut index = Index::open(Some(&room.file()));
    room.sync(&mut index);
    room.fill(&mut index);
    assert_eq!(index.contents().expect("read"), room.fresh());
}
