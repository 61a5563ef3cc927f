use std::ops::Range;
use std::time::{Duration, Instant};

use crate::compare::{Change, Comparison, Count, Section};
use crate::lines::Text;
use crate::words::{self, Marks};

/// Unchanged lines shown around a change.
pub const CONTEXT: usize = 3;

/// The most rows one window gives.
pub const WINDOW: usize = 2_000;

/// The most bytes of a line that are shown; the rest is counted.
const LINE_SHOWN: usize = 16 << 10;

/// How long the words of one window may be compared; rows after that have no marks and are counted.
const MARKING: Duration = Duration::from_millis(40);

/// Which unchanged lines are rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extent {
    /// [`CONTEXT`] lines around each change; longer runs are folded to one row.
    Hunks,
    /// Every line.
    WholeFile,
}

/// How replaced lines are laid out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Layout {
    /// Side by side: a removed and an added line share a row as long as there are both.
    Pairs,
    /// One column: the removed lines of a change, then the added ones.
    Single,
}

/// One line of text with its number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// Counted from 1.
    pub number: usize,
    /// The line without its line feed; a carriage return stays. Bytes that are not UTF-8 are U+FFFD.
    pub text: String,
    /// How many bytes of the line are left out behind `text`.
    pub cut: usize,
}

/// One row of the picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DiffRow {
    /// A line both sides have.
    Same {
        /// The left line.
        left: Line,
        /// Its number on the right side.
        right: usize,
        /// The right line's text where it differs in whitespace that was ignored.
        other: Option<Line>,
    },
    /// A removed line beside the line that took its place ([`Layout::Pairs`] only).
    Changed {
        /// The removed line.
        left: Line,
        /// The added line.
        right: Line,
        /// The words that changed.
        marks: Marks,
    },
    /// A line only the left side has, with its changed words if a line took its place.
    Removed(Line, Vec<Range<usize>>),
    /// A line only the right side has, with its changed words if it took a line's place.
    Added(Line, Vec<Range<usize>>),
    /// Unchanged lines that are not shown, counted from 1, both ends included.
    Fold {
        /// How many.
        count: usize,
        /// First and last on the left side.
        left: (usize, usize),
        /// First and last on the right side.
        right: (usize, usize),
    },
}

/// Changes with at most twice [`CONTEXT`] unchanged lines between them: what `n` and `N` step through.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hunk {
    /// The row of its first changed line.
    pub row: usize,
    /// What it changes.
    pub count: Count,
}

/// Some rows of a comparison, with marks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Window {
    /// The number of the first row.
    pub from: usize,
    /// At most [`WINDOW`] rows.
    pub rows: Vec<DiffRow>,
    /// Rows whose words were not compared because time ran out.
    pub unmarked: usize,
}

/// The rows of a comparison: how many there are, where the hunks begin, and any window of them.
///
/// Only runs of rows are kept; texts and marks are made for the rows that are asked for.
#[derive(Debug, Clone)]
pub struct Rows {
    runs: Vec<Run>,
    count: usize,
    /// Where `n` and `N` stop.
    pub hunks: Vec<Hunk>,
    /// The rows of the frontmatter; the others are the body's.
    pub frontmatter: Range<usize>,
}

#[derive(Debug, Clone)]
struct Run {
    kind: Kind,
    first_row: usize,
    left: Range<usize>,
    right: Range<usize>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Same,
    Fold,
    Pairs,
    Removed,
    Added,
}

impl Rows {
    /// Lays out a comparison.
    pub fn of(comparison: &Comparison, extent: Extent, layout: Layout) -> Self {
        let mut rows = Self { runs: Vec::new(), count: 0, hunks: Vec::new(), frontmatter: 0..0 };
        rows.section(&comparison.frontmatter, extent, layout);
        rows.frontmatter.end = rows.count;
        rows.section(&comparison.body, extent, layout);
        rows
    }

    /// How many rows there are.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The rows `from..to`, at most [`WINDOW`] of them. `comparison` must be the one these rows were made of.
    pub fn window(&self, comparison: &Comparison, wanted: Range<usize>) -> Window {
        let from = wanted.start.min(self.count);
        let to = wanted.end.clamp(from, self.count).min(from + WINDOW);
        let mut brush = Brush { deadline: Instant::now() + MARKING, unmarked: 0 };
        let mut rows = Vec::with_capacity(to - from);
        let mut at = self.runs.partition_point(|run| run.first_row + run.rows() <= from);
        for number in from..to {
            while number >= self.runs[at].first_row + self.runs[at].rows() {
                at += 1;
            }
            rows.push(brush.row(comparison, self, at, number - self.runs[at].first_row));
        }
        Window { from, rows, unmarked: brush.unmarked }
    }

    fn section(&mut self, section: &Section, extent: Extent, layout: Layout) {
        for group in groups(&section.changes) {
            let mut hunk = Hunk { row: 0, count: Count::default() };
            for (place, at) in group.enumerate() {
                let change = &section.changes[at];
                self.unchanged(section, at, extent);
                if place == 0 {
                    hunk.row = self.count;
                }
                hunk.count.added += change.right.len();
                hunk.count.removed += change.left.len();
                hunk.count.changes += 1;
                self.change(change, layout);
            }
            self.hunks.push(hunk);
        }
        self.unchanged(section, section.changes.len(), extent);
    }

    /// The unchanged lines before the change `at`, or behind the last one.
    fn unchanged(&mut self, section: &Section, at: usize, extent: Extent) {
        let before = at.checked_sub(1).map(|before| &section.changes[before]);
        let (left, right) =
            before.map_or((section.left.start, section.right.start), |c| (c.left.end, c.right.end));
        let lines = section.changes.get(at).map_or(section.left.end, |change| change.left.start) - left;
        let head = if before.is_some() { CONTEXT } else { 0 };
        let tail = if at < section.changes.len() { CONTEXT } else { 0 };
        // One folded line would take the place of the line itself.
        if extent == Extent::WholeFile || lines <= head + tail + 1 {
            self.push(Kind::Same, left..left + lines, right..right + lines);
            return;
        }
        let fold = lines - tail;
        self.push(Kind::Same, left..left + head, right..right + head);
        self.push(Kind::Fold, left + head..left + fold, right + head..right + fold);
        self.push(Kind::Same, left + fold..left + lines, right + fold..right + lines);
    }

    fn change(&mut self, change: &Change, layout: Layout) {
        let both = match layout {
            Layout::Pairs => change.left.len().min(change.right.len()),
            Layout::Single => 0,
        };
        let (left, right) = (change.left.start + both, change.right.start + both);
        self.push(Kind::Pairs, change.left.start..left, change.right.start..right);
        // In one column the k-th removed line has the k-th added one as its counterpart; what pairs leave
        // over has none, because the other side is used up.
        self.push(Kind::Removed, left..change.left.end, right..change.right.end);
        self.push(Kind::Added, left..change.left.end, right..change.right.end);
    }

    fn push(&mut self, kind: Kind, left: Range<usize>, right: Range<usize>) {
        let run = Run { kind, first_row: self.count, left, right };
        if run.lines() > 0 {
            self.count += run.rows();
            self.runs.push(run);
        }
    }
}

impl Run {
    fn lines(&self) -> usize {
        if self.kind == Kind::Added { self.right.len() } else { self.left.len() }
    }

    fn rows(&self) -> usize {
        if self.kind == Kind::Fold { 1 } else { self.lines() }
    }
}

/// Draws rows until its time is up; from then on without marks.
struct Brush {
    deadline: Instant,
    unmarked: usize,
}

impl Brush {
    fn row(&mut self, comparison: &Comparison, rows: &Rows, run: usize, at: usize) -> DiffRow {
        let run = &rows.runs[run];
        let (left, right) = (run.left.start + at, run.right.start + at);
        match run.kind {
            Kind::Same => same(comparison, left, right),
            Kind::Fold => DiffRow::Fold {
                count: run.lines(),
                left: (run.left.start + 1, run.left.end),
                right: (run.right.start + 1, run.right.end),
            },
            Kind::Pairs => {
                let (left, right) = (line_of(&comparison.left, left), line_of(&comparison.right, right));
                let marks = self.marks(&left, &right);
                DiffRow::Changed { left, right, marks }
            }
            Kind::Removed => {
                let line = line_of(&comparison.left, left);
                let other = (right < run.right.end).then(|| line_of(&comparison.right, right));
                let marks = other.map(|other| self.marks(&line, &other).left);
                DiffRow::Removed(line, marks.unwrap_or_default())
            }
            Kind::Added => {
                let line = line_of(&comparison.right, right);
                let other = (left < run.left.end).then(|| line_of(&comparison.left, left));
                let marks = other.map(|other| self.marks(&other, &line).right);
                DiffRow::Added(line, marks.unwrap_or_default())
            }
        }
    }

    fn marks(&mut self, left: &Line, right: &Line) -> Marks {
        words::marks(&left.text, &right.text, self.deadline).unwrap_or_else(|| {
            self.unmarked += 1;
            Marks::default()
        })
    }
}

fn same(comparison: &Comparison, left: usize, right: usize) -> DiffRow {
    let differs = comparison.left.line(left) != comparison.right.line(right);
    DiffRow::Same {
        left: line_of(&comparison.left, left),
        right: right + 1,
        other: differs.then(|| line_of(&comparison.right, right)),
    }
}

pub(crate) fn line_of(text: &Text, at: usize) -> Line {
    let line = text.line(at);
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    let mut end = line.len().min(LINE_SHOWN);
    while end > 0 && end < line.len() && line[end] & 0xC0 == 0x80 && LINE_SHOWN - end < 4 {
        end -= 1;
    }
    let shown = String::from_utf8_lossy(&line[..end]).into_owned();
    Line { number: at + 1, text: shown, cut: line.len() - end }
}

/// The changes that belong together, as ranges of their numbers.
pub(crate) fn groups(changes: &[Change]) -> impl Iterator<Item = Range<usize>> {
    let mut next = 0;
    std::iter::from_fn(move || {
        let first = next;
        changes.get(first)?;
        next += 1;
        while next < changes.len() && changes[next].left.start - changes[next - 1].left.end <= 2 * CONTEXT {
            next += 1;
        }
        Some(first..next)
    })
}

#[cfg(test)]
mod tests {
    use super::{DiffRow, Extent, LINE_SHOWN, Layout, Rows, WINDOW, line_of};
    use crate::compare::{Count, Spaces, compare};
    use crate::lines::Text;

    /// Draws rows in one letter and their line numbers.
    fn drawn(left: &str, right: &str, extent: Extent, layout: Layout) -> (String, Vec<usize>) {
        let comparison = compare(left.as_bytes(), right.as_bytes(), Spaces::Compared);
        let rows = Rows::of(&comparison, extent, layout);
        let draw = |row: &DiffRow| match row {
            DiffRow::Same { left, right, .. } => format!("={},{right}", left.number),
            DiffRow::Changed { left, right, .. } => format!("~{},{}", left.number, right.number),
            DiffRow::Removed(line, _) => format!("-{}", line.number),
            DiffRow::Added(line, _) => format!("+{}", line.number),
            DiffRow::Fold { count, left, right } => {
                format!("[{count}: {}-{} {}-{}]", left.0, left.1, right.0, right.1)
            }
        };
        let whole = rows.window(&comparison, 0..rows.count());
        // Any window shows what the whole shows there.
        for from in 0..rows.count() {
            let part = rows.window(&comparison, from..from + 2).rows;
            assert_eq!(part, whole.rows[from..(from + 2).min(rows.count())]);
        }
        let text: Vec<String> = whole.rows.iter().map(draw).collect();
        (text.join(" "), rows.hunks.iter().map(|hunk| hunk.row).collect())
    }

    #[test]
    fn a_long_line_is_cut_between_letters() {
        let a = |count: usize| "a".repeat(count).into_bytes();
        for (line, kept) in [
            (a(LINE_SHOWN), LINE_SHOWN),
            (a(LINE_SHOWN + 1), LINE_SHOWN),
            ([a(LINE_SHOWN - 1), "éb".into()].concat(), LINE_SHOWN - 1),
            ([a(LINE_SHOWN - 2), "éb".into()].concat(), LINE_SHOWN),
            ([a(LINE_SHOWN - 3), "𝄞b".into()].concat(), LINE_SHOWN - 3),
            // What is no letter is cut where it is.
            (vec![0x80; LINE_SHOWN + 10], LINE_SHOWN - 4),
        ] {
            let found = line_of(&Text::of(&line), 0);
            assert_eq!((found.number, found.cut), (1, line.len() - kept));
            assert_eq!(found.text, String::from_utf8_lossy(&line[..kept]));
        }
        assert_eq!(line_of(&Text::of(b"a\nb\n"), 1).text, "b");
    }

    #[test]
    fn what_belongs_together_counts_all_its_lines() {
        let comparison = compare(b"a\nb\nc\nd\ne\n", b"a\nx\ny\nc\ne\nf\n", Spaces::Compared);
        let rows = Rows::of(&comparison, Extent::Hunks, Layout::Single);
        let counts: Vec<Count> = rows.hunks.iter().map(|hunk| hunk.count).collect();
        assert_eq!(counts, [Count { added: 3, removed: 2, changes: 3 }]);
    }

    #[test]
    fn long_runs_are_folded() {
        let left: String = (1..=20).map(|n| format!("{n}\n")).collect();
        let right = left.replace("10\n", "ten\nTEN\n");
        let check = |extent, layout, want: &str, hunk| {
            assert_eq!(drawn(&left, &right, extent, layout), (want.into(), vec![hunk]));
        };
        check(
            Extent::Hunks,
            Layout::Pairs,
            "[6: 1-6 1-6] =7,7 =8,8 =9,9 ~10,10 +11 =11,12 =12,13 =13,14 [7: 14-20 15-21]",
            4,
        );
        check(
            Extent::Hunks,
            Layout::Single,
            "[6: 1-6 1-6] =7,7 =8,8 =9,9 -10 +10 +11 =11,12 =12,13 =13,14 [7: 14-20 15-21]",
            4,
        );
        let (text, hunks) = drawn(&left, &right, Extent::WholeFile, Layout::Pairs);
        assert_eq!((text.split(' ').count(), hunks), (21, vec![9]));
    }

    #[test]
    fn hunks_are_apart_by_more_than_their_context() {
        let lines = |changed: &[usize]| -> String {
            (1..=30).map(|n| if changed.contains(&n) { "x\n".to_owned() } else { format!("{n}\n") }).collect()
        };
        let check = |changed: &[usize], hunks: &[usize]| {
            let (_, found) = drawn(&lines(&[]), &lines(changed), Extent::WholeFile, Layout::Pairs);
            assert_eq!(found, hunks, "{changed:?}");
        };
        check(&[], &[]);
        check(&[1], &[0]);
        check(&[1, 8], &[0]);
        check(&[1, 9], &[0, 8]);
        check(&[1, 9, 30], &[0, 8, 29]);
    }

    #[test]
    fn one_unchanged_line_is_shown_rather_than_folded() {
        let left: String = (1..=9).map(|n| format!("{n}\n")).collect();
        let check = |right: &str, want: &str| {
            assert_eq!(drawn(&left, right, Extent::Hunks, Layout::Pairs).0, want);
        };
        check(&left.replace('5', "x"), "=1,1 =2,2 =3,3 =4,4 ~5,5 =6,6 =7,7 =8,8 =9,9");
        check(&left, "[9: 1-9 1-9]");
        check("", "-1 -2 -3 -4 -5 -6 -7 -8 -9");
    }

    #[test]
    fn the_frontmatter_has_rows_of_its_own() {
        let left = "---\nname: a\n---\n\nbody\n";
        let comparison = compare(left.as_bytes(), left.replace("body", "text").as_bytes(), Spaces::Compared);
        let rows = Rows::of(&comparison, Extent::Hunks, Layout::Pairs);
        assert_eq!((rows.frontmatter.clone(), rows.count(), rows.hunks[0].row), (0..1, 3, 2));
        let DiffRow::Fold { count, .. } = rows.window(&comparison, 0..1).rows[0] else { panic!("a fold") };
        assert_eq!(count, 3);
    }

    #[test]
    fn long_lines_are_cut_and_counted() {
        let (left, right) = ("ä".repeat(10_000), "\u{1f600}x".repeat(10_000));
        let comparison = compare(left.as_bytes(), right.as_bytes(), Spaces::Compared);
        let rows = Rows::of(&comparison, Extent::Hunks, Layout::Pairs);
        let DiffRow::Changed { left, right, .. } = &rows.window(&comparison, 0..1).rows[0] else {
            panic!("a pair")
        };
        assert_eq!((left.text.len() + left.cut, right.text.len() + right.cut), (20_000, 50_000));
        assert!(left.text.len() <= 16 << 10 && !right.text.contains('\u{fffd}'));
    }

    #[test]
    fn marks_hold_in_both_layouts_and_bytes_that_are_not_text_are_shown() {
        let (left, right) = (b"a b\xff c\r\n", b"a x\xff c\n");
        let comparison = compare(left, right, Spaces::Compared);
        let rows = Rows::of(&comparison, Extent::Hunks, Layout::Pairs).window(&comparison, 0..9).rows;
        let DiffRow::Changed { left, right, marks } = &rows[0] else { panic!("a pair") };
        assert_eq!((left.text.as_str(), right.text.as_str()), ("a b\u{fffd} c\r", "a x\u{fffd} c"));
        assert_eq!(
            (marks.left.as_slice(), marks.right.as_slice()),
            (&[2..3, 8..9][..], std::slice::from_ref(&(2..3)))
        );
        let single = Rows::of(&comparison, Extent::Hunks, Layout::Single).window(&comparison, 0..9).rows;
        assert_eq!(
            single,
            [
                DiffRow::Removed(left.clone(), marks.left.clone()),
                DiffRow::Added(right.clone(), marks.right.clone())
            ]
        );
    }

    #[test]
    fn a_window_has_a_limit() {
        let comparison = compare("a\n".repeat(5_000).as_bytes(), b"", Spaces::Compared);
        let rows = Rows::of(&comparison, Extent::Hunks, Layout::Pairs);
        assert_eq!(rows.window(&comparison, 0..usize::MAX).rows.len(), WINDOW);
        assert_eq!(rows.window(&comparison, 4_999..9_999).rows.len(), 1);
        assert_eq!(rows.window(&comparison, 9_999..10_000).rows.len(), 0);
    }
}
