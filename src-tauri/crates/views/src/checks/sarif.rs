//! Findings as SARIF.

use ::workspace::Workspace;
use serde_json::json;

use crate::Failure;
use crate::checks::CheckAsk;
use crate::checks::report::found;
use crate::sarif::{Outcome, SarifReport, report};

/// The findings of [`CheckReport`](super::CheckReport), with every rule.
///
/// # Errors
///
/// As [`check_report`](super::check_report).
pub fn sarif_report(workspace: &Workspace, ask: &CheckAsk) -> Result<SarifReport, Failure> {
    let (found, _) = found(workspace, ask)?;
    let rules = ::skills::lint_rules();
    let rule = |rule: &::skills::LintRule| {
        json!({
            "id": rule.id,
            "shortDescription": { "text": rule.why },
            "help": { "text": rule.fix },
            "defaultConfiguration": { "level": rule.severity.name() },
            "properties": { "source": rule.source.name() },
        })
    };
    let words: Vec<String> = found
        .iter()
        .map(|one| format!("{} {}", one.row.message, one.row.fix).trim_end().to_owned())
        .collect();
    let outcomes: Vec<Outcome<'_>> = found
        .iter()
        .zip(&words)
        .map(|(one, words)| Outcome {
            rule: (&one.row.rule, rules.iter().position(|rule| rule.id == one.row.rule)),
            level: one.row.severity.name(),
            words,
            path: &one.path,
            line: one.row.line,
        })
        .collect();
    Ok(report(&workspace.folder(), &rules.iter().map(rule).collect::<Vec<_>>(), &outcomes))
}
