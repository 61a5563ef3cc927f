//! Sessions of Codex, read from small logs: recordings of 0.144.0 and 0.169.0 with paths and long texts replaced, and
//! logs written by hand in the shapes of other releases.
#![allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "a test may")]

#[path = "story/told.rs"]
mod story;

use std::fs;
use std::path::Path;

use sessions::{EventKind, Heads, Homes, Origin, Outcome, Source, find_elsewhere, fold};
use story::{open, story, visible};

const LIST: &str = "list: imagegen /home/ada/.codex/skills/.system/imagegen/SKILL.md, \
                    notes /home/ada/shop/.agents/skills/notes/SKILL.md";
const SHOP: &str = "list: notes /home/ada/.codex/skills/notes/SKILL.md, \
                    kit:tour /home/ada/shop/.agents/skills/tour/SKILL.md, \
                    long /home/ada/.agents/skills/long/SKILL.md";

fn check(name: &str, expected: &[&str]) {
    assert_eq!(story(&open(Source::Codex, name)), expected, "{name}");
}

#[test]
fn reads_of_listed_files_are_activations_as_far_as_they_were_printed() {
    // 0.118.0: the whole file, two parts of another, one among other output, one that only Codex's own reading of the
    // command tells, one that a script printed; not a file that is not listed, not a diff, not a read that failed.
    check(
        "0.118.0-reads.jsonl",
        &[
            "context: <permissions instructions>",
            SHOP,
            "context: # AGENTS.md instructions for /home/ada/shop",
            "context: <environment_context>",
            "user: Look at the skills.",
            "reasoning",
            "call exec_command",
            "result",
            "skill notes by model, whole",
            "call exec_command",
            "result",
            "skill long by model, part",
            "call exec_command",
            "result",
            "skill long by model, part",
            "call exec_command",
            "result",
            "skill kit:tour by model, mixed",
            "call exec_command",
            "result",
            "call exec_command",
            "result",
            "call exec_command",
            "result: failed",
            "call exec_command",
            "result",
            "skill kit:tour by model, mixed",
            "call exec_command",
            "result",
            "skill kit:tour by model, mixed",
            "tokens [1000, 500, 50]",
            "tokens [1500, 750, 30]",
            "answer: Done.",
        ],
    );
}

#[test]
fn a_read_says_why_it_is_taken_for_an_activation_and_what_was_taken_off() {
    let log = open(Source::Codex, "0.118.0-reads.jsonl");
    let first = log.events(0..log.len()).into_iter().find_map(|event| match event.kind {
        EventKind::SkillActivation(activation) => Some(activation),
        _ => None,
    });
    let read = first.unwrap();
    assert_eq!(read.path.as_deref(), Some("/home/ada/.codex/skills/notes/SKILL.md"));
    assert!(read.content.unwrap().starts_with("---\nname: notes\n"));
    assert_eq!(read.inferred, Some(sessions::InferredBy::Listed));
    assert_eq!(read.steps, [skills::ReadStep::OutputHeader]);
    assert_eq!(read.content_hash, None);
}

#[test]
fn a_script_prints_its_commands_apart_or_mixed() {
    check(
        "script.jsonl",
        &[
            SHOP,
            "user: Use both.",
            "call exec",
            "result",
            "skill notes by model, whole",
            "skill kit:tour by model, whole",
            "call exec",
            "result: unknown",
            "skill notes by model, mixed",
            "answer: Done.",
        ],
    );
}

#[test]
fn a_prompt_names_a_skill_and_the_model_reads_it_too() {
    check(
        "0.144.0-user-then-model.jsonl",
        &[
            "context: <permissions instructions>",
            LIST,
            "context: <environment_context>",
            "user: $notes",
            "skill notes by user, whole",
            "call exec_command",
            "result",
            "skill notes by model, whole",
            "tokens [100, 0, 5]",
            "answer: Done.",
            "tokens [100, 0, 5]",
        ],
    );
}

#[test]
fn a_compaction_takes_every_text_away() {
    check(
        "0.144.0-compaction.jsonl",
        &[
            "context: <permissions instructions>",
            LIST,
            "context: <environment_context>",
            "user: Write the notes.",
            "call exec_command",
            "result",
            "skill notes by model, whole",
            "tokens [100, 0, 5]",
            "answer: First done.",
            "tokens [196000, 0, 5]",
            "answer: <summary>The notes were written.</summary>",
            "tokens [100, 0, 5]",
            "compaction up to 17: Another language model started to solve this problem and pro … ",
            "context: <permissions instructions>",
            LIST,
            "context: <environment_context>",
            "user: /compact",
            "answer: Fine.",
            "tokens [100, 0, 5]",
            "user: Again.",
            "call exec_command",
            "result",
            "skill notes by model, whole",
            "tokens [100, 0, 5]",
            "answer: Done.",
            "tokens [100, 0, 5]",
        ],
    );
    // The list stands in the new context itself, and the summary is marked as none of the answers.
    check(
        "0.169.0-compaction.jsonl",
        &[
            LIST,
            "context: <permissions instructions>",
            "context: <environment_context>",
            "user: Write the notes.",
            "call exec_command",
            "result",
            "skill notes by model, whole",
            "tokens [100, 0, 5]",
            "answer: First done.",
            "tokens [196000, 0, 5]",
            "tokens [100, 0, 5]",
            "compaction up to 16: Another language model started to solve this problem and pro … ",
            LIST,
            "user: /compact",
            "answer: Fine.",
            "tokens [100, 0, 5]",
            "user: Again.",
            "call exec_command",
            "result",
            "skill notes by model, whole",
            "tokens [100, 0, 5]",
            "answer: Done.",
            "tokens [100, 0, 5]",
        ],
    );
    for name in ["0.144.0-compaction.jsonl", "0.169.0-compaction.jsonl"] {
        assert_eq!(visible(&open(Source::Codex, name)), ["notes by model, whole"], "{name}");
    }
}

#[test]
fn turns_that_are_taken_back_take_their_texts_with_them() {
    check(
        "taken-back.jsonl",
        &[
            SHOP,
            "user: $notes",
            "skill notes by user, whole",
            "answer: One.",
            "user: $kit:tour",
            "skill kit:tour by user, whole",
            "answer: Two.",
            "back to 5",
            "user: Another way.",
            "answer: Three.",
            "compaction up to 12, a part of the new context is not readable: ",
            "skill notes by user, whole, again",
            "user: Go on.",
            "answer: Four.",
        ],
    );
    let log = open(Source::Codex, "taken-back.jsonl");
    let taken_back: Vec<bool> = fold(&log).turns().iter().map(|turn| turn.taken_back).collect();
    assert_eq!(taken_back, [false, true, false, false]);
    let context = sessions::Context::read(&log);
    let counts = [6, 7, 8, 9].map(|at| context.visible_at(&log, at).len());
    assert_eq!(counts, [2, 2, 1, 1], "before and after the turn was taken back");
}

#[test]
fn a_fork_does_not_count_again_what_its_parent_counted() {
    let log = open(Source::Codex, "fork.jsonl");
    assert_eq!(
        story(&log),
        [
            "fork of 019f1000-0000-7000-8000-000000000001, 10 copied",
            SHOP,
            "user: $notes Begin.",
            "skill notes by user, whole",
            "answer: Begun.",
            "user: Go on.",
            "answer: Gone on.",
            "tokens [1200, 600, 10]",
        ]
    );
    let turns = fold(&log);
    let origins: Vec<Origin> = turns.turns().iter().map(|turn| turn.origin).collect();
    assert_eq!(origins, [Origin::Copied, Origin::Here]);
    let about = log.about().unwrap();
    assert_eq!(about.parent.as_deref(), Some("019f1000-0000-7000-8000-000000000001"));
    assert_eq!(
        (about.session.as_deref(), about.is_subagent),
        (Some("019f1000-9000-7000-8000-000000000002"), false)
    );
}

#[test]
fn a_sub_agent_knows_its_parent_and_its_parent_started_it() {
    check(
        "0.169.0-parent.jsonl",
        &[
            LIST,
            "context: <permissions instructions>",
            "context: <environment_context>",
            "user: Write the notes.",
            "call spawn_agent",
            "tokens [100, 0, 5]",
            "sub-agent Laplace: Use the skill notes and report.",
            "result: unknown",
            "call exec_command",
            "tokens [100, 0, 5]",
            "result",
            "skill notes by model, whole",
            "answer: All done.",
            "tokens [100, 0, 5]",
            "context: <subagent_notification>",
            "answer: All done.",
            "tokens [100, 0, 5]",
        ],
    );
    check(
        "0.169.0-child.jsonl",
        &[
            LIST,
            "context: <permissions instructions>",
            "context: <environment_context>",
            "user: Use the skill notes and report.",
            "answer: Helper done.",
            "tokens [100, 0, 5]",
        ],
    );
    let (parent, child) =
        (open(Source::Codex, "0.169.0-parent.jsonl"), open(Source::Codex, "0.169.0-child.jsonl"));
    let (parent, child) = (parent.about().unwrap(), child.about().unwrap());
    assert!(child.is_subagent && !parent.is_subagent);
    assert_eq!(child.parent, parent.session);
}

#[test]
fn a_turn_ends_as_it_was_ended() {
    let outcomes = |name: &str| -> Vec<(Outcome, u32)> {
        let turns = fold(&open(Source::Codex, name));
        turns.turns().iter().map(|turn| (turn.outcome, turn.calls)).collect()
    };
    assert_eq!(outcomes("0.169.0-interrupted.jsonl"), [(Outcome::Interrupted, 1), (Outcome::Answered, 1)]);
    assert_eq!(outcomes("0.169.0-refused.jsonl"), [(Outcome::Failed, 1), (Outcome::Answered, 1)]);
    assert_eq!(outcomes("0.144.0-user-then-model.jsonl"), [(Outcome::Answered, 2)]);
}

#[test]
fn a_file_beside_a_main_file_is_read_as_a_resource() {
    let story = story(&open(Source::Codex, "0.169.0-resource.jsonl"));
    let calls: Vec<&String> = story.iter().filter(|line| line.starts_with("call")).collect();
    assert_eq!(calls, ["call exec_command", "call exec_command of notes: references/guide.md"]);
}

#[test]
fn a_session_says_where_it_began() {
    let log = open(Source::Codex, "0.118.0-reads.jsonl");
    let about = log.about().unwrap();
    assert_eq!(about.folder.as_deref(), Some(Path::new("/home/ada/shop")));
    let told = [&about.release, &about.branch, &about.commit, &about.repository, &about.model];
    let told = told.map(|told| told.as_deref().unwrap());
    assert_eq!(told, ["0.118.0", "main", "4f2a9c1", "https://example.org/shop.git", "model-1"]);
}

#[test]
fn lines_without_an_envelope_are_read() {
    check(
        "before-0.32.jsonl",
        &["context: <environment_context>", "user: Hello.", "call shell", "result", "answer: One file."],
    );
}

#[test]
fn odd_lines_are_kept() {
    let log = open(Source::Codex, "odd.jsonl");
    assert_eq!(
        story(&log),
        [
            "unknown response_item",
            "call function",
            "result: unknown",
            "unknown response_item compacted",
            "compaction up to 11: ",
            "unknown item_completed",
            "unknown response_item telepathy",
            "unknown dream",
            "user: Still here.",
        ]
    );
    let unread: Vec<u32> = log.unread().iter().map(|unread| log.line_of(unread.line)).collect();
    assert_eq!(unread, [2, 3, 4]);
    assert_eq!(log.rows().len(), 18, "every line that is not empty has a row");
}

#[test]
fn sessions_are_found_by_day_and_where_they_were_put_away() {
    let home = tempfile::tempdir().unwrap();
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/agents/codex");
    let put = |folder: &str, fixture: &str, id: &str| {
        let folder = home.path().join(folder);
        fs::create_dir_all(&folder).unwrap();
        let name = format!("rollout-2026-11-22T23-46-36-{id}.jsonl");
        fs::copy(fixtures.join(fixture), folder.join(&name)).unwrap();
        folder.join(name)
    };
    let (parent, child) = ("01a205a7-8d6b-7b30-aca6-b18c8918b8db", "01a205a7-8df4-7b20-9333-7f4cc4427e07");
    let first = put(".codex/sessions/2026/11/22", "0.169.0-parent.jsonl", parent);
    put(".codex/archived_sessions", "0.169.0-child.jsonl", child);
    fs::write(home.path().join(".codex/sessions/2026/notes.jsonl"), "{}\n").unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink(&first, home.path().join(".codex/sessions/rollout-2026-link.jsonl")).unwrap();
    let homes = Homes { home: Some(home.path().to_owned()), ..Homes::default() };
    let found = find_elsewhere(&homes, &mut Heads::default());
    let found: Vec<_> = found.logs.iter().map(|log| (log.id.as_str(), log.subagent.as_deref())).collect();
    assert_eq!(found, [(parent, None), (child, Some(parent))]);
    let homes = Homes { variables: [("CODEX_HOME", home.path().to_owned())].into(), ..homes };
    assert!(find_elsewhere(&homes, &mut Heads::default()).logs.is_empty());
}

#[test]
fn a_log_that_was_packed_away_is_read_and_a_broken_one_is_told_with_its_byte() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join(".codex/sessions/2026/01/10");
    fs::create_dir_all(&folder).unwrap();
    let fixture =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/agents/codex/0.144.0-compaction.jsonl");
    let lines = fs::read(&fixture).unwrap();
    let packed = ruzstd::encoding::compress_to_vec(&lines[..], ruzstd::encoding::CompressionLevel::Fastest);
    let id = "00000000-0000-4000-8000-000000000001";
    let path = folder.join(format!("rollout-2026-01-10T02-08-00-{id}.jsonl.zst"));
    fs::write(&path, &packed).unwrap();
    let homes = Homes { home: Some(home.path().to_owned()), ..Homes::default() };
    let found = || find_elsewhere(&homes, &mut Heads::default());
    let places = found().logs;
    assert_eq!((places.len(), places[0].id.as_str()), (1, id));
    let mut log = sessions::Log::open_place(&places[0]).unwrap();
    assert_eq!(story(&log), story(&open(Source::Codex, "0.144.0-compaction.jsonl")));
    assert_eq!(log.refresh(), Ok(sessions::Change::None));
    // While it is packed it lies there twice.
    fs::write(path.with_extension(""), &lines).unwrap();
    let places = found().logs;
    assert_eq!((places.len(), places[0].path.clone()), (1, path.with_extension("")));
    fs::remove_file(path.with_extension("")).unwrap();
    fs::write(&path, &packed[..packed.len() / 2]).unwrap();
    let words = sessions::Log::open_source(&path, Source::Codex).unwrap_err().to_string();
    assert!(words.contains(&*path.to_string_lossy()) && words.contains("corrupt before byte"), "{words}");
    let found = found();
    let has_folder = found.logs.iter().any(|place| place.workspace.starts_with("/home/ada"));
    assert!(!has_folder && found.problems.len() == 1, "{found:?}");
}
