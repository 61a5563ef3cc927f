//! Drift, versions, usage and integrity as lines for a person.

use serde_json::Value;

use super::{counted, list, number, say, short, shown, table};

pub(super) fn drift(answer: &Value) -> String {
    let heads = ["SKILL", "SNAPSHOT", "STATE", "NOTE", "TURNS", "SESSIONS", "LAST USED"].map(str::to_owned);
    let (mut text, mut rows, mut session) = (String::new(), vec![heads.clone()], &Value::Null);
    for row in list(&answer["rows"]) {
        if row["session"] != *session {
            session = &row["session"];
            if rows.len() > 1 {
                text.push_str(&table(&rows));
                text.push('\n');
                rows = vec![heads.clone()];
            }
            say(&mut text, &format!("session {}", shown(session)));
        }
        let lines = match (&row["added"], &row["removed"]) {
            (added, removed) if row["state"] == "body_changed" => format!(" +{added} -{removed}"),
            _ => String::new(),
        };
        rows.push([
            shown(&row["name"]),
            short(&row["content_hash"], "no hash"),
            shown(&row["state"]).replace('_', " ") + &lines,
            shown(&row["note"]),
            row["turns"].to_string(),
            row["sessions"].to_string(),
            shown(&row["last_used"]),
        ]);
    }
    text.push_str(&table(&rows));
    let drifted = answer["drifted"].as_u64().unwrap_or(0);
    say(
        &mut text,
        &format!(
            "{} drifted: the disk has another text than the last one recorded",
            counted(drifted, "skill")
        ),
    );
    text
}

pub(super) fn versions(answer: &Value) -> String {
    let mut rows = vec![
        ["VERSION", "HASH", "STATE", "TURNS", "IN FORCE", "SESSIONS", "FIRST", "LAST"].map(str::to_owned),
    ];
    for row in list(&answer["versions"]) {
        rows.push([
            row["number"].to_string(),
            short(&row["hash"], "no hash"),
            if row["on_disk"] == true { "on disk".to_owned() } else { words(&row["drift"]["state"]) },
            row["turns"].to_string(),
            row["in_force"].to_string(),
            row["sessions"].to_string(),
            place(&row["first"]),
            place(&row["latest"]),
        ]);
    }
    if rows.len() == 1 {
        return format!("no session recorded {}\n", shown(&answer["name"]));
    }
    let mut text = table(&rows);
    let turns = counted(answer["in_force"].as_u64().unwrap_or(0), "turn");
    say(&mut text, &format!("in force in {turns}: the text was there; what it did is not recorded"));
    text
}

pub(super) fn usage(answer: &Value) -> String {
    let mut rows =
        vec![["SKILL", "SCOPE", "TURNS", "USER", "MODEL", "SESSIONS", "FIRST", "LAST"].map(str::to_owned)];
    for row in list(&answer["skills"]) {
        let (counts, gone) = (&row["counts"], if row["on_disk"] == true { "" } else { " (gone)" });
        rows.push([
            shown(&row["name"]) + gone,
            shown(&row["scope"]),
            counts["turns"].to_string(),
            counts["by_user"].to_string(),
            counts["by_model"].to_string(),
            counts["sessions"].to_string(),
            place(&counts["first"]),
            place(&counts["last"]),
        ]);
    }
    let mut text = table(&rows);
    say(
        &mut text,
        &format!(
            "{} unused, in {}",
            number(&answer["unused"], "skill"),
            number(&answer["sessions"], "session")
        ),
    );
    text
}

/// An activation as `session#seq`.
fn place(at: &Value) -> String {
    if at.is_null() { "-".to_owned() } else { format!("{}#{}", shown(&at["session"]), shown(&at["seq"])) }
}

fn words(state: &Value) -> String {
    shown(state).replace('_', " ")
}

pub(super) fn verify_all(answer: &Value) -> String {
    let mut rows = vec![
        ["SESSION", "VERDICT", "BEFORE", "MISSING", "REPEATED", "UNREAD", "LAST LINE"].map(str::to_owned),
    ];
    for row in list(&answer["sessions"]) {
        let line = row["line"].as_u64().map(|line| format!(" at line {line}")).unwrap_or_default();
        rows.push([
            shown(&row["id"]),
            words(&row["verdict"]),
            words(&row["witness"]) + &line,
            row["missing"].to_string(),
            row["repeated"].to_string(),
            row["unread"].to_string(),
            if row["unfinished"].is_null() { "whole" } else { "unfinished" }.to_owned(),
        ]);
    }
    let mut text = table(&rows);
    list(&answer["faults"]).iter().for_each(|fault| say(&mut text, &shown(fault)));
    text
}

pub(super) fn verify(answer: &Value) -> String {
    let mut text = String::new();
    for activation in list(&answer["activations"]) {
        let words = format!("{} {}", shown(&activation["name"]), shown(&activation["verdict"]));
        say(&mut text, &format!("line {}  seq {}  {words}", activation["line"], shown(&activation["seq"])));
    }
    for (key, words) in [
        ("seq_gaps", "missing numbers"),
        ("duplicates", "numbers that come again"),
        ("unread", "lines that cannot be read"),
    ] {
        let numbers: Vec<_> = list(&answer[key]).iter().map(Value::to_string).collect();
        if !numbers.is_empty() {
            say(&mut text, &format!("{words}: {}", numbers.join(", ")));
        }
    }
    if !answer["out_of_order"].is_null() {
        say(&mut text, &format!("line {} stands behind a larger number", answer["out_of_order"]));
    }
    let copied = &answer["copied"];
    if !copied.is_null() {
        let events = counted(copied["events"].as_u64().unwrap_or(0), "event");
        say(&mut text, &format!("{events} copied from {}", shown(&copied["from"])));
    }
    let last = &answer["unfinished"];
    if !last.is_null() {
        let bytes = number(&last["bytes"], "byte");
        say(&mut text, &format!("line {}: unfinished, {bytes}. {}", last["line"], shown(&last["why"])));
    }
    say(&mut text, &format!("tail {}", shown(&answer["tail"])));
    say(&mut text, &shown(&answer["witness"]["words"]));
    say(&mut text, &shown(&answer["verdict"]));
    text
}
