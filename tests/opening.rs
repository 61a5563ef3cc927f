//! Which workspace a window begins with, and what it says where there is none or it is gone.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use api::everywhere::SessionFilter;
use api::wire::Nothing;
use api::workspace::{ScopeAsk, begins_everywhere, first_workspace};
use api::{App, Audience, Code, NoHost, Scripts, Surroundings, Tag};
use serde_json::{Value, json};
use tests::room::{self, every_skill};

use crate::approvals::{Room, surroundings};

/// A home with a project in it, and what Assay keeps there.
struct Home(tempfile::TempDir);

impl Home {
    fn new() -> Self {
        let home = Self(tempfile::tempdir().unwrap());
        for folder in ["home/project", "home/older", "kept"] {
            fs::create_dir_all(home.at(folder)).unwrap();
        }
        home
    }

    fn at(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn remember(&self, paths: &[&Path]) {
        fs::write(self.at("kept/workspaces.json"), json!(paths).to_string()).unwrap();
    }

    fn around(&self) -> Surroundings {
        Surroundings {
            home: Some(self.at("home")),
            kept: Some(self.at("kept")),
            environment: Vec::new(),
            ..surroundings(self.0.path())
        }
    }

    fn first(&self, typed: Option<&Path>, folder: &Path) -> Option<PathBuf> {
        first_workspace(typed, folder, &self.around())
    }

    fn is_everywhere(&self, typed: Option<&Path>, folder: &Path) -> bool {
        begins_everywhere(typed, folder, &self.around())
    }

    /// A session of Copilot CLI that was started in a folder and written so many hours after 1 January 2026.
    fn copilot(&self, id: &str, folder: &Path, hours: u64) {
        let place = self.at("home/.copilot/session-state").join(id);
        fs::create_dir_all(&place).unwrap();
        let start = json!({ "type": "session.start", "timestamp": "2026-01-01T00:00:00.000Z",
            "data": { "sessionId": id, "context": { "cwd": folder } } });
        let log = place.join("events.jsonl");
        fs::write(&log, format!("{start}\n")).unwrap();
        let written = SystemTime::UNIX_EPOCH + Duration::from_secs(1_767_225_600 + hours * 3600);
        fs::File::options().write(true).open(log).unwrap().set_modified(written).unwrap();
    }
}

#[test]
fn a_first_start_opens_the_folder_that_another_agent_worked_in_last() {
    let home = Home::new();
    let (project, older) = (home.at("home/project"), home.at("home/older"));
    home.copilot("11111111-1111-4111-8111-111111111111", &older, 1);
    home.copilot("22222222-2222-4222-8222-222222222222", &project, 2);
    for (number, folder) in [home.at("home"), "/".into(), home.at("home/gone")].into_iter().enumerate() {
        home.copilot(&format!("{number}3333333-3333-4333-8333-333333333333"), &folder, 3);
    }
    assert_eq!(
        home.first(None, Path::new("/")).as_ref(),
        Some(&project),
        "never the root, the home, or one gone"
    );
    home.remember(&[&older]);
    assert_eq!(home.first(None, Path::new("/")).as_ref(), Some(&older), "what is remembered comes first");
}

#[test]
fn no_start_opens_the_root_or_the_home_folder_by_itself() {
    let home = Home::new();
    let (project, older) = (home.at("home/project"), home.at("home/older"));
    for folder in [Path::new("/"), &home.at("home")] {
        assert_eq!(home.first(None, folder), None, "a person chooses");
    }
    home.remember(&[Path::new("/"), &home.at("home"), &home.at("home/gone"), &older, &project]);
    for folder in [Path::new("/"), &home.at("home")] {
        assert_eq!(home.first(None, folder).as_ref(), Some(&older), "the last that is there");
    }
    assert_eq!(home.first(None, &project).as_ref(), Some(&project), "the folder it was started in");
    assert_eq!(home.first(Some(Path::new("older")), &home.at("home")).as_ref(), Some(&older));
    assert_eq!(home.first(Some(Path::new("/")), &project), Some("/".into()), "what a person types is meant");
}

#[test]
fn where_a_person_has_to_choose_nothing_is_read_and_nothing_is_said() {
    let room = Room::new("auto");
    let kept = room.at("data/assay");
    fs::create_dir_all(&kept).unwrap();
    fs::write(kept.join("workspaces.json"), json!([room.at("workspace")]).to_string()).unwrap();
    let app = App::new(
        Surroundings {
            workspace: PathBuf::new(),
            clock: SystemTime::now,
            ..surroundings(room.folder.path())
        },
        Box::new(NoHost),
    );
    let get = |name: &str, body: &str| -> Value {
        serde_json::from_str(&api::answer(&app, Audience::Page, name, body).expect(name)).unwrap()
    };
    let view = get("workspace", "{}");
    assert_eq!((&view["open"], &view["problem"]), (&json!(false), &Value::Null));
    let recents = view["recents"].as_array().unwrap();
    assert!(recents.iter().all(|row| row["current"] == false) && recents.len() == 1, "{recents:?}");
    for name in ["conventions", "trust", "visibility"] {
        assert_eq!(api::answer(&app, Audience::Page, name, "{}").expect_err(name).code, Code::NoWorkspace);
    }
    assert_eq!((app.watched().len(), app.look_for_changes().len()), (0, 0));
    assert_eq!((app.remember_some(), app.read_on(), app.everywhere().index_some()), (None, None, None));
    app.remember_workspace();
    assert_eq!(get("workspace", "{}")["recents"].as_array().unwrap().len(), 1, "nothing is remembered of it");
    let opened = get("switch_workspace", &json!({ "id": recents[0]["id"] }).to_string());
    assert_eq!((&opened["open"], &opened["problem"]), (&json!(true), &Value::Null));
}

#[test]
fn of_a_workspace_that_is_gone_nothing_is_counted_anew() {
    let room = Room::new("auto");
    fs::create_dir_all(room.at("home/.agents/skills/mine")).unwrap();
    room.write("home/.agents/skills/mine/SKILL.md", "---\nname: mine\ndescription: d\n---\n");
    let list = json!({ "text": "", "state": "any", "sort": "name", "from": 0, "count": 9 }).to_string();
    let ask = |name: &str, body: &str| api::answer(&room.app, Audience::Page, name, body);
    assert!(ask("skills", &list).unwrap().contains("\"total\":2"));
    fs::rename(room.at("workspace"), room.at("moved")).unwrap();
    room.app.heard(&[Tag::Skills, Tag::Sessions]);
    let view: Value = serde_json::from_str(&ask("workspace", "{}").unwrap()).unwrap();
    assert!(view["problem"]["text"].as_str().unwrap().ends_with("no such file or directory."), "{view}");
    assert_eq!((&view["sessions"], &view["places"]), (&json!(0), &json!([])));
    let sessions = json!({ "text": "", "state": "any", "from": 0, "count": 9 }).to_string();
    for (name, body) in
        [("skills", list.as_str()), ("conventions", "{}"), ("sessions", &sessions), ("catalog", "{}")]
    {
        assert_eq!(ask(name, body).expect_err(name).code, Code::NoWorkspace, "{name}");
    }
    fs::rename(room.at("moved"), room.at("workspace")).unwrap();
    room.app.heard(&[Tag::Skills, Tag::Sessions]);
    assert!(ask("skills", &list).unwrap().contains("\"total\":2"), "it came back");
}

#[test]
fn a_first_start_where_other_agents_worked_shows_the_sessions_of_every_project() {
    let home = Home::new();
    let project = home.at("home/project");
    assert!(!home.is_everywhere(None, Path::new("/")), "there is nothing to show");
    home.copilot("22222222-2222-4222-8222-222222222222", &project, 2);
    assert!(home.is_everywhere(None, Path::new("/")));
    assert!(!home.is_everywhere(Some(&project), Path::new("/")), "a folder was named");
    assert!(!home.is_everywhere(None, &project), "it was started in a folder");
    fs::remove_dir(&project).unwrap();
    assert_eq!(home.first(None, Path::new("/")).as_ref(), Some(&project), "sessions outlive their folder");
    assert!(home.is_everywhere(None, Path::new("/")));
    home.remember(&[&project]);
    assert!(!home.is_everywhere(None, Path::new("/")), "it is not the first start");
}

#[test]
fn whose_sessions_are_shown_is_remembered_and_a_folder_that_is_gone_keeps_them() {
    let home = Home::new();
    let (project, older) = (home.at("home/project"), home.at("home/older"));
    home.copilot("11111111-1111-4111-8111-111111111111", &older, 1);
    home.copilot("22222222-2222-4222-8222-222222222222", &project, 2);
    fs::remove_dir(&older).unwrap();
    let open = || App::new(Surroundings { workspace: project.clone(), ..home.around() }, Box::new(NoHost));
    let app = open();
    let scope =
        |app: &App, everywhere| api::Page(app).set_scope(&ScopeAsk { everywhere }).unwrap().everywhere;
    let is_everywhere = |app: &App| api::Page(app).workspace(&Nothing {}).unwrap().everywhere;
    assert!(!is_everywhere(&app));
    assert!(scope(&app, true) && is_everywhere(&open()), "by the next start too");
    app.open_workspace(&older).expect("its sessions are still here");
    let view = api::Page(&app).workspace(&Nothing {}).unwrap();
    assert_eq!((view.gone, view.problem, view.sessions), (true, None, 1));
    assert!(app.open_workspace(&home.at("home/never")).is_err(), "nothing is known of it");
    assert!(!scope(&app, false) && !is_everywhere(&open()));
}

#[test]
fn a_folder_is_one_however_it_was_typed() {
    let home = Home::new();
    let project = home.at("home/project");
    for typed in [".", "./", "./.", "", "../project//"] {
        let found = first_workspace(Some(Path::new(typed)), &project, &home.around()).expect("a folder");
        let written = found.as_os_str().to_string_lossy().trim_end_matches('/').to_owned();
        let is_up = typed.starts_with("..");
        let wanted = if is_up { project.join("../project") } else { project.clone() };
        assert_eq!(written, wanted.to_string_lossy(), "typed as {typed:?}");
    }
}

#[test]
fn what_was_looked_at_ahead_is_there_for_the_first_screen() {
    let clock = || SystemTime::UNIX_EPOCH + Duration::from_secs(1_790_000_000);
    let skill = (".agents/skills/a/SKILL.md", &b"---\nname: a\ndescription: d\n---\n"[..]);
    let room = room::Room::with(&[skill]).again_at(clock);
    room.app.look_ahead();
    // The clock stands, and nobody says that anything changed.
    fs::remove_dir_all(room.workspace().join(".agents/skills/a")).unwrap();
    let names: Vec<_> =
        room.page().skills(&every_skill()).unwrap().rows.into_iter().map(|row| row.name).collect();
    assert_eq!(names, ["a"]);
}

/// Lays out a session of Claude Code whose first prompt has so many letters.
fn claude_session(room: &Room, session: &str, letters: usize) {
    let line = json!({
        "parentUuid": null, "isSidechain": false, "type": "user", "sessionId": session, "uuid": format!("{session}-1"),
        "timestamp": "2026-05-02T10:00:01.000Z", "cwd": room.at("workspace"), "version": "2.1.330",
        "message": { "role": "user", "content": "w".repeat(letters) },
    });
    fs::create_dir_all(room.at("home/.claude/projects/-work")).unwrap();
    room.write(&format!("home/.claude/projects/-work/{session}.jsonl"), &format!("{line}\n"));
}

#[test]
fn sessions_do_not_wait_for_a_large_log_of_another_agent() {
    let room = Room::new("auto");
    let (small, large) = ("11111111-2222-4333-8444-555555555555", "21111111-2222-4333-8444-555555555555");
    claude_session(&room, small, 10);
    claude_session(&room, large, 33 << 20);
    room.app.leave_large_logs();
    let list = || room.get("sessions", &json!({ "text": "", "sort": "newest", "from": 0, "count": 9 }));
    let ids = |view: &Value| -> Vec<String> {
        view["rows"].as_array().unwrap().iter().map(|row| row["id"].as_str().unwrap().to_owned()).collect()
    };
    let first = list();
    assert_eq!(ids(&first), [small]);
    let reading = first["reading"].as_array().unwrap();
    assert_eq!(reading.len(), 1, "{reading:?}");
    assert!(reading[0]["path"].as_str().unwrap().ends_with(&format!("{large}.jsonl")), "{reading:?}");
    assert!(reading[0]["bytes"].as_u64() > Some(33 << 20) && reading[0]["source"]["name"] == "claude-code");
    assert_eq!(room.app.read_on(), Some(true));
    let then = list();
    assert_eq!((ids(&then).len(), &then["reading"]), (2, &json!([])));
    // An engine that leaves nothing, as the terminal's, has read all of it when it answers.
    let other = App::new(surroundings(room.folder.path()), Box::new(NoHost));
    let view = api::answer(
        &other,
        Audience::Page,
        "sessions",
        &json!({ "text": "", "sort": "newest", "from": 0, "count": 9 }).to_string(),
    );
    let view: Value = serde_json::from_str(&view.unwrap()).unwrap();
    assert_eq!((ids(&view).len(), &view["reading"]), (2, &json!([])));
}

#[test]
fn lists_of_scripts_name_the_large_logs_that_they_were_made_without() {
    let room = Room::new("auto");
    let (small, large) = ("11111111-2222-4333-8444-555555555555", "21111111-2222-4333-8444-555555555555");
    claude_session(&room, small, 10);
    claude_session(&room, large, 33 << 20);
    room.app.leave_large_logs();
    let scripts = Scripts(&room.app);
    let here = || {
        let report = scripts.sessions_report(&Nothing {}).unwrap();
        (ids(&report.sessions, |row| &row.id), ids(&report.reading, |log| &log.id))
    };
    let listed = |agent: &str| {
        let filter = SessionFilter { agent: agent.to_owned(), ..SessionFilter::default() };
        let report = scripts.listed_sessions_report(&filter).unwrap();
        (ids(&report.sessions, |row| &row.id), ids(&report.reading, |log| &log.id))
    };
    let without = (vec![small.to_owned()], vec![large.to_owned()]);
    assert_eq!((here(), listed("")), (without.clone(), without));
    assert_eq!(listed("codex"), (vec![], vec![]));
    let path = room.at(&format!("home/.claude/projects/-work/{large}.jsonl"));
    let report = scripts.sessions_report(&Nothing {}).unwrap();
    assert_eq!(report.reading[0].path, path.display().to_string());
    assert_eq!(report.reading[0].bytes, fs::metadata(&path).unwrap().len());
    room.app.read_large_logs();
    room.app.everywhere().index_sessions().unwrap();
    for (sessions, reading) in [here(), listed("")] {
        assert_eq!((sessions.len(), reading), (2, vec![]));
    }
    // One that has changed since it was read keeps the row it had.
    let log = fs::read_to_string(&path).unwrap();
    fs::write(&path, log + "{}\n").unwrap();
    room.app.heard(&[Tag::Sessions]);
    let (sessions, reading) = listed("");
    assert_eq!((sessions.len(), reading), (2, vec![large.to_owned()]));
}

fn ids<T>(rows: &[T], id: impl Fn(&T) -> &String) -> Vec<String> {
    rows.iter().map(|row| id(row).clone()).collect()
}
