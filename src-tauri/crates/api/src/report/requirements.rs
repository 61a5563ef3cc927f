//! What scripts may ask about the requirements.

use serde::{Deserialize, Serialize};

use crate::requirements::{Requirement, Standing, requirements};
use crate::{App, Failure};

/// Which requirements.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RequirementsAsk {
    /// Only those in this state; all when nothing is said.
    pub state: Option<RequirementState>,
}

/// How a requirement stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum RequirementState {
    /// A test proves it.
    Held,
    /// It is not true yet, or not proven.
    Open,
    /// It is no matter of Assay's.
    NotHere,
}

/// What is asked of Assay.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RequirementsReport {
    /// Those asked for, in the order of the documents.
    pub rows: Vec<RequirementRow>,
    /// How many of all are held.
    pub held: u32,
    /// How many of all are open.
    pub open: u32,
    /// How many of all are no matter of Assay's.
    pub not_here: u32,
}

/// One requirement.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RequirementRow {
    /// Its document and number.
    pub id: String,
    /// What is asked.
    pub says: String,
    /// Names of the tests that prove it, or titles of tests of the page.
    pub tests: Vec<String>,
    /// How it stands.
    pub state: RequirementState,
    /// Why it is open or not here; empty when it is held.
    pub why: String,
}

/// What is asked of Assay, and what of it holds.
pub(crate) fn requirements_report(_: &App, ask: &RequirementsAsk) -> Result<RequirementsReport, Failure> {
    let all = requirements().map_err(|words| Failure::broken(&words))?;
    let mut rows: Vec<RequirementRow> = all.into_iter().map(row).collect();
    let count = |state| rows.iter().filter(|row| row.state == state).count() as u32;
    let (held, open, not_here) =
        (count(RequirementState::Held), count(RequirementState::Open), count(RequirementState::NotHere));
    rows.retain(|row| ask.state.is_none_or(|state| state == row.state));
    Ok(RequirementsReport { rows, held, open, not_here })
}

fn row(requirement: Requirement) -> RequirementRow {
    let (state, tests, why) = match requirement.standing {
        Standing::Held(tests) => (RequirementState::Held, tests, String::new()),
        Standing::Open(why) => (RequirementState::Open, Vec::new(), why),
        Standing::NotHere(why) => (RequirementState::NotHere, Vec::new(), why),
    };
    RequirementRow { id: requirement.id, says: requirement.says, tests, state, why }
}
