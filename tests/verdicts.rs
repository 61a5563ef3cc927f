//! Verdicts on skills of other agents: texts that were out of date when they were given, the file an agent would take
//! now, bodies that lie elsewhere, and bodies put back.

use std::fs;
use std::process::Command;

use api::{App, NoHost, Surroundings, Tag};
use serde_json::{Value, json};

use crate::approvals::surroundings;

const CLAUDE: &str = "33333333-3333-4333-8333-333333333333";
const COPILOT: &str = "22222222-2222-4222-8222-222222222222";
const BODY: &str = "# Notes\n\nWrite short notes.\n";
const CLAUDE_LOG: &str = "home/.claude/projects/shop/33333333-3333-4333-8333-333333333333.jsonl";
const COPILOT_LOG: &str = "home/.copilot/session-state/22222222-2222-4222-8222-222222222222/events.jsonl";
const GEMINI_LOG: &str = "home/.gemini/tmp/shop/chats/session-2026-05-01T10-00-44444444.jsonl";

/// A workspace, a home, and what agents left there.
struct Room {
    root: tempfile::TempDir,
    app: App,
}

impl Room {
    /// With these files, whose text names the workspace as `@shop`.
    fn with(files: &[(&str, String)]) -> Self {
        let root = tempfile::tempdir().unwrap();
        for folder in ["home", "shop", "kept"] {
            fs::create_dir_all(root.path().join(folder)).unwrap();
        }
        let real = fs::canonicalize(root.path()).unwrap();
        let around = Surroundings {
            workspace: real.join("shop"),
            home: Some(real.join("home")),
            kept: Some(real.join("kept")),
            environment: Vec::new(),
            ..surroundings(root.path())
        };
        let room = Self { app: App::new(around, Box::new(NoHost)), root };
        files.iter().for_each(|(path, text)| room.write(path, text));
        room
    }

    fn write(&self, path: &str, text: &str) {
        let real = fs::canonicalize(self.root.path()).unwrap();
        let path = real.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text.replace("@shop", real.join("shop").to_str().unwrap())).unwrap();
        self.app.heard(&[Tag::Sessions, Tag::Skills]);
    }

    fn read(&self, path: &str) -> String {
        fs::read_to_string(self.root.path().join(path)).unwrap()
    }

    fn ask(&self, name: &str, body: &Value) -> Value {
        let answer = tests::answer(&self.app, name, &body.to_string());
        serde_json::from_str(&answer.unwrap_or_else(|why| panic!("{name} {body}: {why}"))).unwrap()
    }

    /// The rows of the drift table.
    fn rows(&self) -> Vec<Value> {
        let ask = json!({"text": "", "states": [], "sort": "state", "from": 0, "count": 9});
        self.ask("drift", &ask)["rows"].as_array().unwrap().clone()
    }

    /// The only one.
    fn row(&self) -> Value {
        let rows = self.rows();
        assert_eq!(rows.len(), 1, "{rows:#?}");
        rows[0].clone()
    }

    fn restoring(&self, row: &Value) -> Value {
        let (key, line) = (&row["latest"]["key"], &row["latest"]["line"]);
        self.ask(
            "plan",
            &json!({"kind": "restore", "key": key, "line": line, "to": null, "unverified": "accepted"}),
        )
    }

    /// What the program says in a terminal.
    fn terminal(&self, arguments: &[&str]) -> String {
        let real = fs::canonicalize(self.root.path()).unwrap();
        let mut program = Command::new(crate::doors::program());
        program.args(arguments).arg("--workspace").arg(real.join("shop"));
        program
            .env("HOME", real.join("home"))
            .env("XDG_DATA_HOME", real.join("data"))
            .env_remove("PIXIR_HOME");
        let output = program.output().expect("the program runs");
        String::from_utf8(output.stdout).unwrap()
    }
}

fn lines(lines: &[Value]) -> String {
    lines.iter().map(|line| format!("{line}\n")).collect()
}

fn file(body: &str) -> String {
    format!("---\nname: notes\ndescription: Notes.\n---\n\n{body}")
}

/// A line of Claude Code's.
fn claude(kind: &str, second: u32, more: &Value) -> Value {
    let mut line = json!({ "parentUuid": null, "isSidechain": false, "type": kind, "sessionId": CLAUDE,
        "uuid": format!("u-{second}"), "timestamp": format!("2026-05-02T10:00:{second:02}.000Z"), "cwd": "@shop",
        "version": "2.1.330" });
    line.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    line
}

fn calls(second: u32, tool: &str, input: &Value) -> Value {
    let content = json!([{ "type": "tool_use", "id": format!("t-{second}"), "name": tool, "input": input }]);
    claude("assistant", second, &json!({ "message": { "id": format!("m-{second}"), "content": content } }))
}

fn gives(second: u32, call: u32, text: &str) -> Value {
    let told = json!({ "isMeta": true, "sourceToolUseID": format!("t-{call}"),
        "message": { "role": "user", "content": [{ "type": "text", "text": text }] } });
    claude("user", second, &told)
}

/// A session of Claude Code that was given a body of the workspace's own skill, called with these words.
fn given(body: &str, words: Option<&str>) -> Vec<Value> {
    let text = format!("Base directory for this skill: @shop/.claude/skills/notes\n\n{body}");
    vec![
        claude("user", 1, &json!({ "message": { "role": "user", "content": "Write the notes." } })),
        calls(2, "Skill", &json!({ "skill": "notes", "args": words.unwrap_or_default() })),
        gives(3, 2, &text),
    ]
}

/// And then edited the file, and was told that nothing had changed.
fn edited() -> Vec<Value> {
    let edit = json!({ "file_path": "@shop/.claude/skills/notes/SKILL.md", "old_string": "short", "new_string": "LONG" });
    let done = json!({ "message": { "role": "user", "content": [
        { "type": "tool_result", "tool_use_id": "t-4", "content": "done" }] } });
    let after = vec![
        calls(4, "Edit", &edit),
        claude("user", 5, &done),
        calls(6, "Skill", &json!({ "skill": "notes" })),
        gives(7, 6, "Skill /notes is already loaded above; instructions unchanged."),
    ];
    [given(BODY, None), after].concat()
}

/// A session of Copilot CLI that was given a body from a path.
fn copilot(path: &str, body: &str) -> String {
    let line = |kind: &str, second: u32, data: Value| {
        json!({ "type": kind, "data": data, "id": format!("c-{second}"),
            "timestamp": format!("2026-05-01T10:00:{second:02}.000Z") })
    };
    lines(&[
        line(
            "session.start",
            0,
            json!({ "sessionId": COPILOT, "copilotVersion": "1.0.102",
            "context": { "cwd": "@shop" } }),
        ),
        line("user.message", 1, json!({ "content": "write the notes" })),
        line(
            "skill.invoked",
            2,
            json!({ "name": "notes", "path": path, "content": body, "source": "project",
            "trigger": "agent-invoked" }),
        ),
    ])
}

/// A session of Gemini CLI that was given a body, trimmed.
fn gemini(body: &str) -> String {
    let output = format!(
        "<activated_skill name=\"notes\">\n  <instructions>\n    {}\n  </instructions>\n\n  <available_resources>\n    \
         @shop/.gemini/skills/notes/\n  </available_resources>\n</activated_skill>",
        body.trim()
    );
    let call = json!({ "id": "c-1", "name": "activate_skill", "args": { "name": "notes" }, "status": "success",
        "result": [{ "functionResponse": { "response": { "output": output } } }],
        "resultDisplay": "Skill **notes** activated. Resources loaded from `@shop/.gemini/skills/notes`:" });
    let context = "<session_context>\n- **Workspace Directories:**\n  - @shop\n</session_context>";
    lines(&[
        json!({ "sessionId": "44444444-4444-4444-8444-444444444444", "projectHash": "0", "kind": "main",
            "startTime": "2026-05-01T10:00:00.000Z", "lastUpdated": "2026-05-01T10:00:00.000Z" }),
        json!({ "id": "1", "timestamp": "2026-05-01T10:00:01.000Z", "type": "user", "content": [{ "text": context }] }),
        json!({ "id": "2", "timestamp": "2026-05-01T10:00:02.000Z", "type": "user", "content": [{ "text": "Notes." }] }),
        json!({ "id": "3", "timestamp": "2026-05-01T10:00:03.000Z", "type": "gemini", "content": "", "toolCalls": [call] }),
    ])
}

#[test]
fn a_stale_delivery_is_told_everywhere_with_its_line() {
    let room = Room::with(&[
        (CLAUDE_LOG, lines(&edited())),
        ("shop/.claude/skills/notes/SKILL.md", file("# Notes\n\nWrite LONG notes.\n")),
    ]);
    let words = "line 5 wrote to the file, and this is the text from before";
    let row = room.row();
    assert_eq!(row["stale"], 1, "{row:#}");
    let use_row = &room.ask("snapshot", &json!({"id": row["id"]}))["uses"][0];
    assert_eq!(
        (&use_row["stale"]["words"], &use_row["stale"]["line"]),
        (&json!(words), &json!(5)),
        "{use_row:#}"
    );
    let key = &row["latest"]["key"];
    let shaped = room.ask("provenance", &json!({"key": key, "row": 0}));
    let proofs: Vec<_> =
        shaped["activated"].as_array().unwrap().iter().map(|card| &card["stale"]["by"]).collect();
    assert_eq!(proofs, [&Value::Null, &json!("written")], "{shaped:#}");
    let events = room.ask("events", &json!({"key": key, "row": 0, "from": 0, "count": 99}));
    assert_eq!(events.to_string().matches(words).count(), 1, "{events:#}");
    for arguments in [&["session", CLAUDE][..], &["drift"]] {
        let said = room.terminal(arguments);
        assert_eq!(said.matches(words).count(), 1, "{arguments:?}: {said}");
        let told = room.terminal(&[arguments, &["--json"]].concat());
        assert_eq!(told.matches("\"by\":\"written\"").count(), 1, "{arguments:?}: {told}");
    }
}

#[test]
fn the_file_an_agent_would_take_now_is_compared_beside_the_one_a_text_came_from() {
    let room = Room::with(&[
        (CLAUDE_LOG, lines(&given(BODY, None))),
        ("shop/.claude/skills/notes/SKILL.md", file(BODY)),
        ("home/.claude/skills/notes/SKILL.md", file("# Notes\n\nOther.\n")),
    ]);
    let drift = &room.row()["drift"];
    let taken = &drift["taken"];
    assert_eq!(
        (&taken["state"], &taken["path"]),
        (&json!("body_changed"), &json!("~/.claude/skills/notes/SKILL.md"))
    );
    let words = "original file: same; file Claude Code would use now: differs (+1 −1) at \
                 ~/.claude/skills/notes/SKILL.md";
    assert_eq!(taken["words"], words, "{drift:#}");
    assert!(room.terminal(&["drift"]).contains(words));
    assert!(room.terminal(&["diff", CLAUDE, "3"]).contains(words));
    room.write("home/.claude/skills/notes/SKILL.md", &file(BODY));
    assert_eq!(room.row()["drift"]["taken"]["state"], "identical");
    fs::remove_dir_all(room.root.path().join("home/.claude/skills")).unwrap();
    room.app.heard(&[Tag::Skills]);
    assert_eq!(room.row()["drift"]["taken"], Value::Null);
}

#[test]
fn a_body_that_neither_file_has_is_looked_for_in_every_agents_folders() {
    let room = Room::with(&[
        (COPILOT_LOG, copilot("@shop/.github/skills/notes/SKILL.md", BODY)),
        ("shop/.github/skills/notes/SKILL.md", file("# Notes\n\nOther.\n")),
        ("home/.codex/skills/notes/SKILL.md", format!("---\nname: notes\ndescription: Moved.\n---\n{BODY}")),
    ]);
    let drift = room.row()["drift"].clone();
    assert_eq!(
        (&drift["state"], &drift["same_at"]),
        (&json!("body_changed"), &json!(["~/.codex/skills/notes/SKILL.md"]))
    );
    assert!(room.terminal(&["drift"]).contains("same text at ~/.codex/skills/notes/SKILL.md"));
    // Nothing is left where it came from: it was moved.
    fs::remove_dir_all(room.root.path().join("shop/.github")).unwrap();
    room.app.heard(&[Tag::Skills]);
    let drift = room.row()["drift"].clone();
    assert!(["moved_scope", "renamed"].contains(&drift["state"].as_str().unwrap()), "{drift:#}");
    fs::write(room.root.path().join("home/.codex/skills/notes/SKILL.md"), file("Other.\n")).unwrap();
    room.app.heard(&[Tag::Skills]);
    let drift = room.row()["drift"].clone();
    assert_eq!((&drift["state"], &drift["same_at"]), (&json!("deleted"), &json!([])));
}

#[test]
fn a_body_is_put_back_behind_the_files_own_frontmatter_and_taken_back() {
    let now = "\u{feff}---\r\nname: notes\r\ndescription: New.\r\n---\r\n\r\n# Notes\r\n\r\nOther.\r\n";
    let then =
        "\u{feff}---\r\nname: notes\r\ndescription: New.\r\n---\r\n\r\n# Notes\r\n\r\nWrite short notes.\r\n";
    for (log, text, place) in [
        (CLAUDE_LOG, lines(&given(BODY, None)), "shop/.claude/skills/notes/SKILL.md"),
        (
            COPILOT_LOG,
            copilot("@shop/.github/skills/notes/SKILL.md", BODY),
            "shop/.github/skills/notes/SKILL.md",
        ),
        (GEMINI_LOG, gemini(BODY), "shop/.gemini/skills/notes/SKILL.md"),
    ] {
        let room = Room::with(&[(log, text), (place, now.to_owned())]);
        let row = room.row();
        let unasked = json!({"kind": "restore", "key": row["latest"]["key"], "line": row["latest"]["line"], "to": null,
            "unverified": "refused"});
        let waits = room.ask("plan", &unasked);
        assert_eq!(waits["refused"]["way"], "accept", "no hash was recorded: {waits:#}");
        let plan = room.restoring(&row);
        assert_eq!(room.read(place), now, "a plan writes nothing");
        assert!(
            plan["plan"]["notes"].to_string().contains("the frontmatter stays as it is now"),
            "{place} {plan:#}"
        );
        let shown =
            room.ask("plan_diff", &json!({"plan": plan["plan"]["id"], "step": 0, "left": "disk", "right": "result", "from": 0, "count": 99}));
        assert_eq!((&shown["added"], &shown["removed"]), (&json!(1), &json!(1)), "{shown:#}");
        let done = room.ask("carry_out", &json!({"plan": plan["plan"]["id"]}));
        assert_eq!(room.read(place), then, "{place} {done:#}");
        // What an agent recorded with LF stands in a file that keeps its CRLF.
        let state = room.row()["drift"]["state"].clone();
        assert!(["identical", "whitespace_only"].contains(&state.as_str().unwrap()), "{place} {state}");
        room.ask("undo", &json!({"entry": null}));
        assert_eq!(room.read(place), now, "{place}");
    }
}

#[test]
fn a_body_that_cannot_be_put_back_says_why() {
    let place = "shop/.claude/skills/notes/SKILL.md";
    let check = |log: &[Value], file: Option<String>, why: &str| {
        let room = Room::with(&[(CLAUDE_LOG, lines(log))]);
        file.iter().for_each(|file| room.write(place, file));
        let plan = room.restoring(&room.row());
        let said = plan["refused"]["why"]["text"].as_str().unwrap_or_default();
        assert!(said.contains(why), "{why}: {plan:#}");
    };
    check(&given(BODY, None), None, "is deleted or unreadable");
    check(&given(BODY, None), Some(file("Write $ARGUMENTS.\n")), "placeholders");
    check(&given(BODY, Some("it")), Some(file("Other.\n")), "called with arguments");
}

#[test]
fn a_repeat_without_text_is_compared_and_put_back_as_the_text_it_repeats() {
    let place = "shop/.claude/skills/notes/SKILL.md";
    let room = Room::with(&[(CLAUDE_LOG, lines(&edited())), (place, file("# Notes\n\nWrite LONG notes.\n"))]);
    let row = room.row();
    assert_eq!(row["latest"]["line"], 7, "{row:#}");
    let ask = json!({"key": row["latest"]["key"], "line": 7, "whitespace": "exact", "context": "folded", "from": 0,
        "count": 99});
    let diff = room.ask("diff", &ask);
    assert_eq!((&diff["removed"], &diff["recorded"]["lines"]), (&json!(1), &json!(3)), "{diff:#}");
    let plan = room.restoring(&row);
    room.ask("carry_out", &json!({"plan": plan["plan"]["id"]}));
    assert_eq!(room.read(place), file(BODY));
}

#[test]
fn words_that_the_agent_added_at_the_end_are_no_change_of_the_file() {
    let called = format!("{BODY}\n\nARGUMENTS: about birds");
    let room = Room::with(&[
        (CLAUDE_LOG, lines(&given(&called, Some("about birds")))),
        ("shop/.claude/skills/notes/SKILL.md", file(BODY)),
    ]);
    let row = room.row();
    assert_eq!(row["drift"]["state"], "identical", "{row:#}");
    assert!(row["drift"]["steps"]["recorded"].to_string().contains("arguments"), "{row:#}");
}

#[test]
fn a_repeat_without_text_is_a_use_of_the_text_it_repeats_in_lists_of_all_workspaces() {
    let room =
        Room::with(&[(CLAUDE_LOG, lines(&edited())), ("shop/.claude/skills/notes/SKILL.md", file(BODY))]);
    room.app.everywhere().index_sessions().expect("the logs can be read");
    let list = |state: &str| {
        let ask = json!({"filter": {"drift": [state]}, "sort": "newest", "first": 0, "count": 9});
        room.ask("all_sessions", &ask)["matching"].clone()
    };
    assert_eq!((list("identical"), list("unverifiable")), (json!(1), json!(0)));
}

#[test]
fn agents_that_share_a_file_have_snapshots_of_their_own() {
    let shared = "@shop/.agents/skills/notes/SKILL.md";
    let codex = |kind: &str, payload: Value| json!({ "timestamp": "2026-05-01T10:00:00.000Z", "type": kind, "payload": payload });
    let list = format!("<skills_instructions>\n- notes: Notes. (file: {shared})\n</skills_instructions>");
    let said = |role: &str, text: &str| {
        codex(
            "response_item",
            json!({ "type": "message", "role": role, "content": [{ "type": "input_text", "text": text }] }),
        )
    };
    let codex = lines(&[
        codex(
            "session_meta",
            json!({ "id": "019f05f8-7f53-7492-a941-83098e16765c", "cwd": "@shop", "cli_version": "0.144.0" }),
        ),
        said("developer", &list),
        said(
            "user",
            &format!(
                "<skill>\n<name>notes</name>\n<path>{shared}</path>\n{}\n</skill>",
                file(BODY).trim_end()
            ),
        ),
    ]);
    let pi = lines(&[
        json!({ "type": "session", "version": 3, "id": "55555555-5555-4555-8555-555555555555",
            "timestamp": "2026-05-01T10:00:00.000Z", "cwd": "@shop" }),
        json!({ "type": "message", "id": "a", "parentId": null, "timestamp": "2026-05-01T10:00:01.000Z", "message": {
            "role": "user", "content": [{ "type": "text", "text": format!("<skill name=\"notes\" location=\"{shared}\">\nReferences are relative to @shop/.agents/skills/notes.\n\n{}\n</skill>", BODY.trim()) }] } }),
    ]);
    let room = Room::with(&[
        (
            "home/.codex/sessions/2026/05/01/rollout-2026-05-01T10-00-00-019f05f8-7f53-7492-a941-83098e16765c.jsonl",
            codex,
        ),
        (
            "home/.pi/agent/sessions/--shop--/2026-05-01T10-00-00-000Z_55555555-5555-4555-8555-555555555555.jsonl",
            pi,
        ),
        ("shop/.agents/skills/notes/SKILL.md", file(BODY)),
    ]);
    // The same name, path and text in another agent's log are a snapshot of its own.
    let copied = copilot(shared, BODY.trim());
    room.write(COPILOT_LOG, &copied);
    let rows = room.rows();
    let mut ids: Vec<_> = rows.iter().map(|row| row["id"].as_str().unwrap()).collect();
    let hashes: std::collections::BTreeSet<_> =
        rows.iter().map(|row| row["hash"].as_str().unwrap()).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!((rows.len(), ids.len()), (3, 3), "{rows:#?}");
    assert!(hashes.len() < 3, "two of them have one text: {rows:#?}");
}

#[test]
fn a_diff_says_what_it_rests_on_and_is_still_a_patch() {
    let room = Room::with(&[
        (CLAUDE_LOG, lines(&given(BODY, None))),
        ("shop/.claude/skills/notes/SKILL.md", file("# Notes\n\nOther.\n")),
    ]);
    let said = room.terminal(&["diff", CLAUDE, "3"]);
    let (first, patch) = said.split_once('\n').unwrap();
    assert!(first.starts_with("compared by body: recorded text: base-directory line"), "{said}");
    assert!(first.contains("file: frontmatter removed"), "{said}");
    assert!(patch.starts_with("--- recorded "), "{said}");
}
