//! Three texts of a plan beside each other.

use ::drift::{Beside, Line, Spaces, Three, ThreeRow, compare};
use serde::Serialize;

use crate::window;

/// A window of three texts beside each other: what was seen, what is on disk, what would be.
pub fn three_rows([seen, disk, result]: [&[u8]; 3], from: u32, count: u32) -> PlanThreeView {
    let left = compare(disk, seen, Spaces::Compared);
    let right = compare(disk, result, Spaces::Compared);
    let three = Three::of(&left, &right);
    let from = (from as usize).min(three.count());
    let wanted = from..(from + count.min(window::LINES) as usize).min(three.count());
    PlanThreeView {
        total: three.count() as u32,
        from: from as u32,
        rows: three.window(wanted).into_iter().map(three_row).collect(),
    }
}

fn three_row(row: ThreeRow) -> PlanThreeRow {
    let line = |line: Option<Line>, beside: Beside| {
        line.map(|line| ThreeLine {
            number: line.number as u32,
            text: match line.cut {
                0 => line.text,
                cut => format!("{} [{cut} bytes not shown]", line.text),
            },
            differs: beside == Beside::Other,
        })
    };
    match row {
        ThreeRow::Lines { left, middle, right, left_is, right_is } => PlanThreeRow::Lines {
            seen: line(left, left_is),
            disk: line(middle, right_is),
            result: line(right, right_is),
        },
        ThreeRow::Fold { count } => PlanThreeRow::Fold { lines: count as u32 },
    }
}

/// One row of three texts.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum PlanThreeRow {
    /// A line of each; absent where a text has none there.
    Lines {
        /// Of what was seen: the snapshot, where one is restored.
        seen: Option<ThreeLine>,
        /// Of what is on disk; it differs where the result does.
        disk: Option<ThreeLine>,
        /// Of what would be there afterwards.
        result: Option<ThreeLine>,
    },
    /// Lines that are the same in all three and are not shown.
    Fold {
        /// How many.
        lines: u32,
    },
}

/// A window of the three texts of a plan's place beside each other: what was seen, what is on disk, what would be.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PlanThreeView {
    /// All rows.
    pub total: u32,
    /// The first row's number.
    pub from: u32,
    /// The rows of the window.
    pub rows: Vec<PlanThreeRow>,
}

/// A line of one of three texts.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ThreeLine {
    /// Counted from 1.
    pub number: u32,
    /// The line without its end.
    #[cfg_attr(feature = "typescript", ts(type = "Foreign"))]
    pub text: String,
    /// It is not what stands beside it on disk.
    pub differs: bool,
}
