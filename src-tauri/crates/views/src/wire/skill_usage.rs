//! What sessions say of one skill.

use std::path::Path;

use ::workspace::{ActivatedBy, Joined, Workspace, sessions_of, turns_of_uses};

use super::{DriftFact, SkillUsage, SnapshotRef, SnapshotRow};

impl SkillUsage {
    /// What sessions say of the skill at a path.
    pub fn of(workspace: &Workspace, joined: &Joined, path: &Path) -> Self {
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
