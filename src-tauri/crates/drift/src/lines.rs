use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;

use foldhash::quality::RandomState;
use memchr::memchr_iter;

/// Some bytes cut into lines.
///
/// A line ends behind its line feed; only the last may lack one. A carriage return is part of the line,
/// because Pixir reads frontmatter by whole lines and a lost `\r` changes what it sees.
/// Costs eight bytes per line beside the text.
#[derive(Debug, Clone)]
pub struct Text {
    bytes: Vec<u8>,
    /// Where each line begins, and the end of the text.
    starts: Vec<usize>,
}

impl Text {
    /// Cuts `bytes` into lines.
    pub fn of(bytes: &[u8]) -> Self {
        let ends = memchr_iter(b'\n', bytes);
        let mut starts = Vec::with_capacity(ends.clone().count() + 2);
        starts.push(0);
        starts.extend(ends.map(|at| at + 1));
        if starts.last() != Some(&bytes.len()) {
            starts.push(bytes.len());
        }
        Self { bytes: bytes.to_vec(), starts }
    }

    /// The whole text.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// How many lines there are; none in an empty text.
    pub fn count(&self) -> usize {
        self.starts.len() - 1
    }

    /// A line with its line end, counted from 0. Panics behind the last line, as a slice does.
    pub fn line(&self, at: usize) -> &[u8] {
        &self.bytes[self.starts[at]..self.starts[at + 1]]
    }

    /// Some lines in one piece.
    pub fn lines(&self, range: Range<usize>) -> &[u8] {
        &self.bytes[self.starts[range.start]..self.starts[range.end]]
    }

    /// How many of the first lines are the frontmatter with both fences; `None` if it opens and never closes.
    pub(crate) fn frontmatter(&self) -> Option<usize> {
        skills::frontmatter_lines((0..self.count()).map(|at| self.line(at)))
    }
}

/// A line without its line feed and without the carriage return before it.
pub(crate) fn without_end(line: &[u8]) -> &[u8] {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    line.strip_suffix(b"\r").unwrap_or(line)
}

/// The words of a text: what stands between ASCII whitespace.
pub(crate) fn words(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty())
}

/// A line as it counts when whitespace is ignored: its words with one blank between them.
pub(crate) fn squeezed(line: &[u8]) -> Cow<'_, [u8]> {
    let trimmed = line.trim_ascii();
    let mut blank_before = false;
    let tidy = trimmed.iter().all(|byte| {
        let blank = byte.is_ascii_whitespace();
        let fits = !blank || (*byte == b' ' && !blank_before);
        blank_before = blank;
        fits
    });
    if tidy {
        return Cow::Borrowed(trimmed);
    }
    let mut out = Vec::with_capacity(trimmed.len());
    for word in words(trimmed) {
        if !out.is_empty() {
            out.push(b' ');
        }
        out.extend_from_slice(word);
    }
    Cow::Owned(out)
}

/// Numbers that are equal exactly where lines are equal, so that the search compares numbers.
pub(crate) struct Numbers<'t> {
    known: HashMap<Cow<'t, [u8]>, u32, RandomState>,
}

impl<'t> Numbers<'t> {
    /// Room for as many lines as will be asked about, so that none is hashed twice.
    pub(crate) fn with_room(lines: usize) -> Self {
        Self { known: HashMap::with_capacity_and_hasher(lines, RandomState::default()) }
    }

    /// The number of a line. Lines of one comparison are fewer than 2^32: their count is capped far below.
    pub(crate) fn of(&mut self, line: Cow<'t, [u8]>) -> u32 {
        let next = u32::try_from(self.known.len()).unwrap_or(u32::MAX);
        *self.known.entry(line).or_insert(next)
    }

    /// Of every number whether it is one of these.
    pub(crate) fn among(&self, numbers: &[u32]) -> Vec<bool> {
        let mut among = vec![false; self.known.len()];
        for number in numbers {
            among[*number as usize] = true;
        }
        among
    }
}

#[cfg(test)]
mod tests {
    use super::{Text, squeezed};

    #[test]
    fn a_text_is_cut_behind_line_feeds() {
        let check = |bytes: &[u8], lines: &[&[u8]]| {
            let text = Text::of(bytes);
            let found: Vec<&[u8]> = (0..text.count()).map(|at| text.line(at)).collect();
            assert_eq!(found, lines);
            assert_eq!(text.lines(0..text.count()), bytes);
        };
        check(b"", &[]);
        check(b"a", &[b"a"]);
        check(b"a\n", &[b"a\n"]);
        check(b"\n\n", &[b"\n", b"\n"]);
        check(b"a\r\nb\rc\n\xff", &[b"a\r\n", b"b\rc\n", b"\xff"]);
    }

    #[test]
    fn squeezing_keeps_the_words() {
        let check = |line: &str, want: &str| assert_eq!(squeezed(line.as_bytes()), want.as_bytes());
        check("  a\tb  c\r\n", "a b c");
        check("a b\n", "a b");
        check("a\tb", "a b");
        check(" \t\r\n", "");
        check("ab", "ab");
        check("a\u{a0}b", "a\u{a0}b");
    }
}
