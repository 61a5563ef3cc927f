//! Logs of other agents: lines by the dialect of each source, and files that are laid out as lines first.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use sessions::{Heads, Homes, Log, Source, find_elsewhere};

use super::{Reader, seeds};

pub fn agents_lines() -> Reader {
    let sources: Vec<Source> = Source::ALL.iter().copied().filter(|source| !source.is_envelope()).collect();
    let seeds = [seeds(&fixtures(), ".jsonl"), laid_out()].concat();
    Reader::new(seeds, move |bytes| {
        for source in &sources {
            let log = Log::of_bytes(Path::new("log.jsonl"), *source, bytes.to_vec()).unwrap();
            let again = Log::of_bytes(Path::new("log.jsonl"), *source, bytes.to_vec()).unwrap();
            // Every line that ended is an event, several, or a line that says why it is none.
            let mut told = told(&log);
            if log.ends_without_line_feed() {
                told.pop_last();
            }
            let lines = bytes.split_inclusive(|byte| *byte == b'\n').filter(|line| line.ends_with(b"\n"));
            let written: BTreeSet<u32> =
                lines.zip(1..).filter(|(line, _)| line.len() > 1).map(|(_, number)| number).collect();
            assert_eq!(told, written, "{source}: a line is lost");
            // What follows the last line end is an event all the same, or told by itself.
            let rest = bytes.rsplit(|byte| *byte == b'\n').next().unwrap_or_default();
            let unfinished = log.unfinished().map_or(0, |unfinished| unfinished.length as usize);
            let is_told = log.ends_without_line_feed() || unfinished == rest.len();
            assert!(is_told, "{source}: a torn line is lost");
            read_through(&log);
            for at in 0..log.len() {
                let event = log.event(at).unwrap();
                assert_eq!(Some(&event), again.event(at).as_ref(), "{source}: read twice it is the same");
                let row = log.at(at).unwrap();
                let line = log.raw(row.line()).unwrap().unwrap();
                // By itself a line may tell less: what it says only together with earlier ones is not there.
                let Ok(alone) = sessions::read_row(*source, &line, row) else { continue };
                assert_eq!(alone.line, event.line, "{source}: {event:?} {alone:?}");
            }
        }
    })
}

/// Files that hold whole sessions or parts of them: Gemini CLI's, and those of OpenCode before its database.
pub fn agents_files() -> Reader {
    let room = tempfile::tempdir().unwrap();
    let storage = room.path().join("storage");
    let chat = room.path().join("session.json");
    let parts = ["session/p/ses_1.json", "message/ses_1/msg_1.json", "part/msg_1/prt_1.json"];
    let parts = parts.map(|part| storage.join(part));
    for part in &parts {
        fs::create_dir_all(part.parent().unwrap()).unwrap();
    }
    Reader::new(seeds(&fixtures(), ".json"), move |bytes| {
        let _ = &room;
        fs::write(&chat, bytes).unwrap();
        parts.iter().for_each(|part| fs::write(part, bytes).unwrap());
        for (path, source) in [(&chat, Source::GeminiCli), (&parts[0], Source::OpenCode)] {
            let log = Log::open_source(path, source).unwrap();
            // Lines that were made are never empty, unless the file is.
            let all: BTreeSet<u32> = (1..=log.lines()).collect();
            assert!(bytes.is_empty() || told(&log) == all, "{source}: a line is lost");
            assert!(log.unfinished().is_none(), "{source}: a line that was made has an end");
            read_through(&log);
        }
    })
}

pub fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../src-tauri/crates/sessions/tests/fixtures/agents")
}

/// The lines of a log that are told.
pub fn told(log: &Log) -> BTreeSet<u32> {
    let lines = |row: sessions::Row| {
        // An event may hold line feeds.
        let text = log.raw(row.line()).and_then(Result::ok).unwrap_or_default();
        let first = log.line_of(row.line());
        first..=first + text.iter().filter(|byte| **byte == b'\n').count() as u32
    };
    log.rows().iter().flat_map(lines).collect()
}

/// Every row is an event or a line that says why it is none; what follows from them can be asked.
pub fn read_through(log: &Log) {
    assert!(log.rows().len() <= log.len() + log.unread().len(), "a row is neither");
    let context = sessions::Context::read(log);
    drop(context.bands(log));
    drop(sessions::fold(log));
    drop(sessions::traces(log, Path::new("/w"), 0..log.len()));
}

/// The lines that small logs without lines are laid out as.
fn laid_out() -> Vec<Vec<u8>> {
    let homes = Homes { variables: [("XDG_DATA_HOME", fixtures())].into(), ..Homes::default() };
    let mut logs = vec![(fixtures().join("gemini-cli/whole.json"), Source::GeminiCli)];
    let found = find_elsewhere(&homes, &mut Heads::default());
    logs.extend(found.logs.into_iter().map(|place| (place.path, place.source)));
    let seeds: Vec<Vec<u8>> = logs.iter().map(|(path, source)| laid(path, *source)).collect();
    assert!(seeds.len() > 1, "the files of OpenCode are found");
    seeds
}

fn laid(path: &Path, source: Source) -> Vec<u8> {
    let log = Log::open_source(path, source).unwrap();
    let mut lines: Vec<Vec<u8>> = Vec::new();
    for row in log.rows().iter() {
        let line = log.raw(row.line()).unwrap().unwrap();
        // A line that has several events has a row for each.
        if lines.last() != Some(&line) {
            lines.push(line);
        }
    }
    lines.into_iter().flat_map(|line| [line, b"\n".to_vec()].concat()).collect()
}
