//! Requests about skills: those that only read stand in `views`, and skills made of code join them here.

use ::skills::Convention;
use engine::{Made, RosterRow, SkillStanding};
use views::wire::{ShadowingRow, SkillListing};

use crate::agent::merged;
use crate::{App, Failure};

pub use views::skills::*;

/// What scripts are told of the skills of a convention, with those that come with Assay where it knows them.
pub(crate) fn skills_report(app: &App, ask: &SkillsReportAsk) -> Result<SkillsReport, Failure> {
    let mut report = skills_in_files(&app.workspace, ask)?;
    // No other convention knows skills made of code.
    if report.convention == Convention::Merged.name() {
        let roster = merged(app, &seen_with(&app.workspace, ask.trust));
        report.warnings.extend(roster.warnings.iter().map(ShadowingRow::from));
        for made in roster.rows.iter().filter(|row| row.is_of_code()) {
            let list =
                if made.standing == SkillStanding::Seen { &mut report.skills } else { &mut report.shadowed };
            list.push(of_code(made));
        }
    }
    Ok(report)
}

/// A skill made of code, which lies in no file.
fn of_code(made: &RosterRow) -> SkillReportRow {
    let (state, why) = match &made.standing {
        SkillStanding::Seen => ("wins", None),
        SkillStanding::Shadowed { why, .. } => ("shadowed", Some(why.clone())),
        SkillStanding::Gated => ("denied", None),
        SkillStanding::Invalid => ("invalid", None),
    };
    SkillReportRow {
        name: made.key.clone(),
        description: made.description.clone(),
        written: None,
        scope: made.scope.name().to_owned(),
        source: made.scope.name().to_owned(),
        root: String::new(),
        dir: String::new(),
        path: String::new(),
        short_path: made.place(),
        content_hash: if let Made::OfCode { content_hash, .. } = &made.made {
            content_hash.clone()
        } else {
            String::new()
        },
        // No catalog names it, and no field of it hides it: an agent that was given it has its tools.
        disable_model_invocation: false,
        state: state.to_owned(),
        why,
        listing: SkillListing::Not,
    }
}
