//! What scripts may ask about the usage of skills.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use ::skills::Convention;
use ::workspace::{MANAGED, Snapshot, Workspace};
use serde::{Deserialize, Serialize};

use super::{UsageCounts, counts};
use crate::Failure;
use crate::convention::named;
use crate::wire::{SourceFact, agents};

/// Which skills.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct UsageReportAsk {
    /// Only skills on disk that no session activated.
    pub unused: UnusedOnly,
    /// Only skills that this agent finds, and their use in its sessions; by default those of every agent that left a
    /// session here, and of Pixir.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub convention: Option<String>,
}

/// Whether only unused skills are wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
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
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
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
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
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

fn agents_of(snapshots: &[&Snapshot]) -> Vec<SourceFact> {
    agents(snapshots.iter().flat_map(|one| &one.uses).map(|used| used.source))
}

/// How every skill was used.
///
/// # Errors
///
/// [`Code::WrongUse`](crate::Code::WrongUse) when no convention has that name.
pub fn usage_report(workspace: &Workspace, ask: &UsageReportAsk) -> Result<UsageReport, Failure> {
    let joined = workspace.joined();
    let only = ask.convention.as_deref().map(|name| named(Some(name))).transpose()?;
    let is_asked = |convention: Convention| only.is_none_or(|only| only == convention);
    let snapshots_at = |path: &Path| {
        let mut found = joined.snapshots_at(path);
        found.retain(|one| is_asked(one.convention));
        found
    };
    // By the rules of every agent that left a session here, and by Pixir's.
    let used = joined.snapshots().map(|one| one.convention).chain([MANAGED]).chain(only);
    let used = used.filter(|convention| is_asked(*convention)).collect();
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
            agents: agents_of(&snapshots_at(&skill.path)),
            counts: counts(snapshots_at(&skill.path).into_iter().flat_map(|one| &one.uses)),
        })
        .collect();
    let mut gone: BTreeMap<std::path::PathBuf, &str> = BTreeMap::new();
    for snapshot in joined.snapshots().filter(|one| is_asked(one.convention)) {
        let place = snapshot.place();
        if !places.contains(&place) {
            gone.entry(place).or_insert(&snapshot.name);
        }
    }
    for (path, name) in gone {
        let snapshots = snapshots_at(&path);
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
