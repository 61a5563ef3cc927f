use serde::Serialize;

use crate::lines::Text;

/// One of the two texts of a comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "typescript", ts(rename = "DiffNoteSide"))]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// The recorded or older one.
    Left,
    /// The one on disk, or newer.
    Right,
}

/// A fact about a comparison that stands beside its lines.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "typescript", ts(rename = "DiffNote"))]
#[serde(tag = "code", content = "args", rename_all = "snake_case")]
pub enum Note {
    /// The sides end their lines differently.
    LineEnds {
        /// Lines of the left side that end in CRLF, and all that have an end.
        left: (usize, usize),
        /// The same of the right side.
        right: (usize, usize),
    },
    /// Only this side's last line has no line end.
    NoFinalNewline {
        /// The side.
        side: Side,
    },
    /// Only this side begins with a byte order mark; Pixir reads no frontmatter behind one.
    ByteOrderMark {
        /// The side.
        side: Side,
    },
    /// Some bytes of this side are not UTF-8 and are shown as U+FFFD.
    Replaced {
        /// The side.
        side: Side,
        /// How many.
        bytes: usize,
    },
    /// The changed middle is larger than what is searched line by line.
    TooLarge {
        /// The most bytes per side.
        bytes: usize,
        /// The most lines per side.
        lines: usize,
    },
    /// The search was given up.
    TookTooLong {
        /// After so many milliseconds.
        ms: u64,
    },
}

impl Note {
    /// The note in words, with the names the reader knows the sides by, such as `recorded` and `on disk`.
    pub fn sentence(&self, left: &str, right: &str) -> String {
        let name = |side: &Side| match side {
            Side::Left => left,
            Side::Right => right,
        };
        match self {
            Self::LineEnds { left, right } => line_ends(*left, *right),
            Self::NoFinalNewline { side } => format!("No newline at the end of the text {}.", name(side)),
            Self::ByteOrderMark { side } => format!(
                "The text {} begins with a byte order mark; Pixir reads no frontmatter after one.",
                name(side)
            ),
            Self::Replaced { side, bytes } => format!(
                "{} of the text {} {} not UTF-8, shown as \u{fffd}.",
                number(*bytes, "byte", "bytes"),
                name(side),
                if *bytes == 1 { "is" } else { "are" }
            ),
            Self::TooLarge { bytes, lines } => format!(
                "The changed part is larger than {} MiB or {lines} lines on one side. It is shown as one change.",
                bytes >> 20
            ),
            Self::TookTooLong { ms } => format!(
                "The line by line search was stopped after {ms} ms. The changed part is shown as one change."
            ),
        }
    }
}

fn line_ends(left: (usize, usize), right: (usize, usize)) -> String {
    match (left, right) {
        ((crlf, all), (0, lines)) if crlf == all && lines == all => {
            format!("CRLF → LF on {}", number(all, "line", "lines"))
        }
        ((0, lines), (crlf, all)) if crlf == all && lines == all => {
            format!("LF → CRLF on {}", number(all, "line", "lines"))
        }
        _ => format!(
            "CRLF on {} of {} → on {} of {}",
            left.0,
            number(left.1, "line", "lines"),
            right.0,
            number(right.1, "line", "lines")
        ),
    }
}

fn number(count: usize, one: &str, many: &str) -> String {
    if count == 1 { format!("1 {one}") } else { format!("{count} {many}") }
}

/// The facts that follow from the two texts alone.
pub(crate) fn notes(left: &Text, right: &Text) -> Vec<Note> {
    let mut notes = Vec::new();
    let (left_ends, right_ends) = (ends(left), ends(right));
    let mixture = |(crlf, all): (usize, usize)| (crlf > 0, crlf < all);
    if left_ends.1 > 0 && right_ends.1 > 0 && mixture(left_ends) != mixture(right_ends) {
        notes.push(Note::LineEnds { left: left_ends, right: right_ends });
    }
    match (unfinished(left), unfinished(right)) {
        (true, false) => notes.push(Note::NoFinalNewline { side: Side::Left }),
        (false, true) => notes.push(Note::NoFinalNewline { side: Side::Right }),
        _ => {}
    }
    match (marked(left), marked(right)) {
        (true, false) => notes.push(Note::ByteOrderMark { side: Side::Left }),
        (false, true) => notes.push(Note::ByteOrderMark { side: Side::Right }),
        _ => {}
    }
    for (side, text) in [(Side::Left, left), (Side::Right, right)] {
        if std::str::from_utf8(text.bytes()).is_err() {
            let replaced = text.bytes().utf8_chunks().map(|chunk| chunk.invalid().len()).sum();
            notes.push(Note::Replaced { side, bytes: replaced });
        }
    }
    notes
}

/// How many line ends are CRLF, and how many there are.
pub(crate) fn ends(text: &Text) -> (usize, usize) {
    let crlf = (0..text.count()).filter(|at| text.line(*at).ends_with(b"\r\n")).count();
    (crlf, text.count() - usize::from(unfinished(text)))
}

/// Whether the last line has no line end.
pub(crate) fn unfinished(text: &Text) -> bool {
    text.bytes().last().is_some_and(|byte| *byte != b'\n')
}

fn marked(text: &Text) -> bool {
    text.bytes().starts_with(b"\xef\xbb\xbf")
}

#[cfg(test)]
mod tests {
    use super::notes;
    use crate::lines::Text;

    #[test]
    fn facts_beside_the_lines_are_told_in_words() {
        let check = |left: &[u8], right: &[u8], want: &[&str]| {
            let found: Vec<String> = notes(&Text::of(left), &Text::of(right))
                .iter()
                .map(|note| note.sentence("recorded", "on disk"))
                .collect();
            assert_eq!(found, want);
        };
        check(b"a\nb\n", b"a\nc\n", &[]);
        check(b"a\r\nb\r\n", b"a\nb\n", &["CRLF → LF on 2 lines"]);
        check(b"a\n", b"a\r\n", &["LF → CRLF on 1 line"]);
        check(b"a\r\nb\n", b"a\nb\nc\n", &["CRLF on 1 of 2 lines → on 0 of 3 lines"]);
        check(b"a\r\nb\r\n", b"a\nb\nc\n", &["CRLF on 2 of 2 lines → on 0 of 3 lines"]);
        check(b"a\nb\nc\n", b"a\r\nb\r\n", &["CRLF on 0 of 3 lines → on 2 of 2 lines"]);
        check(b"a\nb\n", b"a\r\nb\n", &["CRLF on 0 of 2 lines → on 1 of 2 lines"]);
        check(b"a\r\nb\n", b"a\r\nb\r\n", &["CRLF on 1 of 2 lines → on 2 of 2 lines"]);
        check(b"a\r\nb\r\n", b"a\r\n", &[]);
        check(b"a\r\nb", b"a\r\n", &["No newline at the end of the text recorded."]);
        check(b"a", b"b\r\n", &["No newline at the end of the text recorded."]);
        check(
            b"\xef\xbb\xbfa\n",
            b"a\n",
            &["The text recorded begins with a byte order mark; Pixir reads no frontmatter after one."],
        );
        check(b"a\n", b"a", &["No newline at the end of the text on disk."]);
        check(b"a", b"b", &[]);
        check(
            b"\xff\xfe\n",
            b"a\xc3\n",
            &[
                "2 bytes of the text recorded are not UTF-8, shown as \u{fffd}.",
                "1 byte of the text on disk is not UTF-8, shown as \u{fffd}.",
            ],
        );
        check(
            b"a\n",
            b"\xef\xbb\xbfa\n",
            &["The text on disk begins with a byte order mark; Pixir reads no frontmatter after one."],
        );
    }
}
