//! The drift table: rows in their order and groups.

use std::collections::{BTreeMap, BTreeSet};

use ::workspace::{Joined, Snapshot, Use, Workspace, sessions_of, stale_among, turns_of_uses};

use super::{DriftAsk, DriftGrouping, DriftSort};
use crate::Failure;
use crate::wire::{
    DriftGroup, DriftRow, DriftState, DriftView, Millis, ROWS, SnapshotRef, StateCount, state_of,
};

/// Groups named in one answer.
const GROUPS: usize = 1_000;

/// One row before it is written out: a snapshot, and the session it stands under when rows are grouped so.
struct Entry<'j> {
    snapshot: &'j Snapshot,
    key: Option<&'j str>,
}

/// The drift table.
///
/// # Errors
///
/// None: it has the form that every request has.
pub fn list(workspace: &Workspace, ask: &DriftAsk) -> Result<DriftView, Failure> {
    let (joined, logs) = (workspace.joined(), workspace.logs());
    let mut counts: BTreeMap<DriftState, u32> = BTreeMap::new();
    for snapshot in joined.snapshots() {
        *counts.entry(state_of(snapshot)).or_default() += 1;
    }
    let mut entries = entries(&joined, ask);
    sort(&mut entries, ask.sort);
    let mut groups = groups(&joined, &mut entries, ask.group);
    let groups_total = groups.len() as u32;
    groups.truncate(GROUPS);
    let with: BTreeSet<_> = joined.snapshots().flat_map(|one| one.records().map(|one| &one.key)).collect();
    let window = entries.iter().skip(ask.from as usize).take(ask.count.min(ROWS) as usize);
    Ok(DriftView {
        total: joined.snapshots().len() as u32,
        skills: joined.snapshots().map(|one| &one.name).collect::<BTreeSet<_>>().len() as u32,
        counts: counts.into_iter().map(|(state, count)| StateCount { state, count }).collect(),
        drifted: joined.drifted(),
        matching: entries.len() as u32,
        groups,
        groups_total,
        from: ask.from,
        rows: window.map(|entry| entry.row(workspace)).collect(),
        sessions_without: logs.count().saturating_sub(with.len() as u32),
        places: crate::wire::log_places(&logs),
        read_at: Millis::at(workspace.now()),
    })
}

fn entries<'j>(joined: &'j Joined, ask: &DriftAsk) -> Vec<Entry<'j>> {
    let text = ask.text.to_lowercase();
    let wanted = |snapshot: &&Snapshot| {
        (ask.states.is_empty() || ask.states.contains(&state_of(snapshot)))
            && (!ask.drifted || snapshot.is_drifted())
            && snapshot.name.to_lowercase().contains(&text)
    };
    let snapshots = joined.snapshots().filter(wanted);
    if ask.group != DriftGrouping::Session {
        return snapshots.map(|snapshot| Entry { snapshot, key: None }).collect();
    }
    let keys = |snapshot: &'j Snapshot| -> BTreeSet<&'j str> {
        let used: BTreeSet<_> = snapshot.uses.iter().map(|used| used.key.as_str()).collect();
        // What only copies hold is told where they are.
        if used.is_empty() { snapshot.copies.iter().map(|copy| copy.key.as_str()).collect() } else { used }
    };
    let entries = |snapshot| keys(snapshot).into_iter().map(move |key| Entry { snapshot, key: Some(key) });
    snapshots.flat_map(entries).collect()
}

impl<'j> Entry<'j> {
    fn uses(&self) -> impl Iterator<Item = &'j Use> {
        let key = self.key;
        self.snapshot.uses.iter().filter(move |used| key.is_none_or(|key| used.key == key))
    }

    fn turns(&self) -> u32 {
        turns_of_uses(self.uses())
    }

    fn last(&self) -> Option<i64> {
        self.uses().filter_map(|used| used.at).max()
    }

    fn row(&self, workspace: &Workspace) -> DriftRow {
        let row = DriftRow::of(workspace, self.snapshot);
        let Some(latest) = self.key.and_then(|_| self.uses().max_by_key(|used| used.at)) else { return row };
        DriftRow {
            turns: self.turns(),
            sessions: sessions_of(self.uses()),
            stale: stale_among(self.uses()),
            latest: SnapshotRef::from(latest),
            ..row
        }
    }
}

fn sort(entries: &mut [Entry<'_>], by: DriftSort) {
    entries.sort_by_cached_key(|entry| {
        let first = match by {
            DriftSort::State => std::cmp::Reverse(u64::from(distance(state_of(entry.snapshot)))),
            DriftSort::Name => std::cmp::Reverse(0),
            DriftSort::Turns => std::cmp::Reverse(u64::from(entry.turns())),
            DriftSort::LastUsed => {
                std::cmp::Reverse(entry.last().map_or(0, |at| u64::try_from(at).unwrap_or(0)))
            }
        };
        (first, entry.snapshot.name.clone(), std::cmp::Reverse(entry.last()))
    });
}

/// Puts rows of one skill or session together; groups come in the order of their first rows.
fn groups(joined: &Joined, entries: &mut Vec<Entry<'_>>, by: DriftGrouping) -> Vec<DriftGroup> {
    let mark = |entry: &Entry<'_>| match by {
        DriftGrouping::None => String::new(),
        DriftGrouping::Skill => entry.snapshot.name.clone(),
        DriftGrouping::Session => entry.key.unwrap_or_default().to_owned(),
    };
    if by == DriftGrouping::None {
        return Vec::new();
    }
    let mut places: BTreeMap<String, usize> = BTreeMap::new();
    for entry in entries.iter() {
        let next = places.len();
        places.entry(mark(entry)).or_insert(next);
    }
    entries.sort_by_key(|entry| places.get(&mark(entry)).copied());
    let mut groups: Vec<DriftGroup> = Vec::new();
    let mut last = None;
    for (entry, at) in entries.iter().zip(0..) {
        let own = mark(entry);
        if last.as_ref() != Some(&own) {
            groups.push(group(joined, entry, at));
            last = Some(own);
        }
        if let Some(group) = groups.last_mut() {
            group.count += 1;
            group.drifted += u32::from(entry.snapshot.is_drifted());
        }
    }
    groups
}

fn group(joined: &Joined, entry: &Entry<'_>, from: u32) -> DriftGroup {
    let session = entry.key.and_then(|key| joined.session_of(key)).map(|(_, session)| session);
    let label = match session {
        Some(session) => session.read().title.clone(),
        None => entry.snapshot.name.clone(),
    };
    let id = session.map(|session| session.id.clone()).unwrap_or_default();
    let label = if label.is_empty() { id.clone() } else { label };
    DriftGroup { from, count: 0, drifted: 0, label, key: entry.key.map(str::to_owned), session: id }
}

// How far a state is from the recorded text being what an agent would read today.
fn distance(state: DriftState) -> u8 {
    match state {
        DriftState::Identical => 0,
        DriftState::Filled => 1,
        DriftState::WhitespaceOnly => 2,
        DriftState::ShadowedNow => 3,
        DriftState::MovedScope => 4,
        DriftState::Renamed => 5,
        DriftState::InAnotherVersion => 6,
        DriftState::ResourcesChanged => 7,
        DriftState::FrontmatterOnly => 8,
        DriftState::ChangedByAgent => 9,
        DriftState::Unverifiable => 10,
        DriftState::Deleted => 11,
        DriftState::BodyChanged => 12,
    }
}
