//! Recorded lines of a file against the whole of it.

use std::ops::Range;

use crate::body::behind_blank;
use crate::class::{Found, Recorded, changed};
use crate::compare::{Comparison, Spaces, compare};
use crate::lines::{Text, words};
use crate::state::{Basis, Why};
use crate::step::{Step, Taken};

/// How recorded lines stand to the file. Equal if they stand in it together; changed if at least half of those with
/// words still do, in their order. Less may have come from anywhere, and cannot be decided.
pub(crate) fn part(recorded: &Recorded<'_>, text: &[u8], disk: &[u8]) -> Found {
    let ours = Taken::of(text).without_end();
    let (lines, file) = (Text::of(&ours.bytes), Text::of(disk));
    let found = |state, theirs| Found::after(recorded, (Basis::Part, state), (ours.clone(), theirs));
    let undecided = || Found::undecided(recorded, Why::PartUnknown);
    if let Some(start) = place(&lines, &file) {
        return found(None, taken(&file, &(start..start + lines.count())));
    }
    match beside(&lines, &file) {
        None => undecided(),
        Some(window) => {
            let there = taken(&file, &window);
            let state = changed(&with_end(&ours.bytes), &with_end(&there.bytes));
            found(Some(state), there)
        }
    }
}

/// How lines among others stand to the file: the same if all of it stands among them. Nothing else can be decided.
pub(crate) fn mixed(recorded: &Recorded<'_>, text: &[u8], disk: &[u8]) -> Found {
    let theirs = Taken::of(disk).without_end();
    let (lines, file) = (Text::of(text), Text::of(&theirs.bytes));
    match place(&file, &lines) {
        Some(start) => {
            let ours = taken(&lines, &(start..start + file.count()));
            Found::after(recorded, (Basis::Part, None), (ours, theirs))
        }
        None => Found::undecided(recorded, Why::PartUnknown),
    }
}

fn taken(file: &Text, lines: &Range<usize>) -> Taken {
    let mut taken = Taken::of(file.lines(lines.clone()));
    taken.lines_before = lines.start;
    let taken = if lines.len() < file.count() {
        taken.noting(Step::Lines { from: lines.start + 1, to: lines.end })
    } else {
        taken
    };
    taken.without_end()
}

fn with_end(text: &[u8]) -> Vec<u8> {
    [text, b"\n"].concat()
}

/// The line of the file at which the recorded ones begin, by Knuth, Morris and Pratt. What is blank behind the last
/// of them does not count.
fn place(lines: &Text, file: &Text) -> Option<usize> {
    let last = lines.count().checked_sub(1)?;
    let same = |at: usize, line: &[u8]| match at == last {
        true => line.trim_ascii_end() == lines.line(at),
        false => line == lines.line(at),
    };
    let mut falls = vec![0; lines.count()];
    let mut matched = 0;
    for at in 1..last {
        while matched > 0 && lines.line(at) != lines.line(matched) {
            matched = falls[matched - 1];
        }
        matched += usize::from(lines.line(at) == lines.line(matched));
        falls[at] = matched;
    }
    matched = 0;
    for at in 0..file.count() {
        while matched > 0 && !same(matched, file.line(at)) {
            matched = falls[matched - 1];
        }
        matched += usize::from(same(matched, file.line(at)));
        if matched > last {
            return Some(at - last);
        }
    }
    None
}

/// The lines of the file that stand where the recorded ones stood; `None` if too few of them are left to tell.
fn beside(lines: &Text, file: &Text) -> Option<Range<usize>> {
    if lines.count() == 0 {
        return None;
    }
    let left = behind_blank(lines.bytes());
    let right = behind_blank(file.bytes());
    let comparison = compare(&left, &right, Spaces::Ignored);
    let runs = equal_runs(&comparison, lines.count());
    let with_words = |line: &[u8]| words(line).next().is_some();
    let kept = runs.iter().flat_map(|(at, _, length)| *at..at + length);
    let kept = kept.filter(|at| with_words(lines.line(*at))).count();
    let all = (0..lines.count()).filter(|at| with_words(lines.line(*at))).count();
    if kept * 2 < all || kept == 0 {
        return None;
    }
    let ((at, start, _), (last, end, length)) = (runs.first()?, runs.last()?);
    let behind = lines.count() - (last + length);
    Some(start.saturating_sub(*at)..(end + length + behind).min(file.count()))
}

/// The runs of lines that both sides have: where they begin here and in the file, and how long they are. The blank
/// line that was put before both is left out.
fn equal_runs(comparison: &Comparison, lines: usize) -> Vec<(usize, usize, usize)> {
    let (mut left, mut right) = (1, 1);
    let mut runs = Vec::new();
    let changes = comparison.body.changes.iter();
    let ends = changes.map(|change| (change.left.clone(), change.right.clone()));
    for (ours, theirs) in ends.chain([(lines + 1..lines + 1, 0..0)]) {
        if ours.start > left {
            runs.push((left - 1, right - 1, ours.start - left));
        }
        (left, right) = (ours.end.max(1), theirs.end.max(1));
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::{beside, place};
    use crate::lines::Text;

    /// Every text of so many lines, each of which is one of two.
    fn texts(lines: usize) -> impl Iterator<Item = String> {
        (0..1_usize << lines)
            .map(move |bits| (0..lines).map(|at| if bits >> at & 1 == 0 { "a\n" } else { "b\n" }).collect())
    }

    #[test]
    fn lines_are_found_where_they_stand_first() {
        let files: Vec<String> = (0..=8).flat_map(texts).collect();
        for lines in (1..=5).flat_map(texts) {
            // What is wanted comes without its end.
            let wanted = Text::of(lines.trim_end().as_bytes());
            for file in &files {
                // Each line is two bytes.
                let expected = file.match_indices(&lines).map(|(at, _)| at / 2).next();
                let found = place(&wanted, &Text::of(file.as_bytes()));
                assert_eq!(found, expected, "{lines:?} in {file:?}");
            }
        }
    }

    #[test]
    fn half_of_the_lines_tell_where_all_of_them_stood() {
        let check = |lines: &str, file: &str, expected| {
            assert_eq!(
                beside(&Text::of(lines.as_bytes()), &Text::of(file.as_bytes())),
                expected,
                "{lines:?}"
            );
        };
        check("a\nb\n", "a\nx\n", Some(0..2));
        check("a\nb\nc\n", "a\ny\nz\n", None);
        check("a\nb\nc\n", "a\nb\nx\ny\n", Some(0..3));
        check("x\nb\nc\n", "0\ny\nb\nc\n", Some(1..4));
        check("a\nb\n", "", None);
        check("", "a\n", None);
    }
}
