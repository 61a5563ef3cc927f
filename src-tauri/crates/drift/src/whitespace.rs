use serde::Serialize;
use thiserror::Error;

use crate::lines::{Text, squeezed, without_end, words};
use crate::note;

/// Where two texts with the same words differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "typescript", ts(rename = "WhitespaceKind"))]
#[serde(rename_all = "snake_case")]
pub enum Whitespace {
    /// Lines that ended in CRLF end in LF.
    #[error("CRLF to LF")]
    CrlfToLf,
    /// Lines that ended in LF end in CRLF.
    #[error("LF to CRLF")]
    LfToCrlf,
    /// The last line lost or gained its end.
    #[error("final newline")]
    FinalNewline,
    /// Blanks at the end of lines.
    #[error("trailing blanks")]
    Trailing,
    /// Blanks at the beginning of lines.
    #[error("indentation")]
    Indentation,
    /// Blanks between words.
    #[error("blanks between words")]
    Inside,
    /// Empty lines.
    #[error("blank lines")]
    BlankLines,
    /// Words stand on other lines than before.
    #[error("line breaks")]
    LineBreaks,
}

/// What differs between two texts that have the same words in the same order; `None` if the words differ.
///
/// Only ASCII whitespace counts as such: a no-break space can be seen and can matter.
pub(crate) fn whitespace_only(left: &Text, right: &Text) -> Option<Vec<Whitespace>> {
    if !words(left.bytes()).eq(words(right.bytes())) {
        return None;
    }
    let mut found = Vec::new();
    match note::ends(left).0.cmp(&note::ends(right).0) {
        std::cmp::Ordering::Greater => found.push(Whitespace::CrlfToLf),
        std::cmp::Ordering::Less => found.push(Whitespace::LfToCrlf),
        std::cmp::Ordering::Equal => {}
    }
    if note::unfinished(left) != note::unfinished(right) {
        found.push(Whitespace::FinalNewline);
    }
    found.extend(inside_lines(left, right));
    Some(found)
}

fn inside_lines(left: &Text, right: &Text) -> Vec<Whitespace> {
    let (ours, theirs) = (full_lines(left), full_lines(right));
    if !ours.iter().map(|line| squeezed(line)).eq(theirs.iter().map(|line| squeezed(line))) {
        return vec![Whitespace::LineBreaks];
    }
    let differs = |part: fn(&[u8]) -> &[u8]| ours.iter().zip(&theirs).any(|(a, b)| part(a) != part(b));
    let empty = |text: &Text| -> Vec<bool> {
        (0..text.count()).map(|at| text.line(at).trim_ascii().is_empty()).collect()
    };
    let blanks = |text: &Text| text.count() - full_lines(text).len();
    let mut found = Vec::new();
    if differs(trailing) || (blanks(left) == blanks(right) && blank_content(left) != blank_content(right)) {
        found.push(Whitespace::Trailing);
    }
    if differs(leading) {
        found.push(Whitespace::Indentation);
    }
    if differs(<[u8]>::trim_ascii) {
        found.push(Whitespace::Inside);
    }
    if empty(left) != empty(right) {
        found.push(Whitespace::BlankLines);
    }
    found
}

/// The lines that have words, without their ends.
fn full_lines(text: &Text) -> Vec<&[u8]> {
    (0..text.count())
        .map(|at| without_end(text.line(at)))
        .filter(|line| !line.trim_ascii().is_empty())
        .collect()
}

/// The blanks on lines that have nothing else.
fn blank_content(text: &Text) -> Vec<&[u8]> {
    (0..text.count())
        .map(|at| without_end(text.line(at)))
        .filter(|line| line.trim_ascii().is_empty())
        .collect()
}

fn leading(line: &[u8]) -> &[u8] {
    &line[..line.len() - line.trim_ascii_start().len()]
}

fn trailing(line: &[u8]) -> &[u8] {
    &line[line.trim_ascii_end().len()..]
}

#[cfg(test)]
mod tests {
    use super::Whitespace::{self, *};
    use super::whitespace_only;
    use crate::lines::Text;

    #[test]
    fn the_kind_of_whitespace_is_named() {
        let check = |left: &str, right: &str, want: Option<&[Whitespace]>| {
            let found = whitespace_only(&Text::of(left.as_bytes()), &Text::of(right.as_bytes()));
            assert_eq!(found.as_deref(), want, "{left:?} {right:?}");
        };
        check("a\r\nb\r\n", "a\nb\n", Some(&[CrlfToLf]));
        check("a\nb\n", "a\r\nb\r\n", Some(&[LfToCrlf]));
        check("a\n", "a", Some(&[FinalNewline]));
        check("a\n", "a \n", Some(&[Trailing]));
        check("a\n\nb\n", "a\n  \nb\n", Some(&[Trailing]));
        check("a\n", "\ta\n", Some(&[Indentation]));
        check("a b\n", "a  b\n", Some(&[Inside]));
        check("a\nb\n", "a\n\nb\n", Some(&[BlankLines]));
        check("a b\n", "a\nb\n", Some(&[LineBreaks]));
        check("a\r\n b\r\n", "a\nb", Some(&[CrlfToLf, FinalNewline, Indentation]));
        check("to day\n", "today\n", None);
        check("a\u{a0}b\n", "a b\n", None);
        check("a\n", "b\n", None);
    }
}
