//! Which request a command is.

use api::report::SkillReportAsk;
use api::{Code, Effect, Failure};
use serde_json::{Value, json};

use crate::arguments::Command;

/// A request of the list with its ask.
pub struct Question {
    /// The request's name.
    pub request: &'static str,
    /// Its ask, as JSON.
    pub body: String,
}

/// The request a command asks: one that reads, or one that a command of its own stands for.
pub fn question(command: &Command) -> Result<Question, Failure> {
    let (request, body) = match command {
        Command::Skills => ("skills_report", json!({})),
        Command::Skill { name, activation: Some(by), .. } => {
            ("activation_report", json!({ "name": name, "by": by }))
        }
        Command::Skill { name, resource, .. } => (
            "skill_file_report",
            json!({ "name": name, "resource": resource.as_deref().unwrap_or_default() }),
        ),
        Command::Catalog { budget } => ("catalog_report", json!({ "budget": budget })),
        Command::Invoked { text } => ("invoked_report", json!({ "text": text })),
        Command::Templates => ("templates_report", json!({})),
        Command::Check { paths } => ("check_report", json!({ "paths": here(paths)? })),
        Command::Sessions => ("sessions_report", json!({})),
        Command::Session { id, at: Some(seq) } => ("visible_report", json!({ "id": id, "seq": seq })),
        Command::Session { id, at: None } => ("session_report", json!({ "id": id })),
        Command::Drift { session } => ("drift_report", json!({ "session": session })),
        Command::Diff { session, seq, .. } => ("diff_report", json!({ "session": session, "seq": seq })),
        Command::Verify { session } => ("verify_report", json!({ "id": session })),
        Command::Doctor => ("doctor_report", json!({})),
        Command::Policy { mode, command } => ("policy_report", json!({ "mode": mode, "command": command })),
        Command::Sources { skill } => ("sources_report", json!({ "skill": skill })),
        Command::Evidence { in_pixirs_logs: false, in_companions: false, .. } => {
            ("evidence_keeping", json!({}))
        }
        Command::Evidence { in_pixirs_logs, regardless, .. } => {
            ("keep_evidence", json!({ "in_pixirs_logs": in_pixirs_logs, "regardless": regardless }))
        }
        Command::Hydrate { .. }
        | Command::Mcp
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

/// The file whose bytes a command wants as they are.
pub fn file_asked(command: &Command) -> Option<SkillReportAsk> {
    match command {
        Command::Skill { name, resource, activation: None } => {
            Some(SkillReportAsk { name: name.clone(), resource: resource.clone().unwrap_or_default() })
        }
        _ => None,
    }
}

// Paths are typed from the current folder, not from the workspace.
fn here(paths: &[String]) -> Result<Value, Failure> {
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
