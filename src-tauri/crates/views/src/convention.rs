//! Conventions as doors name them, and how well each is known.

use ::skills::{Convention, Rules};
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
        let words = format!("unknown convention `{name}`");
        Failure::new(Code::WrongUse, words).hint(format!("Possible values: {}", known()))
    })
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
    pub source: String,
    /// In what the agent is known to differ from what is told.
    pub differs: Vec<String>,
}

/// What is known of the difference to the agent; nothing of conventions that are Assay's own.
pub fn reconstructed(rules: &Rules) -> Option<Reconstructed> {
    (!rules.differs.is_empty()).then(|| Reconstructed {
        source: rules.source.to_owned(),
        differs: rules.differs.iter().map(|words| (*words).to_owned()).collect(),
    })
}
