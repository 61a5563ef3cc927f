//! Which projects a person trusts. A convention that asks for it holds the skills of any other project back:
//! they are listed, and stand in no catalog, cannot be activated, and their hooks do nothing.

use ::skills::{Convention, Gate, State, Trust, Visibility};
use ::workspace::Workspace;
use message::{Message, message};
use serde::{Deserialize, Serialize};
use serde_json::{Map, json};

use crate::access::{Loosening, TRUSTED, WaitingSkills, project};
use crate::{Code, Failure};
use views::wire::{Millis, Nothing};

/// Whether the open project is trusted, and what waits for it.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TrustView {
    /// The project's folder, links resolved: what the trust is for.
    #[cfg_attr(test, ts(type = "Foreign"))]
    pub project: String,
    /// How it stands.
    pub trust: Trust,
    /// Since when it is trusted.
    pub since: Option<Millis>,
    /// The conventions whose agents Assay serves and that ask for trust, and how many skills each holds back now.
    pub held_back: Vec<HeldBackRow>,
    /// Why what was kept about it cannot be read; no project is trusted then.
    pub problem: Option<Message>,
}

/// What one convention holds back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct HeldBackRow {
    /// The convention's name, as doors take it.
    pub convention: String,
    /// Its name as people write it.
    pub label: String,
    /// How many skills of the project wait.
    pub skills: u32,
}

/// Trusts the open project, or takes that back.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SetTrustAsk {
    /// How it shall stand.
    pub trust: Trust,
}

/// Whether the open project is trusted.
pub(crate) fn trust(workspace: &Workspace, _: &Nothing) -> Result<TrustView, Failure> {
    let folder = workspace.folder();
    let (kept, problem) = match TRUSTED.read(workspace.surroundings()) {
        Ok(kept) => (kept, None),
        Err(failure) => (Map::new(), Some(failure.message)),
    };
    let project = project(&folder);
    let known = project.to_str().and_then(|key| kept.get(key));
    let stands =
        if known.is_some_and(serde_json::Value::is_object) { Trust::Trusted } else { Trust::Untrusted };
    Ok(TrustView {
        project: project.display().to_string(),
        trust: stands,
        since: known.and_then(|known| known["since_ms"].as_i64()).map(Millis),
        held_back: held_back(workspace, stands),
        problem,
    })
}

/// Trusts the open project, or takes that back.
pub(crate) fn set_trust(workspace: &Workspace, ask: &SetTrustAsk) -> Result<TrustView, Failure> {
    let Some(folder) = &workspace.surroundings().kept else {
        return Err(Failure::new(Code::NotHere, message!("no home folder to store the trust in.")));
    };
    let project = project(&workspace.folder());
    let Some(key) = project.to_str() else {
        return Err(Failure::new(
            Code::Refused,
            message!("the project’s path is not UTF-8, so its trust cannot be stored."),
        ));
    };
    TRUSTED.change(workspace.surroundings(), folder, |kept| {
        match ask.trust {
            Trust::Trusted if !kept.contains_key(key) => {
                kept.insert(key.to_owned(), json!({ "since_ms": Millis::at(workspace.now()).0 }));
            }
            Trust::Trusted => {}
            Trust::Untrusted => drop(kept.remove(key)),
        }
        Ok(())
    })?;
    trust(workspace, &Nothing {})
}

/// What is asked before the project is trusted; nothing where that is no change.
pub(crate) fn loosens(workspace: &Workspace, wanted: Trust) -> Result<Option<Loosening>, Failure> {
    let view = trust(workspace, &Nothing {})?;
    if wanted == Trust::Untrusted || view.trust == Trust::Trusted {
        return Ok(None);
    }
    let waiting = view.held_back.into_iter().filter(|row| row.skills > 0);
    let waiting = waiting.map(|row| WaitingSkills { agent: row.label, skills: row.skills }).collect();
    Ok(Some(Loosening::Trust { waiting }))
}

fn held_back(workspace: &Workspace, trust: Trust) -> Vec<HeldBackRow> {
    // What another program trusts is its own secret: of it nothing is said to be held back.
    let asks =
        Convention::ALL.iter().filter(|one| one.rules().trust == Gate::UntilTrusted && one.is_assays());
    asks.map(|convention| {
        let ruling = workspace.ruling_seen(*convention, &Visibility::whole(trust));
        let waits = ruling.claims.iter().filter(|claim| claim.state == State::HeldBack).count();
        HeldBackRow {
            convention: convention.name().to_owned(),
            label: convention.label().to_owned(),
            skills: u32::try_from(waits).unwrap_or(u32::MAX),
        }
    })
    .collect()
}
