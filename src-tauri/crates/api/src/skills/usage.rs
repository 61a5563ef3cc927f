//! How skills were used: turns by user and by model, sessions, first and last.

use std::path::Path;

use ::drift::turns_of;
use ::workspace::{
    ActivatedBy, Joined, MANAGED, Snapshot, Use, Workspace, sessions_of, stretches, turns_of_uses,
};

use super::{SkillUsage, SkillUsageAsk, SkillUsageView, SnapshotRow, UsageCounts, UsedRow};
use crate::Failure;
use crate::drift::{DriftFact, SnapshotRef};
use crate::wire::Millis;

/// How one skill was used.
pub(crate) fn skill_usage(workspace: &Workspace, ask: &SkillUsageAsk) -> Result<SkillUsageView, Failure> {
    let ruling = workspace.ruling(MANAGED);
    let skill = ruling.skill(&ask.id).ok_or_else(Failure::skill_gone)?;
    let joined = workspace.joined();
    let snapshots = joined.snapshots_at(&skill.path);
    let rows = used_in(&joined, &snapshots);
    Ok(SkillUsageView {
        counts: counts(snapshots.iter().flat_map(|snapshot| &snapshot.uses)),
        in_force: turns_of(&stretches(&joined, snapshots.iter().copied())).len() as u32,
        from: ask.from,
        rows: rows
            .into_iter()
            .skip(ask.from as usize)
            .take(ask.count.min(crate::wire::ROWS) as usize)
            .collect(),
        sessions_read: joined.logs().map_or(0, ::workspace::Logs::count),
    })
}

/// The counts of some activations.
pub(crate) fn counts<'u>(uses: impl Iterator<Item = &'u Use> + Clone) -> UsageCounts {
    let by = |who| turns_of_uses(uses.clone().filter(move |used| used.by == who));
    UsageCounts {
        turns: turns_of_uses(uses.clone()),
        by_user: by(ActivatedBy::User),
        by_model: by(ActivatedBy::Model),
        activations: uses.clone().count() as u32,
        sessions: sessions_of(uses.clone()),
        first: uses
            .clone()
            .filter(|used| used.at.is_some())
            .min_by_key(|used| used.at)
            .map(SnapshotRef::from),
        last: uses.max_by_key(|used| used.at).map(SnapshotRef::from),
    }
}

impl SkillUsage {
    /// What sessions say of the skill at a path.
    pub(crate) fn of(workspace: &Workspace, joined: &Joined, path: &Path) -> Self {
        let snapshots = joined.snapshots_at(path);
        let uses = || snapshots.iter().flat_map(|one| &one.uses);
        let by = |who| uses().filter(|used| used.by == who).count() as u32;
        let mut rows: Vec<_> = snapshots
            .iter()
            .map(|one| SnapshotRow {
                hash: one.hash.clone(),
                drift: DriftFact::of(workspace, one),
                turns: one.turns(),
                sessions: one.sessions(),
                latest: SnapshotRef::latest(one),
            })
            .collect();
        rows.sort_by_key(|row| std::cmp::Reverse(row.latest.at));
        Self {
            turns: turns_of_uses(uses()),
            sessions: sessions_of(uses()),
            activations: uses().count() as u32,
            by_user: by(ActivatedBy::User),
            by_model: by(ActivatedBy::Model),
            last: uses().max_by_key(|used| used.at).map(SnapshotRef::from),
            snapshots: rows,
        }
    }
}

fn used_in(joined: &Joined, snapshots: &[&Snapshot]) -> Vec<UsedRow> {
    let mut rows: std::collections::BTreeMap<&str, UsedRow> = std::collections::BTreeMap::new();
    for used in snapshots.iter().flat_map(|snapshot| &snapshot.uses) {
        let row = rows.entry(&used.key).or_insert_with(|| UsedRow {
            key: used.key.clone(),
            session: used.session.clone(),
            source: used.source.into(),
            title: joined
                .session_of(&used.key)
                .map(|(_, found)| found.read().title.clone())
                .unwrap_or_default(),
            by_user: Vec::new(),
            by_model: Vec::new(),
            at: None,
            line: 0,
        });
        match used.by {
            ActivatedBy::User => row.by_user.extend(used.turn),
            ActivatedBy::Model => row.by_model.extend(used.turn),
            ActivatedBy::Agent | ActivatedBy::NotRecorded => {}
        }
        let at = used.at.map(Millis);
        if (at, used.line) >= (row.at, row.line) {
            (row.at, row.line) = (at, used.line);
        }
    }
    let mut rows: Vec<_> = rows.into_values().collect();
    for row in &mut rows {
        for turns in [&mut row.by_user, &mut row.by_model] {
            turns.sort_unstable();
            turns.dedup();
        }
    }
    rows.sort_by_key(|row| std::cmp::Reverse((row.at, row.session.clone())));
    rows
}
