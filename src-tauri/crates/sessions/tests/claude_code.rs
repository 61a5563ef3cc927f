//! Claude Code's logs, one small log for each shape. They were made from runs of 2.1.197 and 2.1.330 by a scripted
//! model; what other releases wrote stands in this file as a few lines.
#![allow(
    clippy::unwrap_used,
    clippy::disallowed_methods,
    clippy::needless_pass_by_value,
    reason = "a test may"
)]

use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use sessions::{
    Activator, Context, EventKind, Heads, Homes, Log, LogPlace, Origin, SessionId, Source, TextKept,
    activation_at, find_elsewhere, fold, read_row,
};

fn log_of(bytes: impl Into<Vec<u8>>) -> Log {
    Log::of_bytes(Path::new("log"), Source::ClaudeCode, bytes.into()).unwrap()
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/agents/claude-code")
}

/// The names of the small logs.
fn names() -> Vec<String> {
    let names =
        std::fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> =
        names.filter_map(|name| Some(name.strip_suffix(".jsonl")?.to_owned())).collect();
    names.sort();
    names
}

fn fixture(name: &str) -> Log {
    let log = log_of(std::fs::read(folder().join(format!("{name}.jsonl"))).unwrap());
    assert!(log.unread().is_empty(), "{:?}", log.unread());
    log
}

fn lines(lines: &[Value]) -> Log {
    log_of(lines.iter().map(|line| format!("{line}\n")).collect::<String>())
}

fn user(id: &str, parent: Option<&str>, content: Value) -> Value {
    json!({"type": "user", "uuid": id, "parentUuid": parent, "isSidechain": false, "message": {"content": content}})
}

fn meta(id: &str, parent: Option<&str>, content: Value) -> Value {
    let mut line = user(id, parent, content);
    line["isMeta"] = json!(true);
    line
}

fn assistant(id: &str, parent: &str, text: &str) -> Value {
    json!({"type": "assistant", "uuid": id, "parentUuid": parent, "isSidechain": false,
        "message": {"id": id, "content": [{"type": "text", "text": text}]}})
}

/// What a log says, in a line an event; bookkeeping and what the program adds are left out.
fn outline(log: &Log) -> String {
    let (turns, mut lines) = (fold(log), Vec::new());
    for position in 0..log.len() {
        let event = log.event(position).unwrap();
        let said = match event.kind {
            EventKind::UserMessage(message) => {
                let text = message.text.unwrap_or_else(|| "…".to_owned());
                match (message.author, turns.turns().iter().find(|turn| turn.opened == position)) {
                    (Some(_), _) => continue,
                    (None, Some(turn)) => {
                        let taken_back = if turn.taken_back { ", taken back" } else { "" };
                        let copied = if turn.origin == Origin::Copied { ", copied" } else { "" };
                        format!("prompt {:?}{taken_back}{copied}: {text}", turn.outcome)
                    }
                    (None, None) => format!("meanwhile: {text}"),
                }
            }
            EventKind::AssistantMessage(message) => {
                let by = message.attributed.map(|skill| format!(" for {skill}")).unwrap_or_default();
                format!("answer{by}: {}", message.text.unwrap())
            }
            EventKind::ToolCall(call) => {
                let viewed = call
                    .viewed
                    .map(|viewed| format!("{} of {}", viewed.path.unwrap(), viewed.skill.unwrap()));
                format!("call {} {}", call.name.unwrap(), viewed.unwrap_or_default()).trim_end().to_owned()
            }
            EventKind::ToolResult(result) if result.ok == Some(false) => {
                format!("failed: {}", result.error.unwrap().message.unwrap())
            }
            EventKind::SkillActivation(told) => {
                let by = match (told.activated_by, told.given_again) {
                    (Some(Activator::User), _) => "user",
                    (Some(Activator::Model), _) => "model",
                    (None, true) => "given again",
                    (None, false) => "not told",
                };
                let arguments = told.arguments.map(|words| format!(" with {words:?}")).unwrap_or_default();
                let path = told.path.unwrap_or_else(|| "no path".to_owned());
                format!(
                    "skill {}{arguments} by {by} {path} {:?} {:?}",
                    told.name.unwrap(),
                    told.kept,
                    told.content.as_deref().map(|text| text.chars().take(60).collect::<String>())
                )
            }
            EventKind::SkillListing(list) => {
                format!("{} {}", if list.adds { "listed too" } else { "listed" }, list.names.join(", "))
            }
            EventKind::Compaction(told) => {
                format!(
                    "compaction {} {:?}",
                    told.trigger.unwrap_or_default(),
                    told.summary.unwrap_or_default()
                )
            }
            EventKind::ProviderUsage(usage) => {
                format!("tokens {}/{}", usage.input_tokens.unwrap_or(0), usage.output_tokens.unwrap_or(0))
            }
            EventKind::Subagent(told) => {
                format!("helper {} {}", told.agent.unwrap_or_default(), told.status.unwrap_or_default())
            }
            EventKind::PermissionDecision(told) => {
                format!("{} by {}", told.decision.unwrap(), told.gate.unwrap_or_default())
            }
            EventKind::TurnFailed(told) => format!("turn failed: {}", told.error_message.unwrap()),
            EventKind::Unknown { name } => format!("unknown {name}"),
            EventKind::Other { .. } | EventKind::ToolResult(_) | EventKind::Reasoning(_) => continue,
            other => format!("{other:?}"),
        };
        let back = event.goes_on_from.map(|from| format!("(from {from}) ")).unwrap_or_default();
        lines.push(format!("{back}{said}"));
    }
    lines.join("\n")
}

#[test]
fn each_shape_is_read_as_its_outline_says() {
    for name in names() {
        let (path, read) = (folder().join(format!("{name}.outline")), outline(&fixture(&name)));
        if std::env::var_os("UPDATE").is_some() {
            std::fs::write(&path, format!("{read}\n")).unwrap();
        }
        assert_eq!(read, std::fs::read_to_string(path).unwrap().trim_end(), "{name}");
    }
    assert_eq!(names().len(), 25);
}

#[test]
fn what_a_line_says_by_itself_is_as_much_as_it_says_among_others() {
    for name in names() {
        let log = fixture(&name);
        for row in log.rows().iter() {
            let line = log.raw(row.line()).unwrap().unwrap();
            read_row(Source::ClaudeCode, &line, row).unwrap_or_else(|_| panic!("{name}: {}", row.line()));
        }
    }
}

#[test]
fn a_log_that_grows_is_read_as_one_that_was_whole() {
    for name in names() {
        let bytes = std::fs::read(folder().join(format!("{name}.jsonl"))).unwrap();
        let room = tempfile::tempdir().unwrap();
        let path = room.path().join("log.jsonl");
        let place = LogPlace {
            id: SessionId::parse(b"log").unwrap(),
            path: path.clone(),
            workspace: room.path().to_owned(),
            subagent: None,
            live: false,
            family: None,
            source: Source::ClaudeCode,
        };
        std::fs::write(&path, b"").unwrap();
        let mut log = Log::open_place(&place).unwrap();
        let (mut turns, mut context) = (fold(&log), Context::read(&log));
        for end in (0..bytes.len()).step_by(977).chain([bytes.len()]) {
            std::fs::write(&path, &bytes[..end]).unwrap();
            let change = log.refresh().unwrap();
            turns.follow(&log, change);
            context.follow(&log, change);
        }
        let whole = fixture(&name);
        assert_eq!(outline(&log), outline(&whole), "{name}");
        assert_eq!(turns, fold(&whole), "{name}");
        assert_eq!(context.bands(&log), Context::read(&whole).bands(&whole), "{name}");
    }
}

#[test]
fn an_answer_in_several_lines_is_counted_once() {
    let answer = |id: &str, sent: u64, cached: u64, received: u64| {
        let usage = json!({"input_tokens": sent, "cache_read_input_tokens": cached,
            "cache_creation_input_tokens": 7, "output_tokens": received});
        json!({"type": "assistant", "uuid": format!("{id} {received}"), "requestId": "r",
            "message": {"id": id, "model": "m", "content": [], "usage": usage}})
    };
    let log = lines(&[
        answer("a", 3, 100, 1),
        answer("b", 5, 0, 2),
        answer("a", 3, 100, 40),
        answer("a", 3, 100, 40),
        json!({"type": "assistant", "message": {"model": "<synthetic>", "content": "No.", "usage": {"input_tokens": 9}}}),
    ]);
    let counted = log.events(0..log.len()).into_iter().filter_map(|event| match event.kind {
        EventKind::ProviderUsage(usage) => {
            Some((usage.input_tokens, usage.cached_tokens, usage.output_tokens))
        }
        _ => None,
    });
    let counted: Vec<_> = counted.collect();
    let of = |sent, cached, received| (Some(sent), Some(cached), Some(received));
    assert_eq!(counted, [of(110, 100, 1), of(12, 0, 2), (None, None, Some(39))]);
}

/// A prompt, a skill by a slash command, an answer and a checkpoint; each line hangs on the one before it.
fn compacted(about: Value) -> Vec<Value> {
    vec![
        user(
            "1",
            None,
            json!("<command-message>notes</command-message>\n<command-name>/notes</command-name>"),
        ),
        meta("2", Some("1"), json!("Base directory for this skill: /s/notes\n\nNotes.\n")),
        assistant("3", "2", "Done."),
        json!({"type": "system", "subtype": "compact_boundary", "uuid": "4", "parentUuid": null,
            "isSidechain": false, "compactMetadata": about}),
        user("5", Some("4"), json!("Go on.")),
        assistant("6", "5", "On."),
    ]
}

#[test]
fn a_checkpoint_keeps_the_texts_it_names() {
    let kept = |about: Value| {
        let log = lines(&compacted(about));
        Context::read(&log).visible_at(&log, log.len() - 1).len()
    };
    assert_eq!(kept(json!({"trigger": "auto"})), 0);
    assert_eq!(kept(json!({"preservedMessages": {"uuids": ["3"], "allUuids": ["3"]}})), 0);
    assert_eq!(kept(json!({"preservedMessages": {"uuids": ["2", "3"]}})), 1);
    assert_eq!(kept(json!({"preservedSegment": {"headUuid": "2", "tailUuid": "3"}})), 1);
    assert_eq!(kept(json!({"preservedSegment": {"headUuid": "3", "tailUuid": "3"}})), 0);
}

#[test]
fn who_goes_back_before_a_checkpoint_has_the_text_again() {
    let mut all = compacted(json!({"trigger": "manual"}));
    let log = lines(&all);
    let bands = Context::read(&log).bands(&log);
    assert!(bands[0].spans.iter().eq([&(1..3)]) && bands[0].dropped.is_some());
    all.push(user("7", Some("3"), json!("Another way.")));
    all.push(assistant("8", "7", "So."));
    let log = lines(&all);
    let (context, turns) = (Context::read(&log), fold(&log));
    let bands = context.bands(&log);
    assert_eq!((bands[0].spans.clone(), bands[0].dropped), (vec![1..3, 6..log.len()], None));
    assert_eq!((context.visible_at(&log, 5), context.visible_at(&log, 6)), (vec![], vec![1]));
    let taken_back: Vec<bool> = turns.turns().iter().map(|turn| turn.taken_back).collect();
    assert_eq!(taken_back, [false, true, false]);
}

#[test]
fn results_of_calls_made_together_begin_no_branch() {
    let call = |id: &str, parent: &str| {
        json!({"type": "assistant", "uuid": id, "parentUuid": parent, "isSidechain": false, "message":
            {"id": "m", "content": [{"type": "tool_use", "id": id, "name": "Read", "input": {"file_path": "/x"}}]}})
    };
    let result = |id: &str, parent: &str| {
        let result = json!([{"type": "tool_result", "tool_use_id": parent, "content": "x"}]);
        user(id, Some(parent), result)
    };
    let log = lines(&[
        user("1", None, json!("Read both.")),
        call("2", "1"),
        call("3", "2"),
        result("4", "2"),
        result("5", "3"),
        assistant("6", "5", "Read."),
        user("7", Some("6"), json!("Thanks.")),
    ]);
    assert!(log.events(0..log.len()).iter().all(|event| event.goes_on_from.is_none()));
    assert_eq!(fold(&log).turns().len(), 2);
}

#[test]
fn an_answer_alone_can_be_gone_back_before() {
    let log = lines(&[
        user("1", None, json!("Ask.")),
        assistant("2", "1", "One way."),
        user("3", Some("1"), json!("Ask otherwise.")),
    ]);
    assert_eq!(log.event(2).unwrap().goes_on_from, Some(1));
}

#[test]
fn a_text_that_was_cut_is_a_part() {
    let cut = "Base directory for this skill: /s/long\n\nBegin\n\n[... skill content truncated for compaction; use Read]";
    let skills = json!([{"name": "long", "path": "userSettings:long", "content": cut},
        {"name": "plain", "path": "bundled:plain", "content": "No folder."}]);
    let log =
        lines(&[json!({"type": "attachment", "attachment": {"type": "invoked_skills", "skills": skills}})]);
    let told = activation_at(&log, 0).unwrap();
    assert_eq!((told.content.as_deref(), told.kept), (Some("Begin"), TextKept::Part));
    assert_eq!((told.scope.as_deref(), told.steps.len()), (Some("userSettings"), 2));
    let told = activation_at(&log, 1).unwrap();
    assert_eq!((told.content.as_deref(), told.path, told.given_again), (Some("No folder."), None, true));
}

#[test]
fn text_that_is_missing_from_a_block_of_given_texts_was_left_out() {
    let block = |skills: Value| {
        let mut lines = compacted(json!({"trigger": "manual"}));
        lines.push(json!({"type": "attachment", "uuid": "b", "attachment": {"type": "invoked_skills", "skills": skills}}));
        lines
    };
    let settles = |all: &[Value]| {
        let log = lines(all);
        log.events(0..log.len()).into_iter().find_map(|event| match event.kind {
            EventKind::Compaction(compaction) => Some(compaction.settles),
            _ => None,
        })
    };
    let other = json!([{"name": "other", "path": "userSettings:other", "content": "Text."}]);
    assert_eq!(settles(&block(other)), Some(true));
    assert_eq!(settles(&compacted(json!({"trigger": "manual"}))), Some(false), "no block is there");
}

#[test]
fn a_branch_names_where_it_is_from_on_every_line_it_copied() {
    let mut copied = user("1", None, json!("Begin."));
    copied["forkedFrom"] = json!({"sessionId": "old", "messageUuid": "1"});
    let log = lines(&[copied, user("2", Some("1"), json!("Go on."))]);
    let origins: Vec<Origin> = fold(&log).turns().iter().map(|turn| turn.origin).collect();
    assert_eq!(origins, [Origin::Copied, Origin::Here]);
    assert_eq!(log.about().unwrap().parent.as_deref(), Some("old"));
    assert!(!log.about().unwrap().is_subagent);
}

#[test]
fn a_helper_among_the_session_s_own_lines_is_no_part_of_it() {
    // Before helpers had files.
    let mut aside = [
        user("2", Some("1"), json!("Look.")),
        meta("3", Some("2"), json!("Base directory for this skill: /s/notes\n\nNotes.\n")),
    ];
    for line in &mut aside {
        line["isSidechain"] = json!(true);
    }
    let [task, text] = aside;
    let log = lines(&[user("1", None, json!("Ask.")), task, text, assistant("4", "1", "Done.")]);
    assert_eq!(fold(&log).turns().len(), 1);
    assert_eq!(Context::read(&log).visible_at(&log, log.len() - 1), [0; 0]);
    assert!(activation_at(&log, 2).is_some());
}

#[test]
fn a_summary_without_a_checkpoint_is_one() {
    let mut summary = user("1", None, json!("What was before."));
    summary["isCompactSummary"] = json!(true);
    assert_eq!(outline(&lines(&[summary])), "compaction  \"What was before.\"");
}

#[test]
fn releases_before_attachments_are_read() {
    // 1.0.108 wrote the text of a command so; 2.1.41 a call of a skill so.
    let slash = "<command-message>orchestrator is running…</command-message>\n\
        <command-name>/orchestrator</command-name>\n<command-args>go</command-args>";
    let call = json!([{"type": "tool_use", "id": "t", "name": "Skill", "input": {"skill": "tdd"}}]);
    let log = lines(&[
        user("1", None, json!(slash)),
        meta("2", Some("1"), json!([{"type": "text", "text": "Split the work."}])),
        json!({"type": "assistant", "uuid": "3", "parentUuid": "2", "message": {"id": "m", "content": call}}),
        json!({"type": "user", "uuid": "4", "parentUuid": "3", "isMeta": true, "sourceToolUseID": "t", "message":
            {"content": [{"type": "text", "text": "Base directory for this skill: C:\\s\\tdd\n\nTest."}]}}),
    ]);
    assert_eq!(
        outline(&log),
        "prompt Open: /orchestrator go\n\
         skill orchestrator with \"go\" by user no path Body Some(\"Split the work.\")\n\
         call Skill\n\
         skill tdd by model C:\\s\\tdd\\SKILL.md Body Some(\"Test.\")"
    );
}

#[test]
fn a_log_tells_about_itself() {
    let mut first = user("1", None, json!("Begin."));
    for (key, value) in
        [("cwd", "/home/ada/shop"), ("version", "2.1.330"), ("sessionId", "s"), ("gitBranch", "main")]
    {
        first[key] = json!(value);
    }
    let log = lines(&[
        first.clone(),
        json!({"type": "custom-title", "customTitle": "Mine"}),
        json!({"type": "ai-title", "aiTitle": "Its"}),
        json!({"type": "assistant", "message": {"model": "claude-x", "content": []}}),
        json!({"type": "assistant", "message": {"model": "<synthetic>", "content": []}}),
    ]);
    let about = log.about().unwrap();
    let told = [&about.session, &about.release, &about.title, &about.branch, &about.model, &about.parent];
    let told = told.map(|told| told.as_deref().unwrap_or("none"));
    assert_eq!(told, ["s", "2.1.330", "Mine", "main", "claude-x", "none"]);
    assert_eq!(about.folder.as_deref(), Some(Path::new("/home/ada/shop")));
    (first["isSidechain"], first["agentId"]) = (json!(true), json!("a1"));
    let log = lines(&[first]);
    let about = log.about().unwrap();
    assert_eq!((about.session.as_deref(), about.parent.as_deref()), (Some("agent-a1"), Some("s")));
    assert!(about.is_subagent);
}

#[test]
fn sessions_and_their_helpers_are_found() {
    let room = tempfile::tempdir().unwrap();
    let project = room.path().join(".claude/projects/-home-ada-shop");
    let put = |path: &str, line: Value| {
        let path = project.join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, format!("{line}\n")).unwrap();
    };
    let mut line = user("1", None, json!("Begin."));
    (line["cwd"], line["sessionId"]) = (json!("/home/ada/shop"), json!("s1"));
    put("s1.jsonl", line.clone());
    put("s1/tool-results/x.txt", json!("x"));
    put("s1/subagents/agent-a1.meta.json", json!({}));
    (line["isSidechain"], line["agentId"]) = (json!(true), json!("a1"));
    put("s1/subagents/agent-a1.jsonl", line.clone());
    put("s1/subagents/workflows/wf_1/agent-a2.jsonl", line.clone());
    put("agent-a3.jsonl", line);
    let homes = Homes { home: Some(room.path().to_owned()), ..Homes::default() };
    let found = |workspace: &str| {
        let found = find_elsewhere(&homes, &mut Heads::default());
        let found = found.logs.into_iter().filter(|place| place.workspace.starts_with(workspace));
        let mut found: Vec<(String, Option<String>)> =
            found.map(|place| (place.id.to_string(), place.subagent)).collect();
        found.sort();
        found
    };
    let helper = |id: &str| (id.to_owned(), Some("s1".to_owned()));
    let all = [helper("agent-a1"), helper("agent-a2"), helper("agent-a3"), ("s1".to_owned(), None)];
    assert_eq!(found("/home/ada"), all);
    assert_eq!(found("/home/eve"), []);
}

#[test]
fn odd_lines_are_kept() {
    let odd = [
        "{\"type\":\"future\"}",
        "{\"type\":7}",
        "{}",
        "[]",
        "{\"type\":\"user\"",
        "{\"type\":\"user\",\"message\":\"text\"}",
        "{\"type\":\"user\",\"isMeta\":true,\"message\":{\"content\":[]}}",
        "{\"type\":\"user\",\"message\":{\"content\":[1,{\"type\":\"tool_result\"},{\"type\":\"text\",\"text\":2}]}}",
        "{\"type\":\"assistant\",\"message\":{\"content\":[{\"type\":\"new\"},{}],\"usage\":{\"output_tokens\":-1}}}",
        "{\"type\":\"assistant\"}",
        "{\"type\":\"attachment\"}",
        "{\"type\":\"attachment\",\"attachment\":{\"type\":\"skill_listing\",\"names\":[7],\"content\":[]}}",
        "{\"type\":\"attachment\",\"attachment\":{\"type\":\"invoked_skills\",\"skills\":{}}}",
        "{\"type\":\"system\",\"subtype\":\"compact_boundary\",\"compactMetadata\":[]}",
        "{\"type\":\"system\",\"subtype\":\"new\"}",
        "{\"type\":\"user\",\"isMeta\":true,\"message\":{\"content\":\"Base directory for this skill: \"}}",
        "{\"type\":\"user\",\"message\":{\"content\":\"<command-name></command-name>\"}}",
    ];
    let mut bytes: Vec<u8> = odd.join("\n").into_bytes();
    bytes.extend(b"\n{\"type\":\"user\",\"message\":{\"content\":\"\xff\"}}\n{\"type\":\"us");
    let log = log_of(bytes);
    let standing: std::collections::BTreeSet<u32> =
        log.rows().iter().map(|row| log.line_of(row.line())).collect();
    assert_eq!(standing.len(), odd.len() + 1, "no line is lost");
    assert_eq!(log.unread().len(), 3);
    assert!(log.unfinished().is_some());
    let (context, turns) = (Context::read(&log), fold(&log));
    assert_eq!((context.bands(&log).len(), turns.turns().len()), (1, 1));
    let unknown = log.events(0..log.len()).into_iter().filter_map(|event| match event.kind {
        EventKind::Unknown { name } => Some(name),
        _ => None,
    });
    let unknown: Vec<String> = unknown.collect();
    assert_eq!(unknown.len(), 9, "{unknown:?}");
}
