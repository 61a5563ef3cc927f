//! Bad input, laid out on a real disk: each thing gets a sentence that names it, and the rest goes on.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use api::{App, NoHost, Surroundings};
use serde_json::{Value, json};

struct Room {
    folder: tempfile::TempDir,
}

impl Room {
    fn new() -> Self {
        let room = Self { folder: tempfile::tempdir().expect("a temporary folder") };
        fs::create_dir_all(room.at(".git")).unwrap();
        room.write(".agents/skills/good/SKILL.md", b"---\nname: good\ndescription: Works.\n---\n\nDo it.\n");
        room.write(".pixir/sessions/good.ndjson", log(3).as_bytes());
        room
    }

    fn at(&self, rel: &str) -> PathBuf {
        self.folder.path().join("ws").join(rel)
    }

    fn write(&self, rel: &str, bytes: &[u8]) {
        let path = self.at(rel);
        fs::create_dir_all(path.parent().expect("a file lies in a folder")).unwrap();
        fs::write(path, bytes).unwrap();
    }

    fn app(&self) -> App {
        self.app_with_home(Some(self.folder.path().join("home")))
    }

    fn app_with_home(&self, home: Option<PathBuf>) -> App {
        let workspace = self.at("");
        let surroundings = Surroundings {
            workspace,
            home,
            pixir_home: None,
            kept: None,
            clock: SystemTime::now,
            environment: Vec::new(),
            helper: PathBuf::new(),
        };
        App::new(surroundings, Box::new(NoHost))
    }
}

fn event(seq: u32, text: &str) -> String {
    let text = serde_json::to_string(text).expect("text is JSON");
    format!(
        r#"{{"data":{{"text":{text}}},"id":"{seq:016x}","type":"user_message","seq":{seq},"session_id":"good","ts":"2026-09-18T14:11:02.000000Z"}}"#
    )
}

fn log(events: u32) -> String {
    (0..events).map(|seq| event(seq, "go on") + "\n").collect()
}

fn ask(app: &App, name: &str, body: &Value) -> Value {
    let answer =
        tests::answer(app, name, &body.to_string()).unwrap_or_else(|failure| panic!("{name}: {failure}"));
    serde_json::from_str(&answer).expect("an answer is JSON")
}

/// The sentence about a path among an answer's problems.
fn sentence(answer: &Value, path: &Path) -> String {
    let problems = answer["problems"].as_array().expect("an answer has problems");
    let about = problems.iter().find(|problem| problem["path"] == path.display().to_string().as_str());
    about.map(|problem| problem["message"].as_str().unwrap_or_default().to_owned()).unwrap_or_default()
}

fn names(answer: &Value) -> Vec<String> {
    let skills = answer["skills"].as_array().expect("an answer has skills").iter();
    skills.map(|skill| skill["name"].as_str().unwrap_or_default().to_owned()).collect()
}

#[cfg(unix)]
#[test]
fn a_skill_file_that_is_no_file_is_named() {
    use std::os::unix::fs::symlink;
    let room = Room::new();
    let skill = |name: &str| room.at(&format!(".agents/skills/{name}/SKILL.md"));
    for name in ["folder", "pipe", "big", "loop", "socket"] {
        fs::create_dir_all(skill(name).parent().expect("a file lies in a folder")).unwrap();
    }
    fs::create_dir(skill("folder")).unwrap();
    let has_pipe =
        std::process::Command::new("mkfifo").arg(skill("pipe")).status().is_ok_and(|done| done.success());
    fs::File::create(skill("big")).unwrap().set_len(300 << 20).unwrap();
    symlink("SKILL.md", skill("loop")).unwrap();
    symlink("/nowhere/at/all", room.at(".agents/skills/dangling")).unwrap();
    symlink("../skills", room.at(".agents/skills/itself")).unwrap();
    let _socket = std::os::unix::net::UnixListener::bind(skill("socket")).unwrap();
    room.write(".agents/skills/latin/SKILL.md", b"---\nname: latin\ndescription: \xe9\n---\n");

    let answer = ask(&room.app(), "skills_report", &json!({}));
    assert_eq!(names(&answer), ["good", "latin"], "Pixir sees no more than these");
    for (path, words) in [
        (skill("folder"), "is a folder"),
        (skill("big"), "314572800 bytes"),
        (skill("loop"), "leads back to itself"),
        (room.at(".agents/skills/dangling"), "leads nowhere"),
        (skill("latin"), "not UTF-8 (line 3)"),
    ] {
        let said = sentence(&answer, &path);
        assert!(
            said.contains(words) && said.contains(&path.display().to_string()),
            "{}: {said}",
            path.display()
        );
    }
    if has_pipe {
        assert!(sentence(&answer, &skill("pipe")).contains("is a pipe"));
    }
    let rows = ask(
        &room.app(),
        "skills",
        &json!({"text": "", "state": "invalid", "sort": "name", "from": 0, "count": 50}),
    );
    assert!(rows["matching"].as_u64().unwrap() >= 5, "what cannot be read stands in the list");
    for row in rows["rows"].as_array().unwrap() {
        ask(&room.app(), "skill", &json!({ "id": row["id"] }));
    }
}

#[test]
fn no_home_is_said_and_the_repository_still_has_its_skills() {
    let room = Room::new();
    let answer = ask(&room.app_with_home(None), "skills_report", &json!({}));
    assert_eq!(names(&answer), ["good"]);
    assert!(sentence(&answer, Path::new("~")).contains("home folder is unknown"));
}

#[cfg(unix)]
#[test]
fn an_unreadable_root_is_named() {
    use std::os::unix::fs::PermissionsExt;
    let room = Room::new();
    let root = room.at(".agents/skills");
    fs::set_permissions(&root, fs::Permissions::from_mode(0o000)).unwrap();
    // Root reads everything; there is nothing to see then.
    let may_read = fs::read_dir(&root).is_ok();
    let answer = ask(&room.app(), "skills_report", &json!({}));
    fs::set_permissions(&root, fs::Permissions::from_mode(0o755)).unwrap();
    if !may_read {
        assert!(sentence(&answer, &root).contains("may not be read"));
    }
}

#[test]
fn a_root_that_is_a_file_is_named() {
    let room = Room::new();
    fs::remove_dir_all(room.at(".agents/skills")).unwrap();
    room.write(".agents/skills", b"not a folder");
    let answer = ask(&room.app(), "skills_report", &json!({}));
    assert!(sentence(&answer, &room.at(".agents/skills")).contains("is not a folder"));
}

#[test]
fn a_log_cut_inside_a_character_keeps_every_whole_line() {
    let room = Room::new();
    let whole = log(3);
    let last = event(3, "é");
    let cut = last.find('é').expect("it is there") + 1;
    room.write(".pixir/sessions/cut.ndjson", &[whole.as_bytes(), &last.as_bytes()[..cut]].concat());
    let answer = ask(&room.app(), "session_report", &json!({"id": "cut"}));
    assert_eq!(answer["events"], 3);
    assert_eq!(answer["unread"], json!([]), "a line that is being written is no damage");
    assert_eq!(answer["pixir"]["accepts"], false);
    assert_eq!(answer["pixir"]["line"], 4);
    let verdict = ask(&room.app(), "verify_report", &json!({"id": "cut"}));
    assert_eq!((&verdict["tail"], &verdict["verdict"]), (&json!("cut"), &json!("damaged")));
}

#[test]
fn an_unfinished_last_line_is_named_beside_another_that_is_bad() {
    let room = Room::new();
    let lines = [event(0, "a"), "nonsense".to_owned(), event(1, "b"), event(2, "cut")[..40].to_owned()];
    room.write(".pixir/sessions/torn.ndjson", lines.join("\n").as_bytes());
    let app = room.app();
    let answer = ask(&app, "session_report", &json!({"id": "torn"}));
    let (unfinished, said) = (&answer["unfinished"], answer["unfinished"]["why"].as_str().unwrap());
    assert_eq!((&unfinished["line"], &unfinished["bytes"]), (&json!(4), &json!(40)));
    assert!(said.contains("No line feed"), "{said}");
    assert_eq!(answer["unread"][0]["line"], 2);
    assert_eq!(answer["pixir"]["line"], 2, "Pixir itself tells of the first only");
    assert_eq!(ask(&app, "session_report", &json!({"id": "good"}))["unfinished"], Value::Null);
}

#[test]
fn a_session_that_is_written_turn_by_turn_is_the_same_answer() {
    let room = Room::new();
    room.write(
        ".pixir/sessions/torn.ndjson",
        [log(7).as_bytes(), b"nonsense\n{\"data\""].concat().as_slice(),
    );
    let app = room.app();
    for id in ["good", "torn"] {
        let asked = api::report::SessionReportAsk { id: id.to_owned() };
        let mut written = Vec::new();
        api::report::write_session(&app, &asked, &mut written).unwrap();
        let answer = tests::answer(&app, "session_report", &json!({ "id": id }).to_string()).unwrap();
        assert_eq!(String::from_utf8(written).unwrap(), answer + "\n");
        let (mut whole, mut turns) = (Value::Null, Vec::new());
        let mut head = |told: &api::report::SessionReport| whole = json!(told);
        api::report::tell_session(&app, &asked, &mut head, &mut |turn| turns.push(json!(turn))).unwrap();
        whole["turns"] = json!(turns);
        assert_eq!(whole, ask(&app, "session_report", &json!({ "id": id })));
    }
}

#[test]
fn a_broken_line_is_told_with_its_number_and_the_rest_is_read() {
    let room = Room::new();
    let lines = [event(0, "a"), "\0\0\0".to_owned(), "nonsense".to_owned(), event(1, "b")];
    room.write(".pixir/sessions/broken.ndjson", (lines.join("\n") + "\n").as_bytes());
    let answer = ask(&room.app(), "session_report", &json!({"id": "broken"}));
    assert_eq!(answer["events"], 2);
    let told: Vec<_> =
        answer["unread"].as_array().unwrap().iter().map(|unread| unread["line"].clone()).collect();
    assert_eq!(told, [2, 3]);
    assert_eq!(answer["pixir"]["code"], "corrupt_log_line");
}

#[test]
fn s0_40_u_08_one_line_that_cannot_be_read_hides_no_other() {
    let room = Room::new();
    let mut lines: Vec<String> = (0..1_000).map(|seq| event(seq, "go on")).collect();
    lines[499] = "{\"type\":".to_owned();
    lines[599] = lines[599].replace("user_message", "made_up");
    lines[699].push('\r');
    lines[799] = lines[799].replace("\"seq\":799,", "");
    room.write(".pixir/sessions/long.ndjson", (lines.join("\n") + "\n{\"data\":{\"cut").as_bytes());
    let app = room.app();
    let report = ask(&app, "session_report", &json!({"id": "long"}));
    assert_eq!(report["events"], 999);
    assert_eq!(report["unread"].as_array().map(Vec::len), Some(1));
    assert_eq!(report["unread"][0]["line"], 500);
    assert_eq!(report["turns"].as_array().map(Vec::len), Some(998), "the unknown event opens no turn");
    assert_eq!(report["pixir"]["line"], 500, "where Pixir would stop");
    let sessions = ask(&app, "sessions", &json!({"text": "", "sort": "newest", "from": 0, "count": 9}));
    let listed = sessions["rows"].as_array().unwrap().iter().find(|row| row["id"] == "long");
    let key = &listed.expect("it is listed")["key"];
    let rows = |from: u32| {
        let body = json!({"key": key, "from": from, "count": 500});
        ask(&app, "timeline", &body)["rows"].as_array().unwrap().clone()
    };
    let all: Vec<Value> = (0..3).flat_map(|window| rows(window * 500)).collect();
    let what = |row: &Value| {
        let body = json!({"key": key, "row": row["row"], "from": 0, "count": 9});
        ask(&app, "events", &body)["events"].as_array().unwrap().clone()
    };
    let unknown = all.iter().flat_map(what).find(|event| event["line"] == 600).expect("it is shown");
    assert_eq!((&unknown["what"]["kind"], &unknown["what"]["name"]), (&json!("unknown"), &json!("made_up")));
}

#[test]
fn u_09_events_stand_by_number_and_then_as_in_the_file() {
    let room = Room::new();
    let lines = [
        event(7, "last by number"),
        event(0, "no number").replace("\"seq\":0", "\"seq\":null"),
        event(1, "first"),
        event(3, "one of two"),
        event(3, "the other"),
        event(2, "between"),
    ];
    room.write(".pixir/sessions/mixed.ndjson", (lines.join("\n") + "\n").as_bytes());
    let report = ask(&room.app(), "session_report", &json!({"id": "mixed"}));
    let prompts: Vec<&str> =
        report["turns"].as_array().unwrap().iter().filter_map(|turn| turn["prompt"].as_str()).collect();
    assert_eq!(prompts, ["first", "between", "one of two", "the other", "last by number", "no number"]);
}

#[test]
fn two_logs_of_one_id_are_both_listed_and_told() {
    let room = Room::new();
    let child = ".pixir/subagents/sub_1/workspace/.pixir/sessions/good.ndjson";
    room.write(child, log(1).as_bytes());
    let answer = ask(&room.app(), "sessions", &json!({"text": "", "sort": "newest", "from": 0, "count": 50}));
    let keys: std::collections::BTreeSet<_> =
        answer["rows"].as_array().unwrap().iter().map(|row| row["key"].to_string()).collect();
    assert_eq!(keys.len(), 2, "two logs have two keys");
    assert!(sentence(&answer, &room.at(child)).contains("same session id"));
}

#[test]
fn a_workspace_deleted_while_open_is_said_and_the_app_goes_on() {
    let room = Room::new();
    let app = room.app();
    assert_eq!(ask(&app, "workspace", &json!({}))["sessions"], 1);
    fs::remove_dir_all(room.at("")).unwrap();
    let after = ask(&app, "look_again", &json!({}));
    let said = after["problem"].as_str().unwrap_or_default();
    assert!(said.contains("does not exist") && said.contains("ws"), "{said}");
    assert_eq!(
        (&after["sessions"], &after["skills"]),
        (&json!(0), &json!(null)),
        "nothing is claimed of skills"
    );
    ask(&app, "skills", &json!({"text": "", "state": "any", "sort": "name", "from": 0, "count": 5}));
    ask(&app, "drift", &json!({"text": "", "states": [], "sort": "state", "from": 0, "count": 5}));
}

#[test]
fn a_log_that_is_replaced_truncated_or_removed_is_read_anew() {
    let room = Room::new();
    let app = room.app();
    let events = |app: &App| {
        ask(app, "look_again", &json!({}));
        ask(app, "session_report", &json!({"id": "good"}))["events"].clone()
    };
    assert_eq!(events(&app), 3);
    room.write(".pixir/sessions/good.ndjson", log(5).as_bytes());
    assert_eq!(events(&app), 5, "grown");
    room.write(".pixir/sessions/good.ndjson", log(1).as_bytes());
    assert_eq!(events(&app), 1, "truncated");
    room.write("new", log(4).as_bytes());
    fs::rename(room.at("new"), room.at(".pixir/sessions/good.ndjson")).unwrap();
    assert_eq!(events(&app), 4, "replaced");
    fs::remove_file(room.at(".pixir/sessions/good.ndjson")).unwrap();
    ask(&app, "look_again", &json!({}));
    assert!(tests::answer(&app, "session_report", r#"{"id":"good"}"#).is_err(), "removed");
}

#[test]
fn a_changed_skill_changes_list_drift_and_diff() {
    let room = Room::new();
    let path = room.at(".agents/skills/good/SKILL.md");
    let content = fs::read_to_string(&path).unwrap();
    let activation = json!({
        "data": {
            "name": "good", "description": "Works.", "scope": "repo", "source": "repo",
            "root": room.at(".agents/skills"), "path": path, "short_path": "repo:good/SKILL.md",
            "content_hash": disk::Digest::of(content.as_bytes()).to_string(), "content": content, "activated_by": "user",
        },
        "id": "0".repeat(16), "type": "skill_activation", "seq": 0, "session_id": "good", "ts": "2026-09-18T14:11:02.000000Z",
    });
    room.write(".pixir/sessions/good.ndjson", format!("{activation}\n{}\n", event(1, "$good go")).as_bytes());
    let app = room.app();
    let state = |app: &App| {
        ask(app, "look_again", &json!({}));
        ask(app, "drift_report", &json!({}))["rows"][0]["state"].clone()
    };
    assert_eq!(state(&app), "identical");
    for (changed, wanted) in [
        (content.replace("Do it.", "Do it well."), "body_changed"),
        (content.replace("Works.", "Works well."), "frontmatter_only"),
        (content.replace('\n', "\r\n"), "whitespace_only"),
        (content.clone(), "identical"),
    ] {
        fs::write(&path, changed).unwrap();
        assert_eq!(state(&app), wanted);
    }
    fs::rename(room.at(".agents/skills/good"), room.at(".agents/skills/better")).unwrap();
    assert_eq!(state(&app), "renamed");
    fs::remove_dir_all(room.at(".agents/skills/better")).unwrap();
    assert_eq!(state(&app), "deleted");
    let diff = ask(&app, "diff_report", &json!({"session": "good", "seq": 0}));
    assert_eq!((&diff["state"], &diff["disk_path"]), (&json!("deleted"), &Value::Null));
}

#[test]
fn many_logs_do_not_use_up_the_file_handles() {
    let room = Room::new();
    for number in 0..100 {
        room.write(&format!(".pixir/sessions/old{number:03}.ndjson"), log(2).as_bytes());
    }
    let app = room.app();
    assert_eq!(ask(&app, "sessions_report", &json!({}))["sessions"].as_array().unwrap().len(), 101);
    if cfg!(target_os = "linux") {
        let open =
            fs::read_dir("/proc/self/fd").unwrap().filter_map(|entry| fs::read_link(entry.ok()?.path()).ok());
        let ours = open.filter(|path| path.starts_with(room.at(""))).count();
        assert!(ours <= 64, "{ours} logs are held open");
    }
    for id in ["old000", "old099", "good"] {
        let session = ask(&app, "session_report", &json!({ "id": id }));
        assert_eq!(session["turns"].as_array().unwrap().len(), if id == "good" { 3 } else { 2 }, "{id}");
    }
    fs::write(room.at(".pixir/sessions/old000.ndjson"), log(4)).unwrap();
    ask(&app, "look_again", &json!({}));
    assert_eq!(
        ask(&app, "session_report", &json!({"id": "old000"}))["events"],
        4,
        "a resting log is followed too"
    );
}
