use std::borrow::Cow;
use std::ops::Range;
use std::time::{Duration, Instant};

use similar::{Algorithm, DiffTag, capture_diff_slices_deadline};

use crate::frontmatter::{self, Field};
use crate::lines::{Numbers, Text, squeezed};
use crate::note::{self, Note};
use crate::step::Taken;

/// How long the search for changed lines may take before the answer becomes coarse.
pub const TIME_ALLOWED: Duration = Duration::from_millis(200);

/// The most bytes per side that are compared line by line, behind what both sides begin and end with.
const BYTES_SEARCHED: usize = 2 << 20;

/// The most lines per side that are compared line by line. The search looks at its deadline between
/// steps that grow with the number of lines; at this number a step is some ten milliseconds.
const LINES_SEARCHED: usize = 200_000;

/// What the search keeps of [`TIME_ALLOWED`] for steps that end late, measured with the inputs of `laws`.
const MARGIN: Duration = Duration::from_millis(30);

/// Lines that are trimmed at either end between two looks at the clock; so many are trimmed in any case.
const PACE: usize = 1 << 16;

/// Whether whitespace counts when lines are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Spaces {
    /// Every byte counts.
    Compared,
    /// Lines with the same words are equal. A blank line more or less is still a change.
    Ignored,
}

/// Lines that were replaced. What lies between two changes is equal on both sides.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// The lines that were removed, counted from 0.
    pub left: Range<usize>,
    /// The lines that stand there instead.
    pub right: Range<usize>,
}

/// How much of a section changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Count {
    /// Lines that only the right side has.
    pub added: usize,
    /// Lines that only the left side has.
    pub removed: usize,
    /// Places where lines were replaced.
    pub changes: usize,
}

/// The frontmatter or the body of both sides, with its own changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Section {
    /// The section's lines on the left side.
    pub left: Range<usize>,
    /// The section's lines on the right side.
    pub right: Range<usize>,
    /// What was replaced, in order.
    pub changes: Vec<Change>,
}

/// Two texts and what lies between them. Frontmatter is compared with frontmatter and body with body.
#[derive(Debug, Clone)]
pub struct Comparison {
    /// What was recorded, or the older version.
    pub left: Text,
    /// What is on disk, or the newer version.
    pub right: Text,
    /// The lines up to and including the second fence; empty where a side has none or never closes it.
    pub frontmatter: Section,
    /// Everything else.
    pub body: Section,
    /// The frontmatter field by field.
    pub fields: Vec<Field>,
    /// True when the middle was replaced as a whole instead of searched; a note says why.
    pub coarse: bool,
    /// Pairs of lines that count as equal although their whitespace differs. Zero when whitespace counts.
    pub hidden: usize,
    /// What a person should know beside the lines: line ends, a missing final newline, replaced bytes, limits.
    pub notes: Vec<Note>,
}

impl Comparison {
    /// Added, removed and changes of the whole text.
    pub fn count(&self) -> Count {
        let (front, body) = (self.frontmatter.count(), self.body.count());
        Count {
            added: front.added + body.added,
            removed: front.removed + body.removed,
            changes: front.changes + body.changes,
        }
    }
}

impl Section {
    /// Added, removed and changes of this section.
    pub fn count(&self) -> Count {
        Count {
            added: self.changes.iter().map(|change| change.right.len()).sum(),
            removed: self.changes.iter().map(|change| change.left.len()).sum(),
            changes: self.changes.len(),
        }
    }
}

/// Finds the changed lines between two texts, in at most [`TIME_ALLOWED`] and a little.
///
/// Changing sides exactly mirrors the answer. Texts may be of any size; what is too large or takes too
/// long to search gives a coarse answer: the lines both sides begin and end with, and one change between.
pub fn compare(left: &[u8], right: &[u8], spaces: Spaces) -> Comparison {
    let deadline = Instant::now() + TIME_ALLOWED - MARGIN;
    let (left, right) = (Text::of(left), Text::of(right));
    let (left_cut, right_cut) = match (left.frontmatter(), right.frontmatter()) {
        (Some(left), Some(right)) => (left, right),
        _ => (0, 0),
    };
    let mut search = Search { left: &left, right: &right, spaces, deadline, trouble: Vec::new() };
    let frontmatter = search.section(0..left_cut, 0..right_cut);
    let body = search.section(left_cut..left.count(), right_cut..right.count());
    let mut notes = search.trouble;
    let coarse = !notes.is_empty();
    notes.dedup();
    notes.extend(note::notes(&left, &right));
    let fields = frontmatter::fields(&left, 0..left_cut, &right, 0..right_cut, spaces);
    let mut comparison = Comparison { left, right, frontmatter, body, fields, coarse, hidden: 0, notes };
    comparison.hidden = hidden(&comparison);
    comparison
}

/// The same of what was taken of two texts, as bodies; nothing else of them counts.
pub(crate) fn compare_taken(left: &Taken, right: &Taken, spaces: Spaces) -> Comparison {
    let deadline = Instant::now() + TIME_ALLOWED - MARGIN;
    let mut notes = note::notes(&Text::of(&left.bytes), &Text::of(&right.bytes));
    let (before, first) = (left.lines_before, right.lines_before);
    let (left, right) = (left.numbered(), right.numbered());
    let mut search = Search { left: &left, right: &right, spaces, deadline, trouble: Vec::new() };
    let body = search.section(before..left.count(), first..right.count());
    let frontmatter = Section { left: before..before, right: first..first, changes: Vec::new() };
    let trouble = search.trouble;
    let coarse = !trouble.is_empty();
    notes.splice(0..0, trouble);
    let mut comparison =
        Comparison { left, right, frontmatter, body, fields: Vec::new(), coarse, hidden: 0, notes };
    comparison.hidden = hidden(&comparison);
    comparison
}

/// Counts the pairs of equal lines whose bytes differ.
fn hidden(comparison: &Comparison) -> usize {
    [&comparison.frontmatter, &comparison.body]
        .into_iter()
        .map(|section| hidden_in(comparison, section))
        .sum()
}

fn hidden_in(comparison: &Comparison, section: &Section) -> usize {
    let end =
        Change { left: section.left.end..section.left.end, right: section.right.end..section.right.end };
    let (mut left, mut right, mut hidden) = (section.left.start, section.right.start, 0);
    for change in section.changes.iter().chain([&end]) {
        let run = change.left.start - left;
        if comparison.left.lines(left..left + run) != comparison.right.lines(right..right + run) {
            let differs = |at: &usize| comparison.left.line(left + at) != comparison.right.line(right + at);
            hidden += (0..run).filter(differs).count();
        }
        (left, right) = (change.left.end, change.right.end);
    }
    hidden
}

struct Search<'t> {
    left: &'t Text,
    right: &'t Text,
    spaces: Spaces,
    deadline: Instant,
    trouble: Vec<Note>,
}

impl<'t> Search<'t> {
    fn section(&mut self, left: Range<usize>, right: Range<usize>) -> Section {
        let middle = self.middle(&left, &right);
        let changes = if middle.left.is_empty() && middle.right.is_empty() {
            Vec::new()
        } else if middle.left.is_empty() || middle.right.is_empty() {
            vec![middle]
        } else {
            self.changes(middle)
        };
        Section { left, right, changes }
    }

    /// What lies between the lines that both sides begin with and those they end with.
    fn middle(&mut self, left: &Range<usize>, right: &Range<usize>) -> Change {
        let most = left.len().min(right.len());
        let first = self.run(most, |at| (left.start + at, right.start + at));
        let last = self.run(most - first, |at| (left.end - 1 - at, right.end - 1 - at));
        Change { left: left.start + first..left.end - last, right: right.start + first..right.end - last }
    }

    /// How many of at most `most` pairs of lines are equal in a row.
    fn run(&mut self, most: usize, pair: impl Fn(usize) -> (usize, usize)) -> usize {
        for at in 0..most {
            if at > 0 && at % PACE == 0 && Instant::now() > self.deadline {
                self.trouble.push(Note::TookTooLong { ms: TIME_ALLOWED.as_millis() as u64 });
                return at;
            }
            let (left, right) = pair(at);
            let (left, right) = (self.left.line(left), self.right.line(right));
            if left != right && (self.spaces == Spaces::Compared || squeezed(left) != squeezed(right)) {
                return at;
            }
        }
        most
    }

    fn key<'l>(&self, line: &'l [u8]) -> Cow<'l, [u8]> {
        match self.spaces {
            Spaces::Compared => Cow::Borrowed(line),
            Spaces::Ignored => squeezed(line),
        }
    }

    fn changes(&mut self, middle: Change) -> Vec<Change> {
        let large = |text: &Text, lines: &Range<usize>| {
            lines.len() > LINES_SEARCHED || text.lines(lines.clone()).len() > BYTES_SEARCHED
        };
        if large(self.left, &middle.left) || large(self.right, &middle.right) {
            self.trouble.push(Note::TooLarge { bytes: BYTES_SEARCHED, lines: LINES_SEARCHED });
            return vec![middle];
        }
        let found = self.search(&middle);
        if Instant::now() > self.deadline {
            self.trouble.push(Note::TookTooLong { ms: TIME_ALLOWED.as_millis() as u64 });
            return vec![middle];
        }
        found
    }

    /// Myers' search, of the lines that both sides have: one that the other side has nowhere is a change whatever is
    /// found, and most lines of most changes are such. Of the searches in `similar` it is the fastest on ordinary
    /// edits, gives the fewest changed lines, and ends nearest to its deadline. It runs in one fixed order of the two
    /// texts, so that changing sides cannot change the numbers.
    fn search(&self, middle: &Change) -> Vec<Change> {
        let mut numbers = Numbers::with_room(middle.left.len() + middle.right.len());
        let mut number = |text: &'t Text, lines: &Range<usize>| -> Vec<u32> {
            lines.clone().map(|at| numbers.of(self.key(text.line(at)))).collect()
        };
        let left = number(self.left, &middle.left);
        let right = number(self.right, &middle.right);
        let mirrored = self.left.lines(middle.left.clone()) > self.right.lines(middle.right.clone());
        let (of_left, of_right) = (numbers.among(&left), numbers.among(&right));
        let (left, right) = (shared(&left, &of_right), shared(&right, &of_left));
        let (first, second) = if mirrored { (&right, &left) } else { (&left, &right) };
        let operations = capture_diff_slices_deadline(
            Algorithm::Myers,
            &first.numbers,
            &second.numbers,
            Some(self.deadline),
        );
        let mut changes = Vec::new();
        let mut behind = (middle.left.start, middle.right.start);
        let mut equal_at = |left: usize, right: usize| {
            if (left, right) != behind {
                changes.push(Change { left: behind.0..left, right: behind.1..right });
            }
            behind = (left + 1, right + 1);
        };
        for operation in operations.iter().filter(|operation| operation.tag() == DiffTag::Equal) {
            let (old, new) = (operation.old_range(), operation.new_range());
            let (old, new) = if mirrored { (new, old) } else { (old, new) };
            for (old, new) in old.zip(new) {
                equal_at(middle.left.start + left.places[old], middle.right.start + right.places[new]);
            }
        }
        equal_at(middle.left.end, middle.right.end);
        changes
    }
}

/// Lines of one side that the other has too, and where they stand among all.
struct Shared {
    numbers: Vec<u32>,
    places: Vec<usize>,
}

fn shared(numbers: &[u32], of_other: &[bool]) -> Shared {
    let both = numbers.iter().enumerate().filter(|(_, number)| of_other[**number as usize]);
    let (places, numbers) = both.map(|(place, number)| (place, *number)).unzip();
    Shared { numbers, places }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::{Count, PACE, Search, Spaces, TIME_ALLOWED, compare};
    use crate::lines::Text;
    use crate::note::Note;

    fn check(left: &str, right: &str, frontmatter: (usize, usize), body: (usize, usize)) {
        for (a, b, mirror) in [(left, right, false), (right, left, true)] {
            let found = compare(a.as_bytes(), b.as_bytes(), Spaces::Compared);
            let pair = |count: Count| {
                if mirror { (count.removed, count.added) } else { (count.added, count.removed) }
            };
            assert_eq!(pair(found.frontmatter.count()), frontmatter, "frontmatter of {a:?} and {b:?}");
            assert_eq!(pair(found.body.count()), body, "body of {a:?} and {b:?}");
            assert!(!found.coarse);
        }
    }

    #[test]
    fn each_section_counts_its_own_lines() {
        check("", "", (0, 0), (0, 0));
        check("", "a\nb\n", (0, 0), (2, 0));
        check("a\nb\nc\n", "a\nx\nc\n", (0, 0), (1, 1));
        check("a\nb\nc\n", "a\nc\n", (0, 0), (0, 1));
        check("a\n", "a", (0, 0), (1, 1));
        check("a\n", "a\r\n", (0, 0), (1, 1));
        check("---\nname: a\n---\nbody\n", "---\nname: b\nx: y\n---\nbody\n", (2, 1), (0, 0));
        check("---\nname: a\n---\nbody\n", "---\nname: a\n---\nbody\nmore\n", (0, 0), (1, 0));
        check("body\n", "---\nname: a\n---\nbody\n", (3, 0), (0, 0));
    }

    #[test]
    fn one_side_that_is_too_large_makes_one_change() {
        let many: String = (0..=super::LINES_SEARCHED).map(|at| format!("{at:x}\n")).collect();
        assert!(many.len() < super::BYTES_SEARCHED);
        let wide = "x".repeat(super::BYTES_SEARCHED) + "\n";
        for large in [many + "\n", wide] {
            for (left, right) in [("g\nh\n", large.as_str()), (large.as_str(), "g\nh\n")] {
                let found = compare(left.as_bytes(), right.as_bytes(), Spaces::Compared);
                assert!(found.coarse && found.notes.iter().any(|note| matches!(note, Note::TooLarge { .. })));
                assert_eq!(found.body.count().changes, 1);
            }
        }
    }

    #[test]
    fn a_fence_that_never_closes_makes_everything_body() {
        check("---\nname: a\n---\nbody\n", "---\nname: a\nbody\n", (0, 0), (0, 1));
    }

    #[test]
    fn ignoring_whitespace_says_how_many_lines_it_hid() {
        let check = |left: &str, right: &str, changed: (usize, usize), hidden: usize| {
            let found = compare(left.as_bytes(), right.as_bytes(), Spaces::Ignored);
            assert_eq!(
                (found.count().added, found.count().removed, found.hidden),
                (changed.0, changed.1, hidden)
            );
        };
        check("a b\n", "a  b\n", (0, 0), 1);
        check("a\r\nb\r\nc\n", "a\nb\nc\n", (0, 0), 2);
        check("a\n b\nc\n", "a\n\tb\nd\n", (1, 1), 1);
        check("ab\n", "a b\n", (1, 1), 0);
        check("a\n", "a\n\n", (1, 0), 0);
        check("a\nb", "a\nb\n", (0, 0), 1);
    }

    #[test]
    fn what_is_too_large_to_search_is_still_trimmed() {
        let left = format!("same\n{}last\n", "old line\n".repeat(300_000));
        let right = format!("same\n{}last\n", "new line\n".repeat(300_001));
        let found = compare(left.as_bytes(), right.as_bytes(), Spaces::Compared);
        assert!(found.coarse);
        assert_eq!(found.count(), Count { added: 300_001, removed: 300_000, changes: 1 });
    }

    #[test]
    fn so_many_lines_are_trimmed_however_late_it_is_and_then_the_time_is_looked_at() {
        let text = Text::of("same\n".repeat(2 * PACE).as_bytes());
        let (spaces, deadline) = (Spaces::Compared, Instant::now());
        let mut search = Search { left: &text, right: &text, spaces, deadline, trouble: Vec::new() };
        assert_eq!((search.run(PACE, |at| (at, at)), search.trouble.len()), (PACE, 0));
        assert_eq!(search.run(2 * PACE, |at| (at, at)), PACE);
        assert_eq!(search.trouble, [Note::TookTooLong { ms: TIME_ALLOWED.as_millis() as u64 }]);
    }

    /// How many lines two texts have in common in the same order, by the table that every textbook has.
    fn in_common(left: &[u8], right: &[u8]) -> usize {
        let mut row = vec![0; right.len() + 1];
        for line in left {
            let mut corner = 0;
            for (at, other) in right.iter().enumerate() {
                let longest = if line == other { corner + 1 } else { row[at].max(row[at + 1]) };
                corner = std::mem::replace(&mut row[at + 1], longest);
            }
        }
        row[right.len()]
    }

    proptest! {
        #[test]
        fn no_fewer_lines_could_be_changed(left in vec(0..8_u8, 0..24), right in vec(4..12_u8, 0..24)) {
            let text = |lines: &[u8]| lines.iter().map(|line| format!("{line}\n")).collect::<String>();
            let found = compare(text(&left).as_bytes(), text(&right).as_bytes(), Spaces::Compared);
            let (mut made, mut behind) = (Vec::<u8>::new(), 0);
            for change in &found.body.changes {
                made.extend(&left[behind..change.left.start]);
                made.extend(&right[change.right.clone()]);
                behind = change.left.end;
            }
            made.extend(&left[behind..]);
            prop_assert_eq!(made, right.clone());
            let (count, common) = (found.body.count(), in_common(&left, &right));
            prop_assert_eq!((count.removed, count.added), (left.len() - common, right.len() - common));
        }
    }
}
