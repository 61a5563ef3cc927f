//! From a question to its evidence, through the engine that every door uses: what is asked, what runs, what is
//! released, and what is proved. The runs are real, contained as well as this machine can.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use api::desk::{AgentAsk, AgentDoor, AgentTicket, submit};
use api::{App, Code, NoHost, Surroundings};
use message::message;
use serde_json::{Value, json};

use crate::doors::program;

/// A workspace of one skill, and an engine on it.
pub struct Room {
    pub folder: tempfile::TempDir,
    pub app: Arc<App>,
}

const SKILL: &str = "---\nname: notes\ndescription: Takes notes.\n---\n\nLook: !`cat facts.txt`\n";
const SOURCES: &str = "
context-sources:
  - id: facts
    title: What is known
    run: [cat, facts.txt]
    read_only: true
  - id: touch
    run: [touch, made.txt]
  - id: secret
    run: [cat, secret.txt]
    read_only: true
  - id: slow
    run: [sleep, '30']
  - id: loud
    run: [cat, long.txt]
    max_bytes: 1000
  - id: file
    read: '*.txt'
  - id: style
    resource: style.md
  - id: gone
    run: [no-such-program]
";

impl Room {
    pub fn new(mode: &str) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let at = |name: &str| folder.path().join(name);
        fs::create_dir_all(at("workspace/.git")).unwrap();
        fs::create_dir_all(at("workspace/.agents/skills/notes")).unwrap();
        fs::create_dir_all(at("home/.pixir")).unwrap();
        let app = Arc::new(App::new(surroundings(folder.path()), Box::new(NoHost)));
        let room = Self { folder, app };
        room.write("workspace/.agents/skills/notes/SKILL.md", SKILL);
        room.write("workspace/.agents/skills/notes/context-sources.yaml", SOURCES);
        room.write("workspace/.agents/skills/notes/style.md", "Short.\n");
        room.write("workspace/facts.txt", "the sky is blue\n");
        // Put together here, so that no scanner takes this file for a leak.
        room.write("workspace/secret.txt", &format!("key = \"{}\"\n", ["AKIA", "Q3RTJ7XW2Z4NPLWK"].concat()));
        room.write("workspace/long.txt", &"0123456789abcdef\n".repeat(500));
        room.write("home/.pixir/config.json", &json!({ "permission_default": mode }).to_string());
        room
    }

    pub fn at(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn write(&self, name: &str, text: &str) {
        fs::write(self.at(name), text).unwrap();
    }

    pub fn ask(&self, name: &str, body: &Value) -> Result<Value, api::Failure> {
        ask(&self.app, name, body)
    }

    pub fn get(&self, name: &str, body: &Value) -> Value {
        self.ask(name, body).unwrap_or_else(|failure| panic!("{name} {body}: {failure}"))
    }

    /// Sets the mode as a person does: through the window that asks her where it loosens something.
    pub fn set_mode(&self, mode: Option<&str>) -> Value {
        if self.get("change_permission", &json!({ "kind": "mode", "mode": mode }))["outcome"] == "asked" {
            let showing = self.get("loosening", &json!({}))["showing"].clone();
            std::thread::sleep(hydration::ARMED_AFTER);
            self.get("decide_loosening", &json!({ "showing": showing, "yes": true }));
        }
        self.get("mode", &json!({}))
    }

    pub fn submit(&self, source: &str) -> AgentTicket {
        submit(&self.app, &self.agent(source)).unwrap_or_else(|failure| panic!("{source}: {failure}"))
    }

    pub fn agent(&self, source: &str) -> AgentAsk {
        AgentAsk {
            by_itself: false,
            workspace: self.at("workspace"),
            convention: None,
            skill: "notes".to_owned(),
            taken_in: None,
            source: source.to_owned(),
            session: None,
            turn: None,
            mode: None,
            door: AgentDoor::Mcp,
            name: "test-agent".to_owned(),
            version: "1".to_owned(),
            connection: Some("mcp-1".to_owned()),
        }
    }

    pub fn shown(&self, step: &str) -> Value {
        shown(&self.app, step)
    }

    pub fn decide(&self, face: &Value, choice: &Value) -> Result<Value, api::Failure> {
        decide(&self.app, face, choice)
    }

    pub fn run_and(&self, lifetime: &str, then: &Value) {
        let face = self.shown("run");
        self.decide(&face, &json!({ "kind": "run", "lifetime": lifetime })).unwrap();
        let face = self.shown("send");
        self.decide(&face, then).unwrap();
    }

    pub fn decided(&self) -> Vec<Value> {
        let view = self.get("approvals", &json!({ "text": "", "from": 0, "count": 100 }));
        view["decided"].as_array().unwrap().clone()
    }

    pub fn grants(&self) -> Vec<Value> {
        let view = self.get("approvals", &json!({ "text": "", "from": 0, "count": 100 }));
        view["grants"].as_array().unwrap().clone()
    }

    fn nothing_waits(&self) -> bool {
        self.get("approval", &json!({}))["request"].is_null()
    }
}

fn ask(app: &App, name: &str, body: &Value) -> Result<Value, api::Failure> {
    tests::answer(app, name, &body.to_string()).map(|answer| serde_json::from_str(&answer).unwrap())
}

/// Waits until the request on screen stands at this step, and for its keys.
pub fn shown(app: &App, step: &str) -> Value {
    let begun = Instant::now();
    loop {
        let face = ask(app, "approval", &json!({})).unwrap();
        if face["request"]["step"]["kind"] == step {
            std::thread::sleep(Duration::from_millis(face["armed_after_ms"].as_u64().unwrap() + 20));
            return face;
        }
        assert!(begun.elapsed() < Duration::from_secs(30), "never at the step {step}: {face:#}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// Says what a person says to what is on screen.
pub fn decide(app: &App, face: &Value, choice: &Value) -> Result<Value, api::Failure> {
    let decided = json!({ "request": face["request"]["id"], "showing": face["showing"], "choice": choice });
    ask(app, "decide", &decided)
}

pub fn surroundings(folder: &Path) -> Surroundings {
    let path = std::env::var("PATH").unwrap_or_default();
    Surroundings {
        workspace: folder.join("workspace"),
        home: Some(folder.join("home")),
        pixir_home: None,
        kept: Some(folder.join("data/assay")),
        clock: SystemTime::now,
        environment: vec![
            ("PATH".to_owned(), format!("{}:{path}", folder.join("bin").display())),
            ("LANG".to_owned(), "C.UTF-8".to_owned()),
            ("API_TOKEN".to_owned(), "not for commands".to_owned()),
        ],
        helper: program(),
    }
}

#[cfg(target_os = "linux")]
#[test]
fn s4_20_commands_for_powershell_run_in_pwsh_or_not_at_all() {
    use std::os::unix::fs::PermissionsExt;
    for mode in ["ask", "auto"] {
        let room = Room::new(mode);
        let skill = "---\nname: notes\ndescription: Takes notes.\nshell: powershell\n---\n!`Get-Date`\n";
        room.write("workspace/.agents/skills/notes/SKILL.md", skill);
        room.app.heard(&[api::Tag::Skills]);
        let missing = submit(&room.app, &room.agent("inline-1")).err().expect("nothing stands in for pwsh");
        assert!(missing.message.text.contains("`pwsh`"), "{missing}");
        fs::create_dir_all(room.at("bin")).unwrap();
        room.write("bin/pwsh", "#!/bin/sh\nprintf '%s\\n' \"$@\"\n");
        fs::set_permissions(room.at("bin/pwsh"), fs::Permissions::from_mode(0o755)).unwrap();
        let ticket = room.submit("inline-1");
        let face = room.shown("run");
        let words = json!(["pwsh", "-NoProfile", "-NonInteractive", "-Command", "Get-Date"]);
        assert_eq!(face["request"]["command"]["argv"], words, "{mode}: a person is asked in each mode");
        room.run_and("once", &json!({ "kind": "send" }));
        let released = ticket.wait().expect("what was released");
        assert_eq!(released.text, "-NoProfile\n-NonInteractive\n-Command\nGet-Date\n", "{mode}");
    }
}

#[test]
fn what_is_sent_is_exactly_what_was_shown_and_is_proved() {
    let room = Room::new("ask");
    let ticket = room.submit("facts");
    let face = room.shown("run");
    let request = &face["request"];
    assert_eq!(request["command"]["argv"], json!(["cat", "facts.txt"]));
    assert_eq!(request["skill"]["name"], "notes");
    let facts = &request["step"]["facts"];
    assert_eq!(facts["cwd"], room.at("workspace").display().to_string());
    assert!(facts["rule"]["text"].as_str().unwrap().contains("ask"), "{facts:#}");
    assert_eq!(facts["asker"], json!({ "code": "mcp", "args": { "name": "test-agent 1" } }));
    assert!(!facts["environment"].as_array().unwrap().contains(&json!("API_TOKEN")), "{facts:#}");
    room.decide(&face, &json!({ "kind": "run", "lifetime": "once" })).unwrap();
    let face = room.shown("send");
    let id = face["request"]["id"].clone();
    let ask = json!({ "request": id, "form": "as_sent", "from": 0, "count": 10 });
    assert_eq!(room.get("approval_output", &ask)["lines"], json!(["the sky is blue"]));
    room.decide(&face, &json!({ "kind": "send" })).unwrap();
    let released = ticket.wait().unwrap();
    assert_eq!(released.text, "the sky is blue\n");
    let evidence = &released.evidence;
    assert_eq!(evidence["context_source_id"], "facts");
    assert_eq!(evidence["sha256"], disk::Digest::of(b"the sky is blue\n").to_string());
    assert_eq!(evidence["output"], "the sky is blue\n");
    assert_eq!(evidence["permission"]["by"], "user");
    assert_eq!(evidence["execution"], "explicit");
    assert!(evidence.get("provider_id").is_none());
    let rows = room.decided();
    assert_eq!(
        (rows.len(), &rows[0]["decision"], &rows[0]["released"]),
        (1, &json!("sent"), &json!({ "code": "sent", "args": { "bytes": 16 } }))
    );
    let view = room.get("decision", &json!({ "id": id }));
    assert_eq!(view["output"], "the sky is blue");
    assert!(view["again"]["text"].as_str().unwrap().starts_with("Yes"), "{view:#}");
    assert!(room.nothing_waits());
}

#[test]
fn a_no_runs_nothing_and_carries_its_note() {
    let room = Room::new("ask");
    let ticket = room.submit("touch");
    let face = room.shown("run");
    assert!(!face["request"]["step"]["facts"]["reasons"].as_array().unwrap().is_empty());
    room.decide(&face, &json!({ "kind": "deny", "note": "not now" })).unwrap();
    let failure = ticket.wait().unwrap_err();
    assert_eq!(failure.code, Code::Denied);
    assert!(failure.message.text.contains("not now"), "{failure}");
    assert!(!room.at("workspace/made.txt").exists());
    let rows = room.decided();
    assert_eq!(
        (&rows[0]["decision"], &rows[0]["released"]["code"]),
        (&json!("denied"), &json!("nothing_run"))
    );
    assert_eq!(room.get("decision", &json!({ "id": rows[0]["id"] }))["note"], "not now");
}

#[test]
fn a_decision_needs_time_on_screen_and_the_showing_it_was_made_on() {
    let room = Room::new("ask");
    let ticket = room.submit("facts");
    let face = room.get("approval", &json!({}));
    let run = json!({ "kind": "run", "lifetime": "once" });
    assert_eq!(room.decide(&face, &run).unwrap_err().code, Code::Refused, "within 400 ms");
    let face = room.shown("run");
    let older = json!({ "request": face["request"]["id"], "showing": 0, "choice": run });
    assert_eq!(room.ask("decide", &older).unwrap_err().code, Code::Refused, "another showing");
    let send = json!({ "kind": "send" });
    assert!(room.decide(&face, &send).is_err(), "nothing has run that could be sent");
    assert!(!ticket.is_over());
    room.decide(&face, &json!({ "kind": "deny", "note": "" })).unwrap();
    assert!(ticket.is_over());
}

#[test]
fn what_changes_while_it_waits_leaves_with_a_sentence() {
    let check = |what: &str, change: &dyn Fn(&Room)| {
        let room = Room::new("ask");
        let ticket = room.submit("facts");
        room.shown("run");
        change(&room);
        let face = room.get("approval", &json!({}));
        assert!(face["request"].is_null(), "{what}: {face:#}");
        let left = face["left"]["text"].as_str().unwrap_or_else(|| panic!("{what}: no sentence"));
        assert!(left.contains("Nothing was run"), "{what}: {left}");
        assert_eq!(ticket.wait().unwrap_err().code, Code::Refused, "{what}");
        assert_eq!(room.decided()[0]["decision"], "withdrawn", "{what}");
    };
    let skill = "workspace/.agents/skills/notes";
    check("the skill", &|room| room.write(&format!("{skill}/SKILL.md"), &SKILL.replace("Look", "See")));
    check("the declaration", &|room| {
        room.write(&format!("{skill}/context-sources.yaml"), &SOURCES.replace("facts.txt", "other.txt"));
    });
    check("the mode", &|room| room.write("home/.pixir/config.json", r#"{"permission_default":"auto"}"#));
    check("the skill is gone", &|room| fs::remove_file(room.at(&format!("{skill}/SKILL.md"))).unwrap());
}

#[test]
fn a_permission_for_bytes_holds_until_one_of_them_changes() {
    let room = Room::new("ask");
    let first = room.submit("facts");
    room.run_and("bytes", &json!({ "kind": "send" }));
    first.wait().unwrap();
    assert_eq!(room.grants().len(), 1);
    room.write("workspace/facts.txt", "the sky is grey\n");
    let second = room.submit("facts").wait().unwrap();
    assert_eq!(second.text, "the sky is grey\n", "the facts may change, the command may not");
    assert_eq!(second.evidence["permission"]["by"], "grant");
    assert_eq!(room.decided()[0]["decision"], "sent_under_grant");
    assert_eq!(room.grants()[0]["used"], 2);
    // It outlives the program.
    let again = App::new(surroundings(room.folder.path()), Box::new(NoHost));
    let third = submit(&again, &room.agent("facts")).unwrap().wait().unwrap();
    assert_eq!(third.evidence["permission"]["by"], "grant");
    room.write("workspace/.agents/skills/notes/SKILL.md", &SKILL.replace("Look", "Do look"));
    let changed = room.submit("facts");
    let face = room.shown("run");
    let facts = &face["request"]["step"]["facts"];
    assert_eq!(facts["allowed_before"], true);
    assert_eq!(facts["changed"], json!([{ "part": { "code": "skill" }, "lines": [1, 1] }]));
    assert!(facts["diff"].as_str().unwrap().contains("+Do look"), "{facts:#}");
    assert!(room.grants().is_empty(), "a change ends the permission");
    room.decide(&face, &json!({ "kind": "deny", "note": "" })).unwrap();
    assert!(changed.wait().is_err());
}

#[test]
fn a_permission_can_be_taken_back_and_one_for_a_session_ends_with_it() {
    let room = Room::new("ask");
    let first = room.submit("facts");
    room.run_and("session", &json!({ "kind": "send" }));
    first.wait().unwrap();
    assert_eq!(room.submit("facts").wait().unwrap().evidence["permission"]["by"], "grant");
    let mut other = room.agent("facts");
    other.connection = Some("mcp-2".to_owned());
    let stranger = submit(&room.app, &other).unwrap();
    let face = room.shown("run");
    room.decide(&face, &json!({ "kind": "deny", "note": "" })).unwrap();
    assert!(stranger.wait().is_err(), "another connection is asked about");
    room.app.hung_up("mcp-1");
    assert!(room.grants().is_empty());
    let first = room.submit("facts");
    room.run_and("bytes", &json!({ "kind": "send" }));
    first.wait().unwrap();
    let grant = room.grants()[0]["id"].clone();
    room.get("revoke_grant", &json!({ "id": grant }));
    assert!(room.grants().is_empty());
    assert_eq!(room.ask("revoke_grant", &json!({ "id": grant })).unwrap_err().code, Code::NotFound);
    let asked = room.submit("facts");
    room.shown("run");
    assert!(!asked.is_over(), "asked again");
}

#[test]
fn likely_secrets_are_shown_whatever_allowed_the_run() {
    let room = Room::new("auto");
    let ticket = room.submit("secret");
    let face = room.shown("send");
    let secrets = face["request"]["step"]["facts"]["secrets"].as_array().unwrap().clone();
    assert_eq!(secrets.len(), 1, "{face:#}");
    assert!(!ticket.is_over(), "no mode skips the second step");
    room.decide(&face, &json!({ "kind": "redact_and_send", "marks": [1] })).unwrap();
    let released = ticket.wait().unwrap();
    assert_eq!(released.text, "key = \"[redacted by user]\"\n");
    assert_eq!(released.evidence["redactions"], 1);
    let recorded = fs::read_dir(room.at("data/assay/companion")).unwrap().next().unwrap().unwrap().path();
    let log = fs::read_to_string(recorded.join("no-session.ndjson")).unwrap();
    assert!(!log.contains("AKIA"), "the log keeps the count, not the text");
    assert_eq!(room.decided()[0]["decision"], "sent_redacted");
}

#[test]
fn each_mode_decides_as_it_says() {
    let room = Room::new("auto");
    let released = room.submit("facts").wait().unwrap();
    assert_eq!(released.evidence["permission"]["by"], "rule");
    let asked = room.submit("touch");
    let face = room.shown("run");
    assert!(!asked.is_over(), "auto asks for what does not provably only read");
    room.decide(&face, &json!({ "kind": "deny", "note": "" })).unwrap();
    let room = Room::new("read_only");
    let refused = room.submit("touch").wait().unwrap_err();
    assert_eq!(refused.code, Code::Refused);
    assert!(refused.message.text.contains("read"), "{refused}");
    assert_eq!(room.decided()[0]["decision"], "refused");
    let room = Room::new("auto");
    let mut strict = room.agent("touch");
    strict.mode = Some(api::permission::Mode::ReadOnly);
    assert!(submit(&room.app, &strict).unwrap().is_over(), "an asker may be stricter");
    let room = Room::new("read_only");
    let mut lax = room.agent("touch");
    lax.mode = Some(api::permission::Mode::Auto);
    assert!(submit(&room.app, &lax).unwrap().wait().is_err(), "never laxer");
    let view = room.set_mode(Some("ask"));
    assert_eq!(
        (&view["mode"], &view["set_here"], &view["pixir"]),
        (&json!("ask"), &json!(true), &json!("read_only"))
    );
    let view = room.set_mode(None);
    assert_eq!((&view["mode"], &view["set_here"]), (&json!("read_only"), &json!(false)));
}

#[test]
fn an_agent_that_takes_its_request_back_ends_what_runs() {
    let room = Room::new("ask");
    let ticket = room.submit("slow");
    let face = room.shown("run");
    room.decide(&face, &json!({ "kind": "run", "lifetime": "once" })).unwrap();
    let begun = Instant::now();
    ticket.withdraw(&message!("The agent canceled its request."));
    assert_eq!(ticket.wait().unwrap_err().code, Code::Refused);
    assert!(begun.elapsed() < Duration::from_secs(10));
    assert!(room.nothing_waits());
    assert_eq!(room.decided()[0]["decision"], "withdrawn");
}

#[test]
fn requests_wait_in_the_order_they_came() {
    let room = Room::new("ask");
    let (first, second) = (room.submit("facts"), room.submit("style"));
    let face = room.shown("run");
    assert_eq!((&face["position"], &face["waiting"]), (&json!(1), &json!(2)));
    assert_eq!(face["request"]["id"], first.id());
    room.decide(&face, &json!({ "kind": "deny", "note": "" })).unwrap();
    let next = room.get("approval", &json!({}));
    assert_eq!(next["request"]["id"], second.id());
    assert!(next["showing"].as_u64() > face["showing"].as_u64(), "the keys are off again");
    room.run_and("once", &json!({ "kind": "send" }));
    assert_eq!(second.wait().unwrap().text, "Short.\n");
    assert!(first.is_over());
}

#[test]
fn output_is_cut_where_it_says_and_files_are_read_without_a_process() {
    let room = Room::new("ask");
    let ticket = room.submit("loud");
    let face = room.shown("run");
    room.decide(&face, &json!({ "kind": "run", "lifetime": "once" })).unwrap();
    let face = room.shown("send");
    let cut = &face["request"]["step"]["facts"]["cut"];
    assert_eq!((&cut["kept"], &cut["total"]), (&json!(1000), &json!(8500)));
    room.decide(&face, &json!({ "kind": "send" })).unwrap();
    let released = ticket.wait().unwrap();
    assert_eq!((released.text.len(), &released.evidence["truncated"]), (1000, &json!(true)));
    let files = room.submit("file");
    let face = room.shown("run");
    assert!(face["request"]["step"]["facts"]["resolves"].is_null());
    room.decide(&face, &json!({ "kind": "run", "lifetime": "once" })).unwrap();
    let face = room.shown("send");
    room.decide(&face, &json!({ "kind": "redact_and_send", "marks": [1] })).unwrap();
    let released = files.wait().unwrap();
    assert!(
        released.text.contains("the sky is blue") && !released.text.contains("AKIA"),
        "{}",
        released.text
    );
    assert_eq!(released.evidence["surface"]["files"].as_array().unwrap().len(), 3);
}

#[test]
fn what_cannot_be_recorded_is_not_released() {
    let room = Room::new("ask");
    let ticket = room.submit("facts");
    // Where the folder of the evidence should be stands a file.
    fs::create_dir_all(room.at("data/assay")).unwrap();
    room.write("data/assay/companion", "in the way");
    room.run_and("once", &json!({ "kind": "send" }));
    let failure = ticket.wait().unwrap_err();
    assert_eq!(failure.code, Code::Failed);
    assert!(failure.message.text.contains("nothing was sent"), "{failure}");
}

#[test]
fn what_does_not_exist_is_said_with_what_does() {
    let room = Room::new("ask");
    let known = |ask: &AgentAsk| submit(&room.app, ask).map(drop).unwrap_err().to_string();
    assert!(known(&room.agent("nothing")).contains("facts, touch"), "{}", known(&room.agent("nothing")));
    let mut other = room.agent("facts");
    other.skill = "nobody".to_owned();
    assert!(known(&other).contains("Available: notes"));
    let gone = known(&room.agent("gone"));
    assert!(gone.contains("no-such-program"), "{gone}");
    let mut session = room.agent("facts");
    session.session = Some("20260101T000000-aaaaaa".to_owned());
    assert!(known(&session).contains("20260101T000000-aaaaaa"));
}

/// Programs of these names that only leave a mark, and an engine on the example that finds no others.
#[cfg(unix)]
fn canaries(folder: &Path, mode: &str) -> App {
    use std::os::unix::fs::PermissionsExt;
    let laid = tests::example::lay_out(&folder.join("example")).expect("the example is laid out");
    let programs = folder.join("programs");
    fs::create_dir_all(&programs).unwrap();
    for name in ["cat", "head", "git", "bash", "sh", "ls", "touch", "python3"] {
        let program = programs.join(name);
        fs::write(&program, format!("#!/bin/sh\necho {name} >> {}\n", folder.join("marks").display()))
            .unwrap();
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    }
    fs::write(laid.home.join(".pixir/config.json"), json!({ "permission_default": mode }).to_string())
        .unwrap();
    let surroundings = Surroundings {
        workspace: laid.workspace,
        home: Some(laid.home),
        environment: vec![("PATH".to_owned(), programs.display().to_string())],
        ..surroundings(folder)
    };
    App::new(surroundings, Box::new(NoHost))
}

#[cfg(unix)]
#[test]
fn nothing_runs_because_it_was_looked_at() {
    for mode in ["auto", "ask", "read_only"] {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let app = canaries(folder.path(), mode);
        let get = |name: &str, body: Value| ask(&app, name, &body).unwrap_or_default();
        let all = json!({ "text": "", "state": "any", "sort": "name", "from": 0, "count": 500 });
        let (mut looked, mut offered) = (0, 0);
        for row in get("skills", all)["rows"].as_array().unwrap() {
            for request in ["skill", "skill_body", "resources"] {
                get(request, json!({ "id": row["id"] }));
            }
            offered +=
                get("context_sources", json!({ "id": row["id"] }))["sources"].as_array().map_or(0, Vec::len);
            for by in ["user", "model"] {
                looked += usize::from(
                    get("activation_report", json!({ "name": row["name"], "by": by })).is_object(),
                );
            }
        }
        for request in ["skills_report", "sources_report", "drift_report", "catalog_report", "mode"] {
            get(request, json!({}));
        }
        get("check_report", json!({ "paths": [] }));
        get("approvals", json!({ "text": "", "from": 0, "count": 10 }));
        assert!(looked > 10 && offered >= 5, "{looked} activations, {offered} sources");
        assert!(!folder.path().join("marks").exists(), "something ran in mode {mode}");
    }
}
