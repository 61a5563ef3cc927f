//! What a session is called in every list.

use crate::{Log, Turn};

/// Most characters of a title.
const TITLE: usize = 90;

/// What a session is called in every list: by the name its agent gave it, else by its first prompt; empty without either.
pub fn title(log: &Log, turns: &[Turn]) -> String {
    match log.about().and_then(|about| about.title.as_deref()) {
        Some(name) => first_words(name, TITLE),
        None => turns
            .first()
            .and_then(|turn| turn.prompt(log))
            .map_or_else(String::new, |prompt| first_words(&prompt, TITLE)),
    }
}

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
