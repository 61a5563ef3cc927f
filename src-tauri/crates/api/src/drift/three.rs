//! Three texts of a plan beside each other.

use ::drift::{Beside, Line, Spaces, Three, ThreeRow, compare};

use crate::manage::{PlanThreeRow, PlanThreeView, ThreeLine};
use crate::window;

/// A window of three texts beside each other: what was seen, what is on disk, what would be.
pub(crate) fn three_rows([seen, disk, result]: [&[u8]; 3], from: u32, count: u32) -> PlanThreeView {
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
