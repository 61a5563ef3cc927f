//! Relations of sessions, and whose work is whose in the logs of forks and helpers.
#![allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "a test may")]
#![allow(clippy::needless_pass_by_value, reason = "lines are written where they are used")]

use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use sessions::{
    Ancestry, EventKind, Heads, Homes, InheritedHistory, Lineage, Log, Origin, Source, find_elsewhere, fold,
    lineage, roots, tree,
};

const PARENT: &str = "019f1000-0000-7000-8000-000000000001";
const CHILD: &str = "019f1000-9000-7000-8000-000000000002";

fn log(source: Source, lines: &[Value]) -> Log {
    Log::of_bytes(Path::new("/log.jsonl"), source, text(lines).into_bytes()).unwrap()
}

fn text(lines: &[Value]) -> String {
    lines.iter().map(|line| format!("{line}\n")).collect()
}

mod codex {
    use super::*;

    fn meta(id: &str, more: Value) -> Value {
        let mut payload = json!({"id": id, "timestamp": "2026-07-10T10:00:00.000Z", "cwd": "/w", "cli_version": "0.169.0",
            "source": "exec"});
        payload.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        json!({"timestamp": "2026-07-10T10:00:00.000Z", "type": "session_meta", "payload": payload})
    }

    fn item(payload: Value) -> Value {
        json!({"timestamp": "2026-07-10T10:00:01.000Z", "type": "response_item", "payload": payload})
    }

    fn prompt(words: &str) -> Value {
        item(json!({"type": "message", "role": "user", "content": [{"type": "input_text", "text": words}]}))
    }

    fn call(id: &str) -> Value {
        item(json!({"type": "function_call", "name": "shell", "arguments": "{}", "call_id": id}))
    }

    fn turn(id: &str) -> Value {
        json!({"timestamp": "2026-07-10T10:00:01.000Z", "type": "turn_context", "payload": {"turn_id": id, "cwd": "/w"}})
    }

    fn family(logs: &[(&str, Vec<Value>)]) -> Vec<Lineage> {
        let home = tempfile::tempdir().unwrap();
        let folder = home.path().join(".codex/sessions/2026/07/10");
        fs::create_dir_all(&folder).unwrap();
        for (id, lines) in logs {
            fs::write(folder.join(format!("rollout-2026-07-10T10-00-00-{id}.jsonl")), text(lines)).unwrap();
        }
        let homes = Homes { home: Some(home.path().to_owned()), ..Homes::default() };
        let found = find_elsewhere(&homes, &mut Heads::default()).logs;
        found.iter().map(|place| lineage(&Log::open_place(place).unwrap(), place)).collect()
    }

    #[test]
    fn fork_by_reference_names_its_parent_and_the_history_it_lacks() {
        let forked = json!({"forked_from_id": PARENT, "forked_from_ordinal_exclusive": 7});
        let fork = vec![meta(CHILD, forked), prompt("Go on.")];
        let base = log(Source::Codex, &fork).about().unwrap().base.clone();
        assert_eq!(base, Some(InheritedHistory { session: PARENT.to_owned(), end: Some(7) }));
        let family = family(&[(PARENT, vec![meta(PARENT, json!({})), prompt("Begin.")]), (CHILD, fork)]);
        let all: Vec<&Lineage> = family.iter().collect();
        assert_eq!(family[1].made_from(), Some((Ancestry::Fork, PARENT)));
        let root = roots(&all);
        assert_eq!(root.len(), 1);
        let forks: Vec<String> = tree(&all, root[0]).forks.into_iter().map(|fork| fork.id).collect();
        assert_eq!(forks, [CHILD]);
    }

    #[test]
    fn paginated_thread_names_the_thread_before_it_and_never_itself() {
        let page = |thread: &str| {
            let base = json!({"thread_id": thread, "end_ordinal_exclusive": 40});
            let lines =
                [meta(CHILD, json!({"history_mode": "paginated", "history_base": base})), prompt("Go on.")];
            log(Source::Codex, &lines).about().unwrap().clone()
        };
        let about = page(PARENT);
        assert_eq!(about.base, Some(InheritedHistory { session: PARENT.to_owned(), end: Some(40) }));
        assert_eq!(about.parent.as_deref(), Some(PARENT));
        assert_eq!((page(CHILD).base, page(CHILD).parent), (None, None));
    }

    #[test]
    fn helper_that_its_parent_does_not_name_hangs_on_it_all_the_same() {
        for source in [
            json!({"subagent": {"thread_spawn": {"parent_thread_id": PARENT}}}),
            json!({"subagent": "review"}),
            json!({"subagent": {"other": "guardian"}}),
        ] {
            let child =
                vec![meta(CHILD, json!({"source": source, "parent_thread_id": PARENT})), prompt("Help.")];
            let family = family(&[(PARENT, vec![meta(PARENT, json!({})), prompt("Begin.")]), (CHILD, child)]);
            let all: Vec<&Lineage> = family.iter().collect();
            assert_eq!(family[1].made_from(), Some((Ancestry::Subagent, PARENT)), "{source}");
            let root = roots(&all);
            assert_eq!(root.len(), 1, "{source}");
            let tree = tree(&all, root[0]);
            let children: Vec<&str> =
                tree.children.iter().map(|branch| branch.session.as_ref().unwrap().id.as_str()).collect();
            assert_eq!(children, [CHILD], "{source}");
        }
    }

    /// A helper with copied history works behind a task of its own and without one.
    #[test]
    fn work_of_a_helper_with_copied_history_is_its_own() {
        let source = json!({"subagent": {"thread_spawn": {"parent_thread_id": PARENT}}});
        let task = json!({"timestamp": "2026-07-10T10:00:02.000Z", "type": "response_item",
            "payload": {"type": "agent_message", "content": [{"type": "text", "text": "Help."}]}});
        for with_task in [true, false] {
            let mut lines = vec![
                meta(CHILD, json!({"source": source, "parent_thread_id": PARENT, "forked_from_id": PARENT})),
                meta(PARENT, json!({})),
                turn("019f1000-1000-7000-8000-00000000000a"),
                prompt("Begin."),
                call("c1"),
                turn("019f1000-a000-7000-8000-00000000000b"),
            ];
            lines.extend(with_task.then(|| task.clone()));
            lines.extend([call("c2"), call("c3")]);
            let log = log(Source::Codex, &lines);
            let turns = fold(&log);
            let told: Vec<_> = turns.turns().iter().map(|turn| (turn.origin, turn.tools)).collect();
            assert_eq!(told, [(Origin::Copied, 1), (Origin::Here, 2)], "{with_task}");
        }
    }
}

#[test]
fn end_of_a_helper_of_claude_code_is_told_by_its_notification() {
    let note = |summary: &str, status: &str| {
        let text = format!(
            "<task-notification>\n<task-id>a1</task-id>\n<status>{status}</status>\n\
             <summary>{summary}</summary>\n<result>Found.</result>\n</task-notification>"
        );
        json!({"type": "user", "uuid": summary, "message": {"role": "user", "content": text}})
    };
    let queued = json!({"type": "attachment", "uuid": "q", "attachment": {"type": "queued_command",
        "commandMode": "task-notification", "prompt": note("Agent \"Look around\" failed", "failed")["message"]["content"]}});
    let log = log(
        Source::ClaudeCode,
        &[
            note("Agent \"Look around\" completed", "completed"),
            note("Background command \"cargo test\" completed", "completed"),
            queued,
        ],
    );
    let told: Vec<_> = log
        .events(0..log.len())
        .into_iter()
        .filter_map(|event| match event.kind {
            EventKind::Subagent(told) => Some((told.event?, told.agent?, told.child_session_id?)),
            _ => None,
        })
        .collect();
    let of = |event: &str| (event.to_owned(), "Look around".to_owned(), "agent-a1".to_owned());
    assert_eq!(told, [of("finished"), of("failed")]);
}

mod shared_lines {
    use sessions::LogPlace;

    use super::*;

    fn line(session: &str, id: &str, minute: u32, more: Value) -> Value {
        let mut line = json!({"uuid": id, "isSidechain": false, "cwd": "/w", "sessionId": session,
            "timestamp": format!("2026-09-20T10:{minute:02}:00.000Z")});
        line.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        line
    }

    fn user(session: &str, id: &str, minute: u32, text: &str) -> Value {
        line(session, id, minute, json!({"type": "user", "message": {"role": "user", "content": text}}))
    }

    fn answer(session: &str, id: &str, message: &str, minute: u32) -> Value {
        line(
            session,
            id,
            minute,
            json!({"type": "assistant", "message": {"id": message, "role": "assistant",
            "content": [{"type": "tool_use", "id": format!("t{message}"), "name": "Bash", "input": {}}],
            "usage": {"input_tokens": 10, "output_tokens": 1}}}),
        )
    }

    fn result(session: &str, id: &str, message: &str, minute: u32) -> Value {
        line(
            session,
            id,
            minute,
            json!({"type": "user", "message": {"role": "user", "content":
            [{"type": "tool_result", "tool_use_id": format!("t{message}"), "content": "x"}]}}),
        )
    }

    fn begun(session: &str, prefix: &str) -> Vec<Value> {
        let id = |number: u32| format!("{prefix}{number}");
        vec![
            user(session, &id(1), 1, "Begin."),
            answer(session, &id(2), "m1", 2),
            result(session, &id(3), "m1", 3),
        ]
    }

    fn places(files: &[(&str, &str, Vec<Value>)]) -> (tempfile::TempDir, Vec<LogPlace>) {
        let home = tempfile::tempdir().unwrap();
        for (folder, id, lines) in files {
            let folder = home.path().join(".claude/projects").join(folder);
            fs::create_dir_all(&folder).unwrap();
            fs::write(folder.join(format!("{id}.jsonl")), text(lines)).unwrap();
        }
        let homes = Homes { home: Some(home.path().to_owned()), ..Homes::default() };
        let found = find_elsewhere(&homes, &mut Heads::default()).logs;
        (home, found)
    }

    /// The origins of the turns of each log, with its id, in the order in which they are found.
    fn origins(files: &[(&str, &str, Vec<Value>)]) -> Vec<(String, Vec<Origin>)> {
        let (_home, places) = places(files);
        let origins = |place: &LogPlace| {
            let log = Log::open_place(place).unwrap();
            fold(&log).turns().iter().map(|turn| turn.origin).collect()
        };
        places.iter().map(|place| (place.id.to_string(), origins(place))).collect()
    }

    use Origin::{Copied, Here};

    #[test]
    fn resumed_copy_owns_only_what_it_added_with_the_same_ids_and_with_fresh_ones() {
        for prefix in ["u", "n"] {
            let copy = [begun("b", prefix), vec![user("b", "x1", 9, "Go on."), answer("b", "x2", "m9", 10)]]
                .concat();
            let found = origins(&[("-w", "a", begun("a", "u")), ("-w", "b", copy)]);
            assert_eq!(
                found,
                [("a".to_owned(), vec![Here]), ("b".to_owned(), vec![Copied, Here])],
                "{prefix}"
            );
        }
    }

    #[test]
    fn log_that_went_on_first_owns_the_common_lines() {
        let with = |session: &str, minute: u32| {
            [begun(session, session), vec![user(session, &format!("{session}9"), minute, "Go on.")]].concat()
        };
        let found = origins(&[("-w", "a", with("a", 30)), ("-w", "b", with("b", 20))]);
        assert_eq!(found, [("a".to_owned(), vec![Copied, Here]), ("b".to_owned(), vec![Here, Here])]);
    }

    #[test]
    fn longer_file_of_one_session_comes_first_and_owns_its_lines() {
        let longer = [begun("s", "u"), vec![user("s", "u9", 9, "Go on.")]].concat();
        let files = [("-w", "s", begun("s", "u")), ("-w--claude-worktrees-x", "s", longer)];
        let found = origins(&files);
        assert_eq!(found, [("s".to_owned(), vec![Here, Here]), ("s".to_owned(), vec![Copied])]);
        let (_home, places) = places(&files);
        assert!(places[0].path.to_str().unwrap().contains("worktrees"), "{places:?}");
    }

    #[test]
    fn logs_that_only_begin_with_the_same_words_share_nothing() {
        let other = vec![user("b", "o1", 5, "Begin."), answer("b", "o2", "m5", 6)];
        let found = origins(&[("-w", "a", begun("a", "u")), ("-w", "b", other)]);
        assert_eq!(found, [("a".to_owned(), vec![Here]), ("b".to_owned(), vec![Here])]);
    }
}
