//! How skills were used: turns by user and by model, sessions, first and last.

use ::drift::turns_of;

use super::{SkillUsageAsk, SkillUsageView, UsageCounts, UsedRow, gone};
use crate::drift::{Joined, Snapshot, Use, sessions, stretches, turns};
use crate::ruling::MANAGED;
use crate::{App, Failure};

/// How one skill was used.
pub(crate) fn skill_usage(app: &App, ask: &SkillUsageAsk) -> Result<SkillUsageView, Failure> {
    let ruling = app.ruling(MANAGED);
    let skill = ruling.skill(&ask.id).ok_or_else(gone)?;
    let joined = app.joined();
    let snapshots = joined.snapshots_at(&skill.path);
    let rows = used_in(&joined, &snapshots);
    Ok(SkillUsageView {
        counts: counts(snapshots.iter().flat_map(|snapshot| &snapshot.uses)),
        in_force: turns_of(&stretches(&joined, snapshots.iter().copied())).len() as u32,
        from: ask.from,
        rows: rows.into_iter().skip(ask.from as usize).take(ask.count.min(super::ROWS) as usize).collect(),
        sessions_read: joined.logs().map_or(0, crate::logs::Logs::count),
    })
}

/// The counts of some activations.
pub(crate) fn counts<'u>(uses: impl Iterator<Item = &'u Use> + Clone) -> UsageCounts {
    let by = |who: &'static str| turns(uses.clone().filter(move |used| used.by == who));
    UsageCounts {
        turns: turns(uses.clone()),
        by_user: by("user"),
        by_model: by("model"),
        activations: uses.clone().count() as u32,
        sessions: sessions(uses.clone()),
        first: uses.clone().filter(|used| used.at.is_some()).min_by_key(|used| used.at).map(Use::reference),
        last: uses.max_by_key(|used| used.at).map(Use::reference),
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
            "user" => row.by_user.extend(used.turn),
            "model" => row.by_model.extend(used.turn),
            _ => {}
        }
        if (used.at, used.line) >= (row.at, row.line) {
            (row.at, row.line) = (used.at, used.line);
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
