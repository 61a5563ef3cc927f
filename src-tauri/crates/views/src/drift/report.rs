//! What scripts may ask about drift.

use std::collections::BTreeMap;

use ::drift::{Comparison, Extent, Layout, Rows, Spaces, unified};
use ::workspace::{Joined, Snapshot, Use, Workspace, sessions_of, turns_of_uses};
use message::message;
use serde::{Deserialize, Serialize};

use crate::Failure;
use crate::drift::{DriftGrouping, sides};
use crate::sessions::by_id;
use crate::wire::{
    BundledFact, DriftBasis, DriftFact, DriftState, HoleFact, SourceFact, StaleFact, StandsFact, StepsFact,
    TakenFact, agents, state_of,
};

/// Which snapshots.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct DriftReportAsk {
    /// Only those of this session.
    pub session: Option<String>,
    /// Only those of the skill with this recorded name.
    #[serde(default)]
    pub skill: Option<String>,
    /// Only those in one of these states; empty takes all.
    #[serde(default)]
    pub states: Vec<DriftState>,
    /// What rows stand together by; grouped by session, a snapshot has a row in each that recorded it.
    #[serde(default)]
    pub group: DriftGrouping,
}

/// One activation's difference.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct DiffReportAsk {
    /// The session's id.
    pub session: String,
    /// The activation's sequence number.
    pub seq: u64,
}

/// Every recorded snapshot against the disk.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct DriftReport {
    /// In order of first activation, within their groups.
    pub rows: Vec<DriftReportRow>,
    /// Snapshots that were looked at, in every state.
    pub total: u32,
    /// How many of them are in each state that occurs.
    pub counts: BTreeMap<String, u32>,
    /// Skills that are drifted: the disk has another text than the last one recorded.
    pub drifted: u32,
}

/// One recorded snapshot.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct DriftReportRow {
    /// The skill.
    pub name: String,
    /// The recorded hash.
    pub content_hash: String,
    /// The recorded path.
    pub recorded_path: String,
    /// What became of it.
    pub state: DriftState,
    /// The skill is drifted: this is the last text that was recorded of it, and the disk has another.
    pub drifted: bool,
    /// Body lines added on disk.
    pub added: u32,
    /// Body lines removed.
    pub removed: u32,
    /// What goes with the state.
    pub note: String,
    /// What the comparison rests on.
    pub basis: DriftBasis,
    /// What was done to both texts before it.
    pub steps: StepsFact,
    /// What the agent filled in, the first 20.
    pub holes: Vec<HoleFact>,
    /// The file that would be taken now under the name, where that is another one.
    pub taken: Option<Box<TakenFact>>,
    /// Other files of the name that hold the same text, the first 3, where neither of the two does.
    pub same_at: Vec<String>,
    /// Turns it shaped.
    pub turns: u32,
    /// Sessions it shaped.
    pub sessions: u32,
    /// Activations that gave it when it was older than the skill's file, as their logs prove.
    pub stale: Vec<StaleUse>,
    /// The agents of these sessions.
    pub agents: Vec<SourceFact>,
    /// Time of the latest activation, as recorded.
    pub last_used: Option<String>,
    /// The session of that activation, or of the last copy of one where nothing else is recorded.
    pub last_in: Option<String>,
    /// Where that stands in the files of its agent.
    pub stands: Option<StandsFact>,
    /// The session a row belongs to, when rows are grouped by session.
    pub session: Option<String>,
    /// What is known of the files beside SKILL.md; absent while Assay has not looked at them.
    pub bundled: Option<BundledFact>,
}

/// An activation that gave a text older than the skill's file.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct StaleUse {
    /// The session.
    pub session: String,
    /// Where the activation stands in the files of its agent.
    pub stands: StandsFact,
    /// What proves it.
    pub proof: Box<StaleFact>,
}

/// A difference, snapshot to disk.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct DiffReport {
    /// The skill.
    pub name: String,
    /// What became of the snapshot.
    pub state: DriftState,
    /// What the comparison rests on.
    pub basis: DriftBasis,
    /// What was done to both texts before it.
    pub steps: StepsFact,
    /// The file that would be taken now under the name, where that is another one.
    pub taken: Option<Box<TakenFact>>,
    /// The recorded hash.
    pub recorded_hash: String,
    /// The file it is compared with.
    pub disk_path: Option<String>,
    /// That file's hash.
    pub disk_hash: Option<String>,
    /// The unified diff; empty when the bytes are equal or there is nothing to compare with.
    pub unified: String,
    /// The changes.
    pub hunks: Vec<HunkReport>,
    /// What stands beside the lines: line ends, a missing last line end, a coarse answer.
    pub notes: Vec<String>,
}

/// One change with its lines; words that changed stand between `[-` and `-]`, `{+` and `+}`.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct HunkReport {
    /// First recorded line, counted from 1; 0 when it only adds.
    pub left_from: u32,
    /// First line on disk, counted from 1; 0 when it only removes.
    pub right_from: u32,
    /// Recorded lines that are not on disk.
    pub removed: Vec<String>,
    /// Lines on disk that were not recorded.
    pub added: Vec<String>,
}

/// Every snapshot, or those that were asked for.
///
/// # Errors
///
/// [`Code::NotFound`](crate::Code::NotFound) when no session has the id that was given.
pub fn drift_report(workspace: &Workspace, ask: &DriftReportAsk) -> Result<DriftReport, Failure> {
    report_of(workspace, &workspace.joined(), ask, &|_| true)
}

/// The same of the snapshots that are of it.
///
/// # Errors
///
/// As [`drift_report`].
pub fn report_of(
    workspace: &Workspace,
    joined: &Joined,
    ask: &DriftReportAsk,
    is_own: &dyn Fn(&Snapshot) -> bool,
) -> Result<DriftReport, Failure> {
    let only = ask.session.as_ref().map(|id| by_id(workspace, id)).transpose()?;
    let in_session = |snapshot: &Snapshot| {
        only.as_ref().is_none_or(|session| snapshot.records().any(|used| used.key == session.key))
    };
    // What is counted is of the session, where one is asked for.
    let of_ask = |snapshot: &&Snapshot| is_own(snapshot) && in_session(snapshot);
    let all: Vec<&Snapshot> = joined.snapshots().filter(of_ask).collect();
    let mut counts: BTreeMap<String, u32> = BTreeMap::new();
    for snapshot in &all {
        *counts.entry(word(state_of(snapshot))).or_default() += 1;
    }
    let wanted = |snapshot: &&Snapshot| {
        ask.skill.as_ref().is_none_or(|name| *name == snapshot.name)
            && (ask.states.is_empty() || ask.states.contains(&state_of(snapshot)))
    };
    let snapshots = all.iter().copied().filter(wanted);
    let mut rows: Vec<DriftReportRow> = match ask.group {
        DriftGrouping::None | DriftGrouping::Skill => {
            snapshots.map(|snapshot| row(workspace, snapshot, &snapshot.uses, None)).collect()
        }
        DriftGrouping::Session => snapshots.flat_map(|snapshot| by_session(workspace, snapshot)).collect(),
    };
    match ask.group {
        DriftGrouping::None => {}
        DriftGrouping::Skill => rows.sort_by(|a, b| a.name.cmp(&b.name)),
        DriftGrouping::Session => rows.sort_by(|a, b| a.session.cmp(&b.session)),
    }
    let drifted = all.iter().filter(|one| one.is_drifted()).count() as u32;
    Ok(DriftReport { rows, total: all.len() as u32, counts, drifted })
}

fn by_session(workspace: &Workspace, snapshot: &Snapshot) -> Vec<DriftReportRow> {
    let mut sessions: BTreeMap<&str, Vec<Use>> = BTreeMap::new();
    for used in &snapshot.uses {
        sessions.entry(&used.key).or_default().push(used.clone());
    }
    let id = |uses: &[Use]| uses.first().map(|used| used.session.clone());
    sessions.into_values().map(|uses| row(workspace, snapshot, &uses, id(&uses))).collect()
}

fn row(workspace: &Workspace, snapshot: &Snapshot, uses: &[Use], session: Option<String>) -> DriftReportRow {
    let drift = DriftFact::of(workspace, snapshot);
    let latest = uses.iter().max_by_key(|used| used.at);
    let last = latest.or_else(|| snapshot.latest());
    DriftReportRow {
        name: snapshot.name.clone(),
        content_hash: snapshot.hash.clone(),
        recorded_path: snapshot.path.display().to_string(),
        state: drift.state,
        drifted: drift.drifted,
        added: drift.added,
        removed: drift.removed,
        note: drift.note,
        basis: drift.basis,
        steps: drift.steps,
        holes: drift.holes,
        taken: drift.taken,
        same_at: drift.same_at,
        turns: turns_of_uses(uses),
        sessions: sessions_of(uses),
        stale: uses.iter().filter_map(stale_use).collect(),
        agents: agents(uses.iter().map(|used| used.source)),
        last_used: latest.and_then(|used| used.recorded_at.clone()),
        last_in: last.map(|used| used.session.clone()),
        stands: last.map(|used| StandsFact::from(&*used.stands)),
        session,
        bundled: snapshot.bundled.as_ref().map(BundledFact::from),
    }
}

fn stale_use(used: &Use) -> Option<StaleUse> {
    let (session, stands) = (used.session.clone(), StandsFact::from(&*used.stands));
    Some(StaleUse { session, stands, proof: StaleFact::of(used.stale.as_deref())? })
}

/// The word a state has in JSON.
fn word(state: DriftState) -> String {
    let written = serde_json::to_value(state).ok();
    written.and_then(|word| word.as_str().map(str::to_owned)).unwrap_or_default()
}

/// One difference.
///
/// # Errors
///
/// [`Code::NotFound`](crate::Code::NotFound) when the session, or its activation, is not there.
pub fn diff_report(workspace: &Workspace, ask: &DiffReportAsk) -> Result<DiffReport, Failure> {
    let session = by_id(workspace, &ask.session)?;
    let found = {
        let read = session.read();
        let number = |position: usize| read.log.at(position).and_then(|row| read.log.seq(row).number());
        let with_seq = |one: &&::workspace::Activated| number(one.position) == Some(ask.seq);
        read.activations.iter().find(with_seq).map(|one| one.line)
    };
    let line = found.ok_or_else(|| {
        Failure::not_found(message!(
            "event {seq} in session {session} is not a skill activation.",
            seq = ask.seq,
            session = ask.session
        ))
        .hint(message!("Run `assay session {session}` to list its activations.", session = ask.session))
    })?;
    let sides = sides(workspace, &session.key, line)?;
    let disk = sides.disk.as_ref();
    let comparison = disk.map(|disk| sides.against(disk, Spaces::Compared));
    let left = format!("recorded {}:{}", ask.session, ask.seq);
    let right = disk.map_or_else(String::new, |disk| format!("disk {}", disk.path.display()));
    let patch = comparison.as_ref().map(|comparison| unified(comparison, &left, &right)).unwrap_or_default();
    Ok(DiffReport {
        name: sides.activated.name.clone(),
        state: sides.drift.state,
        basis: sides.drift.basis,
        steps: sides.drift.steps.clone(),
        taken: sides.drift.taken.clone(),
        recorded_hash: sides.activated.hash.clone(),
        disk_path: disk.map(|disk| disk.path.display().to_string()),
        disk_hash: disk.map(|disk| disk::Digest::of(&disk.bytes).to_string()),
        unified: String::from_utf8_lossy(&patch).into_owned(),
        hunks: comparison.as_ref().map(hunks).unwrap_or_default(),
        notes: comparison
            .iter()
            .flat_map(|comparison| comparison.notes.iter().map(|note| note.sentence("recorded", "on disk")))
            .collect(),
    })
}

fn hunks(comparison: &Comparison) -> Vec<HunkReport> {
    let rows = Rows::of(comparison, Extent::Hunks, Layout::Pairs);
    let mut hunks: Vec<HunkReport> = Vec::new();
    let mut in_change = false;
    let mut at = 0;
    while at < rows.count() {
        let window = rows.window(comparison, at..rows.count());
        at += window.rows.len().max(1);
        for row in window.rows {
            let (left, right) = match row {
                ::drift::DiffRow::Same { .. } | ::drift::DiffRow::Fold { .. } => {
                    in_change = false;
                    continue;
                }
                ::drift::DiffRow::Changed { left, right, marks } => {
                    (Some((left, marks.left)), Some((right, marks.right)))
                }
                ::drift::DiffRow::Removed(line, marks) => (Some((line, marks)), None),
                ::drift::DiffRow::Added(line, marks) => (None, Some((line, marks))),
            };
            if !in_change {
                hunks.push(HunkReport {
                    left_from: 0,
                    right_from: 0,
                    removed: Vec::new(),
                    added: Vec::new(),
                });
                in_change = true;
            }
            let Some(hunk) = hunks.last_mut() else { continue };
            if let Some((line, marks)) = left {
                hunk.left_from = if hunk.left_from == 0 { line.number as u32 } else { hunk.left_from };
                hunk.removed.push(marked(&line.text, &marks, ["[-", "-]"]));
            }
            if let Some((line, marks)) = right {
                hunk.right_from = if hunk.right_from == 0 { line.number as u32 } else { hunk.right_from };
                hunk.added.push(marked(&line.text, &marks, ["{+", "+}"]));
            }
        }
    }
    hunks
}

fn marked(text: &str, marks: &[std::ops::Range<usize>], [open, close]: [&str; 2]) -> String {
    let mut out = String::with_capacity(text.len() + marks.len() * 4);
    let mut at = 0;
    for mark in marks {
        if let (Some(before), Some(word)) = (text.get(at..mark.start), text.get(mark.clone())) {
            out.extend([before, open, word, close]);
            at = mark.end;
        }
    }
    out + text.get(at..).unwrap_or_default()
}
