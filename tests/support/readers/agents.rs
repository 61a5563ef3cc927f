//! Lines of other agents' logs, by the dialect of each source.

use std::path::Path;

use sessions::{Log, Source};

use super::{Reader, seeds};
pub fn agents_lines() -> Reader {
    let sources: Vec<Source> = Source::ALL.iter().copied().filter(|source| !source.is_envelope()).collect();
    let logs =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../src-tauri/crates/sessions/tests/fixtures/agents");
    Reader::new(seeds(&logs, ".jsonl"), move |bytes| {
        for source in &sources {
            let log = Log::of_bytes(Path::new("log.jsonl"), *source, bytes.to_vec()).unwrap();
            let again = Log::of_bytes(Path::new("log.jsonl"), *source, bytes.to_vec()).unwrap();
            // Every line that ended is an event, several, or a line that says why it is none.
            let mut told: std::collections::BTreeSet<u32> =
                log.rows().iter().map(|row| log.line_of(row.line())).collect();
            if log.ends_without_line_feed() {
                told.pop_last();
            }
            let lines = bytes.split_inclusive(|byte| *byte == b'\n').filter(|line| line.ends_with(b"\n"));
            let written: std::collections::BTreeSet<u32> =
                lines.zip(1..).filter(|(line, _)| line.len() > 1).map(|(_, number)| number).collect();
            assert_eq!(told, written, "{source}: a line is lost");
            for at in 0..log.len() {
                let event = log.event(at).unwrap();
                assert_eq!(Some(&event), again.event(at).as_ref(), "{source}: read twice it is the same");
                let row = log.at(at).unwrap();
                let line = log.raw(row.line()).unwrap().unwrap();
                // By itself a line may tell less: what it says only together with earlier ones is not there.
                let Ok(alone) = sessions::read_row(*source, &line, row) else { continue };
                assert_eq!(alone.line, event.line, "{source}: {event:?} {alone:?}");
            }
            let context = sessions::Context::read(&log);
            drop(context.bands(&log));
            drop(sessions::fold(&log));
            drop(sessions::traces(&log, Path::new("/w"), 0..log.len()));
        }
    })
}
