//! Sessions of Pi, read from small logs: recordings of 0.73.1 and 0.87.1 with paths and long texts replaced, and logs
//! written by hand for what was not recorded.
#![allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "a test may")]

#[path = "story/told.rs"]
mod story;

use std::fs;
use std::path::Path;

use sessions::{EventKind, Heads, Homes, Origin, Outcome, Source, find_elsewhere, fold};
use story::{open, story, visible};

const NOTES: &str = "list: notes /home/ada/shop/.pi/skills/notes/SKILL.md";

fn check(name: &str, expected: &[&str]) {
    assert_eq!(story(&open(Source::Pi, name)), expected, "{name}");
}

#[test]
fn a_skill_that_the_user_called_is_told_as_what_was_typed_and_its_text() {
    check(
        "0.73.1-called.jsonl",
        &[
            "user: /skill:notes alpha \"beta gamma\"",
            "skill notes by user, trimmed body",
            "answer: Done.",
            "tokens [100, 0, 5]",
        ],
    );
    let log = open(Source::Pi, "0.73.1-called.jsonl");
    let called = log.events(0..log.len()).into_iter().find_map(|event| match event.kind {
        EventKind::SkillActivation(activation) => Some(activation),
        _ => None,
    });
    let called = called.unwrap();
    assert_eq!(called.content.as_deref(), Some("# Notes\n\nWrite short notes."));
    assert_eq!(called.arguments.as_deref(), Some("alpha \"beta gamma\""));
    assert_eq!(called.path.as_deref(), Some("/home/ada/shop/.pi/skills/notes/SKILL.md"));
    assert_eq!((called.inferred, called.steps.len()), (None, 2));
}

#[test]
fn without_a_list_a_read_counts_where_pi_finds_skills() {
    check(
        "0.73.1-read.jsonl",
        &[
            "user: Write the notes.",
            "call read",
            "tokens [100, 0, 5]",
            "result",
            "skill notes by model, whole",
            "call read of notes: references/guide.md",
            "tokens [100, 0, 5]",
            "result",
            "answer: Done.",
            "tokens [100, 0, 5]",
        ],
    );
}

#[test]
fn a_read_of_a_listed_file_counts_as_far_as_it_was_printed() {
    check(
        "reads.jsonl",
        &[
            "context: Words.",
            "list: alpha /home/ada/.pi/agent/skills/alpha/SKILL.md",
            "user: Use it.",
            "reasoning",
            "call read",
            "call read",
            "call bash",
            "call read",
            "call read",
            "tokens [150, 40, 5]",
            "result",
            "skill alpha by model, whole",
            "result",
            "skill alpha by model, part",
            "result",
            "skill alpha by model, mixed",
            "result",
            "result",
            "skill alpha by model, part",
            "call read",
            "call bash of alpha: scripts/go.sh",
            "tokens [150, 40, 5]",
            "result: failed",
            "result",
            "tokens [150, 40, 5]",
            "user: Again.",
            "tokens [150, 40, 5]",
            "failed:  400 too much",
            "context: $ ls",
            "context: Words of an extension.",
        ],
    );
    let log = open(Source::Pi, "reads.jsonl");
    let outcomes: Vec<Outcome> = fold(&log).turns().iter().map(|turn| turn.outcome).collect();
    assert_eq!(outcomes, [Outcome::Interrupted, Outcome::Failed]);
    let texts = log.events(0..log.len()).into_iter().filter_map(|event| match event.kind {
        EventKind::SkillActivation(activation) => activation.content,
        _ => None,
    });
    assert_eq!(texts.collect::<Vec<_>>()[1], "---\nname: alpha\ndescription: Words.");
}

#[test]
fn a_list_that_changes_is_told_again() {
    check(
        "0.87.1-list-changes.jsonl",
        &[
            "context: <preamble>",
            NOTES,
            "user: Write the notes.",
            "call read",
            "tokens [100, 0, 5]",
            "result",
            "skill notes by model, whole",
            "answer: Done.",
            "tokens [100, 0, 5]",
            "list: fresh /home/ada/shop/.pi/skills/fresh/SKILL.md, notes /home/ada/shop/.pi/skills/notes/SKILL.md",
            "user: Go on.",
            "call read",
            "tokens [100, 0, 5]",
            "result",
            "skill fresh by model, whole",
            "answer: Done.",
            "tokens [100, 0, 5]",
        ],
    );
}

#[test]
fn a_compaction_keeps_what_stands_behind_its_first_kept_entry() {
    let log = open(Source::Pi, "0.87.1-compaction.jsonl");
    assert_eq!(
        story(&log),
        [
            "context: <preamble>",
            NOTES,
            "user: Write the notes.",
            "call read",
            "tokens [100, 0, 5]",
            "result",
            "skill notes by model, whole",
            "answer: First done.",
            "tokens [196000, 0, 5]",
            "compaction up to 10: No prior history.",
            "tokens [100, 0, 5]",
            NOTES,
            "user: /compact",
            "answer: <summary>The notes were written.</summary>",
            "tokens [100, 0, 5]",
            "user: Go on.",
            "answer: Second done.",
            "tokens [100, 0, 5]",
        ]
    );
    assert!(visible(&log).is_empty());
    // Format 1 names the line that was kept first: the read, and then what stands behind it.
    let log = open(Source::Pi, "format-1.jsonl");
    assert_eq!(
        story(&log),
        [
            "user: Read it.",
            "call read",
            "result",
            "skill alpha by model, whole",
            "compaction up to 3: Read.",
            "user: Go on.",
            "compaction up to 6: Done.",
        ]
    );
    let context = sessions::Context::read(&log);
    assert_eq!((context.visible_at(&log, 6).len(), context.visible_at(&log, 7).len()), (1, 0));
}

#[test]
fn on_a_branch_the_model_has_the_texts_of_its_path() {
    let log = open(Source::Pi, "tree.jsonl");
    assert_eq!(
        story(&log),
        [
            "context: Words.",
            "list: alpha /home/ada/.pi/agent/skills/alpha/SKILL.md, beta /home/ada/.pi/agent/skills/beta/SKILL.md",
            "user: /skill:alpha",
            "skill alpha by user, trimmed body",
            "answer: One.",
            "tokens [150, 40, 5]",
            "user: /skill:beta more words",
            "skill beta by user, trimmed body",
            "answer: Two.",
            "tokens [150, 40, 5]",
            "back to 8",
            "user: Another way.",
            "answer: Three.",
            "tokens [150, 40, 5]",
            "branch: The other way was tried.",
            "compaction up to 15, another branch: ",
            "skill alpha by user, trimmed body, again",
            "skill beta by user, trimmed body, again",
            "user: Back here.",
            "answer: Four.",
            "tokens [150, 40, 5]",
            "compaction up to 23: Alpha and beta were used.",
            "skill beta by user, trimmed body, again",
            "user: Go on.",
            "answer: Five.",
            "tokens [150, 40, 5]",
        ]
    );
    assert_eq!(visible(&log), ["beta by user, trimmed body, again"]);
    let context = sessions::Context::read(&log);
    let other_way = (0..log.len()).find(|at| log.event(*at).unwrap().goes_on_from.is_some()).unwrap();
    assert_eq!(context.visible_at(&log, other_way - 1).len(), 2);
    assert_eq!(context.visible_at(&log, other_way).len(), 1);
    assert_eq!(log.about().unwrap().title.as_deref(), Some("Two ways"));
}

#[test]
fn a_fork_does_not_count_again_what_its_parent_counted() {
    let log = open(Source::Pi, "fork.jsonl");
    let story = story(&log);
    assert_eq!(story[0], "fork of 01a00000-0000-7000-8000-000000000001, 6 copied");
    let tokens: Vec<&String> = story.iter().filter(|line| line.starts_with("tokens")).collect();
    assert_eq!(tokens, ["tokens [0, 0, 0]", "tokens [150, 40, 5]"]);
    let origins: Vec<Origin> = fold(&log).turns().iter().map(|turn| turn.origin).collect();
    assert_eq!(origins, [Origin::Copied, Origin::Here]);
    assert_eq!(log.about().unwrap().parent.as_deref(), Some("01a00000-0000-7000-8000-000000000001"));
}

#[test]
fn a_call_that_failed_ends_its_turn() {
    let outcomes: Vec<(Outcome, u32)> = fold(&open(Source::Pi, "0.87.1-refused.jsonl"))
        .turns()
        .iter()
        .map(|turn| (turn.outcome, turn.calls))
        .collect();
    assert_eq!(outcomes, [(Outcome::Failed, 1), (Outcome::Answered, 1)]);
}

#[test]
fn odd_lines_are_kept() {
    let log = open(Source::Pi, "odd.jsonl");
    let unknown: Vec<String> = story(&log).into_iter().filter(|line| line.starts_with("unknown")).collect();
    assert_eq!(unknown, ["unknown message", "unknown message of sage", "unknown dream", "unknown record"]);
    let unread: Vec<u32> = log.unread().iter().map(|unread| log.line_of(unread.line)).collect();
    assert_eq!(unread, [2, 10]);
}

#[test]
fn sessions_are_found_where_the_variables_say() {
    let home = tempfile::tempdir().unwrap();
    let fixture = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/agents/pi/fork.jsonl");
    let put = |folder: &str, name: &str| {
        let folder = home.path().join(folder);
        fs::create_dir_all(&folder).unwrap();
        fs::copy(&fixture, folder.join(name)).unwrap();
    };
    put(".pi/agent/sessions/--home-ada-shop--", "2026-06-02T08-00-00-000Z_one.jsonl");
    put("moved/sessions/--home-ada-shop--", "2026-06-02T08-00-00-000Z_two.jsonl");
    put("elsewhere", "2026-06-02T08-00-00-000Z_three.jsonl");
    let found = |variables: &[(&'static str, &str)]| -> Vec<String> {
        let variables = variables.iter().map(|(name, folder)| (*name, home.path().join(folder))).collect();
        let homes = Homes { home: Some(home.path().to_owned()), variables };
        let found = find_elsewhere(&homes, &mut Heads::default());
        found.logs.iter().map(|log| log.id.as_str().to_owned()).collect()
    };
    assert_eq!(found(&[]), ["one"]);
    assert_eq!(found(&[("PI_CODING_AGENT_DIR", "moved")]), ["two"]);
    assert_eq!(found(&[("PI_CODING_AGENT_SESSION_DIR", "elsewhere")]), ["three"]);
}
