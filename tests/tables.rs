//! Tables for engines: written once, whole, without texts, and with the same answers as Assay's own.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

use api::export::{TablesAsk, TablesView, tables_into};
use api::{App, NoHost, Surroundings};
use serde_json::{Value, json};
use tests::room;
use xtask::checkout;

use crate::doors::program;

/// A machine on which somebody worked.
struct Machine {
    name: &'static str,
    laid: tests::example::Example,
}

impl Machine {
    fn app(&self) -> App {
        let around = Surroundings {
            home: Some(self.laid.home.clone()),
            kept: Some(self.laid.home.join("kept")),
            ..room::surroundings(self.laid.workspace.clone())
        };
        App::new(around, Box::new(NoHost))
    }

    fn write(&self, folder: &Path, ask: &TablesAsk) -> TablesView {
        let ask = TablesAsk { machine: Some(self.name.to_owned()), ..ask.clone() };
        tables_into(&self.app(), &ask, folder, &|_| false).expect("tables")
    }

    /// What the program says in JSON.
    fn says(&self, words: &[&str]) -> Value {
        let mut command = Command::new(program());
        command.env_clear().env("HOME", &self.laid.home).arg("--workspace").arg(&self.laid.workspace);
        let told = command.args(words).arg("--json").output().expect("it runs").stdout;
        serde_json::from_slice(&told).unwrap_or_else(|error| panic!("{words:?}: {error}"))
    }

    /// A session goes on.
    fn goes_on(&self, kind: &str, data: &Value) {
        let log = self.laid.workspace.join(".pixir/sessions/20261115T074455-26ad90.ndjson");
        let text = fs::read_to_string(&log).unwrap();
        let last: Value = serde_json::from_str(text.lines().last().unwrap()).unwrap();
        let event = json!({ "id": last["id"], "session_id": last["session_id"],
            "seq": last["seq"].as_u64().unwrap() + 1, "ts": "2099-01-02T03:04:05.000000Z", "type": kind,
            "data": data });
        fs::write(&log, format!("{text}{event}\n")).unwrap();
    }
}

fn names_alone() -> TablesAsk {
    TablesAsk { since: None, everywhere: false, texts: false, machine: None }
}

fn machine(name: &'static str, below: &Path) -> Machine {
    Machine { name, laid: tests::example::lay_out(&below.join(name)).expect("the example") }
}

/// Every file below a folder with its bytes and when it was written.
fn files(folder: &Path) -> BTreeMap<PathBuf, (Vec<u8>, SystemTime)> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let written = fs::metadata(&path).unwrap().modified().unwrap();
                found.insert(path.clone(), (fs::read(&path).unwrap(), written));
            }
        }
    }
    found
}

#[test]
fn the_page_about_the_tables_is_what_the_program_writes() {
    let path = checkout::root().join("docs/tables.md");
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&path, tables::page()).unwrap();
    }
    assert!(fs::read_to_string(&path).unwrap() == tables::page(), "UPDATE=1 writes docs/tables.md anew");
}

#[test]
fn a_day_more_rewrites_no_file_of_an_earlier_one() {
    let room = tempfile::tempdir().unwrap();
    let (one, out) = (machine("one", room.path()), room.path().join("out"));
    let first = one.write(&out, &names_alone());
    assert_eq!((first.kept, first.since.as_str()), (0, ""));
    let before = files(&out);
    assert_eq!(before.len() as u64, first.files);
    let again = one.write(&out, &names_alone());
    assert_eq!(again.files, 0, "nothing changed: {again:?}");

    one.goes_on("user_message", &json!({ "text": "And now?" }));
    let all = TablesAsk { since: Some("2000-01-01".to_owned()), ..names_alone() };
    let more = one.write(&out, &all);
    let after = files(&out);
    for (path, file) in &before {
        let is_now =
            path.to_string_lossy().contains("/drift/") || path.to_string_lossy().contains("/versions/");
        assert!(after.get(path) == Some(file) || is_now, "{} was written again", path.display());
    }
    assert!(more.kept > 20, "{more:?}");
    let turns = out.join("turns/day=2099-01-02/machine=one/part-0000.parquet");
    assert!(after.contains_key(&turns), "{:?}", after.keys());
}

#[test]
fn an_export_begins_where_the_last_one_ended() {
    let room = tempfile::tempdir().unwrap();
    let (one, out) = (machine("one", room.path()), room.path().join("out"));
    one.write(&out, &names_alone());
    fs::remove_dir_all(out.join("turns")).unwrap();
    let again = one.write(&out, &names_alone());
    assert!(!again.since.is_empty() && !out.join("turns").exists(), "{again:?}");
    let wrong = TablesAsk { since: Some("yesterday".to_owned()), ..names_alone() };
    let failure = tables_into(&one.app(), &wrong, &out, &|_| false).unwrap_err();
    assert!(failure.message.text.contains("yesterday"), "{failure}");
}

#[test]
fn texts_leave_only_where_somebody_asked_and_without_secrets() {
    let room = tempfile::tempdir().unwrap();
    let (one, out) = (machine("one", room.path()), room.path().join("out"));
    one.write(&out, &names_alone());
    // Snappy leaves short words as they are.
    let holds = |folder: &Path, words: &str| {
        files(folder)
            .values()
            .any(|(bytes, _)| bytes.windows(words.len()).any(|part| part == words.as_bytes()))
    };
    let log =
        fs::read_to_string(one.laid.workspace.join(".pixir/sessions/20260918T141102-7be41d.ndjson")).unwrap();
    let prompt = log.lines().find_map(|line| {
        let event: Value = serde_json::from_str(line).ok()?;
        (event["type"] == "user_message").then(|| event["data"]["text"].as_str().unwrap().to_owned())
    });
    let prompt: String = prompt.unwrap().chars().take(12).collect();
    assert!(!holds(&out, &prompt), "{prompt}");
    let texts = room.path().join("texts");
    one.write(&texts, &TablesAsk { texts: true, ..names_alone() });
    assert!(holds(&texts.join("turns"), &prompt), "{prompt}");
}

#[test]
fn an_export_that_is_stopped_leaves_whole_files_alone() {
    let room = tempfile::tempdir().unwrap();
    let (one, out) = (machine("one", room.path()), room.path().join("out"));
    let asked = std::cell::Cell::new(0);
    let stop = |_| asked.replace(asked.get() + 1) > 3;
    let failure = tables_into(&one.app(), &names_alone(), &out, &stop).unwrap_err();
    assert!(failure.message.text.contains("stopped"), "{failure}");
    assert!(files(&out).is_empty(), "nothing was full yet");
    let whole = one.write(&out, &names_alone());
    assert!(whole.files > 20 && whole.since.is_empty(), "{whole:?}");
}

/// Python with DuckDB and a collector, which `cargo xtask test` sets up; else it is said that there is none.
pub fn python() -> Option<PathBuf> {
    let python = checkout::target().join("xtask/engines/bin/python");
    if !python.exists() {
        println!(
            "There is no {}; DuckDB was asked nothing. `cargo xtask test` sets it up.",
            python.display()
        );
        return None;
    }
    Some(python)
}

fn answers(python: &Path, folder: &Path, question: &str) -> Vec<Value> {
    answers_of("duckdb", python, folder, question).unwrap_or_else(|words| panic!("{question}\n{words}"))
}

fn answers_of(engine: &str, python: &Path, folder: &Path, question: &str) -> Result<Vec<Value>, String> {
    let script = checkout::root().join("tests/engines/answers.py");
    let mut command = Command::new(python);
    let told = command.arg(script).arg(engine).arg(folder).arg(question).output().expect("Python runs");
    let printed = String::from_utf8_lossy(&told.stdout);
    let rows = printed.lines().find_map(|line| line.strip_prefix("rows "));
    let rows = rows.ok_or_else(|| String::from_utf8_lossy(&told.stderr).into_owned())?;
    Ok(serde_json::from_str(rows).expect("rows"))
}

/// The questions of the page.
fn questions() -> Vec<String> {
    let page = fs::read_to_string(checkout::root().join("docs/recipes.md")).unwrap();
    page.split("```sql\n").skip(1).map(|rest| rest.split("```").next().unwrap().to_owned()).collect()
}

/// What tells rows apart whatever an engine calls a time or a number.
fn plainly(rows: &[Value]) -> Vec<Vec<String>> {
    let plain = |value: &Value| {
        value.to_string().trim_matches('"').replace(['T', 'Z'], " ").chars().take(19).collect()
    };
    rows.iter().map(|row| row.as_object().unwrap().values().map(plain).collect()).collect()
}

#[test]
#[ignore = "asks engines of some size; `cargo xtask test engines` sets them up and asks for it"]
fn engines_answer_every_question_alike() {
    let python = python().expect("engines are set up");
    let room = tempfile::tempdir().unwrap();
    let out = room.path().join("out");
    let machines = [machine("one", room.path()), machine("two", room.path())];
    let denied = json!({ "call_id": "hyd_1", "decision": "deny", "gate": "skill_context_hydration",
        "outcome": "denied", "context_source_id": "log", "skill": { "name": "incident" } });
    machines[0].goes_on("permission_decision", &denied);
    machines.iter().for_each(|machine| drop(machine.write(&out, &names_alone())));
    for engine in ["clickhouse", "spark"] {
        for question in questions() {
            let ours = answers(&python, &out, &question);
            match answers_of(engine, &python, &out, &question) {
                Ok(theirs) => assert_eq!(plainly(&theirs), plainly(&ours), "{engine}: {question}"),
                Err(words) if words.contains("JAVA") || words.contains("Java") => {
                    println!("{engine} was asked nothing: there is no Java.");
                    break;
                }
                Err(words) => panic!("{engine}: {question}\n{words}"),
            }
        }
        println!("{engine} was asked");
    }
}

#[test]
fn duckdb_answers_as_assay_does_over_three_machines() {
    let Some(python) = python() else { return };
    let room = tempfile::tempdir().unwrap();
    let out = room.path().join("out");
    let agents = tests::example::lay_out_agents(&room.path().join("three")).expect("the example of agents");
    let machines =
        [machine("one", room.path()), machine("two", room.path()), Machine { name: "three", laid: agents }];
    let edited = machines[1].laid.workspace.join(".agents/skills/release-notes/SKILL.md");
    fs::write(&edited, fs::read_to_string(&edited).unwrap() + "\nOne line more.\n").unwrap();
    let denied = json!({ "call_id": "hyd_1", "decision": "deny", "gate": "skill_context_hydration",
        "outcome": "denied", "context_source_id": "log", "skill": { "name": "incident" } });
    machines[0].goes_on("permission_decision", &denied);
    for machine in &machines {
        machine.write(&out, &names_alone());
    }
    let decided =
        answers(&python, &out, "SELECT machine, id, decision, source, skill, session FROM decisions");
    let expected = json!([{ "machine": "one", "id": "hyd_1", "decision": "denied", "source": "log",
        "skill": "incident", "session": "20261115T074455-26ad90" }]);
    assert_eq!(json!(decided), expected);
    for machine in &machines {
        let name = machine.name;
        let text = |row: &Value, key: &str| row[key].as_str().unwrap_or_default().to_owned();

        let mut usage: BTreeMap<String, [u64; 4]> = BTreeMap::new();
        for row in machine.says(&["usage"])["skills"].as_array().unwrap() {
            let counts = &row["counts"];
            let sums = usage.entry(text(row, "name")).or_default();
            let keys = ["activations", "turns", "by_user", "by_model"];
            sums.iter_mut().zip(keys).for_each(|(sum, key)| *sum += counts[key].as_u64().unwrap());
        }
        usage.retain(|_, counts| counts[0] > 0);
        let place =
            "concat(session, ':', coalesce(cast(turn AS varchar), concat('r', cast(record AS varchar))))";
        let by = |who: &str| format!("count(DISTINCT {place}) FILTER (asked_by = '{who}')");
        let question = format!(
            "SELECT skill, count(*) AS a, count(DISTINCT {place}) AS t, {} AS u, {} AS m FROM activations \
             WHERE NOT copied AND machine = '{name}' GROUP BY skill",
            by("user"),
            by("model")
        );
        let found: BTreeMap<String, [u64; 4]> = answers(&python, &out, &question)
            .iter()
            .map(|row| (text(row, "skill"), ["a", "t", "u", "m"].map(|key| row[key].as_u64().unwrap())))
            .collect();
        assert_eq!(found, usage, "usage of {name}");

        let drift = machine.says(&["drift"]);
        let question =
            format!("SELECT state, count(*) AS n FROM drift WHERE machine = '{name}' GROUP BY state");
        let found: BTreeMap<String, u64> = answers(&python, &out, &question)
            .iter()
            .map(|row| (text(row, "state"), row["n"].as_u64().unwrap()))
            .collect();
        let told: BTreeMap<String, u64> = drift["counts"]
            .as_object()
            .unwrap()
            .iter()
            .map(|(state, count)| (state.clone(), count.as_u64().unwrap()))
            .collect();
        assert_eq!(found, told, "drift of {name}");

        for skill in usage.keys() {
            let question = format!(
                "SELECT hash, activations, turns, turns_in_force, sessions, on_disk FROM versions \
                 WHERE machine = '{name}' AND skill = '{skill}' AND version IS NOT NULL"
            );
            let mut found: Vec<String> = answers(&python, &out, &question)
                .iter()
                .map(|row| {
                    let keys = ["hash", "activations", "turns", "turns_in_force", "sessions", "on_disk"];
                    keys.map(|key| row[key].to_string()).join(" ").replace("null", "\"\"")
                })
                .collect();
            let mut told: Vec<String> = machine.says(&["versions", skill])["versions"]
                .as_array()
                .unwrap()
                .iter()
                .map(|row| {
                    let keys = ["hash", "activations", "turns", "in_force", "sessions", "on_disk"];
                    keys.map(|key| row[key].to_string()).join(" ")
                })
                .collect();
            found.sort();
            told.sort();
            assert_eq!(found, told, "versions of {skill} on {name}");
        }
    }
    let questions = questions();
    assert_eq!(questions.len(), 8, "the page has eight questions");
    let told: Vec<Vec<Value>> = questions.iter().map(|question| answers(&python, &out, question)).collect();
    // The text of machine two was edited after its last use, so no machine used it; the drift is there alone.
    assert!(
        told[2].iter().any(|row| row["machine"] == "two" && row["skill"] == "release-notes"),
        "{:?}",
        told[2]
    );
    assert!(!told[2].iter().any(|row| row["machine"] == "one" && row["skill"] == "release-notes"));
    let empty: Vec<usize> = (0..8).filter(|at| told[*at].is_empty()).collect();
    assert!(empty.iter().all(|at| *at == 6), "questions without an answer: {empty:?}");
}
