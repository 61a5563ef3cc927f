//! Points in time as Pixir writes them into logs: RFC 3339 in UTC with six digits of a second.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::index::days;

/// The time as a log writes it.
pub fn written(now: SystemTime) -> String {
    let since = now.duration_since(UNIX_EPOCH).unwrap_or_default();
    let (seconds, micros) = (since.as_secs(), since.subsec_micros());
    let (year, month, day) = date(seconds / 86_400);
    let (hour, minute, second) = (seconds / 3600 % 24, seconds / 60 % 60, seconds % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{micros:06}Z")
}

/// Reads a time in UTC with any number of digits of a second, none included.
pub fn instant(text: &str) -> Option<SystemTime> {
    let (whole, rest) = text.split_at_checked(19)?;
    let fraction = rest.strip_suffix('Z')?;
    let digits =
        if fraction.is_empty() { "" } else { fraction.strip_prefix('.').filter(|d| !d.is_empty())? };
    let number = |from: usize, to: usize| {
        let part = whole.get(from..to)?;
        part.bytes().all(|byte| byte.is_ascii_digit()).then(|| part.parse::<i64>().ok())?
    };
    let marks = [(4, b'-'), (7, b'-'), (10, b'T'), (13, b':'), (16, b':')];
    if marks.iter().any(|(at, mark)| whole.as_bytes()[*at] != *mark) {
        return None;
    }
    let (year, month, day) = (number(0, 4)?, number(5, 7)?, number(8, 10)?);
    let clock = number(11, 13)? * 3600 + number(14, 16)? * 60 + number(17, 19)?;
    let seconds = u64::try_from(days(year, month, day) * 86_400 + clock).ok()?;
    if digits.len() > 18 || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let digit = |at: usize| digits.as_bytes().get(at).map_or(0, |digit| u32::from(digit - b'0'));
    let nanos = (0..9).fold(0, |nanos, at| nanos * 10 + digit(at));
    UNIX_EPOCH.checked_add(Duration::new(seconds, nanos))
}

/// Year, month and day of a day counted from 1970-01-01. Years are counted from March, as in [`days`].
fn date(day: u64) -> (u64, u64, u64) {
    let day = day + 719_468;
    let (era, of_era) = (day / 146_097, day % 146_097);
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let of_month = of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    (year + era * 400 + u64::from(month <= 2), month, of_month)
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, UNIX_EPOCH};

    use super::{instant, written};
    use crate::index::seconds;

    #[test]
    fn a_time_is_read_back_as_it_was_written() {
        for day in (0..40_000).step_by(13).chain([59, 60, 789, 790, 11_016, 11_017]) {
            let time = UNIX_EPOCH + Duration::new(day * 86_400 + 3_723, 123_456_000);
            let text = written(time);
            assert_eq!(instant(&text), Some(time), "{text}");
            let second = u32::try_from(day * 86_400 + 3_723).expect("before 2106");
            assert_eq!(seconds(text.as_bytes()), Some(second), "{text}");
        }
        assert_eq!(written(UNIX_EPOCH + Duration::from_secs(951_782_400)), "2000-02-29T00:00:00.000000Z");
    }

    #[test]
    fn other_writers_may_be_less_exact() {
        let at = |text: &str| {
            instant(text).map(|time| time.duration_since(UNIX_EPOCH).expect("after").as_millis())
        };
        assert_eq!(at("2026-05-01T10:20:30Z"), Some(1_777_630_830_000));
        assert_eq!(at("2026-05-01T10:20:30.5Z"), Some(1_777_630_830_500));
        for odd in
            ["", "2026-05-01", "2026-05-01T10:20:30", "2026-05-01T10:20:30.Z", "2026-05-01T10:20:30+01:00"]
        {
            assert_eq!(at(odd), None, "{odd}");
        }
    }
}
