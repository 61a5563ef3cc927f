//! What the page sees of the agent whose session it is.

use ::sessions::{Log, Source, Tells};
use message::message;
use serde::Serialize;

use crate::{Code, Failure};

/// The agent that wrote a session.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SourceFact {
    /// What scripts and filters call it, such as `copilot-cli`.
    pub name: String,
    /// What people call it.
    pub label: String,
}

/// What the logs of an agent can tell. What they cannot is shown as not recorded, never as absent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TellsFact {
    /// Who approved a tool call.
    pub permissions: bool,
    /// Whether a process holds the log now.
    pub live: bool,
    /// What the model was sent, so that it can be composed again.
    pub requests: bool,
    /// Its events have numbers of their own; else their records are counted.
    pub numbers: bool,
    /// Which skill the agent itself names behind an answer.
    pub names: bool,
}

impl From<Source> for SourceFact {
    fn from(source: Source) -> Self {
        let rules = source.rules();
        Self { name: rules.name.to_owned(), label: rules.label.to_owned() }
    }
}

impl From<Source> for TellsFact {
    fn from(source: Source) -> Self {
        let Tells { permissions, live, requests } = source.rules().tells;
        // Claude Code alone attributes answers.
        let names = source == Source::ClaudeCode;
        Self { permissions, live, requests, numbers: source.is_envelope(), names }
    }
}

/// The agents of some sessions, each once, in the order of the table.
pub fn agents(sources: impl Iterator<Item = Source>) -> Vec<SourceFact> {
    let found: std::collections::BTreeSet<Source> = sources.collect();
    found.into_iter().map(SourceFact::from).collect()
}

/// The agent a filter names; none where it takes all.
///
/// # Errors
///
/// [`Code::WrongUse`](crate::Code::WrongUse) when no agent has that name.
pub fn agent_named(name: &str) -> Result<Option<Source>, Failure> {
    if name.is_empty() {
        return Ok(None);
    }
    Source::named(name).map(Some).ok_or_else(|| {
        let known: Vec<_> = Source::ALL.iter().map(|source| source.rules().name).collect();
        let words = message!("unknown agent `{name}`.", name);
        Failure::new(Code::WrongUse, words)
            .hint(message!("Possible values: {known}.", known = known.join(", ")))
    })
}

/// The release of the agent that wrote a log last, where the log says it.
pub(crate) fn release(log: &Log) -> Option<String> {
    log.about().and_then(|about| about.release.clone())
}
