//! `assay hydrate`: one context source, once a person has allowed it.

use std::process::ExitCode;

use api::hydration::{AgentAsk, AgentDoor};
use api::{App, Code, Failure};
use broker::{Trouble, Value};
use serde_json::json;

use crate::arguments::{Arguments, Command};
use crate::screen::{self, Printed, print, tell};
use crate::{agent, fail, person};

/// Asks the window when it is open, else the person at this terminal; a script without either is refused.
pub fn hydrate(app: &App, arguments: &Arguments, command: &Command) -> ExitCode {
    let Command::Hydrate { skill, source, session, turn, mode, yes } = command else {
        return ExitCode::from(2);
    };
    let ask = AgentAsk {
        by_itself: false,
        workspace: app.surrounding_workspace().to_owned(),
        convention: Some(arguments.convention.clone()),
        skill: skill.clone(),
        taken_in: None,
        source: source.clone(),
        session: session.clone(),
        turn: *turn,
        mode: *mode,
        door: AgentDoor::Terminal,
        name: "assay hydrate".to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        connection: None,
    };
    let released = if *yes { person::said_yes(app, &ask) } else { asked(app, &ask) };
    match released {
        Ok(released) => {
            show(&released, arguments.json);
            ExitCode::SUCCESS
        }
        Err(failure) => fail(&failure, arguments.json),
    }
}

fn asked(app: &App, ask: &AgentAsk) -> Result<Value, Failure> {
    match agent::begin(app, ask) {
        Ok(asking) => {
            tell("assay: waiting for a decision in the window; Ctrl C takes the request back");
            agent::told(asking.answer()).map_err(refused)
        }
        Err(Trouble::NotRunning(_) | Trouble::NotHere) if screen::is_read_by_a_person() => {
            person::decides(app, ask)
        }
        Err(trouble) => Err(refused(agent::failure(&trouble))),
    }
}

// Nobody could decide: to a script that is a no.
fn refused(failure: Failure) -> Failure {
    match failure.code {
        Code::NotHere => Failure { code: Code::Refused, ..failure },
        _ => failure,
    }
}

fn show(released: &Value, as_json: bool) {
    print(&if as_json {
        Printed::Json(json!({ "text": released["text"], "evidence": released["evidence"] }).to_string())
    } else {
        Printed::Bytes(released["text"].as_str().unwrap_or_default().as_bytes().to_vec())
    });
}
