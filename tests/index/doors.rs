//! Lists and searches over all workspaces, as the page and the terminal ask for them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use api::everywhere::{
    AllSessionsAsk, AllSessionsView, LetterCase, Only, SearchAsk, SearchView, SearchWay, SessionFilter,
};
use api::wire::DriftState;
use api::wire::{Millis, Nothing};
use api::wire::{Outcome, SessionSort};
use api::workspace::SwitchAsk;
use api::{App, Page, Surroundings};
use serde_json::{Value, json};

use super::line;
use crate::doors::program;
use tests::room::{open, surroundings};

struct Two {
    home: tempfile::TempDir,
}

impl Two {
    /// Two workspaces: one with a healthy session, one with a damaged one that activated a skill which is gone.
    fn new() -> Self {
        let two = Self { home: tempfile::tempdir().expect("a folder") };
        two.log("one", 1, &[("user_message", r#"{"text":"paint the shed"}"#), ("assistant_message", "{}")]);
        let hash = disk::Digest::of(b"A");
        let activation = format!(
            r#"{{"activated_by":"user","content":"A","content_hash":"{hash}","name":"gone","path":"/s/gone/SKILL.md","scope":"repo"}}"#
        );
        let activation = activation.as_str();
        two.log(
            "two",
            2,
            &[("skill_activation", activation), ("user_message", r#"{"text":"sell the shed"}"#)],
        );
        let damaged = two.path("two").join(".pixir/sessions/20260502T102030-abcdef.ndjson");
        let text = fs::read_to_string(&damaged).expect("read") + "nonsense\n";
        fs::write(damaged, text).expect("written");
        two
    }

    fn path(&self, name: &str) -> PathBuf {
        self.home.path().join(name)
    }

    fn log(&self, name: &str, day: u32, events: &[(&str, &str)]) {
        let folder = self.path(name).join(".pixir/sessions");
        fs::create_dir_all(&folder).expect("made");
        let text: String = events.iter().zip(0..).map(|(event, seq)| line(seq, *event) + "\n").collect();
        fs::write(folder.join(format!("2026050{day}T102030-abcdef.ndjson")), text).expect("written");
    }

    fn app(&self, name: &str) -> App {
        open(Surroundings {
            home: Some(self.home.path().to_owned()),
            kept: Some(self.home.path().join(".local/share/assay")),
            ..surroundings(self.path(name))
        })
    }

    fn assay(&self, arguments: &[&str]) -> (i32, String) {
        let mut command = Command::new(program());
        command.arg("--workspace").arg(self.path("one")).args(arguments);
        command.env("HOME", self.home.path()).env_remove("PIXIR_HOME").env_remove("XDG_DATA_HOME");
        let done = command.output().expect("assay runs");
        (done.status.code().unwrap_or(-1), String::from_utf8_lossy(&done.stdout).into_owned())
    }
}

/// A search to its end.
fn search(app: &App, words: &str) -> SearchView {
    let ask = SearchAsk {
        words: words.to_owned(),
        way: SearchWay::Exact,
        letters: LetterCase::Any,
        filter: SessionFilter::default(),
        zone: 0,
        first: 0,
        count: 9,
    };
    loop {
        let answer = Page(app).search(&ask).expect("an answer");
        if answer.done {
            return answer;
        }
    }
}

fn ids(view: &AllSessionsView) -> Vec<&str> {
    view.rows.iter().map(|row| &row.row.id[..8]).collect()
}

#[test]
fn sessions_of_every_known_workspace_are_one_list() {
    let two = Two::new();
    let app = two.app("one");
    app.open_workspace(&two.path("two")).expect("opened");
    app.open_workspace(&two.path("one")).expect("opened");
    while app.everywhere().index_some().is_some() {}
    let check = |filter: SessionFilter, expected: &[&str]| {
        let ask = AllSessionsAsk { filter, zone: 0, sort: SessionSort::Oldest, first: 0, count: 9 };
        assert_eq!(ids(&Page(&app).all_sessions(&ask).expect("a list")), expected, "{:?}", ask.filter);
    };
    let all = SessionFilter::default;
    let future = Some(Millis(1_900_000_000_000));
    check(all(), &["20260501", "20260502"]);
    let second = two.path("two").display().to_string();
    check(SessionFilter { workspaces: vec![second], ..all() }, &["20260502"]);
    check(SessionFilter { text: "PAINT".to_owned(), ..all() }, &["20260501"]);
    check(SessionFilter { skill: "gone".to_owned(), ..all() }, &["20260502"]);
    check(SessionFilter { drift: vec![DriftState::Deleted], ..all() }, &["20260502"]);
    check(SessionFilter { drift: vec![DriftState::Identical], ..all() }, &[]);
    check(SessionFilter { outcomes: vec![Outcome::Answered], ..all() }, &["20260501"]);
    let outcomes = vec![Outcome::Open, Outcome::Answered];
    check(SessionFilter { outcomes, ..all() }, &["20260501", "20260502"]);
    check(SessionFilter { only: vec![Only::Damaged], ..all() }, &["20260502"]);
    check(SessionFilter { only: vec![Only::Hydrated], ..all() }, &[]);
    check(SessionFilter { from: future, ..all() }, &[]);
    check(SessionFilter { to: future, ..all() }, &["20260501", "20260502"]);
    let found = search(&app, "SHED");
    assert_eq!((found.matching, found.sessions, found.logs), (2, 2, 2));
    let known = Page(&app).known_workspaces(&Nothing {}).expect("a list").rows;
    assert_eq!(known.len(), 2);
    // Off the list: its folder is untouched, its sessions are in no list any more.
    let other = known.into_iter().map(|row| row.workspace).find(|workspace| !workspace.current).unwrap();
    Page(&app).forget_workspace(&SwitchAsk { id: other.id }).expect("it is forgotten");
    check(all(), &["20260501"]);
    assert_eq!(search(&app, "shed").matching, 1);
    assert!(two.path("two").join(".pixir/sessions").is_dir());
}

#[test]
fn what_is_written_while_a_search_is_on_screen_is_found_when_it_is_asked_again() {
    let two = Two::new();
    let app = two.app("one");
    app.everywhere().index_sessions().expect("indexed");
    assert_eq!(search(&app, "shed").matching, 1);
    two.log(
        "one",
        1,
        &[("user_message", r#"{"text":"a shed"}"#), ("assistant_message", r#"{"text":"shed!"}"#)],
    );
    assert_eq!(search(&app, "shed").matching, 1, "nothing was heard yet");
    app.heard(&[api::Tag::Sessions]);
    assert_eq!(search(&app, "shed").matching, 2);
}

#[test]
fn the_terminal_ends_as_grep_does() {
    let two = Two::new();
    let elsewhere = two.path("two").display().to_string();
    let check = |arguments: &[&str], expected: i32| {
        let (code, said) = two.assay(arguments);
        assert_eq!(code, expected, "{arguments:?}: {said}");
        said
    };
    assert!(check(&["search", "paint"], 0).contains("#0 user_message, line 1: paint the shed"));
    check(&["search", "PAINT", "--case"], 1);
    check(&["search", "sell"], 1);
    check(&["search", "sell", "--in", &elsewhere], 0);
    check(&["search", "s.ed$", "--regex"], 0);
    check(&["search", "s(", "--regex"], 2);
    check(&["search", "shed paint", "--ranked"], 0);
    check(&["sessions", "--skill", "gone", "--in", &elsewhere], 0);
    check(&["sessions", "--damaged"], 1);
    check(&["sessions", "--outcome", "never"], 2);
    check(&["sessions", "--since", "2026-05-01"], 0);
    let json: Value =
        serde_json::from_str(&check(&["search", "nonsense", "--in", &elsewhere, "--json"], 0)).expect("JSON");
    assert_eq!((&json["hits"][0]["line"], &json["hits"][0]["seq"]), (&json!(3), &json!("")));
    // The folder that was named is in no list of Assay's own.
    assert!(!Path::new(&two.home.path().join(".local/share/assay/all-workspaces.json")).exists());
}
