//! Questions of an agent about recorded sessions. They are the requests every door has, in windows, without the skills
//! that agents may not see.

use message::message;
use serde::Serialize;
use serde_json::{Value, json};

use super::unseen::Unseen;
use super::{Outcome, Sight};
use crate::{Agents, App, Code, Failure};
use views::drift::DriftReportAsk;
use views::everywhere::{LetterCase, SearchAsk, SearchReportAsk, SearchWay, SessionFilter};
use views::sessions::{MomentReportAsk, SessionReportAsk};
use views::wire::Nothing;

/// Rows of one answer.
const MOST: usize = 100;
const USUAL: u64 = 20;

/// Answers an audit tool; nothing for a tool that is none.
pub(super) fn audit(
    app: &App,
    (own, sight): (&str, &Sight),
    tool: &str,
    arguments: &Value,
) -> Option<Outcome> {
    let unseen = || Unseen::of(&app.workspace, sight);
    let answered = match tool {
        "sessions_list" => asked(Agents(app).sessions_report(&Nothing {})).map(|found| {
            let mut found = window(found, "sessions", arguments);
            unseen().sessions(&mut found);
            found
        }),
        "what_shaped_turn" => text(arguments, "session").and_then(|id| {
            let turn = arguments["turn"].as_u64().map(u32::try_from).transpose();
            let turn =
                turn.map_err(|_| Failure::new(Code::WrongUse, message!("turn must be a smaller number.")))?;
            let ask = MomentReportAsk { id, turn, ..MomentReportAsk::default() };
            let mut found = asked(Agents(app).moment_report(&ask))?;
            unseen().moment(&mut found);
            Ok(found)
        }),
        "skill_drift" => {
            let session = arguments["session"].as_str().map(str::to_owned);
            let ask = DriftReportAsk { session, ..DriftReportAsk::default() };
            asked(Agents(app).drift_report(&ask)).map(|mut found| {
                unseen().drift(&mut found, arguments["skill"].as_str());
                window(found, "rows", arguments)
            })
        }
        "verify_session" => text(arguments, "session").and_then(|id| {
            let mut found = asked(Agents(app).verify_report(&SessionReportAsk { id }))?;
            unseen().verdicts(&mut found);
            Ok(found)
        }),
        "search_sessions" => text(arguments, "words").and_then(|words| {
            let mut found = search(app, own, words)?;
            unseen().hits(&app.workspace, &mut found);
            Ok(window(found, "hits", arguments))
        }),
        _ => return None,
    };
    Some(answered.map(|found| (found.to_string(), found)).map_err(Into::into))
}

// The asker's own session is left out: it would find its own question.
fn search(app: &App, own: &str, words: String) -> Result<Value, Failure> {
    let workspaces = vec![app.workspace.folder().display().to_string()];
    let filter = SessionFilter { workspaces, ..SessionFilter::default() };
    let (way, letters) = (SearchWay::Exact, LetterCase::Any);
    let search = SearchAsk { words, way, letters, filter, zone: 0, first: 0, count: 0 };
    let mut found = Agents(app).search_report(&SearchReportAsk { search })?;
    found.hits.retain(|hit| hit.session != own);
    asked(Ok(found))
}

// The rows that were asked for, with how many there are.
fn window(mut found: Value, key: &str, arguments: &Value) -> Value {
    let from = usize::try_from(arguments["from"].as_u64().unwrap_or(0)).unwrap_or(usize::MAX);
    let count = usize::try_from(arguments["count"].as_u64().unwrap_or(USUAL)).unwrap_or(MOST).min(MOST);
    let Some(rows) = found[key].as_array_mut() else { return found };
    let all = rows.len();
    *rows = rows.drain(..).skip(from).take(count).collect();
    let shown = rows.len();
    found["window"] = json!({ "from": from, "count": shown, "of": all });
    found
}

// As JSON, from which what an agent may not see is taken.
fn asked(answer: Result<impl Serialize, Failure>) -> Result<Value, Failure> {
    serde_json::to_value(answer?).map_err(Failure::broken)
}

pub(super) fn text(arguments: &Value, key: &str) -> Result<String, Failure> {
    let found = arguments[key].as_str().filter(|text| !text.is_empty());
    found
        .map(str::to_owned)
        .ok_or_else(|| Failure::new(Code::WrongUse, message!("{key} must be a text.", key)))
}
