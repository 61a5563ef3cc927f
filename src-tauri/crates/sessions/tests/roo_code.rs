//! Tasks of Roo Code, as its source says that it writes them.
#![allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "a test may")]

#[path = "told/lines.rs"]
mod told;

use std::fs;
use std::path::Path;

use sessions::{Context, Heads, Homes, Log, LogPlace, Source, find_elsewhere, fold, traces};
use told::told;

/// A home with the task in the storage of an editor.
fn home(editor: &str) -> tempfile::TempDir {
    let home = tempfile::tempdir().unwrap();
    let task = home.path().join(editor).join("User/globalStorage/rooveterinaryinc.roo-cline/tasks/t1");
    fs::create_dir_all(&task).unwrap();
    let fixture = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/agents/roo-code/tasks/t1");
    for entry in fs::read_dir(fixture).unwrap() {
        let entry = entry.unwrap();
        fs::copy(entry.path(), task.join(entry.file_name())).unwrap();
    }
    home
}

fn places(home: &Path) -> Vec<LogPlace> {
    let homes = Homes { home: Some(home.to_owned()), ..Homes::default() };
    find_elsewhere(&homes, &mut Heads::default()).logs
}

#[test]
fn a_task_is_found_in_every_editor_of_every_system() {
    for editor in [
        ".config/Code",
        ".config/Code - Insiders",
        ".config/VSCodium",
        "Library/Application Support/Code",
        "AppData/Roaming/Code",
    ] {
        let home = home(editor);
        let places = places(home.path());
        assert_eq!(places.len(), 1, "{editor}");
        assert_eq!((places[0].source, places[0].id.to_string()), (Source::RooCode, "t1".to_owned()));
        assert_eq!(places[0].workspace, Path::new("/home/ada/shop"), "{editor}");
    }
}

#[test]
fn a_skill_is_told_with_its_text_and_a_summary_takes_it_away() {
    let home = home(".config/Code");
    let place = places(home.path()).remove(0);
    let log = Log::open_place(&place).unwrap();
    let told = told(&log);
    assert!(told[1].starts_with("runtime <environment_details>"));
    let rest: Vec<&str> =
        told.iter().enumerate().filter(|(at, _)| *at != 1).map(|(_, line)| line.as_str()).collect();
    assert_eq!(
        rest,
        [
            "user Write the notes.",
            "thought",
            "call skill",
            "tokens 155 (50 cached) 20 (- thought)",
            "result ok",
            "skill notes by model with short TrimmedBody - <# Notes||Short.>",
            "compacted to Some(9): ## Conversation Summary|The notes were written.",
            "call read_file",
            "call attempt_completion",
            "tokens 70 (60 cached) 10 (- thought)",
            "result ok",
            "result ok",
            "user Thanks, once more.",
            "said Gladly.",
            "runtime [ERROR] You did not use a tool.",
            "unknown hologram",
        ]
    );
    assert_eq!((fold(&log).turns().len(), log.unread().len()), (2, 0));
    assert!(Context::read(&log).bands(&log).iter().all(|band| band.dropped.is_some()));
    let weak = traces(&log, &place.workspace, 0..log.len()).into_iter().flat_map(|trace| trace.reads);
    assert_eq!(weak.collect::<Vec<_>>(), ["/home/ada/shop/.roo/skills/other/SKILL.md"]);
    assert_eq!(log.about().unwrap().model.as_deref(), Some("m1"));
}

#[test]
fn a_task_that_says_where_it_was_begun_is_believed_and_a_torn_one_is_told_to_be_unread() {
    let home = home(".config/Code");
    let path = places(home.path()).remove(0).path;
    let item = r#"{"id":"t1","workspace":"/home/ada/other","parentTaskId":"t0"}"#;
    fs::write(path.with_file_name("history_item.json"), item).unwrap();
    let place = places(home.path()).remove(0);
    assert_eq!(place.workspace, Path::new("/home/ada/other"));
    assert_eq!(place.subagent.as_deref(), Some("t0"));
    let bytes = fs::read(&path).unwrap();
    fs::write(&path, &bytes[..bytes.len() / 2]).unwrap();
    let log = Log::open_place(&place).unwrap();
    assert_eq!((log.unread().len(), log.rows().len()), (1, 2));
}
