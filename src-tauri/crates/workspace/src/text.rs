/// The first words of a text on one line, at most so many characters.
pub fn first_words(text: &str, characters: usize) -> String {
    let mut line = String::new();
    let mut count = 0;
    for word in text.split_whitespace() {
        let separator = usize::from(count > 0);
        let room = characters.saturating_sub(count + separator);
        if room == 0 {
            return line + "…";
        }
        if separator == 1 {
            line.push(' ');
        }
        let length = word.chars().count();
        line.extend(word.chars().take(room));
        count += separator + length;
        if length > room {
            return line + "…";
        }
    }
    line
}

/// Lines of a text; a line end at the very end opens no further line.
pub fn line_count(bytes: &[u8]) -> u32 {
    let ends = bytes.iter().filter(|byte| **byte == b'\n').count();
    let open = bytes.last().is_some_and(|last| *last != b'\n');
    u32::try_from(ends + usize::from(open)).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::first_words;

    #[test]
    fn first_words_are_one_line() {
        assert_eq!(first_words(" a\n b  c ", 90), "a b c");
        assert_eq!(first_words("abc def", 5), "abc d…");
        assert_eq!(first_words(&"é".repeat(99), 3), "ééé…");
        assert_eq!(first_words("abc def", 3), "abc…");
    }
}
