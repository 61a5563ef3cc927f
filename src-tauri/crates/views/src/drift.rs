//! What may be asked about drift: then against now.

mod ask;
mod compare;
mod line;
mod report;
mod table;
mod versions;
mod versions_report;
mod versions_view;

pub use ask::{
    ActivationPlace, Context, DiffAsk, DriftAsk, DriftGrouping, DriftSort, LineAsk, LinedText, SkillOf,
    SnapshotAsk, VersionsAsk, Whitespace,
};
pub use report::{
    DiffReport, DiffReportAsk, DriftReport, DriftReportAsk, DriftReportRow, HunkReport, diff_report,
    drift_report, report_of,
};
pub use versions_report::{VersionsReport, VersionsReportAsk, versions_report};
pub use versions_view::{HeldRow, LineView, VersionRow, VersionsView};

pub use compare::{OnDisk, Sides, diff, rows_between, sides};
pub use line::line_history;
pub use table::list;
pub use versions::versions;

use std::path::Path;

use ::skills::SKILL_LIMIT;
use ::workspace::{Snapshot, Workspace};
use message::message;

use crate::Failure;
use crate::wire::{
    BundledFact, DriftBasis, DriftRow, Millis, SnapshotChanges, SnapshotView, StaleFact, StandsFact, UseRow,
};

/// Most sessions named for one snapshot.
const USES: usize = 50;

/// One snapshot with where it was used and what changed since.
///
/// # Errors
///
/// [`Code::NotFound`](crate::Code::NotFound) when no session records the snapshot any more.
pub fn snapshot(workspace: &Workspace, ask: &SnapshotAsk) -> Result<SnapshotView, Failure> {
    let joined = workspace.joined();
    let snapshot = joined.snapshots().find(|snapshot| snapshot.id() == ask.id).ok_or_else(|| {
        Failure::not_found(message!("no session has this snapshot anymore."))
            .hint(message!("Refresh the table."))
    })?;
    let (disk, ruling) = (snapshot.compared(), workspace.ruling(snapshot.convention));
    let skill = disk.and_then(|path| ruling.at(path));
    let bundled =
        skill.and_then(|skill| ::skills::resources(skill).ok()).map_or(0, |(files, more)| files.len() + more);
    Ok(SnapshotView {
        row: DriftRow::of(workspace, snapshot),
        disk_hash: skill
            .map(|skill| skill.content_hash)
            .or_else(|| digest(disk?))
            .map(|hash| hash.to_string()),
        disk_path: disk.map(|path| workspace.shown(path)),
        skill: skill.map(::workspace::skill_id),
        changes: changes(workspace, snapshot),
        uses: uses(workspace, snapshot),
        bundled_files: bundled as u32,
        bundled: snapshot.bundled.as_ref().map(BundledFact::from),
    })
}

/// Of a file that is none of the skills that are looked for.
fn digest(path: &Path) -> Option<disk::Digest> {
    disk::read(path, SKILL_LIMIT).ok().map(|read| disk::Digest::of(&read.bytes))
}

// Counted facts, never a paraphrase of the text.
fn changes(workspace: &Workspace, snapshot: &Snapshot) -> SnapshotChanges {
    let Some(latest) = snapshot.latest() else { return SnapshotChanges::default() };
    let Ok(sides) = sides(workspace, &latest.key, latest.line) else { return SnapshotChanges::default() };
    let Some(disk) = &sides.disk else { return SnapshotChanges::default() };
    // Nothing was compared, so nothing is known to have changed.
    if sides.drift.basis == DriftBasis::Nothing {
        return SnapshotChanges::default();
    }
    let comparison = sides.against(disk, ::drift::Spaces::Compared);
    let has_fields = !sides.drift.basis.leaves_out_frontmatter();
    let is_changed = |field: &&::drift::Field| has_fields && field.state != ::drift::FieldState::Equal;
    let fields = comparison.fields.iter().filter(is_changed).map(|field| field.name.clone()).collect();
    let body = comparison.body.count();
    SnapshotChanges {
        fields,
        added: body.added as u32,
        removed: body.removed as u32,
        places: body.changes as u32,
        notes: comparison.notes,
    }
}

fn uses(workspace: &Workspace, snapshot: &Snapshot) -> Vec<UseRow> {
    let logs = workspace.logs();
    let mut rows: Vec<UseRow> = Vec::new();
    for used in &snapshot.uses {
        match rows.iter_mut().find(|row| row.key == used.key) {
            Some(row) => {
                row.turns.extend(used.turn.filter(|turn| !row.turns.contains(turn)));
                row.at = row.at.max(used.at.map(Millis));
                if used.stale.is_some() {
                    row.stale = StaleFact::of(used.stale.as_deref());
                }
                if used.line > row.line {
                    (row.line, row.stands) = (used.line, StandsFact::from(&*used.stands));
                }
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
                source: used.source.into(),
                at: used.at.map(Millis),
                line: used.line,
                stands: StandsFact::from(&*used.stands),
                turns: used.turn.into_iter().collect(),
                stale: StaleFact::of(used.stale.as_deref()),
            }),
        }
    }
    rows.sort_by_key(|row| std::cmp::Reverse(row.at));
    rows.truncate(USES);
    rows
}
