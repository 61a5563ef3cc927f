//! What is not as locked, as SARIF: the lock is the file each result is about.

use std::path::PathBuf;

use ::workspace::Workspace;
use serde_json::json;

use super::{LockRow, LockState, LockUseState, LocksAsk, LocksReport, locks_report};
use crate::Failure;
use crate::sarif::{Outcome, SarifReport, report};

/// The rules, with what breaks each.
const RULES: [(&str, &str, &str); 6] = [
    ("lock-changed", "error", "The files of an installed skill differ from its lock."),
    ("lock-differs", "error", "The hash of an installed skill differs from its lock."),
    ("lock-missing", "error", "A locked skill is not installed."),
    ("lock-unchecked", "warning", "An entry of a lock cannot be checked."),
    ("lock-unread", "error", "A lock cannot be read."),
    ("lock-other-used", "note", "A session used a text that differs from the locked one."),
];

/// What is not as locked, and which locks were not read.
///
/// # Errors
///
/// As [`locks_report`].
pub fn lock_sarif_report(workspace: &Workspace, ask: &LocksAsk) -> Result<SarifReport, Failure> {
    let locks = locks_report(workspace, ask)?;
    let told = told(&locks);
    let rule = |(id, level, why): &(&str, &str, &str)| {
        json!({
            "id": id,
            "shortDescription": { "text": why },
            "defaultConfiguration": { "level": level },
        })
    };
    let outcomes: Vec<Outcome<'_>> = told
        .iter()
        .map(|one| Outcome {
            rule: (RULES[one.rule].0, Some(one.rule)),
            level: RULES[one.rule].1,
            words: &one.words,
            path: &one.path,
            line: one.line,
        })
        .collect();
    Ok(report(&workspace.folder(), &RULES.iter().map(rule).collect::<Vec<_>>(), &outcomes))
}

struct Told {
    rule: usize,
    words: String,
    path: PathBuf,
    line: Option<u32>,
}

fn told(locks: &LocksReport) -> Vec<Told> {
    let mut told = Vec::new();
    for row in &locks.rows {
        let path = row.paths.0.clone();
        if let Some(rule) = rule_of(row.state) {
            told.push(Told { rule, words: row_words(row), path: path.clone(), line: row.line });
        }
        let others = row.uses.iter().filter(|used| used.state == LockUseState::Other);
        told.extend(others.map(|used| Told {
            rule: 5,
            words: format!(
                "{}: session {} used a text that differs from the locked one.",
                row.name,
                used.last_in.as_deref().unwrap_or("unknown"),
            ),
            path: path.clone(),
            line: row.line,
        }));
    }
    told.extend(locks.errors.iter().map(|error| Told {
        rule: 4,
        words: error.message.clone(),
        path: error.file.clone(),
        line: error.line,
    }));
    told
}

fn rule_of(state: LockState) -> Option<usize> {
    match state {
        LockState::AsLocked => None,
        LockState::Changed => Some(0),
        LockState::Differs => Some(1),
        LockState::Missing => Some(2),
        LockState::Unchecked => Some(3),
    }
}

/// A row in one sentence or more: what, where, which files, why.
pub(crate) fn row_words(row: &LockRow) -> String {
    let state = match row.state {
        LockState::AsLocked => "is as locked",
        LockState::Changed => "is changed",
        LockState::Differs => "differs from its lock",
        LockState::Missing => "is missing",
        LockState::Unchecked => "cannot be checked",
    };
    let place = row.place.as_ref().map(|place| format!(" in {place}")).unwrap_or_default();
    let mut files: Vec<String> =
        row.differences.iter().map(|one| format!("{} ({})", one.path, one.how.word())).collect();
    if row.differences_omitted > 0 {
        files.push(format!("and {} more", row.differences_omitted));
    }
    let files = if files.is_empty() { String::new() } else { format!(": {}", files.join(", ")) };
    let mut words = format!("{}{place} {state}{files}.", row.name);
    if !row.why.is_empty() {
        words.push(' ');
        words.push_str(&row.why);
    }
    words
}
