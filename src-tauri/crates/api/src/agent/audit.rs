//! Questions of an agent about recorded sessions. They are the requests every door has, in windows, without the skills
//! that agents may not see.

use serde_json::{Value, json};

use super::unseen::Unseen;
use super::{Outcome, Sight};
use crate::{App, Code, Failure};

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
    let unseen = || Unseen::of(app, sight);
    let answered = match tool {
        "sessions_list" => asked(app, "sessions_report", &json!({})).map(|found| {
            let mut found = window(found, "sessions", arguments);
            unseen().sessions(&mut found);
            found
        }),
        "what_shaped_turn" => text(arguments, "session").and_then(|id| {
            let ask = json!({ "id": id, "turn": arguments["turn"].as_u64() });
            let mut found = asked(app, "moment_report", &ask)?;
            unseen().moment(&mut found);
            Ok(found)
        }),
        "skill_drift" => {
            let ask = json!({ "session": arguments["session"].as_str() });
            asked(app, "drift_report", &ask).map(|mut found| {
                unseen().drift(&mut found, arguments["skill"].as_str());
                window(found, "rows", arguments)
            })
        }
        "verify_session" => text(arguments, "session").and_then(|id| {
            let mut found = asked(app, "verify_report", &json!({ "id": id }))?;
            unseen().verdicts(&mut found);
            Ok(found)
        }),
        "search_sessions" => text(arguments, "words").and_then(|words| {
            let mut found = search(app, own, &words)?;
            unseen().hits(app, &mut found);
            Ok(window(found, "hits", arguments))
        }),
        _ => return None,
    };
    Some(answered.map(|found| (found.to_string(), found)).map_err(Into::into))
}

// The asker's own session is left out: it would find its own question.
fn search(app: &App, own: &str, words: &str) -> Result<Value, Failure> {
    let filter = json!({
        "workspaces": [app.workspace().display().to_string()],
        "skill": "", "drift": [], "outcomes": [], "from": null, "to": null, "only": [],
    });
    let search = json!({
        "words": words, "way": "exact", "letters": "any", "filter": filter, "first": 0, "count": 0,
    });
    let mut found = asked(app, "search_report", &json!({ "search": search }))?;
    if let Some(hits) = found["hits"].as_array_mut() {
        hits.retain(|hit| hit["session"] != own);
    }
    Ok(found)
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

pub(super) fn asked(app: &App, name: &str, body: &Value) -> Result<Value, Failure> {
    let answer = crate::answer(app, name, &body.to_string())?;
    serde_json::from_str(&answer).map_err(|error| Failure::broken(&error.to_string()))
}

pub(super) fn text(arguments: &Value, key: &str) -> Result<String, Failure> {
    let found = arguments[key].as_str().filter(|text| !text.is_empty());
    found.map(str::to_owned).ok_or_else(|| Failure::new(Code::WrongUse, format!("{key} must be a text")))
}
