use std::ops::Range;
use std::time::Instant;

use similar::{Algorithm, DiffTag, capture_diff_slices_deadline};

/// The longest line whose words are compared; in a longer one everything between what both begin and end
/// with is marked.
const LINE_SEARCHED: usize = 4 << 10;

/// The changed words of two lines, as ranges of bytes in each line's text. Empty where nothing stands out.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Marks {
    /// Ranges in the left line.
    pub left: Vec<Range<usize>>,
    /// Ranges in the right line.
    pub right: Vec<Range<usize>>,
}

/// Marks the words that changed between two lines; `None` if the deadline passed.
///
/// Lines that share less than a fifth of their words get no marks: they are different lines.
pub(crate) fn marks(left: &str, right: &str, deadline: Instant) -> Option<Marks> {
    let (first, last) = shared_ends(left, right);
    if left.len().max(right.len()) > LINE_SEARCHED {
        return Some(Marks {
            left: span(first..left.len() - last).into_iter().collect(),
            right: span(first..right.len() - last).into_iter().collect(),
        });
    }
    let (ours, theirs) = (tokens(left), tokens(right));
    let texts = |tokens: &[Range<usize>], text: &'_ str| -> Vec<String> {
        tokens.iter().map(|token| text[token.clone()].to_owned()).collect()
    };
    let (a, b) = (texts(&ours, left), texts(&theirs, right));
    let operations = capture_diff_slices_deadline(Algorithm::Myers, &a, &b, Some(deadline));
    if Instant::now() > deadline {
        return None;
    }
    let mut marks = Marks::default();
    let mut shared = 0;
    for operation in &operations {
        if operation.tag() == DiffTag::Equal {
            let equal = &a[operation.old_range()];
            shared += equal.iter().filter(|token| !token.trim().is_empty()).map(String::len).sum::<usize>();
        } else {
            push(&mut marks.left, left, &ours[operation.old_range()]);
            push(&mut marks.right, right, &theirs[operation.new_range()]);
        }
    }
    let longest = visible(left).max(visible(right));
    Some(if shared * 5 < longest { Marks::default() } else { marks })
}

fn visible(text: &str) -> usize {
    text.split_whitespace().map(str::len).sum()
}

fn span(range: Range<usize>) -> Option<Range<usize>> {
    (!range.is_empty()).then_some(range)
}

/// Adds the bytes of `tokens`, joined with the mark before if only blanks lie between.
fn push(marks: &mut Vec<Range<usize>>, text: &str, tokens: &[Range<usize>]) {
    let (Some(first), Some(last)) = (tokens.first(), tokens.last()) else {
        return;
    };
    match marks.last_mut() {
        Some(before) if text[before.end..first.start].trim().is_empty() => before.end = last.end,
        _ => marks.push(first.start..last.end),
    }
}

/// Words, runs of blanks, and every other character by itself.
fn tokens(text: &str) -> Vec<Range<usize>> {
    #[derive(PartialEq)]
    enum Class {
        Word,
        Blank,
        Mark,
    }
    let class = |char: char| match char {
        _ if char.is_alphanumeric() || char == '_' => Class::Word,
        ' ' | '\t' => Class::Blank,
        _ => Class::Mark,
    };
    let mut tokens: Vec<Range<usize>> = Vec::new();
    let mut before = Class::Mark;
    for (at, char) in text.char_indices() {
        let (now, end) = (class(char), at + char.len_utf8());
        match tokens.last_mut() {
            Some(token) if now == before && now != Class::Mark => token.end = end,
            _ => tokens.push(at..end),
        }
        before = now;
    }
    tokens
}

/// How many bytes both lines begin with and how many they end with, in whole characters.
fn shared_ends(left: &str, right: &str) -> (usize, usize) {
    let pairs = left.chars().zip(right.chars());
    let first: usize = pairs.take_while(|(a, b)| a == b).map(|(char, _)| char.len_utf8()).sum();
    let pairs = left[first..].chars().rev().zip(right[first..].chars().rev());
    let last = pairs.take_while(|(a, b)| a == b).map(|(char, _)| char.len_utf8()).sum();
    (first, last)
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::marks;

    #[test]
    fn changed_words_are_marked_on_both_sides() {
        let check = |left: &str, right: &str, ours: &[&str], theirs: &[&str]| {
            let found = marks(left, right, Instant::now() + Duration::from_secs(5)).unwrap();
            let cut = |text: &str, ranges: &[std::ops::Range<usize>]| -> Vec<String> {
                ranges.iter().map(|range| text[range.clone()].to_owned()).collect()
            };
            assert_eq!(
                (cut(left, &found.left), cut(right, &found.right)),
                (
                    ours.iter().map(ToString::to_string).collect(),
                    theirs.iter().map(ToString::to_string).collect()
                )
            );
        };
        check("- At most 20 entries.", "- At most 12 entries. Sum up.", &["20"], &["12", " Sum up."]);
        check("log --oneline -50", "log --oneline v4", &["-50"], &["v4"]);
        check("a b c d e", "a x y d e", &["b c"], &["x y"]);
        check("to  do", "to do", &["  "], &[" "]);
        check("same\r", "same", &["\r"], &[]);
        check("grün ist", "grau ist", &["grün"], &["grau"]);
        check("nothing shared here", "quite another sentence", &[], &[]);
        // A fifth that is shared is enough.
        check("a bcde", "a fghi", &["bcde"], &["fghi"]);
        check("a bcdefgh", "a ijklmno", &[], &[]);
        // Up to 4 KiB each word is marked, in more everything from the first to the last.
        let middle = "x ".repeat(2_043);
        let line = |first: &str, last: &str| format!("{first} {middle}{last}");
        assert_eq!(line("old", "last.x").len(), 4 << 10);
        check(&line("old", "last.x"), &line("new", "tail.x"), &["old", "last"], &["new", "tail"]);
        let (ours, theirs) = (line("old", "last.xx"), line("new", "tail.xx"));
        check(&ours, &theirs, &[&ours[..ours.len() - 3]], &[&theirs[..theirs.len() - 3]]);
        let long = "word ".repeat(2_000);
        check(&format!("{long}old end"), &format!("{long}new end"), &["old"], &["new"]);
        check(&format!("{long}end"), &format!("{long}more end"), &[], &["more "]);
    }
}
