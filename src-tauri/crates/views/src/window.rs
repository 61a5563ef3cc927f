//! Pieces of long texts: no answer carries a whole file.

pub use ::workspace::{floor, line_count};

use message::{Message, message};

use crate::wire::{HexRow, TextWindow};

/// Most lines in one answer.
pub(crate) const LINES: u32 = 2_000;
/// Most bytes of one line that are shown.
const LINE_BYTES: usize = 16 << 10;

/// The lines asked for. Bytes that are not UTF-8 show as U+FFFD.
pub fn lines(bytes: &[u8], from: u32, count: u32) -> TextWindow {
    window(bytes, from, count, line)
}

/// As [`lines`], and no line is cut: what a person decides on is shown whole. The text is bounded elsewhere.
pub fn whole_lines(text: &str, from: u32, count: u32) -> TextWindow {
    window(text.as_bytes(), from, count, |bytes| String::from_utf8_lossy(bytes).into_owned())
}

fn window(bytes: &[u8], from: u32, count: u32, line: impl Fn(&[u8]) -> String) -> TextWindow {
    let total = line_count(bytes);
    let shown = bytes
        .split(|byte| *byte == b'\n')
        .take(total as usize)
        .skip(from as usize)
        .take(count.min(LINES) as usize)
        .map(line)
        .collect();
    TextWindow { from, lines: shown, total, bytes: bytes.len() as u64 }
}

/// `1 event`, `1,284 events`.
pub fn counted(count: u64, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{} {noun}s", grouped(count)) }
}

/// Returns `1 turn`, `1,284 turns`.
pub fn turn_count(turns: usize) -> Message {
    match turns {
        1 => message!("1 turn"),
        count => message!("{count} turns", count = grouped(count as u64)),
    }
}

fn line(bytes: &[u8]) -> String {
    if bytes.len() <= LINE_BYTES {
        return String::from_utf8_lossy(bytes).into_owned();
    }
    let cut = floor(bytes, LINE_BYTES);
    format!("{} [{} of {} bytes shown]", String::from_utf8_lossy(&bytes[..cut]), cut, bytes.len())
}

/// Bytes as rows of sixteen; `first` is the offset of the first byte.
pub fn hex(bytes: &[u8], first: u64) -> Vec<HexRow> {
    bytes.chunks(16).zip(0_u64..).map(|(row, number)| hex_row(row, first + number * 16)).collect()
}

fn hex_row(row: &[u8], offset: u64) -> HexRow {
    let digits: Vec<_> = row.iter().map(|byte| format!("{byte:02x}")).collect();
    let text = row.iter().map(|byte| if (0x20..0x7f).contains(byte) { *byte as char } else { '·' }).collect();
    HexRow { offset: format!("{offset:06x}"), bytes: digits.join(" "), text }
}

/// A number with a comma at every third digit.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let comma = |at: usize| at > 0 && (digits.len() - at).is_multiple_of(3);
    digits
        .chars()
        .enumerate()
        .flat_map(|(at, digit)| comma(at).then_some(',').into_iter().chain([digit]))
        .collect()
}

/// Tokens a text costs, estimated as bytes / 4, rounded up: the usual rule of thumb, never a count.
pub fn tokens(bytes: u64) -> u32 {
    u32::try_from(bytes.div_ceil(4)).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::{floor, hex, line_count, lines};

    #[test]
    fn windows_count_whole_lines() {
        for (text, total) in [("", 0), ("a", 1), ("a\n", 1), ("a\nb", 2), ("\n\n", 2)] {
            assert_eq!(line_count(text.as_bytes()), total, "{text:?}");
            assert_eq!(lines(text.as_bytes(), 0, 99).lines.len(), total as usize, "{text:?}");
        }
        let window = lines(b"a\nb\nc\nd", 1, 2);
        assert_eq!((window.from, window.lines, window.total), (1, vec!["b".to_owned(), "c".to_owned()], 4));
        assert!(lines(b"a", 9, 2).lines.is_empty());
    }

    #[test]
    fn a_long_line_is_cut_between_characters_and_says_so() {
        let window = lines("é".repeat(20_000).as_bytes(), 0, 1);
        assert!(window.lines[0].ends_with("[16384 of 40000 bytes shown]"), "{}", &window.lines[0][32_700..]);
        assert_eq!(floor("aé".as_bytes(), 2), 1);
    }

    #[test]
    fn hex_rows_name_their_offset() {
        let rows = hex(b"0123456789abcdef\x00z", 32);
        assert_eq!(rows[1].offset, "000030");
        assert_eq!(rows[1].bytes, "00 7a");
        assert_eq!(rows[1].text, "·z");
    }
}
