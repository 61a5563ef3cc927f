//! Where a skill came from, as far as it is known.

use ::skills::locked;
use ::skills::manage::{self, FileDrift};
use ::workspace::Workspace;

use super::{LockRow, OriginFileRow, OriginView};
use crate::Failure;
use crate::ledger::ledger;
use views::wire::{Millis, SkillAsk};

/// Most files that are named as changed.
const NAMED: usize = 100;

/// Where a skill came from, and which of its files are not as they were imported.
pub(crate) fn origin(workspace: &Workspace, ask: &SkillAsk) -> Result<OriginView, Failure> {
    let ruling = workspace.ruling_with(&ask.id).ok_or_else(Failure::skill_gone)?;
    let skill = ruling.skill(&ask.id).ok_or_else(Failure::skill_gone)?;
    let origin = match ledger(workspace) {
        Ok(ledger) => manage::origin(&ledger, &skill.dir)?,
        Err(_) => None,
    };
    let lock = locked(skill, &workspace.places());
    let locks = lock.into_iter().map(|lock| LockRow {
        path: workspace.shown(&lock.path),
        source: lock.source,
        hash: lock.hash,
    });
    let locks = locks.collect();
    let Some(origin) = origin else {
        return Ok(OriginView {
            source: None,
            rel: String::new(),
            commit: None,
            archive: None,
            at: None,
            changed: Vec::new(),
            omitted: 0,
            locks,
        });
    };
    let changed = origin.drift(&skill.dir)?;
    let rows = changed.iter().take(NAMED).map(|(rel, drift)| OriginFileRow {
        rel: rel.display().to_string(),
        change: match drift {
            FileDrift::Changed => "changed",
            FileDrift::Added => "added",
            FileDrift::Removed => "removed",
        }
        .to_owned(),
    });
    Ok(OriginView {
        source: Some(origin.source.message()),
        rel: origin.rel.display().to_string(),
        commit: origin.commit.clone(),
        archive: origin.archive.clone(),
        at: Some(Millis(origin.at_ms)),
        omitted: changed.len().saturating_sub(NAMED) as u32,
        changed: rows.collect(),
        locks,
    })
}
