//! Logs of other agents as nobody writes them on purpose: every dialect of lines is fed its own small logs, changed.
#![allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "a test may")]

#[path = "told/lines.rs"]
mod told;

use std::fs;
use std::path::Path;

use sessions::{EventKind, Log, Source, fold};
use told::told;

const SOURCES: [Source; 5] =
    [Source::ClaudeCode, Source::Codex, Source::Pi, Source::QwenCode, Source::GeminiCli];

/// The small logs of agents that write lines, as text.
fn fixtures() -> Vec<(Source, String, String)> {
    let mut found = Vec::new();
    for source in SOURCES {
        let folder =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/agents").join(source.rules().name);
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|kind| kind == "jsonl") {
                let text = String::from_utf8_lossy(&fs::read(&path).unwrap()).into_owned();
                found.push((source, path.display().to_string(), text));
            }
        }
    }
    assert!(SOURCES.iter().all(|source| found.iter().any(|one| one.0 == *source)));
    found
}

fn log(source: Source, text: &str) -> Log {
    Log::of_bytes(Path::new("log.jsonl"), source, text.as_bytes().to_vec()).unwrap()
}

/// The events of a log that are no bookkeeping and no unread lines.
fn events(source: Source, text: &str) -> Vec<String> {
    told(&log(source, text))
}

#[test]
fn times_that_run_back_change_no_order() {
    for (source, name, text) in fixtures() {
        // That a line is a copy is told from its time alone by some agents.
        if log(source, &text).about().is_some_and(|about| about.parent.is_some()) {
            continue;
        }
        let year = std::cell::Cell::new(2999);
        let earlier = |line: &str| {
            year.set(year.get() - 1);
            line.replace("\"timestamp\":\"2026", &format!("\"timestamp\":\"{}", year.get()))
        };
        let changed: String = text.split_inclusive('\n').map(earlier).collect();
        let (before, after) = (log(source, &text), log(source, &changed));
        assert_eq!(told(&before), told(&after), "{name}");
        assert_eq!(fold(&before).turns().len(), fold(&after).turns().len(), "{name}");
    }
}

#[test]
fn a_kind_that_nobody_knows_is_kept_and_changes_nothing_else() {
    let hologram = r#"{"type":"hologram","id":"h","uuid":"h","timestamp":"2026-01-01T00:00:00.000Z","payload":{"type":"hologram"},"data":{}}"#;
    for (source, name, text) in fixtures() {
        let before = log(source, &text);
        let last = text.rfind('\n').map_or(0, |at| at + 1);
        let after = log(source, &format!("{}{hologram}\n{}", &text[..last], &text[last..]));
        let unknown = |log: &Log| {
            log.events(0..log.len())
                .into_iter()
                .filter(|event| matches!(event.kind, EventKind::Unknown { .. }))
                .count()
        };
        assert_eq!(unknown(&after), unknown(&before) + 1, "{name}");
        assert_eq!(after.unread().len(), before.unread().len(), "{name}");
    }
}

#[test]
fn a_release_from_the_future_is_read_by_its_shape() {
    for (source, name, text) in fixtures() {
        let mut changed = text.clone();
        for key in ["version", "cli_version"] {
            let mut at = 0;
            let start = format!("\"{key}\":\"");
            while let Some(found) = changed[at..].find(&start) {
                let from = at + found + start.len();
                let to = from + changed[from..].find('"').unwrap();
                changed.replace_range(from..to, "99.0.0");
                at = from;
            }
        }
        assert_eq!(events(source, &text), events(source, &changed), "{name}");
    }
}

#[test]
fn a_line_of_a_megabyte_and_a_half_is_one_event_like_any_other() {
    let words = "long ".repeat(300_000);
    let line = |source: Source| match source {
        Source::ClaudeCode => {
            format!(r#"{{"type":"user","uuid":"u","message":{{"role":"user","content":"{words}"}}}}"#)
        }
        Source::Codex => format!(
            r#"{{"type":"response_item","payload":{{"type":"message","role":"user","content":[{{"type":"input_text","text":"{words}"}}]}}}}"#
        ),
        Source::Pi => format!(
            r#"{{"type":"message","id":"u","message":{{"role":"user","content":[{{"type":"text","text":"{words}"}}]}}}}"#
        ),
        Source::QwenCode => format!(r#"{{"type":"user","message":{{"parts":[{{"text":"{words}"}}]}}}}"#),
        Source::CopilotCli => format!(r#"{{"type":"user.message","data":{{"content":"{words}"}}}}"#),
        _ => format!(r#"{{"id":"u","type":"user","content":"{words}"}}"#),
    };
    for source in SOURCES.into_iter().chain([Source::CopilotCli]) {
        let long = line(source);
        let log = log(source, &format!("{long}\n{long}\n"));
        let said: Vec<usize> = log
            .events(0..log.len())
            .into_iter()
            .filter_map(|event| match event.kind {
                EventKind::UserMessage(message) => Some(message.text.unwrap().len()),
                _ => None,
            })
            .collect();
        // These tell a line that stands in the log before by its id.
        let is_once = matches!(source, Source::GeminiCli | Source::ClaudeCode);
        let expected = vec![words.len(); if is_once { 1 } else { 2 }];
        assert_eq!(said, expected, "{source}");
        assert!(log.unread().is_empty(), "{source}");
    }
}

/// A fork has the lines of its parent again, by the same ids: what they say counts in the parent's log alone.
#[test]
fn what_a_fork_copied_is_marked_in_every_agent_that_forks() {
    for (source, name) in [
        (Source::ClaudeCode, "fork-2.1.197.jsonl"),
        (Source::ClaudeCode, "fork-2.1.330.jsonl"),
        (Source::Codex, "fork.jsonl"),
        (Source::Pi, "fork.jsonl"),
    ] {
        let (_, _, text) = fixtures()
            .into_iter()
            .find(|one| one.0 == source && one.1.ends_with(&format!("/{name}")))
            .unwrap();
        let log = log(source, &text);
        let turns = fold(&log);
        let copied = turns.turns().iter().filter(|turn| turn.origin == sessions::Origin::Copied).count();
        assert!(
            copied > 0 && copied < turns.turns().len(),
            "{source} {name}: {copied} of {}",
            turns.turns().len()
        );
    }
}
