use std::ops::Range;

use crate::compare::{Change, Comparison};
use crate::hunk::{CONTEXT, Line, WINDOW, line_of};

/// One row of three texts beside each other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ThreeRow {
    /// A line of each; absent where a text has none there.
    Lines {
        /// Of the text at the left.
        left: Option<Line>,
        /// Of the text both others are compared with.
        middle: Option<Line>,
        /// Of the text at the right.
        right: Option<Line>,
        /// Whether the left text has here what the middle one has.
        left_is: Beside,
        /// Whether the right text has here what the middle one has.
        right_is: Beside,
    },
    /// Lines that are the same in all three and are not shown.
    Fold {
        /// How many.
        count: usize,
    },
}

/// What a text has beside a line of the middle one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Beside {
    /// The same line.
    Same,
    /// Another line, one more, or none.
    Other,
}

/// Three texts laid out beside each other: two that were each compared with the one in the middle.
///
/// Only numbers of lines are kept; texts are made for the rows that are asked for.
#[derive(Debug)]
pub struct Three<'a> {
    left: &'a Comparison,
    right: &'a Comparison,
    rows: Vec<Place>,
}

#[derive(Debug, Clone, Copy)]
enum Place {
    Lines { middle: Option<usize>, left: Cell, right: Cell },
    Fold(usize),
}

/// A line of an outer text, counted from 0.
#[derive(Debug, Clone, Copy)]
struct Cell {
    line: Option<usize>,
    is: Beside,
}

impl<'a> Three<'a> {
    /// Lays three texts out. Both comparisons have the middle text on their left side.
    pub fn of(left: &'a Comparison, right: &'a Comparison) -> Self {
        let (lefts, rights) = (stand(left), stand(right));
        let mut rows = Vec::new();
        for middle in 0..=left.left.count() {
            let (more_left, more_right) = (lefts.more(middle), rights.more(middle));
            for at in 0..more_left.len().max(more_right.len()) {
                // Where only one text has a line more, the other has what the middle one has: nothing.
                let cell = |more: &Range<usize>| match more.clone().nth(at) {
                    None => Cell { line: None, is: Beside::Same },
                    line => Cell { line, is: Beside::Other },
                };
                rows.push(Place::Lines { middle: None, left: cell(&more_left), right: cell(&more_right) });
            }
            if let (Some(left), Some(right)) = (lefts.cells.get(middle), rights.cells.get(middle)) {
                rows.push(Place::Lines { middle: Some(middle), left: *left, right: *right });
            }
        }
        Self { left, right, rows: folded(&rows) }
    }

    /// How many rows there are.
    pub fn count(&self) -> usize {
        self.rows.len()
    }

    /// The rows `wanted`, at most [`WINDOW`] of them.
    pub fn window(&self, wanted: Range<usize>) -> Vec<ThreeRow> {
        self.rows
            .iter()
            .skip(wanted.start)
            .take(wanted.len().min(WINDOW))
            .map(|row| self.drawn(*row))
            .collect()
    }

    fn drawn(&self, row: Place) -> ThreeRow {
        match row {
            Place::Fold(count) => ThreeRow::Fold { count },
            Place::Lines { middle, left, right } => ThreeRow::Lines {
                left: left.line.map(|at| line_of(&self.left.right, at)),
                middle: middle.map(|at| line_of(&self.left.left, at)),
                right: right.line.map(|at| line_of(&self.right.right, at)),
                left_is: left.is,
                right_is: right.is,
            },
        }
    }
}

/// What an outer text has beside each line of the middle one, and the lines it has more before some of them.
struct Standing {
    cells: Vec<Cell>,
    more: Vec<(usize, Range<usize>)>,
}

impl Standing {
    /// The lines it has more before line `middle`.
    fn more(&self, middle: usize) -> Range<usize> {
        let at = self.more.binary_search_by_key(&middle, |(before, _)| *before);
        at.map_or(0..0, |at| self.more[at].1.clone())
    }
}

fn stand(comparison: &Comparison) -> Standing {
    let mut standing = Standing { cells: Vec::new(), more: Vec::new() };
    let mut right = 0;
    for change in comparison.frontmatter.changes.iter().chain(&comparison.body.changes) {
        standing.same(change.left.start, &mut right);
        standing.change(change);
        right = change.right.end;
    }
    standing.same(comparison.left.count(), &mut right);
    standing
}

impl Standing {
    fn same(&mut self, until: usize, right: &mut usize) {
        while self.cells.len() < until {
            self.cells.push(Cell { line: Some(*right), is: Beside::Same });
            *right += 1;
        }
    }

    fn change(&mut self, change: &Change) {
        let both = change.left.len().min(change.right.len());
        for at in 0..change.left.len() {
            let line = (at < both).then_some(change.right.start + at);
            self.cells.push(Cell { line, is: Beside::Other });
        }
        if change.right.len() > both {
            self.more.push((change.left.end, change.right.start + both..change.right.end));
        }
    }
}

/// Long runs that are the same in all three become one row; [`CONTEXT`] lines stay on either side of what is not.
fn folded(rows: &[Place]) -> Vec<Place> {
    let is_same = |row: &Place| matches!(row, Place::Lines { left, right, .. } if left.is == Beside::Same && right.is == Beside::Same);
    let mut found = Vec::with_capacity(rows.len());
    let mut at = 0;
    while at < rows.len() {
        let run = rows[at..].iter().take_while(|row| is_same(row)).count();
        if run == 0 {
            found.push(rows[at]);
            at += 1;
            continue;
        }
        let head = if at > 0 { CONTEXT } else { 0 };
        let tail = if at + run < rows.len() { CONTEXT } else { 0 };
        // One folded line would take the place of the line itself.
        if run <= head + tail + 1 {
            found.extend_from_slice(&rows[at..at + run]);
        } else {
            found.extend_from_slice(&rows[at..at + head]);
            found.push(Place::Fold(run - head - tail));
            found.extend_from_slice(&rows[at + run - tail..at + run]);
        }
        at += run;
    }
    found
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Beside, Three, ThreeRow};
    use crate::compare::{Spaces, compare};
    use crate::hunk::{Line, WINDOW};

    fn rows(left: &str, middle: &str, right: &str) -> Vec<ThreeRow> {
        let left = compare(middle.as_bytes(), left.as_bytes(), Spaces::Compared);
        let right = compare(middle.as_bytes(), right.as_bytes(), Spaces::Compared);
        let three = Three::of(&left, &right);
        three.window(0..three.count())
    }

    fn drawn(left: &str, middle: &str, right: &str) -> String {
        let cell = |line: &Option<Line>| line.as_ref().map_or("·".into(), |line| line.text.clone());
        let mark = |beside: &Beside| if *beside == Beside::Same { "=" } else { "~" };
        let rows = rows(left, middle, right);
        let row = |row: &ThreeRow| match row {
            ThreeRow::Lines { left, middle, right, left_is, right_is } => {
                format!("{}{}{}{}{}", cell(left), mark(left_is), cell(middle), mark(right_is), cell(right))
            }
            ThreeRow::Fold { count } => format!("[{count}]"),
        };
        rows.iter().map(row).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn lines_stand_beside_what_they_are_compared_with() {
        let cases = [
            ("a\nb\n", "a\nb\n", "a\nb\n", "[2]"),
            ("a\nB\n", "a\nb\n", "a\nb\n", "a=a=a B~b=b"),
            ("a\nx\nb\n", "a\nb\n", "a\nb\n", "a=a=a x~·=· b=b=b"),
            ("a\nx\nb\n", "a\nb\n", "a\ny\nz\nb\n", "a=a=a x~·~y ·=·~z b=b=b"),
            ("a\n", "a\nb\n", "b\n", "a=a~· ·~b=b"),
            ("x\n", "", "x\n", "x~·~x"),
            ("", "a\n", "", "·~a~·"),
            ("", "", "", ""),
        ];
        for (left, middle, right, expected) in cases {
            assert_eq!(drawn(left, middle, right), expected, "{left:?} {middle:?} {right:?}");
        }
        let long = (0..40).map(|n| format!("{n}\n")).collect::<String>();
        let changed = long.replace("20\n", "twenty\n");
        let found = drawn(&changed, &long, &changed);
        assert_eq!(found, "[17] 17=17=17 18=18=18 19=19=19 twenty~20~twenty 21=21=21 22=22=22 23=23=23 [16]");
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        /// Every line of every text stands in one row, in its order, or is one of those counted as folded.
        #[test]
        fn nothing_of_three_texts_is_lost(
            left in proptest::collection::vec(0..6_u8, 0..40),
            middle in proptest::collection::vec(0..6_u8, 0..40),
            right in proptest::collection::vec(0..6_u8, 0..40),
        ) {
            let text = |lines: &[u8]| lines.iter().map(|n| format!("line {n}\n")).collect::<String>();
            let (left, middle, right) = (text(&left), text(&middle), text(&right));
            let mut next = [1; 3];
            for row in rows(&left, &middle, &right) {
                match row {
                    ThreeRow::Fold { count } => next.iter_mut().for_each(|next| *next += count),
                    ThreeRow::Lines { left, middle, right, left_is, right_is } => {
                        let same = |one: &Option<Line>| {
                            one.as_ref().map(|line| &line.text) == middle.as_ref().map(|line| &line.text)
                        };
                        prop_assert!(left_is == Beside::Other || same(&left));
                        prop_assert!(right_is == Beside::Other || same(&right));
                        for (next, line) in next.iter_mut().zip([&left, &middle, &right]) {
                            if let Some(line) = line {
                                prop_assert_eq!(line.number, *next);
                                *next += 1;
                            }
                        }
                    }
                }
            }
            for (next, text) in next.into_iter().zip([&left, &middle, &right]) {
                prop_assert_eq!(next - 1, text.lines().count());
            }
            prop_assert!(rows(&left, &middle, &right).len() <= WINDOW);
        }
    }
}
