//! Bad input, laid out on a real disk: each thing gets a sentence that names it, and the rest goes on.

use std::fs;
use std::path::{Path, PathBuf};

use api::drift::{DiffReportAsk, DriftReportAsk};
use api::sessions::{EventView, EventsAsk, TimelineAsk, TimelineRow};
use api::sessions::{SessionReport, SessionReportAsk};
use api::skills::{SkillsReport, SkillsReportAsk};
use api::wire::DriftState;
use api::wire::Integrity;
use api::wire::{Nothing, ProblemRow};
use api::wire::{SkillFilter, SkillUnderAsk, SkillsAsk};
use api::workspace::WorkspaceView;
use api::{Scripts, Surroundings};
use serde_json::{Value, json};
use tests::room::{Room, every_session, every_skill, every_snapshot, open};

/// A workspace with one good skill and one good log.
fn room() -> Room {
    let room = Room::with(&[
        (".agents/skills/good/SKILL.md", b"---\nname: good\ndescription: Works.\n---\n\nDo it.\n"),
        (".pixir/sessions/good.ndjson", log(3).as_bytes()),
    ]);
    fs::create_dir_all(at(&room, ".git")).unwrap();
    room
}

fn at(room: &Room, rel: &str) -> PathBuf {
    room.workspace().join(rel)
}

fn write(room: &Room, rel: &str, bytes: impl AsRef<[u8]>) {
    room.write(&format!("ws/{rel}"), bytes);
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

fn skills_report(room: &Room) -> SkillsReport {
    room.scripts().skills_report(&SkillsReportAsk::default()).expect("a report")
}

fn session_report(room: &Room, id: &str) -> SessionReport {
    room.scripts().session_report(&of(id)).expect("a report")
}

fn of(id: &str) -> SessionReportAsk {
    SessionReportAsk { id: id.to_owned() }
}

fn look_again(room: &Room) -> WorkspaceView {
    room.page().look_again(&Nothing {}).expect("what there is")
}

/// The sentence about a path among an answer's problems.
fn sentence(problems: &[ProblemRow], path: &Path) -> String {
    let path = path.display().to_string();
    problems.iter().find(|problem| problem.path == path).map_or(String::new(), |one| one.message.text.clone())
}

fn names(report: &SkillsReport) -> Vec<&str> {
    report.skills.iter().map(|skill| skill.name.as_str()).collect()
}

#[cfg(unix)]
#[test]
fn a_skill_file_that_is_no_file_is_named() {
    use std::os::unix::fs::symlink;
    let room = room();
    let skill = |name: &str| at(&room, &format!(".agents/skills/{name}/SKILL.md"));
    for name in ["folder", "pipe", "big", "loop", "socket"] {
        fs::create_dir_all(skill(name).parent().expect("a file lies in a folder")).unwrap();
    }
    fs::create_dir(skill("folder")).unwrap();
    let has_pipe =
        std::process::Command::new("mkfifo").arg(skill("pipe")).status().is_ok_and(|done| done.success());
    fs::File::create(skill("big")).unwrap().set_len(300 << 20).unwrap();
    symlink("SKILL.md", skill("loop")).unwrap();
    symlink("/nowhere/at/all", at(&room, ".agents/skills/dangling")).unwrap();
    symlink("../skills", at(&room, ".agents/skills/itself")).unwrap();
    let _socket = std::os::unix::net::UnixListener::bind(skill("socket")).unwrap();
    write(&room, ".agents/skills/latin/SKILL.md", b"---\nname: latin\ndescription: \xe9\n---\n");

    let answer = skills_report(&room);
    assert_eq!(names(&answer), ["good", "latin"], "Pixir sees no more than these");
    for (path, words) in [
        (skill("folder"), "is a folder"),
        (skill("big"), "314572800 bytes"),
        (skill("loop"), "is a link to itself"),
        (at(&room, ".agents/skills/dangling"), "is a broken link"),
        (skill("latin"), "not UTF-8 (line 3)"),
    ] {
        let said = sentence(&answer.problems, &path);
        assert!(
            said.contains(words) && said.contains(&path.display().to_string()),
            "{}: {said}",
            path.display()
        );
    }
    if has_pipe {
        assert!(sentence(&answer.problems, &skill("pipe")).contains("is a pipe"));
    }
    let ask = SkillsAsk { state: SkillFilter::Invalid, ..every_skill() };
    let rows = room.page().skills(&ask).expect("a list");
    assert!(rows.matching >= 5, "what cannot be read stands in the list");
    for row in rows.rows {
        room.page().skill(&SkillUnderAsk { id: row.id, convention: None }).expect("a skill");
    }
}

#[test]
fn no_home_is_said_and_the_repository_still_has_its_skills() {
    let room = room();
    let app = open(Surroundings { home: None, ..room.surroundings.clone() });
    let answer = Scripts(&app).skills_report(&SkillsReportAsk::default()).expect("a report");
    assert_eq!(names(&answer), ["good"]);
    assert!(sentence(&answer.problems, Path::new("~")).contains("home folder is unknown"));
}

#[cfg(unix)]
#[test]
fn an_unreadable_root_is_named() {
    use std::os::unix::fs::PermissionsExt;
    let room = room();
    let root = at(&room, ".agents/skills");
    fs::set_permissions(&root, fs::Permissions::from_mode(0o000)).unwrap();
    // Root reads everything; there is nothing to see then.
    let may_read = fs::read_dir(&root).is_ok();
    let answer = skills_report(&room);
    fs::set_permissions(&root, fs::Permissions::from_mode(0o755)).unwrap();
    if !may_read {
        assert!(sentence(&answer.problems, &root).contains("is not readable"));
    }
}

#[test]
fn a_root_that_is_a_file_is_named() {
    let room = room();
    fs::remove_dir_all(at(&room, ".agents/skills")).unwrap();
    write(&room, ".agents/skills", b"not a folder");
    let answer = skills_report(&room);
    assert!(sentence(&answer.problems, &at(&room, ".agents/skills")).contains("is not a folder"));
}

#[test]
fn a_log_cut_inside_a_character_keeps_every_whole_line() {
    let room = room();
    let whole = log(3);
    let last = event(3, "é");
    let cut = last.find('é').expect("it is there") + 1;
    write(&room, ".pixir/sessions/cut.ndjson", [whole.as_bytes(), &last.as_bytes()[..cut]].concat());
    let answer = session_report(&room, "cut");
    assert_eq!(answer.events, 3);
    assert!(answer.unread.is_empty(), "a line that is being written is no damage");
    let pixir = answer.pixir.expect("what Pixir says");
    assert_eq!((pixir.accepts, pixir.line), (false, Some(4)));
    let verdict = room.scripts().verify_report(&of("cut")).expect("a verdict");
    assert_eq!((verdict.tail.as_str(), verdict.verdict), ("cut", Integrity::Damaged));
}

#[test]
fn an_unfinished_last_line_is_named_beside_another_that_is_bad() {
    let room = room();
    let lines = [event(0, "a"), "nonsense".to_owned(), event(1, "b"), event(2, "cut")[..40].to_owned()];
    write(&room, ".pixir/sessions/torn.ndjson", lines.join("\n").as_bytes());
    let answer = session_report(&room, "torn");
    let unfinished = answer.unfinished.expect("its last line");
    assert_eq!((unfinished.line, unfinished.bytes), (4, 40));
    assert!(unfinished.why.contains("no line feed"), "{}", unfinished.why);
    assert_eq!(answer.unread[0].line, 2);
    let pixir = answer.pixir.expect("what Pixir says");
    assert_eq!(pixir.line, Some(2), "Pixir itself tells of the first only");
    assert!(session_report(&room, "good").unfinished.is_none());
}

#[test]
fn a_session_that_is_written_turn_by_turn_is_the_same_answer() {
    let room = room();
    write(
        &room,
        ".pixir/sessions/torn.ndjson",
        [log(7).as_bytes(), b"nonsense\n{\"data\""].concat().as_slice(),
    );
    for id in ["good", "torn"] {
        let asked = of(id);
        let mut written = Vec::new();
        api::sessions::write_session(&room.app.workspace, &asked, &mut written).unwrap();
        let answer = json!(session_report(&room, id));
        assert_eq!(String::from_utf8(written).unwrap(), format!("{answer}\n"));
        let (mut whole, mut turns) = (Value::Null, Vec::new());
        let mut head = |told: &SessionReport| whole = json!(told);
        api::sessions::tell_session(&room.app.workspace, &asked, &mut head, &mut |turn| {
            turns.push(json!(turn));
        })
        .unwrap();
        whole["turns"] = json!(turns);
        assert_eq!(whole, answer);
    }
}

#[test]
fn a_broken_line_is_told_with_its_number_and_the_rest_is_read() {
    let room = room();
    let lines = [event(0, "a"), "\0\0\0".to_owned(), "nonsense".to_owned(), event(1, "b")];
    write(&room, ".pixir/sessions/broken.ndjson", (lines.join("\n") + "\n").as_bytes());
    let answer = session_report(&room, "broken");
    assert_eq!(answer.events, 2);
    let told: Vec<_> = answer.unread.iter().map(|unread| unread.line).collect();
    assert_eq!(told, [2, 3]);
    assert_eq!(answer.pixir.expect("what Pixir says").code.as_deref(), Some("corrupt_log_line"));
}

#[test]
fn s0_40_u_08_one_line_that_cannot_be_read_hides_no_other() {
    let room = room();
    let mut lines: Vec<String> = (0..1_000).map(|seq| event(seq, "go on")).collect();
    lines[499] = "{\"type\":".to_owned();
    lines[599] = lines[599].replace("user_message", "made_up");
    lines[699].push('\r');
    lines[799] = lines[799].replace("\"seq\":799,", "");
    write(&room, ".pixir/sessions/long.ndjson", (lines.join("\n") + "\n{\"data\":{\"cut").as_bytes());
    let report = session_report(&room, "long");
    assert_eq!(report.events, 999);
    let unread: Vec<_> = report.unread.iter().map(|unread| unread.line).collect();
    assert_eq!(unread, [500]);
    assert_eq!(report.turns.len(), 998, "the unknown event opens no turn");
    assert_eq!(report.pixir.expect("what Pixir says").line, Some(500), "where Pixir would stop");
    let key = room.key("long");
    let rows = |from: u32| {
        let ask = TimelineAsk { key: key.clone(), from, count: 500 };
        room.page().timeline(&ask).expect("rows").rows
    };
    let events = |row: TimelineRow| {
        let ask =
            EventsAsk { key: key.clone(), row: row.row, bookkeeping: false, only: None, from: 0, count: 9 };
        room.page().events(&ask).expect("events").events
    };
    let all = (0..3).flat_map(|window| rows(window * 500));
    let unknown = all.flat_map(events).find(|event| event.line == 600).expect("it is shown").what;
    assert!(matches!(&unknown, EventView::Unknown { name, .. } if name == "made_up"), "{unknown:?}");
}

#[test]
fn u_09_events_stand_by_number_and_then_as_in_the_file() {
    let room = room();
    let lines = [
        event(7, "last by number"),
        event(0, "no number").replace("\"seq\":0", "\"seq\":null"),
        event(1, "first"),
        event(3, "one of two"),
        event(3, "the other"),
        event(2, "between"),
    ];
    write(&room, ".pixir/sessions/mixed.ndjson", (lines.join("\n") + "\n").as_bytes());
    let report = session_report(&room, "mixed");
    let prompts: Vec<&str> = report.turns.iter().map(|turn| turn.prompt.as_str()).collect();
    assert_eq!(prompts, ["first", "between", "one of two", "the other", "last by number", "no number"]);
}

#[test]
fn two_logs_of_one_id_are_both_listed_and_told() {
    let room = room();
    let child = ".pixir/subagents/sub_1/workspace/.pixir/sessions/good.ndjson";
    write(&room, child, log(1).as_bytes());
    let answer = room.page().sessions(&every_session()).expect("a list");
    let keys: std::collections::BTreeSet<_> = answer.rows.iter().map(|row| &row.key).collect();
    assert_eq!(keys.len(), 2, "two logs have two keys");
    assert!(sentence(&answer.problems, &at(&room, child)).contains("same session id"));
}

#[test]
fn a_workspace_deleted_while_open_is_said_and_the_app_goes_on() {
    let room = room();
    assert_eq!(room.page().workspace(&Nothing {}).expect("a workspace").sessions, 1);
    fs::remove_dir_all(at(&room, "")).unwrap();
    let after = look_again(&room);
    let said = after.problem.as_ref().map_or("", |problem| &problem.text);
    assert!(said.contains("no such file or directory") && said.contains("ws"), "{said}");
    assert_eq!(after.sessions, 0);
    assert_eq!(json!(after).get("skills"), None, "nothing is claimed of skills");
    room.scripts().skills(&every_skill()).expect("the app goes on");
    room.scripts().drift(&every_snapshot()).expect("the app goes on");
}

#[test]
fn a_log_that_is_replaced_truncated_or_removed_is_read_anew() {
    let room = room();
    let events = || {
        look_again(&room);
        session_report(&room, "good").events
    };
    assert_eq!(events(), 3);
    write(&room, ".pixir/sessions/good.ndjson", log(5));
    assert_eq!(events(), 5, "grown");
    write(&room, ".pixir/sessions/good.ndjson", log(1));
    assert_eq!(events(), 1, "truncated");
    write(&room, "new", log(4));
    fs::rename(at(&room, "new"), at(&room, ".pixir/sessions/good.ndjson")).unwrap();
    assert_eq!(events(), 4, "replaced");
    fs::remove_file(at(&room, ".pixir/sessions/good.ndjson")).unwrap();
    look_again(&room);
    assert!(room.scripts().session_report(&of("good")).is_err(), "removed");
}

#[test]
fn a_changed_skill_changes_list_drift_and_diff() {
    let room = room();
    let path = at(&room, ".agents/skills/good/SKILL.md");
    let content = fs::read_to_string(&path).unwrap();
    let activation = json!({
        "data": {
            "name": "good", "description": "Works.", "scope": "repo", "source": "repo",
            "root": at(&room, ".agents/skills"), "path": path, "short_path": "repo:good/SKILL.md",
            "content_hash": disk::Digest::of(content.as_bytes()).to_string(), "content": content, "activated_by": "user",
        },
        "id": "0".repeat(16), "type": "skill_activation", "seq": 0, "session_id": "good", "ts": "2026-09-18T14:11:02.000000Z",
    });
    write(
        &room,
        ".pixir/sessions/good.ndjson",
        format!("{activation}\n{}\n", event(1, "$good go")).as_bytes(),
    );
    let state = || {
        look_again(&room);
        room.scripts().drift_report(&DriftReportAsk::default()).expect("a report").rows[0].state
    };
    assert_eq!(state(), DriftState::Identical);
    for (changed, wanted) in [
        (content.replace("Do it.", "Do it well."), DriftState::BodyChanged),
        (content.replace("Works.", "Works well."), DriftState::FrontmatterOnly),
        (content.replace('\n', "\r\n"), DriftState::WhitespaceOnly),
        (content.clone(), DriftState::Identical),
    ] {
        fs::write(&path, changed).unwrap();
        assert_eq!(state(), wanted);
    }
    fs::rename(at(&room, ".agents/skills/good"), at(&room, ".agents/skills/better")).unwrap();
    assert_eq!(state(), DriftState::Renamed);
    fs::remove_dir_all(at(&room, ".agents/skills/better")).unwrap();
    assert_eq!(state(), DriftState::Deleted);
    let diff = room.scripts().diff_report(&DiffReportAsk { session: "good".to_owned(), seq: 0 }).unwrap();
    assert_eq!((diff.state, diff.disk_path), (DriftState::Deleted, None));
}

#[test]
fn many_logs_do_not_use_up_the_file_handles() {
    let room = room();
    for number in 0..100 {
        write(&room, &format!(".pixir/sessions/old{number:03}.ndjson"), log(2).as_bytes());
    }
    assert_eq!(room.scripts().sessions_report(&Nothing {}).expect("a report").sessions.len(), 101);
    if cfg!(target_os = "linux") {
        let open =
            fs::read_dir("/proc/self/fd").unwrap().filter_map(|entry| fs::read_link(entry.ok()?.path()).ok());
        let ours = open.filter(|path| path.starts_with(at(&room, ""))).count();
        assert!(ours <= 64, "{ours} logs are held open");
    }
    for id in ["old000", "old099", "good"] {
        assert_eq!(session_report(&room, id).turns.len(), if id == "good" { 3 } else { 2 }, "{id}");
    }
    fs::write(at(&room, ".pixir/sessions/old000.ndjson"), log(4)).unwrap();
    look_again(&room);
    assert_eq!(session_report(&room, "old000").events, 4, "a resting log is followed too");
}
