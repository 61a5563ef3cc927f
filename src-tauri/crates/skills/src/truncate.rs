use unicode_segmentation::UnicodeSegmentation as _;

/// Text as Pixir shows it to a model: bytes that are not UTF-8 are replaced, and what is longer than
/// `limit` bytes is cut between grapheme clusters and says so. The result is longer than the limit by
/// that last line.
pub fn truncated(bytes: &[u8], limit: usize) -> String {
    let text = String::from_utf8_lossy(bytes);
    match kept(&text, limit) {
        None => text.into_owned(),
        Some(end) => {
            format!("{}\n…[truncated, showing up to {limit} of {} bytes]", &text[..end], text.len())
        }
    }
}

/// How many bytes of `text` stay under the limit, or `None` when all of it does.
pub(crate) fn kept(text: &str, limit: usize) -> Option<usize> {
    if text.len() <= limit {
        return None;
    }
    let mut end = 0;
    for cluster in text.graphemes(true) {
        if end + cluster.len() > limit {
            break;
        }
        end += cluster.len();
    }
    Some(end)
}

/// As much of a text as fits into so many units of UTF-16, never half a character.
pub(crate) fn utf16_prefix(text: &str, most: usize) -> &str {
    let mut used = 0;
    let end = text.char_indices().find(|(_, character)| {
        used += character.len_utf16();
        used > most
    });
    end.map_or(text, |(at, _)| &text[..at])
}

#[cfg(test)]
mod tests {
    use super::truncated;

    #[test]
    fn text_is_cut_between_what_a_person_calls_characters() {
        let check = |text: &str, limit: usize, shown: &str| {
            let note = format!("{shown}\n…[truncated, showing up to {limit} of {} bytes]", text.len());
            assert_eq!(truncated(text.as_bytes(), limit), note, "{text:?} at {limit}");
        };
        check("abcdef", 4, "abcd");
        check("héé", 2, "h");
        check("🏳\u{200d}🌈x", 10, "");
        check("e\u{301}x", 3, "e\u{301}");
        check("a\r\nb", 2, "a");
        check("🇳🇱🇧🇪", 9, "🇳🇱");
        check("ab", 0, "");
    }

    #[test]
    fn short_text_stays_and_bad_bytes_are_replaced_first() {
        assert_eq!(truncated(b"abc", 3), "abc");
        assert_eq!(truncated(b"a\xe2\x82b\xff", 99), "a\u{fffd}b\u{fffd}");
        assert_eq!(truncated(b"a\xff", 2), "a\n…[truncated, showing up to 2 of 4 bytes]");
    }
}
