//! `assay hydrate`: one context source, once a person has allowed it.

use std::io::IsTerminal;
use std::process::ExitCode;

use api::hydration::{AgentAsk, AgentDoor};
use api::{App, Code, Failure};
use broker::{Trouble, Value};
use serde_json::json;

use crate::arguments::{Arguments, Command};
use crate::{agent, fail, person, print};

/// Asks the window when it is open, else the person at this terminal; a script without either is refused.
pub fn hydrate(app: &App, arguments: &Arguments, command: &Command) -> ExitCode {
    let Command::Hydrate { skill, source, session, turn, mode, yes } = command else {
        return ExitCode::from(2);
    };
    let ask = AgentAsk {
        by_itself: false,
        workspace: app.surrounding_workspace().to_owned(),
        skill: skill.clone(),
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
            eprintln!("assay: waiting for a decision in the window; Ctrl C takes the request back");
            agent::told(asking.answer()).map_err(refused)
        }
        Err(Trouble::NotRunning(_) | Trouble::NotHere) if std::io::stderr().is_terminal() => {
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
    if as_json {
        print(
            format!("{}\n", json!({ "text": released["text"], "evidence": released["evidence"] })).as_bytes(),
        );
    } else {
        print(released["text"].as_str().unwrap_or_default().as_bytes());
    }
}
