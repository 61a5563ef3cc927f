//! What scripts may ask about drift and integrity.

use ::drift::{Comparison, Extent, Layout, Rows, Spaces, compare, unified};
use serde::{Deserialize, Serialize};

use super::Json;
use super::sessions::{SessionReportAsk, by_id, seq_at};
use crate::drift::{DriftState, Snapshot, sides};
use crate::logs::Read;
use crate::sessions::Integrity;
use crate::{App, Failure};

/// Sequence numbers listed in one answer.
const LISTED: usize = 1_000;

/// Which snapshots.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct DriftReportAsk {
    /// Only those of this session.
    pub session: Option<String>,
}

/// One activation's difference.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct DiffReportAsk {
    /// The session's id.
    pub session: String,
    /// The activation's sequence number.
    pub seq: u64,
}

/// Every recorded snapshot against the disk.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct DriftReport {
    /// In order of first activation.
    pub rows: Vec<DriftReportRow>,
}

/// One recorded snapshot.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct DriftReportRow {
    /// The skill.
    pub name: String,
    /// The recorded hash.
    pub content_hash: String,
    /// The recorded path.
    pub recorded_path: String,
    /// What became of it.
    pub state: DriftState,
    /// Body lines added on disk.
    pub added: u32,
    /// Body lines removed.
    pub removed: u32,
    /// What goes with the state.
    pub note: String,
    /// Turns it shaped.
    pub turns: u32,
    /// Sessions it shaped.
    pub sessions: u32,
    /// Time of the latest activation, as recorded.
    pub last_used: Option<String>,
}

/// A difference, snapshot to disk.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct DiffReport {
    /// The skill.
    pub name: String,
    /// What became of the snapshot.
    pub state: DriftState,
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
#[cfg_attr(test, derive(ts_rs::TS))]
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

/// Whether a session is what it says it is.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct VerifyReport {
    /// Names the session to requests that take a key.
    pub key: String,
    /// Each activation.
    pub activations: Vec<ActivationVerdict>,
    /// Missing sequence numbers, the first thousand.
    pub seq_gaps: Vec<u64>,
    /// Sequence numbers that occur again, the first thousand.
    pub duplicates: Vec<u64>,
    /// `whole` or `cut`.
    pub tail: String,
    /// Lines that cannot be read.
    pub unread: Vec<u32>,
    /// The worst of it.
    pub verdict: Integrity,
}

/// One activation.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ActivationVerdict {
    /// Its number.
    #[cfg_attr(test, ts(type = "number | string | null"))]
    pub seq: Json,
    /// Its line.
    pub line: u32,
    /// The skill.
    pub name: String,
    /// What recomputing its hash says.
    pub verdict: Integrity,
}

/// Every snapshot, or those of one session.
pub(crate) fn drift_report(app: &App, ask: &DriftReportAsk) -> Result<DriftReport, Failure> {
    let only = ask.session.as_ref().map(|id| by_id(app, id)).transpose()?;
    let joined = app.joined();
    let wanted = |snapshot: &&Snapshot| {
        only.as_ref().is_none_or(|session| snapshot.uses.iter().any(|used| used.key == session.key))
    };
    let row = |snapshot: &Snapshot| DriftReportRow {
        name: snapshot.name.clone(),
        content_hash: snapshot.hash.clone(),
        recorded_path: snapshot.path.display().to_string(),
        state: snapshot.drift.state,
        added: snapshot.drift.added,
        removed: snapshot.drift.removed,
        note: snapshot.drift.note.clone(),
        turns: snapshot.turns(),
        sessions: snapshot.sessions(),
        last_used: snapshot.uses.iter().max_by_key(|used| used.at).and_then(|used| used.recorded_at.clone()),
    };
    Ok(DriftReport { rows: joined.snapshots.iter().filter(wanted).map(row).collect() })
}

/// One difference.
pub(crate) fn diff_report(app: &App, ask: &DiffReportAsk) -> Result<DiffReport, Failure> {
    let session = by_id(app, &ask.session)?;
    let found = {
        let read = session.read();
        let number = |position: usize| read.log.at(position).and_then(|row| read.log.seq(row).number());
        let with_seq = |one: &&crate::logs::Activated| number(one.position) == Some(ask.seq);
        read.activations.iter().find(with_seq).map(|one| one.line)
    };
    let line = found.ok_or_else(|| {
        Failure::not_found(format!("seq {} of session {} is no activation", ask.seq, ask.session))
            .hint(format!("assay session {} lists its activations", ask.session))
    })?;
    let sides = sides(app, &session.key, line)?;
    let disk = sides.disk.as_ref();
    let comparison = disk.map(|disk| compare(&sides.recorded, &disk.bytes, Spaces::Compared));
    let left = format!("recorded {}:{}", ask.session, ask.seq);
    let right = disk.map_or_else(String::new, |disk| format!("disk {}", disk.path.display()));
    let patch = comparison.as_ref().map(|comparison| unified(comparison, &left, &right)).unwrap_or_default();
    Ok(DiffReport {
        name: sides.activated.name.clone(),
        state: app.joined().drift_of(&sides.activated).state,
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

/// Whether a session is what it says it is.
pub(crate) fn verify_report(app: &App, ask: &SessionReportAsk) -> Result<VerifyReport, Failure> {
    let session = by_id(app, &ask.id)?;
    let live = app.look_at_logs().is_live(&session.path);
    let read = session.read();
    let (seq_gaps, duplicates) = numbers(&read);
    let is_cut = read.log.unfinished().is_some();
    let any = |wanted| read.activations.iter().any(|one| one.integrity == wanted);
    let verdict = if !read.log.unread().is_empty() || (is_cut && !live) {
        Integrity::Damaged
    } else if any(Integrity::Mismatch) {
        Integrity::Mismatch
    } else if any(Integrity::NoHash) {
        Integrity::NoHash
    } else {
        Integrity::Verified
    };
    Ok(VerifyReport {
        key: session.key.clone(),
        activations: read
            .activations
            .iter()
            .map(|one| ActivationVerdict {
                seq: seq_at(&read, one.position),
                line: one.line,
                name: one.name.clone(),
                verdict: one.integrity,
            })
            .collect(),
        seq_gaps,
        duplicates,
        tail: if is_cut { "cut" } else { "whole" }.to_owned(),
        unread: read.log.unread().iter().map(|unread| unread.line).collect(),
        verdict,
    })
}

// Numbers in fold order: what is missing between neighbours, and what comes again.
fn numbers(read: &Read) -> (Vec<u64>, Vec<u64>) {
    let (mut gaps, mut duplicates) = (Vec::new(), Vec::new());
    let mut last: Option<u64> = None;
    for position in 0..read.log.len() {
        let Some(number) = read.log.at(position).and_then(|row| read.log.seq(row).number()) else { continue };
        match last {
            Some(last) if number == last => duplicates.push(number),
            Some(last) => gaps.extend((last + 1..number).take(LISTED.saturating_sub(gaps.len()))),
            None => {}
        }
        last = Some(number);
    }
    duplicates.dedup();
    duplicates.truncate(LISTED);
    (gaps, duplicates)
}
