//! What holds for every line of another agent's log, whatever it says: tried on all small logs of Codex and Pi.
#![allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "a test may")]

#[path = "story/told.rs"]
mod story;

use std::fs;
use std::io::Write;
use std::path::Path;

use sessions::{Context, Log, LogPlace, SessionId, Source, fold};
use story::story;

/// The small logs of some agents, with their bytes.
fn fixtures() -> Vec<(Source, String, Vec<u8>)> {
    let mut found = Vec::new();
    for source in [Source::Codex, Source::Pi] {
        let folder =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/agents").join(source.rules().name);
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            found.push((source, path.display().to_string(), fs::read(path).unwrap()));
        }
    }
    assert!(found.len() > 20, "the small logs are there");
    found
}

#[test]
fn a_line_by_itself_says_the_beginning_of_what_it_says_among_others() {
    for (source, name, bytes) in fixtures() {
        let log = Log::of_bytes(Path::new(&name), source, bytes.clone()).unwrap();
        for (row, event) in log.rows().iter().zip(log.window(0..log.rows().len())) {
            let sessions::Line::Event(event) = event else { continue };
            let from = usize::try_from(row.offset()).unwrap();
            let line = &bytes[from..from + row.length() as usize];
            // What only earlier lines explain is missing at the end of a line, and nothing else is.
            if let Ok(alone) = sessions::read_row(source, line, *row) {
                let (here, there) = (kind(&alone.kind), kind(&event.kind));
                assert!(here == there || there == "Other", "{name}, record {}: {here}, {there}", event.line);
            } else {
                let kind = kind(&event.kind);
                assert!(matches!(&*kind, "SkillActivation" | "Compaction"), "{name}, record {}", event.line);
            }
        }
    }
}

fn kind(event: &sessions::EventKind) -> String {
    let told = format!("{event:?}");
    told.split(['(', ' ']).next().unwrap().to_owned()
}

#[test]
fn a_log_that_grows_is_read_as_one_that_was_whole() {
    let folder = tempfile::tempdir().unwrap();
    for (source, name, bytes) in fixtures() {
        let whole = Log::of_bytes(Path::new(&name), source, bytes.clone()).unwrap();
        let path = folder.path().join("log.jsonl");
        fs::write(&path, b"").unwrap();
        let place = LogPlace {
            id: SessionId::parse(b"log").unwrap(),
            path: path.clone(),
            workspace: folder.path().to_owned(),
            subagent: None,
            live: false,
            source,
        };
        let mut log = Log::open_place(&place).unwrap();
        let (mut turns, mut context) = (fold(&log), Context::read(&log));
        // In pieces that end inside lines.
        for piece in bytes.chunks(700) {
            fs::OpenOptions::new().append(true).open(&path).unwrap().write_all(piece).unwrap();
            let change = log.refresh().unwrap();
            turns.follow(&log, change);
            context.follow(&log, change);
        }
        assert_eq!(story(&log), story(&whole), "{name}");
        assert_eq!(turns, fold(&whole), "{name}");
        assert_eq!(context.bands(&log), Context::read(&whole).bands(&whole), "{name}");
        fs::remove_file(&path).unwrap();
    }
}

#[test]
fn damaged_lines_are_read_or_kept_as_unread() {
    for (source, name, bytes) in fixtures() {
        for (step, letter) in [(97, b'{'), (89, b'"'), (83, b'0'), (79, 0xff), (73, b'\n'), (71, b']')] {
            let mut damaged = bytes.clone();
            damaged.iter_mut().skip(step).step_by(step).for_each(|byte| *byte = letter);
            let lines = damaged.split_inclusive(|byte| *byte == b'\n');
            let lines = lines.filter(|line| line.len() > 1 && line.ends_with(b"\n")).count();
            let log = Log::of_bytes(Path::new(&name), source, damaged).unwrap();
            story(&log);
            fold(&log);
            let standing: std::collections::BTreeSet<u32> =
                log.rows().iter().map(|row| log.line_of(row.line())).collect();
            assert_eq!(standing.len(), lines, "{name}: a line was lost");
        }
    }
}
