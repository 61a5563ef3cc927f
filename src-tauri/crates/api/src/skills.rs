//! Requests about skills: those that only read stand in `views`, and skills made of code join them here.

use ::skills::Convention;

use crate::agent::merged;
use crate::{App, Failure};

pub use views::convention::{AgentBasis, DefaultAgent, default_agent, named as named_agent};
pub use views::skills::*;

/// What scripts are told of the skills of a convention, with those that come with Assay where it knows them.
pub(crate) fn skills_report(app: &App, ask: &SkillsReportAsk) -> Result<SkillsReport, Failure> {
    let mut report = skills_in_files(&app.workspace, ask)?;
    // No other convention knows skills made of code.
    if report.convention == Convention::Merged.name() {
        report.join_built_ins(&merged(app, &seen_with(&app.workspace, ask.trust)));
    }
    Ok(report)
}
