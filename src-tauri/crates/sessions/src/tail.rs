//! The last events of a log without an index, read backward: what a window shows first.

use std::path::Path;

use disk::{Fault, LogFile};
use memchr::memrchr_iter;

use crate::{Event, Reason, decode};

/// Bytes read at once, from the end on.
const BLOCK: usize = 64 << 10;
/// Bytes read at the most, whatever the lines are like.
pub const TAIL_LIMIT: usize = 16 << 20;

/// The end of a log.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Tail {
    /// The last events in file order; their `line` is 0, since nobody counted.
    pub events: Vec<Event>,
    /// Lines among them that are no events: first byte, length, why.
    pub unread: Vec<(u64, u64, Reason)>,
    /// Bytes after the last line feed that are no complete event: being written.
    pub unfinished: u64,
    /// Whether the first line of the file is among them.
    pub is_whole: bool,
}

/// Reads the last `count` lines that are not empty, from at most [`TAIL_LIMIT`] bytes.
///
/// # Errors
///
/// When the file is missing, is no regular file, or cannot be read.
pub fn last_events(path: &Path, count: usize) -> Result<Tail, Fault> {
    let file = LogFile::open(path)?;
    let size = file.stamp()?.size;
    let mut bytes: Vec<u8> = Vec::new();
    let mut start = size;
    loop {
        let step = BLOCK.max(bytes.len()).min(usize::try_from(start).unwrap_or(usize::MAX));
        let step = step.min(TAIL_LIMIT - bytes.len());
        let mut block = vec![0; step];
        start -= step as u64;
        let read = file.read_at(&mut block, start)?;
        block.truncate(read);
        block.extend_from_slice(&bytes);
        bytes = block;
        let lines = last_lines(&bytes, count, start == 0);
        if start == 0 || lines.len() >= count || bytes.len() >= TAIL_LIMIT {
            return Ok(read_lines(&bytes, start, &lines, size));
        }
    }
}

/// The last lines that are not empty, last first. The first piece of `bytes` counts only at the file's start.
fn last_lines(bytes: &[u8], count: usize, from_start: bool) -> Vec<(usize, usize)> {
    let mut lines = Vec::with_capacity(count.min(1024));
    let mut end = bytes.len();
    for at in memrchr_iter(b'\n', bytes) {
        if lines.len() == count {
            return lines;
        }
        if at + 1 < end {
            lines.push((at + 1, end));
        }
        end = at;
    }
    if from_start && end > 0 && lines.len() < count {
        lines.push((0, end));
    }
    lines
}

fn read_lines(bytes: &[u8], start: u64, lines: &[(usize, usize)], size: u64) -> Tail {
    let first = lines.last().map_or(0, |(from, _)| *from);
    let mut tail =
        Tail { is_whole: start == 0 && bytes[..first].iter().all(|b| *b == b'\n'), ..Tail::default() };
    for (from, to) in lines.iter().rev() {
        let offset = start + *from as u64;
        match decode::event(&bytes[*from..*to], 0, offset) {
            Ok(event) => tail.events.push(event),
            Err(_) if offset + (to - from) as u64 == size => tail.unfinished = (to - from) as u64,
            Err(reason) => tail.unread.push((offset, (to - from) as u64, reason)),
        }
    }
    tail
}

#[cfg(test)]
mod tests {
    use super::last_events;

    #[test]
    fn the_end_is_read_whatever_the_lines_are_like() {
        let line = |n: u32, size: usize| {
            let text = "x".repeat(size);
            format!(
                r#"{{"data":{{"text":"{text}"}},"id":"a","type":"user_message","seq":{n},"session_id":"s","ts":"t"}}"#
            )
        };
        let check = |text: &str, count: usize, seqs: &[u64], unread: usize, unfinished: u64, whole: bool| {
            let file = tempfile::NamedTempFile::new().expect("a file");
            std::io::Write::write_all(&mut file.as_file(), text.as_bytes()).expect("written");
            let tail = last_events(file.path(), count).expect("readable");
            let found: Vec<u64> = tail.events.iter().filter_map(|event| event.seq.number()).collect();
            assert_eq!((found.as_slice(), tail.unread.len()), (seqs, unread));
            assert_eq!((tail.unfinished, tail.is_whole), (unfinished, whole));
        };
        check("", 5, &[], 0, 0, true);
        check("\n\n", 5, &[], 0, 0, true);
        let five: Vec<String> = (0..5).map(|n| line(n, 10)).collect();
        check(&five.join("\n"), 50, &[0, 1, 2, 3, 4], 0, 0, true);
        check(&(five.join("\n\n") + "\n"), 2, &[3, 4], 0, 0, false);
        check(&format!("{}\nnonsense\n{{\"da", five[0]), 3, &[0], 1, 4, true);
        let large = [line(0, 10), line(1, 200_000), line(2, 10)].join("\n");
        check(&large, 2, &[1, 2], 0, 0, false);
        check(&large, 3, &[0, 1, 2], 0, 0, true);
    }
}
