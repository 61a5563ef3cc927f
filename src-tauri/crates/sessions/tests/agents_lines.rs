//! What holds for every line of another agent's log, whatever it says: tried on all small logs of Codex and Pi.
#![allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "a test may")]

#[path = "story/told.rs"]
mod story;

use std::fs;
use std::io::Write;
use std::path::Path;

use sessions::{Context, EventKind, Line, Log, LogPlace, SessionId, Source, fold};
use story::story;

/// Agents of which everything is tried here.
const BOTH: [Source; 2] = [Source::Codex, Source::Pi];

/// Agents whose small logs are files of lines.
const ALL: [Source; 5] = [Source::ClaudeCode, Source::GeminiCli, Source::QwenCode, Source::Codex, Source::Pi];

/// The small logs of some agents, with their bytes.
fn fixtures(of: &[Source]) -> Vec<(Source, String, Vec<u8>)> {
    let mut found = Vec::new();
    for source in of.iter().copied() {
        let folder =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/agents").join(source.rules().name);
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_none_or(|end| end != "jsonl") {
                continue;
            }
            found.push((source, path.display().to_string(), fs::read(path).unwrap()));
        }
    }
    assert!(found.len() > 20, "the small logs are there");
    found
}

#[test]
fn a_line_by_itself_says_the_beginning_of_what_it_says_among_others() {
    for (source, name, bytes) in fixtures(&BOTH) {
        let log = Log::of_bytes(Path::new(&name), source, bytes.clone()).unwrap();
        for (row, event) in log.rows().iter().zip(log.window(0..log.rows().len())) {
            let Line::Event(event) = event else { continue };
            let from = usize::try_from(row.offset()).unwrap();
            let line = &bytes[from..from + row.length() as usize];
            // What only earlier lines explain is missing at the end of a line, and nothing else is.
            if let Ok(alone) = sessions::read_row(source, line, row) {
                let (here, there) = (kind(&alone.kind), kind(&event.kind));
                assert!(here == there || there == "Other", "{name}, record {}: {here}, {there}", event.line);
            } else {
                let kind = kind(&event.kind);
                assert!(matches!(&*kind, "SkillActivation" | "Compaction"), "{name}, record {}", event.line);
            }
        }
    }
}

fn kind(event: &EventKind) -> String {
    let told = format!("{event:?}");
    told.split(['(', ' ']).next().unwrap().to_owned()
}

/// Rows are made without what tools put out, and some lines are explained by later ones.
#[test]
fn a_row_is_of_the_kind_of_its_event() {
    for (source, name, bytes) in fixtures(&ALL) {
        let log = Log::of_bytes(Path::new(&name), source, bytes).unwrap();
        for (row, event) in log.rows().iter().zip(log.window(0..log.rows().len())) {
            let Line::Event(event) = event else { continue };
            let kind = match &*kind(&event.kind) {
                "Compaction" => "HistoryCompaction".to_owned(),
                "Subagent" | "Posture" => "SubagentEvent".to_owned(),
                kind => kind.to_owned(),
            };
            assert_eq!(format!("{:?}", row.kind()), kind, "{name}, record {}", event.line);
        }
    }
}

fn place(path: &Path, source: Source) -> LogPlace {
    LogPlace {
        id: SessionId::parse(b"log").unwrap(),
        path: path.to_owned(),
        workspace: path.parent().unwrap().to_owned(),
        subagent: None,
        live: false,
        family: None,
        source,
    }
}

#[test]
fn a_log_that_grows_is_read_as_one_that_was_whole() {
    let folder = tempfile::tempdir().unwrap();
    for (source, name, bytes) in fixtures(&BOTH) {
        let whole = Log::of_bytes(Path::new(&name), source, bytes.clone()).unwrap();
        let path = folder.path().join("log.jsonl");
        fs::write(&path, b"").unwrap();
        let place = place(&path, source);
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
fn what_is_sent_stays_the_same_where_nothing_changes_it() {
    for (source, name, bytes) in fixtures(&ALL) {
        let log = Log::of_bytes(Path::new(&name), source, bytes).unwrap();
        let context = Context::read(&log);
        let sent = |at| (context.visible_as_recorded(&log, at), context.gone_at(&log, at));
        for at in (1..log.len()).filter(|at| context.is_steady(*at..at + 1)) {
            assert_eq!(sent(at), sent(at - 1), "{name}: {at}");
        }
    }
}

#[test]
fn damaged_lines_are_read_or_kept_as_unread() {
    for (source, name, bytes) in fixtures(&BOTH) {
        for (step, letter) in [(97, b'{'), (89, b'"'), (83, b'0'), (79, 0xff), (73, b'\n'), (71, b']')] {
            let mut damaged = bytes.clone();
            damaged.iter_mut().skip(step).step_by(step).for_each(|byte| *byte = letter);
            let lines = damaged.split_inclusive(|byte| *byte == b'\n').scan(0, |end, line| {
                *end += line.len() as u64;
                Some((*end - line.len() as u64, line.len() as u64, line.ends_with(b"\n")))
            });
            let lines: Vec<(u64, u64)> = lines
                .filter(|(_, length, is_whole)| *length > 1 && *is_whole)
                .map(|(start, length, _)| (start, length - 1))
                .collect();
            let log = Log::of_bytes(Path::new(&name), source, damaged).unwrap();
            story(&log);
            fold(&log);
            // An event may hold line feeds, and a line may hold two events.
            let mut rows: std::collections::BTreeMap<u64, u64> = Default::default();
            for row in log.rows().iter() {
                let end = row.offset() + u64::from(row.length());
                let before = rows.last_entry().filter(|before| *before.get() >= row.offset());
                match before {
                    Some(mut before) => *before.get_mut() = end.max(*before.get()),
                    None => drop(rows.insert(row.offset(), end)),
                }
            }
            for (start, length) in lines {
                let row = rows.range(..=start).next_back();
                let is_in_a_row = row.is_some_and(|(_, end)| start + length <= *end);
                assert!(is_in_a_row, "{name}: the line at byte {start} was lost");
            }
        }
    }
}
