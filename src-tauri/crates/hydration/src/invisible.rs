//! Characters that no screen shows, counted: the page draws them as boxes where they stand.

use std::collections::BTreeMap;

/// How many there are; line ends and tabs are seen.
pub fn invisible_count(text: &str) -> u32 {
    text.chars().filter(|char| kind(*char).is_some()).count() as u32
}

/// Each kind with its count and the first line it stands in: `1 escape sequence, line 871`.
pub fn invisible_words(text: &str) -> Vec<String> {
    let mut found: BTreeMap<&str, (u32, usize)> = BTreeMap::new();
    for (number, line) in text.split('\n').enumerate() {
        for kind in line.chars().filter_map(kind) {
            found.entry(kind).or_insert((0, number + 1)).0 += 1;
        }
    }
    let told = |(kind, (count, line)): (&str, (u32, usize))| {
        let plural = if count == 1 { "" } else { "s" };
        let from = if count == 1 { "line" } else { "from line" };
        format!("{count} {kind}{plural}, {from} {line}")
    };
    found.into_iter().map(told).collect()
}

/// Whether no screen shows it.
pub fn is_invisible(char: char) -> bool {
    kind(char).is_some()
}

fn kind(char: char) -> Option<&'static str> {
    match char {
        '\n' | '\t' => None,
        '\u{1b}' => Some("escape sequence"),
        '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{200e}' | '\u{200f}' | '\u{61c}' => {
            Some("direction mark")
        }
        _ if char.is_control() => Some("control character"),
        _ if skills::is_unseen(char) => Some("invisible character"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{invisible_count, invisible_words};

    #[test]
    fn what_is_not_seen_is_counted_by_kind() {
        assert_eq!(invisible_count("a\tb\nc"), 0);
        let text = "a\u{1b}[0m\nb\u{202e}\u{200b}\nc\u{200b}\u{7}";
        assert_eq!(invisible_count(text), 5);
        assert_eq!(
            invisible_words(text),
            [
                "1 control character, line 3",
                "1 direction mark, line 2",
                "1 escape sequence, line 1",
                "2 invisible characters, from line 2"
            ]
        );
    }
}
