//! Conventions as doors name them, and how well each is known.

use ::skills::{Convention, Rules};
use ::workspace::Workspace;
use message::{Message, message};
use serde::Serialize;

use crate::{Code, Failure};

/// The convention of that name; Pixir's when none is named.
///
/// # Errors
///
/// [`Code::WrongUse`](crate::Code::WrongUse) when no convention has that name.
pub fn named(name: Option<&str>) -> Result<Convention, Failure> {
    let Some(name) = name else { return Ok(Convention::Pixir) };
    Convention::named(name).ok_or_else(|| {
        let words = message!("unknown agent `{name}`.", name);
        Failure::new(Code::WrongUse, words).hint(message!("Possible values: {known}.", known = known()))
    })
}

/// The agent that answers are about where none is named.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DefaultAgent {
    /// Its rules.
    pub convention: Convention,
    /// The reason for it.
    pub basis: AgentBasis,
}

/// The reason for which an agent is the default.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AgentBasis {
    /// It wrote the newest session of the workspace.
    NewestSession,
    /// Its folders are there.
    Folders,
    /// No agent was found.
    Nothing,
}

/// Returns the agent that answers are about where none is named: that of the newest session here, then those whose folders
/// are there, in the order of [`Convention::ALL`]. Of these it is the first that reads a skill here, else the first;
/// Pixir where there is none.
pub fn default_agent(workspace: &Workspace) -> DefaultAgent {
    let newest = workspace.newest_agent().map(::workspace::convention_of);
    let places = workspace.places();
    let is_other = |convention: &Convention| Some(*convention) != newest && places.is_used(*convention);
    let others = || Convention::ALL.iter().copied().filter(is_other).map(|one| (one, AgentBasis::Folders));
    // Folders are looked at only where the agent of the newest session reads no skill here.
    let found = || newest.map(|one| (one, AgentBasis::NewestSession)).into_iter().chain(others());
    let has_skills = |(convention, _): &(Convention, _)| workspace.ruling(*convention).count() > 0;
    let chosen = found().find(has_skills).or_else(|| found().next());
    let (convention, basis) = chosen.unwrap_or((Convention::default(), AgentBasis::Nothing));
    DefaultAgent { convention, basis }
}

/// The names of all conventions.
fn known() -> String {
    Convention::ALL.iter().map(|convention| convention.name()).collect::<Vec<_>>().join(", ")
}

/// Rules that were learned from what an agent did, not from the agent as it runs here.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Reconstructed {
    /// Where they are known from, with the release.
    pub source: Message,
    /// In what the agent is known to differ from what is told.
    pub differs: Vec<Message>,
}

/// What is known of the difference to the agent; nothing of conventions that are Assay's own.
pub fn reconstructed(rules: &Rules) -> Option<Reconstructed> {
    (!rules.differs.is_empty()).then(|| Reconstructed {
        source: rules.source.message(),
        differs: rules.differs.iter().map(|template| template.message()).collect(),
    })
}
