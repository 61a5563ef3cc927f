//! Sessions of Qwen Code, as its source says that it writes them.
#![allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "a test may")]

#[path = "told/lines.rs"]
mod told;

use std::fs;
use std::path::Path;

use sessions::{Context, Heads, Homes, Log, Source, find_elsewhere, fold};
use told::told;

#[test]
fn a_skill_is_told_with_its_text_and_a_repeat_without() {
    let home = tempfile::tempdir().unwrap();
    let chats = home.path().join(".qwen/projects/-home-ada-shop/chats");
    fs::create_dir_all(&chats).unwrap();
    let fixture = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/agents/qwen-code/skill.jsonl");
    fs::copy(fixture, chats.join("s1.jsonl")).unwrap();
    let homes = Homes { home: Some(home.path().to_owned()), ..Homes::default() };
    let place = find_elsewhere(&homes, &mut Heads::default()).logs.remove(0);
    assert_eq!((place.source, place.workspace.as_path()), (Source::QwenCode, Path::new("/home/ada/shop")));
    let log = Log::open_place(&place).unwrap();
    assert_eq!(
        told(&log),
        [
            "user Write the notes.",
            "thought",
            "call skill",
            "tokens 10 (3 cached) 6 (2 thought)",
            "result ok",
            "skill notes by model TrimmedBody /home/ada/shop/.qwen/skills/notes/SKILL.md <# Notes||Short.>",
            "call read_file of notes: guide.md",
            "call skill",
            "result ok",
            "skill notes by model Nothing - <->",
            "compacted to Some(11): -",
            "runtime A task has ended.",
            "said Done.",
            "unknown hologram",
        ]
    );
    assert_eq!((fold(&log).turns().len(), log.unread().len()), (1, 0));
    assert!(Context::read(&log).bands(&log).iter().all(|band| band.dropped.is_some()));
}
