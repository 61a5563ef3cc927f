//! A context source asked for in the window that is open.

use api::desk::{AgentAsk, PermitAsk, permit_question};
use api::{App, Code, Failure};
use broker::{Asking, Trouble, Value};
use message::{Message, message};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::json;

/// Asks the window; the answer comes when a person has decided.
pub fn begin(app: &App, ask: &AgentAsk) -> Result<Asking, Trouble> {
    broker::begin(&app.socket().ok_or(Trouble::NotHere)?, &json!({ "hydrate": ask }))
}

/// Asks the window for a yes; the answer comes when a person has decided.
pub fn begin_permit(app: &App, ask: &PermitAsk) -> Result<Asking, Trouble> {
    broker::begin(&app.socket().ok_or(Trouble::NotHere)?, &permit_question(ask))
}

/// Tells the window that this agent is there, for as long as the answer is awaited: permissions for its
/// session end with it.
pub fn stay(app: &App, connection: &str) -> Option<Asking> {
    broker::begin(&app.socket()?, &json!({ "here": { "connection": connection } })).ok()
}

/// What the window answered.
#[derive(Deserialize)]
struct Answer {
    error: Option<Failure>,
    #[serde(default)]
    released: Value,
}

/// What the window released.
pub fn told<T: DeserializeOwned>(answer: Result<Value, Trouble>) -> Result<T, Failure> {
    let answer = answer.map_err(|trouble| failure(&trouble))?;
    let strange = |error: serde_json::Error| {
        Failure::new(Code::Failed, message!("cannot read the window's answer: {error}.", error))
    };
    let answer: Answer = serde_json::from_value(answer).map_err(strange)?;
    match answer.error {
        Some(error) => Err(error),
        None => serde_json::from_value(answer.released).map_err(strange),
    }
}

/// Why the window could not be asked.
pub fn failure(trouble: &Trouble) -> Failure {
    let hint = match trouble {
        Trouble::NotRunning(_) => message!("Nothing was run. Open the window with `assay` and try again."),
        Trouble::HungUp => message!("Nothing was sent. Open the window again and retry."),
        _ => message!("Nothing was run."),
    };
    Failure::new(Code::NotHere, Message::of_error(trouble)).hint(hint)
}
