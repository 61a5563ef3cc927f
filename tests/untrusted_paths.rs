//! A path in a log is a stranger's: only a `SKILL.md` is read there, to be compared with what was recorded.
//!
//! Named pipes stand where the logs say that files are: who opened one for reading would wait for ever.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tests::room::Room;

const PIXIR: &str = "20260501T102000-abcdef";
const CLAUDE: &str = "11111111-2222-4333-8444-555555555555";

fn pipe(path: &Path) {
    std::fs::create_dir_all(path.parent().expect("a folder")).unwrap();
    assert!(Command::new("mkfifo").arg(path).status().expect("mkfifo runs").success());
}

/// A session of Pixir whose activation, call and result name a file.
fn pixir_log(file: &Path) -> String {
    let text = "---\nname: notes\ndescription: d\n---\nBody.\n";
    let activation = json!({
        "activated_by": "user", "content": text, "content_hash": disk::Digest::of(text.as_bytes()).to_string(),
        "name": "notes", "path": file, "root": file.parent(), "scope": "repo", "short_path": "repo/notes",
    });
    let call = json!({ "args": { "path": file }, "call_id": "c", "name": "read" });
    let events = [
        ("user_message", json!({ "text": "go" })),
        ("skill_activation", activation),
        ("tool_call", call),
        ("tool_result", json!({ "call_id": "c", "ok": true, "output": file })),
    ];
    let event = |(seq, (kind, data)): (usize, (&str, Value))| {
        let event = json!({
            "data": data, "id": format!("{seq:016x}"), "type": kind, "seq": seq, "session_id": PIXIR,
            "ts": format!("2026-05-01T10:20:{seq:02}.000000Z"),
        });
        format!("{event}\n")
    };
    events.into_iter().enumerate().map(event).collect()
}

/// A session of Claude Code whose skill lies beside a file, and that reads it.
fn claude_log(workspace: &Path, file: &Path) -> String {
    let folder = file.parent().expect("a folder").display();
    let given = format!("Base directory for this skill: {folder}\n\n# Notes\n\nSee {}.\n", file.display());
    let read = json!([{ "type": "tool_use", "id": "t1", "name": "Read", "input": { "file_path": file } }]);
    let answer = json!({ "id": "m1", "role": "assistant", "model": "claude-sonnet-4-5", "content": read });
    let command = "<command-message>notes</command-message>\n<command-name>/notes</command-name>";
    let lines = [
        json!({ "type": "user", "message": { "role": "user", "content": command } }),
        json!({ "type": "user", "isMeta": true,
            "message": { "role": "user", "content": [{ "type": "text", "text": given }] } }),
        json!({ "type": "assistant", "message": answer }),
    ];
    let line = |(at, mut line): (usize, Value)| {
        let more = json!({
            "parentUuid": null, "isSidechain": false, "sessionId": CLAUDE, "uuid": format!("u-{at}"), "cwd": workspace,
            "timestamp": format!("2026-05-02T10:00:{at:02}.000Z"), "version": "2.1.330",
        });
        line.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        format!("{line}\n")
    };
    lines.into_iter().enumerate().map(line).collect()
}

#[test]
fn no_file_is_read_because_a_log_names_it() {
    let room = Room::with(&[]);
    let named = room.at("elsewhere/notes.txt");
    pipe(&named);
    pipe(&room.at("elsewhere/context-sources.yaml"));
    room.write(&format!("ws/.pixir/sessions/{PIXIR}.ndjson"), pixir_log(&named));
    room.write(&format!("home/.claude/projects/-ws/{CLAUDE}.jsonl"), claude_log(room.workspace(), &named));
    for words in [
        "sessions",
        "drift",
        "drift --json",
        "versions notes",
        "usage",
        "verify --all",
        "search notes",
        "doctor",
        &format!("session {PIXIR}"),
        &format!("session {CLAUDE}"),
        &format!("at {PIXIR} --turn 1"),
        &format!("at {CLAUDE} --turn 1"),
        &format!("export {PIXIR}"),
        &format!("export {CLAUDE}"),
    ] {
        let mut assay = Command::new(crate::doors::program());
        assay.current_dir(room.workspace()).args(words.split(' ')).stdin(Stdio::null());
        assay.stdout(Stdio::null()).stderr(Stdio::null());
        assay.env("HOME", room.at("home")).env("XDG_DATA_HOME", room.at("kept"));
        let mut child = assay.spawn().expect("assay runs");
        let begun = Instant::now();
        let ended = loop {
            match child.try_wait().expect("it can be waited for") {
                None if begun.elapsed() > Duration::from_secs(100) => break None,
                None => std::thread::sleep(Duration::from_millis(20)),
                Some(status) => break Some(status),
            }
        };
        let _ = child.kill();
        let status = ended.unwrap_or_else(|| panic!("`assay {words}` waits for a pipe that a log names"));
        assert!(status.code().is_some_and(|code| code < 2), "{words}: {status}");
    }
}
