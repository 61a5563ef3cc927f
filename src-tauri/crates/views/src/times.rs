//! Something counted over time, in equal parts, as pictures draw it.

use std::time::SystemTime;

use serde::Serialize;

use crate::wire::Millis;

/// Counts over time. What lies before the first part is counted beside it: one wrong clock spoils no picture.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Times {
    /// Where each part begins, and behind them where the last one ends; nothing where no time is known.
    pub edges: Vec<Millis>,
    /// How long a part is: `hour`, `day`, `week`, `4 weeks`, `13 weeks` or `52 weeks`.
    pub unit: String,
    /// How many lie in each part.
    pub counts: Vec<u32>,
    /// How many lie before the first part.
    pub before: u32,
    /// How many have no time, or one that is still to come.
    pub undated: u32,
}

const MINUTE: i64 = 60_000;
const HOUR: i64 = 60 * MINUTE;
const DAY: i64 = 24 * HOUR;
const WEEK: i64 = 7 * DAY;
/// From the start of 1970, a Thursday, to the first Monday.
const MONDAY: i64 = 4 * DAY;
/// Parts of a picture at most.
const MOST: i64 = 60;
const UNITS: [(i64, &str); 6] = [
    (HOUR, "hour"),
    (DAY, "day"),
    (WEEK, "week"),
    (4 * WEEK, "4 weeks"),
    (13 * WEEK, "13 weeks"),
    (52 * WEEK, "52 weeks"),
];

impl Times {
    /// Counts some times, days as of a clock that is so many minutes before UTC.
    pub fn of(times: impl Iterator<Item = Option<i64>> + Clone, zone: i32, now: SystemTime) -> Self {
        let soon = Millis::at(now).0 + DAY;
        let dated = times.clone().flatten().filter(|at| (0..soon).contains(at));
        let (Some(first), Some(last)) = (dated.clone().min(), dated.clone().max()) else {
            return Self { undated: times.count() as u32, ..Self::default() };
        };
        let [_, .., longest] = UNITS;
        let parts = |width: i64| begin(last, width, zone) / width - begin(first, width, zone) / width + 1;
        let (width, unit) = UNITS.into_iter().find(|(width, _)| parts(*width) <= MOST).unwrap_or(longest);
        let count = parts(width).min(MOST);
        let from = begin(last, width, zone) - (count - 1) * width;
        let mut made = Self {
            edges: (0..=count).map(|part| Millis(from + part * width)).collect(),
            unit: unit.to_owned(),
            counts: vec![0; count as usize],
            before: 0,
            undated: 0,
        };
        for at in times {
            match at.filter(|at| (0..soon).contains(at)) {
                None => made.undated += 1,
                Some(at) => match made.part_of(at) {
                    Some(part) => made.counts[part] += 1,
                    None => made.before += 1,
                },
            }
        }
        made
    }

    /// The part a time lies in.
    pub fn part_of(&self, at: i64) -> Option<usize> {
        let after = self.edges.partition_point(|edge| edge.0 <= at);
        after.checked_sub(1).filter(|part| *part < self.counts.len())
    }
}

/// Where the part that holds a time begins; weeks begin on Monday.
fn begin(at: i64, width: i64, zone: i32) -> i64 {
    let shift = i64::from(zone) * MINUTE - if width < WEEK { 0 } else { MONDAY };
    (at + shift).div_euclid(width) * width - shift
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, UNIX_EPOCH};

    use super::*;

    /// 1 May 2026, a Friday, noon in UTC.
    const NOON: i64 = 1_777_636_800_000;

    fn of(times: &[i64], zone: i32) -> Times {
        let now = UNIX_EPOCH + Duration::from_millis(NOON as u64);
        Times::of(times.iter().map(|at| Some(*at)), zone, now)
    }

    #[test]
    fn parts_are_as_short_as_there_is_room_for() {
        let far = |back: i64| of(&[NOON - back, NOON], 0);
        assert_eq!((far(5 * HOUR).unit.as_str(), far(5 * HOUR).counts), ("hour", vec![1, 0, 0, 0, 0, 1]));
        assert_eq!((far(59 * DAY).unit.as_str(), far(59 * DAY).counts.len()), ("day", 60));
        assert_eq!(far(60 * DAY).unit, "week");
        assert_eq!(far(20 * 365 * DAY).unit, "52 weeks");
        let one = of(&[NOON], 0);
        assert_eq!((one.edges, one.counts), (vec![Millis(NOON), Millis(NOON + HOUR)], vec![1]));
    }

    #[test]
    fn days_begin_at_midnight_of_the_clock_on_the_wall_and_weeks_on_monday() {
        let days = of(&[NOON - 70 * HOUR, NOON], 120);
        assert_eq!(days.unit, "day");
        assert_eq!(days.edges[0], Millis(NOON - 3 * DAY - 14 * HOUR));
        assert_eq!(days.counts, [1, 0, 0, 1]);
        let weeks = of(&[NOON - 70 * DAY, NOON], 0);
        // 27 April 2026.
        assert_eq!(weeks.edges[weeks.counts.len() - 1], Millis(NOON - 4 * DAY - 12 * HOUR));
    }

    #[test]
    fn every_time_is_counted_once_whatever_the_clock_said() {
        let mut times: Vec<i64> = (0..500).map(|number| NOON - number * 37 * HOUR).collect();
        times.extend([0, -5, NOON + 400 * DAY, i64::MAX, i64::MIN]);
        let made = of(&times, -300);
        let sum: u32 = made.counts.iter().sum();
        assert_eq!(sum + made.before + made.undated, times.len() as u32);
        assert_eq!((made.undated, made.counts.len() as i64 <= MOST), (4, true));
        assert_eq!(of(&[], 0), Times::default());
    }
}
