//! Reads of a `SKILL.md` that are no activation, in the logs of every agent.
#![allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "a test may")]
#![allow(clippy::print_stderr, reason = "numbers are to be read")]

#[path = "story/told.rs"]
mod story;

use std::fs;
use std::path::{Path, PathBuf};

use sessions::{EventKind, Log, Source, traces};
use story::open;

const SHOP: &str = "/home/ada/shop";

/// The main files that the calls of a log read without an activation.
fn reads(log: &Log) -> Vec<String> {
    traces(log, Path::new(SHOP), 0..log.len()).into_iter().flat_map(|trace| trace.reads).collect()
}

fn log(source: Source, lines: &[&str]) -> Log {
    Log::of_bytes(Path::new("log.jsonl"), source, (lines.join("\n") + "\n").into_bytes()).unwrap()
}

#[test]
fn a_read_of_a_listed_file_is_an_activation_and_any_other_is_a_weak_trace() {
    let log = open(Source::Codex, "0.118.0-reads.jsonl");
    assert_eq!(reads(&log), ["/home/ada/shop/skills/draft/SKILL.md"]);
}

#[test]
fn every_agent_leaves_a_weak_trace_when_it_reads_a_main_file_by_itself() {
    let claude = |name: &str, input: &str| {
        let call = format!(
            r#"{{"type":"assistant","uuid":"a","message":{{"id":"m","content":[{{"type":"tool_use","id":"t","name":"{name}","input":{input}}}]}}}}"#
        );
        let answer = r#"{"type":"user","uuid":"b","parentUuid":"a","message":{"content":[{"type":"tool_result","tool_use_id":"t","content":"---"}]}}"#;
        reads(&log(Source::ClaudeCode, &[&call, answer]))
    };
    let main = "/home/ada/shop/.claude/skills/notes/SKILL.md";
    assert_eq!(claude("Read", &format!(r#"{{"file_path":"{main}"}}"#)), [main]);
    assert_eq!(claude("Bash", r#"{"command":"cat .claude/skills/notes/SKILL.md | head -5"}"#), [main]);
    for other in [
        r#"{"command":"rg -n notes .claude/skills/notes/SKILL.md"}"#,
        r#"{"command":"git diff -- .claude/skills/notes/SKILL.md"}"#,
        r#"{"command":"cat > .claude/skills/notes/SKILL.md <<'EOF'\ncat x/SKILL.md\nEOF"}"#,
    ] {
        assert!(claude("Bash", other).is_empty(), "{other}");
    }
    assert!(claude("Edit", &format!(r#"{{"file_path":"{main}"}}"#)).is_empty());

    let copilot = log(
        Source::CopilotCli,
        &[
            r#"{"type":"tool.execution_start","data":{"toolCallId":"t","toolName":"view","arguments":{"path":"/home/ada/shop/s/SKILL.md"}}}"#,
            r#"{"type":"tool.execution_complete","data":{"toolCallId":"t","success":true,"result":{"content":"---"}}}"#,
        ],
    );
    assert_eq!(reads(&copilot), ["/home/ada/shop/s/SKILL.md"]);
    let gemini = log(
        Source::GeminiCli,
        &[
            r#"{"id":"m","type":"gemini","content":"","toolCalls":[{"id":"t","name":"read_file","args":{"file_path":"s/SKILL.md"},"status":"success","result":[]}]}"#,
        ],
    );
    assert_eq!(reads(&gemini), ["/home/ada/shop/s/SKILL.md"]);
    let opencode = |source: Source| {
        let part = r#"{"type":"part","message":"m","role":"assistant","data":{"type":"tool","tool":"read","callID":"t","state":{"status":"completed","input":{"filePath":"/home/ada/shop/s/SKILL.md"},"output":"---"}}}"#;
        reads(&log(source, &[part]))
    };
    assert_eq!(opencode(Source::OpenCode), ["/home/ada/shop/s/SKILL.md"]);
    assert_eq!(opencode(Source::Kilo), ["/home/ada/shop/s/SKILL.md"]);
    let qwen = log(
        Source::QwenCode,
        &[
            r#"{"type":"assistant","message":{"parts":[{"functionCall":{"id":"t","name":"run_shell_command","args":{"command":"cat s/SKILL.md"}}}]}}"#,
        ],
    );
    assert_eq!(reads(&qwen), ["/home/ada/shop/s/SKILL.md"]);
}

#[test]
fn a_read_that_failed_read_nothing() {
    let log = log(
        Source::CopilotCli,
        &[
            r#"{"type":"tool.execution_start","data":{"toolCallId":"t","toolName":"view","arguments":{"path":"/s/SKILL.md"}}}"#,
            r#"{"type":"tool.execution_complete","data":{"toolCallId":"t","success":false,"error":{"message":"There is no such file."}}}"#,
        ],
    );
    assert!(reads(&log).is_empty());
}

/// Real logs lie beside the checkout and are no part of the project; without them this says so.
#[test]
fn reads_in_real_logs_are_told_once_as_activations_or_weak_traces() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../../shared/corpus/agents/codex");
    let mut files = Vec::new();
    walk(&corpus, &mut files);
    if files.is_empty() {
        eprintln!("No real logs at {}: nothing was compared.", corpus.display());
        return;
    }
    let (mut inferred, mut weak) = (0, 0);
    for path in &files {
        let log = Log::open_source(path, Source::Codex).unwrap();
        let folder = log.about().and_then(|about| about.folder.clone()).unwrap_or_default();
        weak += traces(&log, &folder, 0..log.len()).iter().map(|trace| trace.reads.len()).sum::<usize>();
        inferred += log
            .events(0..log.len())
            .iter()
            .filter(|event| matches!(&event.kind, EventKind::SkillActivation(one) if one.inferred.is_some()))
            .count();
    }
    eprintln!("{} logs: {inferred} reads are activations, {weak} are weak traces", files.len());
    assert!(inferred > 0 && weak > 0, "{inferred} {weak}");
}

fn walk(folder: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries {
        let path = entry.unwrap().path();
        if path.is_dir() {
            walk(&path, files);
        } else if path.extension().is_some_and(|kind| kind == "jsonl") {
            files.push(path);
        }
    }
}
