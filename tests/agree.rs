//! What is said of a fact in one place is what is said of it in every other, and what is not known is not denied.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use api::drift::{DiffReportAsk, DriftReportAsk};
use api::skills::{UnusedOnly, UsageReportAsk};
use api::wire::SessionDrift;
use api::{App, NoHost, Surroundings};
use serde_json::{Value, json};
use tests::room::{self, Room};

use crate::doors::program;

/// The session of Claude Code in which most happens, and what it was given.
const LONG: &str = "5b1f0c52-8a0e-4a63-9d7b-2f3c9e1a7d10";
const STANDUP: &str = "a80c7f3e-51d2-4f0b-b1f5-6a0e2c9b4d21";

/// A home in which Claude Code and Codex worked, and nobody looked yet.
struct Home {
    root: tempfile::TempDir,
    around: Surroundings,
}

impl Home {
    fn new() -> Self {
        let root = tempfile::tempdir().unwrap();
        let laid = tests::example::lay_out_agents(&root.path().join("agents")).unwrap();
        let kept = Some(root.path().join("kept"));
        let around = Surroundings { home: Some(laid.home), kept, ..room::surroundings(laid.workspace) };
        Self { root, around }
    }

    fn app(&self) -> App {
        App::new(self.around.clone(), Box::new(NoHost))
    }

    fn at(&self, rel: &str) -> PathBuf {
        self.root.path().join("agents").join(rel)
    }

    fn ask(&self, name: &str, body: &Value) -> Value {
        let answer = tests::answer(&self.app(), name, &body.to_string());
        serde_json::from_str(&answer.unwrap_or_else(|failure| panic!("{name} {body}: {failure}"))).unwrap()
    }

    /// What the program prints.
    fn prints(&self, words: &[&str]) -> String {
        prints(&self.around.workspace, self.around.home.as_deref().unwrap(), words)
    }
}

fn prints(workspace: &Path, home: &Path, words: &[&str]) -> String {
    let mut command = Command::new(program());
    command.env_clear().env("HOME", home).arg("--workspace").arg(workspace).args(words);
    String::from_utf8(command.output().expect("it runs").stdout).unwrap()
}

fn drift(home: &Home) -> Vec<Value> {
    let ask = json!({ "session": null, "skill": null, "states": [], "group": "none" });
    let report = home.ask("drift_report", &ask);
    report["rows"].as_array().unwrap().clone()
}

#[test]
fn lines_beside_each_other_are_those_the_state_counts_where_only_the_body_was_recorded() {
    let home = Home::new();
    let view = home.ask(
        "drift",
        &json!({ "text": "", "states": [], "drifted": false, "sort": "name", "group": "none", "from": 0, "count": 99 }),
    );
    let rows = view["rows"].as_array().unwrap();
    assert_eq!(rows.len(), 5);
    for row in rows {
        let (state, latest) = (&row["drift"], &row["latest"]);
        let diff = json!({ "key": latest["key"], "line": latest["line"], "whitespace": "exact",
            "context": "folded", "against": null, "from": 0, "count": 99 });
        let diff = home.ask("diff", &diff);
        let counts = |of: &Value| (of["added"].clone(), of["removed"].clone());
        assert_eq!(counts(&diff), counts(state), "{row}");
        let changes = home.ask("snapshot", &json!({ "id": row["id"] }))["changes"].clone();
        let nothing = json!({ "fields": [], "added": 0, "removed": 0, "places": 0, "notes": [] });
        assert_eq!(changes == nothing, state["state"] == "identical", "{changes} {row}");
    }
    let app = home.app();
    let ask = DiffReportAsk { session: LONG.to_owned(), seq: 53 };
    let patch = api::Scripts(&app).diff_report(&ask).expect("a difference").unified;
    let signed: Vec<&str> = patch.lines().skip(2).filter(|line| line.starts_with(['+', '-'])).collect();
    assert_eq!(signed, ["+4. End with the people who helped."], "{patch}");
}

/// Plugins keep their skills where only their agent knows, and Assay looks for none there.
#[test]
fn a_skill_of_a_plugin_is_neither_deleted_nor_gone_while_its_file_is_there() {
    let home = Home::new();
    let plugin = home.at("home/.claude/plugins/cache/daily/skills/standup");
    fs::create_dir_all(plugin.parent().unwrap()).unwrap();
    fs::rename(home.at("home/.claude/skills/standup"), &plugin).unwrap();
    let log = home.at(&format!("home/.claude/projects/payments/{STANDUP}.jsonl"));
    let text = fs::read_to_string(&log).unwrap();
    fs::write(&log, text.replace(".claude/skills/standup", ".claude/plugins/cache/daily/skills/standup"))
        .unwrap();
    let state = || {
        let row = drift(&home).into_iter().find(|row| row["name"] == "standup").expect("it was used");
        (row["state"].as_str().unwrap().to_owned(), row["added"].clone(), row["drifted"].clone())
    };
    assert_eq!(state(), ("identical".to_owned(), json!(0), json!(false)));
    let usage = home.prints(&["usage"]);
    assert!(usage.contains("standup ") && !usage.contains("standup (deleted)"), "{usage}");

    // Held open, it is looked at anew.
    let app = home.app();
    let count = || api::Scripts(&app).drift_report(&all()).unwrap().drifted;
    let before = count();
    let file = plugin.join("SKILL.md");
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, text.replace("stuck.", "stuck.\nNames first.")).unwrap();
    assert_eq!(state(), ("body_changed".to_owned(), json!(1), json!(true)));
    api::Page(&app).look_again(&api::wire::Nothing {}).unwrap();
    assert_eq!(count(), before + 1);
    fs::remove_file(&file).unwrap();
    assert_eq!(state().0, "deleted");
    assert!(home.prints(&["usage"]).contains("standup (deleted)"));
}

/// A log is a stranger's text: what it calls the file of a skill is read only if that is what the file is called.
#[test]
fn a_path_in_a_log_makes_nobody_read_another_file_than_a_skill() {
    let home = Home::new();
    let secret = home.at("home/.ssh/SKILL.txt");
    fs::create_dir_all(secret.parent().unwrap()).unwrap();
    fs::write(&secret, "a secret\n").unwrap();
    let log = home.at("home/.codex/sessions/2026/11/15").read_dir().unwrap().next().unwrap().unwrap().path();
    let text = fs::read_to_string(&log).unwrap();
    let file = home.at("payments/.agents/skills/review/SKILL.md");
    fs::remove_file(&file).unwrap();
    let path = file.to_str().unwrap();
    fs::write(&log, text.replace(&format!("<path>{path}"), &format!("<path>{}", secret.display()))).unwrap();
    let row = drift(&home).into_iter().find(|row| row["recorded_path"] == secret.to_str().unwrap());
    assert_eq!(row.expect("it was used")["state"], "deleted");
}

#[test]
fn skills_of_other_agents_that_are_on_disk_are_not_called_gone() {
    let home = Home::new();
    let report = api::Scripts(&home.app())
        .usage_report(&UsageReportAsk { unused: UnusedOnly::All, convention: None })
        .unwrap();
    let rows: Vec<_> = report
        .skills
        .iter()
        .map(|row| (row.name.as_str(), row.scope.as_str(), row.on_disk, row.counts.activations))
        .collect();
    assert_eq!(
        rows,
        [
            ("review", "repo", true, 1),
            ("release-notes", "repo", true, 2),
            ("review", "user", true, 1),
            ("review", "repo", true, 0),
            ("standup", "user", true, 1),
        ]
    );
    assert_eq!(report.unused, 1, "the project's own of Claude Code, which that of the user shadows");
}

#[test]
fn texts_of_skills_are_counted_before_anything_else_was_asked() {
    let home = Home::new();
    assert!(home.prints(&["texts"]).contains("5 texts in sessions of other agents"));
    let saved = Home::new().prints(&["texts", "--save", "on"]);
    assert!(saved.contains("5 saved"), "{saved}");
}

/// Claude Code's home may be shared with another system, whose folders are none here.
#[test]
fn sessions_of_another_system_are_listed_and_opened() {
    assert!(!Home::new().prints(&["sessions", "--everywhere"]).contains("Not listed"));
    let home = Home::new();
    let log = home.at(&format!("home/.claude/projects/payments/{STANDUP}.jsonl"));
    let text = fs::read_to_string(&log).unwrap();
    let folder = json!(home.around.workspace.to_str().unwrap()).to_string();
    fs::write(&log, text.replace(&format!("\"cwd\":{folder}"), r#""cwd":"D:\\payments""#)).unwrap();
    let told = home.prints(&["sessions", "--everywhere"]);
    assert!(told.contains(STANDUP) && told.contains(LONG) && !told.contains("Not listed"), "{told}");
    assert!(home.prints(&["session", STANDUP]).contains("turn 1"));
}

#[test]
fn the_doctor_says_where_sessions_of_other_agents_lie() {
    let home = Home::new();
    let told = home.prints(&["doctor"]);
    let projects = home.at("home/.claude/projects/payments");
    assert!(told.contains(&format!("Claude Code sessions: {} (2 logs)", projects.display())), "{told}");
    let day = home.at("home/.codex/sessions/2026/11/15");
    assert!(told.contains(&format!("Codex sessions: {} (1 log)", day.display())), "{told}");
}

/// Pixir refuses a log whose last line is cut; of another agent nobody knows whether it is still writing that line.
#[test]
fn a_log_is_damaged_everywhere_or_nowhere() {
    let room = Room::example();
    let scripts = room.scripts();
    let all = scripts.verify_all_report(&api::wire::Nothing {}).unwrap().sessions;
    let verdict = |wanted: &'static str| {
        all.iter().filter(move |row| json!(row.verdict) == wanted).map(|row| row.id.clone())
    };
    let damaged: Vec<String> = verdict("damaged").collect();
    assert_eq!(damaged, ["20261012T080211-1d9c3e", "20261120T152233-f01c6d"]);
    assert_eq!(scripts.doctor_report(&api::wire::Nothing {}).unwrap().damaged, 2);
    let filter = json!({ "text": "", "workspaces": [], "agent": "", "skill": "", "drift": [], "outcomes": [],
        "from": null, "to": null, "only": ["damaged"] });
    let listed: Value = serde_json::from_str(
        &tests::answer(&room.app, "listed_sessions_report", &filter.to_string()).unwrap(),
    )
    .unwrap();
    let ids: Vec<&str> =
        listed["sessions"].as_array().unwrap().iter().map(|one| one["id"].as_str().unwrap()).collect();
    assert_eq!(ids, ["20261120T152233-f01c6d", "20261012T080211-1d9c3e"]);
    let none: Vec<String> = verdict("none").collect();
    assert_eq!(
        none,
        ["20260829T070102-3c3c01", "20260918T141610-0a66e8"],
        "without a text nothing is verified"
    );
    for row in room.sessions() {
        let own = all.iter().find(|one| one.id == row.id).unwrap();
        assert_eq!(row.integrity.verdict, own.verdict, "{}", row.id);
    }

    let home = Home::new();
    let log = home.at(&format!("home/.claude/projects/payments/{STANDUP}.jsonl"));
    let whole = fs::read_to_string(&log).unwrap();
    fs::write(&log, format!("{whole}{{\"type\":\"user\"")).unwrap();
    let report = home.ask("verify_report", &json!({ "id": STANDUP }));
    assert_eq!((&report["tail"], &report["verdict"]), (&json!("cut"), &json!("computed")));
}

#[test]
fn both_lists_of_sessions_say_the_same_of_each() {
    let root = tempfile::tempdir().unwrap();
    let laid = tests::example::lay_out_whole(&root.path().join("example")).unwrap();
    let kept = Some(root.path().join("kept"));
    let around = Surroundings { home: Some(laid.home), kept, ..room::surroundings(laid.workspace) };
    let app = App::new(around, Box::new(NoHost));
    app.everywhere().index_sessions().expect("the logs can be read");
    let ask = |name: &str, body: &Value| -> Value {
        let answer = tests::answer(&app, name, &body.to_string());
        serde_json::from_str(&answer.unwrap_or_else(|failure| panic!("{name}: {failure}"))).unwrap()
    };
    let here = ask("sessions", &json!({ "text": "", "sort": "newest", "from": 0, "count": 99 }));
    let everywhere = ask("all_sessions", &json!({ "filter": {}, "sort": "newest", "first": 0, "count": 99 }));
    let (here, everywhere) = (here["rows"].as_array().unwrap(), everywhere["rows"].as_array().unwrap());
    assert!(here.len() > 5, "{here:?}");
    for row in here {
        let other = everywhere.iter().map(|row| &row["row"]).find(|other| other["key"] == row["key"]);
        assert_eq!(other, Some(row));
    }
}

#[test]
fn what_a_fork_copied_of_a_child_is_not_said_to_have_no_end() {
    let room = Room::example();
    let view = room.session(&room.key("20261003T091540-c4f2a9"));
    let labels: Vec<&str> = view.tree.iter().map(|row| row.label.as_str()).collect();
    assert!(labels.contains(&"worker, finished, in its own workspace"), "{labels:?}");
    assert!(labels.contains(&"worker, started, in its own workspace, by copied events"), "{labels:?}");
}

#[test]
fn the_terminal_says_what_it_leaves_out_and_what_its_letters_stand_for() {
    let room = Room::example();
    let (workspace, home) = (room.workspace(), room.surroundings.home.clone().unwrap());
    let prints = |words: &[&str]| prints(workspace, &home, words);
    let session = prints(&["session", "20260918T141102-7be41d"]);
    assert!(session.contains("name the exact setting in every breaking…\n"), "{session}");
    assert!(session.contains("  tighten it\n"), "{session}");
    let at = prints(&["at", "20260918T141102-7be41d"]);
    assert!(at.contains("E from turn 5 and F from turn 8"), "{at}");
    assert!(at.contains("  E  seq 81  release-notes") && at.contains("  F  seq 115  release-notes"), "{at}");
    let listed = prints(&["sessions", "--skill", "handover"]);
    assert!(listed.contains(" 2026-11-09T13:44:20.429Z "), "{listed}");
    let told = prints(&["drift"]);
    let last = "no skill changed since it was last used; 1 snapshot could not be compared";
    assert_eq!(told.lines().last(), Some(last));
    let told = prints(&["drift", "--skill", "nobody"]);
    assert!(!told.contains("0 skills"), "{told}");
}

fn all() -> DriftReportAsk {
    serde_json::from_value(json!({ "session": null, "skill": null, "states": [], "group": "none" })).unwrap()
}

/// The verdicts of every session by every surface that has one, each beside the count of its own rows of the drift table.
fn check_session_verdicts(app: &App, least: usize) {
    let ask = |name: &str, body: Value| -> Value {
        let answer = tests::answer(app, name, &body.to_string());
        serde_json::from_str(&answer.unwrap_or_else(|failure| panic!("{name} {body}: {failure}"))).unwrap()
    };
    let of = |rows: &Value, row: fn(&Value) -> &Value| -> BTreeMap<String, Value> {
        let rows = rows.as_array().unwrap().iter().map(row);
        rows.map(|row| (row["id"].as_str().unwrap().to_owned(), row["drift"].clone())).collect()
    };
    let window = json!({ "text": "", "sort": "newest", "from": 0, "count": 500 });
    let listed = of(&ask("sessions", window)["rows"], |row| row);
    let scripts = of(&ask("sessions_report", json!({}))["sessions"], |row| row);
    let everywhere = of(&ask("listed_sessions_report", json!({}))["sessions"], |row| row);
    assert!(listed.len() >= least, "{listed:?}");
    assert_eq!(listed, scripts);
    for (id, drift) in &listed {
        assert_eq!(Some(drift), everywhere.get(id), "{id}: everywhere");
        let rows =
            ask("drift_report", json!({ "session": id, "skill": null, "states": [], "group": "none" }));
        let states = rows["rows"].as_array().unwrap().iter().map(|row| row["state"].clone());
        let states = states.map(|state| serde_json::from_value(state).unwrap());
        let counted = serde_json::to_value(SessionDrift::of(states)).unwrap();
        assert_eq!(*drift, counted, "{id}: {rows:#}");
    }
}

#[test]
fn a_session_has_one_verdict_on_every_surface() {
    check_session_verdicts(&Home::new().app(), 3);
    check_session_verdicts(&Room::example().app, 10);
    let folder = tempfile::tempdir().unwrap();
    let laid = xtask::home::lay_out(&folder.path().join("user")).unwrap();
    let kept = Some(folder.path().join("kept"));
    let around = Surroundings { home: Some(laid.home), kept, ..room::surroundings(laid.project) };
    check_session_verdicts(&App::new(around, Box::new(NoHost)), 6);
}
