//! Where skills were looked for and what was found there.

use std::path::Path;

use ::skills::{Finding, Problem, RootOutcome, Ruling};
use ::workspace::{Workspace, id_of};

use super::{FindingRow, PlaceRow, ProblemRow};

/// The roots as places that were looked at.
pub fn skill_places(ruling: &Ruling) -> Vec<PlaceRow> {
    ruling
        .roots
        .iter()
        .map(|look| PlaceRow {
            path: look.path.as_ref().map(|path| path.display().to_string()).unwrap_or_default(),
            source: format!("{} skills", look.scope.name()),
            found: found(&look.outcome),
            readable: !matches!(look.outcome, RootOutcome::Unreadable(_)),
            exists: matches!(look.outcome, RootOutcome::Found(_) | RootOutcome::Unreadable(_)),
        })
        .collect()
}

/// What a look into a root gave, in words.
pub(crate) fn found(outcome: &RootOutcome) -> String {
    match outcome {
        RootOutcome::Found(0) => "no skills".to_owned(),
        RootOutcome::Found(1) => "1 skill".to_owned(),
        RootOutcome::Found(count) => format!("{count} skills"),
        RootOutcome::Missing => "folder does not exist".to_owned(),
        RootOutcome::Unreadable(words) => words.clone(),
        RootOutcome::NoHome => "home folder unknown".to_owned(),
    }
}

/// A problem of a file, as a row.
pub fn problem(problem: &Problem) -> ProblemRow {
    ProblemRow {
        path: problem.path.display().to_string(),
        code: problem.code.to_owned(),
        message: problem.message.clone(),
    }
}

/// Everything that was odd in the roots, and about changes of what lies there.
pub fn problems(workspace: &Workspace, ruling: &Ruling) -> Vec<ProblemRow> {
    workspace.open_changes().iter().map(problem).chain(ruling.problems.iter().map(problem)).collect()
}

/// The id of the row of a file that should be a skill, where there is one.
pub(crate) fn unreadable_id(ruling: &Ruling, path: &Path) -> Option<String> {
    ruling.unreadable().find(|problem| problem.path == path).map(|problem| id_of(&problem.path))
}

/// What a rule found in a file, as a row.
pub fn finding_row(workspace: &Workspace, path: &Path, finding: &Finding) -> FindingRow {
    FindingRow {
        path: workspace.shown(path),
        rel: None,
        rule: finding.rule.to_owned(),
        severity: finding.severity,
        line: finding.line,
        text: finding.text.clone(),
        mend: None,
    }
}
