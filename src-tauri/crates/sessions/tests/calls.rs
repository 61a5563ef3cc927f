//! The place of model calls: a call was given what stands before its answer, wherever its count stands.
#![allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "a test may")]
#![allow(clippy::needless_pass_by_value, reason = "lines are written where they are used")]

use std::path::Path;

use serde_json::{Value, json};
use sessions::{Context, Kind, Log, Point, Source, activation_at};

fn log(source: Source, lines: &[Value]) -> Log {
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    Log::of_bytes(Path::new("/log.jsonl"), source, text.into_bytes()).unwrap()
}

/// The names of the skills that each counted call had, with `?` behind those of which the log does not fix the order.
fn calls(log: &Log) -> Vec<Vec<String>> {
    let context = Context::read(log);
    let is_count = |at: &usize| log.at(*at).unwrap().kind() == Kind::ProviderUsage;
    let names = |at: usize| {
        let point = Point::of_call(log, at).unwrap();
        let visible = point.end.checked_sub(1).map(|last| context.visible_at(log, last)).unwrap_or_default();
        let name = |at: usize| {
            let name = activation_at(log, at).unwrap().name.unwrap();
            format!("{name}{}", if point.may_precede(at) { "?" } else { "" })
        };
        visible.into_iter().map(name).collect()
    };
    (0..log.len()).filter(is_count).map(names).collect()
}

mod codex {
    use super::*;

    fn item(payload: Value) -> Value {
        json!({"timestamp": "2026-07-10T10:00:01.000Z", "type": "response_item", "payload": payload})
    }

    fn head() -> Vec<Value> {
        let list = "<skills_instructions>\n## Skills\n### Available skills\n\
                    - notes: Notes. (file: /w/.agents/skills/notes/SKILL.md)\n\
                    - tour: Tour. (file: /w/.agents/skills/tour/SKILL.md)\n</skills_instructions>";
        vec![
            json!({"timestamp": "2026-07-10T10:00:00.000Z", "type": "session_meta", "payload":
                {"id": "019f4000-0000-7000-8000-000000000001", "cwd": "/w", "cli_version": "0.144.0", "source": "exec"}}),
            item(
                json!({"type": "message", "role": "developer", "content": [{"type": "input_text", "text": list}]}),
            ),
            prompt("Go."),
        ]
    }

    fn prompt(text: &str) -> Value {
        item(json!({"type": "message", "role": "user", "content": [{"type": "input_text", "text": text}]}))
    }

    fn read(name: &str, id: &str) -> Value {
        let arguments = json!({"cmd": format!("cat /w/.agents/skills/{name}/SKILL.md")}).to_string();
        item(json!({"type": "function_call", "name": "exec_command", "arguments": arguments, "call_id": id}))
    }

    fn printed(name: &str, id: &str) -> Value {
        let output = format!(
            "Chunk ID: a\nProcess exited with code 0\nOutput:\n---\nname: {name}\ndescription: {name}.\n---\n\nText.\n"
        );
        item(json!({"type": "function_call_output", "call_id": id, "output": output}))
    }

    fn said(text: &str) -> Value {
        item(
            json!({"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": text}]}),
        )
    }

    fn count(calls: u64) -> Value {
        let tokens = |calls: u64| json!({"input_tokens": calls * 100, "output_tokens": calls * 5});
        json!({"timestamp": "2026-07-10T10:00:01.000Z", "type": "event_msg", "payload": {"type": "token_count",
            "info": {"total_token_usage": tokens(calls), "last_token_usage": tokens(1)}}})
    }

    #[test]
    fn call_counted_behind_its_tools_had_no_text_it_asked_for() {
        let mut lines = head();
        lines.extend([read("notes", "c1"), printed("notes", "c1"), count(1), said("Done."), count(2)]);
        assert_eq!(calls(&log(Source::Codex, &lines)), [vec![], vec!["notes"]]);
    }

    #[test]
    fn call_counted_before_its_tools_had_no_text_it_asked_for() {
        let mut lines = head();
        lines.extend([read("notes", "c1"), count(1), printed("notes", "c1"), said("Done."), count(2)]);
        assert_eq!(calls(&log(Source::Codex, &lines)), [vec![], vec!["notes"]]);
    }

    #[test]
    fn calls_asked_for_together_are_one() {
        let mut lines = head();
        lines.extend([
            read("notes", "c1"),
            read("tour", "c2"),
            printed("notes", "c1"),
            printed("tour", "c2"),
        ]);
        lines.extend([count(1), said("Done."), count(2)]);
        assert_eq!(calls(&log(Source::Codex, &lines)), [vec![], vec!["notes", "tour"]]);
    }

    #[test]
    fn call_of_which_the_log_fixes_no_order_is_unknown() {
        let mut lines = head();
        // One count for two answers with a text between them: the answers may be of one call or of two.
        lines.extend([
            read("notes", "c1"),
            printed("notes", "c1"),
            read("tour", "c2"),
            printed("tour", "c2"),
        ]);
        lines.extend([count(1), said("Done."), count(2)]);
        assert_eq!(calls(&log(Source::Codex, &lines)), [vec!["notes?"], vec!["notes", "tour"]]);
        // A count without an answer.
        let mut lines = head();
        lines.extend([read("notes", "c1"), count(1), printed("notes", "c1"), count(2)]);
        assert_eq!(calls(&log(Source::Codex, &lines)), [vec![], vec!["notes?"]]);
    }

    #[test]
    fn call_of_a_later_prompt_is_not_taken_for_one_before_it() {
        let mut lines = head();
        lines.extend([read("notes", "c1"), printed("notes", "c1"), prompt("Again.")]);
        lines.extend([read("tour", "c2"), printed("tour", "c2"), count(1)]);
        assert_eq!(calls(&log(Source::Codex, &lines)), [vec!["notes"]]);
    }
}

mod opencode {
    use super::*;

    fn part(message: &str, data: Value) -> Value {
        json!({"type": "part", "id": "prt", "message": message, "role": "assistant", "data": data})
    }

    fn skill(message: &str, name: &str) -> Value {
        let output = format!(
            "<skill_content name=\"{name}\">\n# Skill: {name}\n\nText.\n\n\
             Base directory for this skill: /w/.opencode/skills/{name}\n</skill_content>"
        );
        let state = json!({"status": "completed", "input": {"name": name}, "output": output});
        part(message, json!({"type": "tool", "tool": "skill", "callID": name, "state": state}))
    }

    fn begin(message: &str) -> Value {
        part(message, json!({"type": "step-start"}))
    }

    fn end(message: &str) -> Value {
        part(message, json!({"type": "step-finish", "tokens": {"input": 100, "output": 5}}))
    }

    fn prompt() -> Value {
        json!({"type": "part", "id": "prt", "message": "u", "role": "user", "opens": true,
            "data": {"type": "text", "text": "Go."}})
    }

    #[test]
    fn step_had_no_text_it_asked_for() {
        let lines = [
            json!({"type": "session", "id": "s", "directory": "/w"}),
            prompt(),
            begin("a"),
            skill("a", "notes"),
            skill("a", "tour"),
            end("a"),
            begin("b"),
            part("b", json!({"type": "text", "text": "Done."})),
            end("b"),
        ];
        assert_eq!(calls(&log(Source::OpenCode, &lines)), [vec![], vec!["notes", "tour"]]);
    }

    #[test]
    fn step_behind_one_that_never_ended_had_its_text() {
        let lines = [
            json!({"type": "session", "id": "s", "directory": "/w"}),
            prompt(),
            begin("a"),
            skill("a", "notes"),
            begin("b"),
            skill("b", "tour"),
            end("b"),
        ];
        assert_eq!(calls(&log(Source::OpenCode, &lines)), [vec!["notes"]]);
    }

    #[test]
    fn message_without_steps_fixes_no_order() {
        let lines = [
            json!({"type": "session", "id": "s", "directory": "/w"}),
            prompt(),
            skill("a", "notes"),
            skill("a", "tour"),
            json!({"type": "message", "id": "a", "role": "assistant",
                "data": {"tokens": {"input": 100, "output": 5}}}),
        ];
        assert_eq!(calls(&log(Source::OpenCode, &lines)), [vec!["notes?"]]);
    }

    #[test]
    fn message_of_the_later_table_is_one_step() {
        let tool = |name: &str| {
            let text = format!(
                "<skill_content name=\"{name}\">\n# Skill: {name}\n\nText.\n\n\
                                Base directory for this skill: /w/skills/{name}\n</skill_content>"
            );
            json!({"type": "tool", "id": name, "name": "skill", "state":
                {"status": "completed", "input": {"id": name}, "content": [{"type": "text", "text": text}]}})
        };
        let later = |content: Value| {
            json!({"type": "later", "kind": "assistant", "id": "m",
                "data": {"content": content, "tokens": {"input": 100, "output": 5}}})
        };
        let lines = [
            json!({"type": "session", "id": "s", "directory": "/w"}),
            json!({"type": "later", "kind": "user", "id": "u", "data": {"text": "Go."}}),
            later(json!([tool("notes"), tool("tour")])),
            later(json!([{"type": "text", "text": "Done."}])),
        ];
        assert_eq!(calls(&log(Source::OpenCode, &lines)), [vec![], vec!["notes", "tour"]]);
    }
}
