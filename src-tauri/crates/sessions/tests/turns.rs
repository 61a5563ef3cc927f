//! Turns of other agents' logs: everything belongs to one, and to the right one.
#![allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "a test may")]
#![allow(clippy::needless_pass_by_value, reason = "lines are written where they are used")]

use std::path::Path;

use serde_json::{Value, json};
use sessions::{Activator, Context, EventKind, Kind, Log, Outcome, Point, Source, activation_at, fold};

fn log(source: Source, lines: &[Value]) -> Log {
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    Log::of_bytes(Path::new("/log.jsonl"), source, text.into_bytes()).unwrap()
}

/// Each turn: prompt, outcome, calls, tools, output tokens, and its skills with who called them and with what.
fn turns(log: &Log) -> Vec<String> {
    let turns = fold(log);
    let all = turns.turns().iter().map(|turn| {
        let detail = sessions::detail(log, turn);
        let skill = |at: &usize| {
            let told = activation_at(log, *at).unwrap();
            let by = told.activated_by.map_or("-", |by| if by == Activator::User { "user" } else { "model" });
            format!(" {} by {by} ({})", told.name.unwrap(), told.arguments.unwrap_or_default())
        };
        let skills: String = turn.activations.iter().map(skill).collect();
        let tokens = detail.tokens.map_or(0, |tokens| tokens.output);
        let outcome = format!("{:?}{}", turn.outcome, if turn.taken_back { ", taken back" } else { "" });
        let prompt = turn.prompt(log).unwrap_or_else(|| "-".to_owned());
        format!("{prompt}: {outcome}, {} calls, {} tools, {tokens}{skills}", turn.calls, turn.tools)
    });
    all.collect()
}

/// Counts the events of the conversation that are in no turn.
fn outside(log: &Log) -> usize {
    let turns = fold(log);
    let says = |at: &usize| {
        !matches!(log.at(*at).unwrap().kind(), Kind::Other | Kind::UserMessage | Kind::SkillListing)
    };
    (0..log.len()).filter(says).filter(|at| turns.turn_at(*at).is_none()).count()
}

mod claude_code {
    use super::*;

    fn line(id: &str, parent: Option<&str>, second: u32, more: Value) -> Value {
        let mut line = json!({"uuid": id, "parentUuid": parent, "isSidechain": false, "cwd": "/w", "sessionId": "s",
            "version": "2.1.330", "timestamp": format!("2026-09-20T10:00:{second:02}.000Z")});
        line.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        line
    }

    fn user(id: &str, parent: Option<&str>, second: u32, text: &str) -> Value {
        line(id, parent, second, json!({"type": "user", "message": {"role": "user", "content": text}}))
    }

    fn answer(id: &str, parent: Option<&str>, second: u32, block: Value, output: u64) -> Value {
        line(
            id,
            parent,
            second,
            json!({"type": "assistant", "requestId": id, "message": {"id": format!("m{id}"),
            "role": "assistant", "model": "m", "content": [block],
            "usage": {"input_tokens": 100, "output_tokens": output}}}),
        )
    }

    fn said(id: &str, parent: Option<&str>, second: u32) -> Value {
        answer(id, parent, second, json!({"type": "text", "text": "Done."}), 5)
    }

    fn call(id: &str, parent: Option<&str>, second: u32) -> Value {
        answer(id, parent, second, json!({"type": "tool_use", "id": id, "name": "Bash", "input": {}}), 3)
    }

    fn skill(id: &str, parent: &str, second: u32, name: &str, more: Value) -> Value {
        let text = format!("Base directory for this skill: /w/.claude/skills/{name}\n\n# {name}\n");
        let mut line = line(
            id,
            Some(parent),
            second,
            json!({"type": "user", "isMeta": true,
            "message": {"role": "user", "content": [{"type": "text", "text": text}]}}),
        );
        line.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        line
    }

    #[test]
    fn work_behind_an_interrupt_belongs_to_the_turn() {
        let log = log(
            Source::ClaudeCode,
            &[
                user("1", None, 1, "Go."),
                call("2", Some("1"), 2),
                user("3", Some("2"), 3, "[Request interrupted by user]"),
                user("4", Some("3"), 4, "<task-notification>\n<task-id>1</task-id>"),
                call("5", Some("4"), 5),
                said("6", Some("5"), 6),
                user("7", Some("6"), 7, "Again."),
            ],
        );
        assert_eq!(turns(&log), ["Go.: Answered, 3 calls, 2 tools, 11", "Again.: Open, 0 calls, 0 tools, 0"]);
        assert_eq!(outside(&log), 0);
    }

    #[test]
    fn interrupt_without_work_behind_it_ends_the_turn() {
        let log = log(
            Source::ClaudeCode,
            &[
                user("1", None, 1, "Go."),
                call("2", Some("1"), 2),
                user("3", Some("2"), 3, "[Request interrupted by user]"),
                user("4", Some("3"), 4, "<task-notification>\n<task-id>1</task-id>"),
            ],
        );
        assert_eq!(turns(&log), ["Go.: Interrupted, 1 calls, 1 tools, 3"]);
    }

    #[test]
    fn work_before_the_first_prompt_belongs_to_the_first_turn() {
        let before = [call("1", None, 1), said("2", Some("1"), 2)];
        let opened = log(Source::ClaudeCode, &before);
        assert_eq!(turns(&opened), ["-: Answered, 2 calls, 1 tools, 8"], "no prompt at all");
        let all = [&before[..], &[user("3", Some("2"), 3, "Go."), said("4", Some("3"), 4)]].concat();
        let log = log(Source::ClaudeCode, &all);
        assert_eq!(turns(&log), ["Go.: Answered, 3 calls, 1 tools, 13"]);
        assert_eq!(outside(&log), 0);
    }

    #[test]
    fn answer_before_its_prompt_belongs_behind_it() {
        let command = "<command-message>notes</command-message>\n<command-name>/notes</command-name>\n\
                       <command-args>alpha</command-args>";
        let log = log(
            Source::ClaudeCode,
            &[
                said("4", Some("2"), 3),
                user("1", None, 1, command),
                skill("2", "1", 2, "notes", json!({})),
                user("5", Some("4"), 4, "Go on."),
                said("6", Some("5"), 5),
            ],
        );
        assert_eq!(
            turns(&log),
            [
                "/notes alpha: Answered, 1 calls, 0 tools, 5 notes by user (alpha)",
                "Go on.: Answered, 1 calls, 0 tools, 5",
            ]
        );
        let numbers: Vec<_> = fold(&log).turns().iter().map(|turn| turn.seqs(&log)).collect();
        let numbers = numbers.into_iter().map(|(from, to)| format!("{from} to {to}"));
        assert_eq!(numbers.collect::<Vec<_>>(), ["1 to 4", "5 to 7"]);
        let context = Context::read(&log);
        let counts = (0..log.len()).filter(|at| log.at(*at).unwrap().kind() == Kind::ProviderUsage);
        let texts = counts.map(|at| Point::of_call(&log, at).unwrap().end);
        assert_eq!(texts.map(|end| context.visible_at(&log, end - 1).len()).collect::<Vec<_>>(), [1, 1]);
    }

    #[test]
    fn lines_in_any_order_are_put_into_that_of_the_conversation() {
        let mut lines = vec![
            user("1", None, 1, "One."),
            call("2", Some("1"), 2),
            said("3", Some("2"), 3),
            user("4", Some("3"), 4, "Two."),
            said("5", Some("4"), 5),
        ];
        let expected = turns(&log(Source::ClaudeCode, &lines));
        lines.reverse();
        assert_eq!(turns(&log(Source::ClaudeCode, &lines)), expected);
        lines.swap(0, 3);
        assert_eq!(turns(&log(Source::ClaudeCode, &lines)), expected);
    }

    #[test]
    fn lines_that_name_each_other_or_a_younger_one_stay() {
        let circle = [user("1", Some("2"), 1, "One."), said("2", Some("1"), 2)];
        assert_eq!(turns(&log(Source::ClaudeCode, &circle)), ["One.: Answered, 1 calls, 0 tools, 5"]);
        let younger = [user("1", Some("2"), 1, "One."), said("2", None, 2)];
        assert_eq!(turns(&log(Source::ClaudeCode, &younger)), ["One.: Answered, 1 calls, 0 tools, 5"]);
    }

    #[test]
    fn growing_log_is_put_in_order_too() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("s.jsonl");
        let lines = [said("2", Some("1"), 2), user("1", None, 1, "One."), user("3", Some("2"), 3, "Two.")];
        std::fs::write(&path, format!("{}\n", lines[0])).unwrap();
        let mut read = Log::open_source(&path, Source::ClaudeCode).unwrap();
        assert_eq!(turns(&read), ["-: Answered, 1 calls, 0 tools, 5"]);
        std::fs::write(&path, format!("{}\n{}\n{}\n", lines[0], lines[1], lines[2])).unwrap();
        read.refresh().unwrap();
        assert_eq!(turns(&read), ["One.: Answered, 1 calls, 0 tools, 5", "Two.: Open, 0 calls, 0 tools, 0"]);
    }

    #[test]
    fn rewound_turn_is_marked_and_its_skill_is_not_in_context() {
        let tool = |id: &str| json!({"sourceToolUseID": id});
        let asks = |id: &str, parent: &str, second: u32, name: &str| {
            let block = json!({"type": "tool_use", "id": id, "name": "Skill", "input": {"skill": name}});
            answer(id, Some(parent), second, block, 1)
        };
        let log = log(
            Source::ClaudeCode,
            &[
                user("1", None, 1, "First."),
                asks("2", "1", 2, "alpha"),
                skill("3", "2", 3, "alpha", tool("2")),
                said("4", Some("3"), 4),
                user("5", Some("4"), 5, "Second."),
                asks("6", "5", 6, "beta"),
                skill("7", "6", 7, "beta", tool("6")),
                said("8", Some("7"), 8),
                user("9", Some("4"), 9, "Third."),
                said("10", Some("9"), 10),
            ],
        );
        assert_eq!(
            turns(&log),
            [
                "First.: Answered, 2 calls, 1 tools, 6 alpha by model ()",
                "Second.: Answered, taken back, 2 calls, 1 tools, 6 beta by model ()",
                "Third.: Answered, 1 calls, 0 tools, 5",
            ]
        );
        let visible = Context::read(&log).visible_at(&log, log.len() - 1);
        assert_eq!(visible.len(), 1);
    }

    #[test]
    fn line_that_stands_twice_counts_once() {
        let lines = [user("1", None, 1, "Go."), call("2", Some("1"), 2), said("3", Some("2"), 3)];
        let twice = [&lines[..], &lines[..]].concat();
        assert_eq!(turns(&log(Source::ClaudeCode, &twice)), turns(&log(Source::ClaudeCode, &lines)));
        assert_eq!(log(Source::ClaudeCode, &twice).lines(), 6);
    }

    #[test]
    fn repeated_count_of_an_answer_is_no_call() {
        let part = |id: &str, parent: &str, block: Value, output: u64| {
            line(
                id,
                Some(parent),
                2,
                json!({"type": "assistant", "requestId": "r", "message": {"id": "m",
                "role": "assistant", "model": "m", "content": [block],
                "usage": {"input_tokens": 100, "output_tokens": output}}}),
            )
        };
        let log = log(
            Source::ClaudeCode,
            &[
                user("1", None, 1, "Go."),
                part("2", "1", json!({"type": "thinking", "thinking": ""}), 2),
                part("3", "2", json!({"type": "tool_use", "id": "t", "name": "Bash", "input": {}}), 2),
                part("4", "3", json!({"type": "tool_use", "id": "u", "name": "Bash", "input": {}}), 9),
            ],
        );
        assert_eq!(turns(&log), ["Go.: Open, 1 calls, 2 tools, 9"]);
        let counted = log.events(0..log.len()).into_iter().filter_map(|event| match event.kind {
            EventKind::ProviderUsage(usage) => usage.input_tokens,
            _ => None,
        });
        assert_eq!(counted.collect::<Vec<_>>(), [100]);
    }

    #[test]
    fn copied_history_before_a_prompt_with_a_picture_is_no_own_work() {
        let queue = json!({"type": "queue-operation", "operation": "enqueue", "timestamp": "2026-09-20T12:00:00.000Z",
            "sessionId": "s"});
        let mut prompt = user("3", Some("2"), 0, "Look.");
        prompt["timestamp"] = json!("2026-09-20T12:00:01.000Z");
        let mut last = said("4", Some("3"), 0);
        last["timestamp"] = json!("2026-09-20T12:00:02.000Z");
        let log = log(
            Source::ClaudeCode,
            &[queue, user("1", None, 1, "Old."), said("2", Some("1"), 2), prompt, last],
        );
        let turns = fold(&log);
        let origins: Vec<_> = turns.turns().iter().map(|turn| (turn.origin, turn.outcome)).collect();
        assert_eq!(
            origins,
            [(sessions::Origin::Copied, Outcome::Answered), (sessions::Origin::Here, Outcome::Answered),]
        );
    }
}

mod copilot {
    use super::*;

    fn event(kind: &str, data: Value) -> Value {
        json!({"type": kind, "data": data, "id": kind, "timestamp": "2026-11-22T10:00:00.000Z"})
    }

    fn invoked(name: &str, trigger: &str) -> Value {
        let path = format!("/w/.github/skills/{name}/SKILL.md");
        event("skill.invoked", json!({"name": name, "path": path, "content": "# Text\n", "trigger": trigger}))
    }

    #[test]
    fn skill_that_the_user_called_belongs_to_the_prompt_behind_it() {
        let said = event("assistant.message", json!({"content": "Done."}));
        let log = log(
            Source::CopilotCli,
            &[
                event("session.start", json!({"sessionId": "s", "context": {"cwd": "/w"}})),
                invoked("notes", "user-invoked"),
                event("session.info", json!({})),
                event("user.message", json!({"content": "/notes alpha beta"})),
                said.clone(),
                invoked("notes", "user-invoked"),
                event(
                    "user.message",
                    json!({"content": "gamma", "transformedContent":
                "<skill-context name=\"notes\">\n# Text\n</skill-context>\n\nARGUMENTS: gamma"}),
                ),
                said.clone(),
                event("user.message", json!({"content": "Plain."})),
                invoked("notes", "agent-invoked"),
                said,
            ],
        );
        assert_eq!(
            turns(&log),
            [
                "/notes alpha beta: Answered, 0 calls, 0 tools, 0 notes by user (alpha beta)",
                "gamma: Answered, 0 calls, 0 tools, 0 notes by user (gamma)",
                "Plain.: Answered, 0 calls, 0 tools, 0 notes by model ()",
            ]
        );
    }

    #[test]
    fn skill_that_is_recorded_behind_its_prompt_stays_in_its_turn() {
        let log = log(
            Source::CopilotCli,
            &[
                event("user.message", json!({"content": "/notes alpha"})),
                invoked("notes", "user-invoked"),
                event("assistant.message", json!({"content": "Done."})),
            ],
        );
        assert_eq!(turns(&log), ["/notes alpha: Answered, 0 calls, 0 tools, 0 notes by user (alpha)"]);
    }

    #[test]
    fn skill_without_a_prompt_is_in_a_turn_all_the_same() {
        let log = log(
            Source::CopilotCli,
            &[
                event("user.message", json!({"content": "Go."})),
                event("assistant.message", json!({"content": "Done."})),
                invoked("notes", "user-invoked"),
            ],
        );
        assert_eq!(turns(&log)[1], "-: Open, 0 calls, 0 tools, 0 notes by user ()");
    }
}

mod gemini {
    use super::*;

    fn message(id: &str, kind: &str, more: Value) -> Value {
        let mut line = json!({"id": id, "timestamp": "2026-11-22T23:53:01.000Z", "type": kind});
        line.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        line
    }

    fn output(name: &str) -> String {
        format!(
            "<activated_skill name=\"{name}\">\n  <instructions>\n    # Text\n  </instructions>\n\n  \
                 <available_resources>\n    /w/.gemini/skills/{name}/\n  </available_resources>\n</activated_skill>"
        )
    }

    fn call(id: &str, name: &str) -> Value {
        json!([{"id": id, "name": "activate_skill", "args": {"name": name}, "status": "success", "result":
            [{"functionResponse": {"id": id, "name": "activate_skill", "response": {"output": output(name)}}}]}])
    }

    fn answer(id: &str, more: Value) -> Value {
        let mut line = message(
            id,
            "gemini",
            json!({"content": "Done.", "thoughts": [], "tokens":
            {"input": 100, "output": 5}, "model": "g"}),
        );
        line.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        line
    }

    /// The lines that the program writes for `/name`: the call itself, in a message of its own or in the latest one, the
    /// call as the model would have made it, its answer, and the prompt.
    fn by_user(id: &str, call: Value, words: &str) -> Vec<Value> {
        let asked = json!([{"functionCall": {"name": "activate_skill", "args": {"name": "notes"}}}]);
        let given = json!([{"functionResponse": {"id": id, "name": "activate_skill", "response": {}}}]);
        vec![
            call,
            message(&format!("{id}-asked"), "gemini", json!({"content": asked, "tokens": null})),
            message(&format!("{id}-given"), "user", json!({"content": given})),
            message(
                &format!("{id}-prompt"),
                "user",
                json!({"content": [{"text": words}],
                "displayContent": [{"text": format!("/notes {words}")}]}),
            ),
        ]
    }

    #[test]
    fn skill_that_the_user_called_belongs_to_the_prompt_behind_it() {
        let head = json!({"sessionId": "s", "projectHash": "0", "startTime": "2026-11-22T23:53:00.000Z", "kind": "main"});
        let first = message("c1m", "gemini", json!({"content": "", "toolCalls": call("c1", "notes")}));
        let lines = [
            vec![head],
            by_user("c1", first, "alpha"),
            vec![answer("g1", json!({}))],
            by_user("c2", answer("g1", json!({"toolCalls": call("c2", "notes")})), "beta"),
            vec![answer("g2", json!({}))],
        ]
        .concat();
        let log = log(Source::GeminiCli, &lines);
        assert_eq!(
            turns(&log),
            [
                "/notes alpha: Answered, 1 calls, 1 tools, 5 notes by user (alpha)",
                "/notes beta: Answered, 1 calls, 1 tools, 5 notes by user (beta)",
            ]
        );
        assert_eq!(outside(&log), 0);
    }

    #[test]
    fn skill_that_the_model_called_stays_the_models() {
        let lines = [
            message("u1", "user", json!({"content": [{"text": "Go."}]})),
            answer("g1", json!({"content": ""})),
            answer("g1", json!({"content": "", "toolCalls": call("c1", "notes")})),
            answer("g2", json!({})),
            message(
                "u2",
                "user",
                json!({"content": [{"text": "Plain."}], "displayContent": [{"text": "/notes x"}]}),
            ),
            answer("g3", json!({})),
        ];
        assert_eq!(
            turns(&log(Source::GeminiCli, &lines)),
            [
                "Go.: Answered, 2 calls, 1 tools, 10 notes by model ()",
                "/notes x: Answered, 1 calls, 0 tools, 5",
            ]
        );
    }
}
