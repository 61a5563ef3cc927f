//! What a yes and a no leave behind: a yes covers what was seen, a no permits nothing, and what is told of both
//! is what is in force.

use std::fs;

use api::App;
use api::NoHost;
use api::desk::submit;
use message::message;
use serde_json::{Value, json};

use crate::approvals::{Room, decide, shown, surroundings};

fn send() -> Value {
    json!({ "kind": "send" })
}

fn discard() -> Value {
    json!({ "kind": "discard" })
}

/// Lasting yeses as they stand in the file, for whoever starts next.
fn kept(room: &Room) -> Vec<Value> {
    let file = fs::read(room.at("data/assay/grants.json")).unwrap_or_else(|_| b"[]".to_vec());
    let list: Vec<Value> = serde_json::from_slice(&file).expect("a list");
    list.into_iter().filter(|grant| grant["ended"] == false).collect()
}

fn permits_nothing(room: &Room, why: &str) {
    assert!(room.grants().is_empty(), "{why}: {:#?}", room.grants());
    assert!(kept(room).is_empty(), "{why}: {:#?}", kept(room));
    let again = room.submit("facts");
    room.shown("run");
    assert!(!again.is_over(), "{why}: the same is asked again");
    again.withdraw(&message!("Enough."));
}

#[test]
fn a_discard_ends_the_yes_and_the_next_output_waits() {
    for lifetime in ["once", "session", "bytes", "output"] {
        let room = Room::new("ask");
        let first = room.submit("facts");
        let face = room.shown("run");
        room.decide(&face, &json!({ "kind": "run", "lifetime": lifetime })).unwrap();
        let face = room.shown("send");
        assert!(room.grants().is_empty() && kept(&room).is_empty(), "{lifetime}: before anybody saw it");
        room.decide(&face, &discard()).unwrap();
        assert!(first.wait().is_err());
        room.write("workspace/facts.txt", "nobody has looked at this\n");
        permits_nothing(&room, lifetime);
    }
}

#[test]
fn whatever_ends_a_request_before_its_release_permits_nothing() {
    let check = |what: &str, end: &dyn Fn(&Room, &api::desk::AgentTicket)| {
        let room = Room::new("ask");
        let ticket = room.submit("facts");
        let face = room.shown("run");
        room.decide(&face, &json!({ "kind": "run", "lifetime": "bytes" })).unwrap();
        room.shown("send");
        end(&room, &ticket);
        assert!(ticket.wait().is_err(), "{what}");
        let _ = fs::remove_file(room.at("data/assay/companion"));
        permits_nothing(&room, what);
    };
    check("the asker takes it back", &|_, ticket| ticket.withdraw(&message!("Enough.")));
    check("the asker is gone", &|room, _| room.app.hung_up("mcp-1"));
    check("a no at the second step", &|room, _| {
        let face = room.shown("send");
        room.decide(&face, &json!({ "kind": "deny", "note": "" })).unwrap();
    });
    check("the release cannot be recorded", &|room, _| {
        let _ = fs::remove_dir_all(room.at("data/assay/companion"));
        fs::create_dir_all(room.at("data/assay")).unwrap();
        room.write("data/assay/companion", "in the way");
        let face = room.shown("send");
        room.decide(&face, &send()).unwrap();
    });
    let room = Room::new("ask");
    let ticket = room.submit("slow");
    let face = room.shown("run");
    room.decide(&face, &json!({ "kind": "run", "lifetime": "bytes" })).unwrap();
    let face = room.shown("running");
    room.decide(&face, &json!({ "kind": "deny", "note": "" })).unwrap();
    assert!(ticket.wait().is_err() && room.grants().is_empty() && kept(&room).is_empty());
}

#[test]
fn a_discard_ends_a_yes_that_was_given_before() {
    let room = Room::new("ask");
    let first = room.submit("facts");
    room.run_and("bytes", &send());
    first.wait().unwrap();
    assert_eq!(kept(&room).len(), 1);
    room.write("workspace/facts.txt", &format!("key = \"{}\"\n", ["AKIA", "Q3RTJ7XW2Z4NPLWK"].concat()));
    let second = room.submit("facts");
    let face = room.shown("send");
    let told = face["request"]["step"]["facts"]["permission"].to_string();
    assert!(told.contains("ran_under"), "{told}");
    room.decide(&face, &discard()).unwrap();
    assert!(second.wait().is_err());
    room.write("workspace/facts.txt", "nothing secret\n");
    permits_nothing(&room, "a discarded output");
}

#[test]
fn a_yes_for_one_output_lets_no_other_leave_unseen() {
    let room = Room::new("ask");
    let first = room.submit("facts");
    room.run_and("output", &send());
    first.wait().unwrap();
    let same = room.submit("facts").wait().unwrap();
    assert_eq!(
        (&same.evidence["permission"]["by"], same.text.as_str()),
        (&json!("grant"), "the sky is blue\n")
    );
    let grant = &room.grants()[0];
    assert_eq!((&grant["lifetime"], &grant["used"]), (&json!("output"), &json!(2)));
    room.write("workspace/facts.txt", "the sky is grey\n");
    let other = room.submit("facts");
    let face = room.shown("send");
    assert!(!other.is_over(), "another output is shown first");
    let told = face["request"]["step"]["facts"]["permission"].to_string();
    assert!(told.contains("replaces"), "{told}");
    room.decide(&face, &send()).unwrap();
    assert_eq!(other.wait().unwrap().text, "the sky is grey\n");
    // Also for whoever starts next.
    let next = App::new(surroundings(room.folder.path()), Box::new(NoHost));
    assert_eq!(submit(&next, &room.agent("facts")).unwrap().wait().unwrap().text, "the sky is grey\n");
    room.write("workspace/facts.txt", "the sky is blue\n");
    let before = submit(&next, &room.agent("facts")).unwrap();
    let face = shown(&next, "send");
    decide(&next, &face, &discard()).unwrap();
    assert!(before.wait().is_err());
    permits_nothing(&room, "ended by another program");
}

#[test]
fn what_one_program_ended_is_in_force_in_none() {
    let room = Room::new("ask");
    let first = room.submit("facts");
    room.run_and("bytes", &send());
    first.wait().unwrap();
    let other = App::new(surroundings(room.folder.path()), Box::new(NoHost));
    let grant = room.grants()[0]["id"].clone();
    room.get("revoke_grant", &json!({ "id": grant }));
    let asked = submit(&other, &room.agent("facts")).unwrap();
    shown(&other, "run");
    assert!(!asked.is_over());
    asked.withdraw(&message!("Enough."));
    permits_nothing(&room, "revoked");
}

#[test]
fn a_yes_taken_back_while_it_runs_releases_nothing_unseen() {
    let room = Room::new("ask");
    room.write(
        "workspace/.agents/skills/notes/context-sources.yaml",
        "context-sources:\n  - id: facts\n    run: [sleep, '0.5']\n",
    );
    room.app.heard(&[api::Tag::Skills]);
    let first = room.submit("facts");
    room.run_and("bytes", &send());
    first.wait().unwrap();
    let second = room.submit("facts");
    let grant = room.grants()[0]["id"].clone();
    room.get("revoke_grant", &json!({ "id": grant }));
    room.shown("send");
    assert!(!second.is_over());
    second.withdraw(&message!("Enough."));
}

#[test]
fn a_grant_counts_what_it_let_run_and_nothing_else() {
    let room = Room::new("ask");
    let first = room.submit("facts");
    room.run_and("bytes", &send());
    first.wait().unwrap();
    let used = || room.grants()[0]["used"].clone();
    assert_eq!(used(), 1);
    // The queue is full, so nothing runs.
    let mut other = room.agent("style");
    other.connection = None;
    let full: Vec<_> = (0..32).map(|_| submit(&room.app, &other).unwrap()).collect();
    assert!(room.submit("facts").wait().unwrap_err().message.text.contains("already pending"));
    assert_eq!(used(), 1, "the queue was full");
    for ticket in full {
        ticket.withdraw(&message!("Enough."));
    }
    room.submit("facts").wait().unwrap();
    assert_eq!(used(), 2);
}

#[test]
fn a_length_that_is_not_offered_is_not_taken() {
    let room = Room::new("ask");
    let mut ask = room.agent("facts");
    ask.connection = None;
    let ticket = submit(&room.app, &ask).unwrap();
    let face = room.shown("run");
    let offered = face["request"]["step"]["facts"]["lifetimes"].as_array().unwrap().clone();
    let words: Vec<_> = offered.iter().map(|choice| choice["lifetime"].as_str().unwrap()).collect();
    assert_eq!(words, ["once", "bytes", "output"]);
    for choice in &offered[1..] {
        assert!(choice["not_covered"].as_str().unwrap().ends_with("_output"), "{choice:#}");
    }
    let failure = room.decide(&face, &json!({ "kind": "run", "lifetime": "session" })).unwrap_err();
    assert!(failure.message.text.contains("not offered"), "{failure}");
    assert!(!ticket.is_over());
    room.decide(&face, &json!({ "kind": "run", "lifetime": "once" })).unwrap();
    room.shown("send");
    ticket.withdraw(&message!("Enough."));
}

#[test]
fn a_no_is_never_told_as_a_standing_yes() {
    let room = Room::new("ask");
    let again = |id: &Value| {
        let view = room.get("decision", &json!({ "id": id }));
        let [permission, again] =
            ["permission", "again"].map(|member| view[member]["text"].as_str().unwrap().to_owned());
        (permission, again)
    };
    let first = room.submit("facts");
    room.run_and("bytes", &discard());
    assert!(first.wait().is_err());
    let row = room.decided()[0]["id"].clone();
    let (permission, told) = again(&row);
    assert!(permission.contains("discarded the output") && told.starts_with("Yes"), "{permission} {told}");
    let second = room.submit("facts");
    room.run_and("bytes", &send());
    second.wait().unwrap();
    let (_, told) = again(&row);
    assert!(told.starts_with("Not anymore: a permission of "), "{told}");
    let sent = room.decided()[0]["id"].clone();
    let (permission, told) = again(&sent);
    assert!(
        permission.contains("does not cover the output") && told.starts_with("No: a permission"),
        "{told}"
    );
    let grant = room.grants()[0].clone();
    assert!(grant["covers"]["output"].is_null(), "it does not cover the output: {grant:#}");
    room.get("revoke_grant", &json!({ "id": grant["id"] }));
    assert!(again(&sent).1.starts_with("Yes"), "{:?}", again(&sent));
    room.set_mode(Some("auto"));
    assert!(!again(&row).1.starts_with("No"), "{:?}", again(&row));
}

/// A person at a terminal who gives these answers, each whenever its question is asked. What `assay` came to, and
/// all that stood on the screen.
#[cfg(target_os = "linux")]
fn at_a_terminal(room: &Room, source: &str, answers: &[(&str, &[&str])]) -> (i32, String) {
    use std::io::{Read, Write};
    use std::process::{Command, Stdio};
    let line = format!(
        "{} --workspace {} hydrate notes {source}",
        crate::doors::program().display(),
        room.at("workspace").display()
    );
    let mut terminal = Command::new("script")
        .args(["--quiet", "--return", "--flush", "--command", &line, "/dev/null"])
        .env("HOME", room.at("home"))
        .env("XDG_DATA_HOME", room.at("data"))
        .env_remove("PIXIR_HOME")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("util-linux has script");
    let mut typing = terminal.stdin.take().expect("a pipe");
    let mut screen = terminal.stdout.take().expect("a pipe");
    let (mut seen, mut from, mut piece) = (String::new(), 0, [0; 4096]);
    let mut given: Vec<_> = answers.iter().map(|(question, answers)| (*question, answers.iter())).collect();
    while let Ok(count @ 1..) = screen.read(&mut piece) {
        seen.push_str(&String::from_utf8_lossy(&piece[..count]));
        if seen.ends_with("o: ") || seen.ends_with("N]: ") {
            let asked = given.iter_mut().find(|(question, _)| seen[from..].contains(question));
            let answer = asked.and_then(|(_, answers)| answers.next()).unwrap_or(&"n");
            from = seen.len();
            typing.write_all(format!("{answer}\n").as_bytes()).expect("typed");
        }
    }
    (terminal.wait().expect("it ends").code().unwrap_or(-1), seen)
}

#[cfg(target_os = "linux")]
#[test]
fn at_a_terminal_nothing_is_released_whose_end_was_not_shown() {
    let room = Room::new("ask");
    let long: String = (0..490).map(|line| format!("line {line}\n")).collect();
    room.write("workspace/facts.txt", &long);
    const RUN: (&str, &[&str]) = ("Run it?", &["y"]);
    const RELEASE: (&str, &[&str]) = ("Send it?", &["y"]);
    let hasty: &[&str] = &["", "", "y", "yes", "y", "n"];
    let (code, seen) = at_a_terminal(&room, "facts", &[("[n]o", hasty), RUN, RELEASE]);
    assert!(code == 1 && !seen.contains("Send it?"), "{code} {seen}");
    assert!(seen.contains("line 10") && !seen.contains("line 489"), "{seen}");
    assert_eq!(room.decided()[0]["decision"], "discarded");
    let patient = [""; 100];
    let (code, seen) = at_a_terminal(&room, "facts", &[("[n]o", &patient), RUN, RELEASE]);
    assert!(code == 0 && seen.contains("Send it?"), "{code} {seen}");
    let shown = seen.split("Send it?").next().expect("the output before the question");
    assert!((0..490).all(|line| shown.contains(&format!("  line {line}\r\n"))), "every line stood there");
    // One line can be as long as many.
    room.write("workspace/facts.txt", &format!("{}the end", "x".repeat(20_000)));
    let (code, seen) = at_a_terminal(&room, "facts", &[("[n]o", &["", "", "n"]), RUN, RELEASE]);
    assert!(code == 1 && !seen.contains("the end") && !seen.contains("Send it?"), "{code} {seen}");
}

#[cfg(target_os = "linux")]
#[test]
fn at_a_terminal_a_yes_for_one_output_is_offered_and_holds_for_it_alone() {
    let room = Room::new("ask");
    let pages: (&str, &[&str]) = ("[n]o", &["a", "a"]);
    let (code, seen) = at_a_terminal(&room, "facts", &[pages, ("Run it?", &["o"]), ("Send it?", &["y"])]);
    assert_eq!(code, 0, "{seen}");
    assert!(
        seen.contains("[b] while these bytes stay the same") && seen.contains("Not the output:"),
        "{seen}"
    );
    let (code, seen) = at_a_terminal(&room, "facts", &[]);
    assert!(code == 0 && seen.contains("the sky is blue") && !seen.contains("it?"), "{code} {seen}");
    room.write("workspace/facts.txt", "the sky is grey\n");
    let (code, seen) = at_a_terminal(&room, "facts", &[("[n]o", &["a", "a"]), ("Send it?", &["n"])]);
    assert!(code == 1 && !seen.contains("Run it?") && seen.contains("discarding ends that"), "{code} {seen}");
    let (code, seen) = at_a_terminal(&room, "facts", &[("[n]o", &["a", "a"]), ("Run it?", &["n"])]);
    assert!(code == 1 && seen.contains("Run it?"), "asked again: {code} {seen}");
}
