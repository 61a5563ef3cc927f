//! How skills were used: turns by user and by model, sessions, first and last.

use ::drift::turns_of;
use ::workspace::{ActivatedBy, Joined, Snapshot, Use, Workspace, sessions_of, stretches, turns_of_uses};

use super::{AgentTimes, SkillUsageAsk, SkillUsageView, UsageCounts, UsedAt, UsedRow, UsedTimes};
use crate::Failure;
use crate::times::Times;
use crate::wire::{Millis, SnapshotRef};

/// How one skill was used.
///
/// # Errors
///
/// [`Code::NotFound`](crate::Code::NotFound) when the row is gone.
pub fn skill_usage(workspace: &Workspace, ask: &SkillUsageAsk) -> Result<SkillUsageView, Failure> {
    let skill = workspace.skill(&ask.id).ok_or_else(Failure::skill_gone)?;
    let joined = workspace.joined();
    let snapshots = joined.snapshots_at(&skill.path);
    let rows = used_in(&joined, &snapshots);
    Ok(SkillUsageView {
        counts: counts(snapshots.iter().flat_map(|snapshot| &snapshot.uses)),
        in_force: turns_of(&stretches(&joined, snapshots.iter().copied())).len() as u32,
        over_time: over_time(workspace, snapshots.iter().flat_map(|snapshot| &snapshot.uses), ask.zone),
        from: ask.from,
        rows: rows
            .into_iter()
            .skip(ask.from as usize)
            .take(ask.count.min(crate::wire::ROWS) as usize)
            .collect(),
        sessions_read: joined.logs().map_or(0, ::workspace::Logs::count),
    })
}

/// When activations were.
fn over_time<'u>(workspace: &Workspace, uses: impl Iterator<Item = &'u Use> + Clone, zone: i32) -> UsedTimes {
    let times = Times::of(uses.clone().map(|used| used.at), zone, workspace.now());
    let parts = times.counts.len();
    let mut agents: std::collections::BTreeMap<::sessions::Source, Vec<u32>> =
        std::collections::BTreeMap::new();
    let mut latest: Vec<Option<&Use>> = vec![None; parts];
    for used in uses {
        let Some(part) = used.at.and_then(|at| times.part_of(at)) else { continue };
        agents.entry(used.source).or_insert_with(|| vec![0; parts])[part] += 1;
        if latest[part].is_none_or(|known| known.at <= used.at) {
            latest[part] = Some(used);
        }
    }
    let of_agent = |(source, counts): (::sessions::Source, _)| AgentTimes { source: source.into(), counts };
    let place = |used: &Use| UsedAt { key: used.key.clone(), line: used.line };
    UsedTimes {
        times,
        agents: agents.into_iter().map(of_agent).collect(),
        latest: latest.into_iter().map(|used| used.map(place)).collect(),
    }
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
