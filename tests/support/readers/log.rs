//! Lines of a session's log.

use std::fs;

use super::{Reader, seeds};
use crate::fixture;

pub fn log_lines() -> Reader {
    let folder = tempfile::tempdir().unwrap();
    let seeds = [seeds(&fixture("example"), ".ndjson"), seeds(&fixture("hostile"), ".ndjson")].concat();
    Reader::new(seeds, move |bytes| {
        let path = folder.path().join("log.ndjson");
        fs::write(&path, bytes).unwrap();
        let read = || {
            let mut log = sessions::Log::open(&path).unwrap();
            log.validate().unwrap();
            log
        };
        let (log, again) = (read(), read());
        // Read twice it is the same, and what was read is what stands in its lines.
        let events =
            |log: &sessions::Log| format!("{:?}", (0..log.len()).map(|at| log.event(at)).collect::<Vec<_>>());
        assert_eq!(events(&log), events(&again));
        assert_eq!(log.unread(), again.unread());
        // The last line may have no end; empty lines are neither.
        assert!(log.len() + log.unread().len() <= log.lines() as usize + 1, "nothing is told twice");
        let context = sessions::Context::read(&log);
        for at in 0..log.len() {
            let (sent, gone) = (context.visible_at(&log, at), context.dropped_at(&log, at));
            assert!(gone.iter().all(|one| !sent.contains(&one.position)));
        }
        drop(sessions::fold(&log));
    })
}
