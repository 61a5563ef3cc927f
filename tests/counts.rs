//! A number that stands in two places is the same in both: counts of the rail, of tabs, banners, lists and reports.

use api::{App, NoHost, Surroundings};
use serde_json::{Value, json};
use tests::room::{self, Room};

use crate::approvals;

/// Asks as the page and scripts do.
struct Counts<'a>(&'a App);

impl Counts<'_> {
    fn ask(&self, request: &str, body: &Value) -> Value {
        let answer = tests::answer(self.0, request, &body.to_string());
        serde_json::from_str(&answer.unwrap_or_else(|failure| panic!("{request} {body}: {failure}"))).unwrap()
    }

    fn skills(&self, convention: &str, state: &str) -> Value {
        let ask = json!({
            "text": "", "state": state, "sort": "name", "from": 0, "count": 500, "convention": convention,
        });
        self.ask("skills", &ask)
    }

    fn sessions(&self) -> Value {
        self.ask("sessions", &json!({ "text": "", "sort": "newest", "from": 0, "count": 500 }))
    }

    fn drift(&self, group: &str) -> Value {
        self.ask(
            "drift",
            &json!({ "text": "", "states": [], "sort": "state", "group": group, "from": 0, "count": 500 }),
        )
    }
}

fn number(of: &Value) -> u64 {
    of.as_u64().unwrap_or_else(|| panic!("{of} is not a count"))
}

fn rows(of: &Value) -> &[Value] {
    of["rows"].as_array().unwrap_or_else(|| panic!("no rows in {of}"))
}

/// The rail beside the lists that it leads to.
fn check_rail(home: &Counts<'_>) {
    let rail = home.ask("workspace", &json!({}));
    assert_eq!(rail["sessions"], home.sessions()["total"], "sessions");
    assert_eq!(rail["sessions"], home.ask("doctor_report", &json!({}))["sessions"], "doctor");
    assert_eq!(rail["sessions"], home.ask("usage_report", &json!({ "unused": "all" }))["sessions"], "usage");
    assert_eq!(rail["drifted"], home.drift("none")["drifted"], "drift");
    let report =
        home.ask("drift_report", &json!({ "session": null, "skill": null, "states": [], "group": "none" }));
    assert_eq!(rail["drifted"], report["drifted"], "drift in the terminal");
    for row in rows(&home.ask("conventions", &json!({}))) {
        let name = row["name"].as_str().unwrap();
        assert_eq!(row["skills"], home.skills(name, "any")["banner"]["total"], "skills of {name}");
    }
}

/// The parts of the banner beside the lists that they narrow to, and what the listing says of the same.
fn check_banners(home: &Counts<'_>) {
    for row in rows(&home.ask("conventions", &json!({}))) {
        let name = row["name"].as_str().unwrap();
        let all = home.skills(name, "any");
        assert_eq!(all["banner"]["total"], all["matching"], "{name}");
        assert_eq!(number(&all["matching"]) as usize, rows(&all).len(), "{name}");
        let listing = &all["listing"];
        assert_eq!(listing["listed"], all["banner"]["listed"], "{name}");
        for (state, names) in [("shortened", "shortened"), ("cut", "left_out")] {
            assert_eq!(
                listing[names].as_array().unwrap().len() as u64,
                number(&all["banner"][state]),
                "{name} {state}"
            );
        }
        for (state, count) in all["banner"].as_object().unwrap().iter().filter(|(state, _)| *state != "total")
        {
            assert_eq!(*count, home.skills(name, state)["matching"], "{name} {state}");
        }
    }
}

/// Findings by rule, by severity, by skill, in a skill's tab and in the terminal.
fn check_findings(home: &Counts<'_>) {
    let ask = json!({ "text": "", "severities": [], "rules": [], "group": "rule", "from": 0, "count": 500 });
    let checks = home.ask("checks", &ask);
    let of = |list: &str| -> u64 {
        checks[list].as_array().unwrap().iter().map(|one| number(&one["count"])).sum()
    };
    assert_eq!((number(&checks["total"]), of("severities")), (of("rules"), of("groups")));
    assert_eq!(checks["total"], checks["matching"]);
    let report = home.ask("check_report", &json!({ "paths": [], "severity": null, "rules": [] }));
    assert_eq!(report["findings"].as_array().unwrap().len() as u64, number(&checks["total"]));
    assert_eq!(report["checked"], checks["checked"]);
    let mut in_tabs = 0;
    for row in rows(&home.skills("pixir", "any")) {
        let found = rows(&checks).iter().filter(|one| one["skill"] == row["id"]).count();
        let skill = home.ask("skill", &json!({ "id": row["id"], "convention": "pixir" }));
        assert_eq!(skill["checks"].as_array().unwrap().len(), found, "{}", row["name"]);
        in_tabs += found;
    }
    let without_row = rows(&checks).iter().filter(|one| one["skill"].is_null()).count();
    assert_eq!((in_tabs + without_row) as u64, number(&checks["total"]));
}

/// A skill's row, tab and screens.
fn check_use(home: &Counts<'_>) {
    for row in rows(&home.skills("pixir", "any")).iter().filter(|row| row["states"]["invalid"].is_null()) {
        let (id, name) = (&row["id"], &row["name"]);
        let skill = home.ask("skill", &json!({ "id": id, "convention": "pixir" }));
        let usage = home.ask("skill_usage", &json!({ "id": id, "zone": 0, "from": 0, "count": 1 }));
        assert_eq!(skill["usage"]["activations"], usage["counts"]["activations"], "{name}");
        let snapshots = skill["usage"]["snapshots"].as_array().unwrap().len() as u64;
        assert_eq!(snapshots, number(&row["states"]["snapshots"]), "{name}");
    }
}

/// Names and entries of who wins beside its rows.
fn check_wins(home: &Counts<'_>) {
    let view = home.ask("who_wins", &json!({ "text": "", "only": [], "from": 0, "count": 500 }));
    assert_eq!((&view["names"], rows(&view).len() as u64), (&view["matching"], number(&view["names"])));
    let files = rows(&view).iter().flat_map(|row| row["cells"].as_array().unwrap());
    let files = files.flat_map(|cell| cell["files"].as_array().unwrap());
    let mut paths: Vec<&str> = files.map(|file| file["path"].as_str().unwrap()).collect();
    paths.sort_unstable();
    paths.dedup();
    assert_eq!(number(&view["entries"]) as usize, paths.len(), "{paths:?}");
}

/// Every list of sessions.
fn check_sessions(home: &Counts<'_>) {
    let one = home.sessions();
    assert_eq!((&one["total"], rows(&one).len() as u64), (&one["matching"], number(&one["total"])));
    let reports = home.ask("sessions_report", &json!({}));
    assert_eq!(reports["sessions"].as_array().unwrap().len(), rows(&one).len());
    let drift = home.drift("none");
    let states: u64 = drift["counts"].as_array().unwrap().iter().map(|one| number(&one["count"])).sum();
    assert_eq!((states, rows(&drift).len() as u64), (number(&drift["total"]), number(&drift["matching"])));
    assert_eq!(drift["skills"], home.drift("skill")["groups_total"]);
    let without = rows(&one).iter().filter(|row| row["integrity"]["activations"] == 0).count();
    assert_eq!(number(&drift["sessions_without"]) as usize, without);
}

fn check(app: &App) {
    let home = Counts(app);
    check_rail(&home);
    check_banners(&home);
    check_findings(&home);
    check_use(&home);
    check_wins(&home);
    check_sessions(&home);
}

#[test]
fn counts_agree_in_the_example() {
    check(&Room::example().app);
}

#[test]
fn counts_agree_where_six_agents_ran() {
    check(&crate::handed_on::room().app);
}

#[test]
fn counts_agree_where_only_claude_code_and_codex_ran() {
    let folder = tempfile::tempdir().unwrap();
    let laid = xtask::home::lay_out(&folder.path().join("user")).unwrap();
    let kept = Some(folder.path().join("kept"));
    let around = Surroundings { home: Some(laid.home), kept, ..room::surroundings(laid.project) };
    check(&App::new(around, Box::new(NoHost)));
}

#[test]
fn counts_agree_without_a_session() {
    check(&approvals::Room::new("auto").app);
}
