//! Texts of skills that other agents' sessions hold are saved once a person says so, and not before.

use std::fs;
use std::path::{Path, PathBuf};

use api::texts::{DeleteTextsAsk, SaveTextsAsk, SavedTextAsk, SavedTextsView, Saving};
use api::wire::Nothing;
use serde_json::{Value, json};
use tests::room::Room;

const SESSION: &str = "44444444-4444-4444-8444-444444444444";
const BODY: &str = "# Notes\n\nWrite short notes.\n";

/// A home in which Claude Code used a skill, and the skill.
fn room() -> Room {
    let skill = format!("---\nname: notes\ndescription: Takes notes.\n---\n{BODY}");
    let room = Room::with(&[(".claude/skills/notes/SKILL.md", skill.as_bytes())]);
    let workspace = fs::canonicalize(room.workspace()).expect("it is there");
    room.write(&log(), lines(&workspace));
    room.app.everywhere().index_sessions().expect("the log can be read");
    room
}

fn log() -> String {
    format!("home/.claude/projects/ws/{SESSION}.jsonl")
}

fn lines(workspace: &Path) -> String {
    let base = workspace.join(".claude/skills/notes");
    let line = |kind: &str, second: u32, content: Value, meta: bool| {
        json!({ "parentUuid": null, "isSidechain": false, "type": kind, "sessionId": SESSION, "isMeta": meta,
            "uuid": format!("u-{second}"), "timestamp": format!("2026-05-02T10:00:{second:02}.000Z"),
            "cwd": workspace, "version": "2.1.330", "message": { "role": "user", "content": content } })
    };
    let given = format!("Base directory for this skill: {}\n\n{BODY}", base.display());
    let called = "<command-message>notes</command-message>\n<command-name>/notes</command-name>";
    let all = [
        line("user", 1, json!(called), false),
        line("user", 2, json!([{"type": "text", "text": given}]), true),
    ];
    all.iter().map(|line| format!("{line}\n")).collect()
}

fn saved(room: &Room) -> SavedTextsView {
    room.scripts().saved_texts(&Nothing {}).expect("they can be listed")
}

fn save(room: &Room, saving: Saving) -> SavedTextsView {
    room.page().save_texts(&SaveTextsAsk { saving }).expect("it can be chosen")
}

fn files(folder: &Path) -> Vec<PathBuf> {
    fs::read_dir(folder).map_or(Vec::new(), |found| found.flatten().map(|entry| entry.path()).collect())
}

#[test]
fn nothing_is_saved_before_a_person_says_so() {
    let room = room();
    room.app.remember();
    let view = saved(&room);
    assert_eq!(view.saving, Saving::Off);
    let [text] = view.texts.as_slice() else { panic!("one text: {view:?}") };
    assert_eq!((text.name.as_str(), text.source.label.as_str()), ("notes", "Claude Code"));
    assert_eq!((text.bytes, text.saved, text.has_log), (BODY.len() as u64, None, true));
    assert_eq!((view.saved_bytes, view.unsaved_bytes), (0, BODY.len() as u64));
    assert_eq!(files(Path::new(&view.folder)), Vec::<PathBuf>::new());
}

#[test]
fn a_saved_text_outlives_its_session_and_is_still_held_against_the_disk() {
    let room = room();
    let view = save(&room, Saving::On);
    let id = view.texts[0].id.clone();
    assert!(view.texts[0].saved.is_some() && view.unsaved_bytes == 0);
    fs::remove_file(room.at(&log())).expect("the agent deletes its session");
    let later = room.again();
    later.app.everywhere().index_sessions().expect("the rest can be read");
    let view = saved(&later);
    assert_eq!((view.texts.len(), view.texts[0].has_log), (1, false));
    assert_eq!(serde_json::to_value(view.texts[0].drift.state).expect("a word"), "identical");
    let lines =
        later.scripts().saved_text(&SavedTextAsk { id, from: 0, count: 9 }).expect("it is there").lines;
    assert_eq!(lines.join("\n"), BODY.trim_end());
    later.write(
        "ws/.claude/skills/notes/SKILL.md",
        "---\nname: notes\ndescription: Takes notes.\n---\nOther.\n",
    );
    let state = saved(&later.again()).texts[0].drift.state;
    assert_eq!(serde_json::to_value(state).expect("a word"), "body_changed");
}

#[cfg(unix)]
#[test]
fn a_saved_text_is_readable_by_its_user_alone() {
    use std::os::unix::fs::PermissionsExt;
    let room = room();
    let view = save(&room, Saving::On);
    let [file] = files(Path::new(&view.folder)).try_into().expect("one file");
    assert_eq!(fs::metadata(file).expect("it is there").permissions().mode() & 0o077, 0);
}

#[test]
fn what_was_deleted_is_not_saved_again() {
    let room = room();
    let view = save(&room, Saving::On);
    let id = view.texts[0].id.clone();
    let view = room.page().delete_texts(&DeleteTextsAsk { ids: vec![id.clone()] }).expect("deleted");
    assert!(view.texts[0].saved.is_none());
    room.app.remember();
    assert_eq!(files(Path::new(&saved(&room).folder)), Vec::<PathBuf>::new());
    let again = room.page().delete_texts(&DeleteTextsAsk { ids: vec![id] });
    assert!(again.is_err_and(|failure| failure.to_string().contains("not found")));
}

#[test]
fn saving_can_end_and_what_is_saved_stays() {
    let room = room();
    save(&room, Saving::On);
    let view = save(&room, Saving::Off);
    assert_eq!((view.saving, view.texts[0].saved.is_some()), (Saving::Off, true));
}

#[test]
fn a_damaged_choice_saves_nothing_and_says_where() {
    let room = room();
    room.write("kept/assay/saved-texts.json", "{\"on\":");
    let failure = room.page().save_texts(&SaveTextsAsk { saving: Saving::On }).expect_err("it is damaged");
    assert!(failure.to_string().contains("saved-texts.json"), "{failure}");
    room.app.remember();
    assert_eq!(files(&room.at("kept/assay/skill-texts")), Vec::<PathBuf>::new());
}
