//! A piece of a text around what was found.

use std::ops::Range;

/// Characters before the first hit.
const BEFORE: usize = 60;
/// Characters in all.
const LENGTH: usize = 240;

/// A piece of a text, and what was found in it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Snippet {
    /// The piece, as it stands.
    pub text: String,
    /// What was found, in bytes of `text`, in order, apart from each other.
    pub hits: Vec<Range<usize>>,
    /// Bytes of the whole text before the piece.
    pub before: usize,
    /// Bytes after it.
    pub after: usize,
}

impl Snippet {
    /// The piece around the first of the ranges, which lie on characters and in order.
    pub fn of(text: &str, hits: &[Range<usize>]) -> Self {
        let first = hits.first().map_or(0, |hit| hit.start);
        let start = text[..first].char_indices().rev().take(BEFORE).last().map_or(first, |(at, _)| at);
        let end = text[start..].char_indices().nth(LENGTH).map_or(text.len(), |(at, _)| start + at);
        let inside = hits.iter().filter(|hit| hit.start < end && hit.end > start);
        let mut last = 0;
        let hits = inside.filter_map(|hit| {
            let range = hit.start.max(start) - start..hit.end.min(end) - start;
            let apart = (range.start >= last && !range.is_empty()).then_some(range.clone());
            last = last.max(range.end);
            apart
        });
        Self {
            hits: hits.collect(),
            text: text[start..end].to_owned(),
            before: start,
            after: text.len() - end,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Snippet;

    #[test]
    fn a_snippet_lies_around_the_first_hit() {
        let check = |text: &str, word: &str, shown: usize, hits: usize| {
            let found: Vec<_> = text.match_indices(word).map(|(at, word)| at..at + word.len()).collect();
            let snippet = Snippet::of(text, &found);
            assert_eq!((snippet.text.chars().count(), snippet.hits.len()), (shown, hits), "{snippet:?}");
            assert!(snippet.hits.iter().all(|hit| &snippet.text[hit.clone()] == word));
            assert_eq!(snippet.before + snippet.text.len() + snippet.after, text.len());
        };
        check("a needle here", "needle", 13, 1);
        check("", "x", 0, 0);
        check(&format!("{}needle{}", "é".repeat(100), "ü".repeat(500)), "needle", 240, 1);
        check(&"ab ".repeat(200), "ab", 240, 80);
        check(&format!("{}needle", "x".repeat(100)), "needle", 66, 1);
    }
}
