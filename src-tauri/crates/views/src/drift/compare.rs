//! One snapshot beside the file it is compared with.

use std::collections::HashMap;
use std::ops::Range;
use std::path::{Path, PathBuf};

use ::drift::{Comparison, Extent, Layout, Line, Recorded, Rows, Spaces, Writer, compare, compare_recorded};
use ::skills::SKILL_LIMIT;
use ::workspace::{Activated, Session, Workspace, kept};
use message::message;

use super::{ActivationPlace, Context, DiffAsk, Whitespace};
use crate::wire::{
    DiffLine, DiffPlace, DiffRow, DiffSide, DiffView, DriftFact, FieldChange, FieldSide, FieldState, Millis,
    Piece, PlanDiffView, ScrollMark,
};
use crate::{Failure, window};

/// Both texts of a difference.
pub struct Sides {
    /// The activation.
    pub activated: Activated,
    /// The text it recorded.
    pub recorded: Vec<u8>,
    /// Who recorded it.
    pub writer: Writer,
    /// The file on disk and its bytes; absent when there is none to compare with.
    pub disk: Option<OnDisk>,
    /// How the one differs from the other.
    pub drift: DriftFact,
    /// The other snapshot, when two are compared.
    pub other: Option<(Activated, Vec<u8>)>,
}

/// A file as it stands on disk.
pub struct OnDisk {
    /// Where it lies.
    pub path: PathBuf,
    /// What it holds.
    pub bytes: Vec<u8>,
    /// When it was changed last.
    pub modified: Millis,
}

/// Reads both texts: the snapshot from its line, the file from disk.
///
/// # Errors
///
/// [`Code::NotFound`](crate::Code::NotFound) when the session is gone or the line is no activation.
pub fn sides(workspace: &Workspace, key: &str, line: u32) -> Result<Sides, Failure> {
    let session = workspace.session(key).ok_or_else(Failure::session_gone)?;
    let activated = session.activation(line).ok_or_else(|| {
        Failure::not_found(message!(
            "line {line} of {path} is not a readable activation.",
            line,
            path = session.path.display()
        ))
    })?;
    let activated = with_text(&session, activated);
    let recorded = session.recorded(activated.position).and_then(|activation| activation.content);
    let joined = workspace.joined();
    let compared = joined
        .snapshot_of(session.place.source, &activated)
        .and_then(|one| one.compared().map(Path::to_owned));
    let drift = DriftFact::of_activation(workspace, &joined, session.place.source, &activated);
    let disk = compared.and_then(|path| {
        let read = disk::read(&path, SKILL_LIMIT).ok()?;
        Some(OnDisk { path, bytes: read.bytes, modified: Millis::of_stamp(read.stamp.modified_ns) })
    });
    let (source, recorded) = (session.place.source.rules().name, recorded.unwrap_or_default().into_bytes());
    let writer = Writer::named(source, session.read().log.about().and_then(|about| about.release.as_deref()));
    Ok(Sides { activated, recorded, writer, disk, drift, other: None })
}

/// The activation that gave the text, where an agent only said that it holds.
fn with_text(session: &Session, activated: Activated) -> Activated {
    if activated.kept || activated.hash.is_empty() {
        return activated;
    }
    let read = session.read();
    let before = read.activated_in(0..activated.position).iter();
    before.rev().find(|one| one.kept && one.hash == activated.hash).cloned().unwrap_or(activated)
}

/// Reads the texts of two activations, each from its line.
fn two(workspace: &Workspace, ask: &DiffAsk, against: &ActivationPlace) -> Result<Sides, Failure> {
    let (left, right) =
        (sides(workspace, &ask.key, ask.line)?, sides(workspace, &against.key, against.line)?);
    Ok(Sides { disk: None, other: Some((right.activated, right.recorded)), ..left })
}

impl Sides {
    /// The lines that changed. A snapshot without a file is shown beside itself: all lines the same, nothing claimed of
    /// the disk.
    fn comparison(&self, spaces: Spaces) -> Comparison {
        match (&self.other, &self.disk) {
            (Some((_, text)), _) => compare(&self.recorded, text, spaces),
            (None, Some(disk)) => self.against(disk, spaces),
            (None, None) => compare(&self.recorded, &self.recorded, spaces),
        }
    }

    /// The lines of a file that are not the recorded ones; of a body or a part only where it stands in the file.
    pub(crate) fn against(&self, disk: &OnDisk, spaces: Spaces) -> Comparison {
        let (one, text) = (&self.activated, self.recorded.as_slice());
        let recorded = Recorded {
            name: &one.name,
            scope: &one.scope,
            path: &one.path,
            elsewhere: false,
            beyond: None,
            other_version: None,
            digest: None,
            kept: kept(one.text, text),
            steps: &[],
            writer: self.writer,
            arguments: one.arguments.as_deref(),
        };
        compare_recorded(&recorded, &disk.bytes, spaces)
    }
}

/// A window of one difference.
///
/// # Errors
///
/// As [`sides`], for each of the two that are compared.
pub fn diff(workspace: &Workspace, ask: &DiffAsk) -> Result<DiffView, Failure> {
    let sides = match &ask.against {
        Some(against) => two(workspace, ask, against)?,
        None => sides(workspace, &ask.key, ask.line)?,
    };
    let spaces = match ask.whitespace {
        Whitespace::Exact => Spaces::Compared,
        Whitespace::Ignored => Spaces::Ignored,
    };
    let extent = match ask.context {
        Context::Folded => Extent::Hunks,
        Context::Whole => Extent::WholeFile,
    };
    let comparison = sides.comparison(spaces);
    let rows = Rows::of(&comparison, extent, Layout::Pairs);
    let first = rows.frontmatter.end;
    let body = comparison.body.count();
    let total = rows.count() - first;
    let from = (ask.from as usize).min(total);
    let to = (from + ask.count.min(window::LINES) as usize).min(total);
    // What was not recorded has no fields that could have changed.
    let has_fields = sides.other.is_some() || !sides.drift.basis.leaves_out_frontmatter();
    let changes: Vec<u32> =
        rows.hunks.iter().filter(|hunk| hunk.row >= first).map(|hunk| (hunk.row - first) as u32).collect();
    Ok(DiffView {
        name: sides.activated.name.clone(),
        recorded: recorded_side(&sides.activated, &sides.recorded),
        other: sides.other.as_ref().map(|(activated, text)| recorded_side(activated, text)),
        disk: sides.disk.as_ref().map(|disk| disk_side(workspace, disk)),
        drift: sides.drift.clone(),
        integrity: sides.activated.integrity.into(),
        read_at: Millis::at(workspace.now()),
        fields: if has_fields { fields(&comparison) } else { Vec::new() },
        changes: changes.len() as u32,
        added: body.added as u32,
        removed: body.removed as u32,
        whitespace_hidden: comparison.hidden as u32,
        notes: comparison.notes.clone(),
        total: total as u32,
        marks: marks(&rows, first, total),
        from: from as u32,
        rows: body_rows(&comparison, &rows, first + from..first + to, first, &changes),
        change_rows: changes,
    })
}

/// A window of the difference of two texts, frontmatter and all.
pub fn rows_between(left: &[u8], right: &[u8], from: u32, count: u32) -> PlanDiffView {
    let comparison = compare(left, right, Spaces::Compared);
    let rows = Rows::of(&comparison, Extent::Hunks, Layout::Pairs);
    let total = rows.count();
    let from = (from as usize).min(total);
    let to = (from + count.min(window::LINES) as usize).min(total);
    let changes: Vec<u32> = rows.hunks.iter().map(|hunk| hunk.row as u32).collect();
    let (head, body) = (comparison.frontmatter.count(), comparison.body.count());
    PlanDiffView {
        total: total as u32,
        added: (head.added + body.added) as u32,
        removed: (head.removed + body.removed) as u32,
        from: from as u32,
        rows: body_rows(&comparison, &rows, from..to, 0, &changes),
    }
}

fn recorded_side(activated: &Activated, text: &[u8]) -> DiffSide {
    DiffSide {
        hash: disk::Digest::of(text).to_string(),
        place: DiffPlace::Session { turn: activated.turn, by: activated.by.to_string() },
        at: activated.at.map(Millis),
        lines: window::line_count(text),
        bytes: text.len() as u64,
    }
}

fn disk_side(workspace: &Workspace, disk: &OnDisk) -> DiffSide {
    DiffSide {
        hash: disk::Digest::of(&disk.bytes).to_string(),
        place: DiffPlace::Disk { path: workspace.shown(&disk.path) },
        at: Some(disk.modified),
        lines: window::line_count(&disk.bytes),
        bytes: disk.bytes.len() as u64,
    }
}

fn body_rows(
    comparison: &Comparison,
    rows: &Rows,
    wanted: Range<usize>,
    first: usize,
    changes: &[u32],
) -> Vec<DiffRow> {
    let window = rows.window(comparison, wanted);
    let numbered = window.rows.into_iter().zip(window.from..);
    numbered
        .map(|(row, number)| {
            let number = (number - first) as u32;
            let change = changes.partition_point(|start| *start <= number).saturating_sub(1) as u32;
            diff_row(row, change)
        })
        .collect()
}

fn diff_row(row: ::drift::DiffRow, change: u32) -> DiffRow {
    match row {
        ::drift::DiffRow::Same { left, right, other } => {
            let right = match other {
                Some(line) => diff_line(&line, &[]),
                None => DiffLine { number: right as u32, ..diff_line(&left, &[]) },
            };
            DiffRow::Same { left: diff_line(&left, &[]), right }
        }
        ::drift::DiffRow::Changed { left, right, marks } => DiffRow::Changed {
            change,
            left: Some(diff_line(&left, &marks.left)),
            right: Some(diff_line(&right, &marks.right)),
        },
        ::drift::DiffRow::Removed(line, marks) => {
            DiffRow::Changed { change, left: Some(diff_line(&line, &marks)), right: None }
        }
        ::drift::DiffRow::Added(line, marks) => {
            DiffRow::Changed { change, left: None, right: Some(diff_line(&line, &marks)) }
        }
        ::drift::DiffRow::Fold { count, left, right } => {
            DiffRow::Fold { lines: count as u32, left_from: left.0 as u32, right_from: right.0 as u32 }
        }
    }
}

fn diff_line(line: &Line, marks: &[Range<usize>]) -> DiffLine {
    let mut pieces = pieces(&line.text, marks);
    if line.cut > 0 {
        pieces.push(Piece { text: format!(" [{} bytes not shown]", line.cut), changed: false });
    }
    DiffLine { number: line.number as u32, pieces }
}

fn pieces(text: &str, marks: &[Range<usize>]) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut at = 0;
    let mut push = |from: usize, to: usize, changed: bool| {
        if let Some(text) = text.get(from..to).filter(|text| !text.is_empty()) {
            pieces.push(Piece { text: text.to_owned(), changed });
        }
    };
    for mark in marks {
        push(at, mark.start, false);
        push(mark.start, mark.end, true);
        at = mark.end;
    }
    push(at, text.len(), false);
    pieces
}

/// Frontmatter fields, changed ones first, with their words marked.
fn fields(comparison: &Comparison) -> Vec<FieldChange> {
    let rows = Rows::of(comparison, Extent::WholeFile, Layout::Pairs);
    let window = rows.window(comparison, rows.frontmatter.clone());
    let (mut left, mut right) = (HashMap::new(), HashMap::new());
    for row in window.rows {
        match diff_row(row, 0) {
            DiffRow::Same { left: ours, right: theirs } => {
                left.insert(ours.number, ours.pieces);
                right.insert(theirs.number, theirs.pieces);
            }
            DiffRow::Changed { left: ours, right: theirs, .. } => {
                left.extend(ours.map(|line| (line.number, line.pieces)));
                right.extend(theirs.map(|line| (line.number, line.pieces)));
            }
            DiffRow::Fold { .. } => {}
        }
    }
    let mut fields: Vec<_> = comparison
        .fields
        .iter()
        .map(|field| FieldChange {
            key: field.name.clone(),
            change: match field.state {
                ::drift::FieldState::Equal => FieldState::Equal,
                ::drift::FieldState::Changed => FieldState::Changed,
                ::drift::FieldState::Added => FieldState::Added,
                ::drift::FieldState::Removed => FieldState::Removed,
            },
            left: field_side(&field.left, &left),
            right: field_side(&field.right, &right),
        })
        .collect();
    fields.sort_by_key(|field| field.change == FieldState::Equal);
    fields
}

fn field_side(lines: &Range<usize>, known: &HashMap<u32, Vec<Piece>>) -> Option<FieldSide> {
    let first = lines.clone().next()?;
    let mut pieces: Vec<Piece> = Vec::new();
    for number in lines.clone() {
        if number > first {
            pieces.push(Piece { text: "\n".to_owned(), changed: false });
        }
        pieces.extend(known.get(&(number as u32 + 1)).cloned().unwrap_or_default());
    }
    Some(FieldSide { line: first as u32 + 1, pieces })
}

/// Where changes stand among the rows, in thousandths.
fn marks(rows: &Rows, first: usize, total: usize) -> Vec<ScrollMark> {
    let thousandths = |row: usize| (row * 1000 / total.max(1)) as u32;
    let hunks = rows.hunks.iter().filter(|hunk| hunk.row >= first);
    hunks
        .map(|hunk| {
            let from = hunk.row - first;
            let to = (from + hunk.count.added.max(hunk.count.removed)).min(total);
            ScrollMark {
                from: thousandths(from),
                to: thousandths(to).max(thousandths(from) + 2),
                removed: hunk.count.removed > 0,
                added: hunk.count.added > 0,
            }
        })
        .collect()
}
