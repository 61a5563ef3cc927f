//! Where skills were looked for and what was found there.

use std::path::Path;

use ::skills::{Finding, Problem, Ruling};
use ::workspace::{Workspace, id_of};

use super::{FindingRow, PlaceFound, PlaceKind, PlaceRow, ProblemRow};

/// The roots as places that were looked at.
pub fn skill_places(ruling: &Ruling) -> Vec<PlaceRow> {
    ruling
        .roots
        .iter()
        .map(|look| {
            let path = look.path.as_ref().map(|path| path.display().to_string()).unwrap_or_default();
            let kind = PlaceKind::Skills { scope: look.scope.name().to_owned() };
            PlaceRow::new(path, kind, PlaceFound::from(&look.outcome))
        })
        .collect()
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
