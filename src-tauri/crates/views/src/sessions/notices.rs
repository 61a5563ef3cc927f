//! Texts that are in context together and should not go unseen: two versions of one skill, one text twice.

use std::collections::BTreeMap;
use std::ops::Range;

use ::workspace::{Letters, Read, Timeline, What};

use super::{Letter, Notice, NoticeKind};

/// Notices in one answer.
const NOTICES: usize = 100;

/// The notices of a session, in the order of its timeline.
pub(crate) fn notices(
    read: &Read,
    timeline: &Timeline,
    letters: &Letters,
    in_context: &[::sessions::Band],
) -> Vec<Notice> {
    let mut spans: BTreeMap<&str, Vec<(usize, Range<usize>)>> = BTreeMap::new();
    // A repeat that sent no text is in context by its name alone.
    let has_text =
        |band: &&::sessions::Band| read.activated_at(band.position).is_none_or(|one| !one.is_by_name());
    for band in in_context.iter().filter(has_text) {
        let Some((index, letter)) = letters.index_at(band.position).zip(letters.at(band.position)) else {
            continue;
        };
        spans.entry(&letter.name).or_default().extend(band.spans.iter().map(|span| (index, span.clone())));
    }
    let mut found: Vec<(usize, Notice)> = Vec::new();
    for spans in spans.values() {
        for (kind, span, together) in overlaps(spans) {
            let letters: Vec<Letter> = together.iter().map(|at| Letter::from(&letters.all()[*at])).collect();
            let from = timeline.row_of(span.start).unwrap_or(0);
            let to = timeline.row_of(span.end.saturating_sub(1)).unwrap_or(from).max(from);
            let turns = turns(timeline, from, to);
            found.push((span.start, Notice { kind, letters, from: from as u32, to: to as u32, turns }));
        }
    }
    found.sort_by_key(|(start, notice)| (*start, notice.kind));
    found.into_iter().map(|(_, notice)| notice).take(NOTICES).collect()
}

/// Stretches in which more than one text of a skill is in context, each with the snapshots that are; texts of
/// one snapshot count once for versions. Neighbours with the same snapshots are one stretch.
fn overlaps(spans: &[(usize, Range<usize>)]) -> Vec<(NoticeKind, Range<usize>, Vec<usize>)> {
    let mut cuts: Vec<usize> = spans.iter().flat_map(|(_, span)| [span.start, span.end]).collect();
    cuts.sort_unstable();
    cuts.dedup();
    let mut found: Vec<(NoticeKind, Range<usize>, Vec<usize>)> = Vec::new();
    let mut say = |kind: NoticeKind, span: Range<usize>, together: Vec<usize>| {
        let last = found
            .iter_mut()
            .rev()
            .find(|(known, before, with)| *known == kind && before.end == span.start && *with == together);
        match last {
            Some((_, before, _)) => before.end = span.end,
            None => found.push((kind, span, together)),
        }
    };
    for cut in cuts.windows(2) {
        let (start, end) = (cut[0], cut[1]);
        let open =
            spans.iter().filter(|(_, span)| span.start <= start && end <= span.end).map(|(index, _)| *index);
        let all: Vec<usize> = open.collect();
        let mut versions = all.clone();
        versions.sort_unstable();
        versions.dedup();
        let twice: Vec<usize> =
            versions.iter().copied().filter(|one| all.iter().filter(|it| *it == one).count() > 1).collect();
        for one in twice {
            say(NoticeKind::Repeated, start..end, vec![one]);
        }
        if versions.len() > 1 {
            say(NoticeKind::Versions, start..end, versions);
        }
    }
    found
}

/// The first and the last turn of some rows; `None` if no turn is among them.
fn turns(timeline: &Timeline, from: usize, to: usize) -> Option<(u32, u32)> {
    let turn = |row: usize| match timeline.rows.get(row).map(|row| row.what) {
        Some(What::Turn(index)) => Some(index as u32 + 1),
        _ => None,
    };
    Some(((from..=to).find_map(turn)?, (from..=to).rev().find_map(turn)?))
}

#[cfg(test)]
mod tests {
    use super::{NoticeKind, overlaps};

    #[test]
    fn texts_that_are_in_context_together_are_told_once_for_each_stretch() {
        use NoticeKind::{Repeated, Versions};
        assert_eq!(overlaps(&[(0, 0..5), (1, 5..9)]), [], "one after the other");
        assert_eq!(overlaps(&[(0, 0..9), (1, 4..7)]), [(Versions, 4..7, vec![0, 1])]);
        assert_eq!(overlaps(&[(0, 0..9), (0, 4..9)]), [(Repeated, 4..9, vec![0])]);
        assert_eq!(
            overlaps(&[(0, 0..9), (1, 2..9), (1, 5..9)]),
            [(Versions, 2..9, vec![0, 1]), (Repeated, 5..9, vec![1])]
        );
        assert_eq!(
            overlaps(&[(0, 0..9), (1, 2..9), (2, 5..9)]),
            [(Versions, 2..5, vec![0, 1]), (Versions, 5..9, vec![0, 1, 2])]
        );
    }
}
