//! Small logs in the shapes of agents, and what they prove of the texts in them.

use std::path::Path;

use serde_json::{Value, json};

use super::{Proof, stale};
use crate::{Context, Log, Source};

const NOTES: &str = "/w/.claude/skills/notes/SKILL.md";
const OLD: &str = "---\nname: notes\ndescription: d\n---\n\n# Notes\n\nWrite short notes.\n";
const NEW: &str = "---\nname: notes\ndescription: d\n---\n\n# Notes\n\nWrite LONG notes.\n";

/// What the lines of a log prove: the line of each stale delivery, the line of its proof, and how it proves it.
fn proven(source: Source, lines: &[Value]) -> Vec<(u32, u32, Proof)> {
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let log = Log::of_bytes(Path::new("log"), source, text.into_bytes()).expect("a log");
    let line = |record: u32| log.line_of(record);
    let found = stale(&log, Context::read(&log).activations());
    found
        .iter()
        .map(|one| (line(log.at(one.position).unwrap().line()), line(one.record), one.proof))
        .collect()
}

fn claude(lines: &[Value]) -> Vec<(u32, u32, Proof)> {
    proven(Source::ClaudeCode, lines)
}

fn body(file: &str) -> &str {
    file.rsplit_once("---\n\n").unwrap().1
}

/// A call of Claude Code's.
fn calls(id: &str, tool: &str, input: &Value) -> Value {
    json!({ "type": "assistant", "uuid": format!("a-{id}"), "version": "2.1.330", "cwd": "/w",
        "message": { "id": format!("m-{id}"), "content": [
            { "type": "tool_use", "id": id, "name": tool, "input": input }] } })
}

fn answers(id: &str, is_error: bool) -> Value {
    json!({ "type": "user", "uuid": format!("r-{id}"), "message": { "content": [
        { "type": "tool_result", "tool_use_id": id, "content": "done", "is_error": is_error }] } })
}

/// A text that the tool for skills put into the conversation.
fn gives(id: &str, text: &str) -> Value {
    json!({ "type": "user", "uuid": format!("g-{id}"), "isMeta": true, "sourceToolUseID": id,
        "message": { "content": [{ "type": "text", "text": text }] } })
}

fn given(id: &str, file: &str) -> [Value; 2] {
    let text = format!("Base directory for this skill: /w/.claude/skills/notes\n\n{}", body(file));
    [calls(id, "Skill", &json!({ "skill": "notes" })), gives(id, &text)]
}

fn unchanged(id: &str) -> [Value; 2] {
    let word = "Skill /notes is already loaded above; instructions unchanged.";
    [calls(id, "Skill", &json!({ "skill": "notes" })), gives(id, word)]
}

fn does(id: &str, tool: &str, input: &Value) -> [Value; 2] {
    [calls(id, tool, input), answers(id, false)]
}

fn edit() -> Value {
    json!({ "file_path": NOTES, "old_string": "short", "new_string": "LONG" })
}

#[test]
fn a_word_that_nothing_changed_is_stale_behind_every_way_to_write_the_file() {
    let patch = format!(
        "*** Begin Patch\n*** Update File: {NOTES}\n@@\n-Write short notes.\n+Write LONG notes.\n*** End Patch"
    );
    let ways = [
        ("Edit", edit()),
        ("Write", json!({ "file_path": NOTES, "content": NEW })),
        (
            "MultiEdit",
            json!({ "file_path": NOTES, "edits": [{ "old_string": "short", "new_string": "LONG" }] }),
        ),
        ("apply_patch", json!({ "input": patch })),
        ("Bash", json!({ "command": format!("sed -i 's/short/LONG/' {NOTES}") })),
        ("Bash", json!({ "command": format!("cat > .claude/skills/notes/SKILL.md <<'EOF'\n{NEW}EOF\n") })),
        ("Bash", json!({ "command": format!("echo 'And more.' >> {NOTES}") })),
    ];
    for (tool, input) in ways {
        let log = [given("1", OLD), does("2", tool, &input), unchanged("3")].concat();
        assert_eq!(claude(&log), [(6, 4, Proof::Written)], "{tool} {input}");
    }
}

#[test]
fn a_text_from_before_a_write_is_stale_and_one_from_behind_it_is_not() {
    let written = does("2", "Edit", &edit());
    assert_eq!(
        claude(&[given("1", OLD), written.clone(), given("3", OLD)].concat()),
        [(6, 4, Proof::Written)]
    );
    assert_eq!(claude(&[given("1", OLD), written.clone(), given("3", NEW)].concat()), []);
    // Nothing was given before: it still holds what the write took away.
    assert_eq!(claude(&[written.to_vec(), given("3", OLD).to_vec()].concat()), [(4, 2, Proof::Written)]);
    assert_eq!(claude(&[written.to_vec(), given("3", NEW).to_vec()].concat()), []);
}

#[test]
fn what_changes_no_instruction_makes_nothing_stale() {
    let quiet = [
        (
            "Edit",
            json!({ "file_path": NOTES, "old_string": "description: d", "new_string": "description: e" }),
        ),
        ("Write", json!({ "file_path": NOTES, "content": OLD.replace("description: d", "description: e") })),
        (
            "Edit",
            json!({ "file_path": "/w/.claude/skills/other/SKILL.md", "old_string": "short", "new_string": "x" }),
        ),
        ("Read", json!({ "file_path": NOTES })),
        ("Bash", json!({ "command": format!("wc -l {NOTES}") })),
        // It may have written anything, also what stood there.
        ("Bash", json!({ "command": format!("make > {NOTES}") })),
    ];
    for (tool, input) in quiet {
        let log = [given("1", OLD), does("2", tool, &input), unchanged("3")].concat();
        assert_eq!(claude(&log), [], "{tool} {input}");
    }
    let refused = [calls("2", "Edit", &edit()), answers("2", true)];
    assert_eq!(claude(&[given("1", OLD), refused, unchanged("3")].concat()), []);
}

#[test]
fn a_file_that_was_put_back_is_not_stale() {
    let back = json!({ "file_path": NOTES, "old_string": "LONG", "new_string": "short" });
    for back in [
        ("Edit", back),
        ("Write", json!({ "file_path": NOTES, "content": OLD })),
        ("Bash", json!({ "command": format!("git checkout -- {NOTES}") })),
    ] {
        let written = [does("2", "Edit", &edit()), does("3", back.0, &back.1)].concat();
        let log = [given("1", OLD).to_vec(), written, unchanged("4").to_vec()].concat();
        assert_eq!(claude(&log), [], "{}", back.1);
    }
}

#[test]
fn places_that_the_agent_fills_in_prove_nothing() {
    let with = |words: &str| OLD.replace("short", words);
    let write = does("2", "Write", &json!({ "file_path": NOTES, "content": with("$ARGUMENTS") }));
    assert_eq!(claude(&[given("1", &with("a")), write, unchanged("3")].concat()), []);
    // Two outputs of one command are no two files.
    assert_eq!(claude(&[given("1", OLD), given("2", NEW), given("3", OLD)].concat()), []);
}

#[test]
fn a_list_that_names_the_skill_again_makes_the_word_stale_and_a_text_not() {
    let lists = |names: &[&str], is_first: bool| {
        json!({ "type": "attachment", "uuid": format!("l{is_first}"), "attachment": { "type": "skill_listing", "content": "", "names": names,
            "isInitial": is_first } })
    };
    let log = |again: &[&str], last: [Value; 2]| {
        let before = [vec![lists(&["notes", "other"], true)], given("1", OLD).to_vec()].concat();
        [before, vec![lists(again, false)], last.to_vec()].concat()
    };
    assert_eq!(claude(&log(&["notes"], unchanged("3"))), [(6, 4, Proof::Listed)]);
    assert_eq!(claude(&log(&["other"], unchanged("3"))), []);
    assert_eq!(claude(&log(&["fresh"], unchanged("3"))), []);
    assert_eq!(claude(&log(&["notes"], given("3", OLD))), []);
}

/// A delivery of Copilot CLI's.
fn invoked(file: &str) -> Value {
    json!({ "type": "skill.invoked", "data": { "name": "notes", "path": NOTES, "content": body(file) } })
}

#[test]
fn an_earlier_text_behind_another_is_stale_unless_the_file_was_written_in_between() {
    let copilot = |lines: &[Value]| proven(Source::CopilotCli, lines);
    assert_eq!(copilot(&[invoked(OLD), invoked(NEW), invoked(OLD)]), [(3, 2, Proof::Replaced)]);
    assert_eq!(copilot(&[invoked(OLD), invoked(NEW), invoked(NEW)]), []);
    let back = json!({ "path": NOTES, "old_str": "LONG", "new_str": "short" });
    let asks = json!({ "type": "tool.execution_start",
        "data": { "toolCallId": "1", "toolName": "edit", "arguments": back } });
    let done = json!({ "type": "tool.execution_complete", "data": { "toolCallId": "1", "success": true } });
    assert_eq!(copilot(&[invoked(OLD), invoked(NEW), asks, done, invoked(OLD)]), []);
}

#[test]
fn a_text_of_discovery_time_is_stale_behind_a_write() {
    let call = |id: &str, name: &str, args: &Value, output: &str| {
        json!({ "id": id, "timestamp": "2026-11-22T23:52:25.000Z", "type": "gemini", "content": "", "toolCalls": [
            { "id": format!("c-{id}"), "name": name, "args": args, "status": "success",
                "result": [{ "functionResponse": { "response": { "output": output } } }] }] })
    };
    let given = format!(
        "<activated_skill name=\"notes\">\n  <instructions>\n    {}\n  </instructions>\n\n  <available_resources>\n\
         {}\n  </available_resources>\n</activated_skill>",
        body(OLD).trim(),
        NOTES.trim_end_matches("SKILL.md"),
    );
    let log = [
        json!({ "sessionId": "s", "projectHash": "0", "startTime": "2026-11-22T23:52:25.386Z", "kind": "main" }),
        call("1", "replace", &edit(), "done"),
        call("2", "activate_skill", &json!({ "name": "notes" }), &given),
    ];
    assert_eq!(proven(Source::GeminiCli, &log), [(3, 2, Proof::Written)]);
}

#[test]
fn what_a_tool_printed_is_never_stale() {
    let line = |kind: &str, payload: &Value| json!({ "timestamp": "2026-11-22T23:52:25.000Z", "type": kind, "payload": payload });
    let list = format!("<skills_instructions>\n- notes: d (file: {NOTES})\n</skills_instructions>");
    let run = |id: &str, command: &str, output: &str| {
        [
            line(
                "response_item",
                &json!({ "type": "function_call", "name": "exec_command", "call_id": id,
                "arguments": json!({ "cmd": command }).to_string() }),
            ),
            line(
                "response_item",
                &json!({ "type": "function_call_output", "call_id": id, "output": output }),
            ),
        ]
    };
    let read = |id: &str, file: &str| run(id, &format!("cat {NOTES}"), file);
    let log = [
        vec![
            line("session_meta", &json!({ "id": "s", "cwd": "/w" })),
            line(
                "response_item",
                &json!({ "type": "message", "role": "developer",
                "content": [{ "type": "input_text", "text": list }] }),
            ),
        ],
        read("1", OLD).to_vec(),
        read("2", NEW).to_vec(),
        read("3", OLD).to_vec(),
    ]
    .concat();
    assert_eq!(proven(Source::Codex, &log), []);
}
