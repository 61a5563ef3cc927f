//! What may be asked about drift: then against now.

mod ask;
mod compare;
mod diff_view;
mod join;
mod view;

use std::collections::{BTreeMap, BTreeSet};

pub use ask::{Context, DiffAsk, DriftAsk, DriftSort, SnapshotAsk, Whitespace};
pub use diff_view::{
    DiffLine, DiffRow, DiffSide, DiffView, FieldChange, FieldSide, FieldState, Piece, ScrollMark,
};
pub use view::{
    DriftFact, DriftRow, DriftState, DriftView, SnapshotRef, SnapshotView, StateCount, TurnRef, UseRow,
};

pub(crate) use compare::{diff, sides};
pub(crate) use join::{JoinLook, Joined, Recording, Snapshot, Verdicts, present};

use crate::skills::ROWS;
use crate::{App, Failure};

/// Most sessions named for one snapshot.
const USES: usize = 50;

/// The drift table.
pub(crate) fn list(app: &App, ask: &DriftAsk) -> Result<DriftView, Failure> {
    let (joined, logs) = (app.joined(), app.look_at_logs());
    let mut counts: BTreeMap<DriftState, u32> = BTreeMap::new();
    for snapshot in &joined.snapshots {
        *counts.entry(snapshot.drift.state).or_default() += 1;
    }
    let text = ask.text.to_lowercase();
    let wanted = |snapshot: &&Snapshot| {
        (ask.states.is_empty() || ask.states.contains(&snapshot.drift.state))
            && snapshot.name.to_lowercase().contains(&text)
    };
    let mut matching: Vec<&Snapshot> = joined.snapshots.iter().filter(wanted).collect();
    sort(&mut matching, ask.sort);
    let with: BTreeSet<_> =
        joined.snapshots.iter().flat_map(|one| one.uses.iter().map(|one| &one.key)).collect();
    let window = matching.iter().skip(ask.from as usize).take(ask.count.min(ROWS) as usize);
    Ok(DriftView {
        total: joined.snapshots.len() as u32,
        skills: joined.snapshots.iter().map(|one| &one.name).collect::<BTreeSet<_>>().len() as u32,
        counts: counts.into_iter().map(|(state, count)| StateCount { state, count }).collect(),
        matching: matching.len() as u32,
        from: ask.from,
        rows: window.map(|snapshot| snapshot.row()).collect(),
        sessions_without: logs.count().saturating_sub(with.len() as u32),
        places: logs.places(),
        read_at: app.read_at(),
    })
}

fn sort(rows: &mut [&Snapshot], by: DriftSort) {
    rows.sort_by(|a, b| {
        let first = match by {
            DriftSort::State => distance(b.drift.state).cmp(&distance(a.drift.state)),
            DriftSort::Name => std::cmp::Ordering::Equal,
            DriftSort::Turns => b.turns().cmp(&a.turns()),
            DriftSort::LastUsed => b.latest().at.cmp(&a.latest().at),
        };
        first.then_with(|| a.name.cmp(&b.name)).then_with(|| b.latest().at.cmp(&a.latest().at))
    });
}

// How far a state is from the recorded text being what an agent would read today.
fn distance(state: DriftState) -> u8 {
    match state {
        DriftState::Identical => 0,
        DriftState::BodyComparableOnly => 1,
        DriftState::WhitespaceOnly => 2,
        DriftState::ShadowedNow => 3,
        DriftState::MovedScope => 4,
        DriftState::Renamed => 5,
        DriftState::FrontmatterOnly => 6,
        DriftState::Unverifiable => 7,
        DriftState::Deleted => 8,
        DriftState::BodyChanged => 9,
    }
}

/// One snapshot with where it was used and what changed since.
pub(crate) fn snapshot(app: &App, ask: &SnapshotAsk) -> Result<SnapshotView, Failure> {
    let (joined, discovery) = (app.joined(), app.discovery());
    let snapshot = joined.snapshots.iter().find(|snapshot| snapshot.id() == ask.id).ok_or_else(|| {
        Failure::not_found("no session records this snapshot any more")
            .hint("the table shows what is recorded now")
    })?;
    let disk = snapshot.compared.as_deref();
    let skill = disk.and_then(|path| discovery.skills.iter().find(|skill| skill.path == path));
    let bundled =
        skill.and_then(|skill| ::skills::resources(skill).ok()).map_or(0, |(files, more)| files.len() + more);
    Ok(SnapshotView {
        row: snapshot.row(),
        disk_hash: skill.map(|skill| skill.content_hash.to_string()),
        disk_path: disk.map(|path| app.shown(path)),
        skill: skill.map(crate::skills::skill_id),
        changes: changes(app, snapshot),
        uses: uses(app, snapshot),
        bundled_files: bundled as u32,
    })
}

// Counted facts, never a paraphrase of the text.
fn changes(app: &App, snapshot: &Snapshot) -> Vec<String> {
    let latest = snapshot.latest();
    let Ok(sides) = sides(app, &latest.key, latest.line) else { return Vec::new() };
    let Some(disk) = &sides.disk else { return Vec::new() };
    let comparison = ::drift::compare(&sides.recorded, &disk.bytes, ::drift::Spaces::Compared);
    let mut facts = Vec::new();
    let fields: Vec<_> = comparison
        .fields
        .iter()
        .filter(|field| field.state != ::drift::FieldState::Equal)
        .map(|field| field.name.as_str())
        .collect();
    if !fields.is_empty() {
        facts.push(format!("Frontmatter: {}", fields.join(", ")));
    }
    let body = comparison.body.count();
    if body.changes > 0 {
        facts.push(format!("Body: {} in {}", lines(body.added, body.removed), places(body.changes)));
    }
    facts.extend(comparison.notes.iter().map(|note| note.sentence("recorded", "on disk")));
    facts
}

fn lines(added: usize, removed: usize) -> String {
    let count = |count: usize| if count == 1 { "1 line".to_owned() } else { format!("{count} lines") };
    match (added, removed) {
        (added, 0) => format!("{} added", count(added)),
        (0, removed) => format!("{} removed", count(removed)),
        (added, removed) => format!("{} added, {removed} removed", count(added)),
    }
}

fn places(count: usize) -> String {
    if count == 1 { "1 place".to_owned() } else { format!("{count} places") }
}

fn uses(app: &App, snapshot: &Snapshot) -> Vec<UseRow> {
    let logs = app.look_at_logs();
    let mut rows: Vec<UseRow> = Vec::new();
    for used in &snapshot.uses {
        match rows.iter_mut().find(|row| row.key == used.key) {
            Some(row) => {
                row.turns.extend(used.turn.filter(|turn| !row.turns.contains(turn)));
                row.at = row.at.max(used.at);
                row.line = row.line.max(used.line);
            }
            None => rows.push(UseRow {
                key: used.key.clone(),
                session: used.session.clone(),
                title: logs
                    .sessions
                    .iter()
                    .find(|session| session.key == used.key)
                    .map(|session| session.read().title.clone())
                    .unwrap_or_default(),
                at: used.at,
                line: used.line,
                turns: used.turn.into_iter().collect(),
            }),
        }
    }
    rows.sort_by_key(|row| std::cmp::Reverse(row.at));
    rows.truncate(USES);
    rows
}
