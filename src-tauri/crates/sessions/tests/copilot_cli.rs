//! Sessions of Copilot CLI, read from small logs: recordings of 1.0.102 with paths and long texts replaced, and a log
//! written by hand for what was not recorded.
#![allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "a test may")]

#[path = "story/told.rs"]
mod story;

use sessions::{Context, EventKind, Outcome, Source, activation_at, fold};
use story::{open, story, visible};

const LIST: &str = "list: notes, customize-cloud-agent, github-pr-media";

fn check(name: &str, expected: &[&str]) {
    assert_eq!(story(&open(Source::CopilotCli, name)), expected, "{name}");
}

#[test]
fn a_skill_is_told_with_the_list_that_named_it_and_the_file_of_it_that_was_read() {
    check(
        "1.0.102-resource.jsonl",
        &[
            "user: Write the notes.",
            "context: Words.",
            LIST,
            "tokens [100, 0, 5]",
            "call skill",
            "result",
            "skill notes by model, body",
            "tokens [100, 0, 5]",
            "call view of notes: references/guide.md",
            "result",
            "tokens [100, 0, 5]",
            "answer: Done.",
        ],
    );
}

#[test]
fn a_script_of_a_skill_is_a_file_of_it() {
    let told = story(&open(Source::CopilotCli, "1.0.102-script.jsonl"));
    assert!(told.contains(&"call bash of notes: scripts/hello.sh".to_owned()), "{told:?}");
}

#[test]
fn a_list_is_told_again_when_it_changes() {
    let told = story(&open(Source::CopilotCli, "1.0.102-appears.jsonl"));
    let lists: Vec<&String> = told.iter().filter(|line| line.starts_with("list: ")).collect();
    assert_eq!(lists, [LIST, "list: fresh, notes, customize-cloud-agent, github-pr-media"]);
}

#[test]
fn a_repeat_of_an_unchanged_skill_has_the_text_that_its_digest_names() {
    let log = open(Source::CopilotCli, "1.0.102-same-twice.jsonl");
    let texts: Vec<_> = Context::read(&log)
        .activations()
        .iter()
        .map(|at| activation_at(&log, *at).and_then(|told| told.content))
        .collect();
    assert_eq!(texts, vec![Some("# Notes\n\nWrite short notes.\n".to_owned()); 3]);
}

#[test]
fn a_compaction_takes_the_texts_away_and_what_it_cost_is_counted() {
    check(
        "1.0.102-compaction.jsonl",
        &[
            "user: Write the notes.",
            "context: Words.",
            LIST,
            "tokens [100, 0, 5]",
            "call skill",
            "result",
            "skill notes by model, body",
            "tokens [196000, 0, 5]",
            "answer: First done.",
            "compaction up to 28, manual: <summary>The notes were written.</summary>",
            "tokens [100, 0, 5]",
            "user: Go on.",
            "context: Words.",
            LIST,
            "tokens [100, 0, 5]",
            "answer: Second done.",
        ],
    );
    assert_eq!(visible(&open(Source::CopilotCli, "1.0.102-compaction.jsonl")), [""; 0]);
}

#[test]
fn what_a_helper_was_given_the_session_never_saw() {
    let name = "1.0.102-sub-agent.jsonl";
    check(
        name,
        &[
            "user: Write the notes.",
            "context: Words.",
            LIST,
            "tokens [100, 0, 5]",
            "call task",
            "sub-agent general-purpose: ",
            "context: Use the skill notes and report.",
            "context: Words.",
            LIST,
            "tokens [100, 0, 5]",
            "call skill",
            "result",
            "skill notes by model, body",
            "tokens [100, 0, 5]",
            "answer: Helper done.",
            "result",
            "sub-agent general-purpose: ",
            "tokens [100, 0, 5]",
            "answer: All done.",
        ],
    );
    let log = open(Source::CopilotCli, name);
    assert_eq!(fold(&log).turns().len(), 1, "what a helper is asked begins no turn");
    assert_eq!(visible(&log), [""; 0]);
    let aside = |at: &usize| log.at(*at).unwrap().is_aside();
    let given = |at: &usize| matches!(log.event(*at).unwrap().kind, EventKind::SkillActivation(_));
    assert!((0..log.len()).filter(given).all(|at| aside(&at)));
}

#[test]
fn a_turn_that_was_stopped_or_refused_says_so() {
    let outcomes = |name: &str| -> Vec<Outcome> {
        fold(&open(Source::CopilotCli, name)).turns().iter().map(|turn| turn.outcome).collect()
    };
    assert_eq!(outcomes("1.0.102-interrupted.jsonl"), [Outcome::Interrupted, Outcome::Answered]);
    assert_eq!(outcomes("1.0.102-refused.jsonl"), [Outcome::Failed, Outcome::Answered]);
}

#[test]
fn what_was_typed_is_told_as_it_was_typed() {
    let told = story(&open(Source::CopilotCli, "1.0.102-user-args.jsonl"));
    assert_eq!(told[0], "user: /notes alpha \"beta gamma\"");
}

#[test]
fn older_forms_unknown_kinds_and_torn_lines_are_told() {
    let log = open(Source::CopilotCli, "odd.jsonl");
    let told = story(&log);
    let told: Vec<&str> =
        told.iter().map(String::as_str).filter(|line| !line.starts_with("PermissionDecision")).collect();
    assert_eq!(
        told,
        [
            "user: Write.",
            "skill whole by nobody, whole",
            "skill gone by user, nothing",
            "call bash of whole: notes.md",
            "result: failed",
            "unknown space.travelled",
            "skill old by nobody, body",
            // A line of its own told it already.
            "context: <skill-context name=\"whole\">",
            "answer: Done.",
        ]
    );
    assert_eq!(log.unread().len(), 1);
    let about = log.about().unwrap();
    assert_eq!((about.title.as_deref(), about.branch.as_deref()), (Some("Notes of the shop"), Some("main")));
    assert_eq!(about.model.as_deref(), Some("m1"), "the model of a helper is not the session's");
}
