//! `assay hydrate`: one context source, once a person has allowed it.

use api::desk::{AgentAsk, AgentDoor, Released};
use api::permission::Mode;
use api::{App, Code, Failure};
use broker::Trouble;
use clap::Args;

use crate::agent_option::AgentOption;
use crate::screen::{self, Printed, print, tell};
use crate::telling::print_json;
use crate::typed::mode;
use crate::{agent, person};

/// One context source.
#[derive(Debug, Args)]
pub struct Hydrate {
    /// Skill name
    skill: String,
    /// Context source id
    source: String,
    #[command(flatten)]
    pub agent: AgentOption,
    /// Session that the output is for
    #[arg(long, value_name = "ID")]
    session: Option<String>,
    /// Turn of that session [default: its last]
    #[arg(long, value_name = "N", requires = "session")]
    turn: Option<u32>,
    /// Apply at least this permission mode
    #[arg(long, value_name = "MODE", value_parser = mode)]
    mode: Option<Mode>,
    /// Approve in advance if the command only reads and prints no likely secret; else refuse
    #[arg(long)]
    yes: bool,
    /// Print the skill with the output in place of its command (preview only)
    #[arg(long, conflicts_with = "json")]
    in_place: bool,
}

/// Asks the window when it is open, else the person at this terminal; a script without either is refused.
pub fn hydrate(
    app: &App,
    convention: Option<String>,
    as_json: bool,
    wanted: &Hydrate,
) -> Result<u8, Failure> {
    let ask = AgentAsk {
        by_itself: false,
        workspace: app.surrounding_workspace().to_owned(),
        convention,
        skill: wanted.skill.clone(),
        taken_in: None,
        source: wanted.source.clone(),
        session: wanted.session.clone(),
        turn: wanted.turn,
        mode: wanted.mode,
        door: AgentDoor::Terminal,
        name: "assay hydrate".to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        connection: None,
    };
    let released = if wanted.yes { person::said_yes(app, &ask) } else { asked(app, &ask) }?;
    if as_json {
        print_json(&released)?;
    } else if wanted.in_place {
        print(&Printed::Bytes(api::desk::in_place(app, &ask, &released)?.into_bytes()));
    } else {
        print(&Printed::Bytes(released.text.into_bytes()));
    }
    Ok(0)
}

fn asked(app: &App, ask: &AgentAsk) -> Result<Released, Failure> {
    match agent::begin(app, ask) {
        Ok(asking) => {
            tell("note: waiting for your decision in the window; press Ctrl+C to cancel");
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
