//! What scripts may ask about versions and usage of skills.

use std::collections::{BTreeMap, BTreeSet};

use ::workspace::{MANAGED, Snapshot, Workspace};
use serde::{Deserialize, Serialize};

use crate::Failure;
use crate::drift::{SkillOf, VersionRow, VersionsAsk, versions};
use crate::skills::{UsageCounts, counts};
use crate::wire::{SourceFact, agents};

/// A skill by the name sessions recorded.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct VersionsReportAsk {
    /// The name.
    pub name: String,
}

/// Every distinct text of a skill that a session recorded.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct VersionsReport {
    /// The skill's name.
    pub name: String,
    /// The hash of the SKILL.md that answers to the name on disk.
    pub disk_hash: Option<String>,
    /// Distinct turns in which one of them was in front of the model.
    pub in_force: u32,
    /// The latest used first.
    pub versions: Vec<VersionRow>,
}

/// Which skills.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct UsageReportAsk {
    /// Only skills on disk that no session activated.
    pub unused: UnusedOnly,
}

/// Whether only unused skills are wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum UnusedOnly {
    /// Every skill.
    #[default]
    All,
    /// Those that no session activated.
    Unused,
}

/// How skills were used. Tokens of a session are never credited to a skill.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct UsageReport {
    /// Skills on disk in their order, then recorded skills that are gone, by path.
    pub skills: Vec<UsageReportRow>,
    /// Skills on disk that no session activated.
    pub unused: u32,
    /// Sessions that were looked through.
    pub sessions: u32,
}

/// One skill.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct UsageReportRow {
    /// Its name.
    pub name: String,
    /// Its scope.
    pub scope: String,
    /// Its SKILL.md: on disk, or as it was recorded.
    pub path: String,
    /// It is on disk.
    pub on_disk: bool,
    /// The agents whose sessions activated it.
    pub agents: Vec<SourceFact>,
    /// The counts.
    pub counts: UsageCounts,
}

/// Every version of a skill.
pub(crate) fn versions_report(
    workspace: &Workspace,
    ask: &VersionsReportAsk,
) -> Result<VersionsReport, Failure> {
    let of = SkillOf::Name { name: ask.name.clone() };
    let mut found = Vec::new();
    loop {
        let view =
            versions(workspace, &VersionsAsk { of: of.clone(), from: found.len() as u32, count: u32::MAX })?;
        let total = view.total as usize;
        let before = found.len();
        found.extend(view.rows);
        if found.len() >= total || found.len() == before {
            let (name, disk_hash, in_force) = (view.name, view.disk_hash, view.in_force);
            return Ok(VersionsReport { name, disk_hash, in_force, versions: found });
        }
    }
}

fn agents_of(snapshots: &[&Snapshot]) -> Vec<SourceFact> {
    agents(snapshots.iter().flat_map(|one| &one.uses).map(|used| used.source))
}

/// How every skill was used.
pub(crate) fn usage_report(workspace: &Workspace, ask: &UsageReportAsk) -> Result<UsageReport, Failure> {
    let joined = workspace.joined();
    // By the rules of every agent that left a session here, and by Pixir's.
    let used = joined.snapshots().map(|one| one.convention).chain([MANAGED]).collect();
    let rulings = workspace.rulings(&used);
    let mut places = BTreeSet::new();
    let mut skills: Vec<UsageReportRow> = rulings
        .iter()
        .flat_map(|ruling| ruling.skills())
        .filter(|skill| places.insert(skill.path.clone()))
        .map(|skill| UsageReportRow {
            name: skill.name.clone(),
            scope: skill.scope.name().to_owned(),
            path: skill.path.display().to_string(),
            on_disk: true,
            agents: agents_of(&joined.snapshots_at(&skill.path)),
            counts: counts(joined.snapshots_at(&skill.path).into_iter().flat_map(|one| &one.uses)),
        })
        .collect();
    let mut gone: BTreeMap<std::path::PathBuf, &str> = BTreeMap::new();
    for snapshot in joined.snapshots() {
        let place = snapshot.place();
        if !places.contains(&place) {
            gone.entry(place).or_insert(&snapshot.name);
        }
    }
    for (path, name) in gone {
        let snapshots = joined.snapshots_at(&path);
        skills.push(UsageReportRow {
            name: name.to_owned(),
            scope: snapshots.first().map(|one| one.scope.clone()).unwrap_or_default(),
            path: path.display().to_string(),
            on_disk: snapshots.iter().any(|one| one.compared().is_some()),
            agents: agents_of(&snapshots),
            counts: counts(snapshots.into_iter().flat_map(|one| &one.uses)),
        });
    }
    let is_unused = |row: &UsageReportRow| row.on_disk && row.counts.activations == 0;
    let unused = skills.iter().filter(|row| is_unused(row)).count() as u32;
    skills.retain(|row| ask.unused == UnusedOnly::All || is_unused(row));
    Ok(UsageReport { skills, unused, sessions: workspace.logs().count() })
}
