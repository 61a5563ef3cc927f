//! What breaks a policy, as SARIF.

use std::path::PathBuf;

use ::workspace::Workspace;
use serde_json::json;

use super::{GateAsk, gate_report};
use crate::Failure;
use crate::sarif::{Outcome, SarifReport, report};

/// The keys of a policy, with what each is about.
const RULES: [(&str, &str); 6] = [
    ("sources", "A skill comes from a source that is not allowed."),
    ("locked", "A skill differs from its lock."),
    ("findings", "A forbidden finding."),
    ("drift", "A skill has drifted more than allowed."),
    ("tools", "A skill grants itself a tool that is not allowed."),
    ("signers", "A skill is not signed by an allowed signer."),
];

/// What breaks the policy as errors, what cannot be checked as warnings.
///
/// # Errors
///
/// As [`gate_report`].
pub fn gate_sarif_report(workspace: &Workspace, ask: &GateAsk) -> Result<SarifReport, Failure> {
    let gate = gate_report(workspace, ask)?;
    let rows =
        gate.broken.iter().map(|row| (row, "error")).chain(gate.unchecked.iter().map(|row| (row, "warning")));
    let told: Vec<_> = rows
        .map(|(row, level)| {
            let finding = row.finding.as_ref().map(|finding| format!("[{finding}] ")).unwrap_or_default();
            (row, level, format!("{finding}{}", row.message))
        })
        .collect();
    // What names no file is about the policy.
    let policy: PathBuf = workspace.folder().join(&gate.policy);
    let outcomes: Vec<Outcome<'_>> = told
        .iter()
        .map(|(row, level, words)| Outcome {
            rule: (&row.rule, RULES.iter().position(|(id, _)| *id == row.rule)),
            level,
            words,
            path: row.file.as_deref().unwrap_or(&policy),
            line: if row.file.is_some() { row.line } else { Some(row.policy_line) },
        })
        .collect();
    let rule = |(id, why): &(&str, &str)| json!({ "id": id, "shortDescription": { "text": why } });
    Ok(report(&workspace.folder(), &RULES.iter().map(rule).collect::<Vec<_>>(), &outcomes))
}
