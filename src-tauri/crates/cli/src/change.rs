//! `assay new`, `assay restore`, `assay undo`, `assay trash`: what changes skills; `managing.rs`, `importing.rs` and
//! `fixing.rs` have the rest. The plan is printed first; a person at this terminal, or `--yes`, says that it is carried out.

use std::io::{BufRead, IsTerminal};
use std::process::ExitCode;

use api::{App, Code, Failure};
use serde_json::{Value, json};

use crate::arguments::{Arguments, Command};
use crate::fail;
use crate::screen::{Printed, ask, print, say, tell, visible_line, visible_text};

/// Lines of a difference that are printed.
const SHOWN: usize = 400;

/// Carries out one of the commands that change something.
pub fn change(app: &App, arguments: &Arguments, command: &Command) -> ExitCode {
    let outcome = match command {
        Command::Restore { session, what, to, unverified, consent } => {
            restore_ask(app, session, what, to.as_deref(), *unverified)
                .and_then(|ask| planned(app, &ask, consent.of(), arguments.json))
        }
        Command::New { name, scope, description, outline, folders, consent } => {
            let ask = json!({ "kind": "create", "scope": scope, "name": name, "description": description,
                              "outline": outline, "folders": folders });
            advise(app, scope, name, description, arguments.json)
                .and_then(|()| planned(app, &ask, consent.of(), arguments.json))
        }
        Command::Manage(managing) => crate::managing::manage(app, managing, arguments.json),
        Command::Check { paths, only, fixing, .. } => {
            crate::fixing::fix(app, paths, only, fixing, arguments.json)
        }
        Command::Import(wanted) => crate::importing::import(app, wanted, arguments.json),
        Command::Export { skills, to, .. } => {
            crate::importing::export(app, skills, to.as_deref(), arguments.json)
        }
        Command::Undo { entry, consent } => {
            planned(app, &json!({ "kind": "undo", "entry": entry }), consent.of(), arguments.json)
        }
        Command::Trash { put_back: Some(item), name, consent, .. } => {
            let occupied = if name.is_some() { "beside" } else { "refused" };
            let ask = json!({ "kind": "put_back", "item": item, "occupied": occupied, "name": name });
            planned(app, &ask, consent.of(), arguments.json)
        }
        Command::Trash { empty: true, consent, .. } => empty(app, consent.of(), arguments.json),
        Command::Trash { .. } => listed(app, arguments.json),
        _ => Err(Failure::new(Code::WrongUse, "this changes nothing")),
    };
    match outcome {
        Ok(code) => ExitCode::from(code),
        Err(failure) => fail(&failure, arguments.json),
    }
}

/// How a yes is given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Yes {
    /// It was given beforehand.
    Given,
    /// It is asked for.
    Asked,
    /// Nothing is carried out.
    Never,
}

fn restore_ask(
    app: &App,
    session: &str,
    what: &str,
    to: Option<&str>,
    unverified: bool,
) -> Result<Value, Failure> {
    let report = request(app, "verify_report", &json!({ "id": session }))?;
    let activations = list(&report["activations"]);
    // `#12` is a sequence number, anything else the name of a skill, whose latest activation is meant.
    let found = match what.strip_prefix('#') {
        Some(seq) => activations.iter().rev().find(|one| one["seq"].to_string().trim_matches('"') == seq),
        None => activations.iter().rev().find(|one| one["name"] == what),
    };
    let Some(found) = found else {
        let words = format!("session {session} records no activation {}", visible_text(what));
        return Err(Failure::new(Code::NotFound, words)
            .hint(format!("`assay session {session}` lists them; name a skill or #SEQ")));
    };
    let (key, line) = (report["key"].clone(), found["line"].clone());
    let unverified = if unverified { "accepted" } else { "refused" };
    Ok(json!({ "kind": "restore", "key": key, "line": line, "to": to, "unverified": unverified }))
}

/// Says what a description lacks; nothing is refused for that.
fn advise(app: &App, scope: &str, name: &str, description: &str, as_json: bool) -> Result<(), Failure> {
    let ask = json!({ "scope": scope, "name": name, "description": description });
    let check = request(app, "name_check", &ask)?;
    if !as_json {
        list(&check["advice"]).iter().for_each(|words| tell(&format!("assay: {}", shown(words))));
    }
    Ok(())
}

/// Prints a plan, asks, and carries it out. 0 done, 1 refused or not wanted.
pub(crate) fn planned(app: &App, ask: &Value, yes: Yes, as_json: bool) -> Result<u8, Failure> {
    planned_beside(app, ask, yes, as_json, json!({}))
}

/// The same; as JSON it is told beside what was found before.
pub(crate) fn planned_beside(
    app: &App,
    ask: &Value,
    yes: Yes,
    as_json: bool,
    found: Value,
) -> Result<u8, Failure> {
    let answer = request(app, "plan", ask)?;
    if answer["plan"].is_null() {
        return Err(refused(&answer["refused"]));
    }
    proceed(app, &answer["plan"], yes, as_json, found)
}

/// Prints a plan that was made, asks, and carries it out. `told` is an object, in which the JSON tells it.
pub(crate) fn proceed(
    app: &App,
    plan: &Value,
    yes: Yes,
    as_json: bool,
    mut told: Value,
) -> Result<u8, Failure> {
    told["plan"] = plan.clone();
    if !as_json {
        show(app, plan)?;
    }
    if yes == Yes::Never {
        if as_json {
            print(&Printed::Json(told.to_string()));
        }
        return Ok(0);
    }
    if yes == Yes::Asked && !agreed("Carry it out?", as_json)? {
        tell("assay: nothing was written");
        return Ok(1);
    }
    let done = request(app, "carry_out", &json!({ "plan": plan["id"] }))?;
    if done["entry"].is_null() {
        return Err(refused(&done["refused"]));
    }
    if as_json {
        told["entry"] = done["entry"].clone();
        print(&Printed::Json(told.to_string()));
    } else {
        let id = shown(&done["entry"]["id"]);
        say(&format!("done; `assay undo {id}` takes it back"));
    }
    Ok(0)
}

fn refused(refused: &Value) -> Failure {
    let hint = match refused["way"].as_str() {
        Some("scope") => "name it with --to repo, --to user or --to pixir-global",
        Some("accept") => "--unverified restores it all the same",
        _ => "",
    };
    Failure::new(Code::Refused, visible_text(refused["why"].as_str().unwrap_or_default())).hint(hint)
}

fn agreed(question: &str, as_json: bool) -> Result<bool, Failure> {
    if as_json || !std::io::stdin().is_terminal() {
        return Err(Failure::new(Code::Refused, "nobody is here to say yes, so nothing was written")
            .hint("say it beforehand with --yes, or look only with --dry-run"));
    }
    ask(&format!("{question} [y/N]: "));
    let mut line = String::new();
    let _ = std::io::stdin().lock().read_line(&mut line);
    Ok(matches!(line.trim().to_lowercase().as_str(), "y" | "yes"))
}

fn show(app: &App, plan: &Value) -> Result<(), Failure> {
    say(&shown(&plan["words"]));
    for step in list(&plan["steps"]) {
        let does = match step["does"].as_str() {
            Some("makes") => "make",
            Some("trashes") => "move to the trash",
            _ => "replace",
        };
        say(&format!("  {does} {} ({})", shown(&step["path"]), shown(&step["words"])));
        difference(app, plan, step)?;
    }
    for (mark, key) in [("wins:", "effects"), ("note:", "notes")] {
        list(&plan[key]).iter().for_each(|words| say(&format!("  {mark} {}", shown(words))));
    }
    if list(&plan["effects"]).is_empty() {
        say("  wins: no winner changes in Pixir.");
    }
    say(&format!("  agents: {}", shown(&plan["flip_words"])));
    list(&plan["flips"]).iter().for_each(|flip| say(&format!("    {}", shown(&flip["words"]))));
    for finding in list(&plan["findings"]) {
        say(&format!(
            "  {}: [{}] {}",
            shown(&finding["severity"]),
            shown(&finding["rule"]),
            shown(&finding["message"])
        ));
    }
    Ok(())
}

fn difference(app: &App, plan: &Value, step: &Value) -> Result<(), Failure> {
    if step["does"] == "makes" {
        return made(app, plan, step);
    }
    if step["does"] != "replaces" {
        return Ok(());
    }
    let ask = json!({ "plan": plan["id"], "step": step["step"], "left": "disk", "right": "result",
                      "from": 0, "count": SHOWN });
    let rows = request(app, "plan_diff", &ask)?;
    for row in list(&rows["rows"]) {
        let line_of = |side: &Value| -> String {
            let pieces = list(&side["pieces"]).iter().map(|piece| piece["text"].as_str().unwrap_or_default());
            visible_line(&pieces.collect::<String>())
        };
        match row["kind"].as_str() {
            Some("same") => say(&format!("      {}", line_of(&row["left"]))),
            Some("fold") => say(&format!("    … {} unchanged lines", row["lines"])),
            _ => {
                if !row["left"].is_null() {
                    say(&format!("    - {}", line_of(&row["left"])));
                }
                if !row["right"].is_null() {
                    say(&format!("    + {}", line_of(&row["right"])));
                }
            }
        }
    }
    let total = rows["total"].as_u64().unwrap_or(0) as usize;
    if total > SHOWN {
        say(&format!("    … {} further rows", total - SHOWN));
    }
    Ok(())
}

/// The text of what is made.
fn made(app: &App, plan: &Value, step: &Value) -> Result<(), Failure> {
    if !list(&step["texts"]).iter().any(|text| text["side"] == "result") {
        return Ok(());
    }
    let ask =
        json!({ "plan": plan["id"], "step": step["step"], "side": "result", "from": 0, "count": SHOWN });
    let text = request(app, "plan_text", &ask)?;
    for line in list(&text["lines"]) {
        say(&format!("    + {}", visible_line(line.as_str().unwrap_or_default())));
    }
    let total = text["total"].as_u64().unwrap_or(0) as usize;
    if total > SHOWN {
        say(&format!("    … {} further lines", total - SHOWN));
    }
    Ok(())
}

fn listed(app: &App, as_json: bool) -> Result<u8, Failure> {
    let trash = request(app, "trash", &json!({ "from": 0, "count": 500 }))?;
    if as_json {
        print(&Printed::Json(trash.to_string()));
        return Ok(0);
    }
    for row in list(&trash["rows"]) {
        let (kind, files, bytes) = (shown(&row["kind"]), &row["files"], &row["bytes"]);
        say(&format!(
            "{}  {}  {kind}, {files} files, {bytes} bytes",
            shown(&row["id"]),
            shown(&row["origin"])
        ));
        say(&format!("    {}", shown(&row["reason"])));
    }
    say(&format!("{} items, {} bytes in {}", trash["total"], trash["bytes"], shown(&trash["path"])));
    Ok(0)
}

fn empty(app: &App, yes: Yes, as_json: bool) -> Result<u8, Failure> {
    let trash = request(app, "trash", &json!({ "from": 0, "count": 1 }))?;
    let question = format!(
        "Remove {} items, {} bytes, for good? They cannot come back.",
        trash["total"], trash["bytes"]
    );
    match yes {
        Yes::Never => say(&format!("{} items, {} bytes would go for good", trash["total"], trash["bytes"])),
        Yes::Asked if !agreed(&question, as_json)? => return Ok(1),
        _ => {
            let left = request(app, "empty_trash", &json!({ "items": null }))?;
            if as_json {
                print(&Printed::Json(left.to_string()));
            }
        }
    }
    Ok(0)
}

pub(crate) fn request(app: &App, name: &str, body: &Value) -> Result<Value, Failure> {
    let answer = api::answer(app, api::Audience::Scripts, name, &body.to_string())?;
    serde_json::from_str(&answer).map_err(|error| Failure::new(Code::Failed, error.to_string()))
}

pub(crate) fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

pub(crate) fn shown(value: &Value) -> String {
    visible_text(value.as_str().unwrap_or_default())
}
