//! Which request a command is.

use std::path::{Path, PathBuf};

use api::agent::IndexPlace;
use api::report::SkillReportAsk;
use api::{Code, Effect, Failure};
use serde_json::{Value, json};

use crate::arguments::{Command, Filter, Serving};

/// A request of the list with its ask.
pub struct Question {
    /// The request's name.
    pub request: &'static str,
    /// Its ask, as JSON.
    pub body: String,
}

/// The request a command asks: one that reads, or one that a command of its own stands for.
pub fn question(command: &Command, convention: &str, workspace: &Path) -> Result<Question, Failure> {
    let (request, body) = match command {
        Command::Skills { trusted } => {
            ("skills_report", json!({ "convention": convention, "trust": trust(*trusted) }))
        }
        Command::WhoWins { name } => ("wins_report", json!({ "name": name, "convention": convention })),
        Command::Skill { name, activation: Some(by), .. } => {
            ("activation_report", json!({ "name": name, "by": by }))
        }
        Command::Skill { name, resource, .. } => (
            "skill_file_report",
            json!({ "name": name, "resource": resource.as_deref().unwrap_or_default() }),
        ),
        Command::Catalog { budget, form, trusted } => (
            "catalog_report",
            json!({ "budget": budget, "form": form, "convention": convention, "trust": trust(*trusted) }),
        ),
        Command::Prefix(Serving { catalog, built_ins, only, groups }) => (
            "prefix_report",
            json!({
                "convention": convention, "groups": groups, "built_ins": built_ins, "only": only,
                "index": IndexPlace::from(*catalog),
            }),
        ),
        Command::Invoked { text } => ("invoked_report", json!({ "text": text })),
        Command::Templates => ("templates_report", json!({})),
        Command::Check { rules: true, .. } => ("rules_report", json!({})),
        Command::Check { paths, severity, only, sarif, .. } => (
            if *sarif { "sarif_report" } else { "check_report" },
            json!({ "paths": here(paths)?, "severity": severity, "rules": only }),
        ),
        Command::Sessions(filter) if *filter == Filter::default() => ("sessions_report", json!({})),
        Command::Sessions(filter) => ("listed_sessions_report", filtered(filter, workspace)?),
        Command::Search { words, regex, ranked, case, filter, .. } => {
            let way = match (regex, ranked) {
                (true, _) => "pattern",
                (_, true) => "ranked",
                _ => "exact",
            };
            let letters = if *case { "exact" } else { "any" };
            let filter = filtered(filter, workspace)?;
            let search = json!({ "words": words, "way": way, "letters": letters, "filter": filter, "first": 0, "count": 0 });
            ("search_report", json!({ "search": search }))
        }
        Command::Session { id, at: Some(seq) } => ("visible_report", json!({ "id": id, "seq": seq })),
        Command::Session { id, at: None } => ("session_report", json!({ "id": id })),
        Command::At { session, turn, call, seq, items, from, skill_texts } => (
            "moment_report",
            json!({
                "id": session, "turn": turn, "call": call, "seq": seq,
                "items": if *items {
                    json!({ "from": from, "count": 2_000, "skill_texts": skill_texts })
                } else { Value::Null },
            }),
        ),
        Command::Drift { session, skill, states, group } => (
            "drift_report",
            json!({ "session": session, "skill": skill, "states": states, "group": group.unwrap_or_default() }),
        ),
        Command::Versions { skill } => ("versions_report", json!({ "name": skill })),
        Command::Usage { unused } => {
            ("usage_report", json!({ "unused": if *unused { "unused" } else { "all" } }))
        }
        Command::Diff { session, seq, .. } => ("diff_report", json!({ "session": session, "seq": seq })),
        Command::Verify { session: Some(session), .. } => ("verify_report", json!({ "id": session })),
        Command::Verify { .. } => ("verify_all_report", json!({})),
        Command::Doctor => ("doctor_report", json!({})),
        Command::Export { session, form, turns, redact, .. } => {
            ("export_report", json!({ "session": session, "form": form, "turns": turns, "redact": redact }))
        }
        Command::Event { reference } => ("reference", json!({ "text": reference })),
        Command::Policy { mode, command } => ("policy_report", json!({ "mode": mode, "command": command })),
        Command::Sources { skill } => ("sources_report", json!({ "skill": skill, "convention": convention })),
        Command::Evidence { in_pixirs_logs: false, in_companions: false, .. } => {
            ("evidence_keeping", json!({}))
        }
        Command::Evidence { in_pixirs_logs, regardless, .. } => {
            ("keep_evidence", json!({ "in_pixirs_logs": in_pixirs_logs, "regardless": regardless }))
        }
        Command::Visibility(wanted) => wanted.question(),
        Command::Folders(_) => ("folders_report", json!({})),
        Command::Trust { show: true, .. } => ("trust", json!({})),
        Command::Trust { revoke, .. } => ("set_trust", json!({ "trust": trust(!revoke) })),
        Command::BuiltIns { tools: Some(switch), .. } => {
            ("set_built_in", json!({ "name": null, "switch": switch }))
        }
        Command::BuiltIns { on: Some(name), .. } => ("set_built_in", json!({ "name": name, "switch": "on" })),
        Command::BuiltIns { off: Some(name), .. } => {
            ("set_built_in", json!({ "name": name, "switch": "off" }))
        }
        Command::BuiltIns { .. } => ("built_ins", json!({})),
        Command::Bundle { .. }
        | Command::Hydrate { .. }
        | Command::Mcp { .. }
        | Command::Manage(_)
        | Command::Import(_)
        | Command::New { .. }
        | Command::Restore { .. }
        | Command::Undo { .. }
        | Command::Trash { .. } => {
            return Err(Failure::new(Code::WrongUse, "this is no question of the list"));
        }
        Command::Ask { request, body } => return asked(request, body),
    };
    Ok(Question { request, body: body.to_string() })
}

fn trust(given: bool) -> &'static str {
    if given { "trusted" } else { "untrusted" }
}

/// The file whose bytes a command wants as they are.
pub fn file_asked(command: &Command) -> Option<SkillReportAsk> {
    match command {
        Command::Skill { name, resource, activation: None } => {
            Some(SkillReportAsk { name: name.clone(), resource: resource.clone().unwrap_or_default() })
        }
        _ => None,
    }
}

/// The filter as the engine takes it. Without another word it is about the workspace that is looked at.
fn filtered(filter: &Filter, workspace: &Path) -> Result<Value, Failure> {
    let folder = std::env::current_dir().map_err(|error| Failure::new(Code::Failed, error.to_string()))?;
    let within: Vec<PathBuf> = match (filter.everywhere, filter.within.as_slice()) {
        (true, _) => Vec::new(),
        (false, []) => vec![workspace.to_owned()],
        (false, named) => named.iter().map(|path| folder.join(path)).collect(),
    };
    let only: Vec<&str> = [(filter.hydrated, "hydrated"), (filter.damaged, "damaged")]
        .into_iter()
        .filter_map(|(on, word)| on.then_some(word))
        .collect();
    Ok(json!({
        "workspaces": within.iter().map(|path| path.display().to_string()).collect::<Vec<_>>(),
        "skill": filter.skill.as_deref().unwrap_or_default(),
        "drift": filter.drift,
        "outcomes": filter.outcome,
        "from": filter.since,
        "to": filter.before,
        "only": only,
    }))
}

// Paths are typed from the current folder, not from the workspace.
pub(crate) fn here(paths: &[String]) -> Result<Value, Failure> {
    let folder = std::env::current_dir().map_err(|error| Failure::new(Code::Failed, error.to_string()))?;
    Ok(paths.iter().map(|path| folder.join(path).display().to_string()).collect())
}

fn asked(request: &str, body: &str) -> Result<Question, Failure> {
    match api::request(request) {
        Some(known) if known.effect == Effect::Reads => {
            Ok(Question { request: known.name, body: body.to_owned() })
        }
        Some(known) => {
            let words = format!("{} does more than look; the terminal only looks", known.name);
            Err(Failure::new(Code::NotHere, words))
        }
        // The engine says which requests there are.
        None => Err(Failure::new(Code::WrongUse, format!("there is no request {request}"))),
    }
}
